use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// A name that may be published and may be part of a file name: `a-z 0-9 . -`, at most 60 characters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(extend("pattern" = r"^[a-z0-9][a-z0-9.-]{0,59}$")))]
pub struct Id(String);

/// Text that is not an [`Id`].
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "found `{0}`, expected a name of a-z 0-9 . - that starts with a letter or digit, at most 60 characters"
)]
pub struct IdError(String);

impl Id {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Id {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        let plain = |c: u8| matches!(c, b'a'..=b'z' | b'0'..=b'9' | b'.' | b'-');
        let starts = text.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit());
        if starts && text.len() <= 60 && text.bytes().all(plain) {
            Ok(Self(text.into()))
        } else {
            Err(IdError(text.chars().take(80).collect()))
        }
    }
}

impl TryFrom<String> for Id {
    type Error = IdError;

    fn try_from(text: String) -> Result<Self, IdError> {
        text.parse()
    }
}

impl From<Id> for String {
    fn from(id: Id) -> Self {
        id.0
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_names_only() {
        assert_eq!(
            "in8192-out128-c8".parse::<Id>().unwrap().to_string(),
            "in8192-out128-c8"
        );
        for text in [
            "",
            "A",
            "a b",
            "a/b",
            "-a",
            ".a",
            "=a",
            "a_b",
            "é",
            &"a".repeat(61),
        ] {
            assert!(text.parse::<Id>().is_err(), "{text:?}");
        }
    }
}
