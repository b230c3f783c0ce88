//! What the page looks like comes from `style/tokens.css` alone, and can be told apart in the light and in the dark.

use std::collections::BTreeMap;

const TOKENS: &str = include_str!("../../style/tokens.css");
/// Every other file of styles.
const STYLES: [(&str, &str); 3] = [
    ("page.css", include_str!("../../style/page.css")),
    ("verdict.css", include_str!("../../style/verdict.css")),
    ("print.css", include_str!("../../style/print.css")),
];

/// `property: value` of every declaration, with its line.
fn declarations(css: &str) -> Vec<(usize, &str, &str)> {
    let lines = css.lines().enumerate();
    let parts = lines.flat_map(|(at, line)| {
        line.split(['{', '}', ';'])
            .map(move |part| (at + 1, part.trim()))
    });
    parts
        .filter_map(|(at, part)| {
            let (property, value) = part.split_once(": ")?;
            let named = property
                .bytes()
                .all(|sign| sign.is_ascii_lowercase() || sign == b'-');
            named.then_some((at, property, value))
        })
        .collect()
}

/// Whether a part of a value is ours: a token, or a word that is no measure and no colour.
fn is_ours(part: &str, words: &[&str]) -> bool {
    part.contains("var(--") || part == "0" || words.contains(&part)
}

#[test]
fn type_space_and_colour_are_tokens() {
    for (file, css) in STYLES {
        for (line, property, value) in declarations(css) {
            // `calc(-1 * var(--space-1))` is one part.
            let whole = [value];
            let split: Vec<&str> = value.split(' ').collect();
            let parts = if value.starts_with("calc(") {
                &whole[..]
            } else {
                &split[..]
            };
            let space = ["margin", "padding", "gap"].iter().any(|name| {
                property
                    .strip_prefix(name)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
            });
            let words: &[&str] = match property {
                _ if space => &["auto"],
                "font-size" => &["inherit", "100%"],
                "font-family" => &[],
                "color" | "background" | "fill" | "stroke" | "border-color" | "accent-color" => {
                    &["inherit", "none", "currentColor"]
                }
                _ => continue,
            };
            for part in parts {
                assert!(
                    is_ours(part, words),
                    "style/{file} line {line}: `{property}: {value}`, expected a token in place of `{part}`"
                );
            }
        }
        let code = css.split("/*").map(|part| part.rsplit("*/").next());
        for part in code.flatten() {
            let found = ["rgb(", "rgba(", "hsl(", "oklch("]
                .into_iter()
                .find(|function| part.contains(function));
            assert_eq!(found, None, "style/{file} has a colour of its own");
        }
    }
}

/// The tokens of the light theme, or of the dark one: what it leaves as it is in the light is the same.
fn theme(dark: bool) -> BTreeMap<&'static str, &'static str> {
    let mut parts = TOKENS.split("@media");
    let light = parts.next().unwrap();
    let dark_part = parts
        .find(|part| part.contains("prefers-color-scheme: dark"))
        .unwrap();
    let shown = [Some(light), dark.then_some(dark_part)];
    let lines = shown.into_iter().flatten().flat_map(str::lines);
    lines
        .filter_map(|line| {
            line.trim()
                .strip_prefix("--")?
                .strip_suffix(';')?
                .split_once(": ")
        })
        .collect()
}

/// Relative luminance, WCAG 2.2.
fn luminance(colour: &str) -> f64 {
    let part = |at: usize| {
        let part = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
        if part <= 0.04045 {
            part / 12.92
        } else {
            ((part + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
}

fn contrast(one: &str, other: &str) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn words_and_marks_stand_out_in_both_themes() {
    // WCAG 2.2, 1.4.3 and 1.4.11.
    const WORDS: f64 = 4.5;
    const MARKS: f64 = 3.0;
    for dark in [false, true] {
        let tokens = theme(dark);
        let pairs = |marks: &[&'static str], grounds: &[&'static str], least| {
            let grounds = grounds.to_vec();
            let pairs = marks.iter().flat_map(move |mark| {
                let grounds = grounds.clone().into_iter();
                grounds.map(move |ground| (*mark, ground, least))
            });
            pairs.collect::<Vec<_>>()
        };
        let words = ["text", "muted", "link"];
        let mut all = pairs(&words, &["ground", "raised", "notice"], WORDS);
        all.extend(pairs(&["better", "worse"], &["ground", "raised"], WORDS));
        let marks = ["baseline", "candidate", "axis", "dot", "notice-edge"];
        all.extend(pairs(&marks, &["ground"], MARKS));
        all.extend(pairs(&["baseline"], &["candidate"], MARKS));
        for (mark, ground, least) in all {
            let found = contrast(tokens[mark], tokens[ground]);
            assert!(
                found >= least,
                "--{mark} on --{ground}: {found:.2}, expected at least {least} (dark: {dark})"
            );
        }
    }
}
