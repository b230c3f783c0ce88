use std::ops::Range;

/// Bytes shown before the place where two lines part, and after it.
const AROUND: Range<usize> = 16..40;

/// The first line in which a text is not the one it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parting {
    /// The line, counted from 1.
    pub line: usize,
    /// What stands there, around the first other byte; `None` where the text ended before.
    pub found: Option<String>,
    /// What should; `None` where nothing should come any more.
    pub expected: Option<String>,
}

impl Parting {
    /// Where `found` parts from `expected`; `None` where it does not.
    pub fn of(found: &[u8], expected: &[u8]) -> Option<Self> {
        let mut lines = [found, expected].map(|text| text.split_inclusive(|&byte| byte == b'\n'));
        for line in 1.. {
            let [found, expected] = lines.each_mut().map(Iterator::next);
            if found == expected {
                found?;
                continue;
            }
            let pairs = found.unwrap_or(b"").iter().zip(expected.unwrap_or(b""));
            let at = pairs
                .take_while(|(found, expected)| found == expected)
                .count();
            return Some(Self {
                line,
                found: found.map(|line| excerpt(line, at)),
                expected: expected.map(|line| excerpt(line, at)),
            });
        }
        None
    }
}

/// A line around the byte at `at`, its end as a sign one can see.
fn excerpt(line: &[u8], at: usize) -> String {
    // A character has at most three bytes after its first.
    let inside = |place: &usize| line.get(*place).is_some_and(|byte| byte & 0xc0 == 0x80);
    let start = at.saturating_sub(AROUND.start);
    let from = start
        - (0..3)
            .take_while(|back| start > *back && inside(&(start - back)))
            .count();
    let end = line.len().min(at + AROUND.end);
    let to = end + (end..end + 3).take_while(inside).count();
    let cut = |cut: bool| if cut { "…" } else { "" };
    let text = String::from_utf8_lossy(&line[from..to]).replace('\n', "⏎");
    format!("{}{text}{}", cut(from > 0), cut(to < line.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn case(found: &[u8], expected: &[u8], parting: Option<(usize, Option<&str>, Option<&str>)>) {
        let parting = parting.map(|(line, found, expected)| Parting {
            line,
            found: found.map(str::to_owned),
            expected: expected.map(str::to_owned),
        });
        assert_eq!(Parting::of(found, expected), parting);
    }

    #[test]
    fn the_first_other_line_is_found() {
        case(b"a\nb\n", b"a\nb\n", None);
        case(b"", b"", None);
        case(b"a\nx\nc", b"a\nb\nd", Some((2, Some("x⏎"), Some("b⏎"))));
        case(
            b"a\r\nb\r\n",
            b"a\nb\n",
            Some((1, Some("a\r⏎"), Some("a⏎"))),
        );
        case(b"a\nb", b"a\nb\n", Some((2, Some("b"), Some("b⏎"))));
        case(b"a\n", b"a\nb\n", Some((2, None, Some("b⏎"))));
        case(b"a\nb\n", b"a\n", Some((2, Some("b⏎"), None)));
        case(b"", b"a\n", Some((1, None, Some("a⏎"))));
    }

    #[test]
    fn a_long_line_is_shown_around_the_other_byte_and_in_whole_characters() {
        let line = |byte: char| format!("{}{byte}{}\n", "é".repeat(100), "é".repeat(100));
        let shown = |byte: char| format!("…{}{byte}{}…", "é".repeat(8), "é".repeat(20));
        case(
            line('x').as_bytes(),
            line('y').as_bytes(),
            Some((1, Some(&shown('x')), Some(&shown('y')))),
        );
        case(
            b"\xff\x80\n",
            b"a\n",
            Some((1, Some("\u{fffd}\u{fffd}⏎"), Some("a⏎"))),
        );
        let parting = Parting::of(&[0x80; 1000], b"a").unwrap();
        assert!(
            parting.found.unwrap().chars().count() < 60,
            "bytes that start no character"
        );
    }
}
