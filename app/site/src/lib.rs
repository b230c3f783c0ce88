//! Pictures in, the page out.
//!
//! [`Page`] is everything that one page shows, made of sealed files; [`view::app`] draws it. The browser (feature `csr`)
//! and the prerenderer (feature `ssr`) run this same code, so the page that arrives as HTML and the page that the
//! checked bytes give are one page.
//!
//! Not here: arithmetic, parsing, hashing. `load` holds the only fetch.

#[cfg(feature = "csr")]
pub mod asked;
#[cfg(feature = "csr")]
pub mod browser;
#[cfg(feature = "ssr")]
mod entry;
#[cfg(feature = "csr")]
pub mod handed;
pub mod judge;
#[cfg(feature = "csr")]
pub mod load;
#[cfg(feature = "csr")]
pub mod local;
pub mod memory;
mod model;
#[cfg(feature = "csr")]
pub mod png;
mod signing;
#[cfg(feature = "csr")]
mod source;
pub mod view;

#[cfg(feature = "ssr")]
pub use entry::Entry;
pub use memory::Remembered;
pub use model::{Address, Check, File, NOWHERE, Page, Told};
pub use signing::{Signature, Signing};
