use std::path::{Path, PathBuf};

use clap::Args;
use seal::Digest;

use crate::{exit, folder};

/// Hash every file of a release, or of a folder of releases, and compare with both manifests
#[derive(Args)]
pub(crate) struct Verify {
    /// A release, or a folder with a catalogue.json
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The root digest that you got by another way; the release must have it
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
    let mut differs = vec![];
    let mut roots = vec![];
    for (path, listed) in releases {
        let opened = match folder::open(&path) {
            Ok(opened) => opened,
            Err(error) => {
                differs.push(format!("{error:#}"));
                continue;
            }
        };
        let root = opened.manifest.root();
        roots.push(root);
        let here = path.display();
        if let Some(listed) = listed.filter(|listed| *listed != root) {
            differs.push(format!(
                "`{here}`: catalogue.json gives root digest {listed}, but SHA256SUMS has {root}"
            ));
        }
        let bytes: usize = opened.files.iter().map(|file| file.bytes().len()).sum();
        if opened.differs.is_empty() {
            println!(
                "{here}: {} files, {bytes} bytes, root digest {root}",
                opened.files.len()
            );
        }
        differs.extend(
            opened
                .differs
                .iter()
                .map(|differs| format!("`{here}`: {differs}")),
        );
    }
    if let Some(wanted) = wanted.filter(|wanted| !roots.contains(wanted)) {
        differs.push(format!(
            "`{}`: no release here has the root digest {wanted}",
            folder.display()
        ));
    }
    exit::list(&differs, "differences", exit::DIFFERS)
}
