//! A function as Julia source.
//!
//! The result is plain Julia that can be read, saved and loaded behind the program that it comes from, on any Julia since 1.5: structured code, with the
//! variables and the syntax that the source had.
//!
//! ```text
//! function pow(%1 x::Int64, %2 n::Int64)      function pow(x::Int64, n::Int64)
//! b0:                                             r = 1
//!     goto b1(%2, 1)                              while n > 0
//! b1(%3 n::Int64, %4 r::Int64):                       n = n - 1
//!     %5 = >(%3, 0)::Bool                             r = r * x
//!     goto b2 if %5 else b3                       end
//! b2: …                                           return r
//!                                             end
//! ```
//!
//! | file | what |
//! |---|---|
//! | `nest` | which statements are written inside the one that uses them |
//! | `variables` | which values share a variable |
//! | `names` | a name for every variable, none of which hides what the code means |
//! | `loops` | the calls of `iterate` that a `for` stands for |
//! | `flow` | `if`, `while`, `break` and `continue` in place of jumps |
//! | `conditions` | `&&` and `||` in place of branches that make a `Bool` |
//! | `text` | expressions: operators, dots, brackets where they are needed |
//! | `call` | the forms of a call: `x[i]`, `x.f`, keyword arguments |
//! | `lines` | what all of it is printed as, and where variables are declared |
//!
//! What types and constants are called in the program, a [`Vocabulary`] says. What has no source form (protected
//! regions, forms kept verbatim) is an error that names it.

mod call;
mod conditions;
mod flow;
mod lines;
mod loops;
mod names;
mod nest;
mod text;
mod variables;

use super::cfg::Cfg;
use super::entities::{Block, Const, Inst, Type, Value};
use super::function::{Function, InstKind, Target, Terminator};
use super::print::Numbering;
use super::ValueDef;
use crate::sym::Sym;
use crate::syntax::operators::Level;
use cranelift_entity::{EntitySet, SecondaryMap};
use flow::{Choice, Condition, Item, Line, Straight};
use loops::ForLoop;
use rustc_hash::FxHashMap;
use std::fmt::Write;
use text::Text;
use variables::Variables;

pub use names::{is_identifier, quoted};

/// What a function that is called by its value is to the writer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A function like any other.
    Ordinary,
    /// The sorter of keyword arguments: `sorter((k = 1,), f, x)` is `f(x; k = 1)`.
    Sorter,
    /// What finds the sorter of a function.
    SorterOf,
    /// The body of a function with keyword arguments, which have these names: `body(1, f, x)` is `f(x; k = 1)`.
    Body(Vec<Sym>),
    /// The constructor `NamedTuple{names}`.
    NamedTuple(Vec<Sym>),
    /// `tuple`.
    Tuple,
    /// What `[a, b]` calls.
    Vect,
    /// The type of a closure: its objects are made by calling it.
    Closure,
    /// A function of Julia's own that syntax stands for.
    Form(Form),
}

/// Functions of Julia's own that syntax stands for, or that the writer must know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// `x[i]`.
    Index,
    /// `x[i] = y`.
    SetIndex,
    /// `x.f`.
    Property,
    /// `x.f = y`.
    SetProperty,
    /// `f.(x)`, not yet materialised.
    Broadcasted,
    /// `f.(x)`.
    Materialize,
    /// `y .= f.(x)`.
    MaterializeInto,
    /// `x^2`.
    LiteralPower,
    /// `x'`.
    Adjoint,
    /// `x isa T`.
    Isa,
    /// `x === y`.
    Egal,
    /// The opposite of a `Bool`, as lowering makes it.
    Not,
    /// `for`.
    Iterate,
    /// `getfield`.
    GetField,
    /// `throw`.
    Throw,
}

impl Form {
    /// The form of a function of Base or Core.
    pub fn named(name: &str) -> Option<Form> {
        Some(match name {
            "getindex" => Form::Index,
            "setindex!" => Form::SetIndex,
            "getproperty" => Form::Property,
            "setproperty!" => Form::SetProperty,
            "broadcasted" => Form::Broadcasted,
            "materialize" => Form::Materialize,
            "materialize!" => Form::MaterializeInto,
            "literal_pow" => Form::LiteralPower,
            "adjoint" => Form::Adjoint,
            "isa" => Form::Isa,
            "===" => Form::Egal,
            "not_int" => Form::Not,
            "iterate" => Form::Iterate,
            "getfield" => Form::GetField,
            "throw" => Form::Throw,
            _ => return None,
        })
    }
}

/// The words of the program that a function belongs to, in the module where its source is loaded.
pub trait Vocabulary {
    /// An expression whose value is this very constant, or why there is none.
    fn constant(&mut self, constant: Const) -> Result<String, String>;

    /// A type, or why it has no name.
    fn ty(&mut self, ty: Type) -> Result<String, String>;

    /// The elements of a constant tuple, a named one or not.
    fn elements(&mut self, constant: Const) -> Option<Vec<Const>>;

    /// The names of a constant named tuple.
    fn element_names(&mut self, constant: Const) -> Option<Vec<Sym>>;

    /// The element types of a tuple type of known length.
    fn element_types(&mut self, ty: Type) -> Option<Vec<Type>>;

    /// What kind of function a constant is.
    fn callee(&mut self, constant: Const) -> Callee;
}

/// The head under which the source of a function stands.
pub struct Head<'a> {
    /// The function's name there.
    pub name: Sym,
    /// The type of the objects that it is a method of.
    pub object: Option<String>,
    /// Where the function is the body of one with keyword arguments: the method without them, which passes their defaults
    /// on in its only call.
    pub passes: Option<(&'a Function, Inst)>,
}

/// The source of a function, or what in it has none.
pub fn source(
    function: &Function,
    head: &Head,
    words: &mut dyn Vocabulary,
) -> Result<String, String> {
    let mut writer = Writer {
        cfg: Cfg::new(function),
        roots: FxHashMap::default(),
        uses: SecondaryMap::new(),
        inlined: EntitySet::new(),
        nested: EntitySet::new(),
        loops: Vec::new(),
        variables: Variables::default(),
        has_new: false,
        slots: Vec::new(),
        names: SecondaryMap::new(),
        spare: String::new(),
        numbering: Numbering::new(function),
        function,
        words,
        constants: FxHashMap::default(),
        types: FxHashMap::default(),
        out: String::new(),
    };
    writer.find_words()?;
    writer.find_roots();
    writer.find_uses();
    writer.find_inlined();
    let loops = writer.find_loops();
    let items = match writer.items(loops, head.name)? {
        Some(items) => items,
        // Loops over collections have no jumps.
        None => match writer.items(Vec::new(), head.name)? {
            Some(items) => items,
            None => flow::flat(writer.blocks()?),
        },
    };
    writer.head(head)?;
    writer.lines(&conditions::joined(items));
    Ok(match writer.has_new {
        // `$(Expr(:new, …))` stands for a form that has no syntax.
        true => format!("@eval {}", writer.out),
        false => writer.out,
    })
}

struct Writer<'a> {
    function: &'a Function,
    words: &'a mut dyn Vocabulary,
    cfg: Cfg,
    constants: FxHashMap<Const, String>,
    types: FxHashMap<Type, Result<String, String>>,
    numbering: Numbering,
    /// The value that was tested, of those that a test narrows.
    roots: FxHashMap<Value, Value>,
    names: SecondaryMap<Value, String>,
    slots: Vec<String>,
    /// A name that nothing else has, to begin new ones with.
    spare: String,
    uses: SecondaryMap<Value, u32>,
    /// Statements that are part of a call with keyword arguments.
    inlined: EntitySet<Inst>,
    /// Statements that are written inside the one that uses them.
    nested: EntitySet<Inst>,
    /// Loops that are written with `for`.
    loops: Vec<ForLoop>,
    variables: Variables,
    /// Whether an object is made without a constructor.
    has_new: bool,
    out: String,
}

impl Writer<'_> {
    /// The structured code with these loops over collections, less those that turn out not to be such; nothing where it stays jumps.
    fn items(&mut self, loops: Vec<ForLoop>, own: Sym) -> Result<Option<Vec<Item>>, String> {
        self.loops = loops;
        loop {
            self.find_uses();
            self.find_nested();
            self.find_variables();
            self.find_names(own);
            let kept = self.loops.iter().filter(|it| self.loop_moves(it).is_some());
            let kept: Vec<ForLoop> = kept.cloned().collect();
            if kept.len() == self.loops.len() {
                break;
            }
            self.loops = kept;
        }
        Ok(flow::structured(self.blocks()?))
    }

    /// Texts of the constants and types that the function mentions.
    fn find_words(&mut self) -> Result<(), String> {
        for value in names::used_values(self.function) {
            if let ValueDef::Const(constant) = self.function.values[value].def {
                let has_text = matches!(
                    self.words.callee(constant),
                    Callee::Ordinary | Callee::Tuple | Callee::Closure | Callee::Form(_)
                );
                if has_text && !self.constants.contains_key(&constant) {
                    let text = self.words.constant(constant)?;
                    self.constants.insert(constant, text);
                }
            }
        }
        for ty in names::used_types(self.function) {
            let text = self.words.ty(ty);
            self.types.insert(ty, text);
        }
        Ok(())
    }

    fn find_names(&mut self, own: Sym) {
        let mut texts: Vec<&str> = self.constants.values().map(String::as_str).collect();
        texts.extend(self.types.values().flatten().map(String::as_str));
        // The words of a string mean nothing.
        texts.retain(|text| !text.starts_with('"'));
        let entry = self.function.params(self.function.entry());
        let has_variable = |value: Value| {
            let is_written = match self.function.values[value].def {
                ValueDef::Result(inst) => {
                    let is_element = self.loops.iter().any(|it| it.element == Some(value));
                    is_element || !(self.is_left_out(inst) || self.nested.contains(inst))
                }
                _ => true,
            };
            let is_used = is_written && self.uses[value] > 0;
            entry.contains(&value) || (is_used && self.variables.of(value) == value)
        };
        let names = names::locals(self.function, &self.numbering, own, &texts, has_variable);
        self.slots = names.slots;
        self.names = names.values;
        self.spare = names.spare;
    }

    /// A value that a test narrows is the variable that was tested: test and use name the same, so that inference learns from the test.
    fn find_roots(&mut self) {
        let function = self.function;
        let insts = || {
            function
                .layout
                .iter()
                .flat_map(|&it| &function.blocks[it].insts)
        };
        let mut origin: FxHashMap<Value, Value> = FxHashMap::default();
        let start = |origin: &FxHashMap<Value, Value>, value| *origin.get(&value).unwrap_or(&value);
        for &block in &self.cfg.order {
            for &inst in &function.blocks[block].insts {
                if let InstKind::Pi { value, .. } = function.insts[inst].kind {
                    let first = start(&origin, value);
                    origin.insert(function.insts[inst].result, first);
                }
            }
        }
        let mut tested = EntitySet::new();
        for &inst in insts() {
            let InstKind::Call { callee, args } = &function.insts[inst].kind else {
                continue;
            };
            if let Callee::Form(Form::Isa | Form::Egal) = self.callee(*callee) {
                for &arg in function.slice(args) {
                    tested.insert(start(&origin, arg));
                }
            }
        }
        origin.retain(|_, &mut first| {
            let is_constant = matches!(function.values[first].def, ValueDef::Const(_));
            tested.contains(first) && !is_constant
        });
        self.roots = origin;
    }

    fn root(&self, value: Value) -> Value {
        *self.roots.get(&value).unwrap_or(&value)
    }

    /// Whether a statement is not written: another one stands for it.
    fn is_left_out(&self, inst: Inst) -> bool {
        let result = self.function.insts[inst].result;
        self.inlined.contains(inst)
            || self.roots.contains_key(&result)
            || self.loops.iter().any(|it| it.parts.contains(&inst))
    }

    /// The collection of the loop that starts behind a block.
    fn collection_at(&self, block: Block) -> Option<Value> {
        let mut loops = self.loops.iter();
        loops.find(|it| it.before == block).map(|it| it.collection)
    }

    /// How often each value is used by what is written.
    fn find_uses(&mut self) {
        let function = self.function;
        let mut uses = SecondaryMap::new();
        for &block in &function.layout {
            for &inst in &function.blocks[block].insts {
                if self.is_left_out(inst) && !self.inlined.contains(inst) {
                    continue;
                }
                for operand in function.operands(inst) {
                    uses[self.root(operand)] += 1;
                }
            }
            let term = &function.blocks[block].term;
            let asks = |it: &&ForLoop| it.before == block || it.latch == block;
            match self.loops.iter().find(asks) {
                Some(it) if it.before == block => uses[it.collection] += 1,
                Some(_) => {}
                None => term
                    .operand()
                    .into_iter()
                    .for_each(|it| uses[self.root(it)] += 1),
            }
            for target in term.targets() {
                let pair = self.loops.iter().find(|it| it.header == target.block);
                for (at, &arg) in function.slice(&target.args).iter().enumerate() {
                    if pair.is_none_or(|it| it.parameter != at) {
                        uses[self.root(arg)] += 1;
                    }
                }
            }
        }
        self.uses = uses;
    }

    /// The blocks as text.
    fn blocks(&mut self) -> Result<Vec<Straight>, String> {
        let function = self.function;
        let numbers: FxHashMap<Block, usize> = function
            .layout
            .iter()
            .enumerate()
            .map(|(n, &b)| (b, n))
            .collect();
        let mut straight = Vec::new();
        for &block in &function.layout {
            let mut lines = Vec::new();
            for &inst in &function.blocks[block].insts {
                if !self.is_left_out(inst) && !self.nested.contains(inst) {
                    lines.push(self.statement(inst)?);
                }
            }
            straight.push(self.end_of(block, lines, &numbers)?);
        }
        for it in self.loops.clone() {
            let name = match it.element {
                Some(element) if self.uses[element] > 0 => self.names[element].clone(),
                _ => "_".to_string(),
            };
            let collection = self.value(it.collection)?;
            let number = straight.len();
            straight.push(Straight {
                lines: Vec::new(),
                choice: Some(Choice::For(name, collection.code)),
                ways: vec![
                    (Vec::new(), numbers[&it.header]),
                    (Vec::new(), numbers[&it.exit]),
                ],
            });
            let moves = self.loop_moves(&it).unwrap_or_default();
            for (from, moves) in [it.before, it.latch].into_iter().zip(moves) {
                let end = &mut straight[numbers[&from]];
                end.choice = None;
                end.ways = vec![(self.move_lines(moves)?, number)];
            }
        }
        Ok(straight)
    }

    /// Straight code with its end.
    fn end_of(
        &mut self,
        block: Block,
        mut lines: Vec<Line>,
        numbers: &FxHashMap<Block, usize>,
    ) -> Result<Straight, String> {
        let (mut choice, mut ways) = (None, Vec::new());
        let targets: Vec<Target> = match &self.function.blocks[block].term {
            Terminator::Jump(target) => vec![target.clone()],
            Terminator::Branch {
                cond,
                then,
                otherwise,
            } => {
                let asks = |it: &ForLoop| it.before == block || it.latch == block;
                if !self.loops.iter().any(asks) {
                    choice = Some(Choice::If(self.condition(*cond)?));
                }
                vec![then.clone(), otherwise.clone()]
            }
            Terminator::Return(value) => {
                let value = self.value(self.root(*value))?;
                lines.push(line(Vec::new(), format!("return {}", value.code), true));
                Vec::new()
            }
            // The statement before does not come back; Julia would go on below.
            Terminator::Unreachable => {
                if !lines.last().is_some_and(|line| line.leaves) {
                    let code = "Base.error(\"this place is never reached\")".to_string();
                    lines.push(line(Vec::new(), code, true));
                }
                Vec::new()
            }
            Terminator::Enter { .. } => {
                return Err("a protected region has no source in this form".into())
            }
        };
        for target in targets {
            let target = self.through_narrowing(&target);
            let moves = self.moves(&target, None);
            ways.push((self.move_lines(moves)?, numbers[&target.block]));
        }
        Ok(Straight {
            lines,
            choice,
            ways,
        })
    }

    /// A condition; what lowering has turned round is turned back.
    fn condition(&mut self, value: Value) -> Result<Condition, String> {
        let value = self.root(value);
        if let ValueDef::Result(inst) = self.function.values[value].def {
            if let (true, InstKind::Call { callee, args }) =
                (self.nested.contains(inst), &self.function.insts[inst].kind)
            {
                let args = self.function.slice(args);
                if let (Callee::Form(Form::Not), &[inner]) = (self.callee(*callee), args) {
                    return Ok(Condition {
                        text: self.value(self.root(inner))?,
                        is_negated: true,
                    });
                }
            }
        }
        Ok(Condition {
            text: self.value(value)?,
            is_negated: false,
        })
    }

    /// Assignments that happen at once, one after the other where that is the same.
    fn move_lines(&mut self, mut moves: Vec<(String, Value)>) -> Result<Vec<Line>, String> {
        let mut lines = Vec::new();
        while !moves.is_empty() {
            let is_free = |at: &usize| {
                let name = &moves[*at].0;
                let mut others = moves.iter().enumerate();
                others.all(|(other, (_, from))| other == *at || self.names[*from] != *name)
            };
            let Some(at) = (0..moves.len()).find(is_free) else {
                let mut texts = Vec::new();
                for (_, from) in &moves {
                    texts.push(self.value(*from)?);
                }
                let names: Vec<String> = moves.iter().map(|it| it.0.clone()).collect();
                let code = format!("{} = {}", names.join(", "), text::list(&texts));
                lines.push(line(names, code, false));
                break;
            };
            let (name, from) = moves.remove(at);
            lines.push(assignment(name, self.value(from)?));
        }
        Ok(lines)
    }

    /// The first line, and what stands for parameters that are not in it.
    fn head(&mut self, head: &Head) -> Result<(), String> {
        let function = self.function;
        let params = function.params(function.entry()).to_vec();
        let mut first = Vec::new();
        let mut list = Vec::new();
        let mut name = match &head.object {
            Some(ty) => format!("(::{ty})"),
            None => quoted(head.name),
        };
        match head.passes {
            Some((outer, call)) => {
                let given: Vec<Value> = outer.operands(call).skip(1).collect();
                let outside = outer.params(outer.entry());
                let mut written: FxHashMap<Value, String> = FxHashMap::default();
                for (&param, &given) in params.iter().zip(&given) {
                    let is_constant = matches!(outer.values[given].def, ValueDef::Const(_));
                    if is_constant && self.uses[param] == 0 {
                        continue;
                    }
                    if let ValueDef::Const(constant) = outer.values[given].def {
                        let text = self.words.constant(constant)?;
                        first.push(format!("{} = {text}", self.names[param]));
                    } else if let Some(other) = written.get(&given) {
                        first.push(format!("{} = {other}", self.names[param]));
                    } else {
                        written.insert(given, self.names[param].clone());
                    }
                }
                for (at, &param) in outside.iter().enumerate() {
                    if outer.has_self && at == 0 {
                        continue;
                    }
                    if outer.is_va && at + 1 == outside.len() {
                        return Err(
                            "keyword arguments behind a variable number of arguments".into()
                        );
                    }
                    let ty = self.words.ty(outer.values[param].ty)?;
                    let name = written.get(&param).map_or("", String::as_str);
                    list.push(format!("{name}::{ty}"));
                }
            }
            None => {
                let mut params = &params[..];
                if let (true, [this, rest @ ..]) = (function.has_self, params) {
                    params = rest;
                    let ty = match &head.object {
                        Some(ty) => Ok(ty.clone()),
                        None => self.ty(function.values[*this].ty),
                    };
                    if self.uses[*this] > 0 {
                        let ty = ty?;
                        name = format!("({}::{ty})", self.names[*this]);
                    }
                }
                for (at, &param) in params.iter().enumerate() {
                    let (ty, name) = (function.values[param].ty, self.names[param].clone());
                    if !function.is_va || at + 1 < params.len() {
                        list.push(format!("{name}::{}", self.ty(ty)?));
                        continue;
                    }
                    let Some(types) = self.words.element_types(ty) else {
                        return Err("a variable number of arguments of unknown length".into());
                    };
                    let parts: Vec<String> = (1..=types.len())
                        .map(|number| format!("{}{number}", self.spare))
                        .collect();
                    for (part, ty) in parts.iter().zip(types) {
                        list.push(format!("{part}::{}", self.words.ty(ty)?));
                    }
                    let comma = if parts.len() == 1 { "," } else { "" };
                    first.push(format!("{name} = ({}{comma})", parts.join(", ")));
                }
            }
        }
        let _ = writeln!(self.out, "function {name}({})", list.join(", "));
        for line in first {
            let _ = writeln!(self.out, "    {line}");
        }
        Ok(())
    }

    fn ty(&self, ty: Type) -> Result<String, String> {
        match self.types.get(&ty) {
            Some(text) => text.clone(),
            None => Err("a type that the function does not mention".into()),
        }
    }

    /// The text of a value: its variable, or the statement that makes it.
    fn value(&mut self, value: Value) -> Result<Text, String> {
        let value = self.root(value);
        match self.function.values[value].def {
            ValueDef::Const(constant) => match self.constants.get(&constant) {
                Some(text) => Ok(Text::constant(text)),
                None => Ok(Text::constant(&self.words.constant(constant)?)),
            },
            ValueDef::Result(inst) if self.nested.contains(inst) => self.expression(inst),
            _ => Ok(Text::atom(self.names[self.variables.of(value)].clone())),
        }
    }

    fn values(&mut self, values: &[Value]) -> Result<Vec<Text>, String> {
        values.iter().map(|&value| self.value(value)).collect()
    }

    /// What a statement computes.
    fn expression(&mut self, inst: Inst) -> Result<Text, String> {
        let function = self.function;
        let data = &function.insts[inst];
        Ok(match &data.kind {
            InstKind::Call { callee, args } => self.call(*callee, function.slice(args))?,
            InstKind::Pi { value, .. } => {
                let value = self.value(*value)?;
                // What a test has proved holds without being said.
                match self.ty(function.values[data.result].ty) {
                    Ok(ty) => {
                        let code = format!("{}::{ty}", value.at(Level::Dot));
                        Text::new(code, Level::Declaration)
                    }
                    Err(_) => value,
                }
            }
            InstKind::GetGlobal { module, name } => Text::atom(match module {
                Some(module) => format!("{module}.{}", quoted(*name)),
                None => quoted(*name),
            }),
            InstKind::GetSlot(slot) => Text::atom(self.slots[slot.as_u32() as usize].clone()),
            InstKind::SetSlot(_, value) => self.value(*value)?,
            InstKind::IsDefined(slot) => {
                let name = &self.slots[slot.as_u32() as usize];
                Text::atom(format!("@isdefined({name})"))
            }
            InstKind::New { ty, args } if self.callee(*ty) == Callee::Closure => {
                let ty = self.value(*ty)?;
                let args = self.values(function.slice(args))?;
                Text::atom(format!("{}({})", ty.code, text::list(&args)))
            }
            InstKind::New { ty, args } => {
                self.has_new = true;
                let mut parts = vec![self.value(*ty)?];
                parts.extend(self.values(function.slice(args))?);
                let parts = parts.iter().map(|part| format!(":({})", part.code));
                let parts: Vec<String> = parts.collect();
                Text::atom(format!("$(Expr(:new, {}))", parts.join(", ")))
            }
            InstKind::Opaque { head, .. } => return Err(format!("`{head}` has no source")),
            InstKind::Leave(_) | InstKind::PopException(_) => {
                return Err("a protected region has no source in this form".into())
            }
        })
    }

    /// The line of a statement.
    fn statement(&mut self, inst: Inst) -> Result<Line, String> {
        let function = self.function;
        let data = &function.insts[inst];
        let text = self.expression(inst)?;
        let target = match data.kind {
            InstKind::SetSlot(slot, _) => Some(self.slots[slot.as_u32() as usize].clone()),
            _ if self.uses[data.result] > 0 => {
                Some(self.names[self.variables.of(data.result)].clone())
            }
            _ => None,
        };
        let leaves = match (&data.kind, &target) {
            (InstKind::Call { callee, .. }, None) => {
                self.callee(*callee) == Callee::Form(Form::Throw)
            }
            _ => false,
        };
        Ok(match (target, data.inbounds) {
            (Some(name), false) => assignment(name, text),
            (Some(name), true) => {
                let code = format!("@inbounds {name} = {}", text.argument());
                line(vec![name], code, false)
            }
            (None, true) => line(Vec::new(), format!("@inbounds {}", text.code), leaves),
            (None, false) => line(Vec::new(), text.code, leaves),
        })
    }
}

/// A line of code.
fn line(assigns: Vec<String>, code: String, leaves: bool) -> Line {
    Line {
        assigns,
        code,
        value: None,
        leaves,
    }
}

/// `name = value`.
fn assignment(name: String, value: Text) -> Line {
    Line {
        code: format!("{name} = {}", value.argument()),
        assigns: vec![name],
        value: Some(value),
        leaves: false,
    }
}
