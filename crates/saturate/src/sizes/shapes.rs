//! Shape analysis: the sizes of every array in the e-graph, as [terms](super::terms) over the sizes of arguments.
//!
//! ```text
//! f(A, B, x):    A            (size(A, 1), size(A, 2))
//!                B            (size(A, 2), size(B, 2))         A * B needs that
//!                A * B        (size(A, 1), size(B, 2))
//!                A * (B * x)  (size(A, 1),)
//! ```
//!
//! A class has one shape, whichever of its nodes gives it: equal classes have equal shapes. Shapes spread from the parameters upwards, over a
//! work list; where nothing more follows, the first array without a shape gets unknown sizes, and it goes on. At the end every node
//! is looked at once more, and sizes that it makes equal are one symbol.
//!
//! What a call needs to return (`A * B`: the inner sizes agree) is taken for granted although the call may be one that does not run. That is
//! good enough for costs, and for nothing else: no test is folded by a shape, and no guard of a rule sees one.

use super::functions::{self, Function};
use super::terms::{Origin, Term, Terms};
use crate::egraph::language::{ENode, Op};
use crate::egraph::skeleton::{LeafDef, Skeleton};
use crate::egraph::{Clauses, EGraph};
use crate::host::Global;
use crate::ir::{Const, Type, Value};
use crate::rules::cost::{self, Arithmetic, Expr};
use crate::rules::rule::RuleSet;
use crate::sym::Sym;
use egg::{Id, Language};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::collections::VecDeque;

/// The sizes of an array.
pub type Sizes = SmallVec<[Term; 2]>;

/// What is known of the values of a class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// An array, a lazy broadcast, a factorisation: its sizes.
    Array(Sizes),
    /// An integer.
    Number(Term),
    /// A tuple of integers.
    Tuple(Sizes),
}

/// The shapes of an e-graph.
pub struct Shapes<'a, 'h> {
    egraph: &'a EGraph<'h>,
    skeleton: &'a Skeleton,
    rules: &'a RuleSet,
    /// The terms that they are made of.
    pub terms: Terms,
    shapes: FxHashMap<Id, Shape>,
    functions: FxHashMap<Const, Option<Function>>,
    /// Those that take square matrices only.
    square: FxHashSet<Const>,
    dimensions: FxHashMap<Type, Option<u32>>,
    numbers: FxHashMap<Const, Option<f64>>,
    element_bytes: FxHashMap<Type, f64>,
    int: Option<Type>,
    /// The entry's parameters that are arrays at every call, or integers.
    parameters: Vec<Value>,
    /// How often two sizes that must be equal are different numbers: some call never returns.
    pub contradictions: u32,
}

/// Types whose sizes can be asked for at entry: the answer has no effect and does not throw.
const SIZED: [&str; 6] = [
    "Array",
    "LinearAlgebra.Adjoint{<:Any,<:Array}",
    "LinearAlgebra.Transpose{<:Any,<:Array}",
    "LinearAlgebra.Symmetric{<:Any,<:Array}",
    "LinearAlgebra.UpperTriangular{<:Any,<:Array}",
    "LinearAlgebra.LowerTriangular{<:Any,<:Array}",
];

impl<'a, 'h> Shapes<'a, 'h> {
    /// Finds the shapes.
    pub fn new(egraph: &'a EGraph<'h>, skeleton: &'a Skeleton, rules: &'a RuleSet) -> Self {
        let function = &skeleton.function;
        let named = |text: &str| egraph.analysis.cache().host.parse_type(text).ok();
        let int = named("Int64");
        let mut shapes = Shapes {
            egraph,
            skeleton,
            rules,
            terms: Terms::default(),
            shapes: FxHashMap::default(),
            functions: FxHashMap::default(),
            square: FxHashSet::default(),
            dimensions: FxHashMap::default(),
            numbers: FxHashMap::default(),
            element_bytes: FxHashMap::default(),
            int,
            parameters: function.params(function.entry()).to_vec(),
            contradictions: 0,
        };
        shapes.at_entry();
        shapes.spread();
        shapes.equate_nodes();
        shapes
    }

    /// The shape of a class, if it has one.
    pub fn of(&self, class: Id) -> Option<&Shape> {
        self.shapes.get(&self.egraph.find(class))
    }

    /// Symbols for the sizes of the parameters.
    fn at_entry(&mut self) {
        // Most parameters are of the first of these types, or of few of them.
        let mut sized: [Option<Option<Type>>; SIZED.len()] = [None; SIZED.len()];
        for (number, value) in self.parameters.clone().into_iter().enumerate() {
            let ty = self.skeleton.function.values[value].ty;
            let class = self.egraph.find(self.skeleton.class(value));
            if Some(ty) == self.int {
                let term = self.terms.symbol(Origin::Value(number as u32));
                self.shapes.entry(class).or_insert(Shape::Number(term));
                continue;
            }
            let is_sized = {
                let mut cache = self.egraph.analysis.cache();
                SIZED.iter().zip(&mut sized).any(|(text, known)| {
                    let of = *known.get_or_insert_with(|| cache.host.parse_type(text).ok());
                    of.is_some_and(|of| cache.subtype(ty, of))
                })
            };
            let Some(count) = self
                .dimensions_of(ty)
                .filter(|&count| is_sized && count > 0)
            else {
                continue;
            };
            let sizes = (1..=count).map(|k| self.terms.symbol(Origin::Size(number as u32, k)));
            let shape = Shape::Array(sizes.collect());
            match self.shapes.get(&class).cloned() {
                Some(known) => self.equate(&known, &shape),
                None => {
                    self.shapes.insert(class, shape);
                }
            }
        }
    }

    fn dimensions_of(&mut self, ty: Type) -> Option<u32> {
        let host = &mut self.egraph.analysis.cache().host;
        *self.dimensions.entry(ty).or_insert_with(|| host.ndims(ty))
    }

    /// How many dimensions the values of a class have, where a type says so.
    fn class_dimensions(&mut self, class: Id) -> Option<u32> {
        let members: SmallVec<[Type; 4]> = (self.egraph[class].data.members().iter())
            .map(|member| member.ty)
            .collect();
        members.into_iter().find_map(|ty| self.dimensions_of(ty))
    }

    fn spread(&mut self) {
        let mut classes: Vec<Id> = self.egraph.classes().map(|class| class.id).collect();
        classes.sort_unstable();
        let mut queue: VecDeque<Id> = classes.iter().copied().collect();
        let mut next = 0;
        loop {
            while let Some(class) = queue.pop_front() {
                let class = self.egraph.find(class);
                if self.shapes.contains_key(&class) {
                    continue;
                }
                let nodes = self.egraph[class].nodes.iter();
                let mut found = None;
                for node in nodes {
                    found = self.of_node(class, node);
                    if found.is_some() {
                        break;
                    }
                }
                if let Some(shape) = found {
                    self.shapes.insert(class, shape);
                    queue.extend(self.egraph[class].parents().map(|id| self.egraph.find(id)));
                }
            }
            // Nothing more follows: the next array without a shape has unknown sizes.
            let unknown = loop {
                let Some(&class) = classes.get(next) else {
                    return;
                };
                next += 1;
                if self.shapes.contains_key(&class) {
                    continue;
                }
                if let Some(count) = self.class_dimensions(class).filter(|&count| count > 0) {
                    break (class, count);
                }
            };
            let (class, count) = unknown;
            let sizes = (0..count).map(|_| self.terms.symbol(Origin::Unknown));
            let shape = Shape::Array(sizes.collect());
            self.shapes.insert(class, shape);
            queue.extend(self.egraph[class].parents().map(|id| self.egraph.find(id)));
        }
    }

    /// Equal classes have equal shapes.
    fn equate_nodes(&mut self) {
        let mut classes: Vec<Id> = self.egraph.classes().map(|class| class.id).collect();
        classes.sort_unstable();
        for class in classes {
            let shape = self.shapes.get(&class).cloned();
            // A call without a shape of its own may still need sizes to be equal.
            for node in &self.egraph[class].nodes {
                let other = self.of_node(class, node);
                if let (Some(shape), Some(other)) = (&shape, other) {
                    self.equate(shape, &other);
                }
            }
        }
    }

    fn equate(&mut self, a: &Shape, b: &Shape) {
        match (a, b) {
            (Shape::Array(a), Shape::Array(b)) | (Shape::Tuple(a), Shape::Tuple(b))
                if a.len() == b.len() =>
            {
                for (&a, &b) in a.iter().zip(b) {
                    self.equate_terms(a, b);
                }
            }
            (&Shape::Number(a), &Shape::Number(b)) => self.equate_terms(a, b),
            _ => {}
        }
    }

    fn equate_terms(&mut self, a: Term, b: Term) {
        if !self.terms.equate(a, b) {
            self.contradictions += 1;
        }
    }

    /// The shape that a node gives to its class.
    fn of_node(&mut self, class: Id, node: &ENode) -> Option<Shape> {
        let shape = match node.op() {
            Op::Const(constant) => {
                let number = self.number(constant)?;
                return Some(Shape::Number(self.terms.number(number)));
            }
            Op::Leaf(leaf) => match self.skeleton.leaves[leaf] {
                // A parameter of the entry has had its shape from the start.
                LeafDef::Value(_) | LeafDef::Result(_) => return None,
            },
            Op::While(..) | Op::Share => self.of(node.children()[0])?.clone(),
            Op::New { .. } | Op::Apply { .. } => return None,
            Op::Call { callee, .. } => match self.declared(callee, node.children()) {
                Some(shape) => shape,
                None => self.of_call(callee, node.children())?,
            },
        };
        // What is no array by its type has no sizes; a row times a vector is a number.
        match (&shape, self.class_dimensions(class)) {
            (Shape::Array(sizes), Some(count)) if count as usize != sizes.len() => None,
            _ => Some(shape),
        }
    }

    /// The shape that the last `@shape` line that covers a call declares.
    fn declared(&mut self, callee: Const, args: &[Id]) -> Option<Shape> {
        let egraph = self.egraph;
        let mut rules: Vec<_> = self.rules.shapes().collect();
        rules.reverse();
        let rule = rules.into_iter().find(|rule| {
            let mut cache = egraph.analysis.cache();
            let types = args.iter().map(|&arg| {
                let members = egraph[egraph.find(arg)].data.members();
                members
                    .first()
                    .map_or(Type::from_u32(0), |member| member.ty)
            });
            rule.calls
                .covers(callee, types, &mut |a, b| cache.subtype(a, b))
        })?;
        let sizes = (rule.sizes.iter()).map(|expr| self.term(expr, args, &[]));
        Some(Shape::Array(sizes.collect()))
    }

    /// What a function is, if it is known.
    fn function(&mut self, callee: Const) -> Option<Function> {
        if let Some(&known) = self.functions.get(&callee) {
            return known;
        }
        let host = &mut self.egraph.analysis.cache().host;
        let text = host.show_constant(callee);
        let name = plain_name(&text);
        let mut is_of = |module: &str| {
            host.global(Some(Sym::new(module)), Sym::new(name)) == Global::Constant(callee)
        };
        if functions::takes_square(name).is_some_and(&mut is_of) {
            self.square.insert(callee);
        }
        let found = Function::named(name).filter(|(_, module)| is_of(module));
        let found = found.map(|(function, _)| function);
        self.functions.insert(callee, found);
        found
    }

    /// The value of an integer constant.
    fn number(&mut self, constant: Const) -> Option<f64> {
        let cache = &mut self.egraph.analysis.cache();
        if Some(cache.constant(constant).ty) != self.int {
            return None;
        }
        *self.numbers.entry(constant).or_insert_with(|| {
            let text = cache.host.show_constant(constant);
            text.parse::<i64>().ok().map(|number| number as f64)
        })
    }

    /// The integer that a class is.
    fn integer(&mut self, class: Id) -> Option<Term> {
        if let Some(&Shape::Number(term)) = self.of(class) {
            return Some(term);
        }
        let constant = self.egraph[self.egraph.find(class)].data.constant()?;
        let number = self.number(constant)?;
        Some(self.terms.number(number))
    }

    /// The sizes of a class that is an array; of a number there are none.
    fn array(&mut self, class: Id) -> Option<Sizes> {
        if let Some(Shape::Array(sizes)) = self.of(class) {
            return Some(sizes.clone());
        }
        let class = self.egraph.find(class);
        (self.class_dimensions(class) == Some(0)).then(Sizes::new)
    }

    /// The sizes of a class that is an array for sure.
    fn proper_array(&mut self, class: Id) -> Option<Sizes> {
        self.array(class).filter(|sizes| !sizes.is_empty())
    }

    fn all_integers(&mut self, args: &[Id]) -> Option<Sizes> {
        args.iter().map(|&arg| self.integer(arg)).collect()
    }

    fn fold_integers(&mut self, op: Arithmetic, args: &[Id]) -> Option<Shape> {
        let numbers = self.all_integers(args)?;
        let total = numbers
            .into_iter()
            .reduce(|a, b| self.terms.binary(op, a, b))?;
        Some(Shape::Number(total))
    }

    fn of_call(&mut self, callee: Const, args: &[Id]) -> Option<Shape> {
        let function = self.function(callee);
        if let (true, Some(&array)) = (self.square.contains(&callee), args.first()) {
            if let Some(&[m, n]) = self.array(array).as_deref() {
                self.equate_terms(m, n);
            }
        }
        let Some(mut function) = function else {
            return self.reduction(args);
        };
        if !self.skeleton.contract.clauses.contains(Clauses::SIZES) {
            function = Function::Same;
        }
        let one = self.terms.number(1.0);
        Some(match function {
            Function::Product => match self.fold_integers(Arithmetic::Multiply, args) {
                Some(number) => number,
                None => Shape::Array(self.product(args)?),
            },
            Function::Sum | Function::Difference => {
                let op = match function {
                    Function::Sum => Arithmetic::Add,
                    _ => Arithmetic::Subtract,
                };
                match self.fold_integers(op, args).filter(|_| args.len() > 1) {
                    Some(number) => number,
                    None => Shape::Array(self.same(args)?),
                }
            }
            Function::Min => self.fold_integers(Arithmetic::Min, args)?,
            Function::Max => self.fold_integers(Arithmetic::Max, args)?,
            Function::Divide => {
                let &[a, b] = args else { return None };
                let (a, b) = (self.proper_array(a)?, self.array(b)?);
                match (&a[..], &b[..]) {
                    (_, []) => Shape::Array(a),
                    (&[m, k], &[n, of]) => {
                        self.equate_terms(k, of);
                        Shape::Array(Sizes::from_slice(&[m, n]))
                    }
                    _ => return None,
                }
            }
            Function::Solve => {
                let &[a, b] = args else { return None };
                let (a, b) = (self.proper_array(a)?, self.proper_array(b)?);
                let &[m, n] = &a[..] else { return None };
                self.equate_terms(m, b[0]);
                let mut sizes = b;
                sizes[0] = n;
                Shape::Array(sizes)
            }
            Function::Transpose => {
                let sizes = self.proper_array(*args.first()?)?;
                match sizes[..] {
                    [n] => Shape::Array(Sizes::from_slice(&[one, n])),
                    [m, n] => Shape::Array(Sizes::from_slice(&[n, m])),
                    _ => return None,
                }
            }
            Function::Same => {
                let mut arrays = args.iter().filter_map(|&arg| self.proper_array(arg));
                Shape::Array(arrays.next()?)
            }
            Function::First => Shape::Array(self.proper_array(*args.first()?)?),
            Function::Broadcast => Shape::Array(self.broadcast(args.get(1..)?)?),
            Function::Concatenate(along) => self.concatenate(along, args)?,
            Function::Vec => {
                let sizes = self.proper_array(*args.first()?)?;
                Shape::Array(Sizes::from_slice(&[self.terms.product(sizes)]))
            }
            Function::Diagonal => match self.proper_array(*args.first()?)?[..] {
                [m, n] => {
                    let count = self.terms.binary(Arithmetic::Min, m, n);
                    Shape::Array(Sizes::from_slice(&[count]))
                }
                _ => return None,
            },
            Function::Square => match self.proper_array(*args.first()?)?[..] {
                [n, ..] => Shape::Array(Sizes::from_slice(&[n, n])),
                _ => return None,
            },
            Function::Index => self.index(args)?,
            Function::Fill => {
                let first = args.first()?;
                let is_number = self.integer(*first).is_some();
                self.filled(if is_number { args } else { &args[1..] })?
            }
            Function::FillWith | Function::Reshape => self.filled(args.get(1..)?)?,
            Function::Kronecker => {
                let &[a, b] = args else { return None };
                let (a, b) = (self.proper_array(a)?, self.proper_array(b)?);
                let sizes = a.iter().zip(&b);
                let sizes = sizes.map(|(&a, &b)| self.terms.binary(Arithmetic::Multiply, a, b));
                Shape::Array(sizes.collect())
            }
            Function::Size => {
                let sizes = self.proper_array(*args.first()?)?;
                match args.get(1) {
                    None => Shape::Tuple(sizes),
                    Some(&k) => Shape::Number(self.size_at(&sizes, k)?),
                }
            }
            Function::Length => {
                let sizes = self.proper_array(*args.first()?)?;
                Shape::Number(self.terms.product(sizes))
            }
            Function::Axes => {
                let sizes = self.proper_array(*args.first()?)?;
                let size = match args.get(1) {
                    Some(&k) => self.size_at(&sizes, k)?,
                    None => *sizes.first().filter(|_| sizes.len() == 1)?,
                };
                Shape::Array(Sizes::from_slice(&[size]))
            }
            Function::Range => {
                let &[from, to] = args else { return None };
                let (from, to) = (self.integer(from)?, self.integer(to)?);
                let mut count = to;
                if self.terms.find(from) != one {
                    let steps = self.terms.binary(Arithmetic::Subtract, to, from);
                    count = self.terms.binary(Arithmetic::Add, steps, one);
                }
                // An empty range has no negative size.
                if self.terms.as_number(count).is_none_or(|count| count < 0.0) {
                    let none = self.terms.number(0.0);
                    count = self.terms.binary(Arithmetic::Max, none, count);
                }
                Shape::Array(Sizes::from_slice(&[count]))
            }
            Function::Tuple => Shape::Tuple(self.all_integers(args)?),
            Function::Property => self.property(args)?,
            Function::Reduce => return None,
        })
    }

    fn size_at(&mut self, sizes: &[Term], dimension: Id) -> Option<Term> {
        let dimension = self.integer(dimension)?;
        let dimension = self.terms.as_number(dimension)? as usize;
        let one = self.terms.number(1.0);
        let position = dimension.checked_sub(1)?;
        Some(sizes.get(position).copied().unwrap_or(one))
    }

    fn product(&mut self, args: &[Id]) -> Option<Sizes> {
        let mut total = Sizes::new();
        for &arg in args {
            let next = self.array(arg)?;
            total = match (&total[..], &next[..]) {
                (_, []) => total,
                ([], _) => next,
                (&[m, k], &[of, n]) => {
                    self.equate_terms(k, of);
                    Sizes::from_slice(&[m, n])
                }
                (&[m, k], &[of]) => {
                    self.equate_terms(k, of);
                    Sizes::from_slice(&[m])
                }
                (&[m], &[_, n]) => Sizes::from_slice(&[m, n]),
                _ => return None,
            };
        }
        Some(total).filter(|sizes| !sizes.is_empty())
    }

    /// Arrays of one shape; numbers aside.
    fn same(&mut self, args: &[Id]) -> Option<Sizes> {
        let mut all: Option<Sizes> = None;
        for &arg in args {
            let sizes = self.array(arg)?;
            if sizes.is_empty() {
                continue;
            }
            match &all {
                Some(known) if known.len() == sizes.len() => {
                    for (a, b) in known.clone().into_iter().zip(sizes) {
                        self.equate_terms(a, b);
                    }
                }
                Some(_) => {}
                None => all = Some(sizes),
            }
        }
        all
    }

    fn broadcast(&mut self, args: &[Id]) -> Option<Sizes> {
        let one = self.terms.number(1.0);
        let mut total = Sizes::new();
        for &arg in args {
            for (at, size) in self.array(arg)?.into_iter().enumerate() {
                match total.get(at).copied() {
                    None => total.push(size),
                    Some(known) if known == one => total[at] = size,
                    Some(_) if size == one => {}
                    Some(known) => total[at] = self.terms.binary(Arithmetic::Max, known, size),
                }
            }
        }
        Some(total).filter(|sizes| !sizes.is_empty())
    }

    fn concatenate(&mut self, along: u32, args: &[Id]) -> Option<Shape> {
        let one = self.terms.number(1.0);
        let mut total: Option<Sizes> = None;
        for &arg in args {
            let mut sizes = self.array(arg)?;
            while sizes.len() < along as usize {
                sizes.push(one);
            }
            let Some(known) = &mut total else {
                total = Some(sizes);
                continue;
            };
            let at = along as usize - 1;
            known[at] = self.terms.binary(Arithmetic::Add, known[at], sizes[at]);
            let others = known.clone().into_iter().zip(sizes).enumerate();
            for (_, (a, b)) in others.filter(|&(position, _)| position != at) {
                self.equate_terms(a, b);
            }
        }
        total.map(Shape::Array)
    }

    /// Sizes given as numbers, or as one tuple of them.
    fn filled(&mut self, args: &[Id]) -> Option<Shape> {
        if let &[only] = args {
            if let Some(Shape::Tuple(sizes)) = self.of(only) {
                return Some(Shape::Array(sizes.clone()));
            }
        }
        let sizes = self.all_integers(args)?;
        (!sizes.is_empty()).then_some(Shape::Array(sizes))
    }

    fn index(&mut self, args: &[Id]) -> Option<Shape> {
        let (&array, indices) = args.split_first()?;
        if let (Some(Shape::Tuple(sizes)), &[index]) = (self.of(array).cloned(), indices) {
            return Some(Shape::Number(self.size_at(&sizes, index)?));
        }
        let sizes = self.proper_array(array)?;
        let mut result = Sizes::new();
        for (at, &index) in indices.iter().enumerate() {
            let constant = self.egraph[self.egraph.find(index)].data.constant();
            // A colon is the function that makes ranges.
            if constant.and_then(|constant| self.function(constant)) == Some(Function::Range) {
                // One colon for all dimensions, or one for each.
                result.push(match indices.len() {
                    1 => self.terms.product(sizes.iter().copied()),
                    _ => *sizes.get(at)?,
                });
                continue;
            }
            result.extend(self.array(index)?);
        }
        (!result.is_empty()).then_some(Shape::Array(result))
    }

    /// Parts of a factorisation.
    fn property(&mut self, args: &[Id]) -> Option<Shape> {
        let &[of, name] = args else { return None };
        let constant = self.egraph[self.egraph.find(name)].data.constant()?;
        let sizes = self.proper_array(of)?;
        let &[m, n] = &sizes[..] else { return None };
        let least = self.terms.binary(Arithmetic::Min, m, n);
        let name = self.egraph.analysis.cache().host.show_constant(constant);
        let sizes: &[Term] = match name.trim_start_matches(':') {
            "values" => &[n],
            "vectors" => &[m, n],
            "S" => &[least],
            "L" | "Q" => &[m, least],
            "U" | "R" => &[least, n],
            "V" => &[n, least],
            "Vt" => &[least, n],
            _ => return None,
        };
        Some(Shape::Array(Sizes::from_slice(sizes)))
    }

    /// `sum(A; dims = 1)`, as it is lowered: the keywords, the function, its arguments.
    fn reduction(&mut self, args: &[Id]) -> Option<Shape> {
        let &[keywords, function, .., array] = args else {
            return None;
        };
        let constant = |class: Id| self.egraph[self.egraph.find(class)].data.constant();
        let (keywords, function) = (constant(keywords)?, constant(function)?);
        if self.function(function) != Some(Function::Reduce) {
            return None;
        }
        let text = self.egraph.analysis.cache().host.show_constant(keywords);
        let (_, dimension) = text.split_once("dims = ")?;
        let dimension = dimension.trim_end_matches([',', ')', ' ']);
        let at = dimension.parse::<usize>().ok()?.checked_sub(1)?;
        let mut sizes = self.proper_array(array)?;
        *sizes.get_mut(at)? = self.terms.number(1.0);
        Some(Shape::Array(sizes))
    }

    /// An expression over the arguments of a call, which are these classes of these types, as a term.
    pub fn term(&mut self, expr: &Expr, args: &[Id], types: &[Type]) -> Term {
        let mut terms: Vec<Term> = Vec::with_capacity(expr.ops.len());
        for &op in &expr.ops {
            let term = match op {
                cost::Op::Number(number) => self.terms.number(number),
                cost::Op::Binary(op, a, b) => {
                    self.terms.binary(op, terms[a as usize], terms[b as usize])
                }
                cost::Op::Value(arg) => match self.integer(args[arg as usize]) {
                    Some(term) => term,
                    None => self.unknown(args[arg as usize]),
                },
                cost::Op::Size(arg, k) => {
                    let sizes = self.sizes(args[arg as usize]);
                    let one = self.terms.number(1.0);
                    sizes.get(k as usize - 1).copied().unwrap_or(one)
                }
                cost::Op::Length(arg) => {
                    let sizes = self.sizes(args[arg as usize]);
                    self.terms.product(sizes)
                }
                cost::Op::Ndims(arg) => {
                    let count = self.sizes(args[arg as usize]).len();
                    self.terms.number(count as f64)
                }
                cost::Op::ElementBytes(arg) => {
                    let bytes = match types.get(arg as usize) {
                        Some(&ty) => self.element_bytes(ty),
                        None => 8.0,
                    };
                    self.terms.number(bytes)
                }
            };
            terms.push(term);
        }
        match terms.last() {
            Some(&term) => term,
            None => self.terms.number(1.0),
        }
    }

    /// The sizes of an argument: none of a number, unknown ones where nothing is known.
    fn sizes(&mut self, class: Id) -> Sizes {
        if let Some(sizes) = self.array(class) {
            return sizes;
        }
        let class = self.egraph.find(class);
        let count = self.class_dimensions(class).unwrap_or(2);
        let sizes: Sizes = (0..count)
            .map(|_| self.terms.symbol(Origin::Unknown))
            .collect();
        self.shapes.insert(class, Shape::Array(sizes.clone()));
        sizes
    }

    fn unknown(&mut self, class: Id) -> Term {
        let term = self.terms.symbol(Origin::Unknown);
        let class = self.egraph.find(class);
        self.shapes.entry(class).or_insert(Shape::Number(term));
        term
    }

    /// `sizeof(eltype(A))`, 8 where the host does not say.
    fn element_bytes(&mut self, ty: Type) -> f64 {
        if let Some(&bytes) = self.element_bytes.get(&ty) {
            return bytes;
        }
        let mut cache = self.egraph.analysis.cache();
        let base = Some(Sym::new("Base"));
        let functions = ["eltype", "sizeof"].map(|name| cache.host.global(base, Sym::new(name)));
        let mut found = None;
        if let [Global::Constant(eltype), Global::Constant(sizeof)] = functions {
            let array = crate::host::Known { ty, constant: None };
            let element = cache.call_known(eltype, &[array]);
            let element = element.and_then(|info| info.result.constant);
            if let Some(element) = element {
                let element = cache.constant(element);
                let bytes = cache.call_known(sizeof, &[element]);
                let bytes = bytes.and_then(|info| info.result.constant);
                found = bytes.and_then(|bytes| cache.host.show_constant(bytes).parse().ok());
            }
        }
        drop(cache);
        let bytes = found.unwrap_or(8.0);
        self.element_bytes.insert(ty, bytes);
        bytes
    }
}

/// The name of a function in the text of its constant: `Base.:*`, `Base.:(+)`, `(+)`, `LinearAlgebra.tr`.
fn plain_name(text: &str) -> &str {
    let name = match text.rsplit_once('.') {
        Some((_, name)) if !name.is_empty() => name,
        _ => text,
    };
    match name.trim_start_matches(':') {
        "" => ":",
        name => name.trim_start_matches('(').trim_end_matches(')'),
    }
}
