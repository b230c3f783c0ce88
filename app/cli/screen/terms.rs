//! The publisher's own list: names that no pattern can know.

use anyhow::bail;
use regex::{Regex, RegexBuilder};
use unicode_normalization::UnicodeNormalization;

/// Private terms, ready to search.
#[derive(Default)]
pub(crate) struct Terms {
    terms: Vec<Term>,
    /// All of them at once, since almost every string has none.
    any: Option<Regex>,
}

struct Term {
    /// Without case, width and separators.
    plain: String,
    /// Where it is written, to be named in its stead.
    place: String,
}

/// A term found in a text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Hit<'a> {
    /// Where the term is written.
    pub(crate) term: &'a str,
    /// The line of the text, from 0.
    pub(crate) line: usize,
}

/// The shortest term that is looked for in programs, in bytes: their names and code are full of short strings.
const IN_PROGRAMS: usize = 6;

impl Terms {
    /// Reads a list: one term a line, `#` begins a comment.
    pub(crate) fn read(text: &str) -> anyhow::Result<Self> {
        let lines = text.trim_start_matches('\u{feff}').lines().zip(1..);
        let terms = lines
            .map(|(line, number)| (line.trim(), number))
            .filter(|(line, _)| !line.is_empty() && !line.starts_with('#'));
        let terms: Vec<_> = terms
            .map(|(term, number)| (term, format!("line {number} of the private terms")))
            .collect();
        if terms.is_empty() {
            bail!(
                "found no private term, expected at least one a line; `--no-private-terms REASON` does without and publishes the reason"
            );
        }
        Self::default().with(terms)
    }

    /// These and others, each with its place.
    pub(crate) fn with<'a>(
        mut self,
        more: impl IntoIterator<Item = (&'a str, String)>,
    ) -> anyhow::Result<Self> {
        for (term, place) in more {
            let plain = plain(term);
            let letters = plain.chars().count();
            // Two Chinese characters are a name, two letters are in every other word.
            if letters < 3 && plain.len() < 6 {
                bail!(
                    "{place}: found {letters} letters and digits, expected at least 3: it would be found everywhere"
                );
            }
            self.terms.push(Term { plain, place });
        }
        if !self.terms.is_empty() {
            let all = self.terms.iter().map(|term| regex::escape(&term.plain));
            let all = all.collect::<Vec<_>>().join("|");
            self.any = Some(RegexBuilder::new(&all).size_limit(1 << 28).build()?);
        }
        Ok(self)
    }

    /// Every term in `text`, once each.
    pub(crate) fn find(&self, text: &str) -> Vec<Hit<'_>> {
        self.longer(0, text)
    }

    /// Every term in `text`, which is a program's, that is long enough for that.
    pub(crate) fn find_in_program(&self, text: &str) -> Vec<Hit<'_>> {
        self.longer(IN_PROGRAMS, text)
    }

    /// Every term that is all of `text`.
    pub(crate) fn find_whole(&self, text: &str) -> Vec<Hit<'_>> {
        let whole = self.terms.iter().filter(|term| term.plain == text);
        whole
            .map(|term| Hit {
                term: &term.place,
                line: 0,
            })
            .collect()
    }

    fn longer(&self, than: usize, text: &str) -> Vec<Hit<'_>> {
        let Some(any) = &self.any else {
            return vec![];
        };
        let plain = plain(text);
        if !any.is_match(&plain) {
            return vec![];
        }
        let long = self.terms.iter().filter(|term| term.plain.len() >= than);
        long.filter_map(|term| {
            let at = plain.find(&term.plain)?;
            Some(Hit {
                term: &term.place,
                line: line_at(text, at),
            })
        })
        .collect()
    }
}

/// The line of `text` that the place `at` of its plain form came from.
fn line_at(text: &str, at: usize) -> usize {
    let mut length = 0;
    for (number, line) in text.lines().enumerate() {
        length += plain(line).len();
        if at < length {
            return number;
        }
    }
    0
}

/// `text` as far as it tells names apart: without width (NFKC), case and all that is no letter or digit.
pub(crate) fn plain(text: &str) -> String {
    if text.is_ascii() {
        let kept = text.bytes().filter(u8::is_ascii_alphanumeric);
        return kept.map(|c| char::from(c.to_ascii_lowercase())).collect();
    }
    // Once more afterwards: lower case can be a sequence that has a composed form.
    text.nfkc()
        .flat_map(char::to_lowercase)
        .nfkc()
        .filter(|c| c.is_alphanumeric())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_is_found_however_it_is_written() {
        let terms = Terms::read("# mine\nAcme-Lab\n华东机房\n\n阿里\nJosé\n").unwrap();
        #[track_caller]
        fn case(terms: &Terms, text: &str, line: Option<usize>) {
            let found: Vec<String> = terms.find(text).iter().map(|hit| hit.term.into()).collect();
            let expected: Vec<String> = line
                .iter()
                .map(|line| format!("line {line} of the private terms"))
                .collect();
            assert_eq!(found, expected, "{text}");
        }
        for text in [
            "acme-lab",
            "ACME_LAB",
            "acme lab",
            "Acme.Lab",
            "acmelab",
            "ａｃｍｅ－ｌａｂ",
            "a\u{200b}cme lab",
            "the acme\nlab",
            "/acme/lab/",
        ] {
            case(&terms, text, Some(2));
        }
        case(&terms, "在华东机房测得", Some(3));
        case(&terms, "华东 机房", Some(3));
        case(&terms, "阿里云", Some(5));
        case(&terms, "jose\u{301}", Some(6));
        case(&terms, "acme", None);
        case(&terms, "华东", None);
        case(&terms, "jose", None);
    }

    #[test]
    fn the_line_is_that_of_the_first_letter() {
        let terms = Terms::read("Acme-Lab").unwrap();
        assert_eq!(terms.find("one\n二 two\nacme\nlab")[0].line, 2);
        assert_eq!(terms.find("acmelab")[0].line, 0);
    }

    #[test]
    fn a_list_that_finds_nothing_or_everything_is_refused() {
        for text in ["", "# only a comment\n\n", "ab", "a-b", "华", "--"] {
            assert!(Terms::read(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn programs_are_searched_for_long_terms_only() {
        let terms = Terms::read("abc\nacme-lab\n机房").unwrap();
        let found = terms.find_in_program("abc acmelab 机房");
        assert_eq!(found.len(), 2);
        assert_eq!(terms.find_whole("abc").len(), 1);
        assert_eq!(terms.find_whole("abcd"), []);
    }
}
