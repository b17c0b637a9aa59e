//! `saturate run`: calls a function in the interpreter.

use super::{load, Context, Failure, Outcome};
use crate::args::RunArgs;
use saturate::diag::Diagnostic;
use saturate::host::embedded::{Output, Run};
use saturate::interp::Value;
use saturate::sym::Sym;

/// Evaluates the arguments, calls the entry and shows what it returns as the REPL would.
pub fn execute(args: &RunArgs, context: &mut Context) -> Outcome {
    let (mut host, diagnostics) = load(&args.file)?;
    let name = Sym::new(&args.entry);
    let Some(callee) = host.function(name) else {
        let mut failures = diagnostics;
        failures.push(host.unknown_function(name));
        return Err(Failure(failures));
    };
    let mut values = Vec::with_capacity(args.args.len());
    for text in &args.args {
        values.push(host.eval(text)?);
    }
    let output = if context.capture {
        Output::Captured(String::new())
    } else {
        Output::Streams
    };
    host.run = Run::new(output, args.fuel);
    let outcome = host.call_value(&callee, &values);
    if let Output::Captured(text) = &host.run.output {
        write!(context.out, "{text}")?;
    }
    match outcome {
        Ok(Value::Nothing) => Ok(diagnostics),
        Ok(value) => {
            writeln!(context.out, "{}", host.show(&value))?;
            Ok(diagnostics)
        }
        Err(thrown) => {
            let message = host.describe_thrown(&thrown);
            Err(Diagnostic::new(message).into())
        }
    }
}
