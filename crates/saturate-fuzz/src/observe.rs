//! What a run shows to the outside: its value or exception, its output, and the contents of everything mutable that the
//! caller can reach.
//!
//! Values are written out as text, so that two runs compare by comparing strings. Mutable objects are numbered in the
//! order in which they are first seen, from the result through the arguments to the globals; with identity, a second
//! visit writes the number alone, so that one object in two places differs from two equal ones.

use saturate::interp::{Fields, Object, Value};
use saturate::ir::Type;
use std::fmt::Write;
use std::rc::Rc;

/// What can be seen of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Observation {
    /// The value, or the exception.
    pub result: Result<String, String>,
    /// Output, in order.
    pub output: String,
    /// Arguments and globals afterwards.
    pub memory: String,
}

/// Of which objects it is looked at whether they are one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Identity {
    /// None.
    None,
    /// Those that are not inside a transposed array.
    Outside,
    /// All.
    All,
}

impl Identity {
    /// Its name in Julia.
    pub fn name(self) -> &'static str {
        match self {
            Identity::None => ":none",
            Identity::Outside => ":outside",
            Identity::All => ":all",
        }
    }
}

/// What is looked at besides contents.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// Which objects are one.
    pub identity: Identity,
    /// Set if types of arrays, and of what wraps them, do not matter: `UnitRange{Int64}` and `StepRange{Int64, Int64}`, written as their elements.
    pub ranges: Option<[Type; 2]>,
}

/// Writes values out.
pub struct Snapshot {
    of: Seen,
    seen: Vec<*const ()>,
    text: String,
}

impl Snapshot {
    /// An empty snapshot.
    pub fn new(of: Seen) -> Snapshot {
        Snapshot {
            of,
            seen: Vec::new(),
            text: String::new(),
        }
    }

    /// The text since the last call.
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    /// Whether an object was there before; numbers it otherwise.
    fn visit(&mut self, object: *const ()) -> bool {
        if self.of.identity == Identity::None {
            return false;
        }
        if let Some(number) = self.seen.iter().position(|&known| known == object) {
            let _ = write!(self.text, "#{number}");
            return true;
        }
        let _ = write!(self.text, "#{}=", self.seen.len());
        self.seen.push(object);
        false
    }

    /// Writes a range as its elements, where types do not matter; whether it has.
    fn range(&mut self, object: &Object) -> bool {
        let Some([unit, step]) = self.of.ranges else {
            return false;
        };
        let Fields::Fixed(fields) = &object.fields else {
            return false;
        };
        let (start, by, stop) = match fields[..] {
            [Value::Int64(start), Value::Int64(stop)] if object.ty == unit => (start, 1, stop),
            [Value::Int64(start), Value::Int64(by), Value::Int64(stop)] if object.ty == step => {
                (start, by, stop)
            }
            _ => return false,
        };
        self.text.push('[');
        let mut at = start;
        while by > 0 && at <= stop || by < 0 && at >= stop {
            let _ = write!(self.text, "{at},");
            at += by;
        }
        self.text.push(']');
        true
    }

    /// Adds a value.
    pub fn add(&mut self, value: &Value) {
        match value {
            Value::Nothing => self.text.push_str("nothing"),
            Value::Missing => self.text.push_str("missing"),
            Value::Bool(x) => {
                let _ = write!(self.text, "{x}");
            }
            Value::Int64(x) => {
                let _ = write!(self.text, "{x}");
            }
            // The bits of a NaN are not specified.
            Value::Float64(x) => {
                let _ = write!(self.text, "{x:?}");
            }
            Value::Str(bytes) => {
                let _ = write!(self.text, "{:?}", String::from_utf8_lossy(bytes));
            }
            Value::Tuple(items) => {
                self.text.push('(');
                for item in items.iter() {
                    self.add(item);
                    self.text.push(',');
                }
                self.text.push(')');
            }
            Value::Array(array) => {
                if self.visit(Rc::as_ptr(array).cast()) {
                    return;
                }
                if self.of.ranges.is_none() {
                    let _ = write!(self.text, "{:?}", array.ty());
                }
                self.text.push('[');
                for item in array.storage().iter() {
                    match item {
                        Some(item) => self.add(&item),
                        None => self.text.push_str("undef"),
                    }
                    self.text.push(',');
                }
                self.text.push(']');
            }
            Value::Object(object) if self.range(object) => {}
            Value::Object(object) => {
                if object.is_mutable() && self.visit(Rc::as_ptr(object).cast()) {
                    return;
                }
                if self.of.ranges.is_none() {
                    let _ = write!(self.text, "{:?}", object.ty);
                }
                self.text.push('{');
                match &object.fields {
                    // A transposed array is nothing but that.
                    Fields::Fixed(fields)
                        if fields.len() == 1 && self.of.identity == Identity::Outside =>
                    {
                        self.of.identity = Identity::None;
                        self.add(&fields[0]);
                        self.of.identity = Identity::Outside;
                    }
                    Fields::Fixed(fields) => {
                        for field in fields {
                            self.add(field);
                            self.text.push(',');
                        }
                    }
                    Fields::Mutable(fields) => {
                        for field in fields.borrow().iter() {
                            match field {
                                Some(field) => self.add(field),
                                None => self.text.push_str("undef"),
                            }
                            self.text.push(',');
                        }
                    }
                    Fields::Table(_) | Fields::Buffer(_) => self.text.push('?'),
                }
                self.text.push('}');
            }
            other => {
                let _ = write!(self.text, "{other:?}");
            }
        }
    }
}

impl Snapshot {
    /// Adds a separator.
    pub fn text(&mut self, text: &str) {
        self.text.push_str(text);
    }
}
