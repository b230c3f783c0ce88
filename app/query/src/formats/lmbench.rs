//! LMBench's table of requests: CSV of `prompt_tokens`, `generation_tokens`, `ttft`, `generation_time`, `launch_time` and
//! `finish_time`, seconds, the last two on one clock.
//!
//! Only requests that finished have a row, and none a status: what failed cannot be seen. So the rows are sums over the
//! number of requests that the plan says were sent.

use std::io::BufRead;

use serde::Deserialize;

use super::{Entry, wire};
use crate::{ClientSays, Holds, ImportError, Run, Totals};

pub(super) const ENTRY: Entry = Entry {
    name: "lmbench",
    fits: |shape| {
        let header = shape.head.lines().next().unwrap_or_default();
        let names: Vec<&str> = header
            .split(',')
            .map(|name| name.trim().trim_matches('"'))
            .collect();
        shape.json.is_none() && COLUMNS.iter().all(|column| names.contains(column))
    },
    read,
};

const COLUMNS: [&str; 6] = [
    "prompt_tokens",
    "generation_tokens",
    "ttft",
    "generation_time",
    "launch_time",
    "finish_time",
];

#[derive(Deserialize)]
struct Row {
    generation_tokens: u32,
    ttft: f64,
    generation_time: f64,
    launch_time: f64,
    finish_time: f64,
}

fn read(file: &mut dyn BufRead) -> Result<Vec<Run>, ImportError> {
    let form = "a table of LMBench";
    let mut table = csv::ReaderBuilder::new()
        .trim(csv::Trim::All)
        .from_reader(file);
    let (mut rows, mut output_tokens) = (0u32, 0u64);
    let (mut first, mut last) = (f64::INFINITY, f64::NEG_INFINITY);
    for row in table.deserialize::<Row>() {
        let row = row.map_err(|error| broken(&error, form))?;
        // The header is line 1.
        row.check(u64::from(rows) + 2)?;
        rows = rows.saturating_add(1);
        output_tokens = output_tokens.saturating_add(u64::from(row.generation_tokens));
        first = first.min(row.launch_time);
        last = last.max(row.finish_time);
    }
    if rows == 0 {
        return Err(ImportError::whole("no request", "at least one"));
    }
    let duration_s = wire::duration("`finish_time` - `launch_time`", last - first)?;
    Ok(vec![Run {
        when_s: Some(first),
        duration_s: Some(duration_s),
        says: ClientSays {
            completed: Some(rows),
            ..ClientSays::default()
        },
        ..Run::of(Holds::Totals(Totals::asked(rows, output_tokens)))
    }])
}

impl Row {
    /// Errs where the times of the request on line `number` are none, or contradict each other.
    fn check(&self, number: u64) -> Result<(), ImportError> {
        let wrong = |key: &str, found: f64, expected: String| {
            let place = format!("line {number}, `{key}`");
            Err(ImportError::new(place, format!("`{found}`"), expected))
        };
        let spans = [
            ("ttft", self.ttft),
            ("generation_time", self.generation_time),
            ("launch_time", self.launch_time),
            ("finish_time", self.finish_time),
        ];
        for (key, seconds) in spans {
            if !seconds.is_finite() || seconds < 0.0 {
                return wrong(key, seconds, "seconds, not negative".into());
            }
        }
        let (whole, parts) = (
            self.finish_time - self.launch_time,
            self.ttft + self.generation_time,
        );
        // Times since 1970 have lost their last digits.
        if (whole - parts).abs() > 1e-3 * parts.max(1.0) {
            let expected =
                format!("`{parts}` after `launch_time`, as `ttft` and `generation_time` add up to");
            return wrong("finish_time", whole, expected);
        }
        Ok(())
    }
}

/// A row of another kind, with its place and without its text.
fn broken(error: &csv::Error, form: &str) -> ImportError {
    let place = error.position().map_or("the whole file".into(), |place| {
        format!("line {}", place.line())
    });
    let found = match error.kind() {
        csv::ErrorKind::Deserialize { err, .. } => {
            match err.field().and_then(|field| usize::try_from(field).ok()) {
                Some(field) => format!("another value in column {}", field.saturating_add(1)),
                None => "a table without one of its columns".into(),
            }
        }
        csv::ErrorKind::UnequalLengths {
            expected_len, len, ..
        } => {
            format!("{len} values under {expected_len} names")
        }
        csv::ErrorKind::Utf8 { .. } => "no UTF-8".into(),
        csv::ErrorKind::Io(error) => format!("nothing readable ({error})"),
        _ => "no CSV".into(),
    };
    ImportError::new(place, found, form)
}

#[cfg(test)]
mod tests {
    use rounds::Evidence;

    use super::*;
    use crate::Asked;

    /// From 100 s to 102.5 s; 30 tokens.
    const TABLE: &str = "prompt_tokens,generation_tokens,ttft,generation_time,launch_time,finish_time\n\
        7,10,0.5,1.0,100.0,101.5\n8,20,0.25,1.25,101.0,102.5\n";

    fn run(table: &str, requests: Option<u32>) -> Result<Run, ImportError> {
        let asked = Asked {
            requests,
            ..Asked::default()
        };
        read(&mut table.as_bytes())?.remove(0).with(&asked)
    }

    #[test]
    fn rows_are_sums_over_what_was_asked() {
        for table in [TABLE.to_owned(), TABLE.replace('\n', "\r\n")] {
            let run = run(&table, Some(3)).unwrap();
            let Holds::Totals(totals) = run.holds else {
                panic!("{run:?}")
            };
            let expected = Totals {
                requests: Some(3),
                denominator: Evidence::Asked,
                completed: 2,
                answered: 2,
                output_tokens: 30,
            };
            assert_eq!(totals, expected);
            assert_eq!((run.duration_s, run.when_s), (Some(2.5), Some(100.0)));
        }
    }

    #[test]
    fn columns_may_be_in_another_order() {
        let table = "finish_time,launch_time,generation_time,ttft,generation_tokens,prompt_tokens\n101.5,100,1,0.5,10,7\n";
        assert_eq!(run(table, Some(1)).unwrap().duration_s, Some(1.5));
    }

    #[test]
    fn a_bad_table_is_named_with_its_place() {
        #[track_caller]
        fn case(from: &str, to: &str, requests: Option<u32>, expected: &str) {
            assert!(TABLE.contains(from), "{from}");
            let error = run(&TABLE.replacen(from, to, 1), requests)
                .unwrap_err()
                .to_string();
            assert!(error.contains(expected), "{error}");
            assert!(!error.contains("node-7"), "{error}");
        }
        case("", "", None, "2 completed requests of an unknown number");
        case(
            "",
            "",
            Some(1),
            "found `1`, expected at least the 2 that were answered",
        );
        case(
            "102.5",
            "103.5",
            Some(2),
            "line 3, `finish_time`: found `2.5`, expected `1.5` after",
        );
        case(
            "102.5",
            "100.5",
            Some(2),
            "line 3, `finish_time`: found `-0.5`",
        );
        case(
            "0.25",
            "-0.25",
            Some(2),
            "line 3, `ttft`: found `-0.25`, expected seconds, not negative",
        );
        case("0.25", "nan", Some(2), "line 3, `ttft`: found `NaN`");
        case(
            "1.25",
            "inf",
            Some(2),
            "line 3, `generation_time`: found `inf`",
        );
        case(
            "20",
            "node-7",
            Some(2),
            "line 3: found another value in column 2",
        );
        case(
            "20",
            "4294967296",
            Some(2),
            "line 3: found another value in column 2",
        );
        case(
            ",102.5",
            "",
            Some(2),
            "line 3: found 5 values under 6 names",
        );
        case(
            "ttft",
            "x",
            Some(2),
            "found a table without one of its columns",
        );
        let header = TABLE.lines().next().unwrap();
        assert_eq!(run(header, Some(2)).unwrap_err().found, "no request");
    }
}
