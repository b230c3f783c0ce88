use charts::{Lang, MARK};

use super::markup::{Markup, node, text, words as plain};
use crate::Page;

/// The bar over a report: the way to all reports, and the other language.
pub(super) fn top(page: &Page) -> Markup {
    let lang = page.address.lang;
    let home = page.address.home();
    let all = node(
        "a",
        &[("href", &home)],
        vec![plain(messages::all_reports(lang))],
    );
    let name = messages::site(lang);
    let nav = node("nav", &[("aria-label", name)], vec![all]);
    bar(vec![
        brand(),
        nav,
        language(lang, page.address.other_language()),
    ])
}

/// The bar of this page.
pub(super) fn bar(inside: Vec<Markup>) -> Markup {
    node("header", &[("class", "top")], inside)
}

/// The way to the same page in the other language.
pub(super) fn language(lang: Lang, href: &str) -> Markup {
    let other = lang.pick(Lang::Zh, Lang::En);
    let attributes = [
        ("class", "lang"),
        ("href", href),
        ("lang", other.tag()),
        ("hreflang", other.tag()),
    ];
    node(
        "a",
        &attributes,
        vec![plain(messages::this_language(other))],
    )
}

/// The mark and the name of the product.
pub(super) fn brand() -> Markup {
    let path = node("path", &[("d", MARK)], vec![]);
    let attributes = [
        ("viewBox", "0 0 16 16"),
        ("width", "16"),
        ("height", "16"),
        ("aria-hidden", "true"),
    ];
    let mark = node("svg", &attributes, vec![path]);
    node(
        "p",
        &[("class", "brand")],
        vec![mark, text("span", "Daggerboard")],
    )
}
