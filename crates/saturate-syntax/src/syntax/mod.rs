//! Julia source: reading it, printing it back, lowering it.
//!
//! | module | what |
//! |---|---|
//! | [`ast`] | the tree: Julia's own `Expr` in an arena |
//! | `chars`, [`operators`], [`lexer`], `number` | from characters to tokens |
//! | `parser` | from tokens to the tree |
//! | [`print`](mod@print) | from the tree back to Julia source |
//! | [`sexpr`] | the tree as an S-expression, for comparing with Julia's own parser |
//! | [`known_argument`] | lines of rules that say what an argument is |
//! | [`lower`] | from the tree to slot code |
//!
//! ```
//! use saturate_syntax::diag::Source;
//! use saturate_syntax::syntax;
//! let parsed = syntax::parse(Source::new("example.jl", "f(x) = 2x + 1"));
//! assert!(parsed.diagnostics.is_empty());
//! let tree = syntax::sexpr::to_string(&parsed.ast, parsed.toplevel[0]);
//! assert_eq!(tree, "(= (call f x) (block (line 1) (call + (call * 2 x) 1)))");
//! assert_eq!(syntax::print::to_string(&parsed.ast, parsed.toplevel[0]), "f(x) = 2x + 1");
//! ```

pub mod ast;
mod chars;
pub mod known_argument;
pub mod lexer;
pub mod lower;
mod number;
pub mod operators;
mod parser;
pub mod print;
pub mod sexpr;

pub use parser::{decode, parse, parse_bytes, parse_expression, Parsed, MAX_NESTING};
