//! The page's parts, one file each, in their order on the page.

#[cfg(feature = "csr")]
mod answers;
mod bar;
mod batch;
mod choices;
#[cfg(feature = "csr")]
mod chosen;
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
#[cfg(feature = "csr")]
mod heard;
#[cfg(feature = "csr")]
mod keys;
mod markup;
#[cfg(feature = "ssr")]
mod missing;
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
#[cfg(feature = "csr")]
mod tip;
#[cfg(feature = "csr")]
mod unfolded;
mod workload;

use std::sync::Arc;

use leptos::prelude::*;

#[cfg(feature = "csr")]
use self::choices::Choices;
use self::markup::Markup;
use crate::{Check, Page, Signature};

#[cfg(feature = "csr")]
pub use answers::heard;
#[cfg(feature = "csr")]
pub use chosen::begin;
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
#[cfg(feature = "ssr")]
pub use missing::missing;
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
    // A page that is only read proves nothing: it has no panel, and its figures are no buttons.
    #[cfg(feature = "csr")]
    let (live, over, click) = {
        let over = Markup::all(vec![tip::place(), proof::panel(page)]);
        let page = Arc::clone(page);
        let click = move |event: leptos::ev::MouseEvent| {
            proof::pressed(&page, checks, &event);
            seal::copy(&event, page.address.lang);
            take::pressed(&page, &event);
        };
        (true, over, click)
    };
    #[cfg(not(feature = "csr"))]
    let (live, over, click) = (false, Markup::nothing(), |_: leptos::ev::MouseEvent| ());
    let others = (1..page.batches.len()).map(|index| batch::other(page, index));
    let others = Markup::all(others.collect());
    view! {
        {bar::top(page).view()}
        <main class:live=live on:click=click>
            {head::verdict(page, checks, related)}
            {seal::panel(page, checks, held)}
            {batch::sections(page, 0).view()}
            {conditions::limits(page).view()}
            {conditions::section(page).view()}
            {others.view()}
            {over.view()}
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

/// Has what stands answer to the reader, and shows what the page's address asks for beside it: the choice of a shape, and how a
/// figure was made.
#[cfg(feature = "csr")]
pub fn answer(page: &Arc<Page>, checks: Checks, app: &web_sys::Element) {
    heard::listen(page, checks, app);
    crate::browser::follow();
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

/// Shows what the page's address chooses of the charts, by the second program, and the parts that it opens.
#[cfg(feature = "csr")]
pub async fn choose(page: &Arc<Page>) {
    let lang = page.address.lang;
    if Choices::are_asked() {
        let chosen = crate::asked::desk(page).await;
        if chosen.and_then(|desk| desk.choose()).is_err() {
            heard::say(crate::asked::missing(lang));
        }
    }
    if let Some(wrong) = unfolded::restore(lang) {
        chosen::say(&[wrong]);
    }
}
