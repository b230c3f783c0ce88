//! Every figure has its proof: `show --explain`, held against `show --format json`, and against the command that it prints.

use std::{path::Path, process::Command};

use charts::{Chart, Place, Scale, Theme, marks};
use rounds::Release;
use seal::Manifest;
use serde_json::Value;
use summary::{Figure, Of, Side, Summary};

use crate::{
    harness::{Folder, Ran, repository, run},
    small::{self, CLEAN},
};

const RELEASES: [&str; 2] = [
    "data/vllm-0.32.0-8x-h20-3e/r1",
    "data/vllm-0.32.0-2-cpu-cores/r1",
];
const SIDES: [&str; 2] = ["baseline", "candidate"];
const METRICS: [&str; 4] = ["output_tok_s", "ttft_p95_ms", "tpot_p95_ms", "e2e_p95_ms"];

/// What is printed of a figure.
struct Explained(String);

impl Explained {
    fn of(release: &Path, name: &str) -> Self {
        let text = run(release, &format!("show . --explain {name}")).well().out;
        assert!(
            text.ends_with(&format!("\n\n?figure={name}\n")),
            "{name}:\n{text}"
        );
        Self(text)
    }

    /// What awk finds where the printed line is run by a shell; nothing where there is no line.
    fn repeated(&self, release: &Path) -> Option<Vec<f64>> {
        let line = self.0.lines().find(|line| line.starts_with("awk "))?;
        let ran = ran_well(
            Command::new("sh").args(["-c", line]).current_dir(release),
            line,
        );
        let numbers = ran.split([' ', '/', '\n']).filter(|word| !word.is_empty());
        Some(numbers.map(|word| word.parse().unwrap()).collect())
    }

    #[track_caller]
    fn says(&self, line: &str) {
        assert!(
            self.0.lines().any(|found| found == line),
            "no line `{line}`:\n{}",
            self.0
        );
    }

    /// The line of every digit, without its name.
    fn digits(&self) -> Option<&str> {
        let mut lines = self.0.lines();
        lines.find_map(|line| line.strip_prefix("Every digit: "))
    }
}

#[track_caller]
fn ran_well(command: &mut Command, line: &str) -> String {
    let output = command.output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && said.is_empty(), "{line}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

/// The same to the fifteen digits that awk prints.
#[track_caller]
fn same(found: Option<Vec<f64>>, expected: &[f64], name: &str) {
    let found = found.unwrap_or_else(|| panic!("{name} has no command"));
    assert_eq!(found.len(), expected.len(), "{name}: {found:?}");
    for (found, expected) in found.iter().zip(expected) {
        let off = (found - expected).abs();
        assert!(
            off <= 1e-14 * expected.abs(),
            "{name}: awk finds {found}, not {expected}"
        );
    }
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("`{value}`"))
}

fn failed(value: &Value) -> [f64; 2] {
    let kinds = value["failures"].as_object().unwrap().values();
    [kinds.map(number).sum(), number(&value["requests"])]
}

/// Explains the figures of a scenario on one side, and runs what is printed.
fn side(release: &Path, batch: &str, scenario: &Value, side: &str) {
    let id = scenario["scenario"]["id"].as_str().unwrap();
    let measured = &scenario[side]["measured"];
    for metric in METRICS {
        let name = format!("{batch}/{id}/{side}/{metric}");
        let explained = Explained::of(release, &name);
        let spread = &measured["spreads"][metric];
        if spread.is_null() {
            assert_eq!(explained.repeated(release), None, "{name}");
            assert!(
                explained.0.contains("\nThere is no value: "),
                "{}",
                explained.0
            );
            continue;
        }
        let median = number(&spread["median"]);
        let unit = if metric == "output_tok_s" {
            "tokens/s"
        } else {
            "ms"
        };
        explained.says(&format!("Every digit: {median} {unit}"));
        same(explained.repeated(release), &[median], &name);
        for round in measured["rounds"].as_array().unwrap() {
            let (number, value) = (&round["round"], number(&round["values"][metric]));
            let source = round["source_sha256"].as_str().unwrap();
            explained.says(&format!(
                "Row {id}, round {number}: {metric} {value}; raw file SHA-256 {source}"
            ));
        }
        let first = &measured["rounds"][0];
        let name = format!("{name}/{}", first["round"]);
        let value = number(&first["values"][metric]);
        let explained = Explained::of(release, &name);
        explained.says(&format!("Every digit: {value} {unit}"));
        same(explained.repeated(release), &[value], &name);
    }
    let name = format!("{batch}/{id}/{side}/failed");
    if measured.is_object() {
        same(
            Explained::of(release, &name).repeated(release),
            &failed(measured),
            &name,
        );
        let (first, name) = (&measured["rounds"][0], format!("{name}/1"));
        same(
            Explained::of(release, &name).repeated(release),
            &failed(first),
            &name,
        );
    }
}

/// The same for its gains.
fn gains(release: &Path, batch: &str, scenario: &Value) {
    let id = scenario["scenario"]["id"].as_str().unwrap();
    for metric in METRICS {
        let name = format!("{batch}/{id}/gain/{metric}");
        let explained = Explained::of(release, &name);
        let gain = scenario["gains"][metric].as_object().unwrap();
        let (state, change) = gain.iter().next().unwrap();
        if state == "left_out" {
            assert_eq!(explained.repeated(release), None, "{name}");
            assert!(explained.0.contains("\nnone: "), "{}", explained.0);
            continue;
        }
        let [ratio, percent, low, high] =
            ["ratio", "percent", "low", "high"].map(|key| number(&change[key]));
        explained.says(&format!("Every digit: {ratio}, {percent} %"));
        explained.says(if state == "resolved" {
            "The ranges of the two sides share no value: resolved."
        } else {
            "ranges overlap: not resolved"
        });
        same(explained.repeated(release), &[ratio, low, high], &name);
    }
}

fn explain_all(release: &str) {
    let release = &repository().join(release);
    let printed = run(release, "show . --format json").well().out;
    let printed: Value = serde_json::from_str(&printed).unwrap();
    for batch in printed["batches"].as_array().unwrap() {
        let name = batch["batch"].as_str().unwrap();
        for scenario in batch["scenarios"].as_array().unwrap() {
            for on in SIDES {
                side(release, name, scenario, on);
            }
            gains(release, name, scenario);
        }
        for side in SIDES {
            let figure = format!("{name}/{side}/failed");
            let explained = Explained::of(release, &figure);
            let percent = number(&batch[side]["failed_percent"]);
            explained.says(&format!("Every digit: {percent} %"));
            same(explained.repeated(release), &failed(&batch[side]), &figure);
        }
        let explained = Explained::of(release, &format!("{name}/verdict"));
        let verdict = &batch["verdict"];
        let mean = &verdict["geometric_mean"];
        match mean.as_f64() {
            None => assert_eq!(
                (explained.digits(), explained.repeated(release)),
                (None, None)
            ),
            Some(mean) => {
                explained.says(&format!("Every digit: geometric mean {mean}"));
                same(explained.repeated(release), &[mean], name);
            }
        }
        let ledger = verdict["ledger"].as_array().unwrap().len();
        let after = explained.0.split("\nLeft out of the gains\n").nth(1);
        let lines = after.map_or(0, |after| {
            after
                .lines()
                .take_while(|line| line.contains("C") || line.contains("/s"))
                .filter(|line| line.contains(": "))
                .count()
        });
        assert_eq!(lines, ledger, "{}", explained.0);
    }
}

#[test]
fn every_figure_of_the_example_is_explained_and_its_command_repeats_it() {
    explain_all(RELEASES[0]);
}

#[test]
fn every_figure_of_the_measured_upgrade_is_explained_and_its_command_repeats_it() {
    explain_all(RELEASES[1]);
}

#[test]
fn the_digests_are_those_of_the_manifest_and_a_raw_file_of_the_release_is_named() {
    let release = repository().join(RELEASES[1]);
    let sums = std::fs::read_to_string(release.join("SHA256SUMS")).unwrap();
    let figure = "main/in128-out128-c4/candidate/output_tok_s/2";
    let Explained(text) = Explained::of(&release, figure);
    let listed = text.lines().filter_map(|line| line.split_once(" SHA-256 "));
    let listed: Vec<_> = listed
        .filter(|(path, _)| !path.contains(' '))
        .inspect(|(path, digest)| assert!(sums.contains(&format!("{digest}  {path}\n")), "{path}"))
        .map(|(path, _)| path.split('/').next().unwrap())
        .collect();
    assert_eq!(listed, ["rounds", "sources"], "{text}");
}

/// Publishes a small upgrade with these failures a round, as `data/small/r1`.
fn publish(scenario: &str, before: [Option<usize>; 3], after: [Option<usize>; 3]) -> Folder {
    let folder = Folder::new();
    small::rounds(&folder, "main", "one", before, after);
    let batch = small::batch("main", "node-a", &small::scenario("one", scenario));
    folder.write("plan.toml", small::plan(&batch));
    folder.run("ingest plan.toml --out new").well();
    folder.run("publish new --data data").well();
    folder
}

#[test]
fn a_figure_without_a_value_says_why_there_is_none() {
    let not_run =
        r#"not_run = [{ side = "candidate", why = { en = "No time.", zh = "没时间。" } }]"#;
    let all = Some(small::REQUESTS);
    for (plan, after, name, value) in [
        (not_run, [None; 3], "candidate/output_tok_s", "not run"),
        (not_run, [None; 3], "candidate/ttft_p95_ms/2", "not run"),
        ("", [None; 3], "candidate/failed", "missing"),
        (
            "",
            [Some(0), None, Some(0)],
            "candidate/ttft_p95_ms/2",
            "missing",
        ),
        ("", [all; 3], "candidate/ttft_p95_ms", "no valid response"),
        ("", [all; 3], "candidate/e2e_p50_ms/1", "no valid response"),
        (
            not_run,
            [None; 3],
            "gain/output_tok_s",
            "none: not run, or stopped, on at least one side",
        ),
        (
            "",
            [Some(0), None, Some(0)],
            "gain/output_tok_s",
            "none: rounds are missing",
        ),
        (
            "",
            [Some(0), Some(1), Some(0)],
            "gain/e2e_p95_ms",
            "none: fails only after the upgrade",
        ),
    ] {
        let folder = publish(plan, CLEAN, after);
        let explained = Explained::of(&folder.path("data/small/r1"), &format!("main/one/{name}"));
        assert_eq!(explained.0.lines().nth(1), Some(value), "{name}");
        assert_eq!(explained.digits(), None, "{name}");
        let why = value.starts_with("none: ") || explained.0.contains("\nThere is no value: ");
        assert!(why, "{}", explained.0);
    }
}

#[test]
fn of_two_rounds_the_mean_is_taken_and_the_mark_is_explained() {
    let folder = publish("", [Some(1), None, Some(0)], CLEAN);
    let release = folder.path("data/small/r1");
    let explained = Explained::of(&release, "main/one/baseline/output_tok_s");
    let repeated = explained.repeated(&release).unwrap();
    let shown = format!("{:.2} tokens/s †, 2 of 3 rounds", repeated[0]);
    explained.says(&shown);
    let digits = explained
        .digits()
        .unwrap()
        .strip_suffix(" tokens/s")
        .unwrap();
    same(Some(repeated), &[digits.parse().unwrap()], "two rounds");
    assert!(
        explained.0.contains(&format!(") / 2 = {digits}\n")),
        "{}",
        explained.0
    );
    assert!(
        explained.0.contains("\n† (outlined bar) a request failed"),
        "{}",
        explained.0
    );
}

#[test]
fn an_unknown_name_is_one_error_that_says_what_there_is() {
    let release = repository().join(RELEASES[0]);
    for name in [
        "main",
        "other/verdict",
        "main/verdict/1",
        "main/no-such/gain/output_tok_s",
        "main/in8192-out128-c8/after/output_tok_s",
        "main/in8192-out128-c8/candidate/duration_s",
        "main/in8192-out128-c8/candidate/output_tok_s/02",
    ] {
        let Ran { code, out, err } = run(&release, &format!("show . --explain {name} --lang zh"));
        assert_eq!((code, out.as_str()), (1, ""), "{name}: {err}");
        assert_eq!(err.lines().count(), 1, "{err}");
        for said in [
            &format!(
                "error: `{name}` names no figure of this release, expected one of BATCH/verdict, "
            ),
            "main (in1024-out512-c1, ",
        ] {
            assert!(err.contains(said), "{err}");
        }
    }
    let round = "main/in8192-out128-c8/candidate/output_tok_s/4";
    let Ran { code, err, .. } = run(&release, &format!("show . --explain {round}"));
    assert_eq!(
        (code, err.as_str()),
        (
            1,
            format!("error: `{round}` names no figure: the plan has 3 rounds\n").as_str()
        )
    );
    let Ran { code, .. } = run(&release, "show . --explain main/verdict --batch main");
    assert_eq!(code, 2, "the name has the batch");
}

#[test]
fn a_proof_in_chinese_has_the_same_numbers_and_no_english_sentence() {
    let release = repository().join(RELEASES[0]);
    for name in [
        "main/verdict",
        "main/in8192-out128-c8/gain/output_tok_s",
        "main/candidate/failed",
    ] {
        let english = Explained::of(&release, name).0;
        let chinese = run(&release, &format!("show . --explain {name} --lang zh"))
            .well()
            .out;
        assert_eq!(english.lines().count(), chinese.lines().count(), "{name}");
        for (english, chinese) in english.lines().zip(chinese.lines()) {
            let words = english
                .split_whitespace()
                .filter(|word| word.len() > 2 && word.bytes().all(|c| c.is_ascii_alphabetic()));
            let plain = !english.starts_with("awk ") && words.count() > 3;
            assert!(!plain || !chinese.is_ascii(), "{chinese}");
        }
    }
}

/// The batches of a release, opened as the page opens them.
fn summaries(release: &Path) -> Vec<Summary> {
    let manifest = Manifest::read(&std::fs::read(release.join("SHA256SUMS")).unwrap()).unwrap();
    let sealed = manifest.paths().map(|path| {
        let bytes = std::fs::read(release.join(path.as_str())).unwrap();
        manifest.open(path, bytes).unwrap()
    });
    let read = Release::read(&sealed.collect::<Vec<_>>()).unwrap();
    read.gathered().map(Summary::of).collect()
}

/// The middle of every dot of a chart, in the order in which they are drawn: percent of the width, and pixels down.
fn dots(svg: &str) -> Vec<(f64, f64)> {
    let value = |mark: &str, name: &str| {
        let from = mark.split_once(&format!(" {name}=\"")).unwrap().1;
        from.split(['"', '%']).next().unwrap().parse().unwrap()
    };
    let marks = svg.split("<circle").skip(1);
    marks
        .map(|mark| (value(mark, "cx"), value(mark, "cy")))
        .collect()
}

#[test]
fn a_place_in_a_chart_is_the_figure_that_is_drawn_there() {
    for release in RELEASES {
        for summary in summaries(&repository().join(release)) {
            let all: Vec<_> = summary.scenarios.iter().collect();
            let themes = Scale::BOTH.map(|scale| Theme {
                scale,
                ..Theme::default()
            });
            for (chart, theme) in Chart::ALL
                .iter()
                .flat_map(|chart| themes.map(|theme| (*chart, theme)))
            {
                let svg = chart.draw(&all, &theme).inline();
                let marks = chart.marks(&all, &theme);
                let dots = dots(&svg);
                let mut drawn = vec![];
                for scenario in chart.scenarios(&all) {
                    let id = &scenario.scenario.id;
                    let metric = match chart {
                        Chart::Latency(metric) | Chart::Gain(metric) => metric,
                        Chart::Throughput(_) => summary::Metric::OutputTokS,
                    };
                    if let Chart::Gain(_) = chart {
                        drawn.push(Of::Gain(id.clone(), metric));
                        continue;
                    }
                    for side in Side::BOTH {
                        let rounds = scenario
                            .cell(side)
                            .measured()
                            .into_iter()
                            .flat_map(|cell| &cell.rounds);
                        let with = rounds.filter(|round| round.value(metric).is_some());
                        drawn.extend(with.map(|round| {
                            Of::Round(
                                id.clone(),
                                side,
                                summary::Value::Metric(metric),
                                round.round,
                            )
                        }));
                    }
                }
                assert_eq!(dots.len(), drawn.len(), "{}", chart.id());
                // Positions are drawn to a hundredth of a percent: a pixel of this width.
                let width = 10_000.0;
                for (&(x, y), expected) in dots.iter().zip(&drawn) {
                    let place = Place {
                        x: x / 100.0 * width,
                        y,
                        width,
                    };
                    let found = marks::at(&marks, place).unwrap().of.clone();
                    let at = drawn.iter().position(|one| *one == found).unwrap();
                    assert!(
                        found == *expected || (dots[at].0 - x).abs() < 0.04 && dots[at].1 == y,
                        "{found:?}, not {expected:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn beside_the_dots_a_lane_is_its_median_a_head_the_gain_and_the_axis_nothing() {
    let summary = &summaries(&repository().join(RELEASES[0]))[0];
    let all: Vec<_> = summary.scenarios.iter().collect();
    let named = |chart: Chart, x: f64, y: f64| {
        let place = Place { x, y, width: 600.0 };
        let of = marks::at(&chart.marks(&all, &Theme::default()), place)?
            .of
            .clone();
        let batch = summary.batch.parse().unwrap();
        Some(Figure { batch, of }.to_string())
    };
    let ttft = Chart::ALL[2];
    for (chart, x, y, expected) in [
        (
            ttft,
            590.0,
            25.0,
            Some("in1024-out512-c1/baseline/ttft_p95_ms"),
        ),
        (
            ttft,
            590.0,
            45.0,
            Some("in1024-out512-c1/candidate/ttft_p95_ms"),
        ),
        (ttft, 5.0, 65.0, Some("in8192-out128-c1/gain/ttft_p95_ms")),
        (ttft, 5.0, -1.0, None),
        (ttft, 5.0, 605.0, None),
        (
            Chart::ALL[0],
            2.0,
            30.0,
            Some("in8192-out128-c1/baseline/output_tok_s"),
        ),
        (
            Chart::ALL[0],
            2.0,
            50.0,
            Some("in8192-out128-c1/candidate/output_tok_s"),
        ),
        (
            Chart::Gain(summary::Metric::OutputTokS),
            5.0,
            50.0,
            Some("in8192-out128-c1/gain/output_tok_s"),
        ),
    ] {
        let expected = expected.map(|name| format!("main/{name}"));
        assert_eq!(named(chart, x, y), expected, "{} {x} {y}", chart.id());
    }
}
