//! Generators and comprehensions.
//!
//! ```text
//! (f(x) for x in xs)            Generator(f, xs)
//! (x^2 for x in xs if p(x))     Generator(x -> x^2, Filter(p, xs))
//! [x + y for x in a, y in b]    collect(Generator(((x, y),) -> x + y, product(a, b)))
//! [x for x in a for y in b]     collect(Flatten(Generator(x -> Generator(y -> x, b), a)))
//! T[e for x in xs]              a loop that fills an array
//! ```

use super::loops::distinct;
use super::{query, Expander, Nodes, Result};
use crate::sym::{s, Sym};
use crate::syntax::ast::{Node, NodeId};
use crate::syntax::lower::core::{Core, CoreId};

/// How many functions and generators may be around a generator.
const MAX_NESTED_GENERATORS: u32 = 500;

impl Expander<'_> {
    pub(super) fn expand_comprehension(&mut self, args: &[NodeId]) -> Result<CoreId> {
        match args {
            &[generator] => self.call_top("collect", &[generator]),
            _ => self.fail("this comprehension"),
        }
    }

    /// `outer` are the variables of the generators around a flattened one: the innermost body gets copies.
    pub(super) fn expand_generator(
        &mut self,
        generator: NodeId,
        flat: bool,
        outer: &[Sym],
    ) -> Result<CoreId> {
        let node = self.generator_call(generator, flat, outer)?;
        self.expand(node)
    }

    fn generator_call(&mut self, generator: NodeId, flat: bool, outer: &[Sym]) -> Result<NodeId> {
        let Some(parts) = self
            .args_of(generator, s::GENERATOR)
            .filter(|parts| parts.len() >= 2)
        else {
            return self.fail("this generator");
        };
        // Each level looks through the levels inside it.
        if self.depth > MAX_NESTED_GENERATORS {
            return self.fail(format_args!(
                "a generator inside more than {MAX_NESTED_GENERATORS} functions"
            ));
        }
        if self.returns(parts[0]) {
            return self.invalid("`return` inside a comprehension or generator");
        }
        let filter = self.args_of(parts[1], s::FILTER);
        let (condition, assignments) = match &filter {
            Some(filter) => (Some(filter[0]), Nodes::from(&filter[1..])),
            None => (None, Nodes::from(&parts[1..])),
        };
        let mut ranges = Nodes::new();
        let mut vars = Nodes::new();
        for &assignment in &assignments {
            match self.ast.with_head(assignment, s::ASSIGN) {
                Some(&[var, range]) => {
                    vars.push(var);
                    ranges.push(range);
                }
                _ => return self.fail("this range of a generator"),
            }
        }
        let mut iterated = match &ranges[..] {
            &[range] => range,
            _ => {
                let product = self.n_top("product");
                self.n_call(product, &ranges)
            }
        };
        if let Some(condition) = condition {
            let predicate = self.generator_function(condition, &vars, false, &[])?;
            let filter = self.n_top("Filter");
            iterated = self.n_call(filter, &[predicate, iterated]);
        }
        let function = self.generator_function(parts[0], &vars, flat, outer)?;
        let callee = self.n_top("Generator");
        let result = self.n_call(callee, &[function, iterated]);
        if !flat {
            return Ok(result);
        }
        let flatten = self.n_top("Flatten");
        Ok(self.n_call(flatten, &[result]))
    }

    /// The function from the iterated value to the element, as syntax.
    fn generator_function(
        &mut self,
        body: NodeId,
        vars: &[NodeId],
        flat: bool,
        outer: &[Sym],
    ) -> Result<NodeId> {
        let single = match vars {
            &[var] => self.ast.as_symbol(var),
            _ => None,
        };
        let argument = single.unwrap_or_else(|| self.gensym());
        let mut mine = Vec::new();
        for &var in vars {
            self.assigned_vars(var, &mut mine);
        }
        if self.ast.as_symbol(body) == Some(argument) {
            return Ok(self.n_top("identity"));
        }
        if let Some(call) = self.args_of(body, s::CALL).filter(|_| single.is_some()) {
            if let &[callee, only] = &call[..] {
                let dotted = match *self.ast.node(callee) {
                    Node::Symbol(name) | Node::GlobalRef(_, name) => {
                        query::undotted(name).is_some()
                    }
                    _ => false,
                };
                if self.ast.as_symbol(only) == Some(argument)
                    && !dotted
                    && !self.mentions(callee, argument)
                {
                    return Ok(callee);
                }
            }
        }
        let mut stmts = Nodes::new();
        if single.is_none() {
            for &name in &mine {
                let name = self.n_symbol(name);
                stmts.push(self.n_expr(s::LOCAL, &[name]));
            }
            let lhs = match vars {
                &[var] => var,
                _ => self.n_expr(s::TUPLE, vars),
            };
            let value = self.n_symbol(argument);
            stmts.push(self.n_expr(s::ASSIGN, &[lhs, value]));
        }
        let mut around = outer.to_vec();
        around.extend(&mine);
        let around = distinct(around);
        let body = match self.expr(body) {
            Some((s::GENERATOR, _)) if flat => self.generator_call(body, false, &around)?,
            Some((s::FLATTEN, inner)) if flat => self.generator_call(inner[0], true, &around)?,
            _ if !outer.is_empty() => {
                let mut copies = Nodes::new();
                for &name in outer {
                    let name = self.n_symbol(name);
                    copies.push(self.n_expr(s::ASSIGN, &[name, name]));
                }
                let copies = self.n_expr(s::BLOCK, &copies);
                self.n_expr(s::LET, &[copies, body])
            }
            _ => body,
        };
        stmts.push(body);
        let body = self.n_expr(s::BLOCK, &stmts);
        let argument = self.n_symbol(argument);
        Ok(self.n_expr(s::ARROW, &[argument, body]))
    }

    /// Whether `node` returns from the function around it.
    fn returns(&self, node: NodeId) -> bool {
        let mut pending = vec![node];
        while let Some(node) = pending.pop() {
            match self.ast.as_expr(node) {
                Some((s::RETURN, _)) => return true,
                Some((s::FUNCTION | s::ARROW | s::QUOTE, _)) => {}
                Some((s::ASSIGN, args)) if args.len() == 2 && self.defines_function(args[0]) => {}
                Some((_, args)) => pending.extend(args),
                None => {}
            }
        }
        false
    }

    /// `T[body for x in xs]`: a loop into an array of known element type.
    pub(super) fn expand_typed_comprehension(
        &mut self,
        ty: NodeId,
        generator: NodeId,
    ) -> Result<CoreId> {
        let parts = self.args_of(generator, s::GENERATOR);
        let simple = parts.as_ref().filter(|parts| {
            parts[1..]
                .iter()
                .all(|&range| self.has_head(range, s::ASSIGN))
        });
        let Some(parts) = simple else {
            return self.call_top("collect", &[ty, generator]);
        };
        // Each level looks through the levels inside it.
        if self.depth > MAX_NESTED_GENERATORS {
            return self.fail(format_args!(
                "a generator inside more than {MAX_NESTED_GENERATORS} functions"
            ));
        }
        if self.returns(parts[0]) {
            return self.invalid("`return` inside a comprehension or generator");
        }
        let mut ranges = Vec::new();
        for &range in &parts[1..] {
            match self.ast.with_head(range, s::ASSIGN) {
                Some(&[var, iterated]) => ranges.push((var, iterated)),
                _ => return self.fail("this range of a comprehension"),
            }
        }
        let body = parts[0];
        self.scope(|this| this.fill_array(ty, body, &ranges))
    }

    fn fill_array(
        &mut self,
        ty: NodeId,
        body: NodeId,
        ranges: &[(NodeId, NodeId)],
    ) -> Result<CoreId> {
        let (result, index) = (self.gensym(), self.gensym());
        self.declare_local(result);
        self.declare_local(index);
        let (result_node, index_node) = (self.n_symbol(result), self.n_symbol(index));
        let mut stmts = Vec::new();
        let mut iterated = Nodes::new();
        for &(_, range) in ranges {
            let value = self.expand(range)?;
            iterated.push(self.bind(value, &mut stmts));
        }
        let whole = match &iterated[..] {
            &[only] => only,
            _ => {
                let product = self.call_top("product", &iterated)?;
                self.bind(product, &mut stmts)
            }
        };
        let size = self.call_top("IteratorSize", &[whole])?;
        let size = self.bind(size, &mut stmts);
        let unknown = self.n_top("SizeUnknown");
        let unknown = self.call_core("isa", &[size, unknown])?;
        let unknown = self.bind(unknown, &mut stmts);
        let test = self.expand(unknown)?;
        let vector = {
            let apply = self.n_core("apply_type");
            let array = self.n_core("Array");
            let one = self.n_int(1);
            let array = self.n_call(apply, &[array, ty, one]);
            let (undef, zero) = (self.n_core("undef"), self.n_int(0));
            let empty = self.n_call(array, &[undef, zero]);
            self.expand_assign(result_node, empty)?
        };
        let sized = {
            let callee = self.n_top("_array_for");
            let array = self.n_call(callee, &[ty, whole, size]);
            self.expand_assign(result_node, array)?
        };
        stmts.push(self.add(Core::If(test, vector, Some(sized))));
        let indices = self.n_top("LinearIndices");
        let indices = self.n_call(indices, &[result_node]);
        let first = self.call_top("first", &[indices])?;
        stmts.push(self.assign_name(index, first));

        let loops = self.fill_loops(body, ranges, &iterated, (result_node, index_node), unknown)?;
        stmts.push(loops);
        stmts.push(self.expand(result_node)?);
        Ok(self.block(stmts))
    }

    /// Loops over all ranges, the last outermost.
    fn fill_loops(
        &mut self,
        body: NodeId,
        ranges: &[(NodeId, NodeId)],
        iterated: &[NodeId],
        (result, index): (NodeId, NodeId),
        unknown: NodeId,
    ) -> Result<CoreId> {
        let (_, element) = self.n_temp();
        let set = self.n_expr(s::ASSIGN, &[element, body]);
        let push = {
            let callee = self.n_top("push!");
            self.n_call(callee, &[result, element])
        };
        let store = {
            let callee = self.n_top("setindex!");
            self.n_call(callee, &[result, element, index])
        };
        let branch = self.n_expr(s::IF, &[unknown, push, store]);
        let branch = self.n_expr(s::INBOUNDS, &[branch]);
        let advance = {
            let callee = self.n_top("add_int");
            let one = self.n_int(1);
            let sum = self.n_call(callee, &[index, one]);
            self.n_expr(s::ASSIGN, &[index, sum])
        };
        let mut node = self.n_expr(s::BLOCK, &[set, branch, advance]);
        for (&(var, _), &iterated) in ranges.iter().zip(iterated) {
            let range = self.n_expr(s::ASSIGN, &[var, iterated]);
            node = self.n_expr(s::FOR, &[range, node]);
        }
        self.expand(node)
    }
}
