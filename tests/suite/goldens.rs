//! Pictures and tables that a person can open, compared byte for byte.
//!
//! `UPDATE_GOLDENS=1 cargo test --test suite goldens` writes them anew.

use std::{collections::BTreeSet, fs};

use charts::{Caption, Chart, Lang, Theme};

use crate::{
    harness::{Folder, repository, run},
    small::{self, CLEAN, REQUESTS},
};

/// The published releases by a short name.
const RELEASES: [(&str, &str); 2] = [
    ("gpu", "data/vllm-0.32.0-8x-h20-3e/r1"),
    ("cpu", "data/vllm-0.32.0-2-cpu-cores/r1"),
];

/// Further pictures of them: release, chart and what else to say.
const MORE: [(&str, &str, &str, &str); 6] = [
    ("gpu", "throughput-long-input", "zh", "--lang zh"),
    ("gpu", "gain", "zh", "--lang zh"),
    ("cpu", "ttft_p95_ms", "zh", "--lang zh"),
    (
        "gpu",
        "throughput-long-input",
        "first-batch",
        "--batch first-batch",
    ),
    ("gpu", "ttft_p95_ms", "first-batch", "--batch first-batch"),
    ("gpu", "gain", "first-batch", "--batch first-batch"),
];

const SCENARIO: &str = "in64-out4-c1";

/// Writes the raw files of an upgrade, and returns the scenarios of its plan.
type Upgrade = fn(&Folder) -> String;

/// A state that is no plain value: its name, and the upgrade that has it in the scenario [`SCENARIO`].
const STATES: [(&str, Upgrade); 6] = [
    ("failed", |folder| {
        small::rounds(folder, "main", SCENARIO, CLEAN, [Some(0), Some(1), Some(0)]);
        small::scenario(SCENARIO, "")
    }),
    ("not-run", |folder| {
        small::rounds(folder, "main", SCENARIO, CLEAN, [None; 3]);
        let why =
            r#"not_run = [{ side = "candidate", why = { en = "No time.", zh = "没时间。" } }]"#;
        small::scenario(SCENARIO, why)
    }),
    ("missing", |folder| {
        small::rounds(folder, "main", SCENARIO, CLEAN, [None; 3]);
        small::scenario(SCENARIO, "")
    }),
    ("a-round-missing", |folder| {
        small::rounds(folder, "main", SCENARIO, CLEAN, [Some(0), None, Some(0)]);
        small::scenario(SCENARIO, "")
    }),
    ("excluded", |folder| {
        small::rounds(
            folder,
            "main",
            SCENARIO,
            [Some(2), Some(0), Some(0)],
            [Some(1); 3],
        );
        small::rounds(folder, "main", "clean", CLEAN, CLEAN);
        small::scenario(SCENARIO, "") + &small::scenario("clean", "")
    }),
    ("zero", |folder| {
        small::rounds(folder, "main", SCENARIO, CLEAN, [Some(REQUESTS); 3]);
        small::scenario(SCENARIO, "")
    }),
];

/// What is drawn of each state: nothing has a gain but what stands beside the excluded scenario.
fn state_charts(state: &str) -> &'static [&'static str] {
    match state {
        "excluded" => &["throughput-long-input", "ttft_p95_ms", "gain"],
        _ => &["throughput-long-input", "ttft_p95_ms"],
    }
}

/// Publishes an upgrade in that state, as `data/small/r1`.
fn publish(state: Upgrade) -> Folder {
    let folder = Folder::new();
    let scenarios = state(&folder);
    folder.write(
        "plan.toml",
        small::plan(&small::batch("main", "node-a", &scenarios)),
    );
    folder.run("ingest plan.toml --out new").well();
    folder.run("publish new --data data").well();
    folder
}

/// Compares with the golden `name`, or writes it.
#[track_caller]
fn golden(name: &str, text: &str) {
    let path = repository().join("tests/golden").join(name);
    if std::env::var_os("UPDATE_GOLDENS").is_some() {
        fs::write(path, text).unwrap();
        return;
    }
    let expected = fs::read_to_string(path).unwrap_or_default();
    if expected == text {
        return;
    }
    let same = expected
        .chars()
        .zip(text.chars())
        .take_while(|(a, b)| a == b)
        .count();
    let around = |text: &str| {
        text.chars()
            .skip(same.saturating_sub(40))
            .take(120)
            .collect::<String>()
    };
    panic!(
        "tests/golden/{name} differs from character {same} on\nexpected: {}\nfound:    {}\n\
         UPDATE_GOLDENS=1 cargo test --test suite goldens writes it anew",
        around(&expected),
        around(text)
    );
}

fn show(release: &str, how: &str) -> String {
    run(repository(), &format!("show {release} {how}"))
        .well()
        .out
}

/// Every golden that a test below compares.
fn names() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (short, _) in RELEASES {
        names.extend(Chart::ALL.map(|chart| format!("{short}-{}.svg", chart.id())));
        names.extend(["txt", "zh.txt", "md", "zh.md"].map(|ending| format!("{short}.{ending}")));
    }
    names.extend(MORE.map(|(short, chart, what, _)| format!("{short}-{chart}.{what}.svg")));
    for (state, _) in STATES {
        let charts = state_charts(state).iter();
        names.extend(charts.map(|chart| format!("state-{state}-{chart}.svg")));
        names.insert(format!("state-{state}.txt"));
    }
    names
}

#[test]
fn every_chart_of_every_release_is_the_golden_one() {
    for (short, release) in RELEASES {
        for chart in Chart::ALL {
            let id = chart.id();
            golden(
                &format!("{short}-{id}.svg"),
                &show(release, &format!("--chart {id}")),
            );
        }
    }
    for (short, chart, what, how) in MORE {
        let (_, release) = RELEASES
            .into_iter()
            .find(|(name, _)| *name == short)
            .unwrap();
        golden(
            &format!("{short}-{chart}.{what}.svg"),
            &show(release, &format!("--chart {chart} {how}")),
        );
    }
}

#[test]
fn every_table_of_every_release_is_the_golden_one() {
    for (short, release) in RELEASES {
        for (ending, how) in [
            ("txt", ""),
            ("zh.txt", "--lang zh"),
            ("md", "--format markdown"),
            ("zh.md", "--format markdown --lang zh"),
        ] {
            golden(&format!("{short}.{ending}"), &show(release, how));
        }
    }
}

#[test]
fn every_state_that_is_no_value_has_a_picture() {
    for (state, of) in STATES {
        let folder = publish(of);
        folder.run("check data").well();
        for chart in state_charts(state) {
            let svg = folder
                .run(&format!("show data/small/r1 --chart {chart}"))
                .well()
                .out;
            golden(&format!("state-{state}-{chart}.svg"), &svg);
        }
        let text = folder.run("show data/small/r1").well().out;
        golden(&format!("state-{state}.txt"), &text);
    }
}

/// Failed, not run, missing and zero are not each other, in any picture or table.
#[test]
fn no_state_looks_like_another() {
    let pictures = STATES.map(|(state, of)| {
        let folder = publish(of);
        let draw = |chart: &str| {
            folder
                .run(&format!("show data/small/r1 --chart {chart}"))
                .well()
                .out
        };
        // The root digest tells all releases apart; what is drawn must do it without.
        let drawn = |svg: String| svg.split("Daggerboard, release").next().unwrap().to_owned();
        (
            state,
            drawn(draw("throughput-long-input")),
            folder.run("show data/small/r1").well().out,
        )
    });
    for (index, (state, svg, text)) in pictures.iter().enumerate() {
        for (other, other_svg, other_text) in &pictures[..index] {
            assert!(svg != other_svg, "`{state}` is drawn like `{other}`");
            assert!(text != other_text, "`{state}` reads like `{other}`");
        }
    }
    let [failed, not_run, missing, .., zero] = &pictures;
    for (mark, (state, svg, _)) in [
        ("†", failed),
        ("not run", not_run),
        ("missing", missing),
        ("0.00 †", zero),
    ] {
        assert!(svg.contains(mark), "`{state}` has no `{mark}`");
    }
}

#[test]
fn no_golden_is_left_over() {
    let found: BTreeSet<String> = fs::read_dir(repository().join("tests/golden"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != ".gitattributes")
        .collect();
    if std::env::var_os("UPDATE_GOLDENS").is_none() {
        assert_eq!(found, names());
    }
}

#[test]
fn words_never_turn_into_elements() {
    let evil = r#"</text><script>alert("1")</script><a href='x'>&amp;"#;
    let caption = Caption {
        title: evil.into(),
        notes: vec![evil.into(), evil.into()],
    };
    for lang in Lang::ALL {
        for chart in Chart::ALL {
            let theme = Theme {
                lang,
                ..Theme::default()
            };
            let svg = chart.draw(&[], &theme).standalone(&caption);
            assert!(!svg.contains("<script"), "{svg}");
            assert!(!svg.contains("<a "), "{svg}");
            assert_eq!(svg.matches("&lt;script&gt;").count(), 4, "{svg}");
            assert_eq!(svg.matches("&amp;amp;").count(), 4, "{svg}");
        }
    }
}

#[test]
fn no_label_shows_the_noise_of_floats() {
    for (state, of) in STATES {
        let folder = publish(of);
        for chart in state_charts(state) {
            let svg = folder
                .run(&format!("show data/small/r1 --chart {chart}"))
                .well()
                .out;
            let labels = svg
                .split("<text")
                .filter_map(|text| text.split(['<', '>']).nth(1));
            for label in labels {
                let places = label.rsplit_once('.').map_or("", |(_, places)| places);
                let places = places.chars().take_while(char::is_ascii_digit).count();
                assert!(places <= 3, "`{label}` in {chart} of `{state}`");
            }
        }
    }
}

/// A table in a pull request has no page around it that says it.
#[test]
fn a_release_that_was_not_measured_says_so_in_every_form() {
    let (_, release) = RELEASES[0];
    for how in ["", "--format markdown", "--format json", "--chart gain"] {
        let shown = show(release, how).to_lowercase();
        assert!(shown.contains("illustrative"), "not in `show {how}`");
    }
}
