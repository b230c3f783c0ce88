//! What client files hold, without a plan.

use std::{collections::BTreeMap, path::PathBuf};

use clap::Args;
use query::{Asked, Difference, Format, Import, Place, Reducer};
use rounds::{COLUMNS, Commitment, Evidence, Kind, Round, Rule, Side};
use serde_json::{Value, json};

use crate::{
    exit,
    raw::{self, Progress},
};

/// How to look at files that no plan explains.
#[derive(Args)]
pub(crate) struct Look {
    /// The client whose format the files have, instead of finding it out
    #[arg(long, value_name = "CLIENT", value_parser = format, conflicts_with = "out")]
    format: Option<Format>,
    /// Output tokens that were asked of every request, where the files do not tell
    #[arg(long, value_name = "TOKENS", conflicts_with = "out")]
    asked: Option<u32>,
    /// Requests that were meant to be sent, where the files do not tell
    #[arg(long, value_name = "N", conflicts_with = "out")]
    requests: Option<u32>,
    /// Seconds that the measuring took, where the files do not tell
    #[arg(long, value_name = "SECONDS", conflicts_with = "out")]
    duration: Option<f64>,
    /// Print JSON with every digit instead of text
    #[arg(long, conflicts_with = "out")]
    json: bool,
}

fn format(name: &str) -> Result<Format, String> {
    let known: Vec<_> = Format::all().map(Format::name).collect();
    Format::of_client(name).ok_or_else(|| format!("expected one of {}", known.join(", ")))
}

/// A run that was found.
struct Found {
    file: String,
    format: Format,
    version: Option<String>,
    notes: Vec<String>,
    round: Round,
}

impl Look {
    /// Prints the rounds in `paths`; goes on after a bad file, and errs at the end.
    pub(crate) fn over(&self, paths: &[PathBuf]) -> anyhow::Result<()> {
        let files = raw::files(paths)?;
        let progress = Progress::over(files.len())?;
        let asked = Asked {
            output_tokens: self.asked,
            requests: self.requests,
            duration_s: self.duration,
        };
        let (mut errors, mut found) = (vec![], vec![]);
        let mut seen = BTreeMap::new();
        for path in &files {
            let file = path.display().to_string();
            progress.one(&file);
            let reduced = match raw::import(path, self.format) {
                Ok(import) => reduce(&file, import, &asked, &mut seen),
                Err(error) => Err(error.into()),
            };
            match reduced {
                Ok(runs) => found.extend(runs),
                Err(error) => errors.push(format!("`{file}` {error}")),
            }
        }
        progress.done();
        if self.json {
            let all: Vec<Value> = found.iter().map(Found::json).collect();
            println!("{}", serde_json::to_string_pretty(&all)?);
        } else {
            found.iter().for_each(Found::print);
        }
        exit::list(&errors, "files that cannot be taken", exit::FAILED)
    }
}

/// The rounds of a file; a copy of a run that stood in another file already is only noted.
fn reduce(
    file: &str,
    import: Import,
    asked: &Asked,
    seen: &mut BTreeMap<u64, String>,
) -> anyhow::Result<Vec<Found>> {
    let mut reducer = Reducer::default();
    let mut about = vec![];
    let source = Commitment {
        salted: false,
        digest: import.source,
    };
    for (part, run) in (1..).zip(import.runs) {
        let mut notes = run.notes.clone();
        let here = format!("`{file}` part {part}");
        let before = seen
            .entry(raw::same_run(&run))
            .or_insert_with(|| here.clone());
        if *before != here {
            notes.push(format!("the same run as {before}: not to be counted twice"));
        }
        about.push((run.version.clone(), notes));
        let place = Place {
            batch: "main".parse()?,
            side: Side::Baseline,
            scenario: "unknown".parse()?,
            round: part,
        };
        reducer.push(
            place,
            import.format.name().parse()?,
            source,
            part,
            run,
            asked,
        )?;
    }
    let rounds = reducer.finish()?.into_iter().map(|(_, round)| round);
    let found = rounds.zip(about).map(|(round, (version, notes))| Found {
        file: file.into(),
        format: import.format,
        version,
        notes,
        round,
    });
    Ok(found.collect())
}

impl Found {
    fn json(&self) -> Value {
        let row = cells(&self.round);
        let cell = |(name, value): &(&str, String)| {
            let value = match (value.as_str(), value.parse::<serde_json::Number>()) {
                ("", _) => Value::Null,
                // A digest of digits alone is still no number.
                (_, Ok(number)) if value.len() < 20 => Value::Number(number),
                _ => Value::String(value.clone()),
            };
            ((*name).to_owned(), value)
        };
        // The place in a report is the plan's business.
        let row = row
            .iter()
            .filter(|(name, _)| !["scenario", "round", "client"].contains(name));
        let row: serde_json::Map<_, _> = row.map(cell).collect();
        json!({
            "file": self.file,
            "client": self.format.name(),
            "client_version": self.version,
            "round": row,
            "notes": self.notes,
        })
    }

    fn print(&self) {
        let round = &self.round;
        let failed = round.failures.total();
        println!("{} part {}", self.file, round.part);
        let version = self.version.as_ref().map(|version| format!(" {version}"));
        let mode = round.mode.map(|mode| format!(", {}", mode.name()));
        println!(
            "  {}{}{}",
            self.format.name(),
            version.unwrap_or_default(),
            mode.unwrap_or_default()
        );
        match round.evidence {
            Evidence::Requests => {
                let kinds = Kind::ALL
                    .iter()
                    .filter(|kind| round.failures.of(**kind) > 0);
                let kinds =
                    kinds.map(|kind| format!("{} {}", kind.name(), round.failures.of(*kind)));
                let kinds = kinds.collect::<Vec<_>>().join(", ");
                let shown = if kinds.is_empty() {
                    kinds
                } else {
                    format!(" ({kinds})")
                };
                println!(
                    "  {} requests: {} succeeded, {failed} failed{shown}",
                    round.requests,
                    u64::from(round.requests) - failed
                );
                let (checked, not): (Vec<Rule>, Vec<Rule>) = Rule::ALL
                    .into_iter()
                    .partition(|rule| !round.unchecked.contains(rule));
                let names = |rules: Vec<Rule>| match rules.len() {
                    0 => "none".into(),
                    _ => rules
                        .into_iter()
                        .map(Rule::name)
                        .collect::<Vec<_>>()
                        .join(", "),
                };
                println!(
                    "  rules checked: {}; not checkable from this file: {}",
                    names(checked),
                    names(not)
                );
            }
            evidence => println!(
                "  only the client's own sums: it calls {} of {} completed ({})",
                u64::from(round.requests) - failed,
                round.requests,
                match evidence {
                    Evidence::Asked => "the number it was asked to send",
                    _ => "completed + failed",
                }
            ),
        }
        println!(
            "  {:.2} output tokens/s: {} tokens in {:.3} s",
            round.output_tok_s, round.output_tokens, round.duration_s
        );
        let latency = &round.latency;
        let pairs = [
            ("TTFT", latency.ttft_p50_ms, latency.ttft_p95_ms),
            ("TPOT", latency.tpot_p50_ms, latency.tpot_p95_ms),
            ("E2E", latency.e2e_p50_ms, latency.e2e_p95_ms),
        ];
        let pairs = pairs
            .iter()
            .filter_map(|(name, p50, p95)| Some(format!("{name} {:.3} / {:.3}", (*p50)?, (*p95)?)));
        let pairs: Vec<_> = pairs.collect();
        if !pairs.is_empty() {
            println!(
                "  P50 / P95 in ms over {}: {}",
                round.latency_n,
                pairs.join(", ")
            );
        }
        for found in query::differences(round) {
            println!("  {}", difference(&found));
        }
        self.notes
            .iter()
            .for_each(|note| println!("  note: {note}"));
    }
}

/// The cells of a round's row, by the names of their columns.
pub(crate) fn cells(round: &Round) -> Vec<(&'static str, String)> {
    let table = rounds::write(std::slice::from_ref(round));
    let table = String::from_utf8_lossy(&table);
    let row = table.lines().nth(1).unwrap_or_default();
    let names = COLUMNS.iter().map(|column| column.name);
    names.zip(row.split(',').map(str::to_owned)).collect()
}

/// `output_tok_s: 96.1, the client says 115`.
pub(crate) fn difference(found: &Difference) -> String {
    let shown = |value: f64| match value.fract() {
        0.0 => format!("{value:.0}"),
        _ => format!("{value:.3}"),
    };
    let ours = found.ours.map_or("nothing".into(), shown);
    let client = shown(found.client);
    format!("{}: {ours}, the client says {client}", found.field)
}
