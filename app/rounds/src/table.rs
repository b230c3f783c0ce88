use std::{collections::BTreeSet, error::Error, fmt};

use messages::{Lang, Said, Say};
use seal::{Cause, Mend};

use crate::rows::{DIGITS, PLACES};
use crate::{
    COLUMNS, ClientSays, Evidence, Failures, Id, Latency, Mode, Round, Rule, ScenarioPlan,
};

/// The names alone, so that the page carries no descriptions.
const NAMES: [&str; COLUMNS.len()] = {
    let mut names = [""; COLUMNS.len()];
    let mut index = 0;
    while index < names.len() {
        names[index] = COLUMNS[index].name;
        index += 1;
    }
    names
};

/// A file of rounds that cannot be read: file, place, found, expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    file: String,
    line: Option<u64>,
    field: Option<&'static str>,
    found: Said,
    expected: Said,
}

impl ReadError {
    pub(crate) fn file(file: &str, found: Say<'_>, expected: Say<'_>) -> Self {
        Self {
            file: file.into(),
            line: None,
            field: None,
            found: Said::of(found),
            expected: Said::of(expected),
        }
    }

    /// What is wrong, and what to do about it.
    pub fn said(&self, lang: Lang) -> String {
        let [expected, found] = [&self.expected, &self.found].map(|part| part.said(lang));
        let (file, mend) = (&self.file, Mend::Content.said(lang));
        match (self.line, self.field) {
            (Some(line), Some(field)) => {
                messages::wrong_cell(lang, expected, field, file, found, line, mend)
            }
            (Some(line), None) => messages::wrong_line(lang, expected, file, found, line, mend),
            (None, _) => messages::wrong_file(lang, expected, file, found, mend),
        }
    }
}

impl Error for ReadError {}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.said(Lang::En))
    }
}

/// The message of what a cell should hold.
type Expected = fn(Lang) -> &'static str;

/// One row on its way from text to [`Round`].
struct Row<'a> {
    file: &'a str,
    line: u64,
    cells: &'a csv::StringRecord,
    next: usize,
}

impl Row<'_> {
    fn refuse(&self, field: &'static str, found: &str, expected: Say<'_>) -> ReadError {
        let found: String = found.chars().take(80).collect();
        ReadError {
            file: self.file.into(),
            line: Some(self.line),
            field: Some(field),
            found: Said::of(&|_| format!("`{found}`")),
            expected: Said::of(expected),
        }
    }

    fn cell<T>(
        &mut self,
        expected: Expected,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, ReadError> {
        let field = NAMES[self.next];
        let text = &self.cells[self.next];
        self.next += 1;
        parse(text).ok_or_else(|| self.refuse(field, text, &|lang| expected(lang).into()))
    }

    fn count<T: std::str::FromStr>(&mut self) -> Result<T, ReadError> {
        self.cell(messages::cell_count, |text| {
            digits(text).then(|| text.parse().ok())?
        })
    }

    fn number(&mut self) -> Result<f64, ReadError> {
        self.cell(messages::cell_number, decimal)
    }

    fn optional<T>(
        &mut self,
        expected: Expected,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, ReadError> {
        self.cell(expected, |text| match text {
            "" => Some(None),
            text => parse(text).map(Some),
        })
    }

    fn number_or_empty(&mut self) -> Result<Option<f64>, ReadError> {
        self.optional(messages::cell_number_or_empty, decimal)
    }
}

fn from_one(text: &str) -> Option<u32> {
    digits(text)
        .then(|| text.parse().ok())?
        .filter(|&number| number > 0)
}

fn digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit())
}

/// A decimal number of at most [`DIGITS`] digits, [`PLACES`] of them behind the point.
///
/// So few digits are a whole number below 2^53 over a power of ten below 10^22, both exact, and one division rounds
/// correctly: the very value that a full parser gives, without its tables (10 kB in the page).
fn decimal(text: &str) -> Option<f64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let whole = if whole == "0" {
        whole
    } else {
        whole.trim_start_matches('0')
    };
    if !digits(whole)
        || !digits(fraction)
        || fraction.len() > PLACES
        || whole.len() + fraction.len() > DIGITS
    {
        return None;
    }
    let number = whole
        .bytes()
        .chain(fraction.bytes())
        .fold(0, |number, digit| number * 10 + u64::from(digit - b'0'));
    let power = fraction.bytes().fold(1u64, |power, _| power * 10);
    Some(number as f64 / power as f64)
}

/// Reads a file of rounds, stopping at the first thing that is wrong.
pub(crate) fn read(
    file: &str,
    bytes: &[u8],
    plans: &[ScenarioPlan],
) -> Result<Vec<Round>, ReadError> {
    if let Some(accident) = seal::cause(bytes) {
        let expected: Expected = if accident == Cause::Empty {
            messages::expected_header
        } else {
            messages::expected_lines
        };
        return Err(ReadError::file(
            file,
            &|lang| accident.said(lang).into(),
            &|lang| expected(lang).into(),
        ));
    }
    if !bytes.ends_with(b"\n") {
        return Err(ReadError::file(
            file,
            &|lang| messages::found_no_line_end(lang).into(),
            &|lang| messages::expected_line_end(lang).into(),
        ));
    }
    let mut reader = csv::ReaderBuilder::new().from_reader(bytes);
    let broken = |error: csv::Error| ReadError {
        file: file.into(),
        line: error.position().map(csv::Position::line),
        field: None,
        found: Said::of(&|_| error.to_string()),
        expected: Said::of(&|lang| messages::expected_cells(lang, NAMES.len())),
    };
    let header = reader.headers().map_err(broken)?;
    if !NAMES.into_iter().eq(header) {
        let odd = header
            .iter()
            .zip(NAMES)
            .find(|(found, known)| found != known);
        let found = Said::of(&|lang| match odd {
            Some((found, _)) => messages::found_column(lang, found),
            None => messages::found_columns(lang, header.len()),
        });
        return Err(ReadError {
            file: file.into(),
            line: Some(1),
            field: None,
            found,
            expected: Said::of(&|_| NAMES.join(",")),
        });
    }
    let mut known = BTreeSet::<&Id>::new();
    for plan in plans {
        known.insert(&plan.id);
    }
    let mut rounds = vec![];
    let mut cells = csv::StringRecord::new();
    while reader.read_record(&mut cells).map_err(broken)? {
        let line = cells.position().map_or(0, csv::Position::line);
        let mut row = Row {
            file,
            line,
            cells: &cells,
            next: 0,
        };
        let round = parse(&mut row)?;
        if !known.contains(&round.scenario) {
            return Err(row.refuse("scenario", round.scenario.as_str(), &|lang| {
                messages::cell_listed_scenario(lang).into()
            }));
        }
        rounds.push(round);
    }
    Ok(rounds)
}

fn parse(row: &mut Row<'_>) -> Result<Round, ReadError> {
    let scenario = row.cell(messages::cell_id, |text| text.parse().ok())?;
    let round = row.cell(messages::cell_from_one, from_one)?;
    let requests = row.cell(messages::cell_from_one, from_one)?;
    let failed: u64 = row.count()?;
    let mut kinds = [0u32; 6];
    for kind in &mut kinds {
        *kind = row.count()?;
    }
    let failures = Failures::from_fn(|kind| kinds[kind as usize].into());
    let unchecked = row.cell(messages::cell_rules, |text| {
        let rules: Vec<Rule> = text
            .split_terminator(' ')
            .map(|name| Rule::ALL.into_iter().find(|rule| rule.name() == name))
            .collect::<Option<_>>()?;
        rules.is_sorted_by(|a, b| a < b).then_some(rules)
    })?;
    let duration_s = row.cell(messages::cell_above_zero, |text| {
        decimal(text).filter(|&seconds| seconds > 0.0)
    })?;
    let output_tokens = row.count()?;
    let output_tok_s = row.number()?;
    let latency = Latency {
        ttft_p50_ms: row.number_or_empty()?,
        ttft_p95_ms: row.number_or_empty()?,
        tpot_p50_ms: row.number_or_empty()?,
        tpot_p95_ms: row.number_or_empty()?,
        e2e_p50_ms: row.number_or_empty()?,
        e2e_p95_ms: row.number_or_empty()?,
    };
    let latency_n: u32 = row.count()?;
    let fingerprint = row.optional(messages::cell_fingerprint, |text| text.parse().ok())?;
    let source = row.cell(messages::cell_source, |text| text.parse().ok())?;
    let client = row.cell(messages::cell_client, |text| text.parse().ok())?;
    let part = row.cell(messages::cell_from_one, from_one)?;
    let mode = row.optional(messages::cell_mode, |text| {
        Mode::ALL.into_iter().find(|mode| mode.name() == text)
    })?;
    let evidence = row.cell(messages::cell_evidence, |text| {
        Evidence::ALL.into_iter().find(|kind| kind.name() == text)
    })?;
    let says = ClientSays {
        completed: row.optional(messages::cell_count_or_empty, |text| {
            digits(text).then(|| text.parse().ok())?
        })?,
        output_tok_s: row.number_or_empty()?,
        ttft_p95_ms: row.number_or_empty()?,
        tpot_p95_ms: row.number_or_empty()?,
        e2e_p95_ms: row.number_or_empty()?,
    };

    // What one row can contradict in itself.
    let say = |value: &dyn fmt::Display| value.to_string();
    if failed != failures.total() {
        return Err(row.refuse("failed", &say(&failed), &|lang| {
            messages::cell_sum(lang, failures.total())
        }));
    }
    if failed > u64::from(requests) {
        return Err(row.refuse("failed", &say(&failed), &|lang| {
            messages::cell_of_requests(lang, requests)
        }));
    }
    let succeeded = u64::from(requests) - failed;
    let seen = evidence == Evidence::Requests;
    if seen && unchecked == Rule::ALL {
        return Err(row.refuse("evidence", evidence.name(), &|lang| {
            messages::cell_no_evidence(lang).into()
        }));
    }
    if seen && u64::from(latency_n) < succeeded {
        return Err(row.refuse("latency_n", &say(&latency_n), &|lang| {
            messages::cell_all(lang, succeeded)
        }));
    }
    if u64::from(latency_n) > succeeded {
        return Err(row.refuse("latency_n", &say(&latency_n), &|lang| {
            messages::cell_at_most(lang, succeeded)
        }));
    }
    if succeeded == 0 && output_tokens > 0 {
        return Err(row.refuse("output_tokens", &say(&output_tokens), &|lang| {
            messages::cell_none_succeeded(lang).into()
        }));
    }
    if seen && output_tokens < succeeded {
        return Err(row.refuse("output_tokens", &say(&output_tokens), &|lang| {
            messages::cell_at_least(lang, succeeded)
        }));
    }
    if !seen && unchecked != Rule::ALL {
        let names = Rule::ALL.map(Rule::name).join(" ");
        return Err(row.refuse("unchecked_rules", "", &|lang| {
            messages::cell_all_rules(lang, &names)
        }));
    }
    let rate = output_tokens as f64 / duration_s;
    if (rate - output_tok_s).abs() > 1e-6 * rate.max(1e-3) {
        return Err(row.refuse("output_tok_s", &say(&output_tok_s), &|lang| {
            messages::cell_rate(lang, rate)
        }));
    }
    for (field, p50, p95) in [
        ("ttft_p95_ms", latency.ttft_p50_ms, latency.ttft_p95_ms),
        ("tpot_p95_ms", latency.tpot_p50_ms, latency.tpot_p95_ms),
        ("e2e_p95_ms", latency.e2e_p50_ms, latency.e2e_p95_ms),
    ] {
        let shown = p95.map_or(String::new(), |value| value.to_string());
        match (p50, p95) {
            (None, None) => {}
            (Some(_), Some(_)) if latency_n == 0 => {
                return Err(row.refuse(field, &shown, &|lang| {
                    messages::cell_no_latency(lang).into()
                }));
            }
            (Some(p50), Some(p95)) if p50 <= p95 => {}
            (Some(p50), Some(_)) => {
                return Err(row.refuse(field, &shown, &|lang| messages::cell_median(lang, p50)));
            }
            _ => {
                return Err(row.refuse(field, &shown, &|lang| messages::cell_both(lang).into()));
            }
        }
    }
    Ok(Round {
        scenario,
        round,
        requests,
        failures,
        unchecked,
        duration_s,
        output_tokens,
        output_tok_s,
        latency,
        latency_n,
        fingerprint,
        source,
        part,
        client,
        mode,
        evidence,
        says,
    })
}

/// Writes a file of rounds, in the form that [`crate::Sheet::read`] takes.
///
/// Decimal numbers have at most nine places, and fewer where that would make more than fifteen digits.
pub fn write(rounds: &[Round]) -> Vec<u8> {
    let mut text = NAMES.join(",") + "\n";
    for round in rounds {
        // No cell can hold a comma, a quote or a line end: `read` refuses them, so nothing needs quoting.
        text.push_str(&round.cells().map(|cell| cell.to_string()).join(","));
        text.push('\n');
    }
    text.into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Kind, Load};

    fn plan() -> ScenarioPlan {
        ScenarioPlan {
            id: "in128-out32-c1".parse().unwrap(),
            input_tokens: 128,
            output_tokens: 32,
            load: Load::Concurrency(1),
            requests: 8,
            rounds: 3,
            chosen: false,
            not_run: vec![],
        }
    }

    fn row() -> String {
        let hex = "ab".repeat(32);
        format!(
            "in128-out32-c1,1,8,1,0,0,1,0,0,0,done usage,10.5,224,21.333333333,10,20,1,2,30,40,7,lengths:{hex},{hex},vllm bench serve 0.32.0,1,completions,requests,8,24.4,,,"
        )
    }

    fn sheet(row: &str) -> String {
        format!("{}\n{row}\n", COLUMNS.map(|column| column.name).join(","))
    }

    #[test]
    fn rounds_are_written_and_read_back() {
        // One of the times has all the digits that there may be, and nines only.
        let text = sheet(&row().replace(",30,40,", ",30,999999.999999999,"));
        let rounds = read("rounds/main-baseline.csv", text.as_bytes(), &[plan()]).unwrap();
        assert_eq!(rounds[0].failures.of(Kind::EmptyText), 1);
        assert_eq!(rounds[0].unchecked, [Rule::Done, Rule::Usage]);
        assert_eq!(String::from_utf8(write(&rounds)).unwrap(), text);
    }

    #[test]
    fn a_bad_cell_is_named_with_its_place() {
        #[track_caller]
        fn case(column: &str, cell: &str, expected: &str) {
            let index = COLUMNS
                .iter()
                .position(|known| known.name == column)
                .unwrap();
            let good = row();
            let mut cells: Vec<&str> = good.split(',').collect();
            cells[index] = cell;
            let error = read(
                "rounds/a.csv",
                sheet(&cells.join(",")).as_bytes(),
                &[plan()],
            )
            .unwrap_err();
            let start =
                format!("`rounds/a.csv` line 2: `{column}`: found `{cell}`, expected {expected}");
            assert!(error.to_string().starts_with(&start), "{error}");
            let start = format!("`rounds/a.csv` 第 2 行的 `{column}`，实际：`{cell}`；应为：");
            let chinese = error.said(Lang::Zh);
            assert!(chinese.starts_with(&start), "{chinese}");
        }
        case(
            "scenario",
            "in1-out1-c1",
            "a scenario that report.json lists",
        );
        case("scenario", "=cmd", "a scenario's id");
        case("round", "0", "a whole number from 1");
        case("requests", "0", "a whole number from 1");
        case("failed_usage", "-1", "a whole number");
        case("output_tokens", "1e3", "a whole number");
        case("duration_s", "NaN", "a decimal number above 0");
        case("output_tok_s", "Infinity", "a decimal number, not negative");
        case(
            "ttft_p50_ms",
            "-3",
            "a decimal number, not negative, or nothing",
        );
        case("input_fingerprint", "abc", "`prompts:` or `lengths:`");
        case("source_sha256", "ABC", "64 lower-case hex digits");
    }

    #[test]
    fn numbers_that_are_none_are_refused() {
        for text in [
            "NaN", "inf", "Infinity", "-1", "+1", "1e3", "1.", ".5", "", " 1", "0x1", "1_0",
            "1.2.3",
        ] {
            assert_eq!(decimal(text), None, "{text:?}");
        }
        for text in ["1234567890123456", "1.1234567891", "1000000.123456789"] {
            assert_eq!(decimal(text), None, "{text:?} has too many digits");
        }
    }

    #[test]
    fn numbers_are_read_as_any_parser_reads_them() {
        let mut state = 1u64;
        for _ in 0..20_000 {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            let (places, digits) = (
                (state >> 60) as usize % (PLACES + 1),
                10u64.pow((state >> 40) as u32 % 15),
            );
            let value = (state >> 8) % digits.max(10);
            let whole = value / 10u64.pow(places as u32);
            let text = format!(
                "{whole}.{:0places$}",
                value % 10u64.pow(places as u32),
                places = places.max(1)
            );
            if let Some(found) = decimal(&text) {
                assert_eq!(
                    found.to_bits(),
                    text.parse::<f64>().unwrap().to_bits(),
                    "{text}"
                );
            }
        }
        assert_eq!(decimal("0012.50"), Some(12.5));
        assert_eq!(decimal("0"), Some(0.0));
    }

    #[test]
    fn a_row_may_not_contradict_itself() {
        #[track_caller]
        fn case(from: &str, to: &str, expected: &str) {
            assert!(row().contains(from), "{from}");
            let error = read(
                "a.csv",
                sheet(&row().replacen(from, to, 1)).as_bytes(),
                &[plan()],
            )
            .unwrap_err()
            .to_string();
            assert!(error.contains(expected), "{error}");
        }
        case(
            ",8,1,0,0,1",
            ",8,2,0,0,1",
            "`failed`: found `2`, expected the sum of its kinds, `1`",
        );
        case(
            ",8,1,0,0,1",
            ",8,9,0,0,9",
            "`failed`: found `9`, expected at most `requests`, `8`",
        );
        case(
            ",40,7,",
            ",40,8,",
            "`latency_n`: found `8`, expected at most the 7 successful requests",
        );
        case(
            ",40,7,",
            ",40,1,",
            "`latency_n`: found `1`, expected all 7 successful requests",
        );
        case(
            "done usage",
            "http done text usage length",
            "`evidence`: found `requests`, expected counts or asked, since no rule could be checked",
        );
        case(
            "224,21.333333333",
            "224,21.4",
            "`output_tok_s`: found `21.4`, expected output_tokens / duration_s",
        );
        case(
            ",10,20,",
            ",20,10,",
            "`ttft_p95_ms`: found `10`, expected at least its median, `20`",
        );
        case(
            ",10,20,",
            ",,20,",
            "`ttft_p95_ms`: found `20`, expected both percentiles, or neither",
        );
        case(
            "done usage",
            "usage done",
            "`unchecked_rules`: found `usage done`",
        );
        case(
            "10.5,",
            "0,",
            "`duration_s`: found `0`, expected a decimal number above 0",
        );
        case("vllm bench", "@SUM", "`client`: found `@SUM serve 0.32.0`");
    }

    #[test]
    fn another_kind_of_file_is_named() {
        #[track_caller]
        fn case(bytes: &str, expected: &str) {
            let error = read("a.csv", bytes.as_bytes(), &[plan()])
                .unwrap_err()
                .to_string();
            assert!(error.contains(expected), "{error}");
        }
        case(
            "",
            "`a.csv`: found an empty file, expected a header and rounds",
        );
        case(
            &sheet(&row()).replace('\n', "\r\n"),
            "its lines end in CRLF",
        );
        case(&format!("\u{feff}{}", sheet(&row())), "byte-order mark");
        case(sheet(&row()).trim_end(), "LF after the last row");
        case(
            &sheet(&row()).replace("failed_http", "fehler"),
            "line 1: found the column `fehler`",
        );
        case(&sheet("a,b"), "line 2: found");
    }
}
