//! The few elements that everything else is made of.
//!
//! `view!` gives every place in the markup a type of its own, and code with it: 25 kB brotli for this page
//! (docs/decisions/0004-one-element-type.md). Here all elements have one type. `view!` is for what reacts.

use leptos::{
    html::custom,
    prelude::*,
    tachys::html::attribute::{any_attribute::IntoAnyAttribute, custom::custom_attribute},
};

/// An element with attributes and children.
pub(super) fn node(
    tag: &'static str,
    attributes: &[(&'static str, &str)],
    children: Vec<AnyView>,
) -> AnyView {
    let attributes: Vec<_> = attributes
        .iter()
        .map(|&(name, value)| custom_attribute(name, value.to_owned()).into_any_attr())
        .collect();
    custom(tag)
        .add_any_attr(attributes)
        .child(children)
        .into_any()
}

/// Words between elements.
pub(super) fn words(text: impl Into<String>) -> AnyView {
    text.into().into_any()
}

/// An element that only holds words.
pub(super) fn text(tag: &'static str, text: impl Into<String>) -> AnyView {
    node(tag, &[], vec![words(text)])
}

/// The same with a class.
pub(super) fn classed(tag: &'static str, class: &str, text: impl Into<String>) -> AnyView {
    node(tag, &[("class", class)], vec![words(text)])
}

/// A list of lines; nothing where there are none.
pub(super) fn list(lines: impl Iterator<Item = String>) -> AnyView {
    let lines: Vec<AnyView> = lines.map(|line| text("li", line)).collect();
    if lines.is_empty() {
        ().into_any()
    } else {
        node("ul", &[], lines)
    }
}

/// A line with its name in bold.
pub(super) fn named(name: String, rest: &str) -> AnyView {
    node("li", &[], vec![text("strong", name), words(rest)])
}

/// A link.
pub(super) fn link(href: &str, text: impl Into<String>) -> AnyView {
    node("a", &[("href", href)], vec![words(text)])
}

/// A part of the page that opens when asked.
pub(super) fn details(summary: impl Into<String>, inside: Vec<AnyView>) -> AnyView {
    let mut children = vec![text("summary", summary)];
    children.extend(inside);
    node("details", &[], children)
}

/// Something that scrolls by itself where it is wider than the page, and can be reached by keyboard.
pub(super) fn scrolling(name: &str, inside: AnyView) -> AnyView {
    node(
        "div",
        &[
            ("class", "scroll"),
            ("tabindex", "0"),
            ("role", "region"),
            ("aria-label", name),
        ],
        vec![inside],
    )
}

/// Preformatted lines.
pub(super) fn code(lines: impl Into<String>) -> AnyView {
    node("pre", &[("tabindex", "0")], vec![text("code", lines)])
}
