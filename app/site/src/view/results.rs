use charts::Lang;
use seal::{Parting, SUMS};

use super::{
    figure::side_name,
    markup::{Markup, classed, list, named, node, text},
};
use crate::judge::{Fed, Listed, Local, Verdict};

/// Lines shown of one kind.
const SHOWN: usize = 200;

/// The kinds of results, in the order in which they are shown.
#[derive(Clone, Copy)]
enum Kind {
    Differs,
    Unread,
    Unknown,
    Renamed,
    Source,
    Outside,
    Same,
}

impl Kind {
    const ALL: [Self; 7] = [
        Self::Differs,
        Self::Unread,
        Self::Unknown,
        Self::Renamed,
        Self::Source,
        Self::Outside,
        Self::Same,
    ];

    fn of(verdict: &Verdict) -> Self {
        match verdict {
            Verdict::Same(_) => Self::Same,
            Verdict::Renamed { .. } => Self::Renamed,
            Verdict::Differs { .. } | Verdict::OtherRelease(_) => Self::Differs,
            Verdict::Source(_) => Self::Source,
            Verdict::Signature => Self::Outside,
            Verdict::Unknown => Self::Unknown,
        }
    }

    fn name(self, lang: Lang) -> &'static str {
        match self {
            Self::Differs => messages::kind_differs(lang),
            Self::Unread => messages::kind_unread(lang),
            Self::Unknown => messages::kind_unknown(lang),
            Self::Renamed => messages::kind_renamed(lang),
            Self::Source => messages::kind_source(lang),
            Self::Outside => messages::kind_outside(lang),
            Self::Same => messages::kind_same(lang),
        }
    }
}

/// What came of the files so far.
pub(super) struct Results<'a> {
    lang: Lang,
    /// What the files are to the release.
    pub(super) verdicts: Vec<Verdict<'a>>,
    /// Files of the release that none of them was.
    pub(super) missing: Vec<&'a str>,
    /// How many of each kind, and a line for each of the first of them.
    kinds: [(usize, Vec<Markup>); Kind::ALL.len()],
}

impl<'a> Results<'a> {
    /// Of no file.
    pub(super) fn new(lang: Lang) -> Self {
        Self {
            lang,
            verdicts: vec![],
            missing: vec![],
            kinds: Default::default(),
        }
    }

    /// Adds what `local` is.
    pub(super) fn judged(&mut self, verdict: Verdict<'a>, local: Local) {
        let sentence = sentence(&verdict, &local, self.lang);
        self.add(Kind::of(&verdict), local.name, &sentence);
        self.verdicts.push(verdict);
    }

    /// Adds a file that the browser could not read.
    pub(super) fn unread(&mut self, name: String, why: &str) {
        self.add(Kind::Unread, name, why);
    }

    fn add(&mut self, kind: Kind, name: String, sentence: &str) {
        let (count, lines) = &mut self.kinds[kind as usize];
        *count += 1;
        if *count <= SHOWN {
            lines.push(named(name, &format!(": {sentence}")));
        }
    }

    fn count(&self) -> usize {
        self.kinds.iter().map(|(count, _)| count).sum()
    }

    /// A sentence with the number of each kind.
    pub(super) fn counts(&self) -> String {
        let lang = self.lang;
        let kinds = Kind::ALL.map(|kind| (kind.name(lang), self.kinds[kind as usize].0));
        let missing = (messages::missing_of_release(lang), self.missing.len());
        let each = kinds.into_iter().chain([missing]);
        let each = each.filter(|(_, count)| *count > 0);
        let each = each.map(|(name, count)| messages::count_of_kind(lang, count, name));
        let counts: Vec<String> = [self.count().to_string()].into_iter().chain(each).collect();
        messages::files_compared(lang, counts.join(messages::semicolon(lang)))
    }

    /// What came of each, those first that a reader must look at.
    pub(super) fn markup(&self) -> Markup {
        let lang = self.lang;
        let kinds = Kind::ALL.iter().zip(&self.kinds);
        let groups = kinds.flat_map(|(kind, (count, lines))| {
            let class = match kind {
                Kind::Differs => "worse",
                _ => "",
            };
            let lines = node("ul", &[], lines.clone());
            group(class, kind.name(lang), *count, lines, lang)
        });
        let missing = self.missing.iter().take(SHOWN).map(ToString::to_string);
        let name = messages::not_among_yours(lang);
        let missing = group("worse", name, self.missing.len(), list(missing), lang);
        Markup::all(groups.chain(missing).collect())
    }
}

/// Lines under their name and number; nothing where there are none.
fn group(class: &str, name: &str, count: usize, lines: Markup, lang: Lang) -> Option<Markup> {
    if count == 0 {
        return None;
    }
    let mut parts = vec![classed("h3", class, format!("{name}: {count}")), lines];
    if count > SHOWN {
        parts.push(text("p", messages::and_more(lang, count - SHOWN)));
    }
    Some(Markup::all(parts))
}

/// What a file is to the release.
fn sentence(verdict: &Verdict, local: &Local, lang: Lang) -> String {
    match verdict {
        Verdict::Same(SUMS) => messages::local_manifest(lang).into(),
        Verdict::Same(path) => messages::local_same(lang, path),
        Verdict::Renamed { content, name } => {
            let content = content.join(", ");
            match name {
                None => messages::local_renamed(lang, content),
                Some(name) => messages::local_renamed_to(lang, content, name),
            }
        }
        Verdict::Differs {
            listed,
            parting,
            cause,
        } => {
            let rest = match parting {
                Some(parting) => line(parting, lang),
                None => sizes(listed, local, lang),
            };
            let paths: Vec<&str> = listed.iter().map(|file| file.path).collect();
            let paths = paths.join(", ");
            match cause {
                None => messages::local_differs(lang, paths, rest),
                Some(cause) => messages::local_differs_by(lang, cause.said(lang), paths, rest),
            }
        }
        Verdict::OtherRelease(id) => messages::local_other_release(lang, id),
        Verdict::Source(fed) => {
            let fed: Vec<String> = fed.iter().map(|fed| made(fed, lang)).collect();
            messages::local_source(lang, fed.join(messages::semicolon(lang)))
        }
        Verdict::Signature => messages::local_signature(lang).into(),
        Verdict::Unknown => messages::local_unknown(lang, local.digest),
    }
}

/// Length and digest, of the file and of those that it is named like.
fn sizes(listed: &[Listed], local: &Local, lang: Lang) -> String {
    let size = |bytes: Option<u64>, digest| match bytes {
        Some(bytes) => messages::bytes_and_digest(lang, bytes, digest),
        None => messages::digest_alone(lang, digest),
    };
    let expected: Vec<String> = listed
        .iter()
        .map(|file| size(file.bytes, file.digest))
        .collect();
    parted(
        &size(Some(local.bytes), local.digest),
        &expected.join(messages::or(lang)),
        lang,
    )
}

fn parted(found: &str, expected: &str, lang: Lang) -> String {
    messages::found_expected(lang, expected, found)
}

fn line(parting: &Parting, lang: Lang) -> String {
    let shown = |text: &Option<String>| match text {
        Some(text) => format!("`{text}`"),
        None => messages::nothing_more(lang).into(),
    };
    let rest = parted(&shown(&parting.found), &shown(&parting.expected), lang);
    messages::parted_in_line(lang, parting.line, rest)
}

fn made(fed: &Fed, lang: Lang) -> String {
    let rounds: Vec<String> = fed.rounds.iter().map(u32::to_string).collect();
    let (batch, scenario, side) = (fed.batch, fed.scenario, side_name(fed.side, lang));
    let rounds = rounds.join(messages::enumerating_comma(lang));
    messages::rounds_of(lang, batch, rounds, scenario, side)
}
