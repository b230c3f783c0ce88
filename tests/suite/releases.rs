//! Old releases stay: each has pages of its own, and what a correction changed can be read.

use crate::{
    harness::Folder,
    leaks, pedigree,
    small::{self, CLEAN},
};

#[cfg(unix)]
#[test]
fn every_release_has_pages_for_good_and_the_newest_those_of_its_report() {
    let folder = pedigree::history();
    leaks::build(&folder, "x/a.txt", "").well();
    let mut pages: Vec<String> = folder.files("dist").into_keys().collect();
    pages.retain(|name| name.ends_with("index.html"));
    let mut expected = vec![];
    // The page's folder, its release, and the way back.
    for (page, release, root) in [
        ("small/", "r3", "../"),
        ("small/zh/", "r3", "../../"),
        ("small/r1/", "r1", "../../"),
        ("small/r1/zh/", "r1", "../../../"),
        ("small/r2/", "r2", "../../"),
        ("small/r2/zh/", "r2", "../../../"),
        ("small/r3/", "r3", "../../"),
        ("small/r3/zh/", "r3", "../../../"),
    ] {
        let name = format!("{page}index.html");
        let html = folder.read(&format!("dist/{name}"));
        for says in [
            format!("data-report=\"small\" data-release=\"{release}\""),
            format!("data-root=\"{root}\""),
            format!("href=\"{root}data/small/{release}/SHA256SUMS\""),
        ] {
            assert!(html.contains(&says), "{name} has no `{says}`:\n{html}");
        }
        expected.push(name);
    }
    // The start page is no report's.
    for (page, root) in [("", "./"), ("zh/", "../")] {
        let name = format!("{page}index.html");
        let html = folder.read(&format!("dist/{name}"));
        for says in [" data-start".into(), format!("data-root=\"{root}\"")] {
            assert!(html.contains(&says), "{name} has no `{says}`:\n{html}");
        }
        assert!(!html.contains("data-report"), "{html}");
        expected.push(name);
    }
    expected.sort();
    assert_eq!(pages, expected);
}

/// r1, and r2 in which a request of one scenario failed, another scenario is no longer there, and the title is another.
fn corrected() -> Folder {
    let folder = Folder::holding(small::published());
    let main = small::batch("main", "node-a", &small::scenario("first", ""));
    let other = small::batch("other", "node-b", &small::scenario("third", ""));
    folder.write("plan.toml", small::plan(&[main, other].concat()));
    folder.edit("plan.toml", "A small upgrade", "A smaller upgrade");
    small::rounds(&folder, "main", "first", CLEAN, [Some(0), Some(1), Some(0)]);
    small::rounds(&folder, "other", "third", CLEAN, CLEAN);
    folder.run("ingest plan.toml --out new").well();
    folder.run("publish new --data data --supersedes r1").well();
    folder
}

#[test]
fn compare_prints_what_a_correction_changed_and_nothing_else() {
    let folder = corrected();
    let out = folder.run("compare data/small/r1 data/small/r2").well().out;
    let lines: Vec<&str> = out.lines().collect();
    // A verdict and a mean of each batch, 14 figures of each scenario that both have.
    assert_eq!(lines[0], "small r1 → small r2");
    let changed = lines.iter().filter(|line| line.starts_with("  ")).count();
    assert_eq!(
        lines[1],
        format!(
            "{changed} of 32 figures differ; only in the earlier release: 1, only in the later release: 0"
        )
    );
    for line in [
        "  verdict: up in 2, down in 0, not resolved in 0, left out 0 → up in 0, down in 0, not resolved in 0, left out 1",
        "  failed requests after the upgrade: 0/12 → 1/12",
        "only in the earlier release: main / 64 → 4 · C1 (second)",
        "report.json title.en: A small upgrade → A smaller upgrade",
        "report.json batches.main.scenarios.second.rounds: 3 → none",
    ] {
        assert!(lines.contains(&line), "no `{line}` in\n{out}");
    }
    let gain = "  gain in output throughput: ";
    let gain = lines.iter().find_map(|line| line.strip_prefix(gain));
    let (before, after) = gain.and_then(|gain| gain.split_once(" → ")).unwrap();
    assert!(before.ends_with(" %)"), "{before}");
    assert_eq!(after, "none: fails only after the upgrade");
    assert!(!out.contains("before the upgrade"), "{out}");
    assert!(
        !out.contains("other"),
        "nothing of the other batch differs: {out}"
    );

    let same = folder.run("compare data/small/r1 data/small/r1").well().out;
    assert_eq!(same, "small r1 → small r1\n0 of 46 figures differ\n");
    let zh = folder
        .run("compare data/small/r1 data/small/r2 --lang zh")
        .well()
        .out;
    assert!(zh.contains("  升级后：失败请求: 0/12 → 1/12\n"), "{zh}");
}

#[test]
fn compare_refuses_a_release_with_another_byte() {
    let folder = corrected();
    folder.edit("data/small/r1/rounds/main-baseline.csv", "first", "firsT");
    let ran = folder.run("compare data/small/r1 data/small/r2");
    assert_eq!(ran.code, 4, "{}", ran.err);
    assert!(ran.out.is_empty());
    assert!(ran.err.contains("rounds/main-baseline.csv"), "{}", ran.err);
}

#[test]
fn a_release_may_not_have_the_name_of_a_folder_of_the_site() {
    let folder = Folder::holding(small::ingested());
    let before = folder.tree();
    for name in ["zh", "index.html", "card.png"] {
        let ran = folder.run(&format!("publish new --data data --release {name}"));
        assert_ne!(ran.code, 0, "`{name}` was published");
        let says = format!("release `{name}` of `small` has the name of one of the site's own");
        assert!(ran.err.contains(&says), "{}", ran.err);
        assert_eq!(folder.tree(), before);
    }
}
