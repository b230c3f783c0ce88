//! The other programs of the page: one shows what only some readers ask for, one holds the release to its signature.

use std::cell::Cell;

use charts::Lang;
use rounds::Signed;
use seal::Key;
use wasm_bindgen::{JsCast, prelude::*};
use web_sys::{Element, Event};

use crate::{Page, Signing, view};

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

    /// The verdict of every batch as Markdown, with the address of the release's page.
    #[wasm_bindgen(method, catch)]
    pub fn markdown(this: &Desk) -> Result<String, JsValue>;

    /// Answers to what a reader did at a chart, a table or a choice; the name of a figure where its proof is asked for.
    #[wasm_bindgen(method, catch)]
    pub fn heard(this: &Desk, event: &Event) -> Result<Option<String>, JsValue>;

    /// Shows what the page's address chooses.
    #[wasm_bindgen(method, catch)]
    pub fn choose(this: &Desk) -> Result<(), JsValue>;

    /// The third program (`signer.rs`), as a module.
    type Signer;

    /// Loads it once.
    #[wasm_bindgen(js_name = signer, catch)]
    async fn load_signer() -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch)]
    #[allow(clippy::too_many_arguments)]
    fn judge(
        this: &Signer,
        lang: &str,
        sums: &[u8],
        release: &str,
        seq: u32,
        date: &str,
        signature: Option<&str>,
        keys: Option<&[u8]>,
        told: Option<String>,
    ) -> Result<String, JsValue>;
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

/// What is known of a release's signature, by the key `told` if there is one. Errs with why the release is not what it claims to
/// be, or with nothing where the program that knows did not come.
pub async fn judge(
    page: &Page,
    signing: &Signing,
    told: Option<&Key>,
) -> Result<Signed, Option<String>> {
    if signing.signature.is_none() && told.is_none() {
        return Ok(Signed::Not);
    }
    let signer: Signer = load_signer().await.map_err(|_| None)?.unchecked_into();
    let json = signer.judge(
        page.address.lang.tag(),
        signing.sums.as_bytes(),
        page.lineage.release.as_str(),
        page.lineage.seq,
        &page.report.date,
        signing.signature.as_deref(),
        signing.keys.as_deref(),
        told.map(Key::to_string),
    );
    let json = json.map_err(|why| why.as_string())?;
    serde_json::from_str(&json).map_err(|error| Some(error.to_string()))
}

/// What is said while it comes.
pub fn coming(lang: Lang) -> &'static str {
    messages::coming(lang)
}

/// What is said where it does not.
pub fn missing(lang: Lang) -> &'static str {
    messages::did_not_come(lang)
}
