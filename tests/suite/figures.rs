//! The figures that must come out: those of the published example, and those of a real upgrade.

use std::fs;

use serde_json::Value;

use crate::harness::{repository, run};

const EXAMPLE: &str = "vllm-0.32.0-8x-h20-3e";
const MEASURED: &str = "vllm-0.32.0-2-cpu-cores";
const SIDES: [&str; 2] = ["baseline", "candidate"];
const METRICS: [&str; 4] = ["output_tok_s", "ttft_p95_ms", "tpot_p95_ms", "e2e_p95_ms"];

/// What `show` prints of a published release.
fn show(report: &str, how: &str) -> String {
    let release = repository().join("data").join(report).join("r1");
    run(&release, &format!("show . {how}")).well().out
}

/// One batch of `show --format json`.
struct Batch(Value);

impl Batch {
    fn of(report: &str, batch: &str) -> Self {
        let text = show(report, &format!("--format json --batch {batch}"));
        let mut printed: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(printed["batches"].as_array().unwrap().len(), 1);
        Self(printed["batches"][0].take())
    }

    fn scenarios(&self) -> &[Value] {
        self.0["scenarios"].as_array().unwrap()
    }

    #[track_caller]
    fn scenario(&self, id: &str) -> &Value {
        let found = self.scenarios().iter().find(|s| s["scenario"]["id"] == id);
        found.unwrap_or_else(|| panic!("no scenario `{id}`"))
    }

    #[track_caller]
    fn measured(&self, id: &str, side: &str) -> &Value {
        let measured = &self.scenario(id)[side]["measured"];
        assert!(
            measured.is_object(),
            "{id} {side}: {}",
            self.scenario(id)[side]
        );
        measured
    }

    #[track_caller]
    fn median(&self, id: &str, side: &str, metric: &str) -> f64 {
        number(&self.measured(id, side)["spreads"][metric]["median"])
    }

    /// The change of a scenario, and whether the ranges are apart.
    #[track_caller]
    fn change(&self, id: &str, metric: &str) -> (&Value, bool) {
        let gain = self.scenario(id)["gains"][metric].as_object().unwrap();
        let (kind, change) = gain.iter().next().unwrap();
        match kind.as_str() {
            "resolved" => (change, true),
            "not_resolved" => (change, false),
            other => panic!("{id} {metric}: `{other}`"),
        }
    }
}

#[track_caller]
fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("`{value}`"))
}

#[track_caller]
fn close(found: f64, expected: f64, tolerance: f64) {
    assert!(
        (found - expected).abs() <= tolerance,
        "{found} is not {expected}"
    );
}

/// The line of `show` for a scenario and metric, its cells parted by two spaces or more.
#[track_caller]
fn line<'a>(text: &'a str, scenario: &str, metric: &str) -> Vec<&'a str> {
    let cells = |line: &'a str| {
        let cells = line.split("  ").map(str::trim);
        cells.filter(|cell| !cell.is_empty()).collect()
    };
    let mut lines = text.lines().map(cells);
    let found = lines
        .find(|cells: &Vec<&str>| cells.len() >= 7 && cells[0] == scenario && cells[3] == metric);
    found.unwrap_or_else(|| panic!("no line for {scenario} {metric}"))
}

#[test]
fn sixty_rounds_and_1968_requests_in_three_loads() {
    let main = Batch::of(EXAMPLE, "main");
    for side in SIDES {
        assert_eq!(main.0[side]["rounds"], 30);
        assert_eq!(main.0[side]["requests"], 984);
    }
    for (users, requests, scenarios) in [(1, 8, 3), (8, 16, 3), (32, 64, 4)] {
        let mut found = 0;
        for scenario in main.scenarios() {
            if scenario["scenario"]["load"]["concurrency"] != users {
                continue;
            }
            found += 1;
            for side in SIDES {
                let rounds = scenario[side]["measured"]["rounds"].as_array().unwrap();
                assert_eq!(rounds.len(), 3);
                assert!(rounds.iter().all(|round| round["requests"] == requests));
            }
        }
        assert_eq!(found, scenarios, "scenarios at C{users}");
    }
}

#[test]
fn six_failures_before_and_eleven_after_all_without_text() {
    let main = Batch::of(EXAMPLE, "main");
    for (side, failed, counts, share) in [
        ("baseline", 6, "6/984", "0.61 %"),
        ("candidate", 11, "11/984", "1.12 %"),
    ] {
        let totals = &main.0[side];
        for (kind, count) in totals["failures"].as_object().unwrap() {
            let expected = if kind == "empty_text" { failed } else { 0 };
            assert_eq!(*count, expected, "{side} {kind}");
        }
        let requests = totals["requests"].as_u64().unwrap();
        assert_eq!(charts::label::failed(failed, requests), counts);
        assert_eq!(
            charts::label::share(number(&totals["failed_percent"])),
            share
        );
    }
}

#[test]
fn throughput_at_8k_c8_is_2_23_times_the_old() {
    let text = show(EXAMPLE, "--batch main");
    assert_eq!(
        line(&text, "in8192-out128-c8", "output_tok_s")[6],
        "2.23x (+122.6 %)"
    );
    assert_eq!(
        line(&text, "in8192-out128-c8", "ttft_p95_ms")[6],
        "0.37x (-62.8 %)"
    );

    let main = Batch::of(EXAMPLE, "main");
    let (change, apart) = main.change("in8192-out128-c8", "output_tok_s");
    assert!(apart);
    close(number(&change["percent"]), 122.6, 0.05);
    let (change, apart) = main.change("in8192-out128-c8", "ttft_p95_ms");
    assert!(apart);
    assert_eq!(change["direction"], "better");
    close(number(&change["percent"]), -62.8, 0.05);
}

#[test]
fn throughput_at_1k_c1_is_not_called_a_regression() {
    let text = show(EXAMPLE, "--batch main");
    let cells = line(&text, "in1024-out512-c1", "output_tok_s");
    assert_eq!(cells[4..6], ["115.00", "113.69"]);
    assert_eq!(cells[6], "0.99x (-1.1 %), ranges overlap: not resolved");

    let main = Batch::of(EXAMPLE, "main");
    assert!(!main.change("in1024-out512-c1", "output_tok_s").1);
    assert_eq!(main.0["verdict"]["worse"], 0);
    assert_eq!(main.0["verdict"]["not_resolved"], 1);
}

#[test]
fn the_first_batch_is_kept_apart_with_its_own_figures() {
    let first = Batch::of(EXAMPLE, "first-batch");
    let id = "in4096-out128-c32";
    for (metric, before, after) in [
        ("ttft_p95_ms", 15271.0, 5826.0),
        ("tpot_p95_ms", 142.979, 63.282),
    ] {
        close(first.median(id, "baseline", metric), before, 0.0005);
        close(first.median(id, "candidate", metric), after, 0.0005);
    }
    for side in SIDES {
        let rounds = first.measured(id, side)["rounds"].as_array().unwrap();
        assert!(rounds.iter().all(|round| round["requests"] == 128));
    }

    let text = show(EXAMPLE, "--batch first-batch");
    assert_eq!(
        line(&text, id, "ttft_p95_ms")[4..6],
        ["15271.00", "5826.00"]
    );
    assert_eq!(line(&text, id, "tpot_p95_ms")[4..6], ["142.98", "63.28"]);

    let main = Batch::of(EXAMPLE, "main");
    assert!(main.scenarios().iter().all(|s| s["scenario"]["id"] != id));
    let report = report(EXAMPLE);
    assert_ne!(report["batches"][0]["node"], report["batches"][1]["node"]);
}

#[test]
fn the_arrival_rate_series_stops_at_its_first_rate() {
    let first = Batch::of(EXAMPLE, "first-batch");
    let stopped = first.measured("in8192-out128-rate-0.300", "candidate");
    let rounds = stopped["rounds"].as_array().unwrap();
    assert_eq!(rounds.len(), 3);
    for round in rounds {
        let failed = round["failures"].as_object().unwrap().values();
        assert!(failed.map(number).sum::<f64>() > 0.0, "{round}");
    }
    for id in ["in8192-out128-rate-0.480", "in8192-out128-rate-0.660"] {
        for side in SIDES {
            assert_eq!(first.scenario(id)[side], "not_run");
        }
    }
    for (index, rate) in [(3, 0.3), (4, 0.48), (5, 0.66)] {
        assert_eq!(first.scenarios()[index]["scenario"]["load"]["rate"], rate);
    }
}

#[test]
fn the_report_says_when_it_was_measured() {
    let report = report(EXAMPLE);
    assert_eq!(report["date"], "2026-10-27");
    let order = &report["batches"][0]["run_order"];
    for language in ["en", "zh"] {
        let order = order[language].as_str().unwrap();
        for time in [
            "2026-10-27",
            "UTC+8",
            "09:45–11:04",
            "09:49–10:30",
            "10:38–11:01",
        ] {
            assert!(order.contains(time), "{language}: {time} in {order}");
        }
    }
}

fn report(report: &str) -> Value {
    let path = repository()
        .join("data")
        .join(report)
        .join("r1/report.json");
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// The medians of the real upgrade, reckoned with numpy from the same raw files.
fn medians() -> Value {
    serde_json::from_str(include_str!("../fixtures/medians.json")).unwrap()
}

#[test]
fn a_real_upgrade_has_sixty_rounds_and_no_failure() {
    let main = Batch::of(MEASURED, "main");
    let mut requests = 0;
    for side in SIDES {
        let totals = &main.0[side];
        assert_eq!(totals["rounds"], 30);
        requests += totals["requests"].as_u64().unwrap();
        assert_eq!(totals["failed_percent"], 0.0);
        assert_eq!(totals["unchecked"], serde_json::json!(["done", "usage"]));
    }
    assert_eq!(requests, 1056);
    assert_eq!(medians().as_object().unwrap().len(), 10);
}

#[test]
fn every_median_range_and_round_of_a_real_upgrade_comes_out() {
    #[track_caller]
    fn equal(found: &Value, expected: f64, what: &str) {
        let found = number(found);
        let off = (found / expected - 1.0).abs();
        assert!(off <= 1e-9, "{what}: {found} is not {expected}");
    }
    let main = Batch::of(MEASURED, "main");
    for (id, sides) in medians().as_object().unwrap() {
        for side in SIDES {
            let measured = main.measured(id, side);
            for metric in METRICS {
                let expected = &sides[side][metric];
                let rounds: Vec<f64> = expected["rounds"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(number)
                    .collect();
                let spread = &measured["spreads"][metric];
                let what = format!("{id} {side} {metric}");
                equal(&spread["median"], number(&expected["median"]), &what);
                equal(
                    &spread["min"],
                    rounds.iter().copied().fold(f64::MAX, f64::min),
                    &what,
                );
                equal(
                    &spread["max"],
                    rounds.iter().copied().fold(f64::MIN, f64::max),
                    &what,
                );
                for (round, expected) in rounds.iter().enumerate() {
                    equal(
                        &measured["rounds"][round]["values"][metric],
                        *expected,
                        &what,
                    );
                }
            }
        }
    }
}

#[test]
fn every_figure_of_a_real_upgrade_is_shown_to_the_same_digits() {
    let main = Batch::of(MEASURED, "main");
    let text = show(MEASURED, "");
    for (id, expected) in medians().as_object().unwrap() {
        for metric in METRICS {
            let cells = line(&text, id, metric);
            for (side, cell) in SIDES.into_iter().zip(&cells[4..6]) {
                let shown = expected[side][metric]["shown"].as_array().unwrap();
                let [median, min, max] = [0, 1, 2].map(|i| format!("{:.2}", number(&shown[i])));
                assert_eq!(*cell, median, "{id} {side} {metric}");
                let spread = &main.measured(id, side)["spreads"][metric];
                assert_eq!(
                    charts::label::two(number(&spread["min"])),
                    min,
                    "{id} {side} {metric}"
                );
                assert_eq!(
                    charts::label::two(number(&spread["max"])),
                    max,
                    "{id} {side} {metric}"
                );
            }
            let change = format!("({:+.1} %)", number(&expected["change"][metric]));
            assert!(
                cells[6].contains(&change),
                "{id} {metric}: {change} in {}",
                cells[6]
            );
        }
    }
}

#[test]
fn three_examples_of_a_real_upgrade_are_resolved_only_where_their_ranges_are_apart() {
    let main = Batch::of(MEASURED, "main");
    let text = show(MEASURED, "");
    for (id, before, after, change, apart) in [
        (
            "in128-out128-c4",
            "76.68",
            "112.97",
            "1.47x (+47.3 %)",
            true,
        ),
        ("in512-out32-c8", "41.26", "41.63", "1.01x (+0.9 %)", false),
        ("in128-out32-c1", "35.39", "31.74", "0.90x (-10.3 %)", false),
    ] {
        let cells = line(&text, id, "output_tok_s");
        assert_eq!(cells[4..6], [before, after], "{id}");
        let more = if apart {
            ""
        } else {
            ", ranges overlap: not resolved"
        };
        assert_eq!(cells[6], format!("{change}{more}"));
        assert_eq!(main.change(id, "output_tok_s").1, apart, "{id}");
    }
    let verdict = &main.0["verdict"];
    let counts = ["scenarios", "improved", "worse", "not_resolved"]
        .map(|key| verdict[key].as_u64().unwrap());
    assert_eq!(counts, [12, 2, 0, 8]);
    let dropped: Vec<&str> = ["in1024-out32-c4", "in1024-out32-c8"].into();
    for (entry, id) in verdict["ledger"].as_array().unwrap().iter().zip(dropped) {
        assert_eq!(
            (&entry["scenario"], &entry["why"]),
            (&id.into(), &"not_run".into())
        );
    }
}
