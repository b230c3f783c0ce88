//! What a reader takes along: the whole release as one file, its verdict as Markdown, a chart as a picture.

use charts::label;

use super::markup::{Markup, node, words};
use crate::{NOWHERE, Page};

/// Has the verdict copied as Markdown, where a button has this attribute.
pub(super) const MARKDOWN: &str = "data-markdown";
/// Has a chart saved as PNG, where a button that saves it has this attribute.
pub(super) const PNG: &str = "data-png";
/// Where it is said what became of the copy, and where the text stands if the browser does not let the page copy.
const SAID: &str = "markdown-said";
const TEXT: &str = "markdown-text";

/// The whole release, and the button that copies its verdict.
pub(super) fn row(page: &Page) -> Markup {
    let lang = page.address.lang;
    let bytes = page.files.iter().map(|file| file.bytes).sum();
    let name = format!("{}-{}.zip", page.lineage.report, page.lineage.release);
    let zip = [
        ("href", &*page.address.zip()),
        ("download", &name),
        ("class", "button"),
    ];
    let said = messages::download_release(lang, label::bytes(bytes));
    let mut inside = vec![button(page)];
    // A page that is one file has the release inside it, but no zip.
    if !zip[0].1.starts_with(NOWHERE) {
        inside.splice(0..0, [node("a", &zip, vec![words(said)]), words(" ")]);
    }
    Markup::all(vec![
        node("p", &[("class", "take")], inside),
        node("p", &[("id", SAID), ("role", "status")], vec![]),
        node(
            "pre",
            &[("id", TEXT), ("tabindex", "0"), ("hidden", "")],
            vec![],
        ),
    ])
}

/// The button that copies the verdict as Markdown; without a script there is nothing to press.
pub(super) fn button(page: &Page) -> Markup {
    let attributes = [("type", "button"), (MARKDOWN, "")];
    let said = messages::copy_markdown(page.address.lang);
    node("button", &attributes, vec![words(said)])
}

#[cfg(feature = "csr")]
pub(super) use pressed::{picture, pressed};

#[cfg(feature = "csr")]
mod pressed {
    use std::sync::Arc;

    use leptos::ev::MouseEvent;
    use wasm_bindgen_futures::spawn_local;
    use web_sys::Event;

    use super::{MARKDOWN, PNG, SAID, TEXT};
    use crate::{Page, asked, browser, png};

    /// Copies the verdict, if that was pressed.
    pub(in crate::view) fn pressed(page: &Arc<Page>, event: &MouseEvent) {
        if !browser::under(event, MARKDOWN) {
            return;
        }
        let lang = page.address.lang;
        browser::say(SAID, asked::coming(lang));
        let page = Arc::clone(page);
        spawn_local(async move {
            let text = asked::desk(&page).await.and_then(|desk| desk.markdown());
            let Ok(text) = text else {
                browser::say(SAID, asked::missing(lang));
                return;
            };
            let copied = browser::copy(&text).await;
            let said = if copied {
                messages::markdown_copied(lang)
            } else {
                messages::markdown_shown(lang)
            };
            browser::say(SAID, said);
            browser::say(TEXT, if copied { "" } else { &text });
            if let Some(element) = browser::element(TEXT) {
                // Neither fails: the element and the attribute are this page's own.
                let _ = element.toggle_attribute_with_force("hidden", copied);
                if !copied {
                    browser::select(&element);
                }
            }
        });
    }

    /// Saves a chart in the form that the button under `event` is for; in the second program.
    pub(in crate::view) fn picture(event: &Event, name: &str, svg: String) {
        if !browser::under(event, PNG) {
            browser::save(name, "image/svg+xml", svg.as_bytes());
            return;
        }
        let name = name.replace(".svg", ".png");
        spawn_local(async move {
            if let Err(why) = png::save(&name, &svg).await {
                web_sys::console::error_1(&why);
            }
        });
    }
}

/// The verdict of every batch as Markdown: what `daggerboard show --format markdown` prints.
#[cfg(feature = "csr")]
pub fn markdown(page: &Page) -> String {
    let (report, lang) = (&page.report, page.address.lang);
    let permanent = page.address.permanent(&page.address.release);
    let heading = charts::Heading {
        title: lang.pick(&report.title.en, &report.title.zh),
        sides: rounds::Side::BOTH.map(|side| super::head::version(report.sides.of(side))),
        illustrative: report.status == rounds::Status::Illustrative,
        release: format!("{} {}", page.lineage.report, page.lineage.release),
        root: page.root.to_string(),
        page: crate::browser::whole(&permanent),
    };
    let batches = page.batches.iter().filter_map(|(context, summary)| {
        let title = lang.pick(&context.title.en, &context.title.zh);
        Some((title.as_str(), summary.as_ref().ok()?))
    });
    charts::markdown(&heading, &batches.collect::<Vec<_>>(), lang)
}
