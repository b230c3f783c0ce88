//! A page as one file: its programs, its styles and its release inside it, for readers without a host or a network.

use std::{fs, path::Path};

use anyhow::{Context, bail};
use charts::{Lang, escape};
use miniz_oxide::deflate::compress_to_vec_zlib;
use rounds::{Catalogue, Id, Listed};
use seal::{Manifest, SUMS};

use super::{
    Build, DATA, PROGRAM, Shell, Target, base64::base64, into_shell, of_release, optional,
    page_files, release_pages, replaced,
};
use crate::{
    folder::{self, CATALOGUE, DESCRIPTOR, KEYS},
    interrupt::Writing,
    policy::Programs,
};

/// The root of a page that belongs to no site, as the page knows it (`site::NOWHERE`).
const NOWHERE: &str = "nowhere:";

/// What stands inside the page, by its path in a site.
type Inside = Vec<(String, Vec<u8>)>;

impl Build {
    /// Writes the page of a release of `report` into the new file `out`.
    pub(super) fn single(
        &self,
        catalogue: &Catalogue,
        report: &Id,
        out: &Path,
    ) -> anyhow::Result<()> {
        let known = |ids: Vec<&str>| ids.join("`, `");
        let listed = catalogue.report(report.as_str()).with_context(|| {
            let reports = catalogue.reports.iter().map(|report| report.id.as_str());
            format!(
                "--single-file: no report `{report}` is published, expected `{}`",
                known(reports.collect())
            )
        })?;
        let release = match &self.release {
            None => listed.newest(),
            Some(id) => listed.release(id.as_str()).map(|(_, release)| release),
        };
        let release = release.with_context(|| {
            let releases = listed.releases.iter().map(|release| release.id.as_str());
            format!(
                "--release: `{report}` has no such release, expected `{}`",
                known(releases.collect())
            )
        })?;
        let programs = Programs::built(&self.dist)?;
        let mut inside = release_files(listed, &release.id)?;
        let mut scripts = String::new();
        for (name, script, wasm) in programs.read(&self.dist)? {
            scripts.push_str(&module(name, &script)?);
            inside.push((format!("{name}.wasm"), wasm));
        }
        let lang = self.lang.into();
        scripts.push_str(&format!(
            "<script type=\"module\">{}</script>",
            start(messages::program_did_not_come(lang))
        ));
        let own = format!("{report}/{}/", release.id);
        let built = self.dist.join(&own).join("index.html");
        let shell = Shell {
            html: shell(&built)?,
            catalogue: fs::read_to_string(Path::new(DATA).join(CATALOGUE))?,
            keys: optional(&Path::new(DATA).join(KEYS))?,
            origin: self.origin.clone(),
        };
        let files = page_files(listed, &release.id)?;
        let root = match &self.origin {
            Some(origin) => origin.address(""),
            None => NOWHERE.into(),
        };
        let target = |lang: Lang| Target {
            folder: String::new(),
            root: root.clone(),
            lang: lang.pick("en", "zh"),
            canonical: own.clone(),
            permanent: format!("{own}{}", lang.pick("", "zh/")),
        };
        let targets = Lang::ALL.map(target);
        let mut writer = self.writer(&shell)?;
        let pages = release_pages(&mut writer, listed, release, &targets, &files)?;
        writer.end()?;
        let own = Lang::ALL.iter().position(|one| *one == lang);
        let (target, page) = own
            .and_then(|at| Some((targets.get(at)?, pages.get(at)?)))
            .context("no page in this language")?;
        let mut head = format!(
            "<meta name=\"description\" content=\"{}\">",
            escape(&page.description)
        );
        for (lang, page) in Lang::ALL.into_iter().zip(&pages) {
            head.push_str(&format!(
                "<link rel=\"alternate\" hreflang=\"{}\" href=\"?lang={}\" title=\"{} · Daggerboard\">",
                lang.tag(),
                lang.pick("en", "zh"),
                escape(&page.title)
            ));
        }
        let of = of_release(&shell, listed, release, &files);
        let mut html = into_shell(&shell, target, page, [&scripts, &of, &head], 0)?;
        // It has no host: nothing is loaded from anywhere.
        for (from, to) in [
            ("script-src 'self' ", "script-src "),
            ("connect-src 'self'", "connect-src 'none'"),
        ] {
            html = replaced(&html, from, to)?;
        }
        let blocks: String = inside
            .iter()
            .map(|(path, bytes)| block(path, bytes))
            .collect();
        let end = html.rfind("</body>").context("a page without an end")?;
        html.insert_str(end, &blocks);
        write_new(out, html.as_bytes())?;
        println!(
            "{}: {} {}, {} bytes, {} files inside",
            out.display(),
            report,
            release.id,
            html.len(),
            inside.len()
        );
        Ok(())
    }
}

/// Writes a new file, whole or not at all.
fn write_new(out: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    if out.exists() {
        bail!(
            "`{}` exists, expected the name of a new file",
            out.display()
        );
    }
    let at = || format!("cannot write `{}`", out.display());
    let parent = out.parent().filter(|parent| !parent.as_os_str().is_empty());
    let _writing = Writing::begin();
    let temporary = tempfile::Builder::new()
        .prefix(".daggerboard-")
        .tempdir_in(parent.unwrap_or(Path::new(".")))
        .with_context(at)?;
    let new = temporary.path().join("new");
    folder::write(&new, bytes)?;
    fs::rename(new, out).with_context(at)
}

/// What the check of a release asks for: all of its own files, of the others of its report their manifests, and of those that a
/// correction binds to it what their figures rest on.
fn release_files(listed: &Listed, id: &Id) -> anyhow::Result<Inside> {
    let mut inside = vec![];
    let mut add = |path: String| -> anyhow::Result<()> {
        let file = Path::new(&path);
        let bytes = fs::read(file).with_context(|| format!("cannot read `{path}`"))?;
        inside.push((path, bytes));
        Ok(())
    };
    add(format!("{DATA}/{CATALOGUE}"))?;
    if Path::new(DATA).join(KEYS).exists() {
        add(format!("{DATA}/{KEYS}"))?;
    }
    for release in &listed.releases {
        let folder = format!("{DATA}/{}/{}", listed.id, release.id);
        let related = listed
            .corrected_by(id)
            .is_some_and(|newer| newer.id == release.id)
            || listed
                .release(id.as_str())
                .is_some_and(|(_, own)| own.supersedes.as_ref() == Some(&release.id));
        if release.id == *id {
            let sums = fs::read(Path::new(&folder).join(SUMS))?;
            for path in Manifest::read(&sums)?.paths() {
                add(format!("{folder}/{path}"))?;
            }
            add(format!("{folder}/{SUMS}"))?;
            if Path::new(&folder).join(seal::SIGNATURE).exists() {
                add(format!("{folder}/{}", seal::SIGNATURE))?;
            }
        } else if related {
            for path in page_files(listed, &release.id)?.keys() {
                add(format!("{folder}/{path}"))?;
            }
        } else {
            add(format!("{folder}/{SUMS}"))?;
            add(format!("{folder}/{DESCRIPTOR}"))?;
        }
    }
    Ok(inside)
}

/// A file inside the page: data, which no browser runs.
fn block(path: &str, bytes: &[u8]) -> String {
    let packed = base64(&compress_to_vec_zlib(bytes, 9));
    format!(
        "<script type=\"application/octet-stream\" data-inside=\"{}\">{packed}</script>\n",
        escape(path)
    )
}

/// The page that trunk built, taken back from one that `build` wrote at `path`.
fn shell(path: &Path) -> anyhow::Result<String> {
    let html = fs::read_to_string(path)
        .with_context(|| format!("cannot read `{}`; build the site first", path.display()))?;
    let head = || {
        let (_, from) = html.split_once("<meta name=\"viewport\"")?;
        let (head, _) = from.split_once("<script type=\"importmap\">")?;
        let (before, title) = head.split_once("<title>")?;
        let (_, after) = title.split_once("</title>")?;
        Some((before, after))
    };
    let (before, after) = head()
        .with_context(|| format!("`{}`: expected a page that `build` wrote", path.display()))?;
    Ok(format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\"{before}<title>Daggerboard</title>{after}{PROGRAM}</head>\n<body>\n<div id=\"app\"></div>\n</body>\n</html>\n"
    ))
}

/// A program's script as a module of its own, which leaves the way to start it where [`start`] finds it.
fn module(name: &str, script: &str) -> anyhow::Result<String> {
    if script.contains("</script") || script.lines().any(|line| line.starts_with("import ")) {
        bail!("`{name}*.js`: expected a script that stands alone");
    }
    let functions = script.lines().filter_map(|line| {
        let (name, _) = line.strip_prefix("export function ")?.split_once('(')?;
        Some(name)
    });
    let functions: Vec<&str> = functions.collect();
    Ok(format!(
        "<script type=\"module\">{script}\n(globalThis.programs ??= {{}}).{name} = async (module_or_path) => {{\n  await __wbg_init({{ module_or_path }});\n  return {{ {} }};\n}};\n</script>",
        functions.join(", ")
    ))
}

/// The lines that start the page from what is inside it; `said` is shown where they cannot.
fn start(said: &str) -> String {
    r#"
const page = document.documentElement;
const asked = document.querySelector(`link[hreflang][href="?lang=${new URLSearchParams(location.search).get("lang")?.replace(/\W/g, "")}"]`);
if (asked) {
  page.dataset.lang = asked.getAttribute("href").slice(6);
  page.lang = asked.hreflang;
  document.title = asked.title;
}
const stored = new Map([...document.querySelectorAll("script[data-inside]")].map((place) => [place.dataset.inside, place]));
const response = async (path) => {
  const place = stored.get(path);
  if (!place) throw new TypeError("it is not inside this page");
  const packed = Uint8Array.from(atob(place.textContent), (sign) => sign.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate")));
};
const path = (address) => address.startsWith(page.dataset.root) ? address.slice(page.dataset.root.length) : address;
globalThis.inside = (address) => response(path(address));
const started = async (name) => programs[name](await (await response(`${name}.wasm`)).arrayBuffer());
for (const name of Object.keys(programs).filter((name) => name !== "page")) {
  let program;
  globalThis[name] = () => program ??= started(name);
}
addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[download]");
  const wanted = link && path(link.getAttribute("href"));
  if (event.defaultPrevented || !stored.has(wanted)) return;
  event.preventDefault();
  const file = document.createElement("a");
  file.href = URL.createObjectURL(await (await response(wanted)).blob());
  file.download = wanted.split("/").at(-1);
  file.click();
  setTimeout(() => URL.revokeObjectURL(file.href), 60000);
});
try {
  await started("page");
} catch (why) {
  document.getElementById("seal-state").textContent = "SAID";
  console.error(why);
}
"#
    .replace("SAID", said)
}
