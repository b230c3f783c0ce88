//! Files that did not arrive as they were published.

use super::*;

const POINTER: &str = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 3\n";
const PAGE: &str = "<!DOCTYPE html>\n<title>404</title>\n<p>Not found</p>\n";
/// `gzip -n` of an empty file.
const GZIP: &[u8] = b"\x1f\x8b\x08\0\0\0\0\0\0\x03\x03\0\0\0\0\0\0\0\0\0";

/// Changes one bit in the middle of a file.
fn flip(folder: &Folder, name: &str) {
    let mut bytes = std::fs::read(folder.path(name)).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    folder.write(name, bytes);
}

fn crlf(folder: &Folder, name: &str) {
    text(folder, name, |text| text.replace('\n', "\r\n"));
}

fn utf16(folder: &Folder, name: &str) {
    let text = folder.read(name);
    let units = [0xfeff].into_iter().chain(text.encode_utf16());
    folder.write(name, units.flat_map(u16::to_le_bytes).collect::<Vec<_>>());
}

pub(super) fn defects() -> Vec<Defect> {
    let rounds = "`rounds/main-baseline.csv` differs from SHA256SUMS";
    let rest: &[&str] = &[
        "This batch is withheld",
        "Differs from the manifest or did not load, so its numbers are not shown: rounds/main-baseline.csv.",
        "Another batch: The batch other",
    ];
    let package = "`datapackage.json` differs from SHA256SUMS";
    let report = "`report.json` differs from SHA256SUMS";
    let root = "catalogue.json gives root digest";
    let on_page = "but `catalogue.json` gives";
    vec![
        defect("flipped-in-rounds", "One bit of a file of rounds is another.", |folder| flip(folder, BEFORE))
            .verify(&[rounds, "expected digest", FETCH])
            .rest(rest),
        defect("flipped-in-report", "One bit of report.json is another.", |folder| flip(folder, REPORT))
            .verify(&[report, FETCH])
            .nothing(&[report, FETCH]),
        defect("flipped-in-datapackage", "One bit of datapackage.json is another.", |folder| flip(folder, PACKAGE))
            .verify(&[package, FETCH])
            .nothing(&[package, FETCH]),
        defect("flipped-in-readme", "One bit of readme.md is another; no figure rests on it.", |folder| {
            flip(folder, "data/small/r1/readme.md")
        })
        .verify(&["`readme.md` differs from SHA256SUMS", FETCH])
        .rest(&["its numbers are not shown: readme.md.", "found digest"]),
        defect("flipped-in-license", "One bit of license.txt is another; no figure rests on it.", |folder| {
            flip(folder, "data/small/r1/license.txt")
        })
        .verify(&["`license.txt` differs from SHA256SUMS", FETCH])
        .rest(&["its numbers are not shown: license.txt.", "found digest"]),
        defect("flipped-in-sums", "One digit in SHA256SUMS is another.", |folder| {
            text(folder, SUMS, |text| {
                let other = if text.starts_with('0') { "1" } else { "0" };
                other.to_owned() + &text[1..]
            })
        })
        .verify(&["differs from SHA256SUMS", root, FETCH, LIST])
        .nothing(&["`SHA256SUMS` has the digest", on_page]),
        defect("flipped-in-catalogue", "One letter of a title in catalogue.json is another.", |folder| {
            folder.edit(CATALOGUE, "A small upgrade", "A smell upgrade")
        })
        .check(&["`catalogue.json` and `report.json` disagree on the title or status of `small`", LIST])
        .nothing(&["`catalogue.json` and `report.json` disagree on the title or status of `small`"]),
        defect("other-root", "catalogue.json gives another root digest.", |folder| {
            listed(folder, |listed| {
                listed["releases"][0]["root"] = seal::Digest::of(b"other").to_string().into()
            })
        })
        .verify(&[root, "but SHA256SUMS has", LIST])
        .nothing(&["`SHA256SUMS` has the digest", on_page]),
        defect("lfs-for-rounds", "git-lfs left its pointer in place of a file of rounds.", |folder| {
            folder.write(BEFORE, POINTER)
        })
        .verify(&[rounds, "a git-lfs pointer", LFS])
        .rest(rest),
        defect("lfs-for-report", "git-lfs left its pointer in place of report.json.", |folder| {
            folder.write(REPORT, POINTER)
        })
        .verify(&[report, "a git-lfs pointer", LFS])
        .nothing(&[report, "a git-lfs pointer", LFS]),
        defect("lfs-for-datapackage", "git-lfs left its pointer in place of datapackage.json.", |folder| {
            folder.write(PACKAGE, POINTER)
        })
        .verify(&[package, "a git-lfs pointer", LFS])
        .nothing(&[package, "a git-lfs pointer", LFS]),
        defect("lfs-for-sums", "git-lfs left its pointer in place of SHA256SUMS.", |folder| {
            folder.write(SUMS, POINTER)
        })
        .verify(&["`SHA256SUMS` line 1: found a git-lfs pointer", LFS])
        .nothing(&["`SHA256SUMS` has the digest", "a git-lfs pointer", on_page]),
        defect("lfs-for-catalogue", "git-lfs left its pointer in place of catalogue.json.", |folder| {
            folder.write(CATALOGUE, POINTER)
        })
        .unreadable(&["`catalogue.json`: found a git-lfs pointer", LFS])
        .nothing(&["`catalogue.json`: found a git-lfs pointer", LFS]),
        defect("html-for-rounds", "The host sent its error page in place of a file of rounds.", |folder| {
            folder.write(BEFORE, PAGE)
        })
        .verify(&[rounds, "an HTML page", FETCH])
        .rest(rest),
        defect("html-for-report", "The host sent its error page in place of report.json.", |folder| {
            folder.write(REPORT, PAGE)
        })
        .verify(&[report, "an HTML page", FETCH])
        .nothing(&[report, "an HTML page", FETCH]),
        defect("html-for-datapackage", "The host sent its error page in place of datapackage.json.", |folder| {
            folder.write(PACKAGE, PAGE)
        })
        .verify(&[package, "an HTML page", FETCH])
        .nothing(&[package, "an HTML page", FETCH]),
        defect("html-for-sums", "The host sent its error page in place of SHA256SUMS.", |folder| {
            folder.write(SUMS, PAGE)
        })
        .verify(&["`SHA256SUMS` line 1: found an HTML page", FETCH])
        .nothing(&["`SHA256SUMS` has the digest", "an HTML page", on_page]),
        defect("html-for-catalogue", "The host sent its error page in place of catalogue.json.", |folder| {
            folder.write(CATALOGUE, PAGE)
        })
        .unreadable(&["`catalogue.json`: found an HTML page", FETCH])
        .nothing(&["`catalogue.json`: found an HTML page", FETCH]),
        defect("gzip-for-rounds", "A file of rounds came packed, and nothing unpacked it.", |folder| {
            folder.write(BEFORE, GZIP)
        })
        .verify(&[rounds, "gzip bytes that nothing unpacked", FETCH])
        .rest(rest),
        defect("gzip-for-catalogue", "catalogue.json came packed, and nothing unpacked it.", |folder| {
            folder.write(CATALOGUE, GZIP)
        })
        .unreadable(&["`catalogue.json`: found gzip bytes", FETCH])
        .nothing(&["`catalogue.json`: found gzip bytes", FETCH]),
        defect("crlf-in-rounds", "A checkout turned the line ends of a file of rounds into CRLF.", |folder| {
            crlf(folder, BEFORE)
        })
        .verify(&[rounds, "its lines end in CRLF", CHECKOUT])
        .rest(rest),
        defect("crlf-everywhere", "A checkout turned every line end into CRLF.", |folder| {
            for name in folder.files(DATA).keys().filter(|name| *name != ".gitattributes") {
                crlf(folder, &format!("{DATA}/{name}"));
            }
        })
        .verify(&["`SHA256SUMS` line 1: found its lines end in CRLF", CHECKOUT])
        .nothing(&["`SHA256SUMS` has the digest", "its lines end in CRLF", on_page]),
        defect("bom-in-report", "An editor put a byte-order mark in front of report.json.", |folder| {
            text(folder, REPORT, |text| format!("\u{feff}{text}"))
        })
        .verify(&[report, "byte-order mark", FETCH])
        .nothing(&["report.json` is longer than the", "byte-order mark"]),
        defect("utf16-for-rounds", "A spreadsheet saved a file of rounds as UTF-16.", |folder| utf16(folder, BEFORE))
            .verify(&[rounds, "byte-order mark", FETCH])
            .rest(rest),
        defect("utf16-for-catalogue", "An editor saved catalogue.json as UTF-16.", |folder| utf16(folder, CATALOGUE))
            .unreadable(&["`catalogue.json`: found it starts with a byte-order mark", FETCH])
            .nothing(&["`catalogue.json`: found it starts with a byte-order mark", FETCH]),
        defect("minified-report", "Something on the way wrote report.json in one line.", |folder| {
            let value: Value = serde_json::from_str(&folder.read(REPORT)).unwrap();
            folder.write(REPORT, value.to_string());
        })
        .verify(&[report, "JSON in one line", FETCH])
        .nothing(&[report, "JSON in one line", FETCH]),
        defect("truncated-rounds", "A file of rounds broke off.", |folder| {
            text(folder, BEFORE, |text| text[..text.len() / 2].into())
        })
        .verify(&[rounds, FETCH])
        .rest(rest),
        defect("empty-report", "report.json is empty.", |folder| folder.write(REPORT, ""))
            .verify(&[report, "an empty file", FETCH])
            .nothing(&[report, "an empty file", FETCH]),
        defect("bytes-after-rounds", "A row was added to a file of rounds after it was published.", |folder| {
            text(folder, BEFORE, |text| {
                let last = text.lines().last().unwrap();
                format!("{text}{last}\n")
            })
        })
        .verify(&[rounds, FETCH])
        .rest(&["This batch is withheld", "is longer than the"]),
        defect("swapped-sides", "The files of rounds before and after the upgrade are swapped.", |folder| {
            folder.swap(BEFORE, AFTER)
        })
        .verify(&[rounds, "`rounds/main-candidate.csv` differs from SHA256SUMS", FETCH])
        .rest(&[
            "This batch is withheld",
            "its numbers are not shown: rounds/main-baseline.csv, rounds/main-candidate.csv.",
        ]),
        defect("missing-rounds", "A file of rounds was not deployed.", |folder| folder.remove(BEFORE))
            .verify(&["`rounds/main-baseline.csv` is listed in SHA256SUMS, but cannot be read", FETCH])
            .rest(&["This batch is withheld", "rounds/main-baseline.csv", "the host answered 404"]),
        defect("missing-report", "report.json was not deployed.", |folder| folder.remove(REPORT))
            .verify(&["`report.json` is listed in SHA256SUMS, but cannot be read", FETCH])
            .nothing(&["report.json` did not load: the host answered 404"]),
        defect("missing-datapackage", "datapackage.json was not deployed.", |folder| folder.remove(PACKAGE))
            .verify(&["`datapackage.json` is listed in SHA256SUMS, but cannot be read", FETCH])
            .nothing(&["datapackage.json` did not load: the host answered 404"]),
        defect("missing-sums", "SHA256SUMS was not deployed.", |folder| folder.remove(SUMS))
            .verify(&["cannot read `data/small/r1/SHA256SUMS`"])
            .nothing(&["SHA256SUMS` did not load: the host answered 404"]),
        defect("missing-catalogue", "catalogue.json was not deployed.", |folder| folder.remove(CATALOGUE))
            .unreadable(&["`data`: found neither SHA256SUMS nor catalogue.json"])
            .nothing(&["catalogue.json` did not load: the host answered 404"]),
        defect("unlisted-file", "A file lies in the release that nothing lists; the page never asks for it.", |folder| {
            folder.write("data/small/r1/rounds/extra.csv", "a\n")
        })
        .verify(&["`rounds/extra.csv` is in the folder, but not listed in SHA256SUMS", "mend: take it out"])
        .page(Shows::All, &["It does not show who made them."]),
        defect("unlisted-release", "A release lies in the report that the catalogue does not list; the page never asks for it.", |folder| {
            folder.write("data/small/r9/SHA256SUMS", folder.read(SUMS))
        })
        .verify(&["`data/small/r9` is not in catalogue.json", LIST])
        .page(Shows::All, &["It does not show who made them."]),
    ]
}
