use std::sync::Arc;

use charts::{Line, Proof};
use leptos::prelude::*;
use summary::{Figure, Summary};
use wasm_bindgen::JsCast;

use super::{
    Asked, Checks,
    markup::{Markup, code, node, text, words},
};
use crate::{Check, Page, browser};

/// Where the focus goes when a proof is shown.
const TITLE: &str = "proof-title";
/// What leads back to it.
const LINK: &str = "proof-link";

/// Shows how the figure that is asked for was made, over the page until it is closed; from the start where the page's
/// address asks for one.
pub(super) fn panel(page: &Arc<Page>, checks: Checks, asked: Asked) -> AnyView {
    let lang = page.address.lang;
    let dialog = NodeRef::<leptos::html::Dialog>::new();
    let copied = RwSignal::new("");
    asked.set(browser::figure());
    Effect::new(move |_| {
        let (Some(dialog), Some(name)) = (dialog.get(), asked.get()) else {
            return;
        };
        copied.set("");
        browser::remember(Some(&name));
        if !dialog.open() {
            // It is in the page and not open: there is nothing to refuse.
            let _ = dialog.show_modal();
        }
        // When it stands there; a part of the proof that was there may have had the focus.
        request_animation_frame(|| {
            let title = document().get_element_by_id(TITLE);
            let title = title.and_then(|title| title.dyn_into::<web_sys::HtmlElement>().ok());
            if let Some(title) = title {
                let _ = title.focus();
            }
        });
    });
    let page = Arc::clone(page);
    let inside = move || {
        asked.with(|name| {
            let shown = name.as_deref().map(|name| proof(&page, checks, name));
            shown.unwrap_or_else(Markup::nothing).view()
        })
    };
    let close = move |_| {
        if let Some(dialog) = dialog.get_untracked() {
            dialog.close();
        }
    };
    let closed = move |_| {
        asked.set(None);
        browser::remember(None);
    };
    let copy = move |_| {
        let copying = browser::href(LINK).map(|href| browser::copy(&href));
        leptos::task::spawn_local(async move {
            let done = match copying {
                Some(copying) => copying.await,
                None => false,
            };
            copied.set(if done {
                lang.pick("Copied.", "已复制。")
            } else {
                lang.pick(
                    "This browser does not let the page copy: the link is the last line.",
                    "浏览器不允许页面复制：链接在最后一行。",
                )
            });
        });
    };
    view! {
        <dialog id="proof" aria-labelledby=TITLE closedby="any" node_ref=dialog on:close=closed>
            <p class="bar">
                <button type="button" on:click=copy>{lang.pick("Copy link", "复制链接")}</button>
                <span role="status">{copied}</span>
                <button type="button" on:click=close>{lang.pick("Close", "关闭")}</button>
            </p>
            {inside}
        </dialog>
    }
    .into_any()
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
            inside.extend(
                proof
                    .lines
                    .iter()
                    .map(|made| line(page, checks, name, made)),
            );
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
    node(
        "h2",
        &[("id", TITLE), ("tabindex", "-1")],
        vec![words(title)],
    )
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
            let button = node(
                "button",
                &[("class", "figure"), ("name", &name)],
                vec![words(label)],
            );
            vec![button, words(format!(": {gives}"))]
        }
        Line::File { path, sha256 } => {
            let href = [("href", &*address.file(path)), ("download", "")];
            let same = checks.with_untracked(|checks| {
                let mut states = page.files.iter().zip(checks);
                states.any(|(file, check)| file.path.as_str() == path && *check == Check::Same)
            });
            let mut inside = vec![
                node("a", &href, vec![words(path)]),
                words(format!(" SHA-256 {sha256}")),
            ];
            if same {
                let here = lang.pick(" checked here", " 已在此校验");
                inside.push(node("span", &[("class", "checked")], vec![words(here)]));
            }
            inside
        }
        Line::Link(shown) => {
            // The page of this very release, whatever is the newest when the link is followed.
            let page = address.permanent(&address.release);
            let href = format!("{page}{}", browser::query(Some(name)));
            vec![node(
                "a",
                &[("id", LINK), ("href", &href)],
                vec![words(shown)],
            )]
        }
    };
    node("p", &[], inside)
}
