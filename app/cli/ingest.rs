use std::{collections::BTreeMap, fs::File, io::ErrorKind, path::PathBuf};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use query::{Place, Reducer};
use rounds::{InputNote, Report, Round, Side};

use crate::{
    exit, folder,
    plan::{Expected, Plan},
};

/// Apply the strict rules to raw client files and write their rounds, ready to publish
#[derive(Args)]
pub(crate) struct Ingest {
    /// The plan: what was meant to run, and which file holds which round
    #[arg(value_name = "PLAN")]
    plan: PathBuf,
    /// A new folder for report.json and the rounds
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

impl Ingest {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let plan = Plan::read(&self.plan)?;
        let reduced = reduce(&plan)?;
        let files = files(&plan, &reduced)?;
        folder::whole(&self.out, |new| {
            files
                .iter()
                .try_for_each(|(path, bytes)| folder::write(&new.join(path), bytes))
        })?;
        let (rounds, notes) = reduced;
        let requests: u64 = rounds
            .iter()
            .map(|(_, round)| u64::from(round.requests))
            .sum();
        let failed: u64 = rounds.iter().map(|(_, round)| round.failures.total()).sum();
        eprintln!(
            "{} rounds, {requests} requests, {failed} failed, {} with another input length than asked",
            rounds.len(),
            notes.len()
        );
        Ok(())
    }
}

/// `report.json` and the files of rounds that the raw files of `plan` give, by path.
pub(crate) fn again(plan: &Plan) -> anyhow::Result<BTreeMap<String, Vec<u8>>> {
    files(plan, &reduce(plan)?)
}

fn files(plan: &Plan, (rounds, notes): &Reduced) -> anyhow::Result<BTreeMap<String, Vec<u8>>> {
    let report = Report {
        input_notes: notes.clone(),
        ..plan.report.clone()
    };
    let mut json = serde_json::to_string_pretty(&report)?;
    json.push('\n');
    let mut files = BTreeMap::from([("report.json".to_owned(), json.into_bytes())]);
    for batch in &report.batches {
        for side in Side::BOTH {
            let here = rounds
                .iter()
                .filter(|(place, _)| place.batch == batch.id && place.side == side);
            let rows: Vec<Round> = here.map(|(_, round)| round.clone()).collect();
            files.insert(rounds::round_file(&batch.id, side), rounds::write(&rows));
        }
    }
    Ok(files)
}

/// The rounds, and the inputs to note.
type Reduced = (Vec<(Place, Round)>, Vec<InputNote>);

/// Reads every file of the plan; a file that is not there is a missing round, any other trouble is an error.
fn reduce(plan: &Plan) -> anyhow::Result<Reduced> {
    let expected: Vec<Expected<'_>> = plan.expected().collect();
    let style = ProgressStyle::with_template("{bar:32} {pos}/{len} files {wide_msg}")?;
    let progress = ProgressBar::new(expected.len() as u64).with_style(style);
    let mut reducer = Reducer::default();
    let (mut errors, mut notes) = (vec![], vec![]);
    for expected in &expected {
        let file = match File::open(plan.path(&expected.file)) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                progress.suspend(|| eprintln!("missing: `{}`", expected.file));
                continue;
            }
            Err(error) => {
                errors.push(format!("`{}`: cannot be read: {error}", expected.file));
                continue;
            }
        };
        match query::vllm::read(file, expected.plan.output_tokens) {
            Ok(log) => {
                notes.extend(input_notes(expected, &log.input_tokens));
                reducer.push(place(expected), plan.client().clone(), log)?;
            }
            Err(error) => errors.push(format!("`{}` {error}", expected.file)),
        }
        progress.inc(1);
    }
    progress.finish_and_clear();
    exit::list(
        &errors,
        "files that cannot be taken; nothing was written",
        exit::FAILED,
    )?;
    let rounds = reducer.finish()?;
    if rounds.is_empty() {
        anyhow::bail!(
            "no file of the plan is there, expected `{}` and so on",
            expected.first().map_or("", |e| &e.file)
        );
    }
    Ok((rounds, notes))
}

fn place(expected: &Expected<'_>) -> Place {
    Place {
        batch: expected.batch.clone(),
        side: expected.side,
        scenario: expected.plan.id.clone(),
        round: expected.round,
    }
}

fn input_notes(expected: &Expected<'_>, input_tokens: &[u32]) -> Vec<InputNote> {
    let asked = expected.plan.input_tokens;
    let other = input_tokens
        .iter()
        .zip(0..)
        .filter(|(found, _)| **found != asked);
    other
        .map(|(&found, request)| InputNote {
            batch: expected.batch.clone(),
            side: expected.side,
            scenario: expected.plan.id.clone(),
            round: expected.round,
            request,
            found,
            asked,
        })
        .collect()
}
