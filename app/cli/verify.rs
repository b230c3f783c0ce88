use std::path::{Path, PathBuf};

use clap::Args;
use seal::{Descriptor, Digest, Lineage, Mend};

use crate::{
    exit,
    folder::{self, Entry},
};

/// Hash every file of a release, or of a folder of releases, and compare with both manifests
#[derive(Args)]
pub(crate) struct Verify {
    /// A release, or a folder with a catalogue.json
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The root digest that you got by another way; the release, or one of the folder's, must have it
    #[arg(long, value_name = "HEX")]
    root: Option<Digest>,
    /// The highest number of a release that you have seen; a report whose newest has a lower one was rolled back
    #[arg(long, value_name = "N")]
    min_seq: Option<u32>,
}

impl Verify {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        verify(&self.folder, self.root, self.min_seq)
    }

    /// Verifies every release in `folder`.
    pub(crate) fn over(folder: &Path) -> anyhow::Result<()> {
        verify(folder, None, None)
    }
}

fn verify(folder: &Path, wanted: Option<Digest>, min_seq: Option<u32>) -> anyhow::Result<()> {
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
        let lineage = opened.descriptor.as_ref().map(Descriptor::lineage);
        let newest = listed.as_ref().is_none_or(|entry| entry.newest);
        if let (Some(least), Some(own)) = (min_seq, lineage)
            && newest
            && own.seq < least
        {
            found.push(format!(
                "the newest release here is number {}, expected {least} or later: an older state came back",
                own.seq
            ));
        }
        if let Some(entry) = &listed {
            found.extend(entry.contradictions(root, lineage));
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

impl Entry {
    /// What the release itself, which its root digest covers, says otherwise.
    fn contradictions(&self, root: Digest, own: Option<&Lineage>) -> Vec<String> {
        let Self {
            report,
            seq,
            release,
            ..
        } = self;
        let mut found = vec![];
        if release.root != root {
            let expected = release.root;
            found.push(format!(
                "catalogue.json gives root digest {expected}, but SHA256SUMS has {root}{}",
                Mend::Catalogue
            ));
        }
        let Some(own) = own else {
            return found;
        };
        if (own.report.as_str(), own.release.as_str()) != (report.as_str(), release.id.as_str()) {
            let (own_report, own_release) = (&own.report, &own.release);
            found.push(format!(
                "`datapackage.json` says release `{own_release}` of `{own_report}`, but it stands as `{}` of `{report}`{}",
                release.id,
                Mend::Catalogue
            ));
        }
        let shown =
            |value: Option<String>| value.map_or("nothing".into(), |value| format!("`{value}`"));
        let supersedes = own.supersedes.as_ref().map(ToString::to_string);
        for (key, own, listed) in [
            ("seq", Some(own.seq.to_string()), Some(seq.to_string())),
            (
                "previous",
                own.previous.map(|root| root.to_string()),
                release.previous.map(|root| root.to_string()),
            ),
            (
                "supersedes",
                supersedes,
                release.supersedes.as_ref().map(ToString::to_string),
            ),
        ] {
            if own != listed {
                found.push(format!(
                    "`datapackage.json` has `{key}` {}, but catalogue.json gives {}: an entry was changed or taken out{}",
                    shown(own),
                    shown(listed),
                    Mend::Catalogue
                ));
            }
        }
        found
    }
}
