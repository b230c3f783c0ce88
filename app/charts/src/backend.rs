use std::{cell::RefCell, convert::Infallible, fmt::Write, rc::Rc};

use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
    text_anchor::{HPos, VPos},
};

use crate::escape::escape;
use crate::theme::Ink;

/// Width of the canvas in plotters' pixels: a hundredth of a percent of the chart's width each.
pub(crate) const WIDTH: u32 = 10_000;

/// Writes what plotters draws as SVG: percentages across, pixels down, classes for colours.
///
/// Stock plotters asks the browser for text sizes and counts bytes natively, so its pictures differ between the two;
/// here nothing is asked of the host.
pub(crate) struct Backend {
    height: u32,
    // Shared, because plotters takes its backend for good and we want the marks afterwards.
    marks: Rc<RefCell<String>>,
}

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

impl Backend {
    pub(crate) fn new(height: u32, marks: Rc<RefCell<String>>) -> Self {
        Self { height, marks }
    }

    /// What is drawn so far, and is still to be drawn.
    pub(crate) fn marks(&self) -> Rc<RefCell<String>> {
        Rc::clone(&self.marks)
    }

    fn mark(&mut self, mark: std::fmt::Arguments<'_>) -> Drawn {
        // Writing to a String cannot fail.
        let _ = self.marks.borrow_mut().write_fmt(mark);
        Ok(())
    }
}

/// `f-` fills, `s-` strokes: the page's style sheet has both for every ink.
fn class(colour: BackendColor, fill: bool) -> String {
    format!(
        "{}-{}",
        if fill { 'f' } else { 's' },
        Ink::of(colour.rgb).name()
    )
}

/// A position or length across, in percent with at most two places.
fn across(x: i32) -> String {
    let (whole, part) = (x / 100, (x % 100).abs());
    match part {
        0 => format!("{whole}%"),
        _ => format!("{whole}.{part:02}%").replace("0%", "%"),
    }
}

impl DrawingBackend for Backend {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        (WIDTH, self.height)
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, _: BackendCoord, _: BackendColor) -> Drawn {
        // Every shape that the charts use is drawn whole below.
        Ok(())
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Drawn {
        if style.color().alpha == 0.0 {
            return Ok(());
        }
        let (class, width) = (class(style.color(), false), style.stroke_width());
        let (x1, x2) = (across(from.0), across(to.0));
        self.mark(format_args!(
            r#"<line class="{class}" x1="{x1}" y1="{}" x2="{x2}" y2="{}" stroke-width="{width}"/>"#,
            from.1, to.1
        ))
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        let points: Vec<BackendCoord> = path.into_iter().collect();
        points
            .windows(2)
            .try_for_each(|pair| self.draw_line(pair[0], pair[1], style))
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        let class = class(style.color(), fill);
        let (x, y) = (from.0.min(to.0), from.1.min(to.1));
        let (width, height) = (across((to.0 - from.0).abs()), (to.1 - from.1).abs());
        let x = across(x);
        self.mark(format_args!(
            r#"<rect class="{class}" x="{x}" y="{y}" width="{width}" height="{height}""#
        ))?;
        if !fill {
            self.mark(format_args!(r#" stroke-width="{}""#, style.stroke_width()))?;
        }
        self.mark(format_args!("/>"))
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        centre: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Drawn {
        let class = class(style.color(), fill);
        let x = across(centre.0);
        self.mark(format_args!(
            r#"<circle class="{class}" cx="{x}" cy="{}" r="{radius}""#,
            centre.1
        ))?;
        if !fill {
            self.mark(format_args!(r#" stroke-width="{}""#, style.stroke_width()))?;
        }
        self.mark(format_args!("/>"))
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        points: I,
        style: &S,
    ) -> Drawn {
        // An SVG polygon takes no percentages, so its bounding box is drawn; the charts use rectangles alone.
        let points: Vec<BackendCoord> = points.into_iter().collect();
        let (xs, ys) = (
            points.iter().map(|point| point.0),
            points.iter().map(|point| point.1),
        );
        match (xs.clone().min(), xs.max(), ys.clone().min(), ys.max()) {
            (Some(left), Some(right), Some(top), Some(bottom)) => {
                self.draw_rect((left, top), (right, bottom), style, true)
            }
            _ => Ok(()),
        }
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Drawn {
        let class = class(style.color(), true);
        let anchor = match style.anchor().h_pos {
            HPos::Left => "",
            HPos::Center => r#" text-anchor="middle""#,
            HPos::Right => r#" text-anchor="end""#,
        };
        // 12 px text: its middle stands about 4 px above its base line.
        let y = at.1
            + match style.anchor().v_pos {
                VPos::Top => 11,
                VPos::Center => 4,
                VPos::Bottom => -2,
            };
        let (x, text) = (across(at.0), escape(text));
        self.mark(format_args!(
            r#"<text class="{class}" x="{x}" y="{y}"{anchor}>{text}</text>"#
        ))
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        style: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        // Only plotters' own axis labels ask, and they stand centred; so a rough and constant measure will do.
        Ok((text.chars().count() as u32 * 7, style.size() as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_are_short() {
        for (x, expected) in [
            (0, "0%"),
            (10_000, "100%"),
            (1_234, "12.34%"),
            (1_230, "12.3%"),
            (5, "0.05%"),
        ] {
            assert_eq!(across(x), expected);
        }
    }
}
