//! The rounds in other forms than CSV, and the whole release as one file.

use serde_json::Value;

use crate::{
    harness::{Folder, repository},
    rehash::{pretty, rehash},
    small,
};

const RELEASE: &str = "data/small/r1";
const JSON: &str = "data/small/r1/rounds/main-baseline.json";
const PARQUET: &str = "data/small/r1/rounds/main-baseline.parquet";

/// The rows of a CSV as JSON has them.
fn csv_rows(text: &str) -> Vec<Value> {
    let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let head = lines.next().unwrap();
    let cell = |(name, cell): (&&str, &str)| {
        let column = rounds::COLUMNS.iter().find(|column| column.name == *name);
        let value = match column.unwrap().holds {
            _ if cell.is_empty() => Value::Null,
            rounds::ColumnType::Text(_) => cell.into(),
            _ => serde_json::from_str(cell).unwrap(),
        };
        (name.to_string(), value)
    };
    let rows = lines.map(|line| head.iter().zip(line).map(cell).collect());
    rows.collect()
}

#[test]
fn the_rounds_stand_in_three_forms_with_the_same_rows() {
    let folder = Folder::holding(small::published());
    let mut compared = 0;
    for batch in ["main", "other"] {
        for side in ["baseline", "candidate"] {
            let file = |ending| format!("{RELEASE}/rounds/{batch}-{side}.{ending}");
            let rows = csv_rows(&folder.read(&file("csv")));
            let text = folder.read(&file("json"));
            let json: Vec<Value> = serde_json::from_str(&text).unwrap();
            assert_eq!(json, rows);
            // A row a line, between the brackets.
            assert_eq!(text.lines().count(), rows.len() + 2);
            let parquet = &folder.files(RELEASE)[&format!("rounds/{batch}-{side}.parquet")];
            assert!(parquet.starts_with(b"PAR1") && parquet.ends_with(b"PAR1"));
            compared += rows.len();
        }
    }
    assert_eq!(compared, 18);
    // What reads Parquet here says the same.
    assert_eq!(folder.run("check data").well().err, "");
    assert_eq!(folder.run("verify data").well().err, "");
}

/// Another implementation reads the same numbers with their types, where this machine has one.
#[test]
fn polars_or_duckdb_reads_the_parquet() {
    let python = repository().join(".tools/bench/bin/python");
    let folder = Folder::holding(small::published());
    let program = "import duckdb,sys; rows=duckdb.sql(f\"select * from '{sys.argv[1]}'\"); \
                   print(rows.types[0],rows.types[1],rows.types[11],len(rows.fetchall()))";
    folder.write("read.py", program);
    let Some(ran) = folder.run_tool(&format!("{} read.py {PARQUET}", python.display())) else {
        eprintln!("no duckdb on this machine");
        return;
    };
    assert_eq!(ran.well().out.trim(), "VARCHAR BIGINT DOUBLE 6");
}

#[test]
fn the_same_rounds_give_the_same_bytes() {
    let folder = Folder::holding(small::ingested());
    folder.run("publish new --data again").well();
    let again = folder.files("again/small/r1");
    let first = Folder::holding(small::published()).files(RELEASE);
    assert_eq!(again, first);
    let parquet = &first["rounds/main-baseline.parquet"];
    let text = String::from_utf8_lossy(parquet);
    assert!(text.contains("daggerboard"), "who wrote it");
    for told in ["parquet-rs", "version", "/"] {
        let cells = text.replace("bench / vllm", "");
        assert!(
            !cells.contains(told) || told == "/",
            "`{told}` in the Parquet"
        );
    }
}

/// Every command that looks at rows finds `says` in what `spoil` made of the release, whose hashes fit.
#[track_caller]
fn found(spoil: impl FnOnce(&Folder), says: &str) {
    let folder = Folder::holding(small::published());
    spoil(&folder);
    rehash(&folder, RELEASE);
    for (command, code) in [("check data", 3), ("verify data", 4)] {
        let ran = folder.run(command);
        assert_eq!(ran.code, code, "{command}: {}", ran.err);
        assert!(
            ran.err.contains(says),
            "{command}: no `{says}` in\n{}",
            ran.err
        );
        assert!(
            ran.err.contains("mend: write the release anew"),
            "{}",
            ran.err
        );
    }
}

fn json(folder: &Folder, change: impl FnOnce(&mut Vec<Value>)) {
    let mut rows = serde_json::from_str(&folder.read(JSON)).unwrap();
    change(&mut rows);
    folder.write(JSON, pretty(&rows.into()));
}

#[test]
fn json_that_says_otherwise_is_found() {
    let with = |change: fn(&mut Vec<Value>), says: &str| found(|folder| json(folder, change), says);
    with(
        |rows| rows[1]["failed"] = 3.into(),
        "`rounds/main-baseline.json` row 2: `failed`: found `3`, expected `0`, as in the CSV of the same name",
    );
    with(
        |rows| rows[0]["requests"] = "4".into(),
        "row 1: `requests`: found the text `4`, expected `4`",
    );
    with(
        |rows| rows[2]["ttft_p50_ms"] = Value::Null,
        "row 3: `ttft_p50_ms`: found nothing, expected `100`",
    );
    with(|rows| drop(rows.pop()), "found 5 rows, expected 6");
    with(
        |rows| rows.push(rows[0].clone()),
        "found more rows, expected 6",
    );
    with(|rows| rows.swap(0, 1), "row 1: `round`");
    with(
        |rows| rows[0]["more"] = 1.into(),
        "row 1: found the column `more`, expected no more columns",
    );
    with(
        |rows| drop(rows[0].as_object_mut().unwrap().remove("client")),
        "row 1: `client`: found no such column",
    );
    found(
        |folder| folder.write(JSON, "<html>"),
        "`rounds/main-baseline.json`: found expected value at line 1 column 1, expected a list of rows as JSON objects",
    );
}

#[test]
fn json_written_another_way_is_as_good() {
    let folder = Folder::holding(small::published());
    json(&folder, |_| ());
    rehash(&folder, RELEASE);
    assert_eq!(folder.run("check data").well().err, "");
}

#[test]
fn parquet_that_says_otherwise_is_found() {
    // That of the other side, whole and well formed.
    found(
        |folder| {
            let other = &folder.files(RELEASE)["rounds/main-candidate.parquet"];
            folder.write(PARQUET, other);
        },
        "`rounds/main-baseline.parquet` row 1: `duration_s`",
    );
    found(
        |folder| folder.write(PARQUET, "PAR1PAR1"),
        "`rounds/main-baseline.parquet`: found",
    );
    found(
        |folder| {
            let mut cut = folder.files(RELEASE)["rounds/main-baseline.parquet"].clone();
            cut.truncate(cut.len() / 2);
            folder.write(PARQUET, cut);
        },
        "expected the rows of the CSV as Parquet",
    );
}

#[test]
fn rows_of_no_batch_are_found() {
    found(
        |folder| folder.write("data/small/r1/rounds/else.json", "[]"),
        "`rounds/else.json`: found rows of no batch in report.json",
    );
}

#[test]
fn a_release_without_other_forms_is_sound() {
    let folder = Folder::holding(small::published());
    for name in folder.files(RELEASE).keys() {
        if rounds::is_copy(name) {
            folder.remove(&format!("{RELEASE}/{name}"));
        }
    }
    rehash(&folder, RELEASE);
    assert_eq!(folder.run("check data").well().err, "");
    assert_eq!(folder.run("verify data").well().err, "");
}

#[cfg(unix)]
#[test]
fn the_whole_release_comes_as_one_file_that_checks_itself() {
    let folder = Folder::holding(small::published());
    let build = |folder: &Folder| {
        crate::leaks::build(folder, "x/a.txt", "").well();
        folder.files("dist")["small/r1.zip"].clone()
    };
    let zip = build(&folder);
    assert_eq!(zip, build(&folder), "the same bytes on every build");
    folder.write("got/r1.zip", &zip);
    let Some(ran) = folder.run_tool("unzip -q got/r1.zip -d got") else {
        eprintln!("no `unzip` on this machine");
        return;
    };
    ran.well();
    assert_eq!(folder.files("got/small-r1"), folder.files(RELEASE));
    let checked = folder
        .run_tool("sh -c cd${IFS}got/small-r1&&sha256sum${IFS}-c${IFS}--strict${IFS}SHA256SUMS");
    checked.expect("sh").well();
}
