//! What several clients' files have in common.

use std::{
    fmt,
    io::{self, BufRead, Read},
    marker::PhantomData,
};

use rounds::{Fingerprint, Latency, Mode, Seen};
use seal::{Digest, Hasher};
use serde::{
    Deserialize, Deserializer,
    de::{self, DeserializeOwned, IgnoredAny, MapAccess, SeqAccess, Visitor},
};
use serde_json::Value;

use crate::ImportError;

/// Whether a file begins with `first`, white space apart.
pub(crate) fn begins(file: &mut dyn BufRead, first: u8) -> bool {
    file.fill_buf()
        .is_ok_and(|head| head.trim_ascii_start().first() == Some(&first))
}

/// A whole file that is one JSON value.
pub(crate) fn one<T: DeserializeOwned>(file: impl Read, form: &str) -> Result<T, ImportError> {
    let mut json = serde_json::Deserializer::from_reader(file);
    T::deserialize(&mut json)
        .and_then(|value| json.end().map(|()| value))
        .map_err(|error| broken(&error, form))
}

/// A whole file of JSON values one after another, with or without line ends between them.
pub(crate) fn each<T: DeserializeOwned>(
    file: impl Read,
    form: &str,
    mut take: impl FnMut(T) -> Result<(), ImportError>,
) -> Result<(), ImportError> {
    for value in serde_json::Deserializer::from_reader(file).into_iter::<T>() {
        take(value.map_err(|error| broken(&error, form))?)?;
    }
    Ok(())
}

/// Broken JSON, with its place. serde names keys and types, and of values only numbers and the kind of the rest.
pub(crate) fn broken(error: &serde_json::Error, form: &str) -> ImportError {
    let reason = error.to_string();
    // What it quotes of the file is taken out.
    let reason = match reason.split_once("string \"") {
        Some((before, after)) => {
            let rest = after.rfind('"').map_or("", |end| &after[end + 1..]);
            format!("{before}a text{rest}")
        }
        None => reason,
    };
    let place = format!("line {} column {}", error.line(), error.column());
    let found = match error.classify() {
        serde_json::error::Category::Data => format!("another value ({reason})"),
        serde_json::error::Category::Io => format!("bytes that cannot be read ({reason})"),
        _ => format!("broken JSON ({reason})"),
    };
    ImportError::new(place, found, form)
}

/// Python writes `NaN` and `Infinity`, which are no JSON; here they become `null`: nothing was measured.
pub(crate) struct Lenient<R> {
    inner: R,
    place: Within,
    /// What is still to be given out, last byte first.
    pending: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq)]
enum Within {
    Json,
    Text,
    Escape,
}

impl<R: BufRead> Lenient<R> {
    pub(crate) fn new(inner: R) -> Self {
        Self {
            inner,
            place: Within::Json,
            pending: vec![],
        }
    }

    /// Takes a word that may be one of Python's numbers.
    fn word(&mut self) -> io::Result<()> {
        let mut word = vec![];
        while word.len() < "-Infinity".len() {
            match self.inner.fill_buf()?.first() {
                Some(&byte) if byte.is_ascii_alphabetic() || (byte == b'-' && word.is_empty()) => {
                    word.push(byte);
                    self.inner.consume(1);
                }
                _ => break,
            }
        }
        if [&b"NaN"[..], b"Infinity", b"-Infinity"].contains(&word.as_slice()) {
            word = b"null".to_vec();
        }
        word.reverse();
        self.pending = word;
        Ok(())
    }
}

impl<R: BufRead> Read for Lenient<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut written = 0;
        while written < buffer.len() {
            if let Some(byte) = self.pending.pop() {
                buffer[written] = byte;
                written += 1;
                continue;
            }
            let available = self.inner.fill_buf()?;
            if available.is_empty() {
                break;
            }
            let room = buffer.len() - written;
            let mut taken = 0;
            for &byte in available.iter().take(room) {
                self.place = match (self.place, byte) {
                    (Within::Json, b'N' | b'I' | b'-') => break,
                    (Within::Json, b'"') | (Within::Escape, _) => Within::Text,
                    (Within::Text, b'\\') => Within::Escape,
                    (Within::Text, b'"') => Within::Json,
                    (place, _) => place,
                };
                buffer[written + taken] = byte;
                taken += 1;
            }
            let at_word = taken < available.len().min(room);
            self.inner.consume(taken);
            written += taken;
            if at_word {
                self.word()?;
            }
        }
        Ok(written)
    }
}

/// A list of seconds, added up.
pub(crate) struct Sum(pub(crate) f64);

impl<'de> Deserialize<'de> for Sum {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Adding;
        impl<'de> Visitor<'de> for Adding {
            type Value = Sum;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of seconds")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Sum, A::Error> {
                let mut sum = 0.0;
                while let Some(gap) = list.next_element::<f64>()? {
                    sum += gap;
                }
                Ok(Sum(sum))
            }
        }
        deserializer.deserialize_seq(Adding)
    }
}

/// A type that is made of a text without keeping it.
macro_rules! of_text {
    ($name:ident, $make:expr) => {
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::formats::wire::look_at(deserializer, $make)
            }
        }
    };
}
pub(crate) use of_text;

/// Whether a text is not empty.
#[derive(Clone, Copy)]
pub(crate) struct HasText(pub(crate) bool);

of_text!(HasText, |text| HasText(!text.is_empty()));

/// The digest of a text.
pub(crate) struct TextDigest(pub(crate) Digest);

of_text!(TextDigest, |text| TextDigest(Digest::of(text.as_bytes())));

/// Makes something of a text without keeping it.
pub(crate) fn look_at<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    make: impl Fn(&str) -> T,
) -> Result<T, D::Error> {
    struct Looking<F>(F);
    impl<T, F: Fn(&str) -> T> Visitor<'_> for Looking<F> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a text")
        }

        fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
            Ok(self.0(text))
        }
    }
    deserializer.deserialize_str(Looking(make))
}

/// A number or a text.
#[derive(Clone, Copy)]
pub(crate) enum Scalar<'a> {
    Number(f64),
    Text(&'a str),
}

/// Makes something of a number or a text, without keeping it; `None` is an error.
pub(crate) fn number_or_text<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    expected: &str,
    make: impl Fn(Scalar<'_>) -> Option<T>,
) -> Result<T, D::Error> {
    struct Either<'a, F>(&'a str, F);
    impl<T, F: Fn(Scalar<'_>) -> Option<T>> Visitor<'_> for Either<'_, F> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }

        fn visit_i64<E: de::Error>(self, number: i64) -> Result<T, E> {
            self.visit_f64(number as f64)
        }

        fn visit_u64<E: de::Error>(self, number: u64) -> Result<T, E> {
            self.visit_f64(number as f64)
        }

        fn visit_f64<E: de::Error>(self, number: f64) -> Result<T, E> {
            let made = self.1(Scalar::Number(number));
            made.ok_or_else(|| E::invalid_value(de::Unexpected::Float(number), &self))
        }

        fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
            let made = self.1(Scalar::Text(text));
            made.ok_or_else(|| E::invalid_type(de::Unexpected::Other("a text"), &self))
        }
    }
    deserializer.deserialize_any(Either(expected, make))
}

/// SHA-256 over the input lengths, a decimal number and LF each: `printf '%s\n' 128 128 | sha256sum`.
pub(crate) fn lengths(input_tokens: impl IntoIterator<Item = u32>) -> Fingerprint {
    let mut hasher = Hasher::default();
    input_tokens
        .into_iter()
        .for_each(|tokens| hasher.update(format!("{tokens}\n").as_bytes()));
    Fingerprint {
        seen: Seen::Lengths,
        digest: hasher.finish(),
    }
}

/// The same, sorted, for a file in the order of completion; `None` where a length is missing.
pub(crate) fn sorted_lengths(
    input_tokens: impl Iterator<Item = Option<u32>>,
) -> Option<Fingerprint> {
    let mut sorted: Vec<u32> = input_tokens.collect::<Option<_>>()?;
    sorted.sort_unstable();
    Some(lengths(sorted))
}

/// SHA-256 over the prompts' own SHA-256, 64 hex digits and LF each, sorted: a file in the order of completion does not
/// tell in which order they were sent.
pub(crate) fn prompts(mut digests: Vec<Digest>) -> Fingerprint {
    digests.sort();
    let mut hasher = Hasher::default();
    digests
        .iter()
        .for_each(|digest| hasher.update(format!("{digest}\n").as_bytes()));
    Fingerprint {
        seen: Seen::Prompts,
        digest: hasher.finish(),
    }
}

/// `20261129-165152`, a time of day without a zone, in seconds since 1970.
pub(crate) fn local_seconds(date: &str) -> Option<f64> {
    let (day, time) = date.split_once('-')?;
    if day.len() != 8 || time.len() != 6 {
        return None;
    }
    let number = |text: &str, from: usize, to: usize| text.get(from..to)?.parse::<i64>().ok();
    let (year, month, day) = (number(day, 0, 4)?, number(day, 4, 6)?, number(day, 6, 8)?);
    let (hour, minute, second) = (
        number(time, 0, 2)?,
        number(time, 2, 4)?,
        number(time, 4, 6)?,
    );
    // Days from a March-based year, so that the leap day comes last.
    let (year, month) = if month > 2 {
        (year, month - 3)
    } else {
        (year - 1, month + 9)
    };
    let days = year * 365 + year.div_euclid(4) - year.div_euclid(100)
        + year.div_euclid(400)
        + (month * 153 + 2) / 5
        + day
        - 719_469;
    Some((((days * 24 + hour) * 60 + minute) * 60 + second) as f64)
}

/// A key that must be there.
pub(crate) fn needed<T>(key: &str, value: Option<T>, expected: &str) -> Result<T, ImportError> {
    value.ok_or_else(|| ImportError::new(format!("`{key}`"), "nothing", expected))
}

/// Seconds above 0.
pub(crate) fn duration(place: &str, seconds: f64) -> Result<f64, ImportError> {
    if seconds.is_finite() && seconds > 0.0 {
        Ok(seconds)
    } else {
        let found = format!("`{seconds}`");
        Err(ImportError::new(place, found, "seconds above 0"))
    }
}

/// Errs where a figure is off by more than a thousandth from what others in the same file give.
pub(crate) fn follows(
    key: &str,
    figure: Option<f64>,
    of: &str,
    expected: f64,
) -> Result<(), ImportError> {
    let off =
        |figure: &f64| !expected.is_finite() || (figure - expected).abs() > 1e-3 * expected.abs();
    match figure.filter(off) {
        None => Ok(()),
        Some(figure) => Err(ImportError::new(
            format!("`{key}`"),
            format!("`{figure}`"),
            format!("{of}, `{expected}`"),
        )),
    }
}

/// Errs where a list has another length than `requests`.
pub(crate) fn same_length(
    requests: usize,
    of: &str,
    key: &str,
    length: Option<usize>,
) -> Result<(), ImportError> {
    match length.filter(|&length| length != requests) {
        None => Ok(()),
        Some(length) => Err(ImportError::new(
            format!("`{key}`"),
            format!("{length} entries"),
            format!("{requests} as in `{of}`"),
        )),
    }
}

/// Errs where seconds are negative.
pub(crate) fn not_negative(key: &str, seconds: &[f64]) -> Result<(), ImportError> {
    let bad = |value: &f64| value.is_nan() || *value < 0.0;
    match seconds.iter().enumerate().find(|(_, value)| bad(value)) {
        None => Ok(()),
        Some((index, value)) => Err(ImportError::new(
            format!("`{key}[{index}]`"),
            format!("`{value}`"),
            "seconds, not negative",
        )),
    }
}

/// A figure of which 0 means that nothing was measured.
pub(crate) fn measured(value: Option<f64>) -> Option<f64> {
    value.filter(|value| value.is_finite() && *value > 0.0)
}

/// The p50 and p95 of each time, in milliseconds.
pub(crate) fn latency(
    [ttft_p50_ms, ttft_p95_ms]: [Option<f64>; 2],
    [tpot_p50_ms, tpot_p95_ms]: [Option<f64>; 2],
    [e2e_p50_ms, e2e_p95_ms]: [Option<f64>; 2],
) -> Latency {
    Latency {
        ttft_p50_ms,
        ttft_p95_ms,
        tpot_p50_ms,
        tpot_p95_ms,
        e2e_p50_ms,
        e2e_p95_ms,
    }
}

/// What all of them are, if they are one.
pub(crate) fn common<T: PartialEq>(mut all: impl Iterator<Item = T>) -> Option<T> {
    let first = all.next()?;
    all.all(|other| other == first).then_some(first)
}

/// What the body of a request asks for.
#[derive(Default)]
pub(crate) struct Body {
    pub(crate) mode: Option<Mode>,
    pub(crate) prompt: Option<Digest>,
    pub(crate) output_tokens: Option<u32>,
}

impl Body {
    pub(crate) fn of(body: &Value) -> Self {
        let number = |key| body.get(key)?.as_u64()?.try_into().ok();
        let filled = |key| body.get(key).filter(|value| !value.is_null());
        let (mode, prompt) = match (filled("messages"), filled("prompt")) {
            (Some(messages), _) => (Some(Mode::Chat), Some(messages)),
            (None, prompt) => (prompt.and(Some(Mode::Completions)), prompt),
        };
        Self {
            mode,
            prompt: prompt.map(|prompt| match prompt {
                Value::String(text) => Digest::of(text.as_bytes()),
                // Keys are sorted, so the same messages give the same digest.
                other => Digest::of(other.to_string().as_bytes()),
            }),
            output_tokens: number("max_completion_tokens").or_else(|| number("max_tokens")),
        }
    }
}

/// Where a request broke off, as the HTTP clients of Python tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BrokeOff {
    /// Before any answer: there was no connection, or it was closed without one.
    Before,
    /// Within the body of an answer.
    Within,
    /// Before an answer or within one.
    Somewhere,
}

impl BrokeOff {
    /// By the name or the words of an exception of aiohttp, httpx or Python itself.
    pub(crate) fn of(error: &str) -> Option<Self> {
        const WITHIN: [&str; 4] = [
            "PayloadError",
            "IncompleteRead",
            "peer closed connection",
            "incomplete chunked read",
        ];
        const BEFORE: [&str; 15] = [
            "ClientConnector",
            "ClientProxyConnectionError",
            "ConnectError",
            "ConnectTimeout",
            "ConnectionTimeoutError",
            "ConnectionRefused",
            "Connection refused",
            "PoolTimeout",
            "All connection attempts failed",
            "gaierror",
            "Name or service not known",
            "nodename nor servname provided",
            "Temporary failure in name resolution",
            "ServerDisconnected",
            "Server disconnected",
        ];
        const SOMEWHERE: [&str; 6] = [
            "RemoteProtocolError",
            "ReadError",
            "ReadTimeout",
            "TimeoutError",
            "ConnectionReset",
            "ClientOSError",
        ];
        let any = |words: &[&str]| words.iter().any(|word| error.contains(word));
        // A longer text may name several: the one that knows most counts.
        if any(&WITHIN) {
            Some(Self::Within)
        } else if any(&BEFORE) {
            Some(Self::Before)
        } else {
            any(&SOMEWHERE).then_some(Self::Somewhere)
        }
    }
}

/// A sum of whole things that was written, or has been made, as a fraction.
pub(crate) fn whole(place: &str, sum: f64) -> Result<u64, ImportError> {
    let rounded = sum.round();
    // Above this, a fraction no longer tells whole numbers apart.
    let fits = (0.0..9e15).contains(&rounded) && (sum - rounded).abs() <= 1e-3 + 1e-9 * sum;
    if fits {
        Ok(rounded as u64)
    } else {
        let found = format!("`{sum}`");
        Err(ImportError::new(place, found, "a whole number"))
    }
}

/// Tells a key with `null` from no key.
pub(crate) fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// Each line without its end, LF or CRLF, and its number, counted from 1.
pub(crate) fn each_line(
    mut file: &mut dyn BufRead,
    mut take: impl FnMut(usize, &[u8]) -> Result<(), ImportError>,
) -> Result<(), ImportError> {
    const LONGEST: u64 = 1 << 24;
    let mut line = vec![];
    for number in 1.. {
        line.clear();
        (&mut file)
            .take(LONGEST)
            .read_until(b'\n', &mut line)
            .map_err(|error| {
                let place = format!("line {number}");
                ImportError::new(place, format!("nothing readable ({error})"), "text")
            })?;
        if line.is_empty() {
            break;
        }
        let text = line.strip_suffix(b"\n").unwrap_or(&line);
        if text.len() as u64 >= LONGEST {
            let found = format!("more than {LONGEST} bytes");
            return Err(ImportError::new(
                format!("line {number}"),
                found,
                "a shorter one",
            ));
        }
        take(number, text.strip_suffix(b"\r").unwrap_or(text))?;
    }
    Ok(())
}

/// The keys of an object that matter, each with what is taken of its value; [`keys!`] makes one.
pub(crate) trait Keys: Default {
    /// Takes the value of `key`. `false` where `key` is none of these: its value is still to be read then.
    fn take<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<bool, M::Error>;
}

impl<A: Keys, B: Keys> Keys for (A, B) {
    fn take<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M) -> Result<bool, M::Error> {
        Ok(self.0.take(key, map)? || self.1.take(key, map)?)
    }
}

/// An object read key by key, so that a value of another type is an error that names its key.
pub(crate) struct Keyed<T>(pub(crate) T);

impl<'de, T: Keys> Deserialize<'de> for Keyed<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Taking<T>(T);
        impl<'de, T: Keys> Visitor<'de> for Taking<T> {
            type Value = Keyed<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<M: MapAccess<'de>>(mut self, mut map: M) -> Result<Keyed<T>, M::Error> {
                while let Some(key) = map.next_key::<String>()? {
                    if !self.0.take(&key, &mut map)? {
                        map.next_value::<IgnoredAny>()?;
                    }
                }
                Ok(Keyed(self.0))
            }
        }
        deserializer.deserialize_map(Taking(T::default()))
    }
}

/// A struct of optional values by their keys, and its [`Keys`].
macro_rules! keys {
    ($(#[$about:meta])* $vis:vis struct $name:ident { $($key:ident: $value:ty,)* }) => {
        $(#[$about])*
        #[derive(Default)]
        $vis struct $name {
            $(pub(super) $key: Option<$value>,)*
        }

        impl $crate::formats::wire::Keys for $name {
            fn take<'de, M: serde::de::MapAccess<'de>>(
                &mut self,
                key: &str,
                map: &mut M,
            ) -> Result<bool, M::Error> {
                use $crate::formats::wire::value;
                match key {
                    $(stringify!($key) => value(stringify!($key), &mut self.$key, map)?,)*
                    _ => return Ok(false),
                }
                Ok(true)
            }
        }
    };
}
pub(crate) use keys;

/// Takes the value of `key`, which may be `null`.
pub(crate) fn value<'de, T: Deserialize<'de>, M: MapAccess<'de>>(
    key: &'static str,
    place: &mut Option<T>,
    map: &mut M,
) -> Result<(), M::Error> {
    if place.is_some() {
        return Err(de::Error::duplicate_field(key));
    }
    let named = |error: M::Error| {
        let reason = error.to_string();
        // Of broken JSON the place says enough.
        if reason.starts_with("invalid ") {
            de::Error::custom(format!("`{key}`: {reason}"))
        } else {
            error
        }
    };
    *place = map.next_value().map_err(named)?;
    Ok(())
}

/// Like [`each`], for a file of Python's JSON whose values may also stand in one list.
pub(crate) fn each_listed<T: DeserializeOwned>(
    file: impl BufRead,
    form: &str,
    mut take: impl FnMut(T) -> Result<(), ImportError>,
) -> Result<(), ImportError> {
    struct Listed<'a, T, F> {
        take: F,
        refused: &'a mut Option<ImportError>,
        of: PhantomData<T>,
    }

    impl<T, F: FnMut(T) -> Result<(), ImportError>> Listed<'_, T, F> {
        fn pass<E: de::Error>(&mut self, value: T) -> Result<(), E> {
            (self.take)(value).map_err(|error| {
                *self.refused = Some(error);
                E::custom("refused")
            })
        }
    }

    impl<'de, T: Deserialize<'de>, F: FnMut(T) -> Result<(), ImportError>> Visitor<'de>
        for Listed<'_, T, F>
    {
        type Value = ();

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object or a list of them")
        }

        fn visit_map<M: MapAccess<'de>>(mut self, map: M) -> Result<(), M::Error> {
            let value = T::deserialize(de::value::MapAccessDeserializer::new(map))?;
            self.pass(value)
        }

        fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<(), A::Error> {
            while let Some(value) = list.next_element()? {
                self.pass(value)?;
            }
            Ok(())
        }
    }

    // The parser asks for single bytes, which are cheaper to take from a buffer.
    let file = io::BufReader::with_capacity(1 << 16, Lenient::new(file));
    let mut json = serde_json::Deserializer::from_reader(file);
    // It errs as long as anything follows.
    while json.end().is_err() {
        let mut refused = None;
        let listed = Listed {
            take: &mut take,
            refused: &mut refused,
            of: PhantomData,
        };
        let read = json.deserialize_any(listed);
        match refused {
            Some(refused) => return Err(refused),
            None => read.map_err(|error| broken(&error, form))?,
        }
    }
    Ok(())
}

/// A client's version, if it is one: it ends in a table and must hold no other text.
pub(crate) fn version(text: Option<&str>) -> Option<String> {
    let plain = |c: u8| c.is_ascii_alphanumeric() || b".+-".contains(&c);
    text.filter(|text| (1..=40).contains(&text.len()) && text.bytes().all(plain))
        .map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pythons_numbers_that_are_none_become_null() {
        let lenient = |text: &str| {
            let mut out = String::new();
            // A small buffer, so that every border is met.
            let mut reader = Lenient::new(io::BufReader::with_capacity(5, text.as_bytes()));
            reader.read_to_string(&mut out).unwrap();
            out
        };
        assert_eq!(
            lenient(r#"{"a": NaN, "NaN\"": [-Infinity, Infinity, -1e-3], "b": "Infinity\\"}"#),
            r#"{"a": null, "NaN\"": [null, null, -1e-3], "b": "Infinity\\"}"#
        );
        let long = format!("[{}-1, NaN]", "1, ".repeat(50));
        assert_eq!(lenient(&long), long.replace("NaN", "null"));
    }

    #[test]
    fn where_a_request_broke_off_is_told_by_its_exception() {
        let of = BrokeOff::of;
        for error in [
            "ClientConnectorError",
            "ClientConnectorDNSError",
            "ConnectionTimeoutError",
            "ConnectTimeout('')",
            "ConnectError('All connection attempts failed')",
            "[Errno -2] Name or service not known",
            "[Errno 111] Connection refused",
            "RemoteProtocolError('Server disconnected without sending a response.')",
        ] {
            assert_eq!(of(error), Some(BrokeOff::Before), "{error}");
        }
        for error in [
            "ClientPayloadError",
            "RemoteProtocolError('peer closed connection without sending complete message body')",
            "http.client.IncompleteRead",
        ] {
            assert_eq!(of(error), Some(BrokeOff::Within), "{error}");
        }
        for error in ["TimeoutError", "ReadTimeout('')", "ConnectionResetError"] {
            assert_eq!(of(error), Some(BrokeOff::Somewhere), "{error}");
        }
        assert_eq!(of("KeyError"), None);
    }

    #[test]
    fn the_body_of_a_request_tells_what_it_asks_for() {
        let body = |json: &str| Body::of(&serde_json::from_str(json).unwrap());
        let chat = body(r#"{"messages": [{"b": 1, "a": 2}], "prompt": null, "max_tokens": 3}"#);
        let again = body(r#"{"max_tokens": -3, "messages": [{"a": 2, "b": 1}]}"#);
        assert_eq!((chat.mode, chat.output_tokens), (Some(Mode::Chat), Some(3)));
        assert_eq!((chat.prompt, again.output_tokens), (again.prompt, None));
        let text = body(r#"{"prompt": "p", "max_tokens": 3, "max_completion_tokens": 4}"#);
        assert_eq!(text.mode, Some(Mode::Completions));
        assert_eq!(
            (text.prompt, text.output_tokens),
            (Some(Digest::of(b"p")), Some(4))
        );
        assert_eq!(body("[]").mode, None);
    }

    #[test]
    fn a_date_is_seconds() {
        assert_eq!(local_seconds("19700101-000000"), Some(0.0));
        assert_eq!(local_seconds("20261129-165152"), Some(1_795_971_112.0));
        assert_eq!(local_seconds("2026-11-29"), None);
    }

    keys! {
        struct Both {
            count: u32,
            names: Vec<HasText>,
        }
    }

    keys! {
        struct More {
            rate: f64,
        }
    }

    fn listed(json: &str) -> Result<Vec<(Both, More)>, ImportError> {
        let mut taken = vec![];
        each_listed(json.as_bytes(), "objects", |Keyed(pair)| {
            taken.push(pair);
            Ok(())
        })?;
        Ok(taken)
    }

    #[test]
    fn objects_are_taken_key_by_key_from_a_list_or_a_stream() {
        let one = r#"{"rate": 0.5, "other": [{}], "names": ["a", ""], "count": null}"#;
        for (json, expected) in [
            (format!("{one}\n{one} {one}"), 3),
            (format!(" [{one}, {one}] {one}"), 3),
            ("[]".into(), 0),
            (" ".into(), 0),
        ] {
            let taken = listed(&json).unwrap();
            assert_eq!(taken.len(), expected, "{json}");
            for (both, more) in taken {
                assert_eq!((both.count, more.rate), (None, Some(0.5)));
                assert_eq!(both.names.unwrap().len(), 2);
            }
        }
    }

    #[test]
    fn a_value_of_another_type_is_named_by_its_key() {
        for (json, expected) in [
            (
                r#"{"count": "node-17"}"#,
                "`count`: invalid type: a text, expected u32",
            ),
            (
                r#"[{"rate": NaN, "names": [NaN]}]"#,
                "`names`: invalid type: null",
            ),
            (r#"{"count": 1, "count": 2}"#, "duplicate field `count`"),
            (
                r#"{"names": ["a""#,
                "line 1 column 14: found broken JSON (EOF",
            ),
            ("[1]", "invalid type: integer `1`, expected an object"),
            ("{}]", "line 1 column 3: found broken JSON"),
        ] {
            let error = listed(json).map(|_| ()).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
            assert!(!error.contains("node"), "{error}");
        }
        let refused = each_listed(&b"[{}, 1"[..], "objects", |Keyed::<Both>(_)| {
            Err(ImportError::whole("it", "another"))
        });
        assert_eq!(refused.unwrap_err().found, "it");
    }

    #[test]
    fn an_error_quotes_no_text_of_the_file() {
        let error = one::<Vec<u32>>(&b"[1, \"node-17 \\\" b\"]"[..], "numbers").unwrap_err();
        assert!(!error.to_string().contains("node"), "{error}");
        assert!(error.found.contains("a text"), "{error}");
    }
}
