use std::sync::Arc;

use leptos::prelude::*;

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
        move |_| super::compare::start(&page)
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
