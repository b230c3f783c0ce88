use charts::{Lang, label, words};
use rounds::{Id, Side, SideContext, Status};
use summary::{Figure, Metric, Of, Summary};

use super::{
    figure::gain,
    markup::{Markup, classed, link, node, text, words as plain},
    table::chosen,
};
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
    inside.push(text(
        "p",
        lang.pick(&report.question.en, &report.question.zh),
    ));
    if let Some((context, Ok(summary))) = page.batches.first() {
        inside.push(classed("p", "headline", words::headline(summary, lang)));
        inside.push(node(
            "p",
            &[("id", "verdict")],
            vec![plain(words::verdict(&summary.verdict, lang))],
        ));
        inside.extend(
            words::sensitivity(&summary.verdict, lang).map(|line| classed("p", "note", line)),
        );
        inside.push(how(&context.id, lang));
        inside.push(numbers(page, &context.id, summary));
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

/// What opens the proof of a batch's verdict, and that every figure has one. Hidden in a page that is only read.
pub(super) fn how(batch: &Id, lang: Lang) -> Markup {
    let figure = Figure {
        batch: batch.clone(),
        of: Of::Verdict,
    };
    let button = node(
        "button",
        &[("name", &figure.to_string())],
        vec![plain(lang.pick("How was this made?", "怎么算的？"))],
    );
    let hint = lang.pick(
        " Any number, bar or dot can be chosen too: each shows its formula, its rows and a command that repeats it.",
        " 任何数字、柱或点也都可以点选：查看公式、所用数据行与复算命令。",
    );
    node("p", &[("class", "note hint")], vec![button, plain(hint)])
}

/// The few numbers that a reader takes away.
fn numbers(page: &Page, batch: &Id, summary: &Summary) -> Markup {
    let lang = page.address.lang;
    let [before, after] = Side::BOTH.map(|side| {
        let of = Of::Failed(side);
        let batch = batch.clone();
        let counts = words::all_failed(summary.totals(side), lang);
        chosen(&Figure { batch, of }, None, counts)
    });
    let totals = Side::BOTH.map(|side| summary.totals(side));
    let rounds: usize = totals.iter().map(|totals| totals.rounds).sum();
    let requests: u64 = totals.iter().map(|totals| totals.requests).sum();
    let sides = &page.report.sides;
    let all: Vec<_> = summary.scenarios.iter().collect();
    let mut inside = vec![
        number(
            lang.pick("Before", "升级前"),
            plain(version(&sides.baseline)),
        ),
        number(
            lang.pick("After", "升级后"),
            plain(version(&sides.candidate)),
        ),
    ];
    inside.extend(words::largest(&all).map(|(scenario, change)| {
        let name = format!(
            "{}: {}",
            lang.pick("Largest change", "最大变化"),
            scenario.scenario
        );
        let figure = gain(batch, scenario, Metric::OutputTokS);
        number(&name, chosen(&figure, None, label::change(change, lang)))
    }));
    inside.push(number(
        lang.pick(
            "Failed requests, before → after",
            "失败请求，升级前 → 升级后",
        ),
        Markup::all(vec![before, plain(" → "), after]),
    ));
    inside.push(number(
        lang.pick("Size", "规模"),
        plain(match lang {
            Lang::En => format!("{rounds} rounds, {} requests", label::count(requests)),
            Lang::Zh => format!("{rounds} 轮，{} 个请求", label::count(requests)),
        }),
    ));
    node("dl", &[("class", "numbers")], inside)
}

fn number(name: &str, value: Markup) -> Markup {
    node(
        "div",
        &[],
        vec![text("dt", name), node("dd", &[], vec![value])],
    )
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
