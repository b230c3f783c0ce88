//! Holds a release to its signature: a program of its own, since no figure waits for it.

use rounds::{Claim, Keys};
use wasm_bindgen::prelude::*;

/// What is known of the signature of a release by its manifest `sums`, as JSON; `told` is a key that the reader brought.
#[wasm_bindgen]
pub fn judge(
    sums: &[u8],
    release: &str,
    seq: u32,
    date: &str,
    signature: Option<String>,
    keys: Option<Vec<u8>>,
    told: Option<String>,
) -> Result<String, String> {
    let keys = keys.map(|keys| Keys::read(&keys)).transpose()?;
    let told = told.map(|key| key.parse()).transpose();
    let told = told.map_err(|error: seal::KeyError| error.to_string())?;
    let signed = Claim {
        sums,
        release,
        seq,
        date,
        signature: signature.as_deref(),
        keys: keys.as_ref(),
        told: told.as_ref(),
    }
    .judge()?;
    serde_json::to_string(&signed).map_err(|error| error.to_string())
}

fn main() {}
