use std::collections::BTreeSet;

use charts::Lang;
use leptos::prelude::*;
use rounds::{Report, Side, Text};
use summary::{Rule, Seen, Summary};

use super::{
    figure::side_name,
    table::{Cell, table},
};
use crate::Page;

/// What the figures cannot support.
pub(super) fn limits(page: &Page) -> impl IntoView + use<> {
    let lang = page.address.lang;
    let limits: Vec<_> = page
        .report
        .limits
        .iter()
        .map(|text| view! { <li>{lang.pick(&text.en, &text.zh).clone()}</li> })
        .collect();
    view! {
        <section>
            <h2>{lang.pick("What these figures cannot say", "这些数字不能说明什么")}</h2>
            <ul>{limits}</ul>
        </section>
    }
}

/// What ran, on what, and what differs between the sides.
pub(super) fn section(page: &Page) -> impl IntoView + use<> {
    let lang = page.address.lang;
    let report = &page.report;
    let text = |text: &Text| lang.pick(&text.en, &text.zh).clone();
    let (changed, same): (Vec<_>, Vec<_>) = facts(report, lang)
        .into_iter()
        .partition(|(_, before, after)| before != after);
    let changed = changed.into_iter().map(|(name, before, after)| {
        vec![Cell::Head(name), Cell::Words(before), Cell::Words(after)]
    });
    let same = same
        .into_iter()
        .map(|(name, value, _)| vec![Cell::Head(name), Cell::Words(value)]);
    let head = [
        lang.pick("What", "项目"),
        side_name(Side::Baseline, lang),
        side_name(Side::Candidate, lang),
    ];
    let changed = table(
        lang.pick("Changed with the upgrade", "随升级变化").into(),
        head.map(String::from).into(),
        changed.collect(),
    );
    let head = [
        lang.pick("What", "项目"),
        lang.pick("On both sides", "两侧相同"),
    ];
    let same = table(
        lang.pick("Same on both sides", "两侧相同").into(),
        head.map(String::from).into(),
        same.collect(),
    );
    let launch = if report.sides.baseline.launch == report.sides.candidate.launch {
        vec![(
            lang.pick(
                "Launch arguments, the same on both sides",
                "启动参数（两侧相同）",
            ),
            report.sides.baseline.launch.clone(),
        )]
    } else {
        Side::BOTH
            .map(|side| (side_name(side, lang), report.sides.of(side).launch.clone()))
            .into()
    };
    let launch: Vec<_> =
        launch.into_iter().map(|(name, arguments)| view! { <h3>{name}</h3><pre tabindex="0"><code>{arguments}</code></pre> }).collect();
    let main = page.batches.first();
    let order = main.map(|(context, _)| view! { <h3>{lang.pick("Run order", "执行顺序")}</h3><p>{text(&context.run_order)}</p> });
    let notes: Vec<_> = main
        .into_iter()
        .flat_map(|(context, _)| &context.notes)
        .map(|note| view! { <li>{text(note)}</li> })
        .collect();
    let held = main
        .and_then(|(_, summary)| summary.as_ref().ok())
        .map(|summary| rules(summary, lang));
    let inputs = input_notes(report, lang);
    view! {
        <section>
            <h2>{lang.pick("Conditions", "实验条件")}</h2>
            <p>{text(&report.hardware)}</p>
            <p>{text(&report.model)}</p>
            <h3>{lang.pick("Changed with the upgrade", "随升级变化")}</h3>
            {changed}
            <details><summary>{lang.pick("Same on both sides", "两侧相同")}</summary>{same}</details>
            <details><summary>{lang.pick("Launch arguments", "启动参数")}</summary>{launch}</details>
            {order}
            <ul>{notes}</ul>
            {held}
            {inputs}
        </section>
    }
}

/// Every fact that has a value on some side: its name, before, after.
fn facts(report: &Report, lang: Lang) -> Vec<(String, String, String)> {
    let unstated = || lang.pick("not stated", "未说明").to_owned();
    let (before, after) = (&report.sides.baseline, &report.sides.candidate);
    let mut facts = vec![
        (
            lang.pick("Engine", "推理引擎").to_owned(),
            format!("{} {}", before.engine, before.version),
            format!("{} {}", after.engine, after.version),
        ),
        (
            lang.pick("Weights format", "权重格式").to_owned(),
            before.weights_format.clone(),
            after.weights_format.clone(),
        ),
    ];
    for ((name, before), (_, after)) in before.pins.named().into_iter().zip(after.pins.named()) {
        let shown = |pin: Option<&rounds::Pin>| pin.map_or_else(unstated, ToString::to_string);
        facts.push((pin_name(name, lang).into(), shown(before), shown(after)));
    }
    let text = |text: &Text| lang.pick(&text.en, &text.zh).clone();
    let mut seen = BTreeSet::new();
    for fact in before.facts.iter().chain(&after.facts) {
        if seen.insert(&fact.name.en) {
            let of = |side: &rounds::SideContext| {
                side.facts
                    .iter()
                    .find(|other| other.name.en == fact.name.en)
                    .map_or_else(unstated, |fact| text(&fact.value))
            };
            facts.push((text(&fact.name), of(before), of(after)));
        }
    }
    facts
}

fn pin_name(name: &'static str, lang: Lang) -> &'static str {
    match name {
        "image_digest" => lang.pick("Image digest", "镜像摘要"),
        "package_digest" => lang.pick("Package digest", "安装包摘要"),
        "source_commit" => lang.pick("Source commit", "源码提交"),
        "model_revision" => lang.pick("Model revision", "模型版本"),
        "dependency_lock" => lang.pick("Dependency lock", "依赖清单摘要"),
        other => other,
    }
}

/// Which rules the rounds could be held to.
fn rules(summary: &Summary, lang: Lang) -> impl IntoView + use<> {
    let unchecked: BTreeSet<Rule> = Side::BOTH
        .iter()
        .flat_map(|&side| &summary.totals(side).unchecked)
        .copied()
        .collect();
    let rows = Rule::ALL.map(|rule| {
        let name = match rule {
            Rule::Http => "HTTP 200",
            Rule::Done => lang.pick("the stream's end mark came", "收到流结束标志"),
            Rule::Text => lang.pick("some text is not empty", "存在非空文本"),
            Rule::Usage => lang.pick("the usage is valid", "usage 有效"),
            Rule::Length => lang.pick("the output has the length asked for", "输出长度符合要求"),
        };
        let state = if unchecked.contains(&rule) {
            lang.pick("not checkable from these files", "无法由这些文件检查")
        } else {
            lang.pick("checked", "已检查")
        };
        vec![Cell::Head(name.into()), Cell::Words(state.into())]
    });
    let head = [
        lang.pick("Rule for every request", "对每个请求的规则"),
        lang.pick("State", "状态"),
    ];
    let rules = table(
        lang.pick("Strict rules", "严格规则").into(),
        head.map(String::from).into(),
        rows.into(),
    );
    let clients: BTreeSet<&String> = Side::BOTH
        .iter()
        .flat_map(|&side| &summary.totals(side).clients)
        .collect();
    let clients = clients.into_iter().cloned().collect::<Vec<_>>().join(", ");
    let lengths = Side::BOTH
        .iter()
        .any(|&side| summary.totals(side).inputs.contains(&Seen::Lengths));
    let inputs = if lengths {
        lang.pick(
            "Both sides of every round have the same input lengths in the same order; the client's files do not hold the prompts themselves.",
            "每一轮两侧的输入长度及顺序一致；客户端文件不含 Prompt 本身。",
        )
    } else {
        lang.pick(
            "Both sides of every round have the same prompts in the same order.",
            "每一轮两侧的 Prompt 及顺序一致。",
        )
    };
    view! {
        <h3>{lang.pick("How requests were judged", "如何判定请求")}</h3>
        <p>{lang.pick("Load client: ", "压测客户端：")}{clients}". "{inputs}</p>
        {rules}
    }
}

/// Requests with another input length than asked.
fn input_notes(report: &Report, lang: Lang) -> impl IntoView + use<> {
    let notes: Vec<_> = report
        .input_notes
        .iter()
        .map(|note| {
            let side = side_name(note.side, lang);
            let rounds::InputNote { scenario, round, request, found, asked, .. } = note;
            let line = match lang {
                Lang::En => format!("{scenario}, {side}, round {round}, request {request}: {found} input tokens where {asked} were asked"),
                Lang::Zh => format!("{scenario}，{side}，第 {round} 轮，请求 {request}：要求 {asked} 个输入 Token，实际 {found} 个"),
            };
            view! { <li>{line}</li> }
        })
        .collect();
    (!notes.is_empty()).then(|| {
        view! {
            <details>
                <summary>{lang.pick("Inputs noted, not failed: ", "已注明、未判失败的输入：")}{notes.len()}</summary>
                <ul>{notes}</ul>
            </details>
        }
    })
}
