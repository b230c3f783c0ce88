use std::fmt;

/// What to do about something that is wrong: the end of every message on a published file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mend {
    /// Something turned LF into CRLF.
    Checkout,
    /// git-lfs keeps the file elsewhere.
    Lfs,
    /// The host, or something on the way, sent other bytes than the published ones.
    Fetch,
    /// A manifest that this program would not have written.
    Publish,
    /// The list of releases is not as it was written.
    Catalogue,
    /// The release says what cannot be, or what a person should look at.
    Content,
}

impl fmt::Display for Mend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Checkout => "; mend: keep `* -text` in data/.gitattributes and check out anew",
            Self::Lfs => "; mend: take data/ out of git-lfs and deploy the file itself",
            Self::Fetch => {
                "; mend: put the published file back and let nothing on its way rewrite it"
            }
            Self::Publish => "; mend: write the release anew with `daggerboard publish`",
            Self::Catalogue => {
                "; mend: put the published catalogue.json back; only `publish` and `withdraw` change it"
            }
            Self::Content => {
                "; mend: correct the plan or the raw file, ingest anew and publish; what is out is never edited, another release supersedes it"
            }
        })
    }
}
