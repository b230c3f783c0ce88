use std::sync::Arc;

use charts::{Chart, words};
use leptos::prelude::*;
use summary::{ScenarioSummary, Summary};

use super::figure::figure;
use crate::Page;

/// Gains of the clean scenarios, and the ledger of those left out.
pub(super) fn section(page: &Arc<Page>, summary: &Summary, shown: &[&ScenarioSummary]) -> AnyView {
    let lang = page.address.lang;
    let chart = figure(page, &summary.batch, Chart::Gain, shown);
    let entries: Vec<_> = summary
        .verdict
        .ledger
        .iter()
        .filter_map(|entry| {
            let scenario = shown
                .iter()
                .find(|scenario| scenario.scenario.id.as_str() == entry.scenario)?;
            let name = scenario.scenario.to_string();
            Some(view! { <li><strong>{name}</strong>": "{words::why(entry.why, lang)}</li> })
        })
        .collect();
    let ledger = (!entries.is_empty()).then(|| {
        view! {
            <div class="ledger">
                <h3>{lang.pick("Left out of the gains", "未计入增幅的场景")}</h3>
                <p class="note">{lang.pick(
                    "The rule: any failed request, on either side, in any round. What fails only after the upgrade stands first.",
                    "规则：任一侧、任一轮中有任何请求失败即排除。仅升级后失败的列在最前。",
                )}</p>
                <ul>{entries}</ul>
            </div>
        }
    });
    view! {
        <section>
            <h2>{lang.pick("Gains, clean scenarios only", "升级增幅（仅无失败场景）")}</h2>
            {chart}
            {ledger}
        </section>
    }
    .into_any()
}
