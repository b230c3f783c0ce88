use charts::{Lang, Scale, Theme};
use summary::{Metric, Panel, ScenarioSummary, Statistic, Summary};

use super::markup::{Markup, node, text, words};
#[cfg(feature = "csr")]
use crate::Page;

/// From this many scenarios on, the page shows them a part at a time, and has no list of them to choose from.
pub(super) const MANY: usize = 24;
/// Scenarios in a part.
const PART: usize = 12;
/// The name in addresses of [`Part::filter`].
#[cfg(feature = "csr")]
pub(super) const FIND: &str = "find";
/// The class of the sentence that says what is shown.
pub(super) const SAID: &str = "shown";

/// The latencies that gains can be shown in, as addresses spell them; in the order of [`Metric::latencies`].
const LATENCIES: [&str; 3] = ["ttft", "tpot", "e2e"];

/// What a reader chose to see; the page's address says it, each by its name in [`Choices::NAMES`].
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Choices {
    panel: Option<Panel>,
    load: Option<String>,
    /// The place of a latency among [`Metric::latencies`]; gains in throughput otherwise.
    latency: Option<usize>,
    statistic: Statistic,
    scale: Scale,
    /// The scenario that stands out.
    pub(super) pick: Option<String>,
}

/// What a reader looks for where there are many scenarios.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Part {
    /// Words of their names.
    pub(super) filter: String,
    /// Which part of those that have them, from 0.
    pub(super) at: usize,
}

impl Choices {
    /// Their names in addresses and controls.
    #[cfg(feature = "csr")]
    pub(super) const NAMES: [&str; 6] = ["panel", "load", "stat", "scale", "metric", "pick"];

    /// Whether the page's address chooses anything.
    #[cfg(feature = "csr")]
    pub(super) fn are_asked() -> bool {
        let mut names = Self::NAMES.into_iter().chain([FIND]);
        names.any(|name| crate::browser::asked(name).is_some())
    }

    /// How charts are to look by them.
    pub(super) fn theme(&self, lang: Lang) -> Theme {
        Theme {
            lang,
            scale: self.scale,
        }
    }

    /// The latencies that are shown.
    pub(super) fn latencies(&self) -> [Metric; 3] {
        Metric::latencies(self.statistic)
    }

    /// What gains are shown in.
    pub(super) fn metric(&self) -> Metric {
        let latency = self.latency.map(|at| self.latencies()[at]);
        latency.unwrap_or(Metric::OutputTokS)
    }

    /// What is chosen under `name`, as addresses spell it; empty where that is what everybody sees.
    #[cfg(feature = "csr")]
    pub(super) fn value(&self, name: &str) -> &str {
        match name {
            "panel" => self.panel.map_or("", Panel::name),
            "load" => self.load.as_deref().unwrap_or_default(),
            "stat" if self.statistic == Statistic::P50 => self.statistic.name(),
            "scale" if self.scale == Scale::Linear => self.scale.name(),
            "metric" => self.latency.map_or("", |at| LATENCIES[at]),
            "pick" => self.pick.as_deref().unwrap_or_default(),
            _ => "",
        }
    }

    /// Chooses `value` under `name`; an empty one, or one that `page` does not have, is what everybody sees.
    #[cfg(feature = "csr")]
    pub(super) fn choose(&mut self, page: &Page, name: &str, value: &str) {
        let known = known(page, name).into_iter().find(|known| known == value);
        let is = |name: &str| known.as_deref() == Some(name);
        match name {
            "panel" => self.panel = Panel::BOTH.into_iter().find(|one| is(one.name())),
            "stat" => {
                let found = Statistic::BOTH.into_iter().find(|one| is(one.name()));
                self.statistic = found.unwrap_or_default();
            }
            "scale" => {
                let found = Scale::BOTH.into_iter().find(|one| is(one.name()));
                self.scale = found.unwrap_or_default();
            }
            "metric" => self.latency = LATENCIES.iter().position(|one| is(one)),
            "load" => self.load = known,
            "pick" => self.pick = known,
            _ => {}
        }
    }

    /// The scenarios of `summary` that it shows, by their places. A choice that the batch does not have leaves it as it is.
    fn chosen(&self, summary: &Summary, filter: &str) -> Vec<usize> {
        let all = || summary.scenarios.iter();
        let panel = |one: &ScenarioSummary| Some(one.scenario.panel()) == self.panel;
        let load = |one: &ScenarioSummary| {
            let load = self.load.as_ref();
            load.is_some_and(|load| one.scenario.load.name() == *load)
        };
        let (by_panel, by_load) = (all().any(panel), all().any(load));
        let shown = |one: &ScenarioSummary| {
            (!by_panel || panel(one)) && (!by_load || load(one)) && matches(one, filter)
        };
        let shown = all().enumerate().filter(|(_, one)| shown(one));
        shown.map(|(at, _)| at).collect()
    }
}

/// Every value that `page` has under `name`.
#[cfg(feature = "csr")]
pub(super) fn known(page: &Page, name: &str) -> Vec<String> {
    let scenarios = || {
        let batches = page.batches.iter();
        let summaries = batches.filter_map(|(_, summary)| summary.as_ref().ok());
        summaries.flat_map(|summary| &summary.scenarios)
    };
    match name {
        "panel" => Panel::BOTH.map(|one| one.name().into()).into(),
        "stat" => Statistic::BOTH.map(|one| one.name().into()).into(),
        "scale" => Scale::BOTH.map(|one| one.name().into()).into(),
        "metric" => LATENCIES.map(String::from).into(),
        "load" => loads(scenarios()),
        "pick" => scenarios().map(|one| one.scenario.id.to_string()).collect(),
        _ => vec![],
    }
}

fn loads<'a>(scenarios: impl Iterator<Item = &'a ScenarioSummary>) -> Vec<String> {
    let mut loads: Vec<String> = vec![];
    for scenario in scenarios {
        let load = scenario.scenario.load.name();
        if !loads.contains(&load) {
            loads.push(load);
        }
    }
    loads
}

/// Whether every word of `filter` is in the scenario's name or id.
fn matches(scenario: &ScenarioSummary, filter: &str) -> bool {
    if filter.is_empty() {
        return true;
    }
    let name = format!("{} {}", scenario.scenario, scenario.scenario.id).to_ascii_lowercase();
    filter
        .split(' ')
        .all(|word| name.contains(&word.to_ascii_lowercase()))
}

/// The scenarios of a batch that stand on the page.
pub(super) struct Shown {
    /// Their places in the batch.
    pub(super) places: Vec<usize>,
    /// How many the choices leave, in this part and the others.
    found: usize,
    /// Which part of them it is.
    pub(super) part: usize,
}

impl Shown {
    /// By the reader's choices.
    pub(super) fn of(summary: &Summary, choices: &Choices, part: &Part) -> Self {
        let many = summary.scenarios.len() > MANY;
        // Where there is no field for words, an address that brings some hides nothing.
        let filter = if many { &*part.filter } else { "" };
        let mut places = choices.chosen(summary, filter);
        let found = places.len();
        let at = part.at.min(found.saturating_sub(1) / PART);
        if many {
            places = places.into_iter().skip(at * PART).take(PART).collect();
        }
        Self {
            places,
            found,
            part: at,
        }
    }

    /// Those scenarios.
    pub(super) fn scenarios<'a>(&self, summary: &'a Summary) -> Vec<&'a ScenarioSummary> {
        let places = self.places.iter();
        places.map(|&at| &summary.scenarios[at]).collect()
    }

    /// How many of how many.
    pub(super) fn said(&self, summary: &Summary, lang: Lang) -> String {
        let (found, all) = (self.found, summary.scenarios.len());
        if all > MANY {
            let from = found.min(self.part * PART + 1);
            let to = found.min((self.part + 1) * PART);
            return messages::scenarios_shown(lang, found, from, to);
        }
        if found == all {
            messages::all_shown(lang, all)
        } else {
            messages::some_shown(lang, all, found)
        }
    }
}

/// The controls over what is shown of a batch, and what is.
pub(super) fn filters(summary: &Summary, shown: &Shown, lang: Lang) -> Markup {
    let all = || summary.scenarios.iter();
    let loads = loads(all());
    let mut inside = vec![];
    if loads.len() > 1 {
        let named = |name: &String| {
            let of = all().find(|one| one.scenario.load.name() == *name);
            let shown = of.map(|one| one.scenario.load.to_string());
            (name.clone(), shown.unwrap_or_default())
        };
        let options = loads.iter().map(named).collect();
        let every = messages::choice_all(lang);
        inside.push(select("load", messages::choice_load(lang), every, options));
    }
    let panels = Panel::BOTH.map(|panel| all().any(|one| one.scenario.panel() == panel));
    if panels == [true; 2] {
        let options = Panel::BOTH.map(|panel| {
            let shown = match panel {
                Panel::LongInput => messages::choice_long_input(lang),
                Panel::LongOutput => messages::choice_long_output(lang),
            };
            (panel.name().to_owned(), shown.to_owned())
        });
        let every = messages::choice_all(lang);
        inside.push(select(
            "panel",
            messages::choice_panel(lang),
            every,
            options.into(),
        ));
    }
    if summary.scenarios.len() > MANY {
        let search = [("type", "search"), ("placeholder", "8K → 128 · C8")];
        let button = |value, said| {
            let attributes = [("type", "button"), ("class", "turn"), ("value", value)];
            node("button", &attributes, vec![words(said)])
        };
        inside.push(node(
            "label",
            &[],
            vec![
                words(messages::scenarios_with(lang)),
                node("input", &search, vec![]),
            ],
        ));
        inside.push(button("-1", messages::previous(lang)));
        inside.push(button("1", messages::next(lang)));
    } else {
        let options = all().map(|one| (one.scenario.id.to_string(), one.scenario.to_string()));
        let nothing = messages::choice_none(lang);
        let name = messages::choice_pick(lang);
        inside.push(select("pick", name, nothing, options.collect()));
    }
    let said = shown.said(summary, lang);
    let status = [("class", SAID), ("role", "status")];
    inside.push(node("p", &status, vec![words(said)]));
    row(messages::choices(lang), "choices parts", inside)
}

/// The controls over how latencies are shown.
pub(super) fn latency(lang: Lang) -> Markup {
    let medians = (
        Statistic::P50.name().to_owned(),
        messages::choice_p50(lang).to_owned(),
    );
    let linear = (
        Scale::Linear.name().to_owned(),
        messages::choice_linear(lang).to_owned(),
    );
    let inside = vec![
        select(
            "stat",
            messages::choice_statistic(lang),
            messages::choice_p95(lang),
            vec![medians],
        ),
        select(
            "scale",
            messages::choice_scale(lang),
            messages::choice_log(lang),
            vec![linear],
        ),
    ];
    row(messages::latency_choices(lang), "choices", inside)
}

/// The control over what gains are shown in.
pub(super) fn gain(lang: Lang) -> Markup {
    let names = [
        messages::choice_ttft(lang),
        messages::choice_tpot(lang),
        messages::choice_e2e(lang),
    ];
    let options = LATENCIES.into_iter().zip(names);
    let options = options.map(|(value, shown)| (value.to_owned(), shown.to_owned()));
    let select = select(
        "metric",
        messages::choice_metric(lang),
        messages::choice_throughput(lang),
        options.collect(),
    );
    row(messages::gain_choices(lang), "choices", vec![select])
}

fn row(name: &str, class: &str, inside: Vec<Markup>) -> Markup {
    // A group and no form: there is nothing to send.
    let attributes = [("class", class), ("role", "group"), ("aria-label", name)];
    node("div", &attributes, inside)
}

/// A list of which one is chosen; `first` is what everybody sees.
fn select(name: &str, label: &str, first: &str, options: Vec<(String, String)>) -> Markup {
    let first = (String::new(), first.to_owned());
    let options = [first]
        .into_iter()
        .chain(options)
        .map(|(value, shown)| node("option", &[("value", &value)], vec![words(shown)]));
    // Some browsers would bring back what was chosen before a reload; here the address does.
    let attributes = [("name", name), ("autocomplete", "off")];
    let select = node("select", &attributes, options.collect());
    node("label", &[], vec![text("span", label), select])
}
