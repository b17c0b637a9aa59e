//! Type expressions: `A{B}`, `A{<:B}`, `where`, and the variables of a `where`.
//!
//! ```text
//! Array{T,1}         Core.apply_type(Array, T, 1)
//! Array{<:Real}      Array{#s} where #s<:Real
//! V{T} where T<:R    T = Core.TypeVar(:T, R); Core.UnionAll(T, Core.apply_type(V, T))
//! ```

use super::{Expander, Nodes, Result};
use crate::sym::s;
use crate::syntax::ast::NodeId;
use crate::syntax::lower::core::{Core, CoreId};
use crate::syntax::lower::item::TypeVariable;

impl Expander<'_> {
    pub(super) fn expand_curly(&mut self, ty: NodeId, params: &[NodeId]) -> Result<CoreId> {
        if params
            .iter()
            .any(|&param| self.has_head(param, s::PARAMETERS))
        {
            return self.invalid("`;` among type parameters");
        }
        let (mut plain, mut implicit) = (Nodes::new(), Nodes::new());
        for &param in params {
            match self.expr(param) {
                Some((head @ (s::SUBTYPE | s::SUPERTYPE), bound)) if bound.len() == 1 => {
                    let name = self.gensym();
                    let name = self.n_symbol(name);
                    plain.push(name);
                    implicit.push(self.n_expr(head, &[name, bound[0]]));
                }
                _ => plain.push(param),
            }
        }
        let mut args = Nodes::new();
        args.push(ty);
        args.extend(plain);
        if implicit.is_empty() {
            return self.call_core("apply_type", &args);
        }
        let curly = self.n_expr(s::CURLY, &args);
        self.expand_where(curly, &implicit)
    }

    pub(super) fn expand_where(&mut self, body: NodeId, vars: &[NodeId]) -> Result<CoreId> {
        let Some((&var, rest)) = vars.split_first() else {
            return self.expand(body);
        };
        let var = self.type_variable(var)?;
        let quoted = self.n_quoted(var.name);
        let mut args = Nodes::new();
        args.push(quoted);
        match (var.lower, var.upper) {
            (Some(lower), upper) => {
                args.push(lower);
                args.push(match upper {
                    Some(upper) => upper,
                    None => self.n_core("Any"),
                });
            }
            (None, upper) => args.extend(upper),
        }
        let recursive = args[1..]
            .iter()
            .any(|&bound| self.mentions(bound, var.name));
        let inside = |this: &mut Self, value: CoreId| {
            this.declare_defined(var.name);
            let set = this.assign_name(var.name, value);
            let inner = this.expand_where(body, rest)?;
            let name = this.add(Core::Name(var.name));
            let callee = this.core("UnionAll");
            let call = this.call(callee, &[name, inner]);
            Ok(this.block(vec![set, call]))
        };
        self.scope(|this| {
            let value = this.call_core("TypeVar", &args)?;
            if !recursive {
                return inside(this, value);
            }
            let mut stmts = Vec::new();
            let value = this.bind(value, &mut stmts);
            let inner = this.scope(|this| {
                let value = this.expand(value)?;
                inside(this, value)
            })?;
            stmts.push(inner);
            Ok(this.block(stmts))
        })
    }

    /// Takes `T`, `T<:U`, `T>:L` or `L<:T<:U` apart.
    pub fn type_variable(&mut self, var: NodeId) -> Result<TypeVariable> {
        let (name, lower, upper) = match self.expr(var) {
            None => (var, None, None),
            Some((s::SUBTYPE, args)) if args.len() == 2 => (args[0], None, Some(args[1])),
            Some((s::SUPERTYPE, args)) if args.len() == 2 => (args[0], Some(args[1]), None),
            Some((s::COMPARISON, args)) if args.len() == 5 => {
                let both = [args[1], args[3]].map(|operator| self.ast.as_symbol(operator));
                match both {
                    [Some(s::SUBTYPE), Some(s::SUBTYPE)] => (args[2], Some(args[0]), Some(args[4])),
                    [Some(s::SUPERTYPE), Some(s::SUPERTYPE)] => {
                        (args[2], Some(args[4]), Some(args[0]))
                    }
                    _ => return self.invalid("invalid bounds in `where`"),
                }
            }
            Some(_) => return self.invalid("invalid variable in `where`"),
        };
        match self.ast.as_symbol(name) {
            Some(name) => Ok(TypeVariable { name, lower, upper }),
            None => self.invalid("invalid variable in `where`"),
        }
    }
}
