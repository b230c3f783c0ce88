/// Text as HTML and SVG take it, in elements and between double quotes: nothing of it can become markup.
///
/// Signs that nobody sees are named instead, so that none can turn words around, hide a part, or make two names look alike:
/// what a release says in English and Chinese needs none of them.
pub fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\n' | '\t' => safe.push(c),
            c if unseen(c) => safe.push_str(&named(c)),
            c => safe.push(c),
        }
    }
    safe
}

/// Text for a terminal: signs that nobody sees, and those that a terminal takes for orders, are named.
pub fn visible(text: &str) -> String {
    let shown = |c: char| match c {
        '\n' | '\t' => c.to_string(),
        c if unseen(c) => named(c),
        c => c.to_string(),
    };
    text.chars().map(shown).collect()
}

fn named(c: char) -> String {
    format!("⟨U+{:04X}⟩", c as u32)
}

/// Controls; marks and embeddings of direction; zero-width signs; the byte order mark; tags.
fn unseen(c: char) -> bool {
    matches!(c,
        '\0'..='\x1f'
        | '\x7f'..='\u{9f}'
        | '\u{ad}'
        | '\u{61c}'
        | '\u{180e}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::{escape, visible};

    #[test]
    fn a_terminal_gets_no_orders() {
        assert_eq!(
            visible("a\x1b[2J\r\u{202e}b\n\t中"),
            "a⟨U+001B⟩[2J⟨U+000D⟩⟨U+202E⟩b\n\t中"
        );
    }

    #[test]
    fn words_cannot_become_markup_and_show_what_nobody_sees() {
        for (text, safe) in [
            (
                "<script>alert(1)</script> & \"more\"",
                "&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;more&quot;",
            ),
            ("ab\u{202e}cd", "ab⟨U+202E⟩cd"),
            ("zero\u{200b}width\u{feff}", "zero⟨U+200B⟩width⟨U+FEFF⟩"),
            ("\0", "⟨U+0000⟩"),
            ("升级 → 0.32.0 †\u{a0}8K\n", "升级 → 0.32.0 †\u{a0}8K\n"),
        ] {
            assert_eq!(escape(text), safe);
        }
    }
}
