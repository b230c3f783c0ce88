use charts::{Lang, escape};

use super::origin::Origin;

/// A page that search engines should know, without its language.
pub(super) struct Place {
    /// Where it is in the site.
    pub(super) folder: String,
    /// The day of its last change, where it has one.
    pub(super) updated: Option<String>,
}

/// The pages of the site in both languages, for search engines (sitemaps.org).
pub(super) fn sitemap(origin: &Origin, places: &[Place]) -> String {
    let mut map = String::from(
        r#"<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
"#,
    );
    for place in places {
        let address = |lang: Lang| {
            escape(&origin.address(&format!("{}{}", place.folder, lang.pick("", "zh/"))))
        };
        let others = Lang::ALL.map(|lang| {
            let (tag, href) = (lang.tag(), address(lang));
            format!("<xhtml:link rel=\"alternate\" hreflang=\"{tag}\" href=\"{href}\"/>")
        });
        let (others, updated) = (others.concat(), place.updated.as_deref());
        let updated = updated.map_or(String::new(), |day| format!("<lastmod>{day}</lastmod>"));
        for lang in Lang::ALL {
            let own = address(lang);
            map.push_str(&format!("<url><loc>{own}</loc>{updated}{others}</url>\n"));
        }
    }
    map.push_str("</urlset>\n");
    map
}

/// What crawlers ask for first, at the root of a host.
pub(super) fn robots(origin: &Origin) -> String {
    format!(
        "User-agent: *\nAllow: /\nSitemap: {}\n",
        origin.address("sitemap.xml")
    )
}
