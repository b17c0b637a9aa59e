//! Files of text IR: read, verified, and run or printed by the commands that read Julia source otherwise.

use super::Failure;
use saturate::diag::Diagnostic;
use saturate::host::Host;
use saturate::ir::parse::parse;
use saturate::ir::verify::verify_types;
use saturate::ir::Function;
use saturate_driver::read_source;
use saturate_embedded::interp::Value;
use saturate_embedded::Embedded;
use std::path::Path;

/// Whether a file is text IR, by its ending.
pub fn is_text_ir(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "ir")
}

/// The verified functions of a file.
pub fn load(path: &Path) -> Result<(Embedded, Vec<Function>), Failure> {
    let source = read_source(path)?;
    let mut host = Embedded::new();
    let functions = parse(&source, &mut host)?;
    let problems: Vec<Diagnostic> = functions
        .iter()
        .filter_map(|function| {
            let error = verify_types(function, &mut host).err()?;
            Some(error.diagnostic(function))
        })
        .collect();
    if !problems.is_empty() {
        return Err(Failure(problems));
    }
    if functions.is_empty() {
        let message = format!("{} has no functions", path.display());
        return Err(Diagnostic::new(message).into());
    }
    Ok((host, functions))
}

/// The function of a name.
pub fn find<'a>(functions: &'a [Function], name: &str) -> Result<&'a Function, Diagnostic> {
    let found = functions
        .iter()
        .find(|function| function.name.as_str() == name);
    found.ok_or_else(|| {
        let known: Vec<&str> = functions
            .iter()
            .map(|function| function.name.as_str())
            .collect();
        Diagnostic::new(format!("there is no function `{name}`"))
            .help(format!("the file defines {}", known.join(", ")))
    })
}

/// Whether values may be given to a function: the interpreter itself does not look at the types of text IR.
pub fn check_arguments(
    function: &Function,
    args: &[Value],
    host: &mut Embedded,
) -> Result<(), Diagnostic> {
    let name = function.name;
    let params = function.params(function.entry());
    let fixed = params.len() - usize::from(function.is_va);
    if function.has_self {
        return Err(Diagnostic::new(format!(
            "`{name}` is a closure and cannot be called by name"
        )));
    }
    if args.len() < fixed || args.len() > fixed && !function.is_va {
        return Err(Diagnostic::new(format!(
            "`{name}` takes {fixed} arguments, {} are given",
            args.len()
        )));
    }
    for (number, (&param, arg)) in params[..fixed].iter().zip(args).enumerate() {
        let declared = function.values[param].ty;
        let constant = host.intern(arg);
        let given = host.type_of(constant);
        if !host.subtype(given, declared) {
            let (given, declared) = (host.show_type(given), host.show_type(declared));
            return Err(Diagnostic::new(format!(
                "argument {} of `{name}` is a {given}, it takes a {declared}",
                number + 1
            )));
        }
    }
    Ok(())
}
