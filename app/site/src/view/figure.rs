use charts::{Chart, Lang, label, words};
use rounds::Status;
use summary::{Figure, Gain, Id, Metric, Of, Panel, ScenarioSummary, Side, Value};

use super::{
    choices::Choices,
    markup::{Markup, classed, details, node, text, words as plain},
    table::{Cell, table},
};
use crate::Page;

/// A chart with its finding, its table and its download; nothing where it has no scenario.
pub(super) fn figure(
    page: &Page,
    batch: &Id,
    chart: Chart,
    all: &[&ScenarioSummary],
    choices: &Choices,
) -> Option<Markup> {
    let scenarios = chart.scenarios(all);
    if scenarios.is_empty() {
        return None;
    }
    let lang = page.address.lang;
    let illustrative =
        (page.report.status == Status::Illustrative).then(|| messages::illustrative_kicker(lang));
    let above: Vec<&str> = illustrative
        .into_iter()
        .chain(kicker(chart, lang))
        .collect();
    let mut caption = vec![];
    if !above.is_empty() {
        caption.push(classed("p", "kicker", above.join(" · ")));
    }
    let finding = chart.finding(all, lang);
    caption.push(text("h3", &finding));
    let rows = match chart {
        Chart::Throughput(_) => rows(batch, &scenarios, Metric::OutputTokS, lang),
        Chart::Latency(metric) => rows(batch, &scenarios, metric, lang),
        Chart::Gain(_) => gain_rows(batch, &scenarios, choices, lang),
    };
    let mut plot = vec![Markup::chart(&chart.draw(all, &choices.theme(lang)))];
    // Under the chart, so that its words can still be selected. Where the page is only read, nothing could answer.
    if cfg!(feature = "csr") {
        plot.insert(0, keys(&finding, lang));
    }
    let mut inside = vec![
        node("figcaption", &[], caption),
        node("div", &[("class", "plot")], plot),
        details(messages::table(lang), vec![rows]),
    ];
    // The picture is made when asked for, by `heard.rs`; without a script there is nothing to press.
    let save = |name, shown, form: &[(&str, &str)]| {
        let mut attributes = vec![
            ("type", "button"),
            ("class", "save"),
            ("data-chart", chart.id()),
            ("aria-label", name),
        ];
        attributes.extend(form);
        node("button", &attributes, vec![plain(shown)])
    };
    let buttons = vec![
        save(messages::download_chart(lang), "SVG", &[]),
        plain(" "),
        save(messages::save_png(lang), "PNG", &[(super::take::PNG, "")]),
    ];
    inside.push(node("p", &[("class", "saves")], buttons));
    let id = format!("{batch}-{}", chart.id());
    Some(node("figure", &[("id", &id)], inside))
}

/// The chart as a file: its name and its text.
#[cfg(feature = "csr")]
pub(super) fn file(
    page: &Page,
    summary: &summary::Summary,
    chart: Chart,
    all: &[&ScenarioSummary],
    choices: &Choices,
) -> (String, String) {
    let theme = choices.theme(page.address.lang);
    let batch = &summary.batch;
    let name = format!(
        "{}-{}-{batch}-{}.svg",
        page.lineage.report,
        page.lineage.release,
        chart.id()
    );
    let caption = chart.caption(all, page.origin(summary, all.len()), &theme);
    (name, chart.draw(all, &theme).standalone(&caption))
}

/// The one stop of the keyboard at a chart; `keys.rs` fills it with the chart's marks when it is reached.
fn keys(finding: &str, lang: Lang) -> Markup {
    let name = messages::chart_keys(lang, finding);
    let attributes = [
        ("class", "keys"),
        ("tabindex", "0"),
        ("role", "listbox"),
        ("aria-label", &name),
    ];
    node("svg", &attributes, vec![])
}

/// Which kind of scenario a throughput chart shows.
fn kicker(chart: Chart, lang: Lang) -> Option<&'static str> {
    match chart {
        Chart::Throughput(Panel::LongInput) => Some(messages::long_input(lang)),
        Chart::Throughput(Panel::LongOutput) => Some(messages::long_output(lang)),
        Chart::Latency(_) | Chart::Gain(_) => None,
    }
}

/// Every round of every scenario, with medians: the numbers of the chart.
fn rows(batch: &Id, scenarios: &[&ScenarioSummary], metric: Metric, lang: Lang) -> Markup {
    let latency = metric != Metric::OutputTokS;
    let unit = if latency {
        "ms"
    } else {
        messages::tokens_a_second(lang)
    };
    let median = format!("{} ({unit})", messages::median(lang));
    let measured = scenarios
        .iter()
        .flat_map(|scenario| Side::BOTH.map(|side| scenario.cell(side).measured()));
    // Few, and nearly in order: a set would bring a whole sort into the program.
    let mut numbers: Vec<u32> = vec![];
    for round in measured.flatten().flat_map(|measured| &measured.rounds) {
        if let Err(at) = numbers.binary_search(&round.round) {
            numbers.insert(at, round.round);
        }
    }
    let rounds: Vec<String> = numbers
        .iter()
        .map(|round| messages::round_number(lang, round))
        .collect();
    let mut head = vec![messages::scenario(lang), messages::side(lang), &median];
    head.extend(rounds.iter().map(String::as_str));
    head.push(messages::failed_of_requests(lang));
    if latency {
        head.push(messages::n_a_round(lang));
    }
    let rows = scenarios.iter().flat_map(|scenario| {
        Side::BOTH.map(|side| row(batch, scenario, side, metric, &numbers, lang))
    });
    table(words::metric(metric, lang), &head, rows.collect())
}

fn row(
    batch: &Id,
    scenario: &ScenarioSummary,
    side: Side,
    metric: Metric,
    numbers: &[u32],
    lang: Lang,
) -> Vec<Cell> {
    let mut row = vec![
        Cell::of(&scenario.scenario),
        Cell::Words(side_name(side, lang).into()),
    ];
    let cell = scenario.cell(side);
    let Some(measured) = cell.measured() else {
        row.push(Cell::Words(words::state(cell, lang).into()));
        return row;
    };
    let figure = |value, round: Option<u32>| {
        let (batch, id) = (batch.clone(), scenario.scenario.id.clone());
        let of = match round {
            Some(round) => Of::Round(id, side, value, round),
            None => Of::Rounds(id, side, value),
        };
        Figure { batch, of }
    };
    let value = Value::Metric(metric);
    let nothing = || Cell::Words(words::no_latency(measured, lang).into());
    let dagger = words::marks(measured);
    row.push(match measured.spread(metric) {
        Some(spread) => Cell::Number(
            format!("{}{dagger}", label::two(spread.median)),
            spread.median,
            figure(value, None),
        ),
        None => nothing(),
    });
    row.extend(numbers.iter().map(|number| {
        let round = measured.rounds.iter().find(|round| round.round == *number);
        match round.map(|round| round.value(metric)) {
            Some(Some(found)) => Cell::two(found, figure(value, Some(*number))),
            Some(None) => nothing(),
            None => Cell::Words(messages::missing(lang).into()),
        }
    }));
    let counts = words::failed(measured, lang);
    row.push(Cell::Figure(counts, figure(Value::Failed, None)));
    if metric != Metric::OutputTokS {
        let (least, most) = measured.latency_n();
        row.push(Cell::Words(label::range(least, most)));
    }
    row
}

/// The gain of each scenario in throughput and in each latency that is shown.
fn gain_rows(batch: &Id, scenarios: &[&ScenarioSummary], choices: &Choices, lang: Lang) -> Markup {
    let mut metrics = vec![Metric::OutputTokS];
    metrics.extend(choices.latencies());
    let mut head = vec![messages::scenario(lang)];
    head.extend(metrics.iter().map(|metric| words::metric(*metric, lang)));
    let cell = |scenario: &ScenarioSummary, metric| {
        let (shown, change) = match scenario.gain(metric) {
            Gain::Resolved(change) => (label::change(change, lang), change),
            Gain::NotResolved(change) => (words::open_change(change, lang), change),
            Gain::LeftOut(why) => return Cell::Words(words::why(*why, lang).into()),
        };
        Cell::Number(shown, change.ratio, gain(batch, scenario, metric))
    };
    let rows = scenarios.iter().map(|scenario| {
        let mut row = vec![Cell::of(&scenario.scenario)];
        row.extend(metrics.iter().map(|metric| cell(scenario, *metric)));
        row
    });
    table(messages::changes(lang), &head, rows.collect())
}

/// The name of a scenario's gain.
pub(super) fn gain(batch: &Id, scenario: &ScenarioSummary, metric: Metric) -> Figure {
    Figure {
        batch: batch.clone(),
        of: Of::Gain(scenario.scenario.id.clone(), metric),
    }
}

/// Before or after.
pub(super) fn side_name(side: Side, lang: Lang) -> &'static str {
    words::side(side, lang)
}
