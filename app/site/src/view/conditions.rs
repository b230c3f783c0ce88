use charts::Lang;
use rounds::{Report, Side, Text};
use summary::{Rule, Seen, Summary};

use super::{
    figure::side_name,
    head,
    markup::{Markup, code, details, list, node, text},
    table::{Cell, table},
};
use crate::Page;

/// What the figures cannot support.
pub(super) fn limits(page: &Page) -> Markup {
    let lang = page.address.lang;
    let title = text(
        "h2",
        lang.pick("What these figures cannot say", "这些数字不能说明什么"),
    );
    let limits = page
        .report
        .limits
        .iter()
        .map(|text| lang.pick(&text.en, &text.zh).clone());
    node("section", &[("id", "limits")], vec![title, list(limits)])
}

/// What ran, on what, and what differs between the sides.
pub(super) fn section(page: &Page) -> Markup {
    let lang = page.address.lang;
    let report = &page.report;
    let say = |text: &Text| lang.pick(&text.en, &text.zh).clone();
    let (mut changed, mut same, mut unstated) = (vec![], vec![], vec![]);
    let or_not = |value: Option<String>| {
        Cell::Words(value.unwrap_or_else(|| lang.pick("not stated", "未说明").into()))
    };
    for (name, before, after) in facts(report, lang) {
        let name = Cell::Head(name);
        match (before, after) {
            (Some(before), Some(after)) if before == after => {
                same.push(vec![name, Cell::Words(before)])
            }
            (Some(before), Some(after)) => {
                changed.push(vec![name, Cell::Words(before), Cell::Words(after)])
            }
            (before, after) => unstated.push(vec![name, or_not(before), or_not(after)]),
        }
    }
    let [baseline, candidate] = Side::BOTH.map(|side| side_name(side, lang));
    let what = lang.pick("What", "项目");
    let changed_name = lang.pick("Changed with the upgrade", "随升级变化");
    let same_name = lang.pick("Same on both sides", "两侧相同");
    let unstated_name = lang.pick("Not stated on both sides", "未在两侧都说明");
    let launch = if report.sides.baseline.launch == report.sides.candidate.launch {
        vec![text("p", same_name), code(&report.sides.baseline.launch)]
    } else {
        Side::BOTH
            .into_iter()
            .flat_map(|side| {
                [
                    text("p", side_name(side, lang)),
                    code(&report.sides.of(side).launch),
                ]
            })
            .collect()
    };
    let mut inside = vec![
        text("h2", lang.pick("Conditions", "实验条件")),
        text("p", say(&report.hardware)),
        text("p", say(&report.model)),
        text("h3", changed_name),
        table(changed_name, &[what, baseline, candidate], changed),
        details(same_name, vec![table(same_name, &[what, same_name], same)]),
        details(
            unstated_name,
            vec![table(unstated_name, &[what, baseline, candidate], unstated)],
        ),
        details(lang.pick("Launch arguments", "启动参数"), launch),
    ];
    if let Some((context, summary)) = page.batches.first() {
        inside.push(text("h3", lang.pick("Run order", "执行顺序")));
        inside.push(text("p", say(&context.run_order)));
        inside.push(list(context.notes.iter().map(say)));
        if let Ok(summary) = summary {
            inside.extend(rules(summary, lang));
        }
    }
    inside.extend(input_notes(report, lang));
    node("section", &[], inside)
}

/// Every fact by its name, before and after; `None` where a side does not state it.
fn facts(report: &Report, lang: Lang) -> Vec<(String, Option<String>, Option<String>)> {
    let (before, after) = (&report.sides.baseline, &report.sides.candidate);
    let text = |text: &Text| lang.pick(&text.en, &text.zh).clone();
    let both = |name: &str, a: String, b: String| (name.to_owned(), Some(a), Some(b));
    let mut facts = vec![
        both(
            lang.pick("Engine", "推理引擎"),
            head::version(before),
            head::version(after),
        ),
        both(
            lang.pick("Weights format", "权重格式"),
            before.weights_format.clone(),
            after.weights_format.clone(),
        ),
    ];
    for ((name, before), (_, after)) in before.pins.named().into_iter().zip(after.pins.named()) {
        let shown = |pin: Option<&rounds::Pin>| pin.map(ToString::to_string);
        facts.push((pin_name(name, lang).into(), shown(before), shown(after)));
    }
    let of = |side: &rounds::SideContext, name: &Text| {
        side.facts
            .iter()
            .find(|fact| fact.name == *name)
            .map(|fact| text(&fact.value))
    };
    let only_after = after
        .facts
        .iter()
        .filter(|fact| before.facts.iter().all(|other| other.name != fact.name));
    for fact in before.facts.iter().chain(only_after) {
        facts.push((
            text(&fact.name),
            of(before, &fact.name),
            of(after, &fact.name),
        ));
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
pub(super) fn rules(summary: &Summary, lang: Lang) -> Vec<Markup> {
    let totals = Side::BOTH.map(|side| summary.totals(side));
    let row = |rule: &Rule| {
        let name = match rule {
            Rule::Http => lang.pick(
                "HTTP 200, or no text kept of any other answer",
                "HTTP 200（或客户端不保留其他应答的文本）",
            ),
            Rule::Done => lang.pick("the stream's end mark came", "收到流结束标志"),
            Rule::Text => lang.pick("some text is not empty", "存在非空文本"),
            Rule::Usage => lang.pick("the usage is valid", "usage 有效"),
            Rule::Length => lang.pick("the output has the length asked for", "输出长度符合要求"),
        };
        let state = if totals.iter().any(|totals| totals.unchecked.contains(rule)) {
            lang.pick("not checkable from these files", "无法根据这些文件核对")
        } else {
            lang.pick("checked", "已检查")
        };
        vec![Cell::Head(name.into()), Cell::Words(state.into())]
    };
    let clients = totals.iter().flat_map(|totals| &totals.clients);
    let mut clients: Vec<String> = clients.map(ToString::to_string).collect();
    clients.dedup();
    let clients = clients.join(", ");
    let inputs = if totals
        .iter()
        .any(|totals| totals.inputs.contains(&Seen::Lengths))
    {
        lang.pick(
            "Both sides of every compared round have the same input lengths in the same order; the client's files do not hold the prompts themselves.",
            "参与对比的每一轮，两侧的输入长度及顺序一致；客户端文件不含 Prompt 本身。",
        )
    } else {
        lang.pick(
            "Both sides of every compared round have the same prompts in the same order.",
            "参与对比的每一轮，两侧的 Prompt 及顺序一致。",
        )
    };
    // Without any input shown there is nothing to say of both sides.
    let inputs = if totals.iter().all(|totals| totals.inputs.is_empty()) {
        lang.pick(
            "The client's files show nothing of the inputs, so no scenario can be compared.",
            "客户端文件不含任何输入信息，因此没有场景可以对比。",
        )
    } else {
        inputs
    };
    let client = match lang {
        Lang::En => format!("Load client: {clients}. {inputs}"),
        Lang::Zh => format!("压测客户端：{clients}。{inputs}"),
    };
    vec![
        text("h3", lang.pick("How requests were judged", "如何判定请求")),
        text("p", client),
        table(
            lang.pick("Strict rules", "严格规则"),
            &[
                lang.pick("Rule for every request", "对每个请求的规则"),
                lang.pick("State", "状态"),
            ],
            Rule::ALL.iter().map(row).collect(),
        ),
    ]
}

/// Requests with another input length than asked; nothing where there are none.
fn input_notes(report: &Report, lang: Lang) -> Option<Markup> {
    let notes = &report.input_notes;
    if notes.is_empty() {
        return None;
    }
    let lines = notes.iter().map(|note| {
        let side = side_name(note.side, lang);
        let rounds::InputNote { batch, scenario, round, request, found, asked, .. } = note;
        match lang {
            Lang::En => format!(
                "{batch}, {scenario}, {side}, round {round}, request {request}: {found} input tokens where {asked} were asked"
            ),
            Lang::Zh => {
                format!("{batch}，{scenario}，{side}，第 {round} 轮，请求 {request}：要求 {asked} 个输入 Token，实际 {found} 个")
            }
        }
    });
    let summary = format!(
        "{}{}",
        lang.pick("Inputs noted, not failed: ", "输入长度有偏差但不计为失败："),
        notes.len()
    );
    Some(details(summary, vec![list(lines)]))
}
