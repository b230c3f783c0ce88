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
    let title = text("h2", messages::limits(lang));
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
        Cell::Words(value.unwrap_or_else(|| messages::not_stated(lang).into()))
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
    let what = messages::what(lang);
    let changed_name = messages::changed_with_upgrade(lang);
    let same_name = messages::same_on_both(lang);
    let unstated_name = messages::not_stated_on_both(lang);
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
        text("h2", messages::conditions(lang)),
        text("p", say(&report.hardware)),
        text("p", say(&report.model)),
        text("h3", changed_name),
        table(changed_name, &[what, baseline, candidate], changed),
        details(same_name, vec![table(same_name, &[what, same_name], same)]),
        details(
            unstated_name,
            vec![table(unstated_name, &[what, baseline, candidate], unstated)],
        ),
        details(messages::launch_arguments(lang), launch),
    ];
    if let Some((context, summary)) = page.batches.first() {
        inside.push(text("h3", messages::run_order(lang)));
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
            messages::engine(lang),
            head::version(before),
            head::version(after),
        ),
        both(
            messages::weights_format(lang),
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
        "image_digest" => messages::image_digest(lang),
        "package_digest" => messages::package_digest(lang),
        "source_commit" => messages::source_commit(lang),
        "model_revision" => messages::model_revision(lang),
        "dependency_lock" => messages::dependency_lock(lang),
        other => other,
    }
}

/// Which rules the rounds could be held to.
pub(super) fn rules(summary: &Summary, lang: Lang) -> Vec<Markup> {
    let totals = Side::BOTH.map(|side| summary.totals(side));
    let row = |rule: &Rule| {
        let name = match rule {
            Rule::Http => messages::rule_http(lang),
            Rule::Done => messages::rule_done(lang),
            Rule::Text => messages::rule_text(lang),
            Rule::Usage => messages::rule_usage(lang),
            Rule::Length => messages::rule_length(lang),
        };
        let state = if totals.iter().any(|totals| totals.unchecked.contains(rule)) {
            messages::rule_open(lang)
        } else {
            messages::rule_checked(lang)
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
        messages::inputs_lengths(lang)
    } else {
        messages::inputs_prompts(lang)
    };
    // Without any input shown there is nothing to say of both sides.
    let inputs = if totals.iter().all(|totals| totals.inputs.is_empty()) {
        messages::inputs_unseen(lang)
    } else {
        inputs
    };
    let client = messages::load_client(lang, clients, inputs);
    vec![
        text("h3", messages::how_judged(lang)),
        text("p", client),
        table(
            messages::strict_rules(lang),
            &[messages::rule_for_every(lang), messages::state(lang)],
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
        let rounds::InputNote {
            batch,
            scenario,
            round,
            request,
            found,
            asked,
            ..
        } = note;
        messages::input_note(lang, asked, batch, found, request, round, scenario, side)
    });
    let summary = messages::inputs_noted(lang, notes.len());
    Some(details(summary, vec![list(lines)]))
}
