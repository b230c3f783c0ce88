//! What each command says of bad input: an exit code, the file, the place, what was found and what was expected. It
//! never panics, and it leaves the folder as it was.

use serde_json::Value;

use crate::{
    harness::{Files, Folder},
    rehash::{rehash, rehash_sums},
    small,
};

/// One thing that is wrong.
struct Case {
    /// What it is.
    name: &'static str,
    /// Makes it wrong.
    spoil: fn(&Folder),
    /// What is run.
    command: &'static str,
    /// The exit code.
    code: i32,
    /// What the command must say of it.
    says: &'static [&'static str],
}

const RELEASE: &str = "data/small/r1";
const REPORT: &str = "data/small/r1/report.json";
const ROUNDS: &str = "data/small/r1/rounds/main-baseline.csv";
const RAW: &str = "raw/main/before/first-r1.json";
const LFS: &str = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 3\n";
const HTML: &str = "<!DOCTYPE html>\n<title>404</title>\n";

const WRONG_ARGUMENTS: i32 = 2;
const FAILED: i32 = 1;
const FOUND: i32 = 3;
const DIFFERS: i32 = 4;

/// Tries every case and lists all that went wrong.
#[track_caller]
fn all(from: &Files, cases: &[Case]) {
    let mut complaints = String::new();
    for case in cases {
        let folder = Folder::holding(from);
        (case.spoil)(&folder);
        let before = folder.tree();
        let ran = folder.run(case.command);
        let mut complain = |what: String| {
            complaints += &format!("\n{}: {what}\n{}", case.name, ran.err);
        };
        if ran.code != case.code {
            complain(format!("exit code {}, expected {}", ran.code, case.code));
        }
        for said in case.says {
            if !ran.err.contains(said) {
                complain(format!("expected `{said}` in"));
            }
        }
        if folder.tree() != before {
            complain("the folder is not as it was".into());
        }
    }
    assert!(complaints.is_empty(), "{complaints}");
}

/// Changes the bytes of one file, and nothing else.
fn change(folder: &Folder, name: &str, change: impl FnOnce(String) -> String) {
    folder.write(name, change(folder.read(name)));
}

/// Puts `value` into a cell of the first row of `file`.
fn set(folder: &Folder, file: &str, column: &str, value: &str) {
    let text = folder.read(file);
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    let place = lines[0].split(',').position(|name| name == column).unwrap();
    let mut cells: Vec<&str> = lines[1].split(',').collect();
    cells[place] = value;
    lines[1] = cells.join(",");
    folder.write(file, lines.join("\n") + "\n");
}

/// The same in the published rounds, with hashes that fit.
fn publish_cell(folder: &Folder, column: &str, value: &str) {
    set(folder, ROUNDS, column, value);
    rehash(folder, RELEASE);
}

/// Changes a published file, with hashes that fit.
fn publish_change(folder: &Folder, name: &str, by: impl FnOnce(String) -> String) {
    change(folder, name, by);
    rehash(folder, RELEASE);
}

/// Changes a text in the published report, with hashes that fit.
fn publish_edit(folder: &Folder, from: &str, to: &str) {
    folder.edit(REPORT, from, to);
    rehash(folder, RELEASE);
}

/// Changes one raw file as JSON.
fn change_raw(folder: &Folder, change: impl FnOnce(&mut Value)) {
    let mut raw = serde_json::from_str(&folder.read(RAW)).unwrap();
    change(&mut raw);
    folder.write(RAW, raw.to_string());
}

#[cfg(unix)]
fn link(folder: &Folder, name: &str, to: &str) {
    std::os::unix::fs::symlink(to, folder.path(name)).unwrap();
}

#[test]
fn verify_names_every_byte_that_differs() {
    let verify = |name, spoil, says| Case {
        name,
        spoil,
        command: "verify data",
        code: DIFFERS,
        says,
    };
    all(
        small::published(),
        &[
            verify(
                "one byte is another",
                |folder| folder.edit(ROUNDS, ",4,0,", ",4,1,"),
                &[
                    "`data/small/r1`: `rounds/main-baseline.csv` differs from SHA256SUMS: found",
                    "bytes with digest",
                    "expected digest",
                ],
            ),
            verify(
                "a file is truncated",
                |folder| change(folder, REPORT, |text| text[..100].into()),
                &["`report.json` differs from SHA256SUMS: found 100 bytes"],
            ),
            verify(
                "a file is missing",
                |folder| folder.remove(REPORT),
                &["`report.json` is listed in SHA256SUMS, but cannot be read"],
            ),
            verify(
                "a file is not listed",
                |folder| folder.write("data/small/r1/rounds/notes.txt", "a\n"),
                &["`rounds/notes.txt` is in the folder, but not listed in SHA256SUMS"],
            ),
            verify(
                "a hidden file is not listed",
                |folder| folder.write("data/small/r1/.DS_Store", "a\n"),
                &["`.DS_Store` is in the folder, but not listed in SHA256SUMS"],
            ),
            verify(
                "lines end in CRLF",
                |folder| change(folder, ROUNDS, |text| text.replace('\n', "\r\n")),
                &[
                    "`rounds/main-baseline.csv` differs",
                    "its lines end in CRLF",
                ],
            ),
            verify(
                "a byte-order mark is in front",
                |folder| change(folder, ROUNDS, |text| format!("\u{feff}{text}")),
                &["`rounds/main-baseline.csv` differs", "byte-order mark"],
            ),
            verify(
                "git-lfs left its pointer",
                |folder| folder.write(ROUNDS, LFS),
                &["`rounds/main-baseline.csv` differs", "a git-lfs pointer"],
            ),
            verify(
                "the host sent a page",
                |folder| folder.write(REPORT, HTML),
                &["`report.json` differs", "an HTML page"],
            ),
            verify(
                "a file is empty",
                |folder| folder.write(REPORT, ""),
                &["`report.json` differs", "found 0 bytes", "an empty file"],
            ),
            verify(
                "a folder is in the place of a file",
                |folder| folder.make_folder_of(REPORT),
                &["`report.json` is listed in SHA256SUMS, but cannot be read"],
            ),
            verify(
                "the manifest ends in CRLF",
                |folder| {
                    change(folder, "data/small/r1/SHA256SUMS", |text| {
                        text.replace('\n', "\r\n")
                    })
                },
                &[
                    "`data/small/r1`",
                    "`SHA256SUMS` line 1: found its lines end in CRLF",
                ],
            ),
            verify(
                "the manifest is empty",
                |folder| folder.write("data/small/r1/SHA256SUMS", ""),
                &["`SHA256SUMS` line 1: found an empty file, expected at least one entry"],
            ),
            verify(
                "the manifest is truncated",
                |folder| {
                    change(folder, "data/small/r1/SHA256SUMS", |text| {
                        text[..text.len() - 3].into()
                    })
                },
                &["`SHA256SUMS` line 16: found no line end, expected one LF after every entry"],
            ),
            verify(
                "the manifest steps out of its folder",
                |folder| {
                    folder.edit(
                        "data/small/r1/SHA256SUMS",
                        "  license.txt",
                        "  ../license.txt",
                    )
                },
                &[
                    "`SHA256SUMS` line 2: found the path `../license.txt`, expected lower-case names",
                ],
            ),
            verify(
                "the manifest has a digest in upper case",
                |folder| {
                    change(folder, "data/small/r1/SHA256SUMS", |text| {
                        text[..64].to_uppercase() + &text[64..]
                    })
                },
                &[
                    "`SHA256SUMS` line 1: found `",
                    "expected 64 lower-case hex digits",
                ],
            ),
            verify(
                "the two manifests disagree on a hash",
                |folder| {
                    let digest = seal::Digest::of(folder.read(REPORT).as_bytes()).to_string();
                    let other = seal::Digest::of(b"other").to_string();
                    folder.edit("data/small/r1/datapackage.json", &digest, &other);
                    rehash_sums(folder, RELEASE);
                },
                &[
                    "`datapackage.json`: `report.json` has hash `",
                    "but SHA256SUMS lists `",
                ],
            ),
            verify(
                "the two manifests disagree on a length",
                |folder| {
                    folder.edit(
                        "data/small/r1/datapackage.json",
                        "\"bytes\": 207",
                        "\"bytes\": 208",
                    );
                    rehash_sums(folder, RELEASE);
                },
                &["`datapackage.json`: `license.txt` has `bytes` 208, but the file has 207"],
            ),
            verify(
                "the other manifest lists one file less",
                |folder| {
                    folder.write("data/small/r1/extra.txt", "a\n");
                    rehash_sums(folder, RELEASE);
                },
                &["`datapackage.json`: `extra.txt` is missing, but SHA256SUMS lists it"],
            ),
            verify(
                "there is no other manifest",
                |folder| {
                    folder.remove("data/small/r1/datapackage.json");
                    rehash_sums(folder, RELEASE);
                },
                &["`datapackage.json` is not listed in SHA256SUMS"],
            ),
            verify(
                "the data format is a later one",
                |folder| {
                    folder.edit(
                        "data/small/r1/datapackage.json",
                        "\"format\": 1",
                        "\"format\": 2",
                    );
                    rehash_sums(folder, RELEASE);
                },
                &["`datapackage.json`: `daggerboard.format` is `2`, expected `1`"],
            ),
            verify(
                "the catalogue has another root",
                |folder| {
                    let sums = folder.read("data/small/r1/SHA256SUMS");
                    let root = seal::Digest::of(sums.as_bytes()).to_string();
                    let other = seal::Digest::of(b"other").to_string();
                    folder.edit("data/catalogue.json", &root, &other);
                },
                &[
                    "`data/small/r1`: catalogue.json gives root digest",
                    "but SHA256SUMS has",
                ],
            ),
            verify(
                "the catalogue lists a release that is not there",
                |folder| folder.edit("data/catalogue.json", "\"r1\"", "\"r2\""),
                &["cannot list `data/small/r2`"],
            ),
            Case {
                code: FAILED,
                ..verify(
                    "the catalogue is no JSON",
                    |folder| folder.write("data/catalogue.json", "{"),
                    &["`catalogue.json`: EOF while parsing", "line 1 column 1"],
                )
            },
            Case {
                code: FAILED,
                ..verify(
                    "the catalogue has an unknown key",
                    |folder| {
                        folder.edit(
                            "data/catalogue.json",
                            "\"format\"",
                            "\"note\": 1, \"format\"",
                        )
                    },
                    &["`catalogue.json`: unknown field `note`, expected `format` or `reports`"],
                )
            },
            Case {
                code: FAILED,
                ..verify(
                    "the catalogue is missing",
                    |folder| folder.remove("data/catalogue.json"),
                    &[
                        "`data`: found neither SHA256SUMS nor catalogue.json, expected a release or a folder of releases",
                    ],
                )
            },
            Case {
                command: "verify nothing",
                code: FAILED,
                ..verify(
                    "there is no such folder",
                    |_| {},
                    &["`nothing`: found neither"],
                )
            },
            Case {
                command: "verify data --root 00000000000000000000000000000000000000000000000000000000000000ff",
                ..verify(
                    "the reader has another root",
                    |_| {},
                    &["`data`: no release here has the root digest 0000", "00ff"],
                )
            },
            Case {
                command: "verify data --root latest",
                code: WRONG_ARGUMENTS,
                ..verify(
                    "the reader's root is none",
                    |_| {},
                    &[
                        "--root",
                        "found `latest`, expected 64 lower-case hex digits",
                    ],
                )
            },
        ],
    );
}

#[cfg(unix)]
#[test]
fn verify_follows_no_link() {
    let verify = |name, spoil, says| Case {
        name,
        spoil,
        command: "verify data",
        code: DIFFERS,
        says,
    };
    all(
        small::published(),
        &[
            verify(
                "a link to a file outside, with the right bytes",
                |folder| {
                    folder.write("outside.json", folder.read(REPORT));
                    folder.remove(REPORT);
                    link(folder, REPORT, "../../../outside.json");
                },
                &["`data/small/r1/report.json` is a link, expected a file"],
            ),
            verify(
                "a link to nothing",
                |folder| link(folder, "data/small/r1/dangling", "nowhere"),
                &["`data/small/r1/dangling` is a link, expected a file"],
            ),
            verify(
                "a link to the folder itself",
                |folder| link(folder, "data/small/r1/round", "."),
                &["`data/small/r1/round` is a link, expected a file"],
            ),
        ],
    );
}

#[test]
fn check_names_everything_that_should_not_be_published() {
    let check = |name, spoil, says| Case {
        name,
        spoil,
        command: "check data",
        code: FOUND,
        says,
    };
    all(
        small::published(),
        &[
            check(
                "one byte is another",
                |folder| folder.edit(ROUNDS, ",4,0,", ",4,1,"),
                &[
                    "`rounds/main-baseline.csv` differs from SHA256SUMS",
                    "`data/small/r1`: 1 differences from the manifest",
                ],
            ),
            check(
                "a number is NaN",
                |folder| publish_cell(folder, "output_tok_s", "NaN"),
                &[
                    "`data/small/r1`: `rounds/main-baseline.csv` line 2: `output_tok_s`: found `NaN`, expected a decimal number, not negative",
                ],
            ),
            check(
                "a number is infinite",
                |folder| publish_cell(folder, "e2e_p95_ms", "Infinity"),
                &[
                    "line 2: `e2e_p95_ms`: found `Infinity`, expected a decimal number, not negative, or nothing",
                ],
            ),
            check(
                "a number is negative",
                |folder| publish_cell(folder, "ttft_p50_ms", "-100"),
                &["line 2: `ttft_p50_ms`: found `-100`, expected a decimal number, not negative"],
            ),
            check(
                "a number has an exponent",
                |folder| publish_cell(folder, "duration_s", "1e3"),
                &["line 2: `duration_s`: found `1e3`, expected a decimal number above 0"],
            ),
            check(
                "a duration is zero",
                |folder| publish_cell(folder, "duration_s", "0"),
                &["line 2: `duration_s`: found `0`, expected a decimal number above 0"],
            ),
            check(
                "a cell that must not be is empty",
                |folder| publish_cell(folder, "output_tok_s", ""),
                &["line 2: `output_tok_s`: found ``, expected a decimal number"],
            ),
            check(
                "more failed than were sent",
                |folder| {
                    set(folder, ROUNDS, "failed_http", "5");
                    publish_cell(folder, "failed", "5");
                },
                &["line 2: `failed`: found `5`, expected at most `requests`, `4`"],
            ),
            check(
                "the kinds of failure do not add up",
                |folder| publish_cell(folder, "failed", "1"),
                &["line 2: `failed`: found `1`, expected the sum of its kinds, `0`"],
            ),
            check(
                "tokens without a success",
                |folder| {
                    set(folder, ROUNDS, "failed_http", "4");
                    set(folder, ROUNDS, "latency_n", "0");
                    publish_cell(folder, "failed", "4");
                },
                &["line 2: `output_tokens`: found `16`, expected 0, since no request succeeded"],
            ),
            check(
                "latencies of more requests than succeeded",
                |folder| publish_cell(folder, "latency_n", "5"),
                &["line 2: `latency_n`: found `5`, expected at most the 4 successful requests"],
            ),
            check(
                "throughput is not tokens by time",
                |folder| publish_cell(folder, "output_tok_s", "12.5"),
                &[
                    "line 2: `output_tok_s`: found `12.5`, expected output_tokens / duration_s, `5.68",
                ],
            ),
            check(
                "a P95 below its median",
                |folder| publish_cell(folder, "ttft_p95_ms", "99"),
                &["line 2: `ttft_p95_ms`: found `99`, expected at least its median, `100`"],
            ),
            check(
                "seconds in a column of milliseconds",
                |folder| {
                    set(folder, ROUNDS, "e2e_p50_ms", "703000");
                    publish_cell(folder, "e2e_p95_ms", "703000");
                },
                &[
                    "`rounds/main-baseline.csv` scenario `first` round 1: `e2e_p95_ms`: found `703000`, expected at most the round's 2812.000 ms",
                    "(latencies fit into the round's time)",
                ],
            ),
            check(
                "a round is there twice",
                |folder| {
                    publish_change(folder, ROUNDS, |text| {
                        text.replacen("first,2,", "first,1,", 1)
                    })
                },
                &[
                    "`rounds/main-baseline.csv`: found round 1 of `first` twice, expected each round once",
                ],
            ),
            check(
                "a round stands on the file of another",
                |folder| {
                    let text = folder.read(ROUNDS);
                    let source = text.lines().nth(2).unwrap().split(',').nth(22).unwrap();
                    publish_cell(folder, "source_sha256", source);
                },
                &[
                    "`rounds/main-baseline.csv` scenario `first` round 2: `source_sha256`: found `",
                    "expected a file of its own, not that of batch `main`, baseline, `first` round 1",
                ],
            ),
            check(
                "more rounds than planned",
                |folder| publish_cell(folder, "round", "4"),
                &[
                    "scenario `first` round 4: `round`: found `4`, expected at most the 3 planned rounds (rounds are those of the plan)",
                ],
            ),
            check(
                "other requests than planned",
                |folder| {
                    set(folder, ROUNDS, "failed", "1");
                    set(folder, ROUNDS, "failed_http", "1");
                    publish_cell(folder, "requests", "5");
                },
                &["scenario `first` round 1: `requests`: found `5`, expected `4` as planned"],
            ),
            check(
                "two batches are mixed",
                |folder| {
                    folder.swap(ROUNDS, "data/small/r1/rounds/other-baseline.csv");
                    rehash(folder, RELEASE);
                },
                &[
                    "`rounds/main-baseline.csv` line 2: `scenario`: found `third`, expected a scenario that report.json lists for this batch",
                    "`rounds/other-baseline.csv` line 2: `scenario`: found `first`",
                ],
            ),
            check(
                "the two sides had other inputs",
                |folder| {
                    let other = format!("lengths:{}", seal::Digest::of(b"other"));
                    publish_cell(folder, "input_fingerprint", &other);
                },
                &[
                    "`rounds/main-candidate.csv` scenario `first` round 1: `input_fingerprint`: found `lengths:",
                    "as on the baseline side (both sides of a round have the same inputs)",
                ],
            ),
            check(
                "one side had two clients",
                |folder| publish_cell(folder, "client", "client 2"),
                &[
                    "`rounds/main-baseline.csv`: found the clients `client 2` and `client 1`, expected one client a side",
                ],
            ),
            check(
                "rounds of what was not run",
                |folder| {
                    let why = r#""rounds": 3, "not_run": [{ "why": { "en": "a", "zh": "b" } }]"#;
                    publish_edit(folder, r#""rounds": 3"#, why);
                },
                &[
                    "scenario `first` round 1: `round`: found `1`, expected none: report.json says it was not run",
                ],
            ),
            check(
                "an unknown column",
                |folder| {
                    publish_change(folder, ROUNDS, |text| {
                        text.replacen("failed_http", "failed_ftp", 1)
                    })
                },
                &[
                    "`rounds/main-baseline.csv` line 1: found the column `failed_ftp`, expected scenario,round,requests,failed,failed_http,",
                ],
            ),
            check(
                "a column too few",
                |folder| {
                    publish_change(folder, ROUNDS, |text| {
                        text.lines()
                            .map(|line| line.rsplit_once(',').unwrap().0.to_owned() + "\n")
                            .collect()
                    })
                },
                &["`rounds/main-baseline.csv` line 1: found 31 columns, expected scenario,round,"],
            ),
            check(
                "a row with a cell too many",
                |folder| publish_change(folder, ROUNDS, |text| text.replacen(",\n", ",,\n", 1)),
                &[
                    "`rounds/main-baseline.csv` line 2: found",
                    "33 fields",
                    "expected 32 cells",
                ],
            ),
            check(
                "a file of rounds is empty",
                |folder| publish_change(folder, ROUNDS, |_| String::new()),
                &["`rounds/main-baseline.csv`: found an empty file, expected a header and rounds"],
            ),
            check(
                "a file of rounds is truncated",
                |folder| publish_change(folder, ROUNDS, |text| text[..text.len() - 5].into()),
                &[
                    "`rounds/main-baseline.csv`: found no line end at the end, expected LF after the last row",
                ],
            ),
            check(
                "a file of rounds ends in CRLF",
                |folder| publish_change(folder, ROUNDS, |text| text.replace('\n', "\r\n")),
                &[
                    "`rounds/main-baseline.csv`: found its lines end in CRLF",
                    "expected UTF-8 text with LF line ends",
                ],
            ),
            check(
                "a file of rounds has a byte-order mark",
                |folder| publish_change(folder, ROUNDS, |text| format!("\u{feff}{text}")),
                &["`rounds/main-baseline.csv`: found it starts with a byte-order mark"],
            ),
            check(
                "a git-lfs pointer was published",
                |folder| publish_change(folder, ROUNDS, |_| LFS.into()),
                &["`rounds/main-baseline.csv`: found a git-lfs pointer"],
            ),
            check(
                "a page was published",
                |folder| publish_change(folder, ROUNDS, |_| HTML.into()),
                &["`rounds/main-baseline.csv`: found an HTML page"],
            ),
            check(
                "a file of rounds is missing",
                |folder| {
                    folder.remove(ROUNDS);
                    rehash(folder, RELEASE);
                },
                &[
                    "`rounds/main-baseline.csv` differs from the manifest or did not load, so its batch is not shown",
                ],
            ),
            check(
                "the report is missing",
                |folder| {
                    folder.remove(REPORT);
                    rehash(folder, RELEASE);
                },
                &["`report.json` is not in the release"],
            ),
            check(
                "the report is truncated",
                |folder| publish_change(folder, REPORT, |text| text[..100].into()),
                &["`report.json`: EOF while parsing", "at line 6 column 20"],
            ),
            check(
                "the report has an unknown key",
                |folder| publish_edit(folder, r#""date""#, r#""day": 1, "date""#),
                &[
                    "`report.json`: unknown field `day`, expected one of `id`, `status`, `date`",
                    "at line 4",
                ],
            ),
            check(
                "a reference floats",
                |folder| {
                    publish_edit(
                        folder,
                        r#""source_commit": "00112233445566778899aabbccddeeff00112233""#,
                        r#""source_commit": "main""#,
                    )
                },
                &[
                    "`report.json`: found `main`, expected an immutable reference: `sha256:` and 64 hex digits, or a commit of 40 hex digits at line",
                ],
            ),
            check(
                "a measured release without a reference",
                |folder| {
                    publish_edit(
                        folder,
                        r#""source_commit": "00112233445566778899aabbccddeeff00112233""#,
                        r#""source_commit": null"#,
                    )
                },
                &[
                    "`report.json` `sides.baseline.pins`: found nothing, expected an image digest, a package digest or a source commit",
                ],
            ),
            check(
                "a text in one language",
                |folder| publish_edit(folder, "小升级", ""),
                &["`report.json` title.zh: found nothing, expected a text"],
            ),
            check(
                "a day that is none",
                |folder| publish_edit(folder, "2026-01-02", "2026-13-02"),
                &["`report.json` `date`: found `2026-13-02`, expected a day, YYYY-MM-DD"],
            ),
            check(
                "a load of nothing",
                |folder| publish_edit(folder, r#""concurrency": 1"#, r#""concurrency": 0"#),
                &[
                    "`report.json` batch `main`, scenario `first`: `load`: found `C0`, expected a number above 0",
                ],
            ),
            check(
                "two batches of one name",
                |folder| publish_edit(folder, r#""id": "other""#, r#""id": "main""#),
                &["`report.json`: `batches` has two called `main`"],
            ),
        ],
    );
}

#[test]
fn show_prints_nothing_of_a_release_that_differs() {
    let show = |name, spoil, code, says| Case {
        name,
        spoil,
        command: "show data/small/r1",
        code,
        says,
    };
    let cases = [
        show(
            "one byte is another",
            |folder| folder.edit(ROUNDS, ",4,0,", ",4,1,"),
            DIFFERS,
            &[
                "`rounds/main-baseline.csv` differs from SHA256SUMS: found",
                "1 differences from the manifest",
            ],
        ),
        show(
            "a file is not listed",
            |folder| folder.write("data/small/r1/notes.txt", "a\n"),
            DIFFERS,
            &["`notes.txt` is in the folder, but not listed in SHA256SUMS"],
        ),
        show(
            "a file is missing",
            |folder| folder.remove(ROUNDS),
            DIFFERS,
            &["`rounds/main-baseline.csv` is listed in SHA256SUMS, but cannot be read"],
        ),
        show(
            "a number is NaN",
            |folder| publish_cell(folder, "output_tok_s", "NaN"),
            FAILED,
            &[
                "`rounds/main-baseline.csv` line 2: `output_tok_s`: found `NaN`, expected a decimal number",
            ],
        ),
        show(
            "the report has an unknown key",
            |folder| publish_edit(folder, r#""date""#, r#""day": 1, "date""#),
            FAILED,
            &["`data/small/r1`: `report.json`: unknown field `day`, expected one of"],
        ),
        Case {
            command: "show data",
            ..show(
                "a folder of releases",
                |_| {},
                FAILED,
                &["cannot read `data/SHA256SUMS`"],
            )
        },
        Case {
            command: "show data/small/r1 --batch third",
            ..show(
                "no such batch",
                |_| {},
                FAILED,
                &["the release has no batch `third`"],
            )
        },
        Case {
            command: "show data/small/r1 --batch A/B",
            ..show(
                "a batch that is no name",
                |_| {},
                WRONG_ARGUMENTS,
                &["--batch", "found `A/B`, expected a name of a-z 0-9 . -"],
            )
        },
        Case {
            command: "show data/small/r1 --chart pie",
            ..show(
                "no such chart",
                |_| {},
                WRONG_ARGUMENTS,
                &[
                    "'pie'",
                    "--chart",
                    "expected one of throughput-long-input, throughput-long-output,",
                ],
            )
        },
        Case {
            command: "show data/small/r1 --format pdf",
            ..show(
                "no such format",
                |_| {},
                WRONG_ARGUMENTS,
                &["'pdf'", "text, json, markdown"],
            )
        },
    ];
    all(small::published(), &cases);
    for case in cases {
        let folder = Folder::holding(small::published());
        (case.spoil)(&folder);
        assert_eq!(folder.run(case.command).out, "", "{}", case.name);
    }
}

#[test]
fn ingest_takes_no_file_that_it_cannot_trust() {
    let ingest = |name, spoil, says| Case {
        name,
        spoil,
        command: "ingest plan.toml --out new",
        code: FAILED,
        says,
    };
    all(
        small::upgrade(),
        &[
            ingest(
                "there is no plan",
                |folder| folder.remove("plan.toml"),
                &["cannot read `plan.toml`"],
            ),
            ingest(
                "the plan is a folder",
                |folder| folder.make_folder_of("plan.toml"),
                &["cannot read `plan.toml`"],
            ),
            ingest(
                "the plan is empty",
                |folder| folder.write("plan.toml", ""),
                &["`plan.toml`", "missing field `files`"],
            ),
            ingest(
                "the plan has an unknown key",
                |folder| folder.edit("plan.toml", "\ndate =", "\nday = 1\ndate ="),
                &[
                    "`plan.toml`",
                    "line 9",
                    "unknown field `day`, expected one of `id`, `status`, `date`",
                ],
            ),
            ingest(
                "the plan has an unknown key for files",
                |folder| folder.edit("plan.toml", "client =", "clients = 1\nclient ="),
                &[
                    "`plan.toml`",
                    "line 3",
                    "unknown field `clients`, expected one of `pattern`, `client`, `format`, `sides`",
                ],
            ),
            ingest(
                "a reference is `latest`",
                |folder| {
                    folder.edit(
                        "plan.toml",
                        "source_commit = \"00112233445566778899aabbccddeeff00112233\"",
                        "image_digest = \"latest\"",
                    )
                },
                &[
                    "`plan.toml`",
                    "line 21",
                    "found `latest`, expected an immutable reference: `sha256:` and 64 hex digits",
                ],
            ),
            ingest(
                "a reference is `main`",
                |folder| {
                    folder.edit(
                        "plan.toml",
                        "model_revision = \"00112233445566778899aabbccddeeff00112233\"",
                        "model_revision = \"main\"",
                    )
                },
                &[
                    "`plan.toml`",
                    "found `main`, expected an immutable reference",
                ],
            ),
            ingest(
                "a reference is a tag",
                |folder| {
                    folder.edit(
                        "plan.toml",
                        "source_commit = \"00112233445566778899aabbccddeeff00112233\"",
                        "source_commit = \"v0.32.0\"",
                    )
                },
                &[
                    "`plan.toml`",
                    "found `v0.32.0`, expected an immutable reference",
                ],
            ),
            ingest(
                "one pattern for all scenarios",
                |folder| folder.edit("plan.toml", "{scenario}", "all"),
                &[
                    "`plan.toml`: `files.pattern` is `raw/{batch}/{side}/all-r{round}.json`, expected `{scenario}` in it",
                ],
            ),
            ingest(
                "one pattern for all batches",
                |folder| folder.edit("plan.toml", "{batch}/", ""),
                &["`plan.toml`: `files.pattern` has no `{batch}`, but there are several batches"],
            ),
            ingest(
                "two scenarios of one name",
                |folder| folder.edit("plan.toml", "id = \"second\"", "id = \"first\""),
                &["`plan.toml`: batch `main` has two scenarios called `first`"],
            ),
            ingest(
                "a scenario that is no name",
                |folder| folder.edit("plan.toml", "id = \"second\"", "id = \"../second\""),
                &[
                    "`plan.toml`",
                    "found `../second`, expected a name of a-z 0-9 . -",
                ],
            ),
            Case {
                code: FOUND,
                ..ingest(
                    "a day that is none",
                    |folder| folder.edit("plan.toml", "2026-01-02", "yesterday"),
                    &[
                        "`date`: found `yesterday`, expected a day, YYYY-MM-DD",
                        "things in the plan to mend",
                    ],
                )
            },
            ingest(
                "the output is there",
                |folder| folder.write("new/notes.txt", "a\n"),
                &["`new` exists, expected the name of a new folder"],
            ),
            Case {
                command: "ingest plan.toml",
                code: WRONG_ARGUMENTS,
                ..ingest("no output is named", |_| {}, &["--out <DIR>"])
            },
            ingest(
                "a raw file is truncated",
                |folder| change(folder, RAW, |text| text[..200].into()),
                &[
                    "`raw/main/before/first-r1.json` line 1 column 200: found broken JSON (EOF while parsing",
                    "expected a file of guidellm",
                    "1 files that cannot be taken; nothing was written",
                ],
            ),
            ingest(
                "a raw file is empty",
                |folder| folder.write(RAW, ""),
                &[
                    "`raw/main/before/first-r1.json` the whole file: found an empty file, expected a file of guidellm",
                ],
            ),
            ingest(
                "a raw file is a folder",
                |folder| folder.make_folder_of(RAW),
                &["`raw/main/before/first-r1.json`", "directory"],
            ),
            ingest(
                "a raw file is a page",
                |folder| folder.write(RAW, HTML),
                &["`raw/main/before/first-r1.json` the whole file: found an HTML page"],
            ),
            ingest(
                "a raw file is a git-lfs pointer",
                |folder| folder.write(RAW, LFS),
                &["`raw/main/before/first-r1.json` the whole file: found a git-lfs pointer"],
            ),
            ingest(
                "a raw file has a byte-order mark",
                |folder| change(folder, RAW, |text| format!("\u{feff}{text}")),
                &[
                    "`raw/main/before/first-r1.json` the whole file: found it starts with a byte-order mark",
                ],
            ),
            ingest(
                "two objects in a raw file",
                |folder| change(folder, RAW, |text| text.clone() + &text),
                &["`raw/main/before/first-r1.json`: found 1 runs that the plan does not name"],
            ),
            ingest(
                "a raw file of another program",
                |folder| folder.write(RAW, "{}"),
                &["the whole file: found JSON without keys, expected a file of guidellm"],
            ),
            ingest(
                "lists of unequal length",
                |folder| {
                    change_raw(folder, |raw| {
                        raw["ttfts"].as_array_mut().unwrap().pop();
                    })
                },
                &[
                    "`raw/main/before/first-r1.json` `ttfts`: found 3 entries, expected 4 as in `output_lens`",
                ],
            ),
            ingest(
                "a list of gaps too few",
                |folder| {
                    change_raw(folder, |raw| {
                        raw["itls"].as_array_mut().unwrap().pop();
                    })
                },
                &["`itls`: found 3 entries, expected 4 as in `output_lens`"],
            ),
            ingest(
                "the file says it sent more than it lists",
                |folder| change_raw(folder, |raw| raw["num_prompts"] = 5.into()),
                &["`num_prompts`: found `5`, expected 4 in all, the length of the lists"],
            ),
            ingest(
                "successes and failures do not add up",
                |folder| change_raw(folder, |raw| raw["failed"] = 1.into()),
                &[
                    "`completed` + `failed`: found `4` + `1`, expected 4 in all, the length of the lists",
                ],
            ),
            ingest(
                "no request at all",
                |folder| {
                    change_raw(folder, |raw| {
                        for value in raw.as_object_mut().unwrap().values_mut() {
                            if let Some(list) = value.as_array_mut() {
                                list.clear();
                            }
                        }
                    })
                },
                &["`output_lens`: found no request, expected at least one"],
            ),
            ingest(
                "a time is NaN",
                |folder| folder.edit(RAW, "\"ttfts\":[0.1", "\"ttfts\":[NaN"),
                &[
                    "`raw/main/before/first-r1.json` line 1 column",
                    "found another value (`ttfts`: invalid type: null, expected f64",
                ],
            ),
            ingest(
                "a time is infinite",
                |folder| folder.edit(RAW, "\"ttfts\":[0.1", "\"ttfts\":[1e999"),
                &[
                    "`raw/main/before/first-r1.json` line 1 column",
                    "found broken JSON (number out of range",
                ],
            ),
            ingest(
                "a time is negative",
                |folder| change_raw(folder, |raw| raw["latencies"][2] = (-0.5).into()),
                &["`latencies[2]`: found `-0.5`, expected seconds, not negative"],
            ),
            ingest(
                "a count is negative",
                |folder| change_raw(folder, |raw| raw["output_lens"][0] = (-4).into()),
                &[
                    "line 1 column",
                    "found another value (`output_lens`: invalid value: integer `-4`, expected u32",
                ],
            ),
            ingest(
                "the round took no time",
                |folder| change_raw(folder, |raw| raw["duration"] = 0.into()),
                &["`duration`: found `0`, expected seconds above 0"],
            ),
            ingest(
                "a key is there twice",
                |folder| folder.edit(RAW, "{", "{\"duration\": 1.0,"),
                &["found another value (duplicate field `duration`"],
            ),
            ingest(
                "two raw files are bad, and both are named",
                |folder| {
                    folder.write(RAW, "");
                    folder.write("raw/main/after/first-r1.json", "");
                },
                &[
                    "`raw/main/before/first-r1.json`",
                    "`raw/main/after/first-r1.json`",
                    "2 files that cannot be taken",
                ],
            ),
            ingest(
                "no raw file is there",
                |folder| std::fs::remove_dir_all(folder.path("raw")).unwrap(),
                &[
                    "no file of the plan is there, expected `raw/main/before/first-r1.json` and so on",
                ],
            ),
        ],
    );
}

#[test]
fn publish_overwrites_nothing_and_publishes_nothing_doubtful() {
    fn publish_once(folder: &Folder) {
        folder.run("publish new --data data").well();
    }
    const ROUNDS: &str = "new/rounds/main-baseline.csv";
    let publish = |name, spoil, code, says| Case {
        name,
        spoil,
        command: "publish new --data data",
        code,
        says,
    };
    all(
        small::ingested(),
        &[
            Case {
                command: "publish new --data data --release r1",
                ..publish(
                    "the release is published",
                    publish_once,
                    FAILED,
                    &["release `r1` of `small` is published, and nothing published is overwritten"],
                )
            },
            publish(
                "the release's folder is there, though nothing lists it",
                |folder| folder.write("data/small/r1/notes.txt", "a\n"),
                FAILED,
                &["`data/small/r1` exists, expected the name of a new folder"],
            ),
            Case {
                command: "publish new --data data --supersedes r7",
                ..publish(
                    "it corrects a release that is not there",
                    publish_once,
                    FAILED,
                    &["`--supersedes r7`: `small` has no such release"],
                )
            },
            Case {
                command: "publish new --data data --supersedes r1",
                ..publish(
                    "it corrects a release, and none is there",
                    |_| {},
                    FAILED,
                    &["`--supersedes r1`: `small` has no such release"],
                )
            },
            Case {
                command: "publish new --data data --release ../r2",
                ..publish(
                    "a release that is no name",
                    |_| {},
                    WRONG_ARGUMENTS,
                    &["--release", "found `../r2`, expected a name of a-z 0-9 . -"],
                )
            },
            Case {
                command: "publish nothing --data data",
                ..publish(
                    "nothing was ingested",
                    |_| {},
                    FAILED,
                    &["cannot read `nothing/report.json`"],
                )
            },
            publish(
                "a file of rounds is missing",
                |folder| folder.remove("new/rounds/other-candidate.csv"),
                FAILED,
                &["cannot read `new/rounds/other-candidate.csv`"],
            ),
            publish(
                "a file of rounds is a folder",
                |folder| folder.make_folder_of(ROUNDS),
                FAILED,
                &["cannot read `new/rounds/main-baseline.csv`"],
            ),
            publish(
                "the report has an unknown key",
                |folder| folder.edit("new/report.json", r#""date""#, r#""day": 1, "date""#),
                FAILED,
                &[
                    "`report.json`: unknown field `day`, expected one of `id`, `status`, `date`",
                    "at line 4",
                ],
            ),
            publish(
                "a reference floats",
                |folder| {
                    folder.edit(
                        "new/report.json",
                        r#""model_revision": "00112233445566778899aabbccddeeff00112233""#,
                        r#""model_revision": "latest""#,
                    )
                },
                FAILED,
                &[
                    "`report.json`: found `latest`, expected an immutable reference",
                    "at line",
                ],
            ),
            publish(
                "a measured upgrade without a reference",
                |folder| {
                    folder.edit(
                        "new/report.json",
                        r#""model_revision": "00112233445566778899aabbccddeeff00112233""#,
                        r#""model_revision": null"#,
                    )
                },
                FOUND,
                &[
                    "`report.json` `sides.baseline.pins.model_revision`: found nothing, expected a commit or a digest",
                    "1 findings; nothing was published",
                ],
            ),
            publish(
                "a number is NaN",
                |folder| set(folder, ROUNDS, "output_tok_s", "NaN"),
                FOUND,
                &[
                    "`rounds/main-baseline.csv` line 2: `output_tok_s`: found `NaN`, expected a decimal number, not negative",
                    "nothing was published",
                ],
            ),
            publish(
                "more failed than were sent",
                |folder| {
                    set(folder, ROUNDS, "failed", "5");
                    set(folder, ROUNDS, "failed_http", "5");
                },
                FOUND,
                &["line 2: `failed`: found `5`, expected at most `requests`, `4`"],
            ),
            publish(
                "a round is there twice",
                |folder| folder.edit(ROUNDS, "first,2,", "first,1,"),
                FOUND,
                &["`rounds/main-baseline.csv`: found round 1 of `first` twice"],
            ),
            publish(
                "two batches are mixed",
                |folder| folder.swap(ROUNDS, "new/rounds/other-baseline.csv"),
                FOUND,
                &[
                    "`rounds/main-baseline.csv` line 2: `scenario`: found `third`, expected a scenario that report.json lists for this batch",
                ],
            ),
            publish(
                "the two sides had other inputs",
                |folder| {
                    let other = format!("lengths:{}", seal::Digest::of(b"other"));
                    set(folder, ROUNDS, "input_fingerprint", &other);
                },
                FOUND,
                &[
                    "scenario `first` round 1: `input_fingerprint`: found `lengths:",
                    "as on the baseline side",
                ],
            ),
            publish(
                "an unknown column",
                |folder| folder.edit(ROUNDS, "failed_http", "failed_ftp"),
                FOUND,
                &[
                    "`rounds/main-baseline.csv` line 1: found the column `failed_ftp`, expected scenario,round,",
                ],
            ),
            publish(
                "a file of rounds ends in CRLF",
                |folder| change(folder, ROUNDS, |text| text.replace('\n', "\r\n")),
                FOUND,
                &["`rounds/main-baseline.csv`: found its lines end in CRLF"],
            ),
            publish(
                "a file of rounds is empty",
                |folder| folder.write(ROUNDS, ""),
                FOUND,
                &["`rounds/main-baseline.csv`: found an empty file"],
            ),
            publish(
                "the catalogue is no JSON",
                |folder| folder.write("data/catalogue.json", HTML),
                FAILED,
                &["`catalogue.json`: found an HTML page"],
            ),
            publish(
                "the catalogue has a later format",
                |folder| folder.write("data/catalogue.json", r#"{"format": 2, "reports": []}"#),
                FAILED,
                &["`catalogue.json`: `format` is `2`, expected `1`"],
            ),
            Case {
                command: "publish new --data data --sources nothing.toml",
                ..publish(
                    "the plan of the sources is missing",
                    |_| {},
                    FAILED,
                    &["cannot read `nothing.toml`"],
                )
            },
            Case {
                command: "publish new --data data --sources plan.toml",
                ..publish(
                    "a raw file is another than the one ingested",
                    |folder| change_raw(folder, |raw| raw["label"] = "other".into()),
                    FAILED,
                    &[
                        "`rounds/main-baseline.csv` is not what `plan.toml` and its raw files give: ingest again",
                    ],
                )
            },
            Case {
                command: "publish new --data data --sources plan.toml",
                ..publish(
                    "raw files are outside the plan's folder",
                    |folder| folder.edit("plan.toml", "pattern = \"raw", "pattern = \"new/../raw"),
                    FAILED,
                    &[
                        "found the path `sources/new/../raw/main/after/first-r1.json`, expected lower-case names",
                    ],
                )
            },
        ],
    );
}

#[test]
fn demo_and_build_begin_with_what_is_there() {
    let case = |name, command, spoil, code, says| Case {
        name,
        spoil,
        command,
        code,
        says,
    };
    let build = "build --prerender nothing";
    all(
        small::published(),
        &[
            case(
                "the demo's folder is there",
                "demo --out data",
                |_| {},
                FAILED,
                &["`data` exists, expected the name of a new folder"],
            ),
            case(
                "the demo has no folder",
                "demo",
                |_| {},
                WRONG_ARGUMENTS,
                &["--out <DIR>"],
            ),
            case(
                "nothing is published",
                build,
                |folder| std::fs::remove_dir_all(folder.path("data")).unwrap(),
                FAILED,
                &["`data`: found neither SHA256SUMS nor catalogue.json"],
            ),
            case(
                "a release differs",
                build,
                |folder| {
                    folder.write("dist/index.html", "the old page");
                    folder.edit(ROUNDS, ",4,0,", ",4,1,");
                },
                FOUND,
                &["`rounds/main-baseline.csv` differs from SHA256SUMS: found"],
            ),
            case(
                "the catalogue has another root",
                build,
                |folder| {
                    folder.edit(
                        "data/catalogue.json",
                        "\"root\": \"",
                        "\"root\": \"00000000000000000000000000000000000000000000000000000000000000ff\",\"was\": \"",
                    );
                    let mut listed: Value =
                        serde_json::from_str(&folder.read("data/catalogue.json")).unwrap();
                    let release = listed["reports"][0]["releases"][0].as_object_mut().unwrap();
                    release.remove("was");
                    folder.write("data/catalogue.json", listed.to_string());
                },
                DIFFERS,
                &[
                    "`data/small/r1`: catalogue.json gives root digest 0000",
                    "but SHA256SUMS has",
                ],
            ),
            case(
                "no prerenderer is named",
                "build",
                |_| {},
                WRONG_ARGUMENTS,
                &["--prerender <PROGRAM>"],
            ),
        ],
    );
}

#[test]
fn a_release_stands_under_its_own_name() {
    #[track_caller]
    fn case(name: &str, from: &str, to: &str) {
        let folder = Folder::holding(small::published());
        folder.edit("data/catalogue.json", from, to);
        std::fs::create_dir_all(folder.path(name).parent().unwrap()).unwrap();
        std::fs::rename(folder.path(RELEASE), folder.path(name)).unwrap();
        let ran = folder.run("verify data");
        assert_eq!(ran.code, DIFFERS, "{}", ran.out);
        assert!(ran.err.contains("`datapackage.json`"), "{}", ran.err);
    }
    case("data/small/r2", "\"r1\"", "\"r2\"");
    case("data/large/r1", "\"small\"", "\"large\"");
}

#[test]
fn ingest_refuses_a_client_that_its_own_table_cannot_hold() {
    for client in ["client 1, patched", "=client", ""] {
        let folder = Folder::holding(small::upgrade());
        folder.edit("plan.toml", "client 1", client);
        let before = folder.tree();
        let ran = folder.run("ingest plan.toml --out new");
        assert_ne!(ran.code, 0, "`{client}` was taken");
        assert!(ran.err.contains("client"), "{}", ran.err);
        assert_eq!(folder.tree(), before);
    }
}

#[test]
fn sources_are_published_whole_or_not_at_all() {
    let folder = Folder::holding(small::ingested());
    folder.remove(RAW);
    let before = folder.tree();
    let ran = folder.run("publish new --data data --sources plan.toml");
    assert_ne!(ran.code, 0, "published without `{RAW}`: {}", ran.out);
    assert!(ran.err.contains(RAW), "{}", ran.err);
    assert_eq!(folder.tree(), before);
}

#[test]
fn the_published_plan_is_the_one_that_was_ingested() {
    let folder = Folder::holding(small::ingested());
    folder.edit("plan.toml", "2026-01-02", "2026-01-03");
    let before = folder.tree();
    let ran = folder.run("publish new --data data --sources plan.toml");
    assert_ne!(
        ran.code, 0,
        "published with a plan of another day: {}",
        ran.out
    );
    assert!(ran.err.contains("plan.toml"), "{}", ran.err);
    assert_eq!(folder.tree(), before);
}

#[test]
fn a_report_may_not_have_the_name_of_a_folder_of_the_site() {
    for name in ["zh", "data"] {
        let folder = Folder::holding(small::upgrade());
        folder.edit("plan.toml", "id = \"small\"", &format!("id = \"{name}\""));
        folder.run("ingest plan.toml --out new").well();
        let before = folder.tree();
        let ran = folder.run("publish new --data data");
        assert_ne!(ran.code, 0, "`{name}` was published");
        assert!(ran.err.contains("the site's own folders"), "{}", ran.err);
        assert_eq!(folder.tree(), before);
    }
}
