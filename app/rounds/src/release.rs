use std::{error::Error, fmt};

use messages::{Lang, Said};
use seal::{Mend, Sealed};

use crate::{Batch, Finding, GatherError, Id, ReadError, Report, ReportError, Sheet, Side, checks};

/// What one release says: its report, and every batch that could be gathered.
#[derive(Debug)]
pub struct Release {
    /// The context.
    pub report: Report,
    /// The batches, in the order of the report; `Err` where one cannot be shown.
    pub batches: Vec<Result<Batch, ReleaseError>>,
    /// What the checks find in all that could be read.
    pub findings: Vec<Finding>,
}

/// Why a release, or a batch of it, cannot be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReleaseError {
    /// The report is not there.
    NoReport,
    /// The report cannot be read.
    Report(ReportError),
    /// A file of rounds is not there, or was not sealed.
    NoRounds(String),
    /// A file of rounds cannot be read.
    Read(ReadError),
    /// Rounds do not belong together.
    Gather(GatherError),
    /// A check found what cannot be.
    Found(Said),
}

impl ReleaseError {
    /// Why, and what to do about it.
    pub fn said(&self, lang: Lang) -> String {
        match self {
            Self::NoReport => messages::no_report_file(lang, Mend::Publish.said(lang)),
            Self::Report(error) => error.said(lang),
            Self::NoRounds(file) => messages::no_rounds_file(lang, file, Mend::Fetch.said(lang)),
            Self::Read(error) => error.said(lang),
            Self::Gather(error) => error.said(lang),
            Self::Found(finding) => finding.said(lang),
        }
    }
}

impl fmt::Display for ReleaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.said(Lang::En))
    }
}

impl Error for ReleaseError {}

impl From<ReportError> for ReleaseError {
    fn from(error: ReportError) -> Self {
        Self::Report(error)
    }
}

impl From<ReadError> for ReleaseError {
    fn from(error: ReadError) -> Self {
        Self::Read(error)
    }
}

impl From<GatherError> for ReleaseError {
    fn from(error: GatherError) -> Self {
        Self::Gather(error)
    }
}

/// Where the rounds of a batch and side stand in a release.
pub fn round_file(batch: &Id, side: Side) -> String {
    format!("rounds/{batch}-{side}.csv")
}

impl Release {
    /// Reads a release from its sealed files, and checks it. A file that is not among them takes its batch with it, and so
    /// does a finding that is no mere doubt.
    pub fn read(files: &[Sealed]) -> Result<Self, ReleaseError> {
        let find = |path: &str| files.iter().find(|file| file.path().as_str() == path);
        let report = Report::read(find("report.json").ok_or(ReleaseError::NoReport)?)?;
        let batches = report
            .batches
            .iter()
            .map(|batch| {
                let mut sheets = vec![];
                for side in Side::BOTH {
                    let path = round_file(&batch.id, side);
                    let file = find(&path).ok_or(ReleaseError::NoRounds(path))?;
                    sheets.push(Sheet::read(file, &report)?);
                }
                Ok(Batch::gather(&report, sheets)?)
            })
            .collect();
        let mut release = Self {
            report,
            batches,
            findings: vec![],
        };
        release.findings = checks::findings(&release);
        for finding in release.findings.iter().filter(|one| !one.check.doubt) {
            let batches = release.report.batches.iter().zip(&mut release.batches);
            for (context, batch) in batches {
                if finding.broken.batch.as_ref() == Some(&context.id) && batch.is_ok() {
                    *batch = Err(ReleaseError::Found(Said::of(&|lang| finding.said(lang))));
                }
            }
        }
        Ok(release)
    }

    /// Everything that keeps it from being published.
    pub fn wrong(&self) -> Vec<String> {
        let batches = self.batches.iter().filter_map(|batch| batch.as_ref().err());
        // What a check found stands among the findings, and there in full.
        let unread = batches.filter(|error| !matches!(error, ReleaseError::Found(_)));
        let found = self.findings.iter().filter(|finding| !finding.check.doubt);
        let found = found.map(ToString::to_string);
        unread.map(ToString::to_string).chain(found).collect()
    }

    /// What is published and shown all the same, and should be looked at.
    pub fn doubts(&self) -> Vec<String> {
        let found = self.findings.iter().filter(|finding| finding.check.doubt);
        found.map(ToString::to_string).collect()
    }

    /// The batches that can be shown.
    pub fn gathered(&self) -> impl Iterator<Item = &Batch> {
        self.batches.iter().flatten()
    }
}
