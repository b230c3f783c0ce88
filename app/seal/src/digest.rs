use std::{fmt, str::FromStr};

use messages::Lang;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// A SHA-256 digest: 32 bytes, always written as 64 lower-case hex digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Digest([u8; 32]);

/// Text that is not a digest.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", messages::no_digest(Lang::En, .0))]
pub struct DigestError(String);

impl DigestError {
    /// What was found in place of one.
    pub fn said(&self, lang: Lang) -> String {
        messages::no_digest(lang, &self.0)
    }
}

impl Digest {
    /// The digest of `bytes`.
    pub fn of(bytes: &[u8]) -> Self {
        let mut hasher = Hasher::default();
        hasher.update(bytes);
        hasher.finish()
    }

    /// As browsers and their content policies write it: `sha256-` and base64.
    pub fn integrity(&self) -> String {
        const DIGITS: &[u8; 64] =
            b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let mut text = String::from("sha256-");
        for triple in self.0.chunks(3) {
            let byte = |at: usize| u32::from(triple.get(at).copied().unwrap_or(0));
            let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
            for digit in 0..=triple.len() as u32 {
                text.push(DIGITS[(bits >> (18 - 6 * digit) & 63) as usize].into());
            }
        }
        // 32 bytes leave two over, which is one sign of padding.
        text.push('=');
        text
    }
}

/// Computes a [`Digest`] piece by piece, while the bytes arrive.
#[derive(Clone, Default)]
pub struct Hasher(Sha256);

impl Hasher {
    /// Takes the next bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The digest of all bytes taken.
    pub fn finish(self) -> Digest {
        Digest(self.0.finalize().into())
    }
}

impl FromStr for Digest {
    type Err = DigestError;

    fn from_str(text: &str) -> Result<Self, DigestError> {
        let refused = || DigestError(text.chars().take(80).collect());
        let nibble = |c: u8| match c {
            b'0'..=b'9' => Some(c - b'0'),
            b'a'..=b'f' => Some(c - b'a' + 10),
            _ => None,
        };
        let (pairs, rest) = text.as_bytes().as_chunks::<2>();
        if pairs.len() != 32 || !rest.is_empty() {
            return Err(refused());
        }
        let mut bytes = [0; 32];
        for (byte, [high, low]) in bytes.iter_mut().zip(pairs) {
            *byte = match (nibble(*high), nibble(*low)) {
                (Some(high), Some(low)) => high << 4 | low,
                _ => return Err(refused()),
            };
        }
        Ok(Self(bytes))
    }
}

impl TryFrom<String> for Digest {
    type Error = DigestError;

    fn try_from(text: String) -> Result<Self, DigestError> {
        text.parse()
    }
}

impl From<Digest> for String {
    fn from(digest: Digest) -> Self {
        digest.to_string()
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From FIPS 180-2, appendix B.1, and the empty message.
    const KNOWN: [(&[u8], &str); 2] = [
        (
            b"",
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        ),
        (
            b"abc",
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        ),
    ];

    #[test]
    fn known_digests_print_and_read_back() {
        for (bytes, text) in KNOWN {
            assert_eq!(Digest::of(bytes).to_string(), text);
            assert_eq!(text.parse(), Ok(Digest::of(bytes)));
        }
    }

    #[test]
    fn browsers_write_it_in_base64() {
        // As `openssl dgst -sha256 -binary | base64` prints them.
        for (bytes, text) in [
            (
                &b""[..],
                "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
            ),
            (
                b"abc",
                "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=",
            ),
        ] {
            assert_eq!(Digest::of(bytes).integrity(), text);
        }
    }

    #[test]
    fn pieces_hash_like_the_whole() {
        let mut hasher = Hasher::default();
        b"abc".chunks(2).for_each(|piece| hasher.update(piece));
        assert_eq!(hasher.finish(), Digest::of(b"abc"));
    }

    #[test]
    fn anything_else_is_no_digest() {
        let short = &KNOWN[0].1[1..];
        let upper = KNOWN[0].1.to_uppercase();
        let signs = "+a".repeat(32);
        for text in [
            "",
            short,
            &upper,
            &signs,
            &"é".repeat(32),
            &format!("{}0", KNOWN[0].1),
        ] {
            assert!(text.parse::<Digest>().is_err(), "{text}");
        }
    }
}
