//! The command: raw client output in, a release out; and the checks that anybody can repeat.
//!
//! One file a command. stdout is the result, stderr the talk; exit codes are in `exit.rs`. The only room that opens
//! files and sees real names.

mod build;
mod check;
mod demo;
mod exit;
mod folder;
#[cfg(feature = "ingest")]
mod ingest;
mod plan;
mod publish;
mod show;
mod verify;

use std::{path::PathBuf, process::ExitCode};

use clap::{Parser, Subcommand};

/// Turn the raw output of a load client into a release that anybody can check, and check one.
#[derive(Parser)]
#[command(version, after_help = exit::HELP)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Write the raw files of the built-in example, the same bytes every time
    Demo {
        /// A new folder
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
    },
    #[cfg(feature = "ingest")]
    Ingest(ingest::Ingest),
    Publish(publish::Publish),
    Check(check::Check),
    Verify(verify::Verify),
    Build(build::Build),
    Show(show::Show),
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Demo { out } => demo_into(&out),
        #[cfg(feature = "ingest")]
        Command::Ingest(ingest) => ingest.run(),
        Command::Publish(publish) => publish.run(),
        Command::Check(check) => check.run(),
        Command::Verify(verify) => verify.run(),
        Command::Build(build) => build.run(),
        Command::Show(show) => show.run(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            exit::code(&error).into()
        }
    }
}

fn demo_into(out: &std::path::Path) -> anyhow::Result<()> {
    let written = folder::whole(out, demo::write)?;
    eprintln!(
        "wrote {} files, {} requests; next: daggerboard ingest {}/plan.toml --out ...",
        written.files,
        written.requests,
        out.display()
    );
    Ok(())
}
