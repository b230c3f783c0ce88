use charts::Lang;
use rounds::{BatchContext, Catalogue, Finding, Id, Listed, Release, Report};
use seal::{DataPath, Descriptor, Digest, Lineage, Sealed};
use summary::Summary;

/// Which page this is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// The report's folder below `data/`.
    pub report: String,
    /// The release's folder below that.
    pub release: String,
    /// The language.
    pub lang: Lang,
    /// The way to the site's root: `./`, `../` or `../../`.
    pub root: String,
    /// The root digest that the reader brought in the address, `?root=`, as it was written.
    pub told: String,
}

impl Address {
    /// Where a file of the release is, from this page.
    pub fn file(&self, path: &str) -> String {
        format!("{}data/{}/{}/{path}", self.root, self.report, self.release)
    }

    /// Where the page of `report` in `lang` is, from this page.
    pub fn page(&self, report: &str, lang: Lang) -> String {
        format!("{}{report}/{}", self.root, lang.pick("", "zh/"))
    }
}

/// Everything that one page shows.
#[derive(Debug)]
pub struct Page {
    /// Which page.
    pub address: Address,
    /// All reports.
    pub catalogue: Catalogue,
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
    /// Whether it is a raw client file, which the page only fetches when asked.
    pub fn is_source(&self) -> bool {
        self.path.as_str().starts_with("sources/")
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
        } = Release::read(&sealed).map_err(|error| error.to_string())?;
        let mut firsts: Vec<(Finding, usize)> = vec![];
        for finding in findings {
            match firsts.last_mut() {
                Some((first, more)) if first.check.name == finding.check.name => *more += 1,
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
                        .map_err(|error| error.to_string()),
                )
            })
            .collect();
        let listed = catalogue.report(report.id.as_str());
        if listed
            .is_some_and(|listed| listed.title != report.title || listed.status != report.status)
        {
            return Err(format!(
                "`catalogue.json` and `report.json` disagree on the title or status of `{}`",
                report.id
            ));
        }
        let own = descriptor.lineage();
        for (file, id, expected) in [
            ("datapackage.json", own.report.as_str(), &address.report),
            ("datapackage.json", own.release.as_str(), &address.release),
            ("report.json", report.id.as_str(), &address.report),
        ] {
            if id != expected {
                return Err(format!(
                    "`{file}` is of `{id}`, but it stands as `{expected}` in `catalogue.json`"
                ));
            }
        }
        if let Some((seq, release)) = listed.and_then(|listed| listed.release(&address.release)) {
            let supersedes = release.supersedes.as_ref().map(Id::as_str);
            if (seq, release.previous, supersedes)
                != (
                    own.seq,
                    own.previous,
                    own.supersedes.as_ref().map(DataPath::as_str),
                )
            {
                return Err(
                    "`catalogue.json` and `datapackage.json` disagree on what came before this release: an entry was changed or taken out"
                        .into(),
                );
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
            report,
            lineage: descriptor.lineage().clone(),
            root,
            batches,
            findings: firsts,
            files,
            sealed,
        })
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
