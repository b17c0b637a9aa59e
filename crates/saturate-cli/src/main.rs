//! The `saturate` command.

#![forbid(unsafe_code)]

mod args;
mod command;
mod progress;
mod render;
mod terminal;

use clap::Parser;
use command::{Context, Failure};
use std::io::Write;
use std::process::ExitCode;

/// Optimising makes very many small, short-lived objects: a third of the time goes into the system's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let cli = args::Cli::parse();
    let mut out = std::io::stdout();
    let mut context = Context {
        out: &mut out,
        capture: false,
    };
    let outcome = command::execute(&cli.command, &mut context);
    let _ = out.flush();
    match outcome {
        Ok(notes) => {
            notes.iter().for_each(render::warning);
            ExitCode::SUCCESS
        }
        Err(Failure(errors)) => {
            errors.iter().for_each(render::error);
            ExitCode::FAILURE
        }
    }
}
