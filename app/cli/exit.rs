//! Exit codes: scripts depend on them, so they never change meaning.

use std::fmt;

/// Something could not be done: a file is missing, unreadable or not what it should be.
pub(crate) const FAILED: u8 = 1;
// 2 is clap's: the command line is wrong.
/// `check` found something that should not be published.
pub(crate) const FOUND: u8 = 3;
/// `verify` found bytes that differ from their manifest.
pub(crate) const DIFFERS: u8 = 4;

/// What `--help` says about them.
pub(crate) const HELP: &str = "Exit codes: 0 done; 1 it could not be done; 2 wrong arguments; 3 a check found something that should not be published; 4 bytes differ from their manifest.";

/// Errors that have been listed on stderr one by one already, and the code they end with.
#[derive(Debug)]
pub(crate) struct Listed {
    /// How many there were.
    pub(crate) count: usize,
    /// What they are.
    pub(crate) what: &'static str,
    /// The exit code.
    pub(crate) code: u8,
}

impl fmt::Display for Listed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.count, self.what)
    }
}

impl std::error::Error for Listed {}

/// Says a line on stderr. It may quote a file, and a file may hold what a terminal takes for orders.
pub(crate) fn tell(line: impl fmt::Display) {
    eprintln!("{}", charts::visible(&line.to_string()));
}

/// Lists `errors` on stderr and errs if there are any.
pub(crate) fn list<T: fmt::Display>(
    errors: &[T],
    what: &'static str,
    code: u8,
) -> anyhow::Result<()> {
    errors.iter().for_each(tell);
    if errors.is_empty() {
        Ok(())
    } else {
        Err(Listed {
            count: errors.len(),
            what,
            code,
        }
        .into())
    }
}

/// The exit code for `error`.
pub(crate) fn code(error: &anyhow::Error) -> u8 {
    error
        .downcast_ref::<Listed>()
        .map_or(FAILED, |listed| listed.code)
}
