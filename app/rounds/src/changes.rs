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
    /// Everything that the report among the files `after` says otherwise than the one among `before`.
    pub fn changes(before: &[Sealed], after: &[Sealed]) -> Result<Vec<Change>, ReleaseError> {
        let mut said = vec![];
        for (files, note) in [(before, old as Note), (after, new as Note)] {
            let mut files = files.iter();
            let file = files.find(|file| file.path().as_str() == "report.json");
            let file = file.ok_or(ReleaseError::NoReport)?;
            let json = serde_json::from_slice(file.bytes())
                .map_err(|error| ReportError::of(file, &|lang| messages::not_read(lang, &error)))?;
            gather(String::new(), json, note, &mut said);
        }
        said.retain(|change| change.before != change.after);
        Ok(said)
    }
}

/// Which of the two reports says it.
type Note = fn(&mut Change) -> &mut Option<String>;

fn old(change: &mut Change) -> &mut Option<String> {
    &mut change.before
}

fn new(change: &mut Change) -> &mut Option<String> {
    &mut change.after
}

/// Notes every word and number below `field`.
fn gather(field: String, value: Value, note: Note, said: &mut Vec<Change>) {
    let below = |name: &str| match field.as_str() {
        "" => name.to_owned(),
        field => format!("{field}.{name}"),
    };
    match value {
        Value::Object(entries) => {
            for (name, value) in entries {
                gather(below(&name), value, note, said);
            }
        }
        Value::Array(items) => {
            for (place, item) in (1..).zip(items) {
                // By its name where it has one: an item that is put in before it is no change of it.
                let name = item.get("id").and_then(Value::as_str);
                let name = name.map_or_else(|| i32::to_string(&place), str::to_owned);
                gather(below(&name), item, note, said);
            }
        }
        // An absent pin: not stated.
        Value::Null => {}
        Value::String(text) => put(field, text, note, said),
        Value::Bool(yes) => put(field, yes.to_string(), note, said),
        // Not by its own `Display`: its tables for floats would be 10 kB in the page.
        Value::Number(number) => {
            let whole = number.as_u64().map(|whole| whole.to_string());
            let text = whole.or_else(|| number.as_f64().map(|number| number.to_string()));
            put(field, text.unwrap_or_default(), note, said);
        }
    }
}

fn put(field: String, text: String, note: Note, said: &mut Vec<Change>) {
    let there = said.iter().position(|change| change.field == field);
    let place = there.unwrap_or(said.len());
    if there.is_none() {
        said.push(Change {
            field,
            before: None,
            after: None,
        });
    }
    *note(&mut said[place]) = Some(text);
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
                ("limits.1", Some("x"), None),
                ("sides.candidate.version", Some("1"), Some("2")),
                ("batches.a.id", None, Some("a")),
                ("batches.a.n", None, Some("2")),
            ]
        );
        assert_eq!(Report::changes(&after, &after).unwrap(), []);
    }
}
