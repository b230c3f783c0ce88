use std::collections::BTreeMap;

use crate::{Batch, Fingerprint, Load, Planned, Release, Report, Round, Side, Status, Text};

/// Something in a release that should not be published.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{file}` {place}: found {found}, expected {expected}")]
pub struct Finding {
    /// The file, relative to the release.
    pub file: String,
    /// The place in it: a scenario and round, or a key.
    pub place: String,
    /// What is there.
    pub found: String,
    /// What should be.
    pub expected: String,
}

/// One check: its name and what it finds.
pub type Check = (&'static str, fn(&Release) -> Vec<Finding>);

/// Every check over a whole release, beyond what reading its files already refuses.
pub const CHECKS: [Check; 9] = [
    ("every text is there in both languages", texts),
    ("the date is a date", date),
    (
        "a measured release says what it ran by immutable references",
        pins,
    ),
    ("a scenario has a shape, a load, requests and rounds", plans),
    ("what was not run has no rounds", not_run),
    ("rounds are those of the plan", planned_rounds),
    ("both sides of a round have the same inputs", inputs),
    ("no source file stands behind two rounds", sources),
    ("latencies fit into the round's time", units),
];

/// What all checks find in `release`, in the order of the table.
pub fn findings(release: &Release) -> Vec<(&'static str, Finding)> {
    CHECKS
        .iter()
        .flat_map(|(name, check)| check(release).into_iter().map(|finding| (*name, finding)))
        .collect()
}

fn in_report(place: impl Into<String>, found: impl Into<String>, expected: &str) -> Finding {
    Finding {
        file: "report.json".into(),
        place: place.into(),
        found: found.into(),
        expected: expected.into(),
    }
}

fn in_round(
    batch: &Batch,
    side: Side,
    round: &Round,
    field: &str,
    found: String,
    expected: String,
) -> Finding {
    let file = crate::round_file(batch.id(), side);
    let place = format!(
        "scenario `{}` round {}: `{field}`",
        round.scenario, round.round
    );
    Finding {
        file,
        place,
        found,
        expected,
    }
}

fn every_round(release: &Release) -> impl Iterator<Item = (&Batch, &Planned, Side, &Round)> {
    release.gathered().flat_map(|batch| {
        batch.scenarios().iter().flat_map(move |planned| {
            Side::BOTH.into_iter().flat_map(move |side| {
                planned
                    .rounds(side)
                    .iter()
                    .map(move |round| (batch, planned, side, round))
            })
        })
    })
}

fn texts(release: &Release) -> Vec<Finding> {
    let report = &release.report;
    let mut texts: Vec<(String, &Text)> = vec![
        ("title".into(), &report.title),
        ("question".into(), &report.question),
        ("hardware".into(), &report.hardware),
        ("model".into(), &report.model),
    ];
    texts.extend(
        report
            .limits
            .iter()
            .enumerate()
            .map(|(i, text)| (format!("limits[{i}]"), text)),
    );
    for side in Side::BOTH {
        for (i, fact) in report.sides.of(side).facts.iter().enumerate() {
            texts.push((format!("sides.{side}.facts[{i}].name"), &fact.name));
            texts.push((format!("sides.{side}.facts[{i}].value"), &fact.value));
        }
    }
    for batch in &report.batches {
        texts.push((format!("batch `{}`: title", batch.id), &batch.title));
        texts.push((format!("batch `{}`: run_order", batch.id), &batch.run_order));
        texts.extend(
            batch
                .notes
                .iter()
                .enumerate()
                .map(|(i, text)| (format!("batch `{}`: notes[{i}]", batch.id), text)),
        );
        for plan in &batch.scenarios {
            texts.extend(
                plan.not_run
                    .iter()
                    .map(|entry| (format!("scenario `{}`: not_run.why", plan.id), &entry.why)),
            );
        }
    }
    let mut found = vec![];
    for (place, text) in texts {
        for (language, words) in [("en", &text.en), ("zh", &text.zh)] {
            if words.trim().is_empty() {
                found.push(in_report(
                    format!("{place}.{language}"),
                    "nothing",
                    "a text",
                ));
            }
        }
    }
    found
}

fn date(release: &Release) -> Vec<Finding> {
    let date = &release.report.date;
    if is_day(date) {
        vec![]
    } else {
        vec![in_report(
            "`date`",
            format!("`{date}`"),
            "a day, YYYY-MM-DD",
        )]
    }
}

/// Whether this is a day, `YYYY-MM-DD`.
pub(crate) fn is_day(date: &str) -> bool {
    let shape = date.len() == 10
        && date.bytes().enumerate().all(|(i, c)| {
            if i == 4 || i == 7 {
                c == b'-'
            } else {
                c.is_ascii_digit()
            }
        });
    let range = |from: usize, to: usize, most: u32| {
        date.get(from..to)
            .and_then(|part| part.parse().ok())
            .is_some_and(|part: u32| (1..=most).contains(&part))
    };
    shape && range(5, 7, 12) && range(8, 10, 31)
}

fn pins(release: &Release) -> Vec<Finding> {
    let report = &release.report;
    if report.status == Status::Illustrative {
        return vec![];
    }
    let mut found = vec![];
    for side in Side::BOTH {
        let pins = &report.sides.of(side).pins;
        if pins.image_digest.is_none()
            && pins.package_digest.is_none()
            && pins.source_commit.is_none()
        {
            let place = format!("`sides.{side}.pins`");
            found.push(in_report(
                place,
                "nothing",
                "an image digest, a package digest or a source commit",
            ));
        }
        if pins.model_revision.is_none() {
            found.push(in_report(
                format!("`sides.{side}.pins.model_revision`"),
                "nothing",
                "a commit or a digest",
            ));
        }
    }
    found
}

/// More rounds of one scenario than this are a slip of the keyboard.
const MOST_ROUNDS: u32 = 10_000;
const RANGE: &str = "a number above 0, of rounds at most 10000";

fn plans(release: &Release) -> Vec<Finding> {
    let mut found = vec![];
    for batch in &release.report.batches {
        for plan in &batch.scenarios {
            let load = match plan.load {
                Load::Concurrency(users) => users > 0,
                Load::Rate(rate) => rate.is_finite() && rate > 0.0,
            };
            for (key, value, good) in [
                (
                    "input_tokens",
                    plan.input_tokens.to_string(),
                    plan.input_tokens > 0,
                ),
                (
                    "output_tokens",
                    plan.output_tokens.to_string(),
                    plan.output_tokens > 0,
                ),
                ("load", plan.load.to_string(), load),
                ("requests", plan.requests.to_string(), plan.requests > 0),
                (
                    "rounds",
                    plan.rounds.to_string(),
                    (1..=MOST_ROUNDS).contains(&plan.rounds),
                ),
                (
                    "not_run.from_round",
                    plan.not_run
                        .iter()
                        .filter_map(|entry| entry.from_round)
                        .map(|round| round.to_string())
                        .collect::<Vec<_>>()
                        .join(", "),
                    plan.not_run
                        .iter()
                        .filter_map(|entry| entry.from_round)
                        .all(|round| (1..=plan.rounds).contains(&round)),
                ),
            ] {
                if !good {
                    let place = format!("batch `{}`, scenario `{}`: `{key}`", batch.id, plan.id);
                    found.push(in_report(place, format!("`{value}`"), RANGE));
                }
            }
        }
    }
    found
}

fn not_run(release: &Release) -> Vec<Finding> {
    every_round(release)
        .filter(|(_, planned, side, round)| {
            planned.plan.not_run(*side).is_some() && round.round > planned.plan.started(*side)
        })
        .map(|(batch, _, side, round)| {
            in_round(
                batch,
                side,
                round,
                "round",
                "a round".into(),
                "none: report.json says it was not run".into(),
            )
        })
        .collect()
}

fn planned_rounds(release: &Release) -> Vec<Finding> {
    let mut found = vec![];
    for (batch, planned, side, round) in every_round(release) {
        let plan = &planned.plan;
        if round.round > plan.rounds {
            let expected = format!("at most the {} planned rounds", plan.rounds);
            found.push(in_round(
                batch,
                side,
                round,
                "round",
                format!("`{}`", round.round),
                expected,
            ));
        }
        if round.requests != plan.requests {
            let expected = format!("`{}` as planned", plan.requests);
            found.push(in_round(
                batch,
                side,
                round,
                "requests",
                format!("`{}`", round.requests),
                expected,
            ));
        }
    }
    found
}

fn inputs(release: &Release) -> Vec<Finding> {
    let mut found = vec![];
    for batch in release.gathered() {
        for planned in batch.scenarios() {
            for after in &planned.candidate {
                let before = planned
                    .baseline
                    .iter()
                    .find(|before| before.round == after.round);
                if let Some(before) = before
                    && before.fingerprint != after.fingerprint
                {
                    let shown = |seen: Option<Fingerprint>| {
                        seen.map_or("nothing".into(), |seen| format!("`{seen}`"))
                    };
                    let expected = format!("{} as on the baseline side", shown(before.fingerprint));
                    found.push(in_round(
                        batch,
                        Side::Candidate,
                        after,
                        "input_fingerprint",
                        shown(after.fingerprint),
                        expected,
                    ));
                }
            }
        }
    }
    found
}

fn sources(release: &Release) -> Vec<Finding> {
    let mut seen = BTreeMap::new();
    let mut found = vec![];
    for (batch, _, side, round) in every_round(release) {
        let here = format!(
            "batch `{}`, {side}, `{}` round {}",
            batch.id(),
            round.scenario,
            round.round
        );
        if let Some(before) = seen.insert((round.source, round.part), here) {
            let expected = format!("a file of its own, not that of {before}");
            found.push(in_round(
                batch,
                side,
                round,
                "source_sha256",
                format!("`{}`", round.source),
                expected,
            ));
        }
    }
    found
}

fn units(release: &Release) -> Vec<Finding> {
    let mut found = vec![];
    for (batch, _, side, round) in every_round(release) {
        let latency = &round.latency;
        let whole = round.duration_s * 1000.0;
        for (field, value) in [
            ("ttft_p95_ms", latency.ttft_p95_ms),
            ("e2e_p50_ms", latency.e2e_p50_ms),
            ("e2e_p95_ms", latency.e2e_p95_ms),
        ] {
            // A millisecond of grace: the client stops its clock and its requests at different lines.
            if let Some(value) = value
                && value > whole + 1.0
            {
                let expected = format!("at most the round's {whole:.3} ms");
                found.push(in_round(
                    batch,
                    side,
                    round,
                    field,
                    format!("`{value}`"),
                    expected,
                ));
            }
        }
        if let (Some(first), Some(all)) = (latency.ttft_p50_ms, latency.e2e_p50_ms)
            && first > all
        {
            let expected = format!("at most e2e_p50_ms, `{all}`");
            found.push(in_round(
                batch,
                side,
                round,
                "ttft_p50_ms",
                format!("`{first}`"),
                expected,
            ));
        }
    }
    found
}

impl Report {
    /// What the checks that need no rounds find in this report.
    pub fn findings(&self) -> Vec<Finding> {
        let release = Release {
            report: self.clone(),
            batches: vec![],
        };
        findings(&release)
            .into_iter()
            .map(|(_, finding)| finding)
            .collect()
    }
}
