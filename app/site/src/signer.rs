//! Holds a release to its signature: a program of its own, since no figure waits for it.

use charts::Lang;
use rounds::{Claim, Keys};
use wasm_bindgen::prelude::*;

/// What is known of the signature of a release by its manifest `sums`, as JSON; `told` is a key that the reader brought.
/// `lang` is the tag of the language in which to say why it does not hold.
#[wasm_bindgen]
#[allow(clippy::too_many_arguments, reason = "programs exchange plain values")]
pub fn judge(
    lang: &str,
    sums: &[u8],
    release: &str,
    seq: u32,
    date: &str,
    signature: Option<String>,
    keys: Option<Vec<u8>>,
    told: Option<String>,
) -> Result<String, String> {
    let mut all = Lang::ALL.into_iter();
    let lang = all.find(|known| known.tag() == lang).unwrap_or_default();
    let keys = keys.map(|keys| Keys::read(&keys)).transpose();
    let keys = keys.map_err(|error| error.said(lang))?;
    let told = told.map(|key| key.parse()).transpose();
    let told = told.map_err(|error: seal::KeyError| error.said(lang))?;
    let claim = Claim {
        sums,
        release,
        seq,
        date,
        signature: signature.as_deref(),
        keys: keys.as_ref(),
        told: told.as_ref(),
    };
    let signed = claim.judge().map_err(|error| error.said(lang))?;
    serde_json::to_string(&signed).map_err(|error| error.to_string())
}

fn main() {}
