//! The start page: every report, the newest first. It has a script of its own (`app/cli/start.js`), which finds what it needs
//! by the ids and `data-` attributes written here; what it says stands here too.

use charts::Lang;
use leptos::prelude::*;
use rounds::Status;

use super::{
    bar,
    markup::{Markup, classed, link, node, text, words as plain},
};
use crate::Entry;

/// The start page's title and description.
pub fn title(lang: Lang) -> [&'static str; 2] {
    [messages::start_title(lang), messages::start_about(lang)]
}

/// The start page, which sorts `entries`: the newest first, then by id.
pub fn start(entries: &mut [Entry], lang: Lang) -> AnyView {
    entries.sort_by(|a, b| {
        let (a, b) = (&a.report, &b.report);
        b.date.cmp(&a.date).then_with(|| a.id.cmp(&b.id))
    });
    let mut inside = vec![
        text("h1", messages::start_title(lang)),
        classed("p", "lead", messages::start_lead(lang)),
    ];
    if entries.is_empty() {
        inside.push(text("p", messages::no_report(lang)));
    } else {
        inside.extend(find(entries, lang));
        inside.extend([found(entries.len(), lang), state(lang), list(entries, lang)]);
    }
    // For those whose browser asks for the other language, and in it.
    let other = lang.pick(Lang::Zh, Lang::En);
    let hint = [
        ("id", "other-language"),
        ("hidden", ""),
        ("lang", other.tag()),
    ];
    let top = bar::bar(vec![
        bar::brand(),
        node("p", &hint, vec![plain(messages::also_in(other))]),
        bar::language(lang, lang.pick("zh/", "../")),
    ]);
    let catalogue = link(
        &format!("{}data/catalogue.json", lang.pick("", "../")),
        "catalogue.json",
    );
    let foot = vec![node("p", &[], vec![catalogue])];
    Markup::all(vec![
        top,
        node("main", &[("class", "start")], inside),
        node("footer", &[], foot),
    ])
    .view()
}

/// The search, which needs the script; nothing where there is nothing to choose from.
fn find(entries: &[Entry], lang: Lang) -> Option<Markup> {
    let search = [
        ("type", "search"),
        ("id", "q"),
        ("autocomplete", "off"),
        ("spellcheck", "false"),
        ("aria-describedby", "find-hint"),
    ];
    let option = |value: &str, words: &str| node("option", &[("value", value)], vec![plain(words)]);
    let kinds = [Status::Measured, Status::Illustrative];
    let kinds = kinds.map(|kind| option(value(kind), status(kind, lang)));
    let mut options = vec![option("", messages::all_kinds(lang))];
    options.extend(kinds);
    let field = |id: &str, label: &str, inside: Markup| {
        let label = node("label", &[("for", id)], vec![plain(label)]);
        node("div", &[], vec![label, inside])
    };
    let hint = [("class", "note"), ("id", "find-hint")];
    let inside = vec![
        field(
            "q",
            messages::search_reports(lang),
            node("input", &search, vec![]),
        ),
        field(
            "status",
            messages::kind_of_figures(lang),
            node("select", &[("id", "status")], options),
        ),
        node("p", &hint, vec![plain(messages::search_hint(lang))]),
    ];
    let form = [("role", "search"), ("id", "find")];
    (entries.len() > 1).then(|| node("form", &form, inside))
}

/// How many reports are listed. The script puts its count in the place of `{shown}`.
fn found(all: usize, lang: Lang) -> Markup {
    let attributes = [
        ("id", "found-count"),
        ("class", "note"),
        ("role", "status"),
        ("data-some", &*messages::found_some(lang, all, "{shown}")),
        ("data-none", messages::found_none(lang)),
        ("data-unknown", messages::unknown_kind(lang)),
    ];
    node(
        "p",
        &attributes,
        vec![plain(messages::found_all(lang, all))],
    )
}

fn list(entries: &[Entry], lang: Lang) -> Markup {
    let attributes = [
        ("id", "reports"),
        ("class", "reports"),
        ("data-again", messages::checked_before(lang)),
        ("data-differs", messages::entry_differs(lang)),
    ];
    let items = entries.iter().map(|entry| item(entry, lang));
    node("ol", &attributes, items.collect())
}

/// One report.
fn item(entry: &Entry, lang: Lang) -> Markup {
    let (report, newest) = (&entry.report, &entry.newest);
    let day = node(
        "time",
        &[("datetime", &report.date)],
        vec![plain(&report.date)],
    );
    let kind = value(report.status);
    let mut marks = vec![
        day,
        classed("span", kind, status(report.status, lang)),
        text("span", newest.id.to_string()),
    ];
    if entry.is_signed {
        marks.push(text("span", messages::signed_mark(lang)));
    }
    if let Some(corrected) = &newest.supersedes {
        marks.push(text("span", messages::corrects(lang, corrected)));
    }
    let href = format!(
        "{}{}/{}",
        lang.pick("", "../"),
        report.id,
        lang.pick("", "zh/")
    );
    let title = link(&href, lang.pick(&report.title.en, &report.title.zh));
    let mut inside = vec![node("h2", &[], vec![title])];
    // Most titles say it.
    let versions = entry.versions();
    if !entry.is_titled_by_versions(lang) {
        inside.push(classed("p", "note", &versions));
    }
    if let Some(withdrawn) = &newest.withdrawn {
        let why = lang.pick(&withdrawn.reason.en, &withdrawn.reason.zh);
        let loud = text("strong", messages::withdrawn_on(lang, &withdrawn.date));
        let said = vec![loud, plain(" "), plain(why)];
        inside.push(node("p", &[("class", "banner")], said));
    }
    let headline = entry.headline(lang);
    inside.extend(headline.map(|headline| classed("p", "finding", headline)));
    let seal = vec![
        classed("span", "seal-word", messages::checked_when_opened(lang)),
        plain(" "),
        classed("code", "digest", newest.root.to_string()),
    ];
    inside.push(node("p", &[("class", "note")], seal));
    let id = report.id.to_string();
    let words = format!("{versions} {}", entry.words());
    let releases = entry.listed.releases.len().to_string();
    let mut attributes = vec![
        ("data-id", id.as_str()),
        ("data-status", kind),
        ("data-releases", &releases),
        ("data-words", &words),
    ];
    if newest.withdrawn.is_some() {
        attributes.push(("data-withdrawn", ""));
    }
    let marks = node("p", &[("class", "marks")], marks);
    node("li", &attributes, vec![marks, node("div", &[], inside)])
}

/// A status in words.
fn status(status: Status, lang: Lang) -> &'static str {
    match status {
        Status::Measured => messages::measured(lang),
        Status::Illustrative => messages::illustrative_mark(lang),
    }
}

/// A status as the data name it.
fn value(status: Status) -> &'static str {
    match status {
        Status::Measured => "measured",
        Status::Illustrative => "illustrative",
    }
}

/// What the list rests on; the script says in about as many words what came of comparing it.
fn state(lang: Lang) -> Markup {
    let attributes = [
        ("id", "list-state"),
        ("class", "note"),
        ("role", "status"),
        ("data-same", messages::list_same(lang)),
        ("data-differs", &*messages::list_differs(lang, "{count}")),
        ("data-late", messages::list_late(lang)),
    ];
    node("p", &attributes, vec![plain(messages::list_open(lang))])
}
