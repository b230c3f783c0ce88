//! Ctrl-C, hang-up and termination: at once where nothing is being written, else as soon as it has been taken back.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};

use anyhow::bail;

/// The usual code of a program that a person interrupted.
const INTERRUPTED: i32 = 130;

static WRITING: AtomicUsize = AtomicUsize::new(0);
static ASKED: AtomicBool = AtomicBool::new(false);

/// Listens from now on.
pub(crate) fn listen() -> anyhow::Result<()> {
    ctrlc::set_handler(|| {
        ASKED.store(true, SeqCst);
        if WRITING.load(SeqCst) == 0 {
            std::process::exit(INTERRUPTED);
        }
    })?;
    Ok(())
}

/// While it lives, an interruption waits for [`check`].
pub(crate) struct Writing(());

impl Writing {
    pub(crate) fn begin() -> Self {
        WRITING.fetch_add(1, SeqCst);
        Self(())
    }
}

impl Drop for Writing {
    fn drop(&mut self) {
        WRITING.fetch_sub(1, SeqCst);
    }
}

/// Errs where somebody asked to stop, so that what was begun is taken back.
pub(crate) fn check() -> anyhow::Result<()> {
    if ASKED.load(SeqCst) {
        bail!("interrupted: nothing was written");
    }
    Ok(())
}
