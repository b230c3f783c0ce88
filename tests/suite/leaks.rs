//! What may not be published is refused wherever it stands, and no message repeats it.

use serde_json::{Value, json};

use crate::{
    harness::{Folder, Ran, TERMS},
    small,
};

const FOUND: i32 = 3;
const FAILED: i32 = 1;
const PUBLISH: &str = "publish new --data data --sources plan.toml";

/// Where a secret is planted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Value,
    Key,
    Header,
    Cell,
    RawValue,
    RawKey,
    Comment,
    FileName,
}

use Place::{Cell, Comment, FileName, Header, Key, RawKey, RawValue, Value as Text};

const PLACES: [Place; 8] = [Text, Key, Header, Cell, RawValue, RawKey, Comment, FileName];

/// Every kind of leak, by the rule that finds it. Tokens are invented, and split so that no other scanner takes them
/// for real.
const KINDS: [(&str, &str, &[Place]); 31] = [
    ("ipv4", "10.20.30.40", &PLACES),
    ("ipv4_dashed", "dhcp-192-168-0-66", &PLACES),
    ("ipv6", "fe80::1ff:fe23:4567:890a", &PLACES),
    ("mac", "3c:ec:ef:12:34:56", &PLACES),
    ("mac", "3cec.ef12.3456", &PLACES),
    ("pci_bus", "0000:3b:00.0", &PLACES),
    ("email", "jane.doe@lab.example", &PLACES),
    ("uuid", "GPU-5a1b2c3d-1111-2222-3333-444455556666", &PLACES),
    ("fqdn", "titan.lab.internal", &PLACES),
    ("posix_path", "/home/jdoe/models", &PLACES),
    ("win_path", r"C:\Users\jdoe", &PLACES),
    ("file_url", "s3://weights/v4", &PLACES),
    ("url", "https://titan/v1", &PLACES),
    ("url_creds", "ftp://jdoe:hunter2@titan", &PLACES),
    ("pod", "vllm-server-7d9f8b6c5d-x7k2p", &PLACES),
    ("pod_hex", "vllm-5f6a7b8c9-x7k2p", &PLACES),
    ("k8s_svc", "vllm.prod.svc", &PLACES),
    ("nodelike", "gpu-node-17", &PLACES),
    ("pem", "-----BEGIN PRIVATE KEY-----", &PLACES),
    (
        "jwt",
        concat!("ey", "JhbGciOiJI.", "ey", "JzdWIiOiJqYW5lIn0"),
        &PLACES,
    ),
    ("token", concat!("hf", "_abcdefghijklmnopqrstuvwx"), &PLACES),
    ("kv_secret", "password=hunter2", &PLACES),
    ("serial", "S/N 1650321", &PLACES),
    (
        "long_opaque",
        "Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFy0",
        &PLACES,
    ),
    ("ctl_bidi", "a\u{202e}b", &PLACES),
    ("han", "三号机房", &PLACES),
    ("formula", "=1+cmd|x", &[Header, Cell]),
    ("key_name", "gpu_serial", &[Key, Header, RawKey]),
    // What no pattern can know: a user, the number of a device, a namespace.
    ("private_term, line 1", "jdoe", &PLACES),
    ("private_term, line 2", "SN 1650-3214-5678", &PLACES),
    ("private_term, line 3", "Acme_Prod", &PLACES),
];

/// `text` as a string of JSON, and of TOML.
fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

fn edit(folder: &Folder, name: &str, change: impl FnOnce(&mut Value)) {
    let mut json: Value = serde_json::from_str(&folder.read(name)).unwrap();
    change(&mut json);
    folder.write(name, json.to_string());
}

/// Puts `secret` there; what the message must say of the place.
fn plant(folder: &Folder, place: Place, secret: &str) -> &'static str {
    let cell = |name: &str, line: usize| {
        let mut lines: Vec<String> = folder.read(name).lines().map(String::from).collect();
        let column = lines[0]
            .split(',')
            .position(|name| name == "client")
            .unwrap();
        let mut cells: Vec<String> = lines[line].split(',').map(String::from).collect();
        cells[column] = quoted(secret);
        lines[line] = cells.join(",");
        folder.write(name, lines.join("\n") + "\n");
    };
    let raw = "raw/main/after/first-r1.json";
    match place {
        Text => {
            edit(folder, "new/report.json", |json| {
                json["limits"] = json!([{ "en": secret, "zh": "" }]);
            });
            "`report.json` `limits[0].en`: found"
        }
        Key => {
            edit(folder, "new/report.json", |json| {
                json["sides"]["baseline"][secret] = 1.into()
            });
            ", withheld)` as a key: found"
        }
        Header => {
            cell("new/rounds/main-baseline.csv", 0);
            "`rounds/main-baseline.csv` `(24, withheld)` as a column name: found"
        }
        Cell => {
            cell("new/rounds/main-candidate.csv", 1);
            "`rounds/main-candidate.csv` line 2, `client`: found"
        }
        RawValue => {
            edit(folder, raw, |json| json["label"] = secret.into());
            "`sources/raw/main/after/first-r1.json` `label`: found"
        }
        RawKey => {
            edit(folder, raw, |json| json[secret] = 1.into());
            "withheld)` as a key: found"
        }
        Comment => {
            folder.write(
                "plan.toml",
                format!("# {secret}\n{}", folder.read("plan.toml")),
            );
            "`sources/plan.toml` line 1: found"
        }
        FileName => {
            folder.edit(
                "plan.toml",
                "baseline = \"before\"",
                &format!("baseline = {}", quoted(secret)),
            );
            "in its name: found"
        }
    }
}

/// Checks that publish finds `rule` in `place`, repeats no secret and leaves everything as it was.
#[track_caller]
fn refused(ran: &Ran, rule: &str, place: &str, secret: &str) {
    assert_eq!(ran.code, FOUND, "{rule}: {}", ran.err);
    let named = |line: &str| line.contains(place) && line.contains(&format!("({rule}"));
    assert!(
        ran.err.lines().any(named),
        "expected `{place}` and `({rule}` in\n{}",
        ran.err
    );
    assert!(
        !ran.err.contains(secret),
        "{rule}: the secret is in\n{}",
        ran.err
    );
    assert_eq!(ran.out, "");
}

#[test]
fn a_leak_of_any_kind_is_refused_wherever_it_stands() {
    for (rule, secret, places) in KINDS {
        let folder = Folder::holding(small::ingested());
        folder.write(TERMS, "jdoe\nsn165032145678\nacme prod\n");
        let planted: Vec<_> = places
            .iter()
            .map(|place| plant(&folder, *place, secret))
            .collect();
        let before = folder.tree();
        let ran = folder.run(PUBLISH);
        for place in planted {
            refused(&ran, rule, place, secret);
        }
        assert_eq!(folder.tree(), before, "{rule}");
    }
}

#[test]
fn a_private_term_is_found_however_it_is_written() {
    let folder = Folder::holding(small::ingested());
    folder.write(TERMS, "# ours\nAcme-Lab\n华东机房\n");
    let ways = [
        ("acme lab", 2),
        ("ACME_LAB", 2),
        ("acmelab", 2),
        ("ａｃｍｅ－ｌａｂ", 2),
        ("ac\u{200b}me.lab", 2),
        ("在华东 机房测得", 3),
    ];
    edit(&folder, "new/report.json", |json| {
        json["limits"] = ways
            .iter()
            .map(|(text, _)| json!({ "en": "", "zh": text }))
            .collect();
    });
    // One field has one line for each term.
    let ran = folder.run(PUBLISH);
    for line in [2, 3] {
        let rule = format!("private_term, line {line} of the private terms)");
        for (text, _) in ways.iter().filter(|(_, of)| *of == line) {
            refused(&ran, &rule, "`limits[", text);
        }
    }
    assert!(
        ran.err
            .contains("line 2 of the private terms), and 4 more in that field"),
        "{}",
        ran.err
    );
}

/// Runs a publish that cannot begin.
#[track_caller]
fn cannot(folder: &Folder, command: &str, code: i32, says: &str) {
    let before = folder.tree();
    let ran = folder.run(command);
    assert_eq!(ran.code, code, "{command}: {}", ran.err);
    assert!(
        ran.err.contains(says),
        "{command}: expected `{says}` in\n{}",
        ran.err
    );
    assert_eq!(folder.tree(), before, "{command}");
}

#[test]
fn a_list_of_private_terms_is_asked_for_and_doing_without_is_recorded() {
    let folder = Folder::holding(small::ingested());
    let publish = "publish new --data data";
    folder.write(TERMS, "# nothing yet\n\n");
    cannot(
        &folder,
        publish,
        FAILED,
        "found no private term, expected at least one a line",
    );
    folder.write(TERMS, "host one\nab\n");
    cannot(
        &folder,
        publish,
        FAILED,
        "line 2 of the private terms: found 2 letters",
    );
    folder.remove(TERMS);
    cannot(
        &folder,
        publish,
        FAILED,
        "`--no-private-terms REASON` does without",
    );
    let both = format!("{publish} --private-terms a --no-private-terms b");
    cannot(&folder, &both, 2, "cannot be used with");

    let screened = |release: &str| {
        let json = folder.read(&format!("data/small/{release}/datapackage.json"));
        let json: Value = serde_json::from_str(&json).unwrap();
        json["daggerboard"]["screened"].clone()
    };
    folder
        .run(&format!("{publish} --no-private-terms 无"))
        .well();
    assert_eq!(
        screened("r1"),
        json!({ "private_terms": "waived", "reason": "无" })
    );
    folder.write("mine.txt", "host one\n");
    folder
        .run(&format!("{publish} --private-terms mine.txt"))
        .well();
    assert_eq!(screened("r2"), json!({ "private_terms": "searched" }));
    folder.run("verify data").well();
    // The reason is published, so it is searched too.
    cannot(
        &folder,
        &format!("{publish} --no-private-terms a@b.example"),
        FOUND,
        "`daggerboard.screened.reason`",
    );
}

#[test]
fn private_files_stay_out_of_what_is_published() {
    let folder = Folder::holding(small::ingested());
    folder.run("publish new --data data").well();
    let map = "node-a = \"titan one\"\nnode-b = \"titan two\"\n";
    for name in [
        "data/mine",
        "data/small/mine",
        "new/mine",
        "new/rounds/mine",
    ] {
        folder.write(name, map);
        for flag in ["--private-terms", "--allow", "--node-map"] {
            let command = format!("publish new --data data {flag} {name}");
            cannot(&folder, &command, FAILED, "is private, but lies in");
        }
        folder.remove(name);
    }
    folder.write("data/small/r1/mine", map);
    cannot(
        &folder,
        "alias titan --map data/small/r1/mine",
        FAILED,
        "lies in a folder of releases",
    );
    folder.remove("data/small/r1/mine");

    folder.write("mine", map);
    folder.run("alias titan1 --map mine").well();
    if folder.run_tool("git init --quiet .").is_some() {
        folder.run("alias titan1 --map mine").well();
        folder.run_tool("git add mine").unwrap().well();
        cannot(
            &folder,
            "alias titan3 --map mine",
            FAILED,
            "is private, but git tracks it",
        );
        cannot(
            &folder,
            "publish new --data data --node-map mine",
            FAILED,
            "git tracks it",
        );
    }
}

#[test]
fn a_node_has_one_alias_for_ever_and_its_name_is_nowhere() {
    let folder = Folder::holding(small::ingested());
    for (name, alias) in [
        ("Titan-1", "node-a"),
        ("titan.two", "node-b"),
        ("titan1", "node-a"),
    ] {
        assert_eq!(
            folder.run(&format!("alias {name} --map map")).well().out,
            format!("{alias}\n")
        );
    }
    assert_eq!(
        folder.read("map"),
        "node-a = \"Titan-1\"\nnode-b = \"titan.two\"\n"
    );
    let publish = "publish new --data data --node-map map";
    folder.run(publish).well();

    // Another node's alias, a name that is no alias, and a name in a text.
    folder.write("map", "node-a = Titan-1\nnode-x = titan.two\n");
    cannot(&folder, publish, FOUND, "batch `other`: `node` is no alias");
    for (node, says) in [
        ("titan", "batch `main`: `node` is no alias"),
        ("titan-1", "line 1 of the node map"),
    ] {
        edit(&folder, "new/report.json", |json| {
            json["batches"][0]["node"] = node.into()
        });
        let ran = folder.run(&format!("{publish} --no-private-terms tests"));
        assert_eq!(ran.code, FOUND, "{}", ran.err);
        assert!(
            ran.err.contains(says) && !ran.err.contains(node),
            "{}",
            ran.err
        );
        let without = folder.run("publish new --data data");
        assert!(
            without.err.contains("`node` is no alias"),
            "{}",
            without.err
        );
    }
    for name in ["ab", "node-c", "a\"b"] {
        cannot(&folder, &format!("alias {name} --map map"), FAILED, "error");
    }
}

/// A list of allowed findings with one entry.
fn allow(rule: &str, file: &str, field: &str, until: &str) -> String {
    format!(
        "[[allow]]\nrule = '{rule}'\nfile = '{file}'\nfield = '{field}'\nreason = 'a test address'\nuntil = '{until}'\n"
    )
}

#[test]
fn what_a_person_answers_for_is_published_and_recorded() {
    let folder = Folder::holding(small::ingested());
    edit(&folder, "new/report.json", |json| {
        json["limits"] =
            json!([{ "en": "192.0.2.7", "zh": "x" }, { "en": "192.0.2.8", "zh": "x" }]);
    });
    let publish = "publish new --data data --allow allow.toml";
    let good = allow("ipv4", "report.json", "limits[].en", "9999-12-31");
    for (text, code, says) in [
        (
            allow("ipv4", "report.json", "limits[].zh", "9999-12-31"),
            FOUND,
            "`limits[0].en`: found",
        ),
        (
            allow("fqdn", "report.json", "limits[].en", "9999-12-31"),
            FOUND,
            "`limits[0].en`: found",
        ),
        (
            allow("ipv4", "readme.md", "limits[].en", "9999-12-31"),
            FOUND,
            "`limits[0].en`: found",
        ),
        (
            allow("ipv4", "report.json", "limits[].en", "2001-01-31"),
            FAILED,
            "entry 1 ended on 2001-01-31",
        ),
        (
            allow("ipv9", "report.json", "limits[].en", "9999-12-31"),
            FAILED,
            "no rule is called `ipv9`",
        ),
        (good.replace("reason", "why"), FAILED, "unknown field `why`"),
        (
            good.clone() + &allow("url", "*", "title.en", "9999-12-31"),
            FOUND,
            "entry 2 of the allowed findings (url) allows nothing here",
        ),
    ] {
        folder.write("allow.toml", text);
        cannot(&folder, publish, code, says);
    }
    folder.write("allow.toml", good);
    folder.run(publish).well();
    let json: Value = serde_json::from_str(&folder.read("data/small/r1/datapackage.json")).unwrap();
    let recorded = json!([{
        "rule": "ipv4", "file": "report.json", "field": "limits[].en", "reason": "a test address", "until": "9999-12-31",
    }]);
    assert_eq!(json["daggerboard"]["screened"]["allowed"], recorded);
    folder.run("verify data").well();
}

#[test]
fn a_dry_run_prints_every_string_and_writes_nothing() {
    let folder = Folder::holding(small::ingested());
    let before = folder.tree();
    let out = folder.run(&format!("{PUBLISH} --dry-run")).well().out;
    assert_eq!(folder.tree(), before);
    for said in [
        "\nreport.json\n",
        "\n  batches[].title.zh\n    \"批次 main\"\n    \"批次 other\"\n",
        "\nrounds/main-baseline.csv\n",
        "\n  client\n    \"client 1\"\n",
        "\n  duration_s\n",
        "  sources/raw/main/after/first-r1.json\n",
        "\nsources/*.json\n",
        "\n  generated_texts[]\n    \" oak ash elm fir\"\n",
        "\nlicense.txt\n",
        "\n  daggerboard.screened.private_terms\n    \"searched\"\n",
    ] {
        assert!(out.contains(said), "expected `{said}` in\n{out}");
    }

    edit(&folder, "new/report.json", |json| {
        json["title"]["en"] = "10.20.30.40".into()
    });
    let ran = folder.run(&format!("{PUBLISH} --dry-run"));
    refused(&ran, "ipv4", "`report.json` `title.en`", "10.20.30.40");
}

/// A stand-in for the prerenderer: an empty page for each that it is asked for.
#[cfg(unix)]
const WRITER: &str = r#"#!/bin/sh
page='{"title": "A </b> & <c>", "description": "In words & <d>", "body": ""}'
while read -r job; do
  case $job in
    '{"site"'*) echo null ;;
    '{"start"'* | '{"missing"'*) echo "$page" ;;
    *) echo "[$(printf %s "$job" | grep -o '"lang"' | while read -r _; do echo "$page"; done | paste -sd,)]" ;;
  esac
done
"#;

/// Builds a page whose files are made by a stand-in for trunk.
#[cfg(unix)]
pub(crate) fn build(folder: &Folder, name: &str, text: &str) -> Ran {
    build_with(folder, name, text, "")
}

/// The same with more arguments.
#[cfg(unix)]
pub(crate) fn build_with(folder: &Folder, name: &str, text: &str, arguments: &str) -> Ran {
    use std::os::unix::fs::PermissionsExt;

    let shell = "<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>Daggerboard</title><!-- program --></head><body><div id=\"app\"></div></body></html>";
    let script = format!(
        "#!/bin/sh\nmkdir -p \"$4\"\ncp -r data \"$4/data\"\nprintf '%s' '{shell}' >\"$4/index.html\"\n\
         head -c 20000 /dev/zero | tee \"$4/page.wasm\" \"$4/signer.wasm\" >\"$4/desk.wasm\"\ntouch \"$4/page.js\" \"$4/signer.js\" \"$4/desk.js\"\nmkdir -p \"$4/x\"\nprintf '%s' '{text}' >>\"$4/{name}\"\n"
    );
    folder.write("bin/trunk", script);
    folder.write("bin/pre", WRITER);
    for program in ["bin/trunk", "bin/pre"] {
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(folder.path(program), mode).unwrap();
    }
    let path = format!(
        "{}:{}",
        folder.path("bin").display(),
        std::env::var("PATH").unwrap()
    );
    let build = format!("build --prerender bin/pre {arguments}");
    folder.run_with(&build, &[("PATH", &path)])
}

#[cfg(unix)]
#[test]
fn a_page_that_tells_something_is_not_built() {
    let folder = Folder::holding(small::published());
    folder.write(TERMS, "titan one\n");
    build(
        &folder,
        "x/a.txt",
        "nothing to see, 1.2.3.4, https://example.org",
    )
    .well();
    let before = folder.files("dist");
    for (rule, name, text) in [
        (
            "home_path",
            "page.wasm",
            "/home/jdoe/.cargo/registry/src/a.rs",
        ),
        ("home_path", "x/a.js", "/Users/jdoe/a"),
        ("home_path", "x/a.css", r"C:\\Users\\jdoe"),
        ("email", "x/a.svg", "<metadata>jane@lab.example</metadata>"),
        ("private_term", "x/a.js", "titanOne"),
        ("private_term", "page.wasm", "titan one"),
        ("private_term", "x/titan-one.txt", ""),
        (
            "token",
            "x/a.html",
            concat!("hf", "_abcdefghijklmnopqrstuvwx"),
        ),
        ("kv_secret", "x/a.js", "password=hunter2"),
        (
            "uuid",
            "x/a.json",
            "\"5a1b2c3d-1111-2222-3333-444455556666\"",
        ),
    ] {
        let ran = build(&folder, name, text);
        assert_eq!(ran.code, FOUND, "{rule} {name}: {}", ran.err);
        assert!(
            ran.err.contains(&format!("({rule}")),
            "{rule} {name}: {}",
            ran.err
        );
        assert!(text.is_empty() || !ran.err.contains(text), "{}", ran.err);
        assert_eq!(folder.files("dist"), before, "{rule} {name}");
    }
    let here = folder
        .path("")
        .canonicalize()
        .unwrap()
        .display()
        .to_string();
    let ran = build(&folder, "page.wasm", &format!("{here}/a.rs"));
    assert!(ran.err.contains("(build_folder"), "{}", ran.err);
}
