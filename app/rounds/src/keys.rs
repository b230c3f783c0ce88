use messages::{Lang, Said, Say};
use seal::{Digest, Key, Mend, SIGNATURE, signed_by};
use serde::{Deserialize, Serialize};

use crate::{Text, checks::is_day};

/// What the trusted comment says where one key vouches for the next.
const VOUCHES: &str = "daggerboard key";

/// `keys.json`: the publisher's minisign keys, the oldest first. It comes from the same host as the releases, so it is a
/// list to compare with, never a proof.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Keys {
    /// The version of the data format; this program reads 1.
    pub format: u32,
    /// The keys.
    pub keys: Vec<ListedKey>,
}

/// One key of a publisher.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListedKey {
    /// The key.
    pub key: Key,
    /// Whose it is, or what it is for.
    pub note: Text,
    /// Signs reports dated from this day on, `YYYY-MM-DD`.
    pub from: String,
    /// And up to this day; absent while it is in use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// Set when others may have it: only the releases named in it are still believed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revoked: Option<Revoked>,
    /// A signature by an earlier key over this one and a line feed, with the trusted comment `daggerboard key`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vouched: Option<String>,
}

/// That a key is believed no longer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Revoked {
    /// Why.
    pub reason: Text,
    /// The root digests of the releases that it signed while it was still the publisher's alone.
    pub roots: Vec<Digest>,
}

impl Keys {
    /// Reads the bytes of a `keys.json`.
    pub fn read(bytes: &[u8]) -> Result<Self, Said> {
        let wrong =
            |why: Say<'_>| Said::of(&|lang| messages::file_wrong(lang, "keys.json", "", why(lang)));
        let keys: Self = serde_json::from_slice(bytes).map_err(|error| {
            wrong(&|lang| match seal::cause(bytes) {
                Some(accident) => messages::found_accident(lang, accident.said(lang)),
                None => messages::not_read(lang, &error),
            })
        })?;
        if keys.format != 1 {
            return Err(wrong(&|lang| {
                messages::other_format(lang, keys.format, "format")
            }));
        }
        for (index, listed) in keys.keys.iter().enumerate() {
            let refuse = |why: fn(Lang) -> &'static str| {
                Err(wrong(&|lang| {
                    messages::key_wrong(lang, &listed.key, why(lang))
                }))
            };
            let to = listed.to.as_ref().unwrap_or(&listed.from);
            if !is_day(&listed.from) || !is_day(to) || *to < listed.from {
                return refuse(messages::key_days);
            }
            let before = &keys.keys[..index];
            if before.iter().any(|other| other.key == listed.key) {
                return refuse(messages::key_twice);
            }
            if let Some(vouched) = &listed.vouched
                && !before
                    .iter()
                    .any(|other| other.vouches_for(&listed.key, vouched))
            {
                return refuse(messages::key_vouched);
            }
        }
        Ok(keys)
    }

    /// The keys that `told` vouches for, directly or one after another, and itself.
    fn from(&self, told: &Key) -> Vec<Key> {
        let mut own = vec![told.clone()];
        for listed in &self.keys {
            // Each stands behind the one that vouches for it, so once through is enough.
            let vouched = listed.vouched.as_ref().is_some_and(|vouched| {
                let before = self.keys.iter().filter(|other| own.contains(&other.key));
                before
                    .into_iter()
                    .any(|other| other.vouches_for(&listed.key, vouched))
            });
            if vouched {
                own.push(listed.key.clone());
            }
        }
        own
    }
}

impl ListedKey {
    fn vouches_for(&self, key: &Key, signature: &str) -> bool {
        let signed = signed_by(format!("{key}\n").as_bytes(), signature, [&self.key]);
        self.revoked.is_none() && matches!(signed, Ok(Some((_, comment))) if comment == VOUCHES)
    }

    /// Whether it may have signed a release of that root and date.
    fn allows(&self, root: Digest, date: &str) -> Result<(), Said> {
        let Self {
            key,
            from,
            to,
            revoked,
            ..
        } = self;
        if let Some(Revoked { roots, .. }) = revoked
            && !roots.contains(&root)
        {
            return Err(Said::of(&|lang| messages::signed_by_revoked(lang, key)));
        }
        if date < from.as_str() || to.as_ref().is_some_and(|to| date > to.as_str()) {
            return Err(Said::of(&|lang| {
                let to = to.as_deref().unwrap_or(messages::now(lang));
                messages::signed_out_of_days(lang, date, from, key, to)
            }));
        }
        Ok(())
    }
}

/// What is known of a release's signature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Signed {
    /// There is none.
    Not,
    /// It is by a key that is not in `keys.json`, and nobody brought one: it was not checked.
    Unknown,
    /// It holds, by a key that comes from where the release comes from.
    Listed {
        /// The key.
        key: Key,
        /// The signature's trusted comment.
        comment: String,
        /// What `keys.json` says of the key.
        note: Text,
    },
    /// It holds, by the key that was brought from elsewhere or one that this key vouches for.
    Told {
        /// The key that signed.
        key: Key,
        /// The signature's trusted comment.
        comment: String,
        /// The key that was brought is another one, which vouches for it.
        vouched: bool,
    },
}

/// A release and all that a signature of it is held to.
pub struct Claim<'a> {
    /// The bytes of its `SHA256SUMS`.
    pub sums: &'a [u8],
    /// What the release calls itself.
    pub release: &'a str,
    /// Its number among the releases of its report.
    pub seq: u32,
    /// The date of its report.
    pub date: &'a str,
    /// Its `SHA256SUMS.minisig`, if there is one.
    pub signature: Option<&'a str>,
    /// The publisher's keys, as they came with it.
    pub keys: Option<&'a Keys>,
    /// A key brought from elsewhere: the release must be signed by it.
    pub told: Option<&'a Key>,
}

impl Claim<'_> {
    /// Holds the signature to all of that; an error means that the release is not what it claims to be.
    pub fn judge(&self) -> Result<Signed, Said> {
        let Some(signature) = self.signature else {
            return match self.told {
                Some(key) => Err(Said::of(&|lang| messages::not_signed_by(lang, key))),
                None => Ok(Signed::Not),
            };
        };
        let listed: Vec<&ListedKey> = self.keys.map_or(vec![], |keys| keys.keys.iter().collect());
        let told = self.told.map(|told| match self.keys {
            Some(keys) => keys.from(told),
            None => vec![told.clone()],
        });
        let candidates: Vec<&Key> = match &told {
            Some(own) => own.iter().collect(),
            None => listed.iter().map(|listed| &listed.key).collect(),
        };
        let found = signed_by(self.sums, signature, candidates).map_err(|error| {
            Said::of(&|lang| {
                let (mend, why) = (Mend::Fetch.said(lang), error.said(lang));
                messages::file_wrong(lang, SIGNATURE, mend, why)
            })
        })?;
        let Some((key, comment)) = found else {
            return match self.told {
                Some(told) => Err(Said::of(&|lang| messages::signed_by_other(lang, told))),
                None => Ok(Signed::Unknown),
            };
        };
        let Self { release, seq, .. } = self;
        let expected = format!("daggerboard {release} seq={seq}");
        if comment != expected {
            return Err(Said::of(&|lang| {
                messages::comment_differs(lang, &expected, SIGNATURE, &comment)
            }));
        }
        let listed = listed.into_iter().find(|listed| listed.key == *key);
        if let Some(listed) = listed {
            listed.allows(Digest::of(self.sums), self.date)?;
        }
        let key = key.clone();
        Ok(match self.told {
            Some(told) => Signed::Told {
                vouched: *told != key,
                key,
                comment,
            },
            None => Signed::Listed {
                key,
                comment,
                note: listed.map(|listed| listed.note.clone()).unwrap_or_default(),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    macro_rules! fixture {
        ($name:literal) => {
            include_str!(concat!("../../../tests/fixtures/signing/", $name))
        };
    }

    const SUMS: &[u8] = b"sums\n";
    const R1: &str = fixture!("r1-by-first.minisig");
    const R2: &str = fixture!("r2-by-second.minisig");

    /// A key by the text of its `.pub` file.
    fn key(file: &str) -> Key {
        file.lines().nth(1).unwrap().parse().unwrap()
    }

    fn first() -> Key {
        key(fixture!("first.pub"))
    }

    fn second() -> Key {
        key(fixture!("second.pub"))
    }

    /// `keys.json` with the first key, retired, and the second one, for which it vouches.
    fn listed() -> Value {
        let note = json!({ "en": "ours", "zh": "我们的" });
        json!({ "format": 1, "keys": [
            { "key": first(), "note": note, "from": "2026-01-01", "to": "2026-06-30" },
            { "key": second(), "note": note, "from": "2026-07-01", "vouched": fixture!("second-by-first.minisig") },
        ] })
    }

    fn read(json: &Value) -> Result<Keys, Said> {
        Keys::read(json.to_string().as_bytes())
    }

    /// Judges a signature over [`SUMS`] of release r1 or r2, by its number.
    fn judge(
        seq: u32,
        date: &str,
        signature: &str,
        keys: Option<&Value>,
        told: Option<&Key>,
    ) -> Result<Signed, Said> {
        let keys = keys.map(|keys| read(keys).unwrap());
        Claim {
            sums: SUMS,
            release: &format!("r{seq}"),
            seq,
            date,
            signature: Some(signature).filter(|signature| !signature.is_empty()),
            keys: keys.as_ref(),
            told,
        }
        .judge()
    }

    #[test]
    fn a_signature_says_whose_it_is_and_where_its_key_came_from() {
        let keys = listed();
        let comment = "daggerboard r1 seq=1".to_owned();
        let by = |key| {
            Ok(Signed::Listed {
                key,
                comment: comment.clone(),
                note: Text {
                    en: "ours".into(),
                    zh: "我们的".into(),
                },
            })
        };
        let told = |key, vouched| {
            Ok(Signed::Told {
                key,
                comment: format!("daggerboard r{0} seq={0}", 1 + u32::from(vouched)),
                vouched,
            })
        };
        assert_eq!(judge(1, "2026-02-01", R1, Some(&keys), None), by(first()));
        assert_eq!(judge(1, "2026-02-01", R1, None, None), Ok(Signed::Unknown));
        assert_eq!(
            judge(1, "2026-02-01", "", Some(&keys), None),
            Ok(Signed::Not)
        );
        let stranger = fixture!("r1-by-stranger.minisig");
        assert_eq!(
            judge(1, "2026-02-01", stranger, Some(&keys), None),
            Ok(Signed::Unknown)
        );
        assert_eq!(
            judge(1, "2026-02-01", R1, Some(&keys), Some(&first())),
            told(first(), false)
        );
        assert_eq!(
            judge(1, "2026-02-01", R1, None, Some(&first())),
            told(first(), false)
        );
        // Rotation: whoever knows the first key follows to the second, and not the other way round.
        assert_eq!(
            judge(2, "2026-08-01", R2, Some(&keys), Some(&first())),
            told(second(), true)
        );
        assert!(judge(2, "2026-08-01", R2, None, Some(&first())).is_err());
        assert!(judge(1, "2026-02-01", R1, Some(&keys), Some(&second())).is_err());
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        #[track_caller]
        fn refused(judged: Result<Signed, Said>, expected: &str) {
            let error = judged.unwrap_err();
            assert!(error.to_string().contains(expected), "{error}");
            assert_ne!(error.said(Lang::Zh), error.to_string());
        }
        let keys = listed();
        refused(
            judge(1, "2026-02-01", "", None, Some(&first())),
            "is not signed",
        );
        refused(
            judge(1, "2026-02-01", R1, None, Some(&second())),
            "by another key",
        );
        refused(
            judge(1, "2026-02-01", "x", None, None),
            "found no minisign signature",
        );
        refused(
            judge(2, "2026-02-01", R1, Some(&keys), None),
            "expected `daggerboard r2 seq=2`",
        );
        refused(
            judge(1, "2026-07-01", R1, Some(&keys), None),
            "2026-01-01 to 2026-06-30",
        );
        refused(
            judge(2, "2026-06-30", R2, Some(&keys), None),
            "2026-07-01 to now",
        );

        let mut keys = keys;
        keys["keys"][1].as_object_mut().unwrap().remove("vouched");
        refused(
            judge(2, "2026-08-01", R2, Some(&keys), Some(&first())),
            "by another key",
        );
        keys["keys"][0]["revoked"] =
            json!({ "reason": { "en": "lost", "zh": "丢失" }, "roots": [] });
        refused(judge(1, "2026-02-01", R1, Some(&keys), None), "revokes");
        refused(
            judge(1, "2026-02-01", R1, Some(&keys), Some(&first())),
            "revokes",
        );
        keys["keys"][0]["revoked"]["roots"] = json!([Digest::of(SUMS)]);
        assert!(judge(1, "2026-02-01", R1, Some(&keys), None).is_ok());
    }

    #[test]
    fn a_list_of_keys_is_read_strictly() {
        #[track_caller]
        fn refused(change: impl FnOnce(&mut Value), expected: &str) {
            let mut keys = listed();
            change(&mut keys);
            let error = read(&keys).unwrap_err();
            assert!(error.to_string().contains(expected), "{error}");
            assert_ne!(error.said(Lang::Zh), error.to_string());
        }
        refused(|keys| keys["format"] = json!(2), "`format` is `2`");
        refused(
            |keys| keys["keys"][0]["to"] = json!("2025-12-31"),
            "in this order",
        );
        refused(
            |keys| keys["keys"][0]["from"] = json!("soon"),
            "expected to be days",
        );
        refused(
            |keys| keys["keys"][0]["key"] = json!("RWx"),
            "expected a minisign public key",
        );
        refused(
            |keys| keys["keys"][1]["key"] = json!(first()),
            "listed twice",
        );
        refused(|keys| keys["keys"][0]["more"] = json!(1), "unknown field");
        refused(
            |keys| keys["keys"].as_array_mut().unwrap().reverse(),
            "`vouched`",
        );
        // A signature over a release that happens to read like a key vouches for nothing.
        let other = fixture!("second-by-first-as-release.minisig");
        refused(
            |keys| keys["keys"][1]["vouched"] = json!(other),
            "`vouched`",
        );
        let revoked = json!({ "reason": { "en": "lost", "zh": "丢失" }, "roots": [] });
        refused(|keys| keys["keys"][0]["revoked"] = revoked, "not revoked");
    }
}
