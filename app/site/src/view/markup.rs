//! Markup that does not react: made as text, parsed once by the browser.
//!
//! `view!` gives every place in the markup a type of its own and builds its elements one by one. For this page's tables
//! that was most of the time before the checked charts stood (docs/decisions/0004-markup-as-text.md). What reacts is
//! `view!`.

use std::fmt::Write;

use leptos::prelude::*;

/// A piece of HTML. Words get into it escaped, and only this room's own elements and our charts unescaped.
pub(super) struct Markup(String);

impl Markup {
    /// Nothing.
    pub(super) fn nothing() -> Self {
        Self(String::new())
    }

    /// A finished chart, which escapes its own words.
    pub(super) fn chart(svg: &charts::Svg) -> Self {
        Self(svg.inline())
    }

    /// The pieces one after another.
    pub(super) fn all(pieces: Vec<Self>) -> Self {
        Self(pieces.into_iter().map(|piece| piece.0).collect())
    }

    /// As HTML.
    pub(super) fn html(self) -> String {
        self.0
    }

    /// As part of a view, in an element that has no box of its own.
    pub(super) fn view(self) -> AnyView {
        view! { <div class="part" inner_html=self.0></div> }.into_any()
    }
}

fn escape(text: &str, into: &mut String) {
    for c in text.chars() {
        match c {
            '&' => into.push_str("&amp;"),
            '<' => into.push_str("&lt;"),
            '>' => into.push_str("&gt;"),
            '"' => into.push_str("&quot;"),
            c => into.push(c),
        }
    }
}

/// An element with attributes and children.
pub(super) fn node(tag: &str, attributes: &[(&str, &str)], children: Vec<Markup>) -> Markup {
    let mut html = format!("<{tag}");
    for (name, value) in attributes {
        // Writing to a String cannot fail.
        let _ = write!(html, " {name}=\"");
        escape(value, &mut html);
        html.push('"');
    }
    html.push('>');
    children.iter().for_each(|child| html.push_str(&child.0));
    let _ = write!(html, "</{tag}>");
    Markup(html)
}

/// Words between elements.
pub(super) fn words(text: impl AsRef<str>) -> Markup {
    let mut html = String::new();
    escape(text.as_ref(), &mut html);
    Markup(html)
}

/// An element that only holds words.
pub(super) fn text(tag: &str, text: impl AsRef<str>) -> Markup {
    node(tag, &[], vec![words(text)])
}

/// The same with a class.
pub(super) fn classed(tag: &str, class: &str, text: impl AsRef<str>) -> Markup {
    node(tag, &[("class", class)], vec![words(text)])
}

/// A list of lines; nothing where there are none.
pub(super) fn list(lines: impl Iterator<Item = String>) -> Markup {
    let lines: Vec<Markup> = lines.map(|line| text("li", line)).collect();
    if lines.is_empty() {
        Markup::nothing()
    } else {
        node("ul", &[], lines)
    }
}

/// A line with its name in bold.
pub(super) fn named(name: String, rest: &str) -> Markup {
    node("li", &[], vec![text("strong", name), words(rest)])
}

/// A link.
pub(super) fn link(href: &str, text: impl AsRef<str>) -> Markup {
    node("a", &[("href", href)], vec![words(text)])
}

/// A part of the page that opens when asked.
pub(super) fn details(summary: impl AsRef<str>, inside: Vec<Markup>) -> Markup {
    let mut children = vec![text("summary", summary)];
    children.extend(inside);
    node("details", &[], children)
}

/// Something that scrolls by itself where it is wider than the page, and can be reached by keyboard.
pub(super) fn scrolling(name: &str, inside: Markup) -> Markup {
    let attributes = [
        ("class", "scroll"),
        ("tabindex", "0"),
        ("role", "region"),
        ("aria-label", name),
    ];
    node("div", &attributes, vec![inside])
}

/// Preformatted lines.
pub(super) fn code(lines: impl AsRef<str>) -> Markup {
    node("pre", &[("tabindex", "0")], vec![text("code", lines)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_values_cannot_become_markup() {
        let made = node(
            "p",
            &[("title", "\"><script>")],
            vec![words("<script>alert(1)</script> & more")],
        );
        assert_eq!(
            made.html(),
            "<p title=\"&quot;&gt;&lt;script&gt;\">&lt;script&gt;alert(1)&lt;/script&gt; &amp; more</p>"
        );
    }
}
