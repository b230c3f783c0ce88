//! What a page's browser is told to refuse, and the few lines that start the program it is told to expect.

use std::{fs, path::Path};

use anyhow::{Context, bail};
use charts::Lang;
use seal::Digest;

/// Where trunk leaves its place in the shell for [`Programs::head`].
pub(crate) const PROGRAM: &str = "<!-- program -->";

/// Headers for hosts that read such a file; what a page can say itself, it says itself.
///
/// Any page may show one of these in a frame (`?embed=`): there is nothing on it that a hidden click could do. A raw file opened
/// by its own address is shown without rights, whatever is in it.
pub(crate) const HEADERS: &str = "\
/*
  Content-Security-Policy: frame-ancestors *
  X-Content-Type-Options: nosniff
  Referrer-Policy: no-referrer
  Cross-Origin-Opener-Policy: same-origin
/data/*
  Content-Security-Policy: default-src 'none'; sandbox
  Cache-Control: no-cache, no-transform
";

/// What every page does: keeps the choice of language, writes addresses out on paper.
const EVERY: &str = include_str!("every.js");
/// Searches the list of reports, and compares it with the catalogue.
const START: &str = include_str!("start.js");

/// The scripts of the start page.
pub(crate) fn start() -> String {
    format!("<script>\n{EVERY}</script><script type=\"module\">\n{START}</script>")
}

/// The page's programs, as trunk left them in its folder.
pub(crate) struct Programs {
    /// The one that checks.
    page: Program,
    /// The one that comes when a reader asks for what it shows.
    desk: Program,
    /// The one that holds the release to its signature, after the figures are drawn.
    signer: Program,
}

struct Program {
    script: File,
    wasm: File,
}

struct File {
    name: String,
    integrity: String,
}

impl Program {
    fn find(dist: &Path, program: &str) -> anyhow::Result<Self> {
        let wasm = File::find(dist, program, ".wasm")?;
        // Two builds in one target folder have been seen to leave one of 8 bytes.
        if fs::metadata(dist.join(&wasm.name))?.len() < 10_000 {
            bail!("trunk left no whole .wasm file: build again, one at a time");
        }
        let script = File::find(dist, program, ".js")?;
        Ok(Self { script, wasm })
    }
}

impl Programs {
    /// Finds them in `dist`, and gives those files a name of their own for each content that trunk gave none.
    pub(crate) fn find(dist: &Path) -> anyhow::Result<Self> {
        let page = Program::find(dist, "page")?;
        let [mut desk, mut signer] = [Program::find(dist, "desk")?, Program::find(dist, "signer")?];
        for (name, program) in [("desk", &mut desk), ("signer", &mut signer)] {
            program.script.rename(name, dist)?;
            program.wasm.rename(name, dist)?;
        }
        Ok(Self { page, desk, signer })
    }

    /// Finds them in a `dist` that was built, where each has its name already.
    pub(crate) fn built(dist: &Path) -> anyhow::Result<Self> {
        let [page, desk, signer] = ["page", "desk", "signer"].map(|name| Program::find(dist, name));
        Ok(Self {
            page: page?,
            desk: desk?,
            signer: signer?,
        })
    }

    /// Each by its name, with its script and its wasm.
    pub(crate) fn read(&self, dist: &Path) -> anyhow::Result<Vec<(&'static str, String, Vec<u8>)>> {
        let all = [
            ("page", &self.page),
            ("desk", &self.desk),
            ("signer", &self.signer),
        ];
        let read = |(name, program): (_, &Program)| {
            let script = fs::read_to_string(dist.join(&program.script.name))?;
            Ok((name, script, fs::read(dist.join(&program.wasm.name))?))
        };
        all.into_iter().map(read).collect()
    }

    /// The part of a page's head that fetches and starts the one, and the others when they are asked for, if they are byte for
    /// byte those that were built.
    ///
    /// A link's `integrity` counts for an `import` only where its fetch was first, so the import map says it too.
    pub(crate) fn head(&self, root: &str, lang: Lang) -> String {
        let place = |file: &File| (format!("{root}{}", file.name), file.integrity.clone());
        let both = |program: &Program| (place(&program.script), place(&program.wasm));
        let ((js, js_is), (wasm, wasm_is)) = both(&self.page);
        let ((desk, desk_is), (desk_wasm, desk_wasm_is)) = both(&self.desk);
        let ((signer, signer_is), (signer_wasm, signer_wasm_is)) = both(&self.signer);
        let said = messages::program_did_not_come(lang);
        format!(
            r#"<script>
{EVERY}</script><script type="importmap">{{"integrity":{{"{js}":"{js_is}","{desk}":"{desk_is}","{signer}":"{signer_is}"}}}}</script><link rel="modulepreload" href="{js}" integrity="{js_is}" crossorigin><link rel="preload" href="{wasm}" integrity="{wasm_is}" as="fetch" crossorigin><script type="module">
if (/[?&]embed=/.test(location.search)) document.documentElement.dataset.embed = "";
const unchecked = (why) => {{
  document.getElementById("seal-state").textContent = "{said}";
  document.getElementById("seal-again").hidden = false;
  console.error(why);
}};
const load = async (script, wasm, integrity) => {{
  const [program, module_or_path] = await Promise.all([import(script), fetch(wasm, {{ integrity }})]);
  await program.default({{ module_or_path }});
  return program;
}};
const patience = () => new Promise((_, late) => setTimeout(late, 30000, "no such program after 30 s"));
const asked = (...program) => {{
  let loaded;
  return () => loaded ??= Promise.race([load(...program), patience()]).catch((why) => {{
    loaded = undefined;
    console.error(why);
    throw why;
  }});
}};
globalThis.desk = asked("{desk}", "{desk_wasm}", "{desk_wasm_is}");
globalThis.signer = asked("{signer}", "{signer_wasm}", "{signer_wasm_is}");
const late = setTimeout(unchecked, 30000, "no program after 30 s");
try {{
  await load("{js}", "{wasm}", "{wasm_is}");
}} catch (why) {{
  unchecked(why);
}}
clearTimeout(late);
</script>"#
        )
    }
}

impl File {
    fn find(dist: &Path, program: &str, ending: &str) -> anyhow::Result<Self> {
        let mut found = vec![];
        let listed = fs::read_dir(dist)
            .with_context(|| format!("cannot list `{}`; build the site first", dist.display()))?;
        for entry in listed {
            let name = entry?.file_name().to_string_lossy().into_owned();
            if name.starts_with(program) && name.ends_with(ending) {
                found.push(name);
            }
        }
        let [name] = &found[..] else {
            bail!(
                "trunk left {} files `{program}*{ending}`, expected one",
                found.len()
            );
        };
        let integrity = Digest::of(&fs::read(dist.join(name))?).integrity();
        let name = name.clone();
        Ok(Self { name, integrity })
    }

    /// Has its name say which bytes it has, so that no browser takes an older one that it kept for it.
    fn rename(&mut self, program: &str, dist: &Path) -> anyhow::Result<()> {
        let old = dist.join(&self.name);
        let digest = Digest::of(&fs::read(&old)?).to_string();
        self.name = self
            .name
            .replacen(program, &format!("{program}-{}", &digest[..16]), 1);
        Ok(fs::rename(old, dist.join(&self.name))?)
    }
}

/// The content policy of a page whose scripts and styles are those of `html`, and no others.
///
/// `html` must hold nothing of a release: what came with data would be allowed too.
pub(crate) fn content_policy(html: &str) -> anyhow::Result<String> {
    let hashes = |tag| -> anyhow::Result<String> {
        let inline = inline(html, tag)?;
        let hashes = inline.into_iter().map(|text| {
            let hash = Digest::of(text.as_bytes()).integrity();
            format!(" '{hash}'")
        });
        Ok(hashes.collect())
    };
    let (scripts, styles) = (hashes("script")?, hashes("style")?);
    Ok(format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'{scripts}; style-src{styles}; \
         img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
         require-trusted-types-for 'script'; trusted-types daggerboard"
    ))
}

/// What stands between the tags of each element `tag`.
pub(crate) fn inline<'a>(html: &'a str, tag: &str) -> anyhow::Result<Vec<&'a str>> {
    let (opening, closing) = (format!("<{tag}"), format!("</{tag}>"));
    let (mut found, mut rest) = (vec![], html);
    while let Some((_, from)) = rest.split_once(&opening) {
        let inside = from.split_once('>').map(|(_, inside)| inside);
        let (text, after) = inside
            .and_then(|inside| inside.split_once(&closing))
            .with_context(|| format!("a `{opening}` without its end"))?;
        found.push(text);
        rest = after;
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_may_run_and_wear_what_stands_in_it_and_nothing_else() {
        let policy =
            content_policy("<style>abc</style><p>a<script type=\"module\"></script>").unwrap();
        let rule = |name: &str| {
            let rules = policy.split("; ");
            rules
                .into_iter()
                .find_map(|rule| rule.strip_prefix(name))
                .unwrap_or("none")
        };
        // The digests of nothing and of `abc` in FIPS 180-2.
        for (name, allowed) in [
            ("default-src", " 'none'"),
            (
                "script-src",
                " 'self' 'wasm-unsafe-eval' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
            ),
            (
                "style-src",
                " 'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0='",
            ),
            ("connect-src", " 'self'"),
            ("base-uri", " 'none'"),
            ("form-action", " 'none'"),
            ("require-trusted-types-for", " 'script'"),
            ("trusted-types", " daggerboard"),
        ] {
            assert_eq!(rule(name), allowed, "{name}");
        }
        assert!(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"));
    }

    #[test]
    fn an_element_without_its_end_is_refused() {
        for html in ["<script>", "<script", "<style>a</script>"] {
            assert!(content_policy(html).is_err(), "{html}");
        }
    }
}
