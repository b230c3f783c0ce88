use std::sync::Arc;

use charts::{Lang, advice, label, words};
use leptos::prelude::*;
use rounds::{Id, Panel, Side, SideContext, Status};
use summary::{Figure, Metric, Of, Summary, Tally};

use super::{
    Checks, correction,
    figure::gain,
    markup::{HERE, Markup, classed, link, list, node, sentence, text, words as plain},
    table::chosen,
    workload,
};
use crate::{Check, Page};

/// What was upgraded on what, and what came of it: on the first screen of a phone, with what was left out and whether it was
/// checked.
pub(super) fn verdict(page: &Arc<Page>, checks: Checks, related: &[Page]) -> AnyView {
    let lang = page.address.lang;
    let report = &page.report;
    let mut inside = vec![text("h1", lang.pick(&report.title.en, &report.title.zh))];
    inside.extend(standing(page, related));
    if report.status == Status::Illustrative {
        let loud = text("strong", messages::illustrative_loud(lang));
        let said = sentence(&messages::illustrative_banner(lang, HERE), loud);
        inside.push(node("p", &[("class", "banner")], vec![said]));
    }
    inside.extend(doubts(page));
    let mut below = vec![];
    let first = page.batches.first();
    let first = first.and_then(|(context, summary)| Some((context, summary.as_ref().ok()?)));
    if let Some((context, summary)) = first {
        inside.push(classed("p", "headline", words::headline(summary, lang)));
        inside.push(numbers(page, &context.id, summary));
        below.push(workload::part(&context.id, summary, lang));
        below.push(node(
            "p",
            &[("id", "verdict")],
            vec![plain(words::verdict(&summary.verdict, lang))],
        ));
        below.extend(
            words::sensitivity(&summary.verdict, lang).map(|line| classed("p", "note", line)),
        );
        below.push(how(&context.id, lang));
    }
    below.push(compared(page));
    let shown = Arc::clone(page);
    let state = move || checks.with(|checks| data(checks, shown.address.lang));
    view! {
        <section class="verdict">
            {Markup::all(inside).view()}
            <p class="data"><span>{messages::data(lang)}</span>" "<a href="#seal" id="data-state">{state}</a></p>
            {Markup::all(below).view()}
        </section>
    }
    .into_any()
}

/// How far the check is, in a few words.
fn data(checks: &[Check], lang: Lang) -> String {
    let count = |wanted: fn(&Check) -> bool| checks.iter().filter(|check| wanted(check)).count();
    let differing = count(|check| matches!(check, Check::Failed(_)));
    let same = count(|check| *check == Check::Same);
    match (differing, same) {
        (0, 0) => messages::data_unchecked(lang).into(),
        (0, same) => messages::data_checked(lang, same),
        (differing, _) => messages::data_differs(lang, differing),
    }
}

/// What question the report asks, of which programs, and what its figures cannot say.
fn compared(page: &Page) -> Markup {
    let lang = page.address.lang;
    let report = &page.report;
    let sides = &report.sides;
    let programs = format!(
        "{} → {}",
        version(&sides.baseline),
        version(&sides.candidate)
    );
    let count = report.limits.len();
    let limits = messages::limits_count(lang, count);
    let inside = vec![
        text("h2", messages::what_was_compared(lang)),
        text("p", lang.pick(&report.question.en, &report.question.zh)),
        text("p", programs),
        node("p", &[], vec![link("#limits", limits)]),
    ];
    node("div", &[("class", "compared")], inside)
}

/// What the checks find that a reader should know before any figure; nothing where they find nothing.
fn doubts(page: &Page) -> Option<Markup> {
    let lang = page.address.lang;
    let title = messages::in_doubt(lang);
    let lines = page.findings.iter().map(|(first, more)| match more {
        0 => first.said(lang),
        _ => messages::doubt_and_more(lang, first.said(lang), more),
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
    if let Some((loud, why)) = withdrawn(page) {
        let withdrawn = messages::withdrawn_why(lang, HERE, why);
        said.push(node(
            "p",
            &banner,
            vec![sentence(&withdrawn, text("strong", loud))],
        ));
    }
    if let Some(newer) = page.corrected_by() {
        let corrected = sentence(&messages::corrected_by_release(lang, HERE), release(newer));
        said.push(node("p", &[("class", "banner")], vec![corrected]));
        said.push(correction::part(page, newer, related));
    }
    let newer = page.newer();
    if let Some(newer) = newer.filter(|newer| page.corrected_by() != Some(newer)) {
        let newest = sentence(&messages::newest_release(lang, HERE), release(newer));
        said.push(node("p", &[("class", "banner")], vec![newest]));
    }
    if let Some(older) = page.corrects() {
        let corrects = sentence(&messages::corrects_release(lang, HERE), release(older));
        said.push(node("p", &[], vec![corrects]));
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
    let releases = releases.join(messages::enumerating_comma(lang));
    match page.address.unknown.parse::<Id>() {
        Ok(asked) => messages::unknown_release(lang, asked, here, releases),
        // Whatever it is, it is nothing to repeat.
        Err(_) => messages::unknown_unnamed(lang, here, releases),
    }
}

/// That the release was withdrawn, and why.
fn withdrawn(page: &Page) -> Option<(String, &str)> {
    let lang = page.address.lang;
    let withdrawn = page.entry()?.withdrawn.as_ref()?;
    let why = lang.pick(&withdrawn.reason.en, &withdrawn.reason.zh);
    Some((messages::withdrawn_on(lang, &withdrawn.date), why))
}

/// The page's title and description for those who only see these: with the release where there is a newer one, and with what
/// became of it.
pub fn title(page: &Page) -> [String; 2] {
    let lang = page.address.lang;
    let report = &page.report;
    let mut title = lang.pick(&report.title.en, &report.title.zh).clone();
    let mut description = match page.batches.first() {
        Some((_, Ok(summary))) => words::headline(summary, lang),
        _ => lang.pick(&report.question.en, &report.question.zh).clone(),
    };
    if report.status == Status::Illustrative {
        description = format!("{} {description}", words::illustrative(lang));
    }
    if page.newer().is_some() {
        title += &format!(", {}", page.address.release);
    }
    if let Some(newer) = page.corrected_by() {
        title = messages::title_corrected(lang, newer, title);
    }
    if let Some((loud, why)) = withdrawn(page) {
        title = messages::title_withdrawn(lang, title);
        description = format!("{} {description}", messages::withdrawn_why(lang, loud, why));
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
        vec![plain(messages::how_made(lang))],
    );
    let hint = plain(messages::any_figure(lang));
    node(
        "p",
        &[("class", "note hint")],
        vec![button, plain(" "), hint],
    )
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
    let all: Vec<_> = summary.scenarios.iter().collect();
    let mut inside = vec![];
    for panel in Panel::BOTH {
        let shown = all.iter().filter(|one| one.scenario.panel() == panel);
        let tally = Tally::of(shown.copied(), Metric::OutputTokS);
        let name = match panel {
            Panel::LongInput => messages::throughput_long_input(lang),
            Panel::LongOutput => messages::throughput_long_output(lang),
        };
        if tally.all() > 0 {
            inside.push(number(name, plain(advice::tally(&tally, lang))));
        }
    }
    inside.extend(words::largest(&all).map(|(scenario, change)| {
        let figure = gain(batch, scenario, Metric::OutputTokS);
        let change = chosen(&figure, None, label::change(change, lang));
        let said = messages::change_of(lang, HERE, &scenario.scenario);
        number(messages::largest_change(lang), sentence(&said, change))
    }));
    inside.push(number(
        messages::left_out_of_gains(lang),
        link(
            &format!("#{batch}-ledger"),
            advice::left_out(&summary.verdict, lang),
        ),
    ));
    inside.push(number(
        messages::failed_before_after(lang),
        Markup::all(vec![before, plain(" → "), after]),
    ));
    inside.push(number(
        messages::size(lang),
        plain(messages::rounds_and_requests(
            lang,
            label::count(requests),
            rounds,
        )),
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
