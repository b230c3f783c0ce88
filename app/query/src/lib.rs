//! Request records in, rounds out.
//!
//! [`import`] takes a load client's file as it is, says who wrote it and what it shows of each request, and keeps none of
//! its texts; `formats` has one file a client. [`Run::with`] fills in what a file leaves open, [`Record::broke`] applies the
//! strict rules, and [`Reducer`] makes the rounds with polars, many files in one pass. METHOD.md says what each rule and
//! figure is. [`write_parquet`] writes the rows of a file of rounds as Parquet.
//!
//! Not here: opening files, a published median or gain, the page.

#[cfg(feature = "reduce")]
mod columnar;
mod compare;
mod formats;
mod import;
#[cfg(feature = "reduce")]
mod reduce;
mod shape;
mod source;

#[cfg(feature = "reduce")]
pub use columnar::{same_parquet, write_parquet};
pub use compare::{Difference, differences};
pub use formats::Format;
pub use import::{
    Asked, ClientSays, Holds, Import, ImportError, Record, Requests, Run, Totals, import,
};
#[cfg(feature = "reduce")]
pub use reduce::{Place, ReduceError, Reducer};
