//! InferenceX's (before: InferenceMAX's) rows: figures drawn from a client's result file, one row or a list of them.
//!
//! A row tells rates per GPU and latencies in seconds, but not how many requests were sent, completed or failed: it is no
//! round, and the client's own file is to be imported instead. The rows of agentic scenarios do count requests, but their
//! total has the warm-up in it, and so no denominator is left to trust.

use std::io::BufRead;

use serde::Deserialize;

use super::{
    Entry,
    wire::{self, Lenient},
};
use crate::{ImportError, Run};

pub(super) const ENTRY: Entry = Entry {
    name: "inferencex",
    fits: |shape| {
        shape.has("hw")
            && (shape.has("tput_per_gpu")
                || shape.has_all(&["num_requests_total", "num_requests_successful"]))
    },
    read,
};

const FORM: &str = "a row of InferenceX, or a list of them";

#[derive(Deserialize)]
struct Row {
    num_requests_total: Option<u64>,
    num_requests_successful: Option<u64>,
    request_accounting: Option<Accounting>,
}

#[derive(Deserialize)]
struct Accounting {
    records_total: Option<u64>,
    records_profiled: Option<u64>,
    records_warmup_dropped: Option<u64>,
    records_error_dropped: Option<u64>,
}

fn read(file: &mut dyn BufRead) -> Result<Vec<Run>, ImportError> {
    let list = wire::begins(file, b'[');
    let file = Lenient::new(file);
    let rows = if list {
        wire::one(file, FORM)?
    } else {
        vec![wire::one::<Row>(file, FORM)?]
    };
    let Some(first) = rows.first() else {
        return Err(ImportError::whole("no row", FORM));
    };
    let counts = first.counts();
    let rows = match rows.len() {
        1 => "an aggregate row".to_owned(),
        rows => format!("{rows} aggregate rows"),
    };
    Err(match counts {
        None => ImportError::whole(
            format!("{rows} without the numbers of requests sent, completed and failed"),
            "the client's own result file, of which the row was made",
        ),
        Some(counts) => ImportError::whole(
            format!("{rows} of an agentic scenario, {counts}"),
            "the client's own file of every request, of which the row was made",
        ),
    })
}

impl Row {
    /// What it counts of its requests, in words.
    fn counts(&self) -> Option<String> {
        let said = |counts: &[(Option<u64>, &str)]| {
            let counts = counts.iter();
            let said: Vec<_> = counts
                .filter_map(|(count, of)| count.map(|count| format!("{count} {of}")))
                .collect();
            (!said.is_empty()).then(|| said.join(", "))
        };
        let accounted = self.request_accounting.as_ref().and_then(|records| {
            said(&[
                (records.records_total, "records"),
                (records.records_profiled, "profiled"),
                (records.records_warmup_dropped, "dropped as warm-up"),
                (records.records_error_dropped, "dropped for an error"),
            ])
        });
        accounted.or_else(|| {
            said(&[
                (self.num_requests_total, "requests with the warm-up"),
                (self.num_requests_successful, "successful"),
            ])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn case(json: &str, expected: &str) {
        let error = read(&mut json.as_bytes()).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
    }

    #[test]
    fn rows_are_refused_with_what_they_count() {
        let row = r#"{"hw": "x", "conc": 4, "tput_per_gpu": 55.6, "mean_ttft": NaN}"#;
        case(row, "an aggregate row without the numbers of requests");
        case(
            &format!("[{row}, {row}]"),
            "2 aggregate rows without the numbers",
        );
        let flat = r#"{"hw": "x", "num_requests_total": 9, "num_requests_successful": 4, "tput_per_gpu": 1}"#;
        case(
            flat,
            "agentic scenario, 9 requests with the warm-up, 4 successful",
        );
        let accounted = r#"{"hw": "x", "num_requests_total": 9, "num_requests_successful": 4, "request_accounting":
            {"records_total": 9, "records_profiled": 4, "records_dropped_total": 5, "records_warmup_dropped": 4,
            "records_error_dropped": 1, "error_categories": {"x": 1}}}"#;
        case(
            accounted,
            "9 records, 4 profiled, 4 dropped as warm-up, 1 dropped for an error",
        );
        case("[]", "no row");
        case(&row[..row.len() - 1], "EOF while parsing");
        case(
            r#"{"hw": "x", "num_requests_total": "node-7"}"#,
            "invalid type: a text",
        );
    }
}
