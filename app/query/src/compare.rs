use rounds::{Evidence, Round};

/// A figure of ours and the client's own, which differ by more than rounding.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The column of ours.
    pub field: &'static str,
    /// Ours; `None` where no request passed.
    pub ours: Option<f64>,
    /// The client's.
    pub client: f64,
}

/// Clients write at least four digits.
const ROUNDING: f64 = 1e-4;

/// Where the figures that were recomputed from a round's requests are not the client's own.
pub fn differences(round: &Round) -> Vec<Difference> {
    if round.evidence != Evidence::Requests {
        return vec![];
    }
    let succeeded = u64::from(round.requests) - round.failures.total();
    let says = &round.says;
    [
        (
            "completed",
            Some(succeeded as f64),
            says.completed.map(f64::from),
        ),
        ("output_tok_s", Some(round.output_tok_s), says.output_tok_s),
        ("ttft_p95_ms", round.latency.ttft_p95_ms, says.ttft_p95_ms),
        ("tpot_p95_ms", round.latency.tpot_p95_ms, says.tpot_p95_ms),
        ("e2e_p95_ms", round.latency.e2e_p95_ms, says.e2e_p95_ms),
    ]
    .into_iter()
    .filter_map(|(field, ours, client)| {
        let client = client?;
        let near = |ours: f64| (ours - client).abs() <= ROUNDING * client.abs().max(ours.abs());
        (!ours.is_some_and(near)).then_some(Difference {
            field,
            ours,
            client,
        })
    })
    .collect()
}
