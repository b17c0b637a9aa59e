//! The commands. Each writes its output to a [`Context`], so that text tests run them in the same process.

pub mod explain;
pub mod extract;
pub mod facts;
pub mod fuzz;
pub mod julia;
pub mod lower;
pub mod opt;
pub mod report;
pub mod run;
#[cfg(feature = "serve")]
pub mod serve;
pub mod survey;
pub mod test;
pub mod text_ir;

use crate::args::Command;
use saturate::diag::Diagnostic;
use saturate_driver::program::reading_host;
use saturate_driver::{read_source, Errors};
use saturate_embedded::Embedded;
use std::io::Write;
use std::path::Path;

/// Where a command writes, and what it may assume.
pub struct Context<'a> {
    /// Standard output.
    pub out: &'a mut dyn Write,
    /// Whether output of the running program is collected and written to `out` instead of printed at once.
    pub capture: bool,
    /// Whether programs run with their claims checked, also where nobody asks for it.
    pub checked: bool,
}

/// Why a command failed: one or more diagnostics.
pub struct Failure(pub Vec<Diagnostic>);

impl Failure {
    /// This failure behind what was wrong before.
    pub fn after(mut self, before: &[Diagnostic]) -> Failure {
        self.0.splice(0..0, before.iter().cloned());
        self
    }
}

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Failure {
        Failure(vec![diagnostic])
    }
}

impl From<Errors> for Failure {
    fn from(Errors(diagnostics): Errors) -> Failure {
        Failure(diagnostics)
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Failure {
        Failure(vec![Diagnostic::new(format!(
            "cannot write the output: {error}"
        ))])
    }
}

/// What a command ends with: diagnostics that did not stop it.
pub type Outcome = Result<Vec<Diagnostic>, Failure>;

/// Runs a command.
pub fn execute(command: &Command, context: &mut Context) -> Outcome {
    match command {
        Command::Extract(args) => extract::execute(args, context),
        Command::Facts(args) => facts::execute(args, context),
        Command::Fuzz(args) => fuzz::execute(args, context),
        Command::Lower(args) => lower::execute(args, context),
        Command::Opt(args) => opt::execute(args, context),
        Command::Run(args) => run::execute(args, context),
        #[cfg(feature = "serve")]
        Command::Serve(args) => serve::execute(args, context),
        #[cfg(feature = "serve")]
        Command::Explore => serve::explore::execute(context),
        #[cfg(not(feature = "serve"))]
        Command::Serve(_) | Command::Explore => {
            let help = "build it with the feature: cargo run --release --features serve -- serve";
            Err(Diagnostic::new("this build has no explorer")
                .help(help)
                .into())
        }
        Command::Survey(args) => survey::execute(args, context),
        Command::Test(args) => test::execute(args, context),
    }
}

/// Loads a source file into a new host. Diagnostics of other definitions do not stop a command; the caller shows
/// them where the entry it looks for is missing.
pub fn load(path: &Path) -> Result<(Embedded, Vec<Diagnostic>), Failure> {
    let source = read_source(path)?;
    let mut host = reading_host();
    let diagnostics = host.load(source);
    Ok((host, diagnostics))
}
