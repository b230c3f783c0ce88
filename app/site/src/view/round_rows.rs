use charts::{Lang, label};
use summary::{
    Evidence, Figure, Id, Measured, Metric, Of, RoundPoint, Rule, ScenarioSummary, Side, Value,
};
use web_sys::Element;

use super::{
    figure::side_name,
    markup::{Markup, text},
    rounds::BATCH,
    table::{Cell, table},
};
use crate::Page;

/// Puts the rounds of the scenarios `shown` into `place`.
pub(super) fn fill(page: &Page, place: &Element, shown: &str) {
    let batch = place.get_attribute(BATCH);
    let batch = batch.and_then(|batch| page.batches.get(batch.parse::<usize>().ok()?));
    if let Some((context, Ok(summary))) = batch {
        let shown = shown.split(' ').filter_map(|at| at.parse::<usize>().ok());
        let scenarios: Vec<_> = shown.filter_map(|at| summary.scenarios.get(at)).collect();
        let lang = page.address.lang;
        let said = messages::rounds_explained(lang);
        let rows = all(&context.id, &scenarios, lang);
        Markup::all(vec![text("p", said), rows]).put(place);
    }
}

fn all(batch: &Id, scenarios: &[&ScenarioSummary], lang: Lang) -> Markup {
    let head = [
        messages::scenario(lang),
        messages::side(lang),
        messages::round(lang),
        messages::rests_on(lang),
        messages::rules_not_checkable(lang),
        messages::column_completed(lang),
        messages::column_throughput(lang),
        messages::column_ttft(lang),
        messages::column_raw_file(lang),
    ];
    let rows = scenarios.iter().flat_map(|scenario| {
        Side::BOTH.into_iter().flat_map(move |side| {
            let measured = scenario.cell(side).measured();
            let rounds = measured.map_or(&[][..], |Measured { rounds, .. }| rounds);
            rounds
                .iter()
                .map(move |round| row(batch, scenario, side, round, lang))
        })
    });
    table(messages::every_round(lang), &head, rows.collect())
}

fn row(
    batch: &Id,
    scenario: &ScenarioSummary,
    side: Side,
    round: &RoundPoint,
    lang: Lang,
) -> Vec<Cell> {
    let checked = round.evidence == Evidence::Requests;
    let pair = |value, ours: Option<String>, client: Option<String>| {
        let shown = |value: Option<String>| value.unwrap_or("–".into());
        // What rests on the client's sums is none of ours.
        let ours = ours.filter(|_| checked);
        let of = Of::Round(scenario.scenario.id.clone(), side, value, round.round);
        let batch = batch.clone();
        let pair = format!("{} / {}", shown(ours), shown(client));
        Cell::Figure(pair, Figure { batch, of })
    };
    let says = &round.client_says;
    let succeeded = u64::from(round.requests) - round.failures.total();
    let mut file = round.source_sha256.clone();
    if round.source_part > 1 {
        file = messages::part_of_file(lang, file, round.source_part);
    }
    vec![
        Cell::of(&scenario.scenario),
        Cell::Words(side_name(side, lang).into()),
        Cell::Words(round.round.to_string()),
        Cell::Words(evidence(round.evidence, lang).into()),
        Cell::Words(unchecked(&round.unchecked)),
        pair(
            Value::Failed,
            Some(succeeded.to_string()),
            says.completed.map(|count| count.to_string()),
        ),
        pair(
            Value::Metric(Metric::OutputTokS),
            round.value(Metric::OutputTokS).map(label::two),
            says.output_tok_s.map(label::two),
        ),
        pair(
            Value::Metric(Metric::TtftP95Ms),
            round.value(Metric::TtftP95Ms).map(label::two),
            says.ttft_p95_ms.map(label::two),
        ),
        Cell::Words(file),
    ]
}

fn unchecked(rules: &[Rule]) -> String {
    match rules {
        [] => "–".into(),
        rules => rules
            .iter()
            .map(|rule| rule.name())
            .collect::<Vec<_>>()
            .join(" "),
    }
}

fn evidence(evidence: Evidence, lang: Lang) -> &'static str {
    match evidence {
        Evidence::Requests => messages::evidence_requests(lang),
        Evidence::Counts => messages::evidence_sums(lang),
        Evidence::Asked => messages::evidence_asked(lang),
    }
}
