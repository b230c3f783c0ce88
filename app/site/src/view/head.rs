use charts::{Lang, label, words};
use rounds::{Side, SideContext, Status};
use summary::Summary;

use super::markup::{Markup, classed, link, list, node, text, words as plain};
use crate::Page;

/// The bar over the page: whose it is, which reports there are, the other language.
pub(super) fn top(page: &Page) -> Markup {
    let lang = page.address.lang;
    let report = |listed: &rounds::Listed| {
        let href = page.address.page(listed.id.as_str(), lang);
        let title = lang.pick(&listed.title.en, &listed.title.zh);
        let withdrawn = listed
            .newest()
            .is_some_and(|release| release.withdrawn.is_some());
        let state = if withdrawn {
            lang.pick("withdrawn", "已撤回")
        } else {
            status(listed.status, lang)
        };
        let inside = vec![plain(format!("{title} ")), text("small", state)];
        let current = listed.id.as_str() == page.address.report;
        let attributes = [("href", href.as_str()), ("aria-current", "page")];
        node(
            "li",
            &[],
            vec![node("a", &attributes[..1 + usize::from(current)], inside)],
        )
    };
    let reports = node(
        "ul",
        &[],
        page.catalogue.reports.iter().map(report).collect(),
    );
    let other = lang.pick(Lang::Zh, Lang::En);
    let href = page.address.page(&page.address.report, other);
    let attributes = [
        ("class", "lang"),
        ("href", &href),
        ("lang", other.tag()),
        ("hreflang", other.tag()),
    ];
    node(
        "header",
        &[("class", "top")],
        vec![
            brand(),
            node(
                "nav",
                &[("aria-label", lang.pick("Reports", "报告"))],
                vec![reports],
            ),
            node("a", &attributes, vec![plain(other.pick("English", "中文"))]),
        ],
    )
}

/// The name of the product.
pub(super) fn brand() -> Markup {
    let mark = node("span", &[("aria-hidden", "true")], vec![plain("† ")]);
    node("p", &[("class", "brand")], vec![mark, plain("Daggerboard")])
}

fn status(status: Status, lang: Lang) -> &'static str {
    match status {
        Status::Measured => lang.pick("measured", "实测"),
        Status::Illustrative => lang.pick("illustrative", "示意"),
    }
}

/// What was upgraded on what, and what came of it.
pub(super) fn verdict(page: &Page) -> Markup {
    let lang = page.address.lang;
    let report = &page.report;
    let mut inside = vec![text("h1", lang.pick(&report.title.en, &report.title.zh))];
    inside.extend(standing(page));
    if report.status == Status::Illustrative {
        let loud = text("strong", lang.pick("Illustrative.", "示意数据。"));
        let rest = lang.pick(
            " Reconstructed to match published figures. These are not measurements.",
            "按已发表的数字重建，并非实测结果。",
        );
        inside.push(node("p", &[("class", "banner")], vec![loud, plain(rest)]));
    }
    inside.extend(doubts(page));
    inside.push(text(
        "p",
        lang.pick(&report.question.en, &report.question.zh),
    ));
    if let Some((_, Ok(summary))) = page.batches.first() {
        inside.push(classed("p", "headline", words::headline(summary, lang)));
        inside.push(node(
            "p",
            &[("id", "verdict")],
            vec![plain(words::verdict(&summary.verdict, lang))],
        ));
        inside.extend(
            words::sensitivity(&summary.verdict, lang).map(|line| classed("p", "note", line)),
        );
        inside.push(numbers(page, summary));
        let limits = match lang {
            Lang::En => format!(
                "What these figures cannot say ({} points)",
                report.limits.len()
            ),
            Lang::Zh => format!("这些数字不能说明什么（{} 点）", report.limits.len()),
        };
        inside.push(node("p", &[], vec![link("#limits", limits)]));
    }
    node("section", &[("class", "verdict")], inside)
}

/// What the checks find that a reader should know before any figure; nothing where they find nothing.
fn doubts(page: &Page) -> Option<Markup> {
    let lang = page.address.lang;
    let title = lang.pick(
        "In doubt: the checks found this in the release.",
        "存疑：检查在本发布中发现以下问题。",
    );
    let lines = page
        .findings
        .iter()
        .map(|(first, more)| match (more, lang) {
            (0, _) => first.to_string(),
            (_, Lang::En) => format!("{first} (and {more} more)"),
            (_, Lang::Zh) => format!("{first}（另有 {more} 处）"),
        });
    let note = [("class", "banner"), ("id", "doubts"), ("role", "note")];
    let inside = vec![text("strong", title), list(lines)];
    (!page.findings.is_empty()).then(|| node("div", &note, inside))
}

/// What became of this release since: that it was withdrawn, or that another one corrects it.
fn standing(page: &Page) -> Vec<Markup> {
    let lang = page.address.lang;
    let Some(listed) = page.catalogue.report(&page.address.report) else {
        return vec![];
    };
    let Some((_, release)) = listed.release(&page.address.release) else {
        return vec![];
    };
    let mut said = vec![];
    if let Some(withdrawn) = &release.withdrawn {
        let why = lang.pick(&withdrawn.reason.en, &withdrawn.reason.zh);
        let (loud, rest) = match lang {
            Lang::En => (
                format!("Withdrawn on {}.", withdrawn.date),
                format!(" Its publisher no longer stands by these figures: {why}"),
            ),
            Lang::Zh => (
                format!("已于 {} 撤回。", withdrawn.date),
                format!("发布者不再为这些数字负责：{why}"),
            ),
        };
        let banner = [("class", "banner"), ("role", "alert")];
        let inside = vec![text("strong", loud), plain(rest)];
        said.push(node("p", &banner, inside));
    }
    if let Some(newer) = listed.corrected_by(&release.id) {
        let words = match lang {
            Lang::En => format!("Release {} of this report corrects this one.", newer.id),
            Lang::Zh => format!("本报告的发布版本 {} 更正了此版本。", newer.id),
        };
        said.push(classed("p", "banner", words));
    }
    said
}

/// The few numbers that a reader takes away.
fn numbers(page: &Page, summary: &Summary) -> Markup {
    let lang = page.address.lang;
    let failed = Side::BOTH
        .map(|side| failed(summary, side, lang))
        .join(" → ");
    let totals = Side::BOTH.map(|side| summary.totals(side));
    let rounds: usize = totals.iter().map(|totals| totals.rounds).sum();
    let requests: u64 = totals.iter().map(|totals| totals.requests).sum();
    let sides = &page.report.sides;
    let all: Vec<_> = summary.scenarios.iter().collect();
    let mut inside = vec![
        number(lang.pick("Before", "升级前"), version(&sides.baseline)),
        number(lang.pick("After", "升级后"), version(&sides.candidate)),
    ];
    inside.extend(words::largest(&all).map(|(scenario, change)| {
        let name = format!(
            "{}: {}",
            lang.pick("Largest change", "最大变化"),
            scenario.scenario
        );
        number(&name, label::change(change, lang))
    }));
    inside.push(number(
        lang.pick(
            "Failed requests, before → after",
            "失败请求，升级前 → 升级后",
        ),
        failed,
    ));
    inside.push(number(
        lang.pick("Size", "规模"),
        match lang {
            Lang::En => format!("{rounds} rounds, {} requests", label::count(requests)),
            Lang::Zh => format!("{rounds} 轮，{} 个请求", label::count(requests)),
        },
    ));
    node("dl", &[("class", "numbers")], inside)
}

fn number(name: &str, value: String) -> Markup {
    node("div", &[], vec![text("dt", name), text("dd", value)])
}

/// `6/984 (0.61 %)`.
pub(super) fn failed(summary: &Summary, side: Side, lang: Lang) -> String {
    let totals = summary.totals(side);
    let share = totals.failed_percent.map_or(String::new(), |percent| {
        format!(" ({})", label::share(percent))
    });
    let counts = words::failures(
        totals.failures.total(),
        totals.requests,
        totals.weakest(),
        lang,
    );
    format!("{counts}{share}")
}

/// The program of a side with its version.
pub(super) fn version(side: &SideContext) -> String {
    format!("{} {}", side.engine, side.version)
}

/// What the page is and is not.
pub(super) fn foot(page: &Page) -> Markup {
    let lang = page.address.lang;
    let said = lang.pick(
        "Identities of machines are withheld. Nothing here proves that a measurement was honest; it proves which bytes the figures come from. Release: ",
        "机器身份不予公开。本页不能证明测量真实可信，只能证明数字由哪些文件算出。发布版本：",
    );
    let release = page.address.file("");
    let name = format!("{} {}", page.lineage.report, page.lineage.release);
    node(
        "footer",
        &[],
        vec![
            node(
                "p",
                &[],
                vec![plain(said), link(&format!("{release}SHA256SUMS"), name)],
            ),
            classed("p", "digest", page.root.to_string()),
        ],
    )
}
