//! What a reader does on the page, and what answers: one ear for all of it.

use std::{cell::Cell, sync::Arc};

use wasm_bindgen::{JsCast, prelude::Closure};
use web_sys::{
    Element, Event, EventTarget, HtmlInputElement, HtmlSelectElement, KeyboardEvent, PointerEvent,
};

use super::{
    Checks,
    chosen::{self, Drawn},
    figure, files, fold, keys, proof, take, tip,
};
use crate::{
    Page,
    browser::{self, Pressed, closest},
};

/// What is heard of.
const KINDS: [&str; 10] = [
    "toggle",
    "click",
    "pointerdown",
    "pointermove",
    "pointerleave",
    "focusin",
    "focusout",
    "keydown",
    "change",
    "input",
];

thread_local! {
    /// The last press was of a finger, which cannot hover.
    static FINGER: Cell<bool> = const { Cell::new(false) };
}

/// Listens to everything in `app`, and to keys wherever they are pressed.
pub(super) fn listen(page: &Arc<Page>, checks: Checks, app: &Element) {
    let page = Arc::clone(page);
    let heard = move |event: Event| heard(&page, checks, &event);
    let heard = Closure::<dyn Fn(Event)>::new(heard).into_js_value();
    let window = web_sys::window();
    for kind in KINDS {
        // Keys are told to what has the focus, which may be nothing in particular.
        let target: &EventTarget = match &window {
            Some(window) if kind == "keydown" => window,
            _ => app,
        };
        // That something was opened is only told to itself and, first, to those around it.
        let first = kind == "toggle";
        let _ =
            target.add_event_listener_with_callback_and_bool(kind, heard.unchecked_ref(), first);
    }
}

fn heard(page: &Arc<Page>, checks: Checks, event: &Event) {
    match event.type_().as_str() {
        "toggle" => fold::opened(page, event),
        "click" => clicked(page, checks, event),
        "pointerdown" => FINGER.set(by_finger(event)),
        "pointermove" if !by_finger(event) => pointed(page, event),
        "pointerleave" if !by_finger(event) => tip::hide(),
        "focusin" => {
            if let Some(stop) = closest(event, ".keys") {
                keys::reached(page, &stop);
            }
        }
        "focusout" if closest(event, ".keys").is_some() => keys::left(),
        "keydown" => pressed(page, checks, event),
        "change" => {
            if let Some(Ok(control)) = closest(event, ".choices select[name]").map(JsCast::dyn_into)
            {
                let control: HtmlSelectElement = control;
                chosen::choose(page, &control.name(), &control.value());
            }
        }
        "input" => {
            if let Some(Ok(search)) = closest(event, ".parts input").map(JsCast::dyn_into) {
                let search: HtmlInputElement = search;
                if let Some(index) = chosen::index(&search) {
                    chosen::search(page, index, search.value());
                }
            }
        }
        _ => {}
    }
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

fn clicked(page: &Arc<Page>, checks: Checks, event: &Event) {
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
    } else if let Some(pressed) = browser::pressed(event) {
        save(page, checks, event, pressed);
    } else if closest(event, "svg.chart").is_some() {
        if FINGER.get() {
            // A tap shows what pointing would; the way to its proof is in there.
            tip::hide();
            show_lane(page, event);
        } else {
            prove(page, checks, event);
        }
    } else if closest(event, "#tip").is_none() || closest(event, "button").is_some() {
        tip::hide();
    }
}

/// Shows how the figure under the pointer was made.
fn prove(page: &Arc<Page>, checks: Checks, event: &Event) -> Option<()> {
    let picture = closest(event, "svg.chart")?;
    let drawn = Drawn::around(page, &picture)?;
    let place = browser::place(&picture, event.dyn_ref()?);
    let mark = charts::marks::at(&drawn.marks, place)?;
    tip::hide();
    proof::open(page, checks, &drawn.name(&mark.of));
    Some(())
}

fn save(page: &Arc<Page>, checks: Checks, event: &Event, pressed: Pressed) -> Option<()> {
    match pressed {
        Pressed::Chart(chart) => {
            let drawn = Drawn::around(page, &closest(event, "figure")?)?;
            let choices = chosen::choices();
            let (name, picture) =
                figure::file(page, drawn.summary, chart, &drawn.scenarios, &choices);
            take::picture(page, event, &name, picture);
        }
        Pressed::File(path) => {
            event.prevent_default();
            files::give(page, checks, &path);
        }
    }
    Some(())
}

fn pressed(page: &Arc<Page>, checks: Checks, event: &Event) {
    let Some(event) = event.dyn_ref::<KeyboardEvent>() else {
        return;
    };
    if let Some(stop) = closest(event, ".keys") {
        keys::in_chart(page, checks, &stop, event);
    } else if event.key() == "Escape" && tip::send_away() {
        event.prevent_default();
    } else if let Some(table) = closest(event, ".scroll") {
        keys::in_table(&table, event);
    }
}
