//! Which parts of the page stand open: the address says it, so that whoever it is passed on to sees the same.

use charts::Lang;
use web_sys::Element;

use crate::browser::{self, all, within};

/// Its name in the address, with the names of the parts between commas.
const OPEN: &str = "open";

/// The parts that have a name: that of the place that is filled, or of what the part is the first in.
fn parts() -> Vec<(String, Element)> {
    let named = |part: Element| {
        let place = part.last_element_child()?.id();
        if !place.is_empty() {
            return Some((place, part));
        }
        let around = part.closest("[id]").ok()??;
        (within(&around, "details").first() == Some(&part)).then(|| (around.id(), part))
    };
    all("details").into_iter().filter_map(named).collect()
}

/// Has the address name the parts that stand open now.
pub(super) fn remember() {
    let open = parts().into_iter();
    let open = open.filter(|(_, part)| part.has_attribute("open"));
    let open: Vec<String> = open.map(|(name, _)| name).collect();
    let open = open.join(",");
    browser::remember(OPEN, Some(&*open).filter(|open| !open.is_empty()));
}

/// Opens what the address names; a sentence where the page does not have it.
pub(super) fn restore(lang: Lang) -> Option<String> {
    let parts = parts();
    let asked = browser::asked(OPEN)?;
    let mut unknown = vec![];
    for name in asked.split(',') {
        match parts.iter().find(|(own, _)| own == name) {
            // An attribute of this name is always taken.
            Some((_, part)) => drop(part.set_attribute("open", "")),
            None => unknown.push(name),
        }
    }
    let known = parts.into_iter().map(|(name, _)| name);
    let known = known.collect::<Vec<_>>();
    let known = known.join(messages::enumerating_comma(lang));
    (!unknown.is_empty())
        .then(|| messages::choice_unknown(lang, known, OPEN, charts::visible(&unknown.join(","))))
}
