//! One chart by itself, for the frame of another page.

use std::sync::Arc;

use charts::{Chart, words};
use leptos::prelude::*;
use rounds::{Id, Status};
use summary::Summary;

use super::{
    Checks, batch,
    choices::Choices,
    head,
    markup::{Markup, classed, link, node, text, words as plain},
    seal,
};
use crate::Page;

/// The chart called `asked`, as in the address of a figure (`main-gain`) or, of the first batch, by its own name (`gain`); with
/// where it comes from and a way to the whole page.
pub fn embed(page: &Arc<Page>, asked: &str, checks: Checks) -> AnyView {
    let found = Chart::ALL.into_iter().find_map(|chart| {
        let mut batches = page.batches.iter().enumerate();
        batches.find_map(|(index, (context, summary))| {
            let whole = format!("{}-{}", context.id, chart.id());
            let called = asked == whole || (index == 0 && asked == chart.id());
            Some((chart, &context.id, summary.as_ref().ok()?)).filter(|_| called)
        })
    });
    let body = match found {
        Some((chart, batch, summary)) => figure(page, chart, batch, summary),
        None => unknown(page),
    };
    let shown = Arc::clone(page);
    let state = move || checks.with(|checks| seal::status(&shown, checks));
    view! {
        <main class="embed">
            {body.view()}
            <p id="seal-state" class="note" role="status" aria-live="polite">{state}</p>
        </main>
    }
    .into_any()
}

fn figure(page: &Page, chart: Chart, batch: &Id, summary: &Summary) -> Markup {
    let lang = page.address.lang;
    let all: Vec<_> = summary.scenarios.iter().collect();
    let mut caption = vec![];
    if page.report.status == Status::Illustrative {
        caption.push(classed("p", "kicker", words::illustrative(lang)));
    }
    caption.push(text("h1", chart.finding(&all, lang)));
    let theme = Choices::default().theme(lang);
    let mut inside = vec![
        node("figcaption", &[], caption),
        batch::legend(page),
        Markup::chart(&chart.draw(&all, &theme)),
    ];
    inside.push(batch::notes(&[chart], &all, &theme));
    let part = words::part(&summary.batch, all.len(), all.len(), lang);
    let release = format!("{} {}", page.lineage.report, page.lineage.release);
    let from = words::origin(false, &release, &part, &page.root.to_string(), lang);
    inside.extend(from.into_iter().map(|line| classed("p", "digest", line)));
    inside.push(back(page, &format!("#{batch}-{}", chart.id())));
    node("figure", &[], inside)
}

/// That there is no such chart, and what the charts are called.
fn unknown(page: &Page) -> Markup {
    let known = Chart::ALL.map(Chart::id).join(", ");
    Markup::all(vec![
        text("h1", head::title(page)[0].as_str()),
        text("p", messages::no_such_chart(page.address.lang, known)),
        back(page, ""),
    ])
}

/// The whole page of the release, past the frame.
fn back(page: &Page, place: &str) -> Markup {
    let lang = page.address.lang;
    let href = format!("{}{place}", page.address.permanent(&page.address.release));
    let attributes = [("href", &*href), ("target", "_blank"), ("rel", "noopener")];
    let whole = node("a", &attributes, vec![plain(messages::whole_page(lang))]);
    let sums = link(&page.address.file("SHA256SUMS"), "SHA256SUMS");
    node("p", &[("class", "note")], vec![whole, plain(" "), sums])
}
