use summary::{Cell, Metric, ScenarioSummary, Side};

use crate::{
    Svg, Theme,
    axis::Axis,
    label,
    marks::{Lanes, Marks},
    rows::{Frame, Rows, failures},
    theme::Ink,
    words,
};

const BAR: f64 = 18.0;
const LANES: Lanes = Lanes {
    row: 68,
    head: 22.0,
    lane: BAR + 2.0,
    after: 27,
};

/// Output throughput: a bar for the median of each side, dots for its rounds, a line for their range.
///
/// A side with a failure is an outline with a dagger, as observed over all requests; one with only the client's sums an
/// outline with a double dagger.
pub(crate) fn throughput(scenarios: &[&ScenarioSummary], theme: &Theme) -> Svg {
    let frame = Frame {
        name: words::throughput_name(scenarios, theme.lang),
        count: scenarios.len(),
        height: LANES.row,
        after: LANES.after,
        axis: axis(scenarios),
        tick: &label::tick,
    };
    frame.draw(|rows| {
        for (index, scenario) in (0u32..).zip(scenarios) {
            rows.row(index, scenario, &|top| {
                let failed = failures(scenario).map(|counts| words::failed_of(&counts, theme.lang));
                rows.head(
                    top + 12.0,
                    &scenario.scenario.to_string(),
                    &words::remark(scenario, failed.unwrap_or_default(), theme.lang),
                );
                for (side, ink) in [
                    (Side::Baseline, Ink::Baseline),
                    (Side::Candidate, Ink::Candidate),
                ] {
                    bar(
                        rows,
                        scenario.cell(side),
                        LANES.top(index, side),
                        ink,
                        theme,
                    );
                }
            });
        }
    })
}

/// The marks of the chart of `scenarios`.
pub(crate) fn marks(scenarios: &[&ScenarioSummary]) -> Marks {
    LANES.marks(scenarios, Metric::OutputTokS, &axis(scenarios))
}

fn axis(scenarios: &[&ScenarioSummary]) -> Axis {
    let measured = scenarios
        .iter()
        .flat_map(|scenario| Side::BOTH.map(|side| scenario.cell(side).measured()));
    let max = measured
        .flatten()
        .filter_map(|measured| measured.spread(Metric::OutputTokS))
        .map(|spread| spread.max);
    Axis::Linear {
        max: max.fold(0.0, f64::max),
    }
}

fn bar(rows: &Rows, cell: &Cell, top: f64, ink: Ink, theme: &Theme) {
    let middle = top + BAR / 2.0;
    let Cell::Measured(measured) = cell else {
        return rows.after(0.0, middle, words::state(cell, theme.lang), Ink::Muted);
    };
    let Some(spread) = measured.spread(Metric::OutputTokS) else {
        return;
    };
    let outlined = measured.dagger() || !measured.checked();
    rows.bar(spread.median, top + 1.0, BAR - 2.0, ink, !outlined);
    let dots = if outlined { Ink::Text } else { Ink::Dot };
    rows.span(spread.min, spread.max, middle, dots);
    for value in measured
        .rounds
        .iter()
        .filter_map(|round| round.value(Metric::OutputTokS))
    {
        rows.dot(value, middle, 3, dots, true);
    }
    rows.after(
        spread.max,
        middle,
        &words::value(&label::two(spread.median), measured, theme.lang),
        Ink::Text,
    );
}
