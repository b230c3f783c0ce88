//! What stands beside a mark while it is pointed at.

use std::cell::RefCell;

use charts::{Mark, Tip};
use summary::Of;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use super::{
    chosen::{self, Drawn},
    markup::{Markup, classed, list, node, words},
};
use crate::{Page, browser};

const ID: &str = "tip";
/// Pixels between a pointer and what stands beside it, so that the way down stays free.
const BESIDE: f64 = 14.0;
/// Pixels that it keeps from the edge of the window.
const EDGE: f64 = 8.0;

thread_local! {
    /// The figure that it is about; none while it is not shown.
    static SHOWN: RefCell<Option<String>> = RefCell::default();
    /// The figure whose tip was sent away, until the reader points at another one.
    static SENT_AWAY: RefCell<Option<String>> = RefCell::default();
}

/// Where it is shown.
pub(super) fn place() -> Markup {
    node(
        "div",
        &[("id", ID), ("role", "group"), ("hidden", "")],
        vec![],
    )
}

fn element() -> Option<HtmlElement> {
    browser::element(ID)?.dyn_into().ok()
}

/// Shows what is known of `mark`, beside `x` pixels from the left of its chart.
pub(super) fn show(page: &Page, drawn: &Drawn, mark: &Mark, x: f64) {
    let name = drawn.name(&mark.of);
    if SHOWN.with_borrow(|shown| shown.as_ref() == Some(&name))
        || SENT_AWAY.with_borrow(|sent| sent.as_ref() == Some(&name))
    {
        return;
    }
    SENT_AWAY.set(None);
    let lang = page.address.lang;
    let (Some(tip), Some(place)) = (Tip::of(&mark.of, &drawn.scenarios, lang), element()) else {
        return;
    };
    let id = scenario(&mark.of).unwrap_or_default();
    let picked = chosen::choices().pick.as_deref() == Some(id);
    let how = [("name", &*name), ("tabindex", "-1")];
    let pick = [("data-pick", id), ("tabindex", "-1")];
    let highlight = if picked {
        messages::highlight_nowhere(lang)
    } else {
        messages::highlight_everywhere(lang)
    };
    let ways = vec![
        node("button", &how, vec![words(messages::how_made(lang))]),
        node("button", &pick, vec![words(highlight)]),
    ];
    let inside = vec![
        classed("p", "name", &tip.title),
        list(tip.lines.into_iter()),
        node("p", &[], ways),
    ];
    Markup::all(inside).put(&place);
    // An attribute of this name is always taken.
    let _ = place.set_attribute("aria-label", &tip.title);
    place.set_hidden(false);
    if let Some(picture) = drawn.picture() {
        put(&place, &picture, mark, x);
    }
    SHOWN.set(Some(name));
    chosen::mark("here", Some(id));
}

/// Puts it under the lane of `mark`, or over it where there is more room: never over what it is about, never out of the window.
fn put(tip: &HtmlElement, picture: &Element, mark: &Mark, x: f64) {
    let Some(window) = web_sys::window() else {
        return;
    };
    let root = window
        .document()
        .and_then(|document| document.document_element());
    let [wide, high] = root.map_or([0.0; 2], |root| {
        [root.client_width(), root.client_height()].map(f64::from)
    });
    let chart = picture.get_bounding_client_rect();
    let own = tip.get_bounding_client_rect();
    let (top, bottom) = (chart.top() + mark.top, chart.top() + mark.top + mark.height);
    let under = bottom + own.height() <= high || top < own.height();
    let y = if under { bottom } else { top - own.height() };
    let x = chart.left() + x;
    // Right of the pointer, else left of it, so that the pointer can go on to the next lane.
    let right = x + BESIDE;
    let left = if right + own.width() + EDGE <= wide {
        right
    } else {
        x - BESIDE - own.width()
    };
    let left = left.min(wide - EDGE - own.width()).max(EDGE);
    let scrolled = [window.scroll_x(), window.scroll_y()].map(Result::unwrap_or_default);
    let style = tip.style();
    for (name, at) in [("left", left + scrolled[0]), ("top", y + scrolled[1])] {
        // A length is always taken.
        let _ = style.set_property(name, &format!("{at}px"));
    }
}

/// Takes it away.
pub(super) fn hide() {
    SENT_AWAY.set(None);
    if SHOWN.take().is_some() {
        if let Some(place) = element() {
            place.set_hidden(true);
        }
        chosen::mark("here", None);
    }
}

/// Takes it away for as long as the reader points at the same mark; whether it was there.
pub(super) fn send_away() -> bool {
    let shown = SHOWN.with_borrow(Clone::clone);
    hide();
    let there = shown.is_some();
    SENT_AWAY.set(shown);
    there
}

/// The scenario that a mark is of.
fn scenario(of: &Of) -> Option<&str> {
    match of {
        Of::Gain(id, _) | Of::Rounds(id, ..) | Of::Round(id, ..) => Some(id.as_str()),
        Of::Verdict | Of::Failed(_) => None,
    }
}
