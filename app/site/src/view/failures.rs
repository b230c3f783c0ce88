use charts::{Lang, label, words};
use leptos::prelude::*;
use rounds::BatchContext;
use summary::{Cell as Measurement, Kind, ScenarioSummary, Side, Summary};

use super::{
    figure::side_name,
    table::{Cell, table},
};

/// Failures by kind and side, and what was not run.
pub(super) fn section(
    lang: Lang,
    context: &BatchContext,
    summary: &Summary,
    shown: &[&ScenarioSummary],
) -> AnyView {
    let kinds = Kind::ALL.map(|kind| {
        let mut row = vec![Cell::Head(kind_name(kind, lang).into())];
        row.extend(Side::BOTH.map(|side| {
            let totals = summary.totals(side);
            Cell::Words(label::failed(
                totals.failures.of(kind).into(),
                totals.requests,
            ))
        }));
        row
    });
    let mut rows = Vec::from(kinds);
    let mut total = vec![Cell::Head(lang.pick("All", "合计").into())];
    total.extend(Side::BOTH.map(|side| {
        let totals = summary.totals(side);
        let share = totals.failed_percent.map_or(String::new(), |percent| {
            format!(" ({})", label::share(percent))
        });
        Cell::Words(format!(
            "{}{share}",
            label::failed(totals.failures.total(), totals.requests)
        ))
    }));
    rows.push(total);
    let head = [
        lang.pick("Kind", "类型"),
        side_name(Side::Baseline, lang),
        side_name(Side::Candidate, lang),
    ];
    let name = lang.pick("Failed requests by kind", "按类型统计的失败请求");
    let by_kind = table(name.into(), head.map(String::from).into(), rows);

    let failing: Vec<Vec<Cell>> = shown
        .iter()
        .filter(|scenario| {
            Side::BOTH
                .iter()
                .any(|&side| scenario.cell(side).measured().is_some_and(|m| m.dagger()))
        })
        .map(|scenario| {
            let mut row = vec![Cell::Head(scenario.scenario.to_string())];
            row.extend(Side::BOTH.map(|side| Cell::Words(failed(scenario.cell(side), lang))));
            row
        })
        .collect();
    let by_scenario = (!failing.is_empty()).then(|| {
        let head = [
            lang.pick("Scenario", "场景"),
            side_name(Side::Baseline, lang),
            side_name(Side::Candidate, lang),
        ];
        table(
            lang.pick("Failed requests by scenario", "按场景统计的失败请求")
                .into(),
            head.map(String::from).into(),
            failing,
        )
    });

    let not_run: Vec<_> = context
        .scenarios
        .iter()
        .flat_map(|plan| plan.not_run.iter().map(move |entry| (plan, entry)))
        .map(|(plan, entry)| {
            let side = entry
                .side
                .map(|side| format!(" ({})", side_name(side, lang)))
                .unwrap_or_default();
            let why = lang.pick(&entry.why.en, &entry.why.zh).clone();
            view! { <li><strong>{plan.scenario().to_string()}{side}</strong>": "{why}</li> }
        })
        .collect();
    let not_run = (!not_run.is_empty()).then(|| {
        view! { <h3>{lang.pick("Not run", "未执行")}</h3><ul>{not_run}</ul> }
    });
    view! {
        <section>
            <h2>{lang.pick("Failures, and what was not run", "失败请求与未执行的场景")}</h2>
            <p>{lang.pick(
                "A failed request stays in the denominator; its tokens count nowhere, its time counts in full.",
                "失败请求保留在分母中；其 Token 一律不计，其耗时完整保留。",
            )}</p>
            {by_kind}
            {by_scenario}
            {not_run}
        </section>
    }
    .into_any()
}

fn failed(cell: &Measurement, lang: Lang) -> String {
    match cell.measured() {
        Some(measured) => label::failed(measured.failures.total(), measured.requests),
        None => words::state(cell, lang).into(),
    }
}

fn kind_name(kind: Kind, lang: Lang) -> &'static str {
    match kind {
        Kind::Http => lang.pick("not HTTP 200", "非 HTTP 200"),
        Kind::NoDone => lang.pick("stream without its end mark", "流缺少结束标志"),
        Kind::EmptyText => lang.pick("all text empty", "文本全部为空"),
        Kind::Usage => lang.pick("no valid usage", "无有效 usage"),
        Kind::Length => lang.pick("another output length than asked", "输出长度不符"),
        Kind::Other => lang.pick("another error of the client", "客户端其他错误"),
    }
}
