use std::sync::Arc;

use charts::{Chart, Lang, words};
use leptos::prelude::*;
use rounds::BatchContext;
use summary::{Metric, Panel, ScenarioSummary, Side, Summary};

use super::Checks;
use super::{
    conditions, failures,
    figure::figure,
    gains, head,
    markup::{Markup, classed, list, node, text, words as plain},
    seal,
};
use crate::Page;
#[cfg(feature = "csr")]
use crate::browser::Pressed;

/// From this many scenarios on, the page shows them a part at a time.
const MANY: usize = 24;
/// Scenarios in a part.
const PART: usize = 12;

const THROUGHPUT: [Chart; 2] = [
    Chart::Throughput(Panel::LongInput),
    Chart::Throughput(Panel::LongOutput),
];
const LATENCY: [Chart; 3] = [
    Chart::Latency(Metric::TtftP95Ms),
    Chart::Latency(Metric::TpotP95Ms),
    Chart::Latency(Metric::E2eP95Ms),
];

/// A batch that is not the main one, on its own.
pub(super) fn other(page: &Arc<Page>, index: usize, checks: Checks) -> AnyView {
    let lang = page.address.lang;
    let (context, summary) = &page.batches[index];
    let say = |text: &rounds::Text| lang.pick(&text.en, &text.zh).clone();
    let mut inside = vec![
        text("h2", messages::another_batch(lang, say(&context.title))),
        classed("p", "note", messages::stands_alone(lang)),
        text("p", say(&context.run_order)),
        list(context.notes.iter().map(say)),
    ];
    if let Ok(summary) = summary {
        inside.push(text("p", words::verdict(&summary.verdict, lang)));
        inside.push(head::how(&context.id, lang));
        inside.extend(conditions::rules(summary, lang));
    }
    let id = context.id.to_string();
    view! { <article class="batch" id=id>{Markup::all(inside).view()}{sections(page, index, checks)}</article> }.into_any()
}

/// Throughput, latency, gains and failures of a batch: of all its scenarios, or of a part where they are many.
pub(super) fn sections(page: &Arc<Page>, index: usize, checks: Checks) -> AnyView {
    match &page.batches[index].1 {
        Err(why) => withheld(page.address.lang, why).view(),
        Ok(summary) if summary.scenarios.len() <= MANY => {
            drawn(page, index, (0..summary.scenarios.len()).collect(), checks)
        }
        Ok(_) => parts(page, index, checks),
    }
}

fn withheld(lang: Lang, why: &str) -> Markup {
    let title = text("h2", messages::this_batch_withheld(lang));
    let said = messages::this_batch_why(lang);
    let again = node("p", &[], vec![seal::retry(lang)]);
    node(
        "section",
        &[("role", "alert"), ("class", "withheld")],
        vec![title, text("p", said), classed("p", "why", why), again],
    )
}

/// The sections over the scenarios at `chosen`.
fn drawn(page: &Arc<Page>, index: usize, chosen: Vec<usize>, checks: Checks) -> AnyView {
    let (context, Ok(summary)) = &page.batches[index] else {
        return ().into_any();
    };
    let html = Markup::all(vec![
        markup(page, context, summary, &pick(summary, &chosen)),
        super::rounds::rounds(index, &chosen, page.address.lang),
    ]);
    #[cfg(feature = "csr")]
    let click = {
        let page = Arc::clone(page);
        move |event: leptos::ev::MouseEvent| {
            let (context, Ok(summary)) = &page.batches[index] else {
                return;
            };
            match crate::browser::pressed(&event) {
                Some(Pressed::Chart(chart)) => {
                    let (name, picture) =
                        super::figure::file(&page, summary, chart, &pick(summary, &chosen));
                    super::take::picture(&page, &event, &name, picture);
                }
                Some(Pressed::File(path)) => {
                    event.prevent_default();
                    super::files::give(&page, checks, &path);
                }
                Some(Pressed::Place(chart, place)) => {
                    if let Some(of) = chart.figure(&pick(summary, &chosen), place) {
                        let batch = context.id.clone();
                        let name = summary::Figure { batch, of }.to_string();
                        super::proof::open(&page, checks, &name);
                    }
                }
                None => {}
            }
        }
    };
    #[cfg(not(feature = "csr"))]
    let click = {
        let _ = checks;
        |_| ()
    };
    view! { <div class="part" on:click=click inner_html=html></div> }.into_any()
}

fn pick<'a>(summary: &'a Summary, chosen: &[usize]) -> Vec<&'a ScenarioSummary> {
    chosen
        .iter()
        .map(|&index| &summary.scenarios[index])
        .collect()
}

/// A filter, two buttons, and the sections over the part that they choose.
fn parts(page: &Arc<Page>, index: usize, checks: Checks) -> AnyView {
    let lang = page.address.lang;
    let all = Arc::clone(page);
    let matching = move |filter: &str| -> Vec<usize> {
        let (_, Ok(summary)) = &all.batches[index] else {
            return vec![];
        };
        let scenarios = summary.scenarios.iter().enumerate();
        let matching = scenarios.filter(|(_, scenario)| matches(scenario, filter));
        matching.map(|(at, _)| at).collect()
    };
    let (found, part) = (RwSignal::new(matching("")), RwSignal::new(0usize));
    let last = move || found.with(|found| found.len().saturating_sub(1) / PART);
    let count = move || {
        let (found, at) = (found.with(Vec::len), part.get().min(last()));
        let (from, to) = (found.min(at * PART + 1), found.min((at + 1) * PART));
        messages::scenarios_shown(lang, found, from, to)
    };
    let all = Arc::clone(page);
    let shown = move || {
        let at = part.get().min(last());
        drawn(
            &all,
            index,
            found.with(|found| found.iter().skip(at * PART).take(PART).copied().collect()),
            checks,
        )
    };
    let search = move |event| {
        found.set(matching(&event_target_value(&event)));
        part.set(0);
    };
    view! {
        <form class="parts" on:submit=|event| event.prevent_default()>
            <label>{messages::scenarios_with(lang)}<input type="search" placeholder="8K → 128 · C8" on:input=search/></label>
            <button type="button" on:click=move |_| part.set(part.get().min(last()).saturating_sub(1))>{messages::previous(lang)}</button>
            <output aria-live="polite">{count}</output>
            <button type="button" on:click=move |_| part.set((part.get() + 1).min(last()))>{messages::next(lang)}</button>
        </form>
        {shown}
    }
    .into_any()
}

/// Whether every word of `filter` is in the scenario's name or id.
fn matches(scenario: &ScenarioSummary, filter: &str) -> bool {
    let name = format!("{} {}", scenario.scenario, scenario.scenario.id).to_ascii_lowercase();
    filter
        .split(' ')
        .all(|word| name.contains(&word.to_ascii_lowercase()))
}

fn markup(
    page: &Page,
    context: &BatchContext,
    summary: &Summary,
    shown: &[&ScenarioSummary],
) -> Markup {
    let lang = page.address.lang;
    let panels = |title, class, charts: &[Chart]| {
        let figures = charts
            .iter()
            .filter_map(|&chart| figure(page, &context.id, chart, shown))
            .collect();
        node(
            "section",
            &[],
            vec![
                text("h2", title),
                legend(page),
                node("div", &[("class", class)], figures),
            ],
        )
    };
    Markup::all(vec![
        panels(messages::throughput(lang), "panels", &THROUGHPUT),
        panels(messages::p95_latency(lang), "panels three", &LATENCY),
        gains::section(page, context, summary, shown),
        failures::section(lang, context, summary, shown),
        super::files::section(page, context),
    ])
}

/// The two sides by colour and version.
pub(super) fn legend(page: &Page) -> Markup {
    let lang = page.address.lang;
    let side = |side| {
        let swatch = format!("swatch {side}");
        let version = head::version(page.report.sides.of(side));
        let name = match side {
            Side::Baseline => messages::legend_before(lang, version),
            Side::Candidate => messages::legend_after(lang, version),
        };
        let swatch = node(
            "span",
            &[("class", &swatch), ("aria-hidden", "true")],
            vec![],
        );
        node("li", &[], vec![swatch, plain(name)])
    };
    node("ul", &[("class", "legend")], Side::BOTH.map(side).into())
}
