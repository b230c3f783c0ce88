use std::sync::Arc;

use charts::{Chart, Lang, Theme, label, words};
use leptos::prelude::*;
use summary::{Gain, Metric, Panel, ScenarioSummary, Side};

use super::table::{Cell, table};
use crate::Page;

/// A chart with its finding, the way to read it, its table and its download.
pub(super) fn figure(
    page: &Arc<Page>,
    batch: &str,
    chart: Chart,
    all: &[&ScenarioSummary],
) -> Option<AnyView> {
    let scenarios = chart.scenarios(all);
    if scenarios.is_empty() {
        return None;
    }
    let lang = page.address.lang;
    let svg = chart.draw(all, &Theme { lang });
    let finding = chart.finding(all, lang);
    let name = match chart {
        Chart::Throughput(Panel::LongInput) => Some(lang.pick(
            "Long input: the prompt is at least 16 times the answer",
            "长输入：输入至少为输出的 16 倍",
        )),
        Chart::Throughput(Panel::LongOutput) => Some(lang.pick(
            "Long output: the prompt is less than 16 times the answer",
            "长输出：输入不足输出的 16 倍",
        )),
        _ => None,
    };
    let name = name.map(|name| view! { <p class="kicker">{name}</p> });
    let id = format!("{batch}-{}", chart.id());
    let legend = chart
        .legend(lang)
        .into_iter()
        .map(|line| view! { <p class="note">{line}</p> })
        .collect::<Vec<_>>();
    let rows = match chart {
        Chart::Throughput(_) => rows(&scenarios, Metric::OutputTokS, lang),
        Chart::Latency(metric) => rows(&scenarios, metric, lang),
        Chart::Gain => gain_rows(&scenarios, lang),
    };
    let download = {
        let file = format!("{}-{}-{id}.svg", page.lineage.report, page.lineage.release);
        let picture = svg.standalone(
            &chart.caption(all, page.origin(), lang),
            charts::Palette::Light,
        );
        save(
            lang.pick("Download this chart (SVG)", "下载此图（SVG）"),
            file,
            "image/svg+xml",
            picture,
        )
    };
    Some(
        view! {
            <figure id=id>
                <figcaption>{name}<h3>{finding}</h3></figcaption>
                <div class="drawing" inner_html=svg.inline()></div>
                {legend}
                <details><summary>{lang.pick("Table", "表格")}</summary>{rows}</details>
                {download}
            </figure>
        }
        .into_any(),
    )
}

/// A button that hands out `text` as a file; nothing without a script, since the text is made here.
fn save(words: &'static str, file: String, mime: &'static str, text: String) -> AnyView {
    #[cfg(feature = "csr")]
    let click = move |_| crate::browser::save(&file, mime, text.as_bytes());
    #[cfg(not(feature = "csr"))]
    let click = {
        let _ = (file, mime, text);
        |_| ()
    };
    view! { <p><button type="button" class="save" on:click=click>{words}</button></p> }.into_any()
}

/// Every round of every scenario, with medians: the numbers of the chart.
fn rows(scenarios: &[&ScenarioSummary], metric: Metric, lang: Lang) -> AnyView {
    let unit = if metric == Metric::OutputTokS {
        lang.pick("tokens/s", "Token/s")
    } else {
        "ms"
    };
    let name = words::metric(metric, lang);
    let mut head: Vec<String> = vec![
        lang.pick("Scenario", "场景").into(),
        lang.pick("Side", "版本").into(),
        format!("{} ({unit})", lang.pick("Median", "中位数")),
    ];
    let most = scenarios
        .iter()
        .flat_map(|scenario| {
            Side::BOTH.map(|side| {
                scenario
                    .cell(side)
                    .measured()
                    .map_or(0, |measured| measured.rounds.len())
            })
        })
        .max()
        .unwrap_or(0);
    head.extend((1..=most).map(|round| match lang {
        Lang::En => format!("Round {round}"),
        Lang::Zh => format!("第 {round} 轮"),
    }));
    head.push(lang.pick("Failed / requests", "失败/请求").into());
    let n = metric != Metric::OutputTokS;
    if n {
        head.push(lang.pick("n a round", "每轮 n").into());
    }
    let mut rows = vec![];
    for scenario in scenarios {
        for side in Side::BOTH {
            let mut row = vec![
                Cell::Head(scenario.scenario.to_string()),
                Cell::Words(side_name(side, lang).into()),
            ];
            let cell = scenario.cell(side);
            match cell.measured() {
                None => row.push(Cell::Words(words::state(cell, lang).into())),
                Some(measured) => {
                    let dagger = if measured.dagger() { " †" } else { "" };
                    row.push(match measured.spread(metric) {
                        Some(spread) => Cell::Number(
                            format!("{}{dagger}", label::two(spread.median)),
                            spread.median,
                        ),
                        None => Cell::Words(words::no_latency(lang).into()),
                    });
                    let value = |round: &summary::RoundPoint| match round.value(metric) {
                        Some(value) => Cell::two(value),
                        None => Cell::Words(words::no_latency(lang).into()),
                    };
                    row.extend(measured.rounds.iter().map(value));
                    let absent = most.saturating_sub(measured.rounds.len());
                    row.extend(
                        (0..absent).map(|_| Cell::Words(lang.pick("missing", "缺失").into())),
                    );
                    row.push(Cell::Words(label::failed(
                        measured.failures.total(),
                        measured.requests,
                    )));
                    if n {
                        let (least, most) = measured.latency_n();
                        row.push(Cell::Words(if least == most {
                            most.to_string()
                        } else {
                            format!("{least}–{most}")
                        }));
                    }
                }
            }
            rows.push(row);
        }
    }
    table(name.into(), head, rows)
}

/// The gain of each scenario in each headline metric.
fn gain_rows(scenarios: &[&ScenarioSummary], lang: Lang) -> AnyView {
    let mut head: Vec<String> = vec![lang.pick("Scenario", "场景").into()];
    head.extend(Metric::HEADLINE.map(|metric| words::metric(metric, lang).to_owned()));
    let rows = scenarios.iter().map(|scenario| {
        let mut row = vec![Cell::Head(scenario.scenario.to_string())];
        row.extend(Metric::HEADLINE.map(|metric| match scenario.gain(metric) {
            Gain::Resolved(change) => Cell::Number(label::change(change, lang), change.ratio),
            Gain::NotResolved(change) => Cell::Number(
                format!(
                    "{}; {}",
                    label::change(change, lang),
                    words::not_resolved(lang)
                ),
                change.ratio,
            ),
            Gain::LeftOut(why) => Cell::Words(words::why(*why, lang).into()),
        }));
        row
    });
    table(lang.pick("Gains", "升级增幅").into(), head, rows.collect())
}

/// Before or after.
pub(super) fn side_name(side: Side, lang: Lang) -> &'static str {
    match side {
        Side::Baseline => lang.pick("before", "升级前"),
        Side::Candidate => lang.pick("after", "升级后"),
    }
}
