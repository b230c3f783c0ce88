use serde::Serialize;

/// The median of a figure over rounds, and its range.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// The middle value, or the mean of the middle two.
    pub median: f64,
    /// The smallest.
    pub min: f64,
    /// The largest.
    pub max: f64,
    /// How many rounds have the figure.
    pub rounds: usize,
}

impl Spread {
    /// Over `values`; `None` where there are none.
    pub fn of(mut values: Vec<f64>) -> Option<Self> {
        values.sort_by(f64::total_cmp);
        let (min, max) = (*values.first()?, *values.last()?);
        let middle = values.len() / 2;
        let median = if values.len() % 2 == 1 {
            values[middle]
        } else {
            (values[middle - 1] + values[middle]) / 2.0
        };
        Some(Self {
            median,
            min,
            max,
            rounds: values.len(),
        })
    }

    /// Whether the two ranges share a value.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.min <= other.max && other.min <= self.max
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_and_ranges() {
        #[track_caller]
        fn case(values: &[f64], median: f64, min: f64, max: f64) {
            let rounds = values.len();
            assert_eq!(
                Spread::of(values.into()),
                Some(Spread {
                    median,
                    min,
                    max,
                    rounds
                })
            );
        }
        case(&[3.0, 1.0, 2.0], 2.0, 1.0, 3.0);
        case(&[4.0, 1.0, 2.0, 3.0], 2.5, 1.0, 4.0);
        case(&[7.0], 7.0, 7.0, 7.0);
        assert_eq!(Spread::of(vec![]), None);
    }

    #[test]
    fn ranges_that_touch_overlap() {
        let of = |values: &[f64]| Spread::of(values.into()).unwrap();
        assert!(of(&[1.0, 2.0]).overlaps(&of(&[2.0, 3.0])));
        assert!(of(&[1.0, 4.0]).overlaps(&of(&[2.0, 3.0])));
        assert!(!of(&[1.0, 2.0]).overlaps(&of(&[2.5, 3.0])));
    }
}
