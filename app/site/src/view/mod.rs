//! The page's parts, one file each, in their order on the page.

mod batch;
mod commands;
#[cfg(feature = "csr")]
mod compare;
mod conditions;
mod drop;
mod failures;
mod figure;
mod gains;
mod head;
mod markup;
#[cfg(feature = "csr")]
mod results;
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
        .map(|index| batch::other(page, index))
        .collect();
    view! {
        {head::top(page).view()}
        <main>
            {head::verdict(page).view()}
            {seal::panel(page, checks)}
            {batch::sections(page, 0)}
            {conditions::limits(page).view()}
            {conditions::section(page).view()}
            {others}
        </main>
        {head::foot(page).view()}
    }
    .into_any()
}
