use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// An immutable reference: `sha256:` and 64 hex digits, or a commit of 40 hex digits.
///
/// A tag, a branch, `latest` or `nightly` can be moved, so none of them is a pin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(extend("pattern" = r"^(sha256:[0-9a-f]{64}|[0-9a-f]{40})$")))]
pub struct Pin(String);

/// A reference that can move.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "found `{0}`, expected an immutable reference: `sha256:` and 64 hex digits, or a commit of 40 hex digits"
)]
pub struct PinError(String);

impl FromStr for Pin {
    type Err = PinError;

    fn from_str(text: &str) -> Result<Self, PinError> {
        let hex = |text: &str, length| {
            text.len() == length && text.bytes().all(|c| matches!(c, b'0'..=b'9' | b'a'..=b'f'))
        };
        let digest = text
            .strip_prefix("sha256:")
            .is_some_and(|digits| hex(digits, 64));
        if digest || hex(text, 40) {
            Ok(Self(text.into()))
        } else {
            Err(PinError(text.chars().take(80).collect()))
        }
    }
}

impl TryFrom<String> for Pin {
    type Error = PinError;

    fn try_from(text: String) -> Result<Self, PinError> {
        text.parse()
    }
}

impl From<Pin> for String {
    fn from(pin: Pin) -> Self {
        pin.0
    }
}

impl fmt::Display for Pin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What one side ran, each by an immutable reference; `None` where it is not stated.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Pins {
    /// The container image, by its digest.
    pub image_digest: Option<Pin>,
    /// The installed package (a wheel), by its digest.
    pub package_digest: Option<Pin>,
    /// The engine's source, by its commit.
    pub source_commit: Option<Pin>,
    /// The model repository, by its commit, or its weights file, by its digest.
    pub model_revision: Option<Pin>,
    /// The list of all dependencies with their versions, by its digest.
    pub dependency_lock: Option<Pin>,
}

impl Pins {
    /// Every kind of pin by its name in the data, in the order of the page.
    pub fn named(&self) -> [(&'static str, Option<&Pin>); 5] {
        [
            ("image_digest", self.image_digest.as_ref()),
            ("package_digest", self.package_digest.as_ref()),
            ("source_commit", self.source_commit.as_ref()),
            ("model_revision", self.model_revision.as_ref()),
            ("dependency_lock", self.dependency_lock.as_ref()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_move_is_no_pin() {
        let commit = "0123456789abcdef0123456789abcdef01234567";
        let digest = format!("sha256:{}", "ab".repeat(32));
        for text in [commit, &digest] {
            assert_eq!(text.parse::<Pin>().unwrap().to_string(), text);
        }
        for text in [
            "latest",
            "nightly",
            "main",
            "v0.32.0",
            "vllm:0.32.0",
            "0123456",
            &digest[7..],
            "",
        ] {
            assert!(text.parse::<Pin>().is_err(), "{text:?}");
        }
    }
}
