use rounds::{Claim, Keys, Signed};
use seal::Key;

use crate::Page;

/// What a release is held to beside its manifests.
#[derive(Debug, Default)]
pub struct Signing {
    /// Its `SHA256SUMS`.
    pub sums: String,
    /// Its `SHA256SUMS.minisig`, if there is one.
    pub signature: Option<String>,
    /// The publisher's `keys.json`, if there is one.
    pub keys: Option<Keys>,
}

impl Page {
    /// Holds the release to its signature, and to the key that the address asks for.
    pub fn hold(mut self, signing: Signing) -> Result<Self, String> {
        self.signing = signing;
        self.signed = self.signed_by(self.address.key.parse().ok().as_ref())?;
        Ok(self)
    }

    /// Holds the release to its signature, by the key `told` if there is one.
    pub fn signed_by(&self, told: Option<&Key>) -> Result<Signed, String> {
        Claim {
            sums: self.signing.sums.as_bytes(),
            lineage: &self.lineage,
            date: &self.report.date,
            signature: self.signing.signature.as_deref(),
            keys: self.signing.keys.as_ref(),
            told,
        }
        .judge()
    }
}
