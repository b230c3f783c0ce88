use seal::Sealed;

use crate::{Id, Pins, ReadError, Report, Round, Side, table};

/// The rounds of one batch on one side: what one `rounds/<batch>-<side>.csv` holds.
///
/// Carries the node and the pins from the report, so that [`crate::Batch::gather`] can refuse to mix them.
#[derive(Clone, Debug)]
pub struct Sheet {
    pub(crate) path: String,
    pub(crate) batch: Id,
    pub(crate) node: Id,
    pub(crate) side: Side,
    pub(crate) pins: Pins,
    pub(crate) rounds: Vec<Round>,
}

impl Sheet {
    /// Reads a sealed file of rounds; its name says which batch and side of `report` it holds.
    pub fn read(file: &Sealed, report: &Report) -> Result<Self, ReadError> {
        let path = file.path().as_str();
        let place = report.batches.iter().find_map(|batch| {
            let side = Side::BOTH
                .into_iter()
                .find(|&side| crate::round_file(&batch.id, side) == path)?;
            Some((batch, side))
        });
        let Some((batch, side)) = place else {
            return Err(ReadError::file(
                path,
                &|lang| messages::found_stray(lang).into(),
                &|_| "rounds/<batch>-<side>.csv".into(),
            ));
        };
        let rounds = table::read(path, file.bytes(), &batch.scenarios)?;
        Ok(Self {
            path: path.into(),
            batch: batch.id.clone(),
            node: batch.node.clone(),
            side,
            pins: report.sides.of(side).pins.clone(),
            rounds,
        })
    }

    /// Its rounds, in the order of the file.
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }
}
