use charts::{Lang, label, words};
use leptos::prelude::*;
use rounds::{Side, Status};
use summary::{Metric, Summary};

use crate::Page;

/// The bar over the page: whose it is, which reports there are, the other language.
pub(super) fn top(page: &Page) -> impl IntoView + use<> {
    let lang = page.address.lang;
    let other = lang.pick(Lang::Zh, Lang::En);
    let reports: Vec<_> = page
        .catalogue
        .reports
        .iter()
        .map(|listed| {
            let title = lang.pick(&listed.title.en, &listed.title.zh).clone();
            let current = (listed.id.as_str() == page.address.report).then_some("page");
            let href = page.address.page(listed.id.as_str(), lang);
            view! { <li><a href=href aria-current=current>{title}" "<small>{status(listed.status, lang)}</small></a></li> }
        })
        .collect();
    view! {
        <header class="top">
            <p class="brand"><span aria-hidden="true">"† "</span>"Daggerboard"</p>
            <nav aria-label=lang.pick("Reports", "报告")><ul>{reports}</ul></nav>
            <a class="lang" href=page.address.page(&page.address.report, other) lang=other.tag() hreflang=other.tag()>
                {other.pick("English", "中文")}
            </a>
        </header>
    }
}

fn status(status: Status, lang: Lang) -> &'static str {
    match status {
        Status::Measured => lang.pick("measured", "实测"),
        Status::Illustrative => lang.pick("illustrative", "示意"),
    }
}

/// What was upgraded on what, and what came of it.
pub(super) fn verdict(page: &Page) -> impl IntoView + use<> {
    let lang = page.address.lang;
    let report = &page.report;
    let text = |text: &rounds::Text| lang.pick(&text.en, &text.zh).clone();
    let illustrative = (report.status == Status::Illustrative).then(|| {
        view! {
            <p class="banner">
                <strong>{lang.pick("Illustrative.", "示意数据。")}</strong>" "
                {lang.pick(
                    "Reconstructed to match published figures. These are not measurements.",
                    "按已发表的数字重建，并非实测结果。",
                )}
            </p>
        }
    });
    let said = page
        .batches
        .first()
        .and_then(|(_, summary)| summary.as_ref().ok())
        .map(|summary| {
            let sensitivity = words::sensitivity(&summary.verdict, lang)
                .map(|line| view! { <p class="note">{line}</p> });
            view! {
                <p class="headline">{words::headline(&summary.verdict, lang)}</p>
                <p id="verdict">{words::verdict(&summary.verdict, lang)}</p>
                {sensitivity}
                {numbers(page, summary)}
            }
        });
    view! {
        <section class="verdict">
            <h1>{text(&report.title)}</h1>
            {illustrative}
            <p>{text(&report.question)}</p>
            {said}
        </section>
    }
}

/// The few numbers that a reader takes away.
fn numbers(page: &Page, summary: &Summary) -> impl IntoView + use<> {
    let lang = page.address.lang;
    let failed = Side::BOTH.map(|side| {
        let totals = summary.totals(side);
        let share = totals.failed_percent.map_or(String::new(), |percent| {
            format!(" ({})", label::share(percent))
        });
        format!(
            "{}{share}",
            label::failed(totals.failures.total(), totals.requests)
        )
    });
    let rounds: usize = Side::BOTH
        .iter()
        .map(|&side| summary.totals(side).rounds)
        .sum();
    let requests: u64 = Side::BOTH
        .iter()
        .map(|&side| summary.totals(side).requests)
        .sum();
    let sides = &page.report.sides;
    let version = |side: &rounds::SideContext| format!("{} {}", side.engine, side.version);
    let best = summary.scenarios.iter().filter_map(|scenario| {
        let change = scenario.gain(Metric::OutputTokS).change()?;
        Some((scenario, change))
    });
    let best = best.max_by(|a, b| a.1.ratio.total_cmp(&b.1.ratio)).map(|(scenario, change)| {
        view! {
            <div>
                <dt>{lang.pick("Largest gain", "最大增幅")}": "{scenario.scenario.to_string()}</dt>
                <dd>{label::change(change, lang)}</dd>
            </div>
        }
    });
    view! {
        <dl class="numbers">
            <div><dt>{lang.pick("Before", "升级前")}</dt><dd>{version(&sides.baseline)}</dd></div>
            <div><dt>{lang.pick("After", "升级后")}</dt><dd>{version(&sides.candidate)}</dd></div>
            {best}
            <div>
                <dt>{lang.pick("Failed requests, before → after", "失败请求，升级前 → 升级后")}</dt>
                <dd>{failed.join(" → ")}</dd>
            </div>
            <div><dt>{lang.pick("Rounds, requests", "轮次与请求")}</dt><dd>{format!("{rounds}, {}", thousands(requests))}</dd></div>
        </dl>
    }
}

/// `1,968`.
fn thousands(count: u64) -> String {
    let digits = count.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// What the page is and is not.
pub(super) fn foot(page: &Page) -> impl IntoView + use<> {
    let lang = page.address.lang;
    view! {
        <footer>
            <p>{lang.pick(
                "Identities of machines are withheld. Nothing here proves that a measurement was honest; it proves which bytes the figures come from.",
                "机器身份不予公开。本页不能证明测量是诚实的，只能证明数字来自哪些字节。",
            )}</p>
            <p class="digest">{format!("{} {} · {}", page.lineage.report, page.lineage.release, page.root)}</p>
        </footer>
    }
}
