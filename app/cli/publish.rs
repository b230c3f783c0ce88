use std::{
    collections::BTreeMap,
    fs,
    io::{ErrorKind, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context, bail};
use clap::Args;
use rounds::{
    COLUMNS, Catalogue, ColumnType, Id, Listed, ListedRelease, Release, Report, Side, Status,
};
use seal::{DataPath, Digest, Lineage, Manifest, SUMS};
use serde_json::{Value, json};

use crate::{exit, folder, plan::Plan};

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
}

/// The files of a release that is being made, by path.
type Files = BTreeMap<DataPath, Vec<u8>>;

impl Publish {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let (report, mut files) = self.ingested()?;
        let mut catalogue = folder::catalogue(&self.data)?.unwrap_or(Catalogue {
            format: 1,
            reports: vec![],
        });
        let lineage = self.lineage(&report, &catalogue)?;
        if let Some(path) = &self.sources {
            let plan = Plan::read(path)?;
            // What the readme promises: these raw files give these rounds, byte for byte.
            for (made, bytes) in crate::ingest::again(&plan)? {
                if files.get(&self::path(&made)?) != Some(&bytes) {
                    bail!(
                        "`{made}` is not what `{}` and its raw files give: ingest again",
                        path.display()
                    );
                }
            }
            add_sources(&mut files, &plan)?;
        }
        files.insert(
            path("readme.md")?,
            readme(&report, &lineage, self.sources.is_some()).into(),
        );
        files.insert(path("license.txt")?, LICENSE.into());
        let descriptor = descriptor(&report, &lineage, &files)?;
        files.insert(path("datapackage.json")?, descriptor);
        let sums: BTreeMap<DataPath, Digest> = files
            .iter()
            .map(|(path, bytes)| (path.clone(), Digest::of(bytes)))
            .collect();
        let sums = Manifest::write(&sums);
        check(&sums, &files)?;

        let root = Digest::of(sums.as_bytes());
        list(
            &mut catalogue,
            &report,
            ListedRelease {
                id: lineage.release.as_str().parse()?,
                root,
            },
        );
        let mut json = serde_json::to_string_pretty(&catalogue)?;
        json.push('\n');
        // Read back before anything is written: a catalogue that cannot be read would take every report with it.
        Catalogue::read(json.as_bytes()).map_err(anyhow::Error::msg)?;

        let release = self
            .data
            .join(report.id.as_str())
            .join(lineage.release.as_str());
        // The same bytes without a line in the catalogue: a publish broke off there, and is taken up again.
        let broke_off = fs::read(release.join(SUMS)).is_ok_and(|there| there == sums.as_bytes());
        if !broke_off {
            folder::whole(&release, |new| {
                for (path, bytes) in &files {
                    folder::write(&new.join(path.as_str()), bytes)?;
                }
                folder::write(&new.join(SUMS), sums.as_bytes())
            })?;
        }
        // A checkout that turns LF into CRLF would break every hash.
        replace(&self.data.join(".gitattributes"), b"* -text\n")?;
        replace(&self.data.join("catalogue.json"), json.as_bytes())?;
        println!(
            "{}: {} files, root digest {root}",
            release.display(),
            files.len()
        );
        Ok(())
    }

    /// The report and the files that ingest wrote.
    fn ingested(&self) -> anyhow::Result<(Report, Files)> {
        let read = |name: &str| {
            let file = self.ingested.join(name);
            fs::read(&file).with_context(|| format!("cannot read `{}`", file.display()))
        };
        let bytes = read("report.json")?;
        let report: Report = serde_json::from_slice(&bytes).context("`report.json`")?;
        let mut files = Files::from([(path("report.json")?, bytes)]);
        for batch in &report.batches {
            for side in Side::BOTH {
                let name = rounds::round_file(&batch.id, side);
                files.insert(path(&name)?, read(&name)?);
            }
        }
        Ok((report, files))
    }

    fn lineage(&self, report: &Report, catalogue: &Catalogue) -> anyhow::Result<Lineage> {
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
        })
    }
}

fn path(text: &str) -> anyhow::Result<DataPath> {
    Ok(text.parse()?)
}

/// Adds the plan and every raw file that it names and that is there.
fn add_sources(files: &mut Files, plan: &Plan) -> anyhow::Result<()> {
    for expected in plan.expected() {
        let file = plan.path(&expected.file);
        match fs::read(&file) {
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            bytes => {
                let bytes = bytes.with_context(|| format!("cannot read `{}`", file.display()))?;
                files.insert(path(&format!("sources/{}", expected.file))?, bytes);
            }
        }
    }
    // Whatever it was called, in the release it is `plan.toml`.
    files.insert(path("sources/plan.toml")?, plan.text().into());
    Ok(())
}

/// Reads the release back as a reader will, before anything is written.
fn check(sums: &str, files: &Files) -> anyhow::Result<()> {
    let manifest = Manifest::read(sums.as_bytes())?;
    let sealed: Vec<_> = files
        .iter()
        .map(|(path, bytes)| manifest.open(path, bytes.clone()))
        .collect::<Result<_, _>>()?;
    let release = Release::read(&sealed)?;
    let mut found: Vec<String> = release
        .batches
        .iter()
        .filter_map(|batch| batch.as_ref().err())
        .map(ToString::to_string)
        .collect();
    found.extend(
        rounds::findings(&release)
            .into_iter()
            .map(|(check, finding)| format!("{finding} ({check})")),
    );
    exit::list(&found, "findings; nothing was published", exit::FOUND)
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
fn replace(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let parent = path.parent().unwrap_or(Path::new("."));
    let mut file =
        published(tempfile::Builder::new().prefix(".daggerboard-")).tempfile_in(parent)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path)
        .with_context(|| format!("cannot write `{}`", path.display()))?;
    Ok(())
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
        Some("toml") => ("toml", "application/toml"),
        Some("md") => ("md", "text/markdown"),
        _ => ("txt", "text/plain"),
    };
    let mut resource = json!({
        "name": path.replace('/', "_"),
        "path": path,
        "format": format,
        "mediatype": mediatype,
        "encoding": "utf-8",
        "bytes": bytes.len(),
        "hash": format!("sha256:{}", Digest::of(bytes)),
    });
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
        ColumnType::Number => ("number", json!({ "required": true, "minimum": 0 })),
        ColumnType::NumberOrEmpty => ("number", json!({ "minimum": 0 })),
        // An empty cell is read as missing, so a pattern that allows it must not be required.
        ColumnType::Text(pattern) => (
            "string",
            json!({ "required": !pattern.ends_with('?'), "pattern": pattern }),
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
        assert_eq!(described.len(), 24);
        assert_eq!(described[14]["constraints"], json!({ "minimum": 0 }));
        assert_eq!(described[10]["constraints"]["required"], json!(false));
    }
}
