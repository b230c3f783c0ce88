//! The page's parts, one file each, in their order on the page.

mod batch;
mod conditions;
mod failures;
mod figure;
mod gains;
mod head;
mod node;
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
    let mut main = vec![head::verdict(page), seal::panel(page, checks)];
    main.extend(
        page.batches
            .first()
            .map(|(context, summary)| batch::main(page, context, summary)),
    );
    main.push(conditions::limits(page));
    main.push(conditions::section(page));
    main.extend(batch::others(page));
    vec![
        head::top(page),
        node::node("main", &[], main),
        head::foot(page),
    ]
    .into_any()
}
