//! Every text that a reader sees, in both languages: a function for each message of `en.ftl` and `zh-Hans.ftl`.
//!
//! `build.rs` reads the two files and stops the build where they do not say the same things. A message that shows no
//! variable is a `&'static str`. Its parameters are the message's variables by alphabet, so that no rewording swaps two
//! of them: a [`Count`] where a text depends on a number, a `&str` where on a word, anything that can be shown elsewhere.
//! What is said before anybody knows to whom is a [`Said`].
//!
//! Not here: what to say when.

mod fill;
#[cfg(test)]
#[path = "../generate.rs"]
mod generate;
mod lang;
mod said;
#[allow(clippy::too_many_arguments, reason = "a text has as many as it shows")]
mod texts {
    use std::fmt::Display;

    use crate::{Count, Lang, fill::fill};

    include!(concat!(env!("OUT_DIR"), "/texts.rs"));
}

pub use fill::Count;
pub use lang::Lang;
pub use said::{Said, Say};
pub use texts::*;
