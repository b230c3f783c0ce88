//! What a reader does on the page: one ear for all of it. Charts, tables and choices answer from the second program
//! (`answers.rs`), which is fetched when a reader first turns to one of them.

use std::{
    cell::{Cell, RefCell},
    sync::Arc,
};

use wasm_bindgen::{JsCast, prelude::Closure};
use wasm_bindgen_futures::spawn_local;
use web_sys::{Element, Event, EventTarget};

use super::{Checks, choices::SAID, files, fold, proof, unfolded};
use crate::{
    Page,
    asked::{self, Desk},
    browser::{all, closest},
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

/// What the second program answers for.
const WORKED: &str = "svg.chart,.keys,.scroll,select[name],[type=search],.turn,[data-chart]";

thread_local! {
    static DESK: RefCell<Option<Desk>> = const { RefCell::new(None) };
    /// It did not come: from then on only those who ask for something have it asked for again.
    static MISSING: Cell<bool> = const { Cell::new(false) };
    /// What happened while it was on its way.
    static WAITING: RefCell<Vec<Event>> = const { RefCell::new(vec![]) };
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
    let kind = event.type_();
    if kind == "toggle" {
        fold::opened(page, event);
        unfolded::remember();
        return;
    }
    if kind == "click"
        && let Some(path) =
            closest(event, "[data-file]").and_then(|link| link.get_attribute("data-file"))
    {
        event.prevent_default();
        files::give(page, checks, &path);
    }
    if DESK.with_borrow(Option::is_some) {
        return answer(page, checks, event);
    }
    // Only where the pointer is now counts.
    let moved = |event: &Event| event.type_().starts_with("pointer");
    if moved(event) {
        WAITING.with_borrow_mut(|waiting| waiting.retain(|event| !moved(event)));
    }
    if closest(event, WORKED).is_some() && (!MISSING.get() || is_meant(event)) {
        let waited = WAITING.with_borrow_mut(|waiting| {
            waiting.push(event.clone());
            waiting.len() > 1
        });
        if !waited {
            spawn_local(fetch(Arc::clone(page), checks));
        }
    }
}

/// Has the second program answer.
fn answer(page: &Arc<Page>, checks: Checks, event: &Event) {
    let asked = DESK.with_borrow(|desk| desk.as_ref().map(|desk| desk.heard(event)));
    if let Some(Ok(Some(name))) = asked {
        proof::open(page, checks, &name);
    }
}

/// Fetches it, and has it answer what happened meanwhile.
async fn fetch(page: Arc<Page>, checks: Checks) {
    let desk = asked::desk(&page).await;
    let waiting = WAITING.take();
    match desk {
        Ok(desk) => {
            DESK.set(Some(desk));
            for event in &waiting {
                answer(&page, checks, event);
            }
        }
        Err(_) => {
            MISSING.set(true);
            // Whoever only passed over a chart need not know.
            if waiting.iter().any(is_meant) {
                say(asked::missing(page.address.lang));
            }
        }
    }
}

fn is_meant(event: &Event) -> bool {
    ["click", "change", "input", "keydown"].contains(&&*event.type_())
}

/// Says it beside the choices.
pub(super) fn say(words: &str) {
    if let Some(said) = all(&format!(".{SAID}")).first() {
        said.set_text_content(Some(words));
    }
}
