use std::fmt;

use messages::Lang;

use crate::Mend;

/// A known accident that leaves other bytes where a published file should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Nothing came.
    Empty,
    /// git-lfs left its pointer.
    LfsPointer,
    /// The host sent a page, most often an error page.
    Html,
    /// Something put a byte-order mark in front.
    ByteOrderMark,
    /// Something turned LF into CRLF, as a checkout with `core.autocrlf` does.
    CarriageReturns,
    /// It came packed, and nothing unpacked it.
    Gzip,
    /// Something wrote a JSON file anew without its line ends. Only where a file differs: others may be such JSON.
    Minified,
}

impl Cause {
    /// What to do about it.
    pub fn mend(self) -> Mend {
        match self {
            Self::LfsPointer => Mend::Lfs,
            Self::CarriageReturns => Mend::Checkout,
            Self::Empty | Self::Html | Self::ByteOrderMark | Self::Gzip | Self::Minified => {
                Mend::Fetch
            }
        }
    }

    /// What it is, in words.
    pub fn said(self, lang: Lang) -> &'static str {
        match self {
            Self::Empty => messages::cause_empty(lang),
            Self::LfsPointer => messages::cause_lfs_pointer(lang),
            Self::Html => messages::cause_html(lang),
            Self::ByteOrderMark => messages::cause_byte_order_mark(lang),
            Self::CarriageReturns => messages::cause_carriage_returns(lang),
            Self::Gzip => messages::cause_gzip(lang),
            Self::Minified => messages::cause_minified(lang),
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.said(Lang::En))
    }
}

/// What accident `bytes` look like, if any. A guess for a message, never a reason to accept or refuse.
pub fn cause(bytes: &[u8]) -> Option<Cause> {
    let head = bytes.trim_ascii_start();
    let starts =
        |text: &[u8]| head.len() >= text.len() && head[..text.len()].eq_ignore_ascii_case(text);
    if bytes.is_empty() {
        Some(Cause::Empty)
    } else if bytes.starts_with(b"version https://git-lfs.github.com/spec/v1") {
        Some(Cause::LfsPointer)
    } else if starts(b"<!doctype html") || starts(b"<html") {
        Some(Cause::Html)
    } else if bytes.starts_with(b"\xef\xbb\xbf")
        || bytes.starts_with(b"\xff\xfe")
        || bytes.starts_with(b"\xfe\xff")
    {
        Some(Cause::ByteOrderMark)
    } else if bytes.starts_with(b"\x1f\x8b") {
        Some(Cause::Gzip)
    } else if bytes.windows(2).any(|pair| pair == b"\r\n") {
        Some(Cause::CarriageReturns)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accidents_are_told_apart() {
        for (bytes, expected) in [
            (&b""[..], Some(Cause::Empty)),
            (
                b"version https://git-lfs.github.com/spec/v1\noid",
                Some(Cause::LfsPointer),
            ),
            (b"\n<!DOCTYPE html><title>404", Some(Cause::Html)),
            (b"\xef\xbb\xbfa,b\n", Some(Cause::ByteOrderMark)),
            (b"a,b\r\n1,2\r\n", Some(Cause::CarriageReturns)),
            (b"\x1f\x8b\x08\x00", Some(Cause::Gzip)),
            (b"a,b\n1,2\n", None),
        ] {
            assert_eq!(cause(bytes), expected);
        }
    }
}
