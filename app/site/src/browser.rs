//! What the page asks of the browser beside fetching.

use charts::Chart;
use js_sys::{Array, Uint8Array};
use wasm_bindgen::JsCast;
use web_sys::{Blob, BlobPropertyBag, Element, HtmlAnchorElement, MouseEvent, Url};

/// What a reader wants to have as a file.
pub enum Pressed {
    /// A chart.
    Chart(Chart),
    /// A file of the release, by its path.
    File(String),
}

/// The download that `event` asks for, if it does.
pub fn pressed(event: &MouseEvent) -> Option<Pressed> {
    let target: Element = event.target()?.dyn_into().ok()?;
    let pressed = target.closest("[data-chart], [data-file]").ok()??;
    if let Some(path) = pressed.get_attribute("data-file") {
        return Some(Pressed::File(path));
    }
    let id = pressed.get_attribute("data-chart")?;
    Chart::ALL
        .into_iter()
        .find(|chart| chart.id() == id)
        .map(Pressed::Chart)
}

/// Offers `bytes` as a download: these very bytes, not a second fetch.
pub fn save(file: &str, mime: &str, bytes: &[u8]) {
    // A browser that refuses one of these steps offers no download; there is nothing to undo.
    let _ = try_save(file, mime, bytes);
}

fn try_save(file: &str, mime: &str, bytes: &[u8]) -> Option<()> {
    let parts = Array::of1(&Uint8Array::from(bytes));
    let options = BlobPropertyBag::new();
    options.set_type(mime);
    let blob = Blob::new_with_u8_array_sequence_and_options(&parts, &options).ok()?;
    let address = Url::create_object_url_with_blob(&blob).ok()?;
    let link: HtmlAnchorElement = web_sys::window()?
        .document()?
        .create_element("a")
        .ok()?
        .dyn_into()
        .ok()?;
    link.set_href(&address);
    link.set_download(file);
    link.click();
    // Not at once: some browsers start to read it only after this handler.
    let done = move || drop(Url::revoke_object_url(&address));
    leptos::prelude::set_timeout(done, std::time::Duration::from_secs(60));
    Some(())
}
