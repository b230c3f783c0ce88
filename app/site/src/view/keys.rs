//! Arrow keys: through the marks of a chart and the figures of a table, each of them one stop of the keyboard.

use charts::{
    Tip,
    marks::{self, Step},
};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent};

use super::{
    chosen::{self, Drawn},
    markup::{Markup, node},
    tip,
};
use crate::{
    Page,
    browser::{self, within},
};

/// Names the mark that the arrow keys are at.
const AT: &str = "aria-activedescendant";
/// Pixels around the middle of a dot.
const AROUND: u32 = 8;
/// Where beside a lane its tip stands, in pixels from the left.
const BESIDE: f64 = 24.0;

/// Fills the chart's stop of the keyboard with its marks and goes to the one that it was at.
pub(super) fn reached(page: &Page, stop: &Element) {
    let Some(drawn) = Drawn::around(page, stop) else {
        return;
    };
    if stop.child_element_count() == 0 {
        let lang = page.address.lang;
        let marks = drawn.marks.iter().flatten().zip(0..);
        let marks = marks.map(|(mark, at)| {
            let said = Tip::of(&mark.of, &drawn.scenarios, lang).map(|tip| tip.said(lang));
            let (id, said) = (id(&drawn, at), said.unwrap_or_default());
            let mut attributes = vec![
                ("id", id),
                ("role", "option".into()),
                ("aria-selected", "false".into()),
                ("aria-label", said),
            ];
            let tag = if let Some(across) = mark.across {
                let middle = mark.top + mark.height / 2.0;
                attributes.push(("cx", format!("{across}%")));
                attributes.push(("cy", middle.to_string()));
                attributes.push(("r", AROUND.to_string()));
                "circle"
            } else {
                attributes.push(("width", "100%".into()));
                attributes.push(("y", mark.top.to_string()));
                attributes.push(("height", mark.height.to_string()));
                "rect"
            };
            let attributes: Vec<(&str, &str)> = attributes
                .iter()
                .map(|(name, value)| (*name, &**value))
                .collect();
            node(tag, &attributes, vec![])
        });
        Markup::all(marks.collect()).put(stop);
    }
    go(page, &drawn, stop, at(stop).unwrap_or_default());
}

/// The marks are left.
pub(super) fn left() {
    tip::hide();
}

fn id(drawn: &Drawn, at: usize) -> String {
    format!("{}-{at}", drawn.figure.id())
}

/// Which of the chart's marks the keys are at.
fn at(stop: &Element) -> Option<usize> {
    let (_, at) = stop
        .get_attribute(AT)?
        .rsplit_once('-')
        .map(|(id, at)| (id.len(), at.parse()))?;
    at.ok()
}

fn go(page: &Page, drawn: &Drawn, stop: &Element, at: usize) {
    let Some(mark) = drawn.marks.iter().flatten().nth(at) else {
        return;
    };
    for (option, index) in within(stop, "[role=option]").iter().zip(0..) {
        let selected = if index == at { "true" } else { "false" };
        // Attributes of these names are always taken.
        let _ = option.set_attribute("aria-selected", selected);
    }
    let _ = stop.set_attribute(AT, &id(drawn, at));
    let Some(picture) = drawn.picture() else {
        return;
    };
    browser::bring(&picture, mark.top);
    let width = picture.get_bounding_client_rect().width();
    let x = mark.across.map(|across| across * width / 100.0);
    tip::show(page, drawn, mark, x.unwrap_or(BESIDE));
}

/// Does what a key asks of a chart; the name of a figure where its proof is asked for.
pub(super) fn in_chart(page: &Page, stop: &Element, event: &KeyboardEvent) -> Option<String> {
    let drawn = Drawn::around(page, stop)?;
    let now = at(stop).unwrap_or_default();
    let step = match event.key().as_str() {
        "ArrowRight" => Step::Next,
        "ArrowLeft" => Step::Before,
        "ArrowDown" => Step::Below,
        "ArrowUp" => Step::Above,
        "Home" => Step::First,
        "End" => Step::Last,
        "Enter" | " " => {
            event.prevent_default();
            let mark = drawn.marks.iter().flatten().nth(now)?;
            return Some(drawn.name(&mark.of));
        }
        "Escape" => {
            tip::send_away();
            return None;
        }
        _ => return None,
    };
    event.prevent_default();
    go(page, &drawn, stop, marks::step(&drawn.marks, now, step));
    None
}

/// What a key asks of a table.
pub(super) fn in_table(table: &Element, event: &KeyboardEvent) {
    let figures = within(table, "button.figure");
    let key = event.key();
    let now = browser::closest(event, "button.figure");
    let now = now.and_then(|now| figures.iter().position(|one| *one == now));
    let to = match (key.as_str(), now) {
        ("Escape", Some(_)) => return focus(table),
        ("Home", _) | ("ArrowRight" | "ArrowDown", None) => figures.first(),
        ("End", _) => figures.last(),
        ("ArrowRight", Some(at)) => figures.get(at + 1),
        ("ArrowLeft", Some(at)) => at.checked_sub(1).and_then(|at| figures.get(at)),
        ("ArrowDown", Some(at)) => below(&figures[at..]),
        ("ArrowUp", Some(at)) => {
            let before: Vec<Element> = figures[..=at].iter().rev().cloned().collect();
            return take(event, below(&before));
        }
        _ => return,
    };
    take(event, to);
}

/// The next of `figures` in another row that stands in the column of the first one.
fn below(figures: &[Element]) -> Option<&Element> {
    let middle = |one: &Element| {
        let edge = one.closest("td").ok()??.get_bounding_client_rect();
        Some((edge.left(), edge.top()))
    };
    let (left, top) = middle(figures.first()?)?;
    let mut others = figures.iter();
    others.find(|one| middle(one).is_some_and(|at| at.0 == left && at.1 != top))
}

fn take(event: &KeyboardEvent, to: Option<&Element>) {
    if let Some(to) = to {
        event.prevent_default();
        focus(to);
    }
}

fn focus(element: &Element) {
    if let Some(element) = element.dyn_ref::<HtmlElement>() {
        // What is on the page and shown can have the focus.
        let _ = element.focus();
    }
}

/// Whether a scenario was chosen to stand out by the button under the event.
pub(super) fn picked(page: &Page, button: &Element) {
    if let Some(id) = button.get_attribute("data-pick") {
        chosen::pick(page, &id);
    }
}
