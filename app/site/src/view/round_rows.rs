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
        let said = lang.pick(
            "Ours is recomputed from the requests under the strict rules; the client's own figure stands beside it and is used for nothing. To check a round, ask its publisher for the raw file with this SHA-256. The same columns are in the files above.",
            "我们的数值由逐条请求按严格规则重算；客户端自报数值仅作对照，不参与任何计算。核查某一轮时，可向发布者索取具有该 SHA-256 的原始文件。同样的列也在上面的文件中。",
        );
        let rows = all(&context.id, &scenarios, lang);
        Markup::all(vec![text("p", said), rows]).put(place);
    }
}

fn all(batch: &Id, scenarios: &[&ScenarioSummary], lang: Lang) -> Markup {
    let head = [
        lang.pick("Scenario", "场景"),
        lang.pick("Side", "版本"),
        lang.pick("Round", "轮次"),
        lang.pick("Rests on", "依据"),
        lang.pick("Not checkable", "无法核对的规则"),
        lang.pick("Completed: ours / client's", "成功数：我们/客户端"),
        lang.pick(
            "Output tokens/s: ours / client's",
            "输出 Token/s：我们/客户端",
        ),
        lang.pick(
            "P95 TTFT ms: ours / client's",
            "P95 TTFT（ms）：我们/客户端",
        ),
        lang.pick("Raw file SHA-256", "原始文件 SHA-256"),
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
    table(lang.pick("Every round", "逐轮明细"), &head, rows.collect())
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
        file += &match lang {
            Lang::En => format!(", part {}", round.source_part),
            Lang::Zh => format!("，第 {} 段", round.source_part),
        };
    }
    vec![
        Cell::Head(scenario.scenario.to_string()),
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
        Evidence::Requests => lang.pick("every request", "逐条请求"),
        Evidence::Counts => lang.pick("the client's sums", "客户端汇总"),
        Evidence::Asked => lang.pick(
            "the client's sums, over the number asked",
            "客户端汇总，分母为计划请求数",
        ),
    }
}
