//! What answers to a reader at charts, tables and choices, in the second program.

use std::{cell::Cell, sync::Arc};

use charts::Chart;
use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlInputElement, HtmlSelectElement, KeyboardEvent, PointerEvent};

use super::{
    chosen::{self, Drawn},
    figure, keys, take, tip,
};
use crate::{
    Page,
    browser::{self, closest},
};

thread_local! {
    /// The last press was of a finger, which cannot hover.
    static FINGER: Cell<bool> = const { Cell::new(false) };
}

/// Answers to what happened; the name of a figure where its proof is asked for.
pub fn heard(page: &Arc<Page>, event: &Event) -> Option<String> {
    match event.type_().as_str() {
        "click" => return clicked(page, event),
        "pointerdown" => FINGER.set(by_finger(event)),
        "pointermove" if !by_finger(event) => pointed(page, event),
        "pointerleave" if !by_finger(event) => tip::hide(),
        "focusin" => {
            if let Some(stop) = closest(event, ".keys") {
                keys::reached(page, &stop);
            }
        }
        "focusout" if closest(event, ".keys").is_some() => keys::left(),
        "keydown" => return pressed(page, event),
        "change" => {
            if let Some(Ok(control)) = closest(event, "select[name]").map(JsCast::dyn_into) {
                let control: HtmlSelectElement = control;
                chosen::choose(page, &control.name(), &control.value());
            }
        }
        "input" => {
            if let Some(Ok(search)) = closest(event, "[type=search]").map(JsCast::dyn_into) {
                let search: HtmlInputElement = search;
                if let Some(index) = chosen::index(&search) {
                    chosen::search(page, index, search.value());
                }
            }
        }
        _ => {}
    }
    None
}

fn by_finger(event: &Event) -> bool {
    let event = event.dyn_ref::<PointerEvent>();
    event.is_some_and(|event| event.pointer_type() == "touch")
}

/// The pointer moved.
fn pointed(page: &Page, event: &Event) {
    // What is shown can be pointed at too, and stays.
    if closest(event, "#tip").is_some() {
        return;
    }
    if show_lane(page, event).is_none() {
        tip::hide();
    }
}

/// Shows what is known of the mark in whose lane the pointer is.
fn show_lane(page: &Page, event: &Event) -> Option<()> {
    let picture = closest(event, "svg.chart")?;
    let place = browser::place(&picture, event.dyn_ref()?);
    let drawn = Drawn::around(page, &picture)?;
    let mark = charts::marks::lane(&drawn.marks, place)?;
    tip::show(page, &drawn, mark, place.x);
    Some(())
}

fn clicked(page: &Page, event: &Event) -> Option<String> {
    if let Some(button) = closest(event, "[data-pick]") {
        keys::picked(page, &button);
        tip::hide();
    } else if let Some(button) = closest(event, "button.turn") {
        let steps = button
            .get_attribute("value")
            .and_then(|steps| steps.parse().ok());
        if let (Some(index), Some(steps)) = (chosen::index(&button), steps) {
            chosen::turn(page, index, steps);
        }
    } else if let Some(button) = closest(event, "[data-chart]") {
        let id = button.get_attribute("data-chart")?;
        let chart = Chart::ALL.into_iter().find(|chart| chart.id() == id)?;
        let drawn = Drawn::around(page, &button)?;
        let choices = chosen::choices();
        let (name, picture) = figure::file(page, drawn.summary, chart, &drawn.scenarios, &choices);
        take::picture(event, &name, picture);
    } else if closest(event, "svg.chart").is_some() {
        if !FINGER.get() {
            return proof(page, event);
        }
        // A tap shows what pointing would; the way to its proof is in there.
        tip::hide();
        show_lane(page, event);
    } else if closest(event, "#tip").is_none() || closest(event, "button").is_some() {
        tip::hide();
    }
    None
}

/// The figure under the pointer.
fn proof(page: &Page, event: &Event) -> Option<String> {
    let picture = closest(event, "svg.chart")?;
    let drawn = Drawn::around(page, &picture)?;
    let place = browser::place(&picture, event.dyn_ref()?);
    let mark = charts::marks::at(&drawn.marks, place)?;
    tip::hide();
    Some(drawn.name(&mark.of))
}

fn pressed(page: &Page, event: &Event) -> Option<String> {
    let event: &KeyboardEvent = event.dyn_ref()?;
    if let Some(stop) = closest(event, ".keys") {
        return keys::in_chart(page, &stop, event);
    }
    if event.key() == "Escape" && tip::send_away() {
        event.prevent_default();
    } else if let Some(table) = closest(event, ".scroll") {
        keys::in_table(&table, event);
    }
    None
}
