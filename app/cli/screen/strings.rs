//! Files taken apart: every string in them, with where it stands.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

/// A string of a file.
#[derive(Debug, PartialEq)]
pub(crate) struct Piece {
    /// What it is in its file.
    pub(crate) kind: Kind,
    /// The way to it.
    pub(crate) at: Vec<Step>,
    /// The string, with escapes undone.
    pub(crate) text: String,
}

/// What a string is in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A key of JSON or TOML.
    Key,
    /// The name of a column.
    Header,
    /// A cell that is no number.
    Cell,
    /// A string of JSON or TOML, or a comment.
    Value,
    /// A whole number, which can be the number of a device.
    Number,
    /// A whole text, of lines.
    Lines,
    /// Printable characters in a row, in bytes that are no text.
    Run,
    /// What is packed or in no known encoding; `text` is empty.
    Unreadable,
}

/// A step on the way to a string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A line, from 1.
    Line(usize),
    /// The name of a key or column and its number among its like, from 1.
    Name(usize, String),
    /// A place in a list, from 0.
    Index(usize),
    /// A place in a file of bytes, from 0.
    Byte(usize),
}

/// The fewest characters in a row that are taken for a string, as `strings` has it.
const RUN: usize = 4;

/// Takes the file `name` apart.
pub(crate) fn take_apart(name: &str, bytes: &[u8]) -> Vec<Piece> {
    if packed(bytes) {
        return vec![piece(Kind::Unreadable, &[], "")];
    }
    if bytes.starts_with(PNG) {
        return png(&bytes[PNG.len()..]);
    }
    let ending = name.rsplit_once('.').map(|(_, ending)| ending);
    let Some(text) = text(bytes) else {
        let mut pieces = runs(bytes, 0);
        if ending.is_some_and(|ending| TEXTS.contains(&ending)) {
            pieces.push(piece(Kind::Unreadable, &[], ""));
        }
        return pieces;
    };
    match ending {
        Some("csv") => table(&text),
        #[cfg(feature = "publishing")]
        Some("toml") => toml(&text),
        _ if name.rsplit('/').next() == Some(seal::SUMS) => vec![sums(&text)],
        Some("html" | "js" | "css" | "svg" | "md") => vec![piece(Kind::Lines, &[], &text)],
        _ => json(&text, &[]).unwrap_or_else(|| lines_of_json(&text)),
    }
}

fn piece(kind: Kind, at: &[Step], text: &str) -> Piece {
    Piece {
        kind,
        at: at.into(),
        text: text.into(),
    }
}

/// Endings of files that are text, so that one in another encoding is told from bytes that are none.
const TEXTS: [&str; 7] = ["csv", "json", "jsonl", "md", "toml", "txt", "log"];

/// The bytes as text, if they are. UTF-16 is read too: its zero bytes would hide every string.
fn text(bytes: &[u8]) -> Option<String> {
    let wide = |pair: fn([u8; 2]) -> u16| {
        let units = bytes.chunks_exact(2).map(|two| pair([two[0], two[1]]));
        char::decode_utf16(units)
            .collect::<Result<String, _>>()
            .ok()
    };
    match bytes {
        [0xff, 0xfe, ..] => wide(u16::from_le_bytes),
        [0xfe, 0xff, ..] => wide(u16::from_be_bytes),
        _ if bytes.contains(&0) => None,
        _ => std::str::from_utf8(bytes).ok().map(str::to_owned),
    }
}

/// Whether the bytes are compressed: nobody reads what is in them.
fn packed(bytes: &[u8]) -> bool {
    const MAGIC: [&[u8]; 7] = [
        b"\x1f\x8b",
        b"PK\x03\x04",
        b"\x28\xb5\x2f\xfd",
        b"\xfd7zXZ",
        b"BZh",
        b"7z\xbc\xaf",
        b"PAR1",
    ];
    MAGIC.iter().any(|magic| bytes.starts_with(magic))
}

/// The whole of a JSON text, or `None` where it is none.
fn json(text: &str, at: &[Step]) -> Option<Vec<Piece>> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let mut walk = Walk::from(at);
    walk.deserialize(&mut deserializer).ok()?;
    deserializer.end().ok()?;
    Some(walk.pieces)
}

/// A text whose lines may be JSON, as those of a log or of a stream are.
fn lines_of_json(text: &str) -> Vec<Piece> {
    let mut pieces = vec![];
    let mut others = vec![];
    for (line, number) in text.lines().zip(1..) {
        let bare = line.strip_prefix("data:").unwrap_or(line).trim();
        let inner = bare
            .starts_with(['{', '['])
            .then(|| json(bare, &[Step::Line(number)]))
            .flatten();
        others.push(if inner.is_some() { "" } else { line });
        pieces.extend(inner.unwrap_or_default());
    }
    pieces.push(piece(Kind::Lines, &[], &others.join("\n")));
    pieces
}

/// The strings of a TOML text, and its comments.
#[cfg(feature = "publishing")]
fn toml(text: &str) -> Vec<Piece> {
    let mut walk = Walk::from(&[]);
    let read = toml::Deserializer::parse(text).and_then(|toml| walk.deserialize(toml));
    if read.is_err() {
        return vec![piece(Kind::Lines, &[], text)];
    }
    let comments = comments(text);
    walk.pieces.extend(
        comments
            .into_iter()
            .map(|(line, comment)| piece(Kind::Value, &[Step::Line(line)], comment)),
    );
    walk.pieces
}

/// The comments of a TOML text with their lines: a `#` outside of strings begins one.
#[cfg(feature = "publishing")]
fn comments(text: &str) -> Vec<(usize, &str)> {
    const QUOTES: [&str; 4] = ["\"\"\"", "'''", "\"", "'"];
    let mut comments = vec![];
    let mut open: Option<&str> = None;
    for (line, number) in text.lines().zip(1..) {
        let mut rest = line;
        while let Some(first) = rest.chars().next() {
            let mut width = first.len_utf8();
            match open {
                Some(quote) if rest.starts_with(quote) => {
                    open = None;
                    width = quote.len();
                }
                // A backslash and what it escapes.
                Some(quote) if first == '\\' && quote.starts_with('"') => {
                    width += rest[1..].chars().next().map_or(0, char::len_utf8);
                }
                Some(_) => {}
                None if first == '#' => {
                    comments.push((number, rest));
                    break;
                }
                None => {
                    open = QUOTES.into_iter().find(|quote| rest.starts_with(quote));
                    width = open.map_or(width, str::len);
                }
            }
            rest = &rest[width..];
        }
        open = open.filter(|quote| quote.len() == 3);
    }
    comments
}

/// A manifest without its digests: what is left are names.
fn sums(text: &str) -> Piece {
    let digest = |line: &str| {
        let hex = line
            .bytes()
            .take_while(|c| matches!(c, b'0'..=b'9' | b'a'..=b'f'));
        if hex.count() == 64 { 64 } else { 0 }
    };
    let names: Vec<&str> = text.lines().map(|line| &line[digest(line)..]).collect();
    piece(Kind::Lines, &[], &names.join("\n"))
}

/// The column names and cells of a CSV file.
fn table(text: &str) -> Vec<Piece> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let mut names: Vec<String> = vec![];
    let mut pieces = vec![];
    for (index, record) in reader.records().enumerate() {
        let Ok(record) = record else {
            return vec![piece(Kind::Lines, &[], text)];
        };
        if index == 0 {
            names = record.iter().map(str::to_owned).collect();
            let names = names.iter().zip(1..);
            pieces.extend(names.map(|(name, number)| {
                piece(Kind::Header, &[Step::Name(number, name.clone())], name)
            }));
            continue;
        }
        let line = record.position().map_or(index + 1, |at| at.line() as usize);
        for (column, cell) in record.iter().enumerate() {
            let name = names.get(column).cloned().unwrap_or_default();
            let number = cell.trim().parse::<f64>().is_ok_and(f64::is_finite);
            let kind = if number { Kind::Number } else { Kind::Cell };
            let at = [Step::Line(line), Step::Name(column + 1, name)];
            pieces.push(piece(kind, &at, cell));
        }
    }
    pieces
}

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

/// The texts of a PNG's chunks: those made for text, and whatever else is not the picture itself.
fn png(mut rest: &[u8]) -> Vec<Piece> {
    let mut pieces = vec![];
    let mut offset = PNG.len();
    while let Some((head, after)) = rest.split_first_chunk::<8>() {
        let [a, b, c, d, kind @ ..] = *head;
        let length = u32::from_be_bytes([a, b, c, d]) as usize;
        let Some(data) = after.get(..length) else {
            break;
        };
        match &kind {
            b"IHDR" | b"PLTE" | b"IDAT" | b"IEND" => {}
            b"tEXt" | b"zTXt" | b"iTXt" | b"iCCP" => pieces.extend(chunk(&kind, data, offset)),
            _ => pieces.extend(runs(data, offset)),
        }
        // Four bytes of a checksum follow.
        let end = (length + 4).min(after.len());
        rest = &after[end..];
        offset += 8 + end;
    }
    // What comes after the picture, or is no chunk.
    pieces.extend(runs(rest, offset));
    pieces
}

/// The texts of one chunk: a keyword, then text that may be compressed.
fn chunk(kind: &[u8; 4], data: &[u8], offset: usize) -> Vec<Piece> {
    let at = [Step::Byte(offset)];
    let end = data.iter().position(|&c| c == 0).unwrap_or(data.len());
    let (keyword, rest) = data.split_at(end);
    let rest = rest.get(1..).unwrap_or_default();
    let (compressed, body) = match (kind, rest) {
        (b"zTXt" | b"iCCP", [_, body @ ..]) => (true, body),
        (b"iTXt", [flag, _, body @ ..]) => (*flag == 1, body),
        (_, body) => (false, body),
    };
    let mut pieces = vec![piece(Kind::Run, &at, &latin(keyword))];
    let mut push = |bytes: &[u8]| {
        let text = std::str::from_utf8(bytes).map_or_else(|_| latin(bytes), str::to_owned);
        pieces.push(piece(Kind::Run, &at, &text));
    };
    let mut body = body;
    if kind == b"iTXt" {
        // The language and the translated keyword.
        for _ in 0..2 {
            let end = body.iter().position(|&c| c == 0).unwrap_or(body.len());
            push(&body[..end]);
            body = body.get(end + 1..).unwrap_or_default();
        }
    }
    if !compressed {
        push(body);
        return pieces;
    }
    match miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(body, 1 << 24) {
        Ok(bytes) if kind == b"iCCP" => pieces.extend(runs(&bytes, offset)),
        Ok(bytes) => push(&bytes),
        Err(_) => pieces.push(piece(Kind::Unreadable, &at, "")),
    }
    pieces
}

fn latin(bytes: &[u8]) -> String {
    bytes.iter().map(|&c| char::from(c)).collect()
}

/// Printable characters in a row, of any language, in bytes that stand at `offset` of their file.
fn runs(bytes: &[u8], offset: usize) -> Vec<Piece> {
    let mut pieces = vec![];
    let mut at = offset;
    for chunk in bytes.utf8_chunks() {
        for run in chunk.valid().split(char::is_control) {
            if run.chars().nth(RUN - 1).is_some() {
                let inside = run.as_ptr() as usize - chunk.valid().as_ptr() as usize;
                pieces.push(piece(Kind::Run, &[Step::Byte(at + inside)], run));
            }
        }
        at += chunk.valid().len() + chunk.invalid().len();
    }
    pieces
}

/// Goes through a value of any shape and keeps its strings. A key that is there twice is kept twice: the bytes have it.
struct Walk {
    at: Vec<Step>,
    pieces: Vec<Piece>,
}

impl Walk {
    fn from(at: &[Step]) -> Self {
        Self {
            at: at.into(),
            pieces: vec![],
        }
    }

    fn keep(&mut self, kind: Kind, text: &str) {
        if !text.is_empty() {
            self.pieces.push(piece(kind, &self.at, text));
        }
    }
}

impl<'de> DeserializeSeed<'de> for &mut Walk {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for &mut Walk {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, number: i64) -> Result<(), E> {
        self.keep(Kind::Number, &number.to_string());
        Ok(())
    }

    fn visit_u64<E>(self, number: u64) -> Result<(), E> {
        self.keep(Kind::Number, &number.to_string());
        Ok(())
    }

    fn visit_str<E>(self, text: &str) -> Result<(), E> {
        self.keep(Kind::Value, text);
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        self.at.push(Step::Index(0));
        while list.next_element_seed(&mut *self)?.is_some() {
            if let Some(Step::Index(index)) = self.at.last_mut() {
                *index += 1;
            }
        }
        self.at.pop();
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut number = 1;
        while let Some(key) = map.next_key::<String>()? {
            self.at.push(Step::Name(number, key.clone()));
            self.keep(Kind::Key, &key);
            map.next_value_seed(&mut *self)?;
            self.at.pop();
            number += 1;
        }
        Ok(())
    }
}
