use std::collections::BTreeMap;

use seal::Sealed;
use serde_json::Value;

use crate::{ReleaseError, Report, ReportError};

/// Something that two files `report.json` say otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Where it stands: `sides.candidate.version`.
    pub field: String,
    /// What it was; `None` where it was not there.
    pub before: Option<String>,
    /// What it is.
    pub after: Option<String>,
}

impl Report {
    /// Everything that the report among the files `after` says otherwise than the one among `before`, by its fields' names.
    pub fn changes(before: &[Sealed], after: &[Sealed]) -> Result<Vec<Change>, ReleaseError> {
        let (mut old, mut new) = (said(before)?, said(after)?);
        let fields: Vec<String> = old.keys().chain(new.keys()).cloned().collect();
        let mut changes = vec![];
        for field in fields {
            // The second time, a field that both have is no longer there.
            let (before, after) = (old.remove(&field), new.remove(&field));
            if before != after {
                changes.push(Change {
                    field,
                    before,
                    after,
                });
            }
        }
        changes.sort_by(|a, b| a.field.cmp(&b.field));
        Ok(changes)
    }
}

/// Every word and number of a report by its place.
fn said(files: &[Sealed]) -> Result<BTreeMap<String, String>, ReleaseError> {
    let mut files = files.iter();
    let file = files.find(|file| file.path().as_str() == "report.json");
    let file = file.ok_or(ReleaseError::NoReport)?;
    let json = serde_json::from_slice(file.bytes()).map_err(|error| ReportError {
        file: file.path().to_string(),
        reason: error.to_string(),
    })?;
    let mut said = BTreeMap::new();
    gather(String::new(), json, &mut said);
    Ok(said)
}

fn gather(field: String, value: Value, said: &mut BTreeMap<String, String>) {
    let below = |name: &str| match field.as_str() {
        "" => name.to_owned(),
        field => format!("{field}.{name}"),
    };
    match value {
        Value::Object(entries) => {
            for (name, value) in entries {
                gather(below(&name), value, said);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.into_iter().enumerate() {
                // By its name where it has one: an item that is put in before it is no change of it.
                let name = item.get("id").and_then(Value::as_str);
                let name = name.map_or_else(|| (index + 1).to_string(), str::to_owned);
                gather(below(&name), item, said);
            }
        }
        Value::String(text) => drop(said.insert(field, text)),
        other => drop(said.insert(field, other.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use seal::{DataPath, Digest, Manifest};

    use super::*;

    #[test]
    fn only_what_differs_is_named_by_its_place() {
        let sealed = |json: &str| {
            let path: DataPath = "report.json".parse().unwrap();
            let sums = Manifest::write(&[(path.clone(), Digest::of(json.as_bytes()))].into());
            let manifest = Manifest::read(sums.as_bytes()).unwrap();
            [manifest.open(&path, json.into()).unwrap()]
        };
        let before = sealed(
            r#"{"title": {"en": "A"}, "sides": {"candidate": {"version": "1"}}, "batches": [{"id": "b", "n": 1}], "limits": ["x"]}"#,
        );
        let after = sealed(
            r#"{"title": {"en": "A"}, "sides": {"candidate": {"version": "2"}}, "batches": [{"id": "a", "n": 2}, {"id": "b", "n": 1}], "limits": []}"#,
        );
        let found = Report::changes(&before, &after).unwrap();
        let found: Vec<_> = found
            .iter()
            .map(|change| {
                (
                    change.field.as_str(),
                    change.before.as_deref(),
                    change.after.as_deref(),
                )
            })
            .collect();
        assert_eq!(
            found,
            [
                ("batches.a.id", None, Some("a")),
                ("batches.a.n", None, Some("2")),
                ("limits.1", Some("x"), None),
                ("sides.candidate.version", Some("1"), Some("2")),
            ]
        );
        assert_eq!(Report::changes(&after, &after).unwrap(), []);
    }
}
