//! What stands around the pages for other programs: heads, data for search engines, a feed, a sitemap.

use std::{collections::BTreeMap, path::Path};

use roxmltree::{Document, Node};
use serde_json::Value;

use crate::{
    harness::{Folder, Ran},
    leaks, pedigree,
};

const ORIGIN: &str = "https://results.example/some/path/";

/// Three releases of one report: the second corrects the first and was withdrawn later.
fn site(arguments: &str) -> (Folder, Ran) {
    let folder = pedigree::history();
    folder
        .run("withdraw small r2 --date 2026-01-03 --why-en miscounted --why-zh 误测")
        .well();
    let ran = leaks::build_with(&folder, "x/a.txt", "", arguments);
    (folder, ran.well())
}

fn with_origin() -> Folder {
    site(&format!("--origin {ORIGIN}")).0
}

/// The elements of a page's head by tag, with their attributes; its text is that of the void or data elements we write.
fn head(folder: &Folder, page: &str, opening: &str) -> Vec<String> {
    let html = folder.read(&format!("dist/{page}index.html"));
    let (head, _) = html.split_once("</head>").unwrap();
    let found = head.match_indices(opening);
    found
        .map(|(at, _)| head[at..].split_once('>').unwrap().0.to_owned())
        .collect()
}

fn dataset(folder: &Folder, page: &str) -> Value {
    let html = folder.read(&format!("dist/{page}index.html"));
    let (_, from) = html
        .split_once("<script type=\"application/ld+json\">")
        .unwrap();
    let (json, _) = from.split_once("</script>").unwrap();
    serde_json::from_str(json).unwrap()
}

#[test]
fn a_preview_of_a_link_has_whole_addresses_and_both_languages() {
    let folder = with_origin();
    for (page, address, locale, other) in [
        ("small/", "small/", "en_US", "zh_CN"),
        ("small/zh/", "small/zh/", "zh_CN", "en_US"),
        ("small/r3/", "small/", "en_US", "zh_CN"),
        ("small/r1/zh/", "small/r1/zh/", "zh_CN", "en_US"),
    ] {
        let metas = head(&folder, page, "<meta ");
        for (property, content) in [
            ("og:title", "A &lt;/b&gt; &amp; &lt;c&gt;"),
            ("og:description", "In words &amp; &lt;d&gt;"),
            ("og:url", &format!("{ORIGIN}{address}")),
            ("og:locale", locale),
            ("og:locale:alternate", other),
        ] {
            let expected = format!("<meta property=\"{property}\" content=\"{content}\"");
            assert!(
                metas.contains(&expected),
                "{page}: no {expected} in {metas:#?}"
            );
        }
        let report = address.trim_end_matches("zh/");
        let feed = if page.ends_with("zh/") {
            "zh/feed.xml"
        } else {
            "feed.xml"
        };
        let expected = [
            format!("<link rel=\"canonical\" href=\"{ORIGIN}{address}\""),
            format!("<link rel=\"alternate\" hreflang=\"en\" href=\"{ORIGIN}{report}\""),
            format!("<link rel=\"alternate\" hreflang=\"zh-Hans\" href=\"{ORIGIN}{report}zh/\""),
            format!("<link rel=\"alternate\" hreflang=\"x-default\" href=\"{ORIGIN}{report}\""),
            format!(
                "<link rel=\"alternate\" type=\"application/atom+xml\" href=\"{ORIGIN}{feed}\""
            ),
        ];
        let mut links = head(&folder, page, "<link rel=\"canonical");
        links.extend(head(&folder, page, "<link rel=\"alternate"));
        assert_eq!(links, expected, "{page}");
    }
}

#[test]
fn without_an_address_nothing_claims_one_and_the_builder_is_told() {
    let (folder, ran) = site("");
    assert!(
        ran.err
            .contains("without --origin ADDRESS the site has no feed, no sitemap"),
        "{}",
        ran.err
    );
    let dist = folder.files("dist");
    for name in [
        "feed.xml",
        "zh/feed.xml",
        "sitemap.xml",
        "robots.txt",
        "404.html",
    ] {
        assert!(!dist.contains_key(name), "{name}");
    }
    let links = head(&folder, "small/", "<link ");
    let whole = |link: &String| link.contains("canonical") || link.contains("hreflang");
    assert!(!links.iter().any(whole), "{links:#?}");
    let metas = head(&folder, "small/", "<meta ");
    assert!(
        metas.iter().any(|meta| meta.contains("\"og:title\"")),
        "{metas:#?}"
    );
    assert!(
        !metas
            .iter()
            .any(|meta| meta.contains("og:url") || meta.contains("og:image")),
        "{metas:#?}"
    );
    assert!(!folder.read("dist/small/index.html").contains("feed.xml"));
    assert_eq!(dataset(&folder, "small/r1/")["url"], "../../small/r1/");

    for wrong in [
        "results.example",
        "https://me@results.example/",
        "https://results.example/?a",
    ] {
        let ran = folder.run(&format!("build --prerender bin/pre --origin {wrong}"));
        assert_eq!(ran.code, 2, "{wrong}");
        assert!(
            ran.err
                .contains("expected `https://HOST/` or `https://HOST/PATH/`"),
            "{}",
            ran.err
        );
    }
}

/// The fields that Google's documentation of datasets requires and recommends, as far as a release has them.
#[test]
fn each_page_describes_its_release_as_a_dataset() {
    let folder = with_origin();
    for (page, release, below, words) in [
        ("small/", "r3", "", "Is it faster?"),
        ("small/r1/", "r1", "", "Is it faster?"),
        ("small/r2/zh/", "r2", "zh/", "快了吗？"),
    ] {
        let data = dataset(&folder, page);
        let files = format!("{ORIGIN}data/small/{release}/");
        assert_eq!(data["@context"], "https://schema.org");
        assert_eq!(data["@type"], "Dataset");
        assert_eq!(data["name"], "A </b> & <c>");
        let description = data["description"].as_str().unwrap();
        assert!(description.contains("In words & <d>"), "{description}");
        assert!(description.contains(words), "{description}");
        assert_eq!(data["url"], format!("{ORIGIN}small/{release}/{below}"));
        assert_eq!(data["version"], release);
        assert_eq!(data["license"]["url"], format!("{files}license.txt"));
        let day = data["datePublished"].as_str().unwrap();
        assert!(
            folder
                .read(&format!("data/small/{release}/report.json"))
                .contains(&format!("\"date\": \"{day}\""))
        );
        let based = (release == "r2").then(|| format!("{ORIGIN}small/r1/{below}"));
        assert_eq!(data["isBasedOn"].as_str(), based.as_deref());
        assert_eq!(
            data["creativeWorkStatus"].as_str(),
            (release == "r2").then_some("Withdrawn")
        );

        let sums = folder.read(&format!("data/small/{release}/SHA256SUMS"));
        let listed: BTreeMap<String, &str> = sums
            .lines()
            .map(|line| (format!("{files}{}", &line[66..]), &line[..64]))
            .collect();
        let mut described = BTreeMap::new();
        for file in data["distribution"].as_array().unwrap() {
            assert_eq!(file["@type"], "DataDownload");
            let kind = file["encodingFormat"].as_str().unwrap();
            assert!(kind.contains('/'), "{kind}");
            described.insert(
                file["contentUrl"].as_str().unwrap().to_owned(),
                file["sha256"].as_str().unwrap(),
            );
        }
        assert_eq!(described, listed, "{page}");
    }
}

#[test]
fn the_feed_has_every_release_once_the_newest_first() {
    let folder = with_origin();
    let mut ids = vec![];
    for (name, tag, below) in [("feed.xml", "en", ""), ("zh/feed.xml", "zh-Hans", "zh/")] {
        let text = folder.read(&format!("dist/{name}"));
        let feed = Document::parse(&text).unwrap();
        let root = feed.root_element();
        assert_eq!(
            root.tag_name().namespace(),
            Some("http://www.w3.org/2005/Atom")
        );
        assert_eq!(text_of(root, "id"), format!("{ORIGIN}{name}"));
        assert_eq!(href(root, "self"), format!("{ORIGIN}{name}"));
        assert_eq!(href(root, "alternate"), format!("{ORIGIN}{below}"));
        let entries: Vec<_> = root
            .children()
            .filter(|node| node.has_tag_name(("http://www.w3.org/2005/Atom", "entry")))
            .collect();
        let pages: Vec<_> = entries
            .iter()
            .map(|entry| href(*entry, "alternate"))
            .collect();
        assert_eq!(
            pages,
            ["r3", "r2", "r1"].map(|release| format!("{ORIGIN}small/{release}/{below}"))
        );
        for entry in &entries {
            assert_eq!(text_of(*entry, "title"), "A </b> & <c>");
            assert_eq!(text_of(*entry, "summary"), "In words & <d>");
            assert!(text_of(*entry, "updated") >= text_of(*entry, "published"));
        }
        assert_eq!(
            text_of(entries[1], "updated"),
            "2026-01-03T00:00:00Z",
            "the day it was withdrawn"
        );
        let latest = entries.iter().map(|entry| text_of(*entry, "updated")).max();
        assert_eq!(Some(text_of(root, "updated")), latest);
        let link = root
            .children()
            .find(|node| node.attribute("rel") == Some("alternate"))
            .unwrap();
        assert_eq!(link.attribute("hreflang"), Some(tag));
        ids.push(
            entries
                .iter()
                .map(|entry| text_of(*entry, "id"))
                .collect::<Vec<_>>(),
        );
    }
    assert_eq!(ids[0], ids[1], "a release is one, whatever its language");
    assert!(
        ids[0]
            .iter()
            .all(|id| id.starts_with("ni:///sha-256;") && id.len() == 57),
        "{ids:?}"
    );
}

#[test]
fn the_sitemap_has_each_page_once_by_the_address_it_is_known_by() {
    let folder = with_origin();
    let text = folder.read("dist/sitemap.xml");
    let map = Document::parse(&text).unwrap();
    let urls: Vec<_> = map
        .root_element()
        .children()
        .filter(Node::is_element)
        .collect();
    let found: Vec<_> = urls.iter().map(|url| text_of(*url, "loc")).collect();
    let expected = [
        "",
        "zh/",
        "small/r1/",
        "small/r1/zh/",
        "small/r2/",
        "small/r2/zh/",
        "small/",
        "small/zh/",
    ];
    assert_eq!(found, expected.map(|page| format!("{ORIGIN}{page}")));
    for (url, page) in urls.iter().zip(expected) {
        let canonical = head(&folder, page, "<link rel=\"canonical").remove(0);
        assert!(
            canonical.contains(&format!("\"{}\"", text_of(*url, "loc"))),
            "{page} is known as {canonical}"
        );
        let ways = url
            .children()
            .filter(|node| node.attribute("rel") == Some("alternate"));
        assert_eq!(ways.count(), 2);
    }
    assert!(
        folder
            .read("dist/robots.txt")
            .ends_with(&format!("Sitemap: {ORIGIN}sitemap.xml\n"))
    );
}

#[track_caller]
fn text_of(node: Node, name: &str) -> String {
    let found = node
        .children()
        .find(|child| child.tag_name().name() == name);
    found
        .unwrap_or_else(|| panic!("no <{name}>"))
        .text()
        .unwrap()
        .to_owned()
}

#[track_caller]
fn href(node: Node, rel: &str) -> String {
    let found = node
        .children()
        .find(|child| child.attribute("rel") == Some(rel));
    found
        .unwrap_or_else(|| panic!("no link {rel}"))
        .attribute("href")
        .unwrap()
        .to_owned()
}

#[test]
fn each_release_has_a_card_a_language_and_previews_show_it() {
    let folder = with_origin();
    // Where the font is not installed there is none, which the next test asks for.
    let drawn = Path::new("/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc").exists();
    for (page, release, below) in [
        ("small/", "r3", ""),
        ("small/zh/", "r3", "zh/"),
        ("small/r1/zh/", "r1", "zh/"),
    ] {
        let card = format!("small/{release}/{below}card.png");
        let metas = head(&folder, page, "<meta ").join("\n");
        let tag = format!("<meta property=\"og:image\" content=\"{ORIGIN}{card}\"");
        assert_eq!(metas.contains(&tag), drawn, "{metas}");
        let kind = if drawn {
            "summary_large_image"
        } else {
            "summary"
        };
        assert!(
            metas.contains(&format!("\"twitter:card\" content=\"{kind}\"")),
            "{metas}"
        );
        if drawn {
            let picture = std::fs::read(folder.path(&format!("dist/{card}"))).unwrap();
            assert_eq!(&picture[1..4], b"PNG");
            let number = |at: usize| u32::from_be_bytes(picture[at..at + 4].try_into().unwrap());
            assert_eq!([number(16), number(20)], [1200, 630]);
        }
    }
    let cards = folder
        .files("dist")
        .into_iter()
        .filter(|(name, _)| name.ends_with("card.png"));
    let cards: BTreeMap<Vec<u8>, String> = cards.map(|(name, bytes)| (bytes, name)).collect();
    assert_eq!(
        cards.len(),
        if drawn { 6 } else { 0 },
        "each has a picture of its own: {:?}",
        cards.values()
    );
}

#[test]
fn without_the_font_there_is_no_card_and_the_builder_is_told() {
    let (folder, ran) = site(&format!("--origin {ORIGIN} --font nothing.ttc"));
    assert!(
        ran.err
            .contains("no `nothing.ttc`, so previews of links get no picture"),
        "{}",
        ran.err
    );
    assert!(
        !folder
            .files("dist")
            .keys()
            .any(|name| name.ends_with("card.png"))
    );
    assert!(!folder.read("dist/small/index.html").contains("og:image"));
}

/// Writes the page of `arguments` as one file, from what [`site`] built.
fn single(folder: &Folder, arguments: &str) -> Ran {
    folder.run(&format!("build --prerender bin/pre {arguments}"))
}

#[test]
fn a_page_as_one_file_holds_what_its_check_asks_for() {
    let (folder, _) = site("");
    let all = [
        "SHA256SUMS",
        "datapackage.json",
        "license.txt",
        "report.json",
        "rounds/main-baseline.csv",
    ];
    // r3 stands for itself; r2 corrects r1, so that each shows the other's figures.
    for (release, whole) in [
        ("r3", &["r3"][..]),
        ("r2", &["r1", "r2"]),
        ("r1", &["r1", "r2"]),
    ] {
        let name = format!("{release}.html");
        single(
            &folder,
            &format!("--single-file small --release {release} --out {name}"),
        )
        .well();
        let html = folder.read(&name);
        let inside = |path: &str| html.matches(&format!("data-inside=\"{path}\"")).count();
        for path in [
            "page.wasm",
            "desk.wasm",
            "signer.wasm",
            "data/catalogue.json",
        ] {
            assert_eq!(inside(path), 1, "{release} {path}");
        }
        for other in ["r1", "r2", "r3"] {
            for (index, file) in all.iter().enumerate() {
                // Of the others, the two manifests.
                let expected = usize::from(index < 2 || whole.contains(&other));
                let path = format!("data/small/{other}/{file}");
                assert_eq!(inside(&path), expected, "{release} {path}");
            }
        }
        assert!(html.contains("data-root=\"nowhere:\""));
        single(
            &folder,
            &format!("--single-file small --release {release} --out again.html"),
        )
        .well();
        assert_eq!(html, folder.read("again.html"), "the same bytes each time");
        std::fs::remove_file(folder.path("again.html")).unwrap();
    }
    let with = format!("--origin {ORIGIN} --single-file small --lang zh --out site.html");
    single(&folder, &with).well();
    let html = folder.read("site.html");
    assert!(html.contains("data-release=\"r3\" data-lang=\"zh\""));
    assert!(html.contains(&format!("data-root=\"{ORIGIN}\"")));
}

#[test]
fn a_page_as_one_file_is_written_whole_or_not_at_all() {
    let (folder, _) = site("");
    folder.write("there.html", "mine");
    for (arguments, code, says) in [
        (
            "--single-file other --out new.html",
            1,
            "no report `other` is published, expected `small`",
        ),
        (
            "--single-file small --release r9 --out new.html",
            1,
            "`small` has no such release, expected `r1`, `r2`, `r3`",
        ),
        (
            "--single-file small --out there.html",
            1,
            "`there.html` exists, expected the name of a new file",
        ),
        (
            "--single-file small --dist nothing --out new.html",
            1,
            "cannot list `nothing`; build the site first",
        ),
        ("--single-file small", 2, "--out <FILE>"),
        ("--out new.html", 2, "--single-file <REPORT>"),
    ] {
        let ran = single(&folder, arguments);
        assert_eq!(ran.code, code, "{arguments}: {}", ran.err);
        assert!(ran.err.contains(says), "{arguments}: {}", ran.err);
        assert!(!folder.path("new.html").exists(), "{arguments}");
    }
    assert_eq!(folder.read("there.html"), "mine");
}

#[test]
fn the_page_for_wrong_addresses_runs_nothing_and_is_for_no_search_engine() {
    let html = with_origin().read("dist/404.html");
    for says in [
        format!("data-root=\"{ORIGIN}\""),
        "<meta name=\"robots\" content=\"noindex\">".into(),
    ] {
        assert!(html.contains(&says), "no `{says}`: {html}");
    }
    assert!(!html.contains("<script"), "{html}");
}
