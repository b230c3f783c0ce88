use rounds::Signed;

use crate::Remembered;

/// What a release is held to beside its manifests, as it came.
#[derive(Debug, Default)]
pub struct Signing {
    /// Its `SHA256SUMS`.
    pub sums: String,
    /// Its `SHA256SUMS.minisig`, if there is one.
    pub signature: Option<String>,
    /// The publisher's `keys.json`, if there is one.
    pub keys: Option<Vec<u8>>,
}

/// How far a release is held to its signature.
#[derive(Clone, Debug, PartialEq)]
pub enum Signature {
    /// When the page was built, and not here.
    Built(Signed),
    /// Not yet: what the HTML says of it, which is in about the same words.
    Open(String),
    /// In this browser; with what came of comparing the report with what this browser saw before.
    Held(Signed, Remembered),
    /// Not at all: the program that does it did not come.
    Unheld,
}

impl Signature {
    /// What is known of the signature.
    pub fn signed(&self) -> Option<&Signed> {
        match self {
            Self::Built(signed) | Self::Held(signed, _) => Some(signed),
            Self::Open(_) | Self::Unheld => None,
        }
    }
}
