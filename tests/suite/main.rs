//! The command from outside: what it prints, what it writes, and what it refuses.
//!
//! Every test has a folder of its own and runs the real binary in it. Nothing here needs a clock, a network beyond
//! this machine or an order of tests. `UPDATE_GOLDENS=1 cargo test --test suite goldens` writes the goldens anew.

mod arrows;
mod bad_input;
mod copies;
mod explain;
mod figures;
mod gauntlet;
mod goldens;
mod harness;
mod ingest;
mod interrupted;
mod leaks;
mod pedigree;
mod properties;
mod rehash;
mod releases;
mod remote;
#[cfg(unix)]
mod sharing;
mod signed;
mod small;
mod strict;
mod style;
mod texts;
mod tools;
