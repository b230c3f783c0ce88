use super::{fold::fold, markup::Markup};
use crate::Page;

/// A place to drop files of one's own, which are compared with the release where they are.
pub(super) fn panel(page: &Page) -> Markup {
    let lang = page.address.lang;
    fold("drop", messages::compare_files(lang), &[("id", "zone")])
}
