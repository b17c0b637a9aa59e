//! `saturate run`: calls a function in the interpreter.

use super::{opt, text_ir, Context, Failure, Outcome};
use crate::args::RunArgs;
use crate::output;
use saturate::diag::Diagnostic;
use saturate::sym::Sym;
use saturate_driver::job::rules_for;
use saturate_driver::{Job, Program};
use saturate_embedded::interp::machine::Thrown;
use saturate_embedded::interp::Value;
use saturate_embedded::{Embedded, Output, Run};

/// Evaluates the arguments, calls the entry and shows what it returns as the REPL would.
pub fn execute(args: &RunArgs, context: &mut Context) -> Outcome {
    if text_ir::is_text_ir(&args.file) {
        let (mut host, functions) = text_ir::load(&args.file)?;
        let function = text_ir::find(&functions, &args.entry)?;
        let values = arguments(args, &mut host)?;
        host.set_checked(args.checked || context.checked);
        text_ir::check_arguments(function, &values, &mut host)?;
        return run(args, context, &mut host, |host| {
            host.run_function(function, &values)
        })
        .map(|()| Vec::new());
    }
    let Program {
        mut host,
        diagnostics,
    } = Program::open(&args.file, &args.how.rules)?;
    let name = Sym::new(&args.entry);
    let Some(callee) = host.function(name) else {
        let mut failures = diagnostics;
        failures.push(host.unknown_function(name));
        return Err(Failure(failures));
    };
    let values = arguments(args, &mut host)?;
    host.set_checked(args.checked || context.checked);
    if args.opt {
        let job = job(args, name, &values, &mut host)?;
        let done = job.optimize(&mut host, &opt::options(&args.how, false)?)?;
        let values = done.typed.arguments(&values, &host);
        return run(args, context, &mut host, |host| {
            job.within(host, |host| {
                host.run_function(&done.optimized.function, &values)
            })
        })
        .map(|()| diagnostics);
    }
    run(args, context, &mut host, |host| {
        host.call_value(&callee, &values)
    })
    .map(|()| diagnostics)
}

/// The entry with its rules, for the types of these arguments.
fn job(args: &RunArgs, name: Sym, values: &[Value], host: &mut Embedded) -> Result<Job, Failure> {
    let given = opt::given_rules(&args.how, host)?;
    let rules = rules_for(name, given, host)?.ok_or_else(|| {
        Diagnostic::new(format!("there are no rules for `{name}`"))
            .help("pass --rules, or write `@saturate rules f(::T, …)` in the file")
    })?;
    let types = values.iter().map(|value| host.type_of_value(value));
    Ok(Job {
        name,
        types: types.collect(),
        rules,
    })
}

fn arguments(args: &RunArgs, host: &mut Embedded) -> Result<Vec<Value>, Diagnostic> {
    args.args.iter().map(|text| host.eval(text)).collect()
}

fn run(
    args: &RunArgs,
    context: &mut Context,
    host: &mut Embedded,
    call: impl FnOnce(&mut Embedded) -> Result<Value, Thrown>,
) -> Result<(), Failure> {
    let output = if context.capture {
        Output::Captured(String::new())
    } else {
        Output::Streams(output::of_program)
    };
    host.run = Run::new(output, args.fuel);
    let outcome = call(host);
    if let Output::Captured(text) = &host.run.output {
        write!(context.out, "{text}")?;
    }
    let failed = host.take_failed_claims();
    if !failed.is_empty() {
        return Err(Failure(failed.into_iter().map(Diagnostic::new).collect()));
    }
    match outcome {
        Ok(Value::Nothing) => Ok(()),
        Ok(value) => Ok(writeln!(context.out, "{}", host.show(&value))?),
        Err(thrown) => {
            let message = host.describe_thrown(&thrown);
            Err(Diagnostic::new(message).into())
        }
    }
}
