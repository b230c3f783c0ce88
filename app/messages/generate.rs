//! Two Fluent files in, a Rust function for each message out. Used by `build.rs`, and tested as a part of the room.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
};

use fluent_syntax::{
    ast::{
        Comment, Entry, Expression, InlineExpression, Pattern, PatternElement, Resource, Variant,
        VariantKey,
    },
    parser,
    unicode::unescape_unicode_to_string,
};

/// What stands in the comment of a Chinese message whose text is meant to be without a Chinese character.
const NOT_TRANSLATED: &str = "not translated";

/// One digit names a value in a template.
const MOST: usize = 10;

/// How deep messages may refer to others: deeper than anybody writes, and less than a circle.
const DEPTH: usize = 16;

/// The functions of the English and the Chinese file, or all that is wrong with the two.
pub(crate) fn generate(files: [&str; 2], texts: [&str; 2]) -> Result<String, Vec<String>> {
    let mut errors = vec![];
    let languages = [0, 1].map(|index| read(files[index], texts[index], &mut errors));
    let [en, zh] = &languages;
    for (one, other) in [(en, zh), (zh, en)] {
        for id in one
            .messages
            .keys()
            .filter(|id| !other.messages.contains_key(*id))
        {
            errors.push(one.error(
                id,
                "found in this file only",
                &format!("it in {} too", other.file),
            ));
        }
    }
    let mut code = String::new();
    for (id, message) in &en.messages {
        let Some(other) = zh.messages.get(id) else {
            continue;
        };
        match function(id, [message, other], &languages) {
            Ok(function) => code += &function,
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() {
        Ok(code)
    } else {
        Err(errors)
    }
}

/// A file, taken apart.
struct Language<'a> {
    file: &'a str,
    messages: BTreeMap<&'a str, Message<'a>>,
    terms: BTreeMap<&'a str, Pattern<&'a str>>,
}

struct Message<'a> {
    comment: String,
    pattern: Pattern<&'a str>,
}

impl Language<'_> {
    fn error(&self, id: &str, found: &str, expected: &str) -> String {
        format!(
            "{}: message `{id}`: {found}, expected {expected}",
            self.file
        )
    }
}

fn read<'a>(file: &'a str, text: &'a str, errors: &mut Vec<String>) -> Language<'a> {
    let mut language = Language {
        file,
        messages: BTreeMap::new(),
        terms: BTreeMap::new(),
    };
    for (number, line) in (1..).zip(text.split('\n')) {
        if line.ends_with(char::is_whitespace) {
            errors.push(format!(
                "{file}:{number}: found a space at the end of the line, expected none"
            ));
        }
    }
    let Resource { body } = parser::parse(text).unwrap_or_else(|(resource, broken)| {
        errors.extend(broken.into_iter().map(|error| {
            let before = text.get(..error.pos.start).unwrap_or(text);
            let number = before.matches('\n').count() + 1;
            format!(
                "{file}:{number}: found what is no Fluent, expected: {}",
                error.kind
            )
        }));
        resource
    });
    for entry in body {
        let (id, twice) = match entry {
            Entry::Message(message) => {
                let id = message.id.name;
                let Some(pattern) = message.value.filter(|_| message.attributes.is_empty()) else {
                    errors.push(language.error(id, "found attributes", "a text alone"));
                    continue;
                };
                let comment = comment(message.comment.as_ref());
                let message = Message { comment, pattern };
                (id, language.messages.insert(id, message).is_some())
            }
            Entry::Term(term) => {
                let id = term.id.name;
                (id, language.terms.insert(id, term.value).is_some())
            }
            _ => continue,
        };
        if twice {
            errors.push(language.error(id, "found twice", "it once"));
        }
        if id.contains(|sign: char| {
            !sign.is_ascii_lowercase() && !sign.is_ascii_digit() && sign != '-'
        }) {
            errors.push(language.error(id, "found this name", "small letters, digits and hyphens"));
        }
    }
    language
}

fn comment(comment: Option<&Comment<&str>>) -> String {
    comment.map_or(String::new(), |comment| comment.content.join("\n"))
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq)]
enum Piece {
    Literal(String),
    Variable(String),
}

/// A text, with the choices to be made before it can be filled.
enum Tree {
    Text(Vec<Piece>),
    Choice {
        variable: String,
        arms: Vec<(Key, Tree)>,
    },
}

#[derive(Clone, Debug, PartialEq)]
enum Key {
    Number(u64),
    Word(String),
    Other,
}

/// What a variable is to its message.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Use {
    Shown,
    Number,
    Word,
}

impl Tree {
    /// Visits every text in it.
    fn texts<'a>(&'a self, visit: &mut impl FnMut(&'a [Piece])) {
        match self {
            Self::Text(pieces) => visit(pieces),
            Self::Choice { arms, .. } => arms.iter().for_each(|(_, arm)| arm.texts(visit)),
        }
    }

    /// All its literal text.
    fn literal(&self) -> String {
        let mut literal = String::new();
        self.texts(&mut |pieces| {
            for piece in pieces {
                match piece {
                    Piece::Literal(text) => literal += text,
                    Piece::Variable(_) => literal.push(' '),
                }
            }
        });
        literal
    }

    /// Each of its texts as a line of documentation.
    fn documented(&self) -> String {
        let mut lines = BTreeSet::new();
        self.texts(&mut |pieces| {
            let text = pieces.iter().map(|piece| match piece {
                Piece::Literal(text) => text.clone(),
                Piece::Variable(name) => format!("{{${name}}}"),
            });
            lines.insert(format!("- `{}`", text.collect::<String>().trim()));
        });
        Vec::from_iter(lines).join("\n")
    }

    /// Its variables that are shown, whatever else they are.
    fn shown(&self) -> BTreeSet<String> {
        let mut shown = BTreeSet::new();
        self.texts(&mut |pieces| {
            shown.extend(pieces.iter().filter_map(|piece| match piece {
                Piece::Variable(name) => Some(name.clone()),
                Piece::Literal(_) => None,
            }));
        });
        shown
    }

    /// Notes what choices make of their variables; the name of one that is taken for a number and for a word.
    fn choices(&self, uses: &mut BTreeMap<String, Use>) -> Result<(), String> {
        let Self::Choice { variable, arms } = self else {
            return Ok(());
        };
        for (key, arm) in arms {
            let found = match key {
                Key::Number(_) => Use::Number,
                Key::Word(_) => Use::Word,
                Key::Other => Use::Shown,
            };
            let known = uses.entry(variable.clone()).or_insert(found);
            match (*known, found) {
                (Use::Number, Use::Word) | (Use::Word, Use::Number) => return Err(variable.clone()),
                (Use::Shown, _) => *known = found,
                _ => {}
            }
            arm.choices(uses)?;
        }
        Ok(())
    }

    /// As an expression that gives the template.
    fn expression(&self, shown: &[&String], uses: &BTreeMap<String, Use>) -> String {
        match self {
            Self::Text(pieces) => {
                let template = pieces.iter().map(|piece| match piece {
                    Piece::Literal(text) => text.clone(),
                    Piece::Variable(name) => {
                        let place = shown.iter().position(|shown| *shown == name);
                        place.map_or(String::new(), |place| format!("{{{place}}}"))
                    }
                });
                format!("{:?}", template.collect::<String>())
            }
            Self::Choice { variable, arms } => {
                let name = snake(variable);
                let on = match uses.get(variable) {
                    Some(Use::Number) => format!("Count::count({name})"),
                    _ => name,
                };
                let arms = arms.iter().map(|(key, arm)| {
                    let key = match key {
                        Key::Number(number) => number.to_string(),
                        Key::Word(word) => format!("{word:?}"),
                        Key::Other => "_".into(),
                    };
                    format!("{key} => {},", arm.expression(shown, uses))
                });
                format!("match {on} {{ {} }}", arms.collect::<String>())
            }
        }
    }
}

/// Puts references in and takes choices out, until only texts are left.
fn grow(
    language: &Language<'_>,
    todo: &[&PatternElement<&str>],
    mut done: Vec<Piece>,
    depth: usize,
) -> Result<Tree, [String; 2]> {
    let Some((first, rest)) = todo.split_first() else {
        return Ok(Tree::Text(done));
    };
    let expression = match first {
        PatternElement::TextElement { value } => {
            if value.contains('\n') {
                return Err(["found a line break".into(), "a text on one line".into()]);
            }
            done.push(Piece::Literal((*value).into()));
            return grow(language, rest, done, depth);
        }
        PatternElement::Placeable { expression } => expression,
    };
    let inline = match expression {
        Expression::Select { selector, variants } => {
            return choice(language, selector, variants, rest, &done, depth);
        }
        Expression::Inline(inline) => inline,
    };
    let (name, referred) = match inline {
        InlineExpression::VariableReference { id } => {
            done.push(Piece::Variable(id.name.into()));
            return grow(language, rest, done, depth);
        }
        InlineExpression::StringLiteral { value } => {
            let text = unescape_unicode_to_string(value);
            if text.contains(['{', '}']) {
                return Err(["found a brace".into(), "a text without braces".into()]);
            }
            done.push(Piece::Literal(text.into_owned()));
            return grow(language, rest, done, depth);
        }
        InlineExpression::MessageReference {
            id,
            attribute: None,
        } => {
            let message = language.messages.get(id.name);
            (id.name.to_owned(), message.map(|message| &message.pattern))
        }
        InlineExpression::TermReference {
            id,
            attribute: None,
            arguments: None,
        } => (format!("-{}", id.name), language.terms.get(id.name)),
        _ => {
            return Err([
                "found a placeable of another kind".into(),
                "a `$variable`, a `\"text\"`, a `message`, a `-term` or a choice".into(),
            ]);
        }
    };
    let Some(referred) = referred else {
        return Err([
            format!("found a reference to `{name}`"),
            "one that is in this file".into(),
        ]);
    };
    if depth == DEPTH {
        return Err([format!("found a circle through `{name}`"), "an end".into()]);
    }
    let todo: Vec<_> = referred
        .elements
        .iter()
        .chain(rest.iter().copied())
        .collect();
    grow(language, &todo, done, depth + 1)
}

fn choice(
    language: &Language<'_>,
    selector: &InlineExpression<&str>,
    variants: &[Variant<&str>],
    rest: &[&PatternElement<&str>],
    done: &[Piece],
    depth: usize,
) -> Result<Tree, [String; 2]> {
    let InlineExpression::VariableReference { id } = selector else {
        return Err([
            "found a choice by something else".into(),
            "by a `$variable`".into(),
        ]);
    };
    let mut arms = vec![];
    for variant in variants {
        let key = match (&variant.key, variant.default) {
            // What is said of everything that has no arm of its own.
            (_, true) => Key::Other,
            (VariantKey::NumberLiteral { value }, false) => {
                let number = value
                    .parse()
                    .map_err(|_| [format!("found the number {value}"), "a count".into()])?;
                Key::Number(number)
            }
            (VariantKey::Identifier { name: "one" }, false) if language.file.starts_with("en") => {
                Key::Number(1)
            }
            (
                VariantKey::Identifier {
                    name: name @ ("zero" | "one" | "two" | "few" | "many" | "other"),
                },
                false,
            ) => {
                return Err([
                    format!("found the plural form `{name}`"),
                    "one of this language, or a number".into(),
                ]);
            }
            (VariantKey::Identifier { name }, false) => Key::Word((*name).into()),
        };
        let todo: Vec<_> = variant
            .value
            .elements
            .iter()
            .chain(rest.iter().copied())
            .collect();
        arms.push((key, grow(language, &todo, done.to_vec(), depth)?));
    }
    // The default stands last in a Rust match, wherever it is in the file.
    arms.sort_by_key(|(key, _)| *key == Key::Other);
    let variable = id.name.into();
    Ok(Tree::Choice { variable, arms })
}

/// The function of one message.
fn function(
    id: &str,
    messages: [&Message<'_>; 2],
    languages: &[Language<'_>; 2],
) -> Result<String, String> {
    let [en, zh] = languages;
    let tree = |language: &Language<'_>, message: &Message<'_>| {
        let todo: Vec<_> = message.pattern.elements.iter().collect();
        grow(language, &todo, vec![], 0)
            .map_err(|[found, expected]| language.error(id, &found, &expected))
    };
    let trees = [tree(en, messages[0])?, tree(zh, messages[1])?];
    let mut uses = [BTreeMap::new(), BTreeMap::new()];
    for ((tree, uses), language) in trees.iter().zip(&mut uses).zip(languages) {
        tree.choices(uses).map_err(|variable| {
            let found = format!("found `${variable}` chosen by number and by word");
            language.error(id, &found, "one of the two")
        })?;
        for name in tree.shown() {
            uses.entry(name).or_insert(Use::Shown);
        }
    }
    let names = uses.each_ref().map(|uses| uses.keys().collect::<Vec<_>>());
    if names[0] != names[1] {
        let expected = format!("{} as in {}", list(&names[0]), en.file);
        return Err(zh.error(
            id,
            &format!("found the variables {}", list(&names[1])),
            &expected,
        ));
    }
    let [mut uses, other] = uses;
    for (name, kind) in other {
        match (uses.get(&name), kind) {
            (Some(Use::Shown), _) => {
                uses.insert(name, kind);
            }
            (Some(Use::Number), Use::Word) | (Some(Use::Word), Use::Number) => {
                let found = format!("found `${name}` chosen by {kind:?}");
                return Err(zh.error(id, &found, &format!("what {} does", en.file)));
            }
            _ => {}
        }
    }
    let [english, chinese] = trees.each_ref().map(Tree::literal);
    if has_words(&english)
        && !chinese.contains(is_chinese)
        && !messages[1].comment.contains(NOT_TRANSLATED)
    {
        let expected = format!("one, or a comment that says `{NOT_TRANSLATED}`");
        return Err(zh.error(id, "found no Chinese character", &expected));
    }
    let shown: BTreeSet<String> = trees.iter().flat_map(Tree::shown).collect();
    let shown: Vec<&String> = shown.iter().collect();
    if shown.len() > MOST {
        return Err(en.error(
            id,
            &format!("found {} variables", shown.len()),
            &format!("at most {MOST}"),
        ));
    }
    let [english_text, chinese_text] = trees.each_ref().map(|tree| tree.expression(&shown, &uses));
    let template =
        format!("match lang {{ Lang::En => {english_text}, Lang::Zh => {chinese_text} }}");
    let parameters = uses.iter().map(|(name, kind)| {
        let kind = match kind {
            Use::Shown => "impl Display",
            Use::Number => "impl Count",
            Use::Word => "&str",
        };
        format!(", {}: {kind}", snake(name))
    });
    let (name, parameters) = (snake(id), parameters.collect::<String>());
    let doc = format!("{}\n\n{}", messages[0].comment, trees[0].documented());
    let mut code = format!("#[doc = {:?}]\n", doc.trim());
    // Writing to a String cannot fail.
    let _ = if shown.is_empty() {
        writeln!(
            code,
            "pub fn {name}(lang: Lang{parameters}) -> &'static str {{ {template} }}"
        )
    } else {
        let values = shown.iter().map(|name| format!("&{}", snake(name)));
        let values = values.collect::<Vec<_>>().join(", ");
        writeln!(
            code,
            "pub fn {name}(lang: Lang{parameters}) -> String {{ fill({template}, &[{values}]) }}"
        )
    };
    Ok(code)
}

fn list(names: &[&String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`${name}`")).collect();
    if names.is_empty() {
        "none".into()
    } else {
        names.join(", ")
    }
}

fn snake(name: &str) -> String {
    name.replace('-', "_")
}

fn has_words(text: &str) -> bool {
    let letters = text.split(|sign: char| !sign.is_ascii_alphabetic());
    letters.into_iter().any(|word| word.len() > 1)
}

fn is_chinese(sign: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILES: [&str; 2] = ["en.ftl", "zh-Hans.ftl"];

    fn code(en: &str, zh: &str) -> String {
        generate(FILES, [en, zh]).unwrap()
    }

    #[track_caller]
    fn refused(en: &str, zh: &str, expected: &[&str]) {
        assert_eq!(generate(FILES, [en, zh]).unwrap_err(), expected);
    }

    #[test]
    fn a_text_alone_is_static() {
        assert_eq!(
            code("# Of a report.\nnot-run = not run\n", "not-run = 未执行\n"),
            "#[doc = \"Of a report.\\n\\n- `not run`\"]\n\
             pub fn not_run(lang: Lang) -> &'static str { match lang { Lang::En => \"not run\", Lang::Zh => \"未执行\" } }\n"
        );
    }

    #[test]
    fn variables_stand_by_alphabet_wherever_the_texts_have_them() {
        let made = code(
            "of = { $found } of { $all }\n",
            "of = { $all } 中的 { $found }\n",
        );
        assert!(
            made.ends_with(
                "pub fn of(lang: Lang, all: impl Display, found: impl Display) -> String \
                 { fill(match lang { Lang::En => \"{1} of {0}\", Lang::Zh => \"{0} 中的 {1}\" }, &[&all, &found]) }\n"
            ),
            "{made}"
        );
    }

    #[test]
    fn a_number_chooses_the_text_with_all_that_is_around_it() {
        let made = code(
            "days = in { $n ->\n  *[other] { $n } days\n   [0] no time\n   [one] a day\n} at { $place }\n",
            "days = { $place }：{ $n } 天\n",
        );
        assert!(
            made.contains("(lang: Lang, n: impl Count, place: impl Display)"),
            "{made}"
        );
        assert!(
            made.contains(
                "match Count::count(n) { 0 => \"in no time at {1}\",1 => \"in a day at {1}\",_ => \"in {0} days at {1}\", }"
            ),
            "{made}"
        );
    }

    #[test]
    fn a_word_chooses_too() {
        let made = code(
            "side = { $side ->\n   [before] before\n  *[after] after\n}\n",
            "side = { $side ->\n   [before] 升级前\n  *[after] 升级后\n}\n",
        );
        assert!(
            made.contains("pub fn side(lang: Lang, side: &str) -> &'static str"),
            "{made}"
        );
        assert!(
            made.contains("match side { \"before\" => \"升级前\",_ => \"升级后\", }"),
            "{made}"
        );
    }

    #[test]
    fn references_are_put_in() {
        let made = code(
            "-brand = Daggerboard\nnone = none\nsaid = { -brand } has { none }{\" \"}\n",
            "-brand = Daggerboard\nnone = 无\nsaid = { -brand } {none}\n",
        );
        assert!(
            made.contains("Lang::En => \"Daggerboard has none \", Lang::Zh => \"Daggerboard 无\""),
            "{made}"
        );
    }

    #[test]
    fn a_message_in_one_file_only_is_refused() {
        refused(
            "a = one\nb = two\n",
            "a = 一\nc = 三\n",
            &[
                "en.ftl: message `b`: found in this file only, expected it in zh-Hans.ftl too",
                "zh-Hans.ftl: message `c`: found in this file only, expected it in en.ftl too",
            ],
        );
    }

    #[test]
    fn other_variables_are_refused() {
        refused(
            "a = { $n } of { $all }\n",
            "a = { $n } 个\n",
            &[
                "zh-Hans.ftl: message `a`: found the variables `$n`, expected `$all`, `$n` as in en.ftl",
            ],
        );
    }

    #[test]
    fn a_text_left_in_english_is_refused_unless_it_says_so() {
        refused(
            "a = two words\n",
            "a = two words\n",
            &[
                "zh-Hans.ftl: message `a`: found no Chinese character, expected one, or a comment that says `not translated`",
            ],
        );
        code(
            "a = P95\nb = { $n } s\n",
            "# A name: not translated.\na = P95\nb = { $n } s\n",
        );
    }

    #[test]
    fn what_is_no_fluent_is_refused_with_its_line() {
        refused(
            "a = one\n\nb {}\n",
            "a = 一\n",
            &["en.ftl:3: found what is no Fluent, expected: Expected a token starting with \"=\""],
        );
    }

    #[test]
    fn what_the_page_cannot_do_is_refused() {
        let expected = "a `$variable`, a `\"text\"`, a `message`, a `-term` or a choice";
        refused(
            "a = { NUMBER($n) }\n",
            "a = 一\n",
            &[&format!(
                "en.ftl: message `a`: found a placeable of another kind, expected {expected}"
            )],
        );
        refused(
            "a = { b }\n",
            "a = 一\n",
            &["en.ftl: message `a`: found a reference to `b`, expected one that is in this file"],
        );
        refused(
            "a = { a }\n",
            "a = 一\n",
            &["en.ftl: message `a`: found a circle through `a`, expected an end"],
        );
        refused(
            "a = one\n    two\n",
            "a = 一\n",
            &["en.ftl: message `a`: found a line break, expected a text on one line"],
        );
        refused(
            "a = one\n",
            "a = { $n ->\n   [one] 一\n  *[other] 二\n}\n",
            &[
                "zh-Hans.ftl: message `a`: found the plural form `one`, expected one of this language, or a number",
            ],
        );
    }

    #[test]
    fn a_space_at_the_end_and_a_name_twice_are_refused() {
        refused(
            "a = one \nA_b = two\na = three\n",
            "a = 一\nA_b = 二\n",
            &[
                "en.ftl:1: found a space at the end of the line, expected none",
                "en.ftl: message `A_b`: found this name, expected small letters, digits and hyphens",
                "en.ftl: message `a`: found twice, expected it once",
                "zh-Hans.ftl: message `A_b`: found this name, expected small letters, digits and hyphens",
            ],
        );
    }
}
