//! Aliases of nodes: the same in every release, while the names behind them stay in one private file.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::{Context, bail};
use clap::Args;

use crate::screen::{
    private,
    terms::{Terms, plain},
};

/// Print the alias of a node: the one it has, or the next free one, which is added to the map
#[derive(Args)]
pub(crate) struct Alias {
    /// The node's real name
    #[arg(value_name = "NAME")]
    name: String,
    /// The private file of all names, with lines like `node-a = "name"`; made where it is missing
    #[arg(long, value_name = "FILE")]
    map: PathBuf,
}

impl Alias {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        private::stays_private(&self.map, &[])?;
        let text = match fs::exists(&self.map)? {
            true => private::read(&self.map, &[])?,
            false => String::new(),
        };
        let at = || format!("`{}`", self.map.display());
        let map = NodeMap::read(&text).with_context(at)?;
        if let Some(alias) = map.alias(&self.name) {
            println!("{alias}");
            return Ok(());
        }
        let alias = map.next();
        let mut text = text;
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text.push_str(&format!("{alias} = \"{}\"\n", self.name));
        // Read back first: a name that the map cannot hold would spoil it for every later release.
        let held = NodeMap::read(&text).context("this name cannot be held in the map")?;
        if held.alias(&self.name) != Some(&alias) {
            bail!("this name cannot be held in the map");
        }
        Terms::default().with(held.terms())?;
        write(&self.map, &text).with_context(at)?;
        println!("{alias}");
        Ok(())
    }
}

/// Replaces the map, whole or not at all. A temporary file is for its owner's eyes alone, and so the map stays.
fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let parent = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    let mut file = tempfile::Builder::new()
        .prefix(".daggerboard-")
        .tempfile_in(parent.unwrap_or(Path::new(".")))?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

/// The real names of nodes by their aliases, in the order of the file.
pub(crate) struct NodeMap {
    entries: Vec<Entry>,
}

struct Entry {
    alias: String,
    name: String,
    line: usize,
}

impl NodeMap {
    /// Reads lines like `node-a = "name"`; `#` begins a comment, and the quotes can be left out.
    pub(crate) fn read(text: &str) -> anyhow::Result<Self> {
        let mut entries: Vec<Entry> = vec![];
        for (text, line) in text.lines().zip(1..) {
            let text = text.trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let (alias, name) = text
                .split_once('=')
                .with_context(|| format!("line {line}: expected `node-a = \"name\"`"))?;
            let (alias, name) = (alias.trim(), unquoted(name.trim()));
            if !is_alias(alias) {
                bail!("line {line}: expected an alias of `node-` and one to three letters");
            }
            if name.contains(['"', '\'', '\\']) || name.contains(char::is_control) {
                bail!("line {line}: expected a name without quotes, backslashes and controls");
            }
            if is_alias(name) {
                bail!("line {line}: expected a real name, not an alias");
            }
            // Two spellings of one name are one machine.
            let twice = |entry: &&Entry| entry.alias == alias || plain(&entry.name) == plain(name);
            if let Some(other) = entries.iter().find(twice) {
                let first = other.line;
                bail!("line {line}: the same alias or name as in line {first}");
            }
            entries.push(Entry {
                alias: alias.into(),
                name: name.into(),
                line,
            });
        }
        Ok(Self { entries })
    }

    /// Whether `alias` is one of these.
    pub(crate) fn has(&self, alias: &str) -> bool {
        self.entries.iter().any(|entry| entry.alias == alias)
    }

    /// The real names with their places, as private terms.
    pub(crate) fn terms(&self) -> impl Iterator<Item = (&str, String)> {
        self.entries.iter().map(|entry| {
            let place = format!("line {} of the node map", entry.line);
            (entry.name.as_str(), place)
        })
    }

    fn alias(&self, name: &str) -> Option<&str> {
        let entry = self
            .entries
            .iter()
            .find(|entry| plain(&entry.name) == plain(name));
        entry.map(|entry| entry.alias.as_str())
    }

    /// The alias after the last: one that was given up is not given to another node.
    fn next(&self) -> String {
        let last = self.entries.iter().map(|entry| number(&entry.alias)).max();
        alias(last.map_or(0, |last| last + 1))
    }
}

fn unquoted(text: &str) -> &str {
    ['"', '\'']
        .into_iter()
        .find_map(|quote| text.strip_prefix(quote)?.strip_suffix(quote))
        .unwrap_or(text)
}

/// Whether `text` has the form of an alias: `node-` and one to three letters.
pub(crate) fn is_alias(text: &str) -> bool {
    text.strip_prefix("node-").is_some_and(|letters| {
        (1..=3).contains(&letters.len()) && letters.bytes().all(|c| c.is_ascii_lowercase())
    })
}

/// `node-a` is 0, `node-z` 25, `node-aa` 26.
fn alias(mut number: u32) -> String {
    let mut letters = vec![];
    loop {
        letters.push(char::from(b'a' + (number % 26) as u8));
        match number / 26 {
            0 => break,
            rest => number = rest - 1,
        }
    }
    format!("node-{}", letters.iter().rev().collect::<String>())
}

fn number(alias: &str) -> u32 {
    let letters = alias.bytes().skip("node-".len());
    letters.fold(0, |number, c| number * 26 + u32::from(c - b'a') + 1) - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aliases_count_in_letters() {
        for (number, expected) in [
            (0, "node-a"),
            (25, "node-z"),
            (26, "node-aa"),
            (51, "node-az"),
            (52, "node-ba"),
            (701, "node-zz"),
            (702, "node-aaa"),
        ] {
            assert_eq!(alias(number), expected);
            assert_eq!(super::number(expected), number);
        }
    }

    #[test]
    fn a_map_has_one_name_for_an_alias_and_one_alias_for_a_name() {
        let map = NodeMap::read("# mine\nnode-a = \"GPU box\"\nnode-c = gpu-7\n").unwrap();
        assert_eq!(map.alias("gpu_box"), Some("node-a"));
        assert_eq!(map.alias("GPU7"), Some("node-c"));
        assert_eq!(map.next(), "node-d");
        for text in [
            "node-a",
            "gpu = 'a'",
            "node-A = 'a'",
            "node-a = 'x\\y'",
            "node-a = 'one'\nnode-a = 'two'",
            "node-a = 'one 1'\nnode-b = 'One-1'",
        ] {
            assert!(NodeMap::read(text).is_err(), "{text}");
        }
    }
}
