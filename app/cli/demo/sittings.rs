use anyhow::Context;
use rounds::{
    BatchContext,
    Side::{self, Baseline, Candidate},
};

use super::{
    raw::Raw,
    simulate::{Nanos, Run, SECOND},
    targets::Target,
};

/// What the client's clock, which counts from an arbitrary moment, shows at midnight.
const CLOCK_AT_MIDNIGHT: Nanos = 8_000 * SECOND;

/// When one side of a batch was measured, by the wall clock of UTC+8.
struct Sitting {
    batch: &'static str,
    side: Side,
    day: &'static str,
    from: Nanos,
    until: Nanos,
}

/// The times of the main batch are published; day and times of the first are chosen.
const SITTINGS: [Sitting; 4] = [
    sitting("main", Baseline, "20261027", at(9, 49), at(10, 30)),
    sitting("main", Candidate, "20261027", at(10, 38), at(11, 1)),
    sitting("first-batch", Baseline, "20261026", at(20, 10), at(20, 30)),
    sitting("first-batch", Candidate, "20261026", at(20, 38), at(20, 58)),
];

const fn sitting(
    batch: &'static str,
    side: Side,
    day: &'static str,
    from: Nanos,
    until: Nanos,
) -> Sitting {
    Sitting {
        batch,
        side,
        day,
        from,
        until,
    }
}

const fn at(hour: u64, minute: u64) -> Nanos {
    (hour * 60 + minute) * 60 * SECOND
}

/// One file to be written.
pub(crate) struct File {
    /// The scenario's name.
    pub(crate) scenario: String,
    /// The round, counted from 1.
    pub(crate) round: usize,
    /// How many requests it holds.
    pub(crate) requests: usize,
    /// What is in it.
    pub(crate) bytes: Vec<u8>,
}

/// Every round of `side` in `batch`, scenario by scenario, spread evenly over the time in which they were measured:
/// what is left between two rounds went into warm-ups.
pub(crate) fn files(batch: &BatchContext, side: Side) -> anyhow::Result<Vec<File>> {
    let name = batch.id.as_str();
    let sitting = SITTINGS
        .iter()
        .find(|sitting| sitting.batch == name && sitting.side == side)
        .with_context(|| {
            format!("batch `{name}`: found no time for the {side}, expected one in SITTINGS")
        })?;
    let mut runs = vec![];
    for scenario in &batch.scenarios {
        if scenario.not_run(side).is_some() {
            continue;
        }
        let target = Target::find(name, scenario.id.as_str(), side).with_context(|| {
            format!(
                "scenario `{}`: found no target for the {side}, expected one in TARGETS",
                scenario.id
            )
        })?;
        for round in 0..scenario.rounds as usize {
            let run = Run::of(
                &format!("{name}/{}/{side}/{round}", scenario.id),
                scenario,
                target.failures(round),
                &target.of_round(round),
            )?;
            runs.push((scenario, round + 1, run));
        }
    }
    let busy: Nanos = runs.iter().map(|(_, _, run)| run.duration).sum();
    let idle = (sitting.until - sitting.from)
        .checked_sub(busy)
        .with_context(|| {
            format!(
                "batch `{name}`, {side}: found `{busy}` ns of rounds, expected less than its time"
            )
        })?;
    let pause = idle / (runs.len() as u64).max(1);
    let mut clock = sitting.from;
    let mut files = vec![];
    for (scenario, round, run) in runs {
        let start = clock + pause;
        clock = start + run.duration;
        let raw = Raw {
            scenario,
            run: &run,
            date: stamp(sitting.day, clock),
            clock: CLOCK_AT_MIDNIGHT + start,
            inputs: format!("{name}/{}/{round}/inputs", scenario.id),
        };
        let (scenario, requests) = (scenario.id.to_string(), run.requests.len());
        files.push(File {
            scenario,
            round,
            requests,
            bytes: raw.bytes()?,
        });
    }
    Ok(files)
}

/// vLLM's way to write a time of day.
fn stamp(day: &str, time: Nanos) -> String {
    let seconds = time / SECOND;
    format!(
        "{day}-{:02}{:02}{:02}",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    )
}
