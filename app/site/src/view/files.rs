use charts::label;
use rounds::{BatchContext, COPIES, Side};

use super::markup::{Markup, classed, node, text, words};
use crate::Page;

/// The rounds behind the charts of a batch, in every form in which the release has them.
pub(super) fn section(page: &Page, context: &BatchContext) -> Markup {
    let lang = page.address.lang;
    let forms = |side| {
        let csv = rounds::round_file(&context.id, side);
        let copies = COPIES.map(|ending| rounds::copy_file(&csv, ending));
        let files = [csv].into_iter().chain(copies);
        let files = files.filter_map(|path| {
            let file = page.files.iter().find(|file| file.path.as_str() == path)?;
            let link = [
                ("href", &*page.address.file(&path)),
                ("download", ""),
                ("data-file", &path),
            ];
            let inside = vec![
                node("a", &link, vec![words(&path)]),
                words(format!(" {} ", label::bytes(file.bytes))),
                classed("span", "digest", format!("SHA-256 {}", file.digest)),
            ];
            Some(node("li", &[], inside))
        });
        files.collect::<Vec<_>>()
    };
    let files = Side::BOTH.into_iter().flat_map(forms).collect();
    let inside = vec![
        text("h2", messages::download_title(lang)),
        text("p", messages::download_rounds(lang)),
        node("ul", &[], files),
    ];
    node("section", &[("class", "files")], inside)
}

/// Gives the reader the file at `path`: the very bytes that were hashed. Those that are not here yet are fetched and hashed first.
#[cfg(feature = "csr")]
pub(super) fn give(page: &std::sync::Arc<Page>, checks: super::Checks, path: &str) {
    match page.sealed.iter().find(|file| file.path().as_str() == path) {
        Some(file) => save(path, file.bytes()),
        None => crate::load::give(page, checks, path),
    }
}

/// Offers the bytes of the file at `path` as a download.
#[cfg(feature = "csr")]
pub(crate) fn save(path: &str, bytes: &[u8]) {
    let mime = match path.rsplit_once('.') {
        Some((_, "csv")) => "text/csv",
        Some((_, "json")) => "application/json",
        _ => "application/vnd.apache.parquet",
    };
    crate::browser::save(&path.replace('/', "-"), mime, bytes);
}
