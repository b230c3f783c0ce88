use std::sync::Arc;

use charts::{Line, Proof};
use leptos::ev::MouseEvent;
use summary::{Figure, Summary};
use wasm_bindgen::{JsCast, prelude::Closure};
use wasm_bindgen_futures::spawn_local;
use web_sys::{Element, HtmlDialogElement, HtmlElement};

use super::{
    Checks,
    markup::{Markup, code, node, text, words},
};
use crate::{Check, Page, browser};

/// Where the focus goes when a proof is shown.
const TITLE: &str = "proof-title";
/// What leads back to it.
const LINK: &str = "proof-link";

/// Where a proof is shown, over the page until it is closed.
pub(super) fn panel(page: &Page) -> Markup {
    let lang = page.address.lang;
    let button = |name, said| node("button", &[("name", name)], vec![words(said)]);
    let bar = vec![
        button("copy", lang.pick("Copy link", "复制链接")),
        node("span", &[("id", "proof-said"), ("role", "status")], vec![]),
        button("close", lang.pick("Close", "关闭")),
    ];
    let inside = vec![
        node("p", &[("class", "bar")], bar),
        node("div", &[("id", "proof-lines")], vec![]),
    ];
    let dialog = [
        ("id", "proof"),
        ("aria-labelledby", TITLE),
        ("closedby", "any"),
    ];
    node("dialog", &dialog, inside)
}

/// Does what the button that was pressed is for.
pub(super) fn pressed(page: &Arc<Page>, checks: Checks, event: &MouseEvent) {
    match browser::named(event).as_deref() {
        None => {}
        Some("copy") => copy(page),
        Some("close") => {
            if let Some(dialog) = dialog() {
                dialog.close();
            }
        }
        Some(name) => open(page, checks, name),
    }
}

fn element(id: &str) -> Option<Element> {
    leptos::prelude::document().get_element_by_id(id)
}

fn dialog() -> Option<HtmlDialogElement> {
    element("proof")?.dyn_into().ok()
}

/// Shows how the figure called `name` was made.
pub(super) fn open(page: &Page, checks: Checks, name: &str) {
    let (Some(dialog), Some(lines)) = (dialog(), element("proof-lines")) else {
        return;
    };
    proof(page, checks, name).put(&lines);
    say("");
    browser::remember(Some(name));
    if !dialog.open() {
        // It is in the page and not open: there is nothing to refuse.
        let _ = dialog.show_modal();
        let closed = Closure::once_into_js(|| browser::remember(None));
        dialog.set_onclose(closed.dyn_ref());
    }
    // A part of the proof that was there may have had the focus.
    let title = element(TITLE).and_then(|title| title.dyn_into::<HtmlElement>().ok());
    if let Some(title) = title {
        let _ = title.focus();
    }
}

fn say(words: &str) {
    if let Some(said) = element("proof-said") {
        said.set_text_content(Some(words));
    }
}

fn copy(page: &Page) {
    let lang = page.address.lang;
    // At once, while the browser still knows that the reader asked.
    let copying = browser::href(LINK).map(|href| browser::copy(&href));
    spawn_local(async move {
        let done = match copying {
            Some(copying) => copying.await,
            None => false,
        };
        say(if done {
            lang.pick("Copied.", "已复制。")
        } else {
            lang.pick(
                "This browser does not let the page copy: the link is the last line.",
                "浏览器不允许页面复制：链接在最后一行。",
            )
        });
    });
}

fn proof(page: &Page, checks: Checks, name: &str) -> Markup {
    let lang = page.address.lang;
    let shown = page.batches.iter();
    let shown: Vec<&Summary> = shown
        .filter_map(|(_, summary)| summary.as_ref().ok())
        .collect();
    let files = page.files.iter();
    let files: Vec<_> = files
        .map(|file| (file.path.to_string(), file.digest.to_string()))
        .collect();
    match Proof::find(name, &shown, &files, lang) {
        Ok(proof) => {
            let mut inside = vec![title(&proof.title), text("p", &proof.value)];
            let lines = proof.lines.iter();
            inside.extend(lines.map(|made| line(page, checks, name, made)));
            Markup::all(inside)
        }
        Err(why) => {
            let withheld = |figure: Figure| {
                let mut batches = page.batches.iter();
                batches.any(|(context, batch)| context.id == figure.batch && batch.is_err())
            };
            let why = if name.parse().is_ok_and(withheld) {
                lang.pick(
                    "Its batch is withheld: a file differs from the manifest or did not load.",
                    "其所在批次不予显示：有文件与清单不符或未能加载。",
                )
            } else {
                &why
            };
            let head = lang.pick("There is no such figure here", "此处没有该数字");
            Markup::all(vec![title(head), text("p", why)])
        }
    }
}

fn title(title: &str) -> Markup {
    let attributes = [("id", TITLE), ("tabindex", "-1")];
    node("h2", &attributes, vec![words(title)])
}

fn line(page: &Page, checks: Checks, name: &str, line: &Line) -> Markup {
    let address = &page.address;
    let lang = address.lang;
    let inside = match line {
        Line::Head(head) => return text("h3", head),
        Line::Code(line) => return code(line),
        Line::Words(said) => vec![words(said)],
        Line::Part {
            figure,
            label,
            gives,
        } => {
            let name = figure.to_string();
            let attributes = [("class", "figure"), ("name", &*name)];
            vec![
                node("button", &attributes, vec![words(label)]),
                words(gives),
            ]
        }
        Line::File { path, sha256 } => {
            let href = [("href", &*address.file(path)), ("download", "")];
            let mut inside = vec![
                node("a", &href, vec![words(path)]),
                words(format!(" SHA-256 {sha256}")),
            ];
            if same(page, checks, path) {
                let here = lang.pick(" checked here", " 已在此校验");
                inside.push(node("span", &[("class", "checked")], vec![words(here)]));
            }
            inside
        }
        Line::Link(shown) => {
            // The page of this very release, whatever is the newest when the link is followed.
            let page = address.permanent(&address.release);
            let href = format!("{page}{}", browser::query(Some(name)));
            let attributes = [("id", LINK), ("href", &*href)];
            vec![node("a", &attributes, vec![words(shown)])]
        }
    };
    node("p", &[], inside)
}

/// Whether the file at `path` was found to be the listed one, in this browser.
fn same(page: &Page, checks: Checks, path: &str) -> bool {
    use leptos::prelude::WithUntracked;
    checks.with_untracked(|checks| {
        let mut states = page.files.iter().zip(checks);
        states.any(|(file, check)| file.path.as_str() == path && *check == Check::Same)
    })
}
