use std::collections::BTreeSet;

use seal::{Digest, Mend};
use serde::{Deserialize, Serialize};

use crate::{Id, Status, Text, checks::is_day};

/// What stands on the site beside reports, and in a report's folder beside its releases.
const OWN: [&str; 7] = [
    "card.png",
    "data",
    "feed.xml",
    "index.html",
    "robots.txt",
    "sitemap.xml",
    "zh",
];
const OWN_NAME: &str = "the name of one of the site's own folders or files";

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
    /// The root digest of the release before it; absent for the first. So each entry pins all before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous: Option<Digest>,
    /// The earlier release that this one corrects.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supersedes: Option<Id>,
    /// Why its publisher no longer stands by it. Its files stay.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub withdrawn: Option<Withdrawn>,
}

/// That a release was withdrawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Withdrawn {
    /// The day, `YYYY-MM-DD`.
    pub date: String,
    /// Why.
    pub reason: Text,
}

impl Catalogue {
    /// Reads the bytes of a `catalogue.json`.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        let catalogue: Self =
            serde_json::from_slice(bytes).map_err(|error| match seal::cause(bytes) {
                Some(accident) => {
                    format!("`catalogue.json`: found {accident}{}", accident.mend())
                }
                None => format!("`catalogue.json`: {error}{}", Mend::Catalogue),
            })?;
        let refuse = |why: String| Err(format!("`catalogue.json`: {why}{}", Mend::Catalogue));
        if catalogue.format != 1 {
            return refuse(format!("`format` is `{}`, expected `1`", catalogue.format));
        }
        let mut seen = BTreeSet::new();
        for report in &catalogue.reports {
            if OWN.contains(&report.id.as_str()) {
                return refuse(format!("report `{}` has {OWN_NAME}", report.id));
            }
            if report.releases.is_empty() {
                return refuse(format!("report `{}` has no release", report.id));
            }
            let mut before: Option<&ListedRelease> = None;
            for release in &report.releases {
                let here = format!("release `{}` of `{}`", release.id, report.id);
                if OWN.contains(&release.id.as_str()) {
                    return refuse(format!("{here} has {OWN_NAME}"));
                }
                if !seen.insert((&report.id, &release.id)) {
                    return refuse(format!("{here} is listed twice"));
                }
                let expected = before.map(|before| before.root);
                if release.previous != expected {
                    let shown = |root: Option<Digest>| {
                        root.map_or("nothing".into(), |root| format!("`{root}`"))
                    };
                    return refuse(format!(
                        "{here}: `previous` is {}, expected {}, the root of the release before it: an entry was changed or taken out",
                        shown(release.previous),
                        shown(expected)
                    ));
                }
                if let Some(id) = &release.supersedes
                    && (*id == release.id || !seen.contains(&(&report.id, id)))
                {
                    return refuse(format!(
                        "{here}: `supersedes` is `{id}`, expected an earlier release"
                    ));
                }
                if let Some(Withdrawn { date, reason }) = &release.withdrawn
                    && (!is_day(date)
                        || [&reason.en, &reason.zh]
                            .iter()
                            .any(|why| why.trim().is_empty()))
                {
                    return refuse(format!(
                        "{here}: `withdrawn` has the date `{date}`, expected a day, YYYY-MM-DD, and a reason in both languages"
                    ));
                }
                before = Some(release);
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

    /// The release called `id`, and its number in the report, from 1.
    pub fn release(&self, id: &str) -> Option<(u32, &ListedRelease)> {
        (1..)
            .zip(&self.releases)
            .find(|(_, release)| release.id.as_str() == id)
    }

    /// The last of those that correct the release called `id`, one after another.
    pub fn corrected_by(&self, id: &Id) -> Option<&ListedRelease> {
        let corrects = |id: &Id| {
            let mut later = self.releases.iter().rev();
            later.find(|release| release.supersedes.as_ref() == Some(id))
        };
        // `supersedes` only ever names an earlier release, so this ends.
        let mut last = corrects(id)?;
        while let Some(next) = corrects(&last.id) {
            last = next;
        }
        Some(last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(releases: &str) -> Result<Catalogue, String> {
        let json = format!(
            r#"{{"format": 1, "reports": [{{"id": "a", "title": {{"en": "A", "zh": "A"}}, "status": "measured", "releases": [{releases}]}}]}}"#
        );
        Catalogue::read(json.as_bytes())
    }

    fn release(id: &str, root: &str, more: &str) -> String {
        format!(r#"{{"id": "{id}", "root": "{}"{more}}}"#, root.repeat(32))
    }

    #[test]
    fn each_release_pins_the_one_before() {
        let after =
            |root: &str, more: &str| format!(r#", "previous": "{}"{more}"#, root.repeat(32));
        let three = [
            release("r1", "11", ""),
            release("r2", "22", &after("11", r#", "supersedes": "r1""#)),
            release("r3", "33", &after("22", r#", "supersedes": "r2""#)),
        ];
        let report = read(&three.join(",")).unwrap().reports.remove(0);
        let corrected = |id: &str| Some(report.corrected_by(&id.parse().unwrap())?.id.to_string());
        assert_eq!(corrected("r1").as_deref(), Some("r3"));
        assert_eq!(corrected("r2").as_deref(), Some("r3"));
        assert_eq!(corrected("r3"), None);
        assert_eq!(report.release("r2").unwrap().0, 2);

        #[track_caller]
        fn refused(releases: &[String], expected: &str) {
            let error = read(&releases.join(",")).unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
        refused(&three[1..], "release `r2` of `a`: `previous` is");
        refused(
            &[three[0].clone(), three[2].clone()],
            "release `r3` of `a`: `previous` is",
        );
        let changed = release("r1", "44", "");
        refused(&[changed, three[1].clone()], "expected `4444");
        let first = &three[0];
        refused(
            &[first.clone(), release("r2", "22", "")],
            "`previous` is nothing",
        );
        let itself = release("r2", "22", &after("11", r#", "supersedes": "r2""#));
        refused(
            &[first.clone(), itself],
            "`supersedes` is `r2`, expected an earlier release",
        );
        refused(&[first.clone(), first.clone()], "is listed twice");
        refused(
            &[release("zh", "11", "")],
            "release `zh` of `a` has the name of one of the site's own folders",
        );
    }
}
