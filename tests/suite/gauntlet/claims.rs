//! Reports that say what cannot be, or leave unsaid what a reader must know; and raw files that a broken tool takes.

use super::*;

/// report.json cannot be read.
fn unreadable(
    name: &'static str,
    is: &'static str,
    says: &'static str,
    spoil: fn(&Folder),
) -> Defect {
    defect(name, is, spoil)
        .check(&["`report.json`: ", says, CONTENT])
        .nothing(&["`report.json`: ", says, CONTENT])
}

/// A check finds it in report.json, and the page says so above all figures.
fn noted(
    name: &'static str,
    is: &'static str,
    says: &'static str,
    rule: &'static str,
    spoil: fn(&Folder),
) -> Defect {
    defect(name, is, spoil)
        .check(&["`report.json` ", says, rule, CONTENT])
        .marked(&[
            "In doubt: the checks found",
            "`report.json` ",
            says,
            rule,
            CONTENT,
        ])
}

/// Sets a title in report.json and in the catalogue.
fn title(folder: &Folder, title: &str) {
    report(folder, |report| report["title"]["en"] = title.into());
    listed(folder, |listed| listed["title"]["en"] = title.into());
}

fn side(folder: &Folder, side: &str, key: &str, value: &str) {
    report(folder, |report| report["sides"][side][key] = value.into())
}

fn scenario(folder: &Folder, key: &str, value: Value) {
    report(folder, |report| {
        report["batches"][0]["scenarios"][0][key] = value
    })
}

pub(super) fn defects() -> Vec<Defect> {
    [refused(), said(), taken()].into_iter().flatten().collect()
}

fn refused() -> Vec<Defect> {
    vec![
        unreadable(
            "moved-tag",
            "What ran is pinned by a tag, which can be moved.",
            "found `v2`, expected an immutable reference",
            |folder| {
                report(folder, |report| {
                    report["sides"]["candidate"]["pins"]["image_digest"] = "v2".into()
                })
            },
        ),
        unreadable(
            "model-by-branch",
            "The model is pinned by a branch, which moves.",
            "found `main`, expected an immutable reference",
            |folder| {
                report(folder, |report| {
                    report["sides"]["candidate"]["pins"]["model_revision"] = "main".into()
                })
            },
        ),
        unreadable(
            "mixed-nodes",
            "A batch was measured on two nodes.",
            "found `node-a,node-b`, expected a name",
            |folder| {
                report(folder, |report| {
                    report["batches"][0]["node"] = "node-a,node-b".into()
                })
            },
        ),
        unreadable(
            "bidi-in-a-batch",
            "A batch's id has a sign that turns the order of what a reader sees.",
            "expected a name of a-z 0-9 . -",
            |folder| {
                report(folder, |report| {
                    report["batches"][0]["id"] = "ma\u{202e}in".into()
                })
            },
        ),
        unreadable(
            "report-unknown-key",
            "report.json says what this program does not know.",
            "unknown field `approved`",
            |folder| report(folder, |report| report["approved"] = true.into()),
        ),
        unreadable(
            "report-key-twice",
            "report.json says twice whether its figures were measured.",
            "duplicate field `status`",
            |folder| {
                text(folder, REPORT, |text| {
                    text.replacen('{', "{\n  \"status\": \"illustrative\",", 1)
                });
                rehash(folder, RELEASE);
            },
        ),
        unreadable(
            "report-goes-on",
            "report.json goes on after its end.",
            "trailing characters",
            |folder| {
                text(folder, REPORT, |text| text + "{}\n");
                rehash(folder, RELEASE);
            },
        ),
        unreadable(
            "report-utf16",
            "report.json was published as UTF-16.",
            "found it starts with a byte-order mark",
            |folder| {
                let units: Vec<u16> = [0xfeff]
                    .into_iter()
                    .chain(folder.read(REPORT).encode_utf16())
                    .collect();
                folder.write(
                    REPORT,
                    units
                        .into_iter()
                        .flat_map(u16::to_le_bytes)
                        .collect::<Vec<_>>(),
                );
                rehash(folder, RELEASE);
            },
        ),
        unreadable(
            "two-batches-of-one-name",
            "Two batches have one name.",
            "`batches` has two called `main`",
            |folder| report(folder, |report| report["batches"][1]["id"] = "main".into()),
        ),
        unreadable(
            "two-scenarios-of-one-name",
            "Two scenarios of a batch have one name.",
            "batch `main` has two scenarios called `first`",
            |folder| {
                report(folder, |report| {
                    report["batches"][0]["scenarios"][1]["id"] = "first".into()
                })
            },
        ),
        unreadable(
            "no-batch",
            "The report has no batch.",
            "`batches` is empty, expected the main batch",
            |folder| report(folder, |report| report["batches"] = json!([])),
        ),
        unreadable(
            "two-loads",
            "A scenario has a concurrency and a rate.",
            "`report.json`: ",
            |folder| scenario(folder, "load", json!({ "concurrency": 1, "rate": 2.0 })),
        ),
        unreadable(
            "half-a-text",
            "A text is there in one language alone.",
            "missing field `zh`",
            |folder| {
                report(folder, |report| {
                    report["question"] = json!({ "en": "Is it faster?" })
                })
            },
        ),
    ]
}

fn said() -> Vec<Defect> {
    vec![
        noted(
            "text-left-empty",
            "A text is empty in one language.",
            "title.zh: found nothing, expected a text",
            "(every text is there, in both languages)",
            |folder| {
                report(folder, |report| report["title"]["zh"] = "".into());
                listed(folder, |listed| listed["title"]["zh"] = "".into());
            },
        ),
        noted(
            "launch-left-empty",
            "Nobody says how one side was launched.",
            "sides.baseline.launch: found nothing, expected a text",
            "(every text is there, in both languages)",
            |folder| side(folder, "baseline", "launch", ""),
        )
        .marked(&[
            "sides.baseline.launch: found nothing, expected a text",
            "(both sides are launched alike)",
        ]),
        noted(
            "no-day",
            "The day of the measurement is none.",
            "`date`: found `2026-02-40`, expected a day",
            "(the date is a date)",
            |folder| report(folder, |report| report["date"] = "2026-02-40".into()),
        ),
        noted(
            "measured-without-a-reference",
            "A measured release does not say what it ran by a reference that stays.",
            "`sides.candidate.pins`: found nothing, expected an image digest",
            "(a measured release says what it ran by immutable references)",
            |folder| {
                report(folder, |report| {
                    report["sides"]["candidate"]["pins"]["source_commit"] = Value::Null
                })
            },
        ),
        noted(
            "reconstruction-called-measured",
            "A scenario of a reconstruction stands in a measured release.",
            "`chosen`: found `true`",
            "(what was measured was not chosen to fit)",
            |folder| scenario(folder, "chosen", true.into()),
        ),
        noted(
            "load-of-nothing",
            "A scenario offered no load.",
            "`load`: found `C0`, expected a number above 0",
            "(a scenario has a shape, a load, requests and rounds)",
            |folder| scenario(folder, "load", json!({ "concurrency": 0 })),
        ),
        noted(
            "other-model",
            "The two sides served two revisions of the model.",
            "`sides.candidate.pins.model_revision`: found `ffff",
            "(both sides serve the same model in the same form)",
            |folder| {
                report(folder, |report| {
                    report["sides"]["candidate"]["pins"]["model_revision"] = "f".repeat(40).into()
                })
            },
        ),
        noted(
            "other-weights",
            "The weights are quantized on one side alone.",
            "`sides.candidate.weights_format`: found `fp8`, expected `float32` as before the upgrade",
            "(both sides serve the same model in the same form)",
            |folder| side(folder, "candidate", "weights_format", "fp8"),
        ),
        noted(
            "other-launch",
            "The sides were launched with other arguments, and nothing says so beside the figures.",
            "`sides.candidate.launch`: found `serve --max-num-seqs 512`, expected `serve` as before the upgrade",
            "(both sides are launched alike)",
            |folder| side(folder, "candidate", "launch", "serve --max-num-seqs 512"),
        ),
        noted(
            "reversed",
            "The sides are swapped: the older version stands as the upgrade.",
            "`sides.candidate.version`: found `1`, expected `2` as before the upgrade",
            "(the candidate is the later version)",
            |folder| {
                report(folder, |report| {
                    let before = report["sides"]["baseline"].take();
                    report["sides"]["baseline"] = report["sides"]["candidate"].take();
                    report["sides"]["candidate"] = before;
                });
                folder.swap(BEFORE, AFTER);
                folder.swap(
                    "data/small/r1/rounds/other-baseline.csv",
                    "data/small/r1/rounds/other-candidate.csv",
                );
                rehash(folder, RELEASE);
            },
        ),
        noted(
            "script-in-a-title",
            "A title has markup in it.",
            "title.en: found markup, expected plain words",
            "(texts are plain words)",
            |folder| title(folder, "A small <script>alert(1)</script> upgrade"),
        )
        .marked(&[
            "A small <script>alert(1)</script> upgrade",
            "(texts are plain words)",
        ]),
        noted(
            "hidden-signs-in-a-title",
            "A title has signs that turn its order.",
            "title.en: found the sign U+202E, expected signs that a reader sees",
            "(texts are plain words)",
            |folder| title(folder, "2 times \u{202e}rewols\u{202c}"),
        )
        .marked(&["2 times ⟨U+202E⟩rewols⟨U+202C⟩", "(texts are plain words)"]),
    ]
}

const RAW: &str = "raw/main/after/first-r2.json";

/// Half of the requests are refused at once.
fn refuse_half(raw: &mut Value) {
    for request in 0..REQUESTS / 2 {
        raw["errors"][request] = "Too Many Requests".into();
        raw["generated_texts"][request] = "".into();
        raw["output_lens"][request] = 0.into();
        raw["ttfts"][request] = 0.into();
        raw["itls"][request] = json!([]);
        raw["latencies"][request] = 0.001.into();
    }
    raw["completed"] = (REQUESTS / 2).into();
    raw["failed"] = (REQUESTS / 2).into();
    raw["duration"] = 1.508.into();
}

fn taken() -> Vec<Defect> {
    vec![
        defect("fast-refusals", "Half of the requests were refused at once; a broken tool took them for quick answers.", |folder| {
            change_raw(folder, RAW, refuse_half);
            // What it made of them: the refusals are in the latencies and in no count of failures.
            rows(folder, AFTER, |row| if row.is("first", 2) {
                for (column, value) in [("duration_s", "1.508"), ("output_tokens", "16"), ("output_tok_s", "10.610079576"), ("ttft_p50_ms", "50"), ("e2e_p50_ms", "188.5")] {
                    row.set(column, value);
                }
            });
        })
        .from(base_and_raw)
        .check(&["`rounds/main-candidate.csv` scenario `first` round 2: `output_tokens`: found `16`, expected `32`, 4 for each of the 8 successful requests", CONTENT])
        .marked(&["In doubt: the checks found", "`output_tokens`: found `16`, expected `32`, 4 for each of the 8 successful requests"]),
        defect("fast-refusals-taken-rightly", "The same raw file, as the command takes it: refusals are failures.", |folder| {
            change_raw(folder, RAW, refuse_half);
            std::fs::remove_dir_all(folder.path(DATA)).unwrap();
            publish(folder, "", RELEASE);
        })
        .from(base_and_raw)
        .command("ingest plan.toml --out new", 0, &["18 rounds", "4 failed"])
        .marked(&["fails only after the upgrade", "failed requests 0/48 → 4/48", "1 left out because of failures: 1 only after the upgrade"]),
    ]
}
