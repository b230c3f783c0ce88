//! vLLM's `bench serve --save-detailed`.
//!
//! One JSON object with an array per field. Read as a stream: of each text only whether it is empty, of each list of
//! gaps only its sum, so memory grows with the number of requests and not with what they said. Five keys that vLLM
//! does not write are taken where a client adds them: `http_statuses`, `done_marks`, `usage_completion_tokens`,
//! `requested_output_lens` and `prompts_sha256`.

use std::{
    fmt,
    io::{self, BufRead, Read},
};

use rounds::{Fingerprint, Seen};
use seal::{Cause, Digest, Hasher};
use serde::{
    Deserialize, Deserializer,
    de::{self, SeqAccess, Visitor},
};

use crate::{ImportError, RequestLog, log::ClientError};

/// The file, as far as it matters; vLLM's other keys are its own aggregates and settings.
#[derive(Deserialize)]
struct Wire {
    num_prompts: Option<u64>,
    duration: Option<f64>,
    completed: Option<u64>,
    failed: Option<u64>,
    input_lens: Option<Vec<u32>>,
    output_lens: Option<Vec<u32>>,
    ttfts: Option<Vec<f64>>,
    itls: Option<Vec<Sum>>,
    latencies: Option<Vec<f64>>,
    generated_texts: Option<Vec<HasText>>,
    errors: Option<Vec<ClientError>>,
    http_statuses: Option<Vec<u16>>,
    done_marks: Option<Vec<bool>>,
    usage_completion_tokens: Option<Vec<Option<u32>>>,
    requested_output_lens: Option<Vec<u32>>,
    prompts_sha256: Option<Digest>,
}

/// A list of seconds, added up.
struct Sum(f64);

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

/// Whether a text is not empty.
struct HasText(bool);

impl<'de> Deserialize<'de> for HasText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        look_at(deserializer, |text| HasText(!text.is_empty()))
    }
}

impl<'de> Deserialize<'de> for ClientError {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        look_at(deserializer, classify)
    }
}

/// Makes something of a text without keeping it.
fn look_at<'de, D: Deserializer<'de>, T>(
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

/// vLLM writes the reason phrase for a status other than 200, a sentence of its own for a stream without a chunk, and
/// a traceback for anything that Python raised.
fn classify(error: &str) -> ClientError {
    const REASONS: [&str; 18] = [
        "Bad Request",
        "Unauthorized",
        "Forbidden",
        "Not Found",
        "Method Not Allowed",
        "Not Acceptable",
        "Request Timeout",
        "Conflict",
        "Payload Too Large",
        "Request Entity Too Large",
        "Unprocessable Entity",
        "Unprocessable Content",
        "Too Many Requests",
        "Internal Server Error",
        "Not Implemented",
        "Bad Gateway",
        "Service Unavailable",
        "Gateway Timeout",
    ];
    if error.is_empty() {
        ClientError::None
    } else if REASONS.contains(&error) || error.starts_with("HTTP ") {
        ClientError::Http
    } else if error.starts_with("Never received a valid chunk") {
        ClientError::EmptyText
    } else if [
        "ClientPayloadError",
        "ServerDisconnectedError",
        "IncompleteReadError",
    ]
    .iter()
    .any(|cut| error.contains(cut))
    {
        ClientError::NoDone
    } else {
        ClientError::Other
    }
}

/// Passes bytes on and digests them.
struct Hashing<R> {
    inner: R,
    hasher: Hasher,
}

impl<R: Read> Read for Hashing<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.inner.read(buffer)?;
        self.hasher.update(&buffer[..length]);
        Ok(length)
    }
}

const FORM: &str = "one JSON object as `vllm bench serve --save-detailed` writes it";

fn unreadable(error: &io::Error) -> ImportError {
    ImportError {
        place: "the whole file".into(),
        found: format!("nothing readable ({error})"),
        expected: FORM.into(),
    }
}

/// Reads one file. `asked` is the output length that the plan states; the file's own, where it has one, wins.
pub fn read(file: impl Read, asked: u32) -> Result<RequestLog, ImportError> {
    let mut hashing = Hashing {
        inner: file,
        hasher: Hasher::default(),
    };
    let mut buffered = io::BufReader::with_capacity(1 << 20, &mut hashing);
    let head = buffered.fill_buf().map_err(|error| unreadable(&error))?;
    // CRLF is white space in JSON; the other accidents leave no JSON at all.
    if let Some(accident) = seal::cause(head).filter(|accident| *accident != Cause::CarriageReturns)
    {
        return Err(ImportError {
            place: "the whole file".into(),
            found: accident.to_string(),
            expected: FORM.into(),
        });
    }
    let mut json = serde_json::Deserializer::from_reader(buffered);
    let wire = Wire::deserialize(&mut json)
        .and_then(|wire| json.end().map(|()| wire))
        .map_err(|error| ImportError {
            place: format!("line {} column {}", error.line(), error.column()),
            found: format!("broken JSON ({error})"),
            expected: FORM.into(),
        })?;
    drop(json);
    wire.check(hashing.hasher.finish(), asked)
}

impl Wire {
    fn check(self, source: Digest, asked: u32) -> Result<RequestLog, ImportError> {
        let (Some(output_tokens), Some(input_tokens), Some(ttft_s), Some(texts), Some(errors)) = (
            self.output_lens,
            self.input_lens,
            self.ttfts,
            self.generated_texts,
            self.errors,
        ) else {
            return Err(ImportError {
                place: "the whole file".into(),
                found: match self.completed {
                    Some(_) => "the totals of `vllm bench serve` without `--save-detailed`",
                    None => "JSON of another program",
                }
                .into(),
                expected: "the arrays input_lens, output_lens, ttfts, generated_texts and errors"
                    .into(),
            });
        };
        let requests = output_tokens.len();
        let columns = [
            ("input_lens", Some(input_tokens.len())),
            ("ttfts", Some(ttft_s.len())),
            ("generated_texts", Some(texts.len())),
            ("errors", Some(errors.len())),
            ("itls", self.itls.as_ref().map(Vec::len)),
            ("latencies", self.latencies.as_ref().map(Vec::len)),
            ("http_statuses", self.http_statuses.as_ref().map(Vec::len)),
            ("done_marks", self.done_marks.as_ref().map(Vec::len)),
            (
                "usage_completion_tokens",
                self.usage_completion_tokens.as_ref().map(Vec::len),
            ),
            (
                "requested_output_lens",
                self.requested_output_lens.as_ref().map(Vec::len),
            ),
        ];
        for (key, length) in columns {
            if let Some(length) = length.filter(|&length| length != requests) {
                let expected = format!("{requests} as in `output_lens`");
                return Err(ImportError {
                    place: format!("`{key}`"),
                    found: format!("{length} entries"),
                    expected,
                });
            }
        }
        let sent = requests as u64;
        if requests == 0 {
            let (found, expected) = ("no request".into(), "at least one".into());
            return Err(ImportError {
                place: "`output_lens`".into(),
                found,
                expected,
            });
        }
        if let Some(asked) = self.num_prompts.filter(|&asked| asked != sent) {
            let expected = format!("{sent}, the length of the arrays");
            return Err(ImportError {
                place: "`num_prompts`".into(),
                found: format!("`{asked}`"),
                expected,
            });
        }
        if let (Some(completed), Some(failed)) = (self.completed, self.failed)
            && completed.checked_add(failed) != Some(sent)
        {
            let found = format!("`{completed}` + `{failed}`");
            let expected = format!("{sent} in all, the length of the arrays");
            return Err(ImportError {
                place: "`completed` + `failed`".into(),
                found,
                expected,
            });
        }
        let duration_s = self
            .duration
            .filter(|seconds| seconds.is_finite() && *seconds > 0.0)
            .ok_or_else(|| {
                let found = self
                    .duration
                    .map_or("nothing".into(), |seconds| format!("`{seconds}`"));
                ImportError {
                    place: "`duration`".into(),
                    found,
                    expected: "seconds above 0".into(),
                }
            })?;
        let e2e_s = match (self.latencies, self.itls) {
            (Some(latencies), _) => latencies,
            // Older clients keep no end-to-end time; the first gap starts where the time to first text ends.
            (None, Some(itls)) => ttft_s
                .iter()
                .zip(itls)
                .map(|(ttft, Sum(gaps))| ttft + gaps)
                .collect(),
            (None, None) => {
                let (found, expected) = ("nothing".into(), "an array".into());
                return Err(ImportError {
                    place: "`latencies` or `itls`".into(),
                    found,
                    expected,
                });
            }
        };
        for (key, seconds) in [("ttfts", &ttft_s), ("latencies", &e2e_s)] {
            if let Some((index, value)) = seconds
                .iter()
                .enumerate()
                .find(|(_, value)| value.is_nan() || **value < 0.0)
            {
                let (place, found) = (format!("`{key}[{index}]`"), format!("`{value}`"));
                return Err(ImportError {
                    place,
                    found,
                    expected: "seconds, not negative".into(),
                });
            }
        }
        let fingerprint = match self.prompts_sha256 {
            Some(digest) => Fingerprint {
                seen: Seen::Prompts,
                digest,
            },
            None => Fingerprint {
                seen: Seen::Lengths,
                digest: lengths(&input_tokens),
            },
        };
        Ok(RequestLog {
            duration_s,
            errors,
            statuses: self.http_statuses,
            done: self.done_marks,
            texts: texts.into_iter().map(|HasText(has)| has).collect(),
            usage: self.usage_completion_tokens,
            asked: self
                .requested_output_lens
                .unwrap_or_else(|| vec![asked; requests]),
            output_tokens,
            ttft_s,
            e2e_s,
            input_tokens,
            fingerprint,
            source,
        })
    }
}

/// SHA-256 over the input lengths in order, a decimal number and LF each: `printf '%s\n' 128 128 | sha256sum`.
fn lengths(input_tokens: &[u32]) -> Digest {
    let mut hasher = Hasher::default();
    input_tokens
        .iter()
        .for_each(|tokens| hasher.update(format!("{tokens}\n").as_bytes()));
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two requests as vLLM 0.32 writes them.
    const TWO: &str = r#"{"date": "20261129-165152", "num_prompts": 2, "request_rate": "inf", "duration": 2.0,
        "completed": 2, "failed": 0, "output_throughput": 4.0, "input_lens": [3, 4], "output_lens": [4, 4],
        "ttfts": [0.1, 0.2], "itls": [[0.1, 0.1, 0.1], [0.2, 0.2, 0.2]], "latencies": [0.4, 0.8],
        "start_times": [1.0, 1.0], "generated_texts": [" a b", ""], "errors": ["", ""], "rtfx": 0.0}"#;

    #[test]
    fn a_file_is_taken_as_it_is() {
        let log = read(TWO.as_bytes(), 4).unwrap();
        assert_eq!(log.texts, [true, false]);
        assert_eq!(log.e2e_s, [0.4, 0.8]);
        assert_eq!(log.source, Digest::of(TWO.as_bytes()));
        assert_eq!(log.fingerprint.digest, Digest::of(b"3\n4\n"));
        assert_eq!(log.unchecked(), [rounds::Rule::Done, rounds::Rule::Usage]);
    }

    #[test]
    fn without_latencies_the_gaps_are_added() {
        let older = TWO.replace(r#""latencies": [0.4, 0.8],"#, "");
        let log = read(older.as_bytes(), 4).unwrap();
        assert!((log.e2e_s[1] - 0.8).abs() < 1e-12);
    }

    #[test]
    fn a_bad_file_is_named_with_its_place() {
        #[track_caller]
        fn case(from: &str, to: &str, expected: &str) {
            assert!(TWO.contains(from), "{from}");
            let error = read(TWO.replace(from, to).as_bytes(), 4)
                .unwrap_err()
                .to_string();
            assert!(error.contains(expected), "{error}");
        }
        case(
            "\"num_prompts\": 2",
            "\"num_prompts\": 3",
            "`num_prompts`: found `3`, expected 2",
        );
        case(
            "\"completed\": 2",
            "\"completed\": 1",
            "`completed` + `failed`: found `1` + `0`, expected 2 in all",
        );
        case(
            "[0.1, 0.2]",
            "[0.1]",
            "`ttfts`: found 1 entries, expected 2",
        );
        case("[0.1, 0.2]", "[0.1, -0.2]", "`ttfts[1]`: found `-0.2`");
        case("[0.1, 0.2]", "[0.1, NaN]", "line 3 column");
        case(
            "\"duration\": 2.0",
            "\"duration\": 0.0",
            "`duration`: found `0`",
        );
        case("\"duration\": 2.0", "\"duration\": 1e999", "line 1 column");
        case(
            "\"duration\": 2.0",
            "\"duration\": null",
            "`duration`: found nothing",
        );
        case("\"rtfx\": 0.0}", "\"rtfx\": 0.0", "EOF while parsing");
        case("\"rtfx\": 0.0}", "\"rtfx\": 0.0}{}", "trailing characters");
        case(
            "\"rtfx\": 0.0",
            "\"errors\": []",
            "duplicate field `errors`",
        );
        case(
            "\"generated_texts\"",
            "\"texts\"",
            "without `--save-detailed`",
        );
    }

    #[test]
    fn errors_are_sorted_by_what_they_stand_for() {
        for (error, expected) in [
            ("", ClientError::None),
            ("Too Many Requests", ClientError::Http),
            ("HTTP 429 Too Many Requests: busy", ClientError::Http),
            (
                "Never received a valid chunk to calculate TTFT.This response",
                ClientError::EmptyText,
            ),
            (
                "Traceback\n  x.py\naiohttp.client_exceptions.ClientPayloadError: not completed",
                ClientError::NoDone,
            ),
            ("Traceback\nTimeoutError", ClientError::Other),
        ] {
            assert_eq!(classify(error), expected, "{error}");
        }
    }
}
