//! Running code of the embedded host: values, native functions, printing, exceptions.
//!
//! | file | what it holds |
//! |---|---|
//! | `value`, `kind`, `array` | run-time values |
//! | `egal`, `order` | `===`, `isequal`, `isless`, hashing |
//! | `number` | the numeric tower: promotion, exact mixed comparison |
//! | `typing` | what is asked of the type table |
//! | `machine` | what a native function may ask of the interpreter |
//! | `exception` | exceptions as Julia raises and prints them |
//! | `float_text`, `show`, `show_array` | printing |
//! | `sequence`, `linalg` | any array-like value as dense data; dense linear algebra |
//! | `checked` | claims of types and effects, compared with what happens
//! | `native` | functions implemented in Rust, by name |

pub mod array;
pub mod checked;
pub mod code;
pub mod decompose;
pub mod egal;
pub mod exception;
pub mod exec;
pub mod float_text;
pub mod kind;
pub mod linalg;
pub mod machine;
pub mod native;
pub mod number;
pub mod order;
pub mod sequence;
pub mod show;
pub mod show_array;
pub mod show_error;
pub mod typing;
pub mod value;

pub use kind::Kind;
pub use machine::{Machine, Native, Thrown};
pub use show_error::describe;
pub use value::{Fields, IntKind, Object, Tuple, Value};
