//! The command: raw client output in, a release out; and the checks that anybody can repeat.
//!
//! One file a command. stdout is the result, stderr the talk; exit codes are in `exit.rs`. The only room that opens
//! files and sees real names.

#[cfg(feature = "publishing")]
mod alias;
#[cfg(feature = "publishing")]
mod audit;
mod build;
mod check;
mod compare;
mod copies;
#[cfg(feature = "publishing")]
mod demo;
mod exit;
mod folder;
#[cfg(feature = "publishing")]
mod gate;
#[cfg(feature = "remote")]
mod host;
#[cfg(feature = "publishing")]
mod ingest;
#[cfg(feature = "publishing")]
mod init;
#[cfg(feature = "publishing")]
mod inspect;
mod interrupt;
mod location;
#[cfg(feature = "publishing")]
mod plan;
mod policy;
#[cfg(feature = "publishing")]
mod publish;
#[cfg(feature = "publishing")]
mod raw;
#[cfg(feature = "publishing")]
mod salts;
mod screen;
mod show;
mod signed;
mod verify;
#[cfg(feature = "publishing")]
mod withdraw;

use std::process::ExitCode;

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
    #[cfg(feature = "publishing")]
    /// Write the raw files of the built-in example, the same bytes every time
    Demo {
        /// A new folder
        #[arg(long, value_name = "DIR")]
        out: std::path::PathBuf,
    },
    #[cfg(feature = "publishing")]
    Init(init::Init),
    #[cfg(feature = "publishing")]
    Ingest(ingest::Ingest),
    #[cfg(feature = "publishing")]
    Publish(publish::Publish),
    #[cfg(feature = "publishing")]
    Withdraw(withdraw::Withdraw),
    #[cfg(feature = "publishing")]
    Alias(alias::Alias),
    #[cfg(feature = "publishing")]
    Audit(audit::Audit),
    Check(check::Check),
    Verify(verify::Verify),
    Build(build::Build),
    Show(show::Show),
    Compare(compare::Compare),
}

fn main() -> ExitCode {
    let command = Arguments::parse().command;
    let done = interrupt::listen().and_then(|()| run(command));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            exit::tell(format!("error: {error:#}"));
            exit::code(&error).into()
        }
    }
}

fn run(command: Command) -> anyhow::Result<()> {
    match command {
        #[cfg(feature = "publishing")]
        Command::Demo { out } => demo_into(&out),
        #[cfg(feature = "publishing")]
        Command::Init(init) => init.run(),
        #[cfg(feature = "publishing")]
        Command::Ingest(ingest) => ingest.run(),
        #[cfg(feature = "publishing")]
        Command::Publish(publish) => publish.run(),
        #[cfg(feature = "publishing")]
        Command::Withdraw(withdraw) => withdraw.run(),
        #[cfg(feature = "publishing")]
        Command::Alias(alias) => alias.run(),
        #[cfg(feature = "publishing")]
        Command::Audit(audit) => audit.run(),
        Command::Check(check) => check.run(),
        Command::Verify(verify) => verify.run(),
        Command::Build(build) => build.run(),
        Command::Show(show) => show.run(),
        Command::Compare(compare) => compare.run(),
    }
}

#[cfg(feature = "publishing")]
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
