use plotters::style::RGBColor;

use crate::Lang;

/// How a latency is measured off along its axis. Bars start at zero and know no other way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Equal ratios take equal lengths.
    #[default]
    Log,
    /// From zero.
    Linear,
}

impl Scale {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::Log, Self::Linear];

    /// Its name in addresses.
    pub fn name(self) -> &'static str {
        match self {
            Self::Log => "log",
            Self::Linear => "linear",
        }
    }
}

/// How a chart is to look: its language and scale. Colours are the page's, through classes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Theme {
    /// The language of its words.
    pub lang: Lang,
    /// The scale of a latency.
    pub scale: Scale,
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

/// The ground of a chart that leaves the page: white, as paper is.
pub(crate) const GROUND: &str = "#ffffff";

/// The ground and the edge of a notice in a picture that leaves the page.
pub(crate) const NOTICE: [&str; 2] = ["#fff4d6", "#b7791f"];

/// What each ink is in a chart that leaves the page: the light values of style/tokens.css, by a test.
pub(crate) const COLOURS: [(Ink, &str); 9] = [
    (Ink::Text, "#1b1f24"),
    (Ink::Muted, "#57606a"),
    (Ink::Grid, "#d8dee4"),
    (Ink::Axis, "#57606a"),
    (Ink::Baseline, "#12436d"),
    (Ink::Candidate, "#f46a25"),
    (Ink::Better, "#1a6b3c"),
    (Ink::Worse, "#a4262c"),
    (Ink::Dot, "#1b1f24"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exported_chart_has_the_colours_of_the_page() {
        let tokens = include_str!("../../../style/tokens.css");
        let light = tokens.split("@media").next().unwrap();
        for (name, colour) in COLOURS
            .map(|(ink, colour)| (ink.name(), colour))
            .into_iter()
            .chain([
                ("ground", GROUND),
                ("notice", NOTICE[0]),
                ("notice-edge", NOTICE[1]),
            ])
        {
            assert!(light.contains(&format!("--{name}: {colour};")), "{name}");
        }
    }
}
