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
        text("h2", format!("{}{}", lang.pick("Another batch: ", "其他批次——"), say(&context.title))),
        classed("p", "note", lang.pick(
            "From another node or another sitting, so it stands alone: never in the figures above.",
            "来自其他节点或其他时段，因此单列，绝不并入上面的数字。",
        )),
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
    let title = text("h2", lang.pick("This batch is withheld", "该批次不予显示"));
    let said = lang.pick(
        "A file of this batch differs from the manifest or did not load, so nothing of it is shown.",
        "该批次有文件与清单不符或未能加载，因此不予显示。",
    );
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
                    crate::browser::save(&name, "image/svg+xml", picture.as_bytes());
                }
                Some(Pressed::File(path)) => {
                    if let Some(file) = page.sealed.iter().find(|file| file.path().as_str() == path)
                    {
                        // The very bytes that were hashed, not a second fetch.
                        event.prevent_default();
                        crate::browser::save(&path.replace('/', "-"), "text/csv", file.bytes());
                    }
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
        match lang {
            Lang::En => format!("Scenarios {from}–{to} of {found}"),
            Lang::Zh => format!("第 {from}–{to} 个场景，共 {found} 个"),
        }
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
            <label>{lang.pick("Scenarios with: ", "筛选场景：")}<input type="search" placeholder="8K → 128 · C8" on:input=search/></label>
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
    let file = |side| {
        let path = rounds::round_file(&context.id, side);
        node(
            "li",
            &[],
            vec![node(
                "a",
                &[
                    ("href", &page.address.file(&path)),
                    ("download", ""),
                    ("data-file", &path),
                ],
                vec![plain(&path)],
            )],
        )
    };
    let files = vec![
        text(
            "p",
            lang.pick(
                "The rounds behind these charts, the very files that were checked:",
                "图表所用的逐轮数据（即被校验的文件）：",
            ),
        ),
        node("ul", &[], Side::BOTH.map(file).into()),
    ];
    Markup::all(vec![
        panels(lang.pick("Throughput", "吞吐"), "panels", &THROUGHPUT),
        panels(
            lang.pick("P95 latency", "P95 时延"),
            "panels three",
            &LATENCY,
        ),
        gains::section(page, context, summary, shown),
        failures::section(lang, context, summary, shown),
        node("section", &[("class", "files")], files),
    ])
}

/// The two sides by colour and version.
fn legend(page: &Page) -> Markup {
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
