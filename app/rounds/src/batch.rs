use std::{collections::BTreeMap, error::Error, fmt};

use messages::{Lang, Said, Say};
use seal::Mend;

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GatherError {
    /// There is nothing to gather.
    Nothing,
    /// Two files differ in what makes a batch.
    Mixed {
        /// One file.
        first: String,
        /// The other.
        second: String,
        /// What differs.
        field: &'static str,
        /// Its value in the first.
        a: Said,
        /// Its value in the second.
        b: Said,
    },
    /// One side was measured with two clients.
    Clients {
        /// The file.
        file: String,
        /// One client.
        a: String,
        /// The other.
        b: String,
    },
    /// A round is there twice.
    Twice {
        /// The file.
        file: String,
        /// The scenario.
        scenario: Id,
        /// The round's number.
        round: u32,
    },
}

impl GatherError {
    /// What keeps them apart, and what to do about it.
    pub fn said(&self, lang: Lang) -> String {
        let mend = Mend::Content.said(lang);
        match self {
            Self::Nothing => messages::no_sheet(lang).into(),
            Self::Mixed {
                first,
                second,
                field,
                a,
                b,
            } => {
                let (a, b) = (a.said(lang), b.said(lang));
                messages::mixed_sheets(lang, a, b, field, first, mend, second)
            }
            Self::Clients { file, a, b } => messages::two_clients(lang, a, b, file, mend),
            Self::Twice {
                file,
                scenario,
                round,
            } => messages::round_twice(lang, file, mend, round, scenario),
        }
    }
}

impl fmt::Display for GatherError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.said(Lang::En))
    }
}

impl Error for GatherError {}

impl Sheet {
    /// Errs where two files differ in what makes a batch, or hold the same side.
    fn fits(&self, other: &Self) -> Result<(), GatherError> {
        let mixed = |field, a: Say<'_>, b: Say<'_>| {
            let (first, second) = (self.path.clone(), other.path.clone());
            Err(GatherError::Mixed {
                first,
                second,
                field,
                a: Said::of(a),
                b: Said::of(b),
            })
        };
        if self.batch != other.batch {
            return mixed("batch", &|_| self.batch.to_string(), &|_| {
                other.batch.to_string()
            });
        }
        if self.node != other.node {
            return mixed("node", &|_| self.node.to_string(), &|_| {
                other.node.to_string()
            });
        }
        if self.side != other.side {
            return Ok(());
        }
        let shown = |pin: Option<&crate::Pin>, lang| match pin {
            Some(pin) => pin.to_string(),
            None => messages::nothing(lang).into(),
        };
        let pins = self.pins.named().into_iter().zip(other.pins.named());
        match pins.into_iter().find(|(a, b)| a != b) {
            Some(((field, a), (_, b))) => {
                mixed(field, &|lang| shown(a, lang), &|lang| shown(b, lang))
            }
            None => mixed("side", &|_| self.side.to_string(), &|lang| {
                messages::the_same(lang).into()
            }),
        }
    }
}

impl Batch {
    /// Puts the files of one batch together, or says what keeps them apart.
    pub fn gather(report: &Report, sheets: Vec<Sheet>) -> Result<Self, GatherError> {
        let id = sheets.first().ok_or(GatherError::Nothing)?.batch.clone();
        for (index, first) in sheets.iter().enumerate() {
            for second in &sheets[index + 1..] {
                first.fits(second)?;
            }
        }
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
                    a: client.to_string(),
                    b: other.to_string(),
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

#[cfg(test)]
mod tests {
    use super::*;
    use seal::{Digest, Manifest};
    use serde_json::json;

    const OLD: &str = "0000000000000000000000000000000000000000";
    const NEW: &str = "1111111111111111111111111111111111111111";

    /// A report of one batch with one scenario; both sides ran the source at `commit`.
    fn report(batch: &str, node: &str, commit: &str) -> Report {
        let text = json!({ "en": "a", "zh": "b" });
        let side = json!({
            "engine": "engine", "version": "1", "pins": { "source_commit": commit },
            "weights_format": "float32", "launch": "serve",
        });
        let scenario = json!({
            "id": "x", "input_tokens": 64, "output_tokens": 4, "load": { "concurrency": 1 },
            "requests": 4, "rounds": 3,
        });
        let batch = json!({
            "id": batch, "node": node, "title": text, "run_order": text, "scenarios": [scenario],
        });
        serde_json::from_value(json!({
            "id": "demo", "status": "measured", "date": "2026-01-02", "title": text, "question": text,
            "hardware": text, "model": text, "sides": { "baseline": side, "candidate": side },
            "batches": [batch], "limits": [],
        }))
        .unwrap()
    }

    /// The file of `side` with these rounds, a number and a client each, as `report` explains it.
    fn sheet(report: &Report, side: Side, rounds: &[(u32, &str)]) -> Sheet {
        let columns = crate::COLUMNS.map(|column| column.name).join(",");
        let hex = "ab".repeat(32);
        let row = |(round, client): &(u32, &str)| {
            format!(
                "x,{round},4,0,0,0,0,0,0,0,done usage,2,16,8,10,20,1,2,30,40,4,lengths:{hex},{hex},{client},1,,requests,,,,,\n"
            )
        };
        let text = columns + "\n" + &rounds.iter().map(row).collect::<String>();
        let path = crate::round_file(&report.batches[0].id, side);
        let sums = format!("{}  {path}\n", Digest::of(text.as_bytes()));
        let manifest = Manifest::read(sums.as_bytes()).unwrap();
        let sealed = manifest.open(&path.parse().unwrap(), text.into()).unwrap();
        Sheet::read(&sealed, report).unwrap()
    }

    #[track_caller]
    fn refused(report: &Report, sheets: Vec<Sheet>, expected: &str) {
        let error = Batch::gather(report, sheets).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
        assert_ne!(error.said(Lang::Zh), error.to_string());
    }

    const ROUNDS: [(u32, &str); 3] = [(1, "client 1"), (2, "client 1"), (3, "client 1")];
    use Side::{Baseline, Candidate};

    #[test]
    fn two_sides_of_one_sitting_are_a_batch_with_rounds_in_order() {
        let report = report("main", "node-a", OLD);
        let shuffled = [ROUNDS[2], ROUNDS[0], ROUNDS[1]];
        let sheets = vec![
            sheet(&report, Candidate, &ROUNDS[..1]),
            sheet(&report, Baseline, &shuffled),
        ];
        let batch = Batch::gather(&report, sheets).unwrap();
        let [planned] = batch.scenarios() else {
            panic!("{batch:?}");
        };
        let numbers = |side| Vec::from_iter(planned.rounds(side).iter().map(|round| round.round));
        assert_eq!(
            (numbers(Baseline), numbers(Candidate)),
            (vec![1, 2, 3], vec![1])
        );
    }

    #[test]
    fn files_that_differ_in_what_makes_a_batch_are_refused_with_the_difference() {
        let here = report("main", "node-a", OLD);
        let baseline = || sheet(&here, Baseline, &ROUNDS);

        let elsewhere = report("main", "node-b", OLD);
        refused(
            &here,
            vec![baseline(), sheet(&elsewhere, Candidate, &ROUNDS)],
            "`rounds/main-baseline.csv` and `rounds/main-candidate.csv` cannot be one batch: \
             `node` is `node-a` in the one and `node-b` in the other",
        );
        let another = report("other", "node-a", OLD);
        refused(
            &here,
            vec![baseline(), sheet(&another, Candidate, &ROUNDS)],
            "`batch` is `main` in the one and `other` in the other",
        );
        let newer = report("main", "node-a", NEW);
        refused(
            &here,
            vec![baseline(), sheet(&newer, Baseline, &ROUNDS)],
            &format!("`source_commit` is `{OLD}` in the one and `{NEW}` in the other"),
        );
        refused(
            &here,
            vec![baseline(), baseline()],
            "`side` is `baseline` in the one and `the same` in the other",
        );
        refused(
            &here,
            vec![],
            "no file of rounds, expected one for each side",
        );
    }

    /// The file before them is of the other side, so neither of the two can be compared with it.
    #[test]
    fn two_files_of_one_side_are_refused_wherever_they_stand() {
        let (here, newer) = (report("main", "node-a", OLD), report("main", "node-a", NEW));
        let sheets = vec![
            sheet(&here, Baseline, &ROUNDS),
            sheet(&here, Candidate, &ROUNDS[..1]),
            sheet(&newer, Candidate, &ROUNDS[1..]),
        ];
        refused(
            &here,
            sheets,
            &format!("`source_commit` is `{OLD}` in the one and `{NEW}` in the other"),
        );
    }

    #[test]
    fn one_side_has_one_client_and_each_round_once() {
        let report = report("main", "node-a", OLD);
        refused(
            &report,
            vec![sheet(
                &report,
                Baseline,
                &[(1, "client 1"), (2, "client 2")],
            )],
            "`rounds/main-baseline.csv`: found the clients `client 1` and `client 2`, expected one client a side",
        );
        refused(
            &report,
            vec![sheet(
                &report,
                Candidate,
                &[ROUNDS[0], ROUNDS[1], ROUNDS[0]],
            )],
            "`rounds/main-candidate.csv`: found round 1 of `x` twice, expected each round once",
        );
    }
}
