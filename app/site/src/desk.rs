//! What only some readers ask for: what a mark of a chart says, another choice of charts, how a figure was made, every round, the
//! comparison with files of one's own, a copy as Markdown, a chart as a file.

use std::{
    cell::{OnceCell, RefCell},
    sync::Arc,
};

use site::{Page, handed, view};
use wasm_bindgen::prelude::*;
use web_sys::{Element, Event};

thread_local! {
    /// What was handed over, until it is sealed.
    static FILES: RefCell<Vec<(String, Vec<u8>)>> = const { RefCell::new(vec![]) };
    static PAGE: OnceCell<Arc<Page>> = const { OnceCell::new() };
}

/// Takes a file of the release, as the first program hashed it.
#[wasm_bindgen]
pub fn file(path: String, bytes: Vec<u8>) {
    FILES.with_borrow_mut(|files| files.push((path, bytes)));
}

/// Seals those files; `policy` is the page's one way of text into it as HTML.
#[wasm_bindgen]
pub fn seal(policy: JsValue, catalogue: &[u8], sums: &str) -> Result<(), String> {
    let page = handed::page(catalogue, sums, FILES.take())?;
    view::accept(policy);
    PAGE.with(|kept| kept.set(Arc::new(page)))
        .map_err(|_| "these files were handed over before".into())
}

fn page() -> Result<Arc<Page>, String> {
    let page = PAGE.with(|page| page.get().cloned());
    page.ok_or_else(|| "no file was handed over".into())
}

/// Shows how the figure called `name` was made; the files at `same`, a line each, were checked in this browser.
#[wasm_bindgen]
pub fn prove(name: &str, same: &str) -> Result<(), String> {
    let same: Vec<&str> = same.lines().collect();
    view::prove(&*page()?, name, &same);
    Ok(())
}

/// Answers to what a reader did at a chart, a table or a choice; the name of a figure where its proof is asked for.
#[wasm_bindgen]
pub fn heard(event: &Event) -> Result<Option<String>, String> {
    Ok(view::heard(&page()?, event))
}

/// Shows what the page's address chooses.
#[wasm_bindgen]
pub fn choose() -> Result<(), String> {
    view::begin(&*page()?);
    Ok(())
}

/// Fills a part of the page that was opened.
#[wasm_bindgen]
pub fn fill(place: &Element) -> Result<(), String> {
    view::fill(&page()?, place);
    Ok(())
}

/// The verdict of every batch as Markdown, with the address of the release's page.
#[wasm_bindgen]
pub fn markdown() -> Result<String, String> {
    Ok(view::markdown(&*page()?))
}

fn main() {}
