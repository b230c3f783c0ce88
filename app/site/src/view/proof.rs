use std::sync::Arc;

use charts::Lang;
use leptos::{ev::MouseEvent, prelude::WithUntracked};
use wasm_bindgen::{JsCast, prelude::Closure};
use wasm_bindgen_futures::spawn_local;
use web_sys::{HtmlDialogElement, HtmlElement};

use super::{
    Checks,
    markup::{Markup, node, text, words},
    seal,
};
use crate::{
    Check, Page, asked,
    browser::{self, element, say},
};

/// Where the focus goes when a proof is shown.
const TITLE: &str = "proof-title";
/// What leads back to it.
pub(super) const LINK: &str = "proof-link";
/// Where its lines stand.
pub(super) const LINES: &str = "proof-lines";
/// Names the figure that was asked for last.
const ASKED: &str = "data-asked";
/// Where the panel says what it does.
const SAID: &str = "proof-said";

/// Where a proof is shown, over the page until it is closed.
pub(super) fn panel(page: &Page) -> Markup {
    let lang = page.address.lang;
    let button = |name, said| node("button", &[("name", name)], vec![words(said)]);
    let bar = vec![
        button("copy", messages::copy_link(lang)),
        node("span", &[("id", SAID), ("role", "status")], vec![]),
        button("close", messages::close(lang)),
    ];
    let inside = vec![
        node("p", &[("class", "bar")], bar),
        node("div", &[("id", LINES)], vec![]),
    ];
    let dialog = [
        ("id", "proof"),
        ("aria-labelledby", TITLE),
        ("closedby", "any"),
    ];
    node("dialog", &dialog, inside)
}

/// Does what the button that was pressed is for.
pub(super) fn pressed(page: &Arc<Page>, checks: Checks, event: &MouseEvent) {
    match browser::named(event).as_deref() {
        None => {}
        Some("copy") => copy(page.address.lang),
        Some("close") => {
            if let Some(dialog) = dialog() {
                dialog.close();
            }
        }
        Some(name) => open(page, checks, name),
    }
}

fn dialog() -> Option<HtmlDialogElement> {
    element("proof")?.dyn_into().ok()
}

/// Shows how the figure called `name` was made, as soon as what shows it is there.
pub(super) fn open(page: &Arc<Page>, checks: Checks, name: &str) {
    let Some(dialog) = dialog() else {
        return;
    };
    browser::remember("figure", Some(name));
    // An attribute of this name is always taken.
    let _ = dialog.set_attribute(ASKED, name);
    say(SAID, asked::coming(page.address.lang));
    if !dialog.open() {
        // What was shown before is not of this figure.
        say(LINES, "");
        // It is in the page and not open: there is nothing to refuse.
        let _ = dialog.show_modal();
        let closed = Closure::once_into_js(|| browser::remember("figure", None));
        dialog.set_onclose(closed.dyn_ref());
    }
    let (page, name) = (Arc::clone(page), name.to_owned());
    spawn_local(async move {
        let desk = asked::desk(&page).await;
        // Meanwhile the reader may have closed the panel or asked for another figure.
        if !dialog.open() || dialog.get_attribute(ASKED).as_ref() != Some(&name) {
            return;
        }
        let shown = desk.and_then(|desk| desk.prove(&name, &same(&page, checks)));
        if let (Err(_), Some(lines)) = (shown, element(LINES)) {
            missing(page.address.lang).put(&lines);
        }
        say(SAID, "");
        // A part of the proof that was there may have had the focus.
        let title = element(TITLE).and_then(|title| title.dyn_into::<HtmlElement>().ok());
        if let Some(title) = title {
            let _ = title.focus();
        }
    });
}

/// What stands there where the proof cannot be shown.
fn missing(lang: Lang) -> Markup {
    let head = messages::no_proof(lang);
    Markup::all(vec![
        title(head),
        text("p", asked::missing(lang)),
        node("p", &[], vec![seal::retry(lang)]),
    ])
}

fn copy(lang: Lang) {
    // At once, while the browser still knows that the reader asked.
    let Some(copying) = browser::href(LINK).map(|href| browser::copy(&href)) else {
        return;
    };
    spawn_local(async move {
        let done = copying.await;
        let said = if done {
            messages::copied(lang)
        } else {
            messages::copy_the_last_line(lang)
        };
        say(SAID, said);
    });
}

/// The heading of a proof.
pub(super) fn title(title: &str) -> Markup {
    let attributes = [("id", TITLE), ("tabindex", "-1")];
    node("h2", &attributes, vec![words(title)])
}

/// The files that were found to be the listed ones in this browser, a line each.
fn same(page: &Page, checks: Checks) -> String {
    checks.with_untracked(|checks| {
        let states = page.files.iter().zip(checks);
        let same = states.filter(|(_, check)| **check == Check::Same);
        let paths: Vec<&str> = same.map(|(file, _)| file.path.as_str()).collect();
        paths.join("\n")
    })
}
