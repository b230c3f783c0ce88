//! Request records in, rounds out.
//!
//! [`vllm::read`] takes a load client's file as it is and keeps what the strict rules need of each request, never the
//! texts. [`Reducer`] applies the rules and makes the rounds with polars, many files in one pass. METHOD.md says what
//! each rule and figure is.
//!
//! Not here: files, a published median or gain, the page.

mod log;
mod reduce;
pub mod vllm;

pub use log::{ImportError, RequestLog};
pub use reduce::{Place, Reducer};
