use charts::{Lang, escape};
use rounds::{Listed, ListedRelease};
use seal::{SIGNATURE, SUMS};

use super::{DATA, PageFiles, Shell, Target, Written, dataset::dataset, facts::Facts};
use crate::folder::{CATALOGUE, DESCRIPTOR, KEYS, REPORT};

/// What a page's head holds of its release: for the browser, for search engines, for previews of links.
pub(super) fn head(
    shell: &Shell,
    (listed, release): (&Listed, &ListedRelease),
    target: &Target,
    page: &Written,
    facts: &Facts,
    files: &PageFiles,
    card: Option<&str>,
) -> String {
    let mut head = preloads(shell, (listed, release), target, files);
    head.push_str(&general(shell, target, page, "article", card));
    let place = |path: &str| place(shell, target, path);
    head.push_str(&dataset((listed, release), target, page, facts, &place));
    head
}

/// What the head of the start page holds.
pub(super) fn start_head(shell: &Shell, target: &Target, page: &Written) -> String {
    general(shell, target, page, "website", None)
}

/// Where `path` of the site is: with its origin where that is known, else from this page.
fn place(shell: &Shell, target: &Target, path: &str) -> String {
    match &shell.origin {
        Some(origin) => origin.address(path),
        None => format!("{}{path}", target.root),
    }
}

/// What the heads of all pages hold; `kind` is the Open Graph's, `card` the picture for previews of links.
fn general(
    shell: &Shell,
    target: &Target,
    page: &Written,
    kind: &str,
    card: Option<&str>,
) -> String {
    let lang = target.language();
    let place = |path: &str| place(shell, target, path);
    let mut head = meta("name", "description", &page.description);
    let canonical = |lang: Lang| place(&format!("{}{}", target.canonical, lang.pick("", "zh/")));
    // Search engines take whole addresses only; where there are none, the way to the other language in the bar is theirs too.
    if shell.origin.is_some() {
        head.push_str(&link("canonical", "", &canonical(lang)));
        let ways = Lang::ALL.map(|lang| (lang.tag(), canonical(lang)));
        for (tag, address) in ways.into_iter().chain([("x-default", canonical(Lang::En))]) {
            let tag = format!(" hreflang=\"{tag}\"");
            head.push_str(&link("alternate", &tag, &address));
        }
    }
    for (scheme, colour) in ["light", "dark"].into_iter().zip(grounds(&shell.html)) {
        head.push_str(&format!(
            "<meta name=\"theme-color\" media=\"(prefers-color-scheme: {scheme})\" content=\"{colour}\">"
        ));
    }
    let locale = |lang: Lang| lang.pick("en_US", "zh_CN");
    let other = lang.pick(Lang::Zh, Lang::En);
    for (property, content) in [
        ("og:type", kind),
        ("og:site_name", "Daggerboard"),
        ("og:title", &page.title),
        ("og:description", &page.description),
        ("og:locale", locale(lang)),
        ("og:locale:alternate", locale(other)),
    ] {
        head.push_str(&meta("property", property, content));
    }
    // Their standard knows whole addresses only.
    if shell.origin.is_some() {
        head.push_str(&meta("property", "og:url", &canonical(lang)));
        let feed = place(lang.pick("feed.xml", "zh/feed.xml"));
        head.push_str(&link("alternate", " type=\"application/atom+xml\"", &feed));
    }
    // The same of a picture, which stands beside the page all the same.
    let card = card.filter(|_| shell.origin.is_some());
    if let Some(card) = card {
        for (property, content) in [
            ("og:image", place(card).as_str()),
            ("og:image:type", "image/png"),
            ("og:image:width", &charts::Card::WIDTH.to_string()),
            ("og:image:height", &charts::Card::HEIGHT.to_string()),
            ("og:image:alt", &page.description),
        ] {
            head.push_str(&meta("property", property, content));
        }
    }
    let size = if card.is_some() {
        "summary_large_image"
    } else {
        "summary"
    };
    head.push_str(&meta("name", "twitter:card", size));
    head
}

fn meta(kind: &str, name: &str, content: &str) -> String {
    format!("<meta {kind}=\"{name}\" content=\"{}\">", escape(content))
}

fn link(rel: &str, more: &str, href: &str) -> String {
    format!("<link rel=\"{rel}\"{more} href=\"{}\">", escape(href))
}

/// Has what the check needs fetched while the program is still on its way.
fn preloads(
    shell: &Shell,
    (listed, release): (&Listed, &ListedRelease),
    target: &Target,
    files: &PageFiles,
) -> String {
    let data = format!("{}{DATA}/", target.root);
    let folder = format!("{data}{}/{}/", listed.id, release.id);
    let needed = files.keys().filter(|path| {
        [REPORT, DESCRIPTOR, SIGNATURE].contains(&path.as_str()) || path.starts_with("rounds/")
    });
    let keys = files.contains_key(SIGNATURE) && shell.keys.is_some();
    let first = [format!("{data}{CATALOGUE}"), format!("{folder}{SUMS}")].into_iter();
    let all = first
        .chain(keys.then(|| format!("{data}{KEYS}")))
        .chain(needed.map(|path| format!("{folder}{path}")));
    all.map(|address| link("preload", " as=\"fetch\" crossorigin", &address))
        .collect()
}

/// The light and the dark ground of the page, from its own styles.
fn grounds(html: &str) -> Vec<&str> {
    let found = html.split("--ground:").skip(1);
    found
        .filter_map(|rest| Some(rest.split_once(';')?.0.trim()))
        .collect()
}
