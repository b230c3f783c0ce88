//! What one release says otherwise than another, in words.

use summary::{
    Correction, Gain, Side,
    correction::{Changed, Of, Place, Value},
};

use crate::{Lang, label, words};

/// How many figures differ: the first line.
pub fn count(correction: &Correction<'_>, lang: Lang) -> String {
    let (changed, compared) = (correction.changed.len(), correction.compared);
    let (gone, new) = (correction.gone.len(), correction.new.len());
    match gone + new {
        0 => messages::differ(lang, changed, compared),
        _ => messages::differ_and_alone(lang, changed, compared, gone, new),
    }
}

/// What stands before a place that only the one, or only the other release has.
pub fn alone(lang: Lang) -> [&'static str; 2] {
    [messages::only_earlier(lang), messages::only_later(lang)]
}

/// What stands in the place of something that is not there.
pub fn absent(lang: Lang) -> &'static str {
    messages::none(lang)
}

/// A batch or a scenario by its names.
pub fn place(place: &Place<'_>) -> String {
    match place.scenario {
        Some(scenario) => format!("{} / {scenario} ({})", place.batch, scenario.id),
        None => place.batch.to_owned(),
    }
}

/// The name of a figure within its place.
pub fn figure(of: Of, lang: Lang) -> String {
    let sided = |name: &str, side: Side| match side {
        Side::Baseline => messages::before_the_upgrade(lang, name),
        Side::Candidate => messages::after_the_upgrade(lang, name),
    };
    match of {
        Of::Verdict => messages::figure_verdict(lang).into(),
        Of::Mean => messages::figure_mean(lang).into(),
        Of::Failed(side) => sided(messages::failed_requests(lang), side),
        Of::Median(side, metric) => sided(words::metric(metric, lang), side),
        Of::Gain(metric) => messages::gain_in(lang, words::metric(metric, lang)),
    }
}

/// A changed figure before and after, with as many digits as it takes to see that they differ.
pub fn values(changed: &Changed<'_>, lang: Lang) -> [String; 2] {
    let both = [changed.before, changed.after];
    let short = both.map(|value| said(changed.of, value, lang));
    if short[0] == short[1] {
        both.map(|value| exact(value).unwrap_or_else(|| said(changed.of, value, lang)))
    } else {
        short
    }
}

/// The number behind a value, for programs.
pub fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => Some(*number),
        Value::Gain(gain) => gain.change().map(|change| change.ratio),
        _ => None,
    }
}

/// Every digit; nothing where there is no number.
fn exact(value: Value) -> Option<String> {
    match value {
        Value::Number(number) => Some(number.to_string()),
        Value::Gain(gain) => gain
            .change()
            .map(|change| format!("{}x, {}-{}x", change.ratio, change.low, change.high)),
        _ => None,
    }
}

fn said(of: Of, value: Value, lang: Lang) -> String {
    match value {
        Value::Verdict {
            improved,
            worse,
            not_resolved,
            left_out,
        } => messages::verdict_in_short(lang, improved, left_out, not_resolved, worse),
        Value::Failed {
            failed,
            requests,
            evidence,
        } => words::failures(failed, requests, evidence, lang),
        Value::Number(number) => match of {
            Of::Median(_, metric) => label::value(metric, number),
            _ => label::ratio(number, lang),
        },
        Value::Gain(Gain::Resolved(change)) => label::change(&change, lang),
        Value::Gain(Gain::NotResolved(change)) => {
            messages::not_resolved_change(lang, label::change(&change, lang))
        }
        Value::Gain(Gain::LeftOut(why)) => messages::no_gain(lang, words::why(why, lang)),
        Value::NotRun => messages::not_run(lang).into(),
        Value::Missing => messages::missing(lang).into(),
        Value::Nothing => absent(lang).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use summary::Metric;

    #[test]
    fn a_difference_that_rounding_hides_shows_its_digits() {
        let values = |before, after| {
            let changed = Changed {
                place: Place {
                    batch: "main",
                    scenario: None,
                },
                of: Of::Median(Side::Baseline, Metric::OutputTokS),
                before: Value::Number(before),
                after: Value::Number(after),
            };
            values(&changed, Lang::En)
        };
        assert_eq!(values(1.0, 2.0), ["1.00", "2.00"]);
        assert_eq!(values(1.0011, 1.0012), ["1.0011", "1.0012"]);
    }
}
