//! Manifests in a form that some tool would pass over, with a root digest that fits; and two that disagree.

use super::*;

/// Puts `to` in the place of `from` in SHA256SUMS.
fn replace(folder: &Folder, from: &str, to: &str) {
    sums(folder, |text| {
        assert!(text.contains(from), "{from}");
        text.replacen(from, to, 1)
    });
}

/// Changes the hash of report.json in datapackage.json.
fn hash(folder: &Folder, by: fn(&str) -> String) {
    package(folder, |package| {
        let hash = by(resource(package, "report.json")["hash"].as_str().unwrap());
        resource(package, "report.json")["hash"] = hash.into();
    });
}

fn resource<'a>(package: &'a mut Value, path: &str) -> &'a mut Value {
    let resources = package["resources"].as_array_mut().unwrap();
    let found = resources
        .iter_mut()
        .find(|resource| resource["path"] == path);
    found.unwrap()
}

/// A line of SHA256SUMS that cannot be read.
fn line(name: &'static str, is: &'static str, says: &'static str, spoil: fn(&Folder)) -> Defect {
    defect(name, is, spoil)
        .verify(&["`SHA256SUMS` line", says, PUBLISH])
        .nothing(&["`SHA256SUMS` line", says, PUBLISH])
}

/// The whole of it is another kind of file.
fn whole(
    name: &'static str,
    is: &'static str,
    says: &'static str,
    mend: &'static str,
    spoil: fn(&Folder),
) -> Defect {
    defect(name, is, spoil)
        .verify(&["`SHA256SUMS` line 1: found", says, mend])
        .nothing(&["`SHA256SUMS` line 1: found", says, mend])
}

/// datapackage.json cannot be read, or says something else than SHA256SUMS.
fn described(
    name: &'static str,
    is: &'static str,
    says: &'static str,
    spoil: fn(&Folder),
) -> Defect {
    defect(name, is, spoil)
        .verify(&["`datapackage.json`: ", says, PUBLISH])
        .nothing(&["`datapackage.json`: ", says, PUBLISH])
}

/// The lineage in datapackage.json is not that of the catalogue.
fn lineage(
    name: &'static str,
    is: &'static str,
    says: &'static str,
    page: &'static str,
    spoil: fn(&Folder),
) -> Defect {
    defect(name, is, spoil)
        .verify(&["`datapackage.json` ", says, LIST])
        .nothing(&[page])
}

pub(super) fn defects() -> Vec<Defect> {
    let disagree = "disagree on what came before this release";
    vec![
        whole("sums-crlf", "SHA256SUMS was written with CRLF.", "its lines end in CRLF", CHECKOUT, |folder| {
            sums(folder, |text| text.replace('\n', "\r\n"))
        }),
        whole("sums-bom", "SHA256SUMS was written with a byte-order mark.", "byte-order mark", FETCH, |folder| {
            sums(folder, |text| format!("\u{feff}{text}"))
        }),
        whole("sums-empty", "SHA256SUMS lists nothing.", "an empty file", FETCH, |folder| sums(folder, |_| String::new())),
        line("sums-upper-case", "A digest in SHA256SUMS is in upper case, which BusyBox refuses.", "expected 64 lower-case hex digits", |folder| {
            sums(folder, |text| text[..64].to_uppercase() + &text[64..])
        }),
        line("sums-entry-twice", "SHA256SUMS lists a file twice with the same digest.", "twice or out of order", |folder| {
            sums(folder, |text| format!("{}\n{text}", text.lines().next().unwrap()))
        }),
        line("sums-entries-conflict", "SHA256SUMS lists a file twice with two digests.", "twice or out of order", |folder| {
            sums(folder, |text| {
                let first = text.lines().next().unwrap();
                format!("{}{}\n{text}", seal::Digest::of(b"other"), &first[64..])
            })
        }),
        line("sums-unsorted", "SHA256SUMS lists its files in another order.", "twice or out of order", |folder| {
            sums(folder, |text| text.lines().rev().map(|line| format!("{line}\n")).collect())
        }),
        line("sums-parent-folder", "A path in SHA256SUMS leads out of the release.", "found the path `../license.txt`", |folder| {
            replace(folder, "  license.txt", "  ../license.txt")
        }),
        line("sums-absolute-path", "A path in SHA256SUMS is absolute.", "found the path `/license.txt`", |folder| {
            replace(folder, "  license.txt", "  /license.txt")
        }),
        line("sums-backslash", "A path in SHA256SUMS has a backslash.", "found the path `rounds\\main-baseline.csv`", |folder| {
            replace(folder, "rounds/main-baseline.csv", "rounds\\main-baseline.csv")
        }),
        line("sums-percent", "A path in SHA256SUMS is escaped as in an address.", "found the path `license%2etxt`", |folder| {
            replace(folder, "license.txt", "license%2etxt")
        }),
        line("sums-leading-dot", "A path in SHA256SUMS is hidden.", "found the path `.license.txt`", |folder| {
            replace(folder, "license.txt", ".license.txt")
        }),
        line("sums-leading-underscore", "A path in SHA256SUMS starts with an underscore, which some hosts drop.", "found the path `_license.txt`", |folder| {
            replace(folder, "license.txt", "_license.txt")
        }),
        line("sums-upper-case-name", "A path in SHA256SUMS has capitals, which some file systems fold.", "found the path `License.txt`", |folder| {
            replace(folder, "license.txt", "License.txt")
        }),
        line("sums-lists-itself", "SHA256SUMS lists itself.", "found the path `SHA256SUMS`", |folder| {
            sums(folder, |text| format!("{}  SHA256SUMS\n{text}", seal::Digest::of(b"")))
        }),
        line("sums-no-final-newline", "The last line of SHA256SUMS has no end.", "found no line end", |folder| {
            sums(folder, |text| text.trim_end().into())
        }),
        line("sums-comment", "SHA256SUMS has a comment.", "found `# made by hand`", |folder| {
            sums(folder, |text| format!("# made by hand\n{text}"))
        }),
        line("sums-blank-line", "SHA256SUMS has a blank line.", "found ``", |folder| {
            sums(folder, |text| text.replacen('\n', "\n\n", 1))
        }),
        line("sums-one-space", "A line of SHA256SUMS has one space.", "expected a digest, two spaces and a path", |folder| {
            replace(folder, "  license.txt", " license.txt")
        }),
        line("sums-binary-mark", "A line of SHA256SUMS has the mark for binary files.", "expected a digest, two spaces and a path", |folder| {
            replace(folder, "  license.txt", " *license.txt")
        }),
        line("sums-short-digest", "A digest in SHA256SUMS is one digit short.", "expected 64 lower-case hex digits", |folder| {
            sums(folder, |text| text[1..].into())
        }),
        line("sums-long-digest", "A digest in SHA256SUMS is one digit too long.", "expected 64 lower-case hex digits", |folder| {
            sums(folder, |text| format!("0{text}"))
        }),
        line("sums-truncated", "SHA256SUMS broke off in a line.", "found no line end", |folder| {
            sums(folder, |text| text[..text.len() - 20].into())
        }),
        defect("sums-list-a-ghost", "Both manifests list a file of rounds that is not there.", |folder| {
            folder.write("data/small/r1/rounds/zero.csv", "a\n");
            rehash(folder, RELEASE);
            folder.remove("data/small/r1/rounds/zero.csv");
        })
        .verify(&["`rounds/zero.csv` is listed in SHA256SUMS, but cannot be read", FETCH])
        .rest(&["its numbers are not shown: rounds/zero.csv.", "the host answered 404"]),
        described("hash-upper-case-prefix", "A hash in datapackage.json starts with `SHA256:`, which Frictionless skips.", "expected `sha256:` and 64 hex digits", |folder| {
            hash(folder, |hash| hash.replace("sha256:", "SHA256:"))
        }),
        described("hash-dashed-prefix", "A hash in datapackage.json starts with `sha-256:`, which Frictionless skips.", "expected `sha256:` and 64 hex digits", |folder| {
            hash(folder, |hash| hash.replace("sha256:", "sha-256:"))
        }),
        described("hash-sha512", "A hash in datapackage.json is of another kind, which Frictionless skips.", "expected `sha256:` and 64 hex digits", |folder| {
            hash(folder, |_| format!("sha512:{}", "ab".repeat(64)))
        }),
        described("hash-without-prefix", "A hash in datapackage.json has no prefix, which the standard reads as MD5.", "expected `sha256:` and 64 hex digits", |folder| {
            hash(folder, |hash| hash.replace("sha256:", ""))
        }),
        described("hash-disagrees", "The two manifests give a file two hashes.", "but SHA256SUMS lists", |folder| {
            hash(folder, |_| format!("sha256:{}", seal::Digest::of(b"other")))
        }),
        defect("bytes-disagree", "datapackage.json gives a file another length.", |folder| {
            package(folder, |package| {
                let rounds = resource(package, "rounds/main-baseline.csv");
                rounds["bytes"] = (rounds["bytes"].as_u64().unwrap() + 1).into();
            })
        })
        .verify(&["`datapackage.json`: `rounds/main-baseline.csv` has `bytes`", "but the file has", PUBLISH])
        .rest(&["This batch is withheld", "`rounds/main-baseline.csv` has", "but `datapackage.json` says"]),
        described("bytes-below-zero", "datapackage.json gives a file a length below zero.", "invalid value: integer `-1`", |folder| {
            package(folder, |package| resource(package, "report.json")["bytes"] = (-1).into())
        }),
        described("one-file-more", "datapackage.json lists a file that SHA256SUMS does not.", "but SHA256SUMS lists `nothing`", |folder| {
            package(folder, |package| {
                let mut more = resource(package, "report.json").clone();
                more["path"] = "rounds/more.csv".into();
                package["resources"].as_array_mut().unwrap().push(more);
            })
        }),
        described("one-file-less", "datapackage.json does not list a file that SHA256SUMS lists.", "`readme.md` is missing, but SHA256SUMS lists it", |folder| {
            package(folder, |package| {
                package["resources"].as_array_mut().unwrap().retain(|resource| resource["path"] != "readme.md")
            })
        }),
        described("one-file-twice", "datapackage.json lists a file twice.", "`report.json` is listed twice", |folder| {
            package(folder, |package| {
                let again = resource(package, "report.json").clone();
                package["resources"].as_array_mut().unwrap().push(again);
            })
        }),
        described("resource-on-another-host", "datapackage.json lists a file by an address elsewhere.", "found the path `https://host.example/report.json`", |folder| {
            package(folder, |package| resource(package, "report.json")["path"] = "https://host.example/report.json".into())
        }),
        described("datapackage-key-twice", "datapackage.json lists its files twice: tools read the one or the other.", "duplicate field `resources`", |folder| {
            text(folder, PACKAGE, |text| text.replacen('{', "{\n  \"resources\": [],", 1));
            rehash_sums(folder, RELEASE);
        }),
        described("datapackage-goes-on", "datapackage.json goes on after its end.", "trailing characters", |folder| {
            text(folder, PACKAGE, |text| text + "{}\n");
            rehash_sums(folder, RELEASE);
        }),
        described("datapackage-later-format", "datapackage.json is of a later format.", "`daggerboard.format` is `2`, expected `1`", |folder| {
            package(folder, |package| package["daggerboard"]["format"] = 2.into())
        }),
        described("datapackage-unknown-key", "datapackage.json tells of the release what this program does not know.", "unknown field `approved`", |folder| {
            package(folder, |package| package["daggerboard"]["approved"] = true.into())
        }),
        defect("no-datapackage", "SHA256SUMS does not list datapackage.json.", |folder| {
            folder.remove(PACKAGE);
            rehash_sums(folder, RELEASE);
        })
        .verify(&["`datapackage.json` is not listed in SHA256SUMS", PUBLISH])
        .nothing(&["datapackage.json` is not listed in SHA256SUMS", PUBLISH]),
        lineage("other-number", "datapackage.json says that the first release is the second.", "has `seq` `2`, but catalogue.json gives `1`", disagree, |folder| {
            package(folder, |package| package["daggerboard"]["seq"] = 2.into())
        }),
        lineage("other-report-in-datapackage", "datapackage.json says that the release is of another report.", "says release `r1` of `large`, but it stands as `r1` of `small`", "`datapackage.json` is of `large`, but it stands as `small`", |folder| {
            package(folder, |package| package["daggerboard"]["report"] = "large".into())
        }),
        lineage("other-release-in-datapackage", "datapackage.json says that it is another release.", "says release `r2` of `small`, but it stands as `r1` of `small`", "`datapackage.json` is of `r2`, but it stands as `r1`", |folder| {
            package(folder, |package| package["daggerboard"]["release"] = "r2".into())
        }),
        lineage("predecessor-denied", "datapackage.json knows a release before it that the catalogue does not.", "but catalogue.json gives nothing: an entry was changed or taken out", disagree, |folder| {
            package(folder, |package| {
                package["daggerboard"]["previous"] = seal::Digest::of(b"other").to_string().into()
            })
        }),
        lineage("correction-denied", "datapackage.json corrects a release, and the catalogue does not say so.", "has `supersedes` `r0`, but catalogue.json gives nothing", disagree, |folder| {
            package(folder, |package| package["daggerboard"]["supersedes"] = "r0".into())
        }),
        defect("no-report", "The release has no report.json.", |folder| {
            folder.remove(REPORT);
            rehash(folder, RELEASE);
        })
        .check(&["`report.json` is not in the release", PUBLISH])
        .nothing(&["`report.json` is not in the release", PUBLISH]),
        defect("no-rounds", "The release has no file of rounds for a side of a batch.", |folder| {
            folder.remove(BEFORE);
            rehash(folder, RELEASE);
        })
        .check(&["`rounds/main-baseline.csv` differs from the manifest or did not load, so its batch is not shown", FETCH])
        .rest(&["This batch is withheld", "`rounds/main-baseline.csv` differs from the manifest or did not load"]),
    ]
}
