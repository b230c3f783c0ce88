use summary::{Cell, Metric, ScenarioSummary, Side};

use crate::{
    Scale, Svg, Theme,
    axis::Axis,
    label,
    marks::{Lanes, Marks},
    rows::{Frame, Rows},
    theme::Ink,
    words,
};

const LANES: Lanes = Lanes {
    row: 60,
    head: 20.0,
    lane: 18.0,
    after: 27,
};

/// A latency: a dot for the P95 or the median of each round, a stroke for their median; over successful requests only.
pub(crate) fn latency(scenarios: &[&ScenarioSummary], metric: Metric, theme: &Theme) -> Svg {
    let frame = Frame {
        name: words::latency_name(scenarios, metric, theme.lang),
        count: scenarios.len(),
        height: LANES.row,
        after: LANES.after,
        axis: axis(scenarios, metric, theme.scale),
        tick: &|value| {
            if value == 0.0 {
                label::tick(value)
            } else if value < 1000.0 {
                format!("{} ms", label::tick(value))
            } else {
                format!("{} s", label::tick(value / 1000.0))
            }
        },
    };
    frame.draw(|rows| {
        for (index, scenario) in (0u32..).zip(scenarios) {
            rows.row(index, scenario, &|top| {
                rows.head(
                    top + 12.0,
                    &scenario.scenario.to_string(),
                    &words::remark(scenario, resting_on(scenario), theme.lang),
                );
                for (side, ink) in [
                    (Side::Baseline, Ink::Baseline),
                    (Side::Candidate, Ink::Candidate),
                ] {
                    let middle = LANES.top(index, side) + LANES.lane / 2.0;
                    lane(rows, scenario.cell(side), metric, middle, ink, theme);
                }
            });
        }
    })
}

/// The marks of the chart of `scenarios`.
pub(crate) fn marks(scenarios: &[&ScenarioSummary], metric: Metric, scale: Scale) -> Marks {
    LANES.marks(scenarios, metric, &axis(scenarios, metric, scale))
}

fn axis(scenarios: &[&ScenarioSummary], metric: Metric, scale: Scale) -> Axis {
    let values: Vec<f64> = scenarios
        .iter()
        .flat_map(|scenario| Side::BOTH.map(|side| scenario.cell(side).measured()))
        .flatten()
        .filter_map(|measured| measured.spread(metric))
        .flat_map(|spread| [spread.min, spread.max])
        .collect();
    match scale {
        Scale::Log => Axis::around(values.into_iter()),
        Scale::Linear => Axis::Linear {
            max: values.into_iter().fold(0.0, f64::max),
        },
    }
}

fn lane(rows: &Rows, cell: &Cell, metric: Metric, middle: f64, ink: Ink, theme: &Theme) {
    let Cell::Measured(measured) = cell else {
        return rows.after(0.0, middle, words::state(cell, theme.lang), Ink::Muted);
    };
    let Some(spread) = measured.spread(metric) else {
        return rows.after(
            0.0,
            middle,
            words::no_latency(measured, theme.lang),
            Ink::Muted,
        );
    };
    rows.span(spread.min, spread.max, middle, ink);
    rows.tick(spread.median, middle - 7.0, middle + 7.0, ink, 3);
    // Discs before, rings after: the sides are told apart without colour.
    let filled = ink == Ink::Baseline;
    for value in measured
        .rounds
        .iter()
        .filter_map(|round| round.value(metric))
    {
        rows.dot(value, middle, 4, ink, filled);
    }
    rows.after(
        spread.max,
        middle,
        &words::value(&label::time(spread.median), measured, theme.lang),
        Ink::Text,
    );
}

/// `n 8`, or `n 61–64` where the rounds differ: how many requests each dot rests on.
fn resting_on(scenario: &ScenarioSummary) -> String {
    let counts = Side::BOTH.map(|side| {
        scenario
            .cell(side)
            .measured()
            .map(|measured| measured.latency_n())
    });
    let counts = || counts.iter().flatten();
    match (
        counts().map(|range| range.0).min(),
        counts().map(|range| range.1).max(),
    ) {
        (Some(least), Some(most)) => format!("n {}", label::range(least, most)),
        _ => String::new(),
    }
}
