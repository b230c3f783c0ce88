//! What is published is what the commands make of the raw files, to the byte.

use serde_json::Value;

use crate::{
    harness::{Files, Folder, files, repository},
    small,
};

const EXAMPLE: &str = "vllm-0.32.0-8x-h20-3e";
const MEASURED: &str = "vllm-0.32.0-2-cpu-cores";

/// Names the first file that differs instead of printing both trees.
#[track_caller]
fn same(made: &Files, expected: &Files) {
    let names = |files: &Files| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(made), names(expected));
    for (name, bytes) in made {
        assert!(*bytes == expected[name], "`{name}` has other bytes");
    }
}

#[test]
fn data_is_what_the_commands_make_of_the_raw_files() {
    let data = repository().join("data");
    let sources = data.join(format!("{MEASURED}/r1/sources"));
    let folder = Folder::new();
    for (name, bytes) in files(&sources) {
        folder.write(&format!("measured/{name}"), bytes);
    }

    folder.run("demo --out example").well();
    all_failures_of_the_main_batch_look_healthy_but_for_their_text(&folder);
    folder
        .run("ingest example/plan.toml --out ingested-example")
        .well();
    folder.run("publish ingested-example --data data").well();
    folder
        .run("ingest measured/plan.toml --out ingested-measured")
        .well();
    folder
        .run("publish ingested-measured --data data --sources measured/plan.toml")
        .well();

    for report in [EXAMPLE, MEASURED] {
        let made = folder.files(&format!("data/{report}"));
        assert!(made.contains_key("r1/SHA256SUMS"));
        same(&made, &files(&data.join(report)));
    }
    same(&folder.files("data"), &files(&data));
    folder.run("verify data").well();
    folder.run("check data").well();
}

/// HTTP 200, an end mark, tokens counted, and not one word: 17 of 1,968.
fn all_failures_of_the_main_batch_look_healthy_but_for_their_text(folder: &Folder) {
    let mut found = [0, 0];
    for (name, bytes) in folder.files("example/raw/main") {
        let raw: Value = serde_json::from_slice(&bytes).unwrap();
        for (request, text) in raw["generated_texts"]
            .as_array()
            .unwrap()
            .iter()
            .enumerate()
        {
            if text == "" {
                assert_eq!(raw["http_statuses"][request], 200, "{name}");
                assert_eq!(raw["done_marks"][request], true, "{name}");
                assert_eq!(raw["errors"][request], "", "{name}");
                let tokens = raw["usage_completion_tokens"][request].as_u64();
                assert!(tokens > Some(0), "{name}: {tokens:?}");
                found[usize::from(name.starts_with("after/"))] += 1;
            }
        }
    }
    assert_eq!(found, [6, 11]);
}

#[test]
fn two_publishes_give_the_same_bytes() {
    let folder = Folder::holding(small::ingested());
    folder.run("publish new --data a").well();
    folder.run("publish new --data b").well();
    same(&folder.files("a"), &folder.files("b"));

    folder.run("ingest plan.toml --out again").well();
    same(&folder.files("again"), &folder.files("new"));
}

#[test]
fn published_sources_make_the_published_rounds_again() {
    let folder = Folder::holding(small::ingested());
    folder
        .run("publish new --data data --sources plan.toml")
        .well();
    folder
        .run("ingest data/small/r1/sources/plan.toml --out again")
        .well();
    same(&folder.files("again"), &folder.files("new"));
}

#[test]
fn a_correction_is_a_new_release_that_names_the_old_one() {
    let folder = Folder::holding(small::ingested());
    folder.run("publish new --data data").well();
    let first = folder.files("data/small/r1");
    folder.run("publish new --data data --supersedes r1").well();

    same(&folder.files("data/small/r1"), &first);
    let json = |name: &str| serde_json::from_str::<Value>(&folder.read(name)).unwrap();
    let catalogue = json("data/catalogue.json");
    let listed = &catalogue["reports"][0]["releases"];
    assert_eq!(
        listed[0]["root"],
        seal::Digest::of(&first["SHA256SUMS"]).to_string()
    );
    assert_eq!(listed[1]["id"], "r2");
    let lineage = &json("data/small/r2/datapackage.json")["daggerboard"];
    assert_eq!(lineage["seq"], 2);
    assert_eq!(lineage["previous"], listed[0]["root"]);
    assert_eq!(lineage["supersedes"], "r1");
    folder.run("verify data").well();
}

/// A web server is somebody else on the publisher's machine.
#[cfg(unix)]
#[test]
fn everybody_may_read_what_is_published() {
    use std::os::unix::fs::PermissionsExt;

    let folder = Folder::holding(small::ingested());
    folder.run("publish new --data data").well();
    for name in folder.files("data").keys() {
        let mode = folder
            .path("data")
            .join(name)
            .metadata()
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o444, 0o444, "`{name}` has mode {:o}", mode & 0o777);
    }
}
