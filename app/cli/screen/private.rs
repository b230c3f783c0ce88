//! The publisher's private files: the list of terms, what is allowed, the names behind aliases.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, bail};

use super::terms::Terms;

/// Where the list of private terms is looked for.
pub(crate) const TERMS: &str = "private-terms.txt";

/// What a folder has in it that is published: a catalogue, or a release.
const MARKS: [&[&str]; 2] = [&["catalogue.json"], &[seal::SUMS, "datapackage.json"]];

/// Reads the private file at `path` if nobody else will: it lies in none of the folders that are `published`, and git
/// does not know it.
pub(crate) fn read(path: &Path, published: &[&Path]) -> anyhow::Result<String> {
    stays_private(path, published)?;
    fs::read_to_string(path).with_context(|| format!("cannot read `{}`", path.display()))
}

/// Reads the list of private terms at `path`.
pub(crate) fn terms(path: &Path, published: &[&Path]) -> anyhow::Result<Terms> {
    if !path.exists() {
        bail!(
            "found no list of private terms at `{}`, expected your names of hosts, users, projects, customers and rooms, one a line; \
             `--private-terms FILE` says where it is, `--no-private-terms REASON` does without and publishes the reason",
            path.display()
        );
    }
    let text = read(path, published)?;
    Terms::read(&text).with_context(|| format!("`{}`", path.display()))
}

/// Errs where the file at `path`, which need not be there yet, would be published.
pub(crate) fn stays_private(path: &Path, published: &[&Path]) -> anyhow::Result<()> {
    let here = path.display();
    for place in places(path)? {
        let folders = place.ancestors().skip(1);
        if folders.clone().any(is_marked) {
            bail!("`{here}` is private, but lies in a folder of releases: move it elsewhere");
        }
        for published in published.iter().filter(|published| published.exists()) {
            let published = fs::canonicalize(published)?;
            if folders.clone().any(|folder| folder == published) {
                bail!("`{here}` is private, but lies in a folder to publish: move it elsewhere");
            }
        }
        if is_tracked(&place) {
            bail!(
                "`{here}` is private, but git tracks it: `git rm --cached` it, and mind its history"
            );
        }
    }
    Ok(())
}

fn is_marked(folder: &Path) -> bool {
    let all = |names: &&[&str]| names.iter().all(|name| folder.join(name).exists());
    MARKS.iter().any(all)
}

/// Where the file is by its name, and where a link of that name leads.
fn places(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let name = path
        .file_name()
        .with_context(|| format!("`{}` is no name of a file", path.display()))?;
    let parent = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    let parent = fs::canonicalize(parent.unwrap_or(Path::new(".")))
        .with_context(|| format!("the folder of `{}`", path.display()))?;
    let mut places = vec![parent.join(name)];
    places.extend(
        fs::canonicalize(path)
            .ok()
            .filter(|target| *target != places[0]),
    );
    Ok(places)
}

/// Whether git would publish the file. No git, or no repository, is no.
fn is_tracked(place: &Path) -> bool {
    let (Some(folder), Some(name)) = (place.parent(), place.file_name()) else {
        return false;
    };
    Command::new("git")
        .arg("-C")
        .arg(folder)
        .args(["ls-files", "--error-unmatch", "--"])
        .arg(name)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}
