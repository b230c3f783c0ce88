use summary::{Direction, Gain, Metric, Summary, Why};

use crate::{
    Lang,
    escape::escape,
    svg::wrap_by,
    theme::{COLOURS, GROUND, Ink, NOTICE},
};

/// The picture that stands for a release where only a link to it is shown, 1200 x 630 as such previews want it.
#[derive(Clone, Debug)]
pub struct Card<'a> {
    /// What was upgraded.
    pub title: &'a str,
    /// What came of it, with its counts.
    pub finding: &'a str,
    /// What a reader must know before any figure, the gravest first.
    pub warnings: &'a [String],
    /// The scenarios of the main batch, a tile each.
    pub summary: Option<&'a Summary>,
    /// Which report and release.
    pub release: &'a str,
    /// The release's root digest.
    pub root: &'a str,
    /// The language of our own words.
    pub lang: Lang,
}

const WIDTH: usize = Card::WIDTH;
const HEIGHT: usize = Card::HEIGHT;
const PAD: usize = 64;
const INNER: usize = WIDTH - 2 * PAD;
/// The one font: a card is drawn where no other is looked for.
const FONT: &str = "Noto Sans CJK SC";

/// What came of a scenario.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Up,
    Down,
    Open,
    /// Left out because of a failed request.
    Failed,
    /// Left out for another reason.
    LeftOut,
}

impl Outcome {
    const ALL: [Self; 5] = [
        Self::Up,
        Self::Down,
        Self::Open,
        Self::Failed,
        Self::LeftOut,
    ];
}

impl Card<'_> {
    /// Its width in pixels.
    pub const WIDTH: usize = 1200;
    /// Its height.
    pub const HEIGHT: usize = 630;

    /// The card as SVG, whose only font is [`FONT`].
    pub fn draw(&self) -> String {
        let mut marks = String::new();
        marks.push_str(&brand());
        marks.push_str(&words(PAD + 72, 104, 30, Ink::Text, 700, "Daggerboard"));
        let mut y = 204;
        for line in clipped(self.title, 46, 2) {
            marks.push_str(&words(PAD, y, 46, Ink::Text, 700, &line));
            y += 58;
        }
        y += 2;
        for line in clipped(self.finding, 34, 3) {
            marks.push_str(&words(PAD, y, 34, Ink::Text, 400, &line));
            y += 45;
        }
        if let Some(summary) = self.summary {
            marks.push_str(&tiles(&outcomes(summary), self.lang));
        }
        if !self.warnings.is_empty() {
            // Beside the name, above all: nobody reads a figure before it.
            let each = self.warnings.iter();
            let mut lines: Vec<String> = each
                .flat_map(|warning| clipped_to(warning, 24, 2, INNER - 346))
                .collect();
            lines.truncate(3);
            let top = 92 - 15 * lines.len();
            let height = 30 * lines.len() + 24;
            let (x, width) = (PAD + 306, INNER - 306);
            let [ground, edge] = NOTICE;
            marks.push_str(&format!(
                r#"<rect x="{x}" y="{}" width="{width}" height="{height}" rx="8" fill="{ground}" stroke="{edge}" stroke-width="2"/>"#,
                top - 8
            ));
            for (line, y) in lines.iter().zip((top + 26..).step_by(30)) {
                marks.push_str(&words(x + 20, y, 24, Ink::Text, 700, line));
            }
        }
        let short: String = self.root.chars().take(16).collect();
        let root = format!("SHA-256 {short}…");
        let line = HEIGHT - 88;
        marks.push_str(&format!(
            r#"<path d="M{PAD} {line}H{}" stroke="{}" stroke-width="2"/>"#,
            WIDTH - PAD,
            colour(Ink::Grid)
        ));
        marks.push_str(&words(PAD, HEIGHT - 44, 24, Ink::Muted, 400, self.release));
        marks.push_str(&format!(
            r#"<g text-anchor="end">{}</g>"#,
            words(WIDTH - PAD, HEIGHT - 44, 24, Ink::Muted, 400, &root)
        ));
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="{FONT}"><rect width="{WIDTH}" height="{HEIGHT}" fill="{GROUND}"/><rect width="16" height="{HEIGHT}" fill="{}"/>{marks}</svg>
"#,
            colour(Ink::Baseline)
        )
    }
}

/// The mark of the site, as its icon has it.
fn brand() -> String {
    format!(
        r#"<g transform="translate({PAD} 64) scale(1.75)"><rect width="32" height="32" rx="6" fill="{}"/><path d="M16 5v22M9 11h14" stroke="{GROUND}" stroke-width="4" stroke-linecap="round"/></g>"#,
        colour(Ink::Baseline)
    )
}

fn words(x: usize, y: usize, size: usize, ink: Ink, weight: u32, words: &str) -> String {
    format!(
        r#"<text x="{x}" y="{y}" font-size="{size}" font-weight="{weight}" fill="{}">{}</text>"#,
        colour(ink),
        escape(words)
    )
}

fn colour(ink: Ink) -> &'static str {
    let found = COLOURS.iter().find(|(own, _)| *own == ink);
    found.map_or(GROUND, |(_, colour)| colour)
}

/// A text in at most `most` lines over the card's width; one that is longer ends with an ellipsis.
fn clipped(text: &str, size: usize, most: usize) -> Vec<String> {
    clipped_to(text, size, most, INNER)
}

fn clipped_to(text: &str, size: usize, most: usize, width: usize) -> Vec<String> {
    // In hundredths of the size, on the safe side of what this font has.
    let wide = |c: char| match c {
        'M' | 'W' | 'm' | 'w' => 90,
        'A'..='Z' => 68,
        _ if c.is_ascii() => 54,
        _ => 102,
    };
    let mut lines = wrap_by(text, width * 100 / size, &wide);
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            // Room for the sign itself.
            last.pop();
            last.push('…');
        }
    }
    lines
}

/// What came of each scenario: better first, those without a gain last.
fn outcomes(summary: &Summary) -> Vec<Outcome> {
    let all = summary.scenarios.iter();
    let mut outcomes: Vec<Outcome> = all
        .map(|scenario| match scenario.gain(Metric::OutputTokS) {
            Gain::Resolved(change) if change.direction == Direction::Worse => Outcome::Down,
            Gain::Resolved(_) => Outcome::Up,
            Gain::NotResolved(_) => Outcome::Open,
            Gain::LeftOut(Why::FailsAfter | Why::FailsBefore | Why::FailsBoth) => Outcome::Failed,
            Gain::LeftOut(_) => Outcome::LeftOut,
        })
        .collect();
    outcomes.sort_by_key(|outcome| *outcome as usize);
    outcomes
}

/// A tile for each scenario, with a sign of its own for each outcome, and under them how many there are of each.
fn tiles(outcomes: &[Outcome], lang: Lang) -> String {
    const GAP: usize = 8;
    const TOP: usize = 412;
    const DASHES: &str = r#" stroke-dasharray="4 3""#;
    let count = outcomes.len().max(1);
    let step = (INNER / count).min(56 + GAP);
    let side = step.saturating_sub(GAP).max(1);
    let mut marks = String::new();
    for (x, outcome) in (PAD..).step_by(step.max(1)).zip(outcomes) {
        let sign = match outcome {
            Outcome::Up => filled(Ink::Better, "M16 8L25 24H7Z"),
            Outcome::Down => filled(Ink::Worse, "M16 24L25 8H7Z"),
            Outcome::Open => outlined("M8 16H24", ""),
            Outcome::Failed => outlined("M16 6V26M10 12H22", DASHES),
            Outcome::LeftOut => outlined("", DASHES),
        };
        marks.push_str(&format!(
            r#"<svg x="{x}" y="{TOP}" width="{side}" height="{side}" viewBox="0 0 32 32">{sign}</svg>"#
        ));
    }
    let of = |wanted: Outcome| {
        outcomes
            .iter()
            .filter(|outcome| **outcome == wanted)
            .count()
    };
    let [up, down, open, failed, other] = Outcome::ALL.map(of);
    let counts = messages::card_counts(lang, down, failed, open, other, up);
    marks + &words(PAD, TOP + side + 42, 26, Ink::Muted, 400, &counts)
}

fn filled(ink: Ink, sign: &str) -> String {
    let fill = colour(ink);
    format!(
        r#"<rect width="32" height="32" rx="4" fill="{fill}"/><path d="{sign}" fill="{GROUND}"/>"#
    )
}

fn outlined(sign: &str, dashes: &str) -> String {
    let ink = colour(Ink::Muted);
    format!(
        r#"<rect x="1" y="1" width="30" height="30" rx="4" fill="none" stroke="{ink}" stroke-width="2"{dashes}/><path d="{sign}" stroke="{ink}" stroke-width="3"/>"#
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(title: &str, finding: &str) -> String {
        Card {
            title,
            finding,
            warnings: &["Illustrative <b>".into()],
            summary: None,
            release: "a r1",
            root: "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
            lang: Lang::En,
        }
        .draw()
    }

    #[test]
    fn a_card_says_what_it_is_given_as_text() {
        let svg = card("A & B", "Up in <all>");
        for said in [
            "A &amp; B",
            "Up in &lt;all&gt;",
            "Illustrative &lt;b&gt;",
            "SHA-256 0123456789abcdef…",
        ] {
            assert!(svg.contains(&format!(">{said}</text>")), "{said}: {svg}");
        }
    }

    #[test]
    fn a_long_text_ends_with_an_ellipsis() {
        let title = "one long word ".repeat(20);
        let lines = clipped(&title, 46, 2);
        assert_eq!(lines.len(), 2);
        assert!(lines[1].ends_with('…'), "{lines:?}");
        assert_eq!(clipped("short", 46, 2), ["short"]);
    }
}
