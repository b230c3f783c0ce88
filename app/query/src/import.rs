use std::io::{self, BufRead, Read};

use rounds::{Evidence, Fingerprint, Kind, Latency, Mode, Rule};
use seal::{Cause, Digest};

use crate::{
    Format,
    formats::wire::{self, broken},
    shape::Shape,
    source::Source,
};

/// What one file holds.
#[derive(Debug)]
pub struct Import {
    /// Who wrote it.
    pub format: Format,
    /// The digest of the file as it was, compressed or not.
    pub source: Digest,
    /// Its runs, in the order of the file; most clients write one.
    pub runs: Vec<Run>,
}

/// One measured run: what becomes a round, once [`Run::with`] has filled in what its file leaves open.
#[derive(Debug)]
pub struct Run {
    /// The client's version, where the file tells it.
    pub version: Option<String>,
    /// The kind of endpoint, where the file tells it: clients start and stop their clocks differently on each.
    pub mode: Option<Mode>,
    /// The concurrency that the file says was kept up.
    pub concurrency: Option<u32>,
    /// Requests a second that the file says were asked for; `None` also for "as fast as possible".
    pub rate: Option<f64>,
    /// When it ran, in seconds on the client's clock, of whatever zone. Tells sittings apart; never published.
    pub when_s: Option<f64>,
    /// The whole measuring time in seconds, above 0; `None` where the file has none.
    pub duration_s: Option<f64>,
    /// The client's own figures, by its own rules.
    pub says: ClientSays,
    /// What our figures rest on.
    pub holds: Holds,
    /// What a person should know: records left out as warm-up, denominators that differ. Holds no text of the file.
    pub notes: Vec<String>,
}

/// What a file shows of its requests.
#[derive(Debug)]
pub enum Holds {
    /// Every request.
    Requests(Requests),
    /// Only sums: no request can be held to the strict rules.
    Totals(Totals),
}

/// Every request of a run.
#[derive(Debug)]
pub struct Requests {
    /// One entry for each request that was sent, warm-up apart.
    pub records: Vec<Record>,
    /// Rules that this file cannot show. [`Rule::Length`] is added where a record lacks [`Record::asked`].
    pub unchecked: Vec<Rule>,
    /// Identifies the inputs, where the file shows anything of them.
    pub fingerprint: Option<Fingerprint>,
}

/// One request. A rule is `false` only where the file shows that it was broken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Record {
    /// The answer was HTTP 200.
    pub http: bool,
    /// The stream ended with its end mark.
    pub done: bool,
    /// Some text is not empty.
    pub text: bool,
    /// A valid usage came.
    pub usage: bool,
    /// The client did not call the output's length wrong. [`Record::asked`] is held against the tokens besides.
    pub length: bool,
    /// The client saw no other error, and measured what it should have.
    pub sound: bool,
    /// Output tokens: the usage's, else the client's own count; 0 for none.
    pub output_tokens: u32,
    /// Output tokens asked for; `None` where nobody told yet.
    pub asked: Option<u32>,
    /// Input tokens, where the file tells them.
    pub input_tokens: Option<u32>,
    /// Seconds from sending to the first text; `None` where that was not measured.
    pub ttft_s: Option<f64>,
    /// Seconds from sending to the end; `None` where that was not measured.
    pub e2e_s: Option<f64>,
}

impl Default for Record {
    /// Nothing wrong, nothing measured.
    fn default() -> Self {
        Self {
            http: true,
            done: true,
            text: true,
            usage: true,
            length: true,
            sound: true,
            output_tokens: 0,
            asked: None,
            input_tokens: None,
            ttft_s: None,
            e2e_s: None,
        }
    }
}

impl Record {
    /// The first rule that it broke.
    pub fn broke(&self) -> Option<Kind> {
        // A request that broke and left no token has no length to judge.
        let broken = !self.sound && self.output_tokens == 0;
        let as_asked = broken || self.asked.is_none_or(|asked| asked == self.output_tokens);
        [
            (self.http, Kind::Http),
            (self.done, Kind::NoDone),
            (self.text, Kind::EmptyText),
            (self.usage, Kind::Usage),
            (self.length && as_asked, Kind::Length),
            (self.sound, Kind::Other),
        ]
        .into_iter()
        .find_map(|(held, kind)| (!held).then_some(kind))
    }

    /// Whether what should have been measured was: an end, and before it a first text where the answer was streamed.
    pub(crate) fn timed(&self, streamed: bool) -> bool {
        let first = |e2e_s| self.ttft_s.map_or(!streamed, |ttft_s| ttft_s <= e2e_s);
        self.e2e_s.is_some_and(first)
    }
}

/// What a file without requests sums up, by the client's own rules.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Totals {
    /// The denominator; `None` where the file does not tell how many were sent.
    pub requests: Option<u32>,
    /// What the denominator is: [`Evidence::Counts`], or [`Evidence::Asked`] also where it is still to be told.
    pub denominator: Evidence,
    /// Requests that the client calls completed; the rest is what it calls failed.
    pub completed: u32,
    /// Requests that were answered in any way, the completed ones among them: no fewer were sent.
    pub answered: u32,
    /// Output tokens that the client counted.
    pub output_tokens: u64,
}

impl Totals {
    /// Over requests that the client counted.
    pub(crate) fn counted(requests: u32, completed: u32, output_tokens: u64) -> Self {
        Self {
            requests: Some(requests),
            denominator: Evidence::Counts,
            ..Self::asked(completed, output_tokens)
        }
    }

    /// Over requests of which the file does not tell how many there were.
    pub(crate) fn asked(completed: u32, output_tokens: u64) -> Self {
        Self {
            requests: None,
            denominator: Evidence::Asked,
            completed,
            answered: completed,
            output_tokens,
        }
    }

    /// The denominator: the file's own, else the number that was told.
    fn sent(&self, told: Option<u32>) -> Result<u32, ImportError> {
        match (self.requests, told) {
            (Some(own), _) => Ok(own),
            (None, Some(told)) if told < self.answered => Err(ImportError::new(
                "the number of requests that were sent",
                format!("`{told}`"),
                format!("at least the {} that were answered", self.answered),
            )),
            (None, Some(told)) => Ok(told),
            (None, None) => Err(ImportError::new(
                "the run",
                format!("{} completed requests of an unknown number", self.completed),
                "a denominator: say how many were sent (`--requests`, or `requests` in the plan)",
            )),
        }
    }
}

/// The client's own figures. Kept beside ours, never mixed with them; `None` where the file has none, or a zero that
/// means nothing was measured.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ClientSays {
    /// Requests that it calls completed.
    pub completed: Option<u32>,
    /// Output tokens a second.
    pub output_tok_s: Option<f64>,
    /// Its percentiles, by its own definition, in milliseconds.
    pub latency: Latency,
}

/// What the plan, or a person, says of a run that its file may not; the file's own words win.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked {
    /// Output tokens asked of every request.
    pub output_tokens: Option<u32>,
    /// Requests meant to be sent: a denominator for files that have none, marked as such.
    pub requests: Option<u32>,
    /// The whole measuring time in seconds.
    pub duration_s: Option<f64>,
}

/// A file that cannot be taken: place, found, expected. Whoever opened it adds its name.
///
/// `found` must hold no text of the file but numbers and names of keys: it may be private.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: found {found}, expected {expected}")]
pub struct ImportError {
    /// A key, or a line and column.
    pub place: String,
    /// What is there.
    pub found: String,
    /// What should be.
    pub expected: String,
}

impl ImportError {
    pub(crate) fn new(
        place: impl Into<String>,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        Self {
            place: place.into(),
            found: found.into(),
            expected: expected.into(),
        }
    }

    /// Of the file as a whole.
    pub(crate) fn whole(found: impl Into<String>, expected: impl Into<String>) -> Self {
        Self::new("the whole file", found, expected)
    }
}

impl Run {
    /// Of which nothing is known but what it holds.
    pub(crate) fn of(holds: Holds) -> Self {
        Self {
            version: None,
            mode: None,
            concurrency: None,
            rate: None,
            when_s: None,
            duration_s: None,
            says: ClientSays::default(),
            holds,
            notes: vec![],
        }
    }

    /// Requests sent, or what stands for them; `None` where nobody told yet.
    pub fn requests(&self) -> Option<usize> {
        match &self.holds {
            Holds::Requests(requests) => Some(requests.records.len()),
            Holds::Totals(totals) => totals.requests.map(|requests| requests as usize),
        }
    }

    /// Fills in what the file leaves open, and errs where a round would still lack something: afterwards there are a
    /// denominator and a measuring time.
    pub fn with(mut self, asked: &Asked) -> Result<Self, ImportError> {
        match &mut self.holds {
            Holds::Totals(totals) => totals.requests = Some(totals.sent(asked.requests)?),
            Holds::Requests(requests) => {
                for record in &mut requests.records {
                    record.asked = record.asked.or(asked.output_tokens);
                }
            }
        }
        let requests = self.requests().unwrap_or_default();
        if requests == 0 {
            return Err(ImportError::new("the run", "no request", "at least one"));
        }
        if let Some(asked) = asked.requests.filter(|&asked| asked as usize != requests) {
            let note = format!("asked for {asked} requests, {requests} are counted");
            self.notes.push(note);
        }
        if self.duration_s.is_none() {
            self.duration_s = Some(self.holds.lasted(asked.duration_s)?);
        }
        Ok(self)
    }
}

impl Holds {
    /// The measuring time that was told, if it can be.
    fn lasted(&self, told: Option<f64>) -> Result<f64, ImportError> {
        let records = match self {
            Self::Requests(requests) => &requests.records[..],
            Self::Totals(_) => &[],
        };
        let Some(told) = told else {
            let (requests, passed) = (
                records.len(),
                records.iter().filter(|it| it.broke().is_none()),
            );
            let shown = match self {
                Self::Totals(_) => String::new(),
                Self::Requests(_) => format!(
                    " ({requests} requests, {} of them hold every rule that this file shows)",
                    passed.count()
                ),
            };
            return Err(ImportError::new(
                "the run",
                format!("no measuring time{shown}"),
                "one: say how long it took in seconds (`--duration`, or `duration_s` in `files.runs`)",
            ));
        };
        let place = "the measuring time that was told";
        let told = wire::duration(place, told)?;
        let longest = records
            .iter()
            .filter_map(|record| record.e2e_s)
            .fold(0.0, f64::max);
        // A published time has lost its last digits.
        if told * 1.001 < longest {
            let expected = format!("at least `{longest}`, as long as one request took");
            return Err(ImportError::new(place, format!("`{told}`"), expected));
        }
        Ok(told)
    }
}

/// Takes a file: finds out whose it is, where `format` does not say, and reads it. What it leaves open, [`Run::with`] fills
/// in, for each run apart.
///
/// `open` is called twice, first to look and then to read; the digest is of what was read.
pub fn import(
    open: &dyn Fn() -> io::Result<Box<dyn Read>>,
    format: Option<Format>,
) -> Result<Import, ImportError> {
    let known = || {
        let names: Vec<_> = Format::all().map(Format::name).collect();
        format!("a file of {}", names.join(", "))
    };
    let unreadable =
        |error: io::Error| ImportError::whole(format!("nothing readable ({error})"), known());
    let mut looked = Source::open(open().map_err(unreadable)?).map_err(unreadable)?;
    let head = looked.reader.fill_buf().map_err(unreadable)?;
    // CRLF is white space in JSON and some clients write it; the other accidents leave nothing to read.
    if let Some(accident) = seal::cause(head).filter(|accident| *accident != Cause::CarriageReturns)
    {
        return Err(ImportError::whole(accident.to_string(), known()));
    }
    let format = match format {
        Some(format) => format,
        None => {
            let shape = Shape::of(&mut *looked.reader).map_err(unreadable)?;
            match (Format::of(&shape), &shape.broken) {
                (Some(format), _) => format,
                (None, Some(error)) => return Err(broken(error, &known())),
                (None, None) => return Err(ImportError::whole(shape.outline(), known())),
            }
        }
    };
    drop(looked);
    let mut source = Source::open(open().map_err(unreadable)?).map_err(unreadable)?;
    let runs = format.read(&mut *source.reader)?;
    let source = source.digest().map_err(unreadable)?;
    Ok(Import {
        format,
        source,
        runs,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOLD: Asked = Asked {
        output_tokens: Some(4),
        requests: Some(5),
        duration_s: Some(2.0),
    };

    /// One of each kind that the tokens do not show, one too short, one fine, the last two with times.
    fn requests() -> Run {
        let fine = Record {
            output_tokens: 4,
            e2e_s: Some(1.5),
            ..Record::default()
        };
        let short = Record {
            output_tokens: 3,
            ..fine
        };
        let called_short = Record {
            length: false,
            asked: Some(4),
            ..fine
        };
        Run::of(Holds::Requests(Requests {
            records: vec![called_short, short, fine],
            unchecked: vec![],
            fingerprint: None,
        }))
    }

    fn totals() -> Run {
        Run::of(Holds::Totals(Totals {
            answered: 4,
            ..Totals::asked(3, 12)
        }))
    }

    #[track_caller]
    fn refused(run: Run, told: Asked, expected: &str) {
        let error = run.with(&told).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }

    #[test]
    fn the_first_rule_that_was_broken_names_the_failure() {
        let mut record = Record {
            http: false,
            done: false,
            text: false,
            usage: false,
            sound: false,
            output_tokens: 2,
            asked: Some(1),
            ..Record::default()
        };
        let mut broke = vec![];
        for mend in [
            |record: &mut Record| record.http = true,
            |record: &mut Record| record.done = true,
            |record: &mut Record| record.text = true,
            |record: &mut Record| record.usage = true,
            |record: &mut Record| record.asked = None,
            |record: &mut Record| record.sound = true,
        ] {
            broke.extend(record.broke());
            mend(&mut record);
        }
        assert_eq!(broke, Kind::ALL);
        assert_eq!(record.broke(), None);
        let cancelled = Record {
            sound: false,
            asked: Some(1),
            ..Record::default()
        };
        assert_eq!(cancelled.broke(), Some(Kind::Other));
    }

    #[test]
    fn what_a_file_leaves_open_is_filled_in() {
        let run = requests().with(&TOLD).unwrap();
        assert_eq!((run.duration_s, run.requests()), (Some(2.0), Some(3)));
        assert_eq!(run.notes, ["asked for 5 requests, 3 are counted"]);
        let Holds::Requests(requests) = run.holds else {
            panic!("totals");
        };
        let broke: Vec<_> = requests.records.iter().map(Record::broke).collect();
        assert_eq!(broke, [Some(Kind::Length), Some(Kind::Length), None]);

        let run = totals().with(&TOLD).unwrap();
        assert_eq!((run.duration_s, run.requests()), (Some(2.0), Some(5)));
        assert_eq!(run.notes, [""; 0]);
    }

    #[test]
    fn the_files_own_words_win() {
        let mut run = Run::of(Holds::Totals(Totals::counted(6, 3, 12)));
        run.duration_s = Some(3.0);
        let run = run.with(&TOLD).unwrap();
        assert_eq!((run.duration_s, run.requests()), (Some(3.0), Some(6)));
        let mut run = requests();
        if let Holds::Requests(requests) = &mut run.holds {
            requests.records[1].asked = Some(3);
        }
        let Holds::Requests(requests) = run.with(&TOLD).unwrap().holds else {
            panic!("totals");
        };
        assert_eq!(requests.records[1].broke(), None);
    }

    #[test]
    fn what_nobody_told_is_missing() {
        let told = |requests, duration_s| Asked {
            output_tokens: None,
            requests,
            duration_s,
        };
        refused(
            totals(),
            told(None, Some(2.0)),
            "found 3 completed requests of an unknown number, expected a denominator: say how many were sent (`--requests`",
        );
        refused(
            totals(),
            told(Some(3), Some(2.0)),
            "found `3`, expected at least the 4 that were answered",
        );
        let none = Run::of(Holds::Totals(Totals::asked(0, 0)));
        refused(none, told(Some(0), Some(2.0)), "found no request");
        refused(
            totals(),
            told(Some(5), None),
            "found no measuring time, expected one: say how long it took in seconds (`--duration`",
        );
        refused(
            requests(),
            told(None, None),
            "found no measuring time (3 requests, 2 of them hold every rule that this file shows), expected one",
        );
        for (seconds, expected) in [
            (0.0, "was told: found `0`, expected seconds above 0"),
            (-1.0, "found `-1`"),
            (f64::NAN, "found `NaN`"),
            (f64::INFINITY, "found `inf`"),
            (
                1.4,
                "found `1.4`, expected at least `1.5`, as long as one request took",
            ),
        ] {
            refused(requests(), told(None, Some(seconds)), expected);
        }
    }
}
