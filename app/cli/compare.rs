use std::path::{Path, PathBuf};

use anyhow::Context;
use charts::{Lang, correction};
use clap::Args;
use rounds::Report;
use seal::{Descriptor, Sealed};
use summary::{Correction, Place, Summary};

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
        let lang = match self.lang {
            Language::En => Lang::En,
            Language::Zh => Lang::Zh,
        };
        let found = Correction::between(&old.summaries(), &new.summaries());
        let mut text = format!("{} → {}\n", old.name, new.name);
        text += &figures(&found, lang);
        for change in Report::changes(&old.files, &new.files)? {
            let or_none = |value: Option<String>| {
                value.unwrap_or_else(|| correction::absent(lang).to_owned())
            };
            let (before, after) = (or_none(change.before), or_none(change.after));
            text += &format!("report.json {}: {before} → {after}\n", change.field);
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

/// A line for each figure that differs, below its batch or scenario.
fn figures(found: &Correction<'_>, lang: Lang) -> String {
    let mut text = correction::count(found, lang) + "\n";
    let mut last: Option<Place<'_>> = None;
    for changed in &found.changed {
        if last != Some(changed.place) {
            last = Some(changed.place);
            text += &format!("\n{}\n", correction::place(&changed.place));
        }
        let [before, after] = correction::values(changed, lang);
        let name = correction::figure(changed.of, lang);
        text += &format!("  {name}: {before} → {after}\n");
    }
    let alone = [&found.gone, &found.new];
    for (places, name) in alone.into_iter().zip(correction::alone(lang)) {
        for place in places {
            text += &format!("\n{name}: {}", correction::place(place));
        }
    }
    text + "\n"
}
