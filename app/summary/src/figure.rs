use std::{fmt, str::FromStr};

use rounds::{Id, Side};

use crate::Metric;

/// The name of one figure, as addresses and arguments spell it: `main/in8192-out128-c8/candidate/ttft_p95_ms`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The batch that it is of.
    pub batch: Id,
    /// Which of the batch's figures.
    pub of: Of,
}

/// A figure of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Of {
    /// `verdict`: the headline.
    Verdict,
    /// `SIDE/failed`: all failed requests of a side.
    Failed(Side),
    /// `SCENARIO/SIDE/VALUE`: over the rounds of a scenario on one side.
    Rounds(Id, Side, Value),
    /// `SCENARIO/SIDE/VALUE/ROUND`: of one round.
    Round(Id, Side, Value, u32),
    /// `SCENARIO/gain/METRIC`: the candidate against the baseline.
    Gain(Id, Metric),
}

/// What is known of every round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A metric, by the name of its column.
    Metric(Metric),
    /// `failed`: failed requests over requests sent.
    Failed,
}

/// Text that names no figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FigureError(String);

impl Figure {
    /// The forms that a name has.
    pub const FORMS: [&str; 5] = [
        "BATCH/verdict",
        "BATCH/SIDE/failed",
        "BATCH/SCENARIO/SIDE/METRIC",
        "BATCH/SCENARIO/SIDE/METRIC/ROUND",
        "BATCH/SCENARIO/gain/METRIC",
    ];
}

impl Value {
    /// The column of a file of rounds that it stands in.
    pub fn name(self) -> &'static str {
        match self {
            Self::Metric(metric) => metric.name(),
            Self::Failed => "failed",
        }
    }

    fn named(text: &str) -> Option<Self> {
        match text {
            "failed" => Some(Self::Failed),
            text => metric(text).map(Self::Metric),
        }
    }
}

fn metric(name: &str) -> Option<Metric> {
    Metric::ALL.into_iter().find(|metric| metric.name() == name)
}

fn side(name: &str) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| side.name() == name)
}

fn of(parts: &[&str]) -> Option<Of> {
    Some(match *parts {
        ["verdict"] => Of::Verdict,
        [on, "failed"] => Of::Failed(side(on)?),
        [scenario, "gain", name] => Of::Gain(scenario.parse().ok()?, metric(name)?),
        [scenario, on, value] => {
            Of::Rounds(scenario.parse().ok()?, side(on)?, Value::named(value)?)
        }
        [scenario, on, value, round] => Of::Round(
            scenario.parse().ok()?,
            side(on)?,
            Value::named(value)?,
            // Rounds count from 1, and one number has one spelling.
            round
                .parse()
                .ok()
                .filter(|number: &u32| *number > 0 && number.to_string() == round)?,
        ),
        _ => return None,
    })
}

impl FromStr for Figure {
    type Err = FigureError;

    fn from_str(text: &str) -> Result<Self, FigureError> {
        let refuse = || FigureError(text.chars().take(200).collect());
        let parts: Vec<&str> = text.split('/').collect();
        let batch = parts[0].parse().map_err(|_| refuse())?;
        let of = of(&parts[1..]).ok_or_else(refuse)?;
        Ok(Self { batch, of })
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/", self.batch)?;
        match &self.of {
            Of::Verdict => f.write_str("verdict"),
            Of::Failed(side) => write!(f, "{side}/failed"),
            Of::Rounds(scenario, side, value) => write!(f, "{scenario}/{side}/{}", value.name()),
            Of::Round(scenario, side, value, round) => {
                write!(f, "{scenario}/{side}/{}/{round}", value.name())
            }
            Of::Gain(scenario, metric) => write!(f, "{scenario}/gain/{}", metric.name()),
        }
    }
}

impl std::error::Error for FigureError {}

impl fmt::Display for FigureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let forms = Figure::FORMS.join(", ");
        write!(f, "found `{}`, expected one of {forms}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_reads_back() {
        let id = |text: &str| text.parse::<Id>().unwrap();
        let ttft = Metric::TtftP95Ms;
        let scenario = "in8192-out128-rate-0.300";
        for (name, of) in [
            ("main/verdict", Of::Verdict),
            ("main/baseline/failed", Of::Failed(Side::Baseline)),
            (
                "main/in8192-out128-rate-0.300/candidate/ttft_p95_ms",
                Of::Rounds(id(scenario), Side::Candidate, Value::Metric(ttft)),
            ),
            (
                "main/in8192-out128-rate-0.300/candidate/failed",
                Of::Rounds(id(scenario), Side::Candidate, Value::Failed),
            ),
            (
                "main/in8192-out128-rate-0.300/baseline/ttft_p95_ms/12",
                Of::Round(id(scenario), Side::Baseline, Value::Metric(ttft), 12),
            ),
            (
                "main/in8192-out128-rate-0.300/gain/ttft_p95_ms",
                Of::Gain(id(scenario), ttft),
            ),
        ] {
            let figure = name.parse::<Figure>().unwrap();
            let batch = id("main");
            assert_eq!(figure, Figure { batch, of });
            assert_eq!(figure.to_string(), name);
        }
    }

    #[test]
    fn what_is_no_name_is_refused_with_the_forms_of_one() {
        for text in [
            "",
            "main",
            "main/",
            "verdict",
            "/verdict",
            "Main/verdict",
            "main/verdict/",
            "main/before/failed",
            "main/baseline/output_tok_s",
            "main/x/gain/failed",
            "main/x/gain/requests",
            "main/x/candidate/output_tok_s/0",
            "main/x/candidate/output_tok_s/01",
            "main/x/candidate/output_tok_s/+1",
            "main/x/candidate/output_tok_s/4294967296",
            "main/x/gain/output_tok_s/1",
            "main/x y/candidate/output_tok_s",
        ] {
            let error = text.parse::<Figure>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("found `{text}`, expected one of BATCH/verdict, ")));
        }
    }
}
