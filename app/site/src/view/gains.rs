use charts::{Chart, words};
use summary::{ScenarioSummary, Summary};

use super::{
    figure::figure,
    markup::{Markup, classed, named, node, text},
};
use crate::Page;

/// Gains of the clean scenarios, and the ledger of those left out.
pub(super) fn section(page: &Page, summary: &Summary, shown: &[&ScenarioSummary]) -> Markup {
    let lang = page.address.lang;
    let mut inside = vec![text(
        "h2",
        lang.pick(
            "Gains, clean scenarios only",
            "升级前后变化（仅无失败场景）",
        ),
    )];
    inside.extend(figure(page, &summary.batch, Chart::Gain, shown));
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
        let rule = lang.pick(
            "A gain needs both sides run in full and no failed request in any round.",
            "两侧均完整执行，且任何一轮都没有失败请求，才计算增幅。",
        );
        let title = text("h3", lang.pick("Left out of the gains", "未计入增幅的场景"));
        let ledger = vec![title, classed("p", "note", rule), node("ul", &[], entries)];
        inside.push(node("div", &[("class", "ledger")], ledger));
    }
    node("section", &[], inside)
}
