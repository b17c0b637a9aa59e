//! `saturate lower`: the typed SSA form.

use super::{load, Context, Failure, Outcome};
use crate::args::LowerArgs;
use saturate::ir::print::print;
use saturate::sym::Sym;

/// Shows one entry at given types, or every method of the file at its declared types.
pub fn execute(args: &LowerArgs, context: &mut Context) -> Outcome {
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
