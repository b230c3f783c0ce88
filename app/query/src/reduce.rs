use polars::prelude::*;
use rounds::{Client, Failures, Id, Kind, Latency, Round, Rule, Side};

use crate::{RequestLog, log::ClientError};

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

/// Makes rounds of request records, many files in one pass.
///
/// Holds the columns of at most `CHUNK` requests, or of one file where that has more, whatever the number of files.
#[derive(Default)]
pub struct Reducer {
    pending: Vec<Pending>,
    columns: Columns,
    rounds: Vec<(Place, Round)>,
}

/// Requests that are reduced together.
const CHUNK: usize = 1 << 18;

/// What a round needs beside its requests.
struct Pending {
    place: Place,
    client: Client,
    log: Head,
}

struct Head {
    duration_s: f64,
    unchecked: Vec<Rule>,
    fingerprint: rounds::Fingerprint,
    source: seal::Digest,
}

#[derive(Default)]
struct Columns {
    file: Vec<u32>,
    http: Vec<bool>,
    done: Vec<bool>,
    text: Vec<bool>,
    usage: Vec<bool>,
    tokens: Vec<u32>,
    asked: Vec<u32>,
    other: Vec<bool>,
    ttft_s: Vec<f64>,
    e2e_s: Vec<f64>,
}

impl Reducer {
    /// Takes one file's requests.
    pub fn push(&mut self, place: Place, client: Client, log: RequestLog) -> PolarsResult<()> {
        let head = Head {
            duration_s: log.duration_s,
            unchecked: log.unchecked(),
            fingerprint: log.fingerprint,
            source: log.source,
        };
        let file = self.pending.len() as u32;
        self.pending.push(Pending {
            place,
            client,
            log: head,
        });
        self.columns.take(file, log);
        if self.columns.file.len() >= CHUNK {
            self.reduce()
        } else {
            Ok(())
        }
    }

    /// The rounds, in the order in which their files came.
    pub fn finish(mut self) -> PolarsResult<Vec<(Place, Round)>> {
        self.reduce()?;
        Ok(self.rounds)
    }

    fn reduce(&mut self) -> PolarsResult<()> {
        if self.pending.is_empty() {
            return Ok(());
        }
        let frame = std::mem::take(&mut self.columns).frame()?;
        let reduced = strict(frame.lazy())
            .group_by([col("file")])
            .agg(figures())
            .sort(["file"], Default::default())
            .collect()?;
        for (row, Pending { place, client, log }) in self.pending.drain(..).enumerate() {
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
                scenario: place.scenario.clone(),
                round: place.round,
                requests: small("requests")?,
                failures: Failures::from_fn(|kind| kinds[kind as usize]),
                unchecked: log.unchecked,
                duration_s: log.duration_s,
                output_tokens,
                output_tok_s: output_tokens as f64 / log.duration_s,
                latency: Latency {
                    ttft_p50_ms: figure("ttft_p50_ms")?,
                    ttft_p95_ms: figure("ttft_p95_ms")?,
                    tpot_p50_ms: figure("tpot_p50_ms")?,
                    tpot_p95_ms: figure("tpot_p95_ms")?,
                    e2e_p50_ms: figure("e2e_p50_ms")?,
                    e2e_p95_ms: figure("e2e_p95_ms")?,
                },
                latency_n: small("latency_n")?,
                fingerprint: log.fingerprint,
                source: log.source,
                client,
            };
            self.rounds.push((place, round));
        }
        Ok(())
    }
}

impl Columns {
    fn take(&mut self, file: u32, log: RequestLog) {
        let requests = log.requests();
        self.file.extend(std::iter::repeat_n(file, requests));
        let status_ok = |i: usize| {
            log.statuses
                .as_ref()
                .is_none_or(|statuses| statuses[i] == 200)
        };
        let marked = |i: usize| log.done.as_ref().is_none_or(|done| done[i]);
        let used = |i: usize| {
            log.usage
                .as_ref()
                .map(|usage| usage[i].filter(|&tokens| tokens > 0))
        };
        for i in 0..requests {
            let error = log.errors[i];
            // The client keeps nothing of a request that broke: before a first text no answer came, after it the stream
            // was cut. That is another failure than an answer of empty text.
            let lost = error == ClientError::Other && !log.texts[i];
            let unanswered = lost && log.ttft_s[i] <= 0.0;
            self.http
                .push(status_ok(i) && error != ClientError::Http && !unanswered);
            self.done
                .push(marked(i) && error != ClientError::NoDone && !lost);
            self.text
                .push(log.texts[i] && error != ClientError::EmptyText);
            self.usage.push(used(i) != Some(None));
            self.tokens
                .push(used(i).flatten().unwrap_or(log.output_tokens[i]));
            // A success without a first text or an end has no latency: vLLM writes 0 for what it did not measure.
            self.other.push(
                error == ClientError::Other || log.ttft_s[i] <= 0.0 || log.e2e_s[i] < log.ttft_s[i],
            );
        }
        self.asked.extend(log.asked);
        self.ttft_s.extend(log.ttft_s);
        self.e2e_s.extend(log.e2e_s);
    }

    fn frame(self) -> PolarsResult<DataFrame> {
        DataFrame::new(vec![
            Column::new("file".into(), self.file),
            Column::new("http_ok".into(), self.http),
            Column::new("done_ok".into(), self.done),
            Column::new("text_ok".into(), self.text),
            Column::new("usage_ok".into(), self.usage),
            Column::new("tokens".into(), self.tokens),
            Column::new("asked".into(), self.asked),
            Column::new("odd".into(), self.other),
            Column::new("ttft_s".into(), self.ttft_s),
            Column::new("e2e_s".into(), self.e2e_s),
        ])
    }
}

/// The strict rules: each request gets the first kind of failure that applies, or none.
fn strict(requests: LazyFrame) -> LazyFrame {
    let kind = |kind: Kind| lit(kind as u32);
    let length_differs = col("asked").neq(col("tokens"));
    let failure = when(col("http_ok").not())
        .then(kind(Kind::Http))
        .when(col("done_ok").not())
        .then(kind(Kind::NoDone))
        .when(col("text_ok").not())
        .then(kind(Kind::EmptyText))
        .when(col("usage_ok").not())
        .then(kind(Kind::Usage))
        .when(length_differs)
        .then(kind(Kind::Length))
        .when(col("odd"))
        .then(kind(Kind::Other))
        .otherwise(lit(NULL));
    let after_first = col("tokens").cast(DataType::Float64) - lit(1.0);
    let tpot = when(col("tokens").gt(lit(1u32)))
        .then((col("e2e_s") - col("ttft_s")) / after_first)
        .otherwise(lit(NULL));
    requests.with_columns([failure.alias("failure"), tpot.alias("tpot_s")])
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

    fn reduce(json: &str, asked: u32) -> Round {
        let mut reducer = Reducer::default();
        let log = crate::vllm::read(json.as_bytes(), asked).unwrap();
        reducer
            .push(place("x"), "test".parse().unwrap(), log)
            .unwrap();
        reducer.finish().unwrap().remove(0).1
    }

    /// Seven requests; asked 4 tokens each. In order: fine, HTTP 429, cut, all empty, no usage, short, fine.
    const MIXED: &str = r#"{"duration": 2.0, "completed": 7, "failed": 0, "input_lens": [1, 1, 1, 1, 1, 1, 1],
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
