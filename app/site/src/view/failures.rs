use charts::{Lang, label, words};
use rounds::BatchContext;
use summary::{Cell as Measurement, Figure, Kind, Of, Rule, ScenarioSummary, Side, Summary, Value};

use super::{
    figure::side_name,
    markup::{Markup, named, node, text},
    table::{Cell, table},
};

/// Failures by kind and side, and what was not run.
pub(super) fn section(
    lang: Lang,
    context: &BatchContext,
    summary: &Summary,
    shown: &[&ScenarioSummary],
) -> Markup {
    let sides = Side::BOTH.map(|side| side_name(side, lang));
    let figure = |of| Figure {
        batch: context.id.clone(),
        of,
    };
    let mut rows: Vec<Vec<Cell>> = Kind::ALL
        .iter()
        .map(|&kind| {
            let count = |side| {
                let totals = summary.totals(side);
                let failed = totals.failures.of(kind);
                let unchecked =
                    kind_rule(kind).is_some_and(|rule| totals.unchecked.contains(&rule));
                let counts = label::failed(failed, totals.requests);
                match (unchecked, failed) {
                    // A rule that the files cannot show has no zero: nobody looked.
                    (true, 0) => Cell::Words(messages::not_checkable(lang).into()),
                    (true, _) => {
                        Cell::Figure(messages::at_least(lang, counts), figure(Of::Failed(side)))
                    }
                    (false, _) => Cell::Figure(counts, figure(Of::Failed(side))),
                }
            };
            vec![
                Cell::Head(words::kind(kind, lang).into()),
                count(Side::Baseline),
                count(Side::Candidate),
            ]
        })
        .collect();
    let mut all = vec![Cell::Head(messages::all(lang).into())];
    all.extend(Side::BOTH.map(|side| {
        let counts = words::all_failed(summary.totals(side), lang);
        Cell::Figure(counts, figure(Of::Failed(side)))
    }));
    rows.push(all);
    let mut inside = vec![
        text("h2", messages::failures_and_not_run(lang)),
        text("p", messages::failed_stays(lang)),
        table(
            messages::failures_by_kind(lang),
            &[messages::kind(lang), sides[0], sides[1]],
            rows,
        ),
    ];
    let dagger = |side, scenario: &ScenarioSummary| {
        scenario
            .cell(side)
            .measured()
            .is_some_and(|cell| cell.dagger())
    };
    let failing = shown
        .iter()
        .filter(|scenario| Side::BOTH.iter().any(|&side| dagger(side, scenario)));
    let rows: Vec<Vec<Cell>> = failing
        .map(|scenario| {
            let mut row = vec![Cell::of(&scenario.scenario)];
            row.extend(Side::BOTH.map(|side| {
                let of = Of::Rounds(scenario.scenario.id.clone(), side, Value::Failed);
                Cell::Figure(failed(scenario.cell(side), lang), figure(of))
            }));
            row
        })
        .collect();
    if !rows.is_empty() {
        inside.push(table(
            messages::failures_by_scenario(lang),
            &[messages::scenario(lang), sides[0], sides[1]],
            rows,
        ));
    }
    let plans = context
        .scenarios
        .iter()
        .filter(|plan| shown.iter().any(|scenario| scenario.scenario.id == plan.id));
    let not_run: Vec<Markup> = plans
        .flat_map(|plan| plan.not_run.iter().map(move |entry| (plan, entry)))
        .map(|(plan, entry)| {
            let side = entry
                .side
                .map(|side| format!(" ({})", side_name(side, lang)))
                .unwrap_or_default();
            let place = format!("{}{side}", plan.scenario());
            let place = match entry.from_round {
                Some(round) => messages::stopped_before(lang, place, round),
                None => place,
            };
            named(
                format!("{place}: "),
                lang.pick(&entry.why.en, &entry.why.zh),
            )
        })
        .collect();
    if !not_run.is_empty() {
        inside.push(text("h3", messages::not_run_head(lang)));
        inside.push(node("ul", &[], not_run));
    }
    node("section", &[], inside)
}

fn failed(cell: &Measurement, lang: Lang) -> String {
    match cell.measured() {
        Some(measured) => words::failed(measured, lang),
        None => words::state(cell, lang).into(),
    }
}

/// The rule whose breach a kind of failure is.
fn kind_rule(kind: Kind) -> Option<Rule> {
    match kind {
        Kind::Http => Some(Rule::Http),
        Kind::NoDone => Some(Rule::Done),
        Kind::EmptyText => Some(Rule::Text),
        Kind::Usage => Some(Rule::Usage),
        Kind::Length => Some(Rule::Length),
        Kind::Other => None,
    }
}
