//! The arrows between rooms: as drawn here, as drawn in ARCHITECTURE.md, and as Cargo sees them.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    process::Command,
};

use serde_json::Value;

use crate::harness::repository;

/// User -> used. `daggerboard` is the command: the root package, whose room is `app/cli`.
const ARROWS: &str = "
charts -> messages, summary
daggerboard -> charts, messages, query, rounds, seal, summary
messages ->
query -> rounds, seal
rounds -> messages, seal
seal -> messages
site -> charts, messages, rounds, seal, summary
summary -> rounds
";

/// Crates that may be used in one room only.
const HEAVY: [(&str, &str); 8] = [
    ("clap", "daggerboard"),
    ("fluent-syntax", "messages"),
    ("leptos", "site"),
    ("plotters", "charts"),
    ("plotters-backend", "charts"),
    ("polars", "query"),
    ("sha2", "seal"),
    ("ureq", "daggerboard"),
];

type Arrows = BTreeMap<String, BTreeSet<String>>;

/// Reads lines like `a -> b, c`; the command may be called by its room, `cli`.
fn arrows(text: &str) -> Arrows {
    let name = |word: &str| if word == "cli" { "daggerboard" } else { word }.to_owned();
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines
        .map(|line| {
            let (user, used) = line
                .split_once("->")
                .unwrap_or_else(|| panic!("`{line}`: expected `user -> used, used`"));
            let used = used.split([',', ' ']).filter(|word| !word.is_empty());
            (name(user.trim()), used.map(name).collect())
        })
        .collect()
}

/// Every package of the workspace with all that it depends on, for building and testing too.
fn dependencies() -> Arrows {
    let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--no-deps", "--format-version=1", "--offline"])
        .current_dir(repository())
        .output()
        .unwrap();
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let name = |value: &Value| value["name"].as_str().unwrap().to_owned();
    let packages = metadata["packages"].as_array().unwrap().iter();
    packages
        .map(|package| {
            let used = package["dependencies"].as_array().unwrap();
            (name(package), used.iter().map(name).collect())
        })
        .collect()
}

#[test]
fn cargo_sees_exactly_the_drawn_arrows() {
    let mut seen = dependencies();
    let rooms: BTreeSet<String> = seen.keys().cloned().collect();
    for used in seen.values_mut() {
        used.retain(|name| rooms.contains(name));
    }
    assert_eq!(seen, arrows(ARROWS));
}

#[test]
fn the_architecture_draws_the_same_arrows() {
    let path = repository().join("ARCHITECTURE.md");
    let text = fs::read_to_string(&path)
        .expect("ARCHITECTURE.md, with a block of arrows between ```arrows and ```");
    let block = text
        .split_once("```arrows\n")
        .and_then(|(_, rest)| rest.split_once("```"))
        .map(|(block, _)| block)
        .expect("ARCHITECTURE.md has no block between ```arrows and ```");
    assert_eq!(arrows(block), arrows(ARROWS), "in ARCHITECTURE.md");
}

#[test]
fn a_heavy_crate_stays_in_its_room() {
    let seen = dependencies();
    for (heavy, room) in HEAVY {
        let users: Vec<&String> = seen
            .iter()
            .filter(|(_, used)| used.contains(heavy))
            .map(|(user, _)| user)
            .collect();
        assert_eq!(users, [room], "`{heavy}` belongs to `{room}` alone");
    }
}
