use std::path::{Path, PathBuf};

use clap::Args;
use seal::{Descriptor, Digest};

use crate::{exit, folder};

/// Hash every file of a release, or of a folder of releases, and compare with both manifests
#[derive(Args)]
pub(crate) struct Verify {
    /// A release, or a folder with a catalogue.json
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The root digest that you got by another way; the release, or one of the folder's, must have it
    #[arg(long, value_name = "HEX")]
    root: Option<Digest>,
}

impl Verify {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        verify(&self.folder, self.root)
    }

    /// Verifies every release in `folder`.
    pub(crate) fn over(folder: &Path) -> anyhow::Result<()> {
        verify(folder, None)
    }
}

fn verify(folder: &Path, wanted: Option<Digest>) -> anyhow::Result<()> {
    let releases = folder::releases(folder)?;
    let mut differs = match folder::catalogue(folder)? {
        Some(catalogue) => folder::strays(folder, &catalogue)?,
        None => vec![],
    };
    let mut roots = vec![];
    for folder::Place { path, listed } in releases {
        let here = path.display();
        let opened = match folder::open(&path) {
            Ok(opened) => opened,
            Err(error) => {
                differs.push(format!("{error:#}"));
                continue;
            }
        };
        let root = opened.manifest.root();
        roots.push(root);
        let mut found = opened.differs;
        if let Some((report, release)) = listed {
            if release.root != root {
                let expected = release.root;
                found.push(format!(
                    "catalogue.json gives root digest {expected}, but SHA256SUMS has {root}"
                ));
            }
            if let Some(own) = opened.descriptor.as_ref().map(Descriptor::lineage)
                && (own.report.as_str(), own.release.as_str())
                    != (report.as_str(), release.id.as_str())
            {
                let (own_report, own_release) = (&own.report, &own.release);
                found.push(format!(
                    "`datapackage.json` says release `{own_release}` of `{own_report}`, but it stands as `{}` of `{report}`",
                    release.id
                ));
            }
        }
        if found.is_empty() {
            let bytes: usize = opened.files.iter().map(|file| file.bytes().len()).sum();
            println!(
                "{here}: {} files, {bytes} bytes, root digest {root}",
                opened.files.len()
            );
        }
        differs.extend(found.iter().map(|found| format!("`{here}`: {found}")));
    }
    if let Some(wanted) = wanted.filter(|wanted| !roots.contains(wanted)) {
        differs.push(format!(
            "`{}`: no release here has the root digest {wanted}",
            folder.display()
        ));
    }
    exit::list(&differs, "differences", exit::DIFFERS)
}
