use std::ops::Range;

use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};

/// A horizontal axis with ticks at round values.
#[derive(Clone)]
pub(crate) enum Axis {
    /// From zero, for bars.
    Linear {
        /// The largest value.
        max: f64,
    },
    /// Equal ratios take equal lengths; for dots, which need no zero.
    Log {
        /// The smallest value, above 0.
        min: f64,
        /// The largest.
        max: f64,
    },
}

impl Axis {
    /// A logarithmic axis around `values`, with a little room at both ends.
    pub(crate) fn around(values: impl Iterator<Item = f64> + Clone) -> Self {
        let min = values
            .clone()
            .filter(|value| *value > 0.0)
            .fold(f64::INFINITY, f64::min);
        let max = values.fold(0.0, f64::max);
        if min.is_finite() {
            Self::Log {
                min: min / 1.15,
                max: max * 1.15,
            }
        } else {
            Self::Log {
                min: 1.0,
                max: 10.0,
            }
        }
    }

    /// Where `value` stands between the ends, 0 to 1. libm's logarithm gives the same bits everywhere.
    pub(crate) fn share(&self, value: f64) -> f64 {
        match *self {
            Self::Linear { max } if max > 0.0 => value / max,
            Self::Linear { .. } => 0.0,
            Self::Log { min, max } => libm::log(value.max(min) / min) / libm::log(max / min),
        }
    }

    /// Round values inside the axis, about `most` of them.
    pub(crate) fn ticks(&self, most: usize) -> Vec<f64> {
        if most == 0 {
            return vec![];
        }
        match *self {
            Self::Linear { max } => {
                let step = nice(max / most as f64);
                (0..)
                    .map(|i| f64::from(i) * step)
                    .take_while(|tick| *tick <= max)
                    .take(most + 2)
                    .collect()
            }
            Self::Log { min, max } => {
                // From coarse to fine, the first set with enough ticks to read a value by.
                let sets: [&[f64]; 5] = [
                    &[1.0],
                    &[1.0, 3.0],
                    &[1.0, 2.0, 5.0],
                    &[1.0, 1.5, 2.0, 3.0, 5.0, 7.0],
                    &[
                        1.0, 1.1, 1.2, 1.3, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0,
                    ],
                ];
                let within = |set: &[f64]| {
                    let decades = (-6..9).map(power_of_ten);
                    let all =
                        decades.flat_map(|decade| set.iter().map(move |digit| digit * decade));
                    all.filter(|tick| (min..=max).contains(tick))
                        .collect::<Vec<f64>>()
                };
                let enough = sets.into_iter().map(within).find(|ticks| ticks.len() >= 3);
                let mut ticks = enough.unwrap_or_else(|| within(sets[4]));
                while ticks.len() > most {
                    ticks = ticks.into_iter().step_by(2).collect();
                }
                ticks
            }
        }
    }
}

/// 10 to the power of `exponent`, by the correctly rounded literals that the parser gives.
fn power_of_ten(exponent: i32) -> f64 {
    let power = (0..exponent.abs()).fold(1.0, |power, _| power * 10.0);
    if exponent < 0 { 1.0 / power } else { power }
}

/// The next of 1, 2 or 5 times a power of ten at or above `step`.
fn nice(step: f64) -> f64 {
    let candidates =
        (-6..12).flat_map(|exponent| [1.0, 2.0, 5.0].map(|digit| digit * power_of_ten(exponent)));
    candidates
        .into_iter()
        .find(|candidate| *candidate >= step)
        .unwrap_or(1.0)
}

impl Ranged for Axis {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (left, right): (i32, i32)) -> i32 {
        left + (self.share(*value).clamp(0.0, 1.0) * f64::from(right - left)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        self.ticks(hint.max_num_points().min(6))
    }

    fn range(&self) -> Range<f64> {
        match *self {
            Self::Linear { max } => 0.0..max,
            Self::Log { min, max } => min..max,
        }
    }
}

/// Pixels down from the top of the plot, as the rows count them.
#[derive(Clone)]
pub(crate) struct Down(pub(crate) u32);

impl Ranged for Down {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (bottom, top): (i32, i32)) -> i32 {
        bottom.min(top) + value.round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        vec![]
    }

    fn range(&self) -> Range<f64> {
        0.0..f64::from(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        assert_eq!(
            Axis::Linear { max: 230.0 }.ticks(5),
            [0.0, 50.0, 100.0, 150.0, 200.0]
        );
        assert_eq!(
            Axis::Log {
                min: 80.0,
                max: 20_000.0
            }
            .ticks(6),
            [100.0, 1000.0, 10_000.0]
        );
        assert_eq!(Axis::Log { min: 0.9, max: 2.4 }.ticks(6), [1.0, 1.5, 2.0]);
    }

    #[test]
    fn no_room_means_no_ticks() {
        // plotters asks for zero light lines too; halving a list never makes it empty.
        assert!(Axis::Log { min: 1.0, max: 9.0 }.ticks(0).is_empty());
        assert_eq!(Axis::Linear { max: 0.0 }.ticks(3), [0.0]);
    }

    #[test]
    fn equal_ratios_take_equal_lengths() {
        let axis = Axis::Log {
            min: 1.0,
            max: 100.0,
        };
        assert_eq!(axis.map(&10.0, (0, 1000)), 500);
        assert_eq!(Axis::Linear { max: 4.0 }.map(&1.0, (0, 1000)), 250);
    }
}
