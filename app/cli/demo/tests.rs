//! What comes out is read back as JSON and computed anew from its requests, by the strict rules and without the code that
//! made it.

use std::{collections::BTreeMap, sync::OnceLock};

use rounds::{Load, ScenarioPlan};
use serde_json::Value;

use super::*;

/// Everything that was written, by its path relative to the folder.
type Tree = BTreeMap<String, Vec<u8>>;

fn tree() -> Tree {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("demo");
    write(&out).unwrap();
    read(&out, &out)
}

fn read(root: &Path, folder: &Path) -> Tree {
    let mut tree = Tree::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            tree.append(&mut read(root, &path));
        } else {
            let name = path
                .strip_prefix(root)
                .unwrap()
                .to_str()
                .unwrap()
                .replace('\\', "/");
            tree.insert(name, fs::read(&path).unwrap());
        }
    }
    tree
}

fn shared() -> &'static Tree {
    static TREE: OnceLock<Tree> = OnceLock::new();
    TREE.get_or_init(tree)
}

/// A round as the strict rules see it.
struct Strict {
    batch: String,
    side: Side,
    plan: ScenarioPlan,
    round: usize,
    json: Value,
    tok_s: f64,
    ttft_p95_s: f64,
    tpot_p95_ms: f64,
    failures: usize,
}

fn list(json: &Value, key: &str) -> Vec<f64> {
    numbers(&json[key])
}

fn numbers(json: &Value) -> Vec<f64> {
    let values = json.as_array().unwrap().iter();
    values.map(|value| value.as_f64().unwrap()).collect()
}

/// numpy's default, written out again.
fn p95(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let place = 0.95 * (values.len() - 1) as f64;
    let (low, high) = (place.floor() as usize, place.ceil() as usize);
    values[low] + (values[high] - values[low]) * place.fract()
}

fn median(mut values: Vec<f64>) -> f64 {
    assert_eq!(values.len(), 3);
    values.sort_by(f64::total_cmp);
    values[1]
}

fn rounds() -> &'static [Strict] {
    static ROUNDS: OnceLock<Vec<Strict>> = OnceLock::new();
    ROUNDS.get_or_init(read_rounds)
}

fn read_rounds() -> Vec<Strict> {
    let Plan { files, report } = toml::from_str(PLAN).unwrap();
    let mut rounds = vec![];
    for batch in &report.batches {
        for side in Side::BOTH {
            for plan in batch
                .scenarios
                .iter()
                .filter(|plan| plan.not_run(side).is_none())
            {
                for round in 1..=plan.rounds as usize {
                    let path = files.path(batch.id.as_str(), side, plan.id.as_str(), round);
                    let json = serde_json::from_slice(&shared()[&path]).unwrap();
                    rounds.push(Strict::of(batch.id.to_string(), side, plan, round, json));
                }
            }
        }
    }
    assert_eq!(
        rounds.len() + 1,
        shared().len(),
        "no file is without a round"
    );
    rounds
}

impl Strict {
    fn of(batch: String, side: Side, plan: &ScenarioPlan, round: usize, json: Value) -> Self {
        let asked = f64::from(plan.output_tokens);
        let (ttfts, latencies) = (list(&json, "ttfts"), list(&json, "latencies"));
        let usage = list(&json, "usage_completion_tokens");
        let good: Vec<_> = (0..ttfts.len())
            .filter(|&i| {
                json["http_statuses"][i] == 200
                    && json["done_marks"][i] == true
                    && json["generated_texts"][i] != ""
                    && json["errors"][i] == ""
                    && usage[i] == asked
            })
            .collect();
        let tokens: f64 = good.iter().map(|&i| usage[i]).sum();
        let tpot = |&i: &usize| (latencies[i] - ttfts[i]) / (usage[i] - 1.0) * 1000.0;
        Self {
            batch,
            side,
            plan: plan.clone(),
            round,
            tok_s: tokens / json["duration"].as_f64().unwrap(),
            ttft_p95_s: p95(good.iter().map(|&i| ttfts[i]).collect()),
            tpot_p95_ms: p95(good.iter().map(tpot).collect()),
            failures: ttfts.len() - good.len(),
            json,
        }
    }
}

/// `figure` of the three rounds of a scenario, baseline and candidate.
fn both(
    rounds: &[Strict],
    batch: &str,
    scenario: &str,
    figure: fn(&Strict) -> f64,
) -> [Vec<f64>; 2] {
    Side::BOTH.map(|side| {
        rounds
            .iter()
            .filter(|it| it.batch == batch && it.plan.id.as_str() == scenario && it.side == side)
            .map(figure)
            .collect()
    })
}

#[test]
fn every_run_gives_the_same_bytes() {
    assert!(*shared() == tree());
}

/// The digest over all raw files, so that another machine or compiler has to give the same bytes too.
#[test]
fn the_bytes_are_the_known_ones() {
    let mut hasher = seal::Hasher::default();
    for (path, bytes) in shared().iter().filter(|(path, _)| path.starts_with("raw/")) {
        hasher.update(path.as_bytes());
        hasher.update(bytes);
    }
    let known = "4145c9ad866a8b4333b2704c89c8db0b91797fa0edda1ab937e2fecd7be87a67";
    assert_eq!(
        hasher.finish().to_string(),
        known,
        "if the change was meant, put the new digest here"
    );
}

#[test]
fn only_a_new_or_empty_folder_is_filled() {
    let folder = tempfile::tempdir().unwrap();
    let written = write(folder.path()).unwrap();
    assert_eq!(
        written,
        Written {
            files: 82,
            requests: 2952
        }
    );
    let error = write(folder.path()).unwrap_err().to_string();
    assert!(
        error.ends_with("is not empty, expected a new folder"),
        "{error}"
    );
}

#[test]
fn the_files_are_small() {
    let bytes: usize = shared().values().map(Vec::len).sum();
    assert!(bytes < 12_000_000, "{bytes}");
}

#[test]
fn the_plan_holds_what_a_plan_may_hold() {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Whole {
        files: WholeFiles,
        report: Report,
    }
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct WholeFiles {
        pattern: String,
        client: String,
        sides: BTreeMap<String, String>,
    }
    let Whole { files, report } = toml::from_str(PLAN).unwrap();
    assert_eq!(files.pattern, "raw/{batch}/{side}/{scenario}-r{round}.json");
    assert_eq!(
        files.sides.keys().collect::<Vec<_>>(),
        ["baseline", "candidate"]
    );
    assert!(
        files
            .client
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "._/- ".contains(c))
    );
    assert_eq!(report.names_are_unique(), Ok(()));
    assert!(report.findings().is_empty());
    assert_eq!(report.status, rounds::Status::Illustrative);
    for side in Side::BOTH {
        let pins = &report.sides.of(side).pins;
        assert_eq!(
            *pins,
            rounds::Pins::default(),
            "the article gives no digest"
        );
    }
    let names = |side| {
        report
            .sides
            .of(side)
            .facts
            .iter()
            .map(|fact| fact.name.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        names(Side::Baseline),
        names(Side::Candidate),
        "facts pair by name"
    );
}

#[test]
fn rounds_requests_and_failures_are_those_of_the_article() {
    let all = rounds();
    let main: Vec<_> = all.iter().filter(|it| it.batch == "main").collect();
    assert_eq!(main.len(), 60);
    for (side, failures, share) in [(Side::Baseline, 6, "0.61"), (Side::Candidate, 11, "1.12")] {
        let of_side = || main.iter().filter(|it| it.side == side);
        let requests: usize = of_side().map(|it| it.plan.requests as usize).sum();
        let failed: usize = of_side().map(|it| it.failures).sum();
        assert_eq!((failed, requests), (failures, 984));
        assert_eq!(
            format!("{:.2}", 100.0 * failed as f64 / requests as f64),
            share
        );
    }
    let requests: usize = main.iter().map(|it| it.plan.requests as usize).sum();
    assert_eq!(requests, 1968);
}

#[test]
fn failures_are_spread_as_planned() {
    let all = rounds();
    let mut by_scenario = BTreeMap::<_, Vec<usize>>::new();
    for it in all.iter().filter(|it| it.batch == "main") {
        by_scenario
            .entry((it.side, it.plan.id.to_string()))
            .or_default()
            .push(it.failures);
    }
    by_scenario.retain(|_, failures| failures.iter().sum::<usize>() > 0);
    let found: Vec<_> = by_scenario
        .iter()
        .map(|((side, scenario), failures)| (side.name(), scenario.as_str(), failures.as_slice()))
        .collect();
    assert_eq!(
        found,
        [
            ("baseline", "in1024-out128-c32", &[2, 1, 1][..]),
            ("baseline", "in1024-out512-c32", &[0, 1, 0]),
            ("baseline", "in1024-out512-c8", &[0, 0, 1]),
            ("candidate", "in1024-out128-c32", &[1, 2, 2]),
            ("candidate", "in1024-out512-c32", &[1, 1, 2]),
            ("candidate", "in8192-out128-c32", &[0, 1, 1]),
        ]
    );
    for it in all.iter().filter(|it| it.batch == "first-batch") {
        let series = it.plan.id.as_str() == "in8192-out128-rate-0.300";
        assert_eq!(it.failures > 0, series, "{} round {}", it.plan.id, it.round);
    }
}

#[test]
fn the_published_figures_come_out() {
    let all = rounds();
    let medians = |batch, scenario, figure| both(all, batch, scenario, figure).map(median);
    let percent = |[before, after]: [f64; 2]| format!("{:+.1}", (after / before - 1.0) * 100.0);

    let fast = medians("main", "in8192-out128-c8", |it| it.tok_s);
    assert_eq!(fast.map(|rate| format!("{rate:.2}")), ["95.00", "211.47"]);
    assert_eq!(format!("{:.2}", fast[1] / fast[0]), "2.23");
    assert_eq!(format!("{:.3}", fast[1] / fast[0]), "2.226");
    assert_eq!(percent(fast), "+122.6");
    let wait = medians("main", "in8192-out128-c8", |it| it.ttft_p95_s);
    assert_eq!(wait.map(|time| format!("{time:.4}")), ["6.9000", "2.5668"]);
    assert_eq!(percent(wait), "-62.8");

    let flat = medians("main", "in1024-out512-c1", |it| it.tok_s);
    assert_eq!(flat.map(|rate| format!("{rate:.2}")), ["115.00", "113.69"]);
    assert_eq!(percent(flat), "-1.1");

    let first = medians("first-batch", "in4096-out128-c32", |it| it.ttft_p95_s);
    assert_eq!(first.map(|time| format!("{time:.3}")), ["15.271", "5.826"]);
    let rest = medians("first-batch", "in4096-out128-c32", |it| it.tpot_p95_ms);
    assert_eq!(rest.map(|time| format!("{time:.3}")), ["142.979", "63.282"]);
}

#[test]
fn ranges_are_apart_where_something_improved_and_only_there() {
    let all = rounds();
    let range = |values: &Vec<f64>| {
        let mut sorted = values.clone();
        sorted.sort_by(f64::total_cmp);
        assert!(
            sorted[0] < sorted[1] && sorted[1] < sorted[2],
            "one below, one above: {sorted:?}"
        );
        (sorted[0], sorted[2])
    };
    for scenario in [
        "in8192-out128-c1",
        "in16384-out128-c1",
        "in8192-out128-c8",
        "in16384-out128-c8",
        "in16384-out128-c32",
    ] {
        let [before, after] = &both(all, "main", scenario, |it| it.tok_s);
        assert!(range(before).1 * 1.3 < range(after).0, "{scenario}");
        let [before, after] = &both(all, "main", scenario, |it| it.ttft_p95_s);
        assert!(range(after).1 * 2.0 < range(before).0, "{scenario}");
    }
    for figure in [|it: &Strict| it.tok_s, |it: &Strict| it.tpot_p95_ms] {
        let [before, after] =
            both(all, "main", "in1024-out512-c1", figure).map(|values| range(&values));
        assert!(
            before.0 <= after.1 && after.0 <= before.1,
            "{before:?} {after:?}"
        );
    }
}

#[test]
fn a_file_agrees_with_itself() {
    for it in rounds() {
        let json = &it.json;
        let place = format!("{} {} {} round {}", it.batch, it.side, it.plan.id, it.round);
        let sent = it.plan.requests as usize;
        let (ttfts, latencies) = (list(json, "ttfts"), list(json, "latencies"));
        let duration = json["duration"].as_f64().unwrap();
        let starts = list(json, "start_times");
        let begin = starts[0] - list(json, "queue_times")[0];
        assert_eq!(
            [ttfts.len(), latencies.len(), starts.len()],
            [sent; 3],
            "{place}"
        );

        for i in 0..sent {
            let gaps = numbers(&json["itls"][i]);
            assert_eq!(gaps.len() + 1, it.plan.output_tokens as usize, "{place}");
            let sum = ttfts[i] + gaps.iter().sum::<f64>();
            assert!(
                (sum - latencies[i]).abs() < 0.5e-9,
                "{place}: {sum} {}",
                latencies[i]
            );
            assert!(starts[i] + latencies[i] <= begin + duration, "{place}");
        }
        assert!(p95(latencies.clone()) <= duration, "{place}");

        let most = (0..sent)
            .map(|i| {
                starts
                    .iter()
                    .zip(&latencies)
                    .filter(|&(start, latency)| *start <= starts[i] && starts[i] < start + latency)
                    .count()
            })
            .max();
        if let Load::Concurrency(workers) = it.plan.load {
            assert_eq!(most, Some(workers as usize), "{place}");
        } else {
            assert!((starts[1] - starts[0] - 1.0 / 0.3).abs() < 0.001, "{place}");
        }

        let tokens = (sent * it.plan.output_tokens as usize) as f64;
        assert_eq!(
            json["completed"], sent,
            "{place}: the client itself sees no failure"
        );
        assert_eq!(json["failed"], 0);
        assert_eq!(json["total_output_tokens"].as_f64(), Some(tokens));
        let lax = json["output_throughput"].as_f64().unwrap();
        assert!((lax - tokens / duration).abs() < 1e-8, "{place}");
        assert_eq!(it.failures == 0, (lax - it.tok_s).abs() < 1e-8, "{place}");
        let ttft = json["p95_ttft_ms"].as_f64().unwrap();
        assert!((ttft - p95(ttfts) * 1000.0).abs() < 1e-8, "{place}");
    }
}

#[test]
fn a_round_has_the_same_inputs_on_both_sides_and_only_there() {
    let mut seen = BTreeMap::<String, Vec<_>>::new();
    for it in rounds() {
        let digest = it.json["prompts_sha256"].as_str().unwrap();
        assert!(digest.parse::<seal::Digest>().is_ok(), "{digest}");
        seen.entry(digest.into())
            .or_default()
            .push((&it.batch, &it.plan.id, it.round));
    }
    // 30 pairs, 9 pairs of the first batch, and the series that ran on one side.
    assert_eq!(seen.len(), 30 + 9 + 3);
    for rounds in seen.values() {
        assert!(rounds.iter().all(|round| *round == rounds[0]), "{rounds:?}");
    }
}

#[test]
fn rounds_follow_one_another_within_the_published_times() {
    for (side, from, until) in [
        (Side::Baseline, "20261027-094900", "20261027-103000"),
        (Side::Candidate, "20261027-103800", "20261027-110100"),
    ] {
        let all = rounds();
        let mut dates: Vec<_> = all
            .iter()
            .filter(|it| it.batch == "main" && it.side == side)
            .map(|it| it.json["date"].as_str().unwrap())
            .collect();
        assert!(dates.is_sorted());
        dates.dedup();
        assert_eq!(dates.len(), 30);
        assert!(from < dates[0] && dates[29] < until, "{dates:?}");
    }
}

/// The keys of a real file of vLLM 0.32 in their order, each metric's seven figures apart, then those of a stricter
/// client.
#[test]
fn the_keys_are_those_of_the_real_client() {
    let mut keys = "date endpoint_type backend label model_id tokenizer_id num_prompts request_rate burstiness \
        max_concurrency duration completed failed total_input_tokens total_output_tokens request_throughput \
        request_goodput output_throughput total_token_throughput input_lens output_lens ttfts itls latencies \
        start_times queue_times generated_texts errors max_output_tokens_per_s max_concurrent_requests rtfx"
        .split_whitespace()
        .map(String::from)
        .collect::<Vec<_>>();
    for metric in ["ttft", "tpot", "itl", "e2el"] {
        keys.extend(
            ["mean", "median", "std", "p50", "p90", "p95", "p99"]
                .map(|figure| format!("{figure}_{metric}_ms")),
        );
    }
    let stricter = [
        "http_statuses",
        "done_marks",
        "usage_completion_tokens",
        "requested_output_lens",
        "prompts_sha256",
    ];
    keys.extend(stricter.map(String::from));
    for (path, bytes) in shared().iter().filter(|(path, _)| path.starts_with("raw/")) {
        let text = str::from_utf8(bytes).unwrap();
        let mut rest = text;
        for key in &keys {
            let at = rest
                .find(&format!("\"{key}\":"))
                .unwrap_or_else(|| panic!("{path}: {key}"));
            rest = &rest[at + 1..];
        }
        let json: BTreeMap<String, Value> = serde_json::from_str(text).unwrap();
        assert_eq!(json.len(), keys.len(), "{path}");
        let decimals = text
            .split(|c: char| !(c.is_ascii_digit() || c == '.'))
            .filter_map(|number| number.split_once('.'));
        assert!(
            decimals
                .into_iter()
                .all(|(_, decimals)| decimals.len() <= 9),
            "{path}"
        );
    }
}
