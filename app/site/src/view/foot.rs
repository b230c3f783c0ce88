use rounds::{Listed, ListedRelease};

use super::markup::{Markup, classed, link, node, words as plain};
use crate::Page;

/// What the page is and is not, and where each release is for good.
pub(super) fn foot(page: &Page) -> Markup {
    let lang = page.address.lang;
    let said = messages::foot(lang);
    let sums = page.address.file("SHA256SUMS");
    let name = format!("{} {}", page.lineage.report, page.lineage.release);
    let permanent = messages::permanent_page(lang);
    let permanent = link(&page.address.permanent(&page.address.release), permanent);
    let mut inside = vec![
        node("p", &[], vec![plain(said), link(&sums, name)]),
        classed("p", "digest", page.root.to_string()),
        node("p", &[], vec![permanent]),
    ];
    inside.extend(page.listed().and_then(|listed| releases(page, listed)));
    node("footer", &[], inside)
}

/// Every release of the report with what became of it; nothing where there is but one.
fn releases(page: &Page, listed: &Listed) -> Option<Markup> {
    let lang = page.address.lang;
    let release = |release: &ListedRelease| {
        let href = page.address.permanent(release.id.as_str());
        let attributes = [("href", href.as_str()), ("aria-current", "true")];
        let current = release.id.as_str() == page.address.release;
        let id = vec![plain(release.id.to_string())];
        let mut states = vec![];
        if release.withdrawn.is_some() {
            states.push(messages::withdrawn(lang).to_owned());
        }
        if let Some(newer) = listed.corrected_by(&release.id) {
            states.push(messages::corrected_by(lang, &newer.id));
        }
        let inside = vec![
            node("a", &attributes[..1 + usize::from(current)], id),
            plain(states.join(messages::comma(lang))),
        ];
        node("li", &[], inside)
    };
    let name = messages::releases(lang);
    let links = listed.releases.iter().map(release).collect();
    let links = node("ul", &[], links);
    let open = messages::history_open(lang);
    let status = [("id", "history"), ("role", "status")];
    let inside = vec![plain(name), links, node("p", &status, vec![plain(open)])];
    let nav = node("nav", &[("aria-label", name)], inside);
    (listed.releases.len() > 1).then_some(nav)
}
