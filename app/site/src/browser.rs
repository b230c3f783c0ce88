//! What the page asks of the browser beside fetching.

use charts::Chart;
use js_sys::{Array, Promise, Uint8Array};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
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

/// What a reader wants to have copied.
pub struct Wanted {
    /// The text.
    pub text: String,
    /// What it is, in words.
    pub name: String,
}

/// The text that the button under `event` copies, if it is such a button.
pub fn wanted(event: &MouseEvent) -> Option<Wanted> {
    let target: Element = event.target()?.dyn_into().ok()?;
    let button = target.closest("[data-copy]").ok()??;
    Some(Wanted {
        text: button.get_attribute("data-copy")?,
        name: button.get_attribute("data-name")?,
    })
}

/// Puts `text` on the clipboard at once, while the browser still knows that the reader asked; whether it did is known later.
pub fn copy(text: &str) -> impl Future<Output = bool> + use<> {
    let writing = try_copy(text);
    async move {
        match writing {
            Some(writing) => JsFuture::from(writing).await.is_ok(),
            None => false,
        }
    }
}

fn try_copy(text: &str) -> Option<Promise> {
    let clipboard = web_sys::window()?.navigator().clipboard();
    // Only pages of a secure origin have one.
    (!clipboard.is_undefined()).then(|| clipboard.write_text(text))
}

/// Selects the text of `element`, for the reader to copy. Without a selection it still stands there.
pub fn select(element: &Element) {
    let selection = web_sys::window().map(|window| window.get_selection());
    if let Some(Ok(Some(selection))) = selection {
        let _ = selection.select_all_children(element);
    }
}

/// The element of the page with this id.
pub fn element(id: &str) -> Option<Element> {
    web_sys::window()?.document()?.get_element_by_id(id)
}

/// Puts `words` into the element `id`, where there is one.
pub fn say(id: &str, words: &str) {
    if let Some(element) = element(id) {
        element.set_text_content(Some(words));
    }
}

/// What the browser says of itself and of the system it runs on.
pub fn agent() -> String {
    let navigator = web_sys::window().map(|window| window.navigator());
    let agent = navigator.and_then(|navigator| navigator.user_agent().ok());
    agent.unwrap_or_default()
}
