//! Any bytes as a client's file: an error or runs, never a panic; and with or without what a plan tells of a run, an error or
//! all that a round needs.
//!
//! Built once for each format, by the name of the program, and once to find the format out.

#![no_main]

use std::io::{Cursor, Read};

use libfuzzer_sys::fuzz_target;
use query::{Asked, Format, Holds, import};

/// The format that this program is named after; `None` for `detect`.
fn format() -> Option<Format> {
    let name = env!("CARGO_BIN_NAME");
    let format = Format::all().find(|format| format.name().replace([' ', '_'], "-") == name);
    assert!(format.is_some() || name == "detect", "no format is called {name}");
    format
}

fuzz_target!(|bytes: &[u8]| {
    let open = || Ok(Box::new(Cursor::new(bytes.to_vec())) as Box<dyn Read>);
    for told in [Some(16), None] {
        let Ok(import) = import(&open, format()) else {
            return;
        };
        assert!(!import.runs.is_empty());
        let asked = Asked {
            output_tokens: told,
            requests: told,
            duration_s: told.map(f64::from),
        };
        for run in import.runs {
            assert!(run.duration_s.is_none_or(lasts));
            if let Holds::Requests(requests) = &run.holds {
                for record in &requests.records {
                    for seconds in [record.ttft_s, record.e2e_s].into_iter().flatten() {
                        assert!(seconds.is_finite() && seconds >= 0.0);
                    }
                }
            }
            if let Ok(run) = run.with(&asked) {
                assert!(run.duration_s.is_some_and(lasts));
                assert!(run.requests().is_some_and(|requests| requests > 0));
            }
        }
    }
});

fn lasts(seconds: f64) -> bool {
    seconds.is_finite() && seconds > 0.0
}
