//! Findings that the publisher answers for: each by rule, file and field, with a reason and a last day.

use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, bail};
use seal::Allowed;
use serde::Deserialize;

use super::{Finding, detectors};
use crate::plan;

/// The publisher's list, and which of its entries found something to allow.
#[derive(Default)]
pub(crate) struct Allow {
    entries: Vec<(Allowed, bool)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wire {
    allow: Vec<Allowed>,
}

impl Allow {
    /// Reads a TOML file of `[[allow]]` tables that hold today.
    pub(crate) fn read(text: &str) -> anyhow::Result<Self> {
        Self::on(text, &today()?)
    }

    fn on(text: &str, today: &str) -> anyhow::Result<Self> {
        let Wire { allow } = toml::from_str(text)?;
        for (entry, number) in allow.iter().zip(1..) {
            if !detectors::known(&entry.rule) {
                bail!("entry {number}: no rule is called `{}`", entry.rule);
            }
            if entry.reason.trim().is_empty() {
                bail!("entry {number}: `reason` is empty");
            }
            if !is_day(&entry.until) {
                bail!(
                    "entry {number}: `until` is `{}`, expected YYYY-MM-DD",
                    entry.until
                );
            }
            if entry.until.as_str() < today {
                bail!(
                    "entry {number} ended on {}: mend what it allowed, or look again and set a new day",
                    entry.until
                );
            }
        }
        Ok(Self {
            entries: allow.into_iter().map(|entry| (entry, false)).collect(),
        })
    }

    /// The entries as the release records them.
    pub(crate) fn record(&self) -> Vec<Allowed> {
        self.entries
            .iter()
            .map(|(entry, _)| entry.clone())
            .collect()
    }

    /// What is not allowed of `findings`.
    pub(crate) fn sift(&mut self, mut findings: Vec<Finding>) -> Vec<Finding> {
        findings.retain(|finding| {
            let mut allowed = false;
            for (entry, used) in &mut self.entries {
                if entry.rule == finding.rule
                    && entry.field == finding.field
                    && plan::like(&entry.file, &finding.file)
                {
                    (allowed, *used) = (true, true);
                }
            }
            !allowed
        });
        findings
    }

    /// Complaints about entries that allowed nothing: they would hide what comes later.
    pub(crate) fn unused(&self) -> Vec<String> {
        let unused = (1..).zip(&self.entries).filter(|(_, (_, used))| !used);
        unused
            .map(|(number, (entry, _))| {
                format!(
                    "entry {number} of the allowed findings ({}) allows nothing here: remove it",
                    entry.rule
                )
            })
            .collect()
    }
}

fn is_day(text: &str) -> bool {
    let form = |(place, c): (usize, char)| match place {
        4 | 7 => c == '-',
        _ => c.is_ascii_digit(),
    };
    text.len() == 10 && text.chars().enumerate().all(form)
}

/// The day by this machine's clock, UTC.
fn today() -> anyhow::Result<String> {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .context("the clock is before 1970")?;
    Ok(day(since.as_secs() / 86_400))
}

/// The date of a day counted from 1970-01-01.
fn day(number: u64) -> String {
    let leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let (mut year, mut left) = (1970, number);
    while left >= 365 + u64::from(leap(year)) {
        left -= 365 + u64::from(leap(year));
        year += 1;
    }
    let february = 28 + u64::from(leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if left < length {
            break;
        }
        left -= length;
        month += 1;
    }
    format!("{year:04}-{month:02}-{:02}", left + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_as_in_the_calendar() {
        for (number, expected) in [
            (0, "1970-01-01"),
            (58, "1970-02-28"),
            (59, "1970-03-01"),
            (364, "1970-12-31"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (20_786, "2026-11-29"),
        ] {
            assert_eq!(day(number), expected);
        }
    }

    #[test]
    fn an_entry_names_a_rule_and_a_day_to_come() {
        let list = |rule: &str, reason: &str, until: &str| {
            let text = format!(
                "[[allow]]\nrule = '{rule}'\nfile = 'report.json'\nfield = 'a'\nreason = '{reason}'\nuntil = '{until}'\n"
            );
            Allow::on(&text, "2026-11-29")
                .err()
                .map(|error| error.to_string())
        };
        assert_eq!(list("ipv4", "why", "2026-11-29"), None);
        assert_eq!(list("private_term", "why", "2027-01-01"), None);
        let case = |error: Option<String>, says: &str| {
            assert!(
                error.as_ref().is_some_and(|error| error.contains(says)),
                "{error:?}"
            );
        };
        case(
            list("ipv5", "why", "2027-01-01"),
            "no rule is called `ipv5`",
        );
        case(list("ipv4", " ", "2027-01-01"), "`reason` is empty");
        case(list("ipv4", "why", "2026-11-28"), "ended on 2026-11-28");
        case(list("ipv4", "why", "next year"), "expected YYYY-MM-DD");
    }
}
