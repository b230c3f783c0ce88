//! Generated sentences, each whole in its language: never glued from translated pieces.

use summary::{
    Cell, Change, Direction, Evidence, Gain, Kind, Measured, Metric, ScenarioSummary, Side,
    Summary, Totals, Verdict, Why,
};

use crate::{Lang, label};

/// The name of a metric in a sentence.
pub fn metric(metric: Metric, lang: Lang) -> &'static str {
    let (en, zh) = match metric {
        Metric::OutputTokS => ("output throughput", "输出吞吐"),
        Metric::TtftP50Ms => (
            "median time to first token (TTFT)",
            "首 Token 时延（TTFT）中位数",
        ),
        Metric::TtftP95Ms => (
            "P95 time to first token (TTFT)",
            "P95 首 Token 时延（TTFT）",
        ),
        Metric::TpotP50Ms => (
            "median time per output token (TPOT)",
            "每输出 Token 时延（TPOT）中位数",
        ),
        Metric::TpotP95Ms => (
            "P95 time per output token (TPOT)",
            "P95 每输出 Token 时延（TPOT）",
        ),
        Metric::E2eP50Ms => ("median end-to-end time (E2E)", "端到端时延（E2E）中位数"),
        Metric::E2eP95Ms => ("P95 end-to-end time (E2E)", "P95 端到端时延（E2E）"),
    };
    lang.pick(en, zh)
}

/// Before or after.
pub fn side(side: Side, lang: Lang) -> &'static str {
    match side {
        Side::Baseline => lang.pick("before", "升级前"),
        Side::Candidate => lang.pick("after", "升级后"),
    }
}

/// A kind of failure.
pub fn kind(kind: Kind, lang: Lang) -> &'static str {
    match kind {
        Kind::Http => lang.pick("not HTTP 200", "非 HTTP 200"),
        Kind::NoDone => lang.pick("stream without its end mark", "流缺少结束标志"),
        Kind::EmptyText => lang.pick("all text empty", "文本全部为空"),
        Kind::Usage => lang.pick("no valid usage", "无有效 usage"),
        Kind::Length => lang.pick("wrong output length", "输出长度不符"),
        Kind::Other => lang.pick("another error of the client", "客户端其他错误"),
    }
}

/// The state of a cell that has no value.
pub fn state(cell: &Cell, lang: Lang) -> &'static str {
    match cell {
        Cell::NotRun => lang.pick("not run", "未执行"),
        Cell::Missing => lang.pick("missing", "缺失"),
        Cell::Measured(_) => "",
    }
}

/// Why a side has no value for a latency: nothing succeeded, or the file does not show it, or answers of one token have none.
pub fn no_latency(measured: &Measured, lang: Lang) -> &'static str {
    if measured.latency_n().1 == 0 {
        lang.pick("no valid response", "无有效响应")
    } else {
        lang.pick("not measured", "未测得")
    }
}

/// The ranges of the two sides overlap.
pub fn not_resolved(lang: Lang) -> &'static str {
    lang.pick("ranges overlap: not resolved", "范围重叠：无法判定")
}

/// A change that the ranges leave open.
pub fn open_change(change: &Change, lang: Lang) -> String {
    format!("{}; {}", label::change(change, lang), not_resolved(lang))
}

/// What a gain needs.
pub fn gain_rule(lang: Lang) -> &'static str {
    lang.pick(
        "A gain needs both sides run in full and no failed request in any round.",
        "两侧均完整执行，且任何一轮都没有失败请求，才计算增幅。",
    )
}

/// The head of the ledger.
pub fn left_out(lang: Lang) -> &'static str {
    lang.pick("Left out of the gains", "未计入增幅的场景")
}

/// Failures beside a scenario.
pub fn failed_of(counts: &str, lang: Lang) -> String {
    match lang {
        Lang::En => format!("failed {counts}"),
        Lang::Zh => format!("失败 {counts}"),
    }
}

/// Failed requests over requests sent, with whose count that is where nobody could check it.
pub fn failures(failed: u64, requests: u64, evidence: Evidence, lang: Lang) -> String {
    let counts = label::failed(failed, requests);
    match (evidence, lang) {
        (Evidence::Requests, _) => counts,
        (_, Lang::En) => format!("{counts} by the client's count"),
        (_, Lang::Zh) => format!("{counts}（客户端自报）"),
    }
}

/// The failed requests of a scenario on one side.
pub fn failed(measured: &Measured, lang: Lang) -> String {
    failures(
        measured.failures.total(),
        measured.requests,
        measured.evidence,
        lang,
    )
}

/// The failed requests of a side with their share: `6/984 (0.61 %)`.
pub fn all_failed(totals: &Totals, lang: Lang) -> String {
    let share = totals.failed_percent.map_or(String::new(), |percent| {
        format!(" ({})", label::share(percent))
    });
    let counts = failures(
        totals.failures.total(),
        totals.requests,
        totals.weakest(),
        lang,
    );
    format!("{counts}{share}")
}

/// What the double dagger means, in one sentence.
pub fn double_dagger(lang: Lang) -> &'static str {
    lang.pick(
        "‡ (outlined bar) only the client's own sums, latencies included: no request could be held to the strict rules, and no gain is given.",
        "‡（空心柱）仅有客户端自己的汇总值（含时延）：无法按严格规则逐个核对请求，不计算升级增幅。",
    )
}

/// What the dagger means beside a latency.
pub fn latency_dagger(lang: Lang) -> &'static str {
    lang.pick(
        "† a request failed in at least one round of this side: the latencies are those of the requests that succeeded, \
         so they may look better than the service was.",
        "† 该版本至少有一轮包含失败请求：时延只统计成功的请求，可能好于实际服务表现。",
    )
}

/// What the dagger means, in one sentence.
pub fn dagger(lang: Lang) -> &'static str {
    lang.pick(
        "† (outlined bar) a request failed in at least one round of this side: its figures stand as observed over all requests, and no gain is given.",
        "†（空心柱）该版本至少有一轮包含失败请求：数值按全部请求（含失败）统计，不计算升级增幅。",
    )
}

/// Why a scenario has no gain.
pub fn why(why: Why, lang: Lang) -> &'static str {
    match why {
        Why::FailsAfter => lang.pick("fails only after the upgrade", "仅升级后失败"),
        Why::FailsBefore => lang.pick("fails only before the upgrade", "仅升级前失败"),
        Why::FailsBoth => lang.pick("fails on both sides", "两侧均有失败"),
        Why::NotRun => lang.pick(
            "not run, or stopped, on at least one side",
            "至少一侧未执行或中途停止",
        ),
        Why::Missing => lang.pick("rounds are missing", "缺少轮次"),
        Why::Inputs => lang.pick(
            "the two sides are not shown to have had the same inputs",
            "无法确认两侧输入一致",
        ),
        Why::Client => lang.pick(
            "the two sides were measured by different clients or endpoints",
            "两侧使用的客户端或接口不同",
        ),
        Why::Totals => lang.pick(
            "only the client's own sums: no request could be checked",
            "仅有客户端汇总值：无法逐个核对请求",
        ),
        Why::NoValue => lang.pick(
            "no value, or zero before the upgrade",
            "没有数值，或升级前为零",
        ),
    }
}

/// The verdict in one sentence with its counts, and in a second one what was left out.
pub fn verdict(verdict: &Verdict, lang: Lang) -> String {
    let Verdict {
        improved,
        worse,
        not_resolved,
        scenarios,
        ..
    } = verdict;
    let clean = verdict.clean();
    let [after, before, both] =
        [Why::FailsAfter, Why::FailsBefore, Why::FailsBoth].map(|why| verdict.left_out(why));
    let failing = after + before + both;
    let other = verdict.ledger.len() - failing;
    let Some(mean) = verdict.geometric_mean else {
        return match lang {
            Lang::En => {
                format!(
                    "No verdict: none of the {scenarios} scenarios ran in full with every request checked and none failed."
                )
            }
            Lang::Zh => {
                format!("无法给出结论：{scenarios} 个场景中没有一个完整执行、逐条核对且无失败。")
            }
        };
    };
    let (ratio, percent) = (
        label::ratio(mean, lang),
        label::percent((mean - 1.0) * 100.0),
    );
    let of_failing = match (failing, lang) {
        (0, Lang::En) => "none that both sides ran was left out because of failures".to_owned(),
        (0, Lang::Zh) => "两侧均执行的场景中，没有因失败被排除的".to_owned(),
        (_, Lang::En) => format!(
            "{failing} left out because of failures: {after} only after the upgrade, {before} only before, {both} on both sides"
        ),
        (_, Lang::Zh) => {
            format!(
                "因失败排除 {failing} 个：仅升级后失败 {after} 个，仅升级前失败 {before} 个，两侧均失败 {both} 个"
            )
        }
    };
    let rest = match (other, lang) {
        (0, _) => String::new(),
        (_, Lang::En) => format!("; {other} left out for other reasons"),
        (_, Lang::Zh) => format!("；另有 {other} 个因其他原因排除"),
    };
    match lang {
        Lang::En => format!(
            "Output throughput is up in {improved} of {clean} clean scenarios, down in {worse}, not resolved in \
             {not_resolved} (geometric mean over all of them {ratio}, {percent}); {of_failing}{rest}."
        ),
        Lang::Zh => format!(
            "{clean} 个无失败场景中，输出吞吐提高 {improved} 个、下降 {worse} 个、无法判定 {not_resolved} 个（全部无失败场景的几何平均为原来的 \
             {ratio}，{percent}）；{of_failing}{rest}。"
        ),
    }
}

/// The same in a few words, for the first look.
pub fn headline(summary: &Summary, lang: Lang) -> String {
    let throughput = throughput_headline(&summary.verdict, lang);
    let [before, after] = [&summary.baseline, &summary.candidate].map(|totals| {
        (
            totals.failures.total(),
            failures(
                totals.failures.total(),
                totals.requests,
                totals.weakest(),
                lang,
            ),
        )
    });
    let weakest = summary.baseline.weakest().max(summary.candidate.weakest());
    let checked = weakest == Evidence::Requests;
    match (before.0 + after.0, lang) {
        (0, Lang::En) if checked => format!("{throughput}; no request failed"),
        (0, Lang::Zh) if checked => format!("{throughput}；没有失败请求"),
        (_, Lang::En) => format!("{throughput}; failed requests {} → {}", before.1, after.1),
        (_, Lang::Zh) => format!("{throughput}；失败请求 {} → {}", before.1, after.1),
    }
}

fn throughput_headline(verdict: &Verdict, lang: Lang) -> String {
    let Verdict {
        improved,
        worse,
        not_resolved,
        ..
    } = verdict;
    let clean = verdict.clean();
    match (improved, worse, not_resolved, lang) {
        (0, 0, 0, Lang::En) => "No clean scenario to compare".into(),
        (0, 0, 0, Lang::Zh) => "没有可比较的无失败场景".into(),
        (0, 0, _, Lang::En) => format!("No clear difference in {clean} clean scenarios"),
        (0, 0, _, Lang::Zh) => format!("{clean} 个无失败场景均无明确差异"),
        (_, 0, open, Lang::En) if open > improved => {
            format!(
                "Mostly no clear difference: throughput up in {improved} of {clean} clean scenarios"
            )
        }
        (_, 0, open, Lang::Zh) if open > improved => {
            format!("多数无明确差异：{clean} 个无失败场景中 {improved} 个吞吐提高")
        }
        (_, 0, _, Lang::En) => {
            format!("Throughput up in {improved} of {clean} clean scenarios, down in none")
        }
        (_, 0, _, Lang::Zh) => format!("{clean} 个无失败场景中 {improved} 个吞吐提高，无下降"),
        (0, _, open, Lang::En) if open > worse => {
            format!(
                "Mostly no clear difference: throughput down in {worse} of {clean} clean scenarios"
            )
        }
        (0, _, open, Lang::Zh) if open > worse => {
            format!("多数无明确差异：{clean} 个无失败场景中 {worse} 个吞吐下降")
        }
        (0, _, _, Lang::En) => {
            format!("Throughput down in {worse} of {clean} clean scenarios, up in none")
        }
        (0, _, _, Lang::Zh) => format!("{clean} 个无失败场景中 {worse} 个吞吐下降，无提高"),
        (_, _, _, Lang::En) => format!(
            "Mixed: throughput up in {improved}, down in {worse} of {clean} clean scenarios"
        ),
        (_, _, _, Lang::Zh) => {
            format!("结果不一：{clean} 个无失败场景中，吞吐提高 {improved} 个、下降 {worse} 个")
        }
    }
}

/// How much leaving scenarios out changes the mean; `None` where nothing was left out.
pub fn sensitivity(verdict: &Verdict, lang: Lang) -> Option<String> {
    let all = verdict.geometric_mean_with_failures?;
    if Some(all) == verdict.geometric_mean {
        return None;
    }
    let ratio = label::ratio(all, lang);
    Some(match lang {
        Lang::En => {
            format!("With the failing scenarios as observed, the geometric mean would be {ratio}.")
        }
        Lang::Zh => format!("若把有失败的场景按观测值计入，几何平均为原来的 {ratio}。"),
    })
}

/// The largest resolved change in output throughput, up or down.
pub fn largest<'a>(scenarios: &[&'a ScenarioSummary]) -> Option<(&'a ScenarioSummary, &'a Change)> {
    let resolved =
        scenarios
            .iter()
            .filter_map(|scenario| match scenario.gain(Metric::OutputTokS) {
                Gain::Resolved(change) => Some((*scenario, change)),
                Gain::NotResolved(_) | Gain::LeftOut(_) => None,
            });
    let size = |change: &Change| libm::fabs(libm::log(change.ratio));
    resolved.max_by(|a, b| size(a.1).total_cmp(&size(b.1)))
}

/// The finding of a throughput chart: its largest change.
pub fn throughput_finding(scenarios: &[&ScenarioSummary], lang: Lang) -> String {
    let most = largest(scenarios).map(|(scenario, change)| (scenario.scenario.to_string(), change));
    let Some((scenario, change)) = most else {
        let clean = scenarios
            .iter()
            .filter(|scenario| scenario.gain(Metric::OutputTokS).change().is_some())
            .count();
        return if clean > 0 {
            no_difference(clean, scenarios.len(), lang)
        } else {
            no_clean(lang).into()
        };
    };
    let size = label::percent(change.percent.abs())
        .trim_start_matches('+')
        .to_owned();
    let ratio = label::ratio(change.ratio, lang);
    match (lang, change.direction) {
        (Lang::En, Direction::Worse) => {
            format!("The largest clean change: {scenario}, down {size}, to {ratio}")
        }
        (Lang::En, _) => format!("The largest clean change: {scenario}, up {size}, to {ratio}"),
        (Lang::Zh, Direction::Worse) => {
            format!("无失败场景中变化最大：{scenario}，降低 {size}，为原来的 {ratio}")
        }
        (Lang::Zh, _) => format!("无失败场景中变化最大：{scenario}，提高 {size}，为原来的 {ratio}"),
    }
}

fn no_difference(clean: usize, all: usize, lang: Lang) -> String {
    match lang {
        Lang::En => format!("No clear difference in the clean scenarios here ({clean} of {all})"),
        Lang::Zh => format!("此处的无失败场景（{all} 个中的 {clean} 个）无明确差异"),
    }
}

fn no_clean(lang: Lang) -> &'static str {
    lang.pick(
        "No scenario here ran in full with every request checked and none failed",
        "此处没有完整执行、逐条核对且无失败的场景",
    )
}

/// The marks behind a figure: a failure, and that only the client's sums are there.
pub fn marks(measured: &Measured) -> &'static str {
    match (measured.dagger(), measured.checked()) {
        (false, true) => "",
        (true, true) => " †",
        (false, false) => " ‡",
        (true, false) => " †‡",
    }
}

/// A figure with what a reader must know beside it: its marks, and that rounds are missing.
pub(crate) fn value(figure: &str, measured: &Measured, lang: Lang) -> String {
    let dagger = marks(measured);
    match measured.missing() {
        0 => format!("{figure}{dagger}"),
        _ => format!(
            "{figure}{dagger}, {}",
            rounds(measured.rounds.len(), measured.planned, lang)
        ),
    }
}

/// How many of the planned rounds are there, where some are missing.
fn rounds(found: usize, planned: u32, lang: Lang) -> String {
    match lang {
        Lang::En => format!("{found} of {planned} rounds"),
        Lang::Zh => format!("{planned} 轮中的 {found} 轮"),
    }
}

/// The finding of a latency chart: in how many clean scenarios it fell or rose.
pub fn latency_finding(scenarios: &[&ScenarioSummary], metric: Metric, lang: Lang) -> String {
    let (mut lower, mut higher, mut open) = (0, 0, 0);
    for scenario in scenarios {
        match scenario.gain(metric) {
            Gain::Resolved(change) if change.direction == Direction::Worse => higher += 1,
            Gain::Resolved(_) => lower += 1,
            Gain::NotResolved(_) => open += 1,
            Gain::LeftOut(_) => {}
        }
    }
    let clean = lower + higher + open;
    if clean == 0 {
        return no_clean(lang).into();
    }
    let name = self::metric(metric, lang);
    match lang {
        Lang::En => format!(
            "{}: lower in {lower} of {clean} clean scenarios, higher in {higher}, not resolved in {open}",
            capital(name)
        ),
        Lang::Zh => format!(
            "{name}：{clean} 个无失败场景中，降低 {lower} 个、升高 {higher} 个、无法判定 {open} 个"
        ),
    }
}

fn capital(text: &str) -> String {
    let mut text = text.to_owned();
    // The metrics' names start with an ASCII letter; Unicode's table of capitals would be 6 kB in the page.
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// The accessible name of a throughput chart.
pub fn throughput_name(scenarios: &[&ScenarioSummary], lang: Lang) -> String {
    let finding = throughput_finding(scenarios, lang);
    let count = scenarios.len();
    match lang {
        Lang::En => format!(
            "Bar chart of output throughput, {count} scenarios, before and after. {finding}. The table below has every number."
        ),
        Lang::Zh => {
            format!("输出吞吐柱状图，{count} 个场景，升级前后对比。{finding}。全部数值见下方表格。")
        }
    }
}

/// The accessible name of a latency chart.
pub fn latency_name(scenarios: &[&ScenarioSummary], metric: Metric, lang: Lang) -> String {
    let finding = latency_finding(scenarios, metric, lang);
    let count = scenarios.len();
    match lang {
        Lang::En => format!(
            "Dot chart, {count} scenarios, before and after. {finding}. The table below has every number."
        ),
        Lang::Zh => format!("点图，{count} 个场景，升级前后对比。{finding}。全部数值见下方表格。"),
    }
}

/// The accessible name of a gain chart.
pub(crate) fn gain_name(
    changes: &[(&ScenarioSummary, &Change, bool)],
    metric: Metric,
    lang: Lang,
) -> String {
    let name = self::metric(metric, lang);
    let each = changes.iter().map(|(scenario, change, resolved)| {
        let (scenario, change) = (&scenario.scenario, label::change(change, lang));
        if *resolved {
            format!("{scenario}: {change}")
        } else {
            format!("{scenario}: {}", not_resolved(lang))
        }
    });
    let each = each.collect::<Vec<_>>().join(lang.pick("; ", "；"));
    match lang {
        Lang::En => format!("Gain in {name}, clean scenarios only. {each}."),
        Lang::Zh => format!("{name}的升级增幅，仅含无失败场景。{each}。"),
    }
}

/// The finding of a gain chart: how many scenarios it is about.
pub fn gain_finding(clean: usize, all: usize, lang: Lang) -> String {
    match lang {
        Lang::En => format!(
            "Gain in output throughput: {clean} of {all} scenarios ran in full without a failure"
        ),
        Lang::Zh => format!("输出吞吐的升级前后变化：{all} 个场景中 {clean} 个完整执行且无失败"),
    }
}

/// How to read a throughput chart.
pub fn throughput_marks(lang: Lang) -> &'static str {
    lang.pick(
        "Upper bar: before; lower bar: after. Bar: median of the rounds, output tokens per second; dots: rounds; line: range.",
        "上方柱为升级前，下方柱为升级后。柱：各轮中位数，单位输出 Token/s；点：各轮；线：范围。",
    )
}

/// How to read a latency chart.
pub fn latency_marks(lang: Lang) -> &'static str {
    lang.pick(
        "Upper lane: before (discs); lower lane: after (rings). Each dot is the P95 of one round, the stroke the median of these P95s. \
         Only valid responses count, n of them in a round; logarithmic scale, lower is better.",
        "上行为升级前（实心点），下行为升级后（圆环）。每点为一轮的 P95，竖线为各轮 P95 的中位数。仅统计有效响应，每轮 n 个；对数刻度，越低越好。",
    )
}

/// How to read a gain chart.
pub fn gain_marks(lang: Lang) -> &'static str {
    lang.pick(
        "Dot: ratio of the medians, after / before; line: every ratio that the rounds allow. Ring: the ranges overlap, not resolved. \
         Logarithmic scale.",
        "点：中位数之比（升级后/升级前）；线：各轮组合可能得到的比值范围。圆环：范围重叠，无法判定。对数刻度。",
    )
}

/// What a report says that was not measured.
pub fn illustrative(lang: Lang) -> &'static str {
    lang.pick(
        "Illustrative: reconstructed to match published figures. These are not measurements.",
        "示意数据：按已发表的数字重建，并非实测结果。",
    )
}

/// Which scenarios of which batch a chart shows.
pub fn part(batch: &str, shown: usize, all: usize, lang: Lang) -> String {
    match lang {
        Lang::En => format!("batch {batch}, {shown} of {all} scenarios"),
        Lang::Zh => format!("批次 {batch}，{all} 个场景中的 {shown} 个"),
    }
}

/// Where an exported chart comes from: its status, release and root digest, a line each.
pub fn origin(
    illustrative: bool,
    release: &str,
    part: &str,
    root: &str,
    lang: Lang,
) -> Vec<String> {
    let status = illustrative.then(|| self::illustrative(lang));
    let source = match lang {
        Lang::En => format!("Daggerboard, release {release}, {part}, root digest (SHA-256):"),
        Lang::Zh => format!("Daggerboard，发布版本 {release}，{part}，根摘要（SHA-256）："),
    };
    status
        .map(String::from)
        .into_iter()
        .chain([source, root.to_owned()])
        .collect()
}
