/// A column of a file of rounds.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// Its name, unit included.
    pub name: &'static str,
    /// What its cells hold.
    pub holds: ColumnType,
    /// What it says, in one sentence.
    pub means: &'static str,
}

/// What a cell may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnType {
    /// A whole number.
    Count,
    /// A whole number, or nothing where nobody counted.
    CountOrEmpty,
    /// A decimal number, never negative.
    Number,
    /// A decimal number, or nothing where nothing was measured.
    NumberOrEmpty,
    /// Text of this pattern.
    Text(&'static str),
}

impl ColumnType {
    /// Whether a cell may hold nothing.
    pub fn may_be_empty(self) -> bool {
        match self {
            Self::Count | Self::Number => false,
            Self::CountOrEmpty | Self::NumberOrEmpty => true,
            Self::Text(pattern) => pattern.ends_with(")?"),
        }
    }
}

const fn column(name: &'static str, holds: ColumnType, means: &'static str) -> Column {
    Column { name, holds, means }
}

/// The columns of a file of rounds, in their order.
pub const COLUMNS: [Column; 32] = {
    use ColumnType::*;
    [
        column(
            "scenario",
            Text("[a-z0-9][a-z0-9.-]*"),
            "The scenario's id in report.json.",
        ),
        column(
            "round",
            Count,
            "Counts the rounds of the scenario on this side from 1.",
        ),
        column(
            "requests",
            Count,
            "Requests sent, warm-up apart: the denominator.",
        ),
        column(
            "failed",
            Count,
            "Requests that failed under the strict rules: the sum of the six kinds.",
        ),
        column("failed_http", Count, "Failed: not HTTP 200."),
        column(
            "failed_no_done",
            Count,
            "Failed: the stream had no end mark.",
        ),
        column("failed_empty_text", Count, "Failed: all text was empty."),
        column("failed_usage", Count, "Failed: no valid usage."),
        column(
            "failed_length",
            Count,
            "Failed: another output length than asked.",
        ),
        column(
            "failed_other",
            Count,
            "Failed: another error of the client.",
        ),
        column(
            "unchecked_rules",
            Text("((http|done|text|usage|length)( (http|done|text|usage|length))*)?"),
            "Rules that the source file cannot show; never to be read as passed.",
        ),
        column(
            "duration_s",
            Number,
            "The round's whole measuring time in seconds.",
        ),
        column(
            "output_tokens",
            Count,
            "Output tokens of the successful requests.",
        ),
        column("output_tok_s", Number, "output_tokens / duration_s."),
        column(
            "ttft_p50_ms",
            NumberOrEmpty,
            "Median time to first text of the successful requests.",
        ),
        column(
            "ttft_p95_ms",
            NumberOrEmpty,
            "95th percentile of the same, linear interpolation.",
        ),
        column(
            "tpot_p50_ms",
            NumberOrEmpty,
            "Median of (end to end - first text) / (output tokens - 1).",
        ),
        column(
            "tpot_p95_ms",
            NumberOrEmpty,
            "95th percentile of the same, linear interpolation.",
        ),
        column(
            "e2e_p50_ms",
            NumberOrEmpty,
            "Median time from sending to the end.",
        ),
        column(
            "e2e_p95_ms",
            NumberOrEmpty,
            "95th percentile of the same, linear interpolation.",
        ),
        column(
            "latency_n",
            Count,
            "How many requests the latencies rest on.",
        ),
        column(
            "input_fingerprint",
            Text("((prompts|lengths):[0-9a-f]{64})?"),
            "SHA-256 over the prompts, or over their lengths where the client's file has no more.",
        ),
        column(
            "source_sha256",
            Text("(salted:)?[0-9a-f]{64}"),
            "SHA-256 of the client's file as it was; salted: of 32 random bytes and the file.",
        ),
        column(
            "client",
            Text("[A-Za-z0-9][A-Za-z0-9 ._/-]*"),
            "The load client and its version.",
        ),
        column(
            "source_part",
            Count,
            "Which of the runs in that file, from 1.",
        ),
        column(
            "mode",
            Text("(completions|chat)?"),
            "The kind of endpoint, where the client's file tells it.",
        ),
        column(
            "evidence",
            Text("requests|counts|asked"),
            "What the figures rest on: every request; or the client's own sums, of completed and failed requests or of those it was asked to send.",
        ),
        column(
            "client_completed",
            CountOrEmpty,
            "Requests that the client calls completed.",
        ),
        column(
            "client_output_tok_s",
            NumberOrEmpty,
            "The client's own output tokens a second.",
        ),
        column(
            "client_ttft_p95_ms",
            NumberOrEmpty,
            "The client's own 95th percentile of the time to first text or chunk.",
        ),
        column(
            "client_tpot_p95_ms",
            NumberOrEmpty,
            "The client's own 95th percentile of the time per output token.",
        ),
        column(
            "client_e2e_p95_ms",
            NumberOrEmpty,
            "The client's own 95th percentile of the time from sending to the end.",
        ),
    ]
};
