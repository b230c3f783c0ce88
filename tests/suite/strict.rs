//! The strict rules over files as vLLM's own client writes them.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::harness::{Folder, files, repository};

/// What ingest wrote of tests/fixtures/vllm.
fn ingested() -> Folder {
    let folder = Folder::holding(&files(&repository().join("tests/fixtures/vllm")));
    let ran = folder.run("ingest plan.toml --out new").well();
    let said = "9 rounds, 180 requests, 136 failed, 1 with another input length than asked\n";
    assert!(ran.err.ends_with(said), "{}", ran.err);
    folder
}

/// A row of a file of rounds: cells by column.
type Row = BTreeMap<String, String>;

/// The rows that ingest wrote, by scenario.
fn rows(folder: &Folder) -> BTreeMap<String, Row> {
    let text = folder.read("new/rounds/main-baseline.csv");
    let mut lines = text.lines().map(|line| line.split(',').map(String::from));
    let header: Vec<String> = lines.next().unwrap().collect();
    lines
        .map(|cells| header.iter().cloned().zip(cells).collect::<Row>())
        .map(|row| (row["scenario"].clone(), row))
        .collect()
}

#[test]
fn a_request_passes_only_if_every_rule_holds() {
    let folder = ingested();
    let rows = rows(&folder);
    assert_eq!(rows.len(), 9);

    /// How many of twenty pass, and in which way the others failed.
    #[track_caller]
    fn case(row: &Row, passed: u32, failed: &[(&str, u32)]) {
        let count = |column: &str| row[column].parse::<u32>().unwrap();
        assert_eq!(count("requests"), 20);
        assert_eq!((20 - count("failed"), count("latency_n")), (passed, passed));
        assert_eq!(count("output_tokens"), 12 * passed);
        for kind in ["http", "no_done", "empty_text", "usage", "length", "other"] {
            let expected = failed.iter().find(|(name, _)| *name == kind);
            assert_eq!(
                count(&format!("failed_{kind}")),
                expected.map_or(0, |(_, count)| *count),
                "{kind}"
            );
        }
        // The file shows neither the end mark nor the usage; the length asked comes from the plan.
        assert_eq!(row["unchecked_rules"], "done usage");
        assert_eq!(row["ttft_p95_ms"].is_empty(), passed == 0);
    }
    case(&rows["ok"], 20, &[]);
    case(&rows["empty"], 0, &[("empty_text", 20)]);
    case(&rows["http500"], 0, &[("http", 20)]);
    case(&rows["cut"], 0, &[("no_done", 20)]);
    case(&rows["done-only"], 0, &[("empty_text", 20)]);
    case(&rows["short"], 0, &[("length", 20)]);
    case(&rows["no-usage"], 0, &[("length", 20)]);
    let mixed = [
        ("http", 4),
        ("no_done", 2),
        ("empty_text", 4),
        ("length", 6),
    ];
    case(&rows["mixed"], 4, &mixed);
    case(&rows["longer"], 20, &[]);
}

#[test]
fn failures_take_away_tokens_but_no_time() {
    let folder = ingested();
    let rows = rows(&folder);
    for row in rows.values() {
        let raw = folder.read(&format!("before/{}-r1.json", row["scenario"]));
        let raw: Value = serde_json::from_str(&raw).unwrap();
        let number = |column: &str| row[column].parse::<f64>().unwrap();
        assert_eq!(number("duration_s"), raw["duration"].as_f64().unwrap());
        let rate = number("output_tokens") / number("duration_s");
        assert!((number("output_tok_s") - rate).abs() < 1e-8, "{rate}");
    }
    // The client itself takes 240 tokens without a word for output.
    assert_eq!(rows["empty"]["output_tok_s"], "0");
}

#[test]
fn percentiles_are_those_of_the_client_where_nothing_failed() {
    let folder = ingested();
    let row = &rows(&folder)["ok"];
    let raw: Value = serde_json::from_str(&folder.read("before/ok-r1.json")).unwrap();
    for (column, key) in [
        ("ttft_p50_ms", "p50_ttft_ms"),
        ("ttft_p95_ms", "p95_ttft_ms"),
        ("e2e_p50_ms", "p50_e2el_ms"),
        ("e2e_p95_ms", "p95_e2el_ms"),
    ] {
        let (found, expected) = (
            row[column].parse::<f64>().unwrap(),
            raw[key].as_f64().unwrap(),
        );
        assert!(
            (found - expected).abs() < 1e-3,
            "{column}: {found} is not {expected}"
        );
    }
}

#[test]
fn a_prompt_of_another_length_is_noted_and_not_failed() {
    let report: Value = serde_json::from_str(&ingested().read("new/report.json")).unwrap();
    let note = json!([{
        "batch": "main", "side": "baseline", "scenario": "longer", "round": 1, "request": 13,
        "found": 1025, "asked": 1024,
    }]);
    assert_eq!(report["input_notes"], note);
}

#[test]
fn a_release_of_failures_is_published_and_says_so() {
    let folder = ingested();
    folder.run("publish new --data data").well();
    let text = folder.run("show data/strict-rules/r1").well().out;
    assert!(
        text.contains("No verdict: none of the 9 scenarios ran in full with every request checked and none failed."),
        "{text}"
    );
    for (scenario, failed) in [("ok", "0/20"), ("empty", "20/20"), ("mixed", "16/20")] {
        let line = text
            .lines()
            .find(|line| line.starts_with(&format!("{scenario} ")))
            .unwrap();
        assert_eq!(line.split_whitespace().nth(1), Some(failed), "{line}");
    }
}
