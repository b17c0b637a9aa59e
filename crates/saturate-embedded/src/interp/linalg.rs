//! Products, scaling and powers of vectors and matrices.
//!
//! Real floats are multiplied in `f64` (a `Float32` product is rounded at the end); `Int64` wraps; every other element
//! type goes through the machine's `*` and `+`, in the order Julia's generic product adds.

use super::array::{Array, Dims, Storage};
use super::decompose;
use super::exception::{argument_error, dimension_mismatch, method_error};
use super::kind::Kind;
use super::machine::{Machine, Outcome, Thrown};
use super::native::convert;
use super::number::Num;
use super::sequence;
use super::typing::{self, Param};
use super::value::{Object, Value};
use crate::ir::Type;
use crate::types::ty;
use smallvec::smallvec;
use std::rc::Rc;

/// A dense matrix of real floats; a vector has one column.
#[derive(Clone, Debug)]
pub struct Floats {
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub columns: usize,
    /// Elements, column by column.
    pub data: Vec<f64>,
    /// The element type of results: `Float32` or `Float64`.
    pub eltype: Type,
}

impl Floats {
    /// The elements of an array of built-in real numbers; `None` for other element types, and for more than two dimensions.
    pub fn of(m: &mut dyn Machine, value: &Value) -> Result<Option<Floats>, Thrown> {
        let array = sequence::dense(m, value)?;
        let dims = array.dims();
        if dims.len() > 2 {
            return Ok(None);
        }
        let (rows, columns) = (
            dims.first().copied().unwrap_or(1),
            dims.get(1).copied().unwrap_or(1),
        );
        let single = array.eltype() == ty::float32();
        let data: Option<Vec<f64>> = match &*array.storage() {
            Storage::F64(data) => Some(data.clone()),
            Storage::F32(data) => Some(data.iter().map(|&x| x as f64).collect()),
            Storage::I64(data) => Some(data.iter().map(|&x| x as f64).collect()),
            Storage::Bool(data) => Some(data.iter().map(|&x| x as u8 as f64).collect()),
            Storage::Values(data) => data
                .iter()
                .map(|x| x.as_ref().and_then(Num::of).map(Num::to_f64))
                .collect(),
        };
        let eltype = if single { ty::float32() } else { ty::float64() };
        Ok(data.map(|data| Floats {
            rows,
            columns,
            data,
            eltype,
        }))
    }

    /// As an array; of one dimension if `vector`.
    pub fn value(self, m: &mut dyn Machine, vector: bool) -> Value {
        let dims: Dims = if vector {
            smallvec![self.rows]
        } else {
            smallvec![self.rows, self.columns]
        };
        float_array(m, self.eltype, dims, self.data)
    }

    /// The square root of the number of elements of a square matrix; otherwise the error Julia throws.
    pub fn square(&self, m: &mut dyn Machine) -> Result<usize, Thrown> {
        if self.rows == self.columns {
            return Ok(self.rows);
        }
        Err(dimension_mismatch(
            m,
            format!(
                "matrix is not square: dimensions are ({}, {})",
                self.rows, self.columns
            ),
        ))
    }
}

/// An array of floats of the given float type.
pub fn float_array(m: &mut dyn Machine, eltype: Type, dims: Dims, data: Vec<f64>) -> Value {
    if eltype == ty::float32() {
        let data = data.into_iter().map(|x| x as f32).collect();
        return Value::Array(Array::new(m.types(), eltype, dims, Storage::F32(data)));
    }
    Array::of_f64(m.types(), dims, data)
}

fn is_float(of: Type) -> bool {
    of == ty::float64() || of == ty::float32()
}

/// Whether a one-row matrix is a transposed vector.
fn row_vector(value: &Value) -> Option<Value> {
    match value {
        Value::Object(object) if matches!(object.kind, Kind::Transpose | Kind::Adjoint) => {
            let inner = object.field(0)?;
            matches!(&inner, Value::Array(array) if array.ndims() == 1).then_some(inner)
        }
        _ => None,
    }
}

/// `a * b` of two arrays.
pub fn multiply(m: &mut dyn Machine, a: &Value, b: &Value) -> Outcome {
    let (da, db) = (sequence::dims(m, a)?, sequence::dims(m, b)?);
    if let (Kind::Diagonal, Kind::Diagonal) = (a.kind(), b.kind()) {
        let (x, y) = (inner(a), inner(b));
        let product = sequence::map_elements(m, "*", &[x, y])?;
        return wrap_diagonal(m, &product);
    }
    match (row_vector(a), da.len(), db.len()) {
        (Some(row), _, 1) => {
            if da[1] != db[0] {
                let message = format!(
                    "first array has length {} which does not match the length of the second, {}.",
                    da[1], db[0]
                );
                return Err(dimension_mismatch(m, message));
            }
            // The transpose of a complex vector does not conjugate.
            if a.kind() == Kind::Transpose {
                let product = product(m, a, b)?;
                return sequence::element(m, &Value::Array(product), 0);
            }
            dot(m, &row, b)
        }
        (Some(_), _, 2) => {
            // A row vector times a matrix is a row vector again.
            let flip = if a.kind() == Kind::Adjoint {
                "adjoint"
            } else {
                "transpose"
            };
            let array = Value::Array(product(m, a, b)?);
            let column = m.call_named("vec", &[array])?;
            let column = if flip == "adjoint" {
                m.call_named("conj", &[column])?
            } else {
                column
            };
            m.call_named(flip, &[column])
        }
        (None, 2, 1) => {
            let array = product(m, a, b)?;
            Ok(Value::Array(array.into_shape(m.types(), smallvec![da[0]])))
        }
        (None, 1 | 2, 2) => {
            if db[0] == 1 && da.len() == 1 || da.len() == 2 {
                return product(m, a, b).map(Value::Array);
            }
            Err(mismatch(m, a, &da, &db))
        }
        _ => Err(method_error(m, "*", &[a.clone(), b.clone()])),
    }
}

fn inner(value: &Value) -> Value {
    match value {
        Value::Object(object) => object.field(0).unwrap_or(Value::Nothing),
        _ => Value::Nothing,
    }
}

fn wrap_diagonal(m: &mut dyn Machine, diagonal: &Value) -> Outcome {
    let of = typing::apply(m.types(), "Diagonal", &[]);
    m.call(&Value::Type(of), std::slice::from_ref(diagonal))
}

fn mismatch(m: &mut dyn Machine, a: &Value, da: &[usize], db: &[usize]) -> Thrown {
    let floats = is_float(sequence::eltype(m, a));
    let (rows, columns) = (da[0], da.get(1).copied().unwrap_or(1));
    let message = match (db.len(), floats) {
        (1, true) => format!(
            "second dimension of A, {columns}, does not match length of x, {}",
            db[0]
        ),
        (1, false) => format!(
            "matrix A has dimensions ({rows},{columns}), vector B has length {}",
            db[0]
        ),
        (_, true) => format!(
            "A has dimensions ({rows},{columns}) but B has dimensions ({},{})",
            db[0], db[1]
        ),
        (_, false) => format!(
            "matrix A has dimensions ({rows},{columns}), matrix B has dimensions ({},{})",
            db[0], db[1]
        ),
    };
    dimension_mismatch(m, message)
}

/// The matrix product as a dense matrix, vectors being columns.
fn product(m: &mut dyn Machine, a: &Value, b: &Value) -> Result<Rc<Array>, Thrown> {
    let (x, y) = (sequence::dense(m, a)?, sequence::dense(m, b)?);
    let (dx, dy) = (x.dims(), y.dims());
    let (rows, inner) = (dx[0], dx.get(1).copied().unwrap_or(1));
    let (inner_b, columns) = (dy[0], dy.get(1).copied().unwrap_or(1));
    if inner != inner_b {
        return Err(mismatch(m, a, &dx, &dy));
    }
    let dims: Dims = smallvec![rows, columns];
    sequence::check_size(m, &dims)?;
    m.burn((rows * inner * columns) as u64)?;
    let eltype = convert::promote_types(m.types(), x.eltype(), y.eltype());
    if is_float(eltype) {
        if let (Some(p), Some(q)) = (
            Floats::of(m, &Value::Array(x.clone()))?,
            Floats::of(m, &Value::Array(y.clone()))?,
        ) {
            let mut data = vec![0.0; rows * columns];
            for column in 0..columns {
                let out = &mut data[column * rows..(column + 1) * rows];
                for k in 0..inner {
                    let factor = q.data[k + column * inner];
                    for (out, x) in out.iter_mut().zip(&p.data[k * rows..(k + 1) * rows]) {
                        *out += x * factor;
                    }
                }
            }
            return match float_array(m, eltype, dims, data) {
                Value::Array(array) => Ok(array),
                _ => Ok(x),
            };
        }
    }
    let integers = match (&*x.storage(), &*y.storage()) {
        (Storage::I64(p), Storage::I64(q)) => {
            let mut data = vec![0i64; rows * columns];
            for (at, out) in data.iter_mut().enumerate() {
                let (row, column) = (at % rows, at / rows);
                for k in 0..inner {
                    *out = out.wrapping_add(p[row + k * rows].wrapping_mul(q[k + column * inner]));
                }
            }
            Some(data)
        }
        _ => None,
    };
    if let Some(data) = integers {
        return Ok(Array::new(m.types(), ty::int64(), dims, Storage::I64(data)));
    }
    let (p, q) = (
        sequence::values(m, &Value::Array(x))?,
        sequence::values(m, &Value::Array(y))?,
    );
    let mut results = Vec::with_capacity(rows * columns);
    for at in 0..rows * columns {
        let (row, column) = (at % rows, at / rows);
        let mut total: Option<Value> = None;
        for k in 0..inner {
            let term = m.call_named(
                "*",
                &[p[row + k * rows].clone(), q[k + column * inner].clone()],
            )?;
            total = Some(match total {
                Some(total) => m.call_named("+", &[total, term])?,
                None => term,
            });
        }
        results.push(match total {
            Some(total) => total,
            None => m.call_named("zero", &[Value::Type(eltype)])?,
        });
    }
    match sequence::array_of(m, dims, results) {
        Value::Array(array) => Ok(array),
        _ => Err(method_error(m, "*", &[a.clone(), b.clone()])),
    }
}

/// An array times or divided by a scalar; `op` is `*` or `/`.
pub fn scale(m: &mut dyn Machine, op: &str, a: &Value, b: &Value) -> Outcome {
    let (array, scalar, scalar_first) = if sequence::is_array(a) {
        (a, b, false)
    } else {
        (b, a, true)
    };
    let scalar_like = Num::of(scalar).is_some()
        || matches!(scalar, Value::Object(object) if object.kind == Kind::Complex || object.kind == Kind::Plain);
    if !scalar_like {
        return Err(method_error(m, op, &[a.clone(), b.clone()]));
    }
    // Wrappers that scaling keeps.
    if let Value::Object(object) = array {
        let inner = inner(array);
        let args = if scalar_first {
            [scalar.clone(), inner]
        } else {
            [inner, scalar.clone()]
        };
        match object.kind {
            Kind::Diagonal => {
                let scaled = m.call_named(op, &args)?;
                return wrap_diagonal(m, &scaled);
            }
            Kind::Symmetric | Kind::UpperTriangular | Kind::LowerTriangular => {
                let scaled = m.call_named(op, &args)?;
                let of = typing::apply(m.types(), &object.kind.name(), &[]);
                return match object.field(1) {
                    Some(Value::Char(c)) if c == 'L' as u32 => {
                        m.call(&Value::Type(of), &[scaled, Value::symbol("L")])
                    }
                    _ => m.call(&Value::Type(of), &[scaled]),
                };
            }
            Kind::Transpose | Kind::Adjoint
                if Num::of(scalar).is_some() && row_vector(array).is_some() =>
            {
                let scaled = m.call_named(op, &args)?;
                return m.call_named(
                    if object.kind == Kind::Adjoint {
                        "adjoint"
                    } else {
                        "transpose"
                    },
                    &[scaled],
                );
            }
            _ => {}
        }
    }
    let dense = sequence::dense(m, array)?;
    m.burn(dense.len() as u64)?;
    if let (Some(Num::F64(s) | Num::Irrational(s)), Storage::F64(data)) =
        (Num::of(scalar), &*dense.storage())
    {
        let data = match op {
            "*" => data.iter().map(|x| x * s).collect(),
            _ => data.iter().map(|x| x / s).collect(),
        };
        return Ok(Array::of_f64(m.types(), dense.dims(), data));
    }
    let values = sequence::values(m, &Value::Array(dense.clone()))?;
    if values.is_empty() {
        let of = scalar.type_of(m.types());
        let eltype = convert::promote_types(m.types(), dense.eltype(), of);
        return Ok(Value::Array(super::array::zeroed(
            m.types(),
            eltype,
            dense.dims(),
        )));
    }
    let f = Value::function(op);
    let mut results = Vec::with_capacity(values.len());
    for value in values {
        let args = if scalar_first {
            [scalar.clone(), value]
        } else {
            [value, scalar.clone()]
        };
        results.push(m.call(&f, &args)?);
    }
    Ok(sequence::array_of(m, dense.dims(), results))
}

/// `A^n` of a square matrix.
pub fn matrix_power(m: &mut dyn Machine, a: &Value, n: i64) -> Outcome {
    let dims = sequence::dims(m, a)?;
    if dims.len() != 2 {
        return Err(method_error(m, "^", &[a.clone(), Value::Int64(n)]));
    }
    if dims[0] != dims[1] {
        return Err(dimension_mismatch(
            m,
            format!(
                "matrix is not square: dimensions are ({}, {})",
                dims[0], dims[1]
            ),
        ));
    }
    if n == 0 {
        return identity_like(m, a);
    }
    let mut base = if n < 0 {
        m.call_named("inv", std::slice::from_ref(a))?
    } else {
        a.clone()
    };
    let mut n = n.unsigned_abs();
    let mut result: Option<Value> = None;
    while n > 0 {
        if n & 1 == 1 {
            result = Some(match result {
                Some(result) => m.call_named("*", &[result, base.clone()])?,
                None => base.clone(),
            });
        }
        n >>= 1;
        if n > 0 {
            base = m.call_named("*", &[base.clone(), base])?;
        }
    }
    match result {
        // The first power is a copy.
        Some(result) if super::egal::egal(&result, a) => m.call_named("copy", &[result]),
        Some(result) => Ok(result),
        None => identity_like(m, a),
    }
}

/// `one(A)`.
pub fn identity_like(m: &mut dyn Machine, a: &Value) -> Outcome {
    let dims = sequence::dims(m, a)?;
    let eltype = sequence::eltype(m, a);
    if dims.len() != 2 || dims[0] != dims[1] {
        return Err(dimension_mismatch(
            m,
            "multiplicative identity defined only for square matrices",
        ));
    }
    let n = dims[0];
    let (zero, one) = (
        m.call_named("zero", &[Value::Type(eltype)])?,
        m.call_named("one", &[Value::Type(eltype)])?,
    );
    let values = (0..n * n).map(|at| {
        if at % n == at / n {
            one.clone()
        } else {
            zero.clone()
        }
    });
    let storage = Storage::from_values(eltype, values.collect::<Vec<_>>().into_iter());
    Ok(Value::Array(Array::new(m.types(), eltype, dims, storage)))
}

fn scaling_of(value: &Value) -> Option<Value> {
    value
        .as_kind(Kind::UniformScaling)
        .and_then(|object| object.field(0))
}

fn make_scaling(m: &mut dyn Machine, by: Value) -> Value {
    let of = by.type_of(m.types());
    let ty = typing::apply(m.types(), "UniformScaling", &[Param::Type(of)]);
    Object::create(m.types(), ty, [by])
}

/// `a ± b` where one of them is `λ * I`.
pub fn add_scaling(m: &mut dyn Machine, a: &Value, b: &Value, sign: f64) -> Outcome {
    let op = if sign > 0.0 { "+" } else { "-" };
    match (scaling_of(a), scaling_of(b)) {
        (Some(x), Some(y)) => {
            let sum = m.call_named(op, &[x, y])?;
            Ok(make_scaling(m, sum))
        }
        (Some(x), None) if Num::of(b).is_some() => m.call_named(op, &[x, b.clone()]),
        (None, Some(y)) if Num::of(a).is_some() => m.call_named(op, &[a.clone(), y]),
        (x, y) => {
            let array = if x.is_some() { b } else { a };
            if !sequence::is_array(array) {
                return Err(method_error(m, op, &[a.clone(), b.clone()]));
            }
            let mut identity = identity_like(m, array)?;
            if let Some(by) = x.as_ref().or(y.as_ref()) {
                identity = m.call_named("*", &[by.clone(), identity])?;
            }
            let args = if x.is_some() {
                [identity, b.clone()]
            } else {
                [a.clone(), identity]
            };
            m.call_named(op, &args)
        }
    }
}

/// `a * b` where one of them is `λ * I`.
pub fn mul_scaling(m: &mut dyn Machine, a: &Value, b: &Value) -> Outcome {
    match (scaling_of(a), scaling_of(b)) {
        (Some(x), Some(y)) => {
            let product = m.call_named("*", &[x, y])?;
            Ok(make_scaling(m, product))
        }
        (Some(x), None) if sequence::is_array(b) => m.call_named("*", &[x, b.clone()]),
        (None, Some(y)) if sequence::is_array(a) => m.call_named("*", &[a.clone(), y]),
        (Some(x), None) => {
            let product = m.call_named("*", &[x, b.clone()])?;
            Ok(make_scaling(m, product))
        }
        (None, Some(y)) => {
            let product = m.call_named("*", &[a.clone(), y])?;
            Ok(make_scaling(m, product))
        }
        (None, None) => Err(method_error(m, "*", &[a.clone(), b.clone()])),
    }
}

/// `dot(a, b)`: the first is conjugated.
pub fn dot(m: &mut dyn Machine, a: &Value, b: &Value) -> Outcome {
    let (x, y) = (sequence::dense(m, a)?, sequence::dense(m, b)?);
    if x.len() != y.len() {
        let message = format!(
            "first array has length {} which does not match the length of the second, {}.",
            x.len(),
            y.len()
        );
        return Err(dimension_mismatch(m, message));
    }
    m.burn(x.len() as u64)?;
    if let (Storage::F64(x), Storage::F64(y)) = (&*x.storage(), &*y.storage()) {
        return Ok(Value::Float64(x.iter().zip(y).map(|(x, y)| x * y).sum()));
    }
    let (p, q) = (
        sequence::values(m, &Value::Array(x.clone()))?,
        sequence::values(m, &Value::Array(y.clone()))?,
    );
    let mut total: Option<Value> = None;
    for (p, q) in p.into_iter().zip(q) {
        let p = if Num::of(&p).is_some() {
            p
        } else {
            m.call_named("conj", &[p])?
        };
        let term = if sequence::is_array(&p) {
            dot(m, &p, &q)?
        } else {
            m.call_named("*", &[p, q])?
        };
        total = Some(match total {
            Some(total) => m.call_named("+", &[total, term])?,
            None => term,
        });
    }
    match total {
        Some(total) => Ok(total),
        None => {
            let of = convert::promote_types(m.types(), x.eltype(), y.eltype());
            m.call_named("zero", &[Value::Type(of)])
        }
    }
}

/// `mul!(C, A, B, α, β)`: `C = α A B + β C`, in place.
pub fn mul_into(
    m: &mut dyn Machine,
    c: &Value,
    a: &Value,
    b: &Value,
    alpha: Option<&Value>,
    beta: Option<&Value>,
) -> Outcome {
    for operand in [a, b] {
        if super::egal::egal(c, operand)
            || matches!((c, operand), (Value::Array(c), Value::Array(x)) if c.same_data(x))
        {
            return Err(argument_error(
                m,
                "output matrix must not be aliased with input matrix",
            ));
        }
    }
    if !sequence::is_array(c) {
        return Err(method_error(m, "mul!", &[c.clone(), a.clone(), b.clone()]));
    }
    let shape = sequence::dims(m, c)?;
    let mut result = m.call_named("*", &[a.clone(), b.clone()])?;
    let found = sequence::dims(m, &result)?;
    if found != shape {
        let show = |dims: &[usize]| {
            format!(
                "({})",
                dims.iter()
                    .map(usize::to_string)
                    .collect::<Vec<_>>()
                    .join(", ")
            )
        };
        return Err(dimension_mismatch(
            m,
            format!(
                "result C has dimensions {}, needs {}",
                show(&shape),
                show(&found)
            ),
        ));
    }
    let is = |x: Option<&Value>, n: f64| x.and_then(Num::of).is_some_and(|x| x.to_f64() == n);
    if alpha.is_some() && !is(alpha, 1.0) {
        result = m.call_named("*", &[result, alpha.cloned().unwrap_or(Value::Bool(true))])?;
    }
    // A zero β must not read C, which may hold NaN.
    if let Some(beta) = beta.filter(|_| !is(beta, 0.0)) {
        let scaled = if is(Some(beta), 1.0) {
            c.clone()
        } else {
            m.call_named("*", &[c.clone(), beta.clone()])?
        };
        result = m.call_named("+", &[result, scaled])?;
    }
    m.call_named("copyto!", &[c.clone(), result])
}

/// `A / B` of two matrices: the solution of `X B = A`.
pub fn divide_right(m: &mut dyn Machine, a: &Value, b: &Value) -> Outcome {
    let (at, bt) = (
        m.call_named("adjoint", std::slice::from_ref(a))?,
        m.call_named("adjoint", std::slice::from_ref(b))?,
    );
    let (at, bt) = (
        Value::Array(sequence::dense(m, &at)?),
        Value::Array(sequence::dense(m, &bt)?),
    );
    let x = decompose::solve(m, &bt, &at)?;
    let flipped = m.call_named("adjoint", &[x])?;
    m.call_named("copy", &[flipped])
}

/// `A \ B`.
pub fn solve(m: &mut dyn Machine, a: &Value, b: &Value) -> Outcome {
    decompose::solve(m, a, b)
}

/// `inv(A)`.
pub fn inverse(m: &mut dyn Machine, a: &Value) -> Outcome {
    decompose::inverse(m, a)
}

/// `sqrt`, `exp`, `log` of a matrix through its eigenvalues; only for symmetric ones.
pub fn matrix_function(m: &mut dyn Machine, name: &str, a: &Value) -> Outcome {
    let dims = sequence::dims(m, a)?;
    if !matches!(name, "exp" | "sqrt" | "log" | "sin" | "cos") || dims.len() != 2 {
        return Err(method_error(m, name, std::slice::from_ref(a)));
    }
    decompose::spectral_function(m, name, a)
}
