//! Where the bytes of a file come from: the page's host, or, where the page is one file, the page itself.

use js_sys::Promise;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};
use web_sys::RequestInit;

use crate::Address;

#[wasm_bindgen]
extern "C" {
    /// Gives what stands inside the page as `fetch` would, by the lines that start such a page (`app/cli/build/single.rs`).
    fn inside(address: &str) -> Promise;
}

/// A response with the file at `address`, when it comes.
pub(crate) fn response(address: &str, options: &RequestInit) -> Promise {
    if Address::is_inside(address) {
        return inside(address);
    }
    match web_sys::window() {
        Some(window) => window.fetch_with_str_and_init(address, options),
        None => Promise::reject(&JsValue::NULL),
    }
}
