//! What types and constants are called in the session, for the source that a report shows.
//!
//! The session writes the code that it runs itself (`write.jl`); this is the same function as a reader of the report sees it.

use crate::host::SessionHost;
use saturate::host::Host;
use saturate::ir::julia::{quoted, Callee, Form, Vocabulary};
use saturate::ir::{Const, Type};
use saturate::sym::Sym;

/// A session as a vocabulary.
pub struct Words<'w, 's>(pub &'w mut SessionHost<'s>);

impl Vocabulary for Words<'_, '_> {
    fn constant(&mut self, constant: Const) -> Result<String, String> {
        let text = self.0.show_constant(constant);
        let is_sign = |c: char| !c.is_alphanumeric() && !"\"'`()[]{}.,:_ ".contains(c);
        Ok(match !text.is_empty() && text.chars().all(is_sign) {
            true => quoted(Sym::new(&text)),
            false => text,
        })
    }

    fn ty(&mut self, ty: Type) -> Result<String, String> {
        Ok(self.0.show_type(ty))
    }

    fn elements(&mut self, _constant: Const) -> Option<Vec<Const>> {
        None
    }

    fn element_names(&mut self, _constant: Const) -> Option<Vec<Sym>> {
        None
    }

    fn element_types(&mut self, _ty: Type) -> Option<Vec<Type>> {
        None
    }

    fn callee(&mut self, constant: Const) -> Callee {
        let text = self.0.show_constant(constant);
        match text.as_str() {
            "tuple" => Callee::Tuple,
            "vect" => Callee::Vect,
            name => Form::named(name).map_or(Callee::Ordinary, Callee::Form),
        }
    }
}
