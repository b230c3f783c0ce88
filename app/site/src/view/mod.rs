//! The page's parts, one file each, in their order on the page.

mod batch;
mod conditions;
mod failures;
mod figure;
mod gains;
mod head;
mod markup;
#[cfg(feature = "csr")]
mod proof;
mod rounds;
mod seal;
mod table;

use std::sync::Arc;

use leptos::prelude::*;

use crate::{Check, Page};

pub use seal::trouble;

/// What has been checked in this browser: a state for each of [`Page::files`]. Stays open in prerendered HTML.
pub type Checks = RwSignal<Vec<Check>>;

/// The whole page.
pub fn app(page: &Arc<Page>, checks: Checks) -> AnyView {
    let others: Vec<AnyView> = (1..page.batches.len())
        .map(|index| batch::other(page, index, checks))
        .collect();
    // A page that is only read proves nothing: it has no panel, and its figures are no buttons.
    #[cfg(feature = "csr")]
    let (live, proof, click) = (true, proof::panel(page).view(), {
        let page = Arc::clone(page);
        move |event: leptos::ev::MouseEvent| proof::pressed(&page, checks, &event)
    });
    #[cfg(not(feature = "csr"))]
    let (live, proof, click) = (false, (), |_: leptos::ev::MouseEvent| ());
    view! {
        {head::top(page).view()}
        <main class:live=live on:click=click>
            {head::verdict(page).view()}
            {seal::panel(page, checks)}
            {batch::sections(page, 0, checks)}
            {conditions::limits(page).view()}
            {conditions::section(page).view()}
            {others}
            {proof}
        </main>
        {head::foot(page).view()}
    }
    .into_any()
}

/// Shows how the figure was made that the page's address asks for, if it asks for one.
#[cfg(feature = "csr")]
pub fn answer(page: &Page, checks: Checks) {
    if let Some(name) = crate::browser::figure() {
        proof::open(page, checks, &name);
    }
}
