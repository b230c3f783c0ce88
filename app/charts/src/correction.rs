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
    let [before, after] = alone(lang);
    let alone = match (gone + new, lang) {
        (0, _) => String::new(),
        (_, Lang::En) => format!("; {before}: {gone}, {after}: {new}"),
        (_, Lang::Zh) => format!("；{before}：{gone} 项，{after}：{new} 项"),
    };
    match lang {
        Lang::En => format!("{changed} of {compared} figures differ{alone}"),
        Lang::Zh => format!("{compared} 个数字中 {changed} 个不同{alone}"),
    }
}

/// What stands before a place that only the one, or only the other release has.
pub fn alone(lang: Lang) -> [&'static str; 2] {
    lang.pick(
        ["only in the earlier release", "only in the later release"],
        ["仅较早版本有", "仅较新版本有"],
    )
}

/// What stands in the place of something that is not there.
pub fn absent(lang: Lang) -> &'static str {
    lang.pick("none", "无")
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
    let sided = |name: &str, side: Side| match (lang, side) {
        (Lang::En, Side::Baseline) => format!("{name} before the upgrade"),
        (Lang::En, Side::Candidate) => format!("{name} after the upgrade"),
        (Lang::Zh, Side::Baseline) => format!("升级前：{name}"),
        (Lang::Zh, Side::Candidate) => format!("升级后：{name}"),
    };
    match of {
        Of::Verdict => lang.pick("verdict", "结论").into(),
        Of::Mean => lang
            .pick("geometric mean of the ratios", "比值的几何平均")
            .into(),
        Of::Failed(side) => sided(lang.pick("failed requests", "失败请求"), side),
        Of::Median(side, metric) => sided(words::metric(metric, lang), side),
        Of::Gain(metric) => match lang {
            Lang::En => format!("gain in {}", words::metric(metric, lang)),
            Lang::Zh => format!("{}的升级增幅", words::metric(metric, lang)),
        },
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
        } => match lang {
            Lang::En => format!(
                "up in {improved}, down in {worse}, not resolved in {not_resolved}, left out {left_out}"
            ),
            Lang::Zh => format!(
                "提高 {improved} 个，下降 {worse} 个，无法判定 {not_resolved} 个，排除 {left_out} 个"
            ),
        },
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
        Value::Gain(Gain::NotResolved(change)) => format!(
            "{}{}{}",
            label::change(&change, lang),
            lang.pick(", ", "，"),
            words::not_resolved(lang)
        ),
        Value::Gain(Gain::LeftOut(why)) => match lang {
            Lang::En => format!("none: {}", words::why(why, lang)),
            Lang::Zh => format!("无：{}", words::why(why, lang)),
        },
        Value::NotRun => lang.pick("not run", "未执行").into(),
        Value::Missing => lang.pick("missing", "缺失").into(),
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
