use summary::{
    Cell, Change, Evidence, Failures, Figure, Gain, Kind, Measured, Metric, Of, RoundPoint, Rule,
    ScenarioSummary, Side, Spread, Summary, Value, Verdict, Why, round_file,
};

use crate::{Lang, label, words};

/// How one figure was made, line by line: the formula, its steps with every digit, the rows behind it, and a command
/// that repeats it with nothing of ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Which figure it is.
    pub title: String,
    /// The figure as it is shown, or the word that stands in its place.
    pub value: String,
    /// The rest.
    pub lines: Vec<Line>,
}

/// A line of a [`Proof`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// The head of what follows.
    Head(&'static str),
    /// A sentence.
    Words(String),
    /// A figure that this one is made of.
    Part {
        /// The figure.
        figure: Figure,
        /// What it is called here.
        label: String,
        /// What it gives, from the colon on.
        gives: String,
    },
    /// A file of the release.
    File {
        /// Its path.
        path: String,
        /// Its SHA-256.
        sha256: String,
    },
    /// A command.
    Code(String),
    /// What leads back here, from the address of any page of the release.
    Link(String),
}

impl Line {
    /// The line as text.
    pub fn text(&self) -> String {
        match self {
            Self::Head(head) => (*head).into(),
            Self::Words(text) | Self::Code(text) | Self::Link(text) => text.clone(),
            Self::Part { label, gives, .. } => format!("{label}{gives}"),
            Self::File { path, sha256 } => format!("{path} SHA-256 {sha256}"),
        }
    }
}

impl Proof {
    /// The proof of the figure called `name` in one of `summaries`; errs in words where there is none of that name.
    ///
    /// `files` are the release's, each with its digest.
    pub fn find(
        name: &str,
        summaries: &[&Summary],
        files: &[(String, String)],
        lang: Lang,
    ) -> Result<Self, String> {
        let found = name.parse::<Figure>().ok().and_then(|figure| {
            let batch = figure.batch.as_str();
            let summary = summaries.iter().find(|summary| summary.batch == batch)?;
            Some((figure, *summary))
        });
        match found {
            Some((figure, summary)) => Self::of(&figure, summary, files, lang),
            None => Err(unknown(name, summaries, lang)),
        }
    }

    /// The proof of `figure`, which is one of `summary`; errs in words where it is none.
    pub fn of(
        figure: &Figure,
        summary: &Summary,
        files: &[(String, String)],
        lang: Lang,
    ) -> Result<Self, String> {
        let scenario = |id: &summary::Id| {
            let mut all = summary.scenarios.iter();
            all.find(|scenario| scenario.scenario.id == *id)
                .ok_or_else(|| unknown(&figure.to_string(), &[summary], lang))
        };
        let mut made = Making {
            figure,
            files,
            lang,
            lines: vec![],
        };
        let (title, value) = match &figure.of {
            Of::Verdict => made.verdict(summary),
            Of::Failed(side) => made.failed(summary, *side),
            Of::Gain(id, metric) => made.gain(scenario(id)?, *metric),
            Of::Rounds(id, side, value) => made.rounds(scenario(id)?, *side, *value),
            Of::Round(id, side, value, round) => {
                made.round(scenario(id)?, *side, *value, *round)?
            }
        };
        made.lines.push(Line::Link(format!("?figure={figure}")));
        Ok(Self {
            title,
            value,
            lines: made.lines,
        })
    }

    /// The whole as text, a line each.
    pub fn text(&self) -> String {
        let mut text = format!("{}\n{}\n", self.title, self.value);
        for line in &self.lines {
            if let Line::Head(_) | Line::Link(_) = line {
                text.push('\n');
            }
            text += &line.text();
            text.push('\n');
        }
        text
    }
}

/// That `name` is no figure here, what names look like, and what there is.
fn unknown(name: &str, summaries: &[&Summary], lang: Lang) -> String {
    let name: String = name.chars().take(120).collect();
    let forms = Figure::FORMS.join(messages::enumerating_comma(lang));
    let batches = summaries.iter().map(|summary| {
        let ids = summary.scenarios.iter().map(|one| one.scenario.id.as_str());
        let ids = ids.collect::<Vec<_>>().join(", ");
        format!("{} ({ids})", summary.batch)
    });
    let batches = batches.collect::<Vec<_>>().join("; ");
    messages::unknown_figure(lang, batches, forms, name)
}

/// A proof on its way.
struct Making<'a> {
    figure: &'a Figure,
    files: &'a [(String, String)],
    lang: Lang,
    lines: Vec<Line>,
}

impl Making<'_> {
    fn say(&mut self, text: impl Into<String>) {
        self.lines.push(Line::Words(text.into()));
    }

    fn digits(&mut self, digits: String) {
        self.say(messages::every_digit(self.lang, digits));
    }

    fn how(&mut self) {
        let head = messages::how_it_is_made(self.lang);
        self.lines.push(Line::Head(head));
    }

    fn rests_on(&mut self) {
        let head = messages::what_it_rests_on(self.lang);
        self.lines.push(Line::Head(head));
    }

    fn part(&mut self, of: Of, label: String, gives: String) {
        let gives = format!("{}{gives}", messages::colon(self.lang));
        let batch = self.figure.batch.clone();
        let figure = Figure { batch, of };
        self.lines.push(Line::Part {
            figure,
            label,
            gives,
        });
    }

    fn path(&self, side: Side) -> String {
        round_file(&self.figure.batch, side)
    }

    /// The file of rounds of `side`, with its digest.
    fn file(&mut self, side: Side) {
        let path = self.path(side);
        let found = self.files.iter().find(|(listed, _)| *listed == path);
        if let Some((path, sha256)) = found.cloned() {
            self.lines.push(Line::File { path, sha256 });
        }
    }

    /// The command that repeats the figure from the files of rounds of `sides`.
    fn repeat(&mut self, program: &str, sides: &[Side]) {
        let head = messages::repeat_it(self.lang);
        self.lines.push(Line::Head(head));
        let paths: Vec<String> = sides.iter().map(|&side| self.path(side)).collect();
        let paths = paths.join(" ");
        self.lines
            .push(Line::Code(format!("awk -F, '{COLUMNS}{program}' {paths}")));
    }

    /// What the marks behind a figure mean.
    fn marks(&mut self, measured: &Measured, value: Value) {
        if measured.dagger() {
            self.say(match value {
                Value::Metric(metric) if metric != Metric::OutputTokS => {
                    words::latency_dagger(self.lang)
                }
                _ => words::dagger(self.lang),
            });
        }
        if !measured.checked() {
            self.say(words::double_dagger(self.lang));
        }
    }

    /// Over the rounds of a scenario on one side.
    fn rounds(&mut self, scenario: &ScenarioSummary, side: Side, value: Value) -> (String, String) {
        let lang = self.lang;
        let title = titled(
            scenario,
            words::side(side, lang),
            value_name(value, lang),
            lang,
        );
        let cell = scenario.cell(side);
        let Some(measured) = cell.measured() else {
            return (title, self.state(cell));
        };
        let id = scenario.scenario.id.as_str();
        let Value::Metric(metric) = value else {
            let counts = label::failed(measured.failures.total(), measured.requests);
            let shown = words::failed(measured, lang);
            self.how();
            self.sum_rule();
            let count = |of: fn(&RoundPoint) -> u64| {
                let each = measured.rounds.iter().map(|round| of(round).to_string());
                each.collect::<Vec<_>>().join(" + ")
            };
            let failures = count(|round| round.failures.total());
            let requests = count(|round| round.requests.into());
            self.say(format!("({failures}) / ({requests}) = {counts}"));
            self.kinds(&measured.failures);
            self.rests_on();
            self.rows(scenario, side, value);
            self.repeat(&format!(r#"$c["scenario"]=="{id}"{SUM}"#), &[side]);
            return (title, shown);
        };
        let Some(spread) = measured.spread(metric) else {
            self.how();
            self.no_value();
            self.rests_on();
            self.rows(scenario, side, value);
            return (title, words::no_latency(measured, lang).into());
        };
        self.digits(format!("{} {}", spread.median, unit(metric, lang)));
        self.marks(measured, value);
        self.how();
        self.median(measured, metric, spread);
        self.rests_on();
        self.rows(scenario, side, value);
        let end = format!(r#"END{{printf"%.15g\n",m("1 {id}")}}"#);
        self.repeat(&(sorting(metric) + &end), &[side]);
        (
            title,
            words::value(&shown(metric, spread.median, lang), measured, lang),
        )
    }

    /// The median in words and with its numbers.
    fn median(&mut self, measured: &Measured, metric: Metric, spread: &Spread) {
        let mut values: Vec<f64> = measured
            .rounds
            .iter()
            .filter_map(|round| round.value(metric))
            .collect();
        values.sort_by(f64::total_cmp);
        let middle = values.len() / 2;
        let even = values.len().is_multiple_of(2);
        if even {
            self.say(messages::median_of_even(self.lang));
        } else {
            self.say(messages::median_of_odd(self.lang));
        }
        if metric != Metric::OutputTokS {
            self.say(messages::never_pooled(self.lang));
        }
        let sorted: Vec<String> = values.iter().map(f64::to_string).collect();
        let taken = if even {
            format!(
                "({} + {}) / 2 = {}",
                sorted[middle - 1],
                sorted[middle],
                spread.median
            )
        } else {
            spread.median.to_string()
        };
        let sorted = sorted.join(", ");
        self.say(messages::sorted(self.lang, sorted, taken));
    }

    /// The file of rounds, and the rows of `scenario` in it.
    fn rows(&mut self, scenario: &ScenarioSummary, side: Side, value: Value) {
        self.file(side);
        let Some(measured) = scenario.cell(side).measured() else {
            return;
        };
        let id = &scenario.scenario.id;
        for round in &measured.rounds {
            let of = Of::Round(id.clone(), side, value, round.round);
            let number = round.round;
            let label = messages::row(self.lang, id, number);
            let (column, value) = (value.name(), in_row(round, value));
            let source = source(round, self.lang);
            let gives = messages::row_with_source(self.lang, column, source, value);
            self.part(of, label, gives);
        }
    }

    /// One round.
    fn round(
        &mut self,
        scenario: &ScenarioSummary,
        side: Side,
        value: Value,
        number: u32,
    ) -> Result<(String, String), String> {
        let lang = self.lang;
        let side_name = words::side(side, lang);
        let place = messages::side_and_round(lang, number, side_name);
        let title = titled(scenario, &place, value_name(value, lang), lang);
        let cell = scenario.cell(side);
        let Some(measured) = cell.measured() else {
            return Ok((title, self.state(cell)));
        };
        let Some(round) = measured.rounds.iter().find(|round| round.round == number) else {
            let Measured {
                planned, stopped, ..
            } = *measured;
            if number > planned {
                let name = self.figure;
                return Err(messages::no_such_round(lang, name, planned));
            }
            let cell = if number > planned - stopped {
                Cell::NotRun
            } else {
                Cell::Missing
            };
            return Ok((title, self.state(&cell)));
        };
        let shown = match value {
            Value::Failed => words::failures(
                round.failures.total(),
                round.requests.into(),
                round.evidence,
                lang,
            ),
            Value::Metric(metric) => match round.value(metric) {
                Some(found) => {
                    self.digits(format!("{found} {}", unit(metric, lang)));
                    shown(metric, found, lang)
                }
                None => words::no_latency(measured, lang).into(),
            },
        };
        self.how();
        match value {
            Value::Failed => {
                self.sum_rule();
                self.kinds(&round.failures);
            }
            Value::Metric(Metric::OutputTokS) => {
                self.say(messages::throughput_rule(self.lang));
                let RoundPoint {
                    output_tokens,
                    duration_s,
                    ..
                } = round;
                let rate = in_row(round, value);
                self.say(format!("{output_tokens} / {duration_s} s = {rate}"));
            }
            Value::Metric(metric) if round.value(metric).is_some() => {
                self.percentile(metric, round.latency_n);
            }
            Value::Metric(_) => self.no_value(),
        }
        if round.evidence == Evidence::Requests {
            let (held, open): (Vec<Rule>, Vec<Rule>) = Rule::ALL
                .into_iter()
                .partition(|rule| !round.unchecked.contains(rule));
            let held = rules(&held, lang);
            self.say(messages::rules_held(lang, held));
            self.unchecked(&open);
        } else {
            self.say(words::double_dagger(lang));
        }
        self.rests_on();
        self.rows_of_one(scenario, side, value, round);
        let id = &scenario.scenario.id;
        let column = value.name();
        let then = match value {
            Value::Failed => SUM.into(),
            Value::Metric(_) => format!(r#"{{print$c["{column}"]}}"#),
        };
        let program = format!(r#"$c["scenario"]=="{id}"&&$c["round"]=={number}{then}"#);
        self.repeat(&program, &[side]);
        self.say(messages::from_raw_file(self.lang));
        let salts = if round.source_sha256.starts_with("salted:") {
            " --salts FILE"
        } else {
            ""
        };
        let audit = format!("daggerboard audit . --sources FOLDER{salts}");
        self.lines.push(Line::Code(audit));
        Ok((title, shown))
    }

    /// The row of a round in its file, and the client's file that it was made of.
    fn rows_of_one(
        &mut self,
        scenario: &ScenarioSummary,
        side: Side,
        value: Value,
        round: &RoundPoint,
    ) {
        self.file(side);
        let (id, number, column) = (&scenario.scenario.id, round.round, value.name());
        let (found, client, source) = (
            in_row(round, value),
            &round.client,
            source(round, self.lang),
        );
        self.say(messages::row_gives(self.lang, column, found, id, number));
        self.say(messages::made_by_ingest(self.lang, client, source));
        // The raw file is in the release, or its publisher has it.
        let mut files = self.files.iter();
        if let Some((path, sha256)) = files.find(|(_, sha256)| *sha256 == round.source_sha256) {
            let (path, sha256) = (path.clone(), sha256.clone());
            self.lines.push(Line::File { path, sha256 });
        }
    }

    /// What a latency of one round is.
    fn percentile(&mut self, metric: Metric, n: u32) {
        let lang = self.lang;
        let time = match metric {
            Metric::OutputTokS => "",
            Metric::TtftP50Ms | Metric::TtftP95Ms => messages::time_ttft(lang),
            Metric::TpotP50Ms | Metric::TpotP95Ms => messages::time_tpot(lang),
            Metric::E2eP50Ms | Metric::E2eP95Ms => messages::time_e2e(lang),
        };
        self.say(match metric {
            Metric::TtftP50Ms | Metric::TpotP50Ms | Metric::E2eP50Ms => {
                messages::median_of_times(lang, n, time)
            }
            _ => messages::p95_of_times(lang, n, time),
        });
    }

    fn sum_rule(&mut self) {
        self.say(messages::failed_rule(self.lang));
    }

    /// The failed requests by kind, where there are any.
    fn kinds(&mut self, failures: &Failures) {
        let lang = self.lang;
        let kinds = Kind::ALL.into_iter().filter(|&kind| failures.of(kind) > 0);
        let kinds = kinds.map(|kind| format!("{} {}", words::kind(kind, lang), failures.of(kind)));
        let kinds = kinds.collect::<Vec<_>>().join(messages::comma(lang));
        if !kinds.is_empty() {
            self.say(messages::failed_by_kind(lang, kinds));
        }
    }

    fn unchecked(&mut self, open: &[Rule]) {
        if !open.is_empty() {
            let open = rules(open, self.lang);
            self.say(messages::rules_open(self.lang, open));
        }
    }

    /// Why a side has no value: the word that stands in its place.
    fn state(&mut self, cell: &Cell) -> String {
        self.how();
        match cell {
            Cell::NotRun => self.say(messages::no_value_not_run(self.lang)),
            _ => self.say(messages::no_value_missing(self.lang)),
        }
        words::state(cell, self.lang).into()
    }

    fn no_value(&mut self) {
        self.say(messages::no_value_measured(self.lang));
    }

    /// The candidate against the baseline.
    fn gain(&mut self, scenario: &ScenarioSummary, metric: Metric) -> (String, String) {
        let lang = self.lang;
        let name = words::metric(metric, lang);
        let title = titled(scenario, messages::gain(lang), name, lang);
        let gain = scenario.gain(metric);
        let sides = Side::BOTH.map(|side| scenario.cell(side).measured());
        let spreads = sides.map(|side| side.and_then(|side| side.spread(metric)));
        let (change, shown) = match gain {
            Gain::LeftOut(why) => {
                self.how();
                self.say(words::gain_rule(lang));
                self.rests_on();
                for side in Side::BOTH {
                    let cell = scenario.cell(side);
                    let failed = matches!(why, Why::FailsAfter | Why::FailsBefore | Why::FailsBoth);
                    let value = if failed {
                        Value::Failed
                    } else {
                        Value::Metric(metric)
                    };
                    self.side(scenario, side, value);
                    if cell.measured().is_some() {
                        self.rows(scenario, side, value);
                    }
                }
                return (title, messages::no_gain(lang, words::why(*why, lang)));
            }
            Gain::Resolved(change) => (change, label::change(change, lang)),
            Gain::NotResolved(change) => (change, words::open_change(change, lang)),
        };
        self.digits(format!("{}, {} %", change.ratio, change.percent));
        self.how();
        if let [Some(before), Some(after)] = spreads {
            self.ratio(metric, change, before, after);
        }
        self.rests_on();
        for side in Side::BOTH {
            self.side(scenario, side, Value::Metric(metric));
            self.rows(scenario, side, Value::Metric(metric));
        }
        let id = &scenario.scenario.id;
        let end = format!(
            r#"END{{b="1 {id}";a="2 {id}";printf"%.15g %.15g %.15g\n",m(a)/m(b),v[a,1]/v[b,n[b]],v[a,n[a]]/v[b,1]}}"#
        );
        self.repeat(&(sorting(metric) + &end), &Side::BOTH);
        (title, shown)
    }

    /// What one side gives, as a part of its own.
    fn side(&mut self, scenario: &ScenarioSummary, side: Side, value: Value) {
        let lang = self.lang;
        let cell = scenario.cell(side);
        let gives = match (cell.measured(), value) {
            (None, _) => words::state(cell, lang).to_owned(),
            (Some(measured), Value::Failed) => words::failed(measured, lang),
            (Some(measured), Value::Metric(metric)) => match measured.spread(metric) {
                Some(spread) => {
                    let Spread {
                        median, min, max, ..
                    } = spread;
                    messages::median_and_range(lang, max, median, min)
                }
                None => words::no_latency(measured, lang).into(),
            },
        };
        let of = Of::Rounds(scenario.scenario.id.clone(), side, value);
        self.part(of, words::side(side, lang).into(), gives);
    }

    /// The ratio in words and with its numbers.
    fn ratio(&mut self, metric: Metric, change: &Change, before: &Spread, after: &Spread) {
        let lang = self.lang;
        self.say(messages::ratio_rule(self.lang));
        let Change {
            ratio,
            percent,
            low,
            high,
            ..
        } = change;
        self.say(format!("{} / {} = {ratio}", after.median, before.median));
        self.say(format!("({ratio} - 1) x 100 = {percent} %"));
        self.say(format!(
            "{} / {} = {low} … {} / {} = {high}",
            after.min, before.max, after.max, before.min
        ));
        self.say(match before.overlaps(after) {
            true => words::not_resolved(lang),
            false if before.rounds < 2 || after.rounds < 2 => messages::single_round(lang),
            false => messages::ranges_apart(lang),
        });
        if metric.higher_is_better() {
            self.say(messages::higher_is_better(self.lang));
        } else {
            self.say(messages::lower_is_better(self.lang));
        }
    }

    /// All failed requests of a side.
    fn failed(&mut self, summary: &Summary, side: Side) -> (String, String) {
        let lang = self.lang;
        let (batch, name) = (&summary.batch, words::side(side, lang));
        let title = messages::proof_of_failed(lang, batch, name);
        let totals = summary.totals(side);
        if let Some(percent) = totals.failed_percent {
            self.digits(format!("{percent} %"));
        }
        self.how();
        self.sum_rule();
        let (failed, all) = (totals.failures.total(), totals.requests);
        if let Some(percent) = totals.failed_percent {
            self.say(format!("{failed} / {all} x 100 = {percent} %"));
        }
        self.kinds(&totals.failures);
        let open: Vec<Rule> = totals.unchecked.iter().copied().collect();
        self.unchecked(&open);
        if totals.weakest() != Evidence::Requests {
            self.say(words::double_dagger(lang));
        }
        self.rests_on();
        self.file(side);
        for scenario in &summary.scenarios {
            if let Some(measured) = scenario.cell(side).measured() {
                let counts = words::failed(measured, lang);
                let of = Of::Rounds(scenario.scenario.id.clone(), side, Value::Failed);
                self.part(of, scenario.scenario.to_string(), counts);
            }
        }
        self.repeat(SUM, &[side]);
        (title, words::all_failed(totals, lang))
    }

    /// The headline.
    fn verdict(&mut self, summary: &Summary) -> (String, String) {
        let lang = self.lang;
        let batch = &summary.batch;
        let title = messages::proof_of_verdict(lang, batch);
        let verdict = &summary.verdict;
        if let Some(mean) = verdict.geometric_mean {
            self.digits(messages::geometric_mean(lang, mean));
        }
        self.how();
        self.say(messages::verdict_rule(self.lang));
        self.say(words::gain_rule(lang));
        let metric = Metric::OutputTokS;
        let (mut ratios, mut ids) = (vec![], vec![]);
        for scenario in &summary.scenarios {
            if let Some(change) = scenario.gain(metric).change() {
                ratios.push(format!("ln {}", change.ratio));
                ids.push(scenario.scenario.id.as_str());
            }
        }
        if let Some(mean) = verdict.geometric_mean {
            let (sum, count) = (ratios.join(" + "), ratios.len());
            self.say(format!("exp(({sum}) / {count}) = {mean}"));
        }
        self.rests_on();
        for side in Side::BOTH {
            self.file(side);
        }
        for scenario in &summary.scenarios {
            let gain = match scenario.gain(metric) {
                Gain::Resolved(change) => label::change(change, lang),
                Gain::NotResolved(change) => words::open_change(change, lang),
                Gain::LeftOut(_) => continue,
            };
            let of = Of::Gain(scenario.scenario.id.clone(), metric);
            self.part(of, scenario.scenario.to_string(), gain);
        }
        self.left_out(summary, verdict);
        if !ids.is_empty() {
            let (ids, count) = (ids.join(" "), ids.len());
            let end = format!(
                r#"END{{split("{ids}",w," ");for(i=1;i<={count};i++)t+=log(m("2 "w[i])/m("1 "w[i]));printf"%.15g\n",exp(t/{count})}}"#
            );
            self.repeat(&(sorting(metric) + &end), &Side::BOTH);
        }
        (title, words::verdict(verdict, lang))
    }

    /// The ledger, and what it changes.
    fn left_out(&mut self, summary: &Summary, verdict: &Verdict) {
        let lang = self.lang;
        if verdict.ledger.is_empty() {
            return;
        }
        self.lines.push(Line::Head(words::left_out(lang)));
        for entry in &verdict.ledger {
            let mut all = summary.scenarios.iter();
            let found = all.find(|scenario| scenario.scenario.id.as_str() == entry.scenario);
            if let Some(scenario) = found {
                let of = Of::Gain(scenario.scenario.id.clone(), Metric::OutputTokS);
                let why = words::why(entry.why, lang).into();
                self.part(of, scenario.scenario.to_string(), why);
            }
        }
        if let Some(line) = words::sensitivity(verdict, lang) {
            self.say(line);
        }
    }
}

fn titled(scenario: &ScenarioSummary, place: &str, value: &str, lang: Lang) -> String {
    let scenario = &scenario.scenario;
    messages::proof_of_scenario(lang, place, scenario, value)
}

fn value_name(value: Value, lang: Lang) -> &'static str {
    match value {
        Value::Metric(metric) => words::metric(metric, lang),
        Value::Failed => messages::failed_requests(lang),
    }
}

fn unit(metric: Metric, lang: Lang) -> &'static str {
    if metric == Metric::OutputTokS {
        messages::tokens_a_second(lang)
    } else {
        "ms"
    }
}

/// The value as charts show it, with its unit.
fn shown(metric: Metric, value: f64, lang: Lang) -> String {
    let text = label::value(metric, value);
    if metric == Metric::OutputTokS {
        format!("{text} {}", unit(metric, lang))
    } else {
        text
    }
}

/// What stands in the row of `round`, every digit of it.
fn in_row(round: &RoundPoint, value: Value) -> String {
    match value {
        Value::Failed => {
            let (failed, requests) = (round.failures.total(), round.requests);
            format!("{failed}, requests {requests}")
        }
        Value::Metric(metric) => round
            .value(metric)
            .map_or_else(|| "–".into(), |value| value.to_string()),
    }
}

/// The digest of a round's raw file, and which of its runs the round is.
fn source(round: &RoundPoint, lang: Lang) -> String {
    let (digest, part) = (&round.source_sha256, round.source_part);
    match part {
        1 => digest.clone(),
        _ => messages::part_of_file(lang, digest, part),
    }
}

fn rules(rules: &[Rule], lang: Lang) -> String {
    let names: Vec<&str> = rules.iter().map(|rule| rule.name()).collect();
    names.join(messages::enumerating_comma(lang))
}

// The commands are awk as POSIX has it, for files whose cells need no quotes. The first row gives the columns' numbers;
// `f` counts the files.
const COLUMNS: &str = "FNR==1{f++;for(i=1;i<=NF;i++)c[$i]=i;next}";

/// Failed requests over requests sent.
const SUM: &str = r#"{a+=$c["failed"];b+=$c["requests"]}END{print a"/"b}"#;

/// Sorts the values of each file and scenario into `v`, `n` of them; `m` is their median.
fn sorting(metric: Metric) -> String {
    let column = metric.name();
    format!(
        r#"{{x=$c["{column}"];s=f" "$c["scenario"];if(x!=""){{for(j=n[s]++;j>0&&v[s,j]>x+0;j--)v[s,j+1]=v[s,j];v[s,j+1]=x+0}}}}function m(s){{return(v[s,int((n[s]+1)/2)]+v[s,int(n[s]/2)+1])/2}}"#
    )
}
