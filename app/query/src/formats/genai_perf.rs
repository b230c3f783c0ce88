//! NVIDIA's GenAI-Perf: `profile_export_genai_perf.json`, sums over what Triton's `perf_analyzer` measured.
//!
//! It has no errors and so no denominator of its own: that comes from the plan. Replies without content are left out of
//! its latencies, tokens and `request_count`, while `request_throughput` counts all.

use std::io::BufRead;

use serde::{Deserialize, de::IgnoredAny};
use serde_json::Value;

use super::{
    Entry,
    aiperf::{Stat, mode, number},
    wire::{self, Lenient, measured, needed},
};
use crate::{ClientSays, Holds, ImportError, Run, Totals};

pub(super) const ENTRY: Entry = Entry {
    name: "genai-perf",
    fits: |shape| {
        let sums = shape.has_all(&[
            "input_config",
            "request_latency.unit",
            "request_throughput.unit",
        ]);
        let raw = shape.has_all(&["experiments", "service_kind"]);
        let table = shape.json.is_none() && shape.head.starts_with(TABLE);
        sums || raw || table
    },
    read,
};

const FORM: &str = "JSON as `genai-perf profile` writes it";

/// How its CSV begins; AIPerf's has the percentiles in the other order.
pub(super) const TABLE: &str = "Metric,avg,min,max,p99,";

/// The file's metrics as far as they matter.
#[derive(Deserialize)]
struct Wire {
    input_config: Option<Value>,
    request_count: Option<Stat>,
    request_throughput: Option<Stat>,
    request_latency: Option<Stat>,
    time_to_first_token: Option<Stat>,
    inter_token_latency: Option<Stat>,
    output_sequence_length: Option<Stat>,
    output_token_throughput: Option<Stat>,
    /// Only in the export of `perf_analyzer`.
    experiments: Option<IgnoredAny>,
}

fn read(file: &mut dyn BufRead) -> Result<Vec<Run>, ImportError> {
    if !wire::begins(file, b'{') {
        return Err(ImportError::whole(
            "text that is no JSON",
            "GenAI-Perf's JSON: the table is rounded to two places",
        ));
    }
    let wire: Wire = wire::one(Lenient::new(file), FORM)?;
    if wire.experiments.is_some() {
        return Err(ImportError::whole(
            "the export of `perf_analyzer`",
            "the sums that GenAI-Perf makes of it: that export is not read",
        ));
    }
    Ok(vec![wire.run()?])
}

impl Wire {
    fn run(self) -> Result<Run, ImportError> {
        fn number_of<T>(key: &str, value: Option<T>) -> Result<T, ImportError> {
            needed(key, value, "a number")
        }
        let completed = Stat::requests(&self.request_count, "`request_count`")?;
        let completed = number_of("request_count", completed)?;
        let output_tokens = Stat::tokens(
            &self.output_sequence_length,
            "`output_sequence_length`",
            completed,
        )?;
        let output_tokens = number_of("output_sequence_length", output_tokens)?;
        let rate = Stat::rate(&self.output_token_throughput, "`output_token_throughput`")?;
        let rate = number_of("output_token_throughput", rate)?;
        // The file has no time but this.
        let duration_s = wire::duration(
            "output tokens / `output_token_throughput`",
            output_tokens as f64 / rate,
        )?;
        let all = Stat::rate(&self.request_throughput, "`request_throughput`")?;
        let all = number_of("request_throughput", all)? * duration_s;
        let answered = all.round();
        if (all - answered).abs() > 1e-3 + 1e-6 * all
            || !(f64::from(completed)..=f64::from(u32::MAX)).contains(&answered)
        {
            return Err(ImportError::new(
                "`request_throughput`",
                format!("{all} requests in {duration_s} s"),
                format!("a whole number, at least the {completed} of `request_count`"),
            ));
        }
        let config = |paths: [&str; 2]| {
            let config = self.input_config.as_ref()?;
            paths.into_iter().find_map(|path| config.pointer(path))
        };
        Ok(Run {
            mode: config(["/endpoint/type", "/endpoint_type"]).and_then(mode),
            concurrency: config(["/perf_analyzer/stimulus/concurrency", "/concurrency"])
                .and_then(number),
            rate: measured(
                config(["/perf_analyzer/stimulus/request_rate", "/request_rate"])
                    .and_then(Value::as_f64),
            ),
            duration_s: Some(duration_s),
            says: ClientSays {
                completed: Some(completed),
                output_tok_s: Some(rate),
                latency: wire::latency(
                    Stat::ms(&self.time_to_first_token, "`time_to_first_token`")?,
                    Stat::ms(&self.inter_token_latency, "`inter_token_latency`")?,
                    Stat::ms(&self.request_latency, "`request_latency`")?,
                ),
            },
            notes: vec![format!(
                "GenAI-Perf leaves replies without content out of its latencies and tokens: they are over {completed} \
                 requests, its request throughput over {answered}"
            )],
            ..Run::of(Holds::Totals(Totals {
                answered: answered as u32,
                ..Totals::asked(completed, output_tokens)
            }))
        })
    }
}

#[cfg(test)]
mod tests {
    use rounds::{Evidence, Latency, Mode};

    use super::*;
    use crate::{Asked, shape::Shape};

    /// Five requests of which four had content, 18 tokens in 2 s.
    const SUMS: &str = r#"{
        "request_throughput": {"unit": "requests/sec", "avg": 2.5},
        "request_latency": {"unit": "ms", "avg": 500.0, "p99": 900.0, "p95": 800.0, "p50": 450.0, "min": 1, "max": 2, "std": 3},
        "time_to_first_token": {"unit": "ms", "avg": 50.0, "p95": 80.0, "p50": 45.0},
        "inter_token_latency": {"unit": "ms", "avg": 20.0, "p95": 30.0, "p50": 19.0},
        "output_token_throughput": {"unit": "tokens/sec", "avg": 9.0},
        "output_token_throughput_per_user": {"unit": "tokens/sec/user", "avg": 9.0},
        "output_sequence_length": {"unit": "tokens", "avg": 4.5, "p50": 4.0},
        "request_count": {"unit": "count", "avg": 4.0},
        "input_config": {"endpoint": {"type": "chat", "url": "node-17"}, "perf_analyzer": {"stimulus": {"concurrency": 8}}}}"#;

    fn read_with(json: &str, requests: Option<u32>) -> Result<Run, ImportError> {
        let asked = Asked {
            requests,
            ..Asked::default()
        };
        read(&mut json.as_bytes())?.remove(0).with(&asked)
    }

    #[test]
    fn sums_are_taken_over_what_was_asked() {
        let run = read_with(SUMS, Some(6)).unwrap();
        let Holds::Totals(totals) = run.holds else {
            panic!("requests");
        };
        let expected = Totals {
            requests: Some(6),
            denominator: Evidence::Asked,
            completed: 4,
            answered: 5,
            output_tokens: 18,
        };
        assert_eq!(totals, expected);
        assert_eq!(
            (run.duration_s, run.mode, run.concurrency),
            (Some(2.0), Some(Mode::Chat), Some(8))
        );
        assert_eq!(
            (run.says.completed, run.says.output_tok_s),
            (Some(4), Some(9.0))
        );
        let latency = Latency {
            ttft_p50_ms: Some(45.0),
            ttft_p95_ms: Some(80.0),
            tpot_p50_ms: Some(19.0),
            tpot_p95_ms: Some(30.0),
            e2e_p50_ms: Some(450.0),
            e2e_p95_ms: Some(800.0),
        };
        assert_eq!(run.says.latency, latency);
        assert!(
            run.notes[0].contains("over 4 requests, its request throughput over 5"),
            "{:?}",
            run.notes
        );
    }

    #[test]
    fn the_older_settings_are_flat() {
        let old = SUMS.replace(
            r#""endpoint": {"type": "chat", "url": "node-17"}, "perf_analyzer": {"stimulus": {"concurrency": 8}}"#,
            r#""endpoint_type": "completions", "concurrency": null, "request_rate": 1.5"#,
        );
        let run = read_with(&old, Some(5)).unwrap();
        assert_eq!(
            (run.mode, run.concurrency, run.rate),
            (Some(Mode::Completions), None, Some(1.5))
        );
    }

    #[test]
    fn a_bad_file_is_named_with_its_place() {
        #[track_caller]
        fn refused(json: &str, requests: Option<u32>, expected: &str) {
            let error = read_with(json, requests).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
            assert!(!error.contains("node"), "{error}");
        }
        refused(
            SUMS,
            None,
            "4 completed requests of an unknown number, expected a denominator",
        );
        refused(
            SUMS,
            Some(4),
            "found `4`, expected at least the 5 that were answered",
        );
        let case = |from: &str, to: &str, expected: &str| {
            assert!(SUMS.contains(from), "{from}");
            refused(&SUMS.replace(from, to), Some(6), expected);
        };
        case(
            "\"request_count\"",
            "\"x\"",
            "`request_count`: found nothing",
        );
        case(
            "\"output_sequence_length\"",
            "\"x\"",
            "`output_sequence_length`: found nothing",
        );
        case(
            "\"output_token_throughput\"",
            "\"x\"",
            "`output_token_throughput`: found nothing",
        );
        case(
            "\"request_throughput\"",
            "\"x\"",
            "`request_throughput`: found nothing",
        );
        case(
            "\"avg\": 9.0",
            "\"avg\": 0.0",
            "`output_token_throughput`: found nothing",
        );
        case(
            "\"avg\": 4.5",
            "\"avg\": 4.6",
            "`output_sequence_length`: found [18.4]",
        );
        case(
            "\"avg\": 4.5",
            "\"avg\": 0.0",
            "`output_token_throughput`: found `0`",
        );
        case(
            "\"avg\": 2.5",
            "\"avg\": 1.5",
            "found 3 requests in 2 s, expected a whole number, at least the 4",
        );
        case("\"avg\": 2.5", "\"avg\": 2.4", "found 4.8 requests in 2 s");
        case(
            "\"unit\": \"ms\", \"avg\": 500.0",
            "\"unit\": \"node-17\", \"avg\": 500.0",
            "a unit that is none of",
        );
        case(
            "\"unit\": \"ms\", \"avg\": 500.0",
            "\"unit\": \"tokens\", \"avg\": 500.0",
            "`request_latency`: found another unit",
        );
        case("}}}}", "}}}", "EOF while parsing");
        refused(
            "Metric,avg,min,max,p99\r\n",
            Some(6),
            "found text that is no JSON",
        );
        refused(
            r#"{"experiments": [], "version": "", "service_kind": "openai"}"#,
            Some(6),
            "the export of `perf_analyzer`",
        );
    }

    #[test]
    fn its_files_are_known_by_what_is_in_them() {
        let fits = |text: &str| (ENTRY.fits)(&Shape::of(&mut text.as_bytes()).unwrap());
        for text in [
            SUMS,
            r#"{"experiments": [], "version": "", "service_kind": "openai"}"#,
            "Metric,avg,min,max,p99,p95\r\n",
        ] {
            assert!(fits(text), "{text}");
        }
        assert!(!fits("Metric,avg,min,max,p1,p5\r\n"));
    }
}
