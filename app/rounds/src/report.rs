use std::collections::BTreeSet;

use messages::{Lang, Said, Say};
use seal::{Mend, Sealed};
use serde::{Deserialize, Serialize};

use crate::{Id, Pins, ScenarioPlan, Side, Text};

/// One upgrade experiment: what was compared, on what, and what was meant to run.
///
/// The form of `report.json` and, in TOML, of a plan's `[report]`. Types refuse what may not be published: floating
/// references, unknown keys, names that are no [`Id`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// The report's name and its folder below `data/`.
    pub id: Id,
    /// Whether its figures were measured.
    pub status: Status,
    /// The day of the main batch, `YYYY-MM-DD`.
    pub date: String,
    /// Names the upgrade.
    pub title: Text,
    /// What was upgraded on what, in one sentence.
    pub question: Text,
    /// The machine, without its name.
    pub hardware: Text,
    /// The model.
    pub model: Text,
    /// What ran before and after.
    pub sides: Sides,
    /// Where and when rounds were measured; the first is the main one.
    pub batches: Vec<BatchContext>,
    /// What the figures cannot support.
    pub limits: Vec<Text>,
    /// Requests whose input length is another than the one asked; noted, not failed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub input_notes: Vec<InputNote>,
}

/// Whether figures were measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Measured.
    Measured,
    /// Reconstructed to match published figures: not measurements.
    Illustrative,
}

/// What ran on each side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Sides {
    /// Before the upgrade.
    pub baseline: SideContext,
    /// After it.
    pub candidate: SideContext,
}

impl Sides {
    /// What ran on `side`.
    pub fn of(&self, side: Side) -> &SideContext {
        match side {
            Side::Baseline => &self.baseline,
            Side::Candidate => &self.candidate,
        }
    }
}

/// What ran on one side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SideContext {
    /// The server program.
    pub engine: String,
    /// Its version; shown beside every figure of this side.
    pub version: String,
    /// Immutable references to what ran.
    pub pins: Pins,
    /// The number format of the weights.
    pub weights_format: String,
    /// The launch arguments.
    pub launch: String,
    /// Anything else that may differ: dependencies, defaults and kernels that the logs showed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<Fact>,
}

/// Something that the logs or the package list showed about a side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Fact {
    /// What it is about; the same words on both sides, so that they stand in one row.
    pub name: Text,
    /// What it was.
    pub value: Text,
}

/// Rounds measured on one node in one sitting.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BatchContext {
    /// The batch's name, part of its files' names.
    pub id: Id,
    /// The node's alias.
    pub node: Id,
    /// Names the batch.
    pub title: Text,
    /// When and in which order it ran.
    pub run_order: Text,
    /// What a reader must know of this batch alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Text>,
    /// What was meant to run.
    pub scenarios: Vec<ScenarioPlan>,
}

/// Rounds that were planned and, by decision, not run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NotRun {
    /// The side; both where it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// The first round that was not run, where a guard stopped the scenario on its way; none was started where this is
    /// left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_round: Option<u32>,
    /// Why.
    pub why: Text,
}

/// A request with another input length than asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct InputNote {
    /// The batch.
    pub batch: Id,
    /// The side.
    pub side: Side,
    /// The scenario.
    pub scenario: Id,
    /// The round, counted from 1.
    pub round: u32,
    /// The request's place in its file, counted from 0 as the client does.
    pub request: u32,
    /// Its input tokens.
    pub found: u32,
    /// The input tokens asked for.
    pub asked: u32,
}

/// A `report.json` that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ReportError(Said);

impl ReportError {
    pub(crate) fn of(file: &Sealed, why: Say<'_>) -> Self {
        Self(Said::of(&|lang| {
            messages::file_wrong(lang, file.path(), Mend::Content.said(lang), why(lang))
        }))
    }

    /// What is wrong with it, and what to do about it.
    pub fn said(&self, lang: Lang) -> String {
        self.0.said(lang)
    }
}

impl Report {
    /// Reads a sealed `report.json`.
    pub fn read(file: &Sealed) -> Result<Self, ReportError> {
        let report: Self = serde_json::from_slice(file.bytes()).map_err(|error| {
            ReportError::of(file, &|lang| match seal::cause(file.bytes()) {
                Some(accident) => messages::found_accident(lang, accident.said(lang)),
                None => messages::not_read(lang, &error),
            })
        })?;
        report
            .names_are_unique()
            .map_err(|why| ReportError::of(file, &|lang| why.said(lang)))?;
        Ok(report)
    }

    /// The batch called `id`.
    pub fn batch(&self, id: &Id) -> Option<&BatchContext> {
        self.batches.iter().find(|batch| batch.id == *id)
    }

    /// Errs where two batches, or two scenarios of a batch, have one name, or there is nothing at all.
    pub fn names_are_unique(&self) -> Result<(), Said> {
        fn twice<'a>(mut names: impl Iterator<Item = &'a Id>) -> Option<&'a Id> {
            let mut seen = BTreeSet::new();
            names.find(|name| !seen.insert(*name))
        }
        if self.batches.is_empty() {
            return Err(Said::of(&|lang| messages::no_batch(lang).into()));
        }
        if let Some(id) = twice(self.batches.iter().map(|batch| &batch.id)) {
            return Err(Said::of(&|lang| messages::batch_twice(lang, id)));
        }
        for batch in &self.batches {
            if let Some(id) = twice(batch.scenarios.iter().map(|plan| &plan.id)) {
                return Err(Said::of(&|lang| {
                    messages::scenario_twice(lang, &batch.id, id)
                }));
            }
        }
        Ok(())
    }
}
