//! A small upgrade to spoil: its plan, its raw files, and the release that comes of them.

use std::sync::OnceLock;

use serde_json::{Value, json};

use crate::harness::{Files, Folder};

/// Requests in a round.
pub(crate) const REQUESTS: usize = 4;
/// Tokens of a prompt.
const INPUT: u32 = 64;
/// Tokens asked of an answer.
const OUTPUT: u32 = 4;

/// A raw file with `pace` ms between tokens; the first `failed` of its requests came back without text.
pub(crate) fn raw(pace: u32, failed: usize) -> Value {
    let each = |value: Value| Value::from(vec![value; REQUESTS]);
    let seconds = |ms: u32| f64::from(ms) / 1000.0;
    let whole = 100 + pace * (OUTPUT - 1);
    let texts: Vec<&str> = (0..REQUESTS)
        .map(|request| {
            if request < failed {
                ""
            } else {
                " oak ash elm fir"
            }
        })
        .collect();
    json!({
        "num_prompts": REQUESTS,
        "completed": REQUESTS,
        "failed": 0,
        "duration": seconds(whole * REQUESTS as u32),
        "input_lens": each(INPUT.into()),
        "output_lens": each(OUTPUT.into()),
        "ttfts": each(seconds(100).into()),
        "itls": each(json!(vec![seconds(pace); OUTPUT as usize - 1])),
        "latencies": each(seconds(whole).into()),
        "generated_texts": texts,
        "errors": each("".into()),
    })
}

/// Where the raw file of a round is.
pub(crate) fn raw_path(batch: &str, side: &str, scenario: &str, round: usize) -> String {
    format!("raw/{batch}/{side}/{scenario}-r{round}.json")
}

/// A scenario of a plan; `more` are further keys of it.
pub(crate) fn scenario(id: &str, more: &str) -> String {
    format!(
        r#"
[[report.batches.scenarios]]
id = "{id}"
input_tokens = {INPUT}
output_tokens = {OUTPUT}
load = {{ concurrency = 1 }}
requests = {REQUESTS}
rounds = 3
{more}
"#
    )
}

/// A batch of a plan.
pub(crate) fn batch(id: &str, node: &str, scenarios: &str) -> String {
    format!(
        r#"
[[report.batches]]
id = "{id}"
node = "{node}"
title = {{ en = "The batch {id}", zh = "批次 {id}" }}
run_order = {{ en = "baseline first", zh = "先旧版" }}
{scenarios}"#
    )
}

/// A plan of these batches.
pub(crate) fn plan(batches: &str) -> String {
    let commit = "00112233445566778899aabbccddeeff00112233";
    let side = |version: &str| {
        format!(
            "engine = \"engine\"\nversion = \"{version}\"\nweights_format = \"float32\"\nlaunch = \"serve\"\n\
             pins = {{ source_commit = \"{commit}\", model_revision = \"{commit}\" }}\n"
        )
    };
    format!(
        r#"[files]
pattern = "raw/{{batch}}/{{side}}/{{scenario}}-r{{round}}.json"
client = "client 1"
sides = {{ baseline = "before", candidate = "after" }}

[report]
id = "small"
status = "measured"
date = "2026-01-02"
title = {{ en = "A small upgrade", zh = "小升级" }}
question = {{ en = "Is it faster?", zh = "快了吗？" }}
hardware = {{ en = "one machine", zh = "一台机器" }}
model = {{ en = "one model", zh = "一个模型" }}
limits = []

[report.sides.baseline]
{}
[report.sides.candidate]
{}{batches}"#,
        side("1"),
        side("2")
    )
}

/// Writes three rounds of a scenario on each side, the candidate twice as fast. A number is how many requests failed;
/// where it is `None`, the file is not there.
pub(crate) fn rounds(
    folder: &Folder,
    batch: &str,
    scenario: &str,
    before: [Option<usize>; 3],
    after: [Option<usize>; 3],
) {
    for (side, base, failures) in [("before", 200, before), ("after", 90, after)] {
        for (round, failed) in (1..).zip(failures) {
            if let Some(failed) = failed {
                let path = raw_path(batch, side, scenario, round);
                let mut raw = raw(base + round as u32, failed);
                // No two raw files of a release may hold the same run.
                let minute = scenario.bytes().map(u32::from).sum::<u32>() % 60;
                let hour = if side == "before" { 10 } else { 11 };
                raw["date"] = format!("20260102-{hour}{minute:02}{round:02}").into();
                folder.write(&path, raw.to_string());
            }
        }
    }
}

/// No failure in any round.
pub(crate) const CLEAN: [Option<usize>; 3] = [Some(0); 3];

/// `plan.toml` and the raw files: two scenarios in the main batch and one in another, all clean.
pub(crate) fn upgrade() -> &'static Files {
    static FILES: OnceLock<Files> = OnceLock::new();
    FILES.get_or_init(|| {
        let folder = Folder::new();
        let main = batch(
            "main",
            "node-a",
            &[scenario("first", ""), scenario("second", "")].concat(),
        );
        let other = batch("other", "node-b", &scenario("third", ""));
        folder.write("plan.toml", plan(&[main, other].concat()));
        rounds(&folder, "main", "first", CLEAN, CLEAN);
        rounds(&folder, "main", "second", CLEAN, CLEAN);
        rounds(&folder, "other", "third", CLEAN, CLEAN);
        folder.files("")
    })
}

/// The same with `new/`, which ingest wrote.
pub(crate) fn ingested() -> &'static Files {
    static FILES: OnceLock<Files> = OnceLock::new();
    FILES.get_or_init(|| {
        let folder = Folder::holding(upgrade());
        folder.run("ingest plan.toml --out new").well();
        folder.files("")
    })
}

/// The folder `data/` with the release `data/small/r1`, which publish wrote.
pub(crate) fn published() -> &'static Files {
    static FILES: OnceLock<Files> = OnceLock::new();
    FILES.get_or_init(|| {
        let folder = Folder::holding(ingested());
        folder.run("publish new --data data").well();
        let mut files = folder.files("");
        files.retain(|name, _| name.starts_with("data/"));
        files
    })
}
