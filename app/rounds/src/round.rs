use std::{fmt, str::FromStr};

use seal::Digest;
use serde::{Deserialize, Serialize};

use crate::{Client, Id};

/// Why a request failed; the first of these that applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The answer was not HTTP 200.
    Http,
    /// The stream did not end with its end mark.
    NoDone,
    /// All of its text was empty.
    EmptyText,
    /// No valid usage came.
    Usage,
    /// Another output length than asked.
    Length,
    /// Anything else the client calls an error.
    Other,
}

impl Kind {
    /// All kinds, in the order in which they apply.
    pub const ALL: [Self; 6] = [
        Self::Http,
        Self::NoDone,
        Self::EmptyText,
        Self::Usage,
        Self::Length,
        Self::Other,
    ];

    /// The name in the data.
    pub fn name(self) -> &'static str {
        match self {
            Self::Http => "http",
            Self::NoDone => "no_done",
            Self::EmptyText => "empty_text",
            Self::Usage => "usage",
            Self::Length => "length",
            Self::Other => "other",
        }
    }
}

/// What every request is held to, where its file shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    /// HTTP 200.
    Http,
    /// The end mark came.
    Done,
    /// Some text is not empty.
    Text,
    /// The usage is valid.
    Usage,
    /// The output has the length asked for.
    Length,
}

impl Rule {
    /// All rules, in the order of the kinds of failure.
    pub const ALL: [Self; 5] = [
        Self::Http,
        Self::Done,
        Self::Text,
        Self::Usage,
        Self::Length,
    ];

    /// The name in the data.
    pub fn name(self) -> &'static str {
        match self {
            Self::Http => "http",
            Self::Done => "done",
            Self::Text => "text",
            Self::Usage => "usage",
            Self::Length => "length",
        }
    }
}

/// Failed requests by [`Kind`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(into = "std::collections::BTreeMap<&'static str, u64>")]
pub struct Failures([u64; 6]);

impl Failures {
    /// `count(kind)` for each kind.
    pub fn from_fn(mut count: impl FnMut(Kind) -> u64) -> Self {
        Self(Kind::ALL.map(&mut count))
    }

    /// How many failed in this way.
    pub fn of(&self, kind: Kind) -> u64 {
        self.0[kind as usize]
    }

    /// How many failed at all.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }
}

impl std::ops::AddAssign for Failures {
    fn add_assign(&mut self, other: Self) {
        self.0
            .iter_mut()
            .zip(other.0)
            .for_each(|(count, more)| *count += more);
    }
}

impl From<Failures> for std::collections::BTreeMap<&'static str, u64> {
    fn from(failures: Failures) -> Self {
        Kind::ALL
            .map(|kind| (kind.name(), failures.of(kind)))
            .into()
    }
}

/// The latencies of a round's successful requests, in milliseconds; `None` where none was measured.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Latency {
    /// Median time from sending to the first text.
    pub ttft_p50_ms: Option<f64>,
    /// 95th percentile of the same.
    pub ttft_p95_ms: Option<f64>,
    /// Median of (end to end - first text) / (output tokens - 1).
    pub tpot_p50_ms: Option<f64>,
    /// 95th percentile of the same.
    pub tpot_p95_ms: Option<f64>,
    /// Median time from sending to the end.
    pub e2e_p50_ms: Option<f64>,
    /// 95th percentile of the same.
    pub e2e_p95_ms: Option<f64>,
}

/// What of the inputs a client's file shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Seen {
    /// The prompts themselves, in order.
    Prompts,
    /// Only how many tokens each has, in order.
    Lengths,
}

/// A digest over the ordered inputs of a round, written `prompts:<hex>` or `lengths:<hex>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    /// What was digested.
    pub seen: Seen,
    /// The digest.
    pub digest: Digest,
}

impl FromStr for Fingerprint {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (seen, digest) = text.split_once(':').ok_or(())?;
        let seen = match seen {
            "prompts" => Seen::Prompts,
            "lengths" => Seen::Lengths,
            _ => return Err(()),
        };
        Ok(Self {
            seen,
            digest: digest.parse().map_err(drop)?,
        })
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seen = match self.seen {
            Seen::Prompts => "prompts",
            Seen::Lengths => "lengths",
        };
        write!(f, "{seen}:{}", self.digest)
    }
}

/// What is published of a client's file: its digest, or one over 32 random bytes and the file, written `salted:<hex>`.
///
/// A digest alone would confirm a guess at a file that can be guessed: an aggregate with one private name taken out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Commitment {
    /// Random bytes stand before the file.
    pub salted: bool,
    /// The digest.
    pub digest: Digest,
}

impl FromStr for Commitment {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (salted, hex) = match text.strip_prefix("salted:") {
            Some(hex) => (true, hex),
            None => (false, text),
        };
        let digest = hex.parse().map_err(drop)?;
        Ok(Self { salted, digest })
    }
}

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.salted {
            f.write_str("salted:")?;
        }
        self.digest.fmt(f)
    }
}

/// What a round's figures rest on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Evidence {
    /// Every request, held to the strict rules as far as the file shows them.
    Requests,
    /// The client's own sums: what it calls completed and failed.
    Counts,
    /// The client's own sums over the number of requests that it was asked to send.
    Asked,
}

impl Evidence {
    /// All, from the strongest.
    pub const ALL: [Self; 3] = [Self::Requests, Self::Counts, Self::Asked];

    /// The name in the data.
    pub fn name(self) -> &'static str {
        match self {
            Self::Requests => "requests",
            Self::Counts => "counts",
            Self::Asked => "asked",
        }
    }
}

/// The kind of endpoint that was measured. Clients start and stop their clocks differently on each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// `/v1/completions`, or a server's own endpoint for plain prompts.
    Completions,
    /// `/v1/chat/completions`.
    Chat,
}

impl Mode {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Completions, Self::Chat];

    /// The name in the data.
    pub fn name(self) -> &'static str {
        match self {
            Self::Completions => "completions",
            Self::Chat => "chat",
        }
    }
}

/// A client's own figures of a round, by its own rules: to compare with, never drawn or reckoned with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct ClientSays {
    /// Requests that it calls completed.
    pub completed: Option<u32>,
    /// Output tokens a second.
    pub output_tok_s: Option<f64>,
    /// 95th percentile of its time to first text or chunk.
    pub ttft_p95_ms: Option<f64>,
    /// 95th percentile of its time per output token.
    pub tpot_p95_ms: Option<f64>,
    /// 95th percentile of its time from sending to the end.
    pub e2e_p95_ms: Option<f64>,
}

/// One run of one scenario on one side.
#[derive(Clone, Debug)]
pub struct Round {
    /// The scenario that was run.
    pub scenario: Id,
    /// Counts the scenario's rounds on this side from 1.
    pub round: u32,
    /// Requests sent, warm-up apart: the denominator.
    pub requests: u32,
    /// Those of them that failed.
    pub failures: Failures,
    /// Rules that the source file cannot show, so that nobody may call them passed.
    pub unchecked: Vec<Rule>,
    /// The whole measuring time in seconds; failures take nothing away from it.
    pub duration_s: f64,
    /// Output tokens of the successful requests.
    pub output_tokens: u64,
    /// `output_tokens / duration_s`.
    pub output_tok_s: f64,
    /// Latencies of the successful requests.
    pub latency: Latency,
    /// How many requests the latencies rest on.
    pub latency_n: u32,
    /// Identifies the inputs; `None` where the file shows nothing of them.
    pub fingerprint: Option<Fingerprint>,
    /// Commits to the client's file as it was.
    pub source: Commitment,
    /// Which of the file's runs it is, from 1.
    pub part: u32,
    /// The load client and its version.
    pub client: Client,
    /// The kind of endpoint, where the file tells it.
    pub mode: Option<Mode>,
    /// What the figures rest on.
    pub evidence: Evidence,
    /// The client's own figures.
    pub says: ClientSays,
}
