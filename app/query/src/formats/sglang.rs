//! SGLang's `bench_serving`, with and without `--output-details`.
//!
//! One JSON object a run, appended line after line to a file that may hold runs of several set-ups. Python's `Infinity`
//! and `NaN` occur. How many requests were sent stands in no key: without details it must be said.
//!
//! A request is a success with HTTP 200 and a stream that ended. Its output tokens default to the number asked for, so
//! an answer without text and without a usage gets full credit; the text encoded again (`_retokenized`) shows that in sum.
//! The time to first text is to the first that is not empty, 0 if none came. The latency is to the last line; details hold
//! only the gaps between texts.

use std::io::BufRead;

use rounds::{Mode, Rule};

use super::{
    Entry,
    vllm::{Broke, NO_END, Rate, end_with_text, in_time, last_texts, mean_follows, totals},
    wire::{self, HasText, Keyed, Sum, follows, keys, measured, needed, same_length},
};
use crate::{ClientSays, Holds, ImportError, Record, Requests, Run};

pub(super) const ENTRY: Entry = Entry {
    name: "sglang bench_serving",
    fits: |shape| {
        shape.has_all(&["backend", "duration", "completed", "total_output_tokens"])
            && (shape.has("total_output_tokens_retokenized")
                || shape.has_all(&["dataset_name", "random_range_ratio"]))
    },
    read,
};

const FORM: &str = "JSON lines as SGLang's `bench_serving` writes them";

/// Encoded again, a text seldom has the very tokens it was made of; less than this share is no such difference.
const ENCODED_AGAIN: f64 = 0.9;

keys! {
    /// One run, as far as it matters; the other keys are settings, the server's own, and further aggregates.
    struct Wire {
        backend: String,
        dataset_name: String,
        request_rate: Rate,
        max_concurrency: u32,
        sharegpt_output_len: u32,
        random_output_len: u32,
        random_range_ratio: f64,
        duration: f64,
        completed: u32,
        total_input_tokens: u64,
        total_output_tokens: u64,
        total_output_tokens_retokenized: u64,
        request_throughput: f64,
        input_throughput: f64,
        output_throughput: f64,
        total_throughput: f64,
        mean_ttft_ms: f64,
        mean_e2e_latency_ms: f64,
        median_ttft_ms: f64,
        median_tpot_ms: f64,
        median_e2e_latency_ms: f64,
        p95_ttft_ms: f64,
        p95_tpot_ms: f64,
        p95_e2e_latency_ms: f64,
        input_lens: Vec<u32>,
        output_lens: Vec<u32>,
        ttfts: Vec<f64>,
        itls: Vec<Sum>,
        generated_texts: Vec<HasText>,
        errors: Vec<Broke>,
    }
}

/// The lists of `--output-details`.
struct Details {
    input_lens: Option<Vec<u32>>,
    tokens: Vec<u32>,
    ttfts: Vec<f64>,
    gaps: Vec<Sum>,
    texts: Vec<HasText>,
    errors: Vec<Broke>,
}

fn read(file: &mut dyn BufRead) -> Result<Vec<Run>, ImportError> {
    let mut runs = vec![];
    wire::each_listed(file, FORM, |Keyed(wire): Keyed<Wire>| {
        runs.push(wire.run()?);
        Ok(())
    })?;
    if runs.is_empty() {
        // It writes no line for a run in which every request failed.
        let expected = "at least one: a run without a line has failed as a whole";
        return Err(ImportError::whole("no run", expected));
    }
    Ok(runs)
}

impl Wire {
    fn run(mut self) -> Result<Run, ImportError> {
        let duration_s = needed("duration", self.duration, "seconds")?;
        let duration_s = wire::duration("`duration`", duration_s)?;
        let completed = needed("completed", self.completed, "a number")?;
        let output_tokens = self.total_output_tokens;
        let output_tokens = needed("total_output_tokens", output_tokens, "a number")?;
        let backend = self.backend.take().unwrap_or_default();
        if backend.ends_with("-embedding") {
            let found = "an endpoint for embeddings";
            return Err(ImportError::new(
                "`backend`",
                found,
                "one that generates text",
            ));
        }
        let input_tokens = self.total_input_tokens.map(|tokens| tokens as f64);
        let (count, output) = (f64::from(completed), output_tokens as f64);
        for (key, rate, of, sum) in [
            (
                "request_throughput",
                self.request_throughput,
                "`completed`",
                Some(count),
            ),
            (
                "input_throughput",
                self.input_throughput,
                "`total_input_tokens`",
                input_tokens,
            ),
            (
                "output_throughput",
                self.output_throughput,
                "`total_output_tokens`",
                Some(output),
            ),
            (
                "total_throughput",
                self.total_throughput,
                "(`total_input_tokens` + `total_output_tokens`)",
                input_tokens.map(|input| input + output),
            ),
        ] {
            if let Some(sum) = sum {
                follows(key, rate, &format!("{of} / `duration`"), sum / duration_s)?;
            }
        }

        let mut notes = vec![];
        let rate = match &self.request_rate {
            Some(Rate::Number(rate)) => measured(Some(*rate)),
            Some(Rate::Trace) => {
                notes.push("rate: requests were sent at the times of a trace".into());
                None
            }
            Some(Rate::Word) => {
                let (found, expected) = ("a text that is not `trace`", "a number or `trace`");
                return Err(ImportError::new("`request_rate`", found, expected));
            }
            Some(Rate::Unlimited) | None => None,
        };
        let says = ClientSays {
            completed: Some(completed),
            output_tok_s: measured(self.output_throughput),
            latency: wire::latency(
                [self.median_ttft_ms, self.p95_ttft_ms].map(measured),
                [self.median_tpot_ms, self.p95_tpot_ms].map(measured),
                [self.median_e2e_latency_ms, self.p95_e2e_latency_ms].map(measured),
            ),
        };
        let encoded_again = self.total_output_tokens_retokenized;
        if let Some(again) = encoded_again.filter(|_| output_tokens > 0)
            && (again as f64) < ENCODED_AGAIN * output
        {
            notes.push(format!(
                "output tokens: {output_tokens} by the client, {again} in its texts encoded again"
            ));
        }
        let concurrency = self.max_concurrency;
        let holds = match self.details()? {
            Some(details) => {
                let some_text = details.texts.iter().any(|text| text.0);
                if let Some(again) = encoded_again.filter(|&again| (again > 0) != some_text) {
                    return Err(ImportError::new(
                        "`total_output_tokens_retokenized`",
                        format!("`{again}`"),
                        format!(
                            "{} as in `generated_texts`",
                            if some_text { "some" } else { "0" }
                        ),
                    ));
                }
                Holds::Requests(self.requests(details, duration_s, &mut notes)?)
            }
            None if encoded_again == Some(0) && output_tokens > 0 => {
                return Err(ImportError::new(
                    "`total_output_tokens_retokenized`",
                    "`0`",
                    format!(
                        "some: {output_tokens} tokens are counted for texts that are all empty"
                    ),
                ));
            }
            None => Holds::Totals(totals(completed, None, None, output_tokens)?),
        };
        Ok(Run {
            mode: mode(&backend),
            concurrency,
            rate,
            duration_s: Some(duration_s),
            says,
            notes,
            ..Run::of(holds)
        })
    }

    /// The lists, if they are there: all of them, and all of one length.
    fn details(&mut self) -> Result<Option<Details>, ImportError> {
        let some = self.input_lens.is_some()
            || self.output_lens.is_some()
            || self.ttfts.is_some()
            || self.itls.is_some()
            || self.generated_texts.is_some()
            || self.errors.is_some();
        if !some {
            return Ok(None);
        }
        fn listed<T>(key: &str, list: Option<Vec<T>>) -> Result<Vec<T>, ImportError> {
            needed(key, list, "a list")
        }
        let details = Details {
            input_lens: self.input_lens.take(),
            ttfts: listed("ttfts", self.ttfts.take())?,
            gaps: listed("itls", self.itls.take())?,
            texts: listed("generated_texts", self.generated_texts.take())?,
            errors: listed("errors", self.errors.take())?,
            tokens: listed("output_lens", self.output_lens.take())?,
        };
        let requests = details.tokens.len();
        for (key, length) in [
            ("input_lens", details.input_lens.as_ref().map(Vec::len)),
            ("ttfts", Some(details.ttfts.len())),
            ("itls", Some(details.gaps.len())),
            ("generated_texts", Some(details.texts.len())),
            ("errors", Some(details.errors.len())),
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
        let unbroken = details
            .errors
            .iter()
            .filter(|broke| **broke == Broke::No)
            .count();
        if let Some(completed) = self.completed.filter(|&n| n as usize != unbroken) {
            return Err(ImportError::new(
                "`completed`",
                format!("`{completed}`"),
                format!("{unbroken}, the requests without an error"),
            ));
        }
        let sum: u64 = details.tokens.iter().map(|&tokens| u64::from(tokens)).sum();
        if let Some(total) = self.total_output_tokens.filter(|&total| total != sum) {
            return Err(ImportError::new(
                "`total_output_tokens`",
                format!("`{total}`"),
                format!("`{sum}`, the sum of `output_lens`"),
            ));
        }
        Ok(Some(details))
    }

    fn requests(
        &self,
        details: Details,
        duration_s: f64,
        notes: &mut Vec<String>,
    ) -> Result<Requests, ImportError> {
        let asked = self.asked();
        let Details {
            input_lens,
            tokens,
            ttfts,
            gaps,
            texts,
            errors,
        } = details;
        in_time("ttfts", &ttfts, duration_s)?;
        let e2e = last_texts(&ttfts, gaps, duration_s)?;
        let mean = |list: &[f64]| {
            let unbroken = list
                .iter()
                .zip(&errors)
                .filter(|(_, broke)| **broke == Broke::No);
            unbroken.fold((0.0, 0), |(sum, n), (seconds, _)| (sum + seconds, n + 1))
        };
        mean_follows("mean_ttft_ms", self.mean_ttft_ms, "ttfts", mean(&ttfts))?;
        let ends_with_text = self
            .mean_e2e_latency_ms
            .is_none_or(|mean_ms| end_with_text(mean_ms, mean(&e2e)));
        if !ends_with_text {
            notes.push(NO_END.into());
        }
        // Where no answer of several tokens has a gap, none was streamed: the first text came with the last.
        let several = |i: usize| errors[i] == Broke::No && tokens[i] > 1 && texts[i].0;
        let answers = || (0..tokens.len()).filter(|&i| several(i));
        let streamed = answers().next().is_none() || answers().any(|i| e2e[i] > ttfts[i]);
        if !streamed {
            notes.push("no times to first text: no answer was streamed".into());
        }

        let record = |i: usize| {
            let (broke, text, ttft_s, e2e_s) = (errors[i], texts[i].0, ttfts[i], e2e[i]);
            // Nothing is kept of a request that broke: before a first text no answer came, after it the stream was cut.
            let lost = broke == Broke::Other && !text;
            Record {
                http: broke != Broke::Http && !(lost && ttft_s <= 0.0),
                done: broke != Broke::Cut && !lost,
                text,
                usage: tokens[i] > 0 || broke != Broke::No,
                sound: broke != Broke::Other && ttft_s > 0.0,
                output_tokens: tokens[i],
                asked,
                input_tokens: input_lens.as_ref().map(|lens| lens[i]),
                ttft_s: Some(ttft_s).filter(|&seconds| seconds > 0.0 && streamed),
                e2e_s: Some(e2e_s).filter(|&seconds| seconds > 0.0 && ends_with_text),
                ..Record::default()
            }
        };
        let records = (0..tokens.len()).map(record).collect();
        Ok(Requests {
            records,
            unchecked: vec![Rule::Done, Rule::Usage],
            fingerprint: input_lens.map(wire::lengths),
        })
    }

    /// Output tokens asked of every request, where the file tells one number: lengths at random are drawn from
    /// `random_range_ratio` x the length up to the length.
    fn asked(&self) -> Option<u32> {
        match self.dataset_name.as_deref()? {
            "random" | "random-ids" | "image" if self.random_range_ratio == Some(1.0) => {
                self.random_output_len
            }
            "sharegpt" => self.sharegpt_output_len,
            _ => None,
        }
    }
}

fn mode(backend: &str) -> Option<Mode> {
    match backend {
        _ if backend.ends_with("-chat") => Some(Mode::Chat),
        "sglang" | "sglang-native" | "sglang-oai" | "vllm" | "lmdeploy" | "trt" | "truss"
        | "gserver" => Some(Mode::Completions),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use rounds::Evidence;

    use super::*;
    use crate::{Asked, Totals, shape::Shape};

    const ASKED: Asked = Asked {
        output_tokens: Some(9),
        requests: Some(6),
        duration_s: None,
    };

    /// Six requests in 4 s, 4 tokens asked each: fine; no text, yet full credit; refused; never answered; broken after a
    /// first text; fine but for its length.
    const SIX: &str = r#"{"tag": null, "backend": "sglang-oai", "dataset_name": "random", "request_rate": Infinity,
        "max_concurrency": 2, "sharegpt_output_len": null, "random_output_len": 4, "random_range_ratio": 1.0,
        "server_info": {"duration": 1, "host": "x"}, "duration": 4.0, "completed": 3, "total_input_tokens": 9,
        "total_output_tokens": 10, "total_output_tokens_retokenized": 6, "request_throughput": 0.75,
        "output_throughput": 2.5, "total_throughput": 4.75, "mean_ttft_ms": 100.0, "mean_e2e_latency_ms": 301.0,
        "p95_e2e_latency_ms": 560.0, "input_lens": [3, 3, 3, 3, 3, 3], "output_lens": [4, 4, 0, 0, 0, 2],
        "ttfts": [0.1, 0.0, 0.0, 0.0, 0.2, 0.2], "itls": [[0.2, 0.1], [], [], [], [0.1], [0.3]],
        "generated_texts": ["a", "", "", "", "", "b"], "errors": ["", "", "Service Unavailable: {\"a\": \"\\n\"}",
        "Traceback (most recent call last):\n x", "Traceback (most recent call last):\n y", ""]}
"#;

    /// A row of 2024, without details: three keys fewer than today's.
    const PLAIN: &str = r#"{"backend": "sglang", "dataset_name": "random", "request_rate": 2.5, "max_concurrency": null,
        "random_output_len": 8, "random_range_ratio": 0.0, "total_input_tokens": 12, "total_output_tokens": 20,
        "total_output_tokens_retokenized": 19, "median_e2e_latency_ms": 400.0, "median_ttft_ms": 50.0,
        "output_throughput": 10.0, "duration": 2.0, "completed": 4}"#;

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

    #[track_caller]
    fn refused(json: &str, from: &str, to: &str, expected: &str) {
        assert!(json.contains(from), "{from}");
        let error = all(&json.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }

    #[test]
    fn each_request_is_judged_by_what_the_file_shows() {
        let requests = requests(SIX);
        let rules = |record: &Record| [record.http, record.done, record.text, record.sound];
        let rules = Vec::from_iter(requests.records.iter().map(rules));
        assert_eq!(
            rules,
            [
                [true, true, true, true],
                [true, true, false, false],
                [false, true, false, false],
                [false, false, false, false],
                [true, false, false, false],
                [true, true, true, true],
            ]
        );
        let [first, empty, .., last] = &requests.records[..] else {
            panic!("{requests:?}");
        };
        // The file's own length asked, not the plan's.
        assert_eq!((first.output_tokens, first.asked), (4, Some(4)));
        assert_eq!((last.output_tokens, last.asked), (2, Some(4)));
        assert_eq!((empty.ttft_s, empty.e2e_s), (None, None));
        assert_eq!(first.ttft_s, Some(0.1));
        assert!((first.e2e_s.unwrap() - 0.4).abs() < 1e-12);
        assert_eq!(requests.unchecked, [Rule::Done, Rule::Usage]);
        let lengths = wire::lengths([3; 6]);
        assert_eq!(requests.fingerprint, Some(lengths));
    }

    #[test]
    fn a_run_has_its_settings_and_notes() {
        let run = run(SIX);
        assert_eq!(
            (run.mode, run.concurrency),
            (Some(Mode::Completions), Some(2))
        );
        assert_eq!((run.rate, run.duration_s), (None, Some(4.0)));
        assert_eq!(run.says.latency.e2e_p95_ms, Some(560.0));
        assert_eq!(
            run.notes,
            ["output tokens: 10 by the client, 6 in its texts encoded again"]
        );
    }

    #[test]
    fn the_length_asked_is_the_files_where_it_is_one_number() {
        let asked = |from: &str, to: &str| requests(&SIX.replace(from, to)).records[0].asked;
        assert_eq!(
            asked("\"random_range_ratio\": 1.0", "\"random_range_ratio\": 0.5"),
            Some(9)
        );
        assert_eq!(asked("\"random\"", "\"sharegpt\""), Some(9));
        let sharegpt = SIX.replace("\"random\"", "\"sharegpt\"");
        let fixed = sharegpt.replace("output_len\": null", "output_len\": 7");
        assert_eq!(requests(&fixed).records[0].asked, Some(7));
    }

    #[test]
    fn end_to_end_times_are_the_clients_or_none() {
        // The mean of (0.4, 0, 0.5) s is 300 ms; the client's own may be a little later, for the lines after the text.
        let later = run(&SIX.replace("301.0", "310.0"));
        assert!(
            later
                .notes
                .iter()
                .any(|note| note.starts_with("no end-to-end times"))
        );
        let Holds::Requests(requests) = later.holds else {
            panic!("{later:?}");
        };
        assert!(requests.records.iter().all(|record| record.e2e_s.is_none()));
        assert!(requests.records[0].sound);
    }

    #[test]
    fn an_answer_in_one_piece_has_no_first_text() {
        let whole = SIX
            .replace(
                "[[0.2, 0.1], [], [], [], [0.1], [0.3]]",
                "[[], [], [], [], [], []]",
            )
            .replace("301.0", "100.0");
        let run = run(&whole);
        assert!(
            run.notes
                .contains(&"no times to first text: no answer was streamed".into())
        );
        let Holds::Requests(requests) = run.holds else {
            panic!("{run:?}");
        };
        let first = requests.records[0];
        assert_eq!(
            (first.ttft_s, first.e2e_s, first.sound),
            (None, Some(0.1), true)
        );
    }

    #[test]
    fn plain_rows_need_to_be_told_how_many_were_sent() {
        let run = run(PLAIN);
        let Holds::Totals(totals) = run.holds else {
            panic!("{run:?}");
        };
        let expected = Totals {
            requests: Some(6),
            denominator: Evidence::Asked,
            completed: 4,
            answered: 4,
            output_tokens: 20,
        };
        assert_eq!(totals, expected);
        assert_eq!((run.rate, run.concurrency), (Some(2.5), None));
        assert_eq!(run.says.latency.ttft_p50_ms, Some(50.0));
        assert_eq!(run.says.latency.ttft_p95_ms, None);
        assert!(run.notes.is_empty());

        let unknown = read(&mut PLAIN.as_bytes()).unwrap().remove(0);
        let unknown = unknown.with(&Asked::default()).unwrap_err();
        assert!(
            unknown
                .to_string()
                .contains("4 completed requests of an unknown number")
        );
        refused(
            PLAIN,
            "\"completed\": 4",
            "\"completed\": 7",
            "found `6`, expected at least the 7 that were answered",
        );
    }

    #[test]
    fn each_line_is_a_run() {
        let two = format!(
            "{}\n{}\n",
            PLAIN.replace('\n', " "),
            PLAIN.replace('\n', "")
        );
        let runs = read(&mut two.as_bytes()).unwrap();
        assert_eq!(runs.len(), 2);
        let sent = runs.into_iter().zip([6, 9]).map(|(run, requests)| {
            let asked = Asked {
                requests: Some(requests),
                ..ASKED
            };
            run.with(&asked).unwrap().requests()
        });
        assert_eq!(Vec::from_iter(sent), [Some(6), Some(9)]);
        refused("\n", "", "", "no run");
    }

    #[test]
    fn a_run_that_failed_as_a_whole_has_no_figures() {
        let failed = r#"{"backend": "vllm-chat", "dataset_name": "random", "request_rate": "trace", "duration": 2.0,
            "completed": 0, "total_input_tokens": 0, "total_output_tokens": 0, "total_output_tokens_retokenized": 0,
            "random_range_ratio": 0.0, "output_throughput": 0.0, "mean_ttft_ms": 0.0, "mean_e2e_latency_ms": NaN}"#;
        let run = run(failed);
        assert_eq!((run.mode, run.rate), (Some(Mode::Chat), None));
        assert_eq!(run.says.output_tok_s, None);
        assert_eq!(
            run.notes,
            ["rate: requests were sent at the times of a trace"]
        );
        assert_eq!(run.requests(), Some(6));
    }

    #[test]
    fn contradictions_are_refused_with_their_place() {
        refused(
            PLAIN,
            "retokenized\": 19",
            "retokenized\": 0",
            "`total_output_tokens_retokenized`: found `0`",
        );
        refused(
            SIX,
            "retokenized\": 6",
            "retokenized\": 0",
            "found `0`, expected some as in `generated_texts`",
        );
        refused(
            SIX,
            "[\"a\", \"\", \"\", \"\", \"\", \"b\"]",
            "[\"\", \"\", \"\", \"\", \"\", \"\"]",
            "found `6`, expected 0",
        );
        refused(
            SIX,
            "\"completed\": 3",
            "\"completed\": 4",
            "`request_throughput`: found `0.75`, expected `completed` / `duration`, `1`",
        );
        refused(
            &SIX.replace("\"request_throughput\": 0.75,", ""),
            "\"completed\": 3",
            "\"completed\": 4",
            "`completed`: found `4`, expected 3, the requests without an error",
        );
        refused(
            SIX,
            "\"completed\": 3, \"total",
            "\"completed\": 3, \"total_output_tokens\": 9, \"total",
            "duplicate field `total_output_tokens`",
        );
        refused(
            SIX,
            "[4, 4, 0, 0, 0, 2]",
            "[4, 4, 0, 0, 0, 3]",
            "`total_output_tokens`: found `10`, expected `11`",
        );
        refused(
            SIX,
            "[4, 4, 0, 0, 0, 2]",
            "[4, 4, 0, 0, 0]",
            "`input_lens`: found 6 entries, expected 5 as in `output_lens`",
        );
        refused(
            SIX,
            "\"output_lens\": [4, 4, 0, 0, 0, 2],",
            "",
            "`output_lens`: found nothing",
        );
        refused(
            SIX,
            "\"itls\": [[0.2, 0.1]",
            "\"itls\": [[-0.2, 0.1]",
            "`itls[0]`: found `-0.1",
        );
        refused(
            SIX,
            "\"ttfts\": [0.1",
            "\"ttfts\": [100.0",
            "`ttfts[0]`: found `100`, expected seconds within the run's `4`",
        );
        refused(
            SIX,
            "\"ttfts\": [0.1",
            "\"ttfts\": [0.11",
            "`mean_ttft_ms`: found `100`, expected the mean of `ttfts` over 3 requests",
        );
        refused(
            SIX,
            "\"ttfts\": [0.1",
            "\"ttfts\": [NaN",
            "`ttfts`: invalid type: null",
        );
        refused(
            SIX,
            "\"output_throughput\": 2.5",
            "\"output_throughput\": 2.6",
            "`output_throughput`: found `2.6`",
        );
        refused(
            SIX,
            "\"total_throughput\": 4.75",
            "\"total_throughput\": 2.5",
            "`total_throughput`: found `2.5`",
        );
        refused(
            SIX,
            "Infinity",
            "\"fast\"",
            "`request_rate`: found a text that is not `trace`",
        );
        refused(
            SIX,
            "\"sglang-oai\"",
            "\"vllm-embedding\"",
            "`backend`: found an endpoint for embeddings",
        );
        refused(
            SIX,
            "\"duration\": 4.0",
            "\"duration\": \"4\"",
            "`duration`: invalid type: a text, expected f64",
        );
        refused(SIX, "\"\"]}", "\"\"]", "EOF while parsing");
    }

    #[test]
    fn its_rows_are_told_from_vllms() {
        let fits = |json: &str| (ENTRY.fits)(&Shape::of(&mut json.as_bytes()).unwrap());
        assert!(fits(SIX) && fits(PLAIN));
        assert!(!fits(
            r#"{"backend": "vllm", "duration": 1.0, "completed": 1, "total_output_tokens": 1}"#
        ));
    }
}
