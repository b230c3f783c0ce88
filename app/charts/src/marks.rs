//! What can be pointed at in a chart, and where it is.

use summary::{Metric, Of, ScenarioSummary, Side, Value};

use crate::axis::Axis;

/// A mark that can be pointed at, and the figure that it shows: a bar, a gain, or a round's dot.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// The figure.
    pub of: Of,
    /// Pixels down from the top of the chart to its lane.
    pub top: f64,
    /// Pixels that the lane is high.
    pub height: f64,
    /// Where a round's dot is in its lane, in percent of the chart's width; other marks have the whole lane.
    pub across: Option<f64>,
}

/// The marks of a chart: those of each row, in the order in which they are read.
pub type Marks = Vec<Vec<Mark>>;

/// A place in a chart: pixels from its top left corner, and how wide it stands.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
    /// The chart's width.
    pub width: f64,
}

/// So many pixels beside a dot's middle still mean the dot.
const NEAR: f64 = 6.0;

/// The mark in whose lane `place` is, never a dot; none beside the rows.
pub fn lane(marks: &Marks, place: Place) -> Option<&Mark> {
    let last = marks.last()?.last()?;
    let lanes = || {
        let lanes = marks.iter().flatten();
        lanes.filter(|mark| mark.across.is_none())
    };
    let bottom = lanes().map(|mark| mark.top + mark.height);
    let bottom = bottom.fold(last.top, f64::max);
    // What little is between two lanes is of the upper one.
    lanes()
        .rfind(|mark| mark.top <= place.y)
        .filter(|_| place.y < bottom)
}

/// The mark at `place`: a dot that is near enough, else that of the lane.
pub fn at(marks: &Marks, place: Place) -> Option<&Mark> {
    let lane = lane(marks, place)?;
    let far = |mark: &&Mark| {
        let x = mark.across.map(|across| across * place.width / 100.0);
        x.map_or(f64::INFINITY, |x| libm::fabs(x - place.x))
    };
    let dots = marks.iter().flatten();
    let dots = dots.filter(|mark| mark.across.is_some() && mark.top == lane.top);
    let nearest = dots.min_by(|a, b| far(a).total_cmp(&far(b)));
    Some(nearest.filter(|dot| far(dot) <= NEAR).unwrap_or(lane))
}

/// A way from one mark to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// To the next one as they are read.
    Next,
    /// To the one before.
    Before,
    /// To the one in the next row, as far as that reaches.
    Below,
    /// To the one in the row before.
    Above,
    /// To the first.
    First,
    /// To the last.
    Last,
}

/// The mark, counted as they are read, that `step` leads to from the one at `now`; the same where there is none.
pub fn step(marks: &Marks, now: usize, step: Step) -> usize {
    let last = marks.iter().map(Vec::len).sum::<usize>().saturating_sub(1);
    let (mut before, mut start, mut rows) = (None, 0, marks.iter().map(Vec::len));
    let mut long = rows.next().unwrap_or_default();
    while now >= start + long {
        let Some(next) = rows.next() else {
            return last;
        };
        before = Some((start, long));
        start += long;
        long = next;
    }
    let column = |row: Option<(usize, usize)>| {
        row.map_or(now, |(from, long)| {
            from + (now - start).min(long.saturating_sub(1))
        })
    };
    match step {
        Step::Next => (now + 1).min(last),
        Step::Before => now.saturating_sub(1),
        Step::Below => column(rows.next().map(|next| (start + long, next))),
        Step::Above => column(before),
        Step::First => 0,
        Step::Last => last,
    }
}

/// How rows with a lane for each side are laid out.
pub(crate) struct Lanes {
    /// Pixels a row.
    pub(crate) row: u32,
    /// Pixels from the top of a row to its first lane: its head.
    pub(crate) head: f64,
    /// Pixels a lane.
    pub(crate) lane: f64,
    /// Room at the right of the axis, in percent of the width.
    pub(crate) after: u32,
}

impl Lanes {
    /// Where the lane of `side` starts in the row at `index`.
    pub(crate) fn top(&self, index: u32, side: Side) -> f64 {
        f64::from(index * self.row) + self.head + f64::from(side as u32) * self.lane
    }

    /// The marks of `scenarios`: the gain at the head of a row, then each side with its rounds.
    pub(crate) fn marks(
        &self,
        scenarios: &[&ScenarioSummary],
        metric: Metric,
        axis: &Axis,
    ) -> Marks {
        let row = |(index, scenario): (u32, &&ScenarioSummary)| {
            let id = &scenario.scenario.id;
            let value = Value::Metric(metric);
            let mut row = vec![Mark {
                of: Of::Gain(id.clone(), metric),
                top: f64::from(index * self.row),
                height: self.head,
                across: None,
            }];
            for side in Side::BOTH {
                let mark = |of, across| Mark {
                    of,
                    top: self.top(index, side),
                    height: self.lane,
                    across,
                };
                row.push(mark(Of::Rounds(id.clone(), side, value), None));
                let measured = scenario.cell(side).measured();
                for round in measured.iter().flat_map(|measured| &measured.rounds) {
                    if let Some(figure) = round.value(metric) {
                        let across = axis.share(figure) * f64::from(100 - self.after);
                        let of = Of::Round(id.clone(), side, value, round.round);
                        row.push(mark(of, Some(across)));
                    }
                }
            }
            row
        };
        (0..).zip(scenarios).map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_of_the_nearest_dot_of_its_lane_or_of_the_lane() {
        let id: summary::Id = "a".parse().unwrap();
        let value = Value::Metric(Metric::OutputTokS);
        let gain = Of::Gain(id.clone(), Metric::OutputTokS);
        let rounds = Of::Rounds(id.clone(), Side::Baseline, value);
        let round = |number| Of::Round(id.clone(), Side::Baseline, value, number);
        let mark = |of: &Of, top, across| Mark {
            of: of.clone(),
            top,
            height: 20.0,
            across,
        };
        let marks = vec![vec![
            mark(&gain, 0.0, None),
            mark(&rounds, 22.0, None),
            mark(&round(1), 22.0, Some(50.0)),
            mark(&round(2), 22.0, Some(52.0)),
        ]];
        let of = |x, y| at(&marks, Place { x, y, width: 200.0 }).map(|mark| mark.of.clone());
        assert_eq!(of(0.0, 10.0), Some(gain.clone()));
        assert_eq!(of(100.0, 21.0), Some(gain), "between two lanes");
        assert_eq!(of(0.0, 30.0), Some(rounds.clone()));
        assert_eq!(of(101.0, 30.0), Some(round(1)));
        assert_eq!(of(103.0, 30.0), Some(round(2)));
        assert_eq!(of(110.1, 30.0), Some(rounds));
        assert_eq!(of(0.0, 42.0), None);
        assert_eq!(of(0.0, -1.0), None);
    }

    #[test]
    fn steps_keep_to_their_column_as_far_as_a_row_reaches() {
        let mark = |_| Mark {
            of: Of::Gain("a".parse().unwrap(), Metric::OutputTokS),
            top: 0.0,
            height: 1.0,
            across: None,
        };
        let marks: Marks = [3, 1, 4].map(|count| (0..count).map(mark).collect()).into();
        for (now, way, to) in [
            (0, Step::Next, 1),
            (2, Step::Next, 3),
            (7, Step::Next, 7),
            (0, Step::Before, 0),
            (3, Step::Before, 2),
            (2, Step::Below, 3),
            (3, Step::Below, 4),
            (6, Step::Below, 6),
            (6, Step::Above, 3),
            (3, Step::Above, 0),
            (1, Step::Above, 1),
            (5, Step::First, 0),
            (0, Step::Last, 7),
        ] {
            assert_eq!(step(&marks, now, way), to, "{way:?} from {now}");
        }
        assert_eq!(step(&vec![], 0, Step::Last), 0);
    }
}
