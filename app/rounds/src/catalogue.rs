use std::collections::BTreeSet;

use seal::Digest;
use serde::{Deserialize, Serialize};

use crate::{Id, Status, Text};

/// `catalogue.json`: every report with its releases. The only published file that changes in place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Catalogue {
    /// The version of the data format; this program reads 1.
    pub format: u32,
    /// The reports; the page opens with the first.
    pub reports: Vec<Listed>,
}

/// One report in the catalogue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Listed {
    /// The report's id and folder.
    pub id: Id,
    /// Its title.
    pub title: Text,
    /// Whether its figures were measured.
    pub status: Status,
    /// Its releases, the newest last; never empty.
    pub releases: Vec<ListedRelease>,
}

/// One release in the catalogue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListedRelease {
    /// The release's id and folder.
    pub id: Id,
    /// Its root digest: SHA-256 of its `SHA256SUMS`.
    pub root: Digest,
}

impl Catalogue {
    /// Reads the bytes of a `catalogue.json`.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        let catalogue: Self =
            serde_json::from_slice(bytes).map_err(|error| match seal::cause(bytes) {
                Some(accident) => format!("`catalogue.json`: found {accident}"),
                None => format!("`catalogue.json`: {error}"),
            })?;
        if catalogue.format != 1 {
            return Err(format!(
                "`catalogue.json`: `format` is `{}`, expected `1`",
                catalogue.format
            ));
        }
        let refuse = |why: String| Err(format!("`catalogue.json`: {why}"));
        let mut seen = BTreeSet::new();
        for report in &catalogue.reports {
            if ["data", "zh"].contains(&report.id.as_str()) {
                return refuse(format!(
                    "report `{}` has the name of one of the site's own folders",
                    report.id
                ));
            }
            if report.releases.is_empty() {
                return refuse(format!("report `{}` has no release", report.id));
            }
            for release in &report.releases {
                if !seen.insert((&report.id, &release.id)) {
                    return refuse(format!(
                        "release `{}` of `{}` is listed twice",
                        release.id, report.id
                    ));
                }
            }
        }
        Ok(catalogue)
    }

    /// The report called `id`.
    pub fn report(&self, id: &str) -> Option<&Listed> {
        self.reports.iter().find(|report| report.id.as_str() == id)
    }
}

impl Listed {
    /// The newest release.
    pub fn newest(&self) -> Option<&ListedRelease> {
        self.releases.last()
    }
}
