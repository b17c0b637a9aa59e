//! The `saturate` command.

use clap::{Parser, Subcommand};
use std::process::ExitCode;

mod extract;

/// Equality saturation for Julia code.
#[derive(Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Extract(extract::ExtractArgs),
}

fn main() -> ExitCode {
    match Cli::parse().command {
        Command::Extract(args) => extract::run(&args),
    }
}
