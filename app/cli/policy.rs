//! What a page's browser is told to refuse, and the few lines that start the program it is told to expect.

use std::{fs, path::Path};

use anyhow::{Context, bail};
use seal::Digest;

/// Where trunk leaves its place in the shell for [`Program::head`].
pub(crate) const PROGRAM: &str = "<!-- program -->";

/// Headers for hosts that read such a file; what a page can say itself, it says itself.
///
/// A raw file opened by its own address is shown without rights, whatever is in it.
pub(crate) const HEADERS: &str = "\
/*
  Content-Security-Policy: frame-ancestors 'none'
  X-Content-Type-Options: nosniff
  Referrer-Policy: no-referrer
  Cross-Origin-Opener-Policy: same-origin
/data/*
  Content-Security-Policy: default-src 'none'; sandbox
  Cache-Control: no-cache, no-transform
";

/// The program that checks, as trunk left it in the page's folder.
pub(crate) struct Program {
    script: File,
    wasm: File,
}

struct File {
    name: String,
    integrity: String,
}

impl Program {
    /// Finds it in `dist`.
    pub(crate) fn find(dist: &Path) -> anyhow::Result<Self> {
        let wasm = File::find(dist, ".wasm")?;
        // Two builds in one target folder have been seen to leave one of 8 bytes.
        if fs::metadata(dist.join(&wasm.name))?.len() < 10_000 {
            bail!("trunk left no whole .wasm file: build again, one at a time");
        }
        let script = File::find(dist, ".js")?;
        Ok(Self { script, wasm })
    }

    /// The part of a page's head that fetches and starts it, if it is byte for byte the one that was built.
    ///
    /// A link's `integrity` counts for an `import` only where its fetch was first, so the import map says it too.
    pub(crate) fn head(&self, root: &str, lang: &str) -> String {
        let Self { script, wasm } = self;
        let (js, js_is) = (format!("{root}{}", script.name), &script.integrity);
        let (wasm, wasm_is) = (format!("{root}{}", wasm.name), &wasm.integrity);
        let said = if lang == "zh" {
            "校验程序未能加载，或与本页生成时的程序不符：以下数字未经本浏览器校验。"
        } else {
            "The program that checks did not come, or is not the one this page was built with: \
             these figures were not checked in this browser."
        };
        format!(
            r#"<script type="importmap">{{"integrity":{{"{js}":"{js_is}"}}}}</script><link rel="modulepreload" href="{js}" integrity="{js_is}" crossorigin><link rel="preload" href="{wasm}" integrity="{wasm_is}" as="fetch" crossorigin><script type="module">
const unchecked = (why) => {{
  document.getElementById("seal-state").textContent = "{said}";
  document.getElementById("seal-again").hidden = false;
  console.error(why);
}};
const late = setTimeout(unchecked, 30000, "no program after 30 s");
try {{
  const [{{ default: start }}, module_or_path] = await Promise.all([import("{js}"), fetch("{wasm}", {{ integrity: "{wasm_is}" }})]);
  await start({{ module_or_path }});
}} catch (why) {{
  unchecked(why);
}}
clearTimeout(late);
</script>"#
        )
    }
}

impl File {
    fn find(dist: &Path, ending: &str) -> anyhow::Result<Self> {
        let mut found = vec![];
        for entry in fs::read_dir(dist)? {
            let name = entry?.file_name().to_string_lossy().into_owned();
            if name.ends_with(ending) {
                found.push(name);
            }
        }
        let [name] = &found[..] else {
            bail!(
                "trunk left {} files of the kind {ending}, expected one",
                found.len()
            );
        };
        let integrity = Digest::of(&fs::read(dist.join(name))?).integrity();
        let name = name.clone();
        Ok(Self { name, integrity })
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
