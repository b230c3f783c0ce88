use charts::visible;
use rounds::{Listed, ListedRelease};
use serde_json::{Value, json};

use super::{Target, Written, facts::Facts};

/// What search engines for data read: the release as a schema.org `Dataset`, in JSON-LD.
///
/// `place` gives the address of what stands at a path of the site.
pub(super) fn dataset(
    (listed, release): (&Listed, &ListedRelease),
    target: &Target,
    page: &Written,
    facts: &Facts,
    place: &dyn Fn(&str) -> String,
) -> String {
    let lang = target.language();
    let file = |path: &str| place(&format!("data/{}/{}/{path}", listed.id, release.id));
    let distribution = facts.files.iter().map(|published| {
        let mut download = json!({
            "@type": "DataDownload",
            "name": published.path,
            "contentUrl": file(&published.path),
            "encodingFormat": published.mediatype,
            "sha256": published.digest.to_string(),
        });
        if let Some(bytes) = published.bytes {
            download["contentSize"] = format!("{bytes} B").into();
        }
        download
    });
    let question = &facts.report.question;
    let mut said = json!({
        "@context": "https://schema.org",
        "@type": "Dataset",
        "name": visible(&page.title),
        "description": visible(&[lang.pick(&question.en, &question.zh).as_str(), &page.description].join("\n\n")),
        "inLanguage": lang.tag(),
        "identifier": format!("sha256:{}", facts.root),
        "url": place(&target.permanent),
        "version": release.id.as_str(),
        "datePublished": facts.report.date,
        "dateModified": facts.updated,
        "isAccessibleForFree": true,
        "license": { "@type": "CreativeWork", "name": visible(&facts.licence.title), "url": file(&facts.licence.path) },
        "distribution": Value::Array(distribution.collect()),
    });
    if let Some(older) = &release.supersedes {
        let below = lang.pick("", "zh/");
        said["isBasedOn"] = place(&format!("{}/{older}/{below}", listed.id)).into();
    }
    if release.withdrawn.is_some() {
        said["creativeWorkStatus"] = "Withdrawn".into();
    }
    // Data, not a program: no browser runs it, and no word in it can end it.
    let said = said.to_string().replace('<', "\\u003c");
    format!("<script type=\"application/ld+json\">{said}</script>")
}
