//! What a person reads before a release goes out: every distinct string, by file and field.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    io::{self, Write as _},
};

use super::{
    field,
    scope::is_digest,
    strings::{Kind, Step, take_apart},
};

/// The most strings of one field that are listed for the raw files of clients.
const MOST: usize = 20;
/// The most characters of one string that are listed for them.
const CUT: usize = 60;

/// Prints the list of all strings of `files`.
pub(crate) fn print<'a>(
    files: impl IntoIterator<Item = (&'a str, &'a [u8])>,
) -> anyhow::Result<()> {
    match io::stdout().write_all(list(files).as_bytes()) {
        // Whoever reads only the beginning may close the pipe.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// Lists the strings of `files`. Numbers are left out and digests counted; raw files of a kind are listed as one, cut short.
fn list<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> String {
    let mut names = vec![];
    let mut groups: BTreeMap<String, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
    for (name, bytes) in files {
        names.push(name);
        let group = groups.entry(group(name)).or_default();
        for piece in take_apart(name, bytes) {
            let inner: Vec<Step> = piece
                .at
                .iter()
                .filter(|step| matches!(step, Step::Name(..) | Step::Index(_)))
                .cloned()
                .collect();
            let strings = group.entry(field(&inner)).or_default();
            match piece.kind {
                // The fields themselves are listed.
                Kind::Key | Kind::Header | Kind::Number => {}
                Kind::Unreadable => {
                    strings.insert("(cannot be read)".into());
                }
                _ => strings.extend(
                    piece
                        .text
                        .lines()
                        .filter(|line| !line.trim().is_empty())
                        .map(str::to_owned),
                ),
            }
        }
    }
    let mut list = String::new();
    let _ = writeln!(list, "{} files:", names.len());
    for name in names {
        let _ = writeln!(list, "  {name}");
    }
    for (group, fields) in groups {
        let _ = writeln!(list, "\n{group}");
        let raw = group.starts_with("sources/*");
        for (field, strings) in &fields {
            // A list or table is named by what is in it.
            let inside = |other: &String| {
                let rest = other.strip_prefix(field.as_str());
                rest.is_some_and(|rest| rest.starts_with(['.', '[']))
            };
            if !strings.is_empty() || !fields.keys().any(inside) {
                write_field(&mut list, field, strings, raw);
            }
        }
    }
    list
}

fn write_field(list: &mut String, field: &str, strings: &BTreeSet<String>, raw: bool) {
    if !field.is_empty() {
        let _ = writeln!(list, "  {field}");
    }
    let (digests, strings): (Vec<_>, Vec<_>) = strings.iter().partition(|string| is_digest(string));
    let most = if raw { MOST } else { usize::MAX };
    for string in strings.iter().take(most) {
        let letters = string.chars().count();
        if raw && letters > CUT {
            let start: String = string.chars().take(CUT).collect();
            let _ = writeln!(list, "    {start:?} and {} more characters", letters - CUT);
        } else {
            let _ = writeln!(list, "    {string:?}");
        }
    }
    if strings.len() > most {
        let _ = writeln!(list, "    and {} more strings", strings.len() - most);
    }
    if !digests.is_empty() {
        let _ = writeln!(list, "    {} digests", digests.len());
    }
}

/// The files that are listed as one: each by itself, but for raw files.
fn group(name: &str) -> String {
    match name.strip_prefix("sources/") {
        Some(inner) if inner != "plan.toml" => {
            let ending = inner.rsplit_once('.').map_or("", |(_, ending)| ending);
            format!("sources/*.{ending}")
        }
        _ => name.into(),
    }
}
