//! Whose signature a release has.

use std::fs;

use anyhow::Context;
use rounds::{Claim, Keys, Report, Signed};
use seal::Key;

use crate::folder::{Opened, REPORT};

/// Reads a key as an argument: itself, or the `.pub` file that minisign wrote.
pub(crate) fn key(text: &str) -> anyhow::Result<Key> {
    if let Ok(key) = text.parse() {
        return Ok(key);
    }
    let file = fs::read_to_string(text)
        .with_context(|| format!("neither a minisign public key nor a file of one: `{text}`"))?;
    let line = file.lines().nth(1).unwrap_or_default();
    Ok(line.trim().parse()?)
}

/// Holds the release to its signature, or says why it does not hold.
pub(crate) fn judge(
    opened: &Opened,
    keys: Option<&Keys>,
    told: Option<&Key>,
) -> Result<Signed, String> {
    let Some(descriptor) = &opened.descriptor else {
        // Said already, and nothing is known to hold a signature to.
        return Ok(Signed::Not);
    };
    let report = opened
        .files
        .iter()
        .find(|file| file.path().as_str() == REPORT)
        .map(Report::read);
    let Some(Ok(report)) = report else {
        return Err(format!("`{REPORT}` gives no date to hold a signature to"));
    };
    Claim {
        sums: opened.manifest.text().as_bytes(),
        release: descriptor.lineage().release.as_str(),
        seq: descriptor.lineage().seq,
        date: &report.date,
        signature: opened.signature.as_deref(),
        keys,
        told,
    }
    .judge()
    .map_err(|error| error.to_string())
}

/// What there is to say of a signature that holds or was not checked.
pub(crate) fn words(signed: &Signed) -> Option<String> {
    Some(match signed {
        Signed::Not => return None,
        Signed::Unknown => {
            "signed by a key that no keys.json here lists: not checked, `--key` checks it".into()
        }
        Signed::Listed { key, comment, note } => format!(
            "signed by key {key} (trusted comment: \"{comment}\"), which comes from the same place: compare it with one that you got by another way; keys.json says of it: \"{}\"",
            note.en
        ),
        Signed::Told {
            key,
            comment,
            vouched: false,
        } => {
            format!("signed by the key that you gave, {key} (trusted comment: \"{comment}\")")
        }
        Signed::Told {
            key,
            comment,
            vouched: true,
        } => format!(
            "signed by key {key} (trusted comment: \"{comment}\"), which the key that you gave vouches for"
        ),
    })
}
