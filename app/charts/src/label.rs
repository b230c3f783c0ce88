//! Numbers as text. Rounded here and nowhere else.

use summary::{Change, Metric};

use crate::Lang;

/// Two places: `115.00`. For tokens a second, and for milliseconds in tables.
pub fn two(value: f64) -> String {
    format!("{value:.2}")
}

/// A latency for a chart: `142.979 ms`, or `15.271 s` from one second on.
pub fn time(ms: f64) -> String {
    if ms < 1000.0 {
        format!("{ms:.3} ms")
    } else {
        format!("{:.3} s", ms / 1000.0)
    }
}

/// A figure with its unit, as charts show it.
pub fn value(metric: Metric, value: f64) -> String {
    if metric == Metric::OutputTokS {
        two(value)
    } else {
        time(value)
    }
}

/// Figures of a metric, as [`value`] gives them, with the unit that they do not have yet: `95.00 tokens/s`.
pub fn with_unit(metric: Metric, figures: &str, lang: Lang) -> String {
    if metric == Metric::OutputTokS {
        format!("{figures} {}", messages::tokens_a_second(lang))
    } else {
        figures.to_owned()
    }
}

/// `8`, or `61–64` where the two differ.
pub fn range(least: u32, most: u32) -> String {
    if least == most {
        least.to_string()
    } else {
        format!("{least}–{most}")
    }
}

/// A tick of an axis: as few digits as it takes, `0.7` and not `0.7000000000000001`.
pub fn tick(value: f64) -> String {
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// `2.23x`, in Chinese `2.23 倍`.
pub fn ratio(ratio: f64, lang: Lang) -> String {
    messages::times(lang, format!("{ratio:.2}"))
}

/// `+122.6 %`, `-1.1 %`.
pub fn percent(percent: f64) -> String {
    // A change that rounds to nothing has no sign.
    if percent.abs() < 0.05 {
        "0.0 %".into()
    } else {
        format!("{percent:+.1} %")
    }
}

/// A share without a sign, with two places: `0.61 %`.
pub fn share(percent: f64) -> String {
    format!("{percent:.2} %")
}

/// Ratio and percent together: `2.23x (+122.6 %)`; in Chinese what it is times the old, never "up by times".
pub fn change(change: &Change, lang: Lang) -> String {
    let (ratio, size) = (ratio(change.ratio, lang), percent(change.percent));
    messages::ratio_and_percent(lang, ratio, size)
}

/// Failed requests over requests sent: `6/984`.
pub fn failed(failed: u64, requests: u64) -> String {
    format!("{failed}/{requests}")
}

/// A count with its thousands apart: `1,968`.
pub fn count(count: u64) -> String {
    let digits = count.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// Bytes: `812 B`, `10.2 kB`, `2.1 MB`.
pub fn bytes(bytes: u64) -> String {
    let value = bytes as f64;
    match bytes {
        0..1000 => format!("{bytes} B"),
        1000..1_000_000 => format!("{:.1} kB", value / 1e3),
        _ => format!("{:.1} MB", value / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use summary::Direction;

    #[test]
    fn a_change_reads_in_both_languages() {
        let of = |ratio: f64| Change {
            ratio,
            percent: (ratio - 1.0) * 100.0,
            low: ratio,
            high: ratio,
            direction: Direction::Better,
        };
        assert_eq!(change(&of(2.226), Lang::En), "2.23x (+122.6 %)");
        assert_eq!(change(&of(2.226), Lang::Zh), "+122.6 %（原来的 2.23 倍）");
        assert_eq!(change(&of(0.372), Lang::En), "0.37x (-62.8 %)");
        assert_eq!(change(&of(0.99999), Lang::En), "1.00x (0.0 %)");
    }

    #[test]
    fn counts_are_grouped() {
        assert_eq!(
            [count(0), count(984), count(1968), count(1_234_567)],
            ["0", "984", "1,968", "1,234,567"]
        );
    }

    #[test]
    fn ticks_are_short() {
        assert_eq!(
            [0.7000000000000001, 1.0, 100.0, 0.005].map(tick),
            ["0.7", "1", "100", "0.005"]
        );
    }

    #[test]
    fn times_choose_their_unit() {
        assert_eq!(time(142.979), "142.979 ms");
        assert_eq!(time(15271.0), "15.271 s");
    }
}
