use std::collections::BTreeMap;

use messages::{Lang, Said, Say};
use serde::{Deserialize, Serialize};

use crate::{DataPath, Digest, DigestError, Manifest, Mend, PathError, Sealed};

/// The descriptor's own file name.
const DESCRIPTOR: &str = "datapackage.json";

/// A release's `datapackage.json` (Frictionless Data Package v2), as far as the seal is concerned.
#[derive(Clone, Debug)]
pub struct Descriptor {
    files: BTreeMap<DataPath, Entry>,
    lineage: Lineage,
}

/// One file in the descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The file's length in bytes: what progress is measured against.
    pub bytes: u64,
    /// The file's digest.
    pub hash: Digest,
}

/// Which release this is, and what came before it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lineage {
    /// The version of the data format; this program reads 1.
    pub format: u32,
    /// The report's id.
    pub report: DataPath,
    /// The release's id within the report.
    pub release: DataPath,
    /// Counts the report's releases from 1.
    pub seq: u32,
    /// The root digest of the release before, if there is one.
    pub previous: Option<Digest>,
    /// The release that this one corrects, if it does.
    pub supersedes: Option<DataPath>,
    /// How it was searched for what may not be published; older releases do not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub screened: Option<Screened>,
}

/// How a release was searched for what may not be published, and what a person answered for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Screened {
    /// What was done with the publisher's list of private terms.
    pub private_terms: PrivateTerms,
    /// Why there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Findings that were published all the same.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub allowed: Vec<Allowed>,
}

/// What was done with the publisher's list of private terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PrivateTerms {
    /// Every byte was searched for them.
    Searched,
    /// There was no list, for the reason given.
    Waived,
}

/// A kind of finding that a person let pass in one field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Allowed {
    /// The rule.
    pub rule: String,
    /// The file; `*` stands for anything.
    pub file: String,
    /// The field, without the numbers of lines and list items.
    pub field: String,
    /// Why it may be published.
    pub reason: String,
    /// The last day on which a release may be made with it, `YYYY-MM-DD`.
    pub until: String,
}

/// A descriptor that cannot be read, or that says something else than the manifest.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct DescriptorError(Said);

impl DescriptorError {
    fn of(why: Say<'_>) -> Self {
        Self(Said::of(&|lang| {
            messages::file_wrong(lang, DESCRIPTOR, Mend::Publish.said(lang), why(lang))
        }))
    }

    /// What is wrong, and what to do about it.
    pub fn said(&self, lang: Lang) -> String {
        self.0.said(lang)
    }
}

// Unknown keys are the standard's business (titles, schemas, licences), so they are passed over here.
#[derive(Deserialize)]
struct Wire {
    resources: Vec<WireResource>,
    daggerboard: Lineage,
}

#[derive(Deserialize)]
struct WireResource {
    path: String,
    bytes: u64,
    hash: String,
}

impl Descriptor {
    /// Reads a sealed `datapackage.json` and compares it with the manifest that sealed it, file by file.
    pub fn read(file: &Sealed, manifest: &Manifest) -> Result<Self, DescriptorError> {
        let wire: Wire = serde_json::from_slice(file.bytes())
            .map_err(|error| DescriptorError::of(&|lang| messages::not_read(lang, &error)))?;
        if wire.daggerboard.format != 1 {
            let format = wire.daggerboard.format;
            return Err(DescriptorError::of(&|lang| {
                messages::other_format(lang, format, "daggerboard.format")
            }));
        }
        let mut files = BTreeMap::new();
        for resource in wire.resources {
            let (path, entry) = resource.read()?;
            let (found, listed) = (entry.hash, manifest.digest(&path));
            if listed != Some(found) {
                return Err(DescriptorError::of(&|lang| match listed {
                    Some(listed) => messages::package_differs(lang, found, listed, &path),
                    None => messages::package_has_more(lang, found, &path),
                }));
            }
            if files.insert(path.clone(), entry).is_some() {
                return Err(DescriptorError::of(&|lang| {
                    messages::package_twice(lang, &path)
                }));
            }
        }
        let unlisted = manifest
            .paths()
            .find(|path| path.as_str() != DESCRIPTOR && !files.contains_key(path));
        if let Some(path) = unlisted {
            return Err(DescriptorError::of(&|lang| {
                messages::package_lacks(lang, path)
            }));
        }
        Ok(Self {
            files,
            lineage: wire.daggerboard,
        })
    }

    /// Which release this is.
    pub fn lineage(&self) -> &Lineage {
        &self.lineage
    }

    /// Every file but the two manifests, in the order of the paths.
    pub fn files(&self) -> impl ExactSizeIterator<Item = (&DataPath, &Entry)> {
        self.files.iter()
    }
}

impl WireResource {
    fn read(self) -> Result<(DataPath, Entry), DescriptorError> {
        let path: DataPath = self
            .path
            .parse()
            .map_err(|error: PathError| DescriptorError::of(&|lang| error.said(lang)))?;
        // Frictionless skips a prefix it does not know and calls the file valid, so only this one is taken.
        let hash = self
            .hash
            .strip_prefix("sha256:")
            .ok_or_else(|| {
                DescriptorError::of(&|lang| messages::package_hash(lang, &self.hash, &path))
            })?
            .parse()
            .map_err(|error: DigestError| {
                DescriptorError::of(&|lang| messages::file_wrong(lang, &path, "", error.said(lang)))
            })?;
        Ok((
            path,
            Entry {
                bytes: self.bytes,
                hash,
            },
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    fn read(resources: &str) -> Result<Descriptor, DescriptorError> {
        let json = format!(
            r#"{{"resources": [{resources}], "daggerboard": {{"format": 1, "report": "demo", "release": "r1", "seq": 1, "previous": null, "supersedes": null}}}}"#
        );
        let path = DESCRIPTOR.parse().unwrap();
        let sums = format!(
            "{ABC}  abc.txt\n{}  {DESCRIPTOR}\n",
            Digest::of(json.as_bytes())
        );
        let manifest = Manifest::read(sums.as_bytes()).unwrap();
        Descriptor::read(&manifest.open(&path, json.into()).unwrap(), &manifest)
    }

    #[test]
    fn a_descriptor_that_agrees_is_read() {
        let descriptor = read(&format!(
            r#"{{"path": "abc.txt", "bytes": 3, "hash": "sha256:{ABC}"}}"#
        ))
        .unwrap();
        let (path, entry) = descriptor.files().next().unwrap();
        assert_eq!((path.as_str(), entry.bytes), ("abc.txt", 3));
    }

    #[test]
    fn a_lineage_with_and_without_its_screening_is_read_back() {
        let old = r#"{"format":1,"report":"demo","release":"r1","seq":1,"previous":null,"supersedes":null}"#;
        let mut lineage: Lineage = serde_json::from_str(old).unwrap();
        assert_eq!(lineage.screened, None);
        assert_eq!(serde_json::to_string(&lineage).unwrap(), old);

        lineage.screened = Some(Screened {
            private_terms: PrivateTerms::Waived,
            reason: Some("none here".into()),
            allowed: vec![],
        });
        let new = serde_json::to_string(&lineage).unwrap();
        let says = r#""screened":{"private_terms":"waived","reason":"none here"}}"#;
        assert!(new.ends_with(says), "{new}");
        assert_eq!(serde_json::from_str::<Lineage>(&new).unwrap(), lineage);
        assert!(serde_json::from_str::<Lineage>(&new.replace("reason", "why")).is_err());
    }

    #[test]
    fn any_disagreement_is_an_error() {
        #[track_caller]
        fn case(resources: &str, expected: &str) {
            let error = read(resources).unwrap_err();
            assert!(error.to_string().contains(expected), "{error}");
            assert_ne!(error.said(Lang::Zh), error.to_string());
        }
        let other = ABC.replace('b', "c");
        case("", "`abc.txt` is missing");
        case(
            &format!(r#"{{"path": "abc.txt", "bytes": 3, "hash": "SHA256:{ABC}"}}"#),
            "expected `sha256:`",
        );
        case(
            &format!(r#"{{"path": "abc.txt", "bytes": 3, "hash": "{ABC}"}}"#),
            "expected `sha256:`",
        );
        case(
            &format!(r#"{{"path": "abc.txt", "bytes": 3, "hash": "sha256:{other}"}}"#),
            "but SHA256SUMS lists",
        );
        case(
            &format!(r#"{{"path": "../abc.txt", "bytes": 3, "hash": "sha256:{ABC}"}}"#),
            "`../abc.txt`",
        );
        case(
            &format!(r#"{{"path": "else.txt", "bytes": 3, "hash": "sha256:{ABC}"}}"#),
            "lists `nothing`",
        );
        case(r#"{"path": "abc.txt"}"#, "missing field `bytes`");
    }
}
