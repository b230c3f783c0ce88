//! Markup that does not react: made as text, parsed once by the browser.
//!
//! `view!` gives every place in the markup a type of its own and builds its elements one by one. For this page's tables
//! that was most of the time before the checked charts stood (docs/decisions/0004-markup-as-text.md). What reacts is
//! `view!`.
//!
//! The only way of text into the page as HTML, too: the policy below takes a [`Markup`] and nothing else, and the page's
//! browser refuses every other way (docs/decisions/0010-what-the-browser-refuses.md).

use std::fmt::Write;

use charts::escape;
use leptos::{html::InnerHtmlValue, prelude::*, web_sys::Element};

use crate::NOWHERE;

/// A piece of HTML. Words get into it escaped, and only this room's own elements and our charts unescaped.
#[derive(Clone, PartialEq, Eq)]
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

    /// Puts it into `element`, in place of what is there.
    #[cfg(feature = "csr")]
    pub(super) fn put(&self, element: &Element) {
        policy::put(element, self);
    }

    /// As part of a view, in an element that has no box of its own.
    pub(super) fn view(self) -> AnyView {
        view! { <div class="part" inner_html=self></div> }.into_any()
    }
}

impl IntoAttributeValue for Markup {
    type Output = Self;

    fn into_attribute_value(self) -> Self {
        self
    }
}

impl InnerHtmlValue for Markup {
    type AsyncOutput = Self;
    type State = (Element, Self);
    type Cloneable = Self;
    type CloneableOwned = Self;

    fn html_len(&self) -> usize {
        self.0.len()
    }

    fn to_html(self, html: &mut String) {
        html.push_str(&self.0);
    }

    fn to_template(_: &mut String) {}

    fn hydrate<const FROM_SERVER: bool>(self, element: &Element) -> Self::State {
        // This page is never hydrated: what the browser draws takes the place of what came.
        self.build(element)
    }

    fn build(self, element: &Element) -> Self::State {
        #[cfg(feature = "csr")]
        self.put(element);
        (element.clone(), self)
    }

    fn rebuild(self, state: &mut Self::State) {
        if self != state.1 {
            *state = self.build(&state.0);
        }
    }

    fn into_cloneable(self) -> Self {
        self
    }

    fn into_cloneable_owned(self) -> Self {
        self
    }

    fn dry_resolve(&mut self) {}

    async fn resolve(self) -> Self {
        self
    }
}

#[cfg(feature = "csr")]
pub use policy::{accept, policy};

#[cfg(feature = "csr")]
mod policy {
    use std::cell::OnceCell;

    use js_sys::{Function, Object, Reflect};
    use leptos::web_sys::Element;
    use wasm_bindgen::{JsCast, JsValue, prelude::Closure};

    use super::Markup;

    /// The name that the content policy allows once, so that nobody can make a second one.
    const NAME: &str = "daggerboard";

    thread_local! {
        /// The way of text into the page as HTML; `undefined` in a browser that needs none.
        static POLICY: OnceCell<JsValue> = const { OnceCell::new() };
    }

    /// The policy, made when it is first wanted.
    pub fn policy() -> JsValue {
        POLICY.with(|policy| {
            let policy = policy.get_or_init(|| made().unwrap_or(JsValue::UNDEFINED));
            policy.clone()
        })
    }

    /// Takes the policy of the page's other program, since the page can have no second one.
    pub fn accept(policy: JsValue) {
        // Where there is one already, that is the page's.
        let _ = POLICY.with(|own| own.set(policy));
    }

    fn made() -> Option<JsValue> {
        let factory = Reflect::get(&js_sys::global(), &"trustedTypes".into()).ok()?;
        // It has nothing left to do: whatever comes here is a `Markup`.
        let same = Closure::<dyn Fn(JsValue) -> JsValue>::new(|html| html).into_js_value();
        let rules = Object::new();
        Reflect::set(&rules, &"createHTML".into(), &same).ok()?;
        method(&factory, "createPolicy")?
            .call2(&factory, &NAME.into(), &rules)
            .ok()
    }

    /// Puts `markup` into `element`.
    pub(super) fn put(element: &Element, markup: &Markup) {
        let (policy, html) = (policy(), markup.0.as_str().into());
        let html = if policy.is_undefined() {
            Some(html)
        } else {
            method(&policy, "createHTML").and_then(|create| create.call1(&policy, &html).ok())
        };
        let put = html.map(|html| Reflect::set(element, &"innerHTML".into(), &html));
        assert_eq!(put, Some(Ok(true)), "the browser refused our own markup");
    }

    fn method(object: &JsValue, name: &str) -> Option<Function> {
        Reflect::get(object, &name.into()).ok()?.dyn_into().ok()
    }
}

/// An element with attributes and children.
pub(super) fn node(tag: &str, attributes: &[(&str, &str)], children: Vec<Markup>) -> Markup {
    let mut html = format!("<{tag}");
    let download = attributes.iter().any(|(name, _)| *name == "download");
    for (name, value) in attributes {
        // Without it, the element is the placeholder of a link. A download is answered by the page itself.
        if *name == "href" && value.starts_with(NOWHERE) && !download {
            continue;
        }
        // Writing to a String cannot fail.
        let _ = write!(html, " {name}=\"{}\"", escape(value));
    }
    html.push('>');
    children.iter().for_each(|child| html.push_str(&child.0));
    let _ = write!(html, "</{tag}>");
    Markup(html)
}

/// Words between elements.
pub(super) fn words(text: impl AsRef<str>) -> Markup {
    Markup(escape(text.as_ref()))
}

/// The place of an element in a sentence.
pub(super) const HERE: char = '\u{fffc}';

/// A sentence with `element` in the place of [`HERE`].
pub(super) fn sentence(said: &str, element: Markup) -> Markup {
    let (before, after) = said.split_once(HERE).unwrap_or((said, ""));
    Markup::all(vec![words(before), element, words(after)])
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
    fn a_link_that_leads_nowhere_is_none() {
        let nowhere = format!("{NOWHERE}a/");
        assert_eq!(link(&nowhere, "a").0, "<a>a</a>");
        let file = node("a", &[("href", &nowhere), ("download", "")], vec![]);
        assert_eq!(file.0, "<a href=\"nowhere:a/\" download=\"\"></a>");
    }

    #[test]
    fn words_and_values_cannot_become_markup() {
        let made = node(
            "p",
            &[("title", "\"><script>")],
            vec![words("<script>alert(1)</script> & more")],
        );
        assert_eq!(
            made.0,
            "<p title=\"&quot;&gt;&lt;script&gt;\">&lt;script&gt;alert(1)&lt;/script&gt; &amp; more</p>"
        );
    }
}
