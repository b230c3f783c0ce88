//! What every byte has to pass on its way out.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use rounds::Report;
use seal::{PrivateTerms, Screened};

use crate::{
    alias::{self, NodeMap},
    exit,
    screen::{Screen, allow::Allow, private, terms::Terms},
};

/// Where a publisher's private files are.
#[derive(Args)]
pub(crate) struct GateArgs {
    /// Your names, one a line: hosts, users, projects, customers, rooms. Nothing is published that has one of them
    #[arg(long, value_name = "FILE", default_value = private::TERMS)]
    private_terms: PathBuf,
    /// Publish without such a list; the reason is published too
    #[arg(long, value_name = "REASON", conflicts_with = "private_terms")]
    no_private_terms: Option<String>,
    /// Findings that you answer for: a private TOML file of [[allow]] with rule, file, field, reason, until
    #[arg(long, value_name = "FILE")]
    allow: Option<PathBuf>,
    /// The private file of `daggerboard alias`: every node must have its alias there, and no real name may be published
    #[arg(long, value_name = "FILE")]
    node_map: Option<PathBuf>,
}

impl GateArgs {
    /// Reads the private files, which must not lie in a folder that is `published`.
    pub(crate) fn open(&self, published: &[&Path]) -> anyhow::Result<Gate> {
        let terms = match &self.no_private_terms {
            Some(reason) if reason.trim().is_empty() => {
                bail!("`--no-private-terms` needs a reason: it is published")
            }
            Some(_) => Terms::default(),
            None => private::terms(&self.private_terms, published)?,
        };
        let allow = match &self.allow {
            Some(path) => Allow::read(&private::read(path, published)?)
                .with_context(|| format!("`{}`", path.display()))?,
            None => Allow::default(),
        };
        let nodes = match &self.node_map {
            Some(path) => Some(
                NodeMap::read(&private::read(path, published)?)
                    .with_context(|| format!("`{}`", path.display()))?,
            ),
            None => None,
        };
        let terms = terms.with(nodes.iter().flat_map(NodeMap::terms))?;
        let private_terms = match self.no_private_terms {
            Some(_) => PrivateTerms::Waived,
            None => PrivateTerms::Searched,
        };
        Ok(Gate {
            screen: Screen::of_data(terms),
            screened: Screened {
                private_terms,
                reason: self.no_private_terms.clone(),
                allowed: allow.record(),
            },
            allow,
            nodes,
        })
    }
}

/// The screen, with what a person answers for.
pub(crate) struct Gate {
    screen: Screen,
    allow: Allow,
    nodes: Option<NodeMap>,
    screened: Screened,
}

impl Gate {
    /// What a release says of it.
    pub(crate) fn record(&self) -> Screened {
        self.screened.clone()
    }

    /// Errs with all that is found in `files`.
    pub(crate) fn pass<'a>(
        &mut self,
        files: impl Iterator<Item = (&'a str, &'a [u8])>,
    ) -> anyhow::Result<()> {
        let mut found = vec![];
        for (name, bytes) in files {
            let here = self.screen.file(name, bytes);
            found.extend(self.allow.sift(here).iter().map(ToString::to_string));
            if name == "report.json"
                && let Ok(report) = serde_json::from_slice(bytes)
            {
                found.extend(self.nodes(&report));
            }
        }
        exit::list(
            &found,
            "findings that should not be public; nothing was published",
            exit::FOUND,
        )
    }

    /// Nodes that stand there under another name than an alias.
    fn nodes(&self, report: &Report) -> Vec<String> {
        let batches = report.batches.iter();
        let named = batches.filter(|batch| match &self.nodes {
            Some(map) => !map.has(batch.node.as_str()),
            None => !alias::is_alias(batch.node.as_str()),
        });
        let why = match &self.nodes {
            Some(_) => "is no alias in the map",
            None => "is no alias",
        };
        named
            .map(|batch| {
                let batch = self.screen.shown(batch.id.as_str());
                format!(
                    "`report.json` batch `{batch}`: `node` {why}; `daggerboard alias NAME --map FILE` gives one"
                )
            })
            .collect()
    }

    /// Errs where something was allowed that was not found.
    pub(crate) fn close(&self) -> anyhow::Result<()> {
        exit::list(
            &self.allow.unused(),
            "allowed findings too many; nothing was published",
            exit::FOUND,
        )
    }
}
