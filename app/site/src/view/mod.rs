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
mod proof;
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

/// The name of the figure whose proof a reader asks for.
type Asked = RwSignal<Option<String>>;

/// The whole page; `related` are those that a correction binds to its release, as far as they are there.
pub fn app(page: &Arc<Page>, checks: Checks, related: &[Page]) -> AnyView {
    let asked = Asked::new(None);
    let others: Vec<AnyView> = (1..page.batches.len())
        .map(|index| batch::other(page, index, asked))
        .collect();
    // A page that is only read proves nothing: it has no panel, and its figures are no buttons.
    #[cfg(feature = "csr")]
    let (live, proof, click) = (
        true,
        proof::panel(page, checks, asked),
        move |event: leptos::ev::MouseEvent| {
            if let Some(name) = crate::browser::named(&event) {
                asked.set(Some(name));
            }
        },
    );
    #[cfg(not(feature = "csr"))]
    let (live, proof, click) = (false, (), |_: leptos::ev::MouseEvent| ());
    view! {
        {head::top(page).view()}
        <main class:live=live on:click=click>
            {head::verdict(page, related).view()}
            {seal::panel(page, checks)}
            {batch::sections(page, 0, asked)}
            {conditions::limits(page).view()}
            {conditions::section(page).view()}
            {others}
            {proof}
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
