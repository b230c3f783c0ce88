use std::sync::Arc;

use leptos::prelude::*;

use super::markup::text;
use crate::Page;

/// A place to drop files of one's own, which are compared with the release where they are.
///
/// Made when it is opened: few readers have files.
pub(super) fn panel(page: &Arc<Page>) -> AnyView {
    let lang = page.address.lang;
    let opened = RwSignal::new(false);
    let why = text("p", lang.pick(
        "Nothing is uploaded: each file is read and hashed in this browser, and compared with this release.",
        "不会上传任何内容：每个文件都在本浏览器中读取、计算摘要，并与本发布比对。",
    ));
    #[cfg(feature = "csr")]
    let inside = {
        let page = Arc::clone(page);
        move || opened.get().then(|| super::compare::zone(&page))
    };
    #[cfg(not(feature = "csr"))]
    let inside = move || opened.get().then_some(());
    view! {
        <details class="drop" on:toggle=move |_| opened.set(true)>
            <summary>{lang.pick("Compare files of your own with this release", "将您手中的文件与本发布比对")}</summary>
            {why.view()}
            {inside}
        </details>
    }
    .into_any()
}
