use rounds::Side::{self, Baseline, Candidate};

use Pace::{TokensPerS, TpotP95S};

use super::random::Random;

const MAIN: &str = "main";
const FIRST: &str = "first-batch";
const NONE: [usize; 3] = [0; 3];

/// How far the slower and the faster round lie from the middle one: between half of this and all of it.
const SPREAD: f64 = 0.024;

/// What the rounds of a scenario on one side come to: medians over the rounds, and the failures of each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    batch: &'static str,
    scenario: &'static str,
    side: Side,
    /// 95th percentile of the seconds until the first text, over successful requests.
    pub(crate) ttft_p95_s: f64,
    /// How fast it goes on from there.
    pub(crate) pace: Pace,
    failures: [usize; 3],
}

/// What fixes the speed after the first text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Pace {
    /// Output tokens of successful requests per second of the round.
    TokensPerS(f64),
    /// 95th percentile of the seconds per further token; the round's time follows.
    TpotP95S(f64),
}

/// Published, and so exact: 1K to 512 at C1 and 8K at C8 in the main batch, 4K at C32 in the first, and the sums of the
/// failures, 6 and 11. Everything else is chosen to go with them: long prompts gain clearly, long answers hardly.
#[rustfmt::skip] // a table: one line for each scenario and side
const TARGETS: [Target; 27] = [
    target(MAIN, "in1024-out512-c1", Baseline, 0.142, TokensPerS(115.00), NONE),
    target(MAIN, "in1024-out512-c1", Candidate, 0.121, TokensPerS(113.69), NONE),
    target(MAIN, "in8192-out128-c1", Baseline, 0.985, TokensPerS(61.80), NONE),
    target(MAIN, "in8192-out128-c1", Candidate, 0.352, TokensPerS(89.60), NONE),
    target(MAIN, "in16384-out128-c1", Baseline, 1.942, TokensPerS(42.90), NONE),
    target(MAIN, "in16384-out128-c1", Candidate, 0.781, TokensPerS(68.90), NONE),
    target(MAIN, "in1024-out512-c8", Baseline, 0.884, TokensPerS(498.20), [0, 0, 1]),
    target(MAIN, "in1024-out512-c8", Candidate, 0.463, TokensPerS(509.50), NONE),
    target(MAIN, "in8192-out128-c8", Baseline, 6.900, TokensPerS(95.00), NONE),
    target(MAIN, "in8192-out128-c8", Candidate, 2.5668, TokensPerS(211.47), NONE),
    target(MAIN, "in16384-out128-c8", Baseline, 13.850, TokensPerS(53.20), NONE),
    target(MAIN, "in16384-out128-c8", Candidate, 5.630, TokensPerS(110.40), NONE),
    target(MAIN, "in1024-out128-c32", Baseline, 3.470, TokensPerS(561.40), [2, 1, 1]),
    target(MAIN, "in1024-out128-c32", Candidate, 1.640, TokensPerS(786.20), [1, 2, 2]),
    target(MAIN, "in1024-out512-c32", Baseline, 3.520, TokensPerS(1164.80), [0, 1, 0]),
    target(MAIN, "in1024-out512-c32", Candidate, 1.710, TokensPerS(1213.30), [1, 1, 2]),
    target(MAIN, "in8192-out128-c32", Baseline, 27.430, TokensPerS(103.60), NONE),
    target(MAIN, "in8192-out128-c32", Candidate, 12.260, TokensPerS(199.40), [0, 1, 1]),
    target(MAIN, "in16384-out128-c32", Baseline, 54.700, TokensPerS(54.90), NONE),
    target(MAIN, "in16384-out128-c32", Candidate, 23.180, TokensPerS(105.30), NONE),
    target(FIRST, "in8192-out128-c1", Baseline, 0.991, TokensPerS(61.20), NONE),
    target(FIRST, "in8192-out128-c1", Candidate, 0.358, TokensPerS(88.70), NONE),
    target(FIRST, "in8192-out128-c8", Baseline, 6.960, TokensPerS(94.10), NONE),
    target(FIRST, "in8192-out128-c8", Candidate, 2.610, TokensPerS(207.80), NONE),
    target(FIRST, "in4096-out128-c32", Baseline, 15.271, TpotP95S(0.142979), NONE),
    target(FIRST, "in4096-out128-c32", Candidate, 5.826, TpotP95S(0.063282), NONE),
    target(FIRST, "in8192-out128-rate-0.300", Candidate, 0.361, TpotP95S(0.00886), [1, 2, 1]),
];

const fn target(
    batch: &'static str,
    scenario: &'static str,
    side: Side,
    ttft_p95_s: f64,
    pace: Pace,
    failures: [usize; 3],
) -> Target {
    Target {
        batch,
        scenario,
        side,
        ttft_p95_s,
        pace,
        failures,
    }
}

impl Target {
    /// What `scenario` comes to on `side`, if it was run there.
    pub(crate) fn find(batch: &str, scenario: &str, side: Side) -> Option<&'static Self> {
        TARGETS.iter().find(|target| {
            target.batch == batch && target.scenario == scenario && target.side == side
        })
    }

    /// What round `round`, counted from 0, has to come to: one of the three is the target itself, one is a little
    /// slower in everything and one a little faster, in an order of the scenario's own.
    pub(crate) fn of_round(&self, round: usize) -> Self {
        let mut random = Random::of(&format!(
            "{}/{}/{}/spread",
            self.batch, self.scenario, self.side
        ));
        let mut step = || SPREAD * (0.5 + 0.5 * random.unit());
        let mut speeds = [1.0, 1.0 - step(), 1.0 + step()];
        for last in [2, 1] {
            speeds.swap(last, random.below(last + 1));
        }
        let speed = speeds[round % speeds.len()];
        // 2 - speed and not 1 / speed: exactly 1 stays exactly 1 either way, and this needs no division.
        let pace = match self.pace {
            TokensPerS(rate) => TokensPerS(rate * speed),
            TpotP95S(seconds) => TpotP95S(seconds * (2.0 - speed)),
        };
        Self {
            ttft_p95_s: self.ttft_p95_s * (2.0 - speed),
            pace,
            ..*self
        }
    }

    /// How many requests of round `round`, counted from 0, bring no text.
    pub(crate) fn failures(&self, round: usize) -> usize {
        self.failures.get(round).copied().unwrap_or(0)
    }
}
