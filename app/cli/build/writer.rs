use std::{
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use anyhow::{Context, bail};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The program that writes pages, by the components that the browser runs too: a job a line, an answer a line.
pub(super) struct Writer {
    program: Child,
    jobs: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Writer {
    pub(super) fn start(program: &Path) -> anyhow::Result<Self> {
        let mut started = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot run `{}`", program.display()))?;
        let jobs = started.stdin.take().context("no way to the prerenderer")?;
        let answers = started.stdout.take().context("no way back from it")?;
        Ok(Self {
            program: started,
            jobs,
            answers: BufReader::new(answers),
        })
    }

    /// The answer to `job`, which is called `name` where it fails.
    pub(super) fn ask<T: DeserializeOwned>(
        &mut self,
        name: &str,
        job: &Value,
    ) -> anyhow::Result<T> {
        let mut answer = String::new();
        // Where the program ended, it said why: that is what a reader needs, not that the pipe is broken.
        let asked = writeln!(self.jobs, "{job}").and_then(|()| self.jobs.flush());
        if asked.is_err() || self.answers.read_line(&mut answer)? == 0 {
            bail!("the prerenderer failed on {name}");
        }
        Ok(serde_json::from_str(&answer)?)
    }

    pub(super) fn end(self) -> anyhow::Result<()> {
        let Self {
            mut program, jobs, ..
        } = self;
        drop(jobs);
        if !program.wait()?.success() {
            bail!("the prerenderer failed at its end");
        }
        Ok(())
    }
}
