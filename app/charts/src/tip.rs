use summary::{
    Cell, Failures, Gain, Kind, Measured, Metric, Of, RoundPoint, ScenarioSummary, Value,
};

use crate::{Lang, label, words};

/// What a chart says of one of its marks: the same figures as its table, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tip {
    /// Which scenario, side and round.
    pub title: String,
    /// What is known of it, a sentence each.
    pub lines: Vec<String>,
}

impl Tip {
    /// Of the figure `of` among `scenarios`; none where it is no mark of a chart of theirs.
    pub fn of(of: &Of, scenarios: &[&ScenarioSummary], lang: Lang) -> Option<Self> {
        let (Of::Gain(id, _) | Of::Rounds(id, ..) | Of::Round(id, ..)) = of else {
            return None;
        };
        let mut found = scenarios.iter();
        let scenario = found.find(|scenario| scenario.scenario.id == *id)?;
        let name = scenario.scenario.to_string();
        let (title, lines) = match of {
            Of::Gain(_, metric) => (
                messages::tip_compared(lang, name),
                gain(scenario, *metric, lang),
            ),
            Of::Rounds(_, side, Value::Metric(metric)) => {
                let lines = match scenario.cell(*side) {
                    Cell::Measured(measured) => rounds(measured, *metric, lang),
                    cell => vec![unmeasured(cell, lang).into()],
                };
                (messages::tip_side(lang, name, side.name()), lines)
            }
            Of::Round(_, side, Value::Metric(metric), number) => {
                let measured = scenario.cell(*side).measured()?;
                let mut rounds = measured.rounds.iter();
                let round = rounds.find(|round| round.round == *number)?;
                (
                    messages::tip_round(lang, number, name, side.name()),
                    self::round(measured, round, *metric, lang),
                )
            }
            _ => return None,
        };
        Some(Self { title, lines })
    }

    /// All of it in one breath, for who hears it.
    pub fn said(&self, lang: Lang) -> String {
        let stop = messages::full_stop(lang);
        let mut said = self.title.clone();
        for line in &self.lines {
            said.push_str(stop);
            said.push_str(line.trim_end_matches(['.', '。']));
        }
        said
    }
}

/// Why a side has nothing to show.
fn unmeasured(cell: &Cell, lang: Lang) -> &'static str {
    match cell {
        Cell::NotRun => messages::tip_not_run(lang),
        Cell::Missing => messages::tip_missing(lang),
        Cell::Measured(_) => "",
    }
}

fn rounds(measured: &Measured, metric: Metric, lang: Lang) -> Vec<String> {
    let Some(spread) = measured.spread(metric) else {
        return vec![named(metric, words::no_latency(measured, lang), lang)];
    };
    let value = |figure| label::value(metric, figure);
    let whole = |figures: &str| label::with_unit(metric, figures, lang);
    let each = measured.rounds.iter();
    let each: Vec<String> = each
        .filter_map(|round| round.value(metric).map(value))
        .collect();
    let name = words::capital(words::metric(metric, lang));
    let (least, most) = (value(spread.min), whole(&value(spread.max)));
    let all = whole(&each.join(messages::enumerating_comma(lang)));
    let mut lines = vec![
        messages::tip_median(lang, each.len(), whole(&value(spread.median)), name),
        messages::tip_rounds(lang, all),
        messages::tip_range(lang, least, most),
        failed(words::failed(measured, lang), &measured.failures, lang),
    ];
    if metric.statistic().is_some() {
        lines.push(valid(measured.latency_n(), lang));
    }
    if measured.missing() > 0 {
        let (found, planned) = (measured.rounds.len(), measured.planned);
        lines.push(messages::tip_rounds_missing(lang, found, planned));
    }
    lines.extend(daggers(measured, metric, lang));
    lines
}

fn round(measured: &Measured, round: &RoundPoint, metric: Metric, lang: Lang) -> Vec<String> {
    let figure = match round.value(metric) {
        Some(figure) => label::with_unit(metric, &label::value(metric, figure), lang),
        None => words::no_latency(measured, lang).into(),
    };
    let requests = u64::from(round.requests);
    let counts = words::failures(round.failures.total(), requests, round.evidence, lang);
    let mut lines = vec![
        named(metric, &figure, lang),
        failed(counts, &round.failures, lang),
    ];
    if metric.statistic().is_some() {
        lines.push(valid((round.latency_n, round.latency_n), lang));
    }
    lines
}

fn gain(scenario: &ScenarioSummary, metric: Metric, lang: Lang) -> Vec<String> {
    let gain = scenario.gain(metric);
    let change = match gain {
        Gain::Resolved(change) | Gain::NotResolved(change) => change,
        Gain::LeftOut(why) => return vec![messages::tip_no_gain(lang, words::why(*why, lang))],
    };
    let [low, high] = [change.low, change.high].map(|ratio| label::ratio(ratio, lang));
    let mut lines = vec![
        named(metric, &label::change(change, lang), lang),
        messages::tip_allowed(lang, high, low),
    ];
    if !metric.higher_is_better() {
        lines.push(messages::tip_lower_is_better(lang).into());
    }
    if let Gain::NotResolved(_) = gain {
        lines.push(words::capital(words::not_resolved(lang)));
    }
    lines
}

fn named(metric: Metric, figure: &str, lang: Lang) -> String {
    let name = words::capital(words::metric(metric, lang));
    messages::tip_named(lang, figure, name)
}

/// The failed requests with their kinds.
fn failed(counts: String, failures: &Failures, lang: Lang) -> String {
    let kinds = Kind::ALL.iter().map(|kind| (*kind, failures.of(*kind)));
    let kinds = kinds.filter(|(_, count)| *count > 0);
    let kinds = kinds.map(|(kind, count)| messages::tip_kind(lang, count, words::kind(kind, lang)));
    let kinds: Vec<String> = kinds.collect();
    if kinds.is_empty() {
        messages::tip_failed(lang, counts)
    } else {
        messages::tip_failed_by_kind(lang, counts, kinds.join(messages::semicolon(lang)))
    }
}

fn valid((least, most): (u32, u32), lang: Lang) -> String {
    messages::tip_valid(lang, label::range(least, most))
}

fn daggers(measured: &Measured, metric: Metric, lang: Lang) -> Vec<String> {
    let dagger = if metric.statistic().is_some() {
        words::latency_dagger(lang)
    } else {
        words::dagger(lang)
    };
    let dagger = measured.dagger().then_some(dagger);
    let double = (!measured.checked()).then(|| words::double_dagger(lang));
    let both = dagger.into_iter().chain(double);
    both.map(String::from).collect()
}
