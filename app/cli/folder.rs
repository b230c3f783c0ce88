//! Folders on disk: read whole with their hashes checked, written whole or not at all.

use std::{
    collections::BTreeSet,
    fmt, fs,
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::{Context, bail};
use rounds::{Catalogue, Id, ListedRelease, Release};
use seal::{DataPath, Descriptor, Entry as ListedFile, Manifest, Mend, SIGNATURE, SUMS, Sealed};

use crate::interrupt;
#[cfg(feature = "publishing")]
use crate::interrupt::Writing;

/// The list of releases.
pub(crate) const CATALOGUE: &str = "catalogue.json";
/// The publisher's keys, beside it.
pub(crate) const KEYS: &str = "keys.json";
/// What a release was measured on, and when.
pub(crate) const REPORT: &str = "report.json";
/// The second manifest of a release.
pub(crate) const DESCRIPTOR: &str = "datapackage.json";
/// Files that the manifest does not list: it cannot hold its own digest or that of a signature over it.
const OUTSIDE: [&str; 2] = [SUMS, SIGNATURE];

/// A release with every hash checked.
pub(crate) struct Opened {
    /// Where it is.
    pub(crate) place: String,
    /// Its manifest.
    pub(crate) manifest: Manifest,
    /// What stands in `SHA256SUMS.minisig`, if it is there.
    pub(crate) signature: Option<String>,
    /// Its descriptor, which agrees with the manifest; absent if that failed.
    pub(crate) descriptor: Option<Descriptor>,
    /// Its files, as far as they are what the manifest says; of a host's, descriptor and report only.
    pub(crate) files: Vec<Sealed>,
    /// How many bytes are what the manifest says.
    pub(crate) bytes: u64,
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
    let catalogue = catalogue(path)?.with_context(|| neither(&path.display()))?;
    let entries = entries(catalogue, &path.display())?.into_iter();
    let place = |entry: Entry| Place {
        path: path
            .join(entry.report.as_str())
            .join(entry.release.id.as_str()),
        listed: Some(entry),
    };
    Ok(entries.map(place).collect())
}

/// That there is nothing to open in `here`.
pub(crate) fn neither(here: &dyn fmt::Display) -> String {
    format!(
        "`{here}`: found neither {SUMS} nor {CATALOGUE}, expected a release or a folder of releases"
    )
}

/// Every release that the catalogue of `here` lists.
pub(crate) fn entries(catalogue: Catalogue, here: &dyn fmt::Display) -> anyhow::Result<Vec<Entry>> {
    if catalogue.reports.is_empty() {
        bail!("in `{here}`: `{CATALOGUE}` lists no report, expected at least one");
    }
    let entries = catalogue.reports.into_iter().flat_map(|report| {
        let count = report.releases.len();
        let entry = move |(seq, release): (u32, ListedRelease)| Entry {
            report: report.id.clone(),
            seq,
            newest: seq as usize == count,
            release,
        };
        (1..).zip(report.releases).map(entry)
    });
    Ok(entries.collect())
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
    let own = |name: &str| [CATALOGUE, KEYS, ".gitattributes"].contains(&name);
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
    let path = data.join(CATALOGUE);
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
    for found in &walked {
        if !listed.contains(found.as_str()) && !OUTSIDE.contains(&found.as_str()) {
            differs.push(format!(
                "`{found}` is in the folder, but not listed in {SUMS}; mend: take it out"
            ));
        }
    }
    let descriptor = descriptor(&manifest, &files, &mut differs);
    for (listed, entry) in descriptor.iter().flat_map(Descriptor::files) {
        if let Some(file) = files.iter().find(|file| file.path() == listed) {
            differs.extend(other_length(listed, entry, file.bytes().len() as u64));
        }
    }
    let signed = path.join(SIGNATURE);
    let signed = walked
        .iter()
        .any(|found| found == SIGNATURE)
        .then(|| fs::read(&signed).with_context(|| format!("cannot read `{}`", signed.display())));
    Ok(Opened {
        place: path.display().to_string(),
        signature: signature(signed.transpose()?, &mut differs),
        manifest,
        descriptor,
        bytes: files.iter().map(|file| file.bytes().len() as u64).sum(),
        files,
        differs,
    })
}

/// The descriptor among the sealed `files`, if it agrees with the manifest.
pub(crate) fn descriptor(
    manifest: &Manifest,
    files: &[Sealed],
    differs: &mut Vec<String>,
) -> Option<Descriptor> {
    let Some(file) = files.iter().find(|file| file.path().as_str() == DESCRIPTOR) else {
        if !manifest.paths().any(|path| path.as_str() == DESCRIPTOR) {
            differs.push(format!(
                "`{DESCRIPTOR}` is not listed in {SUMS}{}",
                Mend::Publish
            ));
        }
        return None;
    };
    let read = Descriptor::read(file, manifest);
    read.map_err(|error| differs.push(error.to_string())).ok()
}

/// What to say of a file whose length is not the one in the descriptor.
pub(crate) fn other_length(path: &DataPath, entry: &ListedFile, found: u64) -> Option<String> {
    let expected = entry.bytes;
    (found != expected).then(|| {
        format!(
            "`{DESCRIPTOR}`: `{path}` has `bytes` {expected}, but the file has {found}{}",
            Mend::Publish
        )
    })
}

/// The text of a signature.
pub(crate) fn signature(bytes: Option<Vec<u8>>, differs: &mut Vec<String>) -> Option<String> {
    let text = String::from_utf8(bytes?);
    text.map_err(|_| {
        differs.push(format!(
            "`{SIGNATURE}`: found bytes that are no UTF-8{}",
            Mend::Fetch
        ))
    })
    .ok()
}

impl Opened {
    /// Reads what the release says; errs if any byte of it differs from its manifest.
    pub(crate) fn release(&self) -> anyhow::Result<Release> {
        crate::exit::list(
            &self.differs,
            "differences from the manifest",
            crate::exit::DIFFERS,
        )?;
        Release::read(&self.files).with_context(|| format!("`{}`", self.place))
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
