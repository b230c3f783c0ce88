use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// The name and version of a load client: letters, digits, spaces and `. _ / -`, at most 80 characters.
///
/// So plain that it needs no quotes in a table, and that no spreadsheet takes it for a formula.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(extend("pattern" = r"^[A-Za-z0-9][A-Za-z0-9 ._/-]{0,79}$")))]
pub struct Client(String);

/// Text that is not a [`Client`].
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "found `{0}`, expected a client's name: a letter or digit, then letters, digits, spaces and . _ / -"
)]
pub struct ClientError(String);

impl FromStr for Client {
    type Err = ClientError;

    fn from_str(text: &str) -> Result<Self, ClientError> {
        let plain = |c: u8| c.is_ascii_alphanumeric() || b" ._/-".contains(&c);
        if text.starts_with(|c: char| c.is_ascii_alphanumeric())
            && text.len() <= 80
            && text.bytes().all(plain)
        {
            Ok(Self(text.into()))
        } else {
            Err(ClientError(text.chars().take(80).collect()))
        }
    }
}

impl TryFrom<String> for Client {
    type Error = ClientError;

    fn try_from(text: String) -> Result<Self, ClientError> {
        text.parse()
    }
}

impl From<Client> for String {
    fn from(client: Client) -> Self {
        client.0
    }
}

impl fmt::Display for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_table_can_hold() {
        let name = "vllm bench serve 0.32.0";
        assert_eq!(name.parse::<Client>().unwrap().to_string(), name);
        for text in ["", " a", "=x", "a,b", "a\"b", "a\nb", "é"] {
            assert!(text.parse::<Client>().is_err(), "{text:?}");
        }
    }
}
