//! MLPerf LoadGen's `mlperf_log_summary.txt` and `mlperf_log_detail.txt`.
//!
//! LoadGen measures samples of any kind of model. Its logs hold no request and no failure, nor the tokens of one, and its
//! percentiles are steps of the sorted samples: of ten, the 90th is the largest. That is no round, and they are refused,
//! with what they tell of the samples.

use std::{fmt::Display, io::BufRead};

use serde::Deserialize;
use serde_json::Value;

use super::{Entry, wire};
use crate::{ImportError, Run};

pub(super) const ENTRY: Entry = Entry {
    name: "mlperf loadgen",
    fits: |shape| shape.line("MLPerf Results Summary") || shape.line(LOG),
    read,
};

/// Each line of the detailed log starts with it.
const LOG: &str = ":::MLLOG";

/// What either log tells.
#[derive(Default)]
struct Told {
    scenario: Option<&'static str>,
    valid: Option<bool>,
    samples_per_query: Option<u64>,
    queries: Option<u64>,
}

#[derive(Deserialize)]
struct Entered {
    key: String,
    value: Value,
}

fn read(file: &mut dyn BufRead) -> Result<Vec<Run>, ImportError> {
    let mut told = Told::default();
    wire::each_line(file, |_, line| {
        let line = String::from_utf8_lossy(line);
        if let Some(entry) = line.strip_prefix(LOG) {
            if let Ok(Entered { key, value }) = serde_json::from_str(entry) {
                let text = value.as_str().map(str::to_owned);
                told.take(&key, &text.unwrap_or_else(|| value.to_string()));
            }
        } else if let Some((key, value)) = line.split_once(':') {
            told.take(key.trim(), value.trim());
        }
        Ok(())
    })?;
    Err(told.refusal())
}

impl Told {
    fn take(&mut self, key: &str, value: &str) {
        match key {
            "Scenario" | "effective_scenario" => {
                let known = ["SingleStream", "MultiStream", "Server", "Offline"];
                self.scenario = known
                    .into_iter()
                    .find(|name| name.replace(' ', "") == value.replace(' ', ""));
            }
            "Result is" | "result_validity" => self.valid = Some(value == "VALID"),
            "samples_per_query" | "effective_samples_per_query" => {
                self.samples_per_query = value.parse().ok();
            }
            "result_query_count" => self.queries = value.parse().ok(),
            _ => {}
        }
    }

    /// Samples behind its figures. Offline is one query; elsewhere the summary does not count its queries.
    fn samples(&self) -> Option<u64> {
        let queries = match self.scenario {
            Some("Offline") => Some(1),
            _ => self.queries,
        };
        queries?.checked_mul(self.samples_per_query?)
    }

    fn refusal(&self) -> ImportError {
        let known = |fact: Option<&dyn Display>, otherwise: &str| {
            fact.map_or(otherwise.to_owned(), ToString::to_string)
        };
        let validity = self
            .valid
            .map(|valid| if valid { "VALID" } else { "INVALID" });
        let samples = self.samples().map(|samples| format!("{samples} samples"));
        let scenario = self.scenario;
        ImportError::whole(
            format!(
                "LoadGen's log ({}, {}, {}) without the requests and their tokens, and with percentiles that are steps",
                known(
                    scenario.as_ref().map(|name| name as &dyn Display),
                    "no scenario"
                ),
                known(
                    validity.as_ref().map(|name| name as &dyn Display),
                    "no result"
                ),
                known(
                    samples.as_ref().map(|count| count as &dyn Display),
                    "an untold number of samples"
                ),
            ),
            "a client's file of its requests, or of how many were sent, completed and failed",
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn case(log: &str, expected: &str) {
        let error = read(&mut log.as_bytes()).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
        assert!(!error.to_string().contains("node-7"), "{error}");
    }

    const SUMMARY: &str = "===\nMLPerf Results Summary\n===\nSUT name : node-7\nScenario : Offline\nMode     : PerformanceOnly\n\
        Samples per second: 0.16\nResult is : VALID\n  Min duration satisfied : Yes\n99.00 percentile latency (ns)   : 60\n\
        samples_per_query : 10\nqsl_rng_seed : 13281865557512327830\n";

    #[test]
    fn a_summary_is_refused_with_its_samples() {
        case(
            SUMMARY,
            "LoadGen's log (Offline, VALID, 10 samples) without the requests",
        );
        case(
            &SUMMARY.replace('\n', "\r\n"),
            "(Offline, VALID, 10 samples)",
        );
        case(
            &SUMMARY.replace("VALID", "INVALID"),
            "(Offline, INVALID, 10 samples)",
        );
        case(
            &SUMMARY.replace("Offline", "Server"),
            "(Server, VALID, an untold number of samples)",
        );
        case(
            &SUMMARY.replace("Offline", "node-7"),
            "(no scenario, VALID, an untold number",
        );
        case(
            "MLPerf Results Summary",
            "(no scenario, no result, an untold number",
        );
    }

    #[test]
    fn a_detailed_log_is_refused_with_its_samples() {
        let log = r#":::MLLOG {"key": "effective_scenario", "value": "Single Stream", "time_ms": 0.1, "metadata": {"pid": 1}}
:::MLLOG {"key": "effective_samples_per_query", "value": 2}
:::MLLOG {"key": "effective_qsl_rng_seed", "value": 13281865557512327830}
:::MLLOG {"key": "result_validity", "value": "INVALID"}
:::MLLOG {"key": "result_query_count", "value": 64}
:::MLLOG {"key": "cut"#;
        case(log, "(SingleStream, INVALID, 128 samples)");
        case(
            &log.replace("64", "18446744073709551615"),
            "an untold number",
        );
    }
}
