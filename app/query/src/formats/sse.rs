//! Captured event streams of completions and chats, as the server sent them.
//!
//! One answer after another: each ends with `data: [DONE]`, or where the next one's status line or `: sent=` stands, or
//! with the file. HTTP is checked where the status line (`HTTP/1.1 200 OK`, headers, a blank line) was kept; the end mark,
//! the text and the usage always are. Reasoning counts as text. Chunks are never counted as tokens: one may hold several.
//!
//! A bare stream has no times: its latencies stay unknown, and how long all of it took has to be told. Whoever captures can
//! keep times in comments, which every reader of event streams skips:
//!
//! - `: sent=<seconds>` before an answer: when its request was sent, on any clock that the file's answers share. Needed
//!   where there are several with times; alone it stands for a request that was never answered.
//! - `: t=<seconds>` before an event: how long after sending it came. Holds for the events behind it until the next one;
//!   the last one is the end of an answer that broke off.

use std::io::BufRead;

use rounds::{Mode, Rule};
use serde::{Deserialize, de::IgnoredAny};

use super::{
    Entry,
    wire::{self, HasText, of_text},
};
use crate::{Holds, ImportError, Record, Requests, Run};

pub(super) const ENTRY: Entry = Entry {
    name: "sse capture",
    fits: |shape| {
        // `data:` alone is also a key of YAML.
        let event = |line: &str| {
            line.strip_prefix("data:").is_some_and(|data| {
                let data = data.trim_start();
                data.starts_with('{') || data.starts_with("[DONE]")
            })
        };
        shape.json.is_none() && (shape.head.starts_with("HTTP/") || shape.head.lines().any(event))
    },
    read,
};

/// What came in answer to one request.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Answer {
    /// The status, where its line was kept.
    status: Option<u16>,
    /// Events with data.
    events: usize,
    /// The end mark came.
    pub(super) done: bool,
    /// Some text is not empty.
    pub(super) text: bool,
    /// Output tokens of the last usage.
    pub(super) output_tokens: Option<u32>,
    /// Input tokens of the last usage.
    input_tokens: Option<u32>,
    /// An error came among the events, or something that is no event of a completion.
    pub(super) broke: bool,
    mode: Option<Mode>,
    /// Seconds on the file's clock.
    sent_s: Option<f64>,
    /// Seconds from sending to the first text.
    first_text_s: Option<f64>,
    /// Seconds from sending to the last sign of it.
    last_s: Option<f64>,
    /// Some event has no time.
    untimed: bool,
}

/// What an answer within another client's file shows.
pub(super) fn answer(stream: &str) -> Answer {
    let mut capture = Capture::default();
    for (index, line) in stream.lines().enumerate() {
        // Times are an agreement of our own captures; in other files a comment that looks like one means nothing.
        if !line.starts_with(':') {
            let _ = capture.line(index + 1, line.as_bytes());
        }
    }
    capture.finish().into_iter().next().unwrap_or_default()
}

#[derive(Deserialize)]
struct Chunk {
    object: Option<Object>,
    choices: Option<Vec<Choice>>,
    usage: Option<Usage>,
    error: Option<IgnoredAny>,
}

/// Whether an event says of itself that it is an error.
struct Object(bool);

of_text!(Object, |object| Object(object == "error"));

#[derive(Deserialize)]
struct Choice {
    text: Option<HasText>,
    delta: Option<Delta>,
}

#[derive(Deserialize)]
struct Delta {
    content: Option<HasText>,
    reasoning_content: Option<HasText>,
    reasoning: Option<HasText>,
}

#[derive(Deserialize)]
struct Usage {
    completion_tokens: Option<u64>,
    prompt_tokens: Option<u64>,
}

/// A capture on its way in, line by line.
#[derive(Default)]
struct Capture {
    answers: Vec<Answer>,
    /// The last answer still takes events.
    open: bool,
    in_headers: bool,
    /// The data of the event so far.
    data: Option<Vec<u8>>,
    /// The event calls itself an error.
    error: bool,
    /// The last `: t=`.
    time_s: Option<f64>,
}

/// More data than this in one event is no event of a completion.
const MOST_DATA: usize = 1 << 24;

impl Capture {
    fn line(&mut self, number: usize, line: &[u8]) -> Result<(), ImportError> {
        if self.in_headers && !line.starts_with(b"data:") {
            self.in_headers = !line.is_empty();
            return Ok(());
        }
        self.in_headers = false;
        if let Some(status) = status(line) {
            self.dispatch();
            // An interim `100 Continue` stands before the real one.
            let waits = |answer: &Answer| {
                answer.events == 0 && answer.status.is_none_or(|status| status < 200)
            };
            if !(self.open && self.answers.last().is_some_and(waits)) {
                self.begin();
            }
            self.last().status = Some(status);
            self.in_headers = true;
        } else if line.is_empty() {
            self.dispatch();
        } else if let Some(comment) = line.strip_prefix(b":") {
            self.comment(number, comment)?;
        } else if let Some(data) = line.strip_prefix(b"data:") {
            let so_far = self.data.get_or_insert_default();
            if so_far.len() + data.len() > MOST_DATA {
                return Err(ImportError::new(
                    format!("line {number}"),
                    format!("an event of more than {MOST_DATA} bytes"),
                    "a chunk of a completion",
                ));
            }
            if !so_far.is_empty() {
                so_far.push(b'\n');
            }
            so_far.extend_from_slice(data.strip_prefix(b" ").unwrap_or(data));
        } else if let Some(event) = line.strip_prefix(b"event:") {
            self.error |= event.trim_ascii() == b"error";
        }
        Ok(())
    }

    fn comment(&mut self, number: usize, comment: &[u8]) -> Result<(), ImportError> {
        let seconds = |text: &[u8]| {
            str::from_utf8(text)
                .ok()
                .and_then(|text| text.trim().parse::<f64>().ok())
                .filter(|seconds| seconds.is_finite() && *seconds >= 0.0)
                .ok_or_else(|| {
                    let place = format!("line {number}");
                    ImportError::new(place, "something else", "seconds, not negative")
                })
        };
        let comment = comment.trim_ascii();
        if let Some(text) = comment.strip_prefix(b"sent=") {
            let sent_s = seconds(text)?;
            self.dispatch();
            self.begin();
            self.time_s = None;
            self.last().sent_s = Some(sent_s);
        } else if let Some(text) = comment.strip_prefix(b"t=") {
            let time_s = seconds(text)?;
            if let Some(before) = self.time_s.filter(|&before| before > time_s) {
                return Err(ImportError::new(
                    format!("line {number}"),
                    format!("`t={time_s}`"),
                    format!("no less than the `t={before}` before it"),
                ));
            }
            self.time_s = Some(time_s);
            if self.open {
                self.last().last_s = Some(time_s);
            }
        }
        Ok(())
    }

    /// A new answer.
    fn begin(&mut self) {
        if self.open {
            self.time_s = None;
        }
        self.answers.push(Answer::default());
        self.open = true;
    }

    /// The answer that the next event belongs to.
    fn last(&mut self) -> &mut Answer {
        if self.answers.is_empty() {
            self.begin();
        }
        let last = self.answers.len() - 1;
        &mut self.answers[last]
    }

    /// The event is complete.
    fn dispatch(&mut self) {
        let error = std::mem::take(&mut self.error);
        let Some(data) = self.data.take() else {
            if error {
                self.last().broke = true;
            }
            return;
        };
        if !self.open {
            // Behind the end mark, and before what marks the next answer, come only stray bytes.
            let marked = |answer: &Answer| answer.status.is_some() || answer.sent_s.is_some();
            if self.answers.last().is_some_and(marked) {
                return;
            }
            self.begin();
        }
        let time_s = self.time_s;
        let answer = self.last();
        answer.events += 1;
        answer.untimed |= time_s.is_none();
        answer.last_s = time_s;
        answer.broke |= error;
        if data.trim_ascii() == b"[DONE]" {
            answer.done = true;
            self.open = false;
            self.time_s = None;
            return;
        }
        // A character that was cut while capturing is still text.
        let data = String::from_utf8_lossy(&data);
        match serde_json::from_str::<Chunk>(&data) {
            Ok(chunk) => answer.take(chunk, time_s),
            Err(_) => answer.broke = true,
        }
    }

    fn finish(mut self) -> Vec<Answer> {
        self.dispatch();
        self.answers
    }
}

/// The status of a line such as `HTTP/1.1 200 OK`.
fn status(line: &[u8]) -> Option<u16> {
    let version = line.strip_prefix(b"HTTP/")?;
    let mut words = version.split(|&byte| byte == b' ').skip(1);
    str::from_utf8(words.next()?).ok()?.parse().ok()
}

impl Answer {
    fn take(&mut self, chunk: Chunk, time_s: Option<f64>) {
        let mut text = false;
        for choice in chunk.choices.into_iter().flatten() {
            let says = |part: Option<HasText>| part.is_some_and(|HasText(some)| some);
            if choice.text.is_some() {
                self.mode = Some(Mode::Completions);
            }
            text |= says(choice.text);
            if let Some(delta) = choice.delta {
                self.mode = Some(Mode::Chat);
                text |= says(delta.content) | says(delta.reasoning_content) | says(delta.reasoning);
            }
        }
        if text && !self.text {
            self.text = true;
            self.first_text_s = time_s;
        }
        if let Some(usage) = chunk.usage {
            let small = |tokens: Option<u64>| tokens.and_then(|tokens| u32::try_from(tokens).ok());
            self.output_tokens = small(usage.completion_tokens);
            self.input_tokens = small(usage.prompt_tokens);
        }
        self.broke |= chunk.error.is_some() || chunk.object.is_some_and(|Object(error)| error);
    }

    fn record(&self) -> Record {
        Record {
            // Where nothing came, no answer came.
            http: self.status.map_or(self.events > 0, |status| status == 200),
            done: self.done,
            text: self.text,
            usage: self.output_tokens.is_some_and(|tokens| tokens > 0),
            sound: !self.broke,
            output_tokens: self.output_tokens.unwrap_or_default(),
            input_tokens: self.input_tokens.filter(|&tokens| tokens > 0),
            ttft_s: self.first_text_s,
            e2e_s: self.last_s,
            ..Record::default()
        }
    }
}

fn read(file: &mut dyn BufRead) -> Result<Vec<Run>, ImportError> {
    let mut capture = Capture::default();
    wire::each_line(file, |number, line| capture.line(number, line))?;
    let answers = capture.finish();
    if answers.is_empty() {
        return Err(ImportError::whole(
            "no event",
            "an answer as an event stream",
        ));
    }
    let duration_s = measuring_time(&answers)?;
    let mut unchecked = vec![];
    if answers
        .iter()
        .any(|answer| answer.status.is_none() && answer.events > 0)
    {
        unchecked.push(Rule::Http);
    }
    let records: Vec<Record> = answers.iter().map(Answer::record).collect();
    let fingerprint = wire::sorted_lengths(records.iter().map(|record| record.input_tokens));
    Ok(vec![Run {
        mode: wire::common(answers.iter().filter_map(|answer| answer.mode)),
        duration_s,
        ..Run::of(Holds::Requests(Requests {
            records,
            unchecked,
            fingerprint,
        }))
    }])
}

/// From the first sending to the last event; `None` where nothing has a time.
fn measuring_time(answers: &[Answer]) -> Result<Option<f64>, ImportError> {
    if answers.iter().all(|answer| answer.last_s.is_none()) {
        return Ok(None);
    }
    if let Some(index) = answers.iter().position(|answer| answer.untimed) {
        return Err(ImportError::new(
            format!("answer {}", index + 1),
            "an event without a time",
            "`: t=<seconds>` before it, as other answers have",
        ));
    }
    let all = answers.len();
    let sent = answers
        .iter()
        .filter(|answer| answer.sent_s.is_some())
        .count();
    if all > 1 && sent < all {
        return Err(ImportError::whole(
            format!("{all} answers, {sent} of them with `: sent=`"),
            "`: sent=<seconds>` before each: they may have run side by side",
        ));
    }
    let start = |answer: &Answer| answer.sent_s.unwrap_or_default();
    let first = answers.iter().map(start).fold(f64::INFINITY, f64::min);
    let last = answers
        .iter()
        .filter_map(|answer| Some(start(answer) + answer.last_s?))
        .fold(f64::NEG_INFINITY, f64::max);
    wire::duration("`: t=`", last - first).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Asked;

    const ASKED: Asked = Asked {
        output_tokens: Some(4),
        requests: None,
        duration_s: None,
    };

    /// A chat as a server streams it: a role, reasoning, text, the usage by itself.
    const CHAT: &str = concat!(
        "data: {\"object\":\"chat.completion.chunk\",\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}\n\n",
        "data: {\"choices\":[{\"delta\":{\"content\":\"a b c\"},\"finish_reason\":\"length\"}],\"usage\":null}\n\n",
        "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":4}}\n\n",
        "data: [DONE]\n\n",
    );

    fn answers(text: &str) -> Vec<Answer> {
        let mut capture = Capture::default();
        wire::each_line(&mut text.as_bytes(), |number, line| {
            capture.line(number, line)
        })
        .unwrap();
        capture.finish()
    }

    fn run(text: &str) -> Result<Run, ImportError> {
        read(&mut text.as_bytes())?.remove(0).with(&ASKED)
    }

    fn requests(run: Run) -> Requests {
        match run.holds {
            Holds::Requests(requests) => requests,
            totals => panic!("{totals:?}"),
        }
    }

    #[test]
    fn the_end_mark_the_text_and_the_usage_are_seen() {
        #[track_caller]
        fn case(stream: &str, done: bool, text: bool, tokens: Option<u32>, broke: bool) {
            let found = answers(stream);
            let [answer] = &found[..] else {
                panic!("{found:?}")
            };
            assert_eq!(
                (answer.done, answer.text, answer.output_tokens, answer.broke),
                (done, text, tokens, broke)
            );
        }
        case(CHAT, true, true, Some(4), false);
        case(&CHAT.replace('\n', "\r\n"), true, true, Some(4), false);
        case(&CHAT.replace("data: ", "data:"), true, true, Some(4), false);
        case(CHAT.trim_end(), true, true, Some(4), false);
        case(
            &CHAT.replace("data: [DONE]\n\n", ""),
            false,
            true,
            Some(4),
            false,
        );
        case(&CHAT.replace("a b c", ""), true, false, Some(4), false);
        case(
            &CHAT.replace("content\":\"a", "reasoning\":\"a"),
            true,
            true,
            Some(4),
            false,
        );
        case(
            &CHAT.replace("content\":\"a", "reasoning_content\":\"a"),
            true,
            true,
            Some(4),
            false,
        );
        // Keep-alives, names of events, and a chunk over two lines.
        let dressed = CHAT.replace(
            "data: {\"choices\":[],",
            ": ping\n\nid: 3\nevent: message\ndata: {\"choices\":[],\ndata: ",
        );
        case(&dressed, true, true, Some(4), false);
        // A usage on every chunk: the last one counts.
        let running = CHAT.replace("null", "{\"completion_tokens\":3}");
        case(&running, true, true, Some(4), false);
        case(
            &CHAT.replace("\"completion_tokens\":4", "\"total_tokens\":4"),
            true,
            true,
            None,
            false,
        );
        case(
            &CHAT.replace("\"completion_tokens\":4", "\"completion_tokens\":-4"),
            true,
            true,
            None,
            true,
        );
        // An error within the stream, as an object, by its kind, or as an event of that name.
        let error = "data: {\"error\":{\"message\":\"x\"}}\n\ndata: [DONE]\n\n";
        case(error, true, false, None, true);
        case("data: {\"object\":\"error\"}\n\n", false, false, None, true);
        case(
            &CHAT.replace("data: [DONE]", "event: error\n\ndata: [DONE]"),
            true,
            true,
            Some(4),
            true,
        );
        case(
            "data: {\"choices\":[{\"text\":\"a\"",
            false,
            false,
            None,
            true,
        );
        case("data: [DONE]\n", true, false, None, false);
    }

    #[test]
    fn a_cut_character_is_text() {
        let mut capture = Capture::default();
        capture
            .line(1, b"data: {\"choices\":[{\"text\":\"\xe4\xbd\"}]}")
            .unwrap();
        let answer = capture.finish()[0];
        assert!(answer.text && !answer.broke);
        assert_eq!(answer.mode, Some(Mode::Completions));
    }

    #[test]
    fn answers_are_told_apart() {
        assert_eq!(answers(&CHAT.repeat(3)).len(), 3);
        // The mark alone is an answer too: one without text.
        assert_eq!(answers(&format!("{CHAT}data: [DONE]\n\n")).len(), 2);
        let head = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";
        let cut = CHAT.replace("data: [DONE]\n\n", "");
        let refused = "HTTP/1.1 429 Too Many Requests\n\n{\"error\": 1}\n";
        let all = answers(&format!("{head}{cut}{head}{CHAT}data: stray\n\n{refused}"));
        let seen: Vec<_> = all
            .iter()
            .map(|answer| (answer.status, answer.done, answer.broke))
            .collect();
        let expected = [
            (Some(200), false, false),
            (Some(200), true, false),
            (Some(429), false, false),
        ];
        assert_eq!(seen, expected);
    }

    #[test]
    fn without_times_it_has_to_be_told_how_long_it_took() {
        let two = format!("{CHAT}{}", CHAT.replace("a b c", ""));
        let error = run(&two).unwrap_err().to_string();
        let expected = "no measuring time (2 requests, 1 of them hold every rule";
        assert!(error.contains(expected), "{error}");
        let refused = format!("HTTP/2 200 \n\n{CHAT}HTTP/2 500 \n\nno");
        let error = run(&refused).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");

        let told = Asked {
            duration_s: Some(8.0),
            ..ASKED
        };
        let run = read(&mut two.as_bytes()).unwrap().remove(0).with(&told);
        let run = run.unwrap();
        assert_eq!((run.duration_s, run.mode), (Some(8.0), Some(Mode::Chat)));
        let requests = requests(run);
        assert_eq!(requests.unchecked, [Rule::Http]);
        let [full, empty] = requests.records[..] else {
            panic!("{requests:?}");
        };
        assert_eq!(
            (full.ttft_s, full.e2e_s, full.output_tokens),
            (None, None, 4)
        );
        assert_eq!((full.broke(), empty.text), (None, false));
    }

    /// Sent at 10 s and 11 s; the first text after 0.2 and 0.4 s, the end after 0.8 and 1.4 s.
    fn timed() -> String {
        let part = |sent: &str, times: [&str; 3]| {
            let mut events = CHAT.split_inclusive("\n\n");
            let mut next = || events.next().unwrap();
            let (role, text, usage, done) = (next(), next(), next(), next());
            let [first, second, third] = times;
            format!(
                ": sent={sent}\nHTTP/1.1 200 OK\n\n: t={first}\n{role}: t={second}\n{text}{usage}: t={third}\n{done}"
            )
        };
        part("10", ["0.1", "0.2", "0.8"]) + &part("11.0", ["0.1", "0.4", "1.4"])
    }

    #[test]
    fn with_times_it_is_a_round() {
        let run = run(&timed()).unwrap();
        assert!((run.duration_s.unwrap() - 2.4).abs() < 1e-12);
        assert_eq!(run.mode, Some(Mode::Chat));
        let requests = requests(run);
        assert_eq!(requests.unchecked, []);
        let times: Vec<_> = requests
            .records
            .iter()
            .map(|record| (record.ttft_s, record.e2e_s))
            .collect();
        assert_eq!(times, [(Some(0.2), Some(0.8)), (Some(0.4), Some(1.4))]);
        assert!(
            requests
                .records
                .iter()
                .all(|record| record.asked == Some(record.output_tokens))
        );
        assert_eq!(requests.fingerprint, Some(wire::lengths([3, 3])));
    }

    #[test]
    fn a_request_without_an_answer_is_counted() {
        let requests = requests(run(&format!("{}: sent=11.5\n", timed())).unwrap());
        let last = requests.records[2];
        assert_eq!((last.http, last.done, last.e2e_s), (false, false, None));
        assert_eq!(requests.fingerprint, None);
        assert_eq!(requests.unchecked, []);
        // One that was refused, or cut, takes its time too.
        let refused = format!("{}: sent=11.5\nHTTP/1.1 500 no\n\nno\n: t=3.5\n", timed());
        let run = run(&refused).unwrap();
        assert!((run.duration_s.unwrap() - 5.0).abs() < 1e-12);
        assert_eq!(self::requests(run).records[2].e2e_s, Some(3.5));
    }

    #[test]
    fn without_a_status_line_http_is_not_checked() {
        let requests = requests(run(&timed().replace("HTTP/1.1 200 OK\n\n", "")).unwrap());
        assert_eq!(requests.unchecked, [Rule::Http]);
        assert!(requests.records.iter().all(|record| record.http));
    }

    #[test]
    fn bad_times_are_named_with_their_place() {
        #[track_caller]
        fn case(from: &str, to: &str, expected: &str) {
            let (before, after) = timed()
                .rsplit_once(from)
                .map(|(a, b)| (a.to_owned(), b.to_owned()))
                .unwrap();
            let error = run(&format!("{before}{to}{after}"))
                .unwrap_err()
                .to_string();
            assert!(error.contains(expected), "{error}");
        }
        case(
            ": t=1.4",
            ": t=0.3",
            "found `t=0.3`, expected no less than the `t=0.4`",
        );
        case(
            ": t=1.4",
            ": t=node-7",
            "line 26: found something else, expected seconds",
        );
        case(": t=1.4", ": t=-1", "expected seconds, not negative");
        case(": t=1.4", ": t=inf", "expected seconds, not negative");
        case(": t=0.1\n", "", "answer 2: found an event without a time");
        case(": sent=11.0\n", "", "2 answers, 1 of them with `: sent=`");
    }

    #[test]
    fn one_answer_needs_no_sending_time() {
        let one = timed();
        let one = one
            .split(": sent=11")
            .next()
            .unwrap()
            .replace(": sent=10\n", "");
        assert_eq!(run(&one).unwrap().duration_s, Some(0.8));
        assert_eq!(run("\n\n").unwrap_err().found, "no event");
    }
}
