use std::{fmt, str::FromStr};

use messages::Lang;
use serde::{Deserialize, Serialize};

/// Where a file stands in its release: lower-case ASCII names joined by `/`, at most 200 bytes.
///
/// A name starts with a letter or digit and goes on with those, `.`, `_` and `-`. Nothing can step out of the
/// folder, need escaping in a manifest or an address, or differ from another name by case or Unicode form alone.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct DataPath(String);

/// Text that is not a [`DataPath`].
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", messages::no_path(Lang::En, .0))]
pub struct PathError(String);

impl PathError {
    /// What was found in place of one.
    pub fn said(&self, lang: Lang) -> String {
        messages::no_path(lang, &self.0)
    }
}

impl DataPath {
    /// The path as text: relative to the release, good for a URL and for a file system.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for DataPath {
    type Err = PathError;

    fn from_str(text: &str) -> Result<Self, PathError> {
        let good = |name: &str| {
            name.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit())
                && name
                    .bytes()
                    .all(|c| matches!(c, b'a'..=b'z' | b'0'..=b'9' | b'.' | b'_' | b'-'))
        };
        if text.len() <= 200 && text.split('/').all(good) {
            Ok(Self(text.into()))
        } else {
            Err(PathError(text.chars().take(200).collect()))
        }
    }
}

impl TryFrom<String> for DataPath {
    type Error = PathError;

    fn try_from(text: String) -> Result<Self, PathError> {
        text.parse()
    }
}

impl From<DataPath> for String {
    fn from(path: DataPath) -> Self {
        path.0
    }
}

impl fmt::Display for DataPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_paths_are_taken_as_they_are() {
        for text in [
            "report.json",
            "rounds/main-baseline.csv",
            "sources/raw/v0.25.1/in128-out32-c1-r1.json",
        ] {
            assert_eq!(text.parse::<DataPath>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn paths_that_mislead_are_refused() {
        let long = "a".repeat(201);
        for text in [
            "",
            "/etc/passwd",
            "../up",
            "a/../b",
            "a//b",
            "a/",
            "./a",
            ".git",
            "_x",
            "-x",
            "A.csv",
            "a b",
            "a\\b",
            "a%2fb",
            "日.csv",
            "a\n",
            "c:/x",
            &long,
        ] {
            assert!(text.parse::<DataPath>().is_err(), "{text:?}");
        }
    }
}
