//! Broken releases, one defect each, that the command and the page must both catch.
//!
//! `tests/gauntlet/<defect>/` holds a published tree with exactly that defect, and what must be said of it.
//! `UPDATE_GAUNTLET=1 cargo test --test suite gauntlet` writes all folders anew; `tests/browser/gauntlet.test.mjs` runs the
//! page on them.

mod bytes;
mod catalogues;
mod cells;
mod claims;
mod manifests;

use std::{collections::BTreeMap, fs, sync::OnceLock};

use serde_json::{Value, json};

use crate::{
    harness::{Files, Folder, files, repository},
    rehash::{pretty, rehash, rehash_sums},
    small::{self, CLEAN},
};

const DATA: &str = "data";
const CATALOGUE: &str = "data/catalogue.json";
const RELEASE: &str = "data/small/r1";
const SUMS: &str = "data/small/r1/SHA256SUMS";
const PACKAGE: &str = "data/small/r1/datapackage.json";
const REPORT: &str = "data/small/r1/report.json";
const BEFORE: &str = "data/small/r1/rounds/main-baseline.csv";
const AFTER: &str = "data/small/r1/rounds/main-candidate.csv";

/// What the messages say is to be done.
const FETCH: &str = "mend: put the published file back";
const CHECKOUT: &str = "mend: keep `* -text` in data/.gitattributes and check out anew";
const LFS: &str = "mend: take data/ out of git-lfs";
const PUBLISH: &str = "mend: write the release anew with `daggerboard publish`";
const LIST: &str = "mend: put the published catalogue.json back";
const CONTENT: &str = "mend: correct the plan or the raw file, ingest anew and publish";

/// What the page may still show.
#[derive(Clone, Copy)]
enum Shows {
    /// No figure at all.
    Nothing,
    /// What does not rest on the broken file.
    Rest,
    /// The figures, with words on them that nobody can miss.
    Marked,
    /// Everything: the page cannot see what nothing lists, and it reaches no figure.
    All,
}

/// One thing that is wrong, and what must be said of it.
struct Defect {
    /// Its folder.
    name: &'static str,
    /// What it is, in a sentence.
    is: &'static str,
    /// Makes it, in a folder that holds `from`.
    spoil: fn(&Folder),
    from: fn() -> &'static Files,
    command: &'static str,
    code: i32,
    says: Vec<&'static str>,
    shows: Shows,
    page: Vec<&'static str>,
}

/// A defect of the release that is fine otherwise.
fn defect(name: &'static str, is: &'static str, spoil: fn(&Folder)) -> Defect {
    Defect {
        name,
        is,
        spoil,
        from: base,
        command: "",
        code: 0,
        says: vec![],
        shows: Shows::Nothing,
        page: vec![],
    }
}

impl Defect {
    /// Made from other files.
    fn from(self, from: fn() -> &'static Files) -> Self {
        Self { from, ..self }
    }

    fn command(self, command: &'static str, code: i32, says: &[&'static str]) -> Self {
        let says = says.into();
        Self {
            command,
            code,
            says,
            ..self
        }
    }

    /// Its bytes differ from what they should be.
    fn verify(self, says: &[&'static str]) -> Self {
        self.command("verify data", 4, says)
    }

    /// What it says should not be published.
    fn check(self, says: &[&'static str]) -> Self {
        self.command("check data", 3, says)
    }

    /// The folder of releases cannot be read.
    fn unreadable(self, says: &[&'static str]) -> Self {
        self.command("verify data", 1, says)
    }

    /// It is no error: it stands beside the figures.
    fn show(self, says: &[&'static str]) -> Self {
        self.command("show data/small/r1", 0, says)
    }

    fn page(self, shows: Shows, page: &[&'static str]) -> Self {
        let page = page.into();
        Self {
            shows,
            page,
            ..self
        }
    }

    fn nothing(self, page: &[&'static str]) -> Self {
        self.page(Shows::Nothing, page)
    }

    fn rest(self, page: &[&'static str]) -> Self {
        self.page(Shows::Rest, page)
    }

    fn marked(self, page: &[&'static str]) -> Self {
        self.page(Shows::Marked, page)
    }

    /// `expected.toml`: a JSON text is a TOML text, and so is a list of them.
    fn expected(&self) -> String {
        let shows = match self.shows {
            Shows::Nothing => "nothing",
            Shows::Rest => "rest",
            Shows::Marked => "marked",
            Shows::All => "all",
        };
        let lines = [
            ("defect", json!(self.is)),
            ("command", json!(self.command)),
            ("code", json!(self.code)),
            ("says", json!(self.says)),
            ("page", json!(self.page)),
            ("shows", json!(shows)),
        ];
        lines
            .map(|(key, value)| format!("{key} = {value}\n"))
            .concat()
    }

    /// Every file of its folder.
    fn files(&self) -> Files {
        let folder = Folder::holding((self.from)());
        (self.spoil)(&folder);
        folder.write("expected.toml", self.expected());
        let mut files = folder.files("");
        files.remove(crate::harness::TERMS);
        files
    }
}

/// All of them.
fn defects() -> Vec<Defect> {
    [
        bytes::defects(),
        manifests::defects(),
        catalogues::defects(),
        cells::defects(),
        claims::defects(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// How many requests a round has.
const REQUESTS: usize = 2 * small::REQUESTS;

/// `plan.toml` and the raw files of a small upgrade: two scenarios in the main batch, one in another.
fn raw() -> &'static Files {
    static FILES: OnceLock<Files> = OnceLock::new();
    FILES.get_or_init(|| {
        let folder = Folder::new();
        let scenario = |id| small::scenario(id, "").replace("requests = 4", "requests = 8");
        let main = small::batch("main", "node-a", &(scenario("first") + &scenario("second")));
        let other = small::batch("other", "node-b", &scenario("third"));
        folder.write("plan.toml", small::plan(&(main + &other)));
        small::rounds(&folder, "main", "first", CLEAN, CLEAN);
        small::rounds(&folder, "main", "second", CLEAN, CLEAN);
        small::rounds(&folder, "other", "third", CLEAN, CLEAN);
        for name in folder.files("raw").keys() {
            change_raw(&folder, &format!("raw/{name}"), twice);
        }
        folder.files("")
    })
}

/// Makes a raw file twice as long.
fn twice(raw: &mut Value) {
    for (key, value) in raw.as_object_mut().unwrap() {
        match value {
            Value::Array(list) => list.extend(list.clone()),
            Value::Number(_) if key == "duration" => *value = json!(value.as_f64().unwrap() * 2.0),
            Value::Number(_) if key != "failed" => *value = json!(REQUESTS),
            _ => {}
        }
    }
}

/// Changes a raw file.
fn change_raw(folder: &Folder, name: &str, change: impl FnOnce(&mut Value)) {
    let mut raw = serde_json::from_str(&folder.read(name)).unwrap();
    change(&mut raw);
    folder.write(name, raw.to_string());
}

/// Ingests and publishes what is in `folder`, leaving only `data/`, small: without the descriptions of columns, and without the
/// rounds in other forms, which a release may lack.
fn publish(folder: &Folder, more: &str, release: &str) {
    folder.run("ingest plan.toml --out new").well();
    folder
        .run(&format!("publish new --data data {more}"))
        .well();
    fs::remove_dir_all(folder.path("new")).unwrap();
    for name in folder.files(release).keys() {
        if rounds::is_copy(name) {
            folder.remove(&format!("{release}/{name}"));
        }
    }
    rehash(folder, release);
}

/// What is published, and nothing else.
fn published(folder: &Folder) -> Files {
    let mut files = folder.files("");
    files.retain(|name, _| name.starts_with("data/"));
    files
}

/// A release with nothing wrong.
fn base() -> &'static Files {
    static FILES: OnceLock<Files> = OnceLock::new();
    FILES.get_or_init(|| {
        let folder = Folder::holding(raw());
        publish(&folder, "", RELEASE);
        published(&folder)
    })
}

/// The same with `raw/` and `plan.toml` beside it.
fn base_and_raw() -> &'static Files {
    static FILES: OnceLock<Files> = OnceLock::new();
    FILES.get_or_init(|| {
        base()
            .iter()
            .chain(raw())
            .map(|(name, bytes)| (name.clone(), bytes.clone()))
            .collect()
    })
}

/// The same with a second release that corrects the first.
fn two() -> &'static Files {
    static FILES: OnceLock<Files> = OnceLock::new();
    FILES.get_or_init(|| {
        let folder = Folder::holding(base_and_raw());
        folder.edit("plan.toml", "2026-01-02", "2026-01-03");
        publish(&folder, "--supersedes r1", "data/small/r2");
        published(&folder)
    })
}

/// Changes a file as text.
fn text(folder: &Folder, name: &str, change: impl FnOnce(String) -> String) {
    folder.write(name, change(folder.read(name)));
}

/// Changes a file as JSON.
fn change(folder: &Folder, name: &str, change: impl FnOnce(&mut Value)) {
    let mut value = serde_json::from_str(&folder.read(name)).unwrap();
    change(&mut value);
    folder.write(name, pretty(&value));
}

/// Changes `report.json`, with hashes that fit.
fn report(folder: &Folder, by: impl FnOnce(&mut Value)) {
    change(folder, REPORT, by);
    rehash(folder, RELEASE);
}

/// Changes the one report of the catalogue.
fn listed(folder: &Folder, by: impl FnOnce(&mut Value)) {
    change(folder, CATALOGUE, |catalogue| {
        by(&mut catalogue["reports"][0])
    });
}

/// Changes `datapackage.json`, with hashes that fit.
fn package(folder: &Folder, by: impl FnOnce(&mut Value)) {
    change(folder, PACKAGE, by);
    rehash_sums(folder, RELEASE);
}

/// Changes `SHA256SUMS`, with a catalogue that fits.
fn sums(folder: &Folder, by: impl FnOnce(String) -> String) {
    text(folder, SUMS, by);
    let root = seal::Digest::of(folder.read(SUMS).as_bytes()).to_string();
    listed(folder, |listed| listed["releases"][0]["root"] = root.into());
}

/// A row of a file of rounds, by column.
struct Row(BTreeMap<String, String>);

impl Row {
    fn is(&self, scenario: &str, round: u32) -> bool {
        self.0["scenario"] == scenario && self.0["round"] == round.to_string()
    }

    fn number(&self, column: &str) -> f64 {
        self.0[column].parse().unwrap()
    }

    fn set(&mut self, column: &str, value: impl ToString) {
        *self.0.get_mut(column).unwrap() = value.to_string();
    }
}

/// Changes every row of a file of rounds, with hashes that fit.
fn rows(folder: &Folder, name: &str, by: impl Fn(&mut Row)) {
    text(folder, name, |text| {
        let (head, body) = text.split_once('\n').unwrap();
        let mut lines = vec![head.to_owned()];
        for line in body.lines() {
            let cells = head.split(',').zip(line.split(','));
            let mut row = Row(cells
                .map(|(name, cell)| (name.into(), cell.into()))
                .collect());
            by(&mut row);
            let cells = head.split(',').map(|name| row.0[name].as_str());
            lines.push(cells.collect::<Vec<_>>().join(","));
        }
        lines.join("\n") + "\n"
    });
    rehash(folder, RELEASE);
}

/// Sets one cell of the first row before the upgrade, with hashes that fit.
fn cell(folder: &Folder, column: &str, value: &str) {
    rows(folder, BEFORE, |row| {
        if row.is("first", 1) {
            row.set(column, value);
        }
    });
}

/// Where the folders are.
fn place() -> std::path::PathBuf {
    repository().join("tests/gauntlet")
}

/// The release without a defect stands among them: what it says of itself must not be what a defect is caught by.
const SOUND: &str = "sound";

fn sound() -> Defect {
    let sound = defect(SOUND, "Nothing is wrong.", |_| ());
    sound
        .command("check data", 0, &["checks, nothing found"])
        .marked(&["up in 2 of 2 clean scenarios", "files ("])
}

#[test]
fn the_folders_are_what_makes_them() {
    let mut made = Files::from([(".gitattributes".to_owned(), b"* -text\n".to_vec())]);
    for defect in defects().into_iter().chain([sound()]) {
        for (name, bytes) in defect.files() {
            let path = format!("{}/{name}", defect.name);
            assert!(
                made.insert(path, bytes).is_none(),
                "two are called {}",
                defect.name
            );
        }
    }
    if std::env::var_os("UPDATE_GAUNTLET").is_some() {
        let _ = fs::remove_dir_all(place());
        for (name, bytes) in &made {
            let path = place().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
    }
    let there = files(&place());
    let differ = made.keys().chain(there.keys());
    let differ: Vec<_> = differ
        .filter(|name| made.get(*name) != there.get(*name))
        .collect();
    assert!(
        differ.is_empty(),
        "UPDATE_GAUNTLET=1 writes them anew: {differ:?}"
    );
}

#[test]
fn the_command_catches_every_defect() {
    let mut complaints = vec![];
    let all = defects();
    assert!(all.len() >= 80, "{} defects", all.len());
    for defect in all.iter().chain([&sound()]) {
        let folder = Folder::holding(&files(&place().join(defect.name)));
        let ran = folder.run(defect.command);
        let said = ran.out + &ran.err;
        let mut wrong: Vec<String> = defect
            .says
            .iter()
            .filter(|words| !said.contains(**words))
            .map(|words| format!("did not say `{words}`"))
            .collect();
        if ran.code != defect.code {
            wrong.push(format!("ended with {}, expected {}", ran.code, defect.code));
        }
        if defect.says.is_empty() || defect.page.is_empty() {
            wrong.push("nothing is expected".into());
        }
        if !wrong.is_empty() {
            complaints.push(format!("{}: {}\n{said}", defect.name, wrong.join("; ")));
        }
    }
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

/// The bounds that a check puts on latencies hold for every honest round, however wild its requests are.
#[test]
fn honest_rounds_raise_no_doubt() {
    let mut state = 1u64;
    let mut random = move || {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 33) as f64 / (1u64 << 31) as f64
    };
    // A few requests take very long, most do not.
    let mut wild = move |seconds: f64| seconds * (0.1 + random()) / (1.01 - random());
    for _ in 0..3 {
        let folder = Folder::holding(raw());
        for name in folder.files("raw").keys() {
            change_raw(&folder, &format!("raw/{name}"), |raw| {
                let mut whole = 0.0;
                for request in 0..REQUESTS {
                    let first = wild(0.1);
                    let gaps: Vec<f64> = (0..3).map(|_| wild(0.02)).collect();
                    let all = first + gaps.iter().sum::<f64>();
                    whole += all;
                    raw["ttfts"][request] = first.into();
                    raw["itls"][request] = gaps.into();
                    raw["latencies"][request] = all.into();
                }
                raw["duration"] = whole.into();
            });
        }
        publish(&folder, "", RELEASE);
        let ran = folder.run("check data").well();
        assert_eq!(ran.err, "");
    }
}

/// None of them is in the sound release, by any command.
#[test]
fn the_sound_release_is_sound() {
    let folder = Folder::holding(base());
    for command in ["verify data", "check data", "show data/small/r1"] {
        let ran = folder.run(command).well();
        assert_eq!(ran.err, "", "{command}");
    }
    assert_eq!(folder.files(DATA), files(&place().join(SOUND).join(DATA)));
}
