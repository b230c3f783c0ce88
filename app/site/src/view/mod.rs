//! The page's parts, one file each, in their order on the page.

mod batch;
mod conditions;
mod failures;
mod figure;
mod gains;
mod head;
mod seal;
mod table;

use std::sync::Arc;

use leptos::prelude::*;

use crate::{Check, Page};

pub use seal::trouble;

/// What has been checked in this browser: a state for each of [`Page::files`]. Stays open in prerendered HTML.
pub type Checks = RwSignal<Vec<Check>>;

/// The whole page.
pub fn app(page: &Arc<Page>, checks: Checks) -> impl IntoView + use<> {
    let lang = page.address.lang;
    let main = page
        .batches
        .first()
        .map(|(context, summary)| batch::main(page, context, summary));
    let others: Vec<_> = page
        .batches
        .iter()
        .skip(1)
        .map(|(context, summary)| batch::other(page, context, summary))
        .collect();
    let others = (!others.is_empty()).then(|| {
        view! {
            <section>
                <h2>{lang.pick("Other batches", "其他批次")}</h2>
                <p>{lang.pick(
                    "Measured on another node or in another sitting, so each stands alone: never in the figures above.",
                    "在其他节点或其他时段测得，因此各自单列，绝不并入上面的数字。",
                )}</p>
                {others}
            </section>
        }
    });
    view! {
        {head::top(page)}
        <main>
            {head::verdict(page)}
            {seal::panel(page, checks)}
            {main}
            {conditions::limits(page)}
            {conditions::section(page)}
            {others}
        </main>
        {head::foot(page)}
    }
}
