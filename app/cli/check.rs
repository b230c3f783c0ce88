use std::path::{Path, PathBuf};

use clap::Args;
use rounds::{Catalogue, Release};
use seal::{Lineage, Mend};

use crate::{copies, exit, folder};

/// Run the table of checks over a release, or over a folder of releases, and list all that is found
#[derive(Args)]
pub(crate) struct Check {
    /// A release, or a folder with a catalogue.json
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl Check {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        copies::CAVEAT
            .iter()
            .for_each(|note| eprintln!("note: {note}"));
        let Found { wrong, doubts } = Found::over(&self.folder)?;
        exit::list(&[wrong, doubts].concat(), "findings", exit::FOUND)
    }

    /// Checks every release in `folder`. A doubt is told and no error: the page shows it.
    pub(crate) fn over(folder: &Path) -> anyhow::Result<()> {
        let Found { wrong, doubts } = Found::over(folder)?;
        doubts
            .iter()
            .for_each(|doubt| exit::tell(format!("doubt: {doubt}")));
        exit::list(&wrong, "findings", exit::FOUND)
    }
}

/// What is found in a folder, a line each.
#[derive(Default)]
struct Found {
    wrong: Vec<String>,
    /// What an honest release may have too.
    doubts: Vec<String>,
}

impl Found {
    fn over(folder: &Path) -> anyhow::Result<Self> {
        let catalogue = folder::catalogue(folder)?;
        let mut all = Self::default();
        for folder::Place { path, listed } in folder::releases(folder)? {
            let here = path.display();
            // An earlier release may have had another title.
            let newest = listed.is_some_and(|entry| entry.newest);
            let catalogue = catalogue.as_ref().filter(|_| newest);
            let found = Self::in_release(&path, catalogue);
            if found.wrong.is_empty() && found.doubts.is_empty() {
                println!("{here}: {} checks, nothing found", rounds::CHECKS.len());
            }
            let line = |found: String| format!("`{here}`: {found}");
            all.wrong.extend(found.wrong.into_iter().map(line));
            all.doubts.extend(found.doubts.into_iter().map(line));
        }
        Ok(all)
    }

    /// Everything that is found in the release in `path`.
    fn in_release(path: &Path, catalogue: Option<&Catalogue>) -> Self {
        let mut found = Self::default();
        let read = folder::open(path).and_then(|opened| Ok((opened.release()?, opened)));
        let (release, opened) = match read {
            Ok(read) => read,
            Err(error) => {
                found.wrong.push(format!("{error:#}"));
                return found;
            }
        };
        let lineage = opened.descriptor.as_ref().map(|known| known.lineage());
        found.wrong.extend(names(&release, lineage, catalogue));
        found.wrong.extend(release.wrong());
        found
            .wrong
            .extend(copies::differing(&opened.files, &release.report));
        found.doubts = release.doubts();
        found
    }
}

/// Where `report.json` is called otherwise in `datapackage.json` or in the catalogue.
fn names(
    release: &Release,
    lineage: Option<&Lineage>,
    catalogue: Option<&Catalogue>,
) -> Vec<String> {
    let report = &release.report;
    let mut found = vec![];
    if let Some(own) = lineage
        && own.report.as_str() != report.id.as_str()
    {
        let (id, other, mend) = (&report.id, &own.report, Mend::Publish);
        found.push(format!(
            "`report.json` is of `{id}`, but `datapackage.json` says `{other}`{mend}"
        ));
    }
    let listed = catalogue.and_then(|catalogue| catalogue.report(report.id.as_str()));
    if listed.is_some_and(|listed| listed.title != report.title || listed.status != report.status) {
        let (id, mend) = (&report.id, Mend::Catalogue);
        found.push(format!(
            "`catalogue.json` and `report.json` disagree on the title or status of `{id}`{mend}"
        ));
    }
    found
}
