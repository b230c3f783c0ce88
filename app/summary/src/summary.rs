use std::collections::BTreeSet;

use rounds::{
    Batch, Client, ClientSays, Evidence, Failures, Mode, Planned, Rule, Scenario, Seen, Side,
};
use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::{Gain, Metric, Spread, Verdict};

/// Every figure of one batch.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The batch.
    pub batch: String,
    /// Its scenarios, in the order of the plan.
    pub scenarios: Vec<ScenarioSummary>,
    /// All requests before the upgrade.
    pub baseline: Totals,
    /// All requests after it.
    pub candidate: Totals,
    /// The headline, on output throughput.
    pub verdict: Verdict,
}

/// Requests of one side of a batch.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Totals {
    /// Rounds measured.
    pub rounds: usize,
    /// Requests sent.
    pub requests: u64,
    /// Failed requests by kind.
    pub failures: Failures,
    /// Failed requests / requests sent, in percent; `None` where none was sent.
    pub failed_percent: Option<f64>,
    /// Rules that at least one of the rounds could not be held to.
    pub unchecked: BTreeSet<Rule>,
    /// The load clients.
    pub clients: BTreeSet<Client>,
    /// What the clients' files show of the inputs.
    pub inputs: BTreeSet<Seen>,
    /// What the rounds' figures rest on.
    pub evidence: BTreeSet<Evidence>,
}

/// One scenario: both sides and what came of the upgrade.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScenarioSummary {
    /// Which.
    pub scenario: Scenario,
    /// Its shape was chosen for a reconstruction.
    pub chosen: bool,
    /// Before the upgrade.
    pub baseline: Cell,
    /// After it.
    pub candidate: Cell,
    /// The gain for each metric, in the order of [`Metric::ALL`].
    #[serde(serialize_with = "by_metric")]
    pub gains: [Gain; 7],
}

/// A scenario on one side: measured, or one of two states that are not a value.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Cell {
    /// It was decided not to start it.
    NotRun,
    /// It was planned, and no round is there.
    Missing,
    /// At least one round is there.
    Measured(Box<Measured>),
}

/// What the rounds of a scenario on one side give.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Measured {
    /// Every round, by number.
    pub rounds: Vec<RoundPoint>,
    /// Rounds that were planned.
    pub planned: u32,
    /// Those of them that, by decision, were not run any more.
    pub stopped: u32,
    /// The weakest that the figures of a round rest on.
    pub evidence: Evidence,
    /// Requests sent: the denominator.
    pub requests: u64,
    /// Failed requests by kind.
    pub failures: Failures,
    /// The spread of each metric, in the order of [`Metric::ALL`].
    #[serde(serialize_with = "by_metric")]
    pub spreads: [Option<Spread>; 7],
}

/// One round, as far as it is shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RoundPoint {
    /// Its number, from 1.
    pub round: u32,
    /// Requests sent.
    pub requests: u32,
    /// Failed requests by kind.
    pub failures: Failures,
    /// Its whole measuring time in seconds.
    pub duration_s: f64,
    /// Output tokens of its successful requests.
    pub output_tokens: u64,
    /// Requests that the latencies rest on.
    pub latency_n: u32,
    /// Its figures, in the order of [`Metric::ALL`].
    #[serde(serialize_with = "by_metric")]
    pub values: [Option<f64>; 7],
    /// Identifies its inputs, where its file shows them.
    pub fingerprint: Option<String>,
    /// The digest of its source file, or a salted one.
    pub source_sha256: String,
    /// Which of that file's runs it is, from 1.
    pub source_part: u32,
    /// The load client.
    pub client: String,
    /// The kind of endpoint, where its file tells it.
    pub mode: Option<Mode>,
    /// What its figures rest on.
    pub evidence: Evidence,
    /// Rules that its file cannot show.
    pub unchecked: Vec<Rule>,
    /// The client's own figures.
    pub client_says: ClientSays,
}

/// Writes an array over [`Metric::ALL`] as a map by the metrics' names.
fn by_metric<T: Serialize, S: Serializer>(
    values: &[T; 7],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(7))?;
    for (metric, value) in Metric::ALL.into_iter().zip(values) {
        map.serialize_entry(metric.name(), value)?;
    }
    map.end()
}

impl Summary {
    /// Makes every figure of `batch`.
    pub fn of(batch: &Batch) -> Self {
        let scenarios: Vec<ScenarioSummary> =
            batch.scenarios().iter().map(ScenarioSummary::of).collect();
        let verdict = Verdict::of(&scenarios);
        let totals = |side| {
            Totals::of(
                batch
                    .scenarios()
                    .iter()
                    .flat_map(|planned| planned.rounds(side)),
            )
        };
        Self {
            batch: batch.id().to_string(),
            baseline: totals(Side::Baseline),
            candidate: totals(Side::Candidate),
            scenarios,
            verdict,
        }
    }

    /// All requests of `side`.
    pub fn totals(&self, side: Side) -> &Totals {
        match side {
            Side::Baseline => &self.baseline,
            Side::Candidate => &self.candidate,
        }
    }
}

impl Totals {
    /// The weakest that the figures of a round rest on.
    pub fn weakest(&self) -> Evidence {
        self.evidence.last().copied().unwrap_or(Evidence::Requests)
    }

    fn of<'a>(rounds: impl Iterator<Item = &'a rounds::Round>) -> Self {
        let mut totals = Self::default();
        for round in rounds {
            totals.rounds += 1;
            totals.requests += u64::from(round.requests);
            totals.failures += round.failures;
            totals.unchecked.extend(&round.unchecked);
            totals
                .inputs
                .extend(round.fingerprint.map(|inputs| inputs.seen));
            totals.evidence.insert(round.evidence);
            if !totals.clients.contains(&round.client) {
                totals.clients.insert(round.client.clone());
            }
        }
        if totals.requests > 0 {
            totals.failed_percent =
                Some(totals.failures.total() as f64 / totals.requests as f64 * 100.0);
        }
        totals
    }
}

impl ScenarioSummary {
    fn of(planned: &Planned) -> Self {
        let cell = |side| Cell::of(planned, side);
        let (baseline, candidate) = (cell(Side::Baseline), cell(Side::Candidate));
        let gains = Metric::ALL.map(|metric| Gain::of(metric, &baseline, &candidate));
        Self {
            scenario: planned.plan.scenario(),
            chosen: planned.plan.chosen,
            baseline,
            candidate,
            gains,
        }
    }

    /// What was measured on `side`.
    pub fn cell(&self, side: Side) -> &Cell {
        match side {
            Side::Baseline => &self.baseline,
            Side::Candidate => &self.candidate,
        }
    }

    /// The gain in `metric`.
    pub fn gain(&self, metric: Metric) -> &Gain {
        &self.gains[metric as usize]
    }
}

impl Cell {
    fn of(planned: &Planned, side: Side) -> Self {
        let rounds = planned.rounds(side);
        if rounds.is_empty() {
            return if planned.plan.started(side) == 0 {
                Self::NotRun
            } else {
                Self::Missing
            };
        }
        let rounds: Vec<RoundPoint> = rounds.iter().map(RoundPoint::of).collect();
        let mut failures = Failures::default();
        rounds.iter().for_each(|round| failures += round.failures);
        Self::Measured(Box::new(Measured {
            planned: planned.plan.rounds,
            stopped: planned.plan.rounds - planned.plan.started(side),
            evidence: rounds
                .iter()
                .map(|round| round.evidence)
                .max()
                .unwrap_or(Evidence::Requests),
            requests: rounds.iter().map(|round| u64::from(round.requests)).sum(),
            failures,
            spreads: Metric::ALL.map(|metric| {
                Spread::of(
                    rounds
                        .iter()
                        .filter_map(|round| round.values[metric as usize])
                        .collect(),
                )
            }),
            rounds,
        }))
    }

    /// What was measured, if anything was.
    pub fn measured(&self) -> Option<&Measured> {
        match self {
            Self::Measured(measured) => Some(measured),
            Self::NotRun | Self::Missing => None,
        }
    }
}

impl Measured {
    /// The dagger: a request of at least one round failed.
    pub fn dagger(&self) -> bool {
        self.failures.total() > 0
    }

    /// Every round rests on its requests, not on the client's sums.
    pub fn checked(&self) -> bool {
        self.evidence == Evidence::Requests
    }

    /// The median and range of `metric`; `None` where no round has it.
    pub fn spread(&self, metric: Metric) -> Option<&Spread> {
        self.spreads[metric as usize].as_ref()
    }

    /// Rounds that were started by the plan and are not there.
    pub fn missing(&self) -> u32 {
        (self.planned - self.stopped)
            .saturating_sub(u32::try_from(self.rounds.len()).unwrap_or(u32::MAX))
    }

    /// The fewest and the most requests that a round's latencies rest on.
    pub fn latency_n(&self) -> (u32, u32) {
        let counts = || self.rounds.iter().map(|round| round.latency_n);
        (counts().min().unwrap_or(0), counts().max().unwrap_or(0))
    }
}

impl RoundPoint {
    fn of(round: &rounds::Round) -> Self {
        Self {
            round: round.round,
            requests: round.requests,
            failures: round.failures,
            duration_s: round.duration_s,
            output_tokens: round.output_tokens,
            latency_n: round.latency_n,
            values: Metric::ALL.map(|metric| metric.of(round)),
            fingerprint: round.fingerprint.map(|inputs| inputs.to_string()),
            source_sha256: round.source.to_string(),
            source_part: round.part,
            client: round.client.to_string(),
            mode: round.mode,
            evidence: round.evidence,
            unchecked: round.unchecked.clone(),
            client_says: round.says,
        }
    }

    /// The round's figure.
    pub fn value(&self, metric: Metric) -> Option<f64> {
        self.values[metric as usize]
    }
}
