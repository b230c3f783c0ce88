use polars::prelude::*;
use rounds::{
    Client, ClientSays, Commitment, Evidence, Failures, Id, Kind, Latency, Round, Rule, Side,
};

use crate::{Asked, Holds, ImportError, Record, Run, Totals, formats::wire};

/// Which round a file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The batch.
    pub batch: Id,
    /// The side.
    pub side: Side,
    /// The scenario.
    pub scenario: Id,
    /// The round, counted from 1.
    pub round: u32,
}

/// Why a run makes no round.
#[derive(Debug, thiserror::Error)]
pub enum ReduceError {
    /// Something is missing that a round needs.
    #[error(transparent)]
    Import(#[from] ImportError),
    /// polars failed.
    #[error(transparent)]
    Polars(#[from] PolarsError),
}

/// Makes rounds of runs, many files in one pass.
///
/// Holds the columns of at most `CHUNK` requests, or of one run where that has more, whatever the number of files.
#[derive(Default)]
pub struct Reducer {
    pending: Vec<Pending>,
    columns: Columns,
    rounds: Vec<(usize, Place, Round)>,
    taken: usize,
}

/// Requests that are reduced together.
const CHUNK: usize = 1 << 18;

/// A round that lacks what is reduced from its requests, and its place among all.
struct Pending {
    order: usize,
    place: Place,
    round: Round,
}

#[derive(Default)]
struct Columns {
    run: Vec<u32>,
    failure: Vec<Option<u32>>,
    tokens: Vec<u32>,
    ttft_s: Vec<Option<f64>>,
    e2e_s: Vec<Option<f64>>,
}

impl Reducer {
    /// Takes the run number `part` of the file behind `source`, of which the plan says what was `asked`.
    pub fn push(
        &mut self,
        place: Place,
        client: Client,
        source: Commitment,
        part: u32,
        run: Run,
        asked: &Asked,
    ) -> Result<(), ReduceError> {
        let run = run.with(asked)?;
        let latency = run.says.latency;
        let says = ClientSays {
            completed: run.says.completed,
            output_tok_s: run.says.output_tok_s,
            ttft_p95_ms: latency.ttft_p95_ms,
            tpot_p95_ms: latency.tpot_p95_ms,
            e2e_p95_ms: latency.e2e_p95_ms,
        };
        let round = Round {
            scenario: place.scenario.clone(),
            round: place.round,
            requests: 0,
            failures: Failures::default(),
            unchecked: vec![],
            // `with` has seen to it.
            duration_s: run.duration_s.unwrap_or_default(),
            output_tokens: 0,
            output_tok_s: 0.0,
            latency: Latency::default(),
            latency_n: 0,
            fingerprint: None,
            source,
            part,
            client,
            mode: run.mode,
            evidence: Evidence::Requests,
            says,
        };
        let order = self.taken;
        self.taken += 1;
        let requests = match run.holds {
            Holds::Totals(totals) => {
                self.rounds
                    .push((order, place, summed(round, &totals, latency)));
                return Ok(());
            }
            Holds::Requests(requests) => requests,
        };
        let mut unchecked = requests.unchecked;
        if requests.records.iter().any(|record| record.asked.is_none()) {
            unchecked.push(Rule::Length);
        }
        unchecked.sort();
        unchecked.dedup();
        let pending = self.pending.len() as u32;
        self.pending.push(Pending {
            order,
            place,
            round: Round {
                unchecked,
                fingerprint: requests.fingerprint,
                ..round
            },
        });
        self.columns.take(pending, &requests.records);
        if self.columns.run.len() >= CHUNK {
            self.reduce()?;
        }
        Ok(())
    }

    /// The rounds, in the order in which their runs came.
    pub fn finish(mut self) -> PolarsResult<Vec<(Place, Round)>> {
        self.reduce()?;
        self.rounds.sort_by_key(|(order, ..)| *order);
        let rounds = self.rounds.into_iter();
        Ok(rounds.map(|(_, place, round)| (place, round)).collect())
    }

    fn reduce(&mut self) -> PolarsResult<()> {
        if self.pending.is_empty() {
            return Ok(());
        }
        let frame = std::mem::take(&mut self.columns).frame()?;
        let reduced = frame
            .lazy()
            .with_column(tpot().alias("tpot_s"))
            .group_by([col("run")])
            .agg(figures())
            .sort(["run"], Default::default())
            .collect()?;
        for (
            row,
            Pending {
                order,
                place,
                round,
            },
        ) in self.pending.drain(..).enumerate()
        {
            let count = |name: &str| -> PolarsResult<u64> {
                reduced.column(name)?.get(row)?.try_extract::<u64>()
            };
            let figure = |name: &str| -> PolarsResult<Option<f64>> {
                let value = reduced.column(name)?.get(row)?;
                if value.is_null() {
                    Ok(None)
                } else {
                    value.try_extract::<f64>().map(Some)
                }
            };
            let small =
                |name: &str| Ok::<_, PolarsError>(u32::try_from(count(name)?).unwrap_or(u32::MAX));
            let mut kinds = [0u64; 6];
            for kind in Kind::ALL {
                kinds[kind as usize] = count(kind.name())?;
            }
            let output_tokens = count("output_tokens")?;
            let round = Round {
                requests: small("requests")?,
                failures: Failures::from_fn(|kind| kinds[kind as usize]),
                output_tokens,
                output_tok_s: output_tokens as f64 / round.duration_s,
                latency: Latency {
                    ttft_p50_ms: figure("ttft_p50_ms")?,
                    ttft_p95_ms: figure("ttft_p95_ms")?,
                    tpot_p50_ms: figure("tpot_p50_ms")?,
                    tpot_p95_ms: figure("tpot_p95_ms")?,
                    e2e_p50_ms: figure("e2e_p50_ms")?,
                    e2e_p95_ms: figure("e2e_p95_ms")?,
                },
                latency_n: small("latency_n")?,
                ..round
            };
            self.rounds.push((order, place, round));
        }
        Ok(())
    }
}

/// A round of the client's own sums. No rule was checked, and a percentile stands only beside its median.
fn summed(round: Round, totals: &Totals, latency: Latency) -> Round {
    let requests = totals.requests.unwrap_or_default();
    let failed = u64::from(requests.saturating_sub(totals.completed));
    let both = |p50: Option<f64>, p95: Option<f64>| match (p50, p95) {
        (Some(_), Some(_)) if totals.completed > 0 => [p50, p95],
        _ => [None; 2],
    };
    Round {
        requests,
        failures: Failures::from_fn(|kind| if kind == Kind::Other { failed } else { 0 }),
        unchecked: Rule::ALL.to_vec(),
        output_tokens: totals.output_tokens,
        output_tok_s: totals.output_tokens as f64 / round.duration_s,
        latency: wire::latency(
            both(latency.ttft_p50_ms, latency.ttft_p95_ms),
            both(latency.tpot_p50_ms, latency.tpot_p95_ms),
            both(latency.e2e_p50_ms, latency.e2e_p95_ms),
        ),
        latency_n: totals.completed,
        evidence: totals.denominator,
        ..round
    }
}

impl Columns {
    fn take(&mut self, run: u32, records: &[Record]) {
        for record in records {
            self.run.push(run);
            self.failure.push(record.broke().map(|kind| kind as u32));
            self.tokens.push(record.output_tokens);
            self.ttft_s.push(record.ttft_s);
            self.e2e_s.push(record.e2e_s);
        }
    }

    fn frame(self) -> PolarsResult<DataFrame> {
        DataFrame::new(vec![
            Column::new("run".into(), self.run),
            Column::new("failure".into(), self.failure),
            Column::new("tokens".into(), self.tokens),
            Column::new("ttft_s".into(), self.ttft_s),
            Column::new("e2e_s".into(), self.e2e_s),
        ])
    }
}

/// Seconds for each token after the first.
fn tpot() -> Expr {
    let after_first = col("tokens").cast(DataType::Float64) - lit(1.0);
    when(col("tokens").gt(lit(1u32)))
        .then((col("e2e_s") - col("ttft_s")) / after_first)
        .otherwise(lit(NULL))
}

/// A round's figures over its requests: counts over all, tokens and latencies over the successful ones.
fn figures() -> Vec<Expr> {
    let succeeded = || col("failure").is_null();
    let mut figures = vec![
        len().alias("requests"),
        succeeded().sum().alias("latency_n"),
        col("tokens")
            .cast(DataType::UInt64)
            .filter(succeeded())
            .sum()
            .alias("output_tokens"),
    ];
    figures
        .extend(Kind::ALL.map(|kind| col("failure").eq(lit(kind as u32)).sum().alias(kind.name())));
    for (seconds, name) in [("ttft_s", "ttft"), ("tpot_s", "tpot"), ("e2e_s", "e2e")] {
        for (share, percentile) in [(0.5, "p50"), (0.95, "p95")] {
            let quantile = col(seconds)
                .filter(succeeded())
                .quantile(lit(share), QuantileMethod::Linear);
            figures.push((quantile * lit(1000.0)).alias(format!("{name}_{percentile}_ms")));
        }
    }
    figures
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(scenario: &str) -> Place {
        Place {
            batch: "main".parse().unwrap(),
            side: Side::Baseline,
            scenario: scenario.parse().unwrap(),
            round: 1,
        }
    }

    fn asked(output_tokens: u32) -> Asked {
        Asked {
            output_tokens: Some(output_tokens),
            ..Asked::default()
        }
    }

    /// The rounds of the runs of a file, each by its own plan.
    fn reduce_all(file: &str, plans: &[Asked]) -> Result<Vec<Round>, ReduceError> {
        let bytes = file.as_bytes().to_vec();
        let open =
            move || Ok(Box::new(std::io::Cursor::new(bytes.clone())) as Box<dyn std::io::Read>);
        let import = crate::import(&open, None)?;
        assert_eq!(import.runs.len(), plans.len());
        let source = Commitment {
            salted: false,
            digest: import.source,
        };
        let mut reducer = Reducer::default();
        for (part, (run, asked)) in (1..).zip(import.runs.into_iter().zip(plans)) {
            let client = "test".parse().unwrap();
            reducer.push(place("x"), client, source, part, run, asked)?;
        }
        let rounds = reducer.finish()?.into_iter();
        Ok(rounds.map(|(_, round)| round).collect())
    }

    fn reduce(json: &str, output_tokens: u32) -> Round {
        let mut rounds = reduce_all(json, &[asked(output_tokens)]).unwrap();
        rounds.remove(0)
    }

    /// Seven requests; asked 4 tokens each. In order: fine, HTTP 429, cut, all empty, no usage, short, fine.
    const MIXED: &str = r#"{"duration": 2.0, "completed": 5, "failed": 2, "input_lens": [1, 1, 1, 1, 1, 1, 1],
        "output_lens": [4, 0, 0, 4, 9, 2, 4], "ttfts": [0.1, 0, 0, 0.1, 0.1, 0.1, 0.3],
        "latencies": [0.4, 0, 0, 0.4, 0.4, 0.4, 0.9], "generated_texts": ["a", "", "", "", "a", "a", "b"],
        "errors": ["", "Too Many Requests", "ClientPayloadError", "", "", "", ""],
        "http_statuses": [200, 429, 200, 200, 200, 200, 200],
        "done_marks": [true, false, false, true, true, true, true],
        "usage_completion_tokens": [4, null, null, 4, null, 2, 4]}"#;

    #[test]
    fn every_rule_has_its_kind() {
        let round = reduce(MIXED, 4);
        let kinds = Kind::ALL.map(|kind| round.failures.of(kind));
        assert_eq!(kinds, [1, 1, 1, 1, 1, 0]);
        assert_eq!(
            (round.requests, round.latency_n, round.output_tokens),
            (7, 2, 8)
        );
        assert_eq!(round.output_tok_s, 4.0);
        assert_eq!(round.unchecked, []);
    }

    #[test]
    fn a_request_that_broke_is_not_an_answer_of_empty_text() {
        let refused = MIXED
            .replace("Too Many Requests", "Traceback\\nConnectionRefusedError")
            .replace("429", "200");
        assert_eq!(reduce(&refused, 4).failures.of(Kind::Http), 1);
        let cut = refused.replace("[0.1, 0, 0, 0.1", "[0.1, 0.2, 0, 0.1");
        assert_eq!(reduce(&cut, 4).failures.of(Kind::NoDone), 2);
    }

    #[test]
    fn percentiles_are_numpys_linear_ones_over_the_successes() {
        // numpy.percentile([100, 300], 95) and of the two times per token, 100 and 200.
        let latency = reduce(MIXED, 4).latency;
        let close = |found: Option<f64>, expected: f64| {
            assert!((found.unwrap() - expected).abs() < 1e-9, "{found:?}")
        };
        close(latency.ttft_p50_ms, 200.0);
        close(latency.ttft_p95_ms, 290.0);
        close(latency.tpot_p95_ms, 195.0);
        close(latency.e2e_p50_ms, 650.0);
    }

    #[test]
    fn each_run_of_a_file_has_its_own_plan() {
        let both = format!("{MIXED}\n{MIXED}");
        let rounds = reduce_all(&both, &[asked(4), asked(2)]).unwrap();
        let held = |round: &Round| (round.part, round.failures.of(Kind::Length), round.latency_n);
        assert_eq!(
            rounds.iter().map(held).collect::<Vec<_>>(),
            [(1, 1, 2), (2, 2, 1)]
        );
        let untold = reduce_all(MIXED, &[Asked::default()]).unwrap();
        assert_eq!(untold[0].unchecked, [Rule::Length]);
    }

    /// Two requests of 4 tokens, the second called too short by the client.
    const UNTIMED: &str = r#"[{"error_code": null, "ttft_s": 0.5, "end_to_end_latency_s": 2.0,
        "number_output_tokens": 4, "number_input_tokens": 7, "GEN_TEXT": "a"},
        {"error_code": -100, "ttft_s": 0.5, "end_to_end_latency_s": 1.0, "number_output_tokens": 4,
        "number_input_tokens": 7, "GEN_TEXT": "b"}]"#;

    #[test]
    fn a_measuring_time_that_was_told_makes_a_round() {
        let told = Asked {
            duration_s: Some(8.0),
            ..asked(4)
        };
        let rounds = reduce_all(UNTIMED, &[told]).unwrap();
        let round = &rounds[0];
        assert_eq!((round.duration_s, round.output_tok_s), (8.0, 0.5));
        // The client's word stands, whatever the plan asks for.
        assert_eq!(round.failures.of(Kind::Length), 1);
        let untold = reduce_all(UNTIMED, &[asked(4)]).unwrap_err();
        assert!(matches!(untold, ReduceError::Import(_)), "{untold}");
    }

    #[test]
    fn a_round_without_a_success_has_no_latency() {
        let round = reduce(
            &MIXED.replace(
                "200, 429, 200, 200, 200, 200, 200",
                "500, 500, 500, 500, 500, 500, 500",
            ),
            4,
        );
        assert_eq!(round.failures.of(Kind::Http), 7);
        assert_eq!((round.output_tokens, round.latency_n), (0, 0));
        assert_eq!(round.latency, Latency::default());
    }
}
