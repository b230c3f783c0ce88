use std::collections::BTreeSet;

use messages::{Said, Say};
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
    pub fn read(bytes: &[u8]) -> Result<Self, Said> {
        let wrong = |mend: Mend, why: Say<'_>| {
            Said::of(&|lang| {
                messages::file_wrong(lang, "catalogue.json", mend.said(lang), why(lang))
            })
        };
        let catalogue: Self =
            serde_json::from_slice(bytes).map_err(|error| match seal::cause(bytes) {
                Some(accident) => wrong(accident.mend(), &|lang| {
                    messages::found_accident(lang, accident.said(lang))
                }),
                None => wrong(Mend::Catalogue, &|lang| messages::not_read(lang, &error)),
            })?;
        let refuse = |why: Say<'_>| Err(wrong(Mend::Catalogue, why));
        if catalogue.format != 1 {
            return refuse(&|lang| messages::other_format(lang, catalogue.format, "format"));
        }
        let mut seen = BTreeSet::new();
        for report in &catalogue.reports {
            let of = &report.id;
            if OWN.contains(&of.as_str()) {
                return refuse(&|lang| messages::report_named_as_own(lang, of));
            }
            if report.releases.is_empty() {
                return refuse(&|lang| messages::report_without_release(lang, of));
            }
            let mut before: Option<&ListedRelease> = None;
            for release in &report.releases {
                let id = &release.id;
                if OWN.contains(&id.as_str()) {
                    return refuse(&|lang| messages::release_named_as_own(lang, id, of));
                }
                if !seen.insert((of, id)) {
                    return refuse(&|lang| messages::release_twice(lang, id, of));
                }
                let expected = before.map(|before| before.root);
                if release.previous != expected {
                    return refuse(&|lang| {
                        let shown = |root: Option<Digest>| match root {
                            Some(root) => format!("`{root}`"),
                            None => messages::nothing(lang).into(),
                        };
                        let (expected, found) = (shown(expected), shown(release.previous));
                        messages::previous_differs(lang, expected, found, id, of)
                    });
                }
                if let Some(other) = &release.supersedes
                    && (other == id || !seen.contains(&(of, other)))
                {
                    return refuse(&|lang| messages::supersedes_later(lang, other, id, of));
                }
                if let Some(Withdrawn { date, reason }) = &release.withdrawn
                    && (!is_day(date)
                        || [&reason.en, &reason.zh]
                            .iter()
                            .any(|why| why.trim().is_empty()))
                {
                    return refuse(&|lang| messages::withdrawn_unclear(lang, date, id, of));
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
    use messages::Lang;

    use super::*;

    fn read(releases: &str) -> Result<Catalogue, Said> {
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
            assert!(error.to_string().contains(expected), "{error}");
            assert_ne!(error.said(Lang::Zh), error.to_string());
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
