use rounds::{Load, ScenarioPlan};
use serde::{Serialize, Serializer, ser::SerializeMap};

use super::{
    random::Random,
    simulate::{Nanos, Run, SECOND, percentile, seconds},
};

/// The model as the server was told to call it.
const MODEL: &str = "deepseek-v41-flash";

/// What answers are made of; nobody reads them, they only must not be empty.
const WORDS: [&str; 12] = [
    " harbour", " tide", " keel", " gravel", " lantern", " meadow", " copper", " willow",
    " ledger", " north", " quiet", " timber",
];

/// One round as `vllm bench serve --save-detailed` of vLLM 0.32 writes it, key by key and by its own lax rules: whoever
/// sent any chunk counts as completed, with all its tokens, even where the chunks were empty.
///
/// At its end five keys of a stricter client: what HTTP and the stream said, and what was asked for.
pub(crate) struct Raw<'a> {
    /// What was asked.
    pub(crate) scenario: &'a ScenarioPlan,
    /// What came of it.
    pub(crate) run: &'a Run,
    /// Local time at which the file was written, as `20261027-094900`.
    pub(crate) date: String,
    /// The reading of the client's clock at the round's start.
    pub(crate) clock: Nanos,
    /// Names the round's inputs, the same on both sides.
    pub(crate) inputs: String,
}

impl Raw<'_> {
    /// The file's bytes.
    pub(crate) fn bytes(&self) -> serde_json::Result<Vec<u8>> {
        serde_json::to_vec(self)
    }

    /// Stands in for the digest of prompts that were never published. It is the digest of nothing: 64 hex digits that
    /// are equal where both sides were given the same inputs, and nowhere else.
    fn prompts(&self) -> String {
        let mut random = Random::of(&self.inputs);
        (0..4).map(|_| format!("{:016x}", random.draw())).collect()
    }

    fn texts(&self) -> Vec<String> {
        let mut random = Random::of(&format!("{}/texts", self.inputs));
        let mut text = || (0..5).map(|_| WORDS[random.below(WORDS.len())]).collect();
        let texts = self.run.requests.iter().map(|one| {
            let text = text();
            if one.has_text { text } else { String::new() }
        });
        texts.collect()
    }

    /// vLLM's two peaks: the most tokens and the most requests that touched one second, counted from the first start.
    fn peaks(&self) -> (u64, u64) {
        let first = self
            .run
            .requests
            .iter()
            .map(|one| one.start)
            .min()
            .unwrap_or(0);
        let second = |time: Nanos| ((time - first) / SECOND) as usize;
        let mut tokens = vec![0; second(self.run.duration + first) + 1];
        let mut requests = tokens.clone();
        for one in &self.run.requests {
            for token in 0..u64::from(self.run.tokens) {
                tokens[second(one.start + one.ttft + token * one.gap)] += 1;
            }
            let end = one.start + one.latency(self.run.tokens);
            requests[second(one.start)..=second(end)]
                .iter_mut()
                .for_each(|count| *count += 1);
        }
        let most = |counts: &[u64]| counts.iter().copied().max().unwrap_or(0);
        (most(&tokens), most(&requests))
    }
}

impl Serialize for Raw<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { scenario, run, .. } = self;
        let sent = run.requests.len();
        let tokens = run.tokens;
        let duration = seconds(run.duration);
        let (total_in, total_out) = (
            sent as u64 * u64::from(scenario.input_tokens),
            sent as u64 * u64::from(tokens),
        );
        let each = |time: fn(&super::simulate::Request) -> Nanos| -> Vec<f64> {
            run.requests.iter().map(|one| seconds(time(one))).collect()
        };
        let (ttfts, gaps) = (each(|one| one.ttft), each(|one| one.gap));
        let latencies: Vec<_> = run
            .requests
            .iter()
            .map(|one| seconds(one.latency(tokens)))
            .collect();
        let starts: Vec<_> = run
            .requests
            .iter()
            .map(|one| seconds(self.clock + one.start))
            .collect();
        let itls: Vec<_> = gaps
            .iter()
            .map(|&gap| vec![gap; tokens as usize - 1])
            .collect();
        let (most_tokens, most_requests) = self.peaks();

        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("date", &self.date)?;
        map.serialize_entry("endpoint_type", "openai")?;
        map.serialize_entry("backend", "openai")?;
        map.serialize_entry("label", &None::<&str>)?;
        map.serialize_entry("model_id", MODEL)?;
        map.serialize_entry("tokenizer_id", MODEL)?;
        map.serialize_entry("num_prompts", &sent)?;
        match scenario.load {
            Load::Concurrency(workers) => {
                map.serialize_entry("request_rate", "inf")?;
                map.serialize_entry("burstiness", &1.0)?;
                map.serialize_entry("max_concurrency", &workers)?;
            }
            Load::Rate(rate) => {
                map.serialize_entry("request_rate", &rate)?;
                // vLLM's word for how even the arrivals are; so large that they are as good as evenly spaced.
                map.serialize_entry("burstiness", &1_000_000.0)?;
                map.serialize_entry("max_concurrency", &None::<u32>)?;
            }
        }
        map.serialize_entry("duration", &duration)?;
        map.serialize_entry("completed", &sent)?;
        map.serialize_entry("failed", &0)?;
        map.serialize_entry("total_input_tokens", &total_in)?;
        map.serialize_entry("total_output_tokens", &total_out)?;
        map.serialize_entry("request_throughput", &nine(sent as f64 / duration))?;
        map.serialize_entry("request_goodput", &None::<f64>)?;
        map.serialize_entry("output_throughput", &nine(total_out as f64 / duration))?;
        map.serialize_entry(
            "total_token_throughput",
            &nine((total_in + total_out) as f64 / duration),
        )?;
        map.serialize_entry("input_lens", &vec![scenario.input_tokens; sent])?;
        map.serialize_entry("output_lens", &vec![tokens; sent])?;
        map.serialize_entry("ttfts", &ttfts)?;
        map.serialize_entry("itls", &itls)?;
        map.serialize_entry("latencies", &latencies)?;
        map.serialize_entry("start_times", &starts)?;
        // With a concurrency every request waits from the round's start, with a rate from when it is due.
        let waited = match scenario.load {
            Load::Concurrency(_) => each(|one| one.start),
            Load::Rate(_) => each(|one| one.start - one.due),
        };
        map.serialize_entry("queue_times", &waited)?;
        map.serialize_entry("generated_texts", &self.texts())?;
        map.serialize_entry("errors", &vec![""; sent])?;
        map.serialize_entry("max_output_tokens_per_s", &(most_tokens as f64))?;
        map.serialize_entry("max_concurrent_requests", &most_requests)?;
        map.serialize_entry("rtfx", &0.0)?;
        let tpots = latencies
            .iter()
            .zip(&ttfts)
            .map(|(latency, ttft)| (latency - ttft) / f64::from(tokens - 1))
            .collect::<Vec<_>>();
        aggregates(&mut map, "ttft", &ttfts)?;
        aggregates(&mut map, "tpot", &tpots)?;
        aggregates(&mut map, "itl", &itls.concat())?;
        aggregates(&mut map, "e2el", &latencies)?;

        map.serialize_entry("http_statuses", &vec![200; sent])?;
        map.serialize_entry("done_marks", &vec![true; sent])?;
        map.serialize_entry("usage_completion_tokens", &vec![tokens; sent])?;
        map.serialize_entry("requested_output_lens", &vec![scenario.output_tokens; sent])?;
        map.serialize_entry("prompts_sha256", &self.prompts())?;
        map.end()
    }
}

/// vLLM's seven figures of one metric, in milliseconds.
fn aggregates<M: SerializeMap>(map: &mut M, metric: &str, values: &[f64]) -> Result<(), M::Error> {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values
        .iter()
        .map(|value| (value - mean) * (value - mean))
        .sum::<f64>()
        / count;
    let median = percentile(values.to_vec(), 50.0);
    let mut entry = |name: &str, value: f64| {
        map.serialize_entry(&format!("{name}_{metric}_ms"), &nine(value * 1000.0))
    };
    entry("mean", mean)?;
    entry("median", median)?;
    entry("std", variance.sqrt())?;
    entry("p50", median)?;
    for percent in [90.0, 95.0, 99.0] {
        entry(&format!("p{percent}"), percentile(values.to_vec(), percent))?;
    }
    Ok(())
}

/// Nine decimals, like the times.
fn nine(value: f64) -> f64 {
    (value * 1e9).round() / 1e9
}
