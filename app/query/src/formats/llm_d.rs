//! llm-d's benchmark report, versions 0.1, 0.2 and 0.2.1, as YAML or JSON: the sums of a run or a stage that another client
//! measured, the harness.
//!
//! Each statistic names its unit. The measuring time is the one that the harness divided its rates by: the report's own
//! is that of the whole job in one conversion and ends before the last answer in another. It stands in only where nothing
//! completed, and for GuideLLM, whose rates are no quotients. A report that counts no failures names as its total what
//! was completed, so that the number of requests has to come from the plan. A conversion of AIPerf's results is refused:
//! until it was mended it took the kinds of error for failed requests, and the report does not tell which it was.

use std::io::{BufRead, Read};

use rounds::Evidence;
use serde::{Deserialize, Deserializer};

use super::{
    Entry,
    wire::{self, Lenient, Scalar, measured, needed, number_or_text, of_text},
};
use crate::{
    ClientSays, Holds, ImportError, Run, Totals,
    shape::{Json, Shape},
};

pub(super) const ENTRY: Entry = Entry {
    name: "llm-d benchmark report",
    fits,
    read,
};

const FORM: &str = "a benchmark report of llm-d";

/// The keys may be in any order, and the stack's part longer than what can be seen of YAML.
fn fits(shape: &Shape) -> bool {
    if shape.json == Some(Json::Object) {
        return shape.has("results.request_performance")
            || shape.has_all(&["metrics.requests", "metrics.latency"]);
    }
    let within = |key: &str| {
        let mut lines = shape.head.lines().map(str::trim);
        lines.any(|line| line == key)
    };
    shape.json.is_none()
        && (shape.line("results:") && within("request_performance:")
            || shape.line("metrics:") && within("time_to_first_token:")
            || shape.line("version:")
                && ["run:", "scenario:", "metrics:"]
                    .iter()
                    .any(|key| shape.line(key)))
}

fn read(file: &mut dyn BufRead) -> Result<Vec<Run>, ImportError> {
    let report: Report = if wire::begins(file, b'{') {
        wire::one(Lenient::new(file), FORM)?
    } else {
        yaml(file)?
    };
    Ok(vec![report.run()?])
}

/// YAML is read as a whole: this much of it, so nested, and with so few aliases.
fn yaml(file: &mut dyn BufRead) -> Result<Report, ImportError> {
    const MOST: u64 = 16 << 20;
    let mut text = vec![];
    let read = file.take(MOST + 1).read_to_end(&mut text);
    let length =
        read.map_err(|error| ImportError::whole(format!("nothing readable ({error})"), FORM))?;
    if length as u64 > MOST {
        let found = format!("more than {MOST} bytes of YAML");
        return Err(ImportError::whole(found, FORM));
    }
    let text = str::from_utf8(&text).map_err(|_| ImportError::whole("no UTF-8", FORM))?;
    let options = serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_depth: 64,
            max_documents: 1,
            max_aliases: 100,
            max_anchors: 100,
        },
        alias_limits: serde_saphyr::alias_limits! {
            max_total_replayed_events: 100_000,
            max_alias_expansions_per_anchor: 100,
        },
        // A concurrency without a limit is `.inf`.
        reject_non_finite_typeless_float: false,
        // A snippet would quote the file.
        with_snippet: false,
    };
    serde_saphyr::from_str_with_options(text, options).map_err(|error| {
        let place = error.location().map_or("the whole file".into(), |place| {
            format!("line {} column {}", place.line(), place.column())
        });
        ImportError::new(place, "broken YAML, or a value of another kind", FORM)
    })
}

/// The report, as far as it matters. `metrics` is version 0.1's, `run` and `results` are those of 0.2 and on.
#[derive(Deserialize)]
struct Report {
    version: Option<Version>,
    scenario: Option<Scenario>,
    metrics: Option<Metrics>,
    run: Option<RunPart>,
    results: Option<Results>,
}

/// Written as a text or as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Version {
    V01,
    V02,
    V021,
    Other,
}

impl Version {
    fn of(version: &str) -> Self {
        match version {
            "0.1" => Self::V01,
            "0.2" => Self::V02,
            "0.2.1" => Self::V021,
            _ => Self::Other,
        }
    }
}

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        number_or_text(deserializer, "a version", |version| {
            Some(match version {
                Scalar::Number(version) => Self::of(&version.to_string()),
                Scalar::Text(version) => Self::of(version),
            })
        })
    }
}

#[derive(Deserialize)]
struct Scenario {
    load: Option<Load>,
}

#[derive(Deserialize)]
struct Load {
    /// Version 0.1's place for it.
    name: Option<Harness>,
    standardized: Option<Standardized>,
}

#[derive(Deserialize)]
struct Standardized {
    tool: Option<Harness>,
    rate_qps: Option<f64>,
    concurrency: Option<f64>,
}

/// Who measured.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Harness {
    Aiperf,
    GuideLlm,
    InferenceMax,
    InferencePerf,
    Vllm,
    Other,
}

impl Harness {
    const NAMED: [(Self, &str); 5] = [
        (Self::Aiperf, "aiperf"),
        (Self::GuideLlm, "guidellm"),
        (Self::InferenceMax, "inferencemax"),
        (Self::InferencePerf, "inference-perf"),
        (Self::Vllm, "vllm-benchmark"),
    ];
}

of_text!(Harness, |text| {
    let mut named = Harness::NAMED.into_iter();
    named
        .find(|(_, name)| name.eq_ignore_ascii_case(text))
        .map_or(Harness::Other, |(harness, _)| harness)
});

#[derive(Deserialize)]
struct Metrics {
    time: Option<Time>,
    requests: Option<Requests>,
    latency: Option<Latencies>,
    throughput: Option<Rates>,
}

/// Seconds.
#[derive(Deserialize)]
struct Time {
    duration: Option<f64>,
    start: Option<f64>,
}

/// Units are in the names.
#[derive(Deserialize)]
struct Rates {
    output_tokens_per_sec: Option<f64>,
    requests_per_sec: Option<f64>,
}

#[derive(Deserialize)]
struct RunPart {
    time: Option<RunTime>,
}

#[derive(Deserialize)]
struct RunTime {
    start: Option<Instant>,
    end: Option<Instant>,
    duration: Option<Span>,
}

#[derive(Deserialize)]
struct Results {
    request_performance: Option<Performance>,
}

#[derive(Deserialize)]
struct Performance {
    aggregate: Option<Aggregate>,
}

#[derive(Deserialize)]
struct Aggregate {
    requests: Option<Requests>,
    latency: Option<Latencies>,
    throughput: Option<Throughput>,
}

#[derive(Clone, Copy, Deserialize)]
struct Requests {
    total: Option<u32>,
    failures: Option<u32>,
    incomplete: Option<u32>,
    output_length: Option<Statistic>,
}

#[derive(Clone, Copy, Default, Deserialize)]
struct Latencies {
    time_to_first_token: Option<Statistic>,
    time_per_output_token: Option<Statistic>,
    request_latency: Option<Statistic>,
}

#[derive(Deserialize)]
struct Throughput {
    output_token_rate: Option<Statistic>,
    request_rate: Option<Statistic>,
}

#[derive(Clone, Copy, Deserialize)]
struct Statistic {
    units: Option<Unit>,
    mean: Option<f64>,
    p50: Option<f64>,
    p95: Option<f64>,
}

/// What a statistic is given in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    Count,
    Seconds,
    Milliseconds,
    SecondsPerToken,
    MillisecondsPerToken,
    TokensPerSecond,
    QueriesPerSecond,
    Other,
}

of_text!(Unit, |unit| match unit {
    "count" => Unit::Count,
    "s" => Unit::Seconds,
    "ms" => Unit::Milliseconds,
    "s/token" => Unit::SecondsPerToken,
    "ms/token" => Unit::MillisecondsPerToken,
    "tokens/s" => Unit::TokensPerSecond,
    "queries/s" => Unit::QueriesPerSecond,
    _ => Unit::Other,
});

impl Statistic {
    /// Itself times the factor of its unit, which must be one of `units`.
    fn scaled(self, key: &str, units: &[(Unit, &str, f64)]) -> Result<Self, ImportError> {
        let known = units.iter().find(|(unit, ..)| self.units == Some(*unit));
        let Some((.., factor)) = known else {
            let names: Vec<_> = units
                .iter()
                .map(|(_, name, _)| format!("`{name}`"))
                .collect();
            return Err(ImportError::new(
                format!("`{key}.units`"),
                if self.units.is_some() {
                    "another unit"
                } else {
                    "nothing"
                },
                names.join(" or "),
            ));
        };
        let scale = |figure: Option<f64>| figure.map(|figure| figure * factor);
        Ok(Self {
            units: self.units,
            mean: scale(self.mean),
            p50: scale(self.p50),
            p95: scale(self.p95),
        })
    }
}

/// A duration as ISO 8601 writes it, such as `PT1M2.5S`, in seconds; empty where it was not told.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Span {
    Seconds(f64),
    Untold,
    Odd,
}

impl Span {
    fn of(text: &str) -> Self {
        if text.trim().is_empty() {
            return Self::Untold;
        }
        seconds(text.trim()).map_or(Self::Odd, Self::Seconds)
    }
}

of_text!(Span, Span::of);

/// Months and years have no length in seconds.
fn seconds(duration: &str) -> Option<f64> {
    let rest = duration.strip_prefix('P')?;
    let (days, clock) = rest.split_once('T').unwrap_or((rest, ""));
    if rest.is_empty() || rest.ends_with('T') {
        return None;
    }
    let sum = |mut part: &str, units: &[(char, f64)]| {
        let mut sum = 0.0;
        while !part.is_empty() {
            let end = part.find(|c: char| !c.is_ascii_digit() && c != '.' && c != ',')?;
            let number: f64 = part[..end].replace(',', ".").parse().ok()?;
            let mut after = part[end..].chars();
            let unit = after.next()?;
            sum += number * units.iter().find(|(name, _)| *name == unit)?.1;
            part = after.as_str();
        }
        Some(sum)
    };
    let days = sum(days, &[('W', 604_800.0), ('D', 86_400.0)])?;
    Some(days + sum(clock, &[('H', 3600.0), ('M', 60.0), ('S', 1.0)])?)
}

/// A time of day as ISO 8601 writes it, in seconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Instant(Option<f64>);

impl Instant {
    fn of(text: &str) -> Self {
        Self(since_1970(text.trim()))
    }
}

of_text!(Instant, Instant::of);

fn since_1970(text: &str) -> Option<f64> {
    let (day, rest) = text.split_once(['T', 't', ' '])?;
    let (clock, ahead_s) = match rest.find(['Z', 'z', '+', '-']) {
        None => (rest, 0.0),
        Some(at) => (&rest[..at], offset(&rest[at..])?),
    };
    let (clock, fraction) = clock.split_once('.').unwrap_or((clock, "0"));
    let compact = format!("{}-{}", day.replace('-', ""), clock.replace(':', ""));
    let fraction: f64 = format!("0.{fraction}").parse().ok()?;
    Some(wire::local_seconds(&compact)? + fraction - ahead_s)
}

/// `Z` or `+08:00`, in seconds.
fn offset(zone: &str) -> Option<f64> {
    if zone.eq_ignore_ascii_case("Z") {
        return Some(0.0);
    }
    let sign = if zone.starts_with('-') { -1.0 } else { 1.0 };
    let digits = zone.get(1..)?.replace(':', "");
    let number = |part: Option<&str>| part?.parse::<u8>().ok().map(f64::from);
    let (hours, minutes) = (number(digits.get(..2))?, number(digits.get(2..4))?);
    (digits.len() == 4).then_some(sign * (hours * 3600.0 + minutes * 60.0))
}

/// What both layouts tell.
struct Sums {
    requests: Requests,
    latency: Latencies,
    output_token_rate: Option<f64>,
    request_rate: Option<f64>,
    /// The time that the report itself names.
    told_s: Option<f64>,
    when_s: Option<f64>,
}

const TIME: [(Unit, &str, f64); 2] = [(Unit::Seconds, "s", 1e3), (Unit::Milliseconds, "ms", 1.0)];
const PER_TOKEN: [(Unit, &str, f64); 2] = [
    (Unit::SecondsPerToken, "s/token", 1e3),
    (Unit::MillisecondsPerToken, "ms/token", 1.0),
];

impl Report {
    fn run(self) -> Result<Run, ImportError> {
        let version = match self.version {
            Some(Version::V01) => "0.1",
            Some(Version::V02) => "0.2",
            Some(Version::V021) => "0.2.1",
            other => {
                let found = other.map_or("nothing", |_| "another version");
                return Err(ImportError::new("`version`", found, "0.1, 0.2 or 0.2.1"));
            }
        };
        let load = self.scenario.and_then(|scenario| scenario.load);
        let (named, standardized) =
            load.map_or((None, None), |load| (load.name, load.standardized));
        let tool = standardized.as_ref().and_then(|load| load.tool);
        let harness = named.or(tool).unwrap_or(Harness::Other);
        if harness == Harness::Aiperf {
            return Err(ImportError::new(
                "`scenario.load`",
                "a conversion of AIPerf's results, which may count kinds of error as failed requests",
                "AIPerf's own files",
            ));
        }
        let sums = match self.metrics {
            Some(metrics) if version == "0.1" => metrics.sums()?,
            _ => {
                let time = self.run.and_then(|run| run.time);
                let performance = self.results.and_then(|results| results.request_performance);
                let aggregate = performance.and_then(|performance| performance.aggregate);
                let key = "results.request_performance.aggregate";
                needed(key, aggregate, "the sums of the requests")?.sums(time)?
            }
        };
        let mut run = sums.run(harness)?;
        run.version = Some(version.into());
        if let Some((_, name)) = Harness::NAMED
            .into_iter()
            .find(|(named, _)| *named == harness)
        {
            run.notes.push(format!("measured by {name}"));
        }
        let finite = |figure: Option<f64>| measured(figure);
        run.rate = finite(standardized.as_ref().and_then(|load| load.rate_qps));
        let kept_up = finite(standardized.as_ref().and_then(|load| load.concurrency));
        run.concurrency = kept_up
            .filter(|kept_up| kept_up.fract() == 0.0 && *kept_up <= f64::from(u32::MAX))
            .map(|kept_up| kept_up as u32);
        Ok(run)
    }
}

impl Metrics {
    fn sums(self) -> Result<Sums, ImportError> {
        let requests = needed("metrics.requests", self.requests, "the numbers of requests")?;
        let throughput = self.throughput.as_ref();
        let time = self.time.as_ref();
        Ok(Sums {
            requests,
            latency: self.latency.unwrap_or_default(),
            output_token_rate: throughput.and_then(|rates| measured(rates.output_tokens_per_sec)),
            request_rate: throughput.and_then(|rates| measured(rates.requests_per_sec)),
            told_s: time.and_then(|time| time.duration),
            when_s: time.and_then(|time| time.start),
        })
    }
}

impl Aggregate {
    fn sums(self, time: Option<RunTime>) -> Result<Sums, ImportError> {
        let key = "results.request_performance.aggregate.requests";
        let requests = needed(key, self.requests, "the numbers of requests")?;
        let rate = |key: &str, statistic: Option<Statistic>, unit| {
            let scaled = statistic
                .map(|statistic| statistic.scaled(key, &[unit]))
                .transpose()?;
            Ok::<_, ImportError>(measured(scaled.and_then(|scaled| scaled.mean)))
        };
        let throughput = self.throughput.as_ref();
        let tokens = throughput.and_then(|rates| rates.output_token_rate);
        let queries = throughput.and_then(|rates| rates.request_rate);
        let start = time.as_ref().and_then(|time| time.start?.0);
        let end = time.as_ref().and_then(|time| time.end?.0);
        let told_s = match time.and_then(|time| time.duration) {
            Some(Span::Seconds(seconds)) => Some(seconds),
            Some(Span::Odd) => {
                let expected = "a duration in days, hours, minutes and seconds, such as `PT1M2.5S`";
                return Err(ImportError::new(
                    "`run.time.duration`",
                    "something else",
                    expected,
                ));
            }
            Some(Span::Untold) | None => start.zip(end).map(|(start, end)| end - start),
        };
        Ok(Sums {
            requests,
            latency: self.latency.unwrap_or_default(),
            output_token_rate: rate(
                "output_token_rate",
                tokens,
                (Unit::TokensPerSecond, "tokens/s", 1.0),
            )?,
            request_rate: rate(
                "request_rate",
                queries,
                (Unit::QueriesPerSecond, "queries/s", 1.0),
            )?,
            told_s,
            when_s: start,
        })
    }
}

impl Sums {
    fn run(self, harness: Harness) -> Result<Run, ImportError> {
        let totals = self.totals(harness)?;
        let percentiles = |key: &str, statistic: Option<Statistic>, units| {
            let scaled = statistic
                .map(|statistic| statistic.scaled(key, units))
                .transpose()?;
            let of = |figure: fn(Statistic) -> Option<f64>| measured(scaled.and_then(figure));
            Ok::<_, ImportError>([of(|scaled| scaled.p50), of(|scaled| scaled.p95)])
        };
        let latency = self.latency;
        // GuideLLM's time per output token has the first token in it.
        let tpot = percentiles(
            "time_per_output_token",
            latency.time_per_output_token,
            &PER_TOKEN,
        )?;
        let tpot = match harness {
            Harness::GuideLlm => [None; 2],
            _ => tpot,
        };
        let latency = wire::latency(
            percentiles("time_to_first_token", latency.time_to_first_token, &TIME)?,
            tpot,
            percentiles("request_latency", latency.request_latency, &TIME)?,
        );
        let mut notes = vec![];
        let duration_s = self.duration_s(&totals, harness, &mut notes)?;
        Ok(Run {
            // A clock that starts at 0 tells no time of day.
            when_s: self.when_s.filter(|&start| start >= 86_400.0),
            duration_s,
            says: ClientSays {
                completed: Some(totals.completed),
                output_tok_s: self.output_token_rate,
                latency,
            },
            notes,
            ..Run::of(Holds::Totals(totals))
        })
    }

    fn totals(&self, harness: Harness) -> Result<Totals, ImportError> {
        let Requests {
            total,
            failures,
            incomplete,
            output_length,
        } = self.requests;
        let total = needed("requests.total", total, "a number")?;
        let (requests, completed, denominator) = match failures {
            Some(failures) => {
                let broken = failures.checked_add(incomplete.unwrap_or_default());
                let completed = broken.and_then(|broken| total.checked_sub(broken));
                let completed = completed.ok_or_else(|| {
                    let incomplete = incomplete.unwrap_or_default();
                    let expected = format!(
                        "the failed and the incomplete ones, {failures} + {incomplete}, at least"
                    );
                    ImportError::new("`requests.total`", format!("`{total}`"), expected)
                })?;
                let evidence = match harness {
                    // Their conversion takes the number that was asked for as the total, and what is missing as failed.
                    Harness::Vllm | Harness::InferenceMax => Evidence::Asked,
                    _ => Evidence::Counts,
                };
                (Some(total), completed, evidence)
            }
            None => (None, total, Evidence::Asked),
        };
        if requests == Some(0) {
            return Err(ImportError::new("`requests.total`", "`0`", "at least one"));
        }
        let output_tokens = match output_length {
            _ if completed == 0 => 0,
            Some(length) => {
                let length = length.scaled("output_length", &[(Unit::Count, "count", 1.0)])?;
                let mean = needed("output_length.mean", length.mean, "a number of tokens")?;
                wire::whole("`output_length.mean` of all", mean * f64::from(completed))?
            }
            None => needed("requests.output_length", None, "how many tokens came")?,
        };
        Ok(Totals {
            requests,
            denominator,
            ..Totals::asked(completed, output_tokens)
        })
    }

    /// The time behind the rates, or the one that is told, if any.
    fn duration_s(
        &self,
        totals: &Totals,
        harness: Harness,
        notes: &mut Vec<String>,
    ) -> Result<Option<f64>, ImportError> {
        let checked = |seconds: Option<f64>| {
            let checked = seconds.map(|seconds| wire::duration("the time of the run", seconds));
            checked.transpose()
        };
        if totals.output_tokens > 0 && self.output_token_rate.is_none() {
            let found = format!("nothing for {} output tokens", totals.output_tokens);
            return Err(ImportError::new(
                "the rate of output tokens",
                found,
                "tokens a second",
            ));
        }
        if harness == Harness::GuideLlm || totals.completed == 0 {
            return checked(self.told_s);
        }
        let of_requests = self
            .request_rate
            .map(|rate| f64::from(totals.completed) / rate);
        let of_tokens = self
            .output_token_rate
            .map(|rate| totals.output_tokens as f64 / rate);
        let far = |a: f64, b: f64, share: f64| (a - b).abs() > share * a.max(b);
        if let (Some(of_requests), Some(of_tokens)) = (of_requests, of_tokens)
            && far(of_requests, of_tokens, 1e-3)
        {
            return Err(ImportError::new(
                "the rate of output tokens",
                format!("{} in `{of_tokens}` seconds", totals.output_tokens),
                format!("`{of_requests}` as behind the rate of requests"),
            ));
        }
        let behind = of_requests.or(of_tokens);
        if let (Some(behind), Some(told)) = (behind, self.told_s)
            && far(behind, told, 0.05)
        {
            notes.push(format!(
                "the report tells a time of {told:.3} s, its rates rest on {behind:.3} s, which are taken"
            ));
        }
        checked(behind.or(self.told_s))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Asked;

    /// 4 requests, 1 failed; 12 tokens in 6 seconds. The keys are in another order than the schema's.
    const V02: &str = r#"
results:
  request_performance:
    aggregate:
      requests:
        total: 4
        failures: 1
        output_length: {units: count, mean: 4.0}
      latency:
        time_to_first_token: {units: s, mean: 0.3, p50: 0.25, p95: 0.0}
        time_per_output_token: {units: ms/token, mean: 9.0, p50: 8.0, p95: 12.0}
        request_latency: {units: ms, mean: 900, p50: 1000, p95: 1500}
      throughput:
        output_token_rate: {units: tokens/s, mean: 2.0}
        request_rate: {units: queries/s, mean: 0.5}
run:
  uid: x
  time: {start: '2025-11-05T18:00:42Z', duration: PT6.1S}
scenario:
  load:
    standardized: {tool: inference-perf, tool_version: '', rate_qps: 0.5, concurrency: 8}
version: 0.2
"#;

    const V01: &str = r#"{"version": "0.1", "scenario": {"model": {"name": "m"}, "load": {"name": "vllm-benchmark"}},
        "metrics": {"time": {"duration": 6.0, "start": 1762365642.0}, "requests": {"total": 3, "output_length":
        {"units": "count", "mean": 4.0}}, "latency": {"time_to_first_token": {"units": "ms", "mean": 300, "p50": 250,
        "p95": 400}}, "throughput": {"output_tokens_per_sec": 2.0, "total_tokens_per_sec": 4.0,
        "requests_per_sec": 0.5}}}"#;

    fn run(report: &str, requests: Option<u32>) -> Result<Run, ImportError> {
        let asked = Asked {
            requests,
            ..Asked::default()
        };
        read(&mut report.as_bytes())?.remove(0).with(&asked)
    }

    fn totals(run: &Run) -> Totals {
        match run.holds {
            Holds::Totals(totals) => totals,
            _ => panic!("{run:?}"),
        }
    }

    #[test]
    fn yaml_of_version_0_2_is_read() {
        let run = run(V02, None).unwrap();
        let expected = Totals {
            requests: Some(4),
            denominator: Evidence::Counts,
            completed: 3,
            answered: 3,
            output_tokens: 12,
        };
        assert_eq!(totals(&run), expected);
        assert_eq!(
            (run.duration_s, run.says.output_tok_s),
            (Some(6.0), Some(2.0))
        );
        let latency = run.says.latency;
        assert_eq!(
            (latency.ttft_p50_ms, latency.ttft_p95_ms),
            (Some(250.0), None)
        );
        assert_eq!(
            (latency.tpot_p50_ms, latency.tpot_p95_ms),
            (Some(8.0), Some(12.0))
        );
        assert_eq!(
            (latency.e2e_p50_ms, latency.e2e_p95_ms),
            (Some(1000.0), Some(1500.0))
        );
        assert_eq!(
            (run.rate, run.concurrency, run.when_s),
            (Some(0.5), Some(8), Some(1_762_365_642.0))
        );
        assert_eq!(run.version.as_deref(), Some("0.2"));
        assert_eq!(run.notes, ["measured by inference-perf"]);
    }

    #[test]
    fn a_total_that_was_asked_for_is_marked() {
        let vllm = V02.replace("inference-perf", "vllm-benchmark");
        assert_eq!(
            totals(&run(&vllm, None).unwrap()).denominator,
            Evidence::Asked
        );
    }

    #[test]
    fn json_of_version_0_1_is_read() {
        let run = run(V01, Some(5)).unwrap();
        let expected = Totals {
            requests: Some(5),
            denominator: Evidence::Asked,
            completed: 3,
            answered: 3,
            output_tokens: 12,
        };
        assert_eq!(totals(&run), expected);
        assert_eq!(
            (run.duration_s, run.when_s),
            (Some(6.0), Some(1_762_365_642.0))
        );
        assert_eq!(run.says.latency.ttft_p95_ms, Some(400.0));
        assert_eq!(run.version.as_deref(), Some("0.1"));
        let error = self::run(V01, None).unwrap_err().to_string();
        assert!(
            error.contains("3 completed requests of an unknown number"),
            "{error}"
        );
    }

    #[test]
    fn versions_are_texts_or_numbers() {
        for (version, expected) in [
            ("0.2", "0.2"),
            ("'0.2'", "0.2"),
            ("0.2.1", "0.2.1"),
            ("\"0.2.1\"", "0.2.1"),
        ] {
            let report = V02.replace("version: 0.2\n", &format!("version: {version}\n"));
            assert_eq!(
                run(&report, None).unwrap().version.as_deref(),
                Some(expected)
            );
        }
        let number = V01.replace("\"0.1\"", "0.1");
        assert_eq!(
            run(&number, Some(3)).unwrap().version.as_deref(),
            Some("0.1")
        );
    }

    #[test]
    fn the_time_behind_the_rates_is_the_measuring_time() {
        let job = V02.replace("PT6.1S", "PT1H1M2.5S");
        let run = run(&job, None).unwrap();
        assert_eq!(run.duration_s, Some(6.0));
        assert!(
            run.notes[0].contains("a time of 3662.500 s, its rates rest on 6.000 s"),
            "{:?}",
            run.notes
        );
        // Nothing completed: only the time that is told.
        let none = V02
            .replace("failures: 1", "failures: 3\n        incomplete: 1")
            .replace("mean: 2.0", "mean: 0.0")
            .replace("mean: 0.5", "mean: 0.0");
        let run = self::run(&none, None).unwrap();
        assert_eq!(
            (
                run.duration_s,
                totals(&run).completed,
                totals(&run).output_tokens
            ),
            (Some(6.1), 0, 0)
        );
        let untold = none.replace("PT6.1S", "''");
        let error = self::run(&untold, None).unwrap_err();
        assert_eq!(error.found, "no measuring time");
        // GuideLLM's rates are no quotients, and its time per token is another one.
        let guidellm = V02
            .replace("inference-perf", "guidellm")
            .replace("mean: 2.0", "mean: 2.3");
        let run = self::run(&guidellm, None).unwrap();
        assert_eq!(
            (run.duration_s, run.says.latency.tpot_p95_ms),
            (Some(6.1), None)
        );
    }

    #[test]
    fn durations_are_iso_8601() {
        let span = |text| match Span::of(text) {
            Span::Seconds(seconds) => Some(seconds),
            _ => None,
        };
        assert_eq!(span("PT2.200S"), Some(2.2));
        assert_eq!(span("PT1M2,5S"), Some(62.5));
        assert_eq!(span("P0DT1H"), Some(3600.0));
        assert_eq!(span("P1W2D"), Some(777_600.0));
        for odd in [
            "P", "PT", "P1Y", "P1M", "P1DT", "1H", "PT1", "PT.S", "PT1e3S", "PT1h", "-PT1S",
        ] {
            assert_eq!(Span::of(odd), Span::Odd, "{odd}");
        }
        assert_eq!(Span::of(" "), Span::Untold);
        // Without one, from the start to the end.
        let zones = V02
            .replace("duration: PT6.1S", "end: '2025-11-06T02:00:48.5+08:00'")
            .replace("failures: 1", "failures: 4");
        assert_eq!(run(&zones, None).unwrap().duration_s, Some(6.5));
        assert_eq!(
            Instant::of("2025-11-05 18:00:42-0130"),
            Instant(Some(1_762_371_042.0))
        );
        assert_eq!(Instant::of("2025-11-05"), Instant(None));
        assert_eq!(Instant::of("2025-11-05T18:00:42+é"), Instant(None));
    }

    #[test]
    fn without_a_limit_concurrency_is_none() {
        let report = V02
            .replace("concurrency: 8", "concurrency: .inf")
            .replace("uid: x", "uid: .inf");
        assert_eq!(run(&report, None).unwrap().concurrency, None);
    }

    #[test]
    fn a_bad_report_is_named_with_its_place() {
        #[track_caller]
        fn case(whole: &str, from: &str, to: &str, expected: &str) {
            assert!(whole.contains(from), "{from}");
            let error = run(&whole.replacen(from, to, 1), None)
                .unwrap_err()
                .to_string();
            assert!(error.contains(expected), "{error}");
            assert!(!error.contains("node-7"), "{error}");
        }
        case(
            V02,
            "version: 0.2",
            "version: 0.3",
            "`version`: found another version",
        );
        case(V02, "version: 0.2", "", "`version`: found nothing");
        case(
            V02,
            "inference-perf",
            "aiperf",
            "conversion of AIPerf's results",
        );
        case(
            V01,
            "vllm-benchmark",
            "aiperf",
            "conversion of AIPerf's results",
        );
        case(
            V02,
            "request_performance",
            "session_performance",
            "`results.request_performance.aggregate`: found nothing",
        );
        case(
            V02,
            "units: s,",
            "units: node-7,",
            "`time_to_first_token.units`: found another unit, expected `s` or `ms`",
        );
        case(
            V02,
            "units: ms/token,",
            "units: ms,",
            "`time_per_output_token.units`: found another unit",
        );
        case(
            V02,
            "units: ms,",
            "",
            "`request_latency.units`: found nothing",
        );
        case(
            V02,
            "tokens/s",
            "tokens/min",
            "`output_token_rate.units`: found another unit, expected `tokens/s`",
        );
        case(
            V02,
            "failures: 1",
            "failures: 5",
            "`requests.total`: found `4`, expected the failed and the incomplete ones, 5 + 0",
        );
        case(V02, "total: 4", "", "`requests.total`: found nothing");
        case(V02, "total: 4", "total: -4", "line 6 column");
        case(
            V02,
            "mean: 4.0",
            "mean: 4.1",
            "found `12.299999999999999`, expected a whole number",
        );
        case(
            V02,
            "mean: 2.0",
            "mean: 3.0",
            "12 in `4` seconds, expected `6`",
        );
        case(
            V02,
            "mean: 2.0",
            "mean: 0.0",
            "the rate of output tokens: found nothing for 12 output tokens",
        );
        case(
            V02,
            "PT6.1S",
            "node-7",
            "`run.time.duration`: found something else",
        );
        case(V02, "uid: x", "uid: [node-7", "line");
        case(V02, "uid: x", "uid: x\n  uid: x\n  time: {}", "line");
        case(V01, "5}}}", "5}", "EOF while parsing");
        case(
            V01,
            "\"requests\"",
            "\"x\"",
            "`metrics.requests`: found nothing",
        );
    }

    #[test]
    fn yaml_that_grows_is_refused() {
        let mut bomb = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
        for i in 1..12 {
            let inner = format!("*a{}, ", i - 1).repeat(9);
            bomb += &format!("a{i}: &a{i} [{inner}]\n");
        }
        assert!(run(&(bomb + V02), None).is_err());
        let deep = format!("{}{}", "[".repeat(5000), "]".repeat(5000));
        assert!(run(&format!("x: {deep}\n{V02}"), None).is_err());
        assert!(run(&format!("{V02}---\n{V02}"), None).is_err());
        assert!(read(&mut &b"\xff"[..]).unwrap_err().found.contains("UTF-8"));
    }
}
