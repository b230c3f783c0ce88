//! What the numbers suggest to whoever has requests of a shape.

use summary::{
    Length, Metric, Scenario, ScenarioSummary, Tally, Trend, Users, Verdict, Why, Workload,
    Workloads,
};

use crate::{Lang, label};

/// The name of a trend in the texts.
fn trend(tally: &Tally) -> &'static str {
    match tally.trend() {
        Trend::Better => "better",
        Trend::Worse => "worse",
        Trend::Open => "open",
        Trend::Mixed => "mixed",
        Trend::Unknown => "unknown",
    }
}

/// The least and the largest change, or the one that is both.
fn range(tally: &Tally, lang: Lang) -> String {
    let Some((least, most)) = tally.percent else {
        return String::new();
    };
    let (least, most) = (label::percent(least), label::percent(most));
    if least == most {
        least
    } else {
        messages::range_of_percent(lang, least, most)
    }
}

/// What throughput did in some scenarios, for a list.
pub fn tally(tally: &Tally, lang: Lang) -> String {
    messages::tally(
        lang,
        tally.all(),
        tally.clean(),
        tally.improved,
        tally.not_resolved,
        range(tally, lang),
        trend(tally),
        tally.worse,
    )
}

/// What was left out of the gains, for a list.
pub fn left_out(verdict: &Verdict, lang: Lang) -> String {
    let [after, before, both] =
        [Why::FailsAfter, Why::FailsBefore, Why::FailsBoth].map(|why| verdict.left_out(why));
    let failing = after + before + both;
    let other = verdict.ledger.len() - failing;
    messages::tally_left_out(lang, after, verdict.scenarios, before, both, failing, other)
}

/// The name of a length in addresses and texts.
pub fn length(length: Option<Length>) -> &'static str {
    match length {
        Some(Length::Short) => "short",
        Some(Length::Long) => "long",
        None => "all",
    }
}

/// The name of so many users in addresses and texts.
pub fn users(users: Users) -> &'static str {
    match users {
        Users::One => "single",
        Users::Few => "several",
        Users::Many => "numerous",
        Users::Open => "rate",
    }
}

/// Lengths in tokens: `8K, 16K`.
pub fn lengths(lengths: &[u32], lang: Lang) -> String {
    let lengths: Vec<String> = lengths
        .iter()
        .map(|&count| Scenario::tokens(count))
        .collect();
    lengths.join(messages::comma(lang))
}

/// A shape of requests, with the lengths that were measured of it.
pub fn workload(workload: &Workload, all: &Workloads, lang: Lang) -> String {
    let of = |length, found: &summary::Lengths| match length {
        Some(Length::Long) => lengths(&found.long, lang),
        _ => lengths(&found.short, lang),
    };
    messages::workload(
        lang,
        length(workload.input),
        of(workload.input, &all.inputs),
        length(workload.output),
        of(workload.output, &all.outputs),
        users(workload.users),
    )
}

/// What became of the scenarios of one shape: in a few words, and what that suggests, a sentence each.
pub fn advice(scenarios: &[&ScenarioSummary], lang: Lang) -> (String, Vec<String>) {
    let tally = |metric| Tally::of(scenarios.iter().copied(), metric);
    let throughput = tally(Metric::OutputTokS);
    let (all, clean) = (throughput.all(), throughput.clean());
    let said = messages::advice_throughput(
        lang,
        all,
        clean,
        throughput.improved,
        throughput.not_resolved,
        range(&throughput, lang),
        trend(&throughput),
        throughput.worse,
    );
    let latency = |metric, text: fn(Lang, String, &str) -> String| {
        let tally = tally(metric);
        text(lang, range(&tally, lang), trend(&tally))
    };
    let mut sentences = vec![
        said,
        latency(Metric::TtftP95Ms, |lang, range, trend| {
            messages::advice_first_token(lang, range, trend)
        }),
        latency(Metric::TpotP95Ms, |lang, range, trend| {
            messages::advice_each_token(lang, range, trend)
        }),
    ];
    for (count, text) in [
        (
            throughput.fails_after,
            messages::advice_fails_after as fn(Lang, usize, usize) -> String,
        ),
        (throughput.fails_both, messages::advice_fails_both),
        (throughput.fails_before, messages::advice_fails_before),
    ] {
        if count > 0 {
            sentences.push(text(lang, all, count));
        }
    }
    sentences.retain(|sentence| !sentence.is_empty());
    let short = messages::workload_trend(lang, range(&throughput, lang), trend(&throughput));
    (short, sentences)
}
