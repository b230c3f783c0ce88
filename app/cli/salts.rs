//! Random bytes that stand before a raw file's digest, kept by the publisher.

use std::{collections::BTreeMap, fs, io::Write, path::Path};

use anyhow::{Context, bail};
use rounds::Commitment;
use seal::Hasher;

use crate::screen::private::stays_private;

/// A salt for each raw file, by its path in the plan. The form of the file: TOML, `"path" = "<64 hex digits>"`.
pub(crate) struct Salts(BTreeMap<String, Salt>);

type Salt = [u8; 32];

fn from_hex(hex: &str) -> Option<Salt> {
    let pairs = hex.is_ascii().then_some(hex.as_bytes().as_chunks::<2>())?;
    let (pairs, []) = pairs else { return None };
    let byte = |pair: &[u8; 2]| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok();
    let bytes: Vec<u8> = pairs.iter().map(byte).collect::<Option<_>>()?;
    bytes.try_into().ok()
}

impl Salts {
    /// Reads the file at `path`; one that is not there holds none.
    pub(crate) fn read(path: &Path) -> anyhow::Result<Self> {
        let at = || format!("`{}`", path.display());
        if !path.exists() {
            return Ok(Self(BTreeMap::new()));
        }
        let text = fs::read_to_string(path).with_context(at)?;
        let salts: BTreeMap<String, String> = toml::from_str(&text).with_context(at)?;
        let salts = salts.into_iter().map(|(file, hex)| match from_hex(&hex) {
            Some(salt) => Ok((file, salt)),
            // The value stays out of the message.
            None => bail!(
                "{}: `{file}`: found something else, expected 64 hex digits",
                at()
            ),
        });
        Ok(Self(salts.collect::<anyhow::Result<_>>()?))
    }

    /// The salted digest of the file at `path`, by its salt or a new one.
    pub(crate) fn commit(&mut self, file: &str, path: &Path) -> anyhow::Result<Commitment> {
        let salt = match self.0.get(file) {
            Some(salt) => *salt,
            None => {
                let mut salt = [0; 32];
                getrandom::fill(&mut salt)
                    .map_err(|error| anyhow::anyhow!("no random bytes: {error}"))?;
                self.0.insert(file.into(), salt);
                salt
            }
        };
        salted(&salt, path)
    }

    /// The salted digests that the file at `path` has under every salt.
    pub(crate) fn all(&self, path: &Path) -> anyhow::Result<Vec<Commitment>> {
        self.0.values().map(|salt| salted(salt, path)).collect()
    }

    /// Writes them, private to this user, and outside `out`.
    pub(crate) fn write(&self, path: &Path, out: &Path) -> anyhow::Result<()> {
        stays_private(path, &[])?;
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        if path.starts_with(out) {
            bail!(
                "`{}` lies in `{}`, expected a place that is not published",
                path.display(),
                out.display()
            );
        }
        let mut text =
            "# Private: with a salt and a guess, anybody can confirm the guess.\n".to_owned();
        for (file, salt) in &self.0 {
            let hex: String = salt.iter().map(|byte| format!("{byte:02x}")).collect();
            text += &format!("{} = \"{hex}\"\n", toml::Value::from(file.as_str()));
        }
        let at = || format!("cannot write `{}`", path.display());
        let mut new = tempfile::NamedTempFile::new_in(folder).with_context(at)?;
        new.write_all(text.as_bytes()).with_context(at)?;
        new.as_file().sync_all().with_context(at)?;
        new.persist(path).with_context(at)?;
        Ok(())
    }
}

fn salted(salt: &Salt, path: &Path) -> anyhow::Result<Commitment> {
    let at = || format!("cannot read `{}`", path.display());
    let mut hasher = Hasher::default();
    hasher.update(salt);
    let mut file = fs::File::open(path).with_context(at)?;
    crate::raw::pour(&mut file, &mut hasher).with_context(at)?;
    Ok(Commitment {
        salted: true,
        digest: hasher.finish(),
    })
}
