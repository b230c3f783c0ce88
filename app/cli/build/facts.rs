use std::path::Path;

use anyhow::Context;
use rounds::{Listed, ListedRelease, Report};
use seal::{DataPath, Digest};
use serde::Deserialize;
#[cfg(feature = "cards")]
use summary::Summary;

use super::DATA;
use crate::folder::{self, DESCRIPTOR};

/// What is said of a release beside its page.
pub(super) struct Facts {
    /// What it says of itself.
    pub(super) report: Report,
    /// The figures of its main batch, if it has some; only cards show them.
    #[cfg(feature = "cards")]
    pub(super) summary: Option<Summary>,
    /// Its root digest.
    pub(super) root: Digest,
    /// The day of its measurement, or of what became of it last: `YYYY-MM-DD`.
    pub(super) updated: String,
    /// Under what it may be used.
    pub(super) licence: Licence,
    /// Every file of its manifest.
    pub(super) files: Vec<Published>,
}

/// A file of the release.
pub(super) struct Published {
    /// Its path in the release.
    pub(super) path: String,
    /// Its length, where the descriptor gives it.
    pub(super) bytes: Option<u64>,
    /// What kind of file it is.
    pub(super) mediatype: String,
    /// Its digest.
    pub(super) digest: Digest,
}

/// The licence of a release, as its descriptor has it.
#[derive(Deserialize)]
pub(super) struct Licence {
    /// Its title.
    pub(super) title: String,
    /// The file with its text.
    pub(super) path: String,
}

// Of what the standard has, only what is said again; the rest is passed over.
#[derive(Deserialize)]
struct Package {
    licenses: Vec<Licence>,
    resources: Vec<Resource>,
}

#[derive(Deserialize)]
struct Resource {
    path: String,
    bytes: u64,
    mediatype: String,
}

impl Facts {
    /// Reads them from the release's own folder, every hash checked.
    pub(super) fn of(listed: &Listed, entry: &ListedRelease) -> anyhow::Result<Self> {
        let folder = Path::new(DATA)
            .join(listed.id.as_str())
            .join(entry.id.as_str());
        let opened = folder::open(&folder)?;
        let release = opened.release()?;
        let package = opened
            .files
            .iter()
            .find(|file| file.path().as_str() == DESCRIPTOR);
        let package =
            package.with_context(|| format!("`{}`: no `{DESCRIPTOR}`", folder.display()))?;
        let place = || format!("`{}`", folder.join(DESCRIPTOR).display());
        let package: Package = serde_json::from_slice(package.bytes()).with_context(place)?;
        let licence = package.licenses.into_iter().next();
        let listed_as = |path: &DataPath| {
            let mut resources = package.resources.iter();
            resources.find(|resource| resource.path == path.as_str())
        };
        let files = opened.manifest.paths().filter_map(|path| {
            let resource = listed_as(path);
            Some(Published {
                path: path.to_string(),
                bytes: resource.map(|resource| resource.bytes),
                // The descriptor is the one file that it does not describe.
                mediatype: resource.map_or("application/json".into(), |resource| {
                    resource.mediatype.clone()
                }),
                digest: opened.manifest.digest(path)?,
            })
        });
        let files = files.collect();
        let mut days = vec![release.report.date.clone()];
        days.extend(
            entry
                .withdrawn
                .as_ref()
                .map(|withdrawn| withdrawn.date.clone()),
        );
        if let Some(newer) = listed.corrected_by(&entry.id) {
            let folder = Path::new(DATA)
                .join(listed.id.as_str())
                .join(newer.id.as_str());
            days.push(folder::open(&folder)?.release()?.report.date);
        }
        #[cfg(feature = "cards")]
        let main = release.batches.into_iter().next().and_then(Result::ok);
        Ok(Self {
            #[cfg(feature = "cards")]
            summary: main.map(|batch| Summary::of(&batch)),
            report: release.report,
            root: entry.root,
            updated: days.into_iter().max().unwrap_or_default(),
            licence: licence
                .with_context(|| format!("{}: `licenses` is empty, expected one", place()))?,
            files,
        })
    }
}
