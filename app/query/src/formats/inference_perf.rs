//! inference-perf's reports: every request (`per_request_lifecycle_metrics.json`), or the sums of a stage or of the whole
//! run (`stage_*_` and `summary_lifecycle_metrics.json`). Its `*_prometheus_metrics.json` are the server's counters, which
//! know no failure, and are refused.
//!
//! Times are seconds on a clock of its own. It calls a request a success that raised no error, be its stream empty or
//! without an end mark. Where a report keeps the raw stream as `response`, the strict rules are applied to that; an answer
//! that was not streamed has no end mark to look for. Its own output tokens are its tokenizer's; the server's count goes
//! first where it was kept. Its time to first token leaves out requests of a single token, so that in the sums fewer
//! requests may stand behind it than succeeded.

use std::{fmt, io::BufRead};

use rounds::Rule;
use seal::Digest;
use serde::{
    Deserialize, Deserializer,
    de::{IgnoredAny, SeqAccess, Visitor},
};
use serde_json::Value;

use super::{
    Entry, sse,
    wire::{self, Body, BrokeOff, HasText, Lenient, common, measured, needed, of_text, present},
};
use crate::{ClientSays, Holds, ImportError, Record, Requests, Run, Totals, shape::Json};

pub(super) const ENTRY: Entry = Entry {
    name: "inference-perf",
    fits: |shape| {
        let kept = ["request", "response", "info", "computed_metrics"];
        match shape.json {
            Some(Json::List) => {
                shape.has_all(&["start_time", "end_time", "error"])
                    && kept.iter().any(|key| shape.has(key))
            }
            Some(Json::Object) => shape.has_all(&["load_summary", "successes", "failures"]),
            None => false,
        }
    },
    read,
};

const FORM: &str = "a report of inference-perf";

fn read(file: &mut dyn BufRead) -> Result<Vec<Run>, ImportError> {
    let list = wire::begins(file, b'[');
    let file = Lenient::new(file);
    let run = if list {
        requests(wire::one(file, FORM)?)?
    } else {
        wire::one::<Sums>(file, FORM)?.run()?
    };
    Ok(vec![run])
}

/// One request.
#[derive(Deserialize)]
struct Lifecycle {
    start_time: f64,
    end_time: f64,
    request: Option<Request>,
    /// Told apart from `null`: a report may leave it out altogether.
    #[serde(default, deserialize_with = "present")]
    response: Option<Option<Response>>,
    info: Option<Info>,
    computed_metrics: Option<Computed>,
    error: Option<Error>,
}

#[derive(Deserialize)]
struct Info {
    request_metrics: Option<RequestMetrics>,
    response_metrics: Option<ResponseMetrics>,
    input_tokens: Option<u32>,
    /// Before there were `response_metrics`.
    output_tokens: Option<u32>,
    output_token_times: Option<First>,
}

#[derive(Deserialize)]
struct RequestMetrics {
    text: Option<TextMetrics>,
}

#[derive(Deserialize)]
struct TextMetrics {
    input_tokens: Option<u32>,
}

#[derive(Deserialize)]
struct ResponseMetrics {
    output_tokens: Option<u32>,
    #[serde(default, deserialize_with = "present")]
    server_usage: Option<Option<Usage>>,
    chunk_times: Option<First>,
    output_token_times: Option<First>,
}

/// `output_tokens` is Anthropic's name for the same.
#[derive(Clone, Copy, Deserialize)]
struct Usage {
    completion_tokens: Option<u32>,
    output_tokens: Option<u32>,
}

impl Usage {
    /// Its output tokens; an answer without any has no valid usage.
    fn valid(self) -> Option<u32> {
        self.completion_tokens
            .or(self.output_tokens)
            .filter(|&tokens| tokens > 0)
    }
}

#[derive(Deserialize)]
struct Computed {
    time_to_first_token: Option<f64>,
    output_tokens: Option<u32>,
    input_tokens: Option<u32>,
}

#[derive(Deserialize)]
struct Error {
    error_type: Broke,
}

/// What a kind of error stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Broke {
    /// A status other than 200.
    Http,
    /// The stream was cut.
    Cut,
    /// Neither text nor usage.
    Empty,
    /// HTTP 200 with an error inside.
    InBand,
    /// Anything else that Python raised, before an answer or within one.
    Raised,
}

of_text!(Broke, classify);

/// `HTTP Error 500` (early versions: `500 Internal Server Error`, `Error response`), or the name of what Python raised.
fn classify(kind: &str) -> Broke {
    let status = kind.split(' ').next().unwrap_or_default();
    let is_status = status.len() == 3 && status.bytes().all(|byte| byte.is_ascii_digit());
    match kind {
        "EmptyResponseError" => Broke::Empty,
        "InBandError" => Broke::InBand,
        "StreamInterruptedError" => Broke::Cut,
        "Error response" => Broke::Http,
        _ if is_status || kind.starts_with("HTTP Error") => Broke::Http,
        _ if BrokeOff::of(kind) == Some(BrokeOff::Within) => Broke::Cut,
        _ => Broke::Raised,
    }
}

/// What was sent; all unknown where that is no JSON.
struct Request(Body);

of_text!(Request, |text| {
    let sent: Value = serde_json::from_str(text).unwrap_or_default();
    Request(Body::of(&sent))
});

/// What came: a raw event stream, the body of an answer in one piece, or only its text.
#[derive(Clone, Copy, Default)]
struct Response {
    text: bool,
    /// Only a stream has an end mark.
    done: Option<bool>,
    /// The body can show a usage.
    body: bool,
    output_tokens: Option<u32>,
    broke: bool,
}

of_text!(Response, Response::of);

impl Response {
    fn of(response: &str) -> Self {
        #[derive(Deserialize)]
        struct Body {
            choices: Option<Vec<Choice>>,
            usage: Option<Usage>,
            error: Option<IgnoredAny>,
        }
        #[derive(Deserialize)]
        struct Choice {
            text: Option<HasText>,
            message: Option<Message>,
        }
        #[derive(Deserialize)]
        struct Message {
            content: Option<HasText>,
            reasoning_content: Option<HasText>,
            reasoning: Option<HasText>,
        }
        let first = response
            .lines()
            .find(|line| !line.is_empty() && !line.starts_with(':'));
        let fields = ["data:", "event:", "id:", "retry:"];
        if first.is_some_and(|line| fields.iter().any(|field| line.starts_with(field))) {
            let answer = sse::answer(response);
            return Self {
                text: answer.text,
                done: Some(answer.done),
                body: true,
                output_tokens: answer.output_tokens.filter(|&tokens| tokens > 0),
                broke: answer.broke,
            };
        }
        let body = Some(response).filter(|response| response.trim_start().starts_with('{'));
        match body.and_then(|body| serde_json::from_str::<Body>(body).ok()) {
            Some(body) if body.choices.is_some() || body.error.is_some() => {
                let says = |part: Option<HasText>| part.is_some_and(|HasText(some)| some);
                let text = body.choices.into_iter().flatten().any(|choice| {
                    says(choice.text)
                        || choice.message.is_some_and(|message| {
                            says(message.content)
                                || says(message.reasoning_content)
                                || says(message.reasoning)
                        })
                });
                Self {
                    text,
                    done: None,
                    body: true,
                    output_tokens: body.usage.and_then(Usage::valid),
                    broke: body.error.is_some(),
                }
            }
            _ => Self {
                text: !response.is_empty(),
                ..Self::default()
            },
        }
    }
}

/// The first of a list of times, if it has any.
#[derive(Clone, Copy)]
struct First(Option<f64>);

impl<'de> Deserialize<'de> for First {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Taking;
        impl<'de> Visitor<'de> for Taking {
            type Value = First;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of seconds")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<First, A::Error> {
                let first = list.next_element::<f64>()?;
                while list.next_element::<IgnoredAny>()?.is_some() {}
                Ok(First(first))
            }
        }
        deserializer.deserialize_seq(Taking)
    }
}

fn requests(all: Vec<Lifecycle>) -> Result<Run, ImportError> {
    if all.is_empty() {
        return Err(ImportError::whole("no request", "at least one"));
    }
    let mut records = Vec::with_capacity(all.len());
    let mut shows = Shows::default();
    let mut completed = 0;
    for (index, request) in all.iter().enumerate() {
        records.push(request.record(index, &mut shows)?);
        completed += u32::from(request.error.is_none());
    }
    let first = all.iter().map(|one| one.start_time);
    let last = all.iter().map(|one| one.end_time);
    let duration_s = last.fold(f64::NEG_INFINITY, f64::max) - first.fold(f64::INFINITY, f64::min);
    let duration_s = wire::duration("`end_time` - `start_time`", duration_s)?;
    let bodies = || {
        all.iter()
            .map(|one| one.request.as_ref().map(|Request(body)| body))
    };
    let prompts: Option<Vec<Digest>> = bodies().map(|body| body?.prompt).collect();
    let fingerprint = prompts.map(wire::prompts).or_else(|| {
        // The report is in the order of completion.
        wire::sorted_lengths(records.iter().map(|record| record.input_tokens))
    });
    Ok(Run {
        mode: common(bodies().filter_map(|body| body?.mode)),
        duration_s: Some(duration_s),
        says: ClientSays {
            completed: Some(completed),
            ..ClientSays::default()
        },
        ..Run::of(Holds::Requests(Requests {
            records,
            unchecked: shows.unchecked(),
            fingerprint,
        }))
    })
}

/// How many answers came without an error, and to how many of them each rule could be held.
#[derive(Default)]
struct Shows {
    answers: usize,
    done: usize,
    text: usize,
    usage: usize,
}

impl Shows {
    fn unchecked(&self) -> Vec<Rule> {
        [
            (self.done, Rule::Done),
            (self.text, Rule::Text),
            (self.usage, Rule::Usage),
        ]
        .into_iter()
        .filter_map(|(shown, rule)| (shown < self.answers).then_some(rule))
        .collect()
    }
}

impl Lifecycle {
    fn record(&self, index: usize, shows: &mut Shows) -> Result<Record, ImportError> {
        let span = |key: &str, seconds: f64| {
            if seconds >= 0.0 {
                Ok(seconds)
            } else {
                let found = format!("`{seconds}` seconds after `start_time`");
                let place = format!("`[{index}].{key}`");
                Err(ImportError::new(place, found, "none before it"))
            }
        };
        let e2e_s = span("end_time", self.end_time - self.start_time)?;
        let info = self.info.as_ref();
        let metrics = info.and_then(|info| info.response_metrics.as_ref());
        let computed = self.computed_metrics.as_ref();
        let response = self.response.flatten();

        let times = [
            metrics.and_then(|metrics| metrics.output_token_times),
            metrics.and_then(|metrics| metrics.chunk_times),
            info.and_then(|info| info.output_token_times),
        ];
        let streamed = times.iter().flatten().next().is_some();
        let first = times.into_iter().flatten().find_map(|First(first)| first);
        let ttft_s = match first {
            Some(first) => Some(span("output_token_times", first - self.start_time)?),
            None => match computed.and_then(|computed| computed.time_to_first_token) {
                Some(ttft_s) => Some(span("computed_metrics", ttft_s)?),
                None => None,
            },
        };

        let kept = metrics.and_then(|metrics| metrics.server_usage);
        let of_server = kept.flatten().and_then(Usage::valid);
        let of_stream = response.and_then(|response| response.output_tokens);
        if let (Some(of_server), Some(of_stream)) = (of_server, of_stream)
            && of_server != of_stream
        {
            return Err(ImportError::new(
                format!("`[{index}].info.response_metrics.server_usage`"),
                format!("`{of_server}` output tokens"),
                format!("`{of_stream}` as in `response`"),
            ));
        }
        let usage = of_server.or(of_stream);
        let own = metrics
            .and_then(|metrics| metrics.output_tokens)
            .or_else(|| info.and_then(|info| info.output_tokens))
            .or_else(|| computed.and_then(|computed| computed.output_tokens));
        let body = response.is_some_and(|response| response.body);
        if self.error.is_none() && info.is_none() && computed.is_none() && !body {
            return Err(ImportError::new(
                format!("`[{index}]`"),
                "neither `info`, nor `computed_metrics`, nor a `response` with a usage",
                "output tokens: have `info` written",
            ));
        }
        let output_tokens = usage.or(own).unwrap_or_default();

        // Early versions read the body of a stream a second time, and so kept it as empty.
        let kept_text = match &self.response {
            Some(Some(response)) => response.text || body || first.is_none(),
            Some(None) => true,
            None => false,
        };
        let input_tokens = info
            .and_then(|info| {
                let text = info.request_metrics.as_ref()?.text.as_ref();
                text.and_then(|text| text.input_tokens)
            })
            .or_else(|| info.and_then(|info| info.input_tokens))
            .or_else(|| computed.and_then(|computed| computed.input_tokens));
        let record = Record {
            output_tokens,
            asked: self
                .request
                .as_ref()
                .and_then(|Request(body)| body.output_tokens),
            // 0 stands for a request that was never counted.
            input_tokens: input_tokens.filter(|&tokens| tokens > 0),
            ttft_s,
            e2e_s: Some(e2e_s),
            ..Record::default()
        };
        let done = response.and_then(|response| response.done);
        let Some(error) = &self.error else {
            shows.answers += 1;
            shows.done += usize::from(done.is_some());
            shows.text += usize::from(kept_text);
            shows.usage += usize::from(kept.is_some() || body);
            return Ok(Record {
                done: done.unwrap_or(true),
                text: if kept_text {
                    response.is_some_and(|response| response.text)
                } else {
                    output_tokens > 0 || first.is_some()
                },
                usage: usage.is_some() || !(kept.is_some() || body),
                sound: !response.is_some_and(|response| response.broke) && record.timed(streamed),
                ..record
            });
        };
        // What stands in `response` beside an error may be the error's own text.
        let text =
            first.is_some() || done.is_some() && response.is_some_and(|response| response.text);
        let broke = error.error_type;
        let raised = broke == Broke::Raised;
        Ok(Record {
            http: broke != Broke::Http && (text || !raised),
            done: broke != Broke::Cut && !raised && done.unwrap_or(true),
            text,
            usage: usage.is_some(),
            sound: false,
            ..record
        })
    }
}

/// A stage's or a run's sums.
#[derive(Deserialize)]
struct Sums {
    benchmark_time_seconds: Option<f64>,
    load_summary: Load,
    successes: Successes,
    failures: Failures,
}

#[derive(Deserialize)]
struct Load {
    count: Option<u32>,
    schedule_delay: Option<Statistic>,
    requested_rate: Option<f64>,
    achieved_rate: Option<f64>,
    concurrency: Option<u32>,
}

#[derive(Deserialize)]
struct Successes {
    count: Option<u32>,
    /// Only the server's counters have one.
    rate: Option<f64>,
    latency: Option<Latencies>,
    throughput: Option<Throughput>,
    output_len: Option<Statistic>,
    output_tokens: Option<Statistic>,
    token_count_mismatches: Option<u32>,
}

#[derive(Default, Deserialize)]
struct Latencies {
    request_latency: Option<Statistic>,
    time_per_output_token: Option<Statistic>,
    time_to_first_token: Option<Statistic>,
}

#[derive(Deserialize)]
struct Throughput {
    output_tokens_per_sec: Option<f64>,
    requests_per_sec: Option<f64>,
}

#[derive(Deserialize)]
struct Failures {
    count: Option<u32>,
}

/// Seconds or tokens.
#[derive(Clone, Copy, Deserialize)]
struct Statistic {
    total: Option<f64>,
    mean: Option<f64>,
    median: Option<f64>,
    /// Version 0.1's name for the median.
    p50: Option<f64>,
    p95: Option<f64>,
}

/// Figures that were written with all their digits.
fn near(found: f64, expected: f64) -> bool {
    (found - expected).abs() <= 1e-3 * expected.abs().max(1e-3)
}

impl Sums {
    fn run(self) -> Result<Run, ImportError> {
        if self.load_summary.count.is_none() && self.successes.rate.is_some() {
            return Err(ImportError::whole(
                "the server's own counters, which know no failed request",
                "the `lifecycle_metrics` report of the same run",
            ));
        }
        let count = |key: &str, count: Option<u32>| needed(key, count, "a number");
        let requests = count("load_summary.count", self.load_summary.count)?;
        let completed = count("successes.count", self.successes.count)?;
        let failed = count("failures.count", self.failures.count)?;
        if u64::from(completed) + u64::from(failed) != u64::from(requests) {
            return Err(ImportError::new(
                "`load_summary.count`",
                format!("`{requests}`"),
                format!("`successes.count` + `failures.count`, {completed} + {failed}"),
            ));
        }
        if requests == 0 {
            return Err(ImportError::new(
                "`load_summary.count`",
                "`0`",
                "at least one",
            ));
        }
        let throughput = self.successes.throughput.as_ref();
        let request_rate = throughput.and_then(|throughput| measured(throughput.requests_per_sec));
        let token_rate = throughput.and_then(|throughput| throughput.output_tokens_per_sec);
        // Before there was a key for it, the time that the rates were divided by.
        let derived = request_rate.map(|rate| f64::from(completed) / rate);
        let duration_s = self
            .benchmark_time_seconds
            .or(derived)
            .map(|seconds| wire::duration("`benchmark_time_seconds`", seconds))
            .transpose()?;
        if let (Some(derived), Some(duration_s)) = (derived, duration_s)
            && !near(derived, duration_s)
        {
            return Err(ImportError::new(
                "`successes.throughput.requests_per_sec`",
                format!("{completed} requests in `{derived}` seconds"),
                format!("`{duration_s}` as in `benchmark_time_seconds`"),
            ));
        }
        let output_tokens = self.output_tokens(completed, token_rate, duration_s)?;
        let percentiles = |statistic: Option<Statistic>| {
            let ms = |seconds: Option<f64>| measured(seconds.map(|seconds| seconds * 1e3));
            statistic.map_or([None; 2], |statistic| {
                [ms(statistic.median.or(statistic.p50)), ms(statistic.p95)]
            })
        };
        let latency = self.successes.latency.as_ref();
        let of =
            |metric: fn(&Latencies) -> Option<Statistic>| percentiles(latency.and_then(metric));
        // With a concurrency kept up, the rate is one that the client made up.
        let concurrency = self.load_summary.concurrency.filter(|&kept_up| kept_up > 0);
        let rate = measured(self.load_summary.requested_rate).filter(|_| concurrency.is_none());
        Ok(Run {
            concurrency,
            rate,
            duration_s,
            says: ClientSays {
                completed: Some(completed),
                output_tok_s: measured(token_rate),
                latency: wire::latency(
                    of(|latency| latency.time_to_first_token),
                    of(|latency| latency.time_per_output_token),
                    of(|latency| latency.request_latency),
                ),
            },
            notes: self.notes(rate),
            ..Run::of(Holds::Totals(Totals::counted(
                requests,
                completed,
                output_tokens,
            )))
        })
    }

    /// The server's count, else the client's, which its throughput rests on.
    fn output_tokens(
        &self,
        completed: u32,
        rate: Option<f64>,
        duration_s: Option<f64>,
    ) -> Result<u64, ImportError> {
        if completed == 0 {
            return Ok(0);
        }
        let of_server = self.successes.output_tokens.and_then(|tokens| tokens.total);
        let lengths = self.successes.output_len.and_then(|tokens| tokens.mean);
        let own = lengths.map(|mean| mean * f64::from(completed));
        let counts = [of_server, own];
        let mut counts = counts.into_iter().flatten().peekable();
        if let (Some(rate), Some(duration_s), Some(&first)) = (rate, duration_s, counts.peek())
            && !counts.any(|count| near(rate, count / duration_s))
        {
            return Err(ImportError::new(
                "`successes.throughput.output_tokens_per_sec`",
                format!("`{rate}`"),
                format!("the output tokens / the time, `{}`", first / duration_s),
            ));
        }
        let behind_rate = || Some(rate? * duration_s?);
        let tokens = of_server.or(own).or_else(behind_rate);
        let tokens = needed("successes.output_tokens", tokens, "a number")?;
        wire::whole("`successes.output_tokens`", tokens)
    }

    fn notes(&self, requested: Option<f64>) -> Vec<String> {
        let mut notes = vec![];
        let load = &self.load_summary;
        if let (Some(requested), Some(achieved)) = (requested, load.achieved_rate)
            && achieved < 0.95 * requested
        {
            let delay = load
                .schedule_delay
                .and_then(|delay| delay.mean)
                .map(|mean| format!(", {mean:.1} s late on average"))
                .unwrap_or_default();
            notes.push(format!(
                "asked for {requested:.1} requests a second, sent {achieved:.1}{delay}: the client was the bottleneck"
            ));
        }
        if let Some(differ) = measured(self.successes.token_count_mismatches.map(f64::from)) {
            notes.push(format!(
                "in {differ} requests the client counted other output tokens than the server"
            ));
        }
        notes
    }
}

#[cfg(test)]
mod tests {
    use rounds::{Evidence, Mode};

    use super::*;

    fn run(json: &str) -> Result<Run, ImportError> {
        read(&mut json.as_bytes()).map(|mut runs| runs.remove(0))
    }

    fn requests(json: &str) -> Requests {
        match run(json).unwrap().holds {
            Holds::Requests(requests) => requests,
            totals => panic!("{totals:?}"),
        }
    }

    fn one(json: &str) -> Record {
        requests(json).records[0]
    }

    /// A request of 2 seconds, its first text after 0.5.
    const FINE: &str = r#"[{"start_time": 10.0, "end_time": 12.0, "request": "{\"prompt\": \"p\", \"max_tokens\": 3}",
        "response": "data: {\"choices\":[{\"text\":\"a\"}]}\n\ndata: {\"choices\":[],\"usage\":{\"completion_tokens\":3}}\n\ndata: [DONE]\n\n",
        "info": {"request_metrics": {"text": {"input_tokens": 7}}, "response_metrics": {"output_tokens": 2,
        "server_usage": {"prompt_tokens": 7, "completion_tokens": 3}, "response_chunks": ["{}"],
        "chunk_times": [10.5, 11.0], "output_token_times": [10.5, 11.0]}, "input_tokens": 7}, "error": null}]"#;

    #[test]
    fn a_raw_stream_is_held_to_all_rules() {
        let requests = requests(FINE);
        let expected = Record {
            output_tokens: 3,
            asked: Some(3),
            input_tokens: Some(7),
            ttft_s: Some(0.5),
            e2e_s: Some(2.0),
            ..Record::default()
        };
        assert_eq!(requests.records, [expected]);
        assert_eq!(requests.unchecked, []);
        assert_eq!(
            requests.fingerprint,
            Some(wire::prompts(vec![Digest::of(b"p")]))
        );
        let run = run(FINE).unwrap();
        assert_eq!(
            (run.duration_s, run.says.completed, run.mode),
            (Some(2.0), Some(1), Some(Mode::Completions))
        );
    }

    #[test]
    fn what_the_stream_lacks_is_broken() {
        let no_done = FINE.replace("data: [DONE]", "");
        assert!(!one(&no_done).done);
        assert!(!one(&FINE.replace(r#"\"a\""#, r#"\"\""#)).text);
        let no_usage = FINE
            .replace(r#"{"prompt_tokens": 7, "completion_tokens": 3}"#, "null")
            .replace(r#",\"usage\":{\"completion_tokens\":3}"#, "");
        let broken = one(&no_usage);
        assert_eq!((broken.usage, broken.output_tokens), (false, 2));
        let error = FINE.replace(r#"{\"choices\":[],"#, r#"{\"error\":1,"#);
        assert!(!one(&error).sound);
        assert!(!one(&FINE.replace("[10.5, 11.0]", "[]")).sound);
        assert!(!one(&FINE.replace("[10.5, 11.0]", "[12.5]")).sound);
    }

    /// The same, but only its text was kept, and the usage not at all.
    const PLAIN: &str = r#"[{"start_time": 10.0, "end_time": 12.0, "request": "{}", "response": "a",
        "info": {"request_metrics": {"text": {"input_tokens": 7}}, "response_metrics": {"output_tokens": 2,
        "chunk_times": [10.5, 11.0], "output_token_times": [10.5, 11.0]}}, "error": null}]"#;

    #[test]
    fn what_was_not_kept_is_not_checked() {
        let kept = requests(PLAIN);
        assert_eq!(kept.unchecked, [Rule::Done, Rule::Usage]);
        assert_eq!(kept.records[0].output_tokens, 2);
        let without = PLAIN.replace(r#""response": "a","#, "");
        let requests = requests(&without);
        assert_eq!(requests.unchecked, [Rule::Done, Rule::Text, Rule::Usage]);
        assert!(requests.records[0].text);
        // A stream that was read twice left an empty `response` beside its times.
        assert_eq!(
            self::requests(&PLAIN.replace("\"a\"", "\"\""))
                .unchecked
                .len(),
            3
        );
        let empty = PLAIN.replace("\"a\"", "\"\"").replace("[10.5, 11.0]", "[]");
        assert!(!one(&empty).text);
        assert!(!one(&PLAIN.replace("\"a\"", "null")).text);
    }

    #[test]
    fn an_answer_in_one_piece_has_a_usage_and_no_end_mark() {
        let body = |body: &str| {
            let kept = PLAIN.replace("\"a\"", &serde_json::to_string(body).unwrap());
            let start = kept.find(r#""info""#).unwrap();
            let end = kept.find(r#""error""#).unwrap();
            requests(&format!("{}{}", &kept[..start], &kept[end..]))
        };
        let fine = body(
            r#"{"choices": [{"message": {"content": "a"}}], "usage": {"completion_tokens": 3}}"#,
        );
        assert_eq!(fine.unchecked, [Rule::Done]);
        let [record] = fine.records[..] else { panic!() };
        assert_eq!(
            (
                record.text,
                record.usage,
                record.output_tokens,
                record.ttft_s
            ),
            (true, true, 3, None)
        );
        assert!(!body(r#"{"choices": [{"text": ""}]}"#).records[0].text);
        let error = body(r#"{"error": {"code": 3}}"#).records[0];
        assert_eq!(
            (error.text, error.usage, error.sound),
            (false, false, false)
        );
    }

    #[test]
    fn each_kind_of_error_is_told_apart() {
        let broke = |kind: &str, times: &str| {
            let error = format!(r#""error": {{"error_type": "{kind}", "error_msg": "x"}}"#);
            let json = PLAIN.replace(r#""error": null"#, &error);
            let record = one(&json
                .replace("[10.5, 11.0]", times)
                .replace("\"a\"", "\"Failed to read\""));
            assert!(!record.sound);
            (record.http, record.done, record.text)
        };
        assert_eq!(broke("HTTP Error 500", "[]"), (false, true, false));
        assert_eq!(broke("503 Service Unavailable", "[]"), (false, true, false));
        assert_eq!(broke("ClientConnectorError", "[]"), (false, false, false));
        assert_eq!(broke("ClientPayloadError", "[10.5]"), (true, false, true));
        assert_eq!(broke("TimeoutError", "[]"), (false, false, false));
        assert_eq!(broke("TimeoutError", "[10.5]"), (true, false, true));
        let disconnected = "ServerDisconnectedError";
        assert_eq!(broke(disconnected, "[]"), (false, false, false));
        assert_eq!(broke(disconnected, "[10.5]"), (true, false, true));
        assert_eq!(broke("EmptyResponseError", "[]"), (true, true, false));
        assert_eq!(broke("InBandError", "[]"), (true, true, false));
    }

    #[test]
    fn inputs_that_are_not_all_known_are_no_fingerprint() {
        let nothing = FINE.replace(r#"{\"prompt\": \"p\", \"max_tokens\": 3}"#, "{}");
        let requests = requests(&nothing);
        assert_eq!(requests.fingerprint, Some(wire::lengths([7])));
        assert_eq!(requests.records[0].asked, None);
        let zero = nothing.replace("\"input_tokens\": 7", "\"input_tokens\": 0");
        assert_eq!(self::requests(&zero).fingerprint, None);
        // The order of the keys is not part of a prompt.
        let chat = |message: &str| {
            self::requests(&FINE.replace(
                r#"\"prompt\": \"p\""#,
                &format!(r#"\"messages\": [{message}]"#),
            ))
            .fingerprint
        };
        assert_eq!(
            chat(r#"{\"role\": 1, \"content\": 2}"#),
            chat(r#"{\"content\": 2, \"role\": 1}"#)
        );
    }

    #[test]
    fn early_layouts_are_read() {
        let early = r#"[{"start_time": 1.0, "end_time": 2.0, "request": "", "response": "", "info": {"input_tokens": 7,
            "output_tokens": 4, "output_token_times": [1.5]}, "error": null}]"#;
        let record = one(early);
        assert_eq!(
            (record.output_tokens, record.ttft_s, record.input_tokens),
            (4, Some(0.5), Some(7))
        );
        let computed = r#"[{"start_time": 1.0, "end_time": 2.0, "computed_metrics": {"time_to_first_token": 0.5,
            "output_tokens": 4, "input_tokens": 7}, "error": null}]"#;
        assert_eq!(one(computed), record);
    }

    /// A stage of 4 requests, 1 failed: 10 tokens in 5 seconds.
    const STAGE: &str = r#"{"benchmark_time_seconds": 5.0, "load_summary": {"count": 4, "schedule_delay": {"mean": 0.001},
        "requested_rate": 1.0, "achieved_rate": 0.96}, "successes": {"count": 3, "latency": {
        "request_latency": {"mean": 1.2, "median": 1.0, "p95": 1.5}, "time_per_output_token": null,
        "time_to_first_token": {"mean": 0.2, "median": 0.25, "p95": 0.0}},
        "throughput": {"output_tokens_per_sec": 2.0, "requests_per_sec": 0.6}, "output_len": {"mean": 3.3333333333333335},
        "output_tokens": {"total": 10.0}, "token_count_mismatches": 0}, "failures": {"count": 1, "request_latency": null}}"#;

    fn totals(run: &Run) -> Totals {
        match run.holds {
            Holds::Totals(totals) => totals,
            _ => panic!("{run:?}"),
        }
    }

    #[test]
    fn sums_are_taken_as_sums() {
        let run = run(STAGE).unwrap();
        let expected = Totals {
            requests: Some(4),
            denominator: Evidence::Counts,
            completed: 3,
            answered: 3,
            output_tokens: 10,
        };
        assert_eq!(totals(&run), expected);
        assert_eq!(
            (run.duration_s, run.rate, run.says.output_tok_s),
            (Some(5.0), Some(1.0), Some(2.0))
        );
        let latency = run.says.latency;
        assert_eq!(
            (latency.e2e_p50_ms, latency.e2e_p95_ms),
            (Some(1000.0), Some(1500.0))
        );
        assert_eq!(
            (
                latency.ttft_p50_ms,
                latency.ttft_p95_ms,
                latency.tpot_p50_ms
            ),
            (Some(250.0), None, None)
        );
        assert_eq!(run.notes, [""; 0]);
    }

    #[test]
    fn early_sums_are_read() {
        let early = STAGE
            .replace(r#""benchmark_time_seconds": 5.0, "#, "")
            .replace(r#""output_tokens": {"total": 10.0}, "#, "")
            .replace("median", "p50");
        let run = run(&early).unwrap();
        assert!((run.duration_s.unwrap() - 5.0).abs() < 1e-9);
        assert_eq!(totals(&run).output_tokens, 10);
        assert_eq!(run.says.latency.e2e_p50_ms, Some(1000.0));
        // The server's count differs from the client's, which the throughput rests on.
        let server = STAGE.replace("\"total\": 10.0", "\"total\": 12.0");
        assert_eq!(totals(&self::run(&server).unwrap()).output_tokens, 12);
    }

    #[test]
    fn a_client_that_was_too_slow_is_noted() {
        let slow = STAGE.replace("0.96", "0.5").replace("0.001", "19.9");
        let slow = slow.replace("mismatches\": 0", "mismatches\": 2");
        let expected = [
            "asked for 1.0 requests a second, sent 0.5, 19.9 s late on average: the client was the bottleneck",
            "in 2 requests the client counted other output tokens than the server",
        ];
        assert_eq!(run(&slow).unwrap().notes, expected);
        let run = run(&slow.replace("\"achieved_rate\"", "\"concurrency\": 8, \"achieved_rate\""))
            .unwrap();
        assert_eq!(
            (run.concurrency, run.rate, run.notes.len()),
            (Some(8), None, 1)
        );
    }

    #[test]
    fn nothing_that_succeeded_is_no_figure() {
        let none = STAGE
            .replace("\"count\": 3", "\"count\": 0")
            .replace("\"count\": 1,", "\"count\": 4,")
            .replace("2.0,", "0.0,")
            .replace("0.6", "0.0");
        let run = run(&none).unwrap();
        assert_eq!((totals(&run).completed, totals(&run).output_tokens), (0, 0));
        assert_eq!(run.says.output_tok_s, None);
        let early = none.replace("benchmark_time_seconds", "x");
        assert_eq!(self::run(&early).unwrap().duration_s, None);
    }

    #[test]
    fn a_bad_report_is_named_with_its_place() {
        #[track_caller]
        fn case(whole: &str, from: &str, to: &str, expected: &str) {
            assert!(whole.contains(from), "{from}");
            let error = run(&whole.replace(from, to)).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
        case(
            FINE,
            "12.0",
            "9.0",
            "`[0].end_time`: found `-1` seconds after `start_time`",
        );
        case(
            FINE,
            "[10.5",
            "[9.5",
            "`[0].output_token_times`: found `-0.5`",
        );
        case(FINE, "12.0", "10.0", "`end_time` - `start_time`: found `0`");
        case(
            FINE,
            "\"completion_tokens\": 3",
            "\"completion_tokens\": 4",
            "server_usage`: found `4` output tokens, expected `3`",
        );
        case(
            PLAIN,
            "\"info\"",
            "\"info_\"",
            "`[0]`: found neither `info`, nor",
        );
        case(FINE, "null}]", "null}", "EOF while parsing");
        case(
            FINE,
            "\"end_time\": 12.0",
            "\"end_time\": \"node-7\"",
            "found another value (invalid type: a text",
        );
        case(
            STAGE,
            "\"count\": 4",
            "\"count\": 5",
            "`load_summary.count`: found `5`, expected `successes.count` + `failures.count`, 3 + 1",
        );
        case(
            STAGE,
            "\"count\": 4",
            "\"count\": null",
            "`load_summary.count`: found nothing",
        );
        case(
            STAGE,
            "\"count\": 1,",
            "",
            "`failures.count`: found nothing",
        );
        case(
            STAGE,
            "\"output_tokens_per_sec\": 2.0",
            "\"output_tokens_per_sec\": 3.0",
            "found `3`, expected the output tokens / the time, `2`",
        );
        case(
            STAGE,
            "\"requests_per_sec\": 0.6",
            "\"requests_per_sec\": 0.3",
            "3 requests in `10` seconds, expected `5`",
        );
        case(
            STAGE,
            "\"total\": 10.0",
            "\"total\": 10.5",
            "found `10.5`, expected a whole number",
        );
        case(STAGE, "5.0", "0.0", "`benchmark_time_seconds`: found `0`");
        case(STAGE, "null}}", "null}", "EOF while parsing");
        case("[]", "", "", "no request");
        let server = r#"{"load_summary": {}, "successes": {"count": 9, "rate": 1.5, "output_len": {"mean": 0}}, "failures": {}}"#;
        case(server, "", "", "the server's own counters");
    }
}
