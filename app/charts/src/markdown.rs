use summary::{Gain, Metric, ScenarioSummary, Side, Summary};

use crate::{Lang, escape::visible, label, words};

/// A release as far as its batches do not tell it.
pub struct Heading<'a> {
    /// What was upgraded on what.
    pub title: &'a str,
    /// Both sides with their versions, before and after.
    pub sides: [String; 2],
    /// It was not measured.
    pub illustrative: bool,
    /// The report's id and the release's.
    pub release: String,
    /// The root digest.
    pub root: String,
    /// The address of the release's page, where that is known.
    pub page: Option<String>,
}

/// The verdict of every batch with its gains and what was left out of them, as Markdown for a pull request.
///
/// The page copies what `daggerboard show --format markdown` prints.
pub fn markdown(heading: &Heading<'_>, batches: &[(&str, &Summary)], lang: Lang) -> String {
    let [before, after] = heading.sides.each_ref().map(|side| plain(side));
    let mut text = format!("### {}\n\n", plain(heading.title));
    if heading.illustrative {
        text += &format!("> {}\n\n", words::illustrative(lang));
    }
    text += &format!("**{before} → {after}**\n\n");
    for (index, (title, summary)) in batches.iter().enumerate() {
        if index > 0 {
            text += &format!("#### {}\n\n", messages::markdown_other(lang, plain(title)));
        }
        batch(&mut text, summary, lang);
    }
    text += &format!(
        "{}\n`{}`\n",
        messages::markdown_release(lang, plain(&heading.release)),
        heading.root
    );
    if let Some(page) = &heading.page {
        text += &format!("\n[{}](<{page}>)\n", messages::markdown_page(lang));
    }
    text
}

fn batch(text: &mut String, summary: &Summary, lang: Lang) {
    *text += &format!("{}\n\n", words::verdict(&summary.verdict, lang));
    if let Some(line) = words::sensitivity(&summary.verdict, lang) {
        *text += &format!("{line}\n\n");
    }
    let mut head = vec![
        messages::scenario(lang).to_owned(),
        messages::markdown_failed(lang).to_owned(),
    ];
    head.extend(Metric::HEADLINE.map(|metric| {
        let name = words::capital(words::metric(metric, lang));
        match metric {
            Metric::OutputTokS => messages::markdown_throughput(lang, name),
            _ => messages::markdown_latency(lang, name),
        }
    }));
    row(text, &head);
    row(text, &head.iter().map(|_| "---".into()).collect::<Vec<_>>());
    for scenario in &summary.scenarios {
        let mut cells = vec![scenario.scenario.to_string(), failed(scenario, lang)];
        cells.extend(Metric::HEADLINE.map(|metric| figure(scenario, metric, lang)));
        row(text, &cells);
    }
    text.push('\n');
    if !summary.verdict.ledger.is_empty() {
        *text += &format!("{}\n\n", messages::markdown_left_out(lang));
        for entry in &summary.verdict.ledger {
            let mut all = summary.scenarios.iter();
            let left_out = all.find(|one| one.scenario.id.as_str() == entry.scenario);
            let name = left_out.map_or(entry.scenario.clone(), |one| one.scenario.to_string());
            let line = messages::markdown_why(lang, name, words::why(entry.why, lang));
            *text += &format!("- {line}\n");
        }
        text.push('\n');
    }
    let measured = || {
        let cells = summary.scenarios.iter();
        cells
            .flat_map(|scenario| Side::BOTH.map(|side| scenario.cell(side).measured()))
            .flatten()
    };
    if measured().any(|measured| measured.dagger()) {
        *text += &format!("{}\n\n", messages::markdown_dagger(lang));
    }
    if measured().any(|measured| !measured.checked()) {
        *text += &format!("{}\n\n", messages::markdown_double_dagger(lang));
    }
}

fn row(text: &mut String, cells: &[String]) {
    *text += &format!("| {} |\n", cells.join(" | "));
}

/// Failed requests over requests sent, before and after.
fn failed(scenario: &ScenarioSummary, lang: Lang) -> String {
    let [before, after] = Side::BOTH.map(|side| match scenario.cell(side) {
        summary::Cell::Measured(measured) => {
            format!(
                "{}{}",
                words::failed(measured, lang),
                words::marks(measured)
            )
        }
        cell => words::state(cell, lang).into(),
    });
    format!("{before} → {after}")
}

/// Both medians, and the change where there is one.
fn figure(scenario: &ScenarioSummary, metric: Metric, lang: Lang) -> String {
    let [before, after] = Side::BOTH.map(|side| {
        let cell = scenario.cell(side);
        let Some(measured) = cell.measured() else {
            return words::state(cell, lang).to_owned();
        };
        let spread = measured.spread(metric);
        spread.map_or(words::no_latency(measured, lang).into(), |spread| {
            label::two(spread.median)
        })
    });
    match scenario.gain(metric) {
        Gain::Resolved(change) => {
            messages::markdown_change(lang, after, before, label::change(change, lang))
        }
        Gain::NotResolved(change) => {
            messages::markdown_change(lang, after, before, words::open_change(change, lang))
        }
        Gain::LeftOut(_) => format!("{before} → {after}"),
    }
}

/// Words of a release, of which nothing becomes markup, a link or a line of its own.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    for c in visible(text).chars() {
        match c {
            '\n' | '\t' => plain.push(' '),
            c if c.is_ascii_punctuation() && !"-.,:;()/+%=".contains(c) => {
                plain.push('\\');
                plain.push(c);
            }
            c => plain.push(c),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_release_stay_words() {
        assert_eq!(plain("vLLM 0.25.1"), "vLLM 0.25.1");
        assert_eq!(
            plain("a|b\n<script> [x](y) `c` *d*"),
            r"a\|b \<script\> \[x\](y) \`c\` \*d\*"
        );
        assert_eq!(plain("a\u{202e}b"), "a⟨U+202E⟩b");
    }

    #[test]
    fn without_a_batch_the_release_still_names_itself() {
        let heading = Heading {
            title: "A | B",
            sides: ["old 1".into(), "new 2".into()],
            illustrative: true,
            release: "a r1".into(),
            root: "00".into(),
            page: Some("https://a.example/b/".into()),
        };
        let made = markdown(&heading, &[], Lang::En);
        for line in ["### A \\| B", "**old 1 → new 2**", "`00`"] {
            assert!(
                made.lines().any(|found| found == line),
                "no `{line}` in\n{made}"
            );
        }
        assert!(made.contains("(<https://a.example/b/>)"), "{made}");
        assert!(made.contains("> Illustrative"), "{made}");
    }
}
