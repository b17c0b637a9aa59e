//! Standard output and standard error, whoever reads them.
//!
//! `saturate opt FILE | head -1` closes the pipe after one line. That is no error of ours: the program ends at once, says nothing and has the
//! exit code that a shell shows for tools which the signal ends. (The signal itself is switched off by Rust's runtime, so that a server
//! survives a closed connection.) Any other error of writing, as on a full disk, is an error.

use std::io::{Error, ErrorKind, Result, Write};

/// What a shell shows for a program that SIGPIPE has ended.
const CLOSED_PIPE: i32 = 128 + 13;

/// Standard output; the end of the program where nobody reads it any more.
pub struct Stdout;

fn end_quietly(error: Error) -> Error {
    if error.kind() == ErrorKind::BrokenPipe {
        std::process::exit(CLOSED_PIPE);
    }
    error
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        std::io::stdout().write(bytes).map_err(end_quietly)
    }

    fn flush(&mut self) -> Result<()> {
        std::io::stdout().flush().map_err(end_quietly)
    }
}

/// Shows a line to people. Where nobody reads, the exit code has to do.
pub fn tell(line: impl std::fmt::Display) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Writes what an interpreted program prints, at once; the end of both where that cannot be done.
pub fn of_program(text: &str, error: bool) {
    let written = match error {
        true => std::io::stderr()
            .write_all(text.as_bytes())
            .map_err(end_quietly),
        false => Stdout.write_all(text.as_bytes()),
    };
    if let Err(error) = written {
        tell(format_args!("Error: cannot write the output: {error}"));
        std::process::exit(1);
    }
}
