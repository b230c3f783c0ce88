use std::fmt;

use messages::Lang;

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

impl Mend {
    /// What to do, in words, from the semicolon on.
    pub fn said(self, lang: Lang) -> &'static str {
        match self {
            Self::Checkout => messages::mend_checkout(lang),
            Self::Lfs => messages::mend_lfs(lang),
            Self::Fetch => messages::mend_fetch(lang),
            Self::Publish => messages::mend_publish(lang),
            Self::Catalogue => messages::mend_catalogue(lang),
            Self::Content => messages::mend_content(lang),
        }
    }
}

impl fmt::Display for Mend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.said(Lang::En))
    }
}
