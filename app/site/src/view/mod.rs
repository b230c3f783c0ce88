//! The page's parts, one file each, in their order on the page.

mod bar;
mod batch;
mod commands;
#[cfg(feature = "csr")]
mod compare;
mod conditions;
mod correction;
mod drop;
#[cfg(feature = "csr")]
mod embed;
mod failures;
mod figure;
mod files;
mod fold;
mod foot;
mod gains;
mod head;
mod markup;
#[cfg(feature = "csr")]
mod proof;
#[cfg(feature = "csr")]
mod proved;
#[cfg(feature = "csr")]
mod results;
#[cfg(feature = "csr")]
mod round_rows;
mod rounds;
mod seal;
mod signed;
#[cfg(feature = "ssr")]
mod start;
mod table;
mod take;
mod workload;

use std::sync::Arc;

use leptos::prelude::*;

use crate::{Check, Page, Signature};

#[cfg(feature = "csr")]
pub(crate) use correction::place as correction_place;
#[cfg(feature = "csr")]
pub use embed::embed;
#[cfg(feature = "csr")]
pub(crate) use files::save;
#[cfg(feature = "csr")]
pub use fold::fill;
pub use head::title;
#[cfg(feature = "csr")]
pub use markup::{accept, policy};
#[cfg(feature = "csr")]
pub use proved::put as prove;
pub use seal::trouble;
#[cfg(feature = "ssr")]
pub use start::{start, title as start_title};
#[cfg(feature = "csr")]
pub use take::markdown;

/// What has been checked in this browser: a state for each of [`Page::files`]. Stays open in prerendered HTML.
pub type Checks = RwSignal<Vec<Check>>;

/// How far the release is held to its signature.
pub type Held = RwSignal<Signature>;

/// The whole page; `related` are those that a correction binds to its release, as far as they are there.
pub fn app(page: &Arc<Page>, checks: Checks, held: Held, related: &[Page]) -> AnyView {
    let others: Vec<AnyView> = (1..page.batches.len())
        .map(|index| batch::other(page, index, checks))
        .collect();
    // A page that is only read proves nothing: it has no panel, and its figures are no buttons.
    #[cfg(feature = "csr")]
    let (live, proof, click) = (true, proof::panel(page).view(), {
        let page = Arc::clone(page);
        move |event: leptos::ev::MouseEvent| {
            proof::pressed(&page, checks, &event);
            seal::copy(&event, page.address.lang);
            take::pressed(&page, &event);
        }
    });
    #[cfg(not(feature = "csr"))]
    let (live, proof, click) = (false, (), |_: leptos::ev::MouseEvent| ());
    view! {
        {bar::top(page).view()}
        <main class:live=live on:click=click>
            {head::verdict(page, checks, related)}
            {seal::panel(page, checks, held)}
            {batch::sections(page, 0, checks)}
            {conditions::limits(page).view()}
            {conditions::section(page).view()}
            {others}
            {proof}
        </main>
        {foot::foot(page).view()}
    }
    .into_any()
}

/// What differs between the release of the page and one that a correction binds to it.
#[cfg(feature = "csr")]
pub(crate) fn correction(page: &Page, other: &Page) -> AnyView {
    correction::figures(page, other).view()
}

/// Why that does not stand there.
#[cfg(feature = "csr")]
pub(crate) fn withheld(release: &str, why: &str, lang: charts::Lang) -> AnyView {
    correction::withheld(release, why, lang).view()
}

/// Shows what the page's address asks for beside the page: the choice of a shape, and how a figure was made.
#[cfg(feature = "csr")]
pub fn answer(page: &Arc<Page>, checks: Checks) {
    if workload::is_asked()
        && let Some(part) =
            crate::browser::element(workload::PLACE).and_then(|place| place.parent_element())
    {
        // It is filled when it is open.
        let _ = part.set_attribute("open", "");
    }
    if let Some(name) = crate::browser::figure() {
        proof::open(page, checks, &name);
    }
}

/// Has parts of the page filled when they are opened.
#[cfg(feature = "csr")]
pub fn listen(page: &Arc<Page>, app: &web_sys::Element) {
    use wasm_bindgen::{JsCast, prelude::Closure};
    let page = Arc::clone(page);
    let heard = move |event| fold::opened(&page, &event);
    let heard = Closure::<dyn Fn(web_sys::Event)>::new(heard).into_js_value();
    // That something was opened is only told to itself and, first, to those around it.
    let _ = app.add_event_listener_with_callback_and_bool("toggle", heard.unchecked_ref(), true);
}
