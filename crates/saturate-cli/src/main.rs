//! The `saturate` command.

#![forbid(unsafe_code)]

mod args;
mod command;
mod output;
mod progress;
mod render;
mod terminal;

use clap::Parser;
use command::{Context, Failure};
use std::process::ExitCode;

/// Optimising makes very many small, short-lived objects: a third of the time goes into the system's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let cli = args::Cli::parse();
    let mut context = Context {
        checked: false,
        out: &mut output::Stdout,
        capture: false,
    };
    let outcome = command::execute(&cli.command, &mut context);
    let outcome = outcome.and_then(|notes| Ok(context.out.flush().map(|()| notes)?));
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
