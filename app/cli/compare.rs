use std::path::{Path, PathBuf};

use anyhow::Context;
use charts::{Lang, correction};
use clap::Args;
use rounds::Report;
use seal::{Descriptor, Sealed};
use summary::{Correction, Summary};

use crate::{
    folder::{self, Opened},
    show::{Language, say},
};

/// Print what a release says otherwise than an earlier one: the very lines that the page shows under a correction
#[derive(Args)]
pub(crate) struct Compare {
    /// The earlier release
    #[arg(value_name = "OLD")]
    old: PathBuf,
    /// The later one
    #[arg(value_name = "NEW")]
    new: PathBuf,
    /// The language of the figures' names
    #[arg(long, value_enum, default_value_t)]
    lang: Language,
}

/// A release of the two.
struct Read {
    name: String,
    files: Vec<Sealed>,
    summaries: Vec<Summary>,
}

impl Compare {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let (old, new) = (Read::of(&self.old)?, Read::of(&self.new)?);
        let lang = self.lang.into();
        let found = Correction::between(&old.summaries(), &new.summaries());
        let mut text = format!("{} → {}\n", old.name, new.name);
        text += &figures(&found, lang);
        let changes = Report::changes(&old.files, &new.files)?;
        for (index, change) in changes.into_iter().enumerate() {
            let or_none = |value: Option<String>| {
                value.unwrap_or_else(|| correction::absent(lang).to_owned())
            };
            let (before, after) = (or_none(change.before), or_none(change.after));
            let apart = if index == 0 { "\n" } else { "" };
            text += &format!("{apart}report.json {}: {before} → {after}\n", change.field);
        }
        say(&text)
    }
}

impl Read {
    fn of(path: &Path) -> anyhow::Result<Self> {
        let opened = folder::open(path)?;
        let release = opened.release()?;
        let summaries = release.batches.iter().map(|batch| match batch {
            Ok(batch) => Ok(Summary::of(batch)),
            Err(error) => Err(anyhow::anyhow!("`{}`: {error}", path.display())),
        });
        let summaries = summaries.collect::<anyhow::Result<_>>()?;
        let Opened {
            descriptor, files, ..
        } = opened;
        let lineage = descriptor.as_ref().map(Descriptor::lineage);
        let lineage = lineage.context("no descriptor")?;
        Ok(Self {
            name: format!("{} {}", lineage.report, lineage.release),
            files,
            summaries,
        })
    }

    fn summaries(&self) -> Vec<&Summary> {
        self.summaries.iter().collect()
    }
}

/// A line for what only one release has, and for each figure that differs, below its batch or scenario.
fn figures(found: &Correction<'_>, lang: Lang) -> String {
    let mut text = correction::count(found, lang) + "\n";
    let alone = [&found.gone, &found.new];
    for (places, name) in alone.into_iter().zip(correction::alone(lang)) {
        for place in places {
            text += &format!("{name}: {}\n", correction::place(place));
        }
    }
    for group in found.changed.chunk_by(|a, b| a.place == b.place) {
        for (index, changed) in group.iter().enumerate() {
            if index == 0 {
                text += &format!("\n{}\n", correction::place(&changed.place));
            }
            let [before, after] = correction::values(changed, lang);
            let name = correction::figure(changed.of, lang);
            text += &format!("  {name}: {before} → {after}\n");
        }
    }
    text
}
