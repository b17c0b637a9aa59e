//! Interned names.
//!
//! A [`Sym`] is a `Copy` handle for a string that is kept for the life of the process, so that comparing names is
//! comparing integers and `as_str` needs no table at hand. Names that the compiler itself looks for have fixed
//! handles ([`s`]) and can stand in patterns of a `match`.
//!
//! Invariant: the number inside depends on the order of interning, which threads make unpredictable. It is never
//! printed and never used for ordering; `Ord` compares the strings.

use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::{LazyLock, RwLock};

/// An interned string.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sym(u32);

struct Interner {
    by_name: FxHashMap<&'static str, Sym>,
    names: Vec<&'static str>,
}

static INTERNER: LazyLock<RwLock<Interner>> = LazyLock::new(|| {
    let mut interner = Interner {
        by_name: FxHashMap::default(),
        names: Vec::new(),
    };
    for (number, name) in s::NAMES.iter().enumerate() {
        let previous = interner.by_name.insert(name, Sym(number as u32));
        debug_assert!(previous.is_none(), "the name `{name}` is listed twice");
        interner.names.push(name);
    }
    RwLock::new(interner)
});

impl Sym {
    /// The handle of `name`.
    pub fn new(name: &str) -> Sym {
        if let Some(&sym) = read().by_name.get(name) {
            return sym;
        }
        let mut interner = INTERNER
            .write()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(&sym) = interner.by_name.get(name) {
            return sym;
        }
        let name: &'static str = Box::leak(name.into());
        let sym = Sym(interner.names.len() as u32);
        interner.names.push(name);
        interner.by_name.insert(name, sym);
        sym
    }

    /// The string.
    pub fn as_str(self) -> &'static str {
        read().names[self.0 as usize]
    }
}

fn read() -> std::sync::RwLockReadGuard<'static, Interner> {
    INTERNER
        .read()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl From<&str> for Sym {
    fn from(name: &str) -> Sym {
        Sym::new(name)
    }
}

impl PartialOrd for Sym {
    fn partial_cmp(&self, other: &Sym) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Sym {
    fn cmp(&self, other: &Sym) -> std::cmp::Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl fmt::Display for Sym {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Sym {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, ":{}", self.as_str())
    }
}

macro_rules! names {
    ($($(#[$doc:meta])* $id:ident = $text:literal;)*) => {
        /// Names with fixed handles: expression heads and operators of the grammar.
        #[allow(missing_docs, non_camel_case_types, clippy::upper_case_acronyms)]
        pub mod s {
            use super::Sym;
            pub(super) const NAMES: &[&str] = &[$($text),*];
            enum Number { $($id),* }
            $(pub const $id: Sym = Sym(Number::$id as u32);)*
        }
    };
}

names! {
    // Heads of Julia's `Expr`.
    CALL = "call"; DOT = "."; REF = "ref"; BLOCK = "block"; IF = "if"; ELSEIF = "elseif"; WHILE = "while"; FOR = "for";
    FUNCTION = "function"; MACRO = "macro"; ARROW = "->"; RETURN = "return"; BREAK = "break"; CONTINUE = "continue";
    LET = "let"; DO = "do"; TRY = "try"; STRUCT = "struct"; ABSTRACT = "abstract"; PRIMITIVE = "primitive";
    MODULE = "module"; BAREMODULE = "baremodule"; USING = "using"; IMPORT = "import"; EXPORT = "export"; PUBLIC = "public";
    CONST = "const"; GLOBAL = "global"; LOCAL = "local"; OUTER = "outer"; TUPLE = "tuple"; PARAMETERS = "parameters"; KW = "kw";
    VECT = "vect"; VCAT = "vcat"; HCAT = "hcat"; ROW = "row"; NCAT = "ncat"; NROW = "nrow"; TYPED_VCAT = "typed_vcat";
    TYPED_HCAT = "typed_hcat"; TYPED_NCAT = "typed_ncat"; COMPREHENSION = "comprehension"; TYPED_COMPREHENSION = "typed_comprehension";
    GENERATOR = "generator"; FILTER = "filter"; FLATTEN = "flatten"; CURLY = "curly"; BRACES = "braces"; BRACESCAT = "bracescat";
    MACROCALL = "macrocall"; STRING = "string"; QUOTE = "quote"; INTERPOLATE = "$"; SPLAT = "..."; COMPARISON = "comparison";
    WHERE = "where"; TYPED = "::"; ADJOINT = "'"; ANDAND = "&&"; OROR = "||"; DOT_ANDAND = ".&&"; DOT_OROR = ".||";
    TOPLEVEL = "toplevel"; AMP = "&"; SUBTYPE = "<:"; SUPERTYPE = ">:"; COLON = ":"; AS = "as"; INERT = "inert"; META = "meta";
    INBOUNDS = "inbounds"; ERROR = "error"; INCOMPLETE = "incomplete"; DOC = "doc"; ESCAPE = "escape";
    // Assignments.
    ASSIGN = "="; DOT_ASSIGN = ".="; COLON_ASSIGN = ":="; TILDE = "~";
    // Operators that the reader or the lowering treats on its own.
    PLUS = "+"; MINUS = "-"; TIMES = "*"; DIVIDE = "/"; POWER = "^"; BACKSLASH = "\\"; NOT = "!"; PAIR = "=>"; LONG_ARROW = "-->"; RIGHT_ARROW = "→"; DOUBLE_ARROW = "⇒";
    EQ = "=="; NEQ = "!="; EGAL = "==="; NEGAL = "!=="; LESS = "<"; GREATER = ">"; IN = "in"; ISA = "isa"; ELEMENT = "∈";
    // Words of the grammar that are no heads.
    ELSE = "else"; CATCH = "catch"; FINALLY = "finally"; MUTABLE = "mutable"; TYPE = "type"; VAR = "var"; TERNARY = "?"; RANGE = "..";
    // Names the lowering and the front end look for.
    NOTHING = "nothing"; TRUE = "true"; FALSE = "false"; END = "end"; BEGIN = "begin"; SELF = "#self#"; UNDERSCORE = "_";
    BASE = "Base"; CORE = "Core"; MAIN = "Main"; RULES = "@rules"; SATURATE = "@saturate"; RELAXED = "@relaxed"; COST = "@cost"; SHAPE = "@shape"; OPAQUE_CALLS = "@opaque"; TRANSPARENT = "@transparent"; GENERIC = "@generic";
    EFFECTS = "@effects"; ARG = "@arg"; STUB = "@stub"; COMPTIME = "Comptime";
    // Heads that only the lowering makes.
    TEMP = "#temp"; NEW_OBJECT = "#new"; MAYBEVIEW = "#maybeview";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_and_fresh_names_agree() {
        assert_eq!(Sym::new("call"), s::CALL);
        assert_eq!(s::COMPTIME.as_str(), "Comptime");
        let fresh = Sym::new("a name of its own");
        assert_eq!(fresh, Sym::new("a name of its own"));
        assert_eq!(fresh.as_str(), "a name of its own");
    }
}
