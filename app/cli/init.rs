use std::path::PathBuf;

use clap::Args;

use crate::{folder, plan::Plan};

/// Write a commented plan to fill in, and its JSON schema for editors
#[derive(Args)]
pub(crate) struct Init {
    /// A new folder
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// The plan as it is written: it can be read, and every value in it is to be replaced.
pub(crate) const PLAN: &str = include_str!("plan.toml");

/// What must stay private, whichever folder it stands in.
const IGNORED: &str = "/private-*\n";

const TERMS: &str = "# One a line: names of hosts, users, projects, customers, rooms; serial numbers. In every language you use.\n# `publish` refuses a release that holds one of them. Keep this file out of git.\n";

impl Init {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let mut schema = serde_json::to_string_pretty(&schemars::schema_for!(Plan))?;
        schema.push('\n');
        folder::whole(&self.folder, |new| {
            folder::write(&new.join("plan.toml"), PLAN.as_bytes())?;
            folder::write(&new.join("plan.schema.json"), schema.as_bytes())?;
            folder::write(&new.join("private-terms.txt"), TERMS.as_bytes())?;
            folder::write(&new.join(".gitignore"), IGNORED.as_bytes())
        })?;
        eprintln!(
            "next: fill in {0}/plan.toml and {0}/private-terms.txt, then daggerboard ingest {0}/plan.toml --out ...",
            self.folder.display()
        );
        Ok(())
    }
}
