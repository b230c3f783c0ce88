use std::sync::Arc;

use leptos::prelude::*;

#[cfg(feature = "csr")]
use super::markup::words;
use super::markup::{Markup, node, text};
use crate::Page;

/// A place to drop files of one's own, which are compared with the release where they are.
///
/// Made when it is opened: few readers have files.
pub(super) fn panel(page: &Arc<Page>) -> AnyView {
    let lang = page.address.lang;
    let inside = Markup::all(vec![
        text("p", lang.pick(
            "Nothing is uploaded: each file is read and hashed in this browser, and compared with this release.",
            "不会上传任何内容：每个文件都在本浏览器中读取、计算摘要，并与本发布比对。",
        )),
        node("div", &[("id", "zone")], vec![]),
    ]);
    #[cfg(feature = "csr")]
    let open = {
        let page = Arc::clone(page);
        move |_| load(&page)
    };
    #[cfg(not(feature = "csr"))]
    let open = |_| ();
    view! {
        <details class="drop" on:toggle=open>
            <summary>{lang.pick("Compare files of your own with this release", "将您手中的文件与本发布比对")}</summary>
            {inside.view()}
        </details>
    }
    .into_any()
}

/// Has the second program fill the zone once it is opened.
#[cfg(feature = "csr")]
fn load(page: &Arc<Page>) {
    use super::{compare::CHOOSE, seal};
    use crate::{asked, browser::element};
    let opened = element("zone").filter(|zone| matches!(zone.closest("[open]"), Ok(Some(_))));
    let Some(zone) = opened.filter(|_| element(CHOOSE).is_none()) else {
        return;
    };
    let lang = page.address.lang;
    let status = |said| node("p", &[("role", "status")], vec![words(said)]);
    status(asked::coming(lang)).put(&zone);
    let page = Arc::clone(page);
    wasm_bindgen_futures::spawn_local(async move {
        let desk = asked::desk(&page).await;
        if desk.and_then(|desk| desk.compare()).is_err() {
            let again = node("p", &[], vec![seal::retry(lang)]);
            Markup::all(vec![status(asked::missing(lang)), again]).put(&zone);
        }
    });
}
