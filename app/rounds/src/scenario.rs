use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Id, NotRun};

/// Before or after the upgrade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Before the upgrade.
    Baseline,
    /// After it.
    Candidate,
}

impl Side {
    /// Both, in the order in which they are shown.
    pub const BOTH: [Self; 2] = [Self::Baseline, Self::Candidate];

    /// The name in file names and in the data.
    pub fn name(self) -> &'static str {
        match self {
            Self::Baseline => "baseline",
            Self::Candidate => "candidate",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How the client offers requests.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Load {
    /// So many requests at a time.
    Concurrency(u32),
    /// So many requests a second, whether or not the server keeps up.
    Rate(f64),
}

impl Load {
    /// As addresses spell it: `c8`, `rate-0.300`.
    pub fn name(self) -> String {
        match self {
            Self::Concurrency(users) => format!("c{users}"),
            Self::Rate(rate) => format!("rate-{rate:.3}"),
        }
    }
}

impl fmt::Display for Load {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Concurrency(users) => write!(f, "C{users}"),
            Self::Rate(rate) => write!(f, "{rate:.3}/s"),
        }
    }
}

/// Input tokens x output tokens x load.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scenario {
    /// The name in the data.
    pub id: Id,
    /// Tokens of every prompt.
    pub input_tokens: u32,
    /// Tokens asked of every answer.
    pub output_tokens: u32,
    /// Concurrency or arrival rate.
    pub load: Load,
}

/// The two kinds of scenario that are drawn apart, each on a scale of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Panel {
    /// The prompt is at least sixteen times the answer, so reading it dominates.
    LongInput,
    /// The prompt is less than sixteen times the answer.
    LongOutput,
}

impl Panel {
    /// Both, in the order in which they are shown.
    pub const BOTH: [Self; 2] = [Self::LongInput, Self::LongOutput];

    /// Its name in addresses.
    pub fn name(self) -> &'static str {
        match self {
            Self::LongInput => "long-input",
            Self::LongOutput => "long-output",
        }
    }
}

impl Scenario {
    /// A count of tokens, in whole K where it is.
    pub fn tokens(count: u32) -> String {
        match count {
            0 => "0".into(),
            count if count % 1024 == 0 => format!("{}K", count / 1024),
            count => count.to_string(),
        }
    }

    /// Where the scenario is drawn.
    pub fn panel(&self) -> Panel {
        if u64::from(self.input_tokens) >= 16 * u64::from(self.output_tokens) {
            Panel::LongInput
        } else {
            Panel::LongOutput
        }
    }
}

/// `8K → 128 · C8`.
impl fmt::Display for Scenario {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [input, output] = [self.input_tokens, self.output_tokens].map(Self::tokens);
        write!(f, "{input} → {output} · {}", self.load)
    }
}

/// A scenario as it was meant to be measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ScenarioPlan {
    /// The name in the data.
    pub id: Id,
    /// Tokens of every prompt.
    pub input_tokens: u32,
    /// Tokens asked of every answer.
    pub output_tokens: u32,
    /// Concurrency or arrival rate.
    pub load: Load,
    /// Requests in a round.
    pub requests: u32,
    /// Rounds planned on each side.
    pub rounds: u32,
    /// The shape was chosen for a reconstruction; the source does not give it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub chosen: bool,
    /// Why it was not run, or not to the end, on one side or on both.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_run: Vec<NotRun>,
}

impl ScenarioPlan {
    /// The scenario itself.
    pub fn scenario(&self) -> Scenario {
        Scenario {
            id: self.id.clone(),
            input_tokens: self.input_tokens,
            output_tokens: self.output_tokens,
            load: self.load,
        }
    }

    /// Rounds that were started on `side`: all that were planned, or those before the first that was not run.
    pub fn started(&self, side: Side) -> u32 {
        let first = self
            .not_run(side)
            .map(|entry| entry.from_round.unwrap_or(1));
        first.map_or(self.rounds, |first| {
            self.rounds.min(first.saturating_sub(1))
        })
    }

    /// The reason why `side` was not run, or not to the end, if that was decided.
    pub fn not_run(&self, side: Side) -> Option<&NotRun> {
        self.not_run
            .iter()
            .find(|entry| entry.side.is_none_or(|only| only == side))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scenario_reads_like_speech() {
        #[track_caller]
        fn case(input_tokens: u32, output_tokens: u32, load: Load, expected: &str, panel: Panel) {
            let id = "x".parse().unwrap();
            let scenario = Scenario {
                id,
                input_tokens,
                output_tokens,
                load,
            };
            assert_eq!(scenario.to_string(), expected);
            assert_eq!(scenario.panel(), panel);
        }
        case(
            8192,
            128,
            Load::Concurrency(8),
            "8K → 128 · C8",
            Panel::LongInput,
        );
        case(
            1024,
            512,
            Load::Concurrency(1),
            "1K → 512 · C1",
            Panel::LongOutput,
        );
        case(
            1000,
            250,
            Load::Rate(0.3),
            "1000 → 250 · 0.300/s",
            Panel::LongOutput,
        );
    }
}
