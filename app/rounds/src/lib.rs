//! Trusted bytes in, rounds out.
//!
//! [`Report`] is a release's `report.json`: what was measured on what, and what was meant to run. [`Round`] is one row
//! of a `rounds/<batch>-<side>.csv`. [`Batch::gather`] is the only way to put rounds together, so two nodes, two
//! clients or two sets of pins cannot end in one aggregate. [`Release`] is all of that from one release's sealed files.
//!
//! Not here: statistics, files, real names of machines.

mod batch;
mod catalogue;
mod changes;
mod checks;
mod client;
mod columns;
mod id;
mod keys;
mod pin;
mod release;
mod report;
mod round;
mod rows;
mod scenario;
mod sheet;
mod table;
mod text;

pub use batch::{Batch, GatherError, Planned};
pub use catalogue::{Catalogue, Listed, ListedRelease, Withdrawn};
pub use changes::Change;
pub use checks::{Broken, CHECKS, Check, Finding};
pub use client::{Client, ClientError};
pub use columns::{COLUMNS, Column, ColumnType};
pub use id::{Id, IdError};
pub use keys::{Claim, Keys, ListedKey, Revoked, Signed};
pub use pin::{Pin, PinError, Pins};
pub use release::{Release, ReleaseError, round_file};
pub use report::{
    BatchContext, Fact, InputNote, NotRun, Report, ReportError, SideContext, Sides, Status,
};
pub use round::{
    ClientSays, Commitment, Evidence, Failures, Fingerprint, Kind, Latency, Mode, Round, Rule, Seen,
};
pub use rows::{
    COPIES, Cell, CopyError, Row, copy_file, is_copy, same_json, same_rows, write_json,
};
pub use scenario::{Load, Panel, Scenario, ScenarioPlan, Side};
pub use sheet::Sheet;
pub use table::{ReadError, write};
pub use text::Text;
