//! The plan: what was meant to run, and which file holds which round.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::Context;
use query::Format;
use rounds::{Client, Id, Report, ScenarioPlan, Side};
use schemars::JsonSchema;
use serde::Deserialize;

/// A `plan.toml`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Plan {
    files: Files,
    /// The report as it will be published, but for what the files show.
    pub(crate) report: Report,
    #[serde(skip)]
    folder: PathBuf,
    #[serde(skip)]
    text: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Files {
    /// Where a round's file is, relative to the plan, with `{batch}`, `{side}`, `{scenario}` and `{round}`. Without
    /// `{round}`, the rounds are the runs of one file, in its order.
    pattern: Option<String>,
    /// The load client and its version.
    client: Clients,
    /// The client whose format the files have, where its name does not begin with it; else it is found out.
    format: Option<String>,
    /// What `{side}` stands for.
    sides: Option<SideNames>,
    /// Files of warm-ups, relative to the plan, with `*` for any name: counted, never measured.
    #[serde(default)]
    warmup: Vec<String>,
    /// Hours between two rounds that make two sittings of one: a batch with a longer pause is refused.
    #[serde(default = "six")]
    longest_pause_h: f64,
    /// Rounds whose file the pattern does not name.
    #[serde(default)]
    runs: Vec<Named>,
}

fn six() -> f64 {
    6.0
}

/// One client for both sides, or one for each.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum Clients {
    Both(Client),
    Each { baseline: Client, candidate: Client },
}

/// Which round a run in a file is.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Named {
    /// The file, relative to the plan.
    file: String,
    /// Which of its runs, from 1.
    #[serde(default = "first")]
    part: u32,
    /// The batch; the only one if left out.
    batch: Option<Id>,
    /// The side.
    side: Side,
    /// The scenario.
    scenario: Id,
    /// The round's number, from 1.
    round: u32,
    /// The whole measuring time in seconds, for a file that does not tell it.
    duration_s: Option<f64>,
}

fn first() -> u32 {
    1
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SideNames {
    baseline: String,
    candidate: String,
}

/// A round of the plan.
pub(crate) struct Expected<'a> {
    /// The batch.
    pub(crate) batch: &'a Id,
    /// The side.
    pub(crate) side: Side,
    /// The scenario.
    pub(crate) plan: &'a ScenarioPlan,
    /// Its number, from 1.
    pub(crate) round: u32,
    /// Its file, relative to the plan.
    pub(crate) file: String,
    /// Which of the runs in that file, from 1.
    pub(crate) part: u32,
    /// How long it took in seconds, for a file that does not tell.
    pub(crate) duration_s: Option<f64>,
    /// `files.runs` names it, so that other runs in its file are left out on purpose.
    pub(crate) named: bool,
}

impl Plan {
    /// Reads the plan at `path`.
    pub(crate) fn read(path: &Path) -> anyhow::Result<Self> {
        let text = fs::read_to_string(path)
            .with_context(|| format!("cannot read `{}`", path.display()))?;
        let mut plan: Self =
            toml::from_str(&text).with_context(|| format!("`{}`", path.display()))?;
        plan.text = text;
        plan.folder = path.parent().unwrap_or(Path::new("")).into();
        plan.report
            .names_are_unique()
            .map_err(|reason| anyhow::anyhow!("`{}`: {reason}", path.display()))?;
        plan.files
            .check(&plan.report)
            .map_err(|reason| anyhow::anyhow!("`{}`: {reason}", path.display()))?;
        let findings: Vec<_> = plan.report.findings();
        crate::exit::list(&findings, "things in the plan to mend", crate::exit::FOUND)?;
        Ok(plan)
    }

    /// The load client of `side` and its version.
    pub(crate) fn client(&self, side: Side) -> &Client {
        match (&self.files.client, side) {
            (Clients::Both(client), _) => client,
            (Clients::Each { baseline, .. }, Side::Baseline) => baseline,
            (Clients::Each { candidate, .. }, Side::Candidate) => candidate,
        }
    }

    /// The format of the files of `side`, where the plan tells it.
    pub(crate) fn format(&self, side: Side) -> Option<Format> {
        match &self.files.format {
            Some(name) => Format::of_client(name),
            None => Format::of_client(&self.client(side).to_string()),
        }
    }

    /// Hours between two rounds that make two sittings.
    pub(crate) fn longest_pause_h(&self) -> f64 {
        self.files.longest_pause_h
    }

    /// Whether `file`, relative to the plan, is a warm-up.
    pub(crate) fn is_warmup(&self, file: &str) -> bool {
        self.files.warmup.iter().any(|pattern| like(pattern, file))
    }

    /// The plan as it was written.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Every round that was meant to run, in the order of the plan.
    pub(crate) fn expected(&self) -> impl Iterator<Item = Expected<'_>> {
        self.report.batches.iter().flat_map(move |batch| {
            Side::BOTH.into_iter().flat_map(move |side| {
                batch.scenarios.iter().flat_map(move |plan| {
                    (1..=plan.started(side)).filter_map(move |round| {
                        let (file, part, named) =
                            self.files.of(&batch.id, side, &plan.id, round)?;
                        Some(Expected {
                            batch: &batch.id,
                            side,
                            plan,
                            round,
                            file,
                            part,
                            duration_s: named.and_then(|named| named.duration_s),
                            named: named.is_some(),
                        })
                    })
                })
            })
        })
    }

    /// The plan's own folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where `file`, relative to the plan, is on disk.
    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.folder.join(file)
    }
}

impl Files {
    /// Errs where the keys do not fit each other or the report.
    fn check(&self, report: &Report) -> Result<(), String> {
        if let Some(name) = &self.format
            && Format::of_client(name).is_none()
        {
            let known: Vec<_> = Format::all().map(Format::name).collect();
            return Err(format!(
                "`files.format` is `{name}`, expected one of {}",
                known.join(", ")
            ));
        }
        if self.longest_pause_h.is_nan() || self.longest_pause_h <= 0.0 {
            return Err(format!(
                "`files.longest_pause_h` is `{}`, expected hours above 0",
                self.longest_pause_h
            ));
        }
        let several = report.batches.len() > 1;
        match (&self.pattern, self.runs.is_empty()) {
            (None, true) => {
                return Err(
                    "`files` has neither `pattern` nor `runs`, expected one of them".into(),
                );
            }
            (None, false) => {}
            (Some(pattern), _) => {
                for name in ["{scenario}", "{side}"] {
                    if !pattern.contains(name) {
                        return Err(format!(
                            "`files.pattern` is `{pattern}`, expected `{name}` in it"
                        ));
                    }
                }
                if several && !pattern.contains("{batch}") {
                    return Err(
                        "`files.pattern` has no `{batch}`, but there are several batches".into(),
                    );
                }
                if self.sides.is_none() {
                    return Err(
                        "`files.sides` is not there, expected what `{side}` stands for".into(),
                    );
                }
            }
        }
        for (index, named) in self.runs.iter().enumerate() {
            let here = format!("`files.runs[{index}]`");
            let batch = match &named.batch {
                Some(id) => report
                    .batch(id)
                    .ok_or(format!("{here}: no batch is called `{id}`"))?,
                None if several => {
                    return Err(format!("{here} names no `batch`, but there are several"));
                }
                None => &report.batches[0],
            };
            let plan = batch
                .scenarios
                .iter()
                .find(|plan| plan.id == named.scenario);
            let plan = plan.ok_or(format!(
                "{here}: batch `{}` has no scenario `{}`",
                batch.id, named.scenario
            ))?;
            if !(1..=plan.started(named.side)).contains(&named.round) || named.part == 0 {
                return Err(format!(
                    "{here}: found round {} and part {}, expected one of the {} rounds that were started, and a part from 1",
                    named.round,
                    named.part,
                    plan.started(named.side)
                ));
            }
        }
        Ok(())
    }

    /// The file of a round, which of its runs, and whether `runs` names it; `None` where nothing does.
    fn of(
        &self,
        batch: &Id,
        side: Side,
        scenario: &Id,
        round: u32,
    ) -> Option<(String, u32, Option<&Named>)> {
        let named = self.runs.iter().find(|named| {
            named.batch.as_ref().is_none_or(|named| named == batch)
                && (named.side, &named.scenario, named.round) == (side, scenario, round)
        });
        if let Some(named) = named {
            return Some((named.file.clone(), named.part, Some(named)));
        }
        let (pattern, sides) = (self.pattern.as_ref()?, self.sides.as_ref()?);
        let name = match side {
            Side::Baseline => &sides.baseline,
            Side::Candidate => &sides.candidate,
        };
        let part = if pattern.contains("{round}") {
            1
        } else {
            round
        };
        let file = pattern
            .replace("{batch}", batch.as_str())
            .replace("{side}", name)
            .replace("{scenario}", scenario.as_str())
            .replace("{round}", &round.to_string());
        Some((file, part, None))
    }
}

/// Whether `text` is `pattern`, with `*` for any part of it.
pub(crate) fn like(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| text.strip_prefix(first)) else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    let Some((last, between)) = parts.split_last() else {
        return rest.is_empty();
    };
    for part in between {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.len() >= last.len() && rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_any_part() {
        for (pattern, text, expected) in [
            ("warm/*.json", "warm/a.json", true),
            ("warm/*.json", "raw/a.json", false),
            ("*-w-*", "a-w-b-w-c", true),
            ("a*a", "a", false),
            ("a", "a", true),
            ("a", "ab", false),
        ] {
            assert_eq!(like(pattern, text), expected, "{pattern} {text}");
        }
    }
}
