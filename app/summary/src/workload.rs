use serde::Serialize;

use crate::{Direction, Gain, Load, Metric, ScenarioSummary, Why};

/// Short or long, among the lengths that a batch measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Length {
    /// Up to the widest gap between two lengths.
    Short,
    /// From there on.
    Long,
}

/// How many requests are under way at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Users {
    /// One.
    One,
    /// Two to eight.
    Few,
    /// More than eight.
    Many,
    /// As many as arrive: requests come at a rate, whether or not the server keeps up.
    Open,
}

impl Users {
    /// All, in the order in which they are shown.
    pub const ALL: [Self; 4] = [Self::One, Self::Few, Self::Many, Self::Open];

    fn of(load: Load) -> Self {
        match load {
            Load::Concurrency(..=1) => Self::One,
            Load::Concurrency(2..=8) => Self::Few,
            Load::Concurrency(_) => Self::Many,
            Load::Rate(_) => Self::Open,
        }
    }
}

/// A shape of requests. A length is `None` where the batch measured but one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Workload {
    /// Of the prompts.
    pub input: Option<Length>,
    /// Of the answers.
    pub output: Option<Length>,
    /// How many at a time.
    pub users: Users,
}

/// The lengths that a batch measured, ascending, parted where the ratio of two neighbours is largest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lengths {
    /// The short ones; all, where there is but one.
    pub short: Vec<u32>,
    /// The long ones.
    pub long: Vec<u32>,
}

impl Lengths {
    fn of(found: impl Iterator<Item = u32>) -> Self {
        let mut all: Vec<u32> = vec![];
        for tokens in found {
            if let Err(at) = all.binary_search(&tokens) {
                all.insert(at, tokens);
            }
        }
        let gap = |at: usize| f64::from(all[at]) / f64::from(all[at - 1].max(1));
        let mut widest = all.len();
        for at in 1..all.len() {
            if widest == all.len() || gap(at) > gap(widest) {
                widest = at;
            }
        }
        let long = all.split_off(widest);
        Self { short: all, long }
    }

    /// Which of the two `tokens` is; nothing where there is no choice.
    fn length(&self, tokens: u32) -> Option<Length> {
        let first = self.long.first()?;
        Some(if tokens < *first {
            Length::Short
        } else {
            Length::Long
        })
    }
}

/// The shapes of requests that a batch measured, each with its scenarios.
#[derive(Debug)]
pub struct Workloads<'a> {
    /// Of the prompts.
    pub inputs: Lengths,
    /// Of the answers.
    pub outputs: Lengths,
    /// Long before short, then by users.
    pub all: Vec<(Workload, Vec<&'a ScenarioSummary>)>,
}

impl<'a> Workloads<'a> {
    /// Sorts `scenarios` by shape.
    pub fn of(scenarios: &'a [ScenarioSummary]) -> Self {
        let inputs = Lengths::of(scenarios.iter().map(|one| one.scenario.input_tokens));
        let outputs = Lengths::of(scenarios.iter().map(|one| one.scenario.output_tokens));
        let mut all: Vec<(Workload, Vec<&ScenarioSummary>)> = vec![];
        let place = |workload: &Workload| {
            let short = |length| length == Some(Length::Short);
            (
                short(workload.input),
                short(workload.output),
                workload.users,
            )
        };
        for one in scenarios {
            let workload = Workload {
                input: inputs.length(one.scenario.input_tokens),
                output: outputs.length(one.scenario.output_tokens),
                users: Users::of(one.scenario.load),
            };
            match all.binary_search_by_key(&place(&workload), |(other, _)| place(other)) {
                Ok(at) => all[at].1.push(one),
                Err(at) => all.insert(at, (workload, vec![one])),
            }
        }
        Self {
            inputs,
            outputs,
            all,
        }
    }
}

/// What the upgrade did to some scenarios in one metric.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// Clean scenarios that improved, ranges apart.
    pub improved: usize,
    /// Clean scenarios that got worse, ranges apart.
    pub worse: usize,
    /// Clean scenarios whose ranges overlap.
    pub not_resolved: usize,
    /// Least and largest change of those that improved or got worse, in percent.
    pub percent: Option<(f64, f64)>,
    /// Left out since requests failed only after the upgrade.
    pub fails_after: usize,
    /// Only before it.
    pub fails_before: usize,
    /// On both sides.
    pub fails_both: usize,
    /// For another reason.
    pub other: usize,
}

impl Tally {
    /// Counts `scenarios`.
    pub fn of<'a>(
        scenarios: impl IntoIterator<Item = &'a ScenarioSummary>,
        metric: Metric,
    ) -> Self {
        let mut tally = Self::default();
        for scenario in scenarios {
            let count = match scenario.gain(metric) {
                Gain::Resolved(change) => {
                    let (least, most) = tally.percent.unwrap_or((change.percent, change.percent));
                    tally.percent = Some((least.min(change.percent), most.max(change.percent)));
                    match change.direction {
                        Direction::Worse => &mut tally.worse,
                        _ => &mut tally.improved,
                    }
                }
                Gain::NotResolved(_) => &mut tally.not_resolved,
                Gain::LeftOut(Why::FailsAfter) => &mut tally.fails_after,
                Gain::LeftOut(Why::FailsBefore) => &mut tally.fails_before,
                Gain::LeftOut(Why::FailsBoth) => &mut tally.fails_both,
                Gain::LeftOut(_) => &mut tally.other,
            };
            *count += 1;
        }
        tally
    }

    /// Clean scenarios: those that have a gain.
    pub fn clean(&self) -> usize {
        self.improved + self.worse + self.not_resolved
    }

    /// All that were counted.
    pub fn all(&self) -> usize {
        self.clean() + self.fails_after + self.fails_before + self.fails_both + self.other
    }

    /// What the clean scenarios say together.
    pub fn trend(&self) -> Trend {
        match (self.improved, self.worse, self.not_resolved) {
            (0, 0, 0) => Trend::Unknown,
            (0, 0, _) => Trend::Open,
            (_, 0, 0) => Trend::Better,
            (0, _, 0) => Trend::Worse,
            _ => Trend::Mixed,
        }
    }
}

/// What clean scenarios say together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trend {
    /// All improved.
    Better,
    /// All got worse.
    Worse,
    /// No ranges are apart.
    Open,
    /// Some of this, some of that.
    Mixed,
    /// None is clean.
    Unknown,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lengths(found: &[u32]) -> (Vec<u32>, Vec<u32>) {
        let Lengths { short, long } = Lengths::of(found.iter().copied());
        (short, long)
    }

    #[test]
    fn lengths_part_where_the_gap_is_widest() {
        assert_eq!(
            lengths(&[8192, 1024, 16384, 1024]),
            (vec![1024], vec![8192, 16384])
        );
        assert_eq!(lengths(&[128, 512]), (vec![128], vec![512]));
        // Of equal gaps the first, so that the order of scenarios never matters.
        assert_eq!(lengths(&[400, 100, 200]), (vec![100], vec![200, 400]));
        assert_eq!(lengths(&[64]), (vec![64], vec![]));
        assert_eq!(lengths(&[0, 3]), (vec![0], vec![3]));
        assert_eq!(lengths(&[]), (vec![], vec![]));
    }

    #[test]
    fn users_are_one_few_many_or_whoever_arrives() {
        let users = [0, 1, 2, 8, 9].map(|count| Users::of(Load::Concurrency(count)));
        assert_eq!(
            users,
            [Users::One, Users::One, Users::Few, Users::Few, Users::Many]
        );
        assert_eq!(Users::of(Load::Rate(0.3)), Users::Open);
    }

    #[test]
    fn a_trend_needs_all_clean_scenarios() {
        let trend = |improved, worse, not_resolved| {
            let tally = Tally {
                improved,
                worse,
                not_resolved,
                fails_after: 3,
                ..Tally::default()
            };
            tally.trend()
        };
        assert_eq!(trend(2, 0, 0), Trend::Better);
        assert_eq!(trend(0, 1, 0), Trend::Worse);
        assert_eq!(trend(0, 0, 1), Trend::Open);
        assert_eq!(trend(0, 0, 0), Trend::Unknown);
        for mixed in [(1, 1, 0), (1, 0, 1), (0, 1, 1)] {
            assert_eq!(trend(mixed.0, mixed.1, mixed.2), Trend::Mixed);
        }
    }
}
