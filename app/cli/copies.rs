//! The rows of every file of rounds in the other forms in which they are published: made, and compared.

use std::collections::BTreeSet;

use rounds::{COPIES, CopyError, Report, Round, Sheet, Side, copy_file, is_copy, round_file};
use seal::Sealed;

/// What this build cannot compare.
#[cfg(not(feature = "publishing"))]
pub(crate) const CAVEAT: Option<&str> = Some(
    "this build does not read Parquet: such files are hashed, and not compared with the CSV of their name",
);
#[cfg(feature = "publishing")]
pub(crate) const CAVEAT: Option<&str> = None;

/// The paths of all files of rounds of `report`.
fn paths(report: &Report) -> impl Iterator<Item = String> {
    let batches = report.batches.iter();
    batches.flat_map(|batch| Side::BOTH.map(|side| round_file(&batch.id, side)))
}

/// The file of rounds at `path`, if it is among `files` and can be read; why it cannot, the checks say.
fn sheet(files: &[Sealed], report: &Report, path: &str) -> Option<Sheet> {
    let file = files.iter().find(|file| file.path().as_str() == path)?;
    Sheet::read(file, report).ok()
}

/// The copies of every file of rounds of `report` among `files`, by their paths.
#[cfg(feature = "publishing")]
pub(crate) fn made(files: &[Sealed], report: &Report) -> anyhow::Result<Vec<(String, Vec<u8>)>> {
    let mut made = vec![];
    for csv in paths(report) {
        let Some(sheet) = sheet(files, report, &csv) else {
            continue;
        };
        for ending in COPIES {
            let bytes = match ending {
                "json" => rounds::write_json(sheet.rounds()),
                _ => query::write_parquet(sheet.rounds())?,
            };
            made.push((copy_file(&csv, ending), bytes));
        }
    }
    Ok(made)
}

/// Every copy among `files` that has other rows than the CSV of its name, a line each.
pub(crate) fn differing(files: &[Sealed], report: &Report) -> Vec<String> {
    let mut differing = vec![];
    let mut known = BTreeSet::new();
    for csv in paths(report) {
        let sheet = sheet(files, report, &csv);
        for ending in COPIES {
            let path = copy_file(&csv, ending);
            let file = files.iter().find(|file| file.path().as_str() == path);
            if let (Some(sheet), Some(file)) = (&sheet, file) {
                let same = same(&path, ending, file.bytes(), sheet.rounds());
                differing.extend(same.err().map(|error| error.to_string()));
            }
            known.insert(path);
        }
    }
    let copies = files.iter().map(|file| file.path().as_str());
    let stray = copies.filter(|path| is_copy(path) && !known.contains(*path));
    let found = "rows of no batch in report.json";
    let expected = "those of a file of rounds of the same name";
    let stray = stray.map(|path| CopyError::unreadable(path, &found, expected).to_string());
    differing.extend(stray);
    differing
}

fn same(path: &str, ending: &str, bytes: &[u8], rounds: &[Round]) -> Result<(), CopyError> {
    match ending {
        "json" => rounds::same_json(path, bytes, rounds),
        #[cfg(feature = "publishing")]
        _ => query::same_parquet(path, bytes, rounds),
        #[cfg(not(feature = "publishing"))]
        _ => Ok(()),
    }
}
