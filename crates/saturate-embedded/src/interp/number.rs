//! The numeric tower: promotion and exact mixed comparison of built-in real numbers.
//!
//! [`Num`] is a built-in real number seen on its own. Binary operations promote both sides as Julia's `promote` does:
//!
//! ```text
//! Bool < Int8 < … < Int128, unsigned wins at equal width; any integer < Float32 < Float64; Irrational joins its partner's float
//! ```
//!
//! Comparison does not promote: `2^53 + 1 == 2.0^53` is false, as in Julia.

use super::kind::Kind;
use super::value::{IntKind, Value};
use crate::ir::Type;
use crate::types::ty;
use std::cmp::Ordering;

/// A built-in real number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Num {
    /// `Bool`.
    Bool(bool),
    /// An integer, by bits of its type.
    Int(IntKind, i128),
    /// `Float32`.
    F32(f32),
    /// `Float64`.
    F64(f64),
    /// An `Irrational`, by its nearest `Float64`.
    Irrational(f64),
}

/// Two numbers after promotion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Promoted {
    /// Both `Bool`.
    Bool(bool, bool),
    /// Integers of one type.
    Int(IntKind, i128, i128),
    /// Both `Float32`.
    F32(f32, f32),
    /// Both `Float64`.
    F64(f64, f64),
}

impl Num {
    /// The number that a value is.
    pub fn of(value: &Value) -> Option<Num> {
        Some(match value {
            Value::Int64(x) => Num::Int(IntKind::I64, *x as i128),
            Value::Float64(x) => Num::F64(*x),
            Value::Float32(x) => Num::F32(*x),
            Value::Bool(x) => Num::Bool(*x),
            Value::Object(object) if object.kind == Kind::Irrational => match object.fixed() {
                [Value::Float64(x)] => Num::Irrational(*x),
                _ => return None,
            },
            _ => {
                let (kind, bits) = value.as_int()?;
                Num::Int(kind, bits)
            }
        })
    }

    /// The nearest `Float64`.
    pub fn to_f64(self) -> f64 {
        match self {
            Num::Bool(x) => x as u8 as f64,
            Num::Int(IntKind::U128, x) => x as u128 as f64,
            Num::Int(_, x) => x as f64,
            Num::F32(x) => x as f64,
            Num::F64(x) | Num::Irrational(x) => x,
        }
    }

    /// The nearest `Float32`.
    pub fn to_f32(self) -> f32 {
        match self {
            Num::Int(IntKind::U128, x) => x as u128 as f32,
            Num::Int(_, x) => x as f32,
            Num::F32(x) => x,
            other => other.to_f64() as f32,
        }
    }

    /// `float(x)`: a `Float32` stays, everything else becomes a `Float64`.
    pub fn float(self) -> Num {
        match self {
            Num::F32(_) => self,
            other => Num::F64(other.to_f64()),
        }
    }

    /// The Julia type; `None` for an irrational, whose type names it.
    pub fn ty(self) -> Option<Type> {
        Some(match self {
            Num::Bool(_) => ty::bool(),
            Num::Int(kind, _) => kind.ty(),
            Num::F32(_) => ty::float32(),
            Num::F64(_) => ty::float64(),
            Num::Irrational(_) => return None,
        })
    }

    /// The value, an irrational as a `Float64`.
    pub fn value(self) -> Value {
        match self {
            Num::Bool(x) => Value::Bool(x),
            Num::Int(kind, x) => Value::int(kind, x),
            Num::F32(x) => Value::Float32(x),
            Num::F64(x) | Num::Irrational(x) => Value::Float64(x),
        }
    }

    /// Whether it is below zero.
    pub fn is_negative(self) -> bool {
        match self {
            Num::Bool(_) => false,
            Num::Int(kind, x) => kind.signed() && x < 0,
            Num::F32(x) => x < 0.0,
            Num::F64(x) | Num::Irrational(x) => x < 0.0,
        }
    }
}

/// The integer type that two integer types promote to.
pub fn promote_kinds(a: IntKind, b: IntKind) -> IntKind {
    match a.bits().cmp(&b.bits()) {
        Ordering::Greater => a,
        Ordering::Less => b,
        Ordering::Equal if a.signed() => b,
        Ordering::Equal => a,
    }
}

/// Both numbers in the type they promote to.
pub fn promote(a: Num, b: Num) -> Promoted {
    match (a, b) {
        (Num::Bool(a), Num::Bool(b)) => Promoted::Bool(a, b),
        (Num::Int(kind, a), Num::Int(other, b)) => {
            let to = promote_kinds(kind, other);
            Promoted::Int(to, to.wrap(a), to.wrap(b))
        }
        (Num::Bool(a), Num::Int(kind, b)) => Promoted::Int(kind, a as i128, b),
        (Num::Int(kind, a), Num::Bool(b)) => Promoted::Int(kind, a, b as i128),
        (Num::F64(_), _) | (_, Num::F64(_)) => Promoted::F64(a.to_f64(), b.to_f64()),
        (Num::F32(_), _) | (_, Num::F32(_)) => Promoted::F32(a.to_f32(), b.to_f32()),
        (Num::Irrational(_), _) | (_, Num::Irrational(_)) => Promoted::F64(a.to_f64(), b.to_f64()),
    }
}

/// The order of two integers of one type.
pub fn compare_ints(kind: IntKind, a: i128, b: i128) -> Ordering {
    if kind == IntKind::U128 {
        (a as u128).cmp(&(b as u128))
    } else {
        a.cmp(&b)
    }
}

/// The mathematical order of two numbers; `None` with a NaN.
pub fn compare(a: Num, b: Num) -> Option<Ordering> {
    let order = |a: Num| match a {
        Num::Bool(x) => Ok((IntKind::I64, x as i128)),
        Num::Int(kind, x) => Ok((kind, x)),
        other => Err(other.to_f64()),
    };
    match (order(a), order(b)) {
        (Ok((ka, a)), Ok((kb, b))) => Some(
            match (ka == IntKind::U128 && a < 0, kb == IntKind::U128 && b < 0) {
                (true, true) => (a as u128).cmp(&(b as u128)),
                (true, false) => Ordering::Greater,
                (false, true) => Ordering::Less,
                (false, false) => a.cmp(&b),
            },
        ),
        (Ok((kind, a)), Err(b)) => compare_int_float(kind, a, b),
        (Err(a), Ok((kind, b))) => compare_int_float(kind, b, a).map(Ordering::reverse),
        (Err(x), Err(y)) => {
            let order = x.partial_cmp(&y)?;
            // An irrational number is never equal to a float; its nearest float errs on a known side (π and ℯ are
            // above theirs).
            match (order, a, b) {
                (Ordering::Equal, Num::Irrational(_), Num::Irrational(_)) => Some(order),
                (Ordering::Equal, Num::Irrational(_), _) => Some(Ordering::Greater),
                (Ordering::Equal, _, Num::Irrational(_)) => Some(Ordering::Less),
                _ => Some(order),
            }
        }
    }
}

fn compare_int_float(kind: IntKind, a: i128, b: f64) -> Option<Ordering> {
    if b.is_nan() {
        return None;
    }
    if kind == IntKind::U128 && a < 0 {
        return (a as u128 as f64).partial_cmp(&b);
    }
    // Beyond ±2^127 the float decides alone; below, its integer part is exact.
    if b >= 2f64.powi(127) {
        return Some(Ordering::Less);
    }
    if b < -2f64.powi(127) {
        return Some(Ordering::Greater);
    }
    let whole = b.floor();
    Some(match a.cmp(&(whole as i128)) {
        Ordering::Equal if b > whole => Ordering::Less,
        order => order,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixed_comparison_is_exact() {
        let odd = Num::Int(IntKind::I64, (1 << 53) + 1);
        assert_eq!(
            compare(odd, Num::F64(2f64.powi(53))),
            Some(Ordering::Greater)
        );
        assert_eq!(
            compare(Num::F64(0.5), Num::Bool(false)),
            Some(Ordering::Greater)
        );
        assert_eq!(compare(Num::Int(IntKind::I64, 1), Num::F64(f64::NAN)), None);
        assert_eq!(
            compare(Num::Int(IntKind::U128, -1), Num::Int(IntKind::I64, 1)),
            Some(Ordering::Greater)
        );
        assert_eq!(
            compare(
                Num::Irrational(std::f64::consts::PI),
                Num::F64(std::f64::consts::PI)
            ),
            Some(Ordering::Greater)
        );
    }

    #[test]
    fn unsigned_wins_at_equal_width() {
        assert_eq!(promote_kinds(IntKind::I64, IntKind::U64), IntKind::U64);
        assert_eq!(promote_kinds(IntKind::U8, IntKind::I16), IntKind::I16);
    }
}
