use std::{
    collections::{BTreeMap, BTreeSet},
    io::ErrorKind,
    path::{Path, PathBuf},
};

use clap::Args;
use query::{Asked, Format, Holds, Import, Place, Reducer, Run};
use rounds::{Commitment, InputNote, Load, Report, Round, Side};

use crate::{
    exit, folder, inspect,
    plan::{Expected, Plan},
    raw::{self, Progress},
    salts::Salts,
};

/// Apply the strict rules to raw client files and write their rounds, ready to publish
///
/// With a plan (a .toml), the rounds go into a new folder. With client files or folders instead, what they hold is
/// printed and nothing is written.
#[derive(Args)]
pub(crate) struct Ingest {
    /// The plan: what was meant to run, and which file holds which round. Or client files, or folders of them
    #[arg(value_name = "PLAN|FILE|DIR", required = true)]
    paths: Vec<PathBuf>,
    /// A new folder for report.json and the rounds
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// A private file of random bytes to put before each raw file's digest; made, or added to, where it has to be
    #[arg(long, value_name = "FILE", requires = "out")]
    salts: Option<PathBuf>,
    #[command(flatten)]
    look: inspect::Look,
}

impl Ingest {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let is_plan = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "toml");
        let (plan, out) = match (&self.paths[..], &self.out) {
            ([plan], Some(out)) if is_plan(plan) => (plan, out),
            ([plan], None) if is_plan(plan) => wrong("a plan needs --out <DIR>, a new folder"),
            (_, Some(_)) => wrong("--out needs one plan (a .toml); `daggerboard init` writes one"),
            (paths, None) => return self.look.over(paths),
        };
        let plan = Plan::read(plan)?;
        let mut salts = self.salts.as_deref().map(Salts::read).transpose()?;
        let reduced = reduce(&plan, salts.as_mut())?;
        let files = files(&plan, &reduced)?;
        // First the salts: a release whose commitments nobody can open would be worse than a salt too many.
        if let (Some(path), Some(salts)) = (&self.salts, &salts) {
            salts.write(path, out)?;
        }
        folder::whole(out, |new| {
            files
                .iter()
                .try_for_each(|(path, bytes)| folder::write(&new.join(path), bytes))
        })?;
        reduced.tell();
        Ok(())
    }
}

/// Ends the program as clap does.
fn wrong(arguments: &str) -> ! {
    clap::Error::raw(
        clap::error::ErrorKind::MissingRequiredArgument,
        format!("{arguments}\n"),
    )
    .exit()
}

/// `report.json` and the files of rounds that the raw files of `plan` give, by path.
pub(crate) fn again(plan: &Plan) -> anyhow::Result<BTreeMap<String, Vec<u8>>> {
    files(plan, &reduce(plan, None)?)
}

fn files(plan: &Plan, reduced: &Reduced) -> anyhow::Result<BTreeMap<String, Vec<u8>>> {
    let report = Report {
        input_notes: reduced.inputs.clone(),
        ..plan.report.clone()
    };
    let mut json = serde_json::to_string_pretty(&report)?;
    json.push('\n');
    let mut files = BTreeMap::from([("report.json".to_owned(), json.into_bytes())]);
    for batch in &report.batches {
        for side in Side::BOTH {
            let here = reduced
                .rounds
                .iter()
                .filter(|(place, _)| place.batch == batch.id && place.side == side);
            let rows: Vec<Round> = here.map(|(_, round)| round.clone()).collect();
            files.insert(rounds::round_file(&batch.id, side), rounds::write(&rows));
        }
    }
    Ok(files)
}

/// What the raw files of a plan give.
struct Reduced {
    rounds: Vec<(Place, Round)>,
    /// Inputs of another length than asked.
    inputs: Vec<InputNote>,
    /// What a person should know, a line each.
    notes: Vec<String>,
}

impl Reduced {
    /// Says on stderr what came of it.
    fn tell(&self) {
        self.notes.iter().for_each(exit::tell);
        for field in [
            "completed",
            "output_tok_s",
            "ttft_p95_ms",
            "tpot_p95_ms",
            "e2e_p95_ms",
        ] {
            let differ = self.rounds.iter().filter_map(|(place, round)| {
                let found = query::differences(round);
                let found = found.into_iter().find(|found| found.field == field)?;
                Some((place, found))
            });
            let differ: Vec<_> = differ.collect();
            if let [
                (
                    Place {
                        batch,
                        side,
                        scenario,
                        round,
                    },
                    first,
                ),
                ..,
            ] = &differ[..]
            {
                eprintln!(
                    "in {} of {} rounds ours is not the client's own; first in {batch} {side} {scenario} round {round}: {}",
                    differ.len(),
                    self.rounds.len(),
                    inspect::difference(first)
                );
            }
        }
        let rounds = || self.rounds.iter().map(|(_, round)| round);
        let requests: u64 = rounds().map(|round| u64::from(round.requests)).sum();
        let failed: u64 = rounds().map(|round| round.failures.total()).sum();
        eprintln!(
            "{} rounds, {requests} requests, {failed} failed, {} with another input length than asked",
            self.rounds.len(),
            self.inputs.len()
        );
    }
}

/// Reads every file of the plan; a round that is not there is missing, any other trouble is an error.
fn reduce(plan: &Plan, mut salts: Option<&mut Salts>) -> anyhow::Result<Reduced> {
    let expected: Vec<Expected<'_>> = plan.expected().collect();
    let mut by_file: BTreeMap<&str, Vec<&Expected<'_>>> = BTreeMap::new();
    for expected in &expected {
        by_file.entry(&expected.file).or_default().push(expected);
    }
    let progress = Progress::over(by_file.len())?;
    let mut reducer = Reducer::default();
    let (mut errors, mut notes, mut inputs) = (vec![], vec![], vec![]);
    let mut seen = Seen::default();
    // In the order of the plan, a file with several rounds where its first one stands.
    let mut met = BTreeSet::new();
    let firsts: Vec<&Expected<'_>> = expected
        .iter()
        .filter(|one| met.insert(&one.file))
        .collect();
    let imports = raw::in_parallel(&firsts, |first| {
        progress.one(&first.file);
        import(plan, first)
    });
    for (first, import) in firsts.iter().zip(imports) {
        let parts = &by_file[first.file.as_str()];
        let import = match import {
            Ok(Some(import)) => import,
            Ok(None) => {
                notes.push(format!("missing: `{}`", first.file));
                continue;
            }
            Err(error) => {
                errors.push(error);
                continue;
            }
        };
        let commitment = match &mut salts {
            Some(salts) => salts.commit(&first.file, &plan.path(&first.file))?,
            None => Commitment {
                salted: false,
                digest: import.source,
            },
        };
        let unnamed = import.runs.len().saturating_sub(parts.len());
        let mut runs: Vec<Option<Run>> = import.runs.into_iter().map(Some).collect();
        for expected in parts {
            let slot = runs.get_mut(expected.part as usize - 1);
            let Some(run) = slot.and_then(Option::take) else {
                let Expected { file, part, .. } = expected;
                notes.push(format!("missing: part {part} of `{file}`"));
                continue;
            };
            let name = format!("`{}` part {}", expected.file, expected.part);
            let asked = Asked {
                output_tokens: Some(expected.plan.output_tokens),
                requests: Some(expected.plan.requests),
                duration_s: expected.duration_s,
            };
            let run = match run.with(&asked) {
                Ok(run) => run,
                Err(error) => {
                    errors.push(format!("{name} {error}"));
                    continue;
                }
            };
            if let Err(error) = fits(expected, import.format, plan, &run)
                .and_then(|()| seen.take(expected, import.format, &name, &run))
            {
                errors.push(format!("{name} {error}"));
                continue;
            }
            notes.extend(run.notes.iter().map(|note| format!("{name}: {note}")));
            if let Holds::Requests(requests) = &run.holds {
                let lengths = requests.records.iter().map(|record| record.input_tokens);
                inputs.extend(input_notes(expected, lengths));
            }
            let client = plan.client(expected.side).clone();
            reducer.push(
                place(expected),
                client,
                commitment,
                expected.part,
                run,
                &asked,
            )?;
        }
        if unnamed > 0 {
            let more = format!(
                "`{}`: found {unnamed} runs that the plan does not name",
                first.file
            );
            if parts.iter().all(|expected| expected.named) {
                notes.push(more);
            } else {
                errors.push(format!(
                    "{more}, expected each of them in it, or in `files.runs` those that are rounds"
                ));
            }
        }
    }
    progress.done();
    errors.extend(seen.sittings(plan.longest_pause_h()));
    exit::list(
        &errors,
        "files that cannot be taken; nothing was written",
        exit::FAILED,
    )?;
    notes.extend(strays(plan, &expected)?);
    let rounds = reducer.finish()?;
    if rounds.is_empty() {
        anyhow::bail!(
            "no file of the plan is there, expected `{}` and so on",
            expected.first().map_or("", |e| &e.file)
        );
    }
    Ok(Reduced {
        rounds,
        inputs,
        notes,
    })
}

/// Imports the file of a round; `None` where it is not there.
fn import(plan: &Plan, expected: &Expected<'_>) -> Result<Option<Import>, String> {
    let path = plan.path(&expected.file);
    let file = &expected.file;
    match std::fs::metadata(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(format!("`{file}`: cannot be read: {error}")),
        Ok(_) => {}
    }
    let planned = plan.format(expected.side);
    match raw::import(&path, planned) {
        Ok(import) => Ok(Some(import)),
        Err(error) => match (planned, raw::import(&path, None)) {
            // It may simply be another client's.
            (Some(planned), Ok(other)) if other.format != planned => Err(format!(
                "`{file}`: found a file of {}, expected one of {} (`files.client`)",
                other.format.name(),
                planned.name()
            )),
            _ => Err(format!("`{file}` {error}")),
        },
    }
}

/// Errs where a file's own words contradict the plan.
fn fits(expected: &Expected<'_>, format: Format, plan: &Plan, run: &Run) -> Result<(), String> {
    let load = expected.plan.load;
    let contradicts = match load {
        Load::Concurrency(users) => run
            .concurrency
            .filter(|&found| found != users)
            .map(|found| format!("a concurrency of {found}")),
        Load::Rate(rate) => run
            .rate
            .filter(|found| (found - rate).abs() > 1e-9 * rate.abs())
            .map(|found| format!("a rate of {found} a second")),
    };
    if let Some(found) = contradicts {
        return Err(format!(
            "found {found}, expected {load} as in scenario `{}`",
            expected.plan.id
        ));
    }
    let client = plan.client(expected.side).to_string();
    if let Some(version) = &run.version
        && Format::of_client(&client) == Some(format)
    {
        let stated = client[format.name().len()..].trim();
        if stated != version {
            return Err(format!(
                "found version {version} of its client, expected `{client}` (`files.client`)"
            ));
        }
    }
    Ok(())
}

/// What was taken already, to find the same run under two names, two clients under one, and two sittings in one batch.
#[derive(Default)]
struct Seen {
    runs: BTreeMap<u64, String>,
    formats: BTreeMap<(String, Side), Format>,
    times: BTreeMap<String, Vec<(f64, String)>>,
}

impl Seen {
    fn take(
        &mut self,
        expected: &Expected<'_>,
        format: Format,
        name: &str,
        run: &Run,
    ) -> Result<(), String> {
        let key = raw::same_run(run);
        if let Some(before) = self.runs.insert(key, name.into()) {
            return Err(format!(
                "is the same run as {before}, expected one of its own"
            ));
        }
        let batch = expected.batch.to_string();
        let known = *self
            .formats
            .entry((batch.clone(), expected.side))
            .or_insert(format);
        if known != format {
            return Err(format!(
                "found a file of {}, expected one of {} like the others of this side",
                format.name(),
                known.name()
            ));
        }
        if let Some(when) = run.when_s {
            self.times
                .entry(batch)
                .or_default()
                .push((when, name.into()));
        }
        Ok(())
    }

    /// Batches with a pause so long that they were measured in two sittings.
    fn sittings(mut self, longest_h: f64) -> Vec<String> {
        let mut found = vec![];
        for (batch, times) in &mut self.times {
            times.sort_by(|a, b| a.0.total_cmp(&b.0));
            let gap = times
                .windows(2)
                .find(|pair| pair[1].0 - pair[0].0 > longest_h * 3600.0);
            if let Some([(before, first), (after, second)]) = gap {
                let hours = (after - before) / 3600.0;
                found.push(format!(
                    "batch `{batch}`: found {hours:.1} hours between {first} and {second}, expected one sitting: make two batches of it, or set `files.longest_pause_h`"
                ));
            }
        }
        found
    }
}

/// Files beside those of the plan that it does not name: warm-ups are counted, anything else is told.
fn strays(plan: &Plan, expected: &[Expected<'_>]) -> anyhow::Result<Vec<String>> {
    let named: BTreeSet<&str> = expected
        .iter()
        .map(|expected| expected.file.as_str())
        .collect();
    let folders: BTreeSet<&Path> = named
        .iter()
        .filter_map(|file| Path::new(file).parent())
        .filter(|folder| !folder.as_os_str().is_empty())
        .collect();
    let (mut warmups, mut notes) = (0, vec![]);
    for folder in folders {
        let Ok(entries) = std::fs::read_dir(plan.folder().join(folder)) else {
            continue;
        };
        let mut found = vec![];
        for entry in entries {
            let entry = entry?;
            if entry.file_type()?.is_file() {
                let name = folder.join(entry.file_name());
                found.push(name.to_string_lossy().replace('\\', "/"));
            }
        }
        found.sort();
        for file in found {
            match (named.contains(file.as_str()), plan.is_warmup(&file)) {
                (true, true) => anyhow::bail!(
                    "`{file}` is a round of the plan and, by `files.warmup`, a warm-up: expected one of them"
                ),
                (true, false) => {}
                (false, true) => warmups += 1,
                (false, false) => notes.push(format!("not in the plan: `{file}`")),
            }
        }
    }
    if warmups > 0 {
        notes.push(format!("{warmups} warm-ups left out"));
    }
    Ok(notes)
}

fn place(expected: &Expected<'_>) -> Place {
    Place {
        batch: expected.batch.clone(),
        side: expected.side,
        scenario: expected.plan.id.clone(),
        round: expected.round,
    }
}

fn input_notes(
    expected: &Expected<'_>,
    lengths: impl Iterator<Item = Option<u32>>,
) -> Vec<InputNote> {
    let asked = expected.plan.input_tokens;
    let other = lengths
        .zip(0..)
        .filter_map(|(found, request)| Some((found?, request)))
        .filter(|(found, _)| *found != asked);
    other
        .map(|(found, request)| InputNote {
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
