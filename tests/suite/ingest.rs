//! Ways from a team's files to rounds: many clients, many runs in a file, interrupted measuring, and back again.

use serde_json::{Value, json};

use crate::{
    harness::{Folder, Ran, files, repository},
    rehash::rehash,
    small::{self, CLEAN},
};

const PLAN: &str = "ingest plan.toml --out new";

/// The small upgrade, changed before it is ingested.
#[track_caller]
fn ingest(spoil: impl FnOnce(&Folder)) -> (Folder, Ran) {
    let folder = Folder::holding(small::upgrade());
    spoil(&folder);
    let ran = folder.run(PLAN);
    (folder, ran)
}

/// What `ingest --json` prints of one file with these bytes.
#[track_caller]
fn look(bytes: impl AsRef<[u8]>, options: &str) -> Vec<Value> {
    let folder = Folder::new();
    folder.write("file", bytes);
    let ran = folder.run(&format!("ingest file --json {options}")).well();
    serde_json::from_str(&ran.out).unwrap()
}

/// An old plain file: only sums.
fn totals() -> Value {
    json!({
        "date": "20260102-100000", "backend": "openai-chat", "model_id": "m", "tokenizer_id": "m", "num_prompts": 5,
        "request_rate": "inf", "max_concurrency": 1, "duration": 2.0, "completed": 4, "total_input_tokens": 256,
        "total_output_tokens": 16, "request_throughput": 2.0, "output_throughput": 8.0,
        "total_token_throughput": 136.0, "mean_ttft_ms": 100.0, "median_ttft_ms": 100.0, "p95_ttft_ms": 110.0,
    })
}

#[test]
fn runs_in_one_file_are_rounds_in_its_order() {
    let (separate, ran) = ingest(|_| ());
    ran.well();
    let (joined, ran) = ingest(|folder| {
        folder.edit("plan.toml", "-r{round}", "");
        for scenario in [
            "main/before/first",
            "main/before/second",
            "other/before/third",
        ] {
            for side in ["before", "after"] {
                let name = format!("raw/{}", scenario.replace("before", side));
                let runs: Vec<String> = (1..=3)
                    .map(|round| folder.read(&format!("{name}-r{round}.json")))
                    .collect();
                folder.write(&format!("{name}.json"), runs.join("\n"));
            }
        }
    });
    ran.well();
    let figures = |folder: &Folder| -> Vec<Vec<String>> {
        let table = folder.read("new/rounds/main-candidate.csv");
        let rows = table
            .lines()
            .map(|line| line.split(',').map(String::from).collect());
        // All but where it stands: the digest of the source and its part.
        rows.map(|row: Vec<String>| [&row[..22], &row[25..]].concat())
            .collect()
    };
    assert_eq!(figures(&separate), figures(&joined));
    let parts = joined.read("new/rounds/main-candidate.csv");
    let parts: Vec<&str> = parts
        .lines()
        .skip(1)
        .map(|row| row.split(',').nth(24).unwrap())
        .collect();
    assert_eq!(parts, ["1", "2", "3", "1", "2", "3"]);
}

#[test]
fn a_file_may_be_compressed_and_its_digest_is_that_of_the_file() {
    let (folder, ran) = ingest(|folder| {
        let name = folder.path("raw/main/before/first-r1.json");
        let packed = std::process::Command::new("gzip")
            .arg(&name)
            .status()
            .unwrap();
        assert!(packed.success());
        std::fs::rename(name.with_extension("json.gz"), name).unwrap();
    });
    ran.well();
    let packed = std::fs::read(folder.path("raw/main/before/first-r1.json")).unwrap();
    let digest = seal::Digest::of(&packed).to_string();
    assert!(
        folder
            .read("new/rounds/main-baseline.csv")
            .contains(&digest)
    );
}

#[test]
fn rounds_that_the_pattern_does_not_name_are_named_one_by_one() {
    let (folder, ran) = ingest(|folder| {
        std::fs::rename(
            folder.path("raw/main/before/first-r2.json"),
            folder.path("raw/main/before/again.json"),
        )
        .unwrap();
        let more = "[[files.runs]]\nfile = \"raw/main/before/again.json\"\nbatch = \"main\"\nside = \"baseline\"\n\
                    scenario = \"first\"\nround = 2\n\n[report]";
        folder.edit("plan.toml", "[report]", more);
    });
    ran.well();
    assert_eq!(
        folder.read("new/rounds/main-baseline.csv").lines().count(),
        7
    );
}

#[test]
fn what_is_beside_the_plan_is_told() {
    let (_, ran) = ingest(|folder| {
        let raw = small::raw(150, 0).to_string();
        folder.write("raw/main/before/warm-1.json", &raw);
        folder.write("raw/main/after/warm-1.json", &raw);
        folder.write("raw/main/after/notes.txt", "a");
        folder.edit(
            "plan.toml",
            "[files]",
            "[files]\nwarmup = [\"raw/*/warm-*.json\"]",
        );
        folder.remove("raw/main/after/first-r3.json");
    });
    let ran = ran.well();
    for line in [
        "2 warm-ups left out",
        "not in the plan: `raw/main/after/notes.txt`",
        "missing: `raw/main/after/first-r3.json`",
    ] {
        assert!(
            ran.err.lines().any(|said| said == line),
            "{line}\n{}",
            ran.err
        );
    }
}

#[test]
fn rounds_that_a_guard_stopped_are_not_missing() {
    let folder = Folder::holding(small::upgrade());
    folder.edit(
        "plan.toml",
        "id = \"first\"\n",
        "id = \"first\"\nnot_run = [{ side = \"candidate\", from_round = 3, why = { en = \"guard\", zh = \"保护\" } }]\n",
    );
    folder.remove("raw/main/after/first-r3.json");
    let ran = folder.run(PLAN).well();
    assert!(!ran.err.contains("missing"), "{}", ran.err);
    folder
        .run("publish new --data data --no-private-terms tests")
        .well();
    let shown = folder.run("show data/small/r1 --format json").well().out;
    let shown: Value = serde_json::from_str(&shown).unwrap();
    let first = &shown["batches"][0]["scenarios"][0];
    assert_eq!(first["candidate"]["measured"]["stopped"], 1);
    assert_eq!(first["gains"]["output_tok_s"]["left_out"], "not_run");
}

#[test]
fn what_contradicts_the_plan_is_refused() {
    type Spoil = fn(&Folder);
    let cases: [(&str, Spoil, &str); 9] = [
        (
            "two sittings in one batch",
            |folder| folder.edit("raw/main/after/first-r3.json", "20260102-11", "20260103-11"),
            "batch `main`: found 23.6 hours between",
        ),
        (
            "another concurrency",
            |folder| {
                folder.edit(
                    "raw/main/after/first-r3.json",
                    "{",
                    "{\"max_concurrency\": 8,",
                )
            },
            "`raw/main/after/first-r3.json` part 1 found a concurrency of 8, expected C1 as in scenario `first`",
        ),
        (
            "one run under two names",
            |folder| {
                let one = folder.read("raw/main/after/first-r1.json");
                folder.write("raw/main/after/first-r2.json", one + "\n");
            },
            "`raw/main/after/first-r2.json` part 1 is the same run as `raw/main/after/first-r1.json` part 1",
        ),
        (
            "another client than the plan says",
            |folder| folder.edit("plan.toml", "client 1", "aiperf 0.8.0"),
            "`raw/main/before/first-r1.json`: found a file of vllm bench serve, expected one of aiperf (`files.client`)",
        ),
        (
            "two clients on one side",
            |folder| {
                folder.write(
                    "raw/main/after/first-r3.json",
                    "{\"backend\": \"sglang\", \"duration\": 2.0, \"completed\": 4, \"total_input_tokens\": 4, \
                     \"total_output_tokens\": 16, \"total_output_tokens_retokenized\": 16, \"request_rate\": Infinity, \
                     \"output_throughput\": 8.0, \"random_output_len\": 4, \"mean_e2e_latency_ms\": 1.0}",
                );
            },
            "found a file of sglang bench_serving, expected one of vllm bench serve like the others of this side",
        ),
        (
            "a format that nobody knows",
            |folder| folder.edit("plan.toml", "[files]", "[files]\nformat = \"wrk\""),
            "`plan.toml`: `files.format` is `wrk`, expected one of guidellm, aiperf",
        ),
        (
            "a round named that was not planned",
            |folder| {
                let more = "[[files.runs]]\nfile = \"a.json\"\nbatch = \"main\"\nside = \"baseline\"\n\
                            scenario = \"first\"\nround = 4\n\n[report]";
                folder.edit("plan.toml", "[report]", more);
            },
            "`files.runs[0]`: found round 4 and part 1, expected one of the 3 rounds that were started",
        ),
        (
            "a pause of no length",
            |folder| folder.edit("plan.toml", "[files]", "[files]\nlongest_pause_h = -1"),
            "`files.longest_pause_h` is `-1`, expected hours above 0",
        ),
        (
            "a round that is a warm-up too",
            |folder| folder.edit("plan.toml", "[files]", "[files]\nwarmup = [\"*-r1.json\"]"),
            "is a round of the plan and, by `files.warmup`, a warm-up",
        ),
    ];
    for (name, spoil, says) in cases {
        let (folder, ran) = ingest(spoil);
        assert_eq!(ran.code, 1, "{name}: {}", ran.err);
        assert!(ran.err.contains(says), "{name}: {}", ran.err);
        assert!(!folder.path("new").exists(), "{name}");
    }
}

#[test]
fn sums_are_shown_as_the_clients_own_and_give_no_gain() {
    let folder = Folder::new();
    let batch = small::batch("main", "node-a", &small::scenario("first", ""));
    folder.write(
        "plan.toml",
        small::plan(&batch).replace("requests = 4", "requests = 5"),
    );
    small::rounds(&folder, "main", "first", CLEAN, CLEAN);
    for (side, tokens) in [("before", 16), ("after", 32)] {
        for round in 1..=3 {
            let mut raw = totals();
            raw["date"] = format!("20260102-10{tokens}0{round}").into();
            raw["total_output_tokens"] = tokens.into();
            raw["output_throughput"] = (f64::from(tokens) / 2.0).into();
            raw["total_token_throughput"] = (f64::from(tokens + 256) / 2.0).into();
            folder.write(
                &small::raw_path("main", side, "first", round),
                raw.to_string(),
            );
        }
    }
    folder.run(PLAN).well();
    let row = folder.read("new/rounds/main-candidate.csv");
    let row: Vec<&str> = row.lines().nth(1).unwrap().split(',').collect();
    // One of five was asked for and not completed; no rule could be checked, and no input is shown.
    assert_eq!(
        row[2..11],
        [
            "5",
            "1",
            "0",
            "0",
            "0",
            "0",
            "0",
            "1",
            "http done text usage length"
        ]
    );
    assert_eq!((row[13], row[14], row[21]), ("16", "100", ""));
    assert_eq!(row[25..29], ["chat", "asked", "4", "16"]);
    folder
        .run("publish new --data data --no-private-terms tests")
        .well();
    let shown = folder.run("show data/small/r1 --format json").well().out;
    let shown: Value = serde_json::from_str(&shown).unwrap();
    assert_eq!(
        shown["batches"][0]["scenarios"][0]["gains"]["output_tok_s"]["left_out"],
        "totals"
    );
    let text = folder.run("show data/small/r1").well().out;
    assert!(text.contains("3/15 by the client's count"), "{text}");
}

#[test]
fn files_without_a_plan_are_shown_and_every_bad_one_is_named() {
    let folder = Folder::new();
    folder.write("raw/a.json", small::raw(100, 1).to_string());
    folder.write("raw/b.json", totals().to_string());
    folder.write("raw/deep/c.json", format!("[{}]", totals()));
    folder.write("raw/d.json", "{\"duration\": ");
    folder.write("raw/e.json", "version https://git-lfs.github.com/spec/v1\n");
    folder.write("raw/f.json", [0xff, 0xfe, 0x7b, 0]);
    let before = folder.tree();
    let ran = folder.run("ingest raw --asked 4");
    assert_eq!(ran.code, 1);
    assert_eq!(folder.tree(), before);
    for said in [
        "4 requests: 3 succeeded, 1 failed (empty_text 1)",
        "rules checked: http, text, length; not checkable from this file: done, usage",
        "only the client's own sums: it calls 4 of 5 completed (the number it was asked to send)",
        "note: the same run as `raw/b.json` part 1: not to be counted twice",
        "completed: 3, the client says 4",
    ] {
        assert!(ran.out.contains(said), "{said}\n{}", ran.out);
    }
    for said in [
        "`raw/d.json` line 1 column",
        "`raw/e.json` the whole file: found a git-lfs pointer",
        "`raw/f.json`",
        "3 files that cannot be taken",
    ] {
        assert!(ran.err.contains(said), "{said}\n{}", ran.err);
    }
}

#[test]
fn a_persons_word_fills_in_what_a_file_leaves_open() {
    let row = "{\"backend\": \"sglang\", \"duration\": 2.0, \"completed\": 4, \"total_input_tokens\": 4, \
               \"total_output_tokens\": 16, \"total_output_tokens_retokenized\": 16, \"request_rate\": Infinity, \
               \"output_throughput\": 8.0, \"random_output_len\": 4, \"mean_e2e_latency_ms\": 1.0}\n";
    let folder = Folder::new();
    folder.write("file", row);
    let ran = folder.run("ingest file");
    assert_eq!(ran.code, 1);
    assert!(
        ran.err.contains("say how many were sent (`--requests`"),
        "{}",
        ran.err
    );
    let found = look(row, "--requests 5");
    assert_eq!(found[0]["round"]["evidence"], "asked");
    assert_eq!(
        (&found[0]["round"]["requests"], &found[0]["round"]["failed"]),
        (&json!(5), &json!(1))
    );

    let rows = json!([{
        "error_code": null, "error_msg": "", "inter_token_latency_s": 0.1, "ttft_s": 0.1, "end_to_end_latency_s": 0.4,
        "request_output_throughput_token_per_s": 10.0, "number_total_tokens": 8, "number_output_tokens": 4,
        "number_input_tokens": 4,
    }]);
    folder.write("file", rows.to_string());
    let ran = folder.run("ingest file");
    assert!(ran.err.contains("found no measuring time"), "{}", ran.err);
    let found = look(rows.to_string(), "--duration 2 --asked 4");
    assert_eq!(found[0]["round"]["output_tok_s"], json!(2));
}

#[test]
fn salted_commitments_are_the_same_again_and_open_with_their_salts() {
    let folder = Folder::holding(small::upgrade());
    let salted = |out: &str| format!("ingest plan.toml --out {out} --salts private-salts.toml");
    folder.run(&salted("new")).well();
    folder.run(&salted("again")).well();
    let table = folder.read("new/rounds/main-baseline.csv");
    assert!(table.contains(",salted:"), "{table}");
    assert_eq!(folder.files("new"), folder.files("again"));
    folder
        .run("publish new --data data --no-private-terms tests")
        .well();
    folder
        .run("audit data/small/r1 --sources raw --salts private-salts.toml")
        .well();
    let ran = folder.run("audit data/small/r1 --sources raw");
    assert_eq!(ran.code, 4);
    assert!(ran.out.contains("no file with salted:"), "{}", ran.out);
    let inside = folder.run("ingest plan.toml --out more --salts more/salts.toml");
    assert_eq!(inside.code, 1);
    assert!(!folder.path("more").exists());
}

#[test]
fn an_auditor_makes_every_number_again() {
    let measured = repository().join("data/vllm-0.32.0-2-cpu-cores/r1");
    let folder = Folder::new();
    for (name, bytes) in files(&measured) {
        folder.write(&format!("data/vllm-0.32.0-2-cpu-cores/r1/{name}"), &bytes);
        // Whatever the files are called.
        if let Some(raw) = name.strip_prefix("sources/raw/") {
            folder.write(&format!("given/{}", raw.replace('/', "-")), &bytes);
        }
    }
    let release = "data/vllm-0.32.0-2-cpu-cores/r1";
    let audit = format!("audit {release} --sources given");
    let ran = folder.run(&audit).well();
    let all = "60 of 60 rounds come out of the raw files, number for number\n";
    assert!(ran.out.ends_with(all), "{}", ran.out);

    folder.edit(
        &format!("{release}/rounds/main-candidate.csv"),
        ",166.3562556,",
        ",160.3562556,",
    );
    rehash(&folder, release);
    let name = folder.files("given").into_keys().next().unwrap();
    folder.edit(&format!("given/{name}"), "{", "{ ");
    let ran = folder.run(&audit);
    assert_eq!(ran.code, 4);
    assert!(
        ran.out
            .contains("`ttft_p95_ms`: published `160.3562556`, the raw file gives `166.3562556`"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains(": no file with "), "{}", ran.out);
    assert!(
        ran.out
            .ends_with("58 of 60 rounds come out of the raw files, number for number\n"),
        "{}",
        ran.out
    );
}

#[test]
fn the_plan_that_init_writes_is_read_and_fits_its_schema() {
    let folder = Folder::new();
    folder.run("init new").well();
    let ran = folder.run("ingest new/plan.toml --out out");
    let nothing =
        "no file of the plan is there, expected `raw/before/in1024-out128-c8-r1.json` and so on";
    assert!(ran.err.contains(nothing), "{}", ran.err);

    let schema: Value = serde_json::from_str(&folder.read("new/plan.schema.json")).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    let plan =
        |text: &str| serde_json::to_value(toml::from_str::<toml::Table>(text).unwrap()).unwrap();
    let small = String::from_utf8(small::upgrade()["plan.toml"].clone()).unwrap();
    for text in [folder.read("new/plan.toml"), small.clone()] {
        let found: Vec<String> = schema
            .iter_errors(&plan(&text))
            .map(|error| error.to_string())
            .collect();
        assert!(found.is_empty(), "{found:?}");
    }
    for (from, to) in [
        ("pattern =", "patern ="),
        ("status = \"measured\"", "status = \"good\""),
        ("id = \"small\"", "id = \"Small One\""),
        ("requests = 4", "requests = \"4\""),
        ("source_commit = \"", "source_commit = \"v"),
    ] {
        assert!(small.contains(from));
        assert!(
            !schema.is_valid(&plan(&small.replace(from, to))),
            "{from} {to}"
        );
    }
}
