//! Cards as PNG: the SVG of `charts` through resvg, in one font that is named and never looked for.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::{Context, bail};
use charts::{Card, Lang, words};
use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{Group, Node, Options, Tree, fontdb::Database},
};
use rounds::{Listed, ListedRelease, Status};

use super::{CARD, facts::Facts};
use crate::{exit, folder};

/// Where Debian's `fonts-noto-cjk` puts the font.
pub(super) const FONT: [&str; 2] = [
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc",
];
/// The family that cards are drawn in.
const FAMILY: &str = "Noto Sans CJK SC";

/// What draws cards.
pub(super) struct Painter(Options<'static>);

impl Painter {
    /// One with the font in these files; none where a file is not there.
    pub(super) fn with(fonts: &[PathBuf]) -> anyhow::Result<Option<Self>> {
        let mut database = Database::new();
        for path in fonts {
            if !path.exists() {
                exit::tell(format!(
                    "no `{}`, so previews of links get no picture; install fonts-noto-cjk, or name the files of {FAMILY} with --font",
                    path.display()
                ));
                return Ok(None);
            }
            let bytes =
                fs::read(path).with_context(|| format!("cannot read `{}`", path.display()))?;
            database.load_font_data(bytes);
        }
        let named = |name: &str| name == FAMILY;
        if !database
            .faces()
            .any(|face| face.families.iter().any(|(name, _)| named(name)))
        {
            let files: Vec<_> = fonts
                .iter()
                .map(|path| format!("`{}`", path.display()))
                .collect();
            bail!(
                "{}: found no font `{FAMILY}`, expected one",
                files.join(", ")
            );
        }
        Ok(Some(Self(Options {
            font_family: FAMILY.into(),
            fontdb: Arc::new(database),
            ..Options::default()
        })))
    }

    /// The card `svg` as PNG; `None` where the font lacks a sign of it, which is then named.
    pub(super) fn paint(&self, svg: &str) -> anyhow::Result<Result<Vec<u8>, String>> {
        let tree = Tree::from_str(svg, &self.0).context("a card that is no SVG")?;
        if let Some(sign) = absent(tree.root()) {
            return Ok(Err(sign));
        }
        let size = tree.size().to_int_size();
        let mut picture = Pixmap::new(size.width(), size.height()).context("a card of no size")?;
        resvg::render(&tree, Transform::default(), &mut picture.as_mut());
        Ok(Ok(picture.encode_png()?))
    }
}

/// Draws the cards of a release into `dist`, one a language, and returns where they are in it.
pub(super) fn draw(
    painter: Option<&Painter>,
    (listed, release): (&Listed, &ListedRelease),
    facts: &Facts,
    dist: &Path,
) -> anyhow::Result<BTreeSet<String>> {
    let mut drawn = BTreeSet::new();
    let Some(painter) = painter else {
        return Ok(drawn);
    };
    for lang in Lang::ALL {
        let below = lang.pick("", "zh/");
        let name = format!("{}/{}/{below}{CARD}", listed.id, release.id);
        match painter.paint(&card((listed, release), facts, lang))? {
            Ok(picture) => {
                folder::write(&dist.join(&name), &picture)?;
                drawn.insert(name);
            }
            Err(sign) => exit::tell(format!("`{name}` is not drawn: the font has no `{sign}`")),
        }
    }
    Ok(drawn)
}

/// The card of a release as SVG.
fn card((listed, release): (&Listed, &ListedRelease), facts: &Facts, lang: Lang) -> String {
    let report = &facts.report;
    let mut warnings = vec![];
    if let Some(withdrawn) = &release.withdrawn {
        let (date, why) = (
            &withdrawn.date,
            lang.pick(&withdrawn.reason.en, &withdrawn.reason.zh),
        );
        warnings.push(messages::card_withdrawn(lang, date, why));
    }
    if let Some(newer) = listed.corrected_by(&release.id) {
        warnings.push(messages::card_corrected(lang, &newer.id));
    }
    if report.status == Status::Illustrative {
        warnings.push(words::illustrative(lang).into());
    }
    let question = lang.pick(&report.question.en, &report.question.zh);
    let finding = facts
        .summary
        .as_ref()
        .map(|summary| words::headline(summary, lang));
    Card {
        title: lang.pick(&report.title.en, &report.title.zh),
        finding: finding.as_ref().unwrap_or(question),
        warnings: &warnings,
        summary: facts.summary.as_ref(),
        release: &format!("{} {}", listed.id, release.id),
        root: &facts.root.to_string(),
        lang,
    }
    .draw()
}

/// The first sign below `group` that the font cannot draw.
fn absent(group: &Group) -> Option<String> {
    group.children().iter().find_map(|node| match node {
        Node::Group(group) => absent(group),
        Node::Text(text) => {
            let mut glyphs = text
                .layouted()
                .iter()
                .flat_map(|span| &span.positioned_glyphs);
            // The first glyph of every font is the empty box.
            let missing = glyphs.find(|glyph| glyph.id.0 == 0);
            missing.map(|glyph| glyph.text.clone())
        }
        Node::Path(_) | Node::Image(_) => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The right edge of the widest text below `group`.
    fn edge(group: &Group) -> f32 {
        let edges = group.children().iter().map(|node| match node {
            Node::Group(group) => edge(group),
            Node::Text(text) => text.abs_bounding_box().right(),
            Node::Path(_) | Node::Image(_) => 0.0,
        });
        edges.fold(0.0, f32::max)
    }

    #[test]
    fn no_word_leaves_a_card_and_none_is_an_empty_box() {
        let fonts = FONT.map(PathBuf::from);
        let Some(painter) = Painter::with(&fonts).unwrap() else {
            return;
        };
        let draw = |title: &str, warning: &str, lang| {
            Card {
                title,
                finding: title,
                warnings: &[warning.into(), warning.into()],
                summary: None,
                release: "a-report-of-forty-letters-in-its-own-name r1",
                root: &"0123456789abcdef".repeat(4),
                lang,
            }
            .draw()
        };
        let english = "Upgrades Make Wide Words MMM WWW mmm and many narrow ones ".repeat(5);
        let chinese = "升级前后吞吐与时延对比（MMM）".repeat(8);
        for (text, lang) in [(&english, Lang::En), (&chinese, Lang::Zh)] {
            let svg = draw(text, text, lang);
            let tree = Tree::from_str(&svg, &painter.0).unwrap();
            let edge = edge(tree.root());
            assert!(edge > 1000.0 && edge <= 1160.0, "{edge}");
            let picture = painter.paint(&svg).unwrap().unwrap();
            assert_eq!(&picture[..8], b"\x89PNG\r\n\x1a\n");
            assert_eq!(
                picture,
                painter.paint(&svg).unwrap().unwrap(),
                "the same bytes each time"
            );
        }
        let unknown = draw("an \u{1f600}", "", Lang::En);
        assert_eq!(painter.paint(&unknown).unwrap(), Err("\u{1f600}".into()));
    }

    #[test]
    fn another_font_is_refused_and_an_absent_one_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.ttf");
        assert!(
            Painter::with(std::slice::from_ref(&file))
                .unwrap()
                .is_none()
        );
        fs::write(&file, "no font").unwrap();
        let error = Painter::with(&[file]).err().unwrap().to_string();
        assert!(
            error.ends_with("found no font `Noto Sans CJK SC`, expected one"),
            "{error}"
        );
    }
}
