//! The functions of Julia's own sources, typed.

use saturate::diag::Source;
use saturate::host::Host;
use saturate::ir::Type;
use saturate::sym::Sym;
use saturate_embedded::{Embedded, Specialization};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Types tried for arguments: what is declared, then these where they fit.
const TYPES: [&str; 3] = ["Any", "Float64", "Vector{Float64}"];

/// Calls `visit` with every function of the files that lowers, at its declared types and at others that fit.
pub fn for_each_function(
    files: &[PathBuf],
    mut visit: impl FnMut(&Path, Sym, &Rc<Specialization>, &mut Embedded),
) {
    for file in files {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        let mut host = Embedded::new();
        host.load(Source::new(file.to_string_lossy(), text));
        for name in host.user_functions() {
            for id in host.user_methods(name).to_vec() {
                let declared = host.declared_types(id);
                let mut tried: Vec<Vec<Type>> = Vec::new();
                for ty in TYPES {
                    let Ok(ty) = host.type_from_text(ty) else {
                        continue;
                    };
                    let types: Vec<Type> = declared[1..]
                        .iter()
                        .map(|&wide| if host.subtype(ty, wide) { ty } else { wide })
                        .collect();
                    if tried.contains(&types) {
                        continue;
                    }
                    if let Ok(special) = host.typed(name, &types) {
                        visit(file, name, &special, &mut host);
                    }
                    tried.push(types);
                }
            }
        }
    }
}
