use charts::{Lang, correction};
use rounds::{Id, Report};
use summary::correction::{Changed, Correction};

use super::markup::{Markup, classed, details, list, node, scrolling, text, words};
use crate::Page;

/// Where the figures before and after a correction stand: of this page's release and of `other`, which comes later.
pub(super) fn part(page: &Page, other: &Id, related: &[Page]) -> Markup {
    let there = related
        .iter()
        .find(|page| page.address.release == other.as_str());
    let inside = match there {
        Some(other) => figures(page, other),
        None => details(waiting(other, page.address.lang), vec![]),
    };
    node("div", &[("id", &place(other))], vec![inside])
}

/// The id of the element that [`part`] makes.
pub(crate) fn place(other: &Id) -> String {
    format!("correction-{other}")
}

fn waiting(other: &Id, lang: Lang) -> String {
    messages::correction_waiting(lang, other)
}

/// Why the figures of `other` do not stand beside these.
pub(super) fn withheld(other: &str, why: &str, lang: Lang) -> Markup {
    let words = messages::correction_withheld(lang, other, why);
    classed("p", "why", words)
}

/// What differs between the release of the page and another one, the earlier first.
pub(super) fn figures(page: &Page, other: &Page) -> Markup {
    let lang = page.address.lang;
    let later = page.lineage.seq < other.lineage.seq;
    let (old, new) = if later { (page, other) } else { (other, page) };
    let withheld = |page: &Page, why: String| withheld(&page.address.release, &why, lang);
    let (before, after) = match (old.summaries(), new.summaries()) {
        (Ok(before), Ok(after)) => (before, after),
        (Err(why), _) => return withheld(old, why),
        (_, Err(why)) => return withheld(new, why),
    };
    let context = match context(old, new) {
        Ok(context) => context,
        Err(why) => return withheld(other, why),
    };
    let found = Correction::between(&before, &after);
    let names = [&old.address.release, &new.address.release];
    let count = correction::count(&found, lang);
    let title = messages::what_changed(lang, count, names[1], names[0]);
    let mut inside = vec![];
    let groups = found
        .changed
        .chunk_by(|a, b| a.place == b.place)
        .map(|group| {
            let rows = group.iter().map(|changed| row(changed, lang));
            let name = group
                .first()
                .map_or(String::new(), |changed| correction::place(&changed.place));
            (name, rows.collect())
        });
    inside.extend(table(
        messages::figures_that_differ(lang),
        names,
        groups.collect(),
    ));
    let alone = [&found.gone, &found.new];
    for (places, name) in alone.into_iter().zip(correction::alone(lang)) {
        let lines = places.iter().map(correction::place);
        inside.push(list(lines.map(|place| format!("{name}: {place}"))));
    }
    inside.extend(table(messages::what_else_differs(lang), names, context));
    details(title, inside)
}

/// What differs in `report.json`; of texts, those that this page's reader sees.
fn context(old: &Page, new: &Page) -> Result<Vec<(String, Vec<Markup>)>, String> {
    let lang = new.address.lang;
    let changes = Report::changes(&old.sealed, &new.sealed).map_err(|error| error.said(lang))?;
    let other = lang.pick(".zh", ".en");
    let rows: Vec<Markup> = changes
        .into_iter()
        .filter(|change| !change.field.ends_with(other))
        .map(|change| {
            let cell = |value: Option<String>| {
                text("td", value.as_deref().unwrap_or(correction::absent(lang)))
            };
            let cells = [cell(change.before), cell(change.after)];
            named(&change.field, cells)
        })
        .collect();
    Ok(vec![(String::new(), rows)])
}

fn row(changed: &Changed<'_>, lang: Lang) -> Markup {
    let [before, after] = correction::values(changed, lang);
    let cell = |shown: String, value| {
        let inside = match correction::number(value) {
            Some(number) => node(
                "data",
                &[("value", &number.to_string())],
                vec![words(shown)],
            ),
            None => words(shown),
        };
        node("td", &[], vec![inside])
    };
    let cells = [cell(before, &changed.before), cell(after, &changed.after)];
    named(&correction::figure(changed.of, lang), cells)
}

fn named(name: &str, [before, after]: [Markup; 2]) -> Markup {
    let name = node("th", &[("scope", "row")], vec![words(name)]);
    node("tr", &[], vec![name, before, after])
}

/// A table of groups of rows, each with its name over it; nothing where there are no rows.
fn table(name: &str, releases: [&String; 2], groups: Vec<(String, Vec<Markup>)>) -> Option<Markup> {
    if groups.iter().all(|(_, rows)| rows.is_empty()) {
        return None;
    }
    let head = [name, releases[0], releases[1]]
        .map(|column| node("th", &[("scope", "col")], vec![words(column)]));
    let mut inside = vec![node("thead", &[], vec![node("tr", &[], head.into())])];
    for (name, mut rows) in groups {
        if !name.is_empty() {
            let over = [("scope", "rowgroup"), ("colspan", "3")];
            let over = node("th", &over, vec![words(name)]);
            rows.insert(0, node("tr", &[], vec![over]));
        }
        inside.push(node("tbody", &[], rows));
    }
    let table = node("table", &[("class", "pair")], inside);
    Some(scrolling(name, table))
}
