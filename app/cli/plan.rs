//! The plan: what was meant to run, and which file holds which round.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, bail};
use rounds::{Client, Id, Report, ScenarioPlan, Side};
use serde::Deserialize;

/// A `plan.toml`.
#[derive(Deserialize)]
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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Files {
    /// Where a round's file is, relative to the plan, with `{batch}`, `{side}`, `{scenario}` and `{round}`.
    pattern: String,
    /// The load client and its version, which its files do not tell.
    client: Client,
    /// What `{side}` stands for.
    sides: SideNames,
}

#[derive(Deserialize)]
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
        for name in ["{scenario}", "{side}", "{round}"] {
            if !plan.files.pattern.contains(name) {
                bail!(
                    "`{}`: `files.pattern` is `{}`, expected `{name}` in it",
                    path.display(),
                    plan.files.pattern
                );
            }
        }
        if plan.report.batches.len() > 1 && !plan.files.pattern.contains("{batch}") {
            bail!(
                "`{}`: `files.pattern` has no `{{batch}}`, but there are several batches",
                path.display()
            );
        }
        let findings: Vec<_> = plan.report.findings();
        crate::exit::list(&findings, "things in the plan to mend", crate::exit::FOUND)?;
        Ok(plan)
    }

    /// The load client and its version.
    pub(crate) fn client(&self) -> &Client {
        &self.files.client
    }

    /// The plan as it was written.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Every round that was meant to run, in the order of the plan.
    pub(crate) fn expected(&self) -> impl Iterator<Item = Expected<'_>> {
        self.report.batches.iter().flat_map(move |batch| {
            Side::BOTH.into_iter().flat_map(move |side| {
                let started = batch
                    .scenarios
                    .iter()
                    .filter(move |plan| plan.not_run(side).is_none());
                started.flat_map(move |plan| {
                    (1..=plan.rounds).map(move |round| {
                        let name = match side {
                            Side::Baseline => &self.files.sides.baseline,
                            Side::Candidate => &self.files.sides.candidate,
                        };
                        let file = self
                            .files
                            .pattern
                            .replace("{batch}", batch.id.as_str())
                            .replace("{side}", name)
                            .replace("{scenario}", plan.id.as_str())
                            .replace("{round}", &round.to_string());
                        Expected {
                            batch: &batch.id,
                            side,
                            plan,
                            round,
                            file,
                        }
                    })
                })
            })
        })
    }

    /// Where `file`, relative to the plan, is on disk.
    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.folder.join(file)
    }
}
