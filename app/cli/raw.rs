//! Raw client files on disk.

use std::{
    fs::File,
    hash::{DefaultHasher, Hash, Hasher as _},
    io::Read,
    path::{Path, PathBuf},
};

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use query::{Format, Holds, Import, ImportError, Run};
use seal::{Digest, Hasher};

/// Takes the file at `path`.
pub(crate) fn import(path: &Path, format: Option<Format>) -> Result<Import, ImportError> {
    let open = || Ok(Box::new(File::open(path)?) as Box<dyn Read>);
    query::import(&open, format)
}

/// Every file of `paths` and of the folders among them, sorted within a folder.
pub(crate) fn files(paths: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = vec![];
    for path in paths {
        let at = || format!("cannot read `{}`", path.display());
        if !path.metadata().with_context(at)?.is_dir() {
            found.push(path.clone());
            continue;
        }
        let mut inside = vec![];
        for entry in path.read_dir().with_context(at)? {
            let entry = entry.with_context(at)?;
            // A link may lead in a circle, or out of what was meant.
            if !entry.file_type().with_context(at)?.is_symlink() {
                inside.push(entry.path());
            }
        }
        inside.sort();
        found.extend(files(&inside)?);
    }
    Ok(found)
}

/// The digest of the file at `path`.
pub(crate) fn digest(path: &Path) -> anyhow::Result<Digest> {
    let at = || format!("cannot read `{}`", path.display());
    let mut file = File::open(path).with_context(at)?;
    let mut hasher = Hasher::default();
    pour(&mut file, &mut hasher).with_context(at)?;
    Ok(hasher.finish())
}

/// Digests all of `file`.
pub(crate) fn pour(file: &mut File, hasher: &mut Hasher) -> std::io::Result<()> {
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(()),
            length => hasher.update(&buffer[..length]),
        }
    }
}

/// Equal for two copies of one run, as a sweep leaves them in `run=0.json` and `summary.json`, and for nothing else.
pub(crate) fn same_run(run: &Run) -> u64 {
    let mut hasher = DefaultHasher::new();
    let mut take = |number: Option<f64>| number.map(f64::to_bits).hash(&mut hasher);
    take(run.when_s);
    take(run.duration_s);
    take(run.says.output_tok_s);
    match &run.holds {
        Holds::Totals(totals) => {
            take(run.says.latency.ttft_p50_ms);
            take(totals.requests.map(f64::from));
            take(Some(totals.output_tokens as f64));
        }
        Holds::Requests(requests) => {
            for record in &requests.records {
                take(record.ttft_s);
                take(record.e2e_s);
                take(Some(f64::from(record.output_tokens)));
                take(Some(f64::from(u8::from(record.text))));
            }
            let inputs = requests.fingerprint.map(|inputs| inputs.to_string());
            inputs.hash(&mut hasher);
        }
    }
    hasher.finish()
}

/// `make` of every item, in their order, on all processors; at most so many results wait at a time.
pub(crate) fn in_parallel<'a, T: Sync, R: Send + 'a>(
    items: &'a [T],
    make: impl Fn(&T) -> R + Sync + 'a,
) -> impl Iterator<Item = R> + 'a {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    items.chunks(threads).flat_map(move |chunk| {
        std::thread::scope(|scope| {
            let make = &make;
            let running: Vec<_> = chunk
                .iter()
                .map(|item| scope.spawn(move || make(item)))
                .collect();
            running
                .into_iter()
                .map(|thread| {
                    thread
                        .join()
                        .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                })
                .collect::<Vec<R>>()
        })
    })
}

/// A bar on a terminal, nothing elsewhere.
pub(crate) struct Progress(ProgressBar);

impl Progress {
    pub(crate) fn over(files: usize) -> anyhow::Result<Self> {
        let style = ProgressStyle::with_template("{bar:32} {pos}/{len} files {wide_msg}")?;
        Ok(Self(ProgressBar::new(files as u64).with_style(style)))
    }

    /// Begins the next file.
    pub(crate) fn one(&self, name: &str) {
        self.0.set_message(name.to_owned());
        self.0.inc(1);
    }

    pub(crate) fn done(&self) {
        self.0.finish_and_clear();
    }
}
