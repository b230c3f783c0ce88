use charts::{Lang, escape};

use super::{facts::Facts, origin::Origin};

/// A release in the feed.
pub(super) struct Entry {
    /// The title of its page: with what became of it.
    pub(super) title: String,
    /// The description of its page.
    pub(super) summary: String,
    /// Where its page is for good, in the site.
    pub(super) page: String,
    /// The day of its measurement.
    pub(super) published: String,
    /// The day of what became of it last.
    pub(super) updated: String,
    /// Names its bytes wherever they are (RFC 6920), so that no move of the site makes it new.
    pub(super) id: String,
}

impl Entry {
    pub(super) fn of(facts: &Facts, page: String, title: &str, summary: &str) -> Self {
        let integrity = facts.root.integrity();
        let digits = integrity
            .trim_start_matches("sha256-")
            .trim_end_matches('=');
        let digits = digits.replace('+', "-").replace('/', "_");
        Self {
            title: title.into(),
            summary: summary.into(),
            page,
            published: facts.report.date.clone(),
            updated: facts.updated.clone(),
            id: format!("ni:///sha-256;{digits}"),
        }
    }
}

/// Every release as an Atom feed (RFC 4287), the newest first.
pub(super) fn atom(origin: &Origin, lang: Lang, mut entries: Vec<Entry>) -> String {
    // Of one day, the one that was listed last comes first.
    entries.reverse();
    entries.sort_by(|a, b| b.published.cmp(&a.published));
    let home = origin.address(lang.pick("", "zh/"));
    let own = origin.address(lang.pick("feed.xml", "zh/feed.xml"));
    let updated = entries.iter().map(|entry| entry.updated.as_str()).max();
    let updated = time(updated.unwrap_or_default());
    let title = messages::feed_title(lang);
    let (home, own, tag) = (escape(&home), escape(&own), lang.tag());
    let mut feed = format!(
        r#"<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{tag}">
<title>{title}</title>
<id>{own}</id>
<updated>{updated}</updated>
<author><name>Daggerboard</name></author>
<link rel="self" type="application/atom+xml" href="{own}"/>
<link rel="alternate" type="text/html" hreflang="{tag}" href="{home}"/>
"#
    );
    for entry in &entries {
        let page = origin.address(&entry.page);
        let [title, summary, page] = [&entry.title, &entry.summary, &page].map(|text| escape(text));
        let Entry { id, .. } = entry;
        let (published, updated) = (time(&entry.published), time(&entry.updated));
        feed.push_str(&format!(
            r#"<entry>
<title>{title}</title>
<id>{id}</id>
<published>{published}</published>
<updated>{updated}</updated>
<link rel="alternate" type="text/html" hreflang="{tag}" href="{page}"/>
<summary>{summary}</summary>
</entry>
"#
        ));
    }
    feed.push_str("</feed>\n");
    feed
}

/// A day as the point in time that the standard wants.
fn time(day: &str) -> String {
    format!("{day}T00:00:00Z")
}
