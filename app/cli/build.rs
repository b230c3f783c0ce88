use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, bail};
use charts::escape;
use clap::Args;
use rounds::{Catalogue, Id, Listed, ListedRelease};
use seal::{DataPath, Manifest, SIGNATURE, SUMS};
use serde::Deserialize;
use serde_json::json;

use crate::{
    check::Check,
    exit,
    folder::{self, CATALOGUE, DESCRIPTOR, KEYS, REPORT},
    interrupt::{self, Writing},
    policy::{self, HEADERS, PROGRAM, Programs},
    screen::{Screen, private, terms::Terms},
    verify::Verify,
};

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
}

/// Where the releases are; trunk copies them from there as they are.
const DATA: &str = "data";

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
    root: &'static str,
    lang: &'static str,
    canonical: String,
}

impl Build {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let data = Path::new(DATA);
        Check::over(data)?;
        Verify::over(data)?;
        let catalogue = folder::catalogue(data)?
            .context("`data/catalogue.json` is not there, expected a published release")?;

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
        let shell = Shell {
            html: fs::read_to_string(new.join("index.html"))?,
            programs: Programs::find(&new)?,
            catalogue: fs::read_to_string(data.join(CATALOGUE))?,
            keys: optional(&data.join(KEYS))?,
        };
        let mut pages = 0;
        for (index, listed) in catalogue.reports.iter().enumerate() {
            for release in &listed.releases {
                let files = page_files(listed, &release.id)?;
                for target in targets(listed, release, index == 0) {
                    let page = self.page(listed, release, &target, &shell, &files)?;
                    interrupt::check()?;
                    let html = into_shell(&shell, listed, release, &target, &page, &files)?;
                    folder::write(
                        &new.join(&target.folder).join("index.html"),
                        html.as_bytes(),
                    )?;
                    pages += 1;
                }
            }
        }
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

    /// Has one page written by the components that the browser runs too.
    fn page(
        &self,
        listed: &Listed,
        release: &ListedRelease,
        target: &Target,
        shell: &Shell,
        files: &PageFiles,
    ) -> anyhow::Result<Written> {
        let corrected_by = listed.corrected_by(&release.id).map(|newer| &newer.id);
        let mut others = BTreeMap::new();
        for other in corrected_by.into_iter().chain(&release.supersedes) {
            others.insert(other.as_str(), page_files(listed, other)?);
        }
        let job = json!({
            "report": listed.id,
            "release": release.id,
            "lang": target.lang,
            "root": target.root,
            "catalogue": shell.catalogue,
            "files": files,
            "keys": shell.keys,
            "others": others,
        });
        let mut program = Command::new(&self.prerender)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot run `{}`", self.prerender.display()))?;
        program
            .stdin
            .take()
            .context("no way to the prerenderer")?
            .write_all(job.to_string().as_bytes())?;
        let done = program.wait_with_output()?;
        if !done.status.success() {
            bail!(
                "the prerenderer failed on `{}` of `{}`",
                release.id,
                listed.id
            );
        }
        Ok(serde_json::from_slice(&done.stdout)?)
    }
}

/// What every page stands in or beside.
struct Shell {
    /// The page that trunk built.
    html: String,
    /// Its programs.
    programs: Programs,
    /// The bytes of catalogue.json.
    catalogue: String,
    /// Those of keys.json, if there is one.
    keys: Option<String>,
}

/// The text of a file that need not be there.
fn optional(path: &Path) -> anyhow::Result<Option<String>> {
    let read = || {
        fs::read_to_string(path)
            .with_context(|| format!("cannot read `{}` as text", path.display()))
    };
    path.exists().then(read).transpose()
}

/// The files of a release by path, with its signature, but for its raw sources.
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
        .filter(|path| !path.starts_with("sources/"))
    {
        files.insert(path.to_owned(), read(path)?);
    }
    files.extend(optional(&folder.join(SIGNATURE))?.map(|text| (SIGNATURE.to_owned(), text)));
    Ok(files)
}

/// The pages of a release: its own for good; the newest's are the report's too, and the first report's the site's front pages.
fn targets(listed: &Listed, release: &ListedRelease, front: bool) -> Vec<Target> {
    let newest = listed
        .newest()
        .is_some_and(|newest| newest.id == release.id);
    let own = format!("{}/{}/", listed.id, release.id);
    let report = format!("{}/", listed.id);
    let canonical = if newest { &report } else { &own }.clone();
    let mut places = vec![(own, ["../../", "../../../"])];
    if newest {
        places.push((report, ["../", "../../"]));
    }
    if newest && front {
        places.push((String::new(), ["./", "../"]));
    }
    let both = |(folder, [en, zh]): (String, [&'static str; 2])| {
        [("en", "", en), ("zh", "zh/", zh)].map(|(lang, below, root)| Target {
            folder: format!("{folder}{below}"),
            root,
            lang,
            canonical: canonical.clone(),
        })
    };
    places.into_iter().flat_map(both).collect()
}

/// Puts a page into the shell that trunk built.
fn into_shell(
    shell: &Shell,
    listed: &Listed,
    release: &ListedRelease,
    target: &Target,
    page: &Written,
    files: &PageFiles,
) -> anyhow::Result<String> {
    let Target {
        root,
        lang,
        canonical,
        ..
    } = target;
    let release = &release.id;
    let zh = *lang == "zh";
    let (tag, below) = if zh { ("zh-Hans", "zh/") } else { ("en", "") };
    let mut html = replaced(&shell.html, PROGRAM, &shell.programs.head(root, lang))?;
    // Before anything of a release is in it: what data bring is not among the scripts and styles that may be.
    let allowed = policy::content_policy(&html)?;
    let kinds = ["script", "style"];
    let own = kinds.map(|tag| policy::inline(&html, tag).map(|found| found.len()));
    let own = own.into_iter().collect::<anyhow::Result<Vec<_>>>()?;
    // What the check needs is fetched while the program is still on its way.
    let folder = format!("{root}data/{}/{release}", listed.id);
    let needed = files.keys().map(String::as_str).filter(|path| {
        [REPORT, DESCRIPTOR, SIGNATURE].contains(path) || path.starts_with("rounds/")
    });
    let signed = files.contains_key(SIGNATURE);
    let keys = signed && shell.keys.is_some();
    let mut head = format!(
        "<meta name=\"description\" content=\"{}\">",
        escape(&page.description)
    );
    for address in [
        format!("{root}data/{CATALOGUE}"),
        format!("{folder}/{SUMS}"),
    ]
    .into_iter()
    .chain(keys.then(|| format!("{root}data/{KEYS}")))
    .chain(needed.map(|path| format!("{folder}/{path}")))
    {
        head.push_str(&format!(
            "<link rel=\"preload\" href=\"{address}\" as=\"fetch\" crossorigin>"
        ));
    }
    head.push_str(&format!(
        "<link rel=\"canonical\" href=\"{root}{canonical}{below}\">"
    ));
    for (language, path) in [("en", ""), ("zh-Hans", "zh/")] {
        let address = format!("{root}{canonical}{path}");
        head.push_str(&format!(
            "<link rel=\"alternate\" hreflang=\"{language}\" href=\"{address}\">"
        ));
    }
    let mut beside = String::new();
    for (there, name) in [(signed, " data-signature"), (keys, " data-keys")] {
        beside.push_str(if there { name } else { "" });
    }
    let opening = format!(
        "<html lang=\"{tag}\" data-report=\"{}\" data-release=\"{release}\" data-lang=\"{lang}\" data-root=\"{root}\"{beside}>",
        listed.id
    );
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
    for (tag, own) in kinds.into_iter().zip(own) {
        if policy::inline(&html, tag)?.len() != own {
            bail!("`{}`: the page has a <{tag}> that is not ours", listed.id);
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
    for name in folder::walk(dist)? {
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
