//! A release can be checked without this program.

use std::fs;

use crate::{
    harness::{Folder, files, repository},
    signed::public,
};

/// Every release folder of the repository's data.
fn releases() -> Vec<std::path::PathBuf> {
    let data = repository().join("data");
    let below = |path: std::path::PathBuf| {
        let entries = fs::read_dir(path)
            .unwrap()
            .map(|entry| entry.unwrap().path());
        entries.filter(|path| path.is_dir()).collect::<Vec<_>>()
    };
    let releases: Vec<_> = below(data).into_iter().flat_map(below).collect();
    assert!(releases.len() >= 2, "{releases:?}");
    releases
}

/// Has `tool` check every release, and checks that it notices one byte.
fn checks_every_release(tool: &str) {
    for release in releases() {
        let folder = Folder::holding(&files(&release));
        let Some(ran) = folder.run_tool(tool) else {
            eprintln!("no `{tool}` on this machine");
            return;
        };
        assert_eq!(ran.code, 0, "{}: {}", release.display(), ran.err);
        folder.edit("license.txt", "T", "t");
        assert_ne!(folder.run_tool(tool).unwrap().code, 0);
    }
}

#[test]
fn sha256sum_checks_every_release() {
    checks_every_release("sha256sum -c --strict SHA256SUMS");
}

#[test]
fn shasum_checks_every_release() {
    checks_every_release("shasum -a 256 -c --strict SHA256SUMS");
}

#[test]
fn busybox_checks_every_release() {
    checks_every_release("busybox sha256sum -c SHA256SUMS");
}

#[test]
fn minisign_checks_every_release() {
    let key = public("first");
    for release in releases() {
        let folder = Folder::holding(&files(&release));
        let check = format!("minisign -V -m SHA256SUMS -P {key}");
        let Some(ran) = folder.run_tool(&check) else {
            eprintln!("no `minisign` on this machine");
            return;
        };
        assert_eq!(ran.code, 0, "{}: {}", release.display(), ran.err);
        let sums = folder.read("SHA256SUMS");
        folder.write("SHA256SUMS", sums.replacen('0', "1", 1));
        assert_ne!(folder.run_tool(&check).unwrap().code, 0);
    }
}

#[test]
fn frictionless_checks_every_release() {
    // `./dev test` installs it beside the project where Python can.
    let tool = repository().join(".tools/frictionless/bin/frictionless");
    checks_every_release(&format!("{} validate datapackage.json", tool.display()));
}

#[test]
fn a_checkout_that_turns_lf_into_crlf_leaves_data_alone() {
    let folder = Folder::new();
    for (name, bytes) in files(&repository().join("data")) {
        folder.write(&format!("from/data/{name}"), bytes);
    }
    // The proof that this clone would break a file: one that is outside `data/`.
    folder.write("from/outside.txt", "a\nb\n");
    let git = |line: &str| {
        let line = format!("git -c user.name=a -c user.email=a@b.example {line}");
        folder.run_tool(&line).expect("git").well();
    };
    git("init --quiet from");
    git("-C from add .");
    git("-C from commit --quiet -m data");
    git("clone --quiet -c core.autocrlf=true from to");
    assert_eq!(folder.read("to/outside.txt"), "a\r\nb\r\n");
    folder.run("verify to/data").well();
}
