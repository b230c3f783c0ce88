//! Generated sentences, each whole in its language: never glued from translated pieces.

use summary::{
    Cell, Change, Direction, Evidence, Gain, Kind, Measured, Metric, ScenarioSummary, Side,
    Summary, Totals, Verdict, Why,
};

use crate::{Lang, Scale, label};

pub use messages::{
    dagger, double_dagger, gain_rule, illustrative, latency_dagger, left_out, not_resolved,
    throughput_marks,
};

/// The name of a metric in a sentence.
pub fn metric(metric: Metric, lang: Lang) -> &'static str {
    match metric {
        Metric::OutputTokS => messages::metric_output_tok_s(lang),
        Metric::TtftP50Ms => messages::metric_ttft_p50_ms(lang),
        Metric::TtftP95Ms => messages::metric_ttft_p95_ms(lang),
        Metric::TpotP50Ms => messages::metric_tpot_p50_ms(lang),
        Metric::TpotP95Ms => messages::metric_tpot_p95_ms(lang),
        Metric::E2eP50Ms => messages::metric_e2e_p50_ms(lang),
        Metric::E2eP95Ms => messages::metric_e2e_p95_ms(lang),
    }
}

/// Before or after.
pub fn side(side: Side, lang: Lang) -> &'static str {
    match side {
        Side::Baseline => messages::before(lang),
        Side::Candidate => messages::after(lang),
    }
}

/// A kind of failure.
pub fn kind(kind: Kind, lang: Lang) -> &'static str {
    match kind {
        Kind::Http => messages::failed_http(lang),
        Kind::NoDone => messages::failed_no_done(lang),
        Kind::EmptyText => messages::failed_empty_text(lang),
        Kind::Usage => messages::failed_usage(lang),
        Kind::Length => messages::failed_length(lang),
        Kind::Other => messages::failed_other(lang),
    }
}

/// The state of a cell that has no value.
pub fn state(cell: &Cell, lang: Lang) -> &'static str {
    match cell {
        Cell::NotRun => messages::not_run(lang),
        Cell::Missing => messages::missing(lang),
        Cell::Measured(_) => "",
    }
}

/// Why a side has no value for a latency: nothing succeeded, or the file does not show it, or answers of one token have none.
pub fn no_latency(measured: &Measured, lang: Lang) -> &'static str {
    if measured.latency_n().1 == 0 {
        messages::no_valid_response(lang)
    } else {
        messages::not_measured(lang)
    }
}

/// A change that the ranges leave open.
pub fn open_change(change: &Change, lang: Lang) -> String {
    messages::open_change(lang, label::change(change, lang))
}

/// Failures beside a scenario.
pub fn failed_of(counts: &str, lang: Lang) -> String {
    messages::failed_of(lang, counts)
}

/// Both sides ran in full and no request failed, and yet a rule of the comparison leaves the scenario out of the gains.
fn excluded(scenario: &ScenarioSummary) -> bool {
    let gain = scenario.gain(Metric::OutputTokS);
    matches!(gain, Gain::LeftOut(Why::Inputs | Why::Client))
}

/// What stands at the right of a row: `counts`, and that the scenario is excluded, where it is.
pub(crate) fn remark(scenario: &ScenarioSummary, counts: String, lang: Lang) -> String {
    if excluded(scenario) {
        messages::excluded(lang, counts)
    } else {
        counts
    }
}

/// Failed requests over requests sent, with whose count that is where nobody could check it.
pub fn failures(failed: u64, requests: u64, evidence: Evidence, lang: Lang) -> String {
    let counts = label::failed(failed, requests);
    match evidence {
        Evidence::Requests => counts,
        _ => messages::by_the_client(lang, counts),
    }
}

/// The failed requests of a scenario on one side.
pub fn failed(measured: &Measured, lang: Lang) -> String {
    failures(
        measured.failures.total(),
        measured.requests,
        measured.evidence,
        lang,
    )
}

/// The failed requests of a side with their share: `6/984 (0.61 %)`.
pub fn all_failed(totals: &Totals, lang: Lang) -> String {
    let share = totals.failed_percent.map_or(String::new(), |percent| {
        format!(" ({})", label::share(percent))
    });
    let counts = failures(
        totals.failures.total(),
        totals.requests,
        totals.weakest(),
        lang,
    );
    format!("{counts}{share}")
}

/// Why a scenario has no gain.
pub fn why(why: Why, lang: Lang) -> &'static str {
    match why {
        Why::FailsAfter => messages::why_fails_after(lang),
        Why::FailsBefore => messages::why_fails_before(lang),
        Why::FailsBoth => messages::why_fails_both(lang),
        Why::NotRun => messages::why_not_run(lang),
        Why::Missing => messages::why_missing(lang),
        Why::Inputs => messages::why_inputs(lang),
        Why::Client => messages::why_client(lang),
        Why::Totals => messages::why_totals(lang),
        Why::NoValue => messages::why_no_value(lang),
    }
}

/// The verdict in one sentence with its counts, and in a second one what was left out.
pub fn verdict(verdict: &Verdict, lang: Lang) -> String {
    let Verdict {
        improved,
        worse,
        not_resolved,
        scenarios,
        ..
    } = verdict;
    let clean = verdict.clean();
    let [after, before, both] =
        [Why::FailsAfter, Why::FailsBefore, Why::FailsBoth].map(|why| verdict.left_out(why));
    let failing = after + before + both;
    let other = verdict.ledger.len() - failing;
    let Some(mean) = verdict.geometric_mean else {
        return messages::no_verdict(lang, scenarios);
    };
    let left_out = messages::left_out_of_verdict(lang, after, before, both, failing, other);
    let percent = label::percent((mean - 1.0) * 100.0);
    let ratio = label::ratio(mean, lang);
    messages::verdict(
        lang,
        clean,
        improved,
        left_out,
        not_resolved,
        percent,
        ratio,
        worse,
    )
}

/// The same in a few words, for the first look.
pub fn headline(summary: &Summary, lang: Lang) -> String {
    let throughput = throughput_headline(&summary.verdict, lang);
    let [before, after] = [&summary.baseline, &summary.candidate].map(|totals| {
        (
            totals.failures.total(),
            failures(
                totals.failures.total(),
                totals.requests,
                totals.weakest(),
                lang,
            ),
        )
    });
    let weakest = summary.baseline.weakest().max(summary.candidate.weakest());
    let checked = weakest == Evidence::Requests;
    if before.0 + after.0 == 0 && checked {
        messages::headline_none_failed(lang, throughput)
    } else {
        messages::headline_failed(lang, after.1, before.1, throughput)
    }
}

fn throughput_headline(verdict: &Verdict, lang: Lang) -> String {
    let Verdict {
        improved,
        worse,
        not_resolved: open,
        ..
    } = verdict;
    let clean = verdict.clean();
    match (improved, worse) {
        (0, 0) if *open == 0 => messages::headline_no_clean(lang).into(),
        (0, 0) => messages::headline_open(lang, clean),
        (_, 0) if open > improved => messages::headline_mostly_open_up(lang, clean, improved),
        (_, 0) => messages::headline_up(lang, clean, improved),
        (0, _) if open > worse => messages::headline_mostly_open_down(lang, clean, worse),
        (0, _) => messages::headline_down(lang, clean, worse),
        (_, _) => messages::headline_mixed(lang, clean, improved, worse),
    }
}

/// How much leaving scenarios out changes the mean; `None` where nothing was left out.
pub fn sensitivity(verdict: &Verdict, lang: Lang) -> Option<String> {
    let all = verdict.geometric_mean_with_failures?;
    if Some(all) == verdict.geometric_mean {
        return None;
    }
    let ratio = label::ratio(all, lang);
    Some(messages::sensitivity(lang, ratio))
}

/// The largest resolved change in output throughput, up or down.
pub fn largest<'a>(scenarios: &[&'a ScenarioSummary]) -> Option<(&'a ScenarioSummary, &'a Change)> {
    let resolved =
        scenarios
            .iter()
            .filter_map(|scenario| match scenario.gain(Metric::OutputTokS) {
                Gain::Resolved(change) => Some((*scenario, change)),
                Gain::NotResolved(_) | Gain::LeftOut(_) => None,
            });
    let size = |change: &Change| libm::fabs(libm::log(change.ratio));
    resolved.max_by(|a, b| size(a.1).total_cmp(&size(b.1)))
}

/// The finding of a throughput chart: its largest change.
pub fn throughput_finding(scenarios: &[&ScenarioSummary], lang: Lang) -> String {
    let most = largest(scenarios).map(|(scenario, change)| (scenario.scenario.to_string(), change));
    let Some((scenario, change)) = most else {
        let clean = scenarios
            .iter()
            .filter(|scenario| scenario.gain(Metric::OutputTokS).change().is_some())
            .count();
        return if clean > 0 {
            no_difference(clean, scenarios.len(), lang)
        } else {
            no_clean(lang).into()
        };
    };
    let size = label::percent(change.percent.abs())
        .trim_start_matches('+')
        .to_owned();
    let ratio = label::ratio(change.ratio, lang);
    match change.direction {
        Direction::Worse => messages::largest_down(lang, ratio, scenario, size),
        _ => messages::largest_up(lang, ratio, scenario, size),
    }
}

fn no_difference(clean: usize, all: usize, lang: Lang) -> String {
    messages::no_difference(lang, all, clean)
}

fn no_clean(lang: Lang) -> &'static str {
    messages::no_clean(lang)
}

/// The marks behind a figure: a failure, and that only the client's sums are there.
pub fn marks(measured: &Measured) -> &'static str {
    match (measured.dagger(), measured.checked()) {
        (false, true) => "",
        (true, true) => " †",
        (false, false) => " ‡",
        (true, false) => " †‡",
    }
}

/// A figure with what a reader must know beside it: its marks, and that rounds are missing.
pub(crate) fn value(figure: &str, measured: &Measured, lang: Lang) -> String {
    let dagger = marks(measured);
    match measured.missing() {
        0 => format!("{figure}{dagger}"),
        _ => format!(
            "{figure}{dagger}, {}",
            rounds(measured.rounds.len(), measured.planned, lang)
        ),
    }
}

/// How many of the planned rounds are there, where some are missing.
pub(crate) fn rounds(found: usize, planned: u32, lang: Lang) -> String {
    messages::rounds_found(lang, found, planned)
}

/// The finding of a latency chart: in how many clean scenarios it fell or rose.
pub fn latency_finding(scenarios: &[&ScenarioSummary], metric: Metric, lang: Lang) -> String {
    let (mut lower, mut higher, mut open) = (0, 0, 0);
    for scenario in scenarios {
        match scenario.gain(metric) {
            Gain::Resolved(change) if change.direction == Direction::Worse => higher += 1,
            Gain::Resolved(_) => lower += 1,
            Gain::NotResolved(_) => open += 1,
            Gain::LeftOut(_) => {}
        }
    }
    let clean = lower + higher + open;
    if clean == 0 {
        return no_clean(lang).into();
    }
    let name = capital(self::metric(metric, lang));
    messages::latency_finding(lang, clean, higher, lower, name, open)
}

pub(crate) fn capital(text: &str) -> String {
    let mut text = text.to_owned();
    // The metrics' names start with an ASCII letter; Unicode's table of capitals would be 6 kB in the page.
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// The accessible name of a throughput chart.
pub fn throughput_name(scenarios: &[&ScenarioSummary], lang: Lang) -> String {
    let finding = throughput_finding(scenarios, lang);
    let count = scenarios.len();
    messages::throughput_name(lang, count, finding)
}

/// The accessible name of a latency chart.
pub fn latency_name(scenarios: &[&ScenarioSummary], metric: Metric, lang: Lang) -> String {
    let finding = latency_finding(scenarios, metric, lang);
    let count = scenarios.len();
    messages::latency_name(lang, count, finding)
}

/// The accessible name of a gain chart.
pub(crate) fn gain_name(
    changes: &[(&ScenarioSummary, &Change, bool)],
    metric: Metric,
    lang: Lang,
) -> String {
    let name = self::metric(metric, lang);
    let each = changes.iter().map(|(scenario, change, resolved)| {
        let (scenario, change) = (&scenario.scenario, label::change(change, lang));
        if *resolved {
            format!("{scenario}: {change}")
        } else {
            format!("{scenario}: {}", not_resolved(lang))
        }
    });
    let each = each.collect::<Vec<_>>().join(messages::semicolon(lang));
    messages::gain_name(lang, each, name)
}

/// The finding of a gain chart: how many scenarios it is about.
pub fn gain_finding(clean: usize, all: usize, metric: Metric, lang: Lang) -> String {
    messages::gain_finding(lang, all, clean, self::metric(metric, lang))
}

/// How to read a gain chart.
pub fn gain_marks(metric: Metric, lang: Lang) -> &'static str {
    let better = if metric.higher_is_better() {
        "higher"
    } else {
        "lower"
    };
    messages::gain_marks(lang, better)
}

/// How to read a latency chart.
pub fn latency_marks(metric: Metric, scale: Scale, lang: Lang) -> &'static str {
    let statistic = metric.statistic().unwrap_or_default();
    messages::latency_marks(lang, scale.name(), statistic.name())
}

/// Which scenarios of which batch a chart shows.
pub fn part(batch: &str, shown: usize, all: usize, lang: Lang) -> String {
    messages::part_of_batch(lang, all, batch, shown)
}

/// Where an exported chart comes from: its status, release and root digest, a line each.
pub fn origin(
    illustrative: bool,
    release: &str,
    part: &str,
    root: &str,
    lang: Lang,
) -> Vec<String> {
    let status = illustrative.then(|| self::illustrative(lang));
    let source = messages::origin(lang, part, release);
    status
        .map(String::from)
        .into_iter()
        .chain([source, root.to_owned()])
        .collect()
}
