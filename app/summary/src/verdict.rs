use serde::Serialize;

use crate::{Direction, Gain, Metric, ScenarioSummary, Why, gain::change};

/// The headline: what output throughput did in the clean scenarios, and what was left out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verdict {
    /// Scenarios planned.
    pub scenarios: usize,
    /// Clean scenarios that improved, ranges apart.
    pub improved: usize,
    /// Clean scenarios that got worse, ranges apart.
    pub worse: usize,
    /// Clean scenarios whose ranges overlap.
    pub not_resolved: usize,
    /// Geometric mean of the ratios of all clean scenarios.
    pub geometric_mean: Option<f64>,
    /// The same with the failing scenarios as observed: how much leaving them out changes. 0 where one fell to nothing.
    pub geometric_mean_with_failures: Option<f64>,
    /// The ledger: what was left out, failures after the upgrade first.
    pub ledger: Vec<LeftOut>,
}

/// One line of the ledger.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LeftOut {
    /// The scenario's id.
    pub scenario: String,
    /// Why it has no gain.
    pub why: Why,
}

impl Verdict {
    pub(crate) fn of(scenarios: &[ScenarioSummary]) -> Self {
        let metric = Metric::OutputTokS;
        let mut verdict = Self {
            scenarios: scenarios.len(),
            improved: 0,
            worse: 0,
            not_resolved: 0,
            geometric_mean: None,
            geometric_mean_with_failures: None,
            ledger: vec![],
        };
        let mut ratios = vec![];
        for scenario in scenarios {
            match scenario.gain(metric) {
                Gain::Resolved(change) if change.direction == Direction::Worse => {
                    verdict.worse += 1
                }
                Gain::Resolved(_) => verdict.improved += 1,
                Gain::NotResolved(_) => verdict.not_resolved += 1,
                Gain::LeftOut(why) => {
                    verdict.ledger.push(LeftOut {
                        scenario: scenario.scenario.id.to_string(),
                        why: *why,
                    });
                }
            }
            ratios.extend(scenario.gain(metric).change().map(|change| change.ratio));
        }
        let found = std::mem::take(&mut verdict.ledger);
        for why in Why::ALL {
            verdict
                .ledger
                .extend(found.iter().filter(|entry| entry.why == why).cloned());
        }
        let counted = |scenario: &&ScenarioSummary| {
            !matches!(
                scenario.gain(metric),
                Gain::LeftOut(
                    Why::Totals
                        | Why::NotRun
                        | Why::Missing
                        | Why::Inputs
                        | Why::Client
                        | Why::NoValue
                )
            )
        };
        let observed = scenarios.iter().filter(counted).filter_map(|scenario| {
            let (before, after) = (
                scenario.baseline.measured()?,
                scenario.candidate.measured()?,
            );
            change(metric, before.spread(metric), after.spread(metric))
                .map(|(change, _)| change.ratio)
        });
        verdict.geometric_mean_with_failures = geometric_mean(observed);
        verdict.geometric_mean = geometric_mean(ratios.into_iter());
        verdict
    }

    /// Clean scenarios: those that have a gain.
    pub fn clean(&self) -> usize {
        self.improved + self.worse + self.not_resolved
    }

    /// How many were left out for `why`.
    pub fn left_out(&self, why: Why) -> usize {
        self.ledger.iter().filter(|entry| entry.why == why).count()
    }
}

/// `exp(mean(ln x))` with libm, since std's differ between native and wasm in the last bits; 0 where a ratio is.
fn geometric_mean(ratios: impl Iterator<Item = f64>) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0.0);
    for ratio in ratios {
        if ratio <= 0.0 {
            return Some(0.0);
        }
        sum += libm::log(ratio);
        count += 1.0;
    }
    (count > 0.0).then(|| libm::exp(sum / count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_and_doubles_cancel() {
        assert_eq!(geometric_mean([2.0, 0.5].into_iter()), Some(1.0));
        assert_eq!(geometric_mean([].into_iter()), None);
        assert_eq!(geometric_mean([2.0, 0.0].into_iter()), Some(0.0));
    }
}
