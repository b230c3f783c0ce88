use std::path::{Path, PathBuf};

use clap::Args;

use crate::{exit, folder};

/// Run the table of checks over a release, or over a folder of releases, and list all that is found
#[derive(Args)]
pub(crate) struct Check {
    /// A release, or a folder with a catalogue.json
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl Check {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        Self::over(&self.folder)
    }

    /// Checks every release in `folder`.
    pub(crate) fn over(folder: &Path) -> anyhow::Result<()> {
        let mut found = vec![];
        for folder::Place { path, .. } in folder::releases(folder)? {
            let before = found.len();
            found.extend(all(&path));
            if found.len() == before {
                println!(
                    "{}: {} checks, nothing found",
                    path.display(),
                    rounds::CHECKS.len()
                );
            }
        }
        exit::list(&found, "findings", exit::FOUND)
    }
}

/// Everything that is wrong with the release in `path`, a line each.
fn all(path: &Path) -> Vec<String> {
    let here = path.display();
    let release = match folder::open(path).and_then(|opened| opened.release()) {
        Ok(release) => release,
        Err(error) => return vec![format!("`{here}`: {error:#}")],
    };
    let mut found: Vec<String> = release
        .batches
        .iter()
        .filter_map(|batch| batch.as_ref().err())
        .map(|error| format!("`{here}`: {error}"))
        .collect();
    found.extend(
        rounds::findings(&release)
            .into_iter()
            .map(|(check, finding)| format!("`{here}`: {finding} ({check})")),
    );
    found
}
