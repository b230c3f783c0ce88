use summary::{Metric, Panel, ScenarioSummary, Side};

use crate::{
    Caption, Lang, Marks, Svg, Theme,
    gain::{self, gain},
    latency::{self, latency},
    throughput::{self, throughput},
    words,
};

/// Every chart of a batch, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chart {
    /// Output throughput of the scenarios of one panel.
    Throughput(Panel),
    /// A latency of all scenarios.
    Latency(Metric),
    /// The gains in a metric.
    Gain(Metric),
}

impl Chart {
    /// All of them; the page shows the latencies of one statistic and the gains in one metric at a time.
    pub const ALL: [Self; 15] = [
        Self::Throughput(Panel::LongInput),
        Self::Throughput(Panel::LongOutput),
        Self::Latency(Metric::TtftP95Ms),
        Self::Latency(Metric::TpotP95Ms),
        Self::Latency(Metric::E2eP95Ms),
        Self::Latency(Metric::TtftP50Ms),
        Self::Latency(Metric::TpotP50Ms),
        Self::Latency(Metric::E2eP50Ms),
        Self::Gain(Metric::OutputTokS),
        Self::Gain(Metric::TtftP95Ms),
        Self::Gain(Metric::TpotP95Ms),
        Self::Gain(Metric::E2eP95Ms),
        Self::Gain(Metric::TtftP50Ms),
        Self::Gain(Metric::TpotP50Ms),
        Self::Gain(Metric::E2eP50Ms),
    ];

    /// Its name in addresses, file names and arguments.
    pub fn id(self) -> &'static str {
        match self {
            Self::Throughput(Panel::LongInput) => "throughput-long-input",
            Self::Throughput(Panel::LongOutput) => "throughput-long-output",
            Self::Latency(metric) => metric.name(),
            Self::Gain(Metric::OutputTokS) => "gain",
            Self::Gain(Metric::TtftP50Ms) => "gain-ttft_p50_ms",
            Self::Gain(Metric::TtftP95Ms) => "gain-ttft_p95_ms",
            Self::Gain(Metric::TpotP50Ms) => "gain-tpot_p50_ms",
            Self::Gain(Metric::TpotP95Ms) => "gain-tpot_p95_ms",
            Self::Gain(Metric::E2eP50Ms) => "gain-e2e_p50_ms",
            Self::Gain(Metric::E2eP95Ms) => "gain-e2e_p95_ms",
        }
    }

    /// The scenarios of `all` that it shows.
    pub fn scenarios<'a>(self, all: &[&'a ScenarioSummary]) -> Vec<&'a ScenarioSummary> {
        let shown = |scenario: &&&ScenarioSummary| match self {
            Self::Throughput(panel) => scenario.scenario.panel() == panel,
            Self::Latency(_) => true,
            Self::Gain(metric) => scenario.gain(metric).change().is_some(),
        };
        all.iter().filter(shown).copied().collect()
    }

    /// Draws those of `all` that it shows.
    pub fn draw(self, all: &[&ScenarioSummary], theme: &Theme) -> Svg {
        let scenarios = self.scenarios(all);
        match self {
            Self::Throughput(_) => throughput(&scenarios, theme),
            Self::Latency(metric) => latency(&scenarios, metric, theme),
            Self::Gain(metric) => gain(&scenarios, metric, theme),
        }
    }

    /// What can be pointed at where those of `all` are drawn.
    pub fn marks(self, all: &[&ScenarioSummary], theme: &Theme) -> Marks {
        let scenarios = self.scenarios(all);
        match self {
            Self::Throughput(_) => throughput::marks(&scenarios),
            Self::Latency(metric) => latency::marks(&scenarios, metric, theme.scale),
            Self::Gain(metric) => gain::marks(&scenarios, metric),
        }
    }

    /// What it shows, as a sentence.
    pub fn finding(self, all: &[&ScenarioSummary], lang: Lang) -> String {
        let scenarios = self.scenarios(all);
        match self {
            Self::Throughput(_) => words::throughput_finding(&scenarios, lang),
            Self::Latency(metric) => words::latency_finding(&scenarios, metric, lang),
            Self::Gain(metric) => words::gain_finding(scenarios.len(), all.len(), metric, lang),
        }
    }

    /// How to read its marks, a sentence each; the dagger is explained where one stands.
    pub fn legend(self, all: &[&ScenarioSummary], theme: &Theme) -> Vec<&'static str> {
        let lang = theme.lang;
        let marks = match self {
            Self::Throughput(_) => words::throughput_marks(lang),
            Self::Latency(metric) => words::latency_marks(metric, theme.scale, lang),
            Self::Gain(metric) => words::gain_marks(metric, lang),
        };
        let failed = |scenario: &&ScenarioSummary| {
            let cells = Side::BOTH.map(|side| scenario.cell(side).measured());
            cells.iter().flatten().any(|measured| measured.dagger())
        };
        let said = if let Self::Latency(_) = self {
            words::latency_dagger(lang)
        } else {
            words::dagger(lang)
        };
        let summed = |scenario: &&ScenarioSummary| {
            let cells = Side::BOTH.map(|side| scenario.cell(side).measured());
            cells.iter().flatten().any(|measured| !measured.checked())
        };
        let scenarios = self.scenarios(all);
        let dagger = scenarios.iter().any(failed).then_some(said);
        let double = scenarios
            .iter()
            .any(summed)
            .then_some(words::double_dagger(lang));
        [marks].into_iter().chain(dagger).chain(double).collect()
    }

    /// What a copy that leaves the page says of itself; `origin` names the release and its root digest.
    pub fn caption(self, all: &[&ScenarioSummary], origin: Vec<String>, theme: &Theme) -> Caption {
        let mut notes: Vec<String> = self
            .legend(all, theme)
            .into_iter()
            .map(String::from)
            .collect();
        notes.extend(origin);
        Caption {
            title: self.finding(all, theme.lang),
            notes,
        }
    }
}
