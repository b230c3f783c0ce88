use rounds::Evidence;
use serde::Serialize;

use crate::{Cell, Measured, Metric, Spread};

/// The candidate against the baseline, for one scenario and metric.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Gain {
    /// The ranges of the two sides lie apart.
    Resolved(Change),
    /// The ranges overlap: three rounds a side say nothing here, whatever the medians are.
    NotResolved(Change),
    /// No gain, for this reason.
    LeftOut(Why),
}

/// How far the medians are apart.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Change {
    /// Median of the candidate / median of the baseline.
    pub ratio: f64,
    /// (ratio - 1) x 100.
    pub percent: f64,
    /// The smallest ratio that the rounds allow: candidate's min / baseline's max.
    pub low: f64,
    /// The largest: candidate's max / baseline's min.
    pub high: f64,
    /// Which way it went.
    pub direction: Direction,
}

/// Which way a figure went, by what is better for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// The candidate is better.
    Better,
    /// The candidate is worse.
    Worse,
    /// They are equal.
    Same,
}

/// Why a scenario has no gain; the first that applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// A request failed after the upgrade, none before.
    FailsAfter,
    /// A request failed before the upgrade, none after.
    FailsBefore,
    /// Requests failed on both sides.
    FailsBoth,
    /// Only the client's own sums are there, on one side at least: nobody can hold its requests to the rules.
    Totals,
    /// It was decided not to run it, or not to the end, on one side at least.
    NotRun,
    /// Rounds of the plan are missing.
    Missing,
    /// The inputs of the two sides differ, or the files do not show them.
    Inputs,
    /// The two sides were measured by other clients, or on other kinds of endpoint.
    Client,
    /// A side has no value for this metric, or a zero to divide by.
    NoValue,
}

impl Why {
    /// All reasons, in the order of the ledger.
    pub const ALL: [Self; 9] = [
        Self::FailsAfter,
        Self::FailsBefore,
        Self::FailsBoth,
        Self::Totals,
        Self::NotRun,
        Self::Missing,
        Self::Inputs,
        Self::Client,
        Self::NoValue,
    ];
}

impl Gain {
    /// The change, if there is one.
    pub fn change(&self) -> Option<&Change> {
        match self {
            Self::Resolved(change) | Self::NotResolved(change) => Some(change),
            Self::LeftOut(_) => None,
        }
    }

    pub(crate) fn of(metric: Metric, baseline: &Cell, candidate: &Cell) -> Self {
        match left_out(baseline, candidate) {
            Ok((before, after)) => {
                Self::between(metric, before.spread(metric), after.spread(metric))
            }
            Err(why) => Self::LeftOut(why),
        }
    }

    fn between(metric: Metric, before: Option<&Spread>, after: Option<&Spread>) -> Self {
        match change(metric, before, after) {
            None => Self::LeftOut(Why::NoValue),
            Some((change, true)) => Self::NotResolved(change),
            Some((change, false)) => Self::Resolved(change),
        }
    }
}

/// The change between two spreads, and whether it stays unresolved.
pub(crate) fn change(
    metric: Metric,
    before: Option<&Spread>,
    after: Option<&Spread>,
) -> Option<(Change, bool)> {
    let (before, after) = (before?, after?);
    if before.min <= 0.0 {
        return None;
    }
    let ratio = after.median / before.median;
    let direction = if ratio == 1.0 {
        Direction::Same
    } else if (ratio > 1.0) == metric.higher_is_better() {
        Direction::Better
    } else {
        Direction::Worse
    };
    let (low, high) = (after.min / before.max, after.max / before.min);
    let change = Change {
        ratio,
        percent: (ratio - 1.0) * 100.0,
        low,
        high,
        direction,
    };
    // One round has no range, so it can lie apart from nothing.
    let open = before.overlaps(after) || before.rounds < 2 || after.rounds < 2;
    Some((change, open))
}

/// Both sides where they may be compared, or why they may not.
fn left_out<'a>(
    baseline: &'a Cell,
    candidate: &'a Cell,
) -> Result<(&'a Measured, &'a Measured), Why> {
    let (before, after) = match (baseline, candidate) {
        (Cell::Measured(before), Cell::Measured(after)) => (before, after),
        (Cell::NotRun, _) | (_, Cell::NotRun) => return Err(Why::NotRun),
        _ => return Err(Why::Missing),
    };
    if before.evidence.max(after.evidence) > Evidence::Requests {
        return Err(Why::Totals);
    }
    match (before.dagger(), after.dagger()) {
        (false, true) => return Err(Why::FailsAfter),
        (true, false) => return Err(Why::FailsBefore),
        (true, true) => return Err(Why::FailsBoth),
        (false, false) => {}
    }
    if before.stopped > 0 || after.stopped > 0 {
        return Err(Why::NotRun);
    }
    if before.missing() > 0 || after.missing() > 0 || before.rounds.len() != after.rounds.len() {
        return Err(Why::Missing);
    }
    for (b, a) in before.rounds.iter().zip(&after.rounds) {
        if b.round != a.round {
            return Err(Why::Missing);
        }
        if b.fingerprint.is_none() || b.fingerprint != a.fingerprint {
            return Err(Why::Inputs);
        }
        if b.client != a.client || b.mode != a.mode {
            return Err(Why::Client);
        }
    }
    Ok((before, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_round_a_side_resolves_nothing() {
        let spread = |values: &[f64]| Spread::of(values.into()).unwrap();
        let open = |before: &[f64], after: &[f64]| {
            change(
                Metric::OutputTokS,
                Some(&spread(before)),
                Some(&spread(after)),
            )
            .unwrap()
            .1
        };
        assert!(open(&[1.0], &[9.0]));
        assert!(open(&[1.0, 2.0], &[9.0]));
        assert!(!open(&[1.0, 2.0], &[8.0, 9.0]));
    }
}
