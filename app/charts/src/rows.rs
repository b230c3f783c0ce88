use std::{cell::RefCell, convert::Infallible, fmt::Write, rc::Rc};

use plotters::{
    coord::{Shift, cartesian::Cartesian2d},
    element::{Drawable, PointCollection},
    prelude::*,
    style::text_anchor::{HPos, Pos, VPos},
};
use summary::{ScenarioSummary, Side};

use crate::{
    Svg,
    axis::{Axis, Down},
    backend::{Backend, WIDTH},
    label,
    theme::Ink,
};

/// Room for the tick labels under a chart.
const FOOT: u32 = 24;
/// The canvas of every chart: a row for each scenario, one axis under all.
pub(crate) struct Rows {
    plot: DrawingArea<Backend, Cartesian2d<Axis, Down>>,
    whole: DrawingArea<Backend, Shift>,
    marks: Rc<RefCell<String>>,
    row: u32,
}

/// A chart that is to be drawn.
pub(crate) struct Frame<'a> {
    /// Its accessible name.
    pub(crate) name: String,
    /// How many rows.
    pub(crate) count: usize,
    /// Pixels a row.
    pub(crate) height: u32,
    /// Room at the right for the words after the longest bar, in percent of the width.
    pub(crate) after: u32,
    /// What is across.
    pub(crate) axis: Axis,
    /// The words at a tick.
    pub(crate) tick: &'a dyn Fn(f64) -> String,
}

impl Frame<'_> {
    /// Draws the axis, and has `fill` draw the rows.
    pub(crate) fn draw(self, fill: impl FnOnce(&Rows)) -> Svg {
        let height = self.count as u32 * self.height;
        Svg::draw(self.name.clone(), height + FOOT, |backend| {
            // Only the backend can fail, and the error type of ours has no value.
            if let Ok(rows) = self.rows(backend, height) {
                fill(&rows);
            }
        })
    }

    fn rows(
        &self,
        backend: Backend,
        height: u32,
    ) -> Result<Rows, DrawingAreaErrorKind<Infallible>> {
        let marks = backend.marks();
        let whole = backend.into_drawing_area();
        let mut chart = ChartBuilder::on(&whole)
            .x_label_area_size(FOOT)
            .margin_right(WIDTH / 100 * self.after)
            .build_cartesian_2d(self.axis.clone(), Down(height))?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .disable_y_axis()
            .x_labels(6)
            .max_light_lines(0)
            .axis_style(TRANSPARENT)
            .bold_line_style(Ink::Grid.colour())
            .x_label_style(style(Ink::Muted, HPos::Center, VPos::Top))
            .x_label_formatter(&|value| (self.tick)(*value))
            .draw()?;
        Ok(Rows {
            plot: chart.plotting_area().clone(),
            whole,
            marks,
            row: self.height,
        })
    }
}

fn style(ink: Ink, h: HPos, v: VPos) -> TextStyle<'static> {
    let colour = ink.colour().to_backend_color();
    TextStyle {
        color: colour,
        pos: Pos::new(h, v),
        ..TextStyle::from(("sans-serif", 12).into_font())
    }
}

fn shape(ink: Ink, filled: bool) -> ShapeStyle {
    ShapeStyle {
        filled,
        ..ink.colour().stroke_width(2)
    }
}

impl Rows {
    fn draw<E>(&self, element: &E)
    where
        for<'e> &'e E: PointCollection<'e, (f64, f64)>,
        E: Drawable<Backend>,
    {
        // As above: drawing on our backend cannot fail.
        let _ = self.plot.draw(element);
    }

    /// Has `fill` draw the row of `scenario` at `index`, which the page finds again by the scenario's name. The stroke beside
    /// it has no ink: only the page gives it one, where a reader chose this scenario.
    pub(crate) fn row(&self, index: u32, scenario: &ScenarioSummary, fill: &dyn Fn(f64)) {
        let (id, top) = (&scenario.scenario.id, index * self.row);
        let (from, long) = (top + 4, self.row - 8);
        // Writing to a String cannot fail.
        let _ = write!(
            self.marks.borrow_mut(),
            r#"<g data-row="{id}"><path d="M-8 {from}v{long}"/>"#
        );
        fill(f64::from(top));
        self.marks.borrow_mut().push_str("</g>");
    }

    /// A bar from zero, `height` pixels down from `top`.
    pub(crate) fn bar(&self, value: f64, top: f64, height: f64, ink: Ink, filled: bool) {
        self.draw(&Rectangle::new(
            [(0.0, top), (value, top + height)],
            shape(ink, filled),
        ));
    }

    /// A line along the axis.
    pub(crate) fn span(&self, from: f64, to: f64, y: f64, ink: Ink) {
        self.draw(&PathElement::new(
            [(from, y), (to, y)],
            ink.colour().stroke_width(1),
        ));
    }

    /// A line across the axis.
    pub(crate) fn tick(&self, value: f64, top: f64, bottom: f64, ink: Ink, width: u32) {
        self.draw(&PathElement::new(
            [(value, top), (value, bottom)],
            ink.colour().stroke_width(width),
        ));
    }

    /// A dot, or a ring.
    pub(crate) fn dot(&self, value: f64, y: f64, radius: u32, ink: Ink, filled: bool) {
        self.draw(&Circle::new((value, y), radius, shape(ink, filled)));
    }

    /// Words that start a little after `value`, their middle at `y`.
    pub(crate) fn after(&self, value: f64, y: f64, words: &str, ink: Ink) {
        // No-break spaces keep the same distance at every width of the chart; a percentage would not.
        self.draw(&Text::new(
            format!("\u{a0}\u{a0}{words}"),
            (value, y),
            style(ink, HPos::Left, VPos::Center),
        ));
    }

    /// The head of a row: what it is at the left, a remark at the right end of the chart.
    pub(crate) fn head(&self, y: f64, left: &str, right: &str) {
        let y = y as i32;
        let (start, end) = (
            style(Ink::Text, HPos::Left, VPos::Center),
            style(Ink::Muted, HPos::Right, VPos::Center),
        );
        let _ = self.whole.draw(&Text::new(left.to_owned(), (0, y), start));
        let _ = self
            .whole
            .draw(&Text::new(right.to_owned(), (WIDTH as i32, y), end));
    }
}

/// Failed requests over requests on both sides, `4/192 → 5/192`, with ‡ where that is the client's count; a side without
/// rounds is `–`, two are nothing.
pub(crate) fn failures(scenario: &ScenarioSummary) -> Option<String> {
    let sides = Side::BOTH.map(|side| scenario.cell(side).measured());
    if sides.iter().all(Option::is_none) {
        return None;
    }
    let counts = sides.map(|measured| {
        measured.map_or("–".into(), |measured| {
            let mark = if measured.checked() { "" } else { " ‡" };
            let counts = label::failed(measured.failures.total(), measured.requests);
            format!("{counts}{mark}")
        })
    });
    Some(counts.join(" → "))
}
