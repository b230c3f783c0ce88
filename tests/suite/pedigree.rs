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

    // Signatures and the list of keys are made by people, not by the command.
    let published = |path: &std::path::Path| {
        let mut files = files(path);
        files.retain(|name, _| name != "keys.json" && !name.ends_with(".minisig"));
        files
    };
    for report in [EXAMPLE, MEASURED] {
        let made = folder.files(&format!("data/{report}"));
        assert!(made.contains_key("r1/SHA256SUMS"));
        same(&made, &published(&data.join(report)));
    }
    same(&folder.files("data"), &published(&data));
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

/// A history of three releases, the second a correction of the first.
pub(crate) fn history() -> Folder {
    let folder = Folder::holding(small::ingested());
    folder.run("publish new --data data").well();
    folder.run("publish new --data data --supersedes r1").well();
    folder.run("publish new --data data").well();
    folder
}

#[test]
fn one_remembered_digest_finds_any_change_of_the_past() {
    let folder = history();
    let catalogue: Value = serde_json::from_str(&folder.read("data/catalogue.json")).unwrap();
    let root = |index: usize| {
        let root = &catalogue["reports"][0]["releases"][index]["root"];
        root.as_str().unwrap().to_owned()
    };
    let verify = format!("verify data --root {}", root(2));
    folder.run(&verify).well();

    type Spoil = fn(&Folder, &mut Value);
    let cases: [(&str, Spoil, &str); 6] = [
        (
            "the first entry is taken out",
            |folder, releases| {
                std::fs::remove_dir_all(folder.path("data/small/r1")).unwrap();
                releases.as_array_mut().unwrap().remove(0);
                releases[0].as_object_mut().unwrap().remove("previous");
                releases[0].as_object_mut().unwrap().remove("supersedes");
            },
            "has `previous` `",
        ),
        (
            "an entry in the middle is taken out",
            |folder, releases| {
                std::fs::remove_dir_all(folder.path("data/small/r2")).unwrap();
                releases.as_array_mut().unwrap().remove(1);
                releases[1]["previous"] = releases[0]["root"].clone();
            },
            "has `previous` `",
        ),
        (
            "the first release is another one",
            |folder, releases| {
                folder.edit(
                    "data/small/r1/report.json",
                    "Is it faster?",
                    "Is it better?",
                );
                crate::rehash::rehash(folder, "data/small/r1");
                let sums = std::fs::read(folder.path("data/small/r1/SHA256SUMS")).unwrap();
                let root = seal::Digest::of(&sums).to_string();
                releases[0]["root"] = root.clone().into();
                releases[1]["previous"] = root.into();
            },
            "has `previous` `",
        ),
        (
            "it no longer says what was corrected",
            |_, releases| drop(releases[1].as_object_mut().unwrap().remove("supersedes")),
            "has `supersedes` `r1`, but catalogue.json gives nothing",
        ),
        (
            "the newest is taken back",
            |folder, releases| {
                std::fs::remove_dir_all(folder.path("data/small/r3")).unwrap();
                releases.as_array_mut().unwrap().pop();
            },
            "no release here has the root digest",
        ),
        (
            "the chain is broken",
            |_, releases| releases[2]["previous"] = releases[0]["root"].clone(),
            "`previous` is `",
        ),
    ];
    for (name, spoil, says) in cases {
        let folder = Folder::holding(&folder.files(""));
        let mut listed = catalogue.clone();
        spoil(&folder, &mut listed["reports"][0]["releases"]);
        folder.write("data/catalogue.json", listed.to_string());
        let ran = folder.run(&verify);
        assert_ne!(ran.code, 0, "{name}");
        assert!(ran.err.contains(says), "{name}: {}", ran.err);
    }
}

#[test]
fn an_older_state_that_came_back_is_found() {
    let folder = history();
    folder.run("verify data --min-seq 3").well();
    let ran = folder.run("verify data --min-seq 4");
    assert_eq!(ran.code, 4);
    let says = "the newest release here is number 3, expected 4 or later";
    assert!(ran.err.contains(says), "{}", ran.err);
}

#[test]
fn a_withdrawn_release_keeps_its_files_and_says_why() {
    let folder = history();
    let files = folder.files("data/small");
    let withdraw =
        |why: &str| format!("withdraw small r1 --date 2026-01-03 --why-en {why} --why-zh 误测");
    folder.run(&withdraw("mismeasured")).well();
    same(&folder.files("data/small"), &files);
    folder.run("verify data").well();
    let catalogue: Value = serde_json::from_str(&folder.read("data/catalogue.json")).unwrap();
    let withdrawn = &catalogue["reports"][0]["releases"][0]["withdrawn"];
    assert_eq!(withdrawn["reason"]["en"], "mismeasured");

    let ran = folder.run(&withdraw("again"));
    assert!(ran.err.contains("is withdrawn already"), "{}", ran.err);
    let before = folder.tree();
    let secret =
        folder.run("withdraw small r2 --date 2026-01-03 --why-en user@example.com --why-zh 误测");
    assert_eq!(secret.code, 3, "{}", secret.err);
    let day = folder.run("withdraw small r2 --date today --why-en a --why-zh 误测");
    assert!(
        day.err.contains("expected a day, YYYY-MM-DD"),
        "{}",
        day.err
    );
    assert_eq!(folder.tree(), before);
}
