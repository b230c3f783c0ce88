use seal::Sealed;

use crate::{Batch, GatherError, Id, ReadError, Report, ReportError, Sheet, Side};

/// What one release says: its report, and every batch that could be gathered.
#[derive(Debug)]
pub struct Release {
    /// The context.
    pub report: Report,
    /// The batches, in the order of the report; `Err` where one cannot be shown.
    pub batches: Vec<Result<Batch, ReleaseError>>,
}

/// Why a release, or a batch of it, cannot be shown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReleaseError {
    /// The report is not there.
    #[error("`report.json` is not in the release")]
    NoReport,
    /// The report cannot be read.
    #[error("{0}")]
    Report(String),
    /// A file of rounds is not there, or was not sealed.
    #[error("`{0}` differs from the manifest or did not load, so its batch is not shown")]
    NoRounds(String),
    /// A file of rounds cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// Rounds do not belong together.
    #[error(transparent)]
    Gather(#[from] GatherError),
}

impl From<ReportError> for ReleaseError {
    fn from(error: ReportError) -> Self {
        Self::Report(error.to_string())
    }
}

/// Where the rounds of a batch and side stand in a release.
pub fn round_file(batch: &Id, side: Side) -> String {
    format!("rounds/{batch}-{side}.csv")
}

impl Release {
    /// Reads a release from its sealed files; a file that is not among them takes its batch with it.
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
        Ok(Self { report, batches })
    }

    /// The batches that can be shown.
    pub fn gathered(&self) -> impl Iterator<Item = &Batch> {
        self.batches.iter().flatten()
    }
}
