//! Rounds in, numbers out.
//!
//! [`Summary::of`] is the one place where figures are made. The page and the command call it and so show the same
//! numbers, to the last bit: only `+ - x /`, comparisons and `libm` are used, which give the same results natively and
//! in wasm. METHOD.md says in words what each figure is.
//!
//! Not here: parsing, formatting, words.

pub mod correction;
mod figure;
mod gain;
mod metric;
mod spread;
mod summary;
mod verdict;
mod workload;

pub use correction::Correction;
pub use figure::{Figure, FigureError, Of, Value};
pub use gain::{Change, Direction, Gain, Why};
pub use metric::{Metric, Statistic};
pub use rounds::{
    ClientSays, Evidence, Failures, Id, Kind, Load, Mode, Panel, Rule, Scenario, Seen, Side,
    round_file,
};
pub use spread::Spread;
pub use summary::{Cell, Measured, RoundPoint, ScenarioSummary, Summary, Totals};
pub use verdict::{LeftOut, Verdict};
pub use workload::{Length, Lengths, Tally, Trend, Users, Workload, Workloads};
