use plotters::style::RGBColor;

use crate::Lang;

/// How a chart is to look: its language. Colours are the page's, through classes, or a [`Palette`]'s in an export.
#[derive(Clone, Copy, Debug, Default)]
pub struct Theme {
    /// The language of its words.
    pub lang: Lang,
}

/// What a mark is. plotters only knows colours, so each ink has a colour of its own that the backend turns back into
/// a class; no chart ever shows these colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ink {
    /// Words.
    Text,
    /// Lesser words.
    Muted,
    /// Grid lines.
    Grid,
    /// The reference line of a gain.
    Axis,
    /// Before the upgrade.
    Baseline,
    /// After it.
    Candidate,
    /// Ranges apart, better.
    Better,
    /// Ranges apart, worse.
    Worse,
    /// A round's dot on its bar: visible on both.
    Dot,
}

impl Ink {
    const ALL: [Self; 9] = [
        Self::Text,
        Self::Muted,
        Self::Grid,
        Self::Axis,
        Self::Baseline,
        Self::Candidate,
        Self::Better,
        Self::Worse,
        Self::Dot,
    ];

    pub(crate) fn colour(self) -> RGBColor {
        RGBColor(0, 0, self as u8)
    }

    pub(crate) fn of(colour: (u8, u8, u8)) -> Self {
        Self::ALL
            .into_iter()
            .find(|ink| *ink as u8 == colour.2)
            .unwrap_or(Self::Text)
    }

    /// The name of its class and of its CSS variable.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Muted => "muted",
            Self::Grid => "grid",
            Self::Axis => "axis",
            Self::Baseline => "baseline",
            Self::Candidate => "candidate",
            Self::Better => "better",
            Self::Worse => "worse",
            Self::Dot => "dot",
        }
    }
}

/// Colours for a chart that stands alone, outside the page.
#[derive(Clone, Copy, Debug, Default)]
pub enum Palette {
    /// On white.
    #[default]
    Light,
    /// On near-black.
    Dark,
}

impl Palette {
    /// Ground, then every ink; the same values as style/tokens.css, by a test.
    pub fn colours(self) -> [(&'static str, &'static str); 10] {
        let hex = match self {
            Self::Light => [
                "#ffffff", "#1b1f24", "#57606a", "#d8dee4", "#57606a", "#12436d", "#f46a25",
                "#1a6b3c", "#a4262c", "#1b1f24",
            ],
            Self::Dark => [
                "#121212", "#e8eaed", "#a5adb5", "#33383e", "#a5adb5", "#cfe8ff", "#c8501a",
                "#6fce97", "#ff9a94", "#e8eaed",
            ],
        };
        let mut colours = [("ground", hex[0]); 10];
        for (ink, slot) in Ink::ALL.into_iter().zip(1..) {
            colours[slot] = (ink.name(), hex[slot]);
        }
        colours
    }
}
