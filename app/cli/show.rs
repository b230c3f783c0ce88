use std::{
    io::{ErrorKind, Write},
    path::PathBuf,
};

use anyhow::Context;
use charts::{Chart, Heading, Lang, Proof, Theme, label, markdown, words};
use clap::{Args, ValueEnum};
use rounds::{Id, Release};
use serde::Serialize;
use summary::{Cell, Gain, Metric, ScenarioSummary, Side, Summary};

use crate::folder;

/// Print the figures of a release: the very numbers that the page shows
#[derive(Args)]
pub(crate) struct Show {
    /// A release
    #[arg(value_name = "DIR")]
    release: PathBuf,
    /// Text for people, JSON with every digit, or Markdown for a pull request
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// One batch instead of all
    #[arg(long, value_name = "ID")]
    batch: Option<Id>,
    /// The address of the release's page, for Markdown to lead there
    #[arg(long, value_name = "ADDRESS")]
    page: Option<String>,
    /// A chart as SVG instead: throughput-long-input, ttft_p95_ms, gain, gain-ttft_p95_ms, ...; a wrong name lists all
    #[arg(long, value_name = "NAME", value_parser = chart)]
    chart: Option<Chart>,
    /// How one figure was made instead: main/verdict, main/SCENARIO/candidate/ttft_p95_ms, main/SCENARIO/gain/output_tok_s, ...
    #[arg(long, value_name = "NAME", conflicts_with_all = ["format", "batch", "chart"])]
    explain: Option<String>,
    /// The language of a chart, of a proof, of Markdown and of the verdict
    #[arg(long, value_enum, default_value_t)]
    lang: Language,
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum Format {
    #[default]
    Text,
    Json,
    Markdown,
}

#[derive(Clone, Copy, Default, ValueEnum)]
pub(crate) enum Language {
    #[default]
    En,
    Zh,
}

impl From<Language> for Lang {
    fn from(language: Language) -> Self {
        match language {
            Language::En => Self::En,
            Language::Zh => Self::Zh,
        }
    }
}

fn chart(name: &str) -> Result<Chart, String> {
    let known = Chart::ALL.map(Chart::id).join(", ");
    Chart::ALL
        .into_iter()
        .find(|chart| chart.id() == name)
        .ok_or_else(|| format!("expected one of {known}"))
}

/// What `--format json` prints.
#[derive(Serialize)]
struct Printed<'a> {
    report: &'a Id,
    status: rounds::Status,
    root: seal::Digest,
    batches: Vec<Summary>,
}

impl Show {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let opened = folder::open(&self.release)?;
        let release = opened.release()?;
        for doubt in release.doubts() {
            crate::exit::tell(format!("doubt: {doubt}"));
        }
        let wanted = |id: &Id| self.batch.as_ref().is_none_or(|batch| batch == id);
        let mut summaries = vec![];
        for (context, batch) in release.report.batches.iter().zip(&release.batches) {
            if wanted(&context.id) {
                summaries.push(Summary::of(
                    batch.as_ref().map_err(|error| anyhow::anyhow!("{error}"))?,
                ));
            }
        }
        let first = summaries.first().with_context(|| match &self.batch {
            Some(batch) => format!("the release has no batch `{batch}`"),
            None => "the release has no batch".into(),
        })?;
        let root = opened.manifest.root();
        let lang = self.lang.into();
        if let Some(name) = &self.explain {
            let paths = opened.manifest.paths();
            let files: Vec<(String, String)> = paths
                .filter_map(|path| {
                    let digest = opened.manifest.digest(path)?;
                    Some((path.to_string(), digest.to_string()))
                })
                .collect();
            let all: Vec<&Summary> = summaries.iter().collect();
            // Errors are English, whatever the language of the result.
            let proof = Proof::find(name, &all, &files, lang)
                .or_else(|_| Proof::find(name, &all, &files, Lang::En))
                .map_err(anyhow::Error::msg)?;
            return say(&proof.text());
        }
        let lineage = opened.descriptor.as_ref().map(|known| known.lineage());
        let name = lineage.map_or(String::new(), |own| {
            format!("{} {}", own.report, own.release)
        });
        if let Some(chart) = self.chart {
            return say(&standalone(chart, first, &release, &name, root, lang));
        }
        say(&match self.format {
            Format::Json => {
                let report = &release.report;
                let printed = Printed {
                    report: &report.id,
                    status: report.status,
                    root,
                    batches: summaries,
                };
                serde_json::to_string_pretty(&printed)? + "\n"
            }
            Format::Markdown => {
                let report = &release.report;
                let sides = Side::BOTH.map(|side| report.sides.of(side));
                let heading = Heading {
                    title: lang.pick(&report.title.en, &report.title.zh),
                    sides: sides.map(|side| format!("{} {}", side.engine, side.version)),
                    illustrative: report.status == rounds::Status::Illustrative,
                    release: name,
                    root: root.to_string(),
                    page: self.page.clone(),
                };
                let title = |summary: &Summary| {
                    let mut batches = report.batches.iter();
                    let context = batches.find(|context| context.id.as_str() == summary.batch);
                    context.map_or("", |context| {
                        lang.pick(&context.title.en, &context.title.zh)
                    })
                };
                let batches: Vec<_> = summaries.iter().map(|one| (title(one), one)).collect();
                markdown(&heading, &batches, lang)
            }
            Format::Text => {
                let mut out = String::new();
                if release.report.status == rounds::Status::Illustrative {
                    out += words::illustrative(lang);
                    out += "\n\n";
                }
                summaries
                    .iter()
                    .for_each(|summary| out += &text(summary, lang));
                out
            }
        })
    }
}

/// Writes the result; whoever reads only its head has seen enough, which is no error.
pub(crate) fn say(text: &str) -> anyhow::Result<()> {
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        done => Ok(done?),
    }
}

fn standalone(
    chart: Chart,
    summary: &Summary,
    release: &Release,
    name: &str,
    root: seal::Digest,
    lang: Lang,
) -> String {
    let all: Vec<&ScenarioSummary> = summary.scenarios.iter().collect();
    let illustrative = release.report.status == rounds::Status::Illustrative;
    let part = words::part(&summary.batch, all.len(), all.len(), lang);
    let origin = words::origin(illustrative, name, &part, &root.to_string(), lang);
    let theme = Theme {
        lang,
        ..Theme::default()
    };
    chart
        .draw(&all, &theme)
        .standalone(&chart.caption(&all, origin, &theme))
}

fn text(summary: &Summary, lang: Lang) -> String {
    let (batch, verdict) = (&summary.batch, words::verdict(&summary.verdict, lang));
    format!("batch {batch}\n{verdict}\n\n{}", table(summary))
}

const HEAD: [&str; 8] = [
    "scenario",
    "failed before",
    "failed after",
    "metric",
    "before",
    "after",
    "change",
    "range of the ratio",
];

/// A row for each scenario and headline metric; columns as wide as their widest cell.
fn table(summary: &Summary) -> String {
    let mut rows = vec![HEAD.map(String::from)];
    for scenario in &summary.scenarios {
        rows.extend(Metric::HEADLINE.map(|metric| row(scenario, metric)));
    }
    let width = |column: usize| {
        rows.iter()
            .map(|row| row[column].chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths: [usize; 8] = std::array::from_fn(width);
    let line = |row: &[String; 8]| {
        let cells = row.iter().zip(widths);
        let cells: Vec<_> = cells
            .map(|(cell, width)| format!("{cell:width$}"))
            .collect();
        format!("{}\n", cells.join("  ").trim_end())
    };
    rows.iter().map(line).collect()
}

fn row(scenario: &ScenarioSummary, metric: Metric) -> [String; 8] {
    let failed = |side| match scenario.cell(side) {
        Cell::Measured(measured) => words::failures(
            measured.failures.total(),
            measured.requests,
            measured.evidence,
            Lang::En,
        ),
        cell => words::state(cell, Lang::En).into(),
    };
    let median = |side| {
        let spread = scenario
            .cell(side)
            .measured()
            .and_then(|measured| measured.spread(metric));
        spread.map_or("-".into(), |spread| label::two(spread.median))
    };
    let (change, range) = match scenario.gain(metric) {
        Gain::Resolved(change) => (label::change(change, Lang::En), change),
        Gain::NotResolved(change) => (
            format!(
                "{}, {}",
                label::change(change, Lang::En),
                words::not_resolved(Lang::En)
            ),
            change,
        ),
        Gain::LeftOut(why) => {
            let name = metric.name().to_owned();
            let id = scenario.scenario.id.to_string();
            let (before, after) = (failed(Side::Baseline), failed(Side::Candidate));
            let why = format!("none: {}", words::why(*why, Lang::En));
            return [
                id,
                before,
                after,
                name,
                median(Side::Baseline),
                median(Side::Candidate),
                why,
                String::new(),
            ];
        }
    };
    [
        scenario.scenario.id.to_string(),
        failed(Side::Baseline),
        failed(Side::Candidate),
        metric.name().into(),
        median(Side::Baseline),
        median(Side::Candidate),
        change,
        format!("{:.2}-{:.2}x", range.low, range.high),
    ]
}
