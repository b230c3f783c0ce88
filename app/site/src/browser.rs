//! What the page asks of the browser beside fetching.

use js_sys::{Array, Uint8Array};
use wasm_bindgen::JsCast;
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Url};

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
