use std::sync::Arc;

use charts::{Chart, Lang, words};
use leptos::prelude::*;
use rounds::BatchContext;
use summary::{Metric, Panel, ScenarioSummary, Side, Summary};

use super::{
    failures,
    figure::figure,
    gains, head,
    node::{classed, list, node, text, words as plain},
};
use crate::Page;

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

/// The main batch: throughput, latency, gains, failures.
pub(super) fn main(
    page: &Arc<Page>,
    context: &BatchContext,
    summary: &Result<Summary, String>,
) -> AnyView {
    match summary {
        Ok(summary) => parts(page, context, summary),
        Err(why) => withheld(page.address.lang, why),
    }
}

/// The other batches, each on its own; nothing where there are none.
pub(super) fn others(page: &Arc<Page>) -> Option<AnyView> {
    let lang = page.address.lang;
    let others: Vec<AnyView> = page
        .batches
        .iter()
        .skip(1)
        .map(|(context, summary)| other(page, context, summary))
        .collect();
    if others.is_empty() {
        return None;
    }
    let mut inside = vec![
        text("h2", lang.pick("Other batches", "其他批次")),
        text("p", lang.pick(
            "Measured on another node or in another sitting, so each stands alone: never in the figures above.",
            "在其他节点或其他时段测得，因此各自单列，绝不并入上面的数字。",
        )),
    ];
    inside.extend(others);
    Some(node("section", &[], inside))
}

fn other(page: &Arc<Page>, context: &BatchContext, summary: &Result<Summary, String>) -> AnyView {
    let lang = page.address.lang;
    let say = |text: &rounds::Text| lang.pick(&text.en, &text.zh).clone();
    let mut inside = vec![
        text("h2", say(&context.title)),
        text("p", say(&context.run_order)),
        list(context.notes.iter().map(say)),
    ];
    inside.extend(
        summary
            .as_ref()
            .ok()
            .map(|summary| text("p", words::verdict(&summary.verdict, lang))),
    );
    inside.push(main(page, context, summary));
    node(
        "article",
        &[("class", "batch"), ("id", context.id.as_str())],
        inside,
    )
}

fn withheld(lang: Lang, why: &str) -> AnyView {
    let title = text("h2", lang.pick("This batch is withheld", "该批次不予显示"));
    node(
        "section",
        &[("role", "alert"), ("class", "withheld")],
        vec![title, classed("p", "why", why)],
    )
}

/// The sections over all scenarios, or over a part of them where they are many.
fn parts(page: &Arc<Page>, context: &BatchContext, summary: &Summary) -> AnyView {
    let lang = page.address.lang;
    if summary.scenarios.len() <= MANY {
        let all: Vec<&ScenarioSummary> = summary.scenarios.iter().collect();
        return sections(page, context, summary, &all);
    }
    let (filter, part) = (RwSignal::new(String::new()), RwSignal::new(0usize));
    let data = Arc::new((Arc::clone(page), context.clone(), summary.clone()));
    let matching = {
        let data = Arc::clone(&data);
        Memo::new(move |_| {
            filter.with(|filter| {
                data.2
                    .scenarios
                    .iter()
                    .enumerate()
                    .filter(|(_, s)| matches(s, filter))
                    .map(|(i, _)| i)
                    .collect::<Vec<usize>>()
            })
        })
    };
    let last = move || matching.with(|found| found.len().saturating_sub(1) / PART);
    let count = move || {
        let (found, at) = (matching.with(Vec::len), part.get().min(last()));
        let (from, to) = (found.min(at * PART + 1), found.min((at + 1) * PART));
        match lang {
            Lang::En => format!("Scenarios {from}–{to} of {found}"),
            Lang::Zh => format!("第 {from}–{to} 个场景，共 {found} 个"),
        }
    };
    let shown = move || {
        let (page, context, summary) = &*data;
        let at = part.get().min(last());
        let chosen: Vec<&ScenarioSummary> = matching.with(|found| {
            found
                .iter()
                .skip(at * PART)
                .take(PART)
                .map(|&i| &summary.scenarios[i])
                .collect()
        });
        sections(page, context, summary, &chosen)
    };
    view! {
        <form class="parts" on:submit=|event| event.prevent_default()>
            <label>{lang.pick("Scenarios with: ", "筛选场景：")}
                <input type="search" placeholder="8K → 128 · C8" on:input=move |event| { filter.set(event_target_value(&event)); part.set(0); }/>
            </label>
            <button type="button" on:click=move |_| part.set(part.get().min(last()).saturating_sub(1))>{lang.pick("Previous", "上一页")}</button>
            <output aria-live="polite">{count}</output>
            <button type="button" on:click=move |_| part.set((part.get() + 1).min(last()))>{lang.pick("Next", "下一页")}</button>
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

fn sections(
    page: &Arc<Page>,
    context: &BatchContext,
    summary: &Summary,
    shown: &[&ScenarioSummary],
) -> AnyView {
    let lang = page.address.lang;
    let panels = |title, class, charts: &[Chart]| {
        let figures = charts
            .iter()
            .filter_map(|&chart| figure(page, &summary.batch, chart, shown))
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
    let file = |side| {
        let path = rounds::round_file(&context.id, side);
        let attributes = [
            ("href", page.address.file(&path)),
            ("download", String::new()),
        ];
        let attributes = attributes
            .each_ref()
            .map(|(name, value)| (*name, value.as_str()));
        node("li", &[], vec![node("a", &attributes, vec![plain(path)])])
    };
    let files = vec![
        text(
            "p",
            lang.pick(
                "The rounds behind these charts, as hashed:",
                "图表所用的逐轮数据（即被校验的文件）：",
            ),
        ),
        node("ul", &[], Side::BOTH.map(file).into()),
    ];
    vec![
        panels(lang.pick("Throughput", "吞吐"), "panels", &THROUGHPUT),
        panels(
            lang.pick("P95 latency", "P95 时延"),
            "panels three",
            &LATENCY,
        ),
        gains::section(page, summary, shown),
        failures::section(lang, context, summary, shown),
        node("section", &[("class", "files")], files),
    ]
    .into_any()
}

/// The two sides by colour and version.
fn legend(page: &Page) -> AnyView {
    let lang = page.address.lang;
    let side = |side| {
        let swatch = format!("swatch {side}");
        let name = match (side, lang) {
            (Side::Baseline, Lang::En) => "before: ",
            (Side::Candidate, Lang::En) => "after: ",
            (Side::Baseline, Lang::Zh) => "升级前：",
            (Side::Candidate, Lang::Zh) => "升级后：",
        };
        let swatch = node(
            "span",
            &[("class", &swatch), ("aria-hidden", "true")],
            vec![],
        );
        node(
            "li",
            &[],
            vec![
                swatch,
                plain(format!(
                    "{name}{}",
                    head::version(page.report.sides.of(side))
                )),
            ],
        )
    };
    node("ul", &[("class", "legend")], Side::BOTH.map(side).into())
}
