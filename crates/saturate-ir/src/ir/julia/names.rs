//! Names of locals: that of the variable where it is free, else with a number.
//!
//! A local must not hide what the code means by a name: `f(sin, x) = sin + cos(x)` may become a call of `sin`. So every word
//! in the text of a constant or a type is taken, and so are Julia's own.
//!
//! ```text
//! shadow(%1 sin::Float64)          function shadow(sin_1::Float64)
//!     %2 = sin(%1)::Float64            v2 = sin(sin_1)
//! ```

use crate::ir::entities::{Type, Value};
use crate::ir::function::{Function, InstKind};
use crate::ir::print::Numbering;
use crate::sym::Sym;
use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashSet;

/// Words that cannot be a variable, or that the writer means as they are.
const RESERVED: &[&str] = &[
    "Base",
    "Core",
    "Expr",
    "LinearAlgebra",
    "abstract",
    "baremodule",
    "begin",
    "break",
    "catch",
    "ccall",
    "const",
    "continue",
    "do",
    "else",
    "elseif",
    "end",
    "export",
    "false",
    "finally",
    "for",
    "function",
    "global",
    "if",
    "import",
    "in",
    "isa",
    "let",
    "local",
    "macro",
    "module",
    "mutable",
    "new",
    "primitive",
    "quote",
    "return",
    "struct",
    "true",
    "try",
    "type",
    "using",
    "var",
    "where",
    "while",
];

/// The names in a function.
pub(super) struct Locals {
    /// By value; constants have none.
    pub values: SecondaryMap<Value, String>,
    /// By number of the variable in memory.
    pub slots: Vec<String>,
    /// The beginning of names that nothing else has.
    pub spare: String,
    /// A name that nothing else has, for the variable of a `catch`.
    pub exception: String,
}

/// A name for every value that has a variable, and for those in memory, of a function that is called `own` and whose constants
/// and types have these texts.
pub(super) fn locals(
    function: &Function,
    numbering: &Numbering,
    own: Sym,
    texts: &[&str],
    has_variable: impl Fn(Value) -> bool,
) -> Locals {
    let mut taken: FxHashSet<String> = RESERVED.iter().map(|&word| word.to_owned()).collect();
    taken.insert(own.to_string());
    for text in texts {
        taken.extend(words(text).map(str::to_owned));
    }
    for inst in function.insts.values() {
        if let InstKind::GetGlobal { name, .. } = inst.kind {
            taken.insert(name.to_string());
        }
    }
    let mut choose = |name: Option<Sym>, number: usize, letter: &str| {
        let own = name.map(|name| name.to_string());
        let own = own.filter(|name| is_identifier(name));
        let mut name = match &own {
            Some(name) if !taken.contains(name) => name.clone(),
            Some(name) => format!("{name}_{number}"),
            None => format!("{letter}{number}"),
        };
        while !taken.insert(name.clone()) {
            name.push('_');
        }
        name
    };
    let mut values: SecondaryMap<Value, String> = SecondaryMap::new();
    for (value, data) in function.values.iter() {
        let number = numbering.values[value];
        if number > 0 && has_variable(value) {
            values[value] = choose(data.name, number as usize, "v");
        }
    }
    let slots = function
        .memory
        .iter()
        .map(|(slot, data)| choose(Some(data.name), slot.as_u32() as usize, "slot"))
        .collect();
    let mut spare = "argument_".to_string();
    while taken.iter().any(|name| name.starts_with(&spare)) {
        spare.push('_');
    }
    let mut exception = "exception".to_string();
    while taken.contains(&exception) {
        exception.push('_');
    }
    Locals {
        values,
        slots,
        spare,
        exception,
    }
}

/// The words of a text that may be names. A `!` belongs to the name before it, as in `push!`; before a name it is the operator.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || "_!′".contains(c)))
        .map(|word| word.trim_start_matches('!'))
        .filter(|word| !word.is_empty())
}

/// Whether Julia reads the text as a variable.
pub fn is_identifier(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(|c| c.is_alphabetic() || c == '_')
        && chars.all(|c| c.is_alphanumeric() || matches!(c, '_' | '!'))
        && name.chars().any(|c| c != '_')
        && !RESERVED.contains(&name)
}

/// A global name so that Julia reads it: as it is, `(+)`, or `var"…"`.
pub fn quoted(name: Sym) -> String {
    let text = name.as_str();
    let is_own = matches!(text, "Base" | "Core" | "Expr" | "LinearAlgebra");
    if is_own || is_identifier(text) {
        return text.to_string();
    }
    let operator = crate::syntax::operators::lookup(text);
    if operator.is_some_and(|it| !it.is_syntactic() && !it.is_dotted()) || text == ":" {
        return format!("({text})");
    }
    format!("var{}", serde_json::Value::from(text))
}

/// The values that statements and jumps use, each as often as it is used.
pub(super) fn used_values(function: &Function) -> Vec<Value> {
    let mut used = Vec::new();
    for &block in &function.layout {
        let data = &function.blocks[block];
        for &inst in &data.insts {
            used.extend(function.operands(inst));
        }
        used.extend(data.term.operand());
        for target in data.term.targets() {
            used.extend(function.slice(&target.args));
        }
    }
    used
}

/// The types that the source may mention: of parameters, and what tests have proved.
pub(super) fn used_types(function: &Function) -> Vec<Type> {
    let entry = function.entry();
    let mut types: Vec<Type> = function
        .params(entry)
        .iter()
        .map(|&param| function.values[param].ty)
        .collect();
    for &block in &function.layout {
        for &inst in &function.blocks[block].insts {
            let data = &function.insts[inst];
            if let InstKind::Pi { .. } = data.kind {
                types.push(function.values[data.result].ty);
            }
        }
    }
    types
}
