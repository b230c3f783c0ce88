//! The rows of a file of rounds as cells, and the forms beside CSV in which the same rows are published.

use std::fmt;

use seal::Mend;
use serde_json::{Map, Value};

use crate::{COLUMNS, ColumnType, Kind, Mode, Round, Rule};

/// One cell of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Not measured, or not told: never zero.
    Nothing,
    /// A whole number.
    Count(u64),
    /// A decimal number.
    Number(f64),
    /// Text without a comma, a quote or a line end.
    Text(String),
}

/// A row's cells, in the order of [`COLUMNS`].
pub type Row = [Cell; COLUMNS.len()];

/// The endings of the files that have the same rows as the `.csv` of their name; a release may lack them.
pub const COPIES: [&str; 2] = ["json", "parquet"];

/// Whether `path` is a file of rounds in another form than CSV.
pub fn is_copy(path: &str) -> bool {
    let ending = path
        .strip_prefix("rounds/")
        .and_then(|name| name.rsplit_once('.'));
    ending.is_some_and(|(_, ending)| COPIES.contains(&ending))
}

/// Where the rows of the file of rounds `csv` stand in another form.
pub fn copy_file(csv: &str, ending: &str) -> String {
    format!("{}.{ending}", csv.strip_suffix(".csv").unwrap_or(csv))
}

/// A copy that is none: where it differs from the CSV of its name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{file}`{place}: found {found}, expected {expected}{mend}", mend = Mend::Publish)]
pub struct CopyError {
    file: String,
    place: String,
    found: String,
    expected: String,
}

impl CopyError {
    /// That `file` cannot be read as what its ending says.
    pub fn unreadable(file: &str, why: &dyn fmt::Display, expected: &str) -> Self {
        Self {
            file: file.into(),
            place: String::new(),
            found: why.to_string(),
            expected: expected.into(),
        }
    }
}

/// The most digits behind the point: a billionth of a second or of a token. Finer ones are the clock's noise.
pub(crate) const PLACES: usize = 9;
/// The most digits of a decimal number.
pub(crate) const DIGITS: usize = 15;

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => Ok(()),
            Self::Count(count) => count.fmt(f),
            Self::Number(value) => {
                let whole = format!("{:.0}", value.trunc()).len();
                let text = format!("{value:.*}", PLACES.min(DIGITS.saturating_sub(whole)));
                f.write_str(if text.contains('.') {
                    text.trim_end_matches('0').trim_end_matches('.')
                } else {
                    &text
                })
            }
            Self::Text(text) => f.write_str(text),
        }
    }
}

impl Cell {
    fn text(value: impl fmt::Display) -> Self {
        Self::Text(value.to_string())
    }

    fn some<T>(value: Option<T>, cell: impl FnOnce(T) -> Self) -> Self {
        value.map_or(Self::Nothing, cell)
    }

    /// As a message shows it.
    fn shown(&self) -> String {
        match self {
            Self::Nothing => "nothing".into(),
            Self::Text(text) => format!("the text `{}`", text.chars().take(80).collect::<String>()),
            number => format!("`{number}`"),
        }
    }
}

impl Round {
    /// Its row.
    pub fn cells(&self) -> Row {
        let latency = &self.latency;
        let says = &self.says;
        let failed = |kind| Cell::Count(self.failures.of(kind));
        let number = |value| Cell::some(value, Cell::Number);
        let rules: Vec<&str> = self
            .unchecked
            .iter()
            .map(|&rule: &Rule| rule.name())
            .collect();
        let rules = (!rules.is_empty()).then(|| rules.join(" "));
        [
            Cell::text(&self.scenario),
            Cell::Count(self.round.into()),
            Cell::Count(self.requests.into()),
            Cell::Count(self.failures.total()),
            failed(Kind::Http),
            failed(Kind::NoDone),
            failed(Kind::EmptyText),
            failed(Kind::Usage),
            failed(Kind::Length),
            failed(Kind::Other),
            Cell::some(rules, Cell::Text),
            Cell::Number(self.duration_s),
            Cell::Count(self.output_tokens),
            Cell::Number(self.output_tok_s),
            number(latency.ttft_p50_ms),
            number(latency.ttft_p95_ms),
            number(latency.tpot_p50_ms),
            number(latency.tpot_p95_ms),
            number(latency.e2e_p50_ms),
            number(latency.e2e_p95_ms),
            Cell::Count(self.latency_n.into()),
            Cell::some(self.fingerprint, Cell::text),
            Cell::text(self.source),
            Cell::text(&self.client),
            Cell::Count(self.part.into()),
            Cell::some(self.mode.map(Mode::name), Cell::text),
            Cell::text(self.evidence.name()),
            Cell::some(says.completed, |count| Cell::Count(count.into())),
            number(says.output_tok_s),
            number(says.ttft_p95_ms),
            number(says.tpot_p95_ms),
            number(says.e2e_p95_ms),
        ]
    }
}

/// Writes `rounds` as a list of JSON objects, one a line; the numbers have the digits that they have in CSV.
pub fn write_json(rounds: &[Round]) -> Vec<u8> {
    let line = |round: &Round| {
        let cells = COLUMNS.iter().zip(round.cells());
        let cells = cells.map(|(column, cell)| {
            let value = match &cell {
                Cell::Nothing => "null".into(),
                // No text of a row has a sign that JSON would have to escape.
                Cell::Text(text) => format!("\"{text}\""),
                number => number.to_string(),
            };
            format!("\"{}\":{value}", column.name)
        });
        format!("\n{{{}}}", cells.collect::<Vec<_>>().join(","))
    };
    let lines: Vec<String> = rounds.iter().map(line).collect();
    format!("[{}\n]\n", lines.join(",")).into_bytes()
}

/// Errs where the JSON of `file` does not hold exactly `rounds`.
pub fn same_json(file: &str, bytes: &[u8], rounds: &[Round]) -> Result<(), CopyError> {
    let rows: Vec<Map<String, Value>> = serde_json::from_slice(bytes)
        .map_err(|error| CopyError::unreadable(file, &error, "a list of rows as JSON objects"))?;
    let cells =
        |row: Map<String, Value>| row.into_iter().map(|(name, value)| (name, of_json(value)));
    same_rows(
        file,
        rows.into_iter().map(|row| cells(row).collect()),
        rounds,
    )
}

fn of_json(value: Value) -> Cell {
    match value {
        Value::Null => Cell::Nothing,
        Value::String(text) => Cell::Text(text),
        Value::Number(number) => match (number.as_u64(), number.as_f64()) {
            (Some(count), _) => Cell::Count(count),
            (None, Some(value)) => Cell::Number(value),
            (None, None) => Cell::text(number),
        },
        other => Cell::text(other),
    }
}

/// Errs where `rows`, of the copy `file`, are not exactly those of `rounds`, in their order; a row's cells may be in any.
pub fn same_rows(
    file: &str,
    rows: impl Iterator<Item = Vec<(String, Cell)>>,
    rounds: &[Round],
) -> Result<(), CopyError> {
    let differs = |place: String, found: String, expected: String| CopyError {
        file: file.into(),
        place,
        found,
        expected: format!("{expected}, as in the CSV of the same name"),
    };
    let mut rows = rows.take(rounds.len() + 1);
    for (number, round) in (1..).zip(rounds) {
        let Some(mut row) = rows.next() else {
            let (found, all) = (number - 1, rounds.len());
            return Err(differs(
                String::new(),
                format!("{found} rows"),
                all.to_string(),
            ));
        };
        for (column, expected) in COLUMNS.iter().zip(round.cells()) {
            let place = format!(" row {number}: `{}`", column.name);
            let Some(at) = row.iter().position(|(name, _)| name == column.name) else {
                return Err(differs(place, "no such column".into(), expected.shown()));
            };
            let (_, found) = row.swap_remove(at);
            if !same(&found, &expected, column.holds) {
                return Err(differs(place, found.shown(), expected.shown()));
            }
        }
        if let Some((name, _)) = row.first() {
            let name = name.chars().take(80).collect::<String>();
            let place = format!(" row {number}");
            return Err(differs(
                place,
                format!("the column `{name}`"),
                "no more columns".into(),
            ));
        }
    }
    match rows.next() {
        None => Ok(()),
        Some(_) => Err(differs(
            String::new(),
            "more rows".into(),
            rounds.len().to_string(),
        )),
    }
}

/// Whether a cell of a copy is that of the CSV. Only JSON writes a whole decimal number without a point.
fn same(found: &Cell, expected: &Cell, holds: ColumnType) -> bool {
    match (found, expected, holds) {
        (
            Cell::Count(found),
            Cell::Number(value),
            ColumnType::Number | ColumnType::NumberOrEmpty,
        ) => *found as f64 == *value,
        _ => found == expected,
    }
}
