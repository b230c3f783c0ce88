//! vLLM's `bench serve` (before 2025: `benchmark_serving.py`), with and without `--save-detailed`.
//!
//! One JSON object a run: several one after another with `--append-result`, a list of them in a sweep's `summary.json`.
//! With `--save-detailed`, and in all files before 2025, a list per field. Read as a stream: of each text only whether it
//! is empty, of each list of gaps only its sum, so memory grows with the number of requests and not with what they said.
//! Five keys that vLLM does not write are taken where a client adds them: `http_statuses`, `done_marks`,
//! `usage_completion_tokens`, `requested_output_lens` and `prompts_sha256`.
//!
//! vLLM calls a request completed that had HTTP 200 and one chunk, even an empty one; its older chat client, any with HTTP
//! 200. A missing usage becomes a count of its own tokenizer, in older versions 0. `--metadata` adds keys of any name,
//! which can take the place of the client's own.

use std::io::BufRead;

use rounds::{Evidence, Fingerprint, Mode, Rule, Seen};
use seal::Digest;
use serde::{
    Deserialize, Deserializer,
    de::{IgnoredAny, MapAccess},
};

use super::{
    Entry,
    wire::{
        self, BrokeOff, HasText, Keyed, Keys, Scalar, Sum, follows, keys, measured, needed,
        not_negative, number_or_text, of_text, same_length,
    },
};
use crate::{ClientSays, Holds, ImportError, Record, Requests, Run, Totals};

pub(super) const ENTRY: Entry = Entry {
    name: "vllm bench serve",
    fits: |shape| {
        let rates = [
            "request_throughput",
            "total_token_throughput",
            "output_throughput",
        ];
        let run = shape.has_all(&["duration", "completed", "num_prompts"])
            && rates.iter().any(|rate| shape.has(rate));
        let detailed = shape.has_all(&["duration", "completed", "output_lens", "ttfts"]);
        let stripped = shape.has_all(&["num_prompts", "request_rate", "mean_ttft_ms"]);
        let failed = shape.has_all(&["error_type", "error", "serve_overrides"]);
        let table = shape.has("Test name") && shape.any(|key| key.starts_with("Mean TTFT"));
        let metrics = shape.has_all(&["benchmark", "model", "metric.benchmark_values"]);
        run || detailed || stripped || failed || table || metrics
    },
    read,
};

const FORM: &str = "JSON as `vllm bench serve` writes it";

keys! {
    /// One run, as far as it matters; vLLM's other keys are settings and further aggregates.
    pub(super) struct Wire {
        date: String,
        endpoint_type: String,
        backend: String,
        run_number: i64,
        num_prompts: u32,
        request_rate: Rate,
        max_concurrency: u32,
        duration: f64,
        completed: u32,
        failed: u32,
        total_input_tokens: u64,
        total_output_tokens: u64,
        request_throughput: f64,
        output_throughput: f64,
        total_token_throughput: f64,
        mean_ttft_ms: f64,
        mean_e2el_ms: f64,
        median_ttft_ms: f64,
        median_tpot_ms: f64,
        median_e2el_ms: f64,
        p95_ttft_ms: f64,
        p95_tpot_ms: f64,
        p95_e2el_ms: f64,
        input_lens: Vec<u32>,
        output_lens: Vec<u32>,
        ttfts: Vec<f64>,
        itls: Vec<Sum>,
        latencies: Vec<f64>,
        generated_texts: Vec<HasText>,
        errors: Vec<Broke>,
        http_statuses: Vec<u16>,
        done_marks: Vec<bool>,
        usage_completion_tokens: Vec<Option<u32>>,
        requested_output_lens: Vec<u32>,
        prompts_sha256: Hex,
    }
}

/// The rate that was asked for.
pub(super) enum Rate {
    /// Requests a second.
    Number(f64),
    /// `inf`: all at once.
    Unlimited,
    /// `trace`: at the times of a trace.
    Trace,
    /// Another word.
    Word,
}

impl<'de> Deserialize<'de> for Rate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        number_or_text(deserializer, "a number, not negative, or a word", |rate| {
            Some(match rate {
                Scalar::Number(rate) if rate < 0.0 => return None,
                Scalar::Number(rate) => Self::Number(rate),
                Scalar::Text("inf") => Self::Unlimited,
                Scalar::Text("trace") => Self::Trace,
                Scalar::Text(_) => Self::Word,
            })
        })
    }
}

/// A digest, if the text is one.
pub(super) struct Hex(Option<Digest>);

of_text!(Hex, |text| Hex(text.parse().ok()));

/// What vLLM's tools write beside their results, told by a key that no result has.
#[derive(Default)]
struct Aside(Option<Beside>);

#[derive(Clone, Copy)]
enum Beside {
    /// A sweep's `run=N.failure.json` or `SERVE-...-failure.json`.
    Failure,
    /// `benchmark_results.json` of vLLM's own performance tests, by rows or by columns.
    Table,
    /// A `.pytorch.json`.
    Metrics,
}

impl Keys for Aside {
    fn take<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<bool, M::Error> {
        let beside = match key {
            "error_type" => Beside::Failure,
            "Test name" => Beside::Table,
            "metric" => Beside::Metrics,
            _ => return Ok(false),
        };
        map.next_value::<IgnoredAny>()?;
        self.0 = Some(beside);
        Ok(true)
    }
}

impl Beside {
    fn refused(self) -> ImportError {
        let (found, expected) = match self {
            Self::Failure => (
                "the error of a run that broke off without a result",
                "a result: list this round in the plan as not run",
            ),
            Self::Table => (
                "a table of means and medians, which does not count failed requests",
                "the result file of the run itself",
            ),
            Self::Metrics => (
                "a result rewritten for PyTorch's benchmark database",
                "the result file beside it, without `.pytorch` in its name",
            ),
        };
        ImportError::whole(found, expected)
    }
}

/// A client's error text, sorted by what it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Broke {
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

of_text!(Broke, classify);

/// For a status other than 200 vLLM writes the reason phrase, SGLang the same with `: ` and the body, vllm-bench `HTTP`
/// with the number. For a stream without a chunk vLLM has a sentence of its own, for one that breaks vllm-bench. Whatever
/// Python raised becomes a traceback.
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
    let is_reason = |reason: &&str| {
        error
            .strip_prefix(*reason)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(": "))
    };
    if error.is_empty() {
        Broke::No
    } else if error.starts_with("HTTP ") || REASONS.iter().any(is_reason) {
        Broke::Http
    } else if error.starts_with("Never received a valid chunk") {
        Broke::NoText
    } else if error.starts_with("Stream error") || BrokeOff::of(error) == Some(BrokeOff::Within) {
        Broke::Cut
    } else {
        Broke::Other
    }
}

fn read(file: &mut dyn BufRead) -> Result<Vec<Run>, ImportError> {
    let mut runs = vec![];
    let mut warmups = 0;
    wire::each_listed(file, FORM, |Keyed((wire, aside))| {
        let (wire, Aside(aside)): (Wire, _) = (wire, aside);
        match aside {
            // The same keys may stand beside results, as `--metadata`.
            Some(beside) if wire.duration.is_none() && wire.completed.is_none() => {
                return Err(beside.refused());
            }
            _ => {}
        }
        // A sweep numbers its warm-up -1.
        if wire.run_number.is_some_and(|number| number < 0) {
            warmups += 1;
            return Ok(());
        }
        runs.push(wire.run()?);
        Ok(())
    })?;
    match runs.first_mut() {
        Some(_) if warmups == 0 => Ok(runs),
        Some(first) => {
            let note = format!("left out as warm-up, `run_number` -1: {warmups}");
            first.notes.push(note);
            Ok(runs)
        }
        None => {
            let found = format!("no run (warm-ups, `run_number` -1: {warmups})");
            Err(ImportError::whole(found, "at least one run"))
        }
    }
}

impl Wire {
    /// The run that the file tells of.
    pub(super) fn run(self) -> Result<Run, ImportError> {
        if self.completed.is_none() && self.duration.is_none() {
            return Err(ImportError::whole(
                "neither `completed` nor `duration`",
                "a denominator and a measuring time: without them it is no round",
            ));
        }
        let duration_s = needed("duration", self.duration, "seconds")?;
        let duration_s = wire::duration("`duration`", duration_s)?;
        let expected = "a number: without it there is no denominator";
        let completed = needed("completed", self.completed, expected)?;
        if self.total_output_tokens.is_none() && self.output_lens.is_none() {
            return Err(ImportError::new(
                "`total_output_tokens`",
                "nothing, as in a run of embeddings or pooling",
                "a number: the run generated text",
            ));
        }
        let per_second = |count: f64| count / duration_s;
        follows(
            "request_throughput",
            self.request_throughput,
            "`completed` / `duration`",
            per_second(f64::from(completed)),
        )?;
        if let Some(output_tokens) = self.total_output_tokens {
            follows(
                "output_throughput",
                self.output_throughput,
                "`total_output_tokens` / `duration`",
                per_second(output_tokens as f64),
            )?;
            if let Some(input_tokens) = self.total_input_tokens {
                follows(
                    "total_token_throughput",
                    self.total_token_throughput,
                    "(`total_input_tokens` + `total_output_tokens`) / `duration`",
                    per_second(input_tokens as f64 + output_tokens as f64),
                )?;
            }
        }
        let (mode, concurrency) = (self.mode(), self.max_concurrency);
        let rate = match &self.request_rate {
            Some(Rate::Number(rate)) => measured(Some(*rate)),
            Some(Rate::Trace | Rate::Word) => {
                let (found, expected) = ("a text that is not `inf`", "a number or `inf`");
                return Err(ImportError::new("`request_rate`", found, expected));
            }
            Some(Rate::Unlimited) | None => None,
        };
        let when_s = self.date.as_deref().and_then(wire::local_seconds);
        let says = ClientSays {
            completed: Some(completed),
            output_tok_s: measured(self.output_throughput),
            latency: wire::latency(
                [self.median_ttft_ms, self.p95_ttft_ms].map(measured),
                [self.median_tpot_ms, self.p95_tpot_ms].map(measured),
                [self.median_e2el_ms, self.p95_e2el_ms].map(measured),
            ),
        };
        let mut notes = vec![];
        let holds = match (&self.output_lens, &self.ttfts) {
            (Some(_), Some(_)) => {
                Holds::Requests(self.requests(completed, duration_s, &mut notes)?)
            }
            (None, None) => Holds::Totals(self.totals(completed)?),
            (lens, _) => {
                let (found, missing) = match lens {
                    Some(_) => ("output_lens", "`ttfts`"),
                    None => ("ttfts", "`output_lens`"),
                };
                let expected = format!("a list as long as `{found}`");
                return Err(ImportError::new(missing, "nothing", expected));
            }
        };
        Ok(Run {
            mode,
            concurrency,
            rate,
            when_s,
            duration_s: Some(duration_s),
            says,
            notes,
            ..Run::of(holds)
        })
    }

    /// `endpoint_type` is of 2025 and later, when `backend` named the server.
    fn mode(&self) -> Option<Mode> {
        let named = [&self.endpoint_type, &self.backend];
        let name = named.into_iter().flatten().next()?;
        match name.as_str() {
            name if name.contains("chat") => Some(Mode::Chat),
            "openai" | "vllm" | "openai-completions" | "lmdeploy" | "sglang" | "scalellm"
            | "tgi" | "tensorrt-llm" | "deepspeed-mii" => Some(Mode::Completions),
            _ => None,
        }
    }

    /// Each list that has an entry a request.
    fn lists(&self) -> [(&'static str, Option<usize>); 11] {
        fn length<T>(list: &Option<Vec<T>>) -> Option<usize> {
            list.as_ref().map(Vec::len)
        }
        [
            ("output_lens", length(&self.output_lens)),
            ("ttfts", length(&self.ttfts)),
            ("input_lens", length(&self.input_lens)),
            ("generated_texts", length(&self.generated_texts)),
            ("errors", length(&self.errors)),
            ("itls", length(&self.itls)),
            ("latencies", length(&self.latencies)),
            ("http_statuses", length(&self.http_statuses)),
            ("done_marks", length(&self.done_marks)),
            (
                "usage_completion_tokens",
                length(&self.usage_completion_tokens),
            ),
            ("requested_output_lens", length(&self.requested_output_lens)),
        ]
    }

    fn totals(&self, completed: u32) -> Result<Totals, ImportError> {
        let totals = totals(
            completed,
            self.failed,
            self.num_prompts,
            self.total_output_tokens.unwrap_or_default(),
        )?;
        // Newer versions leave some lists in plain files.
        for (key, length) in self.lists() {
            let of = "completed` + `failed";
            if let (Some(requests), Evidence::Counts) = (totals.requests, totals.denominator) {
                same_length(requests as usize, of, key, length)?;
            }
        }
        Ok(totals)
    }

    fn requests(
        self,
        completed: u32,
        duration_s: f64,
        notes: &mut Vec<String>,
    ) -> Result<Requests, ImportError> {
        let (lists, mode) = (self.lists(), self.mode());
        let (tokens, ttfts) = (
            self.output_lens.unwrap_or_default(),
            self.ttfts.unwrap_or_default(),
        );
        let requests = tokens.len();
        for (key, length) in lists {
            same_length(requests, "output_lens", key, length)?;
        }
        if requests == 0 {
            let expected = "at least one";
            return Err(ImportError::new("`output_lens`", "no request", expected));
        }
        sent(requests, self.num_prompts, completed, self.failed)?;
        let sum: u64 = tokens.iter().map(|&tokens| u64::from(tokens)).sum();
        if let Some(total) = self.total_output_tokens.filter(|&total| total != sum) {
            return Err(ImportError::new(
                "`total_output_tokens`",
                format!("`{total}`"),
                format!("`{sum}`, the sum of `output_lens`"),
            ));
        }
        in_time("ttfts", &ttfts, duration_s)?;
        let broke = |i: usize| self.errors.as_ref().map_or(Broke::No, |errors| errors[i]);
        // Where no text is kept, an answer without a token and a first text had none.
        let text = |i: usize| match &self.generated_texts {
            Some(texts) => texts[i].0,
            None => tokens[i] > 0 || ttfts[i] > 0.0,
        };
        let blank =
            |i: &usize| broke(*i) == Broke::No && tokens[*i] == 0 && ttfts[*i] <= 0.0 && !text(*i);
        let blanks = (0..requests).filter(blank).count();
        let unbroken = (0..requests).filter(|&i| broke(i) == Broke::No).count();
        // A status without a reason phrase leaves an empty error; such a request has nothing else either.
        let silent = match unbroken.checked_sub(completed as usize) {
            Some(silent) if silent <= blanks => silent,
            _ => {
                return Err(ImportError::new(
                    "`completed`",
                    format!("`{completed}`"),
                    format!("{unbroken}, the requests without an error"),
                ));
            }
        };
        let of_unbroken = |list: &[f64]| {
            let unbroken = (0..requests).filter(|&i| broke(i) == Broke::No);
            unbroken.fold((0.0, 0), |(sum, n), i| (sum + list[i], n + 1))
        };
        let (mean_ttft_ms, mean_e2el_ms) = match silent {
            0 => (self.mean_ttft_ms, self.mean_e2el_ms),
            // Which ones the client took the mean of is not known.
            _ => (None, None),
        };
        mean_follows("mean_ttft_ms", mean_ttft_ms, "ttfts", of_unbroken(&ttfts))?;
        let e2e = match (self.latencies, self.itls) {
            (Some(latencies), _) => {
                in_time("latencies", &latencies, duration_s)?;
                let mean = of_unbroken(&latencies);
                mean_follows("mean_e2el_ms", mean_e2el_ms, "latencies", mean)?;
                Some(latencies)
            }
            // The gaps of a chat end with its last text, and in some versions its latency with the chunk of the usage.
            (None, Some(itls)) => {
                let ends = last_texts(&ttfts, itls, duration_s)?;
                let close = match mean_e2el_ms {
                    Some(mean_ms) => end_with_text(mean_ms, of_unbroken(&ends)),
                    None => mode == Some(Mode::Completions),
                };
                close.then_some(ends)
            }
            _ => None,
        };
        if e2e.is_none() {
            notes.push(NO_END.into());
        }

        let mut unchecked = vec![];
        let mut unless = |known: bool, rule| {
            if !known {
                unchecked.push(rule);
            }
        };
        // A client that keeps no status calls nothing without HTTP 200 a success, and keeps no text of it.
        unless(
            self.http_statuses.is_some() || self.generated_texts.is_some() || self.errors.is_some(),
            Rule::Http,
        );
        unless(self.done_marks.is_some(), Rule::Done);
        unless(self.generated_texts.is_some(), Rule::Text);
        unless(self.usage_completion_tokens.is_some(), Rule::Usage);

        let record = |i: usize| {
            let (broke, text) = (broke(i), text(i));
            let status = self.http_statuses.as_ref().map(|statuses| statuses[i]);
            let usage = self
                .usage_completion_tokens
                .as_ref()
                .map(|usage| usage[i].filter(|&tokens| tokens > 0));
            let (ttft_s, e2e_s) = (ttfts[i], e2e.as_ref().map(|e2e| e2e[i]));
            // The client keeps nothing of a request that broke: before a first text no answer came, after it the stream
            // was cut. That is another failure than an answer of empty text.
            let lost = broke == Broke::Other && !text;
            let refused = broke == Broke::Http || silent == blanks && silent > 0 && blank(&i);
            Record {
                http: status.is_none_or(|status| status == 200)
                    && !refused
                    && !(lost && ttft_s <= 0.0),
                done: self.done_marks.as_ref().is_none_or(|done| done[i])
                    && broke != Broke::Cut
                    && !lost,
                text: text && broke != Broke::NoText,
                // Where a usage is missing, older versions count nothing.
                usage: match usage {
                    Some(usage) => usage.is_some(),
                    None => tokens[i] > 0 || broke != Broke::No,
                },
                // A success without a first text or an end has no latency: vLLM writes 0 for what it did not measure.
                sound: broke != Broke::Other
                    && ttft_s > 0.0
                    && e2e_s.is_none_or(|e2e_s| e2e_s >= ttft_s),
                output_tokens: usage.flatten().unwrap_or(tokens[i]),
                asked: self.requested_output_lens.as_ref().map(|lens| lens[i]),
                input_tokens: self.input_lens.as_ref().map(|lens| lens[i]),
                ttft_s: Some(ttft_s).filter(|&seconds| seconds > 0.0),
                e2e_s: e2e_s.filter(|&seconds| seconds > 0.0),
                ..Record::default()
            }
        };
        let records = (0..requests).map(record).collect();
        let fingerprint = match (self.prompts_sha256, self.input_lens) {
            (Some(Hex(Some(digest))), _) => Some(Fingerprint {
                seen: Seen::Prompts,
                digest,
            }),
            (Some(Hex(None)), _) => {
                let (found, expected) = ("a text that is no digest", "64 lower-case hex digits");
                return Err(ImportError::new("`prompts_sha256`", found, expected));
            }
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
    completed: u32,
    failed: Option<u32>,
) -> Result<(), ImportError> {
    let expected = || format!("{requests} in all, the length of the lists");
    if let Some(asked) = asked.filter(|&asked| asked as usize != requests) {
        let found = format!("`{asked}`");
        return Err(ImportError::new("`num_prompts`", found, expected()));
    }
    let counted = u64::from(completed) + u64::from(failed.unwrap_or_default());
    let contradicts = match failed {
        Some(_) => counted != requests as u64,
        None => counted > requests as u64,
    };
    if !contradicts {
        return Ok(());
    }
    let failed = failed.map_or("nothing".into(), |failed| format!("`{failed}`"));
    let found = format!("`{completed}` + {failed}");
    Err(ImportError::new(
        "`completed` + `failed`",
        found,
        expected(),
    ))
}

/// The sums of a file without requests: over what was counted, else over what was asked, by the file or by who may know.
pub(super) fn totals(
    completed: u32,
    failed: Option<u32>,
    num_prompts: Option<u32>,
    output_tokens: u64,
) -> Result<Totals, ImportError> {
    let counted = failed.map(|failed| {
        completed.checked_add(failed).ok_or_else(|| {
            let found = format!("`{completed}` + `{failed}`");
            ImportError::new("`completed` + `failed`", found, "fewer than 2^32")
        })
    });
    let counted = counted.transpose()?;
    if let (Some(counted), Some(asked)) = (counted, num_prompts)
        && counted != asked
    {
        return Err(ImportError::new(
            "`num_prompts`",
            format!("`{asked}`"),
            format!("`completed` + `failed`, {counted}"),
        ));
    }
    let requests = counted.or(num_prompts);
    if let Some(requests) = requests.filter(|&requests| completed > requests || requests == 0) {
        let expected = format!("at most the {requests} that were asked for, and one at least");
        return Err(ImportError::new(
            "`completed`",
            format!("`{completed}`"),
            expected,
        ));
    }
    if completed == 0 && output_tokens > 0 {
        return Err(ImportError::new(
            "`total_output_tokens`",
            format!("`{output_tokens}`"),
            "0, as no request completed",
        ));
    }
    Ok(match counted {
        Some(requests) => Totals::counted(requests, completed, output_tokens),
        None => Totals {
            requests,
            ..Totals::asked(completed, output_tokens)
        },
    })
}

/// Errs where a client's mean, in milliseconds, is not that of the seconds it kept, given as their sum and number.
pub(super) fn mean_follows(
    key: &str,
    mean_ms: Option<f64>,
    of: &str,
    (sum, n): (f64, usize),
) -> Result<(), ImportError> {
    if n == 0 {
        return Ok(());
    }
    let of = format!("the mean of `{of}` over {n} requests without an error");
    follows(key, mean_ms, &of, sum / n as f64 * 1000.0)
}

/// Said of a file that has only the times of texts, where the client's own times end later.
pub(super) const NO_END: &str = "no end-to-end times: the file does not show when an answer ended";

/// From sending to the last text, in seconds: the time to the first and the gaps since.
pub(super) fn last_texts(
    ttfts: &[f64],
    gaps: Vec<Sum>,
    duration_s: f64,
) -> Result<Vec<f64>, ImportError> {
    let gaps = Vec::from_iter(gaps.into_iter().map(|Sum(gaps)| gaps));
    not_negative("itls", &gaps)?;
    let ends = Vec::from_iter(ttfts.iter().zip(&gaps).map(|(ttft, gaps)| ttft + gaps));
    in_time("itls", &ends, duration_s)?;
    Ok(ends)
}

/// Whether the times of the last texts, given as their sum and number, can stand for end-to-end times: they may fall short
/// of the client's own mean, in milliseconds, by what a usage and an end mark take, a hundredth.
pub(super) fn end_with_text(mean_ms: f64, (sum, n): (f64, usize)) -> bool {
    let ours_ms = sum / n.max(1) as f64 * 1000.0;
    (mean_ms - ours_ms).abs() <= 0.01 * mean_ms
}

/// Errs where a request took less than nothing, or longer than the run.
pub(super) fn in_time(key: &str, seconds: &[f64], duration_s: f64) -> Result<(), ImportError> {
    not_negative(key, seconds)?;
    let late = |seconds: &f64| *seconds > duration_s * 1.001;
    match seconds.iter().enumerate().find(|(_, value)| late(value)) {
        None => Ok(()),
        Some((index, value)) => Err(ImportError::new(
            format!("`{key}[{index}]`"),
            format!("`{value}`"),
            format!("seconds within the run's `{duration_s}`"),
        )),
    }
}

#[cfg(test)]
mod tests {
    use rounds::Latency;

    use super::*;
    use crate::{Asked, shape::Shape};

    /// Two requests as vLLM 0.32 writes them; the second had no text.
    const TWO: &str = r#"{"date": "20261129-165152", "endpoint_type": "openai", "backend": "openai", "label": null,
        "num_prompts": 2, "request_rate": "inf", "max_concurrency": 2, "duration": 2.0, "completed": 2, "failed": 0,
        "total_input_tokens": 7, "total_output_tokens": 8, "request_throughput": 1.0, "request_goodput:": null,
        "output_throughput": 4.0, "total_token_throughput": 7.5, "input_lens": [3, 4], "output_lens": [4, 4],
        "ttfts": [0.1, 0.2], "itls": [[0.1, 0.1, 0.1], [0.2, 0.2, 0.2]], "latencies": [0.4, 0.8],
        "start_times": [1.0, 1.0], "generated_texts": [" a b", ""], "errors": ["", ""], "rtfx": 0.0,
        "mean_ttft_ms": 150.0, "mean_e2el_ms": 600.0, "p95_ttft_ms": 195.0, "spec_decode_num_drafts": 0}"#;

    /// One of each, asked for 4 tokens: fine; HTTP 429; cut after a first text; cut before one; no chunk; refused by the
    /// network; broken after a first text; no usage, which an older version counts as 0; short.
    const NINE: &str = r#"{"backend": "vllm", "num_prompts": 9, "duration": 2.0, "completed": 3, "total_output_tokens": 6,
        "output_throughput": 3.0, "input_lens": [1, 1, 1, 1, 1, 1, 1, 1, 1],
        "output_lens": [4, 0, 0, 0, 0, 0, 0, 0, 2], "ttfts": [0.1, 0, 0.1, 0, 0, 0, 0.1, 0.3, 0.2],
        "itls": [[0.3], [], [0.1], [], [], [], [], [0.3], [0.1]],
        "generated_texts": ["a", "", "", "", "", "", "", "b", "c"],
        "errors": ["", "Too Many Requests", "Traceback (most recent call last):\n ClientPayloadError: x",
        "Traceback (most recent call last):\n ClientPayloadError: x", "Never received a valid chunk to calculate TTFT.",
        "Traceback (most recent call last):\n ServerDisconnectedError", "Traceback (most recent call last):\n KeyError",
        "", ""], "mean_ttft_ms": 200.0}"#;

    /// A plain file: only sums.
    const PLAIN: &str = r#"{"backend": "openai-chat", "num_prompts": 10, "request_rate": 1.5, "max_concurrency": null,
        "duration": 4.0, "completed": 8, "failed": 2, "total_output_tokens": 80, "output_throughput": 20.0,
        "mean_ttft_ms": 30.0, "median_ttft_ms": 25.0, "p95_ttft_ms": 0.0}"#;

    const ASKED: Asked = Asked {
        output_tokens: Some(4),
        requests: None,
        duration_s: None,
    };

    fn all(json: &str) -> Result<Vec<Run>, ImportError> {
        let runs = read(&mut json.as_bytes())?.into_iter();
        runs.map(|run| run.with(&ASKED)).collect()
    }

    fn run(json: &str) -> Run {
        all(json).unwrap().remove(0)
    }

    fn requests(json: &str) -> Requests {
        match run(json).holds {
            Holds::Requests(requests) => requests,
            totals => panic!("{totals:?}"),
        }
    }

    fn sums(json: &str) -> Totals {
        match run(json).holds {
            Holds::Totals(totals) => totals,
            requests => panic!("{requests:?}"),
        }
    }

    #[track_caller]
    fn refused(json: &str, from: &str, to: &str, expected: &str) {
        assert!(json.contains(from), "{from}");
        let error = all(&json.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }

    fn rules(record: &Record) -> [bool; 5] {
        [
            record.http,
            record.done,
            record.text,
            record.usage,
            record.sound,
        ]
    }

    #[test]
    fn a_file_is_taken_as_it_is() {
        let requests = requests(TWO);
        let [first, second] = &requests.records[..] else {
            panic!("{requests:?}");
        };
        assert_eq!((first.text, second.text), (true, false));
        assert_eq!((first.e2e_s, second.e2e_s), (Some(0.4), Some(0.8)));
        assert_eq!((first.output_tokens, first.asked), (4, Some(4)));
        assert_eq!(first.input_tokens, Some(3));
        assert_eq!(requests.fingerprint.unwrap().digest, Digest::of(b"3\n4\n"));
        assert_eq!(requests.unchecked, [Rule::Done, Rule::Usage]);

        let run = run(TWO);
        assert_eq!(
            (run.mode, run.concurrency, run.rate),
            (Some(Mode::Completions), Some(2), None)
        );
        assert_eq!(
            (run.when_s, run.duration_s),
            (Some(1_795_971_112.0), Some(2.0))
        );
        assert_eq!(run.says.output_tok_s, Some(4.0));
        assert_eq!(run.says.latency.ttft_p95_ms, Some(195.0));
        assert!(run.notes.is_empty());
    }

    #[test]
    fn each_request_is_judged_by_what_the_file_shows() {
        let requests = requests(NINE);
        assert_eq!(
            Vec::from_iter(requests.records.iter().map(rules)),
            [
                [true, true, true, true, true],
                [false, true, false, true, false],
                [true, false, false, true, true],
                [true, false, false, true, false],
                [true, true, false, true, false],
                [false, false, false, true, false],
                [true, false, false, true, false],
                [true, true, true, false, true],
                [true, true, true, true, true],
            ]
        );
        let [fine, refused, .., no_usage, short] = &requests.records[..] else {
            panic!("{requests:?}");
        };
        assert!((fine.e2e_s.unwrap() - 0.4).abs() < 1e-12);
        assert_eq!((refused.ttft_s, refused.e2e_s), (None, None));
        assert_eq!((no_usage.output_tokens, short.output_tokens), (0, 2));
    }

    #[test]
    fn what_a_client_adds_is_held_against_the_rules() {
        let more = TWO.replace(
            "\"rtfx\": 0.0",
            "\"http_statuses\": [200, 206], \"done_marks\": [false, true], \"usage_completion_tokens\": [5, null],
            \"requested_output_lens\": [5, 6], \"prompts_sha256\":
            \"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\"",
        );
        let taken = requests(&more);
        assert_eq!(rules(&taken.records[0]), [true, false, true, true, true]);
        assert_eq!(rules(&taken.records[1]), [false, true, false, false, true]);
        assert_eq!(
            (taken.records[0].output_tokens, taken.records[0].asked),
            (5, Some(5))
        );
        assert_eq!(taken.unchecked, []);
        let fingerprint = taken.fingerprint.unwrap();
        assert_eq!(
            (fingerprint.seen, fingerprint.digest),
            (Seen::Prompts, Digest::of(b""))
        );
        refused(
            &more,
            "e3b0c442",
            "private!",
            "`prompts_sha256`: found a text that is no digest",
        );
        refused(
            &more,
            "[5, 6]",
            "[5]",
            "`requested_output_lens`: found 1 entries, expected 2",
        );
    }

    #[test]
    fn without_latencies_the_gaps_are_added_where_they_end_the_answer() {
        let older = TWO.replace(r#""latencies": [0.4, 0.8],"#, "");
        let second = requests(&older).records[1];
        assert!((second.e2e_s.unwrap() - 0.8).abs() < 1e-12);

        // The client's own mean is of later ends.
        let late = older.replace("\"mean_e2el_ms\": 600.0", "\"mean_e2el_ms\": 610.0");
        assert_eq!(requests(&late).records[0].e2e_s, None);

        let chat = older.replace("openai", "openai-chat");
        assert!(requests(&chat).records[0].e2e_s.is_some());
        let chat = chat.replace("\"mean_e2el_ms\": 600.0, ", "");
        let run = run(&chat);
        assert!(run.notes[0].starts_with("no end-to-end times"));
        assert_eq!(run.mode, Some(Mode::Chat));
        let first = requests(&chat).records[0];
        assert_eq!((first.e2e_s, first.sound), (None, true));
    }

    /// As in files of 2024, whose client called any answer with HTTP 200 completed.
    #[test]
    fn without_texts_an_answer_of_nothing_has_no_text() {
        let old = r#"{"backend": "vllm", "num_prompts": 2, "request_rate": "inf", "duration": 2.0, "completed": 2,
            "total_output_tokens": 4, "output_throughput": 2.0, "mean_ttft_ms": 50.0, "output_lens": [4, 0],
            "ttfts": [0.1, 0.0]}"#;
        let requests = requests(old);
        assert_eq!(
            rules(&requests.records[1]),
            [true, true, false, false, false]
        );
        assert_eq!(
            requests.unchecked,
            [Rule::Http, Rule::Done, Rule::Text, Rule::Usage]
        );
        assert_eq!(requests.fingerprint, None);
        assert_eq!(requests.records[0].e2e_s, None);
    }

    #[test]
    fn a_failure_without_a_reason_phrase_is_counted_as_one() {
        let silent = NINE.replace("Too Many Requests", "");
        assert!(!requests(&silent).records[1].http);
        // Two such, one of them called completed: which one it is cannot be told.
        let two = silent.replace("Never received a valid chunk to calculate TTFT.", "");
        let two = two.replace("\"completed\": 3", "\"completed\": 4");
        let records = requests(&two).records;
        assert_eq!((records[1].http, records[1].text), (true, false));
        refused(
            &two,
            "\"completed\": 4",
            "\"completed\": 2",
            "`completed`: found `2`, expected 5, the requests without an error",
        );
    }

    #[test]
    fn a_plain_file_is_counts() {
        let expected = Totals {
            requests: Some(10),
            denominator: Evidence::Counts,
            completed: 8,
            answered: 8,
            output_tokens: 80,
        };
        assert_eq!(sums(PLAIN), expected);
        // Newer versions leave the latencies in.
        let newer = PLAIN.replace(
            "\"failed\"",
            "\"latencies\": [1, 1, 1, 1, 1, 1, 1, 1, 0, 0], \"failed\"",
        );
        assert_eq!(sums(&newer), expected);
        refused(
            &newer,
            "[1, 1,",
            "[1,",
            "`latencies`: found 9 entries, expected 10",
        );

        let run = run(PLAIN);
        assert_eq!((run.mode, run.rate), (Some(Mode::Chat), Some(1.5)));
        assert_eq!(run.says.latency.ttft_p50_ms, Some(25.0));
        assert_eq!(run.says.latency.ttft_p95_ms, None);
    }

    #[test]
    fn without_a_count_of_failures_the_denominator_is_what_was_asked() {
        let older = PLAIN.replace("\"failed\": 2,", "");
        let totals = sums(&older);
        assert_eq!(
            (totals.requests, totals.denominator),
            (Some(10), Evidence::Asked)
        );
        refused(
            &older,
            "\"num_prompts\": 10,",
            "",
            "8 completed requests of an unknown number",
        );
        let asked = Asked {
            requests: Some(9),
            ..ASKED
        };
        let unknown = older.replace("\"num_prompts\": 10,", "");
        let run = read(&mut unknown.as_bytes()).unwrap().remove(0);
        assert_eq!(run.with(&asked).unwrap().requests(), Some(9));
    }

    #[test]
    fn zeros_of_a_run_that_failed_as_a_whole_are_nothing() {
        let failed = r#"{"num_prompts": 2, "duration": 0.5, "completed": 0, "failed": 2, "total_output_tokens": 0,
            "output_throughput": 0.0, "request_throughput": 0.0, "mean_ttft_ms": 0.0, "median_ttft_ms": 0.0}"#;
        assert_eq!(sums(failed).requests, Some(2));
        let says = run(failed).says;
        assert_eq!((says.completed, says.output_tok_s), (Some(0), None));
        assert_eq!(says.latency, Latency::default());
        refused(
            failed,
            "\"total_output_tokens\": 0,\n            \"output_throughput\": 0.0",
            "\"total_output_tokens\": 3",
            "`total_output_tokens`: found `3`",
        );
    }

    #[test]
    fn runs_stand_one_after_another_or_in_a_list() {
        assert_eq!(all(&format!("{TWO}\n{TWO}")).unwrap().len(), 2);
        let numbered = |number: &str| {
            TWO.replace(
                "{\"date\"",
                &format!("{{\"run_number\": {number}, \"date\""),
            )
        };
        let sweep = format!("[{}, {}]", numbered("-1"), numbered("0"));
        let runs = all(&sweep).unwrap();
        assert_eq!(runs.len(), 1);
        assert_eq!(runs[0].notes, ["left out as warm-up, `run_number` -1: 1"]);
        refused(
            &numbered("-1"),
            "",
            "",
            "found no run (warm-ups, `run_number` -1: 1)",
        );
        refused("[]", "", "", "no run");
        refused(" ", "", "", "no run");
    }

    #[test]
    fn what_stands_beside_results_is_refused_with_its_reason() {
        #[track_caller]
        fn case(json: &str, expected: &str) {
            let shape = Shape::of(&mut json.as_bytes()).unwrap();
            assert!((ENTRY.fits)(&shape), "{json}");
            refused(json, "", "", expected);
        }
        case(
            r#"{"run_number": 2, "error_type": "X", "error": "private", "serve_overrides": {}, "bench_overrides": {}}"#,
            "list this round in the plan as not run",
        );
        case(
            r#"{"error_type": "X", "error": "private", "serve_overrides": {"a": 1}}"#,
            "list this round in the plan as not run",
        );
        case(
            r#"[{"Test name": "a", "GPU": "8xH100", "Tput (req/s)": 2.0, "Mean TTFT (ms)": NaN}]"#,
            "does not count failed requests",
        );
        case(
            r#"{"Test name": {"0": "a"}, "Mean TTFT (ms)": {"0": NaN}}"#,
            "does not count failed requests",
        );
        case(
            r#"[{"benchmark": {"name": "a"}, "model": {"name": "b"}, "metric": {"name": "c", "benchmark_values": [1]}}]"#,
            "PyTorch's benchmark database",
        );
        case(
            r#"{"num_prompts": 200, "request_rate": 1.0, "mean_ttft_ms": 111.2, "p99_ttft_ms": 165.4}"#,
            "neither `completed` nor `duration`, expected a denominator",
        );
        case(
            r#"{"num_prompts": 2, "duration": 1.0, "completed": 2, "total_input_tokens": 8, "request_throughput": 2.0,
                "total_token_throughput": 8.0, "mean_e2el_ms": 3.0, "input_lens": [4, 4], "errors": ["", ""]}"#,
            "`total_output_tokens`: found nothing, as in a run of embeddings or pooling",
        );
    }

    #[test]
    fn metadata_matters_only_where_it_takes_the_place_of_a_key() {
        let tagged = TWO.replace(
            "\"label\": null",
            r#""error_type": "a", "metric": "b", "Test name": "c", "steps": "1""#,
        );
        assert_eq!(requests(&tagged).records.len(), 2);
        refused(
            TWO,
            "\"num_prompts\": 2",
            "\"num_prompts\": \"node-17\"",
            "(`num_prompts`: invalid type: a text, expected u32 at line 2",
        );
    }

    #[test]
    fn a_bad_file_is_named_with_its_place() {
        #[track_caller]
        fn case(from: &str, to: &str, expected: &str) {
            refused(TWO, from, to, expected);
        }
        case(
            "\"num_prompts\": 2",
            "\"num_prompts\": 3",
            "`num_prompts`: found `3`, expected 2",
        );
        case(
            "\"completed\": 2, \"failed\": 0",
            "\"completed\": 2, \"failed\": 1",
            "`completed` + `failed`: found `2` + `1`, expected 2 in all",
        );
        case(
            "\"completed\": 2, \"failed\": 0,",
            "",
            "`completed`: found nothing",
        );
        case(
            "\"completed\": 2",
            "\"completed\": 1",
            "`request_throughput`: found `1`, expected `completed` / `duration`, `0.5`",
        );
        case(
            "\"total_output_tokens\": 8, \"request_throughput\": 1.0",
            "\"total_output_tokens\": 9",
            "`output_throughput`: found `4`, expected `total_output_tokens` / `duration`, `4.5`",
        );
        case(
            "\"output_lens\": [4, 4]",
            "\"output_lens\": [4, 5]",
            "`total_output_tokens`: found `8`, expected `9`, the sum of `output_lens`",
        );
        case(
            "\"total_token_throughput\": 7.5",
            "\"total_token_throughput\": 4.0",
            "`total_token_throughput`: found `4`",
        );
        case(
            "[0.1, 0.2]",
            "[0.1]",
            "`ttfts`: found 1 entries, expected 2",
        );
        case("\"ttfts\": [0.1, 0.2],", "", "`ttfts`: found nothing");
        case(
            "\"output_lens\": [4, 4],",
            "",
            "`output_lens`: found nothing",
        );
        case("[0.1, 0.2]", "[0.1, -0.2]", "`ttfts[1]`: found `-0.2`");
        case("[0.1, 0.2]", "[0.1, NaN]", "(`ttfts`: invalid type: null");
        case(
            "[0.4, 0.8]",
            "[0.4, 800]",
            "`latencies[1]`: found `800`, expected seconds within the run's `2`",
        );
        case(
            "\"mean_ttft_ms\": 150.0",
            "\"mean_ttft_ms\": 0.15",
            "`mean_ttft_ms`: found `0.15`, expected the mean of `ttfts` over 2 requests without an error",
        );
        case(
            "\"mean_e2el_ms\": 600.0",
            "\"mean_e2el_ms\": 601.0",
            "`mean_e2el_ms`: found `601`",
        );
        case(
            "\"request_rate\": \"inf\"",
            "\"request_rate\": \"node-17\"",
            "`request_rate`: found a text that is not `inf`",
        );
        case(
            "\"duration\": 2.0",
            "\"duration\": 0.0",
            "`duration`: found `0`",
        );
        case("\"duration\": 2.0", "\"duration\": 1e999", "line 2 column");
        case(
            "\"duration\": 2.0",
            "\"duration\": null",
            "`duration`: found nothing",
        );
        case(
            "\"output_lens\": [4, 4]",
            "\"output_lens\": [4, -4]",
            "(`output_lens`: invalid value: integer `-4`",
        );
        case("_drafts\": 0}", "_drafts\": 0", "EOF while parsing");
        case(
            "_drafts\": 0}",
            "_drafts\": 0}{}",
            "neither `completed` nor `duration`",
        );
        case("_drafts\": 0}", "_drafts\": 0}]", "broken JSON");
        case(
            "\"rtfx\": 0.0",
            "\"errors\": []",
            "duplicate field `errors`",
        );
        let none = r#"{"duration": 1.0, "completed": 0, "output_lens": [], "ttfts": []}"#;
        refused(none, "", "", "`output_lens`: found no request");
    }

    #[test]
    fn errors_are_sorted_by_what_they_stand_for() {
        for (error, expected) in [
            ("", Broke::No),
            ("Too Many Requests", Broke::Http),
            ("HTTP 429 Too Many Requests: busy", Broke::Http),
            ("Bad Gateway: Traceback ... ClientPayloadError", Broke::Http),
            (
                "Never received a valid chunk to calculate TTFT.This response",
                Broke::NoText,
            ),
            (
                "Traceback\n  x.py\naiohttp.client_exceptions.ClientPayloadError: not completed",
                Broke::Cut,
            ),
            ("Stream error: connection reset", Broke::Cut),
            ("Traceback\nTimeoutError", Broke::Other),
            ("Not Foundry", Broke::Other),
        ] {
            assert_eq!(classify(error), expected, "{error}");
        }
    }
}
