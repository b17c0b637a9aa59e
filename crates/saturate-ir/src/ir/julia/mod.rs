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
//! | `vocabulary` | what is asked of the program that the function belongs to |
//! | `head` | the first line |
//! | `straight` | the statements of each block as lines |
//! | `nest` | which statements are written inside the one that uses them |
//! | `variables` | which values share a variable |
//! | `names` | a name for every variable, none of which hides what the code means |
//! | `loops` | the calls of `iterate` that a `for` stands for |
//! | `regions` | which code stands inside which `try` and `catch` |
//! | `flow` | `if`, `while`, `try`, `break` and `continue` in place of jumps |
//! | `handlers` | the variable of a `catch`; flags that nobody asks |
//! | `conditions` | `&&` and `||` in place of branches that make a `Bool` |
//! | `text` | expressions: operators, dots, brackets where they are needed |
//! | `call` | the forms of a call: `x[i]`, `x.f`, keyword arguments |
//! | `lines` | what all of it is printed as, and where variables are declared |
//!
//! What types and constants are called in the program, a [`Vocabulary`] says. What has no source form (forms kept verbatim) is an
//! error that names it.

mod call;
mod conditions;
mod flow;
mod handlers;
mod head;
mod lines;
mod loops;
mod names;
mod nest;
mod regions;
mod straight;
mod text;
mod variables;
mod vocabulary;

use super::cfg::Cfg;
use super::entities::{Block, Const, Inst, Type, Value};
use super::function::{Function, InstKind, Terminator};
use super::print::Numbering;
use super::ValueDef;
use crate::sym::Sym;
use crate::syntax::operators::Level;
use cranelift_entity::{EntitySet, SecondaryMap};
use flow::{Item, Line};
use loops::ForLoop;
use regions::{FlagTest, Regions};
use rustc_hash::FxHashMap;
use text::Text;
use variables::Variables;

pub use head::Head;
pub use names::{is_identifier, quoted};
pub use vocabulary::{Callee, Form, Vocabulary};

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
        exception: String::new(),
        regions: Regions::default(),
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
    writer.find_regions()?;
    let loops = writer.find_loops();
    let items = match writer.items(loops, head.name)? {
        Some(items) => items,
        // Loops over collections have no jumps.
        None => match writer.items(Vec::new(), head.name)? {
            Some(items) => items,
            None => flow::flat(writer.blocks()?)
                .ok_or("its `try` regions cannot be written as nested code")?,
        },
    };
    writer.head(head)?;
    let items = writer.with_handlers(items);
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
    /// The variable of a `catch`.
    exception: String,
    /// Where code stands among protected regions.
    regions: Regions,
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
            let is_kept =
                |it: &&ForLoop| self.places_of(it).is_some() && self.loop_moves(it).is_some();
            let kept = self.loops.iter().filter(is_kept);
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
        self.exception = names.exception;
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

    /// Finds where code stands among protected regions.
    fn find_regions(&mut self) -> Result<(), String> {
        let function = self.function;
        let mut tests: SecondaryMap<Block, Option<FlagTest>> = SecondaryMap::new();
        for &block in &function.layout {
            tests[block] = self.flag_test(block);
        }
        self.regions = Regions::new(function, &tests)?;
        Ok(())
    }

    /// The test of a parameter against a constant that a block branches on.
    fn flag_test(&mut self, block: Block) -> Option<FlagTest> {
        let function = self.function;
        let Terminator::Branch { cond, .. } = function.blocks[block].term else {
            return None;
        };
        let ValueDef::Result(inst) = function.values[cond].def else {
            return None;
        };
        let InstKind::Call { callee, args } = &function.insts[inst].kind else {
            return None;
        };
        let (Callee::Form(Form::Egal), &[a, b]) = (self.callee(*callee), function.slice(args))
        else {
            return None;
        };
        match (function.as_constant(a), function.as_constant(b)) {
            (None, Some(constant)) => Some(FlagTest { flag: a, constant }),
            (Some(constant), None) => Some(FlagTest { flag: b, constant }),
            _ => None,
        }
    }

    /// Whether a statement asks for the exception that a handler has caught.
    fn is_exception(&self, inst: Inst) -> bool {
        matches!(self.function.insts[inst].kind, InstKind::Opaque { head, .. } if head.as_str() == "the_exception")
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
            InstKind::Opaque { .. } if self.is_exception(inst) => {
                Text::atom(self.exception.clone())
            }
            InstKind::Opaque { head, args, .. } if head.as_str() == "globalset" => {
                match (function.slice(args), self.uses[data.result]) {
                    (&[name, value], 0) => {
                        let name = self.value(name)?.code;
                        let Some(name) = name.strip_prefix(':').filter(|it| is_identifier(it))
                        else {
                            return Err(format!("`{name}` is assigned as a global variable"));
                        };
                        let name = name.to_string();
                        let value = self.value(value)?;
                        let code = format!("global {name} = {}", value.argument());
                        Text::new(code, Level::Assignment)
                    }
                    _ => return Err(format!("`{head}` has no source")),
                }
            }
            InstKind::Opaque { head, .. } => return Err(format!("`{head}` has no source")),
            InstKind::Leave(_) | InstKind::PopException(_) => {
                return Err("a region is left in the middle of an expression".into())
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
