use anyhow::ensure;
use rounds::{Load, ScenarioPlan};

use super::{
    random::Random,
    targets::{Pace, Target},
};

/// Nanoseconds: times add up without rounding, and no file has more than nine decimals of a second.
pub(crate) type Nanos = u64;

/// A second.
pub(crate) const SECOND: Nanos = 1_000_000_000;

/// The client reads its clock a last time this long after the last answer, at the earliest.
const CLOSING: Nanos = 600_000;

/// How exactly a round meets its 95th percentile: far below any digit that is shown.
const TOLERANCE_S: f64 = 0.000_01;

/// One request of a round; times count from the round's start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request {
    /// When it was sent.
    pub(crate) start: Nanos,
    /// When its turn came: a worker was free, or it was due.
    pub(crate) due: Nanos,
    /// From sending to the first chunk.
    pub(crate) ttft: Nanos,
    /// From each further chunk to the next; the same all through, which keeps the files small once compressed.
    pub(crate) gap: Nanos,
    /// Whether any of its chunks held text.
    pub(crate) has_text: bool,
}

/// One round, as the client saw it.
#[derive(Debug)]
pub(crate) struct Run {
    /// In the order of sending.
    pub(crate) requests: Vec<Request>,
    /// Tokens of every answer.
    pub(crate) tokens: u32,
    /// The whole measuring time.
    pub(crate) duration: Nanos,
}

impl Request {
    /// From sending to the end of an answer of `tokens`.
    pub(crate) fn latency(&self, tokens: u32) -> Nanos {
        self.ttft + self.gap * (u64::from(tokens) - 1)
    }
}

/// A round with everything drawn but its two speeds.
struct Model {
    load: Load,
    tokens: u32,
    drawn: Vec<Drawn>,
}

/// What sets one request apart from the next.
struct Drawn {
    /// Its prompt against the usual one.
    prefill: f64,
    /// Its further tokens against the usual ones.
    decode: f64,
    /// What the client takes to send it.
    sending: Nanos,
    has_text: bool,
}

impl Run {
    /// A round of `scenario` with `failures` that comes to `target`; `label` names its random numbers.
    pub(crate) fn of(
        label: &str,
        scenario: &ScenarioPlan,
        failures: usize,
        target: &Target,
    ) -> anyhow::Result<Self> {
        let model = Model::draw(label, scenario, failures);
        let tokens = model.tokens;
        let successes = model.drawn.iter().filter(|one| one.has_text).count();
        let counted = successes as f64 * f64::from(tokens);
        let usual = p95_of(
            model
                .drawn
                .iter()
                .filter(|one| one.has_text)
                .map(|one| one.decode),
        );
        let latest = match target.pace {
            Pace::TokensPerS(rate) => nanos(counted / rate).saturating_sub(CLOSING),
            Pace::TpotP95S(_) => Nanos::MAX,
        };
        // With a given throughput, slower prompts leave less time for the rest: whatever still ends in time.
        let decode = |prefill| match target.pace {
            Pace::TokensPerS(_) => largest(seconds(latest), |decode| {
                model.end(&model.requests(prefill, decode)) <= latest
            }),
            Pace::TpotP95S(p95) => p95 / usual,
        };
        let prefill = largest(target.ttft_p95_s * 2.0, |prefill| {
            let requests = model.requests(prefill, decode(prefill));
            ttft_p95_s(&requests) <= target.ttft_p95_s && model.end(&requests) <= latest
        });
        let requests = model.requests(prefill, decode(prefill));
        let found = ttft_p95_s(&requests);
        ensure!(
            (found - target.ttft_p95_s).abs() < TOLERANCE_S
                && requests.iter().all(|one| one.gap > 0),
            "`{label}`: found a P95 of `{found}` s until the first text, expected `{}` s at the given pace",
            target.ttft_p95_s,
        );
        let duration = match target.pace {
            Pace::TokensPerS(rate) => nanos(counted / rate),
            Pace::TpotP95S(_) => model.end(&requests) + CLOSING,
        };
        Ok(Self {
            requests,
            tokens,
            duration,
        })
    }
}

impl Model {
    fn draw(label: &str, scenario: &ScenarioPlan, failures: usize) -> Self {
        let requests = scenario.requests as usize;
        let mut random = Random::of(label);
        let mut drawn: Vec<_> = (0..requests)
            .map(|_| Drawn {
                prefill: random.near_one(0.04),
                decode: random.near_one(0.02),
                sending: 200_000 + random.below(400_000) as Nanos,
                has_text: true,
            })
            .collect();
        let mut with_text: Vec<_> = (0..requests).collect();
        for _ in 0..failures.min(requests) {
            let place = random.below(with_text.len());
            drawn[with_text.swap_remove(place)].has_text = false;
        }
        Self {
            load: scenario.load,
            tokens: scenario.output_tokens,
            drawn,
        }
    }

    /// A queue for one prompt at a time before as many answers at a time as the load allows.
    ///
    /// So the first text comes later the more requests are sent at once, as on a real server; how a step that holds
    /// both prompts and answers slows them down is left to the two speeds.
    fn requests(&self, prefill_s: f64, decode_s: f64) -> Vec<Request> {
        let workers = match self.load {
            Load::Concurrency(workers) => workers as usize,
            Load::Rate(_) => self.drawn.len(),
        };
        let mut free = vec![0; workers.max(1)];
        let mut prompts_done = 0;
        let mut requests = Vec::with_capacity(self.drawn.len());
        for (index, one) in self.drawn.iter().enumerate() {
            let Some(worker) = free.iter_mut().min() else {
                break;
            };
            let due = match self.load {
                Load::Concurrency(_) => *worker,
                Load::Rate(rate) => nanos(index as f64 / rate),
            };
            let start = due + one.sending;
            prompts_done = start.max(prompts_done) + nanos(one.prefill * prefill_s);
            let request = Request {
                start,
                due,
                ttft: prompts_done - start,
                gap: nanos(one.decode * decode_s),
                has_text: one.has_text,
            };
            *worker = start + request.latency(self.tokens);
            requests.push(request);
        }
        requests
    }

    fn end(&self, requests: &[Request]) -> Nanos {
        requests
            .iter()
            .map(|one| one.start + one.latency(self.tokens))
            .max()
            .unwrap_or(0)
    }
}

/// The largest number up to `most` that `fits`, where what fits is all below what does not.
fn largest(most: f64, fits: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (0.0, most);
    // A tenth of a nanosecond.
    while high - low > 1e-10 {
        let middle = (low + high) / 2.0;
        if fits(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

fn ttft_p95_s(requests: &[Request]) -> f64 {
    p95_of(
        requests
            .iter()
            .filter(|one| one.has_text)
            .map(|one| seconds(one.ttft)),
    )
}

fn p95_of(values: impl Iterator<Item = f64>) -> f64 {
    percentile(values.collect(), 95.0)
}

/// Linear between the two nearest, numpy's default; 0 over nothing, as vLLM writes it.
pub(crate) fn percentile(mut values: Vec<f64>, percent: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let Some(last) = values.len().checked_sub(1) else {
        return 0.0;
    };
    let place = last as f64 * percent / 100.0;
    let below = place as usize;
    let above = last.min(below + 1);
    values[below] + (values[above] - values[below]) * (place - below as f64)
}

/// The nearest double to a time, so that it is written with at most nine decimals.
pub(crate) fn seconds(time: Nanos) -> f64 {
    time as f64 / SECOND as f64
}

fn nanos(seconds: f64) -> Nanos {
    (seconds * SECOND as f64).round() as Nanos
}
