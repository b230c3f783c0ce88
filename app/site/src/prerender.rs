//! Writes the pages of one release as HTML: a job in JSON on stdin, the page's body on stdout.
//!
//! Opens no file: the command that builds the site brings the bytes, and they are hashed here as in the browser.
//! The same components as in the browser, so that there is no second set of templates.

use std::{
    collections::BTreeMap,
    io::{Read, Write},
    process::ExitCode,
    sync::Arc,
};

use charts::Lang;
use leptos::prelude::*;
use rounds::{Catalogue, Keys};
use seal::{Descriptor, Manifest, SIGNATURE, SUMS};
use serde::{Deserialize, Serialize};
use site::{Address, Page, Signing, view};

/// What is to be written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Job {
    /// The report's folder.
    report: String,
    /// The release's folder.
    release: String,
    /// `en` or `zh`.
    lang: String,
    /// The way to the site's root.
    root: String,
    /// The bytes of catalogue.json.
    catalogue: String,
    /// The files of the release by path, with its signature, but for its sources.
    files: Files,
    /// The bytes of keys.json.
    keys: Option<String>,
    /// The same of each release that a correction binds to it.
    others: BTreeMap<String, Files>,
}

type Files = BTreeMap<String, String>;

/// The page, as far as the shell does not know it.
#[derive(Serialize)]
struct Written {
    title: String,
    description: String,
    body: String,
}

fn main() -> ExitCode {
    let mut job = String::new();
    let written = std::io::stdin()
        .read_to_string(&mut job)
        .map_err(|error| error.to_string())
        .and_then(|_| write(&job));
    match written {
        Ok(json) => match std::io::stdout().write_all(json.as_bytes()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        },
        Err(error) => {
            eprintln!("prerender: {error}");
            ExitCode::FAILURE
        }
    }
}

fn write(job: &str) -> Result<String, String> {
    let job: Job = serde_json::from_str(job).map_err(|error| error.to_string())?;
    let lang = Lang::ALL
        .into_iter()
        .find(|lang| lang.pick("en", "zh") == job.lang)
        .ok_or("`lang` is neither en nor zh")?;
    let catalogue = Catalogue::read(job.catalogue.as_bytes())?;
    let made = |release: String, files: Files| {
        let address = Address {
            report: job.report.clone(),
            release,
            lang,
            root: job.root.clone(),
            told: String::new(),
            key: String::new(),
            signed: [false; 2],
            unknown: String::new(),
        };
        page(address, &catalogue, files)
    };
    let file = |name| job.files.get(name).cloned();
    let signing = Signing {
        sums: file(SUMS).unwrap_or_default(),
        signature: file(SIGNATURE),
        keys: job
            .keys
            .map(|keys| Keys::read(keys.as_bytes()))
            .transpose()?,
    };
    let page = Arc::new(made(job.release, job.files)?.hold(signing)?);
    let others = job.others.into_iter();
    let others: Vec<Page> = others
        .map(|(release, files)| made(release, files))
        .collect::<Result<_, _>>()?;
    let owner = Owner::new();
    let body = owner.with(|| {
        let checks = RwSignal::new(vec![Default::default(); page.files.len()]);
        view::app(&page, checks, &others).to_html()
    });
    let [title, description] = view::title(&page);
    serde_json::to_string(&Written {
        title,
        description,
        body,
    })
    .map_err(|error| error.to_string())
}

/// The page of one release, every figure of it.
fn page(address: Address, catalogue: &Catalogue, files: Files) -> Result<Page, String> {
    let sums = files.get(SUMS).ok_or("no SHA256SUMS")?;
    let manifest = Manifest::read(sums.as_bytes()).map_err(|error| error.to_string())?;
    let mut sealed = vec![];
    for (path, text) in files
        .into_iter()
        .filter(|(path, _)| ![SUMS, SIGNATURE].contains(&path.as_str()))
    {
        let path = path
            .parse()
            .map_err(|error: seal::PathError| error.to_string())?;
        sealed.push(
            manifest
                .open(&path, text.into_bytes())
                .map_err(|error| error.to_string())?,
        );
    }
    let descriptor = sealed
        .iter()
        .find(|file| file.path().as_str() == "datapackage.json")
        .ok_or("no datapackage.json")?;
    let descriptor = Descriptor::read(descriptor, &manifest).map_err(|error| error.to_string())?;
    let root = manifest.root();
    let page = Page::of(address, catalogue.clone(), root, &descriptor, sealed)?;
    page.summaries()?;
    Ok(page)
}
