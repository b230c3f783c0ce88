use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use clap::Args;
use rounds::{Keys, Report};
use seal::{Descriptor, Digest, Key, Lineage, Mend};

use crate::{
    copies, exit,
    folder::{Entry, REPORT},
    location::Location,
    signed,
};

/// Hash every file of a release, or of a folder of releases, and compare with both manifests
#[derive(Args)]
pub(crate) struct Verify {
    /// A release, or a folder with a catalogue.json: its path, or its http or https address
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The root digest that you got by another way; the release, or one of the folder's, must have it
    #[arg(long, value_name = "HEX")]
    root: Option<Digest>,
    /// The highest number of a release that you have seen; a report whose newest has a lower one was rolled back
    #[arg(long, value_name = "N")]
    min_seq: Option<u32>,
    /// The publisher's minisign key that you got by another way, or the file of it: the newest release of each report must
    /// be signed by it or by one that it vouches for in keys.json
    #[arg(long, value_name = "KEY", value_parser = signed::key)]
    key: Option<Key>,
    /// How long a host may send nothing
    #[arg(long, value_name = "SECONDS", default_value_t = 15, value_parser = clap::value_parser!(u64).range(1..=3600))]
    timeout: u64,
}

impl Verify {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let location = Location::of(&self.folder, Duration::from_secs(self.timeout))?;
        let notes = location.caveats().into_iter().chain(copies::CAVEAT);
        notes.for_each(|note| eprintln!("note: {note}"));
        verify(&location, &self)
    }

    /// Verifies every release in `folder`.
    pub(crate) fn over(folder: &Path) -> anyhow::Result<()> {
        let told = Self {
            folder: folder.into(),
            root: None,
            min_seq: None,
            key: None,
            timeout: 0,
        };
        verify(&Location::Folder(folder.into()), &told)
    }
}

fn verify(all: &Location, told: &Verify) -> anyhow::Result<()> {
    let releases = all.releases()?;
    let keys = all.keys()?.map(|keys| Keys::read(&keys)).transpose();
    let keys = keys.map_err(|error| anyhow::anyhow!("in `{all}`: {error}"))?;
    let mut differs = all.strays()?;
    let mut roots = vec![];
    for (here, listed) in releases {
        let opened = match here.open() {
            Ok(Ok(opened)) => opened,
            Ok(Err(why)) => {
                differs.push(why);
                continue;
            }
            Err(error) if differs.is_empty() => return Err(error),
            Err(error) => {
                differs.push(error.to_string());
                return exit::list(&differs, "differences", exit::DIFFERS);
            }
        };
        let root = opened.manifest.root();
        roots.push(root);
        let newest = listed.as_ref().is_none_or(|entry| entry.newest);
        // Those before it are pinned by it, whoever signed them.
        let key = told.key.as_ref().filter(|_| newest);
        let signed = signed::judge(&opened, keys.as_ref(), key);
        let report = opened.files.iter();
        let mut report = report.filter(|file| file.path().as_str() == REPORT);
        let report = report.find_map(|file| Report::read(file).ok());
        let rows = report.map(|report| copies::differing(&opened.files, &report));
        let mut found = opened.differs;
        found.extend(rows.into_iter().flatten());
        found.extend(signed.as_ref().err().cloned());
        let lineage = opened.descriptor.as_ref().map(Descriptor::lineage);
        if let (Some(least), Some(own)) = (told.min_seq, lineage)
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
            println!(
                "{here}: {} files, {} bytes, root digest {root}",
                opened.manifest.paths().len(),
                opened.bytes
            );
            if let Some(words) = signed.ok().as_ref().and_then(signed::words) {
                println!("{here}: {}", charts::visible(&words));
            }
        }
        differs.extend(found.iter().map(|found| format!("`{here}`: {found}")));
    }
    if let Some(wanted) = told.root.filter(|wanted| !roots.contains(wanted)) {
        differs.push(format!(
            "`{all}`: no release here has the root digest {wanted}"
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
