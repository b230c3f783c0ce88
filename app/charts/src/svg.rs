use std::{cell::RefCell, rc::Rc};

use crate::{
    backend::Backend,
    escape::escape,
    theme::{COLOURS, GROUND},
};

/// A finished chart.
///
/// Positions across are percentages and text has a fixed size, so one picture fits a phone and a wall: bars stretch,
/// words do not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Svg {
    name: String,
    height: u32,
    marks: String,
}

/// What a chart that leaves the page says about itself.
#[derive(Clone, Debug, Default)]
pub struct Caption {
    /// The finding.
    pub title: String,
    /// What the marks mean, and where the figures come from: a line each.
    pub notes: Vec<String>,
}

impl Svg {
    pub(crate) fn draw(name: String, height: u32, draw: impl FnOnce(Backend)) -> Self {
        let marks = Rc::default();
        draw(Backend::new(height, Rc::clone(&marks)));
        Self {
            name: escape(&name),
            height,
            marks: RefCell::take(&marks),
        }
    }

    /// The chart inside the page, whose style sheet colours it.
    pub fn inline(&self) -> String {
        let Self {
            name,
            height,
            marks,
        } = self;
        format!(
            r#"<svg class="chart" width="100%" height="{height}" role="img" aria-label="{name}">{marks}</svg>"#
        )
    }

    /// The chart as a file that needs nothing else.
    pub fn standalone(&self, caption: &Caption) -> String {
        const WIDTH: u32 = 760;
        const PAD: u32 = 24;
        const LINE: u32 = 18;
        let heads = wrap(&caption.title, 88);
        let top = 18 + 22 * heads.len() as u32;
        let wrapped: Vec<String> = caption
            .notes
            .iter()
            .flat_map(|note| wrap(note, 118))
            .collect();
        let notes = wrapped.len() as u32;
        let height = top + self.height + PAD + notes * LINE;
        let mut style = String::from(
            "text{font:12px system-ui,'Noto Sans CJK SC','Noto Sans',sans-serif}.title{font-size:16px;font-weight:600}",
        );
        let ground = GROUND;
        for (ink, colour) in COLOURS {
            let ink = ink.name();
            style.push_str(&format!(
                ".f-{ink}{{fill:{colour}}}.s-{ink}{{stroke:{colour};fill:none}}"
            ));
        }
        style.push_str(&format!(".f-dot{{stroke:{ground}}}"));
        style.push_str(&format!(
            "text{{paint-order:stroke;stroke:{ground};stroke-width:3px;stroke-linejoin:round}}"
        ));
        let mut title = String::new();
        for (line, head) in (0..).zip(&heads) {
            title.push_str(&format!(
                r#"<text class="title f-text" x="0" y="{}">{}</text>"#,
                16 + 22 * line,
                escape(head)
            ));
        }
        let mut lines = String::new();
        for (line, note) in (1..).zip(&wrapped) {
            let y = top + self.height + PAD + line * LINE - LINE;
            lines.push_str(&format!(
                r#"<text class="f-muted" x="0" y="{y}">{}</text>"#,
                escape(note)
            ));
        }
        let (inner, outer) = (WIDTH, WIDTH + 2 * PAD);
        let (chart, marks, name) = (self.height, &self.marks, escape(&caption.title));
        let full = height + 2 * PAD;
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{outer}" height="{full}" viewBox="0 0 {outer} {full}" role="img" aria-label="{name}"><style>{style}</style><rect width="{outer}" height="{full}" fill="{ground}"/><svg x="{PAD}" y="{PAD}" width="{inner}" height="{height}">{title}<svg y="{top}" width="{inner}" height="{chart}">{marks}</svg>{lines}</svg></svg>
"#
        )
    }
}

/// Breaks a note into lines of at most `width` Latin letters; one of another script is as wide as two.
fn wrap(note: &str, width: usize) -> Vec<String> {
    wrap_by(note, width, &|c| if c.is_ascii() { 1 } else { 2 })
}

/// Breaks a note into lines of at most `width`, where `wide` says how wide a letter is.
pub(crate) fn wrap_by(note: &str, width: usize, wide: &dyn Fn(char) -> usize) -> Vec<String> {
    let (mut lines, mut line, mut taken) = (vec![], String::new(), 0);
    // Latin text breaks after a space, other scripts anywhere; a longer run without either stands alone.
    for piece in note.split_inclusive(|c: char| c == ' ' || !c.is_ascii()) {
        let long: usize = piece.chars().map(wide).sum();
        if taken + long > width && !line.is_empty() {
            lines.push(std::mem::take(&mut line));
            taken = 0;
        }
        line.push_str(piece);
        taken += long;
    }
    lines.push(line);
    lines
        .iter()
        .map(|line| line.trim_end().to_owned())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_notes_break_and_lose_nothing() {
        assert_eq!(wrap("one two three", 8), ["one two", "three"]);
        assert_eq!(wrap("无失败场景", 4), ["无失", "败场", "景"]);
        assert_eq!(wrap("abcdefghij", 4), ["abcdefghij"]);
    }
}
