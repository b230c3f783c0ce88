use summary::{Cell, Metric, ScenarioSummary, Side};

use crate::{
    Svg, Theme,
    axis::Axis,
    label,
    rows::{Frame, Rows, failures},
    theme::Ink,
    words,
};

const ROW: u32 = 68;
const BAR: f64 = 18.0;

/// Output throughput: a bar for the median of each side, dots for its rounds, a line for their range.
///
/// A side with a failure is an outline with a dagger, as observed over all requests; one with only the client's sums an
/// outline with a double dagger.
pub(crate) fn throughput(scenarios: &[&ScenarioSummary], theme: &Theme) -> Svg {
    let measured = scenarios
        .iter()
        .flat_map(|scenario| Side::BOTH.map(|side| scenario.cell(side).measured()));
    let max = measured
        .flatten()
        .filter_map(|measured| measured.spread(Metric::OutputTokS))
        .map(|spread| spread.max);
    let frame = Frame {
        name: words::throughput_name(scenarios, theme.lang),
        count: scenarios.len(),
        height: ROW,
        after: 27,
        axis: Axis::Linear {
            max: max.fold(0.0, f64::max),
        },
        tick: &label::tick,
    };
    frame.draw(|rows| {
        for (index, scenario) in (0u32..).zip(scenarios) {
            let top = f64::from(index * ROW);
            let failed = failures(scenario).map(|counts| words::failed_of(&counts, theme.lang));
            rows.head(
                top + 12.0,
                &scenario.scenario.to_string(),
                &failed.unwrap_or_default(),
            );
            for (side, ink) in [
                (Side::Baseline, Ink::Baseline),
                (Side::Candidate, Ink::Candidate),
            ] {
                bar(
                    rows,
                    scenario.cell(side),
                    top + 22.0 + f64::from(side as u32) * (BAR + 2.0),
                    ink,
                    theme,
                );
            }
        }
    })
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
