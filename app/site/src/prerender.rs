//! Writes pages as HTML: a job a line on stdin, in JSON, and for each an answer a line on stdout.
//!
//! Opens no file: the command that builds the site brings the bytes, and they are hashed here as in the browser.
//! The same components as in the browser, so that there is no second set of templates.

use std::{collections::BTreeMap, io::Write, process::ExitCode, sync::Arc};

use charts::Lang;
use leptos::prelude::*;
use rounds::{Catalogue, Claim, Keys, Listed, Signed};
use seal::{Descriptor, Manifest, SIGNATURE, SUMS};
use serde::{Deserialize, Serialize};
use site::{Address, Entry, Page, Signature, view};

/// What is to be done.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
enum Job {
    /// Takes what all pages share; comes first.
    Site(Site),
    /// Writes the pages of one release, and keeps what the start page says of it.
    Release(Pages),
    /// Writes the start page, of all that was kept.
    Start(Place),
    /// Writes the page that stands where there is none.
    Missing(Place),
}

/// What all pages share.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Site {
    /// The bytes of catalogue.json.
    catalogue: String,
    /// The bytes of keys.json.
    keys: Option<String>,
}

/// Where a page is to stand.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Place {
    /// `en` or `zh`.
    lang: String,
    /// The way to the site's root.
    root: String,
}

impl Place {
    fn lang(&self) -> Result<Lang, String> {
        let mut all = Lang::ALL.into_iter();
        all.find(|lang| lang.pick("en", "zh") == self.lang)
            .ok_or_else(|| format!("`lang` is `{}`, expected `en` or `zh`", self.lang))
    }
}

/// The pages of a release.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pages {
    /// The report's folder.
    report: String,
    /// The release's folder.
    release: String,
    /// Its pages.
    places: Vec<Place>,
    /// The files of the release by path, with its signature, but for its sources.
    files: Files,
    /// The same of each release that a correction binds to it.
    others: BTreeMap<String, Files>,
}

type Files = BTreeMap<String, String>;

/// A page, as far as the shell does not know it.
#[derive(Serialize)]
struct Written {
    title: String,
    description: String,
    body: String,
}

fn main() -> ExitCode {
    match answer() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("prerender: {error}");
            ExitCode::FAILURE
        }
    }
}

fn answer() -> Result<(), String> {
    let mut writer = Writer::default();
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lines() {
        let line = line.map_err(|error| error.to_string())?;
        let job = serde_json::from_str(&line).map_err(|error| error.to_string())?;
        let answer = match job {
            Job::Site(site) => serde_json::to_string(&writer.take(site)?),
            Job::Release(job) => serde_json::to_string(&writer.release(&job)?),
            Job::Start(place) => serde_json::to_string(&writer.start(&place)?),
            Job::Missing(place) => serde_json::to_string(&missing(&place)?),
        };
        let answer = answer.map_err(|error| error.to_string())?;
        writeln!(out, "{answer}")
            .and_then(|()| out.flush())
            .map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// What is known from one job to the next.
#[derive(Default)]
struct Writer {
    /// The reports of the catalogue, by id.
    reports: BTreeMap<String, Listed>,
    keys: Option<Keys>,
    /// What the start page says of each report.
    entries: Vec<Entry>,
}

impl Writer {
    fn take(&mut self, site: Site) -> Result<(), String> {
        let catalogue =
            Catalogue::read(site.catalogue.as_bytes()).map_err(|error| error.to_string())?;
        let reports = catalogue.reports.into_iter();
        self.reports = reports
            .map(|report| (report.id.to_string(), report))
            .collect();
        self.keys = site
            .keys
            .map(|keys| Keys::read(keys.as_bytes()))
            .transpose()
            .map_err(|error| error.to_string())?;
        Ok(())
    }

    fn release(&mut self, job: &Pages) -> Result<Vec<Written>, String> {
        let mut all = vec![];
        for place in &job.places {
            let page = self.page(job, place, &job.release, &job.files)?;
            let page = Arc::new(page);
            let signed = self.signed(&page, &job.files)?;
            let others = job.others.iter();
            let others = others.map(|(release, files)| self.page(job, place, release, files));
            let others = others.collect::<Result<Vec<Page>, _>>()?;
            if page.is_newest() && !self.entries.iter().any(|entry| entry.is_of(&page)) {
                self.entries.extend(Entry::of(&page, &signed));
            }
            let body = Owner::new().with(|| {
                let checks = RwSignal::new(vec![Default::default(); page.files.len()]);
                let held = RwSignal::new(Signature::Built(signed));
                view::app(&page, checks, held, &others).to_html()
            });
            let [title, description] = view::title(&page);
            all.push(Written {
                title,
                description,
                body,
            });
        }
        Ok(all)
    }

    fn start(&mut self, place: &Place) -> Result<Written, String> {
        let lang = place.lang()?;
        let [title, description] = view::start_title(lang);
        Ok(Written {
            title: title.into(),
            description: description.into(),
            body: view::start(&mut self.entries, lang).to_html(),
        })
    }

    /// What is known of the signature of a release.
    fn signed(&self, page: &Page, files: &Files) -> Result<Signed, String> {
        Claim {
            sums: files.get(SUMS).map(String::as_bytes).unwrap_or_default(),
            release: page.lineage.release.as_str(),
            seq: page.lineage.seq,
            date: &page.report.date,
            signature: files.get(SIGNATURE).map(String::as_str),
            keys: self.keys.as_ref(),
            told: None,
        }
        .judge()
        .map_err(|error| error.to_string())
    }

    /// The page of one release, every figure of it.
    fn page(
        &self,
        job: &Pages,
        place: &Place,
        release: &str,
        files: &Files,
    ) -> Result<Page, String> {
        let address = Address {
            report: job.report.clone(),
            release: release.into(),
            lang: place.lang()?,
            root: place.root.clone(),
            told: String::new(),
            key: String::new(),
            signed: [false; 2],
            unknown: String::new(),
        };
        // A page only asks for its own report.
        let catalogue = Catalogue {
            format: 1,
            reports: self.reports.get(&job.report).cloned().into_iter().collect(),
        };
        sealed_page(address, catalogue, files)
    }
}

fn missing(place: &Place) -> Result<Written, String> {
    let lang = place.lang()?;
    Ok(Written {
        title: messages::not_here(lang).into(),
        description: messages::not_here_why(lang).into(),
        body: view::missing(&place.root).to_html(),
    })
}

fn sealed_page(address: Address, catalogue: Catalogue, files: &Files) -> Result<Page, String> {
    let sums = files.get(SUMS).ok_or("no SHA256SUMS")?;
    let manifest = Manifest::read(sums.as_bytes()).map_err(|error| error.to_string())?;
    let mut sealed = vec![];
    for (path, text) in files
        .iter()
        .filter(|(path, _)| ![SUMS, SIGNATURE].contains(&path.as_str()))
    {
        let path = path
            .parse()
            .map_err(|error: seal::PathError| error.to_string())?;
        sealed.push(
            manifest
                .open(&path, text.clone().into_bytes())
                .map_err(|error| error.to_string())?,
        );
    }
    let descriptor = sealed
        .iter()
        .find(|file| file.path().as_str() == "datapackage.json")
        .ok_or("no datapackage.json")?;
    let descriptor = Descriptor::read(descriptor, &manifest).map_err(|error| error.to_string())?;
    let root = manifest.root();
    let page = Page::of(address, catalogue, root, &descriptor, sealed)?;
    page.summaries()?;
    Ok(page)
}
