//! vLLM's `bench serve` (before 2025: `benchmark_serving.py`), with and without `--save-detailed`.
//!
//! One JSON object a run: several one after another with `--append-result`, a list of them in a sweep's `summary.json`.
//! With `--save-detailed`, and in all files before 2025, a list per field. Read as a stream: of each text only whether it
//! is empty, of each list of gaps only its sum, so memory grows with the number of requests and not with what they said.
//! Five keys that vLLM does not write are taken where a client adds them: `http_statuses`, `done_marks`,
//! `usage_completion_tokens`, `requested_output_lens` and `prompts_sha256`.
//!
//! vLLM calls a request completed that had HTTP 200 and one chunk, even an empty one. A missing usage becomes a count of
//! its own tokenizer.

use std::io::BufRead;

use rounds::{Evidence, Fingerprint, Latency, Mode, Rule, Seen};
use seal::Digest;
use serde::{Deserialize, Deserializer};

use super::{
    Entry,
    wire::{self, HasText, Sum, look_at, measured, not_negative, same_length},
};
use crate::{Asked, ClientSays, Holds, ImportError, Record, Requests, Run, Totals};

pub(super) const ENTRY: Entry = Entry {
    name: "vllm bench serve",
    fits: |shape| {
        shape.has_all(&["duration", "completed"])
            && shape.any(|key| key == "total_token_throughput" || key == "output_lens")
            || shape.has_all(&["num_prompts", "request_rate", "mean_ttft_ms"])
    },
    read,
};

const FORM: &str = "JSON as `vllm bench serve` writes it";

/// One run, as far as it matters; vLLM's other keys are settings and further aggregates.
#[derive(Deserialize)]
pub(super) struct Wire {
    date: Option<String>,
    endpoint_type: Option<String>,
    backend: Option<String>,
    run_number: Option<i64>,
    num_prompts: Option<u32>,
    request_rate: Option<Rate>,
    max_concurrency: Option<u32>,
    duration: Option<f64>,
    completed: Option<u32>,
    failed: Option<u32>,
    total_output_tokens: Option<u64>,
    output_throughput: Option<f64>,
    median_ttft_ms: Option<f64>,
    median_tpot_ms: Option<f64>,
    median_e2el_ms: Option<f64>,
    p95_ttft_ms: Option<f64>,
    p95_tpot_ms: Option<f64>,
    p95_e2el_ms: Option<f64>,
    input_lens: Option<Vec<u32>>,
    output_lens: Option<Vec<u32>>,
    ttfts: Option<Vec<f64>>,
    itls: Option<Vec<Sum>>,
    latencies: Option<Vec<f64>>,
    generated_texts: Option<Vec<HasText>>,
    errors: Option<Vec<Broke>>,
    http_statuses: Option<Vec<u16>>,
    done_marks: Option<Vec<bool>>,
    usage_completion_tokens: Option<Vec<Option<u32>>>,
    requested_output_lens: Option<Vec<u32>>,
    prompts_sha256: Option<Digest>,
}

/// A number, or `"inf"`.
#[derive(Deserialize)]
#[serde(untagged)]
enum Rate {
    Number(f64),
    Word(String),
}

/// A client's error text, sorted by what it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Broke {
    /// No error.
    No,
    /// A status other than 200.
    Http,
    /// The stream was cut before its end.
    Cut,
    /// The stream held no text.
    NoText,
    /// Anything else.
    Other,
}

impl<'de> Deserialize<'de> for Broke {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        look_at(deserializer, classify)
    }
}

/// vLLM writes the reason phrase for a status other than 200, a sentence of its own for a stream without a chunk, and
/// a traceback for anything that Python raised.
fn classify(error: &str) -> Broke {
    const REASONS: [&str; 18] = [
        "Bad Request",
        "Unauthorized",
        "Forbidden",
        "Not Found",
        "Method Not Allowed",
        "Not Acceptable",
        "Request Timeout",
        "Conflict",
        "Payload Too Large",
        "Request Entity Too Large",
        "Unprocessable Entity",
        "Unprocessable Content",
        "Too Many Requests",
        "Internal Server Error",
        "Not Implemented",
        "Bad Gateway",
        "Service Unavailable",
        "Gateway Timeout",
    ];
    if error.is_empty() {
        Broke::No
    } else if REASONS.contains(&error) || error.starts_with("HTTP ") {
        Broke::Http
    } else if error.starts_with("Never received a valid chunk") {
        Broke::NoText
    } else if [
        "ClientPayloadError",
        "ServerDisconnectedError",
        "IncompleteReadError",
    ]
    .iter()
    .any(|cut| error.contains(cut))
    {
        Broke::Cut
    } else {
        Broke::Other
    }
}

fn read(file: &mut dyn BufRead, asked: &Asked) -> Result<Vec<Run>, ImportError> {
    let mut runs = vec![];
    let mut warmups = 0;
    let take = |wire: Wire| {
        // A sweep numbers its warm-up -1.
        if wire.run_number.is_some_and(|number| number < 0) {
            warmups += 1;
            return Ok(());
        }
        runs.push(wire.run(asked)?);
        Ok(())
    };
    // White space before the first value belongs to it.
    let list = file
        .fill_buf()
        .is_ok_and(|head| head.trim_ascii_start().starts_with(b"["));
    if list {
        wire::one::<Vec<Wire>>(file, FORM)?
            .into_iter()
            .try_for_each(take)?;
    } else {
        wire::each(file, FORM, take)?;
    }
    if runs.is_empty() {
        let found = format!("no run, {warmups} warm-ups");
        return Err(ImportError::whole(found, "at least one run"));
    }
    Ok(runs)
}

impl Wire {
    /// The run that the file tells of.
    pub(super) fn run(self, asked: &Asked) -> Result<Run, ImportError> {
        let duration_s = wire::duration("`duration`", self.duration)?;
        let says = ClientSays {
            completed: self.completed,
            output_tok_s: measured(self.output_throughput),
            latency: Latency {
                ttft_p50_ms: measured(self.median_ttft_ms),
                ttft_p95_ms: measured(self.p95_ttft_ms),
                tpot_p50_ms: measured(self.median_tpot_ms),
                tpot_p95_ms: measured(self.p95_tpot_ms),
                e2e_p50_ms: measured(self.median_e2el_ms),
                e2e_p95_ms: measured(self.p95_e2el_ms),
            },
        };
        if let (Some(rate), Some(tokens)) = (self.output_throughput, self.total_output_tokens) {
            let expected = tokens as f64 / duration_s;
            if (rate - expected).abs() > 1e-3 * expected.max(1.0) {
                return Err(ImportError::new(
                    "`output_throughput`",
                    format!("`{rate}`"),
                    format!("`total_output_tokens` / `duration`, `{expected}`"),
                ));
            }
        }
        let run = Run {
            version: None,
            mode: self.mode(),
            concurrency: self.max_concurrency,
            rate: match &self.request_rate {
                Some(Rate::Number(rate)) if rate.is_finite() => Some(*rate),
                Some(Rate::Word(word)) if word != "inf" => {
                    let found = "a text that is not `inf`";
                    return Err(ImportError::new(
                        "`request_rate`",
                        found,
                        "a number or `inf`",
                    ));
                }
                _ => None,
            },
            when_s: self.date.as_deref().and_then(wire::local_seconds),
            duration_s,
            says,
            holds: Holds::Totals(Totals {
                requests: 0,
                denominator: Evidence::Counts,
                completed: 0,
                output_tokens: 0,
            }),
            notes: vec![],
        };
        let holds = match (&self.output_lens, &self.ttfts) {
            (Some(_), Some(_)) => Holds::Requests(self.requests(asked, run.mode)?),
            _ => Holds::Totals(self.totals(asked)?),
        };
        Ok(Run { holds, ..run })
    }

    fn mode(&self) -> Option<Mode> {
        let named = [&self.endpoint_type, &self.backend];
        let name = named.into_iter().flatten().next()?;
        match name.as_str() {
            name if name.contains("chat") => Some(Mode::Chat),
            "openai" | "vllm" | "openai-completions" => Some(Mode::Completions),
            _ => None,
        }
    }

    fn totals(&self, asked: &Asked) -> Result<Totals, ImportError> {
        let Some(completed) = self.completed else {
            let found = "neither the requests nor `completed`";
            return Err(ImportError::whole(
                found,
                "a denominator: a run without one is no round",
            ));
        };
        totals(
            completed,
            self.failed,
            self.num_prompts,
            self.total_output_tokens,
            asked,
        )
    }

    fn requests(self, asked: &Asked, mode: Option<Mode>) -> Result<Requests, ImportError> {
        let (tokens, ttfts) = (
            self.output_lens.unwrap_or_default(),
            self.ttfts.unwrap_or_default(),
        );
        let requests = tokens.len();
        for (key, length) in [
            ("ttfts", Some(ttfts.len())),
            ("input_lens", self.input_lens.as_ref().map(Vec::len)),
            (
                "generated_texts",
                self.generated_texts.as_ref().map(Vec::len),
            ),
            ("errors", self.errors.as_ref().map(Vec::len)),
            ("itls", self.itls.as_ref().map(Vec::len)),
            ("latencies", self.latencies.as_ref().map(Vec::len)),
            ("http_statuses", self.http_statuses.as_ref().map(Vec::len)),
            ("done_marks", self.done_marks.as_ref().map(Vec::len)),
            (
                "usage_completion_tokens",
                self.usage_completion_tokens.as_ref().map(Vec::len),
            ),
            (
                "requested_output_lens",
                self.requested_output_lens.as_ref().map(Vec::len),
            ),
        ] {
            same_length(requests, "output_lens", key, length)?;
        }
        if requests == 0 {
            return Err(ImportError::new(
                "`output_lens`",
                "no request",
                "at least one",
            ));
        }
        sent(requests, self.num_prompts, self.completed, self.failed)?;
        let sum: u64 = tokens.iter().map(|&tokens| u64::from(tokens)).sum();
        if let Some(total) = self.total_output_tokens.filter(|&total| total != sum) {
            return Err(ImportError::new(
                "`total_output_tokens`",
                format!("`{total}`"),
                format!("`{sum}`, the sum of `output_lens`"),
            ));
        }
        let e2e = match (self.latencies, self.itls) {
            (Some(latencies), _) => Some(latencies),
            // The gaps of a chat end with its last text, its latency with the chunk of the usage.
            (None, Some(itls)) if mode != Some(Mode::Chat) => Some(
                ttfts
                    .iter()
                    .zip(itls)
                    .map(|(ttft, Sum(gaps))| ttft + gaps)
                    .collect(),
            ),
            (None, _) => None,
        };
        not_negative("ttfts", &ttfts)?;
        e2e.as_ref()
            .map_or(Ok(()), |e2e| not_negative("latencies", e2e))?;

        let mut unchecked = vec![];
        let mut unless = |known: bool, rule| {
            if !known {
                unchecked.push(rule);
            }
        };
        // A client that keeps no status still keeps no text of an answer without HTTP 200, so none can pass.
        unless(
            self.http_statuses.is_some() || self.generated_texts.is_some(),
            Rule::Http,
        );
        unless(self.done_marks.is_some(), Rule::Done);
        unless(self.generated_texts.is_some(), Rule::Text);
        unless(self.usage_completion_tokens.is_some(), Rule::Usage);

        let record = |i: usize| {
            let broke = self.errors.as_ref().map_or(Broke::No, |errors| errors[i]);
            let status = self.http_statuses.as_ref().map(|statuses| statuses[i]);
            let usage = self
                .usage_completion_tokens
                .as_ref()
                .map(|usage| usage[i].filter(|&tokens| tokens > 0));
            let (ttft_s, e2e_s) = (ttfts[i], e2e.as_ref().map(|e2e| e2e[i]));
            // Where no text is kept, an answer without a token and a first text had none.
            let text = match &self.generated_texts {
                Some(texts) => texts[i].0,
                None => tokens[i] > 0 || ttft_s > 0.0,
            };
            // The client keeps nothing of a request that broke: before a first text no answer came, after it the stream
            // was cut. That is another failure than an answer of empty text.
            let lost = broke == Broke::Other && !text;
            Record {
                http: status.is_none_or(|status| status == 200)
                    && broke != Broke::Http
                    && !(lost && ttft_s <= 0.0),
                done: self.done_marks.as_ref().is_none_or(|done| done[i])
                    && broke != Broke::Cut
                    && !lost,
                text: text && broke != Broke::NoText,
                usage: usage != Some(None),
                // A success without a first text or an end has no latency: vLLM writes 0 for what it did not measure.
                sound: broke != Broke::Other
                    && ttft_s > 0.0
                    && e2e_s.is_none_or(|e2e_s| e2e_s >= ttft_s),
                output_tokens: usage.flatten().unwrap_or(tokens[i]),
                asked: self
                    .requested_output_lens
                    .as_ref()
                    .map(|lens| lens[i])
                    .or(asked.output_tokens),
                input_tokens: self.input_lens.as_ref().map(|lens| lens[i]),
                ttft_s: Some(ttft_s).filter(|&seconds| seconds > 0.0),
                e2e_s: e2e_s.filter(|&seconds| seconds > 0.0),
            }
        };
        let records = (0..requests).map(record).collect();
        let fingerprint = match (self.prompts_sha256, self.input_lens) {
            (Some(digest), _) => Some(Fingerprint {
                seen: Seen::Prompts,
                digest,
            }),
            (None, lens) => lens.map(wire::lengths),
        };
        Ok(Requests {
            records,
            unchecked,
            fingerprint,
        })
    }
}

/// Errs where a client's own counts contradict the number of requests that it kept.
pub(super) fn sent(
    requests: usize,
    asked: Option<u32>,
    completed: Option<u32>,
    failed: Option<u32>,
) -> Result<(), ImportError> {
    let expected = || format!("{requests} in all, the length of the lists");
    if let Some(asked) = asked.filter(|&asked| asked as usize != requests) {
        return Err(ImportError::new(
            "`num_prompts`",
            format!("`{asked}`"),
            expected(),
        ));
    }
    let counted = match (completed, failed) {
        (Some(completed), Some(failed)) => {
            u64::from(completed) + u64::from(failed) == requests as u64
        }
        (Some(completed), None) => completed as usize <= requests,
        _ => true,
    };
    if counted {
        return Ok(());
    }
    let (completed, failed) = (completed.unwrap_or_default(), failed.unwrap_or_default());
    let found = format!("`{completed}` + `{failed}`");
    Err(ImportError::new(
        "`completed` + `failed`",
        found,
        expected(),
    ))
}

/// The sums of a file without requests: over what was counted, else over what was asked, marked as such.
pub(super) fn totals(
    completed: u32,
    failed: Option<u32>,
    num_prompts: Option<u32>,
    output_tokens: Option<u64>,
    asked: &Asked,
) -> Result<Totals, ImportError> {
    let output_tokens = output_tokens
        .ok_or_else(|| ImportError::new("`total_output_tokens`", "nothing", "a number"))?;
    let (requests, denominator) = match (failed, num_prompts.or(asked.requests)) {
        (Some(failed), _) => (completed.saturating_add(failed), Evidence::Counts),
        (None, Some(asked)) => (asked, Evidence::Asked),
        (None, None) => {
            return Err(ImportError::whole(
                format!("{completed} completed requests of an unknown number"),
                "a denominator: say how many were sent (`--requests`, or `requests` in the plan)",
            ));
        }
    };
    if let Some(asked) = num_prompts.filter(|&asked| asked != requests) {
        let expected = format!("`completed` + `failed`, {requests}");
        return Err(ImportError::new(
            "`num_prompts`",
            format!("`{asked}`"),
            expected,
        ));
    }
    if completed > requests || requests == 0 {
        let expected = format!("at most the {requests} that were asked for, and one at least");
        return Err(ImportError::new(
            "`completed`",
            format!("`{completed}`"),
            expected,
        ));
    }
    Ok(Totals {
        requests,
        denominator,
        completed,
        output_tokens,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two requests as vLLM 0.32 writes them.
    const TWO: &str = r#"{"date": "20261129-165152", "num_prompts": 2, "request_rate": "inf", "duration": 2.0,
        "completed": 2, "failed": 0, "output_throughput": 4.0, "input_lens": [3, 4], "output_lens": [4, 4],
        "ttfts": [0.1, 0.2], "itls": [[0.1, 0.1, 0.1], [0.2, 0.2, 0.2]], "latencies": [0.4, 0.8],
        "start_times": [1.0, 1.0], "generated_texts": [" a b", ""], "errors": ["", ""], "rtfx": 0.0}"#;

    const ASKED: Asked = Asked {
        output_tokens: Some(4),
        requests: None,
    };

    fn requests(json: &str) -> Requests {
        match read(&mut json.as_bytes(), &ASKED).unwrap().remove(0).holds {
            Holds::Requests(requests) => requests,
            totals => panic!("{totals:?}"),
        }
    }

    #[test]
    fn a_file_is_taken_as_it_is() {
        let requests = requests(TWO);
        let [first, second] = &requests.records[..] else {
            panic!("{requests:?}");
        };
        assert_eq!((first.text, second.text), (true, false));
        assert_eq!((first.e2e_s, second.e2e_s), (Some(0.4), Some(0.8)));
        assert_eq!(requests.fingerprint.unwrap().digest, Digest::of(b"3\n4\n"));
        assert_eq!(requests.unchecked, [Rule::Done, Rule::Usage]);
    }

    #[test]
    fn without_latencies_the_gaps_are_added() {
        let older = TWO.replace(r#""latencies": [0.4, 0.8],"#, "");
        let second = requests(&older).records[1];
        assert!((second.e2e_s.unwrap() - 0.8).abs() < 1e-12);
    }

    #[test]
    fn a_bad_file_is_named_with_its_place() {
        #[track_caller]
        fn case(from: &str, to: &str, expected: &str) {
            assert!(TWO.contains(from), "{from}");
            let error = read(&mut TWO.replace(from, to).as_bytes(), &ASKED)
                .unwrap_err()
                .to_string();
            assert!(error.contains(expected), "{error}");
        }
        case(
            "\"num_prompts\": 2",
            "\"num_prompts\": 3",
            "`num_prompts`: found `3`, expected 2",
        );
        case(
            "\"completed\": 2",
            "\"completed\": 1",
            "`completed` + `failed`: found `1` + `0`, expected 2 in all",
        );
        case(
            "[0.1, 0.2]",
            "[0.1]",
            "`ttfts`: found 1 entries, expected 2",
        );
        case("[0.1, 0.2]", "[0.1, -0.2]", "`ttfts[1]`: found `-0.2`");
        case("[0.1, 0.2]", "[0.1, NaN]", "line 3 column");
        case(
            "\"duration\": 2.0",
            "\"duration\": 0.0",
            "`duration`: found `0`",
        );
        case("\"duration\": 2.0", "\"duration\": 1e999", "line 1 column");
        case(
            "\"duration\": 2.0",
            "\"duration\": null",
            "`duration`: found nothing",
        );
        case("\"rtfx\": 0.0}", "\"rtfx\": 0.0", "EOF while parsing");
        case(
            "\"rtfx\": 0.0}",
            "\"rtfx\": 0.0}{}",
            "`duration`: found nothing",
        );
        case(
            "\"rtfx\": 0.0",
            "\"errors\": []",
            "duplicate field `errors`",
        );
    }

    #[test]
    fn errors_are_sorted_by_what_they_stand_for() {
        for (error, expected) in [
            ("", Broke::No),
            ("Too Many Requests", Broke::Http),
            ("HTTP 429 Too Many Requests: busy", Broke::Http),
            (
                "Never received a valid chunk to calculate TTFT.This response",
                Broke::NoText,
            ),
            (
                "Traceback\n  x.py\naiohttp.client_exceptions.ClientPayloadError: not completed",
                Broke::Cut,
            ),
            ("Traceback\nTimeoutError", Broke::Other),
        ] {
            assert_eq!(classify(error), expected, "{error}");
        }
    }
}
