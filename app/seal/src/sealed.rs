use std::{error::Error, fmt};

use messages::Lang;

use crate::{Cause, DataPath, Digest, Hasher, Manifest, Mend, cause};

/// Bytes whose digest is the one that the manifest gives for their path.
///
/// Made by [`Manifest::open`] and [`Opening::seal`], and by nothing else:
///
/// ```compile_fail,E0451
/// let forged = seal::Sealed { path: "report.json".parse().unwrap(), digest: seal::Digest::of(b""), bytes: vec![] };
/// ```
#[derive(Clone, Debug)]
pub struct Sealed {
    path: DataPath,
    digest: Digest,
    bytes: Vec<u8>,
}

/// A file on its way in: hashed while it arrives, sealed when it is complete.
pub struct Opening {
    path: DataPath,
    listed: Digest,
    hasher: Hasher,
    bytes: Vec<u8>,
}

/// Why bytes were not sealed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenError {
    /// The manifest has no line for this path.
    Unlisted(DataPath),
    /// The bytes have another digest than the listed one.
    Differs {
        /// The file.
        path: DataPath,
        /// The digest in the manifest.
        listed: Digest,
        /// The digest of the bytes that came.
        found: Digest,
        /// How many bytes came.
        bytes: usize,
        /// What the bytes look like, if that is a known accident.
        cause: Option<Cause>,
    },
}

impl OpenError {
    /// Why, and what to do about it.
    pub fn said(&self, lang: Lang) -> String {
        match self {
            Self::Unlisted(path) => messages::file_unlisted(lang, Mend::Publish.said(lang), path),
            Self::Differs {
                path,
                listed,
                found,
                bytes,
                cause: None,
            } => {
                let mend = Mend::Fetch.said(lang);
                messages::file_differs(lang, bytes, found, listed, mend, path)
            }
            Self::Differs {
                path,
                listed,
                found,
                bytes,
                cause: Some(cause),
            } => {
                let (cause, mend) = (cause.said(lang), cause.mend().said(lang));
                messages::file_differs_by(lang, bytes, cause, found, listed, mend, path)
            }
        }
    }
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.said(Lang::En))
    }
}

impl Error for OpenError {}

impl Manifest {
    /// Seals `bytes` if they are the ones that this manifest lists for `path`.
    pub fn open(&self, path: &DataPath, bytes: Vec<u8>) -> Result<Sealed, OpenError> {
        let mut opening = self.opening(path)?;
        opening.hasher.update(&bytes);
        opening.bytes = bytes;
        opening.seal()
    }

    /// Starts to take the file `path` piece by piece.
    pub fn opening(&self, path: &DataPath) -> Result<Opening, OpenError> {
        let listed = self
            .digest(path)
            .ok_or_else(|| OpenError::Unlisted(path.clone()))?;
        Ok(Opening {
            path: path.clone(),
            listed,
            hasher: Hasher::default(),
            bytes: vec![],
        })
    }
}

impl Opening {
    /// Takes the next bytes of the file.
    pub fn push(&mut self, bytes: &[u8]) {
        self.hasher.update(bytes);
        self.bytes.extend_from_slice(bytes);
    }

    /// Seals what has come, if its digest is the listed one.
    pub fn seal(self) -> Result<Sealed, OpenError> {
        let Self {
            path,
            listed,
            hasher,
            bytes,
        } = self;
        let found = hasher.finish();
        if found == listed {
            return Ok(Sealed {
                path,
                digest: found,
                bytes,
            });
        }
        Err(OpenError::Differs {
            path,
            listed,
            found,
            bytes: bytes.len(),
            cause: cause(&bytes).or_else(|| {
                let minified = bytes.starts_with(b"{") && !bytes.contains(&b'\n');
                minified.then_some(Cause::Minified)
            }),
        })
    }
}

impl Sealed {
    /// Where the file stands in its release.
    pub fn path(&self) -> &DataPath {
        &self.path
    }

    /// The digest that was compared.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// The very bytes that were hashed.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest() -> Manifest {
        let text = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  abc.txt\n";
        Manifest::read(text.as_bytes()).unwrap()
    }

    #[test]
    fn listed_bytes_are_sealed_whole_or_in_pieces() {
        let path = "abc.txt".parse().unwrap();
        assert_eq!(
            manifest().open(&path, b"abc".into()).unwrap().bytes(),
            b"abc"
        );

        let mut opening = manifest().opening(&path).unwrap();
        opening.push(b"a");
        opening.push(b"bc");
        assert_eq!(opening.seal().unwrap().bytes(), b"abc");
    }

    #[test]
    fn other_bytes_and_other_paths_are_not() {
        let differs = manifest()
            .open(&"abc.txt".parse().unwrap(), b"abd".into())
            .unwrap_err()
            .to_string();
        assert_eq!(
            differs,
            "`abc.txt` differs from SHA256SUMS: found 3 bytes with digest \
             a52d159f262b2c6ddb724a61840befc36eb30c88877a4030b65cbe86298449c9, expected digest \
             ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad; \
             mend: put the published file back and let nothing on its way rewrite it"
        );
        let unlisted = manifest()
            .open(&"abd.txt".parse().unwrap(), b"abc".into())
            .unwrap_err()
            .to_string();
        assert!(
            unlisted.starts_with("`abd.txt` is not listed in SHA256SUMS; mend: "),
            "{unlisted}"
        );
    }

    #[test]
    fn a_known_accident_is_named() {
        let path = "abc.txt".parse().unwrap();
        for (bytes, expected) in [
            (
                &b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 3\n"[..],
                "(a git-lfs pointer, not the file it stands for); mend: take data/ out of git-lfs",
            ),
            (
                b"{\"a\":1}",
                "(JSON in one line, as after a tool that minifies); mend: ",
            ),
            (b"{\n\"a\":1}", "ad; mend: put the published file back"),
        ] {
            let error = manifest()
                .open(&path, bytes.into())
                .unwrap_err()
                .to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
