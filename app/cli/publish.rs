use std::{
    collections::BTreeMap,
    fs,
    io::{self, ErrorKind, Write as _},
    path::{Path, PathBuf},
};

use anyhow::{Context, bail};
use clap::Args;
use rounds::{
    COLUMNS, Catalogue, ColumnType, Id, Listed, ListedRelease, Release, Report, Side, Status,
};
use seal::{DataPath, Digest, Lineage, Manifest, SUMS, Screened, Sealed};
use serde_json::{Value, json};
use tempfile::NamedTempFile;

use crate::{
    copies, exit, folder, gate::GateArgs, interrupt::Writing, plan::Plan, screen::listing,
};

/// Make a release of ingested rounds: immutable, hashed, and listed in the catalogue
#[derive(Args)]
pub(crate) struct Publish {
    /// The folder that ingest wrote
    #[arg(value_name = "DIR")]
    ingested: PathBuf,
    /// The folder of all releases
    #[arg(long, value_name = "DIR", default_value = "data")]
    data: PathBuf,
    /// The new release's id; r1, r2 and so on if left out
    #[arg(long, value_name = "ID")]
    release: Option<Id>,
    /// The release that this one corrects
    #[arg(long, value_name = "ID")]
    supersedes: Option<Id>,
    /// The plan whose raw files are published too; only where they hold nothing private
    #[arg(long, value_name = "PLAN")]
    sources: Option<PathBuf>,
    #[command(flatten)]
    gate: GateArgs,
    /// Write nothing; print every distinct string of the release for a person to read
    #[arg(long)]
    dry_run: bool,
}

/// The files of a release that is being made, by path.
type Files = BTreeMap<DataPath, Vec<u8>>;

/// Files as they are found, by the path that they would have: nobody has looked at either yet.
type Raw = BTreeMap<String, io::Result<Vec<u8>>>;

impl Publish {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let mut gate = self.gate.open(&[&self.data, &self.ingested])?;
        // Before anything is parsed for good: an error would show what it found.
        let mut raw = self.raw();
        let found = raw.iter().map(|(name, bytes)| {
            let bytes = bytes.as_ref().map_or(&[][..], Vec::as_slice);
            (name.as_str(), bytes)
        });
        gate.pass(found)?;

        let (report, mut files) = self.ingested(&mut raw)?;
        let mut catalogue = folder::catalogue(&self.data)?.unwrap_or(Catalogue {
            format: 1,
            reports: vec![],
        });
        let lineage = self.lineage(&report, &catalogue, gate.record())?;
        if let Some(path) = &self.sources {
            add_sources(&mut files, &Plan::read(path)?, path, raw)?;
        }
        // The very rows that were just searched, so these are not searched again.
        for (made, bytes) in copies::made(&sealed(&files)?, &report)? {
            files.insert(path(&made)?, bytes);
        }
        let readme = readme(&report, &lineage, self.sources.is_some());
        files.insert(path("readme.md")?, readme.into());
        files.insert(path("license.txt")?, LICENSE.into());
        let descriptor = descriptor(&report, &lineage, &files)?;
        files.insert(path("datapackage.json")?, descriptor);
        let sums = sums(&files);

        let root = Digest::of(sums.as_bytes());
        list(
            &mut catalogue,
            &report,
            ListedRelease {
                id: lineage.release.as_str().parse()?,
                root,
                previous: lineage.previous,
                supersedes: self.supersedes.clone(),
                withdrawn: None,
            },
        );
        let mut json = serde_json::to_string_pretty(&catalogue)?;
        json.push('\n');
        let made = ["readme.md", "license.txt", "datapackage.json"]
            .into_iter()
            .filter_map(|name| Some((name, files.get(&path(name).ok()?)?.as_slice())));
        let listed = [(SUMS, sums.as_bytes()), ("catalogue.json", json.as_bytes())];
        gate.pass(made.chain(listed))?;
        gate.close()?;
        check(&files)?;
        // Read back before anything is written: a catalogue that cannot be read would take every report with it.
        Catalogue::read(json.as_bytes())?;
        if self.dry_run {
            eprintln!("dry run: nothing is written");
            let files = files
                .iter()
                .map(|(path, bytes)| (path.as_str(), &bytes[..]));
            return listing::print(files.filter(|(path, _)| !rounds::is_copy(path)));
        }

        let release = self
            .data
            .join(report.id.as_str())
            .join(lineage.release.as_str());
        // The same bytes without a line in the catalogue: a publish broke off there, and is taken up again.
        let broke_off = fs::read(release.join(SUMS)).is_ok_and(|there| there == sums.as_bytes());
        let _writing = Writing::begin();
        // All bytes are on the disk before the first name is: what then remains to do needs no room.
        let outside = || -> anyhow::Result<_> {
            Ok([
                // A checkout that turns LF into CRLF would break every hash.
                prepared(self.data.join(".gitattributes"), b"* -text\n")?,
                prepared(self.data.join("catalogue.json"), json.as_bytes())?,
            ])
        };
        let outside = if broke_off {
            outside()?
        } else {
            folder::whole(&release, |new| {
                for (path, bytes) in &files {
                    folder::write(&new.join(path.as_str()), bytes)?;
                }
                folder::write(&new.join(SUMS), sums.as_bytes())?;
                outside()
            })?
        };
        for (path, file) in outside {
            file.persist(&path)
                .with_context(|| format!("cannot write `{}`", path.display()))?;
        }
        println!(
            "{}: {} files, root digest {root}",
            release.display(),
            files.len()
        );
        // A private key never comes near this program.
        eprintln!(
            "to sign it: minisign -S -m {}/{SUMS} -t 'daggerboard {} seq={}'",
            release.display(),
            lineage.release,
            lineage.seq
        );
        Ok(())
    }

    /// Every file that would go into the release as it is, as far as it can be found without an error.
    fn raw(&self) -> Raw {
        let mut raw = Raw::new();
        let report = fs::read(self.ingested.join("report.json"));
        // Whatever else is wrong with the report, its batches lead to their files.
        let json: Value = report
            .as_ref()
            .ok()
            .and_then(|bytes| serde_json::from_slice(bytes).ok())
            .unwrap_or_default();
        let batches = json["batches"].as_array().into_iter().flatten();
        let names = batches
            .filter_map(|batch| batch["id"].as_str()?.parse().ok())
            .flat_map(|id| rounds_of(&id));
        for name in names {
            let bytes = fs::read(self.ingested.join(&name));
            raw.insert(name, bytes);
        }
        raw.insert("report.json".into(), report);
        if let Some(path) = &self.sources {
            let plan = fs::read(path);
            let text = plan
                .as_ref()
                .ok()
                .and_then(|bytes| std::str::from_utf8(bytes).ok());
            if let Some(plan) = text.and_then(|text| toml::from_str::<Plan>(text).ok()) {
                let folder = path.parent().unwrap_or(Path::new(""));
                for expected in plan.expected() {
                    let bytes = fs::read(folder.join(&expected.file));
                    raw.insert(source(&expected.file), bytes);
                }
            }
            // Whatever it was called, in the release it is `plan.toml`.
            raw.insert(source("plan.toml"), plan);
        }
        raw
    }

    /// The report and the files that ingest wrote.
    fn ingested(&self, raw: &mut Raw) -> anyhow::Result<(Report, Files)> {
        let mut take = |name: &str| {
            let bytes = raw.remove(name).unwrap_or(Err(ErrorKind::NotFound.into()));
            bytes.with_context(|| format!("cannot read `{}`", self.ingested.join(name).display()))
        };
        let bytes = take("report.json")?;
        let report: Report = serde_json::from_slice(&bytes).context("`report.json`")?;
        let mut files = Files::from([(path("report.json")?, bytes)]);
        for name in report.batches.iter().flat_map(|batch| rounds_of(&batch.id)) {
            files.insert(path(&name)?, take(&name)?);
        }
        Ok((report, files))
    }

    fn lineage(
        &self,
        report: &Report,
        catalogue: &Catalogue,
        screened: Screened,
    ) -> anyhow::Result<Lineage> {
        let earlier = catalogue
            .report(report.id.as_str())
            .map(|listed| listed.releases.as_slice())
            .unwrap_or_default();
        let seq = u32::try_from(earlier.len() + 1)?;
        let release = match &self.release {
            Some(id) => id.clone(),
            None => format!("r{seq}").parse()?,
        };
        if earlier.iter().any(|listed| listed.id == release) {
            bail!(
                "release `{release}` of `{}` is published, and nothing published is overwritten",
                report.id
            );
        }
        if let Some(id) = self
            .supersedes
            .as_ref()
            .filter(|&id| earlier.iter().all(|listed| listed.id != *id))
        {
            bail!("`--supersedes {id}`: `{}` has no such release", report.id);
        }
        Ok(Lineage {
            format: 1,
            report: path(report.id.as_str())?,
            release: path(release.as_str())?,
            seq,
            previous: earlier.last().map(|listed| listed.root),
            supersedes: self
                .supersedes
                .as_ref()
                .map(|id| path(id.as_str()))
                .transpose()?,
            screened: Some(screened),
        })
    }
}

fn path(text: &str) -> anyhow::Result<DataPath> {
    Ok(text.parse()?)
}

/// The files of rounds of a batch.
fn rounds_of(batch: &Id) -> [String; 2] {
    Side::BOTH.map(|side| rounds::round_file(batch, side))
}

/// Where a file of the plan's folder stands in the release.
fn source(file: &str) -> String {
    format!("{SOURCES}{file}")
}

const SOURCES: &str = "sources/";

/// Adds the plan and every raw file that it names and that is there, if they give the rounds in `files`.
fn add_sources(files: &mut Files, plan: &Plan, at: &Path, mut raw: Raw) -> anyhow::Result<()> {
    let text = raw.remove(&source("plan.toml"));
    if !text.is_some_and(|text| text.is_ok_and(|text| text == plan.text().as_bytes())) {
        bail!("`{}` has just changed: publish again", at.display());
    }
    raw.retain(|name, bytes| {
        let missing = bytes
            .as_ref()
            .is_err_and(|error| error.kind() == ErrorKind::NotFound);
        if missing {
            eprintln!("missing: `{}`", name.strip_prefix(SOURCES).unwrap_or(name));
        }
        !missing
    });
    // What the readme promises: these raw files give these rounds, byte for byte.
    for (made, bytes) in crate::ingest::again(plan)? {
        if files.get(&path(&made)?) != Some(&bytes) {
            bail!(
                "`{made}` is not what `{}` and its raw files give: ingest again",
                at.display()
            );
        }
    }
    files.insert(path(&source("plan.toml"))?, plan.text().into());
    for (name, bytes) in raw {
        let bytes = bytes.with_context(|| format!("cannot read `{name}`"))?;
        files.insert(path(&name)?, bytes);
    }
    Ok(())
}

/// The manifest of `files`.
fn sums(files: &Files) -> String {
    let sums: BTreeMap<DataPath, Digest> = files
        .iter()
        .map(|(path, bytes)| (path.clone(), Digest::of(bytes)))
        .collect();
    Manifest::write(&sums)
}

/// The files, sealed by their own manifest.
fn sealed(files: &Files) -> anyhow::Result<Vec<Sealed>> {
    let manifest = Manifest::read(sums(files).as_bytes())?;
    let files = files.iter();
    let sealed = files.map(|(path, bytes)| Ok(manifest.open(path, bytes.clone())?));
    sealed.collect()
}

/// Reads the release back as a reader will, before anything is written.
fn check(files: &Files) -> anyhow::Result<()> {
    let sealed = sealed(files)?;
    let release = Release::read(&sealed)?;
    for doubt in release.doubts() {
        exit::tell(format!("doubt: {doubt}"));
    }
    let mut wrong = release.wrong();
    wrong.extend(copies::differing(&sealed, &release.report));
    exit::list(&wrong, "findings; nothing was published", exit::FOUND)
}

fn list(catalogue: &mut Catalogue, report: &Report, release: ListedRelease) {
    match catalogue
        .reports
        .iter_mut()
        .find(|listed| listed.id == report.id)
    {
        Some(listed) => {
            listed.title = report.title.clone();
            listed.status = report.status;
            listed.releases.push(release);
        }
        None => catalogue.reports.push(Listed {
            id: report.id.clone(),
            title: report.title.clone(),
            status: report.status,
            releases: vec![release],
        }),
    }
}

/// Lets everybody read what a temporary file becomes: a web server is somebody else.
#[cfg(unix)]
fn published<'a, 'b>(file: &'a mut tempfile::Builder<'b, 'b>) -> &'a mut tempfile::Builder<'b, 'b> {
    use std::os::unix::fs::PermissionsExt;
    file.permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn published<'a, 'b>(file: &'a mut tempfile::Builder<'b, 'b>) -> &'a mut tempfile::Builder<'b, 'b> {
    file
}

/// Replaces one file, whole or not at all.
/// A file with these bytes, on the disk and not yet under its name.
pub(crate) fn prepared(path: PathBuf, bytes: &[u8]) -> anyhow::Result<(PathBuf, NamedTempFile)> {
    let parent = path.parent().unwrap_or(Path::new("."));
    let mut file =
        published(tempfile::Builder::new().prefix(".daggerboard-")).tempfile_in(parent)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    Ok((path, file))
}

const LICENSE: &str = "\
This release may be used under the Creative Commons Attribution 4.0 International licence (SPDX: CC-BY-4.0).

Cite the report's id, the release and its root digest, so that a reader can find the very files.
";

fn readme(report: &Report, lineage: &Lineage, sources: bool) -> String {
    let status = match report.status {
        Status::Measured => "Measured.",
        Status::Illustrative => {
            "Illustrative: reconstructed to match published figures. These are not measurements."
        }
    };
    let sources = if sources {
        "\nThe raw client files are in `sources/`. `daggerboard ingest sources/plan.toml --out NEW` makes `report.json` and `rounds/` again, byte for byte.\n"
    } else {
        ""
    };
    format!(
        "# {title}\n\n{title_zh}\n\n{question}\n\n{question_zh}\n\nStatus: {status}\n\n\
         Report `{id}`, release `{release}`.\n\n## Check it\n\n    sha256sum -c --strict SHA256SUMS\n\n\
         The root digest is the SHA-256 of `SHA256SUMS`. Compare it with one that reached you by another way.\n\n\
         `report.json` says what ran and what did not; `rounds/` has one row a round; `datapackage.json` describes every column.\n{sources}",
        title = report.title.en,
        title_zh = report.title.zh,
        question = report.question.en,
        question_zh = report.question.zh,
        id = lineage.report,
        release = lineage.release,
    )
}

/// The Frictionless Data Package that describes `files`.
fn descriptor(report: &Report, lineage: &Lineage, files: &Files) -> anyhow::Result<Vec<u8>> {
    let resources: Vec<Value> = files
        .iter()
        .map(|(path, bytes)| resource(path.as_str(), bytes))
        .collect();
    let package = json!({
        "$schema": "https://datapackage.org/profiles/2.0/datapackage.json",
        "name": report.id,
        "title": report.title.en,
        "description": report.question.en,
        "licenses": [{ "name": "CC-BY-4.0", "title": "Creative Commons Attribution 4.0", "path": "license.txt" }],
        "resources": resources,
        "daggerboard": lineage,
    });
    let mut json = serde_json::to_string_pretty(&package)?;
    json.push('\n');
    Ok(json.into_bytes())
}

fn resource(path: &str, bytes: &[u8]) -> Value {
    let (format, mediatype) = match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("csv") => ("csv", "text/csv"),
        Some("json") => ("json", "application/json"),
        Some("parquet") => ("parquet", "application/vnd.apache.parquet"),
        Some("toml") => ("toml", "application/toml"),
        Some("md") => ("md", "text/markdown"),
        _ => ("txt", "text/plain"),
    };
    let mut resource = json!({
        "name": path.replace('/', "_"),
        "path": path,
        "format": format,
        "mediatype": mediatype,
        "bytes": bytes.len(),
        "hash": format!("sha256:{}", Digest::of(bytes)),
    });
    if format == "parquet" {
        // Not a table that frictionless would look into: that takes a plugin, and the CSV has the same rows.
        resource["type"] = json!("file");
        return resource;
    }
    resource["encoding"] = json!("utf-8");
    if format == "json" {
        // Without it, frictionless takes a report.json for a report of its own and calls it invalid.
        resource["type"] = json!("json");
    }
    if format == "csv" {
        resource["type"] = json!("table");
        resource["schema"] = json!({
            "fields": COLUMNS.map(field),
            "primaryKey": ["scenario", "round"],
            "missingValues": [""],
        });
    }
    resource
}

fn field(column: rounds::Column) -> Value {
    let (kind, constraints) = match column.holds {
        ColumnType::Count => ("integer", json!({ "required": true, "minimum": 0 })),
        ColumnType::CountOrEmpty => ("integer", json!({ "minimum": 0 })),
        ColumnType::Number => ("number", json!({ "required": true, "minimum": 0 })),
        ColumnType::NumberOrEmpty => ("number", json!({ "minimum": 0 })),
        // An empty cell is read as missing, so a pattern that allows it must not be required.
        ColumnType::Text(pattern) => (
            "string",
            json!({ "required": !column.holds.may_be_empty(), "pattern": pattern }),
        ),
    };
    json!({ "name": column.name, "type": kind, "description": column.means, "constraints": constraints })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_is_described() {
        let described = COLUMNS.map(field);
        assert_eq!(described.len(), 32);
        assert_eq!(described[14]["constraints"], json!({ "minimum": 0 }));
        assert_eq!(described[10]["constraints"]["required"], json!(false));
    }
}
