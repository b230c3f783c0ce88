//! Signatures as minisign makes them, and the command that holds releases to them.

use serde_json::{Value, json};

use crate::{
    harness::{Folder, repository},
    leaks, small,
};

/// The public half of a key of the fixtures.
pub(crate) fn public(name: &str) -> String {
    let file = repository().join(format!("tests/fixtures/signing/{name}.pub"));
    let text = std::fs::read_to_string(file).unwrap();
    text.lines().nth(1).unwrap().into()
}

/// Signs `file` as its publisher does, `None` where this machine has no minisign.
fn sign(folder: &Folder, file: &str, key: &str, comment: &str) -> Option<()> {
    let key = repository().join(format!("tests/fixtures/signing/{key}.key"));
    let line = format!(
        "minisign -S -s '{}' -m {file} -t '{comment}'",
        key.display()
    );
    folder.write("sign.sh", line);
    folder.run_tool("minisign -v")?;
    folder.run_tool("sh sign.sh")?.well();
    folder.remove("sign.sh");
    Some(())
}

/// `data/` with the releases r1 and r2 of the small report, signed by the first and the second key, for which the first
/// vouches in `keys.json`.
fn signed() -> Option<Folder> {
    let folder = Folder::holding(small::ingested());
    folder.run("publish new --data data").well();
    folder.run("publish new --data data --supersedes r1").well();
    for (seq, key) in [(1, "first"), (2, "second")] {
        let sums = format!("data/small/r{seq}/SHA256SUMS");
        sign(
            &folder,
            &sums,
            key,
            &format!("daggerboard r{seq} seq={seq}"),
        )?;
    }
    folder.write("next", format!("{}\n", public("second")));
    sign(&folder, "next", "first", "daggerboard key")?;
    let note = json!({ "en": "ours", "zh": "我们的" });
    let keys = json!({ "format": 1, "keys": [
        { "key": public("first"), "note": note, "from": "2026-01-01", "to": "2026-01-02" },
        { "key": public("second"), "note": note, "from": "2026-01-01", "vouched": folder.read("next.minisig") },
    ] });
    folder.write("data/keys.json", keys.to_string());
    Some(folder)
}

#[test]
fn signatures_by_listed_keys_hold_and_say_where_the_key_came_from() {
    let Some(folder) = signed() else { return };
    let (first, second) = (public("first"), public("second"));
    let out = folder.run("verify data").well().out;
    let comment = |seq| format!("(trusted comment: \"daggerboard r{seq} seq={seq}\")");
    for (key, seq) in [(&first, 1), (&second, 2)] {
        let line = format!(
            "signed by key {key} {}, which comes from the same place",
            comment(seq)
        );
        assert!(out.contains(&line), "{out}");
    }
    // Whoever has the first key follows to the second; whoever has the second needs no more.
    let out = folder.run(&format!("verify data --key {first}")).well().out;
    assert!(
        out.contains(&format!(
            "{second} {}, which the key that you gave vouches for",
            comment(2)
        )),
        "{out}"
    );
    let out = folder
        .run(&format!("verify data --key {second}"))
        .well()
        .out;
    assert!(
        out.contains(&format!("signed by the key that you gave, {second}")),
        "{out}"
    );
    let file = repository().join("tests/fixtures/signing/second.pub");
    folder
        .run(&format!("verify data --key {}", file.display()))
        .well();
    folder
        .run(&format!("verify data/small/r1 --key {first}"))
        .well();
}

#[test]
fn what_is_not_signed_as_it_should_be_differs() {
    let Some(folder) = signed() else { return };
    let (first, stranger) = (public("first"), public("stranger"));
    let whole = folder.files("data");
    #[track_caller]
    fn differs(folder: &Folder, arguments: &str, expected: &str) {
        let ran = folder.run(arguments);
        assert_eq!(ran.code, 4, "{}{}", ran.out, ran.err);
        assert!(ran.err.contains(expected), "{}", ran.err);
    }
    let again = || {
        for (name, bytes) in &whole {
            folder.write(&format!("data/{name}"), bytes);
        }
    };
    differs(
        &folder,
        &format!("verify data --key {stranger}"),
        "by another key",
    );

    let signature = "data/small/r2/SHA256SUMS.minisig";
    folder.edit(signature, "seq=2", "seq=3");
    differs(
        &folder,
        "verify data",
        "`SHA256SUMS.minisig`: the signature does not fit",
    );
    again();
    folder.swap(signature, "data/small/r1/SHA256SUMS.minisig");
    differs(
        &folder,
        "verify data",
        "`SHA256SUMS.minisig`: the signature does not fit",
    );
    again();
    folder.write(signature, "no signature");
    differs(&folder, "verify data", "found no minisign signature");
    again();
    folder.remove(signature);
    differs(
        &folder,
        &format!("verify data --key {first}"),
        "is not signed",
    );
    folder.run("verify data").well();
    again();
    // The right key, and the number of another release.
    sign(
        &folder,
        "data/small/r2/SHA256SUMS",
        "second",
        "daggerboard r1 seq=1",
    );
    differs(&folder, "verify data", "expected `daggerboard r2 seq=2`");
    again();

    let keys = |change: fn(&mut Value)| {
        let mut keys: Value = serde_json::from_str(&folder.read("data/keys.json")).unwrap();
        change(&mut keys);
        folder.write("data/keys.json", keys.to_string());
    };
    keys(|keys| keys["keys"][1]["to"] = "2026-01-01".into());
    differs(
        &folder,
        "verify data",
        "which `keys.json` gives for 2026-01-01 to 2026-01-01",
    );
    again();
    keys(|keys| {
        keys["keys"][1]["revoked"] =
            json!({ "reason": { "en": "lost", "zh": "丢失" }, "roots": [] })
    });
    differs(&folder, "verify data", "which `keys.json` revokes");
    again();
    keys(|keys| drop(keys["keys"].as_array_mut().unwrap().pop()));
    let out = folder.run("verify data").well().out;
    assert!(
        out.contains("a key that no keys.json here lists: not checked"),
        "{out}"
    );
    folder.write("data/keys.json", "{}");
    let ran = folder.run("verify data");
    assert_ne!(ran.code, 0);
    assert!(
        ran.err.contains("`keys.json`: missing field"),
        "{}",
        ran.err
    );

    let ran = folder.run("verify data --key nothing.pub");
    assert_eq!(ran.code, 2, "{}", ran.err);
    assert!(
        ran.err
            .contains("neither a minisign public key nor a file of one"),
        "{}",
        ran.err
    );
}

#[test]
fn publish_says_how_to_sign_and_never_signs() {
    let folder = Folder::holding(small::ingested());
    let ran = folder.run("publish new --data data").well();
    let line = "minisign -S -m data/small/r1/SHA256SUMS -t 'daggerboard r1 seq=1'";
    assert!(ran.err.contains(line), "{}", ran.err);
    assert!(
        folder
            .files("data")
            .keys()
            .all(|name| !name.ends_with(".minisig"))
    );
}

#[cfg(unix)]
#[test]
fn a_page_is_not_built_with_a_signature_or_key_that_tells_something() {
    let Some(folder) = signed() else { return };
    leaks::build(&folder, "x/a.txt", "").well();
    #[track_caller]
    fn found(folder: &Folder, place: &str) {
        let ran = leaks::build(folder, "x/a.txt", "");
        assert_eq!(ran.code, 3, "{}", ran.err);
        assert!(ran.err.contains(place), "{}", ran.err);
        assert!(!ran.err.contains("jane"), "{}", ran.err);
    }
    // Nothing signs this line, so the signature holds.
    let signature = "data/small/r2/SHA256SUMS.minisig";
    folder.edit(signature, "signature from", "by jane@lab.example, from");
    found(
        &folder,
        "`small/r2/SHA256SUMS.minisig` line 1: found a mail address",
    );
    folder.edit(signature, "by jane@lab.example, from", "from");
    folder.edit("data/keys.json", "\"ours\"", "\"jane@lab.example\"");
    found(
        &folder,
        "`keys.json` `keys[0].note.en`: found a mail address",
    );
}
