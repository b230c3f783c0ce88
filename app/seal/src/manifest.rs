use std::{collections::BTreeMap, error::Error, fmt};

use messages::Lang;

use crate::{Cause, DataPath, Digest, DigestError, Mend, PathError, cause};

/// The manifest's own file name.
pub const SUMS: &str = "SHA256SUMS";

/// A release's `SHA256SUMS`: every file but itself and its signature, with its digest.
///
/// Stricter than any tool that reads the format, so that all of them agree: `<64 lower-case hex><two spaces><path>`
/// and LF on every line, sorted by path bytes, each path once, nothing else.
#[derive(Clone, Debug)]
pub struct Manifest {
    root: Digest,
    files: BTreeMap<DataPath, Digest>,
}

/// A manifest that cannot be read, with its line counted from 1.
#[derive(Debug, PartialEq, Eq)]
pub struct ManifestError {
    /// The line.
    pub line: usize,
    /// What is wrong there.
    pub reason: LineError,
}

/// What can be wrong with a line of a manifest.
#[derive(Debug, PartialEq, Eq)]
pub enum LineError {
    /// It lists nothing.
    Empty,
    /// It is another kind of file altogether.
    Accident(Cause),
    /// It is not UTF-8.
    NotText,
    /// The last line has no end.
    NoFinalNewline,
    /// It is not two fields with two spaces between.
    Shape(String),
    /// Its first field is no digest.
    Digest(DigestError),
    /// Its second field is no path.
    Path(PathError),
    /// The line before has this path or a later one.
    Order(DataPath),
}

impl ManifestError {
    /// What is wrong, and what to do about it.
    pub fn said(&self, lang: Lang) -> String {
        let (mend, why) = (self.reason.mend().said(lang), self.reason.said(lang));
        messages::sums_line(lang, self.line, mend, why)
    }
}

impl fmt::Display for ManifestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.said(Lang::En))
    }
}

impl Error for ManifestError {}

impl LineError {
    fn said(&self, lang: Lang) -> String {
        match self {
            Self::Empty => messages::sums_empty(lang).into(),
            Self::Accident(cause) => messages::sums_accident(lang, cause.said(lang)),
            Self::NotText => messages::sums_no_text(lang).into(),
            Self::NoFinalNewline => messages::sums_no_line_end(lang).into(),
            Self::Shape(found) => messages::sums_shape(lang, found),
            Self::Digest(error) => error.said(lang),
            Self::Path(error) => error.said(lang),
            Self::Order(path) => messages::sums_order(lang, path),
        }
    }

    fn mend(&self) -> Mend {
        match self {
            Self::Accident(cause) => cause.mend(),
            Self::Empty => Mend::Fetch,
            _ => Mend::Publish,
        }
    }
}

impl Manifest {
    /// Reads the bytes of a `SHA256SUMS` file.
    pub fn read(bytes: &[u8]) -> Result<Self, ManifestError> {
        let refuse = |line, reason| ManifestError { line, reason };
        match cause(bytes) {
            Some(Cause::Empty) => return Err(refuse(1, LineError::Empty)),
            Some(accident) => return Err(refuse(1, LineError::Accident(accident))),
            None => {}
        }
        let mut files = BTreeMap::new();
        for (index, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
            let (path, digest) = entry(line).map_err(|reason| refuse(index + 1, reason))?;
            if files
                .last_key_value()
                .is_some_and(|(last, _)| *last >= path)
            {
                return Err(refuse(index + 1, LineError::Order(path)));
            }
            files.insert(path, digest);
        }
        Ok(Self {
            root: Digest::of(bytes),
            files,
        })
    }

    /// Writes the manifest of `files`, in the only form that [`Manifest::read`] takes.
    pub fn write(files: &BTreeMap<DataPath, Digest>) -> String {
        files
            .iter()
            .map(|(path, digest)| format!("{digest}  {path}\n"))
            .collect()
    }

    /// The root digest: that of the manifest's own bytes, which pins every file of the release.
    pub fn root(&self) -> Digest {
        self.root
    }

    /// The bytes it was read from: there is one form only.
    pub fn text(&self) -> String {
        Self::write(&self.files)
    }

    /// The digest listed for `path`.
    pub fn digest(&self, path: &DataPath) -> Option<Digest> {
        self.files.get(path).copied()
    }

    /// The listed files, in the order of their paths.
    pub fn paths(&self) -> impl ExactSizeIterator<Item = &DataPath> {
        self.files.keys()
    }
}

fn entry(line: &[u8]) -> Result<(DataPath, Digest), LineError> {
    let line = line.strip_suffix(b"\n").ok_or(LineError::NoFinalNewline)?;
    let line = str::from_utf8(line).map_err(|_| LineError::NotText)?;
    let (digest, path) = line
        .split_once("  ")
        .ok_or_else(|| LineError::Shape(line.chars().take(120).collect()))?;
    Ok((
        path.parse().map_err(LineError::Path)?,
        digest.parse().map_err(LineError::Digest)?,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a.csv\n";
    const B: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  b.csv\n";

    #[test]
    fn written_and_read_back() {
        let text = format!("{A}{B}");
        let manifest = Manifest::read(text.as_bytes()).unwrap();
        assert_eq!(manifest.text(), text);
        assert_eq!(manifest.root(), Digest::of(text.as_bytes()));
    }

    #[test]
    fn every_laxness_is_refused_with_its_line() {
        #[track_caller]
        fn case(text: &str, expected: &str) {
            let error = Manifest::read(text.as_bytes()).unwrap_err();
            let (english, chinese) = (error.to_string(), error.said(Lang::Zh));
            assert!(english.contains(expected), "{text:?}: {english}");
            assert!(chinese.contains("行："), "{text:?}: {chinese}");
        }
        case("", "line 1: found an empty file");
        case(
            &A.replace('\n', "\r\n"),
            "line 1: found its lines end in CRLF",
        );
        case(&format!("\u{feff}{A}"), "byte-order mark");
        case(A.trim_end(), "line 1: found no line end");
        case(&format!("{A}# note\n"), "line 2: found `# note`");
        case(&format!("{A}\n{B}"), "line 2: found ``");
        case(
            &format!("{B}{A}"),
            "line 2: found `a.csv` twice or out of order",
        );
        case(
            &format!("{A}{A}"),
            "line 2: found `a.csv` twice or out of order",
        );
        case(&A.to_uppercase(), "expected lower-case names");
        case(
            &A.replace("ba78", "BA78"),
            "expected 64 lower-case hex digits",
        );
        case(&A.replace("a.csv", "../a.csv"), "`../a.csv`");
        case(&A.replace("a.csv", "/a.csv"), "`/a.csv`");
        case(&A.replace("a.csv", "a\\b"), "`a\\b`");
        case(
            &A.replace("  ", " *"),
            "expected a digest, two spaces and a path",
        );
        case(
            &A.replace("  ", " "),
            "expected a digest, two spaces and a path",
        );
        case(&A.replace("  ", "   "), "` a.csv`");
        case("<!doctype html>", "an HTML page");
        case(
            "version https://git-lfs.github.com/spec/v1\n",
            "a git-lfs pointer",
        );
    }
}
