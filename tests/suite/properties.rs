//! What holds for the figures of any batch. The batches are made up, from one seed, and read as the command reads them.

use std::{cell::RefCell, collections::BTreeSet};

use proptest::{
    prelude::{Just, ProptestConfig, Strategy, any, prop_oneof, proptest},
    test_runner::{RngSeed, TestRunner},
};
use rounds::{Batch, Failures, Kind, Latency, Report, Round, Rule, Sheet};
use seal::{Digest, Manifest};
use serde_json::{Value, json};
use summary::{Change, Direction, Evidence, Gain, Metric, Mode, Side, Spread, Summary, Why};

/// Requests of every round.
const REQUESTS: u32 = 4;
/// Rounds planned for every scenario on each side.
const PLANNED: usize = 3;

/// A scenario: what was planned, and its rounds on each side, those before the upgrade first.
#[derive(Clone, Debug)]
struct Made {
    not_run: Value,
    rounds: [Vec<Round>; 2],
}

/// One seed for all, so that a test that failed fails again.
fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 128,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// `rare` once in a while, else `usual`.
fn mostly<T: Clone + std::fmt::Debug + 'static>(
    usual: T,
    rare: impl Strategy<Value = T> + 'static,
) -> impl Strategy<Value = T> {
    prop_oneof![40 => Just(usual), 1 => rare]
}

fn scenarios() -> impl Strategy<Value = Vec<Made>> {
    let not_run = mostly(
        json!([]),
        prop_oneof![
            Just(json!([{ "why": { "en": "a", "zh": "b" } }])),
            Just(
                json!([{ "side": "candidate", "from_round": 2, "why": { "en": "a", "zh": "b" } }])
            ),
        ],
    );
    let side = || mostly(PLANNED, 0..=PLANNED + 1).prop_flat_map(rounds);
    let made = (not_run, side(), side()).prop_map(|(not_run, baseline, candidate)| Made {
        not_run,
        rounds: [baseline, candidate],
    });
    proptest::collection::vec(made, 1..6)
}

/// So many rounds of one scenario; their values lie near each other, so that ranges lie apart as often as not.
fn rounds(count: usize) -> impl Strategy<Value = Vec<Round>> {
    let round = |level: u64| {
        (
            level..level + level / 4,
            mostly(0, 1..=REQUESTS),
            (1..500u32, 0..500u32),
            mostly(Some(1u8), prop_oneof![Just(Some(2)), Just(None)]),
            mostly(Evidence::Requests, Just(Evidence::Counts)),
            mostly(None, Just(Some(Mode::Chat))),
        )
    };
    (1_000..4_000u64)
        .prop_flat_map(move |level| proptest::collection::vec(round(level), count))
        .prop_map(|values| {
            let rounds = (1..).zip(values).map(|(number, value)| {
                let (rate, failed, (p50, more), inputs, evidence, mode) = value;
                let mut round = Round {
                    scenario: "s0".parse().unwrap(),
                    round: number,
                    requests: REQUESTS,
                    failures: Failures::default(),
                    unchecked: match evidence {
                        Evidence::Requests => vec![],
                        _ => Rule::ALL.into(),
                    },
                    duration_s: 1000.0,
                    output_tokens: 0,
                    output_tok_s: 0.0,
                    latency: Latency::default(),
                    latency_n: REQUESTS,
                    fingerprint: inputs
                        .map(|byte| format!("lengths:{}", Digest::of(&[byte])).parse().unwrap()),
                    source: Digest::of(b"").to_string().parse().unwrap(),
                    part: 1,
                    client: "client 1".parse().unwrap(),
                    mode,
                    evidence,
                    says: Default::default(),
                };
                let (p50, p95) = (Some(f64::from(p50)), Some(f64::from(p50 + more)));
                round.latency = Latency {
                    ttft_p50_ms: p50,
                    ttft_p95_ms: p95,
                    tpot_p50_ms: p50,
                    tpot_p95_ms: p95,
                    e2e_p50_ms: p50,
                    e2e_p95_ms: p95,
                };
                put_tokens(&mut round, rate);
                put_failures(&mut round, failed);
                round
            });
            rounds.collect()
        })
}

/// So many output tokens in the round's thousand seconds: a rate of three decimal places, which its file holds exactly.
fn put_tokens(round: &mut Round, tokens: u64) {
    round.output_tokens = tokens;
    round.output_tok_s = tokens as f64 / round.duration_s;
}

/// Lets so many requests fail, and takes away what then cannot be there.
fn put_failures(round: &mut Round, failed: u32) {
    round.failures = Failures::from_fn(|kind| if kind == Kind::Http { failed.into() } else { 0 });
    round.latency_n = REQUESTS - failed;
    if failed == REQUESTS {
        round.latency = Latency::default();
        put_tokens(round, 0);
    }
}

/// The batch of these scenarios, as its files are read after `order` has put the rows of each in another order.
fn gather(scenarios: &[Made], order: impl Fn(&mut Vec<Round>)) -> Batch {
    let text = json!({ "en": "a", "zh": "b" });
    let side = json!({
        "engine": "engine", "version": "1", "pins": {}, "weights_format": "float32", "launch": "serve",
    });
    let plans = scenarios.iter().enumerate().map(|(index, made)| {
        json!({
            "id": format!("s{index}"), "input_tokens": 64, "output_tokens": 4,
            "load": { "concurrency": 1 }, "requests": REQUESTS, "rounds": PLANNED, "not_run": made.not_run,
        })
    });
    let batch = json!({
        "id": "main", "node": "node-a", "title": text, "run_order": text,
        "scenarios": Vec::from_iter(plans),
    });
    let report: Report = serde_json::from_value(json!({
        "id": "demo", "status": "measured", "date": "2026-01-02", "title": text, "question": text,
        "hardware": text, "model": text, "sides": { "baseline": side, "candidate": side },
        "batches": [batch], "limits": [],
    }))
    .unwrap();
    let sheets = Side::BOTH.map(|side| {
        let rows = scenarios.iter().enumerate().flat_map(|(index, made)| {
            let rounds = made.rounds[side as usize].iter().cloned();
            rounds.map(move |round| Round {
                scenario: format!("s{index}").parse().unwrap(),
                ..round
            })
        });
        let mut rows = Vec::from_iter(rows);
        order(&mut rows);
        let bytes = rounds::write(&rows);
        let path = format!("rounds/main-{side}.csv");
        let sums = format!("{}  {path}\n", Digest::of(&bytes));
        let manifest = Manifest::read(sums.as_bytes()).unwrap();
        let sealed = manifest.open(&path.parse().unwrap(), bytes).unwrap();
        Sheet::read(&sealed, &report).unwrap()
    });
    Batch::gather(&report, sheets.into()).unwrap()
}

fn summary(scenarios: &[Made]) -> Summary {
    Summary::of(&gather(scenarios, |_| ()))
}

/// The same with the throughput of both sides `factor` times as high.
fn scaled(scenarios: &[Made], factor: u64) -> Vec<Made> {
    let mut scenarios = scenarios.to_vec();
    let rounds = scenarios
        .iter_mut()
        .flat_map(|made| made.rounds.iter_mut().flatten());
    rounds.for_each(|round| put_tokens(round, round.output_tokens * factor));
    scenarios
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12 * b.abs()
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_order_of_rows_changes_nothing(made in scenarios(), seed in any::<u64>()) {
        let shuffle = |rows: &mut Vec<Round>| {
            rows.sort_by_key(|row| Digest::of(format!("{seed} {} {}", row.scenario, row.round).as_bytes()));
        };
        assert_eq!(Summary::of(&gather(&made, shuffle)), summary(&made));
    }

    #[test]
    fn a_failure_takes_gains_away_and_touches_no_other_scenario(
        made in scenarios(), scenario in any::<usize>(), side in 0..2usize, round in any::<usize>(),
    ) {
        let mut worse = made.clone();
        let scenario = scenario % worse.len();
        let rounds = &mut worse[scenario].rounds[side];
        if rounds.is_empty() {
            return Ok(());
        }
        let round = round % rounds.len();
        let failed = rounds[round].failures.total() as u32;
        put_failures(&mut rounds[round], REQUESTS.min(failed + 1));
        let (before, after) = (summary(&made), summary(&worse));
        for (index, (before, after)) in before.scenarios.iter().zip(&after.scenarios).enumerate() {
            if index == scenario {
                assert!(after.gains.iter().all(|gain| gain.change().is_none()));
            } else {
                assert_eq!(before, after);
            }
        }
    }

    #[test]
    fn what_scales_both_sides_changes_no_gain(made in scenarios(), power in 1..20u32, factor in 1..1000u64) {
        let plain = summary(&made);
        let doubled = summary(&scaled(&made, 1 << power));
        assert_eq!(doubled.verdict, plain.verdict);
        for (doubled, plain) in doubled.scenarios.iter().zip(&plain.scenarios) {
            assert_eq!(doubled.gains, plain.gains);
        }
        let more = summary(&scaled(&made, factor));
        for (more, plain) in more.scenarios.iter().zip(&plain.scenarios) {
            match (more.gain(Metric::OutputTokS), plain.gain(Metric::OutputTokS)) {
                (Gain::Resolved(a), Gain::Resolved(b)) | (Gain::NotResolved(a), Gain::NotResolved(b)) => {
                    assert!(near(a.ratio, b.ratio) && near(a.low, b.low) && near(a.high, b.high), "{a:?} {b:?}");
                    assert_eq!(a.direction, b.direction);
                }
                (a, b) => assert_eq!(a, b),
            }
        }
    }

    #[test]
    fn middles_lie_within_and_failures_have_no_gain(made in scenarios()) {
        let summary = summary(&made);
        for (scenario, made) in summary.scenarios.iter().zip(&made) {
            let measured = [&scenario.baseline, &scenario.candidate].map(|cell| cell.measured());
            for Spread { median, min, max, .. } in measured.into_iter().flatten().flat_map(|side| side.spreads).flatten() {
                assert!(min <= median && median <= max, "{min} {median} {max}");
            }
            for Change { low, ratio, high, .. } in scenario.gains.iter().filter_map(Gain::change) {
                assert!(low <= ratio && ratio <= high, "{low} {ratio} {high}");
            }
            let fails = made.rounds.iter().flatten().any(|round| round.failures.total() > 0);
            assert!(!fails || scenario.gains.iter().all(|gain| gain.change().is_none()));
        }
    }

    #[test]
    fn every_scenario_is_counted_once(made in scenarios()) {
        let verdict = summary(&made).verdict;
        assert_eq!(verdict.scenarios, made.len());
        assert_eq!(verdict.improved + verdict.worse + verdict.not_resolved + verdict.ledger.len(), made.len());
        let reasons: usize = Why::ALL.map(|why| verdict.left_out(why)).iter().sum();
        assert_eq!(reasons, verdict.ledger.len());
        assert_eq!(verdict.geometric_mean.is_some(), verdict.clean() > 0);
    }

    #[test]
    fn the_other_way_round_is_the_inverse(made in scenarios()) {
        let mut swapped = made.clone();
        for made in &mut swapped {
            made.rounds.reverse();
            // Otherwise it would be of the other side.
            made.not_run = json!([]);
        }
        let mut plain = made;
        plain.iter_mut().for_each(|made| made.not_run = json!([]));
        let (plain, swapped) = (summary(&plain), summary(&swapped));
        let gains = |summary: &Summary| summary.scenarios.iter().flat_map(|scenario| scenario.gains).collect::<Vec<_>>();
        for (there, back) in gains(&plain).into_iter().zip(gains(&swapped)) {
            match (there, back) {
                (Gain::Resolved(a), Gain::Resolved(b)) | (Gain::NotResolved(a), Gain::NotResolved(b)) => {
                    assert!(near(a.ratio, 1.0 / b.ratio) && near(a.low, 1.0 / b.high) && near(a.high, 1.0 / b.low));
                    let other = match a.direction {
                        Direction::Better => Direction::Worse,
                        Direction::Worse => Direction::Better,
                        Direction::Same => Direction::Same,
                    };
                    assert_eq!(b.direction, other);
                }
                (Gain::LeftOut(Why::FailsAfter), Gain::LeftOut(Why::FailsBefore))
                | (Gain::LeftOut(Why::FailsBefore), Gain::LeftOut(Why::FailsAfter)) => {}
                (there, back) => assert_eq!(there, back),
            }
        }
        let counts = |summary: &Summary| (summary.verdict.improved, summary.verdict.worse);
        let same = gains(&plain).iter().any(|gain| gain.change().is_some_and(|change| change.ratio == 1.0));
        assert!(same || counts(&plain) == (counts(&swapped).1, counts(&swapped).0));
    }
}

/// Without it, a property could hold because nothing was ever made that it speaks of.
#[test]
fn every_outcome_is_made() {
    let seen = RefCell::new(BTreeSet::new());
    TestRunner::new(config())
        .run(&scenarios(), |made| {
            let summary = summary(&made);
            for gain in summary
                .scenarios
                .iter()
                .map(|scenario| scenario.gain(Metric::OutputTokS))
            {
                seen.borrow_mut().insert(match gain {
                    Gain::Resolved(change) => format!("resolved {:?}", change.direction),
                    Gain::NotResolved(_) => "not resolved".into(),
                    Gain::LeftOut(why) => format!("{why:?}"),
                });
            }
            Ok(())
        })
        .unwrap();
    let seen = seen.into_inner();
    let expected = [
        "FailsAfter",
        "FailsBefore",
        "FailsBoth",
        "Inputs",
        "Client",
        "Missing",
        "NotRun",
        "Totals",
        "not resolved",
        "resolved Better",
        "resolved Worse",
    ];
    assert_eq!(seen, expected.map(String::from).into());
}
