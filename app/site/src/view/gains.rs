use charts::{Chart, words};
use rounds::BatchContext;
use summary::{ScenarioSummary, Summary};

use super::{
    batch::notes,
    choices::Choices,
    figure::figure,
    markup::{Markup, classed, named, node, text},
};
use crate::Page;

/// Gains of the clean scenarios in the chosen metric, and the ledger of those left out.
pub(super) fn body(
    page: &Page,
    context: &BatchContext,
    summary: &Summary,
    shown: &[&ScenarioSummary],
    choices: &Choices,
) -> Markup {
    let lang = page.address.lang;
    let mut inside = vec![];
    let chart = Chart::Gain(choices.metric());
    if let Some(figure) = figure(page, &context.id, chart, shown, choices) {
        inside.push(notes(&[chart], shown, &choices.theme(lang)));
        inside.push(figure);
    }
    let entries = summary.verdict.ledger.iter().filter_map(|entry| {
        let scenario = shown
            .iter()
            .find(|scenario| scenario.scenario.id.as_str() == entry.scenario)?;
        Some(named(
            format!("{}: ", scenario.scenario),
            words::why(entry.why, lang),
        ))
    });
    let entries: Vec<Markup> = entries.collect();
    if !entries.is_empty() {
        let title = text("h3", words::left_out(lang));
        let rule = classed("p", "note", words::gain_rule(lang));
        let ledger = vec![title, rule, node("ul", &[], entries)];
        let id = format!("{}-ledger", context.id);
        inside.push(node("div", &[("class", "ledger"), ("id", &id)], ledger));
    }
    Markup::all(inside)
}
