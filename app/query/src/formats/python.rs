//! What Python prints of its own values, which some clients keep in place of JSON.

/// A Python literal of dictionaries, lists, texts, numbers, `True`, `False` and `None` as JSON.
pub(super) fn json(literal: &str) -> Option<String> {
    let mut json = String::with_capacity(literal.len());
    let mut chars = literal.chars().peekable();
    while let Some(char) = chars.next() {
        match char {
            quote @ ('\'' | '"') => json.push_str(&json_of_text(quote, &mut chars)?),
            'a'..='z' | 'A'..='Z' => {
                let mut word = String::from(char);
                while let Some(letter) = chars.next_if(char::is_ascii_alphabetic) {
                    word.push(letter);
                }
                json.push_str(match word.as_str() {
                    "None" => "null",
                    "True" => "true",
                    "False" => "false",
                    _ => return None,
                });
            }
            '0'..='9' => {
                json.push(char);
                let in_number = |c: &char| c.is_ascii_digit() || ".eE+-".contains(*c);
                while let Some(digit) = chars.next_if(in_number) {
                    json.push(digit);
                }
            }
            _ => json.push(char),
        }
    }
    Some(json)
}

/// The rest of a Python text after its first `quote`, as a JSON text.
fn json_of_text(quote: char, chars: &mut impl Iterator<Item = char>) -> Option<String> {
    let mut text = String::new();
    loop {
        match chars.next()? {
            '\\' => {
                let escape = chars.next()?;
                let mut code = |digits: usize| {
                    let hex: String = chars.by_ref().take(digits).collect();
                    char::from_u32(u32::from_str_radix(&hex, 16).ok()?)
                };
                let escaped = match escape {
                    'n' => '\n',
                    'r' => '\r',
                    't' => '\t',
                    'x' => code(2)?,
                    'u' => code(4)?,
                    'U' => code(8)?,
                    same @ ('\\' | '\'' | '"') => same,
                    _ => return None,
                };
                text.push(escaped);
            }
            end if end == quote => return serde_json::to_string(&text).ok(),
            char => text.push(char),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_become_json() {
        for (literal, expected) in [
            (
                "{'a': None, 'b': [True, False]}",
                r#"{"a": null, "b": [true, false]}"#,
            ),
            ("(1e-05, -2)", "(1e-05, -2)"),
            (
                r#"['it\'s', "\xe9\u00e9\U000000e9", '\\']"#,
                r#"["it's", "ééé", "\\"]"#,
            ),
        ] {
            assert_eq!(json(literal).as_deref(), Some(expected));
        }
        for literal in ["nan", "b'x'", "'cut", r"'\", r"'\q'", r"'\ud800'"] {
            assert_eq!(json(literal), None, "{literal}");
        }
    }
}
