//! Parts of the page that the second program fills when a reader opens them: few readers do, and all of them would wait for it.

#[cfg(feature = "csr")]
use std::sync::Arc;

use super::markup::{Markup, node, text};
#[cfg(feature = "csr")]
use super::{compare, markup::words, round_rows, rounds, seal, workload};
#[cfg(feature = "csr")]
use crate::{Page, asked};

/// The class of such a part.
const CLASS: &str = "asked";

/// A part of `class` under its `summary`: an empty place with these attributes.
pub(super) fn fold(class: &str, summary: &str, place: &[(&str, &str)]) -> Markup {
    filled(class, summary, place, Markup::nothing())
}

/// The same with something in its place that can be read until then.
pub(super) fn filled(class: &str, summary: &str, place: &[(&str, &str)], inside: Markup) -> Markup {
    let inside = vec![text("summary", summary), node("div", place, vec![inside])];
    let class = format!("{class} {CLASS}");
    node("details", &[("class", &class)], inside)
}

/// The place in the part that was opened by `event`.
#[cfg(feature = "csr")]
fn place(event: &web_sys::Event) -> Option<web_sys::Element> {
    use wasm_bindgen::JsCast;
    let part: web_sys::Element = event.target()?.dyn_into().ok()?;
    let opened = part.has_attribute("open") && part.class_name().ends_with(CLASS);
    part.last_element_child().filter(|_| opened)
}

/// Has the second program fill the part that was opened by `event`, once.
#[cfg(feature = "csr")]
pub(super) fn opened(page: &Arc<Page>, event: &web_sys::Event) {
    const BUSY: &str = "aria-busy";
    let Some(place) = place(event).filter(|place| !place.has_attribute(BUSY)) else {
        return;
    };
    let lang = page.address.lang;
    let status = |said| node("p", &[("role", "status")], vec![words(said)]);
    // An attribute of this name is always taken.
    let _ = place.set_attribute(BUSY, "true");
    status(asked::coming(lang)).put(&place);
    let page = Arc::clone(page);
    wasm_bindgen_futures::spawn_local(async move {
        let desk = asked::desk(&page).await;
        if desk.and_then(|desk| desk.fill(&place)).is_ok() {
            let _ = place.set_attribute(BUSY, "false");
        } else {
            let again = node("p", &[], vec![seal::retry(lang)]);
            Markup::all(vec![status(asked::missing(lang)), again]).put(&place);
            // Opened once more, it asks once more.
            let _ = place.remove_attribute(BUSY);
        }
    });
}

/// Fills `place`, in the second program.
#[cfg(feature = "csr")]
pub fn fill(page: &Arc<Page>, place: &web_sys::Element) {
    match place.get_attribute(rounds::SHOWN) {
        Some(shown) => round_rows::fill(page, place, &shown),
        None if place.id() == workload::PLACE => workload::fill(page, place),
        None => compare::start(page, place),
    }
}
