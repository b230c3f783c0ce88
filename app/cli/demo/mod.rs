//! A set of files to try the command on: the upgrade of a published article, reconstructed.
//!
//! The article gives some figures and no raw data. Here are raw files from which those figures come out, and a plan that
//! says of each what was published and what was chosen. They are no measurements, and the plan's status says so. The
//! same bytes come out on every machine: whole nanoseconds, own random numbers, and of floats only + - * / and sqrt.

mod random;
mod raw;
mod simulate;
mod sittings;
mod targets;

use std::{fs, io::ErrorKind, path::Path};

use anyhow::{Context, ensure};
use rounds::{Report, Side};
use serde::Deserialize;

const PLAN: &str = include_str!("plan.toml");

/// What is read of the plan; the command reads all of it.
#[derive(Deserialize)]
struct Plan {
    files: Files,
    report: Report,
}

#[derive(Deserialize)]
struct Files {
    pattern: String,
    sides: Names,
}

#[derive(Deserialize)]
struct Names {
    baseline: String,
    candidate: String,
}

impl Files {
    fn path(&self, batch: &str, side: Side, scenario: &str, round: usize) -> String {
        let side = match side {
            Side::Baseline => &self.sides.baseline,
            Side::Candidate => &self.sides.candidate,
        };
        self.pattern
            .replace("{batch}", batch)
            .replace("{side}", side)
            .replace("{scenario}", scenario)
            .replace("{round}", &round.to_string())
    }
}

/// What [`write`] wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Written {
    /// Files: the plan, and a raw file for each round.
    pub(crate) files: usize,
    /// Requests in the raw files.
    pub(crate) requests: usize,
}

/// Writes `plan.toml` and the raw files that it names into `out`, which must be new, or empty where the caller has made
/// it already.
pub(crate) fn write(out: &Path) -> anyhow::Result<Written> {
    let Plan { files, report } = toml::from_str(PLAN).context("the demo's own `plan.toml`")?;
    new(out)?;
    put(&out.join("plan.toml"), PLAN.as_bytes())?;
    let mut written = Written {
        files: 1,
        requests: 0,
    };
    for batch in &report.batches {
        for side in Side::BOTH {
            for file in sittings::files(batch, side)? {
                let path = files.path(batch.id.as_str(), side, &file.scenario, file.round);
                put(&out.join(path), &file.bytes)?;
                written.files += 1;
                written.requests += file.requests;
            }
        }
    }
    Ok(written)
}

fn new(out: &Path) -> anyhow::Result<()> {
    let named = || format!("cannot make `{}`", out.display());
    match fs::create_dir(out) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            let mut found = fs::read_dir(out).with_context(named)?;
            ensure!(
                found.next().is_none(),
                "`{}` is not empty, expected a new folder",
                out.display()
            );
            Ok(())
        }
        made => made.with_context(named),
    }
}

fn put(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let named = || format!("cannot write `{}`", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(named)?;
    }
    fs::write(path, bytes).with_context(named)
}

#[cfg(test)]
mod tests;
