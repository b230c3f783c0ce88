use super::{fold::fold, markup::Markup};
use crate::Page;

/// A place to drop files of one's own, which are compared with the release where they are.
pub(super) fn panel(page: &Page) -> Markup {
    let lang = page.address.lang;
    fold(
        "drop",
        lang.pick(
            "Compare files of your own with this release",
            "将您手中的文件与本发布比对",
        ),
        &[("id", "zone")],
    )
}
