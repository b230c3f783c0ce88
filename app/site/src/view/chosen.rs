//! What the reader of this page chose, and the page that shows it; in the second program.

use std::cell::RefCell;

use charts::{Chart, Marks};
use rounds::BatchContext;
use summary::{Figure, Of, ScenarioSummary, Summary};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement, HtmlSelectElement};

use super::{
    batch::{self, CHARTS},
    choices::{self, Choices, FIND, Part, SAID, Shown},
};
use crate::{
    Page,
    browser::{self, all, within},
};

/// Names the scenario of a row, in charts and tables.
const ROW: &str = "data-row";

thread_local! {
    static CHOSEN: RefCell<(Choices, Vec<Part>)> = RefCell::default();
}

/// What is chosen now.
pub(super) fn choices() -> Choices {
    CHOSEN.with_borrow(|(choices, _)| choices.clone())
}

fn part(index: usize) -> Part {
    let part = CHOSEN.with_borrow(|(_, parts)| parts.get(index).cloned());
    part.unwrap_or_default()
}

/// Takes what the page's address asks for.
fn restore(page: &Page) {
    let mut choices = Choices::default();
    for name in Choices::NAMES {
        let asked = browser::asked(name).unwrap_or_default();
        choices.choose(page, name, &asked);
    }
    let filter = browser::asked(FIND).unwrap_or_default();
    for search in all("[type=search]") {
        let search: HtmlInputElement = search.unchecked_into();
        search.set_value(&filter);
    }
    CHOSEN.set((choices, vec![Part { filter, at: 0 }; page.batches.len()]));
}

/// What the page's address asks for and the page does not have, a sentence each.
fn unknown(page: &Page) -> Vec<String> {
    let lang = page.address.lang;
    let names = Choices::NAMES.into_iter();
    let asked = names.filter_map(|name| Some((name, browser::asked(name)?)));
    let unknown = asked.filter_map(|(name, asked)| {
        let known = choices::known(page, name);
        if known.contains(&asked) {
            return None;
        }
        let known = known.join(messages::enumerating_comma(lang));
        Some(messages::choice_unknown(lang, known, name, asked))
    });
    unknown.collect()
}

/// Shows what the page's address chooses, and says what could not be followed.
pub fn begin(page: &Page) {
    restore(page);
    (0..page.batches.len()).for_each(|index| redraw(page, index));
    controls();
    highlight();
    say(&unknown(page));
}

/// Says `wrong` before what is shown.
pub(super) fn say(wrong: &[String]) {
    if let (Some(said), false) = (all(&format!(".{SAID}")).first(), wrong.is_empty()) {
        let shown = said.text_content().unwrap_or_default();
        said.set_text_content(Some(&format!("{} {shown}", wrong.join(" "))));
    }
}

/// Has the controls of every batch, which are the same, show what is chosen.
fn controls() {
    let choices = choices();
    for control in all("select[name]") {
        let control: HtmlSelectElement = control.unchecked_into();
        let name = control.name();
        let value = choices.value(&name);
        control.set_value(value);
        // Where a batch does not have it, everything of that batch is shown.
        if control.value() != value {
            control.set_value("");
        }
    }
}

/// Chooses `value` under `name`, shows that, and has the address say it.
pub(super) fn choose(page: &Page, name: &str, value: &str) {
    CHOSEN.with_borrow_mut(|(choices, _)| choices.choose(page, name, value));
    let choices = choices();
    let value = choices.value(name);
    browser::remember(name, Some(value).filter(|value| !value.is_empty()));
    controls();
    if name != "pick" {
        (0..page.batches.len()).for_each(|index| redraw(page, index));
    }
    highlight();
}

/// Makes `id` stand out, or no more where it does already.
pub(super) fn pick(page: &Page, id: &str) {
    let picked = choices().pick.as_deref() == Some(id);
    choose(page, "pick", if picked { "" } else { id });
}

/// Shows the scenarios of the batch at `index` whose names have the words of `filter`.
pub(super) fn search(page: &Page, index: usize, filter: String) {
    let asked = String::from(js_sys::encode_uri_component(filter.trim()));
    browser::remember(FIND, Some(&*asked).filter(|asked| !asked.is_empty()));
    turn_to(page, index, Part { filter, at: 0 });
}

/// Shows the part of the batch at `index` that is `steps` further on.
pub(super) fn turn(page: &Page, index: usize, steps: isize) {
    let (_, Ok(summary)) = &page.batches[index] else {
        return;
    };
    let part = part(index);
    // From the part that is shown, which may be an earlier one: there may be fewer of them than there were.
    let at = Shown::of(summary, &choices(), &part).part;
    let at = at.saturating_add_signed(steps);
    turn_to(page, index, Part { at, ..part });
}

fn turn_to(page: &Page, index: usize, part: Part) {
    CHOSEN.with_borrow_mut(|(_, parts)| {
        parts.resize_with(page.batches.len(), Part::default);
        parts[index] = part;
    });
    redraw(page, index);
    highlight();
}

/// Puts what is chosen of the batch at `index` in place of what stands. What was unfolded stays so.
fn redraw(page: &Page, index: usize) {
    let (_, Ok(summary)) = &page.batches[index] else {
        return;
    };
    let choices = choices();
    let shown = Shown::of(summary, &choices, &part(index));
    let place = format!("[{CHARTS}=\"{index}\"] ");
    let bodies = all(&(place.clone() + ".body"));
    let made = batch::bodies(page, index, &choices, &shown);
    for (body, markup) in bodies.iter().zip(made) {
        let open = within(body, "details").into_iter();
        let open: Vec<bool> = open.map(|fold| fold.has_attribute("open")).collect();
        markup.put(body);
        for (fold, _) in within(body, "details")
            .iter()
            .zip(open)
            .filter(|(_, open)| *open)
        {
            // An attribute of this name is always taken.
            let _ = fold.set_attribute("open", "");
        }
    }
    if let Some(said) = all(&(place + "." + SAID)).first() {
        said.set_text_content(Some(&shown.said(summary, page.address.lang)));
    }
}

/// Marks the rows of the scenario that was picked, in every chart and table.
pub(super) fn highlight() {
    let pick = choices().pick;
    mark("picked", pick.as_deref());
    for main in all("main") {
        // A class without spaces is always taken.
        let _ = main
            .class_list()
            .toggle_with_force("picking", pick.is_some());
    }
}

/// Gives the rows of the scenario `id` the class `class`, and no others.
pub(super) fn mark(class: &str, id: Option<&str>) {
    for row in all(&format!("[{ROW}]")) {
        let of = row.get_attribute(ROW);
        // As above.
        let _ = row
            .class_list()
            .toggle_with_force(class, of.as_deref() == id);
    }
}

/// A chart that stands on the page.
pub(super) struct Drawn<'a> {
    /// Its batch.
    pub(super) context: &'a BatchContext,
    /// The batch's figures.
    pub(super) summary: &'a Summary,
    /// The scenarios that it was drawn of.
    pub(super) scenarios: Vec<&'a ScenarioSummary>,
    /// What can be pointed at.
    pub(super) marks: Marks,
    /// Its figure on the page.
    pub(super) figure: Element,
}

impl<'a> Drawn<'a> {
    /// The chart whose figure `inside` is in.
    pub(super) fn around(page: &'a Page, inside: &Element) -> Option<Self> {
        let figure = inside.closest("figure").ok()??;
        let (context, summary) = page.batches.get(index(&figure)?)?;
        let summary = summary.as_ref().ok()?;
        let id = figure.id();
        let mut charts = Chart::ALL.into_iter();
        let chart = charts.find(|chart| id == format!("{}-{}", context.id, chart.id()))?;
        let choices = choices();
        let shown = Shown::of(summary, &choices, &part(index(&figure)?));
        let scenarios = shown.scenarios(summary);
        let marks = chart.marks(&scenarios, &choices.theme(page.address.lang));
        Some(Self {
            context,
            summary,
            scenarios,
            marks,
            figure,
        })
    }

    /// The name of a figure that it shows.
    pub(super) fn name(&self, of: &Of) -> String {
        let batch = self.context.id.clone();
        Figure {
            batch,
            of: of.clone(),
        }
        .to_string()
    }

    /// Where its picture stands in the window.
    pub(super) fn picture(&self) -> Option<Element> {
        self.figure.query_selector("svg.chart").ok()?
    }
}

/// The place of the batch whose charts `inside` is among.
pub(super) fn index(inside: &Element) -> Option<usize> {
    let charts = inside.closest(&format!("[{CHARTS}]")).ok()??;
    charts.get_attribute(CHARTS)?.parse().ok()
}
