//! Any bytes as a file of a release: an error or what it says, never a panic; and what was read is written and read again
//! as the same.
//!
//! Built once for each file, by the name of the program.

#![no_main]

use std::collections::BTreeMap;

use libfuzzer_sys::fuzz_target;
use rounds::{Batch, Catalogue, Id, Load, Release, Report, Sheet};
use seal::{DataPath, Descriptor, Digest, Manifest, Sealed};
use serde_json::Value;
use summary::Summary;

fuzz_target!(|bytes: &[u8]| {
    match env!("CARGO_BIN_NAME") {
        "manifest" => manifest(bytes),
        "descriptor" => descriptor(bytes),
        "report" => report(bytes),
        "rounds" => rounds(bytes),
        "catalogue" => catalogue(bytes),
        name => panic!("no file is called {name}"),
    }
});

fn manifest(bytes: &[u8]) {
    let Ok(manifest) = Manifest::read(bytes) else {
        return;
    };
    assert_eq!(Manifest::write(&listed(&manifest)).as_bytes(), bytes);
    assert_eq!(manifest.root(), Digest::of(bytes));
}

fn listed(manifest: &Manifest) -> BTreeMap<DataPath, Digest> {
    let entry = |path: &DataPath| (path.clone(), manifest.digest(path).unwrap());
    manifest.paths().map(entry).collect()
}

/// Under the manifest that says what the descriptor says, and under one that lists a file less.
fn descriptor(bytes: &[u8]) {
    let path: DataPath = "datapackage.json".parse().unwrap();
    let value: Value = serde_json::from_slice(bytes).unwrap_or_default();
    let resources = value["resources"].as_array().into_iter().flatten();
    let mut files: BTreeMap<DataPath, Digest> = resources
        .filter_map(|resource| {
            let path = resource["path"].as_str()?.parse().ok()?;
            let hash = resource["hash"].as_str()?.strip_prefix("sha256:")?;
            Some((path, hash.parse().ok()?))
        })
        .collect();
    files.insert(path.clone(), Digest::of(bytes));
    let read = |files: &BTreeMap<DataPath, Digest>| {
        let manifest = Manifest::read(Manifest::write(files).as_bytes()).unwrap();
        let sealed = manifest.open(&path, bytes.into()).unwrap();
        Descriptor::read(&sealed, &manifest)
    };
    let Ok(descriptor) = read(&files) else {
        return;
    };
    let said = descriptor
        .files()
        .map(|(path, entry)| (path.clone(), entry.hash));
    let mut said: BTreeMap<DataPath, Digest> = said.collect();
    said.insert(path.clone(), Digest::of(bytes));
    assert_eq!(said, files);
    let lineage = serde_json::to_string(descriptor.lineage()).unwrap();
    assert_eq!(
        *descriptor.lineage(),
        serde_json::from_str(&lineage).unwrap()
    );
    if let Some((first, _)) = descriptor.files().next() {
        files.remove(first);
        assert!(read(&files).is_err());
    }
}

fn report(bytes: &[u8]) {
    let Ok(report) = Report::read(&sealed("report.json", bytes.into())) else {
        return;
    };
    let written = serde_json::to_vec(&report).unwrap();
    let again = Report::read(&sealed("report.json", written)).unwrap();
    let ((again, rates), (report, read)) = (without_rates(again), without_rates(report));
    assert_eq!(again, report);
    // serde_json may be out by the last bit where a rate is very small or large.
    for (a, b) in rates.into_iter().zip(read) {
        assert!(
            (a - b).abs() <= f64::MIN_POSITIVE.max(1e-15 * b.abs()),
            "{a} {b}"
        );
    }
    report
        .findings()
        .iter()
        .for_each(|finding| drop(finding.to_string()));
}

/// The arrival rates taken out of the report.
fn without_rates(mut report: Report) -> (Report, Vec<f64>) {
    let plans = report
        .batches
        .iter_mut()
        .flat_map(|batch| &mut batch.scenarios);
    let rates = plans.filter_map(|plan| match &mut plan.load {
        Load::Rate(rate) => Some(std::mem::take(rate)),
        Load::Concurrency(_) => None,
    });
    let rates = rates.collect();
    (report, rates)
}

/// As the baseline of the first batch of the report among the seeds.
fn rounds(bytes: &[u8]) {
    let report: Report = serde_json::from_slice(include_bytes!("seeds/release-report")).unwrap();
    let gather = |bytes: Vec<u8>| {
        let file = sealed("rounds/main-baseline.csv", bytes);
        Batch::gather(&report, vec![Sheet::read(&file, &report).ok()?]).ok()
    };
    let Some(batch) = gather(bytes.into()) else {
        return;
    };
    let write = |batch: &Batch| {
        let rounds = batch
            .scenarios()
            .iter()
            .flat_map(|planned| planned.baseline.clone());
        rounds::write(&Vec::from_iter(rounds))
    };
    let written = write(&batch);
    let again = gather(written.clone()).unwrap();
    assert_eq!(write(&again), written);
    assert_eq!(Summary::of(&again), Summary::of(&batch));
    let release = Release {
        report: report.clone(),
        batches: vec![Ok(batch)],
    };
    rounds::findings(&release)
        .iter()
        .for_each(|(_, finding)| drop(finding.to_string()));
}

fn catalogue(bytes: &[u8]) {
    let Ok(catalogue) = Catalogue::read(bytes) else {
        return;
    };
    let written = serde_json::to_vec(&catalogue).unwrap();
    assert_eq!(Catalogue::read(&written).unwrap(), catalogue);
    for report in &catalogue.reports {
        for release in &report.releases {
            let number = |id: &Id| report.release(id.as_str()).map(|(number, _)| number);
            if let Some(later) = report.corrected_by(&release.id) {
                assert!(number(&later.id) > number(&release.id));
            }
        }
    }
}

/// `bytes` under a manifest that lists them as `path`.
fn sealed(path: &str, bytes: Vec<u8>) -> Sealed {
    let path: DataPath = path.parse().unwrap();
    let files = BTreeMap::from([(path.clone(), Digest::of(&bytes))]);
    let manifest = Manifest::read(Manifest::write(&files).as_bytes()).unwrap();
    manifest.open(&path, bytes).unwrap()
}
