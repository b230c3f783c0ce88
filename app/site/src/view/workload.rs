//! Which of the measured shapes of requests is the reader's, and what the numbers suggest for it.

use charts::{Lang, advice, label, words};
use rounds::Id;
use summary::{
    Gain, Length, Lengths, Metric, ScenarioSummary, Summary, Users, Workload, Workloads,
};
#[cfg(feature = "csr")]
use wasm_bindgen::{JsCast, prelude::Closure};
#[cfg(feature = "csr")]
use web_sys::{Element, HtmlSelectElement};

use super::{
    figure::gain,
    fold::filled,
    markup::{Markup, classed, node, text, words as plain},
    table::chosen,
};
#[cfg(feature = "csr")]
use crate::{Page, browser};

/// The place that the second program fills.
pub(super) const PLACE: &str = "shapes";
/// What a shape has, as addresses name it.
const AXES: [&str; 3] = ["input", "output", "users"];
/// Says which of them a choice is about.
const AXIS: &str = "data-axis";
/// More scenarios of a shape than that are counted, not listed: the tables have them.
const LISTED: usize = 12;

/// The part of the page, closed: as it comes it holds all of it, and the checked page has the second program fill it.
pub(super) fn part(batch: &Id, summary: &Summary, lang: Lang) -> Markup {
    let place = [("id", PLACE)];
    #[cfg(feature = "csr")]
    let inside = {
        let _ = (batch, summary);
        Markup::nothing()
    };
    #[cfg(not(feature = "csr"))]
    let inside = shapes(batch, summary, lang);
    filled("workload", messages::which_is_mine(lang), &place, inside)
}

/// Fills that part, in the second program, and narrows it down as the address asks.
#[cfg(feature = "csr")]
pub(super) fn fill(page: &Page, place: &Element) {
    let Some((context, Ok(summary))) = page.batches.first() else {
        return;
    };
    let lang = page.address.lang;
    shapes(&context.id, summary, lang).put(place);
    for select in selects(place) {
        let axis = axis(&select);
        if let Some(asked) = browser::asked(&axis) {
            select.set_value(&asked);
            // A value that is none leaves the choice empty.
            if select.value().is_empty() {
                select.set_value("");
                let said = messages::no_such_choice(lang, axis, charts::visible(&asked));
                browser::say("no-such-shape", &said);
            }
        }
    }
    narrow(place, lang);
    let own = place.clone();
    let heard = Closure::<dyn Fn()>::new(move || {
        for select in selects(&own) {
            let value = select.value();
            browser::remember(
                &axis(&select),
                Some(value.as_str()).filter(|value| !value.is_empty()),
            );
        }
        browser::say("no-such-shape", "");
        narrow(&own, lang);
    });
    // A browser without it leaves all shapes in sight.
    let _ = place.add_event_listener_with_callback("change", heard.into_js_value().unchecked_ref());
}

/// Whether the address asks for a shape.
#[cfg(feature = "csr")]
pub(super) fn is_asked() -> bool {
    AXES.iter().any(|axis| browser::asked(axis).is_some())
}

/// The shapes of a batch, each with its advice; three choices narrow them down.
fn shapes(batch: &Id, summary: &Summary, lang: Lang) -> Markup {
    let shapes = Workloads::of(&summary.scenarios);
    let mut inside = vec![choices(&shapes, lang)];
    let shape = |(workload, scenarios): &(Workload, Vec<&ScenarioSummary>)| {
        let (short, sentences) = advice::advice(scenarios, lang);
        let name = advice::workload(workload, &shapes, lang);
        let title = node(
            "summary",
            &[],
            vec![
                text("span", name),
                plain(" "),
                classed("strong", "trend", short),
            ],
        );
        let mut inside = vec![title];
        inside.extend(sentences.into_iter().map(|sentence| text("p", sentence)));
        if scenarios.len() <= LISTED {
            let each = scenarios.iter().map(|one| scenario(batch, one, lang));
            inside.push(node("ul", &[], each.collect()));
        }
        let attributes = [
            ("data-input", advice::length(workload.input)),
            ("data-output", advice::length(workload.output)),
            ("data-users", advice::users(workload.users)),
        ];
        node("li", &attributes, vec![node("details", &[], inside)])
    };
    let all = shapes.all.iter().map(shape).collect();
    inside.push(node("ul", &[("class", "shapes")], all));
    inside.push(classed("p", "note", messages::workload_note(lang)));
    Markup::all(inside)
}

/// A scenario with its gain, or why it has none.
fn scenario(batch: &Id, scenario: &ScenarioSummary, lang: Lang) -> Markup {
    let metric = Metric::OutputTokS;
    let of = gain(batch, scenario, metric);
    let said = match scenario.gain(metric) {
        Gain::Resolved(change) => chosen(&of, Some(change.ratio), label::change(change, lang)),
        Gain::NotResolved(change) => {
            chosen(&of, Some(change.ratio), words::open_change(change, lang))
        }
        Gain::LeftOut(why) => plain(words::why(*why, lang)),
    };
    let name = text("strong", scenario.scenario.to_string());
    node("li", &[], vec![name, plain(" "), said])
}

/// The three choices, as far as there is one; shown where a program answers them.
fn choices(shapes: &Workloads, lang: Lang) -> Markup {
    let lengths = |name, label, found: &Lengths| {
        let both = (!found.long.is_empty()).then(|| {
            let said = |found: &[u32]| advice::lengths(found, lang);
            vec![
                (
                    advice::length(Some(Length::Short)),
                    messages::short_lengths(lang, said(&found.short)),
                ),
                (
                    advice::length(Some(Length::Long)),
                    messages::long_lengths(lang, said(&found.long)),
                ),
            ]
        });
        choice(name, label, both.unwrap_or_default(), lang)
    };
    let users = Users::ALL.into_iter().filter(|users| {
        let mut all = shapes.all.iter();
        all.any(|(workload, _)| workload.users == *users)
    });
    let users: Vec<(&str, String)> = users
        .map(|users| {
            let said = match users {
                Users::One => messages::one_user(lang),
                Users::Few => messages::few_users(lang),
                Users::Many => messages::many_users(lang),
                Users::Open => messages::open_users(lang),
            };
            (advice::users(users), said.to_owned())
        })
        .collect();
    let status = [
        ("id", "shapes-found"),
        ("class", "note"),
        ("role", "status"),
    ];
    let all = shapes.all.len();
    let [input, output, at_a_time] = AXES;
    node(
        "div",
        &[("class", "choices hint")],
        vec![
            lengths(input, messages::input_length(lang), &shapes.inputs),
            lengths(output, messages::output_length(lang), &shapes.outputs),
            choice(at_a_time, messages::at_a_time(lang), users, lang),
            node(
                "p",
                &status,
                vec![plain(messages::shapes_found(lang, all, all))],
            ),
            node("p", &[("id", "no-such-shape"), ("role", "status")], vec![]),
        ],
    )
}

/// One choice; none where there is nothing to choose.
fn choice(name: &str, label: &str, values: Vec<(&str, String)>, lang: Lang) -> Markup {
    if values.len() < 2 {
        return Markup::nothing();
    }
    let any = ("", messages::any(lang).to_owned());
    let options = [any].into_iter().chain(values);
    let options =
        options.map(|(value, said)| node("option", &[("value", value)], vec![plain(said)]));
    let select = node("select", &[(AXIS, name)], options.collect());
    node("label", &[], vec![text("span", label), select])
}

/// The choices, as elements.
#[cfg(feature = "csr")]
fn selects(place: &Element) -> Vec<HtmlSelectElement> {
    let all = browser::within(place, "select").into_iter();
    all.filter_map(|select| select.dyn_into().ok()).collect()
}

/// Which of [`AXES`] a choice is about.
#[cfg(feature = "csr")]
fn axis(select: &HtmlSelectElement) -> String {
    select.get_attribute(AXIS).unwrap_or_default()
}

/// Shows the shapes that fit what is chosen; where that is one, its advice.
#[cfg(feature = "csr")]
fn narrow(place: &Element, lang: Lang) {
    let mut chosen = selects(place);
    chosen.retain(|select| !select.value().is_empty());
    let shapes = browser::within(place, ".shapes > li");
    let mut fitting = vec![];
    for shape in &shapes {
        let fits = chosen.iter().all(|select| {
            let own = shape.get_attribute(&format!("data-{}", axis(select)));
            own == Some(select.value())
        });
        // Our own attributes are always taken.
        let _ = shape.toggle_attribute_with_force("hidden", !fits);
        fitting.extend(fits.then_some(shape));
    }
    let said = messages::shapes_found(lang, shapes.len(), fitting.len());
    browser::say("shapes-found", &said);
    if let ([shape], false) = (&fitting[..], chosen.is_empty())
        && let Some(details) = shape.first_element_child()
    {
        let _ = details.set_attribute("open", "");
    }
}
