//! Numbers in, pictures out: and the words that go with them.
//!
//! A chart is a function of scenarios and a [`Theme`], drawn with plotters through our own backend, so its bytes are
//! the same in the command and in the browser. One file a chart. [`label`] turns a number into text, [`words`] makes
//! the generated sentences; both fronts use them, so both say the same.
//!
//! Not here: a new number, the page.

pub mod advice;
mod axis;
mod backend;
mod card;
mod chart;
pub mod correction;
mod escape;
mod gain;
pub mod label;
mod latency;
mod mark;
mod markdown;
pub mod marks;
mod proof;
mod rows;
mod svg;
mod theme;
mod throughput;
mod tip;
pub mod words;

pub use card::Card;
pub use chart::Chart;
pub use escape::{escape, visible};
pub use mark::MARK;
pub use markdown::{Heading, markdown};
pub use marks::{Mark, Marks, Place};
pub use messages::Lang;
pub use proof::{Line, Proof};
pub use svg::{Caption, Svg};
pub use theme::{Scale, Theme};
pub use tip::Tip;
