//! What the page asks of the browser beside fetching.

use charts::Chart;
use js_sys::{Array, Uint8Array};
use wasm_bindgen::JsCast;
use web_sys::{Blob, BlobPropertyBag, Element, HtmlAnchorElement, MouseEvent, Url};

/// The chart whose download button was pressed, if that is what `event` is.
pub fn chart_of(event: &MouseEvent) -> Option<Chart> {
    let target: Element = event.target()?.dyn_into().ok()?;
    let id = target
        .closest("[data-chart]")
        .ok()??
        .get_attribute("data-chart")?;
    Chart::ALL.into_iter().find(|chart| chart.id() == id)
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
    Url::revoke_object_url(&address).ok()
}
