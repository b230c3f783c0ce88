use std::collections::BTreeMap;

use crate::{Id, Report, Round, ScenarioPlan, Sheet, Side};

/// Rounds that may stand in one aggregate: one node, one sitting, one set of pins and one client a side.
///
/// Made by [`Batch::gather`] and nothing else.
#[derive(Clone, Debug)]
pub struct Batch {
    id: Id,
    scenarios: Vec<Planned>,
}

/// A scenario of the plan with what was measured of it.
#[derive(Clone, Debug)]
pub struct Planned {
    /// What was meant to run.
    pub plan: ScenarioPlan,
    /// The rounds before the upgrade, by number.
    pub baseline: Vec<Round>,
    /// The rounds after it, by number.
    pub candidate: Vec<Round>,
}

impl Planned {
    /// The rounds of `side`, by number.
    pub fn rounds(&self, side: Side) -> &[Round] {
        match side {
            Side::Baseline => &self.baseline,
            Side::Candidate => &self.candidate,
        }
    }
}

/// Rounds that do not belong together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GatherError {
    /// There is nothing to gather.
    #[error("no file of rounds, expected one for each side")]
    Nothing,
    /// Two files differ in what makes a batch.
    #[error(
        "`{first}` and `{second}` cannot be one batch: `{field}` is `{a}` in the one and `{b}` in the other"
    )]
    Mixed {
        /// One file.
        first: String,
        /// The other.
        second: String,
        /// What differs.
        field: &'static str,
        /// Its value in the first.
        a: String,
        /// Its value in the second.
        b: String,
    },
    /// One side was measured with two clients.
    #[error("`{file}`: found the clients `{a}` and `{b}`, expected one client a side")]
    Clients {
        /// The file.
        file: String,
        /// One client.
        a: String,
        /// The other.
        b: String,
    },
    /// A round is there twice.
    #[error("`{file}`: found round {round} of `{scenario}` twice, expected each round once")]
    Twice {
        /// The file.
        file: String,
        /// The scenario.
        scenario: Id,
        /// The round's number.
        round: u32,
    },
}

impl Batch {
    /// Puts the files of one batch together, or says what keeps them apart.
    pub fn gather(report: &Report, sheets: Vec<Sheet>) -> Result<Self, GatherError> {
        let first = sheets.first().ok_or(GatherError::Nothing)?;
        for other in &sheets[1..] {
            let mixed = |field, a: &dyn ToString, b: &dyn ToString| GatherError::Mixed {
                first: first.path.clone(),
                second: other.path.clone(),
                field,
                a: a.to_string(),
                b: b.to_string(),
            };
            if first.batch != other.batch {
                return Err(mixed("batch", &first.batch, &other.batch));
            }
            if first.node != other.node {
                return Err(mixed("node", &first.node, &other.node));
            }
            if first.side == other.side {
                let differing = first
                    .pins
                    .named()
                    .into_iter()
                    .zip(other.pins.named())
                    .find(|(a, b)| a != b);
                return Err(match differing {
                    Some(((field, a), (_, b))) => {
                        let shown = |pin: Option<&crate::Pin>| {
                            pin.map_or("nothing".into(), ToString::to_string)
                        };
                        mixed(field, &shown(a), &shown(b))
                    }
                    None => mixed("side", &first.side, &"the same"),
                });
            }
        }
        let id = first.batch.clone();
        let plans = report
            .batch(&id)
            .map(|batch| batch.scenarios.clone())
            .unwrap_or_default();
        let mut by_scenario: BTreeMap<Id, [Vec<Round>; 2]> = BTreeMap::new();
        for sheet in sheets {
            let mut clients = sheet.rounds.iter().map(|round| &round.client);
            if let Some(client) = clients.next()
                && let Some(other) = clients.find(|other| *other != client)
            {
                return Err(GatherError::Clients {
                    file: sheet.path,
                    a: client.clone(),
                    b: other.clone(),
                });
            }
            for round in sheet.rounds {
                by_scenario.entry(round.scenario.clone()).or_default()[sheet.side as usize]
                    .push(round);
            }
            for (scenario, sides) in &mut by_scenario {
                let rounds = &mut sides[sheet.side as usize];
                rounds.sort_by_key(|round| round.round);
                if let Some(pair) = rounds
                    .windows(2)
                    .find(|pair| pair[0].round == pair[1].round)
                {
                    let (file, scenario, round) = (sheet.path, scenario.clone(), pair[0].round);
                    return Err(GatherError::Twice {
                        file,
                        scenario,
                        round,
                    });
                }
            }
        }
        let scenarios = plans
            .into_iter()
            .map(|plan| {
                let [baseline, candidate] = by_scenario.remove(&plan.id).unwrap_or_default();
                Planned {
                    plan,
                    baseline,
                    candidate,
                }
            })
            .collect();
        Ok(Self { id, scenarios })
    }

    /// The batch's name.
    pub fn id(&self) -> &Id {
        &self.id
    }

    /// Its scenarios, in the order of the plan.
    pub fn scenarios(&self) -> &[Planned] {
        &self.scenarios
    }
}
