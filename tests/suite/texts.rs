//! No text that a reader sees is in the code: all are messages, in both languages, and each message is used.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

use crate::harness::repository;

/// Where messages are said.
const SPEAKERS: [&str; 5] = [
    "app/seal/src",
    "app/rounds/src",
    "app/charts/src",
    "app/site/src",
    "app/cli",
];

/// A literal that is no message: its file, how it starts, and why.
type Allowed = (&'static str, &'static str, &'static str);

/// Literals with Chinese in them that are no message.
const CHINESE: &[Allowed] = &[(
    "app/site/src/load.rs",
    "The check stopped: ",
    "said by what runs when the program panicked, which may call nothing",
)];

/// Literals with words in them that no reader sees as a text.
const WORDS: &[Allowed] = &[
    (
        "app/rounds/src/columns.rs",
        "",
        "the descriptions in datapackage.json",
    ),
    (
        "app/rounds/src/keys.rs",
        "daggerboard key",
        "a trusted comment",
    ),
    ("app/rounds/src/rows.rs", "", "said by the command alone"),
    ("app/charts/src/card.rs", "Noto Sans", "the name of a font"),
    (
        "app/charts/src/proof.rs",
        " --salts FILE",
        "a part of a command",
    ),
    ("app/charts/src/proof.rs", "daggerboard audit ", "a command"),
    ("app/charts/src/svg.rs", "text{font:", "a style"),
    ("app/site/src/view/batch.rs", "panels three", "a class"),
    ("app/site/src/view/batch.rs", "part body", "a class"),
    ("app/site/src/view/choices.rs", "choices parts", "a class"),
    (
        "app/site/src/view/commands.rs",
        "(Get-FileHash ",
        "a command",
    ),
    ("app/site/src/view/commands.rs", "Get-Content ", "a command"),
    (
        "app/site/src/view/commands.rs",
        "frictionless ",
        "a command",
    ),
    (
        "app/site/src/view/commands.rs",
        "daggerboard verify ",
        "a command",
    ),
    ("app/site/src/view/commands.rs", "sha256sum ", "a command"),
    ("app/site/src/view/commands.rs", "shasum ", "a command"),
    (
        "app/site/src/view/markup.rs",
        "the browser refused",
        "a panic's text",
    ),
];

/// A literal with where it stands.
struct Literal {
    file: String,
    line: usize,
    text: String,
    /// What is given in a pair before it, as in `("class", "note hint")`.
    of: String,
}

/// What a file of Rust has, but for its tests, attributes and documentation.
#[derive(Default)]
struct Sources {
    literals: Vec<Literal>,
    /// `name` of each `messages::name`.
    called: BTreeSet<String>,
}

impl Sources {
    fn of(folders: &[&str]) -> Self {
        let mut all = Self::default();
        for folder in folders {
            for path in files(&repository().join(folder)) {
                let text = fs::read_to_string(&path).unwrap();
                let name = path.strip_prefix(repository()).unwrap();
                all.read(text.parse().unwrap(), &name.to_string_lossy());
            }
        }
        assert!(all.literals.len() > 100, "the sources were not read");
        all
    }

    fn read(&mut self, tokens: TokenStream, file: &str) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            match token {
                TokenTree::Punct(sign) if sign.as_char() == '#' => {
                    if let Some(skipped) = attribute(&tokens[at..]) {
                        at += skipped;
                        continue;
                    }
                }
                TokenTree::Ident(name) if name == "messages" => self.call(&tokens[at + 1..]),
                TokenTree::Group(group) => self.read(group.stream(), file),
                TokenTree::Literal(literal) => {
                    let text = literal.to_string();
                    let start = text.trim_start_matches(['r', '#']);
                    if let Some(text) = start.strip_prefix('"') {
                        self.literals.push(Literal {
                            file: file.into(),
                            line: literal.span().start().line,
                            text: text.trim_end_matches('#').trim_end_matches('"').into(),
                            of: before(&tokens[..at]),
                        });
                    }
                }
                _ => {}
            }
            at += 1;
        }
    }

    /// Notes what is called where `rest` follows `messages`.
    fn call(&mut self, rest: &[TokenTree]) {
        match rest {
            [TokenTree::Punct(one), TokenTree::Punct(two), called, ..]
                if one.as_char() == ':'
                    && one.spacing() == Spacing::Joint
                    && two.as_char() == ':' =>
            {
                match called {
                    TokenTree::Ident(name) => {
                        self.called.insert(name.to_string());
                    }
                    TokenTree::Group(names) => {
                        let names = names.stream().into_iter();
                        self.called.extend(names.map(|name| name.to_string()));
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// Those with `wrong` in them that are not in the list of `allowed`; errs too where the list has more than it takes.
    fn refuse(&self, allowed: &[Allowed], wrong: impl Fn(&Literal) -> bool) {
        let mut unused: Vec<_> = allowed.to_vec();
        let mut found = String::new();
        for literal in self.literals.iter().filter(|literal| wrong(literal)) {
            let Literal {
                file, line, text, ..
            } = literal;
            let of = |(place, start, _): &Allowed| place == file && text.starts_with(start);
            if allowed.iter().any(of) {
                unused.retain(|entry| !of(entry));
            } else {
                found +=
                    &format!("{file}:{line}: found `{text}`, expected a message of app/messages\n");
            }
        }
        assert!(found.is_empty(), "{found}");
        assert!(
            unused.is_empty(),
            "nothing is like these any more: {unused:?}"
        );
    }
}

/// How many tokens an attribute takes; with the item after it where that is for tests only.
fn attribute(tokens: &[TokenTree]) -> Option<usize> {
    let brackets =
        1 + usize::from(matches!(&tokens[1], TokenTree::Punct(sign) if sign.as_char() == '!'));
    let TokenTree::Group(inside) = tokens.get(brackets)? else {
        return None;
    };
    let is_test = inside.stream().to_string().replace(' ', "") == "cfg(test)";
    let body = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Punct(sign) => sign.as_char() == ';',
        _ => false,
    };
    let item = tokens
        .iter()
        .skip(brackets)
        .position(body)
        .filter(|_| is_test);
    Some(brackets + 1 + item.unwrap_or(0))
}

/// The literal before the comma that ends `tokens`.
fn before(tokens: &[TokenTree]) -> String {
    match tokens {
        [.., TokenTree::Literal(of), TokenTree::Punct(comma)] if comma.as_char() == ',' => {
            of.to_string()
        }
        _ => String::new(),
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = vec![];
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|end| end == "rs") && !path.ends_with("tests.rs") {
            found.push(path);
        }
    }
    found
}

/// Two words with a space between them.
fn has_words(text: &str) -> bool {
    let words: Vec<&str> = text.split(' ').collect();
    words.windows(2).any(|pair| {
        let end = pair[0].chars().rev().take_while(char::is_ascii_alphabetic);
        let start = pair[1].chars().take_while(char::is_ascii_alphabetic);
        end.count() > 1 && start.count() > 1
    })
}

#[test]
fn no_chinese_is_in_the_code() {
    let chinese = |literal: &Literal| {
        literal
            .text
            .contains(|sign| ('\u{4e00}'..='\u{9fff}').contains(&sign))
    };
    Sources::of(&SPEAKERS).refuse(CHINESE, chinese);
}

#[test]
fn no_sentence_is_in_the_code_that_speaks_to_readers() {
    let sentence = |literal: &Literal| {
        let markup = literal.text.trim_start().starts_with('<');
        has_words(&literal.text) && literal.of != "\"class\"" && !markup
    };
    Sources::of(&[
        "app/seal/src",
        "app/rounds/src",
        "app/charts/src",
        "app/site/src/view",
    ])
    .refuse(WORDS, sentence);
}

#[test]
fn every_message_is_used() {
    let called = Sources::of(&SPEAKERS).called;
    let text = fs::read_to_string(repository().join("app/messages/en.ftl")).unwrap();
    let ids = text.lines().filter_map(|line| line.split_once(" = "));
    let ids = ids
        .map(|(id, _)| id)
        .filter(|id| id.starts_with(|sign: char| sign.is_ascii_lowercase()));
    let unused: Vec<&str> = ids
        .filter(|id| {
            !called.contains(&id.replace('-', "_")) && !text.contains(&format!("{{ {id} }}"))
        })
        .collect();
    assert!(unused.is_empty(), "nothing says these: {unused:?}");
}

#[test]
fn what_is_a_text_and_what_is_not() {
    let mut sources = Sources::default();
    let code = r#####"
        /// Says two words.
        #[expect(clippy::x, reason = "two words")]
        fn a() { messages::b_c(lang); node("p", &[("class", "two words")], format!(r#"three more words {x}"#)); }
        #[cfg(test)]
        mod tests { fn a() { say("not looked at"); } }
        use messages::{d, e};
    "#####;
    sources.read(code.parse().unwrap(), "a.rs");
    let texts: Vec<(&str, &str)> = sources
        .literals
        .iter()
        .map(|one| (&*one.of, &*one.text))
        .collect();
    assert_eq!(
        texts,
        [
            ("", "p"),
            ("", "class"),
            ("\"class\"", "two words"),
            ("", "three more words {x}")
        ]
    );
    let called: Vec<&str> = sources.called.iter().map(String::as_str).collect();
    assert_eq!(called, [",", "b_c", "d", "e"]);
    assert!(
        has_words("one two")
            && has_words("{x} is {y}, as told")
            && !has_words("M 1 2 {a} b")
            && !has_words("a-b")
    );
}
