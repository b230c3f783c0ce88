use std::{collections::BTreeMap, fmt};

use seal::Mend;

use crate::{
    Batch, Evidence, Fingerprint, Id, Latency, Load, Planned, Release, Report, Round, Rule, Side,
    SideContext, Status, Text,
};

/// A rule over a whole release.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// What holds where it finds nothing.
    pub name: &'static str,
    /// An honest release may break it too: that is published and shown, with a note. Nothing else that is found is published,
    /// and a batch that it is in is not shown.
    pub doubt: bool,
    find: fn(&Release) -> Vec<Broken>,
}

/// Something in a release that should not be published, or that a reader should know of.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The rule.
    pub check: &'static Check,
    /// What breaks it.
    pub broken: Broken,
}

/// What breaks a rule, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The batch whose rounds it is in; `None` for what the report says.
    pub batch: Option<Id>,
    /// The file, relative to the release.
    pub file: String,
    /// The place in it: a scenario and round, or a key.
    pub place: String,
    /// What is there.
    pub found: String,
    /// What should be.
    pub expected: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Broken {
            file,
            place,
            found,
            expected,
            ..
        } = &self.broken;
        let name = self.check.name;
        let mend = Mend::Content;
        write!(
            f,
            "`{file}` {place}: found {found}, expected {expected} ({name}){mend}"
        )
    }
}

const fn sure(name: &'static str, find: fn(&Release) -> Vec<Broken>) -> Check {
    let doubt = false;
    Check { name, doubt, find }
}

const fn doubt(name: &'static str, find: fn(&Release) -> Vec<Broken>) -> Check {
    let doubt = true;
    Check { name, doubt, find }
}

/// Every check over a whole release, beyond what reading its files already refuses.
pub static CHECKS: [Check; 20] = [
    sure("every text is there, in both languages", texts),
    sure("the date is a date", date),
    sure(
        "a measured release says what it ran by immutable references",
        pins,
    ),
    sure("what was measured was not chosen to fit", chosen),
    sure("a scenario has a shape, a load, requests and rounds", plans),
    sure("what was not run has no rounds", not_run),
    sure("rounds are those of the plan", planned_rounds),
    sure("both sides of a round have the same inputs", inputs),
    sure("no source file stands behind two rounds", sources),
    sure("latencies fit into the round's time", units),
    doubt("texts are plain words", plain),
    doubt("both sides serve the same model in the same form", model),
    doubt("both sides are launched alike", launch),
    doubt("the candidate is the later version", later),
    doubt("answers have the length that was asked", lengths),
    doubt("the parts of a request's time fit its whole", parts),
    doubt("requests fill the round's time", busy),
    doubt("a time that was measured is not zero", zeros),
    doubt("TTFT and TPOT are two measurements", twins),
    doubt("a percentile rests on more than one request", lonely),
];

/// What all checks find in `release`, in the order of the table.
pub(crate) fn findings(release: &Release) -> Vec<Finding> {
    let each = |check: &'static Check| {
        let broken = (check.find)(release).into_iter();
        broken.map(move |broken| Finding { check, broken })
    };
    CHECKS.iter().flat_map(each).collect()
}

fn in_report(place: impl Into<String>, found: impl Into<String>, expected: &str) -> Broken {
    Broken {
        batch: None,
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
) -> Broken {
    let file = crate::round_file(batch.id(), side);
    let place = format!(
        "scenario `{}` round {}: `{field}`",
        round.scenario, round.round
    );
    Broken {
        batch: Some(batch.id().clone()),
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

/// Every text of the report by its place; those for readers once a language.
fn every_text(report: &Report) -> Vec<(String, &str)> {
    let mut texts: Vec<(String, &Text)> = vec![
        ("title".into(), &report.title),
        ("question".into(), &report.question),
        ("hardware".into(), &report.hardware),
        ("model".into(), &report.model),
    ];
    let listed = |place: String, list| {
        let numbered = <[Text]>::iter(list).enumerate();
        let named = numbered.map(move |(i, text)| (format!("{place}[{i}]"), text));
        named.collect::<Vec<_>>()
    };
    texts.extend(listed("limits".into(), &report.limits));
    for side in Side::BOTH {
        for (i, fact) in report.sides.of(side).facts.iter().enumerate() {
            texts.push((format!("sides.{side}.facts[{i}].name"), &fact.name));
            texts.push((format!("sides.{side}.facts[{i}].value"), &fact.value));
        }
    }
    for batch in &report.batches {
        texts.push((format!("batch `{}`: title", batch.id), &batch.title));
        texts.push((format!("batch `{}`: run_order", batch.id), &batch.run_order));
        texts.extend(listed(format!("batch `{}`: notes", batch.id), &batch.notes));
        for plan in &batch.scenarios {
            texts.extend(
                plan.not_run
                    .iter()
                    .map(|entry| (format!("scenario `{}`: not_run.why", plan.id), &entry.why)),
            );
        }
    }
    let mut all = vec![];
    for (place, text) in texts {
        all.push((format!("{place}.en"), text.en.as_str()));
        all.push((format!("{place}.zh"), text.zh.as_str()));
    }
    for side in Side::BOTH {
        let context = report.sides.of(side);
        for (key, text) in [
            ("engine", &context.engine),
            ("version", &context.version),
            ("weights_format", &context.weights_format),
            ("launch", &context.launch),
        ] {
            all.push((format!("sides.{side}.{key}"), text));
        }
    }
    all
}

fn texts(release: &Release) -> Vec<Broken> {
    let empty = every_text(&release.report).into_iter();
    empty
        .filter(|(_, text)| text.trim().is_empty())
        .map(|(place, _)| in_report(place, "nothing", "a text"))
        .collect()
}

/// A sign that takes no room, or turns the order of those around it.
fn unseen(sign: char) -> bool {
    matches!(
        sign,
        '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}'
    ) || sign.is_control() && !matches!(sign, '\n' | '\t')
}

fn plain(release: &Release) -> Vec<Broken> {
    let mut found = vec![];
    for (place, text) in every_text(&release.report) {
        if let Some(sign) = text.chars().find(|sign| unseen(*sign)) {
            let sign = format!("the sign U+{:04X}", u32::from(sign));
            found.push(in_report(&place, sign, "signs that a reader sees"));
        }
        let tag = text.split('<').skip(1).find(|rest| {
            rest.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!'))
        });
        if let Some(tag) = tag {
            let name = tag.chars().take_while(char::is_ascii_alphanumeric).take(20);
            let name: String = name.collect();
            found.push(in_report(
                place,
                format!("`<{name}`"),
                "words without markup",
            ));
        }
    }
    found
}

fn date(release: &Release) -> Vec<Broken> {
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

fn pins(release: &Release) -> Vec<Broken> {
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

fn chosen(release: &Release) -> Vec<Broken> {
    let mut found = vec![];
    if release.report.status == Status::Measured {
        for batch in &release.report.batches {
            for plan in batch.scenarios.iter().filter(|plan| plan.chosen) {
                let place = format!("batch `{}`, scenario `{}`: `chosen`", batch.id, plan.id);
                found.push(in_report(place, "`true`", "`illustrative` as `status`"));
            }
        }
    }
    found
}

fn as_before(field: &str, found: &str, expected: &str) -> Broken {
    let place = format!("`sides.candidate.{field}`");
    let expected = format!("`{expected}` as before the upgrade");
    in_report(place, format!("`{found}`"), &expected)
}

fn model(release: &Release) -> Vec<Broken> {
    let (before, after) = both(release);
    let mut found = vec![];
    if let (Some(b), Some(a)) = (&before.pins.model_revision, &after.pins.model_revision)
        && a != b
    {
        let [a, b] = [a, b].map(ToString::to_string);
        found.push(as_before("pins.model_revision", &a, &b));
    }
    if after.weights_format != before.weights_format {
        let (a, b) = (&after.weights_format, &before.weights_format);
        found.push(as_before("weights_format", a, b));
    }
    found
}

fn launch(release: &Release) -> Vec<Broken> {
    let (before, after) = both(release);
    if after.launch == before.launch {
        return vec![];
    }
    vec![as_before("launch", &after.launch, &before.launch)]
}

/// A version of numbers and dots; any other has no order.
fn numbers(version: &str) -> Option<Vec<u32>> {
    let parts = version.trim_start_matches('v').split('.');
    parts.map(|part| part.parse().ok()).collect()
}

fn later(release: &Release) -> Vec<Broken> {
    let (before, after) = both(release);
    match (numbers(&before.version), numbers(&after.version)) {
        (Some(b), Some(a)) if a < b && after.engine == before.engine => {
            let expected = format!(
                "`{}`, the version before the upgrade, or later",
                before.version
            );
            let found = format!("`{}`", after.version);
            vec![in_report("`sides.candidate.version`", found, &expected)]
        }
        _ => vec![],
    }
}

fn both(release: &Release) -> (&SideContext, &SideContext) {
    let sides = &release.report.sides;
    (&sides.baseline, &sides.candidate)
}

/// More rounds of one scenario than this are a slip of the keyboard.
const MOST_ROUNDS: u32 = 10_000;
const RANGE: &str = "a number above 0, of rounds at most 10000";

fn plans(release: &Release) -> Vec<Broken> {
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

fn not_run(release: &Release) -> Vec<Broken> {
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

fn planned_rounds(release: &Release) -> Vec<Broken> {
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

fn inputs(release: &Release) -> Vec<Broken> {
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

fn sources(release: &Release) -> Vec<Broken> {
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

fn units(release: &Release) -> Vec<Broken> {
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
        for (field, first, whole, all) in [
            (
                "ttft_p50_ms",
                latency.ttft_p50_ms,
                "e2e_p50_ms",
                latency.e2e_p50_ms,
            ),
            (
                "ttft_p95_ms",
                latency.ttft_p95_ms,
                "e2e_p95_ms",
                latency.e2e_p95_ms,
            ),
        ] {
            if let (Some(first), Some(all)) = (first, all)
                && first > all
            {
                let expected = format!("at most {whole}, `{all}`");
                let first = format!("`{first}`");
                found.push(in_round(batch, side, round, field, first, expected));
            }
        }
    }
    found
}

/// How many requests of a round succeeded.
fn succeeded(round: &Round) -> u64 {
    u64::from(round.requests).saturating_sub(round.failures.total())
}

/// Whether every request was seen and held to the length that was asked.
fn length_was_checked(round: &Round) -> bool {
    round.evidence == Evidence::Requests && !round.unchecked.contains(&Rule::Length)
}

fn lengths(release: &Release) -> Vec<Broken> {
    let mut found = vec![];
    for (batch, planned, side, round) in every_round(release) {
        let asked = succeeded(round) * u64::from(planned.plan.output_tokens);
        if length_was_checked(round) && round.output_tokens != asked {
            let (success, each) = (succeeded(round), planned.plan.output_tokens);
            let expected =
                format!("`{asked}`, {each} for each of the {success} successful requests");
            let tokens = format!("`{}`", round.output_tokens);
            found.push(in_round(
                batch,
                side,
                round,
                "output_tokens",
                tokens,
                expected,
            ));
        }
    }
    found
}

/// E2E = TTFT + (tokens - 1) x TPOT holds for each request, so its percentiles are bound to each other.
fn parts(release: &Release) -> Vec<Broken> {
    let mut found = vec![];
    for (batch, planned, side, round) in every_round(release) {
        let tokens = planned.plan.output_tokens;
        let asked = succeeded(round) * u64::from(tokens);
        if !length_was_checked(round) || round.output_tokens != asked || tokens < 2 {
            continue;
        }
        let steps = f64::from(tokens - 1);
        let latency = &round.latency;
        let mut at_most = |field, value: Option<f64>, most: Option<f64>, what: &str| {
            if let (Some(value), Some(most)) = (value, most)
                && value > most * GRACE
            {
                let expected = format!("at most `{most:.3}`, {what}");
                let value = format!("`{value}`");
                found.push(in_round(batch, side, round, field, value, expected));
            }
        };
        let over = |whole: Option<f64>| Some(whole? / steps);
        let each = format!("the time to the end over {steps} tokens");
        at_most(
            "tpot_p50_ms",
            latency.tpot_p50_ms,
            over(latency.e2e_p50_ms),
            &each,
        );
        at_most(
            "tpot_p95_ms",
            latency.tpot_p95_ms,
            over(latency.e2e_p95_ms),
            &each,
        );
        // Nine requests of ten have both parts within their P95; with fewer than five, half of them need not.
        if round.latency_n >= 5
            && let (Some(first), Some(each)) = (latency.ttft_p95_ms, latency.tpot_p95_ms)
        {
            let what = format!("ttft_p95_ms and {steps} x tpot_p95_ms");
            at_most(
                "e2e_p50_ms",
                latency.e2e_p50_ms,
                Some(first + steps * each),
                &what,
            );
        }
    }
    found
}

/// Sums of rounded figures may be off by so much.
const GRACE: f64 = 1.001;

/// A client at a fixed concurrency has at most so many requests under way, and hardly ever fewer: latencies in another unit
/// do not fill the round, or overflow it.
fn busy(release: &Release) -> Vec<Broken> {
    let mut found = vec![];
    for (batch, planned, side, round) in every_round(release) {
        let Load::Concurrency(users) = planned.plan.load else {
            continue;
        };
        let users = users.min(round.requests);
        let (count, time) = (
            f64::from(round.latency_n),
            f64::from(users) * round.duration_s * 1000.0,
        );
        let because = |most: f64| {
            format!(
                "`{most:.3}`: {} requests, {users} at a time, in {} s",
                round.latency_n, round.duration_s
            )
        };
        // At least half of the requests took the median or longer.
        if let Some(half) = round.latency.e2e_p50_ms
            && half * count / 2.0 > time * GRACE
        {
            let expected = format!("at most {}", because(time * 2.0 / count));
            let half = format!("`{half}`");
            found.push(in_round(batch, side, round, "e2e_p50_ms", half, expected));
        }
        if let Some(most) = round.latency.e2e_p95_ms
            && round.failures.total() == 0
            && most * count * IDLE < time
        {
            let expected = format!("about {}", because(time / count));
            let most = format!("`{most}`");
            found.push(in_round(batch, side, round, "e2e_p95_ms", most, expected));
        }
    }
    found
}

/// A client that idles this many times as long as it waits for answers does not offer its concurrency.
const IDLE: f64 = 10.0;

fn zeros(release: &Release) -> Vec<Broken> {
    let mut found = vec![];
    for (batch, _, side, round) in every_round(release) {
        let latency = &round.latency;
        for (field, value) in [
            ("ttft_p50_ms", latency.ttft_p50_ms),
            ("e2e_p50_ms", latency.e2e_p50_ms),
        ] {
            if value == Some(0.0) {
                let expected = "nothing, unless it was measured".to_owned();
                found.push(in_round(batch, side, round, field, "`0`".into(), expected));
            }
        }
    }
    found
}

fn twins(release: &Release) -> Vec<Broken> {
    let mut found = vec![];
    for batch in release.gathered() {
        for planned in batch.scenarios() {
            for side in Side::BOTH {
                let rounds = planned.rounds(side);
                let same = |round: &Round| {
                    let Latency {
                        ttft_p50_ms,
                        ttft_p95_ms,
                        tpot_p50_ms,
                        tpot_p95_ms,
                        ..
                    } = round.latency;
                    ttft_p95_ms.is_some()
                        && ttft_p50_ms == tpot_p50_ms
                        && ttft_p95_ms == tpot_p95_ms
                };
                if let Some(first) = rounds.first()
                    && rounds.iter().all(same)
                {
                    let value = first.latency.tpot_p95_ms.unwrap_or_default();
                    let expected = "another value than ttft_p95_ms has in every round".to_owned();
                    let value = format!("`{value}`");
                    found.push(in_round(batch, side, first, "tpot_p95_ms", value, expected));
                }
            }
        }
    }
    found
}

fn lonely(release: &Release) -> Vec<Broken> {
    let mut found = vec![];
    for (batch, _, side, round) in every_round(release) {
        if round.latency_n == 1
            && round
                .latency
                .e2e_p95_ms
                .or(round.latency.ttft_p95_ms)
                .is_some()
        {
            let expected = "more, since a P95 of one request is that request".to_owned();
            found.push(in_round(
                batch,
                side,
                round,
                "latency_n",
                "`1`".into(),
                expected,
            ));
        }
    }
    found
}

impl Report {
    /// What the checks that need no rounds find in this report, doubts apart.
    pub fn findings(&self) -> Vec<Finding> {
        let mut found = findings(&Release {
            report: self.clone(),
            batches: vec![],
            findings: vec![],
        });
        found.retain(|finding| !finding.check.doubt);
        found
    }
}
