//! Closures, whose types have no name in source: a struct above that holds what is captured, and its methods.
//!
//! ```text
//! scaled(v, a) = map(x -> a * x, v)        struct scaled_closure1{A1} <: Function
//!                                              a::A1
//!                                          end
//!                                          function (self::scaled_closure1)(x::Any)
//!                                              a = getfield(self, :a)
//!                                              …
//! ```
//!
//! Its code is that of any argument: the types that the optimiser has seen are those of one call.

use super::Words;
use crate::embedded::MethodBody;
use crate::ir::julia::{self, quoted, Head};
use crate::sym::Sym;
use std::fmt::Write;

impl Words<'_> {
    /// Whether a family of types is that of a closure.
    pub(super) fn is_closure(name: &str) -> bool {
        name.starts_with('#')
    }

    /// The name that a closure's type gets.
    pub(super) fn closure(&mut self, name: Sym) -> Result<String, String> {
        if let Some(known) = self.above.closures.get(&name) {
            return Ok(known.clone());
        }
        let host = &self.host;
        let unwritten = |why: &str| Err(format!("the closure `{name}` {why}"));
        let Some(family) = host.types.family_named(name) else {
            return unwritten("has no type");
        };
        let definition = host.types.definition(family);
        if definition.params.len() != definition.fields.len() {
            return unwritten("depends on a type parameter");
        }
        if !host
            .user_methods(Sym::new(&format!("{name}##kw")))
            .is_empty()
        {
            return unwritten("has keyword arguments");
        }
        let text = self.free_name("closure");
        self.above.closures.insert(name, text.clone());
        let params: Vec<String> = (1..=definition.fields.len())
            .map(|number| format!("A{number}"))
            .collect();
        let braces = match params.is_empty() {
            true => String::new(),
            false => format!("{{{}}}", params.join(", ")),
        };
        let mut lines = format!("struct {text}{braces} <: Function\n");
        for ((field, _), param) in definition.fields.iter().zip(&params) {
            let _ = writeln!(lines, "    {}::{param}", quoted(*field));
        }
        lines.push_str("end");
        self.above.lines.push(lines);
        for id in self.host.user_methods(name).to_vec() {
            let method = self.host.method(id);
            if !method.type_vars.is_empty() || method.is_va {
                return unwritten("has a method that depends on a type parameter");
            }
            if !matches!(method.body, MethodBody::Code(_)) {
                return unwritten("has no code");
            }
            let types = self.host.declared_types(id);
            let special = self.host.specialize(id, &types)?;
            let head = Head {
                name,
                object: Some(text.clone()),
                passes: None,
            };
            let source = julia::source(&special.function, &head, self)?;
            self.above.lines.push(source.trim_end().to_string());
        }
        Ok(text)
    }
}
