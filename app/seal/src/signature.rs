use std::{error, fmt, str::FromStr};

use messages::Lang;
use minisign_verify::{Error, PublicKey, Signature};
use serde::{Deserialize, Serialize};

/// The name of the signature beside a release's `SHA256SUMS`, which cannot list it.
pub const SIGNATURE: &str = "SHA256SUMS.minisig";

/// A minisign public key: `RW` and 54 more signs of base64, as `minisign -G` prints it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Key {
    text: String,
    key: PublicKey,
}

/// Text that is no key.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", messages::no_key(Lang::En, .0))]
pub struct KeyError(String);

impl KeyError {
    /// What was found in place of one.
    pub fn said(&self, lang: Lang) -> String {
        messages::no_key(lang, &self.0)
    }
}

/// A signature that does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignatureError {
    /// It is none.
    Shape,
    /// It was made over other bytes, or changed.
    Differs,
    /// It was made the old way, without hashing first.
    Legacy,
}

impl SignatureError {
    /// Why it does not.
    pub fn said(self, lang: Lang) -> &'static str {
        match self {
            Self::Shape => messages::no_signature(lang),
            Self::Differs => messages::signature_changed(lang),
            Self::Legacy => messages::signature_legacy(lang),
        }
    }
}

impl fmt::Display for SignatureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.said(Lang::En))
    }
}

impl error::Error for SignatureError {}

impl FromStr for Key {
    type Err = KeyError;

    fn from_str(text: &str) -> Result<Self, KeyError> {
        // Exactly as minisign writes it, so that two texts are two keys.
        let fits = text.len() == 56 && text.starts_with("RW");
        match PublicKey::from_base64(text) {
            Ok(key) if fits => Ok(Self {
                text: text.into(),
                key,
            }),
            _ => Err(KeyError(text.chars().take(80).collect())),
        }
    }
}

impl TryFrom<String> for Key {
    type Error = KeyError;

    fn try_from(text: String) -> Result<Self, KeyError> {
        text.parse()
    }
}

impl From<Key> for String {
    fn from(key: Key) -> Self {
        key.text
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Which of `keys` made `signature` over `bytes`, and its trusted comment; `None` if it is by another key.
pub fn signed_by<'a>(
    bytes: &[u8],
    signature: &str,
    keys: impl IntoIterator<Item = &'a Key>,
) -> Result<Option<(&'a Key, String)>, SignatureError> {
    let signature = Signature::decode(signature).map_err(|_| SignatureError::Shape)?;
    for key in keys {
        match key.key.verify(bytes, &signature, false) {
            Ok(()) => return Ok(Some((key, signature.trusted_comment().into()))),
            // The number of a key in a signature, by which another key is known without computing.
            Err(Error::UnexpectedKeyId) => {}
            Err(Error::UnexpectedAlgorithm) => return Err(SignatureError::Legacy),
            Err(_) => return Err(SignatureError::Differs),
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "RWSVpqA+IH5AqkFMQDAIopRgseAH7SmACsH+cHQy9lhjOndi1KfGYCQw";
    const OTHER: &str = "RWROsrXIMjrJ1S4Zenzpv0C6gyYPhexKjVkPZRNE5OQGebu4cyTLvMr8";
    /// By `minisign` 0.11 over `hi\n`.
    const SIGNATURE: &str = "untrusted comment: signature from minisign secret key
RUSVpqA+IH5AqlgeVi4eGCIcRnQyZcSoZTUaFFSCW+YKIOv92nWfmaQ0vMI3V4GpyPdiMutL1Fn7l7V2sq3MX3hXK5okkJAsZwA=
trusted comment: daggerboard r1 seq=1
q6a8ZK2Xfl64p8/MrFn2JnW82h8LMaF323ssgFxRY+s+AbXjN1z8CJIpM7Ouj1x8s3l2sg0xZfgoBlgKqU6yCQ==
";

    #[test]
    fn a_signature_names_its_key_and_holds_for_these_bytes_alone() {
        let keys: Vec<Key> = [OTHER, KEY].map(|key| key.parse().unwrap()).into();
        let by = |bytes: &[u8], signature: &str, keys: &[Key]| {
            signed_by(bytes, signature, keys)
                .map(|found| found.map(|(key, comment)| (key.to_string(), comment)))
        };
        let found = Some((KEY.to_owned(), "daggerboard r1 seq=1".to_owned()));
        assert_eq!(by(b"hi\n", SIGNATURE, &keys), Ok(found.clone()));
        assert_eq!(
            by(b"hi\n", &SIGNATURE.replace('\n', "\r\n"), &keys),
            Ok(found)
        );
        assert_eq!(by(b"hi\n", SIGNATURE, &keys[..1]), Ok(None));

        let differs = Err(SignatureError::Differs);
        assert_eq!(by(b"ho\n", SIGNATURE, &keys), differs);
        assert_eq!(
            by(b"hi\n", &SIGNATURE.replace("seq=1", "seq=2"), &keys),
            differs
        );
        assert_eq!(
            by(
                b"hi\n",
                &SIGNATURE.replace("RUSVpqA+IH5Aqlg", "RUSVpqA+IH5Aqlk"),
                &keys
            ),
            differs
        );
        let lines: Vec<&str> = SIGNATURE.lines().collect();
        for broken in [
            "",
            "hi",
            &lines[..3].join("\n"),
            &SIGNATURE.replace("trusted comment", "comment"),
        ] {
            assert_eq!(
                by(b"hi\n", broken, &keys),
                Err(SignatureError::Shape),
                "{broken}"
            );
        }
        // `Ed` for `ED` in front: the form before hashing.
        assert_eq!(
            by(b"hi\n", &SIGNATURE.replace("RUSV", "RWSV"), &keys),
            Err(SignatureError::Legacy)
        );
    }

    #[test]
    fn a_key_has_one_form() {
        assert_eq!(KEY.parse::<Key>().unwrap().to_string(), KEY);
        for wrong in [
            "",
            &KEY[1..],
            &format!("{KEY}A"),
            &KEY.replace("RW", "RU"),
            &KEY.replace('+', "!"),
            &format!("{}=", &KEY[..55]),
        ] {
            assert!(wrong.parse::<Key>().is_err(), "{wrong}");
        }
    }
}
