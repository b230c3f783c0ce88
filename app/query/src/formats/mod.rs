//! One file a client: how its files are told apart, and what they show; `wire` holds what several have in common.

mod aiperf;
mod genai_perf;
mod guidellm;
mod inference_perf;
mod inferencex;
mod llm_d;
mod llmperf;
mod lmbench;
mod loadgen;
mod python;
mod sglang;
mod sse;
mod vllm;
mod vllm_bench;
pub(crate) mod wire;

use std::io::BufRead;

use crate::{ImportError, Run, shape::Shape};

/// A load client whose files are known.
#[derive(Clone, Copy)]
pub struct Format(&'static Entry);

/// What is known of a client's files.
struct Entry {
    /// The client's name, as it stands before the version in a table of rounds.
    name: &'static str,
    /// Whether a file that looks like this is one of its.
    fits: fn(&Shape) -> bool,
    /// Takes such a file, by its own words alone.
    read: fn(&mut dyn BufRead) -> Result<Vec<Run>, ImportError>,
}

/// All of them. The first that fits takes a file, so a client that copies another's keys and adds its own stands first.
const ALL: [Entry; 13] = [
    guidellm::ENTRY,
    aiperf::ENTRY,
    genai_perf::ENTRY,
    inference_perf::ENTRY,
    llmperf::ENTRY,
    llm_d::ENTRY,
    inferencex::ENTRY,
    loadgen::ENTRY,
    lmbench::ENTRY,
    sse::ENTRY,
    sglang::ENTRY,
    vllm_bench::ENTRY,
    vllm::ENTRY,
];

static FORMATS: &[Entry] = &ALL;

impl Format {
    /// All known formats.
    pub fn all() -> impl Iterator<Item = Self> {
        FORMATS.iter().map(Self)
    }

    /// The client's name.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// The format of the client that is called `name`, a version behind it or not.
    pub fn of_client(name: &str) -> Option<Self> {
        let fits = |format: &Self| {
            let rest = name.get(format.name().len()..);
            let start = name.get(..format.name().len());
            start.is_some_and(|start| start.eq_ignore_ascii_case(format.name()))
                && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        };
        Self::all().find(fits)
    }

    /// Whose file looks like this.
    pub(crate) fn of(shape: &Shape) -> Option<Self> {
        Self::all().find(|format| (format.0.fits)(shape))
    }

    pub(crate) fn read(self, file: &mut dyn BufRead) -> Result<Vec<Run>, ImportError> {
        (self.0.read)(file)
    }
}

impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Format {}

impl std::fmt::Debug for Format {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
