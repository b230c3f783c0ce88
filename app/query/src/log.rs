use rounds::{Fingerprint, Rule};
use seal::Digest;

/// What one client's file says of its requests, a column each; every column has an entry for every request.
#[derive(Debug)]
pub struct RequestLog {
    /// The round's whole measuring time in seconds.
    pub duration_s: f64,
    /// What the client calls an error, by the kind of failure it stands for.
    pub errors: Vec<ClientError>,
    /// HTTP status, where the file has it.
    pub statuses: Option<Vec<u16>>,
    /// Whether the stream's end mark came, where the file says so.
    pub done: Option<Vec<bool>>,
    /// Whether any text was not empty.
    pub texts: Vec<bool>,
    /// The usage's output tokens, where the file tells usage from a count of its own; `None` where no usage came.
    pub usage: Option<Vec<Option<u32>>>,
    /// Output tokens as the client counts them.
    pub output_tokens: Vec<u32>,
    /// Output tokens asked for.
    pub asked: Vec<u32>,
    /// Seconds from sending to the first text.
    pub ttft_s: Vec<f64>,
    /// Seconds from sending to the end.
    pub e2e_s: Vec<f64>,
    /// Input tokens.
    pub input_tokens: Vec<u32>,
    /// Identifies the ordered inputs.
    pub fingerprint: Fingerprint,
    /// The digest of the file as it was.
    pub source: Digest,
}

/// A client's error text, sorted by what it stands for. The text itself is not kept: it may hold host names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClientError {
    /// No error.
    None,
    /// A status other than 200.
    Http,
    /// The stream was cut before its end.
    NoDone,
    /// The stream held no text.
    EmptyText,
    /// Anything else.
    Other,
}

/// A file that cannot be taken: place, found, expected. Whoever opened it adds its name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: found {found}, expected {expected}")]
pub struct ImportError {
    /// A key, or a line and column.
    pub place: String,
    /// What is there.
    pub found: String,
    /// What should be.
    pub expected: String,
}

impl RequestLog {
    /// Requests sent.
    pub fn requests(&self) -> usize {
        self.output_tokens.len()
    }

    /// The rules that this file cannot show.
    pub fn unchecked(&self) -> Vec<Rule> {
        let known = |rule: &Rule| match rule {
            // A client that keeps no status still keeps no text of an answer without HTTP 200, so none can pass.
            Rule::Http | Rule::Text | Rule::Length => true,
            Rule::Done => self.done.is_some(),
            Rule::Usage => self.usage.is_some(),
        };
        Rule::ALL.into_iter().filter(|rule| !known(rule)).collect()
    }
}
