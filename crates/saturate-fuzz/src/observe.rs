//! What a run shows to the outside: its value or exception, its output, and the contents of everything mutable that the
//! caller can reach.
//!
//! Values are written out as text, so that two runs compare by comparing strings. Mutable objects are numbered in the
//! order in which they are first seen, from the result through the arguments to the globals; with identity, a second
//! visit writes the number alone, so that one object in two places differs from two equal ones.
//!
//! A rule whose right side is an alias licenses that a new object becomes an older one, and not the other way round: where identities are not looked at
//! for such rules, an object of the arguments must still be found wherever the original shows it. (Objects of globals are not followed.)

use rustc_hash::FxHashMap;
use saturate::ir::Type;
use saturate_embedded::interp::{Fields, Object, Value};
use std::fmt::Write;
use std::rc::Rc;

/// What can be seen of a run.
#[derive(Clone, Debug)]
pub struct Observation {
    /// The value, or the exception.
    pub result: Result<String, String>,
    /// Output, in order.
    pub output: String,
    /// Arguments and globals afterwards.
    pub memory: String,
    /// Of each mutable object, in the order in which they are written: which of those that were there before the run it is.
    pub older: Vec<Option<u32>>,
}

impl Observation {
    /// Whether two runs show the same.
    pub fn shows_the_same_as(&self, other: &Observation) -> bool {
        self.result == other.result && self.texts() == other.texts()
    }

    /// Whether every object that was there before the run, and that this run shows, is shown at the same place by another one that shows the same contents.
    pub fn has_its_objects_in(&self, other: &Observation) -> bool {
        let mut places = self.older.iter().zip(&other.older);
        places.all(|(own, other)| own.is_none() || own == other)
    }

    fn texts(&self) -> [&str; 3] {
        let (Ok(result) | Err(result)) = &self.result;
        [result, &self.output, &self.memory]
    }

    /// Whether a number is infinite or none.
    pub fn is_not_finite(&self) -> bool {
        let odd = |text: &&str| ["NaN", "inf", "Inf"].iter().any(|odd| text.contains(odd));
        self.texts().iter().any(odd)
    }

    /// Whether two runs show the same up to rounding: floats may differ by 2^20 units in the last place (2^10 in single precision) of
    /// the largest number in sight, at least of one.
    pub fn is_close_to(&self, other: &Observation, single: bool) -> bool {
        let unit = if single {
            f64::from(f32::EPSILON) * 1024.0
        } else {
            f64::EPSILON * 1048576.0
        };
        let pairs = || self.texts().into_iter().zip(other.texts());
        let mut scale = 1.0_f64;
        for token in pairs().flat_map(|(a, b)| [a, b]).flat_map(tokens) {
            if let Token::Float(x) = token {
                scale = scale.max(x.abs());
            }
        }
        self.result.is_ok() == other.result.is_ok()
            && pairs().all(|(a, b)| {
                let (mut a, mut b) = (tokens(a), tokens(b));
                loop {
                    match (a.next(), b.next()) {
                        (None, None) => return true,
                        (Some(Token::Float(x)), Some(Token::Float(y)))
                            if (x - y).abs() <= unit * scale => {}
                        (a, b) if a != b => return false,
                        _ => {}
                    }
                }
            })
    }
}

/// A piece of a text: a float, or something else.
#[derive(PartialEq, Debug)]
enum Token<'a> {
    Float(f64),
    Text(&'a str),
}

/// The pieces of a text. A number without a point is an integer, and as such not a float.
fn tokens(text: &str) -> impl Iterator<Item = Token<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let is_part = |c: char| c.is_ascii_digit() || c == '.';
        let first = rest.chars().next()?;
        let mut end = if is_part(first) {
            rest.find(|c| !is_part(c)).unwrap_or(rest.len())
        } else {
            rest.find(is_part).unwrap_or(rest.len())
        };
        // A sign belongs to the number behind it, an exponent to the one before.
        if !is_part(first) && end > 1 && end < rest.len() && rest[..end].ends_with('-') {
            end -= 1;
        }
        if first == '-' && end == 1 {
            end = 1 + rest[1..].find(|c| !is_part(c)).unwrap_or(rest.len() - 1);
        }
        let number = rest[..end].contains('.') || rest[end..].starts_with('e');
        if number && rest[end..].starts_with('e') {
            let sign = usize::from(rest[end + 1..].starts_with('-'));
            let digits = &rest[end + 1 + sign..];
            let count = digits
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(digits.len());
            if count > 0 {
                end += 1 + sign + count;
            }
        }
        let (piece, behind) = rest.split_at(end);
        rest = behind;
        Some(match piece.parse() {
            Ok(float) if piece.contains(['.', 'e']) => Token::Float(float),
            _ => Token::Text(piece),
        })
    })
}

/// Of which objects it is looked at whether they are one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Identity {
    /// None.
    None,
    /// All.
    All,
}

impl Identity {
    /// Its name in Julia.
    pub fn name(self) -> &'static str {
        match self {
            Identity::None => ":none",
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
    /// Whether a matrix of any type counts as the plain one of the same elements.
    pub plain: bool,
    /// Whether a complex number that is real counts as the real one.
    pub stated: bool,
}

/// Writes values out.
pub struct Snapshot {
    of: Seen,
    seen: Vec<*const ()>,
    /// All objects that were written, with every visit.
    visits: Vec<*const ()>,
    /// The objects that were there before the run, by their address.
    before: FxHashMap<*const (), u32>,
    /// Which of them each object is that was written so far.
    older: Vec<Option<u32>>,
    text: String,
}

impl Snapshot {
    /// An empty snapshot.
    pub fn new(of: Seen) -> Snapshot {
        Snapshot {
            of,
            seen: Vec::new(),
            visits: Vec::new(),
            before: FxHashMap::default(),
            older: Vec::new(),
            text: String::new(),
        }
    }

    /// Takes what was written so far for what was there before the run.
    pub fn start(&mut self) {
        self.text.clear();
        self.older.clear();
        self.seen.clear();
        for (number, object) in std::mem::take(&mut self.visits).into_iter().enumerate() {
            self.before.entry(object).or_insert(number as u32);
        }
    }

    /// Of each object that was written since the start: which of those before it is.
    pub fn older(self) -> Vec<Option<u32>> {
        self.older
    }

    /// The text since the last call.
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    /// Whether an object was there before; numbers it otherwise.
    fn visit(&mut self, object: *const ()) -> bool {
        self.older.push(self.before.get(&object).copied());
        self.visits.push(object);
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
                    Fields::Table(table) => {
                        for (key, value) in table.borrow().entries() {
                            self.add(&key);
                            self.text.push_str("=>");
                            self.add(&value);
                            self.text.push(',');
                        }
                    }
                    Fields::Buffer(_) => self.text.push('?'),
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

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(text: &str) -> Observation {
        Observation {
            result: Ok(text.into()),
            output: String::new(),
            memory: String::new(),
            older: Vec::new(),
        }
    }

    #[test]
    fn texts_are_taken_apart() {
        let found: Vec<Token<'_>> = tokens("(-1.5,2e-7,-3,a-0.0)").collect();
        let text = Token::Text;
        let float = Token::Float;
        let wanted = [
            text("("),
            float(-1.5),
            text(","),
            float(2e-7),
            text(","),
            text("-3"),
            text(",a"),
            float(-0.0),
            text(")"),
        ];
        assert_eq!(found, wanted);
    }

    #[test]
    fn floats_may_differ_in_their_last_bits_and_nothing_else_may() {
        assert!(seen("(0.1,3)").is_close_to(&seen("(0.10000000000000002,3)"), false));
        assert!(seen("(0.0)").is_close_to(&seen("(-0.0)"), false));
        assert!(!seen("(0.1,3)").is_close_to(&seen("(0.1,4)"), false));
        assert!(!seen("(0.1,3)").is_close_to(&seen("(0.1001,3)"), false));
        assert!(!seen("(0.1)").is_close_to(&seen("(0.1,)"), false));
    }
}
