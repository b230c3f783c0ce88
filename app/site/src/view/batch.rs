use charts::{Chart, Lang, Theme, words};
use rounds::{Panel, Side};
use summary::ScenarioSummary;

use super::{
    choices::{self, Choices, Part, Shown},
    conditions, failures,
    figure::figure,
    gains, head,
    markup::{Markup, classed, list, node, text, words as plain},
    seal,
};
use crate::Page;

/// Names the batch of the charts inside, by its place.
pub(super) const CHARTS: &str = "data-charts";
/// The class of what changes with the reader's choices.
pub(super) const BODY: &str = "part body";

const THROUGHPUT: [Chart; 2] = [
    Chart::Throughput(Panel::LongInput),
    Chart::Throughput(Panel::LongOutput),
];
/// A batch that is not the main one, on its own.
pub(super) fn other(page: &Page, index: usize) -> Markup {
    let lang = page.address.lang;
    let (context, summary) = &page.batches[index];
    let say = |text: &rounds::Text| lang.pick(&text.en, &text.zh).clone();
    let mut inside = vec![
        text("h2", messages::another_batch(lang, say(&context.title))),
        classed("p", "note", messages::stands_alone(lang)),
        // What a report says may run the other way.
        node(
            "p",
            &[("dir", "auto")],
            vec![plain(say(&context.run_order))],
        ),
        list(context.notes.iter().map(say)),
    ];
    if let Ok(summary) = summary {
        inside.push(text("p", words::verdict(&summary.verdict, lang)));
        inside.push(head::how(&context.id, lang));
        inside.extend(conditions::rules(summary, lang));
    }
    let attributes = [("class", "batch"), ("id", context.id.as_str())];
    let inside = node("div", &[("class", "part")], inside);
    node("article", &attributes, vec![inside, sections(page, index)])
}

/// Throughput, latency, gains and failures of a batch, as everybody sees them at first.
pub(super) fn sections(page: &Page, index: usize) -> Markup {
    let lang = page.address.lang;
    let summary = match &page.batches[index].1 {
        Err(why) => return withheld(lang, why),
        Ok(summary) => summary,
    };
    let choices = &Choices::default();
    let shown = Shown::of(summary, choices, &Part::default());
    let [throughput, latency, gains, rest] = bodies(page, index, choices, &shown);
    let body = |markup| node("div", &[("class", BODY)], vec![markup]);
    let latency = vec![
        text("h2", messages::latency(lang)),
        choices::latency(lang),
        body(latency),
    ];
    let gains = vec![
        text("h2", messages::gains(lang)),
        choices::gain(lang),
        body(gains),
    ];
    let inside = vec![
        choices::filters(summary, &shown, lang),
        body(throughput),
        node("section", &[], latency),
        node("section", &[], gains),
        body(rest),
    ];
    let charts = [("class", "part"), (CHARTS, &*index.to_string())];
    node("div", &charts, inside)
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

/// What of a batch changes with the reader's choices; its controls stand between.
pub(super) fn bodies(page: &Page, index: usize, choices: &Choices, shown: &Shown) -> [Markup; 4] {
    let (context, Ok(summary)) = &page.batches[index] else {
        return [(); 4].map(|()| Markup::nothing());
    };
    let lang = page.address.lang;
    let theme = choices.theme(lang);
    let scenarios = shown.scenarios(summary);
    let charts = |class, charts: &[Chart]| {
        let figures = charts
            .iter()
            .filter_map(|&chart| figure(page, &context.id, chart, &scenarios, choices))
            .collect();
        Markup::all(vec![
            legend(page),
            notes(charts, &scenarios, &theme),
            node("div", &[("class", class)], figures),
        ])
    };
    let throughput = vec![
        text("h2", messages::throughput(lang)),
        charts("panels", &THROUGHPUT),
    ];
    [
        node("section", &[], throughput),
        charts("panels three", &choices.latencies().map(Chart::Latency)),
        gains::body(page, context, summary, &scenarios, choices),
        Markup::all(vec![
            failures::section(lang, context, summary, &scenarios),
            super::files::section(page, context),
            super::rounds::rounds(index, &shown.places, lang),
        ]),
    ]
}

/// How to read `charts`, said once for all of them; each says it again where it leaves the page.
pub(super) fn notes(charts: &[Chart], shown: &[&ScenarioSummary], theme: &Theme) -> Markup {
    let mut lines: Vec<&str> = vec![];
    for line in charts.iter().flat_map(|chart| chart.legend(shown, theme)) {
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    let lines = lines.into_iter().map(|line| classed("p", "note", line));
    Markup::all(lines.collect())
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
