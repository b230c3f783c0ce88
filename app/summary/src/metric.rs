use rounds::Round;
use serde::Serialize;

/// A figure that each round has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Metric {
    /// Output tokens of successful requests per second of the round's whole time.
    OutputTokS,
    /// Median time to first text, ms.
    TtftP50Ms,
    /// P95 time to first text, ms.
    TtftP95Ms,
    /// Median time per output token, ms.
    TpotP50Ms,
    /// P95 time per output token, ms.
    TpotP95Ms,
    /// Median end-to-end time, ms.
    E2eP50Ms,
    /// P95 end-to-end time, ms.
    E2eP95Ms,
}

/// Which of a round's requests a latency is that of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Statistic {
    /// The one in the middle.
    P50,
    /// The one that 95 of 100 do not exceed.
    #[default]
    P95,
}

impl Statistic {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::P50, Self::P95];

    /// Its name in addresses.
    pub fn name(self) -> &'static str {
        match self {
            Self::P50 => "p50",
            Self::P95 => "p95",
        }
    }
}

impl Metric {
    /// All of them, in the order of the columns.
    pub const ALL: [Self; 7] = [
        Self::OutputTokS,
        Self::TtftP50Ms,
        Self::TtftP95Ms,
        Self::TpotP50Ms,
        Self::TpotP95Ms,
        Self::E2eP50Ms,
        Self::E2eP95Ms,
    ];

    /// The metrics that gains are shown for.
    pub const HEADLINE: [Self; 4] = [
        Self::OutputTokS,
        Self::TtftP95Ms,
        Self::TpotP95Ms,
        Self::E2eP95Ms,
    ];

    /// The three latencies, as `statistic` gives them.
    pub fn latencies(statistic: Statistic) -> [Self; 3] {
        match statistic {
            Statistic::P50 => [Self::TtftP50Ms, Self::TpotP50Ms, Self::E2eP50Ms],
            Statistic::P95 => [Self::TtftP95Ms, Self::TpotP95Ms, Self::E2eP95Ms],
        }
    }

    /// How it is taken of a round's requests; throughput is of all of them.
    pub fn statistic(self) -> Option<Statistic> {
        let of = |statistic: &Statistic| Self::latencies(*statistic).contains(&self);
        Statistic::BOTH.into_iter().find(of)
    }

    /// The name of its column.
    pub fn name(self) -> &'static str {
        match self {
            Self::OutputTokS => "output_tok_s",
            Self::TtftP50Ms => "ttft_p50_ms",
            Self::TtftP95Ms => "ttft_p95_ms",
            Self::TpotP50Ms => "tpot_p50_ms",
            Self::TpotP95Ms => "tpot_p95_ms",
            Self::E2eP50Ms => "e2e_p50_ms",
            Self::E2eP95Ms => "e2e_p95_ms",
        }
    }

    /// Whether a larger value is the better one.
    pub fn higher_is_better(self) -> bool {
        self == Self::OutputTokS
    }

    /// The round's figure; `None` where it was not measured.
    pub fn of(self, round: &Round) -> Option<f64> {
        match self {
            Self::OutputTokS => Some(round.output_tok_s),
            Self::TtftP50Ms => round.latency.ttft_p50_ms,
            Self::TtftP95Ms => round.latency.ttft_p95_ms,
            Self::TpotP50Ms => round.latency.tpot_p50_ms,
            Self::TpotP95Ms => round.latency.tpot_p95_ms,
            Self::E2eP50Ms => round.latency.e2e_p50_ms,
            Self::E2eP95Ms => round.latency.e2e_p95_ms,
        }
    }
}
