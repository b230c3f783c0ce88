use std::{
    fmt, fs,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::Context;

use crate::folder::{self, Entry, KEYS, Opened};
#[cfg(feature = "remote")]
use crate::host::Host;

/// Where a release is read: a folder of this machine, or one that a host serves.
pub(crate) enum Location {
    /// By its path.
    Folder(PathBuf),
    /// By its address.
    #[cfg(feature = "remote")]
    Host(Host),
}

impl Location {
    /// What `text` names; a host may send nothing for as long as `silence`.
    pub(crate) fn of(text: &Path, silence: Duration) -> anyhow::Result<Self> {
        match text.to_str().filter(|text| text.contains("://")) {
            Some(address) => host(address, silence),
            None => Ok(Self::Folder(text.into())),
        }
    }

    /// The releases here: itself, or all that its `catalogue.json` lists.
    pub(crate) fn releases(&self) -> anyhow::Result<Vec<(Self, Option<Entry>)>> {
        match self {
            Self::Folder(path) => {
                let places = folder::releases(path)?.into_iter();
                let release = |place: folder::Place| (Self::Folder(place.path), place.listed);
                Ok(places.map(release).collect())
            }
            #[cfg(feature = "remote")]
            Self::Host(host) => {
                let releases = host.releases()?.into_iter();
                Ok(releases
                    .map(|(host, listed)| (Self::Host(host), listed))
                    .collect())
            }
        }
    }

    /// What stands here beside the catalogue and its releases. A host does not say.
    pub(crate) fn strays(&self) -> anyhow::Result<Vec<String>> {
        match self {
            Self::Folder(path) => match folder::catalogue(path)? {
                Some(catalogue) => folder::strays(path, &catalogue),
                None => Ok(vec![]),
            },
            #[cfg(feature = "remote")]
            Self::Host(_) => Ok(vec![]),
        }
    }

    /// What is not verified here.
    pub(crate) fn caveats(&self) -> Vec<&'static str> {
        match self {
            Self::Folder(_) => vec![],
            #[cfg(feature = "remote")]
            Self::Host(host) => host.caveats(),
        }
    }

    /// Opens the release here and hashes every file; the inner error says why there is no manifest to go by. Errs where a
    /// host cannot be reached, which says nothing about the release.
    pub(crate) fn open(&self) -> anyhow::Result<Result<Opened, String>> {
        match self {
            Self::Folder(path) => Ok(folder::open(path).map_err(|error| format!("{error:#}"))),
            #[cfg(feature = "remote")]
            Self::Host(host) => host.open(),
        }
    }

    /// The publisher's keys beside the catalogue, if any are there.
    pub(crate) fn keys(&self) -> anyhow::Result<Option<Vec<u8>>> {
        match self {
            Self::Folder(path) => {
                let path = path.join(KEYS);
                let read =
                    || fs::read(&path).with_context(|| format!("cannot read `{}`", path.display()));
                path.exists().then(read).transpose()
            }
            #[cfg(feature = "remote")]
            Self::Host(host) => host.keys(),
        }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(path) => path.display().fmt(f),
            #[cfg(feature = "remote")]
            Self::Host(host) => host.fmt(f),
        }
    }
}

#[cfg(feature = "remote")]
fn host(address: &str, silence: Duration) -> anyhow::Result<Location> {
    Ok(Location::Host(Host::at(address, silence)?))
}

#[cfg(not(feature = "remote"))]
fn host(_: &str, _: Duration) -> anyhow::Result<Location> {
    anyhow::bail!(
        "found an address, but this build reads folders only: build it with the feature `remote`"
    )
}
