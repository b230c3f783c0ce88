//! Rounds that cannot be, or that mislead, under manifests that fit.

use super::*;

/// A cell that cannot be read, or a row that contradicts itself.
fn row(name: &'static str, is: &'static str, says: &'static str, spoil: fn(&Folder)) -> Defect {
    defect(name, is, spoil)
        .check(&["`rounds/main-baseline.csv` line 2: ", says, CONTENT])
        .rest(&[
            "This batch is withheld",
            "`rounds/main-baseline.csv` line 2: ",
            says,
            CONTENT,
        ])
}

/// A file of rounds that cannot be read.
fn file(name: &'static str, is: &'static str, says: &'static str, spoil: fn(&Folder)) -> Defect {
    defect(name, is, spoil)
        .check(&["`rounds/main-baseline.csv`", says, CONTENT])
        .rest(&[
            "This batch is withheld",
            "`rounds/main-baseline.csv`",
            says,
            CONTENT,
        ])
}

/// What a check finds in a batch that cannot be.
fn batch(
    name: &'static str,
    is: &'static str,
    says: &'static str,
    rule: &'static str,
    spoil: fn(&Folder),
) -> Defect {
    defect(name, is, spoil)
        .check(&["`rounds/main-", says, rule, CONTENT])
        .rest(&["This batch is withheld", says, rule, CONTENT])
}

/// What a check finds that an honest release may have too.
fn doubt(
    name: &'static str,
    is: &'static str,
    says: &'static str,
    rule: &'static str,
    spoil: fn(&Folder),
) -> Defect {
    defect(name, is, spoil)
        .check(&["`rounds/main-", says, rule, CONTENT])
        .marked(&["In doubt: the checks found", says, rule, CONTENT])
}

/// What is no error, and stands in the ledger instead of a gain.
fn ledger(
    name: &'static str,
    is: &'static str,
    says: &'static str,
    page: &[&'static str],
    spoil: fn(&Folder),
) -> Defect {
    let all: Vec<_> = page.iter().copied().chain([says]).collect();
    defect(name, is, spoil)
        .show(&[says, "up in 1 of 1 clean scenarios"])
        .marked(&all)
}

/// Makes `failed` requests of a row fail as `kind`: their tokens count nowhere, their time counts in full.
fn fail(row: &mut Row, failed: u32, kind: &str) {
    let succeeded = REQUESTS as u32 - failed;
    row.set("failed", failed);
    row.set(&format!("failed_{kind}"), failed);
    row.set("latency_n", succeeded);
    tokens(row, succeeded * 4);
}

/// Gives a row so many tokens, and the throughput that follows.
fn tokens(row: &mut Row, tokens: u32) {
    row.set("output_tokens", tokens);
    rate(row);
}

fn rate(row: &mut Row) {
    let rate = row.number("output_tokens") / row.number("duration_s");
    row.set("output_tok_s", format!("{rate:.9}"));
}

/// Multiplies a metric's two percentiles.
fn scale(row: &mut Row, metric: &str, factor: f64) {
    for percentile in ["p50", "p95"] {
        let column = format!("{metric}_{percentile}_ms");
        let value = row.number(&column) * factor;
        row.set(&column, format!("{value:.6}"));
    }
}

/// Gives one metric the values of another.
fn copy(row: &mut Row, from: &str, to: &str) {
    for percentile in ["p50", "p95"] {
        let value = row.0[&format!("{from}_{percentile}_ms")].clone();
        row.set(&format!("{to}_{percentile}_ms"), value);
    }
}

/// Changes the text of the first file of rounds, with hashes that fit.
fn table(folder: &Folder, by: impl FnOnce(String) -> String) {
    text(folder, BEFORE, by);
    rehash(folder, RELEASE);
}

/// Every line of a table anew.
fn each(text: &str, line: impl Fn(&str) -> String) -> String {
    text.lines().map(|text| line(text) + "\n").collect()
}

pub(super) fn defects() -> Vec<Defect> {
    [unreadable(), contradictory(), doubtful(), marked()]
        .into_iter()
        .flatten()
        .collect()
}

fn unreadable() -> Vec<Defect> {
    vec![
        row(
            "not-a-number",
            "A latency is NaN.",
            "`ttft_p95_ms`: found `NaN`",
            |folder| cell(folder, "ttft_p95_ms", "NaN"),
        ),
        row(
            "infinite",
            "A latency is infinite.",
            "`e2e_p95_ms`: found `inf`",
            |folder| cell(folder, "e2e_p95_ms", "inf"),
        ),
        row(
            "beyond-all-numbers",
            "A number is larger than any that a program holds.",
            "`duration_s`: found `1e999`",
            |folder| cell(folder, "duration_s", "1e999"),
        ),
        row(
            "hexadecimal",
            "A count is hexadecimal, which some programs read and others do not.",
            "`requests`: found `0x8`",
            |folder| cell(folder, "requests", "0x8"),
        ),
        row(
            "thousands-separator",
            "A number has a separator of thousands.",
            "`output_tokens`: found `1,032`",
            |folder| cell(folder, "output_tokens", "\"1,032\""),
        ),
        row(
            "decimal-comma",
            "A number has a decimal comma.",
            "`duration_s`: found `5,624`",
            |folder| cell(folder, "duration_s", "\"5,624\""),
        ),
        row(
            "wide-digits",
            "A count is in full-width digits.",
            "`requests`: found `８`",
            |folder| cell(folder, "requests", "８"),
        ),
        row(
            "space-in-a-number",
            "A number has a space before it.",
            "`requests`: found ` 8`",
            |folder| cell(folder, "requests", " 8"),
        ),
        row(
            "too-many-digits",
            "A number has more digits than programs agree on.",
            "`ttft_p50_ms`: found `99.9999999999999999`",
            |folder| cell(folder, "ttft_p50_ms", "99.9999999999999999"),
        ),
        row(
            "negative-duration",
            "A round took less than no time.",
            "`duration_s`: found `-5.6`",
            |folder| cell(folder, "duration_s", "-5.6"),
        ),
        row(
            "no-duration",
            "A round took no time.",
            "`duration_s`: found `0`",
            |folder| cell(folder, "duration_s", "0"),
        ),
        row(
            "word-for-missing",
            "A word stands where nothing was measured.",
            "`ttft_p50_ms`: found `n/a`",
            |folder| cell(folder, "ttft_p50_ms", "n/a"),
        ),
        row(
            "round-zero",
            "Rounds are counted from 0.",
            "`round`: found `0`, expected a whole number from 1",
            |folder| cell(folder, "round", "0"),
        ),
        row(
            "unknown-scenario",
            "A row is of a scenario that nobody planned.",
            "`scenario`: found `fourth`, expected a scenario that report.json lists",
            |folder| cell(folder, "scenario", "fourth"),
        ),
        row(
            "unknown-evidence",
            "A row rests on what nobody knows.",
            "`evidence`: found `trust`",
            |folder| cell(folder, "evidence", "trust"),
        ),
        row(
            "formula",
            "A cell is a formula for whoever opens the file in a spreadsheet.",
            "`client`: found `=HYPERLINK(A1)`",
            |folder| cell(folder, "client", "=HYPERLINK(A1)"),
        ),
        row(
            "bidi-in-an-id",
            "A scenario's id has signs that turn the order of what a reader sees.",
            "`scenario`: found `first⟨U+202E⟩c1⟨U+202C⟩`",
            |folder| cell(folder, "scenario", "first\u{202e}c1\u{202c}"),
        )
        .rest(&[
            "This batch is withheld",
            "`scenario`: found `first⟨U+202E⟩c1⟨U+202C⟩`",
            CONTENT,
        ]),
        row(
            "zero-width-in-a-cell",
            "A client's name has a sign that nobody sees.",
            "`client`: found `client⟨U+200B⟩ 1`",
            |folder| cell(folder, "client", "client\u{200b} 1"),
        )
        .rest(&[
            "This batch is withheld",
            "`client`: found `client⟨U+200B⟩ 1`",
            CONTENT,
        ]),
        row(
            "long-cell",
            "A cell is longer than any name.",
            "`client`: found `aaaaaaaaaaaaaaaaaaaaaaaa",
            |folder| cell(folder, "client", &"a".repeat(5000)),
        ),
        row(
            "script-in-a-cell",
            "A cell is a script.",
            "`client`: found `<script>alert(1)</script>`",
            |folder| cell(folder, "client", "<script>alert(1)</script>"),
        ),
        row(
            "upper-case-commitment",
            "The digest of a raw file is in upper case.",
            "`source_sha256`: found `AB",
            |folder| cell(folder, "source_sha256", &"AB".repeat(32)),
        ),
        row(
            "fingerprint-of-nothing",
            "The fingerprint of the inputs does not say what was seen.",
            "`input_fingerprint`: found `abab",
            |folder| cell(folder, "input_fingerprint", &"ab".repeat(32)),
        ),
        file(
            "one-column-more",
            "A file of rounds has a column that nobody knows.",
            "line 1: found 33 columns",
            |folder| table(folder, |text| each(&text, |line| format!("{line},1"))),
        ),
        file(
            "one-column-less",
            "A file of rounds lacks a column.",
            "line 1: found 31 columns",
            |folder| {
                table(folder, |text| {
                    each(&text, |line| line.rsplit_once(',').unwrap().0.into())
                })
            },
        ),
        file(
            "columns-in-another-order",
            "Two columns of a file of rounds have changed places, names and all.",
            "line 1: found the column `tpot_p50_ms`",
            |folder| {
                table(folder, |text| {
                    each(&text, |line| {
                        let mut cells: Vec<&str> = line.split(',').collect();
                        cells.swap(14, 16);
                        cells.join(",")
                    })
                })
            },
        ),
        file(
            "column-renamed",
            "A column says another unit.",
            "line 1: found the column `ttft_p50_s`",
            |folder| table(folder, |text| text.replacen("ttft_p50_ms", "ttft_p50_s", 1)),
        ),
        file(
            "semicolons",
            "A spreadsheet wrote semicolons between cells.",
            "line 1: found",
            |folder| table(folder, |text| text.replace(',', ";")),
        ),
        file(
            "header-in-the-middle",
            "Two files of rounds were put one behind the other, headers and all.",
            "line 8: `scenario`: found `scenario`",
            |folder| table(folder, |text| format!("{text}{text}")),
        )
        .check(&[
            "`rounds/main-baseline.csv` line 8: `round`: found `round`",
            CONTENT,
        ])
        .rest(&[
            "This batch is withheld",
            "`rounds/main-baseline.csv` line 8: `round`: found `round`",
        ]),
        file(
            "crlf-published",
            "A file of rounds was published with CRLF.",
            "its lines end in CRLF",
            |folder| table(folder, |text| text.replace('\n', "\r\n")),
        ),
        file(
            "lfs-published",
            "A git-lfs pointer was published as a file of rounds.",
            "a git-lfs pointer",
            |folder| {
                table(folder, |_| {
                    "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 3\n".into()
                })
            },
        ),
        file(
            "html-published",
            "A host's error page was published as a file of rounds.",
            "an HTML page",
            |folder| table(folder, |_| "<!DOCTYPE html>\n<title>404</title>\n".into()),
        ),
        file(
            "latin-1",
            "A file of rounds is no UTF-8.",
            "expected 32 cells of UTF-8 text",
            |folder| {
                let text = folder.read(BEFORE).replacen("client 1", "client?", 1);
                let bytes: Vec<u8> = text
                    .bytes()
                    .map(|byte| if byte == b'?' { 0xe9 } else { byte })
                    .collect();
                folder.write(BEFORE, bytes);
                rehash(folder, RELEASE);
            },
        ),
    ]
}

fn contradictory() -> Vec<Defect> {
    vec![
        row(
            "failures-do-not-add-up",
            "The kinds of failure do not add up to the failures.",
            "`failed`: found `2`, expected the sum of its kinds, `0`",
            |folder| cell(folder, "failed", "2"),
        ),
        row(
            "more-failed-than-sent",
            "More requests failed than were sent.",
            "`failed`: found `9`, expected at most `requests`, `8`",
            |folder| {
                rows(folder, BEFORE, |row| {
                    if row.is("first", 1) {
                        row.set("failed", 9);
                        row.set("failed_http", 9);
                    }
                })
            },
        ),
        row(
            "latencies-of-failed-requests",
            "Failed requests are among those that the latencies rest on.",
            "`latency_n`: found `8`, expected at most the 5 successful requests",
            |folder| {
                rows(folder, BEFORE, |row| {
                    if row.is("first", 1) {
                        fail(row, 3, "http");
                        row.set("latency_n", 8);
                    }
                })
            },
        ),
        row(
            "latencies-of-a-few",
            "The latencies rest on one request of eight that succeeded.",
            "`latency_n`: found `1`, expected all 8 successful requests",
            |folder| cell(folder, "latency_n", "1"),
        ),
        row(
            "latencies-without-a-success",
            "No request succeeded, and there are latencies.",
            "`ttft_p95_ms`: found `100`, expected nothing, since latency_n is 0",
            |folder| {
                rows(folder, BEFORE, |row| {
                    if row.is("first", 1) {
                        fail(row, 8, "http");
                    }
                })
            },
        ),
        row(
            "tokens-without-a-success",
            "No request succeeded, and there are output tokens.",
            "`output_tokens`: found `32`, expected 0, since no request succeeded",
            |folder| {
                rows(folder, BEFORE, |row| {
                    if row.is("first", 1) {
                        fail(row, 8, "http");
                        tokens(row, 32);
                    }
                })
            },
        ),
        row(
            "zero-for-missing-tokens",
            "A round whose tokens were not counted has 0 of them.",
            "`output_tokens`: found `0`, expected at least one for each of the 8 successful requests",
            |folder| {
                rows(folder, BEFORE, |row| {
                    if row.is("first", 1) {
                        tokens(row, 0);
                    }
                })
            },
        ),
        row(
            "rate-of-successful-time",
            "The throughput is not tokens by the whole time.",
            "`output_tok_s`: found `12.5`, expected output_tokens / duration_s",
            |folder| cell(folder, "output_tok_s", "12.5"),
        ),
        row(
            "p95-below-its-median",
            "A P95 is below its median.",
            "`ttft_p95_ms`: found `99`, expected at least its median, `100`",
            |folder| cell(folder, "ttft_p95_ms", "99"),
        ),
        row(
            "median-alone",
            "A median has no P95.",
            "`tpot_p95_ms`: found ``, expected both percentiles, or neither",
            |folder| cell(folder, "tpot_p95_ms", ""),
        ),
        row(
            "sums-called-requests",
            "A round of the client's own sums says that every request was seen.",
            "`evidence`: found `requests`, expected counts or asked, since no rule could be checked",
            |folder| cell(folder, "unchecked_rules", "http done text usage length"),
        ),
        row(
            "sums-called-checked",
            "A round of the client's own sums says that its requests were held to the rules.",
            "`unchecked_rules`: found ``, expected `http done text usage length`, since nobody saw a request",
            |folder| cell(folder, "evidence", "counts"),
        ),
        file(
            "round-twice",
            "A round is there twice.",
            "found round 1 of `first` twice, expected each round once",
            |folder| {
                rows(folder, BEFORE, |row| {
                    if row.is("first", 2) {
                        row.set("round", 1);
                    }
                })
            },
        ),
        file(
            "two-clients",
            "One side was measured with two clients.",
            "found the clients `client 2` and `client 1`, expected one client a side",
            |folder| cell(folder, "client", "client 2"),
        ),
        batch(
            "round-beyond-the-plan",
            "A scenario has a round more than was planned: the best of four.",
            "`round`: found `4`, expected at most the 3 planned rounds",
            "(rounds are those of the plan)",
            |folder| {
                rows(folder, BEFORE, |row| {
                    if row.is("first", 3) {
                        row.set("round", 4);
                    }
                })
            },
        ),
        batch(
            "two-sittings",
            "Rounds of a second sitting stand in the batch of the first.",
            "`round`: found `6`, expected at most the 3 planned rounds",
            "(rounds are those of the plan)",
            |folder| {
                table(folder, |text| {
                    let again = each(&text, |line| {
                        let mut cells: Vec<String> = line.split(',').map(String::from).collect();
                        cells[1] = format!("{}", cells[1].parse::<u32>().unwrap_or_default() + 3);
                        cells[22] = seal::Digest::of(line.as_bytes()).to_string();
                        cells.join(",")
                    });
                    text + again.split_once('\n').unwrap().1
                })
            },
        )
        .check(&[
            "`round`: found `6`, expected at most the 3 planned rounds",
            "(rounds are those of the plan)",
            CONTENT,
        ])
        .rest(&[
            "This batch is withheld",
            "`round`: found `4`, expected at most the 3 planned rounds",
            CONTENT,
        ]),
        batch(
            "other-requests-than-planned",
            "A round has fewer requests than were planned.",
            "`requests`: found `6`, expected `8` as planned",
            "(rounds are those of the plan)",
            |folder| {
                rows(folder, BEFORE, |row| {
                    if row.is("first", 1) {
                        row.set("requests", 6);
                        row.set("latency_n", 6);
                        tokens(row, 24);
                    }
                })
            },
        ),
        batch(
            "one-raw-file-for-two-rounds",
            "Two rounds are the same raw file.",
            "expected a file of its own, not that of batch `main`, baseline, `first` round 2",
            "(no source file stands behind two rounds)",
            |folder| {
                table(folder, |text| {
                    let mut lines: Vec<String> = text.lines().map(String::from).collect();
                    lines[2] = lines[1].replacen("first,1,", "first,2,", 1);
                    lines.join("\n") + "\n"
                })
            },
        ),
        batch(
            "rounds-of-another-node",
            "Rounds of another batch, and so of another node, were copied into this one.",
            "expected a file of its own, not that of batch `main`, candidate, `first` round 1",
            "(no source file stands behind two rounds)",
            |folder| {
                let other = folder.read("data/small/r1/rounds/other-candidate.csv");
                text(folder, AFTER, |text| {
                    let rest = text.lines().filter(|line| !line.starts_with("first,"));
                    let rest: String = rest.map(|line| format!("{line}\n")).collect();
                    rest + &other
                        .split_once('\n')
                        .unwrap()
                        .1
                        .replace("third,", "first,")
                });
                rehash(folder, RELEASE);
            },
        )
        .check(&[
            "`rounds/main-candidate.csv` scenario `first` round 1: `source_sha256`",
            "`rounds/other-candidate.csv` scenario `third` round 1: `source_sha256`",
            CONTENT,
        ])
        .nothing(&[
            "This batch is withheld",
            "expected a file of its own, not that of batch `main`, candidate, `first` round 1",
            "expected a file of its own, not that of batch `other`, candidate, `third` round 1",
        ]),
        batch(
            "unequal-inputs",
            "The two sides of a round had other inputs.",
            "as on the baseline side",
            "(both sides of a round have the same inputs)",
            |folder| {
                cell(
                    folder,
                    "input_fingerprint",
                    &format!("lengths:{}", seal::Digest::of(b"other")),
                )
            },
        ),
        batch(
            "latency-beyond-its-round",
            "A request took longer than the round that it was in: microseconds called milliseconds.",
            "`e2e_p50_ms`: found `703000`, expected at most the round's 5624.000 ms",
            "(latencies fit into the round's time)",
            |folder| {
                rows(folder, BEFORE, |row| {
                    if row.number("e2e_p95_ms") == 703.0 {
                        scale(row, "e2e", 1000.0)
                    }
                })
            },
        ),
        batch(
            "first-text-after-the-end",
            "The first text came after the last.",
            "`ttft_p50_ms`: found `900`, expected at most the same of E2E",
            "(latencies fit into the round's time)",
            |folder| rows(folder, BEFORE, |row| scale(row, "ttft", 9.0)),
        ),
        batch(
            "rounds-of-what-was-not-run",
            "The report says that a scenario was not run, and there are rounds of it.",
            "`round`: found `1`, expected none: report.json says it was not run",
            "(what was not run has no rounds)",
            |folder| {
                report(folder, |report| {
                    let why = json!({ "en": "No time.", "zh": "没时间。" });
                    report["batches"][0]["scenarios"][0]["not_run"] = json!([{ "why": why }]);
                })
            },
        ),
    ]
}

fn doubtful() -> Vec<Defect> {
    vec![
        doubt(
            "seconds-for-milliseconds",
            "All latencies of a side are seconds called milliseconds.",
            "`e2e_p95_ms`: found `0.373`, expected about `373.000`: 8 requests, 1 at a time, in 2.984 s",
            "(requests fill the round's time)",
            |folder| {
                rows(folder, AFTER, |row| {
                    ["ttft", "tpot", "e2e"]
                        .iter()
                        .for_each(|metric| scale(row, metric, 0.001))
                })
            },
        ),
        doubt(
            "more-than-the-round-holds",
            "Requests took longer than so many can, one at a time.",
            "`e2e_p50_ms`: found `2109`, expected at most `1406.000`: 8 requests, 1 at a time, in 5.624 s",
            "(requests fill the round's time)",
            |folder| rows(folder, BEFORE, |row| scale(row, "e2e", 3.0)),
        ),
        doubt(
            "ttft-in-seconds",
            "TTFT of a side is in seconds called milliseconds.",
            "expected at most `273.100`, ttft_p95_ms and 3 x tpot_p95_ms",
            "(the parts of a request's time fit its whole)",
            |folder| rows(folder, AFTER, |row| scale(row, "ttft", 0.001)),
        ),
        doubt(
            "tpot-in-microseconds",
            "TPOT of a side is in microseconds called milliseconds.",
            "`tpot_p50_ms`: found `91000`, expected at most `124.333`, E2E over 3 tokens",
            "(the parts of a request's time fit its whole)",
            |folder| rows(folder, AFTER, |row| scale(row, "tpot", 1000.0)),
        ),
        doubt(
            "ttft-from-tpot",
            "TTFT was filled with TPOT.",
            "`tpot_p95_ms`: found `91`, expected another value than ttft_p95_ms has in every round",
            "(TTFT and TPOT are two measurements)",
            |folder| rows(folder, AFTER, |row| copy(row, "tpot", "ttft")),
        ),
        doubt(
            "tpot-from-ttft",
            "TPOT was filled with TTFT.",
            "`tpot_p95_ms`: found `100`, expected another value than ttft_p95_ms has in every round",
            "(TTFT and TPOT are two measurements)",
            |folder| rows(folder, AFTER, |row| copy(row, "ttft", "tpot")),
        ),
        doubt(
            "zero-for-a-missing-latency",
            "A TTFT that was not measured is 0.",
            "`ttft_p50_ms`: found `0`, expected nothing, unless it was measured",
            "(a time that was measured is not zero)",
            |folder| rows(folder, AFTER, |row| scale(row, "ttft", 0.0)),
        ),
        doubt(
            "percentile-of-one",
            "A P95 rests on the one request that succeeded.",
            "`latency_n`: found `1`, expected more, since a P95 of one request is that request",
            "(a percentile rests on more than one request)",
            |folder| {
                rows(folder, AFTER, |row| {
                    if row.is("first", 1) {
                        fail(row, 7, "empty_text")
                    }
                })
            },
        ),
        doubt(
            "short-answers",
            "Answers of half the length that was asked pass for whole ones.",
            "`output_tokens`: found `16`, expected `32`, 4 for each of the 8 successful requests",
            "(answers have the length that was asked)",
            |folder| rows(folder, AFTER, |row| tokens(row, 16)),
        ),
    ]
}

fn marked() -> Vec<Defect> {
    vec![
        ledger(
            "fails-after-only",
            "A scenario fails only after the upgrade, and its mean looks better without the failures.",
            "fails only after the upgrade",
            &[
                "up in 1 of 1 clean scenarios",
                "1 left out because of failures: 1 only after the upgrade, 0 only before, 0 on both sides",
                "failed requests 0/48 → 2/48",
                "†",
            ],
            |folder| {
                rows(folder, AFTER, |row| {
                    if row.is("first", 2) {
                        fail(row, 2, "empty_text")
                    }
                })
            },
        ),
        ledger(
            "fails-before-only",
            "A scenario fails only before the upgrade: its gain would be a gift.",
            "fails only before the upgrade",
            &[
                "1 left out because of failures: 0 only after the upgrade, 1 only before",
                "failed requests 2/48 → 0/48",
            ],
            |folder| {
                rows(folder, BEFORE, |row| {
                    if row.is("first", 2) {
                        fail(row, 2, "length")
                    }
                })
            },
        ),
        ledger(
            "time-of-failures-taken-out",
            "The time of failed requests was taken out of the round.",
            "fails only after the upgrade",
            &["1 left out because of failures", "†"],
            |folder| {
                rows(folder, AFTER, |row| {
                    if row.is("first", 2) {
                        let duration = row.number("duration_s") * 0.75;
                        row.set("duration_s", format!("{duration:.3}"));
                        fail(row, 2, "http")
                    }
                })
            },
        ),
        ledger(
            "round-missing",
            "A round that was planned is not there.",
            "rounds are missing",
            &["2 of 3 rounds", "1 left out for other reasons"],
            |folder| {
                table(folder, |text| {
                    text.lines()
                        .filter(|line| !line.starts_with("first,2,"))
                        .map(|line| format!("{line}\n"))
                        .collect()
                })
            },
        ),
        ledger(
            "side-missing",
            "A scenario was measured on one side alone.",
            "rounds are missing",
            &["missing", "1 left out for other reasons"],
            |folder| {
                table(folder, |text| {
                    text.lines()
                        .filter(|line| !line.starts_with("first,"))
                        .map(|line| format!("{line}\n"))
                        .collect()
                })
            },
        ),
        ledger(
            "inputs-not-shown",
            "The files show nothing of the inputs of a scenario.",
            "the two sides are not shown to have had the same inputs",
            &["1 left out for other reasons"],
            |folder| {
                for name in [BEFORE, AFTER] {
                    rows(folder, name, |row| {
                        if row.0["scenario"] == "first" {
                            row.set("input_fingerprint", "")
                        }
                    });
                }
            },
        ),
        ledger(
            "chat-against-completions",
            "A scenario ran on chat before and on completions after, which clients time differently.",
            "the two sides were measured by different clients or endpoints",
            &["1 left out for other reasons"],
            |folder| {
                for (name, mode) in [(BEFORE, "chat"), (AFTER, "completions")] {
                    rows(folder, name, |row| {
                        if row.0["scenario"] == "first" {
                            row.set("mode", mode)
                        }
                    });
                }
            },
        ),
        defect(
            "another-client-after",
            "The upgrade was measured with another client.",
            |folder| rows(folder, AFTER, |row| row.set("client", "client 2")),
        )
        .show(&[
            "the two sides were measured by different clients or endpoints",
            "No verdict",
        ])
        .marked(&[
            "the two sides were measured by different clients or endpoints",
            "No verdict",
            "client 1, client 2",
        ]),
        ledger(
            "only-sums",
            "The client's own sums of a scenario, honestly called so.",
            "only the client's own sums: no request could be checked",
            &["‡", "by the client's count"],
            |folder| {
                rows(folder, AFTER, |row| {
                    if row.0["scenario"] == "first" {
                        row.set("evidence", "counts");
                        row.set("unchecked_rules", "http done text usage length");
                    }
                })
            },
        ),
    ]
}
