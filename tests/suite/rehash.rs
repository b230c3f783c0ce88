//! Releases spoilt behind the back of their hashes.
//!
//! A changed byte is found by `verify` at once. What a release *says* can only be tried with manifests that fit, so
//! this makes them fit again.

use std::path::Path;

use seal::{DataPath, Digest, Manifest, SIGNATURE, SUMS};
use serde_json::{Value, json};

use crate::harness::{Folder, files};

/// Makes `datapackage.json`, `SHA256SUMS` and the catalogue fit the files of the release in `folder`.
pub(crate) fn rehash(folder: &Folder, release: &str) {
    let resources: Vec<Value> = files(&folder.path(release))
        .iter()
        .filter(|(name, _)| ![SUMS, SIGNATURE, "datapackage.json"].contains(&name.as_str()))
        .map(|(name, bytes)| {
            json!({ "path": name, "bytes": bytes.len(), "hash": format!("sha256:{}", Digest::of(bytes)) })
        })
        .collect();
    let descriptor = format!("{release}/datapackage.json");
    let mut package: Value = serde_json::from_str(&folder.read(&descriptor)).unwrap();
    package["resources"] = Value::from(resources);
    folder.write(&descriptor, pretty(&package));
    rehash_sums(folder, release);
}

/// JSON as `publish` writes it.
pub(crate) fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap() + "\n"
}

/// Makes `SHA256SUMS` and the catalogue fit, whatever `datapackage.json` says.
pub(crate) fn rehash_sums(folder: &Folder, release: &str) {
    let digests = files(&folder.path(release))
        .into_iter()
        .filter(|(name, _)| ![SUMS, SIGNATURE].contains(&name.as_str()))
        .map(|(name, bytes)| (name.parse::<DataPath>().unwrap(), Digest::of(&bytes)))
        .collect();
    // Nobody signed what comes now.
    let _ = std::fs::remove_file(folder.path(&format!("{release}/{SIGNATURE}")));
    let sums = Manifest::write(&digests);
    let root = Digest::of(sums.as_bytes()).to_string();
    folder.write(&format!("{release}/{SUMS}"), sums);

    let names: Vec<&str> = release.split('/').collect();
    let [data, report, id] = names[..] else {
        panic!("`{release}`: expected data, report and release");
    };
    let catalogue = format!("{data}/catalogue.json");
    if !Path::exists(&folder.path(&catalogue)) {
        return;
    }
    let mut listed: Value = serde_json::from_str(&folder.read(&catalogue)).unwrap();
    let all = |value: &mut Value, key: &str| {
        let list = value[key].as_array_mut().unwrap();
        std::mem::take(list)
    };
    let mut reports = all(&mut listed, "reports");
    for listed in reports.iter_mut().filter(|listed| listed["id"] == report) {
        let releases = listed["releases"].as_array_mut().unwrap();
        for release in releases.iter_mut().filter(|release| release["id"] == id) {
            release["root"] = root.clone().into();
        }
    }
    listed["reports"] = reports.into();
    folder.write(&catalogue, pretty(&listed));
}
