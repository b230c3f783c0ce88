//! llmperf's two files: the sums of a run (`*_summary.json`) and its requests (`*_individual_responses.json`).
//!
//! Times are seconds. Output tokens are counted by a tokenizer of the client's own, also for an answer that held nothing,
//! and fewer of them than asked is its error -100. Its time per token has the first token in it and is left out here.
//!
//! The requests alone tell no measuring time, unless each has its `start_time` in seconds, which llmperf does not write but
//! a client built on it may. The summary has a time behind its rates, if any request completed. Requests that were still running when llmperf's time ran out are in neither file.

use std::io::BufRead;

use rounds::{Latency, Rule};
use serde::{Deserialize, Deserializer, de};

use super::{
    Entry,
    wire::{self, HasText, Lenient, Scalar, measured, needed, number_or_text},
};
use crate::{ClientSays, Holds, ImportError, Record, Requests, Run, Totals, shape::Json};

pub(super) const ENTRY: Entry = Entry {
    name: "llmperf",
    fits: |shape| match shape.json {
        Some(Json::List) => shape.has_all(&[
            "error_code",
            "ttft_s",
            "end_to_end_latency_s",
            "number_output_tokens",
        ]),
        Some(Json::Object) => shape.has("results_num_requests_started"),
        None => false,
    },
    read,
};

const FORM: &str = "a file of llmperf";

fn read(file: &mut dyn BufRead) -> Result<Vec<Run>, ImportError> {
    let list = wire::begins(file, b'[');
    let file = Lenient::new(file);
    let run = if list {
        individual(&wire::one::<Vec<Row>>(file, FORM)?)?
    } else {
        wire::one::<Summary>(file, FORM)?.run()?
    };
    Ok(vec![run])
}

/// One request.
#[derive(Deserialize)]
struct Row {
    error_code: Option<Code>,
    ttft_s: Option<f64>,
    end_to_end_latency_s: Option<f64>,
    number_total_tokens: Option<u32>,
    number_output_tokens: Option<u32>,
    number_input_tokens: Option<u32>,
    start_time: Option<f64>,
    #[serde(rename = "GEN_TEXT")]
    gen_text: Option<HasText>,
    generated_text: Option<HasText>,
}

/// What an error code stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Code {
    /// A status other than 200.
    Http,
    /// Fewer tokens than asked for.
    Few,
    /// Anything else; -1 stands for whatever Python raised.
    Other,
}

impl Code {
    fn of(code: f64) -> Self {
        match code {
            -100.0 => Self::Few,
            100.0..600.0 => Self::Http,
            _ => Self::Other,
        }
    }
}

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        number_or_text(deserializer, "an error code", |code| {
            Some(match code {
                Scalar::Number(code) => Self::of(code),
                // Servers name some of theirs.
                Scalar::Text(code) => code.parse().map_or(Self::Other, Self::of),
            })
        })
    }
}

fn individual(rows: &[Row]) -> Result<Run, ImportError> {
    if rows.is_empty() {
        return Err(ImportError::whole("no request", "at least one"));
    }
    let records: Vec<Record> = rows
        .iter()
        .enumerate()
        .map(|(index, row)| row.record(index))
        .collect::<Result<_, _>>()?;
    let spans: Option<Vec<(f64, f64)>> = rows
        .iter()
        .map(|row| {
            let start = row.start_time?;
            Some((start, start + row.end_to_end_latency_s.unwrap_or_default()))
        })
        .collect();
    let duration_s = spans.map(|spans| {
        let first = spans.iter().map(|(start, _)| *start);
        let last = spans.iter().map(|(_, end)| *end);
        let seconds = last.fold(f64::NEG_INFINITY, f64::max) - first.fold(f64::INFINITY, f64::min);
        wire::duration("`start_time` + `end_to_end_latency_s`", seconds)
    });
    let completed = rows.iter().filter(|row| row.error_code.is_none()).count();
    // llmperf's clients keep neither the end mark nor the usage.
    let mut unchecked = vec![Rule::Done, Rule::Usage];
    if rows.iter().any(|row| row.text().is_none()) {
        unchecked.push(Rule::Text);
    }
    // The file is in the order of completion.
    let fingerprint = wire::sorted_lengths(records.iter().map(|record| record.input_tokens));
    Ok(Run {
        duration_s: duration_s.transpose()?,
        says: ClientSays {
            completed: u32::try_from(completed).ok(),
            ..ClientSays::default()
        },
        ..Run::of(Holds::Requests(Requests {
            records,
            unchecked,
            fingerprint,
        }))
    })
}

impl Row {
    /// Whether the text was empty, where it was kept.
    fn text(&self) -> Option<bool> {
        let HasText(text) = self.gen_text.or(self.generated_text)?;
        Some(text)
    }

    fn record(&self, index: usize) -> Result<Record, ImportError> {
        let seconds = |key: &str, seconds: Option<f64>| match seconds {
            Some(seconds) if seconds < 0.0 => Err(ImportError::new(
                format!("`[{index}].{key}`"),
                format!("`{seconds}`"),
                "seconds, not negative",
            )),
            seconds => Ok(measured(seconds)),
        };
        let ttft_s = seconds("ttft_s", self.ttft_s)?;
        let e2e_s = seconds("end_to_end_latency_s", self.end_to_end_latency_s)?;
        let key = format!("[{index}].number_output_tokens");
        let output_tokens = needed(&key, self.number_output_tokens, "a number")?;
        if let (Some(input), Some(total)) = (self.number_input_tokens, self.number_total_tokens)
            && u64::from(input) + u64::from(output_tokens) != u64::from(total)
        {
            return Err(ImportError::new(
                format!("`[{index}].number_total_tokens`"),
                format!("`{total}`"),
                format!("the input and output tokens, {input} + {output_tokens}"),
            ));
        }
        // Without a first text there was none, whatever the tokenizer counts in nothing.
        let text = self.text().unwrap_or(ttft_s.is_some());
        let lost = self.error_code == Some(Code::Other) && !text;
        let record = Record {
            http: self.error_code != Some(Code::Http) && !lost,
            done: self.error_code != Some(Code::Other),
            text,
            // Also where the plan happens to ask for as many.
            length: self.error_code != Some(Code::Few),
            output_tokens,
            input_tokens: self.number_input_tokens,
            ttft_s,
            e2e_s,
            ..Record::default()
        };
        let unbroken = matches!(self.error_code, None | Some(Code::Few));
        Ok(Record {
            sound: unbroken && record.timed(true),
            ..record
        })
    }
}

/// The sums of a run. Some of its numbers are written as texts.
#[derive(Deserialize)]
struct Summary {
    num_concurrent_requests: Option<Number>,
    timestamp: Option<Number>,
    results_num_requests_started: Option<Number>,
    results_number_errors: Option<Number>,
    results_error_code_frequency: Option<Frequency>,
    results_num_completed_requests: Option<Number>,
    results_num_completed_requests_per_min: Option<Number>,
    results_mean_output_throughput_token_per_s: Option<Number>,
    results_number_output_tokens_mean: Option<Number>,
    results_ttft_s_quantiles_p50: Option<Number>,
    results_ttft_s_quantiles_p95: Option<Number>,
    results_end_to_end_latency_s_quantiles_p50: Option<Number>,
    results_end_to_end_latency_s_quantiles_p95: Option<Number>,
}

/// A number, or one in quotes.
#[derive(Clone, Copy)]
struct Number(f64);

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        number_or_text(deserializer, "a number", |number| match number {
            Scalar::Number(number) => Some(Self(number)),
            Scalar::Text(number) => number.parse().ok().map(Self),
        })
    }
}

/// Errors by their code, as Python prints a dictionary: `{-100.0: 97, 429.0: 2}`.
#[derive(Clone, Copy, Default, Debug, PartialEq)]
struct Frequency {
    all: u64,
    few: u64,
}

impl Frequency {
    fn of(printed: &str) -> Option<Self> {
        let inner = printed.trim().strip_prefix('{')?.strip_suffix('}')?;
        let mut frequency = Self::default();
        for entry in inner.split(',').filter(|entry| !entry.trim().is_empty()) {
            let (code, count) = entry.rsplit_once(':')?;
            // Newer libraries print the kind of their numbers too.
            let count = count.trim();
            let count = count
                .strip_prefix("np.int64(")
                .and_then(|count| count.strip_suffix(')'))
                .unwrap_or(count);
            let count: u64 = count.parse().ok()?;
            frequency.all = frequency.all.checked_add(count)?;
            if code.trim().parse() == Ok(-100.0) {
                frequency.few = frequency.few.checked_add(count)?;
            }
        }
        Some(frequency)
    }
}

impl<'de> Deserialize<'de> for Frequency {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        wire::look_at(deserializer, Self::of)?.ok_or_else(|| {
            let found = de::Unexpected::Other("a text");
            de::Error::invalid_value(found, &"numbers of errors by their code")
        })
    }
}

impl Summary {
    fn run(self) -> Result<Run, ImportError> {
        let count = |key: &str, number: Option<Number>| {
            let Number(number) = needed(key, number, "a number")?;
            let whole = wire::whole(&format!("`{key}`"), number)?;
            u32::try_from(whole).map_err(|_| {
                let found = format!("`{number}`");
                ImportError::new(format!("`{key}`"), found, "a number of requests")
            })
        };
        let requests = count(
            "results_num_requests_started",
            self.results_num_requests_started,
        )?;
        let errors = count("results_number_errors", self.results_number_errors)?;
        let completed = count(
            "results_num_completed_requests",
            self.results_num_completed_requests,
        )?;
        if u64::from(completed) + u64::from(errors) != u64::from(requests) {
            return Err(ImportError::new(
                "`results_num_requests_started`",
                format!("`{requests}`"),
                format!("those completed and those with errors, {completed} + {errors}"),
            ));
        }
        let frequency = self.results_error_code_frequency;
        if let Some(frequency) = frequency.filter(|codes| codes.all != u64::from(errors)) {
            return Err(ImportError::new(
                "`results_error_code_frequency`",
                format!("{} errors", frequency.all),
                format!("{errors} as in `results_number_errors`"),
            ));
        }
        let number = |number: Option<Number>| number.map(|Number(number)| number);
        let tokens = number(self.results_number_output_tokens_mean);
        let output_tokens = match tokens.map(|mean| mean * f64::from(completed)) {
            _ if completed == 0 => 0,
            Some(tokens) => wire::whole("`results_number_output_tokens_mean`", tokens)?,
            None => needed("results_number_output_tokens_mean", None, "a number")?,
        };
        let per_minute = measured(number(self.results_num_completed_requests_per_min));
        let token_rate = measured(number(self.results_mean_output_throughput_token_per_s));
        let duration_s = measuring_time(completed, output_tokens, per_minute, token_rate)?;
        let ms = |seconds| measured(number(seconds).map(|seconds| seconds * 1e3));
        let mut notes = vec![];
        if let Some(few) = frequency.map(|codes| codes.few).filter(|&few| few > 0) {
            notes.push(format!(
                "{few} of {errors} errors are answers with fewer tokens than asked for"
            ));
        }
        Ok(Run {
            concurrency: self
                .num_concurrent_requests
                .map(|kept_up| count("num_concurrent_requests", Some(kept_up)))
                .transpose()?
                .filter(|&kept_up| kept_up > 0),
            when_s: measured(number(self.timestamp)),
            duration_s,
            says: ClientSays {
                completed: Some(completed),
                output_tok_s: token_rate,
                latency: Latency {
                    ttft_p50_ms: ms(self.results_ttft_s_quantiles_p50),
                    ttft_p95_ms: ms(self.results_ttft_s_quantiles_p95),
                    e2e_p50_ms: ms(self.results_end_to_end_latency_s_quantiles_p50),
                    e2e_p95_ms: ms(self.results_end_to_end_latency_s_quantiles_p95),
                    ..Latency::default()
                },
            },
            notes,
            ..Run::of(Holds::Totals(Totals::counted(
                requests,
                completed,
                output_tokens,
            )))
        })
    }
}

/// The time that both of llmperf's rates were divided by; `None` where both are 0.
fn measuring_time(
    completed: u32,
    output_tokens: u64,
    per_minute: Option<f64>,
    token_rate: Option<f64>,
) -> Result<Option<f64>, ImportError> {
    let of_requests = per_minute.map(|rate| f64::from(completed) / rate * 60.0);
    let of_tokens = token_rate.map(|rate| output_tokens as f64 / rate);
    if let (Some(of_requests), Some(of_tokens)) = (of_requests, of_tokens)
        && (of_requests - of_tokens).abs() > 1e-6 * of_requests
    {
        return Err(ImportError::new(
            "`results_mean_output_throughput_token_per_s`",
            format!("`{output_tokens}` tokens in `{of_tokens}` seconds"),
            format!("`{of_requests}` as behind `results_num_completed_requests_per_min`"),
        ));
    }
    match of_requests.or(of_tokens) {
        None if completed > 0 => needed("results_num_completed_requests_per_min", None, "a rate"),
        seconds => seconds
            .map(|seconds| wire::duration("`results_num_completed_requests_per_min`", seconds))
            .transpose(),
    }
}

#[cfg(test)]
mod tests {
    use rounds::{Evidence, Kind};

    use super::*;
    use crate::Asked;

    /// What the file itself tells.
    fn run(json: &str) -> Result<Run, ImportError> {
        read(&mut json.as_bytes()).map(|mut runs| runs.remove(0))
    }

    /// Six requests: fine, too short, refused, cut, never connected, and nothing at all with HTTP 200.
    const ROWS: &str = r#"[
        {"error_code": null, "error_msg": "", "ttft_s": 0.5, "end_to_end_latency_s": 2.0, "number_total_tokens": 11,
         "number_output_tokens": 4, "number_input_tokens": 7, "GEN_TEXT": "a"},
        {"error_code": -100, "ttft_s": 0.5, "end_to_end_latency_s": 1.0, "number_output_tokens": 2,
         "number_input_tokens": 7, "GEN_TEXT": "b"},
        {"error_code": 429, "ttft_s": 0, "end_to_end_latency_s": 0, "number_output_tokens": 1, "number_input_tokens": 7,
         "GEN_TEXT": ""},
        {"error_code": -1, "ttft_s": 0.5, "end_to_end_latency_s": 0, "number_output_tokens": 2,
         "number_input_tokens": 7, "GEN_TEXT": "c"},
        {"error_code": -1.0, "ttft_s": 0, "end_to_end_latency_s": 0, "number_output_tokens": 1, "number_input_tokens": 7,
         "GEN_TEXT": ""},
        {"error_code": null, "ttft_s": 0, "end_to_end_latency_s": 0.1, "number_output_tokens": 1,
         "number_input_tokens": 8, "GEN_TEXT": ""}]"#;

    /// The same with start times, a second apart.
    fn started() -> String {
        let mut rows = ROWS.split("\"error_code\"");
        let mut all = rows.next().unwrap().to_owned();
        for (start, row) in rows.enumerate() {
            all += &format!("\"start_time\": {start}.5, \"error_code\"{row}");
        }
        all
    }

    fn requests(json: &str) -> Requests {
        match run(json).unwrap().holds {
            Holds::Requests(requests) => requests,
            totals => panic!("{totals:?}"),
        }
    }

    #[test]
    fn requests_without_a_measuring_time_need_to_be_told_one() {
        let error = run(ROWS).unwrap().with(&Asked::default()).unwrap_err();
        let expected = "no measuring time (6 requests, 1 of them hold every rule";
        assert!(error.to_string().contains(expected), "{error}");
        let last = started().rfind("\"start_time\"").unwrap();
        let without = format!("{}\"x\"{}", &started()[..last], &started()[last + 12..]);
        assert_eq!(run(&without).unwrap().duration_s, None);
    }

    #[test]
    fn too_few_tokens_are_a_failure_of_length_whatever_is_asked() {
        for output_tokens in [None, Some(2), Some(4)] {
            let asked = Asked {
                output_tokens,
                duration_s: Some(9.0),
                ..Asked::default()
            };
            let Holds::Requests(requests) = run(ROWS).unwrap().with(&asked).unwrap().holds else {
                panic!("totals");
            };
            let broke: Vec<_> = requests.records.iter().map(Record::broke).collect();
            let [fine, few, refused, cut, lost, nothing] = broke[..] else {
                panic!("{broke:?}");
            };
            let other_length = output_tokens == Some(2);
            assert_eq!(fine, other_length.then_some(Kind::Length));
            assert_eq!(few, Some(Kind::Length));
            assert_eq!([refused, lost], [Some(Kind::Http); 2]);
            assert_eq!((cut, nothing), (Some(Kind::NoDone), Some(Kind::EmptyText)));
        }
    }

    #[test]
    fn requests_with_start_times_are_a_round() {
        let run = run(&started()).unwrap();
        // From 0.5 to 5.5 + 0.1.
        assert!((run.duration_s.unwrap() - 5.1).abs() < 1e-12);
        assert_eq!(run.says.completed, Some(2));
        let requests = requests(&started());
        let held: Vec<_> = requests
            .records
            .iter()
            .map(|record| {
                [
                    record.http,
                    record.done,
                    record.text,
                    record.length,
                    record.sound,
                ]
            })
            .collect();
        let expected = [
            [true, true, true, true, true],
            [true, true, true, false, true],
            [false, true, false, true, false],
            [true, false, true, true, false],
            [false, false, false, true, false],
            [true, true, false, true, false],
        ];
        assert_eq!(held, expected);
        assert_eq!(requests.unchecked, [Rule::Done, Rule::Usage]);
        assert_eq!(
            requests.fingerprint,
            Some(wire::lengths([7, 7, 7, 7, 7, 8]))
        );
        let first = requests.records[0];
        assert_eq!(
            (first.ttft_s, first.e2e_s, first.asked),
            (Some(0.5), Some(2.0), None)
        );
        let untold = self::requests(&started().replace("GEN_TEXT", "_"));
        assert_eq!(untold.unchecked, [Rule::Done, Rule::Usage, Rule::Text]);
        assert_eq!(
            (untold.records[0].text, untold.records[5].text),
            (true, false)
        );
    }

    #[test]
    fn codes_stand_for_something() {
        let code = |json: &str| serde_json::from_str::<Code>(json).unwrap();
        assert_eq!(code("500"), Code::Http);
        assert_eq!(code("\"429\""), Code::Http);
        assert_eq!(code("-100.0"), Code::Few);
        assert_eq!(code("\"invalid_request\""), Code::Other);
        assert_eq!(code("18446744073709551615"), Code::Other);
    }

    /// 5 started, 2 failed; 12 tokens in 6 seconds.
    const SUMMARY: &str = r#"{"version": "2023-08-31", "num_concurrent_requests": 5, "timestamp": 1703637308,
        "results_ttft_s_quantiles_p50": 0.25, "results_ttft_s_quantiles_p95": 0.0,
        "results_end_to_end_latency_s_quantiles_p50": 1.5, "results_end_to_end_latency_s_quantiles_p95": "2.0",
        "results_number_output_tokens_mean": 4.0, "results_num_requests_started": 5, "results_number_errors": "2",
        "results_error_code_frequency": "{-100.0: 1, 429.0: 1}", "results_mean_output_throughput_token_per_s": 2.0,
        "results_num_completed_requests": 3, "results_num_completed_requests_per_min": 30.0}"#;

    #[test]
    fn a_summary_is_taken_as_sums() {
        let asked = Asked {
            requests: Some(6),
            ..Asked::default()
        };
        let run = run(SUMMARY).unwrap().with(&asked).unwrap();
        let Holds::Totals(totals) = run.holds else {
            panic!("{run:?}")
        };
        let expected = Totals {
            requests: Some(5),
            denominator: Evidence::Counts,
            completed: 3,
            answered: 3,
            output_tokens: 12,
        };
        assert_eq!(totals, expected);
        assert_eq!(
            (run.duration_s, run.concurrency, run.when_s),
            (Some(6.0), Some(5), Some(1_703_637_308.0))
        );
        let latency = run.says.latency;
        assert_eq!(
            (latency.ttft_p50_ms, latency.ttft_p95_ms),
            (Some(250.0), None)
        );
        assert_eq!(
            (latency.e2e_p50_ms, latency.e2e_p95_ms),
            (Some(1500.0), Some(2000.0))
        );
        assert_eq!(latency.tpot_p50_ms, None);
        let expected = [
            "1 of 2 errors are answers with fewer tokens than asked for",
            "asked for 6 requests, 5 are counted",
        ];
        assert_eq!(run.notes, expected);
    }

    #[test]
    fn printed_dictionaries_are_read() {
        let of = |all, few| Some(Frequency { all, few });
        assert_eq!(Frequency::of("{}"), of(0, 0));
        assert_eq!(Frequency::of("{-100.0: 97}"), of(97, 97));
        assert_eq!(
            Frequency::of("{429: np.int64(2), 'invalid: x': 3}"),
            of(5, 0)
        );
        assert_eq!(Frequency::of("{429: many}"), None);
        assert_eq!(Frequency::of("429"), None);
        assert_eq!(Frequency::of("{1: 18446744073709551615, 2: 1}"), None);
    }

    #[test]
    fn a_bad_file_is_named_with_its_place() {
        #[track_caller]
        fn case(whole: &str, from: &str, to: &str, expected: &str) {
            assert!(whole.contains(from), "{from}");
            let error = run(&whole.replacen(from, to, 1)).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
        case(
            SUMMARY,
            "started\": 5",
            "started\": 6",
            "found `6`, expected those completed and those with errors, 3 + 2",
        );
        case(
            SUMMARY,
            "429.0: 1",
            "429.0: 2",
            "`results_error_code_frequency`: found 3 errors, expected 2",
        );
        case(
            SUMMARY,
            "{-100.0: 1, 429.0: 1}",
            "node-7",
            "found another value (invalid value: a text, expected numbers of errors",
        );
        case(
            SUMMARY,
            "\"2\"",
            "\"node-7\"",
            "found another value (invalid type: a text, expected a number",
        );
        case(
            SUMMARY,
            "per_s\": 2.0",
            "per_s\": 3.0",
            "`12` tokens in `4` seconds, expected `6`",
        );
        case(
            SUMMARY,
            "mean\": 4.0",
            "mean\": 4.1",
            "expected a whole number",
        );
        case(
            SUMMARY,
            "mean\": 4.0",
            "mean\": NaN",
            "`results_number_output_tokens_mean`: found nothing",
        );
        case(
            SUMMARY,
            "errors\": \"2\"",
            "errors\": null",
            "`results_number_errors`: found nothing",
        );
        case(
            SUMMARY,
            "started\": 5",
            "started\": -5",
            "`results_num_requests_started`: found `-5`, expected a whole number",
        );
        case(SUMMARY, "30.0}", "30.0", "EOF while parsing");
        case(
            ROWS,
            "tokens\": 11",
            "tokens\": 12",
            "`[0].number_total_tokens`: found `12`, expected the input and output tokens, 7 + 4",
        );
        case(
            ROWS,
            "2.0",
            "-2.0",
            "`[0].end_to_end_latency_s`: found `-2`",
        );
        case(
            ROWS,
            "\"number_output_tokens\": 2",
            "\"x\": 2",
            "`[1].number_output_tokens`: found nothing",
        );
        case(ROWS, "\"\"}]", "\"\"}", "EOF while parsing");
        case("[]", "", "", "no request");
        let none = SUMMARY
            .replace(
                "\"results_num_completed_requests\": 3",
                "\"results_num_completed_requests\": 0",
            )
            .replace("\"2\"", "5")
            .replace("429.0: 1", "429.0: 4")
            .replace("30.0", "0.0")
            .replace("per_s\": 2.0", "per_s\": 0.0")
            .replace("4.0", "NaN");
        let none = run(&none).unwrap();
        assert_eq!((none.duration_s, none.requests()), (None, Some(5)));
    }
}
