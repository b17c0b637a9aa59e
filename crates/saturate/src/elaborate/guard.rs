//! Several programs for one function, behind a guard: at entry, the one whose predicted cost is the least for the sizes of the
//! arguments goes on.
//!
//! ```text
//! b0(A, B, C):                                            b0(A, B, C):
//!     goto b1 if a better, else b2        ◄── really          m  = Float64(size(A, 1)) …
//! b1: (A * B) * C                                             c1 = 2 m k n + 2 m n p
//! b2: A * (B * C)                                             c2 = 2 k n p + 2 m k p
//!                                                             goto b1 if c1 <= c2 else b2
//! ```
//!
//! With three and more variants the least cost is computed first, and the first variant that has it goes on. Terms that all
//! variants have are left out, what several costs share is computed once, and the cost of the source counts a little less. Everything that the guard calls is of `Base`, on `Int64` and
//! `Float64`; a host that answers otherwise gets no guard.
//!
//! The costs of nine variants of seven products each take half as long to compute as a small product. Programs mostly come with the sizes that they came with before, so where the
//! host has a place for it ([`Memo`]), a function with three and more variants keeps the number of the last one, and computes costs only for other sizes:
//!
//! ```text
//! b0(A, B, C, D):
//!     m  = size(A, 1) …
//!     n0 = recall(cell, m, …)
//!     goto b2(n0) if 0 < n0 else b1
//! b1: c1 = …
//!     n1 = remember(cell, number of the least cost, m, …)
//!     goto b2(n1)
//! b2(n):                                                  the variant of that number, found by halving
//! ```
//!
//! The parameters of the entry are those of every variant; all else of a variant is copied, its variables in memory too.

use crate::host::{Global, Host, Known, Memo};
use crate::ir::slots::Literal;
use crate::ir::{Block, Const, Function, Inst, InstKind, Slot, Terminator, Type, Value, ValueDef};
use crate::rules::cost::Arithmetic;
use crate::sizes::choose::Compared;
use crate::sizes::priced::Price;
use crate::sizes::terms::{Node, Origin, Symbol, Term, Terms};
use crate::sym::Sym;
use cranelift_entity::{packed_option::PackedOption, SecondaryMap};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::BTreeSet;
use std::ops::Range;

/// One function of several variants; none if this host cannot compute the guard. `original` says what the
/// parameters are.
pub(crate) fn combine(
    original: &Function,
    variants: &[Function],
    compared: &Compared,
    terms: &Terms,
    host: &mut dyn Host,
) -> Option<Function> {
    let (mut function, entry) = like(original);
    // Blocks of the guard come first in the layout, then the variants in order.
    let guard = Guard::new(&mut function, entry, terms, host);
    let dispatch = guard.decide(&compared.0)?;
    let mut bodies = Vec::with_capacity(variants.len());
    let mut ret: Option<Type> = None;
    for variant in variants {
        bodies.push(append(&mut function, variant));
        ret = Some(ret.map_or(variant.ret, |ty| host.join(ty, variant.ret)));
    }
    function.ret = ret?;
    for test in dispatch {
        let side = |side: Side| match side {
            Side::Test(block) => block,
            Side::Variant(number) => bodies[number],
        };
        let then = function.target(side(test.then), &[]);
        let otherwise = function.target(side(test.otherwise), &[]);
        function.blocks[test.block].term = Terminator::Branch {
            cond: test.cond,
            then,
            otherwise,
        };
    }
    Some(function)
}

/// A branch of the guard, as long as the variants have no blocks.
struct Test {
    block: Block,
    cond: Value,
    then: Side,
    otherwise: Side,
}

/// Where it goes.
#[derive(Clone, Copy)]
enum Side {
    Test(Block),
    Variant(usize),
}

/// A function with these parameters, and an entry that does nothing yet.
pub(crate) fn like(original: &Function) -> (Function, Block) {
    let mut function = Function::new(original.name, original.ret);
    function.has_self = original.has_self;
    function.is_va = original.is_va;
    function.source = original.source.clone();
    let entry = function.add_block();
    for &param in original.params(original.entry()) {
        let data = &original.values[param];
        let copy = function.add_param(entry, data.ty, data.name);
        function.values[copy].constant = data.constant;
    }
    (function, entry)
}

/// The largest power that is written as a product.
const MOST_FACTORS: f64 = 4.0;

/// Writes the guard.
struct Guard<'f> {
    function: &'f mut Function,
    block: Block,
    terms: &'f Terms,
    host: &'f mut dyn Host,
    float: Type,
    int: Type,
    /// What was called so far, by its name and types: the function is a value of the code.
    callees: FxHashMap<(&'static str, SmallVec<[Type; 2]>, Type), Value>,
    /// The sizes that were read so far.
    sizes: FxHashMap<Symbol, Value>,
}

impl<'f> Guard<'f> {
    fn new(
        function: &'f mut Function,
        block: Block,
        terms: &'f Terms,
        host: &'f mut dyn Host,
    ) -> Guard<'f> {
        let [float, int] = [Literal::Float64(0.0), Literal::Int(0)].map(|number| {
            let number = host.literal(&number);
            host.type_of(number)
        });
        Guard {
            function,
            block,
            terms,
            host,
            float,
            int,
            callees: FxHashMap::default(),
            sizes: FxHashMap::default(),
        }
    }

    fn constant(&mut self, constant: Const) -> Value {
        let ty = self.host.type_of(constant);
        self.function.constant(constant, ty)
    }

    fn number(&mut self, number: f64) -> Value {
        let constant = self.host.literal(&Literal::Float64(number));
        self.constant(constant)
    }

    /// A call of a function of Base, if it gives a value of this type and nothing else.
    fn call(&mut self, name: &'static str, args: &[Value], ty: Type) -> Option<Value> {
        let types = args.iter().map(|&value| self.function.values[value].ty);
        let key = (name, types.collect(), ty);
        let callee = match self.callees.get(&key) {
            Some(&callee) => callee,
            None => {
                let callee = self.callee(name, args, ty)?;
                self.callees.insert(key, callee);
                callee
            }
        };
        let args = self.function.list(args);
        let kind = InstKind::Call { callee, args };
        Some(
            self.function
                .append(self.block, kind, ty, Default::default()),
        )
    }

    /// A function of Base that gives values of this type.
    fn callee(&mut self, name: &str, args: &[Value], ty: Type) -> Option<Value> {
        let base = Some(Sym::new("Base"));
        let Global::Constant(callee) = self.host.global(base, Sym::new(name)) else {
            return None;
        };
        let known = |function: &Function, value: Value| Known {
            ty: function.values[value].ty,
            constant: function.values[value].constant,
        };
        let arguments: Vec<Known> = args
            .iter()
            .map(|&value| known(self.function, value))
            .collect();
        let callee = self.constant(callee);
        let info = self.host.call(known(self.function, callee), &arguments)?;
        (info.result.ty == ty).then_some(callee)
    }

    /// Writes the whole guard but its branches to the variants.
    fn decide(mut self, prices: &[(Price, f64)]) -> Option<Vec<Test>> {
        let needed = self.needed(prices);
        let memo = match prices.len() {
            ..3 => None,
            _ => self.host.memo(),
        };
        if let Some(memo) = memo {
            let sizes = self.all_sizes(&needed)?;
            let are_integers = |&size: &Value| self.function.values[size].ty == self.int;
            if sizes.iter().all(are_integers) {
                return self.remembered(prices, &needed, &sizes, memo);
            }
        }
        let costs = self.costs(prices, &needed)?;
        self.branch(&costs)
    }

    /// Asks for the number of the last variant; computes costs where sizes are others.
    fn remembered(
        mut self,
        prices: &[(Price, f64)],
        needed: &BTreeSet<Term>,
        sizes: &[Value],
        memo: Memo,
    ) -> Option<Vec<Test>> {
        let (bool, int) = (self.host.bool(), self.int);
        let [cell, recall, remember] =
            [memo.cell, memo.recall, memo.remember].map(|constant| self.constant(constant));
        let kind = |guard: &mut Guard, callee: Value, args: &[Value]| InstKind::Call {
            callee,
            args: guard.function.list(args),
        };
        let asked: Vec<Value> = [&[cell], sizes].concat();
        let call = kind(&mut self, recall, &asked);
        let known = self
            .function
            .append(self.block, call, int, Default::default());
        let none = self.integer(0);
        let cond = self.call("<", &[none, known], bool)?;
        let (compute, found) = (self.function.add_block(), self.function.add_block());
        let number = self.function.add_param(found, int, None);
        let then = self.function.target(found, &[known]);
        let otherwise = self.function.target(compute, &[]);
        self.function.blocks[self.block].term = Terminator::Branch {
            cond,
            then,
            otherwise,
        };

        self.block = compute;
        let costs = self.costs(prices, needed)?;
        let least = self.least(&costs)?;
        let (_, but_last) = costs.split_last()?;
        let mut first = self.integer(costs.len() as i64);
        for (place, &cost) in but_last.iter().enumerate().rev() {
            let is_least = self.call("<=", &[cost, least], bool)?;
            let own = self.integer(place as i64 + 1);
            first = self.call("ifelse", &[is_least, own, first], int)?;
        }
        let told: Vec<Value> = [&[cell, first], sizes].concat();
        let call = kind(&mut self, remember, &told);
        let kept = self.function.append(compute, call, int, Default::default());
        self.function.blocks[compute].term = Terminator::Jump(self.function.target(found, &[kept]));

        // Ranges of variants that a block is still to tell apart.
        let mut tests = Vec::with_capacity(but_last.len());
        let mut open = vec![(found, 0..costs.len())];
        while let Some((block, range)) = open.pop() {
            self.block = block;
            let middle = range.start + range.len() / 2;
            let last = self.integer(middle as i64);
            let cond = self.call("<=", &[number, last], bool)?;
            let mut side = |guard: &mut Guard, range: Range<usize>| match range.len() {
                1 => Side::Variant(range.start),
                _ => {
                    let block = guard.function.add_block();
                    open.push((block, range));
                    Side::Test(block)
                }
            };
            let then = side(&mut self, range.start..middle);
            let otherwise = side(&mut self, middle..range.end);
            tests.push(Test {
                block,
                cond,
                then,
                otherwise,
            });
        }
        Some(tests)
    }

    fn integer(&mut self, number: i64) -> Value {
        let constant = self.host.literal(&Literal::Int(number));
        self.constant(constant)
    }

    /// What costs are made of.
    fn needed(&self, prices: &[(Price, f64)]) -> BTreeSet<Term> {
        let mut needed: BTreeSet<Term> = BTreeSet::new();
        let mut work: Vec<Term> = (prices.iter())
            .flat_map(|(price, _)| price.terms.keys().copied())
            .collect();
        while let Some(term) = work.pop() {
            if needed.insert(term) {
                if let Node::Binary(_, a, b) = self.terms.node(term) {
                    work.extend([a, b]);
                }
            }
        }
        needed
    }

    /// The costs, up to what all have in common.
    fn costs(&mut self, prices: &[(Price, f64)], needed: &BTreeSet<Term>) -> Option<Vec<Value>> {
        // Operands have smaller numbers.
        let mut values: FxHashMap<Term, Value> = FxHashMap::default();
        for &term in needed {
            let value = match self.terms.node(term) {
                Node::Number(bits) => self.number(f64::from_bits(bits)),
                Node::Symbol(symbol) => match self.terms.origin(symbol) {
                    Origin::Unknown => self.number(crate::rules::cost::NOMINAL),
                    _ => {
                        let (size, float) = (self.size(symbol)?, self.float);
                        self.call("Float64", &[size], float)?
                    }
                },
                Node::Binary(Arithmetic::Power, a, b) => match self.terms.as_number(b) {
                    Some(times)
                        if (2.0..=MOST_FACTORS).contains(&times) && times.fract() == 0.0 =>
                    {
                        self.power(values[&a], times as u32)?
                    }
                    _ => self.binary(Arithmetic::Power, values[&a], values[&b])?,
                },
                Node::Binary(Arithmetic::Divide, a, b) => match self.terms.as_number(b) {
                    // A division takes as long as four products; the last bit of a cost does not matter.
                    Some(by) if by != 0.0 => {
                        let factor = self.number(1.0 / by);
                        self.binary(Arithmetic::Multiply, values[&a], factor)?
                    }
                    _ => self.binary(Arithmetic::Divide, values[&a], values[&b])?,
                },
                Node::Binary(op, a, b) => self.binary(op, values[&a], values[&b])?,
            };
            values.insert(term, value);
        }
        let mut costs = Vec::with_capacity(prices.len());
        for (price, doubt) in prices {
            let mut total: Option<Value> = (price.fixed != 0.0).then(|| self.number(price.fixed));
            for (term, &factor) in &price.terms {
                let mut value = values[term];
                if factor != 1.0 {
                    let factor = self.number(factor);
                    value = self.binary(Arithmetic::Multiply, factor, value)?;
                }
                total = Some(match total {
                    Some(total) => self.binary(Arithmetic::Add, total, value)?,
                    None => value,
                });
            }
            costs.push(match total {
                Some(total) if *doubt != 1.0 => {
                    let doubt = self.number(*doubt);
                    self.binary(Arithmetic::Multiply, doubt, total)?
                }
                Some(total) => total,
                None => self.number(0.0),
            });
        }
        Some(costs)
    }

    /// `min` and `max` look for NaN and signs of zeros, which takes longer than all the rest; here a comparison is enough.
    fn binary(&mut self, op: Arithmetic, a: Value, b: Value) -> Option<Value> {
        let (bool, float) = (self.host.bool(), self.float);
        let (less, more) = match op {
            Arithmetic::Min => (a, b),
            Arithmetic::Max => (b, a),
            _ => return self.call(op.name(), &[a, b], float),
        };
        let is_less = self.call("<", &[a, b], bool)?;
        self.call("ifelse", &[is_less, less, more], float)
    }

    /// A product of equal factors; a power takes as long as twenty products.
    fn power(&mut self, base: Value, times: u32) -> Option<Value> {
        let mut product = base;
        for _ in 1..times {
            product = self.binary(Arithmetic::Multiply, product, base)?;
        }
        Some(product)
    }

    /// A size that somebody knows.
    fn size(&mut self, symbol: Symbol) -> Option<Value> {
        if let Some(&size) = self.sizes.get(&symbol) {
            return Some(size);
        }
        let entry = self.function.entry();
        let param = |function: &Function, number: u32| {
            let params = function.params(entry);
            params.get(number as usize).copied()
        };
        let size = match self.terms.origin(symbol) {
            Origin::Size(number, dimension) => {
                let array = param(self.function, number)?;
                let (dimension, int) = (self.integer(i64::from(dimension)), self.int);
                self.call("size", &[array, dimension], int)?
            }
            Origin::Value(number) => param(self.function, number)?,
            Origin::Unknown => return None,
        };
        self.sizes.insert(symbol, size);
        Some(size)
    }

    /// All sizes that costs depend on, as far as somebody knows them.
    fn all_sizes(&mut self, needed: &BTreeSet<Term>) -> Option<Vec<Value>> {
        let mut sizes = Vec::new();
        for &term in needed {
            if let Node::Symbol(symbol) = self.terms.node(term) {
                if self.terms.origin(symbol) != Origin::Unknown {
                    sizes.push(self.size(symbol)?);
                }
            }
        }
        Some(sizes)
    }

    /// The least of some costs.
    fn least(&mut self, costs: &[Value]) -> Option<Value> {
        // In pairs, so that few of them wait for each other.
        let mut level = costs.to_vec();
        while level.len() > 1 {
            let mut next = Vec::with_capacity(level.len().div_ceil(2));
            for pair in level.chunks(2) {
                next.push(match *pair {
                    [a, b] => self.binary(Arithmetic::Min, a, b)?,
                    _ => pair[0],
                });
            }
            level = next;
        }
        level.first().copied()
    }

    /// Tests costs one after the other: the first of the least ones wins.
    fn branch(mut self, costs: &[Value]) -> Option<Vec<Test>> {
        let bool = self.host.bool();
        let (&last, but_last) = costs.split_last()?;
        let least = match costs {
            [_, _] => last,
            _ => self.least(costs)?,
        };
        let mut tests = Vec::with_capacity(but_last.len());
        for (number, &cost) in but_last.iter().enumerate() {
            let cond = self.call("<=", &[cost, least], bool)?;
            let otherwise = match number + 1 == but_last.len() {
                true => Side::Variant(number + 1),
                false => Side::Test(self.function.add_block()),
            };
            tests.push(Test {
                block: self.block,
                cond,
                then: Side::Variant(number),
                otherwise,
            });
            if let Side::Test(next) = otherwise {
                self.block = next;
            }
        }
        Some(tests)
    }
}

/// Copies a variant's blocks; the first of them.
pub(crate) fn append(function: &mut Function, variant: &Function) -> Block {
    let mut copy = Copy {
        slots: (variant.memory.values())
            .map(|slot| function.memory.push(slot.clone()))
            .collect(),
        blocks: SecondaryMap::new(),
        values: SecondaryMap::new(),
        function,
        variant,
    };
    copy.definitions();
    copy.uses();
    copy.block(variant.entry())
}

struct Copy<'f> {
    function: &'f mut Function,
    variant: &'f Function,
    slots: Vec<Slot>,
    blocks: SecondaryMap<Block, PackedOption<Block>>,
    values: SecondaryMap<Value, PackedOption<Value>>,
}

impl Copy<'_> {
    fn block(&self, block: Block) -> Block {
        self.blocks[block].expect("every block of the layout is copied")
    }

    fn value(&mut self, value: Value) -> Value {
        if let Some(copy) = self.values[value].expand() {
            return copy;
        }
        let data = &self.variant.values[value];
        let ValueDef::Const(constant) = data.def else {
            unreachable!("what is used is defined in a block of the layout");
        };
        let copy = self.function.constant(constant, data.ty);
        self.values[value] = copy.into();
        copy
    }

    /// Blocks, parameters and statements without their operands: a use may come before its definition in the layout.
    fn definitions(&mut self) {
        let variant = self.variant;
        let entry = self.function.entry();
        for &block in &variant.layout {
            let copy = self.function.add_block();
            self.blocks[block] = copy.into();
            if block == variant.entry() {
                let params = self.function.params(entry).to_vec();
                for (&param, outer) in variant.params(block).iter().zip(params) {
                    self.values[param] = outer.into();
                }
            } else {
                for &param in variant.params(block) {
                    let data = &variant.values[param];
                    let value = self.function.add_param(copy, data.ty, data.name);
                    self.function.values[value].constant = data.constant;
                    self.values[param] = value.into();
                }
            }
            for &inst in &variant.blocks[block].insts {
                let data = &variant.insts[inst];
                let result = &variant.values[data.result];
                let value = self
                    .function
                    .append(copy, InstKind::Leave(0), result.ty, data.span);
                self.function.values[value].constant = result.constant;
                self.function.values[value].name = result.name;
                self.values[data.result] = value.into();
            }
        }
    }

    fn uses(&mut self) {
        let variant = self.variant;
        for &block in &variant.layout {
            let copy = self.block(block);
            for (at, &inst) in variant.blocks[block].insts.iter().enumerate() {
                let kind = self.kind(inst);
                let own = self.function.blocks[copy].insts[at];
                self.function.insts[own].kind = kind;
                self.function.insts[own].inbounds = variant.insts[inst].inbounds;
            }
            let mut term = variant.blocks[block].term.clone();
            if let Terminator::Branch { cond: value, .. } | Terminator::Return(value) = &mut term {
                *value = self.value(*value);
            }
            for target in term.targets_mut() {
                target.args = self.list(&target.args);
                target.block = self.block(target.block);
            }
            self.function.blocks[copy].term = term;
            self.function.blocks[copy].term_span = variant.blocks[block].term_span;
        }
    }

    fn list(&mut self, values: &crate::ir::Values) -> crate::ir::Values {
        let values: Vec<Value> = self.variant.slice(values).to_vec();
        let values: Vec<Value> = values.into_iter().map(|value| self.value(value)).collect();
        self.function.list(&values)
    }

    fn kind(&mut self, inst: Inst) -> InstKind {
        let mut kind = self.variant.insts[inst].kind.clone();
        match &mut kind {
            InstKind::Call { callee: head, args } | InstKind::New { ty: head, args } => {
                *head = self.value(*head);
                *args = self.list(args);
            }
            InstKind::Opaque { args, .. } => *args = self.list(args),
            InstKind::Pi { value, .. } | InstKind::PopException(value) => {
                *value = self.value(*value);
            }
            InstKind::SetSlot(slot, value) => {
                *slot = self.slots[slot.as_u32() as usize];
                *value = self.value(*value);
            }
            InstKind::GetSlot(slot) | InstKind::IsDefined(slot) => {
                *slot = self.slots[slot.as_u32() as usize];
            }
            InstKind::GetGlobal { .. } | InstKind::Leave(_) => {}
        }
        kind
    }
}
