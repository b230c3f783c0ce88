//! Any bytes as a client's file: an error or runs, never a panic, and never more requests than the file has room for.
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
    for asked in [Some(16), None] {
        let asked = Asked {
            output_tokens: asked,
            requests: asked,
        };
        let Ok(import) = import(&open, format(), &asked) else {
            continue;
        };
        assert!(!import.runs.is_empty());
        for run in &import.runs {
            assert!(run.duration_s.is_finite() && run.duration_s > 0.0);
            assert!(run.requests() > 0);
            if let Holds::Requests(requests) = &run.holds {
                for record in &requests.records {
                    for seconds in [record.ttft_s, record.e2e_s].into_iter().flatten() {
                        assert!(seconds.is_finite() && seconds >= 0.0);
                    }
                }
            }
        }
    }
});
