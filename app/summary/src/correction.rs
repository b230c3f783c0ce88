//! What a correction changed.

use rounds::{Evidence, Scenario, Side};

use crate::{Cell, Gain, Metric, ScenarioSummary, Summary};

/// What the figures of one release are beside those of another: only what differs, and how much was compared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Correction<'a> {
    /// Figures that both have and that differ, in the order of the later release.
    pub changed: Vec<Changed<'a>>,
    /// How many figures both have.
    pub compared: usize,
    /// Batches and scenarios that only the earlier release has.
    pub gone: Vec<Place<'a>>,
    /// Those that only the later one has.
    pub new: Vec<Place<'a>>,
}

/// A batch, or a scenario of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place<'a> {
    /// The batch's id.
    pub batch: &'a str,
    /// The scenario; `None` where the whole batch is meant.
    pub scenario: Option<&'a Scenario>,
}

/// A figure that is not what it was.
#[derive(Clone, Debug, PartialEq)]
pub struct Changed<'a> {
    /// Where it belongs.
    pub place: Place<'a>,
    /// Which figure of that place.
    pub of: Of,
    /// What it was.
    pub before: Value,
    /// What it is.
    pub after: Value,
}

/// A figure of a batch or of a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// In how many scenarios of a batch output throughput went where.
    Verdict,
    /// The geometric mean of the clean scenarios' ratios.
    Mean,
    /// Failed requests of a scenario on one side.
    Failed(Side),
    /// The median of a metric on one side.
    Median(Side, Metric),
    /// The candidate against the baseline.
    Gain(Metric),
}

/// What a figure is, or why there is none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// The counts of a verdict.
    Verdict {
        /// Clean scenarios that improved.
        improved: usize,
        /// Clean scenarios that got worse.
        worse: usize,
        /// Clean scenarios whose ranges overlap.
        not_resolved: usize,
        /// Scenarios without a gain.
        left_out: usize,
    },
    /// Failed requests.
    Failed {
        /// How many failed.
        failed: u64,
        /// How many were sent.
        requests: u64,
        /// Whose counts these are.
        evidence: Evidence,
    },
    /// A ratio, or a median in the unit of its metric.
    Number(f64),
    /// A gain, or why it is left out.
    Gain(Gain),
    /// It was decided not to run the scenario.
    NotRun,
    /// Rounds that were planned are not there.
    Missing,
    /// There is no value.
    Nothing,
}

impl<'a> Correction<'a> {
    /// Compares all batches of two releases.
    pub fn between(before: &[&'a Summary], after: &[&'a Summary]) -> Self {
        let (old, new) = (groups(before), groups(after));
        let mut correction = Self {
            gone: only(&old, &new),
            new: only(&new, &old),
            ..Self::default()
        };
        for (place, figures) in &new {
            let Some((_, earlier)) = old.iter().find(|(earlier, _)| earlier.is(place)) else {
                continue;
            };
            // A place of one kind has the same figures in the same order.
            for (&(of, after), &(_, before)) in figures.iter().zip(earlier) {
                correction.compared += 1;
                if before != after {
                    let place = *place;
                    correction.changed.push(Changed {
                        place,
                        of,
                        before,
                        after,
                    });
                }
            }
        }
        correction
    }

    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        self.changed.is_empty() && self.gone.is_empty() && self.new.is_empty()
    }
}

impl Place<'_> {
    /// Whether both name the same place; what a scenario's name stands for may have changed.
    fn is(&self, other: &Place<'_>) -> bool {
        let id = |place: &Place<'_>| place.scenario.map(|scenario| scenario.id.clone());
        self.batch == other.batch && id(self) == id(other)
    }
}

type Group<'a> = (Place<'a>, Vec<(Of, Value)>);

/// Every place of some batches with its figures.
fn groups<'a>(summaries: &[&'a Summary]) -> Vec<Group<'a>> {
    let mut groups = vec![];
    for &summary in summaries {
        let place = |scenario| Place {
            batch: &summary.batch,
            scenario,
        };
        groups.push((place(None), of_batch(summary)));
        for scenario in &summary.scenarios {
            groups.push((place(Some(&scenario.scenario)), of_scenario(scenario)));
        }
    }
    groups
}

/// The places of `these` that are not among `others`; a whole batch is named once.
fn only<'a>(these: &[Group<'a>], others: &[Group<'a>]) -> Vec<Place<'a>> {
    let has = |place: &Place<'_>| others.iter().any(|(other, _)| other.is(place));
    let batch = |place: &Place<'a>| Place {
        scenario: None,
        ..*place
    };
    these
        .iter()
        .map(|(place, _)| *place)
        .filter(|place| !has(place) && (place.scenario.is_none() || has(&batch(place))))
        .collect()
}

fn of_batch(summary: &Summary) -> Vec<(Of, Value)> {
    let verdict = &summary.verdict;
    let counts = Value::Verdict {
        improved: verdict.improved,
        worse: verdict.worse,
        not_resolved: verdict.not_resolved,
        left_out: verdict.ledger.len(),
    };
    vec![
        (Of::Verdict, counts),
        (Of::Mean, number(verdict.geometric_mean)),
    ]
}

fn of_scenario(scenario: &ScenarioSummary) -> Vec<(Of, Value)> {
    let mut figures = vec![];
    for side in Side::BOTH {
        let cell = scenario.cell(side);
        let failed = match cell {
            Cell::NotRun => Value::NotRun,
            Cell::Missing => Value::Missing,
            Cell::Measured(measured) => Value::Failed {
                failed: measured.failures.total(),
                requests: measured.requests,
                evidence: measured.evidence,
            },
        };
        figures.push((Of::Failed(side), failed));
        figures.extend(Metric::HEADLINE.map(|metric| {
            let spread = cell.measured().and_then(|measured| measured.spread(metric));
            let median = number(spread.map(|spread| spread.median));
            (Of::Median(side, metric), median)
        }));
    }
    let gain = |metric| (Of::Gain(metric), Value::Gain(*scenario.gain(metric)));
    figures.extend(Metric::HEADLINE.map(gain));
    figures
}

fn number(value: Option<f64>) -> Value {
    value.map_or(Value::Nothing, Value::Number)
}

#[cfg(test)]
mod tests {
    use rounds::{Failures, Kind, Load};

    use super::*;
    use crate::{Measured, Spread, Verdict, Why};

    /// A scenario whose rounds before the upgrade gave `tok_s`, the rest of it not run.
    fn scenario(id: &str, tok_s: &[f64], failed: u64) -> ScenarioSummary {
        let mut spreads = [None; 7];
        spreads[Metric::OutputTokS as usize] = Spread::of(tok_s.into());
        let measured = Measured {
            rounds: vec![],
            planned: 3,
            stopped: 0,
            evidence: Evidence::Requests,
            requests: 12,
            failures: Failures::from_fn(|kind| if kind == Kind::Http { failed } else { 0 }),
            spreads,
        };
        ScenarioSummary {
            scenario: Scenario {
                id: id.parse().unwrap(),
                input_tokens: 64,
                output_tokens: 4,
                load: Load::Concurrency(1),
            },
            chosen: false,
            baseline: Cell::Measured(Box::new(measured)),
            candidate: Cell::NotRun,
            gains: [Gain::LeftOut(Why::NotRun); 7],
        }
    }

    fn batch(id: &str, scenarios: Vec<ScenarioSummary>) -> Summary {
        Summary {
            batch: id.into(),
            baseline: Default::default(),
            candidate: Default::default(),
            verdict: Verdict::of(&scenarios),
            scenarios,
        }
    }

    const BATCH: usize = 2;
    const SCENARIO: usize = 14;

    #[test]
    fn only_what_differs_is_listed_and_all_is_counted() {
        let before = batch(
            "main",
            vec![scenario("a", &[1.0, 2.0], 0), scenario("b", &[5.0], 0)],
        );
        let after = batch(
            "main",
            vec![scenario("a", &[1.0, 4.0], 3), scenario("b", &[5.0], 0)],
        );
        assert!(Correction::between(&[&before], &[&before]).is_empty());

        let correction = Correction::between(&[&before], &[&after]);
        assert_eq!(correction.compared, BATCH + 2 * SCENARIO);
        let changed: Vec<_> = correction
            .changed
            .iter()
            .map(|changed| (changed.of, changed.before, changed.after))
            .collect();
        let failed = |failed| Value::Failed {
            failed,
            requests: 12,
            evidence: Evidence::Requests,
        };
        let side = Side::Baseline;
        assert_eq!(
            changed,
            [
                (Of::Failed(side), failed(0), failed(3)),
                (
                    Of::Median(side, Metric::OutputTokS),
                    Value::Number(1.5),
                    Value::Number(2.5)
                ),
            ]
        );
        let place = correction.changed[0].place;
        assert_eq!(
            (place.batch, place.scenario.unwrap().id.as_str()),
            ("main", "a")
        );
    }

    #[test]
    fn what_only_one_of_them_has_is_named_and_not_compared() {
        let (a, b) = (scenario("a", &[1.0], 0), scenario("b", &[1.0], 0));
        let before = [
            batch("main", vec![a.clone(), b.clone()]),
            batch("gone", vec![a.clone(), b.clone()]),
        ];
        let after = batch("main", vec![b, scenario("c", &[1.0], 0)]);
        let correction = Correction::between(&[&before[0], &before[1]], &[&after]);
        let names = |places: &[Place<'_>]| {
            let name = |place: &Place<'_>| match place.scenario {
                Some(scenario) => format!("{}/{}", place.batch, scenario.id),
                None => place.batch.to_owned(),
            };
            places.iter().map(name).collect::<Vec<_>>()
        };
        assert_eq!(names(&correction.gone), ["main/a", "gone"]);
        assert_eq!(names(&correction.new), ["main/c"]);
        assert_eq!(correction.compared, BATCH + SCENARIO);
        assert_eq!(correction.changed, []);
    }
}
