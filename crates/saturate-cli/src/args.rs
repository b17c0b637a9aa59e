//! The command line.

use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// Rewrite rules in Julia syntax, applied by equality saturation.
#[derive(Parser, Debug)]
#[command(name = "saturate", version, about, max_term_width = 100)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Show the typed SSA form of functions
    Lower(LowerArgs),
    /// Run a function in the interpreter
    Run(RunArgs),
    /// Solve one extraction problem (egraph-serialize JSON)
    Extract(crate::command::extract::ExtractArgs),
    /// Run text tests: commands and their expected output in comments of Julia files
    Test(TestArgs),
}

/// Arguments of `lower`.
#[derive(Args, Debug)]
pub struct LowerArgs {
    /// Julia source, or text IR in a file that ends in .ir
    pub file: PathBuf,
    /// The function to show; without it, every method of the file, at its declared types
    #[arg(long)]
    pub entry: Option<String>,
    /// Argument types, as in "Float64, Matrix{Float64}"
    #[arg(long, requires = "entry")]
    pub sig: Option<String>,
}

/// Arguments of `run`.
#[derive(Args, Debug)]
pub struct RunArgs {
    /// Julia source, or text IR in a file that ends in .ir
    pub file: PathBuf,
    /// The function to call
    #[arg(long)]
    pub entry: String,
    /// Steps that the run may take
    #[arg(long, default_value_t = saturate::host::embedded::DEFAULT_FUEL)]
    pub fuel: u64,
    /// Arguments, as Julia expressions
    #[arg(allow_negative_numbers = true)]
    pub args: Vec<String>,
}

/// Arguments of `test`.
#[derive(Args, Debug)]
pub struct TestArgs {
    /// Files, or folders to search for .jl and .ir files
    #[arg(required = true)]
    pub paths: Vec<PathBuf>,
    /// Rewrite the expectations to what the commands print now
    #[arg(long)]
    pub bless: bool,
}
