//! What the page asks of the browser beside fetching.

use charts::Place;
use js_sys::{Array, Promise, Uint8Array};
use rounds::Signed;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Blob, BlobPropertyBag, Element, Event, HtmlAnchorElement, Location, MouseEvent, ScrollBehavior,
    ScrollToOptions, Storage, Url,
};

use crate::{
    Page, Remembered,
    memory::{Memory, UNSIGNED},
};

/// The nearest element around what `event` is about that `selector` finds.
pub fn closest(event: &Event, selector: &str) -> Option<Element> {
    let target: Element = event.target()?.dyn_into().ok()?;
    target.closest(selector).ok()?
}

/// Where in `chart` the pointer is.
pub fn place(chart: &Element, event: &MouseEvent) -> Place {
    let edge = chart.get_bounding_client_rect();
    Place {
        x: f64::from(event.client_x()) - edge.left(),
        y: f64::from(event.client_y()) - edge.top(),
        width: edge.width(),
    }
}

/// Scrolls, where that is needed, until what is `down` pixels below the top of `element` is in sight with room under it.
pub fn bring(element: &Element, down: f64) {
    let Some(window) = web_sys::window() else {
        return;
    };
    let root = window
        .document()
        .and_then(|document| document.document_element());
    let high = root.map_or(0.0, |root| f64::from(root.client_height()));
    let y = element.get_bounding_client_rect().top() + down;
    if !(high / 10.0..high / 2.0).contains(&y) {
        let options = ScrollToOptions::new();
        options.set_top(y - high / 3.0);
        // At once: what is shown beside it asks where it is.
        options.set_behavior(ScrollBehavior::Instant);
        window.scroll_by_with_scroll_to_options(&options);
    }
}

/// Everything on the page that `selector` finds.
pub fn all(selector: &str) -> Vec<Element> {
    let document = web_sys::window().and_then(|window| window.document());
    let root = document.and_then(|document| document.document_element());
    root.map_or(vec![], |root| within(&root, selector))
}

/// Everything inside `element` that `selector` finds.
pub fn within(element: &Element, selector: &str) -> Vec<Element> {
    let Ok(found) = element.query_selector_all(selector) else {
        return vec![];
    };
    let found = (0..found.length()).filter_map(|at| found.item(at)?.dyn_into().ok());
    found.collect()
}

/// The name of the button that was pressed, if it has one.
pub fn named(event: &MouseEvent) -> Option<String> {
    closest(event, "button[name]")?.get_attribute("name")
}

fn location() -> Option<Location> {
    Some(web_sys::window()?.location())
}

/// What the page's address asks for under `name`.
pub fn asked(name: &str) -> Option<String> {
    let query = location()?.search().ok()?;
    let mut pairs = query.trim_start_matches('?').split('&');
    let (_, value) = pairs.find_map(|pair| pair.split_once('=').filter(|(key, _)| *key == name))?;
    // Whoever passed the address on may have written its slashes and pluses another way.
    let value = js_sys::decode_uri_component(value).map_or_else(|_| value.into(), String::from);
    Some(value.trim().to_owned())
}

/// The figure that the page's address asks for.
pub fn figure() -> Option<String> {
    asked("figure")
}

/// The query that asks for `value` under `name`, and for whatever else this page's address asks.
pub fn query(name: &str, value: Option<&str>) -> String {
    let query = location().and_then(|location| location.search().ok());
    let query = query.unwrap_or_default();
    let own = format!("{name}=");
    let others = query.trim_start_matches('?').split('&');
    let others = others.filter(|pair| !pair.is_empty() && !pair.starts_with(&own));
    let asked = value.map(|value| format!("{own}{value}"));
    let pairs = asked.into_iter().chain(others.map(String::from));
    let pairs: Vec<String> = pairs.collect();
    if pairs.is_empty() {
        String::new()
    } else {
        format!("?{}", pairs.join("&"))
    }
}

/// Has the page's address ask for `value` under `name`, or for none, so that a reload shows the same.
pub fn remember(name: &str, value: Option<&str>) {
    // A browser that refuses shows it all the same.
    let _ = try_remember(name, value);
    follow();
}

fn try_remember(name: &str, value: Option<&str>) -> Option<()> {
    let (path, hash) = (location()?.pathname().ok()?, location()?.hash().ok()?);
    let address = format!("{path}{}{hash}", query(name, value));
    let history = web_sys::window()?.history().ok()?;
    history
        .replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(&address))
        .ok()
}

/// Has the way to the other language ask for what this page's address asks.
pub fn follow() {
    let query = location().and_then(|location| location.search().ok());
    let query = query.unwrap_or_default();
    // In a page that is one file, this is the language.
    let is_lang = |pair: &&str| pair.starts_with("lang=");
    for link in all("a.lang") {
        let href = link.get_attribute("href").unwrap_or_default();
        let (way, own) = href.split_once('?').unwrap_or((&href, ""));
        let others = query.trim_start_matches('?').split('&');
        let others = others.filter(|pair| !pair.is_empty() && !is_lang(pair));
        let pairs: Vec<&str> = own.split('&').filter(is_lang).chain(others).collect();
        let mark = if pairs.is_empty() { "" } else { "?" };
        // An attribute of this name is always taken; the browser's own setters would make a whole address of it.
        let _ = link.set_attribute("href", &format!("{way}{mark}{}", pairs.join("&")));
    }
}

/// Where the link with this id leads, in full.
pub fn href(id: &str) -> Option<String> {
    let link = web_sys::window()?.document()?.get_element_by_id(id)?;
    let link: HtmlAnchorElement = link.dyn_into().ok()?;
    Some(link.href())
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
    offer(file, &blob)
}

/// Offers `blob` as a download.
pub fn offer(file: &str, blob: &Blob) -> Option<()> {
    let address = Url::create_object_url_with_blob(blob).ok()?;
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

/// The address of `path`, from this page, in full.
pub fn whole(path: &str) -> Option<String> {
    let here = location()?.href().ok()?;
    Some(Url::new_with_base(path, &here).ok()?.href())
}

/// Whether `event` is on something with this attribute.
pub fn under(event: &Event, attribute: &str) -> bool {
    closest(event, &format!("[{attribute}]")).is_some()
}

/// Compares a page, whose release is so `signed`, with what this browser keeps of its report, and has it keep the page's.
pub fn remembered(page: &Page, signed: &Signed) -> Remembered {
    try_remembered(page, signed).unwrap_or(Remembered::Blind)
}

/// What this browser keeps, and the name for what it keeps of a report.
fn store(page: &Page) -> Option<(Storage, String)> {
    let window = web_sys::window()?;
    let store = window.local_storage().ok()??;
    // Several sites may share a host, and what it keeps.
    let href = window.location().href().ok()?;
    let root = Url::new_with_base(&page.address.root, &href).ok()?;
    let name = format!("daggerboard {}{}", root.pathname(), page.address.report);
    Some((store, name))
}

/// Has this browser keep that it checked the newest release of a report, for the list of all reports (`app/cli/start.js`).
pub fn keep_checked(page: &Page) {
    if let Some((store, name)) = store(page).filter(|_| page.is_newest()) {
        // A browser that refuses has the list say what it says to everybody.
        let _ = store.set_item(&format!("{name} checked"), &page.root.to_string());
    }
}

fn try_remembered(page: &Page, signed: &Signed) -> Option<Remembered> {
    let (store, name) = store(page)?;
    let kept = store.get_item(&name).ok()?.unwrap_or_default();
    let mut memory: Memory = serde_json::from_str(&kept).unwrap_or_default();
    let newest = u32::try_from(page.listed()?.releases.len()).ok()?;
    if !page.is_newest() {
        return Some(Remembered::behind(&memory, newest));
    }
    let key = match signed {
        Signed::Listed { key, .. } | Signed::Told { key, .. } => key.to_string(),
        Signed::Not | Signed::Unknown => UNSIGNED.into(),
    };
    let remembered = Remembered::of(&mut memory, &key, newest);
    let kept = serde_json::to_string(&memory).ok()?;
    store.set_item(&name, &kept).ok()?;
    Some(remembered)
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
