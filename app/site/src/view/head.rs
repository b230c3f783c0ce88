use charts::{Lang, label, words};
use rounds::{Id, Listed, ListedRelease, Side, SideContext, Status};
use summary::{Figure, Metric, Of, Summary};

use super::{
    correction,
    figure::gain,
    markup::{Markup, classed, link, list, node, text, words as plain},
    table::chosen,
};
use crate::Page;

/// The bar over the page: whose it is, which reports there are, the other language.
pub(super) fn top(page: &Page) -> Markup {
    let lang = page.address.lang;
    let report = |listed: &rounds::Listed| {
        let href = page.address.newest(listed.id.as_str());
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
        // The page of an older release is below the one that this leads to.
        let here = if page.newer().is_some() {
            "true"
        } else {
            "page"
        };
        let attributes = [("href", href.as_str()), ("aria-current", here)];
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
    let attributes = [
        ("class", "lang"),
        ("href", page.address.other_language()),
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
pub(super) fn verdict(page: &Page, related: &[Page]) -> Markup {
    let lang = page.address.lang;
    let report = &page.report;
    let mut inside = vec![text("h1", lang.pick(&report.title.en, &report.title.zh))];
    inside.extend(standing(page, related));
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

/// What became of this release since, and what it made of an earlier one.
fn standing(page: &Page, related: &[Page]) -> Vec<Markup> {
    let lang = page.address.lang;
    let banner = [("class", "banner"), ("role", "alert")];
    let release = |id: &Id| link(&page.address.permanent(id.as_str()), id.to_string());
    let mut said = vec![];
    if !page.address.unknown.is_empty() {
        said.push(node("p", &banner, vec![plain(unknown(page))]));
    }
    if let Some((loud, rest)) = withdrawn(page) {
        said.push(node("p", &banner, vec![text("strong", loud), plain(rest)]));
    }
    if let Some(newer) = page.corrected_by() {
        let (start, end) = lang.pick(
            ("Release ", " of this report corrects this one."),
            ("本报告的发布版本 ", " 更正了此版本。"),
        );
        let inside = vec![plain(start), release(newer), plain(end)];
        said.push(node("p", &[("class", "banner")], inside));
        said.push(correction::part(page, newer, related));
    }
    let newer = page.newer();
    if let Some(newer) = newer.filter(|newer| page.corrected_by() != Some(newer)) {
        let (start, end) = lang.pick(
            ("The newest release of this report is ", "."),
            ("本报告的最新发布版本是 ", "。"),
        );
        let inside = vec![plain(start), release(newer), plain(end)];
        said.push(node("p", &[("class", "banner")], inside));
    }
    if let Some(older) = page.corrects() {
        let (start, end) = lang.pick(
            ("This release corrects release ", "."),
            ("此版本更正了发布版本 ", "。"),
        );
        said.push(node(
            "p",
            &[],
            vec![plain(start), release(older), plain(end)],
        ));
        said.push(correction::part(page, older, related));
    }
    said
}

/// That the address asks for a release that is not there, and which ones are.
fn unknown(page: &Page) -> String {
    let (here, lang) = (&page.address.release, page.address.lang);
    let releases = page.listed().map_or(vec![], |listed| {
        let ids = listed.releases.iter();
        ids.map(|release| release.id.to_string()).collect()
    });
    let releases = releases.join(lang.pick(", ", "、"));
    let asked = match page.address.unknown.parse::<Id>() {
        Ok(id) => format!(" {id}"),
        // Whatever it is, it is nothing to repeat.
        Err(_) => String::new(),
    };
    match lang {
        Lang::En => format!(
            "The address asks for a release{asked} that this report does not have. It has {releases}; this is {here}."
        ),
        Lang::Zh => {
            format!("地址所要求的发布版本{asked}不存在。本报告有 {releases}；此处显示 {here}。")
        }
    }
}

/// That the release was withdrawn, and why.
fn withdrawn(page: &Page) -> Option<(String, String)> {
    let lang = page.address.lang;
    let withdrawn = page.entry()?.withdrawn.as_ref()?;
    let why = lang.pick(&withdrawn.reason.en, &withdrawn.reason.zh);
    Some(match lang {
        Lang::En => (
            format!("Withdrawn on {}.", withdrawn.date),
            format!(" Its publisher no longer stands by these figures: {why}"),
        ),
        Lang::Zh => (
            format!("已于 {} 撤回。", withdrawn.date),
            format!("发布者不再为这些数字负责：{why}"),
        ),
    })
}

/// The page's title and description for those who only see these: with the release where there is a newer one, and with what
/// became of it.
pub fn title(page: &Page) -> [String; 2] {
    let lang = page.address.lang;
    let report = &page.report;
    let mut title = lang.pick(&report.title.en, &report.title.zh).clone();
    let mut description = lang.pick(&report.question.en, &report.question.zh).clone();
    if page.newer().is_some() {
        title += &format!(", {}", page.address.release);
    }
    if let Some(newer) = page.corrected_by() {
        title += &match lang {
            Lang::En => format!(" (corrected by {newer})"),
            Lang::Zh => format!("（已由 {newer} 更正）"),
        };
    }
    if let Some((loud, rest)) = withdrawn(page) {
        title += lang.pick(" (withdrawn)", "（已撤回）");
        description = format!("{loud}{rest} {description}");
    }
    [title, description]
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

/// What the page is and is not, and where each release is for good.
pub(super) fn foot(page: &Page) -> Markup {
    let lang = page.address.lang;
    let said = lang.pick(
        "Identities of machines are withheld. Nothing here proves that a measurement was honest; it proves which bytes the figures come from. Release: ",
        "机器身份不予公开。本页不能证明测量真实可信，只能证明数字由哪些文件算出。发布版本：",
    );
    let sums = page.address.file("SHA256SUMS");
    let name = format!("{} {}", page.lineage.report, page.lineage.release);
    let permanent = lang.pick("Permanent page of this release", "此发布版本的永久页面");
    let permanent = link(&page.address.permanent(&page.address.release), permanent);
    let mut inside = vec![
        node("p", &[], vec![plain(said), link(&sums, name)]),
        classed("p", "digest", page.root.to_string()),
        node("p", &[], vec![permanent]),
    ];
    inside.extend(page.listed().and_then(|listed| releases(page, listed)));
    node("footer", &[], inside)
}

/// Every release of the report with what became of it; nothing where there is but one.
fn releases(page: &Page, listed: &Listed) -> Option<Markup> {
    let lang = page.address.lang;
    let release = |release: &ListedRelease| {
        let href = page.address.permanent(release.id.as_str());
        let attributes = [("href", href.as_str()), ("aria-current", "true")];
        let current = release.id.as_str() == page.address.release;
        let id = vec![plain(release.id.to_string())];
        let mut states = vec![];
        if release.withdrawn.is_some() {
            states.push(lang.pick("withdrawn", "已撤回").to_owned());
        }
        if let Some(newer) = listed.corrected_by(&release.id) {
            states.push(match lang {
                Lang::En => format!("corrected by {}", newer.id),
                Lang::Zh => format!("已由 {} 更正", newer.id),
            });
        }
        let inside = vec![
            node("a", &attributes[..1 + usize::from(current)], id),
            plain(states.join(lang.pick(", ", "，"))),
        ];
        node("li", &[], inside)
    };
    let name = lang.pick("Releases of this report", "本报告的发布版本");
    let links = listed.releases.iter().map(release).collect();
    let links = node("ul", &[], links);
    let open = lang.pick(
        "Not checked yet in this browser: whether each release says of itself what stands here.",
        "本浏览器尚未校验：各发布版本自述的内容是否与此处一致。",
    );
    let status = [("id", "history"), ("role", "status")];
    let inside = vec![plain(name), links, node("p", &status, vec![plain(open)])];
    let nav = node("nav", &[("aria-label", name)], inside);
    (listed.releases.len() > 1).then_some(nav)
}
