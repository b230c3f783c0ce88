use charts::{Line, Proof};
use summary::{Figure, Summary};

use super::{
    markup::{Markup, code, node, text, words},
    proof::{LINES, LINK, title},
};
use crate::{Page, browser};

/// Puts how the figure called `name` was made where the panel shows it; the files at `same` were found to be the listed ones
/// in this browser.
pub fn put(page: &Page, name: &str, same: &[&str]) {
    if let Some(lines) = browser::element(LINES) {
        proof(page, name, same).put(&lines);
    }
}

fn proof(page: &Page, name: &str, same: &[&str]) -> Markup {
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
            inside.extend(lines.map(|made| line(page, name, same, made)));
            Markup::all(inside)
        }
        Err(why) => {
            let withheld = |figure: Figure| {
                let mut batches = page.batches.iter();
                batches.any(|(context, batch)| context.id == figure.batch && batch.is_err())
            };
            let why = if name.parse().is_ok_and(withheld) {
                messages::batch_withheld(lang)
            } else {
                &why
            };
            let head = messages::no_such_figure(lang);
            Markup::all(vec![title(head), text("p", why)])
        }
    }
}

fn line(page: &Page, name: &str, same: &[&str], line: &Line) -> Markup {
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
            if same.contains(&path.as_str()) {
                let here = format!(" {}", messages::checked_here(lang));
                inside.push(node("span", &[("class", "checked")], vec![words(here)]));
            }
            inside
        }
        Line::Link(shown) => {
            // The page of this very release, whatever is the newest when the link is followed.
            let page = address.permanent(&address.release);
            let href = format!("{page}{}", browser::query("figure", Some(name)));
            let attributes = [("id", LINK), ("href", &*href)];
            vec![node("a", &attributes, vec![words(shown)])]
        }
    };
    node("p", &[], inside)
}
