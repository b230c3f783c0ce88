//! GuideLLM's `benchmarks.json`: one run a benchmark, so several in a sweep.
//!
//! Three layouts: to 0.3 `run_stats` beside the lists, since 0.4 `scheduler_metrics`, since 0.7 `config` instead of `args`
//! on top. Three denominators too: `request_totals` counts what fell into the measuring window and is what GuideLLM's
//! figures rest on, the scheduler counts what it made, and `requests` lists what was started. The lists count here, over
//! the whole run, if they are complete. They can be samples: then only the counts and sums are left, and only where the
//! window covers the run.
//!
//! A request is successful for GuideLLM if its stream closed cleanly: no end mark is needed, and empty text passes as
//! long as tokens are reported. Where the server reports no usage, the numbers come from the data set.

use std::io::BufRead;

use rounds::{Fingerprint, Mode, Rule};
use seal::Digest;
use serde::{Deserialize, de::IgnoredAny};
use serde_json::Value;

use super::{
    Entry, python,
    wire::{
        self, Body, BrokeOff, HasText, Lenient, TextDigest, common, measured, needed, of_text,
        present,
    },
};
use crate::{ClientSays, Holds, ImportError, Record, Requests, Run, Totals};

pub(super) const ENTRY: Entry = Entry {
    name: "guidellm",
    fits: |shape| {
        let json = shape.has("benchmarks")
            && (shape.has("metadata.guidellm_version")
                || shape.has("args.data_request_formatter")
                // The oldest layout has nothing else.
                || !shape.any(|key| key != "benchmarks"));
        json || shape.json.is_none() && TABLES.iter().any(|start| shape.head.starts_with(start))
    },
    read,
};

const FORM: &str = "JSON as `guidellm benchmark` writes it";

/// How its CSV begins, since 0.4 and before.
const TABLES: [&str; 2] = ["Run Info,Run Info,", "Type,Run Id,Id,Name,"];

/// Seconds by which clocks of one run may differ.
const SLACK_S: f64 = 1.0;

/// A whole file.
#[derive(Deserialize)]
struct Report {
    metadata: Option<Metadata>,
    benchmarks: Vec<Benchmark>,
}

#[derive(Deserialize)]
struct Metadata {
    guidellm_version: Option<String>,
}

/// One benchmark in any layout.
#[derive(Deserialize)]
struct Benchmark {
    /// Since 0.4.
    config: Option<Config>,
    scheduler_state: Option<Counts>,
    scheduler_metrics: Option<Scheduler>,
    /// To 0.3.
    args: Option<Config>,
    run_stats: Option<Scheduler>,
    request_totals: Option<Counts>,
    /// In all layouts; the times are those of the measuring window.
    start_time: Option<f64>,
    end_time: Option<f64>,
    metrics: Metrics,
    requests: Option<Lists>,
}

#[derive(Deserialize)]
struct Config {
    strategy: Option<Strategy>,
    backend: Option<Backend>,
    #[serde(alias = "sample_requests")]
    sample_size: Option<i64>,
    warmup_number: Option<f64>,
    warmup_duration: Option<f64>,
    cooldown_number: Option<f64>,
    cooldown_duration: Option<f64>,
}

#[derive(Deserialize)]
struct Strategy {
    type_: Option<String>,
    streams: Option<u32>,
    max_concurrency: Option<u32>,
    rate: Option<f64>,
}

#[derive(Deserialize)]
struct Backend {
    kind: Option<String>,
    request_format: Option<String>,
    stream: Option<bool>,
}

#[derive(Deserialize)]
struct Scheduler {
    start_time: f64,
    end_time: f64,
    requests_made: Counts,
}

/// How many requests ended in each way.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
struct Counts {
    #[serde(alias = "successful_requests")]
    successful: u32,
    #[serde(alias = "errored_requests")]
    errored: u32,
    /// The scheduler's state calls them cancelled, and has those among them that were never sent.
    #[serde(alias = "cancelled_requests")]
    incomplete: u32,
    total: Option<u64>,
}

#[derive(Deserialize)]
struct Metrics {
    request_totals: Option<Counts>,
    request_latency: Option<Groups>,
    time_to_first_token_ms: Option<Groups>,
    output_token_count: Option<Groups>,
    output_tokens_per_second: Option<Groups>,
}

#[derive(Deserialize)]
struct Groups {
    successful: Option<Distribution>,
}

#[derive(Deserialize)]
struct Distribution {
    mean: Option<f64>,
    median: Option<f64>,
    total_sum: Option<f64>,
    percentiles: Option<Percentiles>,
}

#[derive(Deserialize)]
struct Percentiles {
    p95: Option<f64>,
}

#[derive(Default, Deserialize)]
struct Lists {
    successful: Option<Vec<Request>>,
    errored: Option<Vec<Request>>,
    incomplete: Option<Vec<Request>>,
}

/// A request in any layout.
#[derive(Deserialize)]
struct Request {
    request_type: Option<Endpoint>,
    output: Option<HasText>,
    output_tokens: Option<u32>,
    /// Since 0.4.
    request_args: Option<Arguments>,
    tool_calls: Option<Vec<IgnoredAny>>,
    info: Option<Info>,
    input_metrics: Option<Usage>,
    output_metrics: Option<Usage>,
    /// To 0.3.
    prompt: Option<TextDigest>,
    prompt_tokens: Option<u32>,
    error: Option<Broke>,
    start_time: Option<f64>,
    end_time: Option<f64>,
    first_token_time: Option<f64>,
}

#[derive(Deserialize)]
struct Info {
    status: Option<Status>,
    error: Option<Broke>,
    timings: Timings,
}

/// Seconds since 1970.
#[derive(Clone, Copy, Deserialize)]
struct Timings {
    request_start: Option<f64>,
    request_end: Option<f64>,
    /// Of text or reasoning.
    first_token_iteration: Option<f64>,
    /// Of text, since 0.7.
    #[serde(default, deserialize_with = "present")]
    first_output_token_iteration: Option<Option<f64>>,
}

impl Timings {
    fn first_text(&self) -> Option<f64> {
        let text = self.first_output_token_iteration;
        text.unwrap_or(self.first_token_iteration)
    }
}

/// The server's usage, or what the data set says where none came.
#[derive(Deserialize)]
struct Usage {
    text_tokens: Option<u32>,
    text_characters: Option<u64>,
}

/// An endpoint, if its name tells which.
#[derive(Clone, Copy)]
struct Endpoint(Option<Mode>);

of_text!(Endpoint, |name| Endpoint(mode(name)));

/// `/v1/chat/completions`, `chat_completions`, `/v1/completions` or `text_completions`.
fn mode(name: &str) -> Option<Mode> {
    if name.contains("chat") {
        Some(Mode::Chat)
    } else if name.contains("completions") {
        Some(Mode::Completions)
    } else {
        None
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Status {
    Completed,
    Errored,
    Cancelled,
    Other,
}

of_text!(Status, |status| match status {
    "completed" => Status::Completed,
    "errored" => Status::Errored,
    "cancelled" => Status::Cancelled,
    _ => Status::Other,
});

/// A Python exception, sorted by what it stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Broke {
    /// A status other than 200, or no answer at all.
    Http,
    /// The stream was cut before its end.
    Cut,
    /// The connection was lost, before an answer or within it.
    Lost,
    /// The stream held neither text nor tokens.
    NoText,
    /// Anything else.
    Other,
}

of_text!(Broke, classify);

/// To 0.5 the exception's message, since 0.6 its `repr`; the words are httpx's.
fn classify(error: &str) -> Broke {
    let any = |words: &[&str]| words.iter().any(|word| error.contains(word));
    // What follows are the server's own words.
    if any(&["Streaming response returned an error"]) {
        Broke::Other
    } else if any(&["[UNUSABLE_BACKEND_RESPONSE]"]) {
        Broke::NoText
    } else if any(&[
        "Client error '4",
        "Server error '5",
        "Redirect response '3",
        "Informational response '1",
    ]) {
        Broke::Http
    } else {
        match BrokeOff::of(error) {
            Some(BrokeOff::Before) => Broke::Http,
            Some(BrokeOff::Within) => Broke::Cut,
            Some(BrokeOff::Somewhere) => Broke::Lost,
            None => Broke::Other,
        }
    }
}

/// What was sent to the server, as far as it matters; all unknown where that cannot be read.
#[derive(Default)]
struct Arguments {
    stream: Option<bool>,
    body: Body,
}

of_text!(Arguments, |text| Arguments::of(text).unwrap_or_default());

impl Arguments {
    /// JSON, or the `repr` of a Python dictionary in 0.4 and 0.5.
    fn of(text: &str) -> Option<Self> {
        let sent: Value = serde_json::from_str(text)
            .ok()
            .or_else(|| serde_json::from_str(&python::json(text)?).ok())?;
        let body = sent.get("body")?;
        let flag = |of: &Value| of.get("stream")?.as_bool();
        Some(Self {
            stream: flag(&sent).or_else(|| flag(body)),
            body: Body::of(body),
        })
    }
}

fn read(file: &mut dyn BufRead) -> Result<Vec<Run>, ImportError> {
    if !wire::begins(file, b'{') {
        return Err(ImportError::whole(
            "text that is no JSON",
            "GuideLLM's JSON: its table has no requests and another column order in each version",
        ));
    }
    let report: Report = wire::one(Lenient::new(file), FORM)?;
    if report.benchmarks.is_empty() {
        return Err(ImportError::new(
            "`benchmarks`",
            "no benchmark",
            "at least one",
        ));
    }
    let version = report.metadata.and_then(|of| of.guidellm_version);
    let version = wire::version(version.as_deref());
    let numbered = report.benchmarks.into_iter().enumerate();
    numbered
        .map(|(index, benchmark)| benchmark.run(&format!("benchmarks[{index}]"), &version))
        .collect()
}

impl Counts {
    /// Without their total, which must be their sum.
    fn of(counts: Option<Self>, place: &str) -> Result<Self, ImportError> {
        let counts = needed(place, counts, "counts of requests")?;
        let sum = counts.sum();
        match counts.total.filter(|&total| total != sum) {
            None => Ok(Self {
                total: None,
                ..counts
            }),
            Some(total) => Err(ImportError::new(
                format!("`{place}`"),
                format!("`{total}` in all"),
                format!("{sum}, the sum of {counts}"),
            )),
        }
    }

    fn sum(self) -> u64 {
        u64::from(self.successful) + u64::from(self.errored) + u64::from(self.incomplete)
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            successful,
            errored,
            incomplete,
            ..
        } = self;
        write!(
            f,
            "{successful} successful + {errored} errored + {incomplete} incomplete"
        )
    }
}

/// What a benchmark counts, and when it ran.
struct Extent {
    /// Start and end of the whole run in seconds since 1970.
    span: (f64, f64),
    /// In the measuring window: what GuideLLM's figures rest on.
    window: Counts,
    /// By the scheduler: `incomplete` counts requests that were never sent too.
    made: Counts,
    /// What complete lists hold, and at most `incomplete` of the last kind.
    listed: Counts,
}

impl Benchmark {
    fn run(mut self, place: &str, version: &Option<String>) -> Result<Run, ImportError> {
        let extent = self.extent(place)?;
        let (start, end) = extent.span;
        let duration_s = wire::duration(&format!("`{place}`, start to end"), end - start)?;
        let lists = self.requests.take().unwrap_or_default();
        let lengths = lists.lengths();
        let config = self.config.as_ref().or(self.args.as_ref());
        let strategy = config.and_then(|config| config.strategy.as_ref());
        let kind = strategy.and_then(|strategy| strategy.type_.as_deref());
        let backend = config.and_then(|config| config.backend.as_ref());
        let complete = self.complete(&extent, lengths, place)?;
        let mode = lists.mode(backend);
        let notes = self.notes(&extent, lengths, complete, duration_s);
        let holds = if complete {
            let output_tokens = lists.output_tokens();
            self.same_sum(&extent, lengths, output_tokens, place)?;
            Holds::Requests(lists.requests(&extent, backend, place)?)
        } else {
            Holds::Totals(self.totals(&extent, lengths, place)?)
        };
        Ok(Run {
            version: version.clone(),
            mode,
            // What else has a `max_concurrency` only bounds it.
            concurrency: strategy.and_then(|strategy| match kind {
                Some("synchronous") => Some(1),
                Some("concurrent") => strategy.streams,
                Some("throughput") => strategy.max_concurrency,
                _ => None,
            }),
            rate: strategy.and_then(|strategy| measured(strategy.rate)),
            when_s: Some(start),
            duration_s: Some(duration_s),
            says: self.says(extent.window),
            notes,
            ..Run::of(holds)
        })
    }

    fn extent(&self, place: &str) -> Result<Extent, ImportError> {
        let at = |key: &str| format!("{place}.{key}");
        if let Some(scheduler) = &self.scheduler_metrics {
            let window = Counts::of(self.metrics.request_totals, &at("metrics.request_totals"))?;
            let made = Counts::of(
                Some(scheduler.requests_made),
                &at("scheduler_metrics.requests_made"),
            )?;
            // Made is a copy of the state from when the last request that had been sent ended.
            let listed = match self.scheduler_state {
                Some(state) => Counts::of(Some(state), &at("scheduler_state"))?,
                None => made,
            };
            if (listed.successful, listed.errored) != (made.successful, made.errored)
                || listed.incomplete < made.incomplete
            {
                return Err(ImportError::new(
                    format!("`{place}.scheduler_metrics.requests_made`"),
                    made.to_string(),
                    format!("{listed}, as in `scheduler_state`"),
                ));
            }
            return Ok(Extent {
                span: (scheduler.start_time, scheduler.end_time),
                window,
                made,
                listed,
            });
        }
        let Some(stats) = &self.run_stats else {
            let expected = "`scheduler_metrics`, or `run_stats` as GuideLLM 0.2 and 0.3 wrote it";
            return Err(ImportError::new(format!("`{place}`"), "neither", expected));
        };
        let window = Counts::of(self.request_totals, &at("request_totals"))?;
        let made = Counts::of(Some(stats.requests_made), &at("run_stats.requests_made"))?;
        let left_out = self.args.as_ref().is_some_and(|args| {
            [
                args.warmup_number,
                args.warmup_duration,
                args.cooldown_number,
                args.cooldown_duration,
            ]
            .into_iter()
            .any(|phase| measured(phase).is_some())
        });
        // This layout does not list what fell into warm-up and cool-down.
        if made != window && !left_out || window.sum() > made.sum() {
            return Err(ImportError::new(
                format!("`{place}.run_stats.requests_made`"),
                made.to_string(),
                format!("{window} as in `request_totals`, or more with a warm-up or cool-down"),
            ));
        }
        let span = match (self.start_time, self.end_time) {
            // A request that never began ends at -1.
            (Some(start), Some(end)) if end > start && start > 0.0 => (start, end),
            _ => (stats.start_time, stats.end_time),
        };
        Ok(Extent {
            span,
            window,
            made,
            listed: window,
        })
    }

    /// Whether the lists hold every request that was sent.
    fn complete(&self, extent: &Extent, lengths: Counts, place: &str) -> Result<bool, ImportError> {
        let listed = extent.listed;
        if lengths.successful > listed.successful
            || lengths.errored > listed.errored
            || lengths.incomplete > listed.incomplete
        {
            return Err(ImportError::new(
                format!("`{place}.requests`"),
                lengths.to_string(),
                format!("at most {listed}, as was counted"),
            ));
        }
        let sample = self.config.as_ref().and_then(|config| config.sample_size);
        // What is not listed was never sent, unless the list is a sample; 0 empties texts, not lists.
        let whole = self.scheduler_metrics.is_some()
            && sample.is_none_or(|size| size <= 0 || size > i64::from(lengths.incomplete));
        Ok(lengths.successful == listed.successful
            && lengths.errored == listed.errored
            && (lengths.incomplete == listed.incomplete || whole))
    }

    fn notes(
        &self,
        extent: &Extent,
        lengths: Counts,
        complete: bool,
        duration_s: f64,
    ) -> Vec<String> {
        let mut notes = vec![];
        if !(extent.window == extent.made && extent.made == extent.listed)
            || lengths != extent.window
        {
            let counts = if complete { "lists" } else { "counts" };
            notes.push(format!(
                "in the measuring window: {}; made by the scheduler: {}, at its end {}, never sent ones among them; \
                 in the lists: {lengths}. The {counts} are what is taken",
                extent.window, extent.made, extent.listed
            ));
        }
        let window_s = self
            .start_time
            .zip(self.end_time)
            .map(|(start, end)| end - start);
        if let Some(window_s) =
            window_s.filter(|window_s| duration_s - window_s > 0.05 * duration_s)
        {
            notes.push(format!(
                "GuideLLM's own figures are over {window_s:.1} s of {duration_s:.1} s"
            ));
        }
        notes
    }

    /// Its percentiles are the nearest ranks. Its time per output token counts the first one too, so it is another figure
    /// than ours.
    fn says(&self, window: Counts) -> ClientSays {
        fn group(groups: &Option<Groups>) -> Option<&Distribution> {
            groups.as_ref()?.successful.as_ref()
        }
        let ms = |groups: &Option<Groups>, per_unit: f64| {
            let of = group(groups);
            let p95 = of.and_then(|of| of.percentiles.as_ref()?.p95);
            let median = of.and_then(|of| of.median);
            [median, p95].map(|time| measured(time.map(|time| time * per_unit)))
        };
        let rate = group(&self.metrics.output_tokens_per_second);
        ClientSays {
            completed: Some(window.successful),
            output_tok_s: rate.and_then(|rate| measured(rate.mean)),
            latency: wire::latency(
                ms(&self.metrics.time_to_first_token_ms, 1.0),
                [None; 2],
                ms(&self.metrics.request_latency, 1e3),
            ),
        }
    }

    /// Output tokens of the successful requests in the measuring window.
    fn summed(&self) -> Option<f64> {
        let groups = self.metrics.output_token_count.as_ref()?;
        groups.successful.as_ref()?.total_sum
    }

    /// Errs where the listed requests are those in the window and have other tokens.
    fn same_sum(
        &self,
        extent: &Extent,
        lengths: Counts,
        output_tokens: u64,
        place: &str,
    ) -> Result<(), ImportError> {
        let expected = output_tokens as f64;
        let differs = |sum: &f64| (sum - expected).abs() > 0.5 + 1e-9 * expected;
        match self.summed().filter(differs) {
            Some(sum) if extent.window.successful == lengths.successful => Err(ImportError::new(
                format!("`{place}.metrics.output_token_count`"),
                format!("a sum of `{sum}`"),
                format!("`{expected}`, the sum over the successful requests"),
            )),
            _ => Ok(()),
        }
    }

    /// Without all requests, the sums; they are the window's, so the window must be the run.
    fn totals(&self, extent: &Extent, lengths: Counts, place: &str) -> Result<Totals, ImportError> {
        if extent.window != extent.made || extent.made != extent.listed {
            return Err(ImportError::new(
                format!("`{place}.requests`"),
                format!("{lengths}, a sample"),
                format!(
                    "all requests that were sent: the sums are over {}, the scheduler made {} and ended with {}",
                    extent.window, extent.made, extent.listed
                ),
            ));
        }
        let key = format!("{place}.metrics.output_token_count.successful.total_sum");
        let sum = needed(&key, self.summed(), "a number of tokens")?;
        let requests = u32::try_from(extent.window.sum()).ok().filter(|&n| n > 0);
        Ok(Totals::counted(
            requests.ok_or_else(|| no_request(place))?,
            extent.window.successful,
            wire::whole(&format!("`{key}`"), sum)?,
        ))
    }
}

fn no_request(place: &str) -> ImportError {
    ImportError::new(format!("`{place}.requests`"), "no request", "at least one")
}

impl Lists {
    /// The lists in the order of the file, each with its key and the status of its requests.
    fn each(&self) -> impl Iterator<Item = (&'static str, Status, &[Request])> {
        fn all(list: &Option<Vec<Request>>) -> &[Request] {
            list.as_deref().unwrap_or_default()
        }
        [
            ("successful", Status::Completed, all(&self.successful)),
            ("errored", Status::Errored, all(&self.errored)),
            ("incomplete", Status::Cancelled, all(&self.incomplete)),
        ]
        .into_iter()
    }

    fn all(&self) -> impl Iterator<Item = &Request> {
        self.each().flat_map(|(_, _, list)| list)
    }

    fn lengths(&self) -> Counts {
        let length = |list: &Option<Vec<Request>>| {
            let length = list.as_ref().map_or(0, Vec::len);
            u32::try_from(length).unwrap_or(u32::MAX)
        };
        Counts {
            successful: length(&self.successful),
            errored: length(&self.errored),
            incomplete: length(&self.incomplete),
            total: None,
        }
    }

    fn output_tokens(&self) -> u64 {
        let successful = self.successful.iter().flatten();
        successful.map(|request| u64::from(request.tokens())).sum()
    }

    /// `None` also where requests went to different endpoints.
    fn mode(&self, backend: Option<&Backend>) -> Option<Mode> {
        let configured = backend.and_then(|backend| mode(backend.request_format.as_deref()?));
        let told = self.all().filter_map(|request| {
            let endpoint = request.request_type.and_then(|endpoint| endpoint.0);
            endpoint.or_else(|| request.request_args.as_ref()?.body.mode)
        });
        common(told.chain(configured))
    }

    fn requests(
        self,
        extent: &Extent,
        backend: Option<&Backend>,
        place: &str,
    ) -> Result<Requests, ImportError> {
        let configured = backend.and_then(|backend| backend.stream);
        // Without a word about it, a first text anywhere tells of streams.
        let times_text = || {
            self.all()
                .any(|request| request.timings().first_text().is_some())
        };
        let streams = configured.unwrap_or_else(times_text);
        let mut text_shown = true;
        let mut records = vec![];
        for (key, status, list) in self.each() {
            for (index, request) in list.iter().enumerate() {
                let at = format!("`{place}.requests.{key}[{index}]`");
                let (ttft_s, e2e_s) = request.times(extent.span, &at)?;
                if let Some(told) = request.info.as_ref().and_then(|info| info.status)
                    && told != status
                {
                    return Err(ImportError::new(
                        at,
                        "another status",
                        format!("one of the list `{key}`"),
                    ));
                }
                let args = request.request_args.as_ref();
                let mut record = Record {
                    output_tokens: request.tokens(),
                    asked: args.and_then(|args| args.body.output_tokens),
                    input_tokens: request.input_tokens(),
                    ttft_s,
                    e2e_s,
                    ..Record::default()
                };
                match status {
                    Status::Completed => {
                        let streams = args.and_then(|args| args.stream).unwrap_or(streams);
                        let text = request.text();
                        text_shown &= text.is_some();
                        record.text = text.unwrap_or(true);
                        record.usage = request.usage();
                        record.sound = record.timed(streams);
                    }
                    Status::Errored => match request.broke() {
                        Broke::Http => record.http = false,
                        Broke::Lost if !request.answered() => record.http = false,
                        Broke::Cut | Broke::Lost => record.done = false,
                        Broke::NoText => record.text = false,
                        Broke::Other => record.sound = false,
                    },
                    Status::Cancelled | Status::Other => record.done = false,
                }
                records.push(record);
            }
        }
        if records.is_empty() {
            return Err(no_request(place));
        }
        // Of a request that failed nothing is kept of what was asked; it is held to nothing more.
        let successful = self.successful.as_ref().map_or(0, Vec::len);
        let (kept, failed) = records.split_at_mut(successful);
        let asked = common(kept.iter().map(|record| record.asked)).flatten();
        failed
            .iter_mut()
            .for_each(|record| record.asked = record.asked.or(asked));
        let in_process = backend
            .and_then(|backend| backend.kind.as_deref())
            .is_some_and(|kind| kind.contains("python"));
        let mut unchecked = vec![Rule::Done, Rule::Usage];
        if in_process {
            unchecked.push(Rule::Http);
        }
        if !text_shown {
            unchecked.push(Rule::Text);
        }
        unchecked.sort();
        Ok(Requests {
            records,
            unchecked,
            fingerprint: self.fingerprint(),
        })
    }

    fn fingerprint(&self) -> Option<Fingerprint> {
        let prompts: Option<Vec<_>> = self.all().map(Request::prompt).collect();
        if let Some(prompts) = prompts {
            return Some(wire::prompts(prompts));
        }
        // The order of the file is that of completion.
        wire::sorted_lengths(self.all().map(Request::input_tokens))
    }
}

impl Request {
    /// In either layout; to 0.3, -1 is written for what never happened.
    fn timings(&self) -> Timings {
        let old = Timings {
            request_start: self.start_time,
            request_end: self.end_time,
            first_token_iteration: self.first_token_time,
            first_output_token_iteration: None,
        };
        self.info.as_ref().map_or(old, |info| info.timings)
    }

    /// Whether a token came, be it of reasoning.
    fn answered(&self) -> bool {
        measured(self.timings().first_token_iteration).is_some()
    }

    /// Seconds from the start to the first text and to the end.
    fn times(&self, span: (f64, f64), at: &str) -> Result<(Option<f64>, Option<f64>), ImportError> {
        let timings = self.timings();
        let [start, first, end] = [
            timings.request_start,
            timings.first_text(),
            timings.request_end,
        ]
        .map(measured);
        let outside = |time: &f64| *time < span.0 - SLACK_S || *time > span.1 + SLACK_S;
        if [start, first, end].iter().flatten().any(outside) {
            return Err(ImportError::new(
                at,
                "a time outside the run",
                format!("times from `{}` to `{}`", span.0, span.1),
            ));
        }
        let since = |time: Option<f64>| {
            let passed = start.zip(time).map(|(start, time)| time - start);
            match passed.filter(|&passed| passed < 0.0) {
                None => Ok(measured(passed)),
                Some(passed) => Err(ImportError::new(
                    at,
                    format!("`{passed}` s from the start"),
                    "seconds, not negative",
                )),
            }
        };
        Ok((since(first)?, since(end)?))
    }

    /// 0 for none.
    fn tokens(&self) -> u32 {
        let counted = || self.output_metrics.as_ref()?.text_tokens;
        self.output_tokens.or_else(counted).unwrap_or(0)
    }

    fn input_tokens(&self) -> Option<u32> {
        let told = self.input_metrics.as_ref().and_then(|of| of.text_tokens);
        told.or(self.prompt_tokens)
    }

    fn prompt(&self) -> Option<Digest> {
        let args = || self.request_args.as_ref()?.body.prompt;
        self.prompt.as_ref().map(|prompt| prompt.0).or_else(args)
    }

    /// Whether some text came; `None` where neither it nor its length was kept. Reasoning is no text.
    fn text(&self) -> Option<bool> {
        if self
            .tool_calls
            .as_ref()
            .is_some_and(|calls| !calls.is_empty())
        {
            return Some(true);
        }
        let characters = || Some(self.output_metrics.as_ref()?.text_characters? > 0);
        self.output.map(|output| output.0).or_else(characters)
    }

    /// `false` where no usage can have come: with one there is a number of input tokens, and one of output tokens.
    fn usage(&self) -> bool {
        match (&self.input_metrics, &self.output_metrics) {
            (Some(input), Some(output)) => {
                input.text_tokens.is_some() && output.text_tokens.is_some_and(|tokens| tokens > 0)
            }
            _ => self.tokens() > 0,
        }
    }

    fn broke(&self) -> Broke {
        let told = self.info.as_ref().and_then(|info| info.error);
        told.or(self.error).unwrap_or(Broke::Other)
    }
}

#[cfg(test)]
mod tests {
    use rounds::{Evidence, Latency};

    use super::*;
    use crate::shape::Shape;

    /// A successful request from 1000 to 1002 s with its first text after half a second, 4 tokens of 4 asked for.
    const FINE: &str = r#"{"type_": "generative_request_stats", "request_id": "x",
        "request_args": "{\"stream\":true,\"body\":{\"max_completion_tokens\":4,\"messages\":[{\"content\":\"a\"}]}}",
        "output": "a b c d", "reasoning_output": null, "tool_calls": null, "output_tokens": 4,
        "info": {"status": "completed", "error": null, "timings": {"request_start": 1000.0,
            "first_token_iteration": 1000.25, "first_output_token_iteration": 1000.5, "request_end": 1002.0}},
        "input_metrics": {"text_tokens": 3, "text_characters": 9},
        "output_metrics": {"text_tokens": 4, "text_characters": 7}}"#;

    fn errored(error: &str) -> String {
        format!(
            r#"{{"request_args": null, "output": null, "output_tokens": null,
                "info": {{"status": "errored", "error": {error:?}, "timings": {{"request_start": 1003.0}}}},
                "input_metrics": {{"text_tokens": null}}, "output_metrics": {{"text_tokens": null}}}}"#
        )
    }

    fn cancelled() -> String {
        errored("Request was cancelled").replace("errored", "cancelled")
    }

    #[track_caller]
    fn but(request: &str, changes: &[(&str, &str)]) -> String {
        changes
            .iter()
            .fold(request.into(), |request: String, (from, to)| {
                assert!(request.contains(from), "{from}");
                request.replace(from, to)
            })
    }

    /// Counts as GuideLLM writes them.
    fn counts(successful: usize, errored: usize, incomplete: usize) -> String {
        let total = successful + errored + incomplete;
        format!(
            r#"{{"successful": {successful}, "errored": {errored}, "incomplete": {incomplete}, "total": {total}}}"#
        )
    }

    /// A file of 0.8 whose window is the run of 10 s; `tokens` are those of the successful requests.
    fn file(
        successful: &[String],
        errored: &[String],
        incomplete: &[String],
        tokens: u32,
    ) -> String {
        let counted = counts(successful.len(), errored.len(), incomplete.len());
        format!(
            r#"{{"metadata": {{"version": 2, "guidellm_version": "0.8.1"}}, "config": {{}}, "benchmarks": [{{
            "type_": "generative_benchmark",
            "config": {{"sample_size": null, "strategy": {{"type_": "concurrent", "streams": 2, "max_concurrency": 2}},
                "backend": {{"kind": "openai_http", "request_format": "/v1/chat/completions", "stream": true}}}},
            "scheduler_state": {{"successful_requests": {}, "errored_requests": {}, "cancelled_requests": {}}},
            "scheduler_metrics": {{"start_time": 1000.0, "end_time": 1010.0, "requests_made": {counted}}},
            "metrics": {{"request_totals": {counted},
                "request_latency": {{"successful": {{"mean": 2.5, "median": 2.0, "percentiles": {{"p95": 3.0}}}}}},
                "time_to_first_token_ms": {{"successful": {{"mean": 0.0, "median": 0.0, "percentiles": {{"p95": 500.0}}}}}},
                "time_per_output_token_ms": {{"successful": {{"median": 9.0, "percentiles": {{"p95": 9.0}}}}}},
                "output_tokens_per_second": {{"successful": {{"mean": 2.75, "median": 1.0}}}},
                "output_token_count": {{"successful": {{"total_sum": {tokens}.0}}}}}},
            "start_time": 1000.0, "end_time": 1010.0, "duration": 10.0,
            "requests": {{"successful": [{}], "errored": [{}], "incomplete": [{}], "total": null}}}}]}}"#,
            successful.len(),
            errored.len(),
            incomplete.len(),
            successful.join(","),
            errored.join(","),
            incomplete.join(",")
        )
    }

    fn run(json: &str) -> Run {
        read(&mut json.as_bytes()).unwrap().remove(0)
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
    }

    #[test]
    fn every_kind_of_failure_is_told_apart() {
        let successful = [
            FINE.into(),
            but(
                FINE,
                &[
                    ("\"a b c d\"", "\"\""),
                    ("1000.25", "null"),
                    ("1000.5", "null"),
                ],
            ),
            // No input tokens: no usage came, and the 4 are what the data set says.
            but(FINE, &[("\"text_tokens\": 3", "\"text_tokens\": null")]),
            but(
                FINE,
                &[
                    ("\"text_tokens\": 4", "\"text_tokens\": 2"),
                    ("\"output_tokens\": 4", "\"output_tokens\": 2"),
                ],
            ),
            // Reasoning alone.
            but(FINE, &[("\"a b c d\"", "\"\""), ("1000.5", "null")]),
            but(
                FINE,
                &[
                    ("\"a b c d\"", "null"),
                    ("\"tool_calls\": null", "\"tool_calls\": [{}]"),
                ],
            ),
            but(FINE, &[("1000.5", "null")]),
            but(FINE, &[("1002.0", "null")]),
        ];
        let failed = [
            errored(
                "HTTPStatusError(\"Client error '429 Too Many Requests' for url 'http://node-17'\")",
            ),
            errored(
                "RemoteProtocolError('peer closed connection without sending complete message body')",
            ),
            errored(
                "ValueError('[UNUSABLE_BACKEND_RESPONSE] backend resolved with empty response payload')",
            ),
            errored("ConnectError('All connection attempts failed')"),
            // Lost before a token, and behind one.
            errored("ReadTimeout('')"),
            errored("ReadTimeout('')").replace(
                "\"timings\": {",
                "\"timings\": {\"first_token_iteration\": 1003.25, ",
            ),
            errored("ValueError(\"Streaming response returned an error: Server error '500\")"),
            errored(""),
        ];
        let run = run(&file(&successful, &failed, &[cancelled()], 30));
        assert_eq!(
            (run.version.as_deref(), run.mode),
            (Some("0.8.1"), Some(Mode::Chat))
        );
        assert_eq!(
            (run.concurrency, run.rate, run.duration_s),
            (Some(2), None, Some(10.0))
        );
        assert_eq!(run.notes, [""; 0]);
        // A median of 0 was not measured; its time per token is another figure.
        let latency = Latency {
            ttft_p95_ms: Some(500.0),
            e2e_p50_ms: Some(2000.0),
            e2e_p95_ms: Some(3000.0),
            ..Latency::default()
        };
        let says = ClientSays {
            completed: Some(8),
            output_tok_s: Some(2.75),
            latency,
        };
        assert_eq!(run.says, says);
        let Holds::Requests(requests) = run.holds else {
            panic!("totals");
        };
        assert_eq!(requests.unchecked, [Rule::Done, Rule::Usage]);
        assert_eq!(requests.fingerprint, None);
        let fine = Record {
            output_tokens: 4,
            asked: Some(4),
            input_tokens: Some(3),
            ttft_s: Some(0.5),
            e2e_s: Some(2.0),
            ..Record::default()
        };
        let untimed = Record {
            ttft_s: None,
            ..fine
        };
        // What failed is held to the length that all others were asked for, and nothing of it is known.
        let lost = Record {
            output_tokens: 0,
            input_tokens: None,
            e2e_s: None,
            ..untimed
        };
        let expected = [
            fine,
            Record {
                text: false,
                sound: false,
                ..untimed
            },
            Record {
                usage: false,
                input_tokens: None,
                ..fine
            },
            Record {
                output_tokens: 2,
                ..fine
            },
            Record {
                text: false,
                sound: false,
                ..untimed
            },
            fine,
            Record {
                sound: false,
                ..untimed
            },
            Record {
                sound: false,
                e2e_s: None,
                ..fine
            },
            Record {
                http: false,
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
                http: false,
                ..lost
            },
            Record {
                http: false,
                ..lost
            },
            Record {
                done: false,
                ttft_s: Some(0.25),
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
        ];
        assert_eq!(requests.records, expected);
    }

    #[test]
    fn the_lists_are_the_denominator_and_all_counts_are_told() {
        // Two of three cancelled requests were never sent, and the window saw only one of two successful ones.
        let json = file(&[FINE.into(), FINE.into()], &[], &[cancelled()], 4);
        let json = but(
            &json,
            &[
                ("\"cancelled_requests\": 1", "\"cancelled_requests\": 3"),
                (
                    &format!("\"request_totals\": {}", counts(2, 0, 1)),
                    &format!("\"request_totals\": {}", counts(1, 0, 0)),
                ),
                (
                    "\"start_time\": 1000.0, \"end_time\": 1010.0, \"duration\"",
                    "\"start_time\": 1001.0, \"end_time\": 1009.0, \"duration\"",
                ),
            ],
        );
        let run = run(&json);
        assert_eq!((run.requests(), run.duration_s), (Some(3), Some(10.0)));
        assert_eq!(run.says.completed, Some(1));
        let [counts, window] = &run.notes[..] else {
            panic!("{:?}", run.notes);
        };
        assert!(
            counts.contains("window: 1 successful + 0 errored + 0 incomplete"),
            "{counts}"
        );
        assert!(
            counts.contains("end 2 successful + 0 errored + 3 incomplete"),
            "{counts}"
        );
        assert!(window.contains("8.0 s of 10.0 s"), "{window}");
    }

    #[test]
    fn a_sample_leaves_the_sums_where_the_window_is_the_run() {
        let all = file(&[FINE.into(), FINE.into()], &[], &[cancelled()], 8);
        let sample = all.replacen(&format!("{FINE},{FINE}"), FINE, 1);
        let Holds::Totals(totals) = run(&sample).holds else {
            panic!("requests");
        };
        let expected = Totals {
            requests: Some(3),
            denominator: Evidence::Counts,
            completed: 2,
            answered: 2,
            output_tokens: 8,
        };
        assert_eq!(totals, expected);
        // A sample of the cancelled ones may hide some that were sent.
        let json = but(
            &all,
            &[
                ("\"cancelled_requests\": 1", "\"cancelled_requests\": 2"),
                ("\"sample_size\": null", "\"sample_size\": 1"),
            ],
        );
        refused(&json, "2 successful + 0 errored + 1 incomplete, a sample");
        // A size of 0 empties texts, not lists.
        assert_eq!(
            run(&json.replace("\"sample_size\": 1", "\"sample_size\": 0")).requests(),
            Some(3)
        );
        refused(&sample.replace("8.0}}", "8.5}}"), "total_sum`: found `8.5`");
        refused(
            &sample.replace("8.0}}", "null}}"),
            "total_sum`: found nothing",
        );
    }

    #[test]
    fn emptied_texts_leave_their_lengths() {
        let emptied = but(
            FINE,
            &[
                ("\"a b c d\"", "null"),
                ("\"request_args\": \"", "\"x\": \""),
            ],
        );
        let empty = but(
            &emptied,
            &[("\"text_characters\": 7", "\"text_characters\": 0")],
        );
        let both = requests(&file(&[emptied.clone(), empty], &[], &[], 8));
        assert_eq!(
            both.records
                .iter()
                .map(|record| record.text)
                .collect::<Vec<_>>(),
            [true, false]
        );
        assert_eq!(both.records[0].asked, None);
        assert_eq!(both.fingerprint, Some(wire::lengths([3, 3])));
        let unknown = but(&emptied, &[(", \"text_characters\": 7", "")]);
        let unknown = requests(&file(&[unknown], &[], &[], 4));
        assert_eq!(unknown.unchecked, [Rule::Done, Rule::Text, Rule::Usage]);
        assert!(unknown.records[0].text);
    }

    #[test]
    fn without_a_stream_no_first_text_is_missed() {
        let whole = but(
            FINE,
            &[
                ("1000.5", "null"),
                ("\\\"stream\\\":true", "\\\"stream\\\":false"),
            ],
        );
        assert!(requests(&file(std::slice::from_ref(&whole), &[], &[], 4)).records[0].sound);
        // Nor if nothing tells, and no request has one.
        let silent = but(&whole, &[("\\\"stream\\\":false", "\\\"n\\\":1")]);
        let json = file(&[silent], &[], &[], 4);
        assert!(!requests(&json).records[0].sound);
        assert!(requests(&json.replace(", \"stream\": true}", "}")).records[0].sound);
    }

    #[test]
    fn an_engine_in_the_same_process_answers_without_http() {
        let json = file(&[FINE.into()], &[], &[], 4).replace("openai_http", "vllm_python");
        assert_eq!(
            requests(&json).unchecked,
            [Rule::Http, Rule::Done, Rule::Usage]
        );
    }

    #[test]
    fn a_request_is_read_from_json_and_from_python() {
        let json =
            r#"{"method":null,"stream":true,"body":{"max_tokens":8,"prompt":"it's \"\u00e9\"\n"}}"#;
        let python = r#"{'method': None, 'stream': True, 'body': {'top_p': 1e-05, 'max_tokens': 8, 'prompt': 'it\'s "\xe9"\n'}}"#;
        for text in [json, python] {
            let arguments = Arguments::of(text).unwrap();
            assert_eq!(arguments.stream, Some(true));
            let arguments = arguments.body;
            assert_eq!(arguments.output_tokens, Some(8));
            assert_eq!(arguments.mode, Some(Mode::Completions));
            assert_eq!(
                arguments.prompt,
                Some(Digest::of("it's \"é\"\n".as_bytes()))
            );
        }
        let one =
            Arguments::of(r#"{"body": {"messages": [{"role": "user", "content": "a"}]}}"#).unwrap();
        let two =
            Arguments::of(r#"{'body': {'messages': [{'content': "a", 'role': 'user'}]}}"#).unwrap();
        assert_eq!(one.body.prompt, two.body.prompt);
        assert_eq!(one.body.mode, Some(Mode::Chat));
        for text in [
            "",
            "None",
            "method=None stream=True",
            "{'body': {'a': 'cut",
            r"{'body': '\",
            "{'body': b'x'}",
        ] {
            assert!(Arguments::of(text).is_none(), "{text}");
        }
    }

    #[test]
    fn errors_are_sorted_by_what_they_stand_for() {
        for (error, expected) in [
            (
                "Client error '404 Not Found' for url 'http://x'",
                Broke::Http,
            ),
            (
                "HTTPStatusError(\"Server error '503 Service Unavailable' for url\")",
                Broke::Http,
            ),
            (
                "Redirect response '307 Temporary Redirect' for url 'http://x'",
                Broke::Http,
            ),
            (
                "peer closed connection without sending complete message body",
                Broke::Cut,
            ),
            (
                "Server disconnected without sending a response.",
                Broke::Http,
            ),
            ("ReadTimeout('')", Broke::Lost),
            ("[Errno -2] Name or service not known", Broke::Http),
            ("ConnectTimeout('')", Broke::Http),
            ("ValueError('[UNUSABLE_BACKEND_RESPONSE] x')", Broke::NoText),
            (
                "ValueError(\"Streaming response returned an error: Client error '4\")",
                Broke::Other,
            ),
            (
                "ConnectError('All connection attempts failed')",
                Broke::Http,
            ),
            ("", Broke::Other),
        ] {
            assert_eq!(classify(error), expected, "{error}");
        }
    }

    #[test]
    fn a_bad_file_is_named_with_its_place() {
        let fine = file(&[FINE.into()], &[errored("x")], &[], 4);
        let case =
            |from: &str, to: &str, expected: &str| refused(&but(&fine, &[(from, to)]), expected);
        case(
            "\"request_totals\": {\"successful\": 1",
            "\"request_totals\": {\"successful\": 2",
            "`benchmarks[0].metrics.request_totals`: found `2` in all, expected 3",
        );
        case(
            "\"successful_requests\": 1",
            "\"successful_requests\": 2",
            "found 1 successful + 1 errored + 0 incomplete, expected 2 successful",
        );
        case(
            "\"incomplete\": []",
            "\"incomplete\": [{}]",
            "`benchmarks[0].requests`: found 1 successful + 1 errored + 1 incomplete, expected at most",
        );
        case(
            "\"total_sum\": 4.0",
            "\"total_sum\": 5.0",
            "a sum of `5`, expected `4`",
        );
        case(
            "\"status\": \"errored\"",
            "\"status\": \"completed\"",
            "requests.errored[0]`: found another status",
        );
        case(
            "1002.0",
            "1200.0",
            "requests.successful[0]`: found a time outside the run",
        );
        case("1002.0", "999.5", "found `-0.5` s from the start");
        case(
            "\"end_time\": 1010.0, \"requests_made\"",
            "\"end_time\": 1000.0, \"requests_made\"",
            "start to end: found `0`",
        );
        case(
            "\"scheduler_metrics\"",
            "\"other\"",
            "`benchmarks[0]`: found neither",
        );
        case(
            "\"request_totals\"",
            "\"other\"",
            "request_totals`: found nothing",
        );
        case(
            "\"requests_made\"",
            "\"other\"",
            "missing field `requests_made`",
        );
        case(
            "\"output_tokens\": 4",
            "\"output_tokens\": -4",
            "integer `-4`",
        );
        case(
            "\"total\": null}}]}",
            "\"total\": null}}",
            "EOF while parsing",
        );
        refused(
            &file(&[], &[], &[], 0),
            "`benchmarks[0].requests`: found no request",
        );
        refused("{\"benchmarks\": []}", "found no benchmark");
        refused(
            "Run Info,Run Info,Benchmark\r\n",
            "found text that is no JSON",
        );
        let text = but(
            FINE,
            &[("\"text_tokens\": 3", "\"text_tokens\": \"node-17\"")],
        );
        let error = read(&mut file(&[text], &[], &[], 4).as_bytes()).unwrap_err();
        assert!(!error.to_string().contains("node"), "{error}");
    }

    #[test]
    fn each_benchmark_is_a_run() {
        let one = file(&[FINE.into()], &[], &[], 4);
        let (head, benchmark) = one.split_once("[{").unwrap();
        let benchmark = benchmark.strip_suffix("}]}").unwrap();
        let rated = benchmark.replace(
            r#"{"type_": "concurrent", "streams": 2, "max_concurrency": 2}"#,
            r#"{"type_": "constant", "rate": 1.5, "max_concurrency": 512}"#,
        );
        let both = format!("{head}[{{{benchmark}}},{{{rated}}}]}}");
        let runs = read(&mut both.as_bytes()).unwrap();
        let load: Vec<_> = runs.iter().map(|run| (run.concurrency, run.rate)).collect();
        assert_eq!(load, [(Some(2), None), (None, Some(1.5))]);
    }

    /// A file of 0.3: two requests, one without a token and one whose connection broke.
    const OLD: &str = r#"{"benchmarks": [{"type_": "generative_benchmark",
        "args": {"strategy": {"type_": "synchronous"}, "warmup_number": null, "cooldown_duration": null},
        "run_stats": {"start_time": 999.0, "end_time": 1011.0,
            "requests_made": {"successful": 2, "errored": 1, "incomplete": 0, "total": 3}},
        "start_time": 1000.0, "end_time": 1010.0, "duration": 10.0,
        "metrics": {"request_latency": {"successful": {"median": 2.0, "percentiles": {"p95": 2.5}}}},
        "request_totals": {"successful": 2, "errored": 1, "incomplete": 0, "total": 3},
        "request_samples": null,
        "requests": {"successful": [
            {"request_type": "text_completions", "prompt": "a", "output": " x", "prompt_tokens": 1, "output_tokens": 4,
             "start_time": 1000.0, "end_time": 1002.0, "first_token_time": 1000.5, "last_token_time": 1002.0},
            {"request_type": "text_completions", "prompt": "b", "output": "", "prompt_tokens": 1, "output_tokens": 0,
             "start_time": 1002.0, "end_time": 1003.0, "first_token_time": -1.0, "last_token_time": -1.0}],
        "errored": [
            {"request_type": "text_completions", "prompt": "c", "output": "", "prompt_tokens": 0, "output_tokens": 0,
             "start_time": 1003.0, "end_time": -1.0, "first_token_time": null, "last_token_time": null,
             "error": "peer closed connection without sending complete message body (incomplete chunked read)"}],
        "incomplete": []}}]}"#;

    #[test]
    fn the_oldest_layout_is_read() {
        let run = run(OLD);
        assert_eq!((run.version, run.mode), (None, Some(Mode::Completions)));
        assert_eq!((run.concurrency, run.duration_s), (Some(1), Some(10.0)));
        assert_eq!(run.says.latency.e2e_p95_ms, Some(2500.0));
        let Holds::Requests(requests) = run.holds else {
            panic!("totals");
        };
        let [fine, empty, cut] = requests.records[..] else {
            panic!("{requests:?}");
        };
        assert_eq!(
            (fine.ttft_s, fine.e2e_s, fine.output_tokens),
            (Some(0.5), Some(2.0), 4)
        );
        assert!(fine.text && fine.usage && fine.sound);
        assert_eq!(
            (empty.text, empty.usage, empty.ttft_s),
            (false, false, None)
        );
        assert_eq!((cut.done, cut.e2e_s), (false, None));
        let prompts = ["a", "b", "c"].map(|text| Digest::of(text.as_bytes()));
        assert_eq!(requests.fingerprint, Some(wire::prompts(prompts.into())));

        // All failed before they began: the benchmark ends at -1.
        let none = OLD.replace("\"end_time\": 1010.0", "\"end_time\": -1.0");
        assert_eq!(super::tests::run(&none).duration_s, Some(12.0));
    }

    #[test]
    fn the_oldest_layout_does_not_list_its_warmup() {
        let made = "\"successful\": 2, \"errored\": 1, \"incomplete\": 0, \"total\": 3}},\n";
        let more = "\"successful\": 5, \"errored\": 1, \"incomplete\": 0, \"total\": 6}},\n";
        let warm = but(OLD, &[(made, more)]);
        refused(
            &warm,
            "run_stats.requests_made`: found 5 successful + 1 errored",
        );
        let warm = but(
            &warm,
            &[("\"warmup_number\": null", "\"warmup_number\": 3")],
        );
        let run = run(&warm);
        assert_eq!(run.requests(), Some(3));
        assert!(
            run.notes[0].contains("made by the scheduler: 5 successful"),
            "{:?}",
            run.notes
        );
    }

    #[test]
    fn its_files_are_known_by_what_is_in_them() {
        let fits = |text: &str| (ENTRY.fits)(&Shape::of(&mut text.as_bytes()).unwrap());
        let newest = file(&[FINE.into()], &[], &[], 4);
        let table = "Type,Run Id,Id,Name,Start Time\n";
        for text in [
            &newest,
            OLD,
            table,
            "Run Info,Run Info,Benchmark\r\n",
            r#"{"args": {"data_request_formatter": ""}, "benchmarks": []}"#,
        ] {
            assert!(fits(text), "{text}");
        }
        assert!(!fits(r#"{"context": {}, "benchmarks": []}"#));
    }
}
