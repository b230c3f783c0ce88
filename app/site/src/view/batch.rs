use std::sync::Arc;

use charts::{Chart, Lang, words};
use leptos::prelude::*;
use rounds::BatchContext;
use summary::{Metric, Panel, ScenarioSummary, Side, Summary};

use super::{failures, figure::figure, gains};
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
        Ok(summary) => parts(page, context, summary, sections),
        Err(why) => withheld(page.address.lang, why),
    }
}

/// Another batch, on its own.
pub(super) fn other(
    page: &Arc<Page>,
    context: &BatchContext,
    summary: &Result<Summary, String>,
) -> AnyView {
    let lang = page.address.lang;
    let text = |text: &rounds::Text| lang.pick(&text.en, &text.zh).clone();
    let notes: Vec<_> = context
        .notes
        .iter()
        .map(|note| view! { <li>{text(note)}</li> })
        .collect();
    let verdict = summary
        .as_ref()
        .ok()
        .map(|summary| view! { <p>{words::verdict(&summary.verdict, lang)}</p> });
    let shown = match summary {
        Ok(summary) => parts(page, context, summary, sections),
        Err(why) => withheld(lang, why),
    };
    view! {
        <article class="batch" id=context.id.to_string()>
            <h2>{text(&context.title)}</h2>
            <p>{text(&context.run_order)}</p>
            <ul>{notes}</ul>
            {verdict}
            {shown}
        </article>
    }
    .into_any()
}

fn withheld(lang: Lang, why: &str) -> AnyView {
    view! {
        <section role="alert" class="withheld">
            <h2>{lang.pick("This batch is withheld", "该批次不予显示")}</h2>
            <p class="why">{why.to_owned()}</p>
        </section>
    }
    .into_any()
}

type Sections = fn(&Arc<Page>, &BatchContext, &Summary, &[&ScenarioSummary]) -> AnyView;

/// The sections over all scenarios, or over a part of them where they are many.
fn parts(
    page: &Arc<Page>,
    context: &BatchContext,
    summary: &Summary,
    sections: Sections,
) -> AnyView {
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
    let name = format!("{} {}", scenario.scenario, scenario.scenario.id).to_lowercase();
    filter
        .split_whitespace()
        .all(|word| name.contains(&word.to_lowercase()))
}

fn sections(
    page: &Arc<Page>,
    context: &BatchContext,
    summary: &Summary,
    shown: &[&ScenarioSummary],
) -> AnyView {
    let lang = page.address.lang;
    let figures = |charts: &[Chart]| -> Vec<AnyView> {
        charts
            .iter()
            .filter_map(|&chart| figure(page, &summary.batch, chart, shown))
            .collect()
    };
    let files: Vec<_> = Side::BOTH
        .into_iter()
        .map(|side| {
            let path = rounds::round_file(&context.id, side);
            view! { <li><a href=page.address.file(&path) download="">{path.clone()}</a></li> }
        })
        .collect();
    view! {
        <section>
            <h2>{lang.pick("Throughput", "吞吐")}</h2>
            {legend(page)}
            <div class="panels">{figures(&THROUGHPUT)}</div>
        </section>
        <section>
            <h2>{lang.pick("P95 latency", "P95 时延")}</h2>
            {legend(page)}
            <div class="panels three">{figures(&LATENCY)}</div>
        </section>
        {gains::section(page, summary, shown)}
        {failures::section(lang, context, summary, shown)}
        <section class="files">
            <p>{lang.pick("The rounds behind these charts, as hashed:", "图表所用的逐轮数据（即被校验的文件）：")}</p>
            <ul>{files}</ul>
        </section>
    }
    .into_any()
}

/// The two sides by colour, shape and version.
fn legend(page: &Page) -> impl IntoView + use<> {
    let lang = page.address.lang;
    let sides = &page.report.sides;
    let name = |side: &rounds::SideContext| format!("{} {}", side.engine, side.version);
    view! {
        <ul class="legend">
            <li><span class="swatch baseline" aria-hidden="true"></span>{lang.pick("before: ", "升级前：")}{name(&sides.baseline)}</li>
            <li><span class="swatch candidate" aria-hidden="true"></span>{lang.pick("after: ", "升级后：")}{name(&sides.candidate)}</li>
        </ul>
    }
}
