//! NVIDIA's AIPerf: `profile_export.jsonl` with a record a request, and `profile_export_aiperf.json` with sums.
//!
//! Two generations of names: in 2025 `ttft`, `credit_phase` and one `timestamp_ns`, the start; later
//! `time_to_first_token`, `benchmark_phase`, start and end. The older JSON has its metrics under `records`. Each value has a
//! unit of its own. Warm-up stands in the same file and is left out.
//!
//! A request is valid for AIPerf with HTTP 2xx and content, which may be reasoning alone: `output_sequence_length` counts
//! that too, by AIPerf's own tokenizer, and `output_token_count` is only there with visible text. Its time per output token
//! is `inter_token_latency`.

use std::io::BufRead;

use rounds::{Mode, Rule};
use serde::{Deserialize, Deserializer, de};
use serde_json::Value;

use super::{
    Entry,
    wire::{self, BrokeOff, Lenient, follows, look_at, measured, needed, of_text},
};
use crate::{ClientSays, Holds, ImportError, Record, Requests, Run, Totals};

pub(super) const ENTRY: Entry = Entry {
    name: "aiperf",
    fits: |shape| {
        let records = shape.has_all(&["metadata", "metrics"])
            && (shape.has("metadata.benchmark_phase") || shape.has("metadata.credit_phase"));
        // GenAI-Perf's JSON looks like the later one, without errors.
        let sums = shape.has("aiperf_version")
            || shape.has("input_config")
                && (shape.has("error_summary") || shape.has("was_cancelled"));
        let table = shape.json.is_none()
            && shape.head.starts_with(TABLE)
            && !shape.head.starts_with(super::genai_perf::TABLE);
        records || sums || table
    },
    read,
};

const FORM: &str = "JSON as `aiperf profile` writes it";

/// How its CSV begins.
const TABLE: &str = "Metric,avg,min,max,";

/// A record of `profile_export.jsonl`, or all of `profile_export_aiperf.json`.
#[derive(Deserialize)]
struct Wire {
    /// Of a record; other things in the JSON of some forks.
    metadata: Option<Metadata>,
    metrics: Option<Measures>,
    error: Option<Failure>,
    /// Of the sums.
    aiperf_version: Option<String>,
    /// The older layout has its metrics here.
    records: Option<Box<Wire>>,
    input_config: Option<Value>,
    was_cancelled: Option<bool>,
    error_summary: Option<Vec<Failures>>,
    start_time: Option<String>,
    end_time: Option<String>,
    request_count: Option<Stat>,
    error_request_count: Option<Stat>,
    output_sequence_length: Option<Stat>,
    total_osl: Option<Stat>,
    benchmark_duration: Option<Stat>,
    min_request_timestamp: Option<Stat>,
    max_response_timestamp: Option<Stat>,
    output_token_throughput: Option<Stat>,
    request_throughput: Option<Stat>,
    request_latency: Option<Stat>,
    #[serde(alias = "ttft")]
    time_to_first_token: Option<Stat>,
    inter_token_latency: Option<Stat>,
}

#[derive(Deserialize)]
struct Metadata {
    #[serde(alias = "credit_phase")]
    benchmark_phase: Option<Phase>,
    #[serde(alias = "timestamp_ns")]
    request_start_ns: Option<u64>,
    request_end_ns: Option<u64>,
    was_cancelled: Option<bool>,
    context_overflow_skip: Option<bool>,
}

#[derive(Deserialize)]
struct Measures {
    request_latency: Option<Measure>,
    #[serde(alias = "ttft")]
    time_to_first_token: Option<Measure>,
    time_to_first_output_token: Option<Measure>,
    input_sequence_length: Option<Measure>,
    output_sequence_length: Option<Measure>,
    output_token_count: Option<Measure>,
    reasoning_token_count: Option<Measure>,
    usage_completion_tokens: Option<Measure>,
    requested_osl: Option<Measure>,
    osl_mismatch_diff_pct: Option<Measure>,
}

/// One value of one request.
#[derive(Clone, Copy, Deserialize)]
struct Measure {
    value: Option<f64>,
    unit: Unit,
}

/// One metric over all requests. GenAI-Perf writes the same.
#[derive(Deserialize)]
pub(super) struct Stat {
    unit: Unit,
    avg: Option<f64>,
    p50: Option<f64>,
    p95: Option<f64>,
    sum: Option<f64>,
    count: Option<f64>,
}

#[derive(Deserialize)]
struct Failures {
    count: u64,
}

#[derive(Deserialize)]
struct Failure {
    code: Option<i64>,
    #[serde(rename = "type")]
    why: Option<Why>,
}

#[derive(Clone, Copy, PartialEq)]
enum Phase {
    Warmup,
    Profiling,
    Other,
}

of_text!(Phase, |phase| match phase {
    "warmup" => Phase::Warmup,
    "profiling" => Phase::Profiling,
    _ => Phase::Other,
});

/// What an error's type says; for a status other than 2xx it is the reason phrase.
#[derive(Clone, Copy, PartialEq)]
enum Why {
    /// By AIPerf itself, which calls it 499.
    Cancelled,
    /// An error inside a stream, with a code that is not the answer's status.
    InStream,
    /// No answer came.
    Unanswered,
    /// The stream was cut before its end.
    Cut,
    /// Nothing in the answer had content.
    NoContent,
    Other,
}

of_text!(Why, |why| match why {
    "RequestCancellationError" => Why::Cancelled,
    "SSEResponseError" => Why::InStream,
    "InvalidInferenceResultError" => Why::NoContent,
    _ => match BrokeOff::of(why) {
        Some(BrokeOff::Before) => Why::Unanswered,
        Some(BrokeOff::Within) => Why::Cut,
        // Nothing is kept of what came before.
        Some(BrokeOff::Somewhere) | None => Why::Other,
    },
});

#[derive(Clone, Copy, PartialEq)]
enum Unit {
    /// A time, and how many of it make a second.
    Time(f64),
    Tokens,
    /// Requests, or things without a name.
    Count,
    PerSecond,
    Percent,
}

impl<'de> Deserialize<'de> for Unit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let unit = look_at(deserializer, |unit| {
            Some(match unit {
                "ns" | "nanoseconds" => Unit::Time(1e9),
                "us" | "µs" | "microseconds" => Unit::Time(1e6),
                "ms" | "milliseconds" => Unit::Time(1e3),
                "s" | "sec" | "seconds" => Unit::Time(1.0),
                "tokens" => Unit::Tokens,
                "requests" | "count" | "" => Unit::Count,
                "tokens/sec" | "requests/sec" => Unit::PerSecond,
                "%" => Unit::Percent,
                _ => return None,
            })
        })?;
        unit.ok_or_else(|| {
            de::Error::custom("a unit that is none of ns, us, ms, sec, tokens, requests, %")
        })
    }
}

impl Unit {
    /// How many make a second.
    fn per_second(self, place: &str) -> Result<f64, ImportError> {
        match self {
            Unit::Time(per_second) => Ok(per_second),
            _ => Err(Self::other(place, "a unit of time")),
        }
    }

    fn is(self, unit: Unit, place: &str, expected: &str) -> Result<(), ImportError> {
        if self == unit {
            Ok(())
        } else {
            Err(Self::other(place, expected))
        }
    }

    fn other(place: &str, expected: &str) -> ImportError {
        ImportError::new(place, "another unit", expected)
    }
}

impl Measure {
    fn value(of: Option<Self>) -> Option<(f64, Unit)> {
        of.and_then(|of| Some((of.value?, of.unit)))
    }

    /// Seconds of a time that was measured, not negative.
    fn seconds(of: Option<Self>, place: &str) -> Result<Option<f64>, ImportError> {
        let Some((value, unit)) = Self::value(of) else {
            return Ok(None);
        };
        let seconds = value / unit.per_second(place)?;
        if seconds < 0.0 {
            return Err(ImportError::new(
                place,
                format!("`{value}`"),
                "a time, not negative",
            ));
        }
        Ok(measured(Some(seconds)))
    }

    fn tokens(of: Option<Self>, place: &str) -> Result<Option<u32>, ImportError> {
        let Some((value, unit)) = Self::value(of) else {
            return Ok(None);
        };
        unit.is(Unit::Tokens, place, "tokens")?;
        whole(value, place).map(Some)
    }
}

/// A number of things.
fn whole(value: f64, place: &str) -> Result<u32, ImportError> {
    if (0.0..=f64::from(u32::MAX)).contains(&value) && value.fract() == 0.0 {
        Ok(value as u32)
    } else {
        Err(ImportError::new(
            place,
            format!("`{value}`"),
            "a whole number, not negative",
        ))
    }
}

impl Stat {
    /// `[p50, p95]` in milliseconds.
    pub(super) fn ms(of: &Option<Self>, place: &str) -> Result<[Option<f64>; 2], ImportError> {
        let Some(of) = of else {
            return Ok([None; 2]);
        };
        let per_second = of.unit.per_second(place)?;
        Ok([of.p50, of.p95].map(|value| measured(value.map(|value| value / per_second * 1e3))))
    }

    /// The average, which is the value itself where there is only one.
    fn value(of: &Option<Self>) -> Option<(f64, Unit)> {
        of.as_ref().and_then(|of| Some((of.avg?, of.unit)))
    }

    fn seconds(of: &Option<Self>, place: &str) -> Result<Option<f64>, ImportError> {
        Self::value(of)
            .map(|(value, unit)| Ok(value / unit.per_second(place)?))
            .transpose()
    }

    /// A number of requests.
    pub(super) fn requests(of: &Option<Self>, place: &str) -> Result<Option<u32>, ImportError> {
        let Some((value, unit)) = Self::value(of) else {
            return Ok(None);
        };
        unit.is(Unit::Count, place, "requests")?;
        whole(value, place).map(Some)
    }

    /// What happened each second.
    pub(super) fn rate(of: &Option<Self>, place: &str) -> Result<Option<f64>, ImportError> {
        let Some((value, unit)) = Self::value(of) else {
            return Ok(None);
        };
        unit.is(Unit::PerSecond, place, "a number each second")?;
        Ok(measured(Some(value)))
    }

    /// The sum of a metric in tokens over `requests`, unless the metric tells its own number of them.
    pub(super) fn tokens(
        of: &Option<Self>,
        place: &str,
        requests: u32,
    ) -> Result<Option<u64>, ImportError> {
        let Some(of) = of else {
            return Ok(None);
        };
        of.unit.is(Unit::Tokens, place, "tokens")?;
        let requests = of.count.unwrap_or(f64::from(requests));
        let reckoned = of.avg.map(|avg| avg * requests);
        let sums: Vec<f64> = [of.sum, reckoned].into_iter().flatten().collect();
        let Some(&sum) = sums.first() else {
            return Ok(None);
        };
        let near = |other: f64| (sum - other).abs() <= 0.01 + 1e-9 * sum.abs();
        if sums.iter().all(|&other| near(other)) && near(sum.round()) && (0.0..1e15).contains(&sum)
        {
            return Ok(Some(sum.round() as u64));
        }
        Err(ImportError::new(
            place,
            format!("{sums:?}"),
            "a sum of whole tokens that is the average times the count",
        ))
    }
}

fn read(file: &mut dyn BufRead) -> Result<Vec<Run>, ImportError> {
    if !wire::begins(file, b'{') {
        return Err(ImportError::whole(
            "text that is no JSON",
            "AIPerf's `profile_export.jsonl`, or its JSON: the table is rounded to two places",
        ));
    }
    let mut rows = vec![];
    let mut warmups = 0_u32;
    let mut seen = 0_u32;
    let mut run = None;
    wire::each(Lenient::new(file), FORM, |wire: Wire| {
        seen = seen.saturating_add(1);
        let place = format!("record {seen}");
        if run.is_some() || wire.metrics.is_none() && !rows.is_empty() {
            return Err(ImportError::new(
                place,
                "something after the sums, or among the records",
                "records only, or one object of sums",
            ));
        }
        match wire.metrics {
            None if wire.metadata.as_ref().is_some_and(Metadata::is_record) => {
                let expected = "`metrics`: its raw records have none";
                return Err(ImportError::new(place, "nothing", expected));
            }
            None => run = Some(wire.sums()?),
            Some(_) => match wire.row(&place)? {
                Some(row) => rows.push(row),
                None => warmups = warmups.saturating_add(1),
            },
        }
        Ok(())
    })?;
    match run {
        Some(run) => Ok(vec![run]),
        None => Ok(vec![requests(&rows, warmups)?]),
    }
}

impl Metadata {
    fn is_record(&self) -> bool {
        self.benchmark_phase.is_some()
    }
}

/// One request.
#[derive(Clone, Copy)]
struct Row {
    start_ns: u64,
    end_ns: u64,
    failed: Option<Failed>,
    latency_s: Option<f64>,
    ttft_s: Option<f64>,
    /// Until text that is no reasoning; only the later layout has it, and not for every endpoint.
    first_text_s: Option<f64>,
    input_tokens: Option<u32>,
    /// Reasoning and text, by AIPerf's tokenizer.
    tokens: Option<u32>,
    text_tokens: Option<u32>,
    reasoned: bool,
    usage: Option<u32>,
    asked: Option<u32>,
}

#[derive(Clone, Copy, PartialEq)]
enum Failed {
    Http,
    Cut,
    NoContent,
    Other,
}

impl Wire {
    /// The request that a record tells of; `None` for a warm-up.
    fn row(self, place: &str) -> Result<Option<Row>, ImportError> {
        let at = |key: &str| format!("{place}, `{key}`");
        let (Some(metadata), Some(metrics)) = (self.metadata, self.metrics) else {
            return Err(ImportError::new(place, "no `metadata`", "a record"));
        };
        match metadata.benchmark_phase {
            Some(Phase::Profiling) => {}
            Some(Phase::Warmup) => return Ok(None),
            phase => {
                return Err(ImportError::new(
                    at("benchmark_phase"),
                    phase.map_or("nothing", |_| "another phase"),
                    "`profiling` or `warmup`",
                ));
            }
        }
        let Some(start_ns) = metadata.request_start_ns else {
            return Err(ImportError::new(
                at("request_start_ns"),
                "nothing",
                "nanoseconds, or `timestamp_ns` in the older layout",
            ));
        };
        let latency_s = Measure::seconds(metrics.request_latency, &at("request_latency"))?;
        let latency_ns = latency_s.map_or(0.0, |seconds| (seconds * 1e9).round());
        let end_ns = metadata
            .request_end_ns
            .unwrap_or(start_ns.saturating_add(latency_ns as u64));
        if end_ns < start_ns {
            return Err(ImportError::new(
                at("request_end_ns"),
                format!("`{end_ns}`"),
                format!("not before the start, `{start_ns}`"),
            ));
        }
        let tokens = |of, key| Measure::tokens(of, &at(key));
        let output = tokens(metrics.output_sequence_length, "output_sequence_length")?;
        let asked = match tokens(metrics.requested_osl, "requested_osl")? {
            Some(asked) => Some(asked),
            None => output.and_then(|output| {
                let percent = metrics.osl_mismatch_diff_pct?;
                asked_by_difference(
                    output,
                    percent.value.filter(|_| percent.unit == Unit::Percent)?,
                )
            }),
        };
        let gone = [metadata.was_cancelled, metadata.context_overflow_skip].contains(&Some(true));
        Ok(Some(Row {
            start_ns,
            end_ns,
            failed: match self.error {
                Some(error) => Some(error.kind()),
                None => gone.then_some(Failed::Other),
            },
            latency_s,
            ttft_s: Measure::seconds(metrics.time_to_first_token, &at("time_to_first_token"))?,
            first_text_s: Measure::seconds(
                metrics.time_to_first_output_token,
                &at("time_to_first_output_token"),
            )?,
            input_tokens: tokens(metrics.input_sequence_length, "input_sequence_length")?,
            tokens: output,
            text_tokens: tokens(metrics.output_token_count, "output_token_count")?,
            reasoned: tokens(metrics.reasoning_token_count, "reasoning_token_count")?
                .is_some_and(|tokens| tokens > 0),
            usage: tokens(metrics.usage_completion_tokens, "usage_completion_tokens")?,
            asked,
        }))
    }

    /// The run that the sums tell of.
    fn sums(self) -> Result<Run, ImportError> {
        let of = self.records.as_deref().unwrap_or(&self);
        let failed = Stat::requests(&of.error_request_count, "`error_request_count`")?;
        let completed = match Stat::requests(&of.request_count, "`request_count`")? {
            Some(completed) => completed,
            // Where all failed there is none.
            None if failed.is_some_and(|failed| failed > 0) => 0,
            None => needed("request_count", None, "a number of requests")?,
        };
        // It is left out where there was no error.
        let failed = failed.unwrap_or(0);
        if let Some(summary) = &self.error_summary {
            let sum = summary
                .iter()
                .fold(0_u64, |sum, failures| sum.saturating_add(failures.count));
            if sum != u64::from(failed) {
                return Err(ImportError::new(
                    "`error_summary`",
                    format!("{sum} errors"),
                    format!("{failed}, as in `error_request_count`"),
                ));
            }
        }
        let requests = completed
            .checked_add(failed)
            .filter(|&requests| requests > 0);
        let Some(requests) = requests else {
            let found = format!("{completed} + {failed} requests");
            return Err(ImportError::new("`request_count`", found, "at least one"));
        };
        let listed = Stat::tokens(
            &of.output_sequence_length,
            "`output_sequence_length`",
            completed,
        )?;
        let total = Stat::tokens(&of.total_osl, "`total_osl`", 1)?;
        let output_tokens = match (listed, total) {
            (Some(listed), Some(total)) if listed != total => {
                return Err(ImportError::new(
                    "`total_osl`",
                    format!("`{total}`"),
                    format!("`{listed}`, the sum of `output_sequence_length`"),
                ));
            }
            (Some(tokens), _) | (None, Some(tokens)) => tokens,
            (None, None) if completed == 0 => 0,
            (None, None) => needed("output_sequence_length", None, "output tokens")?,
        };
        let rate = Stat::rate(&of.output_token_throughput, "`output_token_throughput`")?;
        let began = self.start_time.as_deref().and_then(seconds_of_iso);
        let ended = self.end_time.as_deref().and_then(seconds_of_iso);
        let first = Stat::seconds(&of.min_request_timestamp, "`min_request_timestamp`")?;
        let last = Stat::seconds(&of.max_response_timestamp, "`max_response_timestamp`")?;
        let duration_s = Stat::seconds(&of.benchmark_duration, "`benchmark_duration`")?
            .or_else(|| Some(last? - first?))
            .or_else(|| rate.map(|rate| output_tokens as f64 / rate))
            .or_else(|| Some(ended? - began?))
            .map(|seconds| wire::duration("`benchmark_duration`", seconds))
            .transpose()?;
        for (key, rate, counted) in [
            ("output_token_throughput", rate, output_tokens as f64),
            (
                "request_throughput",
                Stat::rate(&of.request_throughput, "`request_throughput`")?,
                f64::from(completed),
            ),
        ] {
            if let Some(duration_s) = duration_s {
                follows(
                    key,
                    rate,
                    "what was counted / the duration",
                    counted / duration_s,
                )?;
            }
        }
        let asked = |path: &str| self.input_config.as_ref()?.pointer(path);
        Ok(Run {
            version: wire::version(self.aiperf_version.as_deref()),
            mode: asked("/endpoint/type").and_then(mode),
            concurrency: asked("/loadgen/concurrency").and_then(number),
            rate: measured(asked("/loadgen/request_rate").and_then(Value::as_f64)),
            when_s: began,
            duration_s,
            says: ClientSays {
                completed: Some(completed),
                output_tok_s: rate,
                latency: wire::latency(
                    Stat::ms(&of.time_to_first_token, "`time_to_first_token`")?,
                    Stat::ms(&of.inter_token_latency, "`inter_token_latency`")?,
                    Stat::ms(&of.request_latency, "`request_latency`")?,
                ),
            },
            notes: match self.was_cancelled {
                Some(true) => vec!["the run was stopped early".into()],
                _ => vec![],
            },
            ..Run::of(Holds::Totals(Totals::counted(
                requests,
                completed,
                output_tokens,
            )))
        })
    }
}

impl Failure {
    fn kind(&self) -> Failed {
        let not_ok = |code: i64| (100..600).contains(&code) && !(200..300).contains(&code);
        match self.why {
            Some(Why::Cancelled | Why::InStream) => Failed::Other,
            Some(Why::Cut) => Failed::Cut,
            Some(Why::NoContent) => Failed::NoContent,
            Some(Why::Unanswered) => Failed::Http,
            _ if self.code.is_some_and(not_ok) => Failed::Http,
            _ => Failed::Other,
        }
    }
}

/// `chat` or `completions`.
pub(super) fn mode(endpoint: &Value) -> Option<Mode> {
    match endpoint.as_str()? {
        "chat" => Some(Mode::Chat),
        "completions" => Some(Mode::Completions),
        _ => None,
    }
}

pub(super) fn number(value: &Value) -> Option<u32> {
    value.as_u64()?.try_into().ok()
}

/// What was asked, from how far the output is off: (output - asked) / asked in percent.
fn asked_by_difference(output: u32, percent: f64) -> Option<u32> {
    let asked = f64::from(output) * 100.0 / (100.0 + percent);
    let near = (asked - asked.round()).abs() < 1e-3;
    (near && asked >= 1.0)
        .then(|| whole(asked.round(), "").ok())
        .flatten()
}

/// `2026-11-29T16:51:52.25`, without a zone.
fn seconds_of_iso(time: &str) -> Option<f64> {
    let (date, clock) = time.split_once('T')?;
    let (clock, fraction) = clock.split_at_checked(8)?;
    let fraction = match fraction {
        "" => 0.0,
        fraction => format!("0{fraction}").parse().ok()?,
    };
    let plain = format!("{}-{}", date.replace('-', ""), clock.replace(':', ""));
    Some(wire::local_seconds(&plain)? + fraction)
}

/// The run that the records tell of.
fn requests(rows: &[Row], warmups: u32) -> Result<Run, ImportError> {
    let first = rows.iter().map(|row| row.start_ns).min();
    let last = rows.iter().map(|row| row.end_ns).max();
    let Some((first, last)) = first.zip(last) else {
        let found = format!("no request, {warmups} warm-ups");
        return Err(ImportError::whole(found, "at least one request"));
    };
    let duration_s = wire::duration(
        "the requests, first to last",
        last.saturating_sub(first) as f64 / 1e9,
    )?;
    let valid = || rows.iter().filter(|row| row.failed.is_none());
    // What no valid request has is not written at all.
    let times_text = valid().any(|row| row.first_text_s.is_some());
    let streams = valid().any(|row| row.ttft_s.is_some());
    let has_usage = valid().any(|row| row.usage.is_some());
    let text = |row: &Row| {
        if times_text && row.first_text_s.is_none() {
            return Some(false);
        }
        match (row.text_tokens, row.tokens) {
            (Some(tokens), _) => Some(tokens > 0),
            (None, Some(_)) => Some(false),
            (None, None) => times_text.then_some(true),
        }
    };
    let record = |row: &Row| {
        let ttft_s = if times_text {
            row.first_text_s
        } else {
            row.ttft_s
        };
        let record = Record {
            output_tokens: row
                .usage
                .filter(|&tokens| tokens > 0)
                .or(row.tokens)
                .unwrap_or(0),
            asked: row.asked,
            input_tokens: row.input_tokens,
            ttft_s,
            e2e_s: row.latency_s,
            ..Record::default()
        };
        match row.failed {
            Some(Failed::Http) => Record {
                http: false,
                ..record
            },
            Some(Failed::Cut) => Record {
                done: false,
                ..record
            },
            Some(Failed::NoContent) => Record {
                text: false,
                ..record
            },
            Some(Failed::Other) => Record {
                sound: false,
                ..record
            },
            None => Record {
                text: text(row).unwrap_or(true),
                usage: !has_usage || row.usage.is_some_and(|tokens| tokens > 0),
                sound: record.timed(streams),
                ..record
            },
        }
    };
    let mut unchecked = vec![Rule::Done];
    if !valid().all(|row| text(row).is_some()) {
        unchecked.push(Rule::Text);
    }
    if !has_usage {
        unchecked.push(Rule::Usage);
    }
    let mut notes = vec![];
    if warmups > 0 {
        notes.push(format!("{warmups} warm-up records left out"));
    }
    let reasoned = valid().filter(|row| row.reasoned).count();
    if reasoned > 0 && !times_text {
        notes.push(format!(
            "{reasoned} requests reasoned first: their time to first text is that to the first reasoning"
        ));
    }
    let holds = Holds::Requests(Requests {
        records: rows.iter().map(record).collect(),
        unchecked,
        // The order of the file is that of completion.
        fingerprint: wire::sorted_lengths(rows.iter().map(|row| row.input_tokens)),
    });
    Ok(Run {
        when_s: Some(first as f64 / 1e9),
        duration_s: Some(duration_s),
        notes,
        ..Run::of(holds)
    })
}

#[cfg(test)]
mod tests {
    use rounds::{Evidence, Latency};

    use super::*;
    use crate::shape::Shape;

    /// A request of the later layout: 2 s, the first token after 250 ms, the first text after half a second, 4 tokens.
    const FINE: &str = r#"{"metadata": {"session_num": 0, "x_request_id": "x", "request_start_ns": 1000000000,
        "request_ack_ns": 1100000000, "request_end_ns": 3000000000, "benchmark_phase": "profiling", "was_cancelled": false},
        "metrics": {"request_latency": {"value": 2000.0, "unit": "ms"}, "time_to_first_token": {"value": 250000, "unit": "us"},
            "time_to_first_output_token": {"value": 0.5, "unit": "sec"}, "input_sequence_length": {"value": 3, "unit": "tokens"},
            "output_sequence_length": {"value": 4, "unit": "tokens"}, "output_token_count": {"value": 4, "unit": "tokens"},
            "usage_completion_tokens": {"value": 4, "unit": "tokens"}, "requested_osl": {"value": 4, "unit": "tokens"},
            "inter_chunk_latency": {"value": [1.0, 2.0], "unit": "ms"}, "http_req_data_sent": {"value": 1, "unit": "KB"}}}"#;

    fn failed(code: &str, why: &str) -> String {
        format!(
            r#"{{"metadata": {{"request_start_ns": 4000000000, "request_end_ns": 5000000000, "benchmark_phase": "profiling"}},
                "metrics": {{"error_isl": {{"value": 3, "unit": "tokens"}}}},
                "error": {{"code": {code}, "type": "{why}", "message": "node-17"}}}}"#
        )
    }

    #[track_caller]
    fn but(record: &str, changes: &[(&str, &str)]) -> String {
        changes
            .iter()
            .fold(record.into(), |record: String, (from, to)| {
                assert!(record.contains(from), "{from}");
                record.replace(from, to)
            })
    }

    /// Renames a metric, so that it is none of those that are read.
    #[track_caller]
    fn without(record: &str, metric: &str) -> String {
        but(record, &[(&format!("\"{metric}\""), "\"other\"")])
    }

    fn run(json: &str) -> Run {
        let mut runs = read(&mut json.as_bytes()).unwrap();
        assert_eq!(runs.len(), 1);
        runs.remove(0)
    }

    fn requests(json: &str) -> Requests {
        match run(json).holds {
            Holds::Requests(requests) => requests,
            totals => panic!("{totals:?}"),
        }
    }

    #[track_caller]
    fn refused(json: &str, expected: &str) {
        let error = read(&mut json.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
        assert!(!error.contains("node"), "{error}");
    }

    #[test]
    fn every_kind_of_failure_is_told_apart() {
        let records = [
            but(FINE, &[("profiling", "warmup"), ("1000000000", "1")]),
            FINE.into(),
            failed("429", "Too Many Requests"),
            failed("499", "RequestCancellationError"),
            failed("500", "SSEResponseError"),
            failed("null", "ClientPayloadError"),
            failed("null", "InvalidInferenceResultError"),
            failed("null", "TimeoutError"),
            failed("null", "ClientConnectorError"),
            failed("null", "ServerDisconnectedError"),
            // Reasoning alone, by its tokens and by its times.
            without(FINE, "output_token_count"),
            without(FINE, "time_to_first_output_token"),
            without(FINE, "usage_completion_tokens"),
            but(
                FINE,
                &[(
                    "completion_tokens\": {\"value\": 4",
                    "completion_tokens\": {\"value\": 0",
                )],
            ),
            but(
                FINE,
                &[(
                    "completion_tokens\": {\"value\": 4",
                    "completion_tokens\": {\"value\": 2",
                )],
            ),
            but(
                FINE,
                &[("\"was_cancelled\": false", "\"was_cancelled\": true")],
            ),
            but(FINE, &[("\"value\": 0.5", "\"value\": 2.5")]),
            without(FINE, "request_latency"),
        ];
        let run = run(&records.join("\n"));
        assert_eq!(run.duration_s, Some(4.0));
        assert_eq!(run.when_s, Some(1.0));
        assert_eq!(run.notes, ["1 warm-up records left out"]);
        let Holds::Requests(requests) = run.holds else {
            panic!("totals");
        };
        assert_eq!(requests.unchecked, [Rule::Done]);
        // What failed has no input length.
        assert_eq!(requests.fingerprint, None);
        let fine = Record {
            output_tokens: 4,
            asked: Some(4),
            input_tokens: Some(3),
            ttft_s: Some(0.5),
            e2e_s: Some(2.0),
            ..Record::default()
        };
        let lost = Record::default();
        let expected = [
            fine,
            Record {
                http: false,
                ..lost
            },
            Record {
                sound: false,
                ..lost
            },
            Record {
                sound: false,
                ..lost
            },
            Record {
                done: false,
                ..lost
            },
            Record {
                text: false,
                ..lost
            },
            Record {
                sound: false,
                ..lost
            },
            Record {
                http: false,
                ..lost
            },
            Record {
                http: false,
                ..lost
            },
            Record {
                text: false,
                ..fine
            },
            Record {
                text: false,
                sound: false,
                ttft_s: None,
                ..fine
            },
            Record {
                usage: false,
                ..fine
            },
            Record {
                usage: false,
                ..fine
            },
            Record {
                output_tokens: 2,
                ..fine
            },
            Record {
                sound: false,
                ..fine
            },
            Record {
                sound: false,
                ttft_s: Some(2.5),
                ..fine
            },
            Record {
                sound: false,
                e2e_s: None,
                ..fine
            },
        ];
        assert_eq!(requests.records, expected);
    }

    #[test]
    fn what_no_request_has_is_not_checked() {
        let plain = [
            "time_to_first_token",
            "time_to_first_output_token",
            "usage_completion_tokens",
            "output_token_count",
            "output_sequence_length",
        ]
        .iter()
        .fold(String::from(FINE), |record, metric| {
            without(&record, metric)
        });
        let requests = requests(&plain);
        assert_eq!(requests.unchecked, [Rule::Done, Rule::Text, Rule::Usage]);
        let [record] = requests.records[..] else {
            panic!("{requests:?}");
        };
        // It does not stream, so no first text was missed.
        assert!(record.text && record.usage && record.sound);
        assert_eq!((record.ttft_s, record.output_tokens), (None, 0));
        assert_eq!(requests.fingerprint, Some(wire::lengths([3])));
    }

    #[test]
    fn what_was_asked_follows_from_how_far_off_it_is() {
        let off = but(
            &without(FINE, "requested_osl"),
            &[(
                "\"inter_chunk_latency\": {\"value\": [1.0, 2.0], \"unit\": \"ms\"}",
                "\"osl_mismatch_diff_pct\": {\"value\": -20.0, \"unit\": \"%\"}",
            )],
        );
        assert_eq!(requests(&off).records[0].asked, Some(5));
        assert_eq!(asked_by_difference(7, -30.0), Some(10));
        assert_eq!(asked_by_difference(0, -100.0), None);
        assert_eq!(asked_by_difference(7, -29.0), None);
    }

    /// Two requests of October 2025: no end, no usage, and a first token that may be reasoning.
    const OLD: &str = r#"
        {"metadata": {"turn_index": 0, "timestamp_ns": 1000000000, "credit_phase": "profiling"},
         "metrics": {"ttft": {"value": 500.0, "unit": "ms"}, "request_latency": {"value": 2000.0, "unit": "ms"},
            "output_sequence_length": {"value": 4, "unit": "tokens"}, "reasoning_token_count": {"value": 4, "unit": "tokens"}}}
        {"metadata": {"turn_index": 0, "timestamp_ns": 1500000000, "credit_phase": "profiling"},
         "metrics": {"error_request_count": {"value": 1, "unit": "requests"}},
         "error": {"code": 499, "type": "RequestCancellationError", "message": "Request was cancelled after 0.000 seconds"}}"#;

    #[test]
    fn the_older_records_are_read() {
        let run = run(OLD);
        assert_eq!(run.duration_s, Some(2.0));
        assert_eq!(run.notes.len(), 1);
        assert!(run.notes[0].starts_with("1 requests reasoned first"));
        let Holds::Requests(requests) = run.holds else {
            panic!("totals");
        };
        assert_eq!(requests.unchecked, [Rule::Done, Rule::Usage]);
        let [reasoned, cancelled] = requests.records[..] else {
            panic!("{requests:?}");
        };
        assert_eq!(
            (reasoned.text, reasoned.ttft_s, reasoned.e2e_s),
            (false, Some(0.5), Some(2.0))
        );
        assert_eq!(
            cancelled,
            Record {
                sound: false,
                ..Record::default()
            }
        );
    }

    /// The sums of 0.8 over three requests, one failed: 9 tokens in 2 s.
    const SUMS: &str = r#"{"schema_version": "1.1", "aiperf_version": "0.8.0",
        "request_throughput": {"unit": "requests/sec", "avg": 1.0},
        "request_latency": {"unit": "ms", "avg": 1500.0, "p50": 1500.0, "p95": 1900.0, "count": 2, "sum": 3000.0},
        "request_count": {"unit": "requests", "avg": 2.0},
        "time_to_first_token": {"unit": "us", "avg": 1.0, "p50": 250000.0, "p95": 0.0, "count": 2},
        "inter_token_latency": {"unit": "ms", "avg": 20.0, "p50": 20.0, "p95": 30.0, "count": 2},
        "output_token_throughput": {"unit": "tokens/sec", "avg": 4.5},
        "output_sequence_length": {"unit": "tokens", "avg": 4.5, "count": 2, "sum": 9},
        "total_osl": {"unit": "tokens", "avg": 9.0},
        "benchmark_duration": {"unit": "sec", "avg": 2.0},
        "error_request_count": {"unit": "requests", "avg": 1.0},
        "total_gpu_power": {"unit": "W", "avg": 1.0},
        "input_config": {"endpoint": {"type": "completions", "url": "http://node-17"},
            "loadgen": {"concurrency": 4, "request_rate": 2.5}},
        "was_cancelled": false,
        "error_summary": [{"error_details": {"code": 500, "message": "node-17"}, "count": 1}],
        "start_time": "2026-11-29T16:51:52.25", "end_time": "2026-11-29T16:51:55.25"}"#;

    fn totals(json: &str) -> Totals {
        match run(json).holds {
            Holds::Totals(totals) => totals,
            requests => panic!("{requests:?}"),
        }
    }

    #[test]
    fn sums_are_taken_with_their_counts() {
        let run = run(SUMS);
        assert_eq!(
            (run.version.as_deref(), run.mode),
            (Some("0.8.0"), Some(Mode::Completions))
        );
        assert_eq!((run.concurrency, run.rate), (Some(4), Some(2.5)));
        assert_eq!(
            (run.when_s, run.duration_s),
            (Some(1_795_971_112.25), Some(2.0))
        );
        let latency = Latency {
            ttft_p50_ms: Some(250.0),
            ttft_p95_ms: None,
            tpot_p50_ms: Some(20.0),
            tpot_p95_ms: Some(30.0),
            e2e_p50_ms: Some(1500.0),
            e2e_p95_ms: Some(1900.0),
        };
        let says = ClientSays {
            completed: Some(2),
            output_tok_s: Some(4.5),
            latency,
        };
        assert_eq!(run.says, says);
        let expected = Totals {
            requests: Some(3),
            denominator: Evidence::Counts,
            completed: 2,
            answered: 2,
            output_tokens: 9,
        };
        assert_eq!(totals(SUMS), expected);
        // Without an error there is no count of them.
        let fine = but(
            &without(SUMS, "error_request_count"),
            &[
                ("\"count\": 1}", "\"count\": 0}"),
                ("\"was_cancelled\": false", "\"was_cancelled\": true"),
            ],
        );
        assert_eq!(totals(&fine).requests, Some(2));
        assert_eq!(
            super::tests::run(&fine).notes,
            ["the run was stopped early"]
        );
    }

    #[test]
    fn the_older_sums_stand_under_a_key_of_their_own() {
        let old = but(
            SUMS,
            &[
                ("\"aiperf_version\": \"0.8.0\",", "\"records\": {"),
                (
                    "\"total_gpu_power\": {\"unit\": \"W\", \"avg\": 1.0},",
                    "\"x\": {\"unit\": \"W\"}},",
                ),
                ("time_to_first_token", "ttft"),
            ],
        );
        assert_eq!(totals(&old), totals(SUMS));
        assert_eq!(run(&old).says, run(SUMS).says);
    }

    #[test]
    fn a_duration_is_found_elsewhere_and_all_may_have_failed() {
        let throughput = without(SUMS, "benchmark_duration");
        assert_eq!(run(&throughput).duration_s, Some(2.0));
        let stamped = but(
            SUMS,
            &[
                (
                    "\"benchmark_duration\": {\"unit\": \"sec\", \"avg\": 2.0}",
                    "\"min_request_timestamp\": {\"unit\": \"ns\", \"avg\": 1.0e18}",
                ),
                (
                    "\"total_gpu_power\": {\"unit\": \"W\", \"avg\": 1.0}",
                    "\"max_response_timestamp\": {\"unit\": \"ns\", \"avg\": 1.000000002e18}",
                ),
            ],
        );
        assert_eq!(run(&stamped).duration_s, Some(2.0));
        let none = [
            "request_count",
            "request_throughput",
            "output_token_throughput",
            "output_sequence_length",
            "total_osl",
            "benchmark_duration",
        ]
        .iter()
        .fold(String::from(SUMS), |sums, metric| without(&sums, metric));
        let expected = Totals::counted(1, 0, 0);
        assert_eq!(
            (run(&none).duration_s, totals(&none)),
            (Some(3.0), expected)
        );
        let none = without(&none, "end_time");
        assert_eq!((run(&none).duration_s, totals(&none)), (None, expected));
    }

    #[test]
    fn a_bad_file_is_named_with_its_place() {
        let record =
            |from: &str, to: &str, expected: &str| refused(&but(FINE, &[(from, to)]), expected);
        record(
            "profiling",
            "cooldown",
            "record 1, `benchmark_phase`: found another phase",
        );
        record(
            "\"benchmark_phase\"",
            "\"x\"",
            "`benchmark_phase`: found nothing",
        );
        record(
            "\"request_start_ns\"",
            "\"x\"",
            "`request_start_ns`: found nothing",
        );
        record(
            "\"request_end_ns\": 3000000000",
            "\"request_end_ns\": 999",
            "found `999`, expected not before the start",
        );
        record(
            "\"unit\": \"us\"",
            "\"unit\": \"node-17\"",
            "a unit that is none of",
        );
        record(
            "\"unit\": \"us\"",
            "\"unit\": \"tokens\"",
            "`time_to_first_token`: found another unit, expected a unit of time",
        );
        record(
            "\"value\": 4, \"unit\": \"tokens\"",
            "\"value\": 4, \"unit\": \"ms\"",
            "`output_sequence_length`: found another unit",
        );
        record(
            "\"value\": 3,",
            "\"value\": 3.5,",
            "`input_sequence_length`: found `3.5`",
        );
        record(
            "\"value\": 2000.0",
            "\"value\": -1",
            "`request_latency`: found `-1`",
        );
        record("\"metrics\"", "\"x\"", "expected `metrics`");
        record("\"KB\"}}}", "\"KB\"}}", "EOF while parsing");
        refused(
            &but(FINE, &[("profiling", "warmup")]),
            "no request, 1 warm-ups",
        );
        refused(
            &format!("{FINE}\n{SUMS}"),
            "record 2: found something after the sums",
        );
        refused(
            &format!("{SUMS}\n{SUMS}"),
            "record 2: found something after the sums",
        );
        refused("Metric,avg,min,max,p1\r\n", "found text that is no JSON");

        let sums =
            |from: &str, to: &str, expected: &str| refused(&but(SUMS, &[(from, to)]), expected);
        sums(
            "\"count\": 1}",
            "\"count\": 2}",
            "`error_summary`: found 2 errors, expected 1",
        );
        sums(
            "\"error_request_count\"",
            "\"x\"",
            "`error_summary`: found 1 errors, expected 0",
        );
        sums(
            "\"request_count\"",
            "\"x\"",
            "`request_throughput`: found `1`, expected what was counted / the duration, `0`",
        );
        sums(
            "\"unit\": \"requests\", \"avg\": 2.0",
            "\"unit\": \"requests\", \"avg\": 2.5",
            "`request_count`: found `2.5`",
        );
        sums(
            "\"sum\": 9}",
            "\"sum\": 8}",
            "`output_sequence_length`: found [8.0, 9.0]",
        );
        sums(
            "\"avg\": 9.0",
            "\"avg\": 8.0",
            "`total_osl`: found `8`, expected `9`",
        );
        sums(
            "\"unit\": \"tokens/sec\", \"avg\": 4.5",
            "\"unit\": \"tokens/sec\", \"avg\": 5.5",
            "`output_token_throughput`: found `5.5`, expected what was counted / the duration, `4.5`",
        );
        sums(
            "\"unit\": \"requests/sec\", \"avg\": 1.0",
            "\"unit\": \"requests/sec\", \"avg\": 1.5",
            "`request_throughput`: found `1.5`, expected what was counted / the duration, `1`",
        );
        sums(
            "\"avg\": 2.0},\n        \"error",
            "\"avg\": 0.0},\n        \"error",
            "`benchmark_duration`: found `0`",
        );
        refused("{\"input_config\": {}}", "`request_count`: found nothing");
    }

    #[test]
    fn its_files_are_known_by_what_is_in_them() {
        let fits = |text: &str| (ENTRY.fits)(&Shape::of(&mut text.as_bytes()).unwrap());
        for text in [
            FINE,
            OLD,
            SUMS,
            "Metric,avg,min,max,sum,p1,p5\r\n",
            "Metric,avg,min,max,p1,p5\r\n",
        ] {
            assert!(fits(text), "{text}");
        }
        assert!(!fits("Metric,avg,min,max,p99,p95\r\n"));
        assert!(!fits(
            r#"{"input_config": {}, "request_latency": {"unit": "ms"}}"#
        ));
    }
}
