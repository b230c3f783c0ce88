use std::{collections::BTreeMap, fmt};

use messages::{Lang, Said, Say};
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
    pub name: fn(Lang) -> &'static str,
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
    pub place: Said,
    /// What is there.
    pub found: Said,
    /// What should be.
    pub expected: Said,
}

impl Finding {
    /// All of it, and what to do about it.
    pub fn said(&self, lang: Lang) -> String {
        let Broken {
            file,
            place,
            found,
            expected,
            ..
        } = &self.broken;
        let [expected, found, place] = [expected, found, place].map(|part| part.said(lang));
        let (mend, name) = (Mend::Content.said(lang), (self.check.name)(lang));
        messages::finding(lang, expected, file, found, mend, name, place)
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.said(Lang::En))
    }
}

const fn sure(name: fn(Lang) -> &'static str, find: Find) -> Check {
    let doubt = false;
    Check { name, doubt, find }
}

const fn doubt(name: fn(Lang) -> &'static str, find: Find) -> Check {
    let doubt = true;
    Check { name, doubt, find }
}

/// Every check over a whole release, beyond what reading its files already refuses.
pub static CHECKS: [Check; 20] = [
    sure(messages::check_texts, OfReport(texts)),
    sure(messages::check_date, OfReport(date)),
    sure(messages::check_pins, OfReport(pins)),
    sure(messages::check_chosen, OfReport(chosen)),
    sure(messages::check_plans, OfReport(plans)),
    sure(messages::check_not_run, OfRound(not_run)),
    sure(messages::check_planned, OfRound(planned_rounds)),
    sure(messages::check_inputs, OfRound(inputs)),
    sure(messages::check_own_source, OfRounds(sources)),
    sure(messages::check_units, OfRound(units)),
    doubt(messages::check_plain, OfReport(plain)),
    doubt(messages::check_model, OfReport(model)),
    doubt(messages::check_launch, OfReport(launch)),
    doubt(messages::check_later, OfReport(later)),
    doubt(messages::check_lengths, OfRound(lengths)),
    doubt(messages::check_parts, OfRound(parts)),
    doubt(messages::check_busy, OfRound(busy)),
    doubt(messages::check_zeros, OfRound(zeros)),
    doubt(messages::check_twins, OfRound(twins)),
    doubt(messages::check_lonely, OfRound(lonely)),
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
        expected: Say<'_>,
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
            place: Said::of(&|lang| messages::place_in_rounds(lang, field, number, scenario)),
            found: Said::of(&|_| format!("`{value}`")),
            expected: Said::of(expected),
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

fn in_report(found: &mut Vec<Broken>, place: Say<'_>, value: Say<'_>, expected: Say<'_>) {
    found.push(Broken {
        batch: None,
        file: "report.json".into(),
        place: Said::of(place),
        found: Said::of(value),
        expected: Said::of(expected),
    });
}

/// Shows every text of the report with its place; those for readers in each language.
fn each_text(report: &Report, show: &mut dyn FnMut(Say<'_>, &str)) {
    let mut both = |place: Say<'_>, text: &Text| {
        show(&|lang| place(lang) + ".en", &text.en);
        show(&|lang| place(lang) + ".zh", &text.zh);
    };
    both(&|_| "title".into(), &report.title);
    both(&|_| "question".into(), &report.question);
    both(&|_| "hardware".into(), &report.hardware);
    both(&|_| "model".into(), &report.model);
    for (i, text) in report.limits.iter().enumerate() {
        both(&|_| format!("limits[{i}]"), text);
    }
    for side in Side::BOTH {
        for (i, fact) in report.sides.of(side).facts.iter().enumerate() {
            both(&|_| format!("sides.{side}.facts[{i}].name"), &fact.name);
            both(&|_| format!("sides.{side}.facts[{i}].value"), &fact.value);
        }
    }
    for batch in &report.batches {
        let id = &batch.id;
        let mut of_batch = |key: &str, text| {
            both(&|lang| messages::place_in_batch(lang, id, key), text);
        };
        of_batch("title", &batch.title);
        of_batch("run_order", &batch.run_order);
        for (i, text) in batch.notes.iter().enumerate() {
            of_batch(&format!("notes[{i}]"), text);
        }
        for plan in &batch.scenarios {
            for entry in &plan.not_run {
                both(
                    &|lang| messages::place_in_scenario(lang, "not_run.why", &plan.id),
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
            show(&|_| format!("sides.{side}.{key}"), text);
        }
    }
}

fn texts(report: &Report, found: &mut Vec<Broken>) {
    each_text(report, &mut |place, text| {
        if text.trim().is_empty() {
            let expected: Say<'_> = &|lang| messages::expected_text(lang).into();
            in_report(found, place, &nothing, expected);
        }
    });
}

fn nothing(lang: Lang) -> String {
    messages::nothing(lang).into()
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
            let code = format!("{:04X}", u32::from(sign));
            in_report(
                found,
                place,
                &|lang| messages::found_sign(lang, &code),
                &|lang| messages::expected_seen(lang).into(),
            );
        }
        let opens = |pair: &[u8]| {
            pair[0] == b'<' && (pair[1].is_ascii_alphabetic() || matches!(pair[1], b'/' | b'!'))
        };
        if text.as_bytes().windows(2).any(opens) {
            in_report(
                found,
                place,
                &|lang| messages::found_markup(lang).into(),
                &|lang| messages::expected_plain(lang).into(),
            );
        }
    });
}

fn date(report: &Report, found: &mut Vec<Broken>) {
    let date = &report.date;
    if !is_day(date) {
        let expected: Say<'_> = &|lang| messages::expected_day(lang).into();
        in_report(
            found,
            &|_| "`date`".into(),
            &|_| format!("`{date}`"),
            expected,
        );
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
                &|_| format!("`sides.{side}.pins`"),
                &nothing,
                &|lang| messages::expected_artifact(lang).into(),
            );
        }
        if pins.model_revision.is_none() {
            in_report(
                found,
                &|_| format!("`sides.{side}.pins.model_revision`"),
                &nothing,
                &|lang| messages::expected_revision(lang).into(),
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
    expected: Say<'_>,
) {
    let place: Say<'_> = &|lang| messages::place_in_plan(lang, batch, key, plan);
    in_report(found, place, &|_| format!("`{value}`"), expected);
}

fn chosen(report: &Report, found: &mut Vec<Broken>) {
    for batch in &report.batches {
        for plan in &batch.scenarios {
            if plan.chosen && report.status == Status::Measured {
                let expected: Say<'_> = &|lang| messages::expected_illustrative(lang).into();
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
        &|_| format!("`sides.candidate.{field}`"),
        &|_| format!("`{after}`"),
        &|lang| messages::expected_as_before(lang, before),
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
                    let range: Say<'_> = &|lang| messages::expected_number(lang, MOST_ROUNDS);
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
        at.breaks(found, "round", &at.round.round, &|lang| {
            messages::expected_none(lang).into()
        });
    }
}

fn planned_rounds(at: &At<'_>, found: &mut Vec<Broken>) {
    let (plan, round) = (&at.planned.plan, at.round);
    if round.round > plan.rounds {
        at.breaks(found, "round", &round.round, &|lang| {
            messages::expected_rounds(lang, plan.rounds)
        });
    }
    if round.requests != plan.requests {
        at.breaks(found, "requests", &round.requests, &|lang| {
            messages::expected_planned(lang, plan.requests)
        });
    }
}

fn inputs(at: &At<'_>, found: &mut Vec<Broken>) {
    let mut before = at.planned.baseline.iter();
    if at.side == Side::Candidate
        && let Some(before) = before.find(|before| before.round == at.round.round)
        && before.fingerprint != at.round.fingerprint
    {
        let shown = |seen: Option<Fingerprint>| seen.map_or(String::new(), |seen| seen.to_string());
        let [before, after] = [before, at.round].map(|round| shown(round.fingerprint));
        at.breaks(found, "input_fingerprint", &after, &|lang| {
            messages::expected_inputs(lang, &before)
        });
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
            let Round {
                scenario, round, ..
            } = other.round;
            one.breaks(found, "source_sha256", &one.round.source, &|lang| {
                messages::expected_source(lang, other.batch.id(), round, scenario, other.side)
            });
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
            at.breaks(found, field, &value, &|lang| {
                messages::expected_in_round(lang, format_args!("{whole:.3}"))
            });
        }
    }
    for (field, first, all) in [
        ("ttft_p50_ms", latency.ttft_p50_ms, latency.e2e_p50_ms),
        ("ttft_p95_ms", latency.ttft_p95_ms, latency.e2e_p95_ms),
    ] {
        if let (Some(first), Some(all)) = (first, all)
            && first > all
        {
            at.breaks(found, field, &first, &|lang| {
                messages::expected_in_e2e(lang, all)
            });
        }
    }
}

fn lengths(at: &At<'_>, found: &mut Vec<Broken>) {
    if let Some(asked) = at.asked()
        && at.round.output_tokens != asked
    {
        let (each, count) = (at.planned.plan.output_tokens, at.succeeded());
        at.breaks(found, "output_tokens", &at.round.output_tokens, &|lang| {
            messages::expected_lengths(lang, asked, count, each)
        });
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
            let most = whole / steps;
            at.breaks(found, field, &each, &|lang| {
                messages::expected_each(lang, format_args!("{most:.3}"), steps)
            });
        }
    }
    // Nine requests of ten have both parts within their P95; with fewer than five, half of them need not.
    if at.round.latency_n >= 5
        && let (Some(first), Some(each)) = (latency.ttft_p95_ms, latency.tpot_p95_ms)
        && let Some(half) = latency.e2e_p50_ms
        && half > (first + steps * each) * GRACE
    {
        let most = first + steps * each;
        at.breaks(found, "e2e_p50_ms", &half, &|lang| {
            messages::expected_parts(lang, format_args!("{most:.3}"), steps)
        });
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
    let (field, value, is_most, bound) = match (latency.e2e_p50_ms, latency.e2e_p95_ms) {
        (Some(half), _) if half * count / 2.0 > time * GRACE => {
            ("e2e_p50_ms", half, true, time * 2.0 / count)
        }
        (_, Some(most)) if at.round.failures.total() == 0 && most * count * IDLE < time => {
            ("e2e_p95_ms", most, false, time / count)
        }
        _ => return,
    };
    at.breaks(found, field, &value, &|lang| {
        let bound = format_args!("{bound:.3}");
        if is_most {
            messages::expected_busy_most(lang, bound, count, duration_s, users)
        } else {
            messages::expected_busy_about(lang, bound, count, duration_s, users)
        }
    });
}

fn zeros(at: &At<'_>, found: &mut Vec<Broken>) {
    let latency = &at.round.latency;
    for (field, value) in [
        ("ttft_p50_ms", latency.ttft_p50_ms),
        ("e2e_p50_ms", latency.e2e_p50_ms),
    ] {
        if value == Some(0.0) {
            at.breaks(found, field, &0, &|lang| {
                messages::expected_unmeasured(lang).into()
            });
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
        at.breaks(found, "tpot_p95_ms", &value, &|lang| {
            messages::expected_other(lang).into()
        });
    }
}

fn lonely(at: &At<'_>, found: &mut Vec<Broken>) {
    let Round {
        latency, latency_n, ..
    } = at.round;
    if *latency_n == 1 && latency.e2e_p95_ms.or(latency.ttft_p95_ms).is_some() {
        at.breaks(found, "latency_n", latency_n, &|lang| {
            messages::expected_more(lang).into()
        });
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
    use std::ptr;

    use serde_json::json;

    use super::*;
    use crate::{NotRun, Pins, Sheet};

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

    /// A report of one scenario with a round on each side: nothing is found in them.
    fn sound() -> (Report, [Round; 2]) {
        let text = json!({ "en": "a", "zh": "b" });
        let commit = "0".repeat(40);
        let side = json!({
            "engine": "engine", "version": "1", "weights_format": "float32", "launch": "serve",
            "pins": { "source_commit": commit, "model_revision": commit },
        });
        let scenario = json!({
            "id": "x", "input_tokens": 64, "output_tokens": 4, "load": { "concurrency": 1 },
            "requests": 4, "rounds": 1,
        });
        let batch = json!({
            "id": "main", "node": "node-a", "title": text, "run_order": text, "scenarios": [scenario],
        });
        let report: Report = serde_json::from_value(json!({
            "id": "demo", "status": "measured", "date": "2026-01-02", "title": text, "question": text,
            "hardware": text, "model": text, "sides": { "baseline": side, "candidate": side },
            "batches": [batch], "limits": [],
        }))
        .unwrap();
        let rounds = Side::BOTH.map(|side| {
            let (inputs, source) = ("ab".repeat(32), ["cd", "ef"][side as usize].repeat(32));
            let columns = crate::COLUMNS.map(|column| column.name).join(",");
            let text = format!(
                "{columns}\nx,1,4,0,0,0,0,0,0,0,done usage,0.2,16,80,10,20,1,2,30,40,4,lengths:{inputs},{source},client 1,1,,requests,,,,,\n"
            );
            let plans = &report.batches[0].scenarios;
            crate::table::read("", text.as_bytes(), plans).unwrap().remove(0)
        });
        (report, rounds)
    }

    fn found_in(report: Report, rounds: [Round; 2]) -> Vec<Finding> {
        let context = &report.batches[0];
        let mut rounds = rounds.into_iter();
        let sheets = Side::BOTH.map(|side| Sheet {
            path: crate::round_file(&context.id, side),
            batch: context.id.clone(),
            node: context.node.clone(),
            side,
            pins: Pins::default(),
            rounds: rounds.next().into_iter().collect(),
        });
        let batches = vec![Ok(Batch::gather(&report, sheets.into()).unwrap())];
        findings(&Release {
            report,
            batches,
            findings: vec![],
        })
    }

    #[test]
    fn every_check_says_in_both_languages_what_it_finds_and_where() {
        type Break = fn(&mut Report, &mut [Round; 2]);
        let breaks: [Break; CHECKS.len()] = [
            |report, _| report.batches[0].title.zh.clear(),
            |report, _| report.date = "soon".into(),
            |report, _| report.sides.baseline.pins = Pins::default(),
            |report, _| report.batches[0].scenarios[0].chosen = true,
            |report, _| report.batches[0].scenarios[0].input_tokens = 0,
            |report, _| {
                report.batches[0].scenarios[0].not_run.push(NotRun {
                    side: None,
                    from_round: None,
                    why: report.title.clone(),
                });
            },
            |_, rounds| rounds[0].round = 2,
            |_, rounds| rounds[1].fingerprint = None,
            |_, rounds| rounds[1].source = rounds[0].source,
            |_, rounds| rounds[0].latency.e2e_p95_ms = Some(1e6),
            |report, _| report.model.en = "<b>".into(),
            |report, _| report.sides.candidate.weights_format = "float16".into(),
            |report, _| report.sides.candidate.launch = "serve --fast".into(),
            |report, _| report.sides.candidate.version = "0".into(),
            |_, rounds| rounds[0].output_tokens = 17,
            |_, rounds| rounds[0].latency.tpot_p95_ms = Some(30.0),
            |_, rounds| rounds[0].duration_s = 2.0,
            |_, rounds| rounds[0].latency.ttft_p50_ms = Some(0.0),
            |_, rounds| {
                let latency = &mut rounds[0].latency;
                (latency.tpot_p50_ms, latency.tpot_p95_ms) =
                    (latency.ttft_p50_ms, latency.ttft_p95_ms);
            },
            |_, rounds| rounds[0].latency_n = 1,
        ];
        let (report, rounds) = sound();
        let none: Vec<String> = found_in(report, rounds)
            .iter()
            .map(Finding::to_string)
            .collect();
        assert_eq!(none, [""; 0]);

        let chinese = |text: &str| text.contains(|sign| ('\u{4e00}'..='\u{9fff}').contains(&sign));
        for (check, change) in CHECKS.iter().zip(breaks) {
            let (mut report, mut rounds) = sound();
            change(&mut report, &mut rounds);
            let found = found_in(report, rounds);
            let finding = found.iter().find(|one| ptr::eq(one.check, check));
            let finding = finding.unwrap_or_else(|| panic!("{}: nothing", (check.name)(Lang::En)));
            let Broken {
                file,
                place,
                found,
                expected,
                ..
            } = &finding.broken;
            for lang in Lang::ALL {
                let said = finding.said(lang);
                let [expected, found, place] = [expected, found, place].map(|part| part.said(lang));
                let name = (check.name)(lang);
                for part in [&**file, &*place, &*found, &*expected, name] {
                    assert!(said.contains(part), "{part:?} is not in {said:?}");
                }
                for text in [&*said, &*expected, name] {
                    assert_eq!(chinese(text), lang == Lang::Zh, "{text:?}");
                }
            }
        }
    }
}
