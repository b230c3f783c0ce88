use std::ptr;

use charts::Lang;
use rounds::{BatchContext, Catalogue, Finding, Id, Listed, ListedRelease, Release, Report};
use seal::{DataPath, Descriptor, Digest, Lineage, Sealed};
use summary::Summary;

use crate::Signing;

/// Which page this is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// The report's folder below `data/`.
    pub report: String,
    /// The release's folder below that.
    pub release: String,
    /// The language.
    pub lang: Lang,
    /// The way to the site's root: `./`, `../`, `../../` or `../../../`; of a page that is one file, the site's whole address, or
    /// [`NOWHERE`].
    pub root: String,
    /// The root digest that the reader brought in the address, `?root=`, as it was written.
    pub told: String,
    /// The key that the reader brought, `?key=`, as it was written.
    pub key: String,
    /// Whether a signature, and a list of keys, came with the page.
    pub signed: [bool; 2],
    /// The release that the address asks for, `?release=`, as it was written, where the report has no such release.
    pub unknown: String,
}

/// The root of a page that is one file and belongs to no site. What starts with it is no way to anywhere.
pub const NOWHERE: &str = "nowhere:";

impl Address {
    /// Whether what stands at `address` is inside the page itself: the files of every other page are named from the page on.
    pub fn is_inside(address: &str) -> bool {
        !address.starts_with('.')
    }

    /// Where a file of the release is, from this page.
    pub fn file(&self, path: &str) -> String {
        format!("{}data/{}/{}/{path}", self.root, self.report, self.release)
    }

    /// Where the whole release is as one file, from this page.
    pub fn zip(&self) -> String {
        format!("{}{}/{}.zip", self.root, self.report, self.release)
    }

    /// Where the page of the newest release of `report` is, in this language, from this page.
    pub fn newest(&self, report: &str) -> String {
        format!("{}{report}/{}", self.root, self.lang.pick("", "zh/"))
    }

    /// Where the list of all reports is, in this language, from this page.
    pub fn home(&self) -> String {
        format!("{}{}", self.root, self.lang.pick("", "zh/"))
    }

    /// Where the page of `release` of this report is for good, in this language, from this page.
    pub fn permanent(&self, release: &str) -> String {
        self.newest(&format!("{}/{release}", self.report))
    }

    /// Where this page is in the other language: of every page it is one folder down, or up again. One file has both.
    pub fn other_language(&self) -> &'static str {
        if Self::is_inside(&self.root) {
            self.lang.pick("?lang=zh", "?lang=en")
        } else {
            self.lang.pick("zh/", "../")
        }
    }

    /// What the reader brought to compare with: a root digest, or else a key.
    pub fn brought(&self) -> &str {
        if self.told.is_empty() {
            &self.key
        } else {
            &self.told
        }
    }

    /// The same for another release of the report, of which nobody asked anything.
    pub fn of(&self, release: &Id) -> Self {
        Self {
            release: release.to_string(),
            told: String::new(),
            key: String::new(),
            signed: [false; 2],
            unknown: String::new(),
            ..self.clone()
        }
    }
}

/// Everything that one page shows.
#[derive(Debug)]
pub struct Page {
    /// Which page.
    pub address: Address,
    /// All reports.
    pub catalogue: Catalogue,
    /// `catalogue.json` as it came; only the browser keeps it.
    pub listing: Vec<u8>,
    /// The context of this one.
    pub report: Report,
    /// Which release it is.
    pub lineage: Lineage,
    /// The release's root digest.
    pub root: Digest,
    /// Its batches: figures, or why there are none.
    pub batches: Vec<(BatchContext, Result<Summary, String>)>,
    /// What the checks find in it, but for what keeps a batch from being shown: the first of each, and how many more.
    pub findings: Vec<(Finding, usize)>,
    /// Its files but SHA256SUMS, in the order of their paths.
    pub files: Vec<File>,
    /// Those of them that the figures were made of, as they were hashed.
    pub sealed: Vec<Sealed>,
    /// What the release's signature is held to.
    pub signing: Signing,
}

/// A file of the release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its path.
    pub path: DataPath,
    /// Its length, by the descriptor.
    pub bytes: u64,
    /// Its digest, by both manifests.
    pub digest: Digest,
}

impl File {
    /// Whether the page only fetches it when asked: a raw client file, or rounds in another form than CSV.
    pub fn is_extra(&self) -> bool {
        let path = self.path.as_str();
        path.starts_with("sources/") || rounds::is_copy(path)
    }
}

/// How far the check of one file is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Check {
    /// Nobody has looked at it here.
    #[default]
    Open,
    /// Its bytes have the listed digest.
    Same,
    /// They have not, or did not come.
    Failed(String),
}

/// What a root digest from elsewhere says of a release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// It is this release's.
    Same,
    /// It is that of another release of the report.
    Other(Id),
    /// It is no release's of this report.
    Differs,
}

impl Told {
    /// Compares `digest` with release `id` of `listed`.
    pub fn of(digest: Digest, listed: &Listed, id: &str) -> Self {
        let found = listed
            .releases
            .iter()
            .find(|release| release.root == digest);
        match found {
            Some(release) if release.id.as_str() == id => Self::Same,
            Some(release) => Self::Other(release.id.clone()),
            None => Self::Differs,
        }
    }
}

impl Page {
    /// The page of a release, made of its sealed files. A file that is not among them takes its batch with it.
    pub fn of(
        address: Address,
        catalogue: Catalogue,
        root: Digest,
        descriptor: &Descriptor,
        sealed: Vec<Sealed>,
    ) -> Result<Self, String> {
        let Release {
            report,
            batches,
            findings,
        } = Release::read(&sealed).map_err(|error| error.said(address.lang))?;
        let mut firsts: Vec<(Finding, usize)> = vec![];
        for finding in findings {
            match firsts.last_mut() {
                Some((first, more)) if ptr::eq(first.check, finding.check) => *more += 1,
                _ if finding.check.doubt || finding.broken.batch.is_none() => {
                    firsts.push((finding, 0));
                }
                _ => {}
            }
        }
        let batches = report
            .batches
            .iter()
            .zip(batches)
            .map(|(context, batch)| {
                (
                    context.clone(),
                    batch
                        .map(|batch| Summary::of(&batch))
                        .map_err(|error| error.said(address.lang)),
                )
            })
            .collect();
        if report.id.as_str() != address.report {
            return Err(messages::stands_as(
                address.lang,
                &address.report,
                "report.json",
                &report.id,
            ));
        }
        if let Some(listed) = catalogue.report(&address.report) {
            agrees(listed, &address.release, descriptor.lineage(), address.lang)?;
            let newest = listed.newest();
            if newest.is_some_and(|newest| newest.id.as_str() == address.release)
                && (&listed.title, listed.status) != (&report.title, report.status)
            {
                return Err(messages::title_disagrees(address.lang, &report.id));
            }
        }
        let mut files: Vec<File> = descriptor
            .files()
            .map(|(path, entry)| File {
                path: path.clone(),
                bytes: entry.bytes,
                digest: entry.hash,
            })
            .collect();
        // The descriptor does not list itself.
        let own = sealed
            .iter()
            .filter(|file| !files.iter().any(|listed| listed.path == *file.path()));
        let own = own.map(|file| File {
            path: file.path().clone(),
            bytes: file.bytes().len() as u64,
            digest: file.digest(),
        });
        let own: Vec<File> = own.collect();
        files.splice(0..0, own);
        Ok(Self {
            address,
            catalogue,
            listing: vec![],
            report,
            lineage: descriptor.lineage().clone(),
            root,
            batches,
            findings: firsts,
            files,
            sealed,
            signing: Signing::default(),
        })
    }

    /// What the catalogue says of the report.
    pub fn listed(&self) -> Option<&Listed> {
        self.catalogue.report(&self.address.report)
    }

    /// What the catalogue says of this release.
    pub fn entry(&self) -> Option<&ListedRelease> {
        Some(self.listed()?.release(&self.address.release)?.1)
    }

    /// The newest release of the report, where that is another one.
    pub fn newer(&self) -> Option<&Id> {
        let newest = &self.listed()?.newest()?.id;
        (newest.as_str() != self.address.release).then_some(newest)
    }

    /// The release that corrects this one.
    pub fn corrected_by(&self) -> Option<&Id> {
        Some(&self.listed()?.corrected_by(&self.entry()?.id)?.id)
    }

    /// The release that this one corrects.
    pub fn corrects(&self) -> Option<&Id> {
        self.entry()?.supersedes.as_ref()
    }

    /// Whether no later release of the report is listed.
    pub fn is_newest(&self) -> bool {
        let newest = self.listed().and_then(Listed::newest);
        newest.is_none_or(|newest| newest.id.as_str() == self.address.release)
    }

    /// The figures of all batches, or why one of them has none.
    pub fn summaries(&self) -> Result<Vec<&Summary>, String> {
        let all = self.batches.iter();
        all.map(|(_, summary)| summary.as_ref().map_err(Clone::clone))
            .collect()
    }

    /// What is checked when the page is made: the sealed files are the same, the others open.
    pub fn checks(&self) -> Vec<Check> {
        let same = |file: &File| self.sealed.iter().any(|sealed| *sealed.path() == file.path);
        self.files
            .iter()
            .map(|file| if same(file) { Check::Same } else { Check::Open })
            .collect()
    }

    /// Lines that say, in a chart that leaves the page, where it comes from; `shown` of the batch's scenarios are in it.
    pub fn origin(&self, summary: &Summary, shown: usize) -> Vec<String> {
        let illustrative = self.report.status == rounds::Status::Illustrative;
        let release = format!("{} {}", self.lineage.report, self.lineage.release);
        let lang = self.address.lang;
        let part = charts::words::part(&summary.batch, shown, summary.scenarios.len(), lang);
        charts::words::origin(illustrative, &release, &part, &self.root.to_string(), lang)
    }
}

/// Errs where a release does not say of itself what the catalogue says of it.
pub(crate) fn agrees(
    listed: &Listed,
    release: &str,
    own: &Lineage,
    lang: Lang,
) -> Result<(), String> {
    let Some((seq, entry)) = listed.release(release) else {
        return Ok(());
    };
    for (own, expected) in [(&own.report, listed.id.as_str()), (&own.release, release)] {
        if own.as_str() != expected {
            return Err(messages::stands_as(lang, expected, "datapackage.json", own));
        }
    }
    let supersedes = own.supersedes.as_ref().map(DataPath::as_str);
    let entered = entry.supersedes.as_ref().map(Id::as_str);
    if (own.seq, own.previous, supersedes) != (seq, entry.previous, entered) {
        return Err(messages::lineage_disagrees(lang, release));
    }
    Ok(())
}
