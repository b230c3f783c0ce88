//! Lists of releases that hide something, or cannot be read.

use super::*;

/// catalogue.json cannot be read.
fn list(name: &'static str, is: &'static str, says: &'static str, spoil: fn(&Folder)) -> Defect {
    defect(name, is, spoil)
        .unreadable(&["`catalogue.json`: ", says, LIST])
        .nothing(&["`catalogue.json`: ", says, LIST])
}

pub(super) fn defects() -> Vec<Defect> {
    vec![
        list("catalogue-later-format", "catalogue.json is of a later format.", "`format` is `2`, expected `1`", |folder| {
            change(folder, CATALOGUE, |catalogue| catalogue["format"] = 2.into())
        }),
        list("catalogue-unknown-key", "catalogue.json has a key that this program does not know.", "unknown field `hidden`", |folder| {
            listed(folder, |listed| listed["hidden"] = true.into())
        }),
        list("catalogue-key-twice", "catalogue.json lists its reports twice: tools read the one or the other.", "duplicate field `reports`", |folder| {
            text(folder, CATALOGUE, |text| text.replacen('{', "{\n  \"reports\": [],", 1))
        }),
        list("catalogue-goes-on", "catalogue.json goes on after its end.", "trailing characters", |folder| {
            text(folder, CATALOGUE, |text| text + "{}\n")
        }),
        list("catalogue-root-in-upper-case", "catalogue.json gives a root digest in upper case.", "expected 64 lower-case hex digits", |folder| {
            listed(folder, |listed| {
                let root = listed["releases"][0]["root"].as_str().unwrap().to_uppercase();
                listed["releases"][0]["root"] = root.into();
            })
        }),
        list("catalogue-without-a-release", "catalogue.json lists a report without a release.", "report `small` has no release", |folder| {
            listed(folder, |listed| listed["releases"] = json!([]))
        }),
        list("catalogue-path-for-a-report", "catalogue.json leads out of its folder.", "found `../small`", |folder| {
            listed(folder, |listed| listed["id"] = "../small".into())
        }),
        list("catalogue-takes-the-site-s-folder", "A report has the name of one of the site's own folders.", "one of the site's own folders", |folder| {
            listed(folder, |listed| listed["id"] = "data".into())
        }),
        list("chain-entry-taken-out", "catalogue.json no longer lists the first release.", "expected nothing, the root of the release before it: an entry was changed or taken out", |folder| {
            listed(folder, |listed| {
                listed["releases"].as_array_mut().unwrap().remove(0);
            })
        })
        .from(two),
        list("chain-entry-changed", "The second release no longer follows on the first.", "an entry was changed or taken out", |folder| {
            listed(folder, |listed| {
                listed["releases"][1]["previous"] = seal::Digest::of(b"other").to_string().into()
            })
        })
        .from(two),
        list("chain-first-release-rewritten", "The first release was published anew with other rounds, and its entry changed.", "an entry was changed or taken out", |folder| {
            rows(folder, BEFORE, |row| row.set("client", "client 2"))
        })
        .from(two),
        list("chain-release-twice", "catalogue.json lists a release twice.", "is listed twice", |folder| {
            listed(folder, |listed| {
                let first = listed["releases"][0].clone();
                listed["releases"].as_array_mut().unwrap().push(first);
            })
        }),
        list("corrects-nothing", "A release corrects one that is not there.", "`supersedes` is `r0`, expected an earlier release", |folder| {
            listed(folder, |listed| listed["releases"][1]["supersedes"] = "r0".into())
        })
        .from(two),
        list("corrects-itself", "A release corrects itself.", "`supersedes` is `r1`, expected an earlier release", |folder| {
            listed(folder, |listed| listed["releases"][0]["supersedes"] = "r1".into())
        }),
        list("withdrawn-without-a-reason", "A release was withdrawn and nobody says why.", "and a reason in both languages", |folder| {
            listed(folder, |listed| {
                let reason = json!({ "en": " ", "zh": " " });
                listed["releases"][0]["withdrawn"] = json!({ "date": "2026-01-04", "reason": reason });
            })
        }),
        list("withdrawn-some-day", "A release was withdrawn on no day.", "`withdrawn` has the date `soon`", |folder| {
            listed(folder, |listed| {
                let reason = json!({ "en": "a", "zh": "a" });
                listed["releases"][0]["withdrawn"] = json!({ "date": "soon", "reason": reason });
            })
        }),
        defect("catalogue-lists-a-ghost", "catalogue.json lists a release that is not there.", |folder| {
            listed(folder, |listed| listed["releases"][0]["id"] = "r2".into())
        })
        .verify(&["cannot list `data/small/r2`", "`data/small/r1` is not in catalogue.json", LIST])
        .nothing(&["`catalogue.json` has no release `r1` of `small`"]),
        defect("catalogue-empty", "catalogue.json lists no report.", |folder| {
            change(folder, CATALOGUE, |catalogue| catalogue["reports"] = json!([]))
        })
        .unreadable(&["`catalogue.json` lists no report, expected at least one"])
        .nothing(&["`catalogue.json` has no release `r1` of `small`"]),
        defect("illustrative-called-measured", "catalogue.json calls figures measured that the report calls illustrative.", |folder| {
            report(folder, |report| report["status"] = "illustrative".into())
        })
        .check(&["`catalogue.json` and `report.json` disagree on the title or status of `small`", LIST])
        .nothing(&["`catalogue.json` and `report.json` disagree on the title or status of `small`"]),
        defect("other-report-in-report", "report.json is that of another report.", |folder| {
            report(folder, |report| report["id"] = "large".into())
        })
        .check(&["`report.json` is of `large`, but `datapackage.json` says `small`", PUBLISH])
        .nothing(&["`report.json` is of `large`, but it stands as `small` in `catalogue.json`"]),
    ]
}
