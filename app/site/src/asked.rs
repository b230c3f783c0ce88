//! The second program of the page: what only some readers ask for, loaded when one does.

use std::cell::Cell;

use charts::Lang;
use wasm_bindgen::{JsCast, prelude::*};
use web_sys::Element;

use crate::{Page, view};

#[wasm_bindgen]
extern "C" {
    /// The second program (`desk.rs`), as a module.
    pub type Desk;

    /// Loads it once, by the lines that start the first one (`app/cli/policy.rs`).
    #[wasm_bindgen(js_name = desk, catch)]
    async fn load() -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn file(this: &Desk, path: &str, bytes: &[u8]) -> Result<(), JsValue>;

    #[wasm_bindgen(method, catch)]
    fn seal(this: &Desk, policy: JsValue, catalogue: &[u8], sums: &str) -> Result<(), JsValue>;

    /// Puts into the panel how the figure called `name` was made; `same` are the files that were checked here, a line each.
    #[wasm_bindgen(method, catch)]
    pub fn prove(this: &Desk, name: &str, same: &str) -> Result<(), JsValue>;

    /// Fills a part of the page that was opened.
    #[wasm_bindgen(method, catch)]
    pub fn fill(this: &Desk, place: &Element) -> Result<(), JsValue>;
}

thread_local! {
    static HANDED: Cell<bool> = const { Cell::new(false) };
}

/// The second program, with the files of `page`: the very bytes that were hashed, not a second fetch.
pub async fn desk(page: &Page) -> Result<Desk, JsValue> {
    let desk: Desk = load().await?.unchecked_into();
    if !HANDED.get() {
        for file in &page.sealed {
            desk.file(file.path().as_str(), file.bytes())?;
        }
        desk.seal(view::policy(), &page.listing, &page.signing.sums)?;
        HANDED.set(true);
    }
    Ok(desk)
}

/// What is said while it comes.
pub fn coming(lang: Lang) -> &'static str {
    lang.pick("Loading what shows this.", "正在加载用于显示的程序。")
}

/// What is said where it does not.
pub fn missing(lang: Lang) -> &'static str {
    lang.pick(
        "The program that shows this did not come, or is not the one this page was built with. The figures on the page stand.",
        "用于显示的程序未能加载，或与本页生成时的程序不符。页面上的数字不受影响。",
    )
}
