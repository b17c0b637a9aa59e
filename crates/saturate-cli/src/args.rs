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
    /// Show what the embedded host says of calls: the types of their results, and what they may do
    Facts(FactsArgs),
    /// Optimise functions with rewrite rules
    Opt(OptArgs),
    /// Run a function in the interpreter
    Run(RunArgs),
    /// Solve one extraction problem (egraph-serialize JSON)
    Extract(crate::command::extract::ExtractArgs),
    /// Count how often rules match in a body of Julia code, without running it
    Survey(SurveyArgs),
    /// Optimise random programs and compare what they do with their originals
    Fuzz(crate::command::fuzz::FuzzArgs),
    /// Explore rules in a browser: an editor, and the report of what they do, live
    Serve(ServeArgs),
    /// One computation of `serve`: JSON on standard input to JSON on standard output
    #[command(hide = true)]
    Explore,
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

/// Arguments of `facts`.
#[derive(Args, Debug)]
pub struct FactsArgs {
    /// Julia source; without it, the functions of the prelude
    pub file: Option<PathBuf>,
    /// The function to ask about; without it, every one of the file or of the prelude
    #[arg(long)]
    pub entry: Option<String>,
    /// Argument types, as in "Float64, Matrix{Float64}"; without them, combinations of common ones
    #[arg(long, requires = "entry")]
    pub sig: Option<String>,
}

/// Arguments of `opt`.
#[derive(Args, Debug)]
pub struct OptArgs {
    /// Julia source; its `@saturate rules f(::T, …)` lines are the entry points
    pub file: PathBuf,
    /// The function to optimise, in place of the file's entry points
    #[arg(long)]
    pub entry: Option<String>,
    /// Argument types, as in "Float64, Matrix{Float64}"
    #[arg(long, requires = "entry")]
    pub sig: Option<String>,
    #[command(flatten)]
    pub how: HowArgs,
    /// Form of the result
    #[arg(long, value_enum, default_value_t = EmitFormat::Ir)]
    pub emit: EmitFormat,
    /// Say which rules led to each change, and which matches were refused
    #[arg(long)]
    pub explain: bool,
    /// Write the saturated e-graph of the only entry point here, in egraph-serialize JSON
    #[arg(long, value_name = "FILE")]
    pub dump_egraph: Option<PathBuf>,
    /// Write a report to look at here: one HTML file with code, rules, e-graph and times of all entry points
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Write the saturated e-graph of the only entry point here, for Graphviz
    #[arg(long, value_name = "FILE")]
    pub dot: Option<PathBuf>,
    /// Draw the saturated e-graph of the only entry point here, as SVG
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Print statistics as one line of JSON per entry point
    #[arg(long, value_enum)]
    pub stats: Option<StatsFormat>,
    /// Where types, methods and constants come from
    #[arg(long, value_enum, default_value_t = HostName::Embedded)]
    pub host: HostName,
}

/// How to optimise.
#[derive(Args, Debug)]
pub struct HowArgs {
    /// Rule sets, separated by commas: of the file or of the library by name, or files of rules; may be given more than once
    #[arg(long)]
    pub rules: Vec<String>,
    /// How to choose the program
    #[arg(long, value_enum, default_value_t = ExtractorName::Exact)]
    pub extract: ExtractorName,
    /// Seconds that `ilp` and `paper` may take; the other extractors are limited by work
    #[arg(long, default_value_t = 10.0, value_name = "SECONDS")]
    pub time_limit: f64,
    /// Seed of the random choice that `--extract chaos` makes
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Keep every call that may throw, unless a rule that fires has it in its left side
    #[arg(long)]
    pub strict: bool,
    /// How deep calls are looked into: `none`, or a number
    #[arg(long, value_name = "DEPTH", value_parser = calls)]
    pub calls: Option<u32>,
    /// Sizes of the array arguments, one after another, for costs that depend on sizes: one program for these; sizes that must equal an
    /// earlier one may be left out
    #[arg(long, value_name = "N,…", value_delimiter = ',')]
    pub sizes: Option<Vec<u64>>,
    /// A file of `@cost` lines, or of rules with costs; may be given more than once
    #[arg(long, value_name = "FILE")]
    pub cost: Vec<PathBuf>,
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// When to stop; the names are those of the keywords in Julia.
#[derive(Args, Debug)]
pub struct LimitArgs {
    /// Rounds in which all rules are tried
    #[arg(long, value_name = "N")]
    pub iterations: Option<usize>,
    /// E-nodes that rules may add to those of the program
    #[arg(long, value_name = "N")]
    pub nodes: Option<usize>,
    /// Nodes that the search for matches may look at
    #[arg(long, value_name = "N")]
    pub work: Option<u64>,
    /// Milliseconds that saturation may take; the one limit that is not the same on every machine
    #[arg(long, value_name = "MS")]
    pub time_ms: Option<u64>,
    /// Steps that the choice of the program may take
    #[arg(long, value_name = "N")]
    pub extraction_work: Option<u64>,
}

/// Where types, methods and constants come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum HostName {
    /// This program's own model of Julia
    Embedded,
    /// An installed Julia: the one that SATURATE_JULIA names, or that is on the path
    Julia,
}

/// Form of an optimised function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum EmitFormat {
    /// Typed SSA
    Ir,
    /// Julia source that can be saved and loaded
    Julia,
    /// One JSON object per entry point, on a line: the function in both forms, and the numbers
    Json,
}

/// How to choose the program.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub enum ExtractorName {
    /// The cheapest, proved
    Exact,
    /// A cheap one, quickly
    Greedy,
    /// The cheapest, by an ILP solver (needs the cargo feature `highs`)
    Ilp,
    /// What the paper's formulation finds, by an ILP solver (needs the cargo feature `highs`)
    Paper,
    /// A random valid one, for tests
    Chaos,
}

/// Form of the statistics.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub enum StatsFormat {
    /// One JSON object per line
    Json,
}

/// Arguments of `run`.
#[derive(Args, Debug)]
pub struct RunArgs {
    /// Julia source, or text IR in a file that ends in .ir
    pub file: PathBuf,
    /// The function to call
    #[arg(long)]
    pub entry: String,
    /// Optimise it first, for the types of the arguments
    #[arg(long)]
    pub opt: bool,
    /// Check while it runs that types, constants and effects are what the optimiser takes them for
    #[arg(long)]
    pub checked: bool,
    #[command(flatten)]
    pub how: HowArgs,
    /// Steps that the run may take
    #[arg(long, default_value_t = saturate_embedded::DEFAULT_FUEL)]
    pub fuel: u64,
    /// Arguments, as Julia expressions
    #[arg(allow_negative_numbers = true)]
    pub args: Vec<String>,
}

/// Arguments of `survey`.
#[derive(Args, Debug)]
pub struct SurveyArgs {
    /// Folders; each folder in one of them is a package
    #[arg(required = true)]
    pub dirs: Vec<PathBuf>,
    /// Rule sets, separated by commas: of the library by name, or files of rules; the whole library if there are none
    #[arg(long)]
    pub rules: Vec<String>,
    /// What to print
    #[arg(long, value_enum, default_value_t = SurveyFormat::Table)]
    pub format: SurveyFormat,
    /// How many threads work; as many as there are cores if not given
    #[arg(long)]
    pub threads: Option<usize>,
}

/// Form of a survey.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub enum SurveyFormat {
    /// Lines for reading
    Table,
    /// One JSON object
    Json,
}

/// Arguments of `serve`.
#[derive(Args, Debug)]
pub struct ServeArgs {
    /// A folder whose Julia files are in the menu; they are read, never written
    pub dir: Option<PathBuf>,
    /// The port on the loopback interface; 0 takes any that is free
    #[arg(long, default_value_t = 7217)]
    pub port: u16,
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

/// How deep calls are looked into.
fn calls(text: &str) -> Result<u32, String> {
    match text {
        "none" => Ok(0),
        _ => text
            .parse()
            .map_err(|_| "it must be `none` or a number, such as 4".to_string()),
    }
}
