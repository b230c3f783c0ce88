//! The page's parts, one file each, in their order on the page.

mod batch;
mod commands;
#[cfg(feature = "csr")]
mod compare;
mod conditions;
mod correction;
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
mod signed;
mod table;

use std::sync::Arc;

use leptos::prelude::*;

use crate::{Check, Page};

#[cfg(feature = "csr")]
pub(crate) use correction::place as correction_place;
pub use head::title;
pub use seal::trouble;

/// What has been checked in this browser: a state for each of [`Page::files`]. Stays open in prerendered HTML.
pub type Checks = RwSignal<Vec<Check>>;

/// The whole page; `related` are those that a correction binds to its release, as far as they are there.
pub fn app(page: &Arc<Page>, checks: Checks, related: &[Page]) -> AnyView {
    let others: Vec<AnyView> = (1..page.batches.len())
        .map(|index| batch::other(page, index))
        .collect();
    view! {
        {head::top(page).view()}
        <main>
            {head::verdict(page, related).view()}
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
