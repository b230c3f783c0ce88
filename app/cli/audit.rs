use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use anyhow::bail;
use clap::Args;
use query::{Asked, Format, Place, Reducer};
use rounds::{Commitment, Round, ScenarioPlan, Side};

use crate::{exit, folder, inspect::cells, raw, salts::Salts};

/// Make every round of a release again from raw client files, and compare each number
#[derive(Args)]
pub(crate) struct Audit {
    /// The release
    #[arg(value_name = "DIR")]
    release: PathBuf,
    /// The raw files that you were given, whatever their names
    #[arg(long, value_name = "DIR")]
    sources: PathBuf,
    /// The publisher's random bytes, where the release has salted commitments
    #[arg(long, value_name = "FILE")]
    salts: Option<PathBuf>,
}

/// A round to make again.
struct Task<'a> {
    name: String,
    plan: &'a ScenarioPlan,
    round: &'a Round,
}

impl Audit {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let opened = folder::open(&self.release)?;
        let release = opened.release()?;
        let files = self.hashed()?;
        println!("release with root digest {}", opened.manifest.root());
        let mut by_source: BTreeMap<Commitment, Vec<Task<'_>>> = BTreeMap::new();
        for batch in release.gathered() {
            for planned in batch.scenarios() {
                for side in Side::BOTH {
                    for round in planned.rounds(side) {
                        let name = format!(
                            "{} {side} {} round {}",
                            batch.id(),
                            planned.plan.id,
                            round.round
                        );
                        let plan = &planned.plan;
                        let tasks = by_source.entry(round.source).or_default();
                        tasks.push(Task { name, plan, round });
                    }
                }
            }
        }
        let (mut rounds, mut differs) = (0, 0);
        for (source, tasks) in by_source {
            rounds += tasks.len();
            let Some(path) = files.get(&source) else {
                for task in &tasks {
                    println!("{}: no file with {source} here", task.name);
                }
                differs += tasks.len();
                continue;
            };
            for task in &tasks {
                let lines = match again(task, path) {
                    Ok(lines) => lines,
                    Err(error) => vec![format!("cannot be made again: {error}")],
                };
                if lines.is_empty() {
                    println!("{}: hash matches, all numbers match", task.name);
                } else {
                    differs += 1;
                    println!("{}: hash matches", task.name);
                    lines.iter().for_each(|line| println!("  {line}"));
                }
            }
        }
        if rounds == 0 {
            bail!("the release has no round");
        }
        println!(
            "{} of {rounds} rounds come out of the raw files, number for number",
            rounds - differs
        );
        if differs == 0 {
            Ok(())
        } else {
            Err(exit::Listed {
                count: differs,
                what: "rounds that do not come out",
                code: exit::DIFFERS,
            }
            .into())
        }
    }

    /// The raw files by what a release may say of them.
    fn hashed(&self) -> anyhow::Result<BTreeMap<Commitment, PathBuf>> {
        let salts = self.salts.as_deref().map(Salts::read).transpose()?;
        let mut found = BTreeMap::new();
        for path in raw::files(std::slice::from_ref(&self.sources))? {
            let plain = Commitment {
                salted: false,
                digest: raw::digest(&path)?,
            };
            if let Some(salts) = &salts {
                for salted in salts.all(&path)? {
                    found.insert(salted, path.clone());
                }
            }
            found.insert(plain, path);
        }
        Ok(found)
    }
}

/// Each number of the round that the file does not give again.
fn again(task: &Task<'_>, path: &Path) -> Result<Vec<String>, String> {
    let client = task.round.client.clone();
    let asked = Asked {
        output_tokens: Some(task.plan.output_tokens),
        requests: Some(task.plan.requests),
        // Told by the publisher where the file does not; where it does, its own is compared.
        duration_s: Some(task.round.duration_s),
    };
    let format = Format::of_client(&client.to_string());
    let import = raw::import(path, format).map_err(|error| error.to_string())?;
    let parts = import.runs.len();
    let part = task.round.part as usize;
    let run = import.runs.into_iter().nth(part - 1);
    let run = run.ok_or_else(|| format!("found {parts} runs in the file, expected part {part}"))?;
    let place = Place {
        // Only the row is compared; where it stands is the release's.
        batch: task.round.scenario.clone(),
        side: Side::Baseline,
        scenario: task.round.scenario.clone(),
        round: task.round.round,
    };
    let mut reducer = Reducer::default();
    let source = task.round.source;
    reducer
        .push(place, client, source, task.round.part, run, &asked)
        .map_err(|error| error.to_string())?;
    let made = reducer.finish().map_err(|error| error.to_string())?;
    let [(_, made)] = &made[..] else {
        return Err(format!("{} rounds came out, expected one", made.len()));
    };
    let pairs = cells(task.round).into_iter().zip(cells(made));
    let differs = pairs.filter(|(published, made)| published != made);
    Ok(differs
        .map(|((name, published), (_, made))| {
            format!("`{name}`: published `{published}`, the raw file gives `{made}`")
        })
        .collect())
}
