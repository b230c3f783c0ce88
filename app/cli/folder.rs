//! Folders on disk: read whole with their hashes checked, written whole or not at all.

use std::{
    collections::BTreeSet,
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::{Context, bail};
use rounds::{Catalogue, Id, ListedRelease, Release};
use seal::{DataPath, Descriptor, Manifest, Mend, SUMS, Sealed};

use crate::interrupt;
#[cfg(feature = "publishing")]
use crate::interrupt::Writing;

/// Files that the manifest does not list: it cannot hold its own digest or that of a signature over it.
const OUTSIDE: [&str; 2] = [SUMS, "SHA256SUMS.minisig"];

/// A release folder with every hash checked.
pub(crate) struct Opened {
    /// Where it is.
    pub(crate) path: PathBuf,
    /// Its manifest.
    pub(crate) manifest: Manifest,
    /// Its descriptor, which agrees with the manifest; absent if that failed.
    pub(crate) descriptor: Option<Descriptor>,
    /// Its files, as far as they are what the manifest says.
    pub(crate) files: Vec<Sealed>,
    /// Everything that differs.
    pub(crate) differs: Vec<String>,
}

/// A release folder, and what a catalogue says of it.
pub(crate) struct Place {
    /// Where it is.
    pub(crate) path: PathBuf,
    /// What the catalogue says of it; `None` where it was named by itself.
    pub(crate) listed: Option<Entry>,
}

/// A release in a catalogue.
pub(crate) struct Entry {
    /// Its report.
    pub(crate) report: Id,
    /// Its number in the report, from 1.
    pub(crate) seq: u32,
    /// No later one is listed.
    pub(crate) newest: bool,
    /// The rest.
    pub(crate) release: ListedRelease,
}

/// The release folders below `path`: itself, or all that its `catalogue.json` lists.
pub(crate) fn releases(path: &Path) -> anyhow::Result<Vec<Place>> {
    if path.join(SUMS).exists() {
        return Ok(vec![Place {
            path: path.into(),
            listed: None,
        }]);
    }
    let catalogue = catalogue(path)?.with_context(|| {
        let here = path.display();
        format!("`{here}`: found neither {SUMS} nor catalogue.json, expected a release or a folder of releases")
    })?;
    if catalogue.reports.is_empty() {
        bail!(
            "in `{}`: `catalogue.json` lists no report, expected at least one",
            path.display()
        );
    }
    let places = catalogue.reports.into_iter().flat_map(|report| {
        let folder = path.join(report.id.as_str());
        let count = report.releases.len();
        let place = move |(seq, release): (u32, ListedRelease)| Place {
            path: folder.join(release.id.as_str()),
            listed: Some(Entry {
                report: report.id.clone(),
                seq,
                newest: seq as usize == count,
                release,
            }),
        };
        (1..).zip(report.releases).map(place)
    });
    Ok(places.collect())
}

/// What stands in the folder `data` beside the catalogue and the releases that it lists.
pub(crate) fn strays(data: &Path, catalogue: &Catalogue) -> anyhow::Result<Vec<String>> {
    let mut strays = vec![];
    let mut look = |folder: &Path, known: &dyn Fn(&str) -> bool| -> anyhow::Result<()> {
        for entry in
            fs::read_dir(folder).with_context(|| format!("cannot list `{}`", folder.display()))?
        {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if !known(&name) || entry.file_type()?.is_symlink() {
                strays.push(format!(
                    "`{}` is not in catalogue.json{}",
                    entry.path().display(),
                    Mend::Catalogue
                ));
            }
        }
        Ok(())
    };
    let own = |name: &str| name == "catalogue.json" || name == ".gitattributes";
    look(data, &|name| own(name) || catalogue.report(name).is_some())?;
    for report in &catalogue.reports {
        let listed = |name: &str| {
            report
                .releases
                .iter()
                .any(|release| release.id.as_str() == name)
        };
        look(&data.join(report.id.as_str()), &listed)?;
    }
    Ok(strays)
}

/// The catalogue of the folder `data`, if it has one.
pub(crate) fn catalogue(data: &Path) -> anyhow::Result<Option<Catalogue>> {
    let path = data.join("catalogue.json");
    if !path.exists() {
        return Ok(None);
    }
    let bytes = fs::read(&path).with_context(|| format!("cannot read `{}`", path.display()))?;
    Ok(Some(Catalogue::read(&bytes).map_err(|error| {
        anyhow::anyhow!("in `{}`: {error}", data.display())
    })?))
}

/// Opens the release in `path` and hashes every file. Errs only where there is no manifest to go by.
pub(crate) fn open(path: &Path) -> anyhow::Result<Opened> {
    // First of all: what follows reads, and a link or a pipe could make that endless.
    let walked = walk(path)?;
    let sums = path.join(SUMS);
    let bytes = fs::read(&sums).with_context(|| format!("cannot read `{}`", sums.display()))?;
    let manifest = Manifest::read(&bytes).with_context(|| format!("`{}`", path.display()))?;
    let (mut files, mut differs) = (vec![], vec![]);
    for listed in manifest.paths() {
        let read = fs::read(path.join(listed.as_str()));
        match read.map(|bytes| manifest.open(listed, bytes)) {
            Ok(Ok(sealed)) => files.push(sealed),
            Ok(Err(error)) => differs.push(error.to_string()),
            Err(error) => differs.push(format!(
                "`{listed}` is listed in {SUMS}, but cannot be read: {error}{}",
                Mend::Fetch
            )),
        }
    }
    let listed: BTreeSet<&str> = manifest.paths().map(DataPath::as_str).collect();
    for found in walked {
        if !listed.contains(found.as_str()) && !OUTSIDE.contains(&found.as_str()) {
            differs.push(format!(
                "`{found}` is in the folder, but not listed in {SUMS}; mend: take it out"
            ));
        }
    }
    let descriptor = match files
        .iter()
        .find(|file| file.path().as_str() == "datapackage.json")
    {
        Some(file) => match Descriptor::read(file, &manifest) {
            Ok(descriptor) => Some(descriptor),
            Err(error) => {
                differs.push(error.to_string());
                None
            }
        },
        None if listed.contains("datapackage.json") => None,
        None => {
            differs.push(format!(
                "`datapackage.json` is not listed in {SUMS}{}",
                Mend::Publish
            ));
            None
        }
    };
    for (listed, entry) in descriptor.iter().flat_map(Descriptor::files) {
        if let Some(file) = files.iter().find(|file| file.path() == listed)
            && file.bytes().len() as u64 != entry.bytes
        {
            let (found, expected) = (file.bytes().len(), entry.bytes);
            differs.push(format!(
                "`datapackage.json`: `{listed}` has `bytes` {expected}, but the file has {found}{}",
                Mend::Publish
            ));
        }
    }
    Ok(Opened {
        path: path.into(),
        manifest,
        descriptor,
        files,
        differs,
    })
}

impl Opened {
    /// Reads what the release says; errs if any byte of it differs from its manifest.
    pub(crate) fn release(&self) -> anyhow::Result<Release> {
        crate::exit::list(
            &self.differs,
            "differences from the manifest",
            crate::exit::DIFFERS,
        )?;
        Release::read(&self.files).with_context(|| format!("`{}`", self.path.display()))
    }
}

/// Every file below `path`, relative to it. A link is an error: what it points to can change.
pub(crate) fn walk(path: &Path) -> anyhow::Result<Vec<String>> {
    let mut found = vec![];
    let mut folders = vec![path.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in
            fs::read_dir(&folder).with_context(|| format!("cannot list `{}`", folder.display()))?
        {
            let entry = entry?;
            let kind = entry.file_type()?;
            if kind.is_symlink() {
                bail!("`{}` is a link, expected a file", entry.path().display());
            } else if kind.is_dir() {
                folders.push(entry.path());
            } else if !kind.is_file() {
                bail!(
                    "`{}` is no plain file, expected one",
                    entry.path().display()
                );
            } else {
                let file = entry.path();
                let names = file.strip_prefix(path)?.components();
                let names: Vec<_> = names
                    .map(|name| name.as_os_str().to_string_lossy().into_owned())
                    .collect();
                found.push(names.join("/"));
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Makes the new folder `out` with `fill`, whole or not at all.
#[cfg(feature = "publishing")]
pub(crate) fn whole<T>(
    out: &Path,
    fill: impl FnOnce(&Path) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    if out.exists() {
        bail!(
            "`{}` exists, expected the name of a new folder",
            out.display()
        );
    }
    let parent = out
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let _writing = Writing::begin();
    // Folders on the way that are not there yet are taken back too.
    let absent = parent.ancestors().take_while(|folder| !folder.exists());
    let made: Vec<&Path> = absent
        .filter(|folder| !folder.as_os_str().is_empty())
        .collect();
    let done = (|| {
        fs::create_dir_all(parent)
            .with_context(|| format!("cannot make `{}`", parent.display()))?;
        let temporary = tempfile::Builder::new()
            .prefix(".daggerboard-")
            .tempdir_in(parent)?;
        let inner = temporary.path().join("new");
        fs::create_dir(&inner)?;
        let done = fill(&inner)?;
        interrupt::check()?;
        fs::rename(&inner, out).with_context(|| format!("cannot make `{}`", out.display()))?;
        fs::File::open(parent)?.sync_all()?;
        Ok(done)
    })();
    if done.is_err() {
        // Those that somebody else has filled meanwhile stay.
        made.iter().for_each(|folder| drop(fs::remove_dir(folder)));
    }
    done
}

/// Writes one file of a folder that [`whole`] makes, down to the disk.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    interrupt::check()?;
    let at = || format!("cannot write `{}`", path.display());
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).with_context(at)?;
    }
    let mut file = fs::File::create(path).with_context(at)?;
    file.write_all(bytes).with_context(at)?;
    file.sync_all().with_context(at)
}
