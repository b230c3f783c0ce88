use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;
use rounds::{Catalogue, Id, Text, Withdrawn};

use crate::{folder, gate::GateArgs, publish::prepared};

/// Say of a published release that its publisher no longer stands by it; its files stay
#[derive(Args)]
pub(crate) struct Withdraw {
    /// The report
    #[arg(value_name = "REPORT")]
    report: Id,
    /// Its release
    #[arg(value_name = "RELEASE")]
    release: Id,
    /// Why, in English
    #[arg(long, value_name = "TEXT")]
    why_en: String,
    /// Why, in Chinese
    #[arg(long, value_name = "TEXT")]
    why_zh: String,
    /// The day
    #[arg(long, value_name = "YYYY-MM-DD")]
    date: String,
    /// The folder of all releases
    #[arg(long, value_name = "DIR", default_value = "data")]
    data: PathBuf,
    #[command(flatten)]
    gate: GateArgs,
}

impl Withdraw {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let mut gate = self.gate.open(&[&self.data])?;
        let mut catalogue = folder::catalogue(&self.data)?
            .with_context(|| format!("`{}` has no catalogue.json", self.data.display()))?;
        let reports = catalogue.reports.iter_mut();
        let release = reports
            .filter(|report| report.id == self.report)
            .flat_map(|report| &mut report.releases)
            .find(|release| release.id == self.release)
            .with_context(|| format!("`{}` has no release `{}`", self.report, self.release))?;
        if release.withdrawn.is_some() {
            bail!(
                "release `{}` of `{}` is withdrawn already",
                self.release,
                self.report
            );
        }
        release.withdrawn = Some(Withdrawn {
            date: self.date,
            reason: Text {
                en: self.why_en,
                zh: self.why_zh,
            },
        });
        let mut json = serde_json::to_string_pretty(&catalogue)?;
        json.push('\n');
        gate.pass([("catalogue.json", json.as_bytes())].into_iter())?;
        gate.close()?;
        Catalogue::read(json.as_bytes())?;
        let (path, file) = prepared(self.data.join("catalogue.json"), json.as_bytes())?;
        file.persist(&path)
            .with_context(|| format!("cannot write `{}`", path.display()))?;
        Ok(())
    }
}
