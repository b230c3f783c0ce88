use summary::{Change, Direction, Gain, Metric, Of, ScenarioSummary};

use crate::{
    Svg, Theme,
    axis::Axis,
    label,
    marks::{Mark, Marks},
    rows::{Frame, Rows},
    theme::Ink,
    words,
};

const ROW: u32 = 44;

/// The gain of every clean scenario in `metric`: a dot for the ratio of the medians, a line for all ratios that the
/// rounds allow. Scenarios without a gain are left to the ledger.
pub(crate) fn gain(scenarios: &[&ScenarioSummary], metric: Metric, theme: &Theme) -> Svg {
    let changes: Vec<(&ScenarioSummary, &Change, bool)> = scenarios
        .iter()
        .filter_map(|scenario| match scenario.gain(metric) {
            Gain::Resolved(change) => Some((*scenario, change, true)),
            Gain::NotResolved(change) => Some((*scenario, change, false)),
            Gain::LeftOut(_) => None,
        })
        .collect();
    // One, "no change", is always in sight.
    let ratios: Vec<f64> = changes
        .iter()
        .flat_map(|(_, change, _)| [change.low, change.high])
        .chain([1.0])
        .collect();
    let frame = Frame {
        name: words::gain_name(&changes, metric, theme.lang),
        count: changes.len(),
        height: ROW,
        after: 36,
        axis: Axis::around(ratios.into_iter()),
        tick: &|value| messages::times(theme.lang, label::tick(value)),
    };
    let height = f64::from(changes.len() as u32 * ROW);
    frame.draw(|rows| {
        rows.tick(1.0, 0.0, height, Ink::Axis, 1);
        for (index, (scenario, change, resolved)) in (0u32..).zip(&changes) {
            rows.row(index, scenario, &|top| {
                let remark = if *resolved {
                    String::new()
                } else {
                    words::not_resolved(theme.lang).into()
                };
                rows.head(top + 12.0, &scenario.scenario.to_string(), &remark);
                row(rows, change, *resolved, top + 29.0, theme);
            });
        }
    })
}

/// The marks of the chart of `scenarios`, which all have a gain.
pub(crate) fn marks(scenarios: &[&ScenarioSummary], metric: Metric) -> Marks {
    let row = |(index, scenario): (u32, &&ScenarioSummary)| {
        vec![Mark {
            of: Of::Gain(scenario.scenario.id.clone(), metric),
            top: f64::from(index * ROW),
            height: f64::from(ROW),
            across: None,
        }]
    };
    (0..).zip(scenarios).map(row).collect()
}

fn row(rows: &Rows, change: &Change, resolved: bool, middle: f64, theme: &Theme) {
    let ink = match (resolved, change.direction) {
        (false, _) | (true, Direction::Same) => Ink::Muted,
        (true, Direction::Better) => Ink::Better,
        (true, Direction::Worse) => Ink::Worse,
    };
    rows.span(change.low, change.high, middle, ink);
    rows.tick(change.low, middle - 4.0, middle + 4.0, ink, 1);
    rows.tick(change.high, middle - 4.0, middle + 4.0, ink, 1);
    // A ring says "not resolved" without colour.
    rows.dot(change.ratio, middle, 5, ink, resolved);
    let text = format!(
        "{} ({})",
        label::ratio(change.ratio, theme.lang),
        label::percent(change.percent)
    );
    rows.after(
        change.high,
        middle,
        &text,
        if resolved { Ink::Text } else { Ink::Muted },
    );
}
