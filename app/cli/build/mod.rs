mod base64;
#[cfg(feature = "cards")]
mod card;
mod dataset;
mod facts;
mod feed;
mod head;
mod origin;
mod single;
mod sitemap;
mod writer;
mod zipped;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, bail};
use charts::{Lang, escape};
use clap::Args;
use rounds::{Catalogue, Id, Listed, ListedRelease};
use seal::{DataPath, Manifest, SIGNATURE, SUMS};
use serde::Deserialize;
use serde_json::json;

use crate::{
    check::Check,
    exit,
    folder::{self, CATALOGUE, KEYS},
    interrupt::{self, Writing},
    policy::{self, HEADERS, PROGRAM, Programs},
    screen::{Screen, private, terms::Terms},
    show::Language,
    verify::Verify,
};
use facts::Facts;
use feed::{Entry, atom};
use head::{head, start_head};
use origin::Origin;
use sitemap::{Place, robots, sitemap};
use writer::Writer;
use zipped::zipped;

/// Check and verify all data, build the page with trunk, and write each report into it as HTML
///
/// Runs `trunk` from the PATH; `./dev build` puts the right version there.
#[derive(Args)]
pub(crate) struct Build {
    /// The page's folder, made anew
    #[arg(long, value_name = "DIR", default_value = "dist")]
    dist: PathBuf,
    /// The program that writes a report as HTML
    #[arg(long, value_name = "PROGRAM")]
    prerender: PathBuf,
    /// The address where the site will stand, https://HOST/ or https://HOST/PATH/: what other programs read of it names whole
    /// addresses, a feed and a sitemap among them
    #[arg(long, value_name = "ADDRESS")]
    origin: Option<Origin>,
    /// The files of the font Noto Sans CJK SC, which the pictures in previews of links are drawn in
    #[cfg(feature = "cards")]
    #[arg(long = "font", value_name = "FILE", default_values = card::FONT)]
    fonts: Vec<PathBuf>,
    /// One page as a file that needs no host and no network instead, with its release and with the programs of the built folder
    #[arg(long, value_name = "REPORT", requires = "out")]
    single_file: Option<Id>,
    /// Which release of the report; without it the newest
    #[arg(long, value_name = "ID", requires = "single_file")]
    release: Option<Id>,
    /// The language that the file opens in; it has both
    #[arg(long, value_enum, default_value_t, requires = "single_file")]
    lang: Language,
    /// The new file
    #[arg(long, value_name = "FILE", requires = "single_file")]
    out: Option<PathBuf>,
}

/// Where the releases are; trunk copies them from there as they are.
const DATA: &str = "data";

/// The picture of a release in previews of links, beside its page.
const CARD: &str = "card.png";

/// What the prerenderer answers.
#[derive(Deserialize)]
struct Written {
    title: String,
    description: String,
    body: String,
}

/// A page to write: its folder below `dist`, the way back, and where search engines should send readers of its release.
struct Target {
    folder: String,
    root: String,
    lang: &'static str,
    /// Without the language's own folder.
    canonical: String,
    /// Where the release's own page is in this language.
    permanent: String,
}

impl Target {
    fn language(&self) -> Lang {
        if self.lang == "zh" {
            Lang::Zh
        } else {
            Lang::En
        }
    }
}

impl Build {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let data = Path::new(DATA);
        Check::over(data)?;
        Verify::over(data)?;
        let catalogue = folder::catalogue(data)?
            .context("`data/catalogue.json` is not there, expected a published release")?;
        if let (Some(report), Some(out)) = (&self.single_file, &self.out) {
            return self.single(&catalogue, report, out);
        }

        let parent = self
            .dist
            .parent()
            .filter(|parent| !parent.as_os_str().is_empty())
            .unwrap_or(Path::new("."));
        let _writing = Writing::begin();
        let temporary = tempfile::Builder::new()
            .prefix(".dist-")
            .tempdir_in(parent)?;
        let new = temporary.path().join("dist");
        let mut trunk = Command::new("trunk");
        trunk
            .args(["build", "--release", "--dist"])
            .arg(&new)
            // It takes NO_COLOR=1 for a wrong argument.
            .env_remove("NO_COLOR")
            .env_remove("RUSTFLAGS")
            .env("CARGO_ENCODED_RUSTFLAGS", remapped()?);
        run(trunk.stdout(std::io::stderr()))?;
        let programs = Programs::find(&new)?;
        let shell = Shell {
            html: fs::read_to_string(new.join("index.html"))?,
            catalogue: fs::read_to_string(data.join(CATALOGUE))?,
            keys: optional(&data.join(KEYS))?,
            origin: self.origin.clone(),
        };
        let mut pages = 0;
        #[cfg(feature = "cards")]
        let painter = card::Painter::with(&self.fonts)?;
        let mut write = |target: &Target, html: String| {
            pages += 1;
            let file = new.join(&target.folder).join("index.html");
            folder::write(&file, html.as_bytes())
        };
        let mut writer = self.writer(&shell)?;
        let (mut entries, mut places) = (BTreeMap::<_, Vec<_>>::new(), vec![]);
        for listed in &catalogue.reports {
            for release in &listed.releases {
                interrupt::check()?;
                zipped(&new, DATA, &listed.id, release)?;
                let files = page_files(listed, &release.id)?;
                let facts = Facts::of(listed, release)?;
                #[cfg(feature = "cards")]
                let cards = card::draw(painter.as_ref(), (listed, release), &facts, &new)?;
                #[cfg(not(feature = "cards"))]
                let cards = BTreeSet::<String>::new();
                let targets = targets(listed, release);
                let written = release_pages(&mut writer, listed, release, &targets, &files)?;
                for (target, page) in targets.into_iter().zip(written) {
                    let card = format!("{}{CARD}", target.permanent);
                    let card = cards.get(&card).map(String::as_str);
                    let head = head(
                        &shell,
                        (listed, release),
                        &target,
                        &page,
                        &facts,
                        &files,
                        card,
                    );
                    let of = of_release(&shell, listed, release, &files);
                    let program = programs.head(&target.root, target.language());
                    // One script more than ours is the data block of the head, which no browser runs.
                    let html = into_shell(&shell, &target, &page, [&program, &of, &head], 1)
                        .with_context(|| format!("`{}` of `{}`", release.id, listed.id))?;
                    write(&target, html)?;
                    if target.folder == target.permanent {
                        let entry =
                            Entry::of(&facts, target.folder, &page.title, &page.description);
                        entries.entry(target.lang).or_default().push(entry);
                        if target.lang == "en" {
                            let folder = target.canonical;
                            let updated = Some(facts.updated.clone());
                            places.push(Place { folder, updated });
                        }
                    }
                }
            }
        }
        for target in in_both("", ["./", "../"], "", "") {
            let job = json!({ "start": { "lang": target.lang, "root": target.root } });
            let page: Written = writer.ask("the start page", &job)?;
            let head = start_head(&shell, &target, &page);
            let html = into_shell(
                &shell,
                &target,
                &page,
                [&policy::start(), " data-start", &head],
                0,
            )
            .context("the start page")?;
            write(&target, html)?;
        }
        let (folder, updated) = (String::new(), None);
        places.insert(0, Place { folder, updated });
        match &self.origin {
            Some(origin) => {
                for lang in Lang::ALL {
                    let entries = entries.remove(lang.pick("en", "zh")).unwrap_or_default();
                    let feed = atom(origin, lang, entries);
                    let name = lang.pick("feed.xml", "zh/feed.xml");
                    folder::write(&new.join(name), feed.as_bytes())?;
                }
                let map = sitemap(origin, &places);
                folder::write(&new.join("sitemap.xml"), map.as_bytes())?;
                folder::write(&new.join("robots.txt"), robots(origin).as_bytes())?;
                let missing = missing(&mut writer, &shell, origin)?;
                folder::write(&new.join("404.html"), missing.as_bytes())?;
            }
            None => exit::tell(
                "without --origin ADDRESS the site has no feed, no sitemap, no page for addresses that are wrong and no picture in previews of links: these need whole addresses",
            ),
        }
        writer.end()?;
        // GitHub Pages drops some names without it.
        folder::write(&new.join(".nojekyll"), b"")?;
        folder::write(&new.join("_headers"), HEADERS.as_bytes())?;
        same_data(&new.join(DATA), &catalogue)?;
        Verify::over(&new.join(DATA))?;
        tells_nothing(&new, data, &catalogue)?;

        let old = temporary.path().join("old");
        if self.dist.exists() {
            fs::rename(&self.dist, &old)?;
        }
        if let Err(error) = fs::rename(&new, &self.dist) {
            // Better the old page than none.
            let _ = fs::rename(&old, &self.dist);
            return Err(error).with_context(|| format!("cannot make `{}`", self.dist.display()));
        }
        println!("{}: {pages} pages", self.dist.display());
        Ok(())
    }

    /// The program that writes pages, with what all of them rest on.
    fn writer(&self, shell: &Shell) -> anyhow::Result<Writer> {
        let mut writer = Writer::start(&self.prerender)?;
        let site = json!({ "catalogue": shell.catalogue, "keys": shell.keys });
        let () = writer.ask("the catalogue", &json!({ "site": site }))?;
        Ok(writer)
    }
}

/// Has the pages of one release written, one for each of `targets`.
fn release_pages(
    writer: &mut Writer,
    listed: &Listed,
    release: &ListedRelease,
    targets: &[Target],
    files: &PageFiles,
) -> anyhow::Result<Vec<Written>> {
    let corrected_by = listed.corrected_by(&release.id).map(|newer| &newer.id);
    let mut others = BTreeMap::new();
    for other in corrected_by.into_iter().chain(&release.supersedes) {
        others.insert(other.as_str(), page_files(listed, other)?);
    }
    let places = targets.iter();
    let places = places.map(|target| json!({ "lang": target.lang, "root": target.root }));
    let job = json!({ "release": {
        "report": listed.id,
        "release": release.id,
        "places": places.collect::<Vec<_>>(),
        "files": files,
        "others": others,
    } });
    let name = format!("`{}` of `{}`", release.id, listed.id);
    let written: Vec<Written> = writer.ask(&name, &job)?;
    if written.len() != targets.len() {
        let (found, expected) = (written.len(), targets.len());
        bail!("the prerenderer wrote {found} pages, expected {expected}");
    }
    Ok(written)
}

/// The page that hosts show where they have none: wherever that is, so its links are whole.
fn missing(writer: &mut Writer, shell: &Shell, origin: &Origin) -> anyhow::Result<String> {
    let [target, _] = in_both("", [&origin.address(""), ""], "", "");
    let job = json!({ "missing": { "lang": target.lang, "root": target.root } });
    let page: Written = writer.ask("the page for wrong addresses", &job)?;
    let head = "<meta name=\"robots\" content=\"noindex\">";
    into_shell(shell, &target, &page, ["", "", head], 0)
}

/// What every page stands in or beside.
struct Shell {
    /// The page that trunk built.
    html: String,
    /// The bytes of catalogue.json.
    catalogue: String,
    /// Those of keys.json, if there is one.
    keys: Option<String>,
    /// Where all of it will stand, where that is known.
    origin: Option<Origin>,
}

/// The text of a file that need not be there.
fn optional(path: &Path) -> anyhow::Result<Option<String>> {
    let read = || {
        fs::read_to_string(path)
            .with_context(|| format!("cannot read `{}` as text", path.display()))
    };
    path.exists().then(read).transpose()
}

/// The files of a release by path, with its signature, but for its raw sources and the copies of its rounds.
type PageFiles = BTreeMap<String, String>;

fn page_files(listed: &Listed, release: &Id) -> anyhow::Result<PageFiles> {
    let folder = Path::new(DATA)
        .join(listed.id.as_str())
        .join(release.as_str());
    let read = |path: &str| {
        let file = folder.join(path);
        fs::read_to_string(&file)
            .with_context(|| format!("cannot read `{}` as text", file.display()))
    };
    let sums = read(SUMS)?;
    let manifest = Manifest::read(sums.as_bytes())?;
    let mut files = PageFiles::from([(SUMS.to_owned(), sums)]);
    for path in manifest
        .paths()
        .map(DataPath::as_str)
        .filter(|path| !path.starts_with("sources/") && !rounds::is_copy(path))
    {
        files.insert(path.to_owned(), read(path)?);
    }
    files.extend(optional(&folder.join(SIGNATURE))?.map(|text| (SIGNATURE.to_owned(), text)));
    Ok(files)
}

/// The pages of a release: its own for good; the newest's are the report's too.
fn targets(listed: &Listed, release: &ListedRelease) -> Vec<Target> {
    let newest = listed
        .newest()
        .is_some_and(|newest| newest.id == release.id);
    let own = format!("{}/{}/", listed.id, release.id);
    let report = format!("{}/", listed.id);
    let canonical = if newest { &report } else { &own };
    let mut targets = Vec::from(in_both(&own, ["../../", "../../../"], canonical, &own));
    if newest {
        targets.extend(in_both(&report, ["../", "../../"], canonical, &own));
    }
    targets
}

/// A page in both languages: the Chinese one is one folder down.
fn in_both(folder: &str, [en, zh]: [&str; 2], canonical: &str, permanent: &str) -> [Target; 2] {
    [("en", "", en), ("zh", "zh/", zh)].map(|(lang, below, root)| Target {
        folder: format!("{folder}{below}"),
        root: root.into(),
        lang,
        canonical: canonical.into(),
        permanent: format!("{permanent}{below}"),
    })
}

/// The attributes by which the program knows of which release a page is.
fn of_release(
    shell: &Shell,
    listed: &Listed,
    release: &ListedRelease,
    files: &PageFiles,
) -> String {
    let signed = files.contains_key(SIGNATURE);
    let keys = signed && shell.keys.is_some();
    let mut of = format!(
        " data-report=\"{}\" data-release=\"{}\"",
        listed.id, release.id
    );
    for (there, name) in [(signed, " data-signature"), (keys, " data-keys")] {
        of.push_str(if there { name } else { "" });
    }
    of
}

/// Puts a page into the shell that trunk built: with its `program`, the attributes that say what it is `of`, its `head`, and the
/// number of `blocks` of data in that.
fn into_shell(
    shell: &Shell,
    target: &Target,
    page: &Written,
    [program, of, head]: [&str; 3],
    blocks: usize,
) -> anyhow::Result<String> {
    let Target { root, lang, .. } = target;
    let tag = target.language().tag();
    let mut html = replaced(&shell.html, PROGRAM, program)?;
    // Before anything of a release is in it: what data bring is not among the scripts and styles that may be.
    let allowed = policy::content_policy(&html)?;
    let kinds = [("script", blocks), ("style", 0)];
    let own = kinds.map(|(tag, more)| policy::inline(&html, tag).map(|found| found.len() + more));
    let own = own.into_iter().collect::<anyhow::Result<Vec<_>>>()?;
    let opening = format!("<html lang=\"{tag}\"{of} data-lang=\"{lang}\" data-root=\"{root}\">");
    let first = "<meta charset=\"utf-8\">";
    for (from, to) in [
        (
            first,
            format!("{first}<meta http-equiv=\"Content-Security-Policy\" content=\"{allowed}\">"),
        ),
        ("<html lang=\"en\">", opening),
        (
            "<title>Daggerboard</title>",
            format!("<title>{} · Daggerboard</title>", escape(&page.title)),
        ),
        ("</head>", format!("{head}</head>")),
        (
            "<div id=\"app\"></div>",
            format!("<div id=\"app\">{}</div>", page.body),
        ),
    ] {
        html = replaced(&html, from, &to)?;
    }
    for ((tag, _), own) in kinds.into_iter().zip(own) {
        if policy::inline(&html, tag)?.len() != own {
            bail!("the page has a <{tag}> that is not ours");
        }
    }
    Ok(html)
}

/// `html` with `to` in the one place of `from`.
fn replaced(html: &str, from: &str, to: &str) -> anyhow::Result<String> {
    if html.matches(from).count() != 1 {
        bail!("index.html: expected `{from}` once in what trunk built");
    }
    Ok(html.replace(from, to))
}

/// Searches every file of the page; of `data/`, whose releases were searched when they were made, only what people put beside them.
fn tells_nothing(dist: &Path, data: &Path, catalogue: &Catalogue) -> anyhow::Result<()> {
    let list = Path::new(private::TERMS);
    let terms = || match list.exists() {
        true => private::terms(list, &[data]),
        false => Ok(Terms::default()),
    };
    let screen = Screen::of_page(terms()?, own_folders()?);
    let beside = Screen::of_data(terms()?);
    // What a release may say, the page may show.
    let allowed = allowed(data, catalogue)?;
    let mut found = vec![];
    let all = catalogue.reports.iter();
    let zips = all.flat_map(|report| {
        let releases = report.releases.iter();
        releases.map(|release| zipped::file(&report.id, &release.id))
    });
    // They hold what is in `data/`, and nothing else.
    let zips: BTreeSet<String> = zips.collect();
    for name in folder::walk(dist)? {
        if zips.contains(&name) {
            continue;
        }
        if let Some(inner) = name.strip_prefix(&format!("{DATA}/")) {
            if inner == KEYS || inner.ends_with(SIGNATURE) {
                let bytes = fs::read(dist.join(&name))?;
                found.extend(beside.file(inner, &bytes));
            }
        } else {
            let bytes = fs::read(dist.join(&name))?;
            let shows = name.ends_with(".html");
            let here = screen.file(&name, &bytes).into_iter();
            found.extend(here.filter(|finding| !(shows && allowed.contains(finding.rule))));
        }
    }
    exit::list(
        &found,
        "findings that should not be public; the page was not replaced",
        exit::FOUND,
    )
}

/// The rules that some release has a finding of, with a reason.
fn allowed(data: &Path, catalogue: &Catalogue) -> anyhow::Result<BTreeSet<String>> {
    let mut rules = BTreeSet::new();
    for report in &catalogue.reports {
        for release in &report.releases {
            let path = data.join(report.id.as_str()).join(release.id.as_str());
            let descriptor = folder::open(&path)?.descriptor;
            let screened = descriptor.and_then(|descriptor| descriptor.lineage().screened.clone());
            let allowed = screened.map_or(vec![], |screened| screened.allowed);
            rules.extend(allowed.into_iter().map(|allowed| allowed.rule));
        }
    }
    Ok(rules)
}

/// Folders of this machine that a compiler may write into a program.
fn own_folders() -> anyhow::Result<Vec<String>> {
    let folders = [
        Some(cargo_home()?),
        std::env::home_dir(),
        std::env::current_dir().ok(),
    ];
    let folders = folders.into_iter().flatten();
    Ok(folders
        // `/` alone would be found everywhere.
        .filter(|folder| folder.components().count() > 1)
        .map(|folder| format!("{}{}", folder.display(), std::path::MAIN_SEPARATOR))
        .collect())
}

/// Where cargo keeps the sources of packages.
fn cargo_home() -> anyhow::Result<PathBuf> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo")))
        .context("no home folder")
}

/// Whether trunk copied every published byte: the catalogue too, which no manifest lists.
fn same_data(copied: &Path, catalogue: &Catalogue) -> anyhow::Result<()> {
    let there = folder::catalogue(copied)?;
    if there.as_ref() != Some(catalogue) {
        bail!(
            "`{}` differs from `{DATA}`",
            copied.join("catalogue.json").display()
        );
    }
    Ok(())
}

/// Flags that keep this machine's folders out of the page: panic messages name source files.
fn remapped() -> anyhow::Result<String> {
    let here = std::env::current_dir()?;
    let flag = |from: &Path, to: &str| format!("--remap-path-prefix={}={to}", from.display());
    // Cargo's own separator, so that a folder may have spaces in its name.
    Ok([flag(&cargo_home()?, "cargo"), flag(&here, "daggerboard")].join("\x1f"))
}

fn run(command: &mut Command) -> anyhow::Result<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command
        .status()
        .with_context(|| format!("cannot run `{name}`; `./dev build` installs it"))?;
    if !status.success() {
        bail!("`{name}` failed");
    }
    Ok(())
}
