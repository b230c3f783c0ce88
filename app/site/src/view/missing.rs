use charts::Lang;
use leptos::prelude::*;

use super::{
    bar,
    markup::{Markup, link, node, text},
};

/// What a host shows where it has no page, in both languages, since its address says nothing of the reader's; `root` is the whole
/// address of the start page.
pub fn missing(root: &str) -> AnyView {
    let said = Lang::ALL.map(|lang| {
        let home = format!("{root}{}", lang.pick("", "zh/"));
        let inside = vec![
            text("h1", messages::not_here(lang)),
            text("p", messages::not_here_why(lang)),
            node("p", &[], vec![link(&home, messages::all_reports(lang))]),
        ];
        node("section", &[("lang", lang.tag())], inside)
    });
    Markup::all(vec![
        bar::bar(vec![bar::brand()]),
        node("main", &[], said.into()),
    ])
    .view()
}
