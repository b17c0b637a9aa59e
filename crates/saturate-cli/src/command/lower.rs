//! `saturate lower`: the typed SSA form. A file of text IR is read, verified and printed.

use super::{load, text_ir, Context, Failure, Outcome};
use crate::args::LowerArgs;
use saturate::diag::Diagnostic;
use saturate::ir::print::print;
use saturate::sym::Sym;

/// Shows one entry at given types, or every method of the file at its declared types.
pub fn execute(args: &LowerArgs, context: &mut Context) -> Outcome {
    if text_ir::is_text_ir(&args.file) {
        return execute_text_ir(args, context);
    }
    let (mut host, mut diagnostics) = load(&args.file)?;
    let methods = match &args.entry {
        Some(entry) => {
            let name = Sym::new(entry);
            match &args.sig {
                Some(sig) => {
                    let types = host.signature_from_text(sig)?;
                    vec![host.typed(name, &types)]
                }
                None => host.typed_as_declared(Some(name)),
            }
        }
        None => host.typed_as_declared(None),
    };
    if methods.is_empty() {
        if let Some(entry) = &args.entry {
            diagnostics.push(host.unknown_function(Sym::new(entry)));
        }
        return Err(Failure(diagnostics));
    }
    let mut first = true;
    for method in methods {
        match method {
            Ok(special) => {
                if !std::mem::take(&mut first) {
                    writeln!(context.out)?;
                }
                write!(context.out, "{}", print(&special.function, &mut host))?;
            }
            Err(diagnostic) => diagnostics.push(diagnostic),
        }
    }
    if diagnostics.is_empty() || args.entry.is_some() && !first {
        Ok(diagnostics)
    } else {
        Err(Failure(diagnostics))
    }
}

fn execute_text_ir(args: &LowerArgs, context: &mut Context) -> Outcome {
    if args.sig.is_some() {
        return Err(Diagnostic::new("text IR has its types; --sig does not apply").into());
    }
    let (mut host, functions) = text_ir::load(&args.file)?;
    let shown = match &args.entry {
        Some(entry) => std::slice::from_ref(text_ir::find(&functions, entry)?),
        None => &functions[..],
    };
    for (number, function) in shown.iter().enumerate() {
        if number > 0 {
            writeln!(context.out)?;
        }
        write!(context.out, "{}", print(function, &mut host))?;
    }
    Ok(Vec::new())
}
