use std::{collections::BTreeMap, fmt};

use seal::Mend;

use Find::{Report as OfReport, Round as OfRound, Rounds as OfRounds};

use crate::{
    Batch, Evidence, Fingerprint, Id, Latency, Load, Planned, Release, Report, Round, Rule, Side,
    Status, Text,
};

/// A rule over a whole release.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// What holds where it finds nothing.
    pub name: &'static str,
    /// An honest release may break it too: that is published and shown, with a note. Nothing else that is found is published,
    /// and a batch that it is in is not shown.
    pub doubt: bool,
    find: Find,
}

/// What a rule is about. Each looks at its own, so that the page carries one way through all rounds.
#[derive(Clone, Copy, Debug)]
enum Find {
    Report(fn(&Report, &mut Vec<Broken>)),
    Round(fn(&At<'_>, &mut Vec<Broken>)),
    Rounds(fn(&[At<'_>], &mut Vec<Broken>)),
}

/// A round and where it stands.
struct At<'a> {
    batch: &'a Batch,
    planned: &'a Planned,
    side: Side,
    round: &'a Round,
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

const fn sure(name: &'static str, find: Find) -> Check {
    let doubt = false;
    Check { name, doubt, find }
}

const fn doubt(name: &'static str, find: Find) -> Check {
    let doubt = true;
    Check { name, doubt, find }
}

/// Every check over a whole release, beyond what reading its files already refuses.
pub static CHECKS: [Check; 20] = [
    sure("every text is there, in both languages", OfReport(texts)),
    sure("the date is a date", OfReport(date)),
    sure(
        "a measured release says what it ran by immutable references",
        OfReport(pins),
    ),
    sure("what was measured was not chosen to fit", OfReport(chosen)),
    sure(
        "a scenario has a shape, a load, requests and rounds",
        OfReport(plans),
    ),
    sure("what was not run has no rounds", OfRound(not_run)),
    sure("rounds are those of the plan", OfRound(planned_rounds)),
    sure(
        "both sides of a round have the same inputs",
        OfRound(inputs),
    ),
    sure("no source file stands behind two rounds", OfRounds(sources)),
    sure("latencies fit into the round's time", OfRound(units)),
    doubt("texts are plain words", OfReport(plain)),
    doubt(
        "both sides serve the same model in the same form",
        OfReport(model),
    ),
    doubt("both sides are launched alike", OfReport(launch)),
    doubt("the candidate is the later version", OfReport(later)),
    doubt("answers have the length that was asked", OfRound(lengths)),
    doubt(
        "the parts of a request's time fit its whole",
        OfRound(parts),
    ),
    doubt("requests fill the round's time", OfRound(busy)),
    doubt("a time that was measured is not zero", OfRound(zeros)),
    doubt("TTFT and TPOT are two measurements", OfRound(twins)),
    doubt(
        "a percentile rests on more than one request",
        OfRound(lonely),
    ),
];

/// What all checks find in `release`, in the order of the table.
pub(crate) fn findings(release: &Release) -> Vec<Finding> {
    let mut rounds = vec![];
    for batch in release.gathered() {
        for planned in batch.scenarios() {
            for side in Side::BOTH {
                rounds.extend(planned.rounds(side).iter().map(|round| At {
                    batch,
                    planned,
                    side,
                    round,
                }));
            }
        }
    }
    run(&release.report, &rounds)
}

fn run(report: &Report, rounds: &[At<'_>]) -> Vec<Finding> {
    let mut findings = vec![];
    let mut found = vec![];
    for check in &CHECKS {
        match check.find {
            OfReport(find) => find(report, &mut found),
            OfRound(find) => rounds.iter().for_each(|at| find(at, &mut found)),
            OfRounds(find) => find(rounds, &mut found),
        }
        findings.extend(found.drain(..).map(|broken| Finding { check, broken }));
    }
    findings
}

impl At<'_> {
    fn breaks(
        &self,
        found: &mut Vec<Broken>,
        field: &str,
        value: &dyn fmt::Display,
        expected: fmt::Arguments<'_>,
    ) {
        let Self {
            batch, side, round, ..
        } = self;
        let Round {
            scenario,
            round: number,
            ..
        } = round;
        found.push(Broken {
            batch: Some(batch.id().clone()),
            file: crate::round_file(batch.id(), *side),
            place: format!("scenario `{scenario}` round {number}: `{field}`"),
            found: format!("`{value}`"),
            expected: expected.to_string(),
        });
    }

    /// How many requests succeeded.
    fn succeeded(&self) -> u64 {
        u64::from(self.round.requests).saturating_sub(self.round.failures.total())
    }

    /// The output tokens of all successful requests, where each was seen and held to the length that the plan asks.
    fn asked(&self) -> Option<u64> {
        let Round {
            evidence,
            unchecked,
            ..
        } = self.round;
        let held = *evidence == Evidence::Requests && !unchecked.contains(&Rule::Length);
        held.then(|| self.succeeded() * u64::from(self.planned.plan.output_tokens))
    }
}

fn in_report(
    found: &mut Vec<Broken>,
    place: &dyn fmt::Display,
    value: fmt::Arguments<'_>,
    expected: fmt::Arguments<'_>,
) {
    found.push(Broken {
        batch: None,
        file: "report.json".into(),
        place: place.to_string(),
        found: value.to_string(),
        expected: expected.to_string(),
    });
}

/// Shows every text of the report with its place; those for readers in each language.
fn each_text(report: &Report, show: &mut dyn FnMut(&dyn fmt::Display, &str)) {
    let mut both = |place: fmt::Arguments<'_>, text: &Text| {
        show(&format_args!("{place}.en"), &text.en);
        show(&format_args!("{place}.zh"), &text.zh);
    };
    both(format_args!("title"), &report.title);
    both(format_args!("question"), &report.question);
    both(format_args!("hardware"), &report.hardware);
    both(format_args!("model"), &report.model);
    for (i, text) in report.limits.iter().enumerate() {
        both(format_args!("limits[{i}]"), text);
    }
    for side in Side::BOTH {
        for (i, fact) in report.sides.of(side).facts.iter().enumerate() {
            both(format_args!("sides.{side}.facts[{i}].name"), &fact.name);
            both(format_args!("sides.{side}.facts[{i}].value"), &fact.value);
        }
    }
    for batch in &report.batches {
        let id = &batch.id;
        both(format_args!("batch `{id}`: title"), &batch.title);
        both(format_args!("batch `{id}`: run_order"), &batch.run_order);
        for (i, text) in batch.notes.iter().enumerate() {
            both(format_args!("batch `{id}`: notes[{i}]"), text);
        }
        for plan in &batch.scenarios {
            for entry in &plan.not_run {
                both(
                    format_args!("scenario `{}`: not_run.why", plan.id),
                    &entry.why,
                );
            }
        }
    }
    for side in Side::BOTH {
        let context = report.sides.of(side);
        for (key, text) in [
            ("engine", &context.engine),
            ("version", &context.version),
            ("weights_format", &context.weights_format),
            ("launch", &context.launch),
        ] {
            show(&format_args!("sides.{side}.{key}"), text);
        }
    }
}

fn texts(report: &Report, found: &mut Vec<Broken>) {
    each_text(report, &mut |place, text| {
        if text.trim().is_empty() {
            in_report(
                found,
                place,
                format_args!("nothing"),
                format_args!("a text"),
            );
        }
    });
}

/// A sign that takes no room, or turns the order of those around it.
fn unseen(sign: char) -> bool {
    matches!(
        sign,
        '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}'
    ) || sign.is_control() && !matches!(sign, '\n' | '\t')
}

fn plain(report: &Report, found: &mut Vec<Broken>) {
    each_text(report, &mut |place, text| {
        if let Some(sign) = text.chars().find(|sign| unseen(*sign)) {
            let sign = u32::from(sign);
            in_report(
                found,
                place,
                format_args!("the sign U+{sign:04X}"),
                format_args!("signs that a reader sees"),
            );
        }
        let opens = |pair: &[u8]| {
            pair[0] == b'<' && (pair[1].is_ascii_alphabetic() || matches!(pair[1], b'/' | b'!'))
        };
        if text.as_bytes().windows(2).any(opens) {
            let markup = format_args!("markup");
            in_report(found, place, markup, format_args!("plain words"));
        }
    });
}

fn date(report: &Report, found: &mut Vec<Broken>) {
    let date = &report.date;
    if !is_day(date) {
        let expected = format_args!("a day, YYYY-MM-DD");
        in_report(found, &"`date`", format_args!("`{date}`"), expected);
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

fn pins(report: &Report, found: &mut Vec<Broken>) {
    if report.status == Status::Illustrative {
        return;
    }
    for side in Side::BOTH {
        let pins = &report.sides.of(side).pins;
        if pins.image_digest.is_none()
            && pins.package_digest.is_none()
            && pins.source_commit.is_none()
        {
            in_report(
                found,
                &format_args!("`sides.{side}.pins`"),
                format_args!("nothing"),
                format_args!("an image digest, a package digest or a source commit"),
            );
        }
        if pins.model_revision.is_none() {
            in_report(
                found,
                &format_args!("`sides.{side}.pins.model_revision`"),
                format_args!("nothing"),
                format_args!("a commit or a digest"),
            );
        }
    }
}

/// What `report.json` says of a scenario under `key`.
fn in_plan(
    found: &mut Vec<Broken>,
    (batch, plan): (&Id, &Id),
    key: &str,
    value: &dyn fmt::Display,
    expected: fmt::Arguments<'_>,
) {
    let place = format_args!("batch `{batch}`, scenario `{plan}`: `{key}`");
    in_report(found, &place, format_args!("`{value}`"), expected);
}

fn chosen(report: &Report, found: &mut Vec<Broken>) {
    for batch in &report.batches {
        for plan in &batch.scenarios {
            if plan.chosen && report.status == Status::Measured {
                let expected = format_args!("`illustrative` as `status`");
                in_plan(found, (&batch.id, &plan.id), "chosen", &true, expected);
            }
        }
    }
}

/// Notes that the candidate's `field` is not the baseline's.
fn as_before(
    found: &mut Vec<Broken>,
    field: &str,
    before: &dyn fmt::Display,
    after: &dyn fmt::Display,
) {
    in_report(
        found,
        &format_args!("`sides.candidate.{field}`"),
        format_args!("`{after}`"),
        format_args!("`{before}` as before the upgrade"),
    );
}

fn model(report: &Report, found: &mut Vec<Broken>) {
    let [before, after] = Side::BOTH.map(|side| report.sides.of(side));
    if let (Some(b), Some(a)) = (&before.pins.model_revision, &after.pins.model_revision)
        && a != b
    {
        as_before(found, "pins.model_revision", b, a);
    }
    let [b, a] = [before, after].map(|side| &side.weights_format);
    if a != b {
        as_before(found, "weights_format", b, a);
    }
}

fn launch(report: &Report, found: &mut Vec<Broken>) {
    let [before, after] = Side::BOTH.map(|side| &report.sides.of(side).launch);
    if after != before {
        as_before(found, "launch", before, after);
    }
}

/// Compares two versions of numbers and dots; any other has no order.
fn earlier(a: &str, b: &str) -> bool {
    let number = |part: &str| part.parse::<u32>().ok();
    let (mut a, mut b) = (a.split('.'), b.split('.'));
    loop {
        match (a.next().map(number), b.next().map(number)) {
            (Some(Some(a)), Some(Some(b))) if a == b => {}
            (Some(Some(a)), Some(Some(b))) => return a < b,
            (None, Some(Some(b))) => return b > 0,
            _ => return false,
        }
    }
}

fn later(report: &Report, found: &mut Vec<Broken>) {
    let [before, after] = Side::BOTH.map(|side| report.sides.of(side));
    if after.engine == before.engine && earlier(&after.version, &before.version) {
        as_before(found, "version", &before.version, &after.version);
    }
}

/// More rounds of one scenario than this are a slip of the keyboard.
const MOST_ROUNDS: u32 = 10_000;

fn plans(report: &Report, found: &mut Vec<Broken>) {
    for batch in &report.batches {
        for plan in &batch.scenarios {
            let load = match plan.load {
                Load::Concurrency(users) => users > 0,
                Load::Rate(rate) => rate.is_finite() && rate > 0.0,
            };
            let mut hold = |good: bool, key: &str, value: &dyn fmt::Display| {
                if !good {
                    let range = format_args!("a number above 0, of rounds at most {MOST_ROUNDS}");
                    in_plan(found, (&batch.id, &plan.id), key, value, range);
                }
            };
            let tokens = [plan.input_tokens, plan.output_tokens];
            hold(tokens[0] > 0, "input_tokens", &tokens[0]);
            hold(tokens[1] > 0, "output_tokens", &tokens[1]);
            hold(load, "load", &plan.load);
            hold(plan.requests > 0, "requests", &plan.requests);
            let rounds = (1..=MOST_ROUNDS).contains(&plan.rounds);
            hold(rounds, "rounds", &plan.rounds);
            for first in plan.not_run.iter().filter_map(|entry| entry.from_round) {
                let started = (1..=plan.rounds).contains(&first);
                hold(started, "not_run.from_round", &first);
            }
        }
    }
}

fn not_run(at: &At<'_>, found: &mut Vec<Broken>) {
    let plan = &at.planned.plan;
    if plan.not_run(at.side).is_some() && at.round.round > plan.started(at.side) {
        let expected = format_args!("none: report.json says it was not run");
        at.breaks(found, "round", &at.round.round, expected);
    }
}

fn planned_rounds(at: &At<'_>, found: &mut Vec<Broken>) {
    let (plan, round) = (&at.planned.plan, at.round);
    if round.round > plan.rounds {
        let expected = format_args!("at most the {} planned rounds", plan.rounds);
        at.breaks(found, "round", &round.round, expected);
    }
    if round.requests != plan.requests {
        let expected = format_args!("`{}` as planned", plan.requests);
        at.breaks(found, "requests", &round.requests, expected);
    }
}

fn inputs(at: &At<'_>, found: &mut Vec<Broken>) {
    let mut before = at.planned.baseline.iter();
    if at.side == Side::Candidate
        && let Some(before) = before.find(|before| before.round == at.round.round)
        && before.fingerprint != at.round.fingerprint
    {
        let shown = |seen: Option<Fingerprint>| seen.map_or(String::new(), |seen| seen.to_string());
        let expected = format_args!("`{}` as on the baseline side", shown(before.fingerprint));
        at.breaks(
            found,
            "input_fingerprint",
            &shown(at.round.fingerprint),
            expected,
        );
    }
}

fn sources(all: &[At<'_>], found: &mut Vec<Broken>) {
    let mut seen: BTreeMap<_, &At<'_>> = BTreeMap::new();
    for at in all {
        let own = (at.round.source, at.round.part);
        let Some(before) = seen.insert(own, at) else {
            continue;
        };
        // Nobody can say whose it is.
        for (one, other) in [(before, at), (at, before)] {
            let expected = format_args!(
                "a file of its own, not that of batch `{}`, {}, `{}` round {}",
                other.batch.id(),
                other.side,
                other.round.scenario,
                other.round.round
            );
            one.breaks(found, "source_sha256", &one.round.source, expected);
        }
    }
}

fn units(at: &At<'_>, found: &mut Vec<Broken>) {
    let latency = &at.round.latency;
    let whole = at.round.duration_s * 1000.0;
    for (field, value) in [
        ("ttft_p95_ms", latency.ttft_p95_ms),
        ("e2e_p50_ms", latency.e2e_p50_ms),
        ("e2e_p95_ms", latency.e2e_p95_ms),
    ] {
        // A millisecond of grace: the client stops its clock and its requests at different lines.
        if let Some(value) = value
            && value > whole + 1.0
        {
            let expected = format_args!("at most the round's {whole:.3} ms");
            at.breaks(found, field, &value, expected);
        }
    }
    for (field, first, all) in [
        ("ttft_p50_ms", latency.ttft_p50_ms, latency.e2e_p50_ms),
        ("ttft_p95_ms", latency.ttft_p95_ms, latency.e2e_p95_ms),
    ] {
        if let (Some(first), Some(all)) = (first, all)
            && first > all
        {
            at.breaks(
                found,
                field,
                &first,
                format_args!("at most the same of E2E, `{all}`"),
            );
        }
    }
}

fn lengths(at: &At<'_>, found: &mut Vec<Broken>) {
    if let Some(asked) = at.asked()
        && at.round.output_tokens != asked
    {
        let (each, count) = (at.planned.plan.output_tokens, at.succeeded());
        let expected =
            format_args!("`{asked}`, {each} for each of the {count} successful requests");
        at.breaks(found, "output_tokens", &at.round.output_tokens, expected);
    }
}

/// Sums of rounded figures may be off by so much.
const GRACE: f64 = 1.001;

/// E2E = TTFT + (tokens - 1) x TPOT holds for each request, so its percentiles are bound to each other.
fn parts(at: &At<'_>, found: &mut Vec<Broken>) {
    let tokens = at.planned.plan.output_tokens;
    if at.asked() != Some(at.round.output_tokens) || tokens < 2 {
        return;
    }
    let steps = f64::from(tokens - 1);
    let latency = &at.round.latency;
    for (field, each, whole) in [
        ("tpot_p50_ms", latency.tpot_p50_ms, latency.e2e_p50_ms),
        ("tpot_p95_ms", latency.tpot_p95_ms, latency.e2e_p95_ms),
    ] {
        if let (Some(each), Some(whole)) = (each, whole)
            && each * steps > whole * GRACE
        {
            let expected = format_args!("at most `{:.3}`, E2E over {steps} tokens", whole / steps);
            at.breaks(found, field, &each, expected);
        }
    }
    // Nine requests of ten have both parts within their P95; with fewer than five, half of them need not.
    if at.round.latency_n >= 5
        && let (Some(first), Some(each)) = (latency.ttft_p95_ms, latency.tpot_p95_ms)
        && let Some(half) = latency.e2e_p50_ms
        && half > (first + steps * each) * GRACE
    {
        let most = first + steps * each;
        let expected = format_args!("at most `{most:.3}`, ttft_p95_ms and {steps} x tpot_p95_ms");
        at.breaks(found, "e2e_p50_ms", &half, expected);
    }
}

/// A client that idles this many times as long as it waits for answers does not offer its concurrency.
const IDLE: f64 = 10.0;

/// A client at a fixed concurrency has at most so many requests under way, and hardly ever fewer: latencies in another unit
/// do not fill the round, or overflow it.
fn busy(at: &At<'_>, found: &mut Vec<Broken>) {
    let Load::Concurrency(users) = at.planned.plan.load else {
        return;
    };
    let Round {
        duration_s,
        latency,
        latency_n,
        requests,
        ..
    } = at.round;
    if users == 0 || latency_n == &0 {
        return;
    }
    let users = *requests.min(&users);
    let (count, time) = (
        f64::from(*latency_n),
        f64::from(users) * duration_s * 1000.0,
    );
    // At least half of the requests took the median or longer.
    let (field, value, how, most) = match (latency.e2e_p50_ms, latency.e2e_p95_ms) {
        (Some(half), _) if half * count / 2.0 > time * GRACE => {
            ("e2e_p50_ms", half, "at most", time * 2.0 / count)
        }
        (_, Some(most)) if at.round.failures.total() == 0 && most * count * IDLE < time => {
            ("e2e_p95_ms", most, "about", time / count)
        }
        _ => return,
    };
    let expected =
        format_args!("{how} `{most:.3}`: {count} requests, {users} at a time, in {duration_s} s");
    at.breaks(found, field, &value, expected);
}

fn zeros(at: &At<'_>, found: &mut Vec<Broken>) {
    let latency = &at.round.latency;
    for (field, value) in [
        ("ttft_p50_ms", latency.ttft_p50_ms),
        ("e2e_p50_ms", latency.e2e_p50_ms),
    ] {
        if value == Some(0.0) {
            at.breaks(
                found,
                field,
                &0,
                format_args!("nothing, unless it was measured"),
            );
        }
    }
}

fn twins(at: &At<'_>, found: &mut Vec<Broken>) {
    let rounds = at.planned.rounds(at.side);
    let same = |round: &Round| {
        let Latency {
            ttft_p50_ms,
            ttft_p95_ms,
            tpot_p50_ms,
            tpot_p95_ms,
            ..
        } = round.latency;
        ttft_p50_ms == tpot_p50_ms && ttft_p95_ms == tpot_p95_ms
    };
    let first = rounds.first().map(|first| first.round);
    if let Some(value) = at.round.latency.tpot_p95_ms
        && first == Some(at.round.round)
        && rounds.iter().all(same)
    {
        let expected = format_args!("another value than ttft_p95_ms has in every round");
        at.breaks(found, "tpot_p95_ms", &value, expected);
    }
}

fn lonely(at: &At<'_>, found: &mut Vec<Broken>) {
    let Round {
        latency, latency_n, ..
    } = at.round;
    if *latency_n == 1 && latency.e2e_p95_ms.or(latency.ttft_p95_ms).is_some() {
        let expected = format_args!("more, since a P95 of one request is that request");
        at.breaks(found, "latency_n", latency_n, expected);
    }
}

impl Report {
    /// What the checks that need no rounds find in this report, doubts apart.
    pub fn findings(&self) -> Vec<Finding> {
        let mut found = run(self, &[]);
        found.retain(|finding| !finding.check.doubt);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_versions_of_numbers_have_an_order() {
        for (a, b) in [("0.9", "0.10"), ("0.32", "0.32.1"), ("1", "2")] {
            assert!(earlier(a, b) && !earlier(b, a), "{a} {b}");
        }
        for (a, b) in [
            ("0.32", "0.32.0"),
            ("fixed build", "0.32.0"),
            ("1.0rc1", "1.0"),
            ("", "1"),
        ] {
            assert!(!earlier(a, b) && !earlier(b, a), "{a} {b}");
        }
    }
}
