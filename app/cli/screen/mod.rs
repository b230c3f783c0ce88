//! The screen: nothing is published that tells a machine, a person, a network or a secret.
//!
//! A file is taken apart into its strings (`strings`). Each is searched by the table of patterns (`detectors`), but for
//! the exceptions bound to a field (`scope`), and for the publisher's own list (`terms`). What is found is refused,
//! never masked, and named by its place and kind: a message may end up in a log. Names that are themselves found are
//! shown by their number. A finding can be allowed for a time and with a reason (`allow`).

#[cfg(feature = "publishing")]
pub(crate) mod allow;
mod detectors;
#[cfg(feature = "publishing")]
pub(crate) mod listing;
pub(crate) mod private;
mod scope;
mod strings;
pub(crate) mod terms;
#[cfg(all(test, feature = "publishing"))]
mod tests;

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use unicode_normalization::{UnicodeNormalization, is_nfkc};

use detectors::{Detectors, FOLDER, Part, Rule, TERM, UNREADABLE, is_unseen};
use strings::{Kind, Piece, Step, take_apart};
use terms::Terms;

/// Patterns and terms, ready to search files.
pub(crate) struct Screen {
    detectors: Detectors,
    terms: Terms,
    /// Folders of the machine that builds the page.
    folders: Vec<String>,
}

/// Something that may not be published.
#[derive(Debug)]
#[cfg_attr(
    not(feature = "publishing"),
    expect(dead_code, reason = "only publish allows findings by their place")
)]
pub(crate) struct Finding {
    /// The rule that found it.
    pub(crate) rule: &'static str,
    /// Its file, which is not to be shown.
    file: String,
    /// Its field without numbers, which is not to be shown.
    field: String,
    /// What can be shown of the place, and what was found.
    message: String,
    /// How many more there are in the same field.
    more: usize,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match self.more {
            0 => Ok(()),
            more => write!(f, ", and {more} more in that field"),
        }
    }
}

/// A rule that a string breaks, and how.
struct Hit<'a> {
    rule: &'static Rule,
    /// Where the private term is written.
    term: Option<&'a str>,
    /// The line of the string, from 0.
    line: usize,
}

impl Screen {
    /// A screen for releases.
    pub(crate) fn of_data(terms: Terms) -> Self {
        Self {
            detectors: Detectors::of_data(),
            terms,
            folders: vec![],
        }
    }

    /// A screen for the page, which may not name these `folders` of the machine that builds it.
    pub(crate) fn of_page(terms: Terms, folders: Vec<String>) -> Self {
        Self {
            detectors: Detectors::of_page(),
            terms,
            folders,
        }
    }

    /// Everything in the file `name`, its name included, that may not be published.
    pub(crate) fn file(&self, name: &str, bytes: &[u8]) -> Vec<Finding> {
        let pieces = take_apart(name, bytes);
        let program = name.ends_with(".js") || name.ends_with(".wasm") || name.ends_with(".css");
        let mut found = Found {
            file: name,
            shown: self.shown(name),
            withheld: BTreeSet::new(),
            findings: vec![],
            known: BTreeMap::new(),
        };
        for hit in self.name(name) {
            found.push(hit, &[], "in its name");
        }
        let hits: Vec<(&Piece, Vec<Hit<'_>>)> = pieces
            .iter()
            .map(|piece| (piece, self.hits(name, piece, program)))
            .filter(|(_, hits)| !hits.is_empty())
            .collect();
        found.withheld = hits
            .iter()
            .filter(|(piece, _)| matches!(piece.kind, Kind::Key | Kind::Header))
            .map(|(piece, _)| piece.text.as_str())
            .collect();
        for (piece, hits) in hits {
            let what = match piece.kind {
                Kind::Key => "as a key",
                Kind::Header => "as a column name",
                _ => "",
            };
            for hit in hits {
                let mut at = piece.at.clone();
                if piece.kind == Kind::Lines {
                    at.push(Step::Line(hit.line + 1));
                }
                found.push(hit, &at, what);
            }
        }
        found.findings
    }

    /// The path `name` as far as it can be shown: a part with a finding is left out.
    pub(crate) fn shown(&self, name: &str) -> String {
        if self.name(name).is_empty() {
            return name.into();
        }
        let parts: Vec<&str> = name
            .split('/')
            .map(|part| {
                if self.name(part).is_empty() {
                    part
                } else {
                    WITHHELD
                }
            })
            .collect();
        if parts.contains(&WITHHELD) {
            parts.join("/")
        } else {
            WITHHELD.into()
        }
    }

    fn name(&self, name: &str) -> Vec<Hit<'_>> {
        let piece = Piece {
            kind: Kind::Value,
            at: vec![],
            text: name.into(),
        };
        self.hits("", &piece, false)
    }

    fn hits(&self, file: &str, piece: &Piece, program: bool) -> Vec<Hit<'_>> {
        let mut hits = vec![];
        let terms = match piece.kind {
            Kind::Number => self.terms.find_whole(&piece.text),
            _ if program => self.terms.find_in_program(&piece.text),
            _ => self.terms.find(&piece.text),
        };
        hits.extend(terms.into_iter().map(|hit| Hit {
            rule: &TERM,
            term: Some(hit.term),
            line: hit.line,
        }));
        let part = match piece.kind {
            Kind::Number => return hits,
            Kind::Unreadable => {
                hits.push(Hit {
                    rule: &UNREADABLE,
                    term: None,
                    line: 0,
                });
                return hits;
            }
            Kind::Key => Part::Key,
            Kind::Header => Part::Header,
            Kind::Cell => Part::Cell,
            Kind::Value | Kind::Lines | Kind::Run => Part::Text,
        };
        for (line, text) in piece.text.split('\n').enumerate() {
            let mut rules = self.detectors.find(part, text);
            // Full-width letters are read like the others, and what is not seen parts nothing.
            if !text.is_ascii() && !is_nfkc(text) || text.chars().any(is_unseen) {
                let folded: String = text.nfkc().filter(|&c| !is_unseen(c)).collect();
                rules.extend(self.detectors.find(part, &folded));
                rules.sort_by_key(|rule| rule.name);
                rules.dedup_by_key(|rule| rule.name);
            }
            if self.folders.iter().any(|folder| text.contains(folder)) {
                rules.push(&FOLDER);
            }
            let rules = rules
                .into_iter()
                .filter(|rule| !scope::excepts(rule, file, piece));
            hits.extend(rules.map(|rule| Hit {
                rule,
                term: None,
                line,
            }));
        }
        hits
    }
}

/// What stands for a name that is not to be shown.
const WITHHELD: &str = "(withheld)";

/// The findings in one file, while they are gathered: one for each rule in each field.
struct Found<'a> {
    file: &'a str,
    shown: String,
    /// Names of keys and columns that are findings themselves.
    withheld: BTreeSet<&'a str>,
    findings: Vec<Finding>,
    known: BTreeMap<(&'static str, String), usize>,
}

impl Found<'_> {
    fn push(&mut self, hit: Hit<'_>, at: &[Step], what: &str) {
        let (rule, field) = (hit.rule.name, field(at));
        let term = hit.term.map_or(String::new(), |term| format!(", {term}"));
        let known = self.known.entry((rule, format!("{field}{what}{term}")));
        let index = *known.or_insert(self.findings.len());
        if let Some(finding) = self.findings.get_mut(index) {
            finding.more += 1;
            return;
        }
        let place = [self.place(at), what.into()].join(" ");
        let (place, finds) = (place.trim(), hit.rule.finds);
        self.findings.push(Finding {
            rule,
            file: self.file.into(),
            field,
            message: format!("`{}` {place}: found {finds} ({rule}{term})", self.shown),
            more: 0,
        });
    }

    /// The way to a string as a person finds it.
    fn place(&self, at: &[Step]) -> String {
        let mut place = String::new();
        let mut path = String::new();
        for step in at {
            match step {
                Step::Line(line) => place = format!("line {line}"),
                Step::Byte(byte) => place = format!("byte {byte}"),
                Step::Index(index) => path.push_str(&format!("[{index}]")),
                Step::Name(number, name) => {
                    if !path.is_empty() {
                        path.push('.');
                    }
                    if self.withheld.contains(name.as_str()) {
                        path.push_str(&format!("({number}, withheld)"));
                    } else {
                        path.push_str(name);
                    }
                }
            }
        }
        match (place.is_empty(), path.is_empty()) {
            (_, true) => place,
            (true, false) => format!("`{path}`"),
            (false, false) => format!("{place}, `{path}`"),
        }
    }
}

/// The way to a string without lines and numbers: what a suppression names.
fn field(at: &[Step]) -> String {
    let mut path = String::new();
    for step in at {
        match step {
            Step::Index(_) => path.push_str("[]"),
            Step::Name(_, name) => {
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(name);
            }
            Step::Line(_) | Step::Byte(_) => {}
        }
    }
    if path.is_empty()
        && let [Step::Line(line), ..] = at
    {
        path = format!("line {line}");
    }
    path
}
