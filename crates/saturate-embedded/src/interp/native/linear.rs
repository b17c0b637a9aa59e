//! LinearAlgebra by name.

use super::super::array::Storage;
use super::super::decompose;
use super::super::exception::{dimension_mismatch, method_error};
use super::super::kind::Kind;
use super::super::linalg;
use super::super::machine::{Machine, Native, Outcome};
use super::super::number::Num;
use super::super::sequence;
use super::super::value::Value;
use smallvec::smallvec;

/// Natives of this file.
pub const NATIVES: &[(&str, Native)] = &[
    ("mul!", mul_into),
    ("det", |m, args| matrix(m, args, "det", det)),
    ("tr", |m, args| matrix(m, args, "tr", trace)),
    ("eigen", |m, args| {
        matrix(m, args, "eigen", decompose::eigen)
    }),
    ("eigvals", |m, args| {
        matrix(m, args, "eigvals", decompose::eigvals)
    }),
    ("eigvecs", |m, args| {
        matrix(m, args, "eigvecs", decompose::eigvecs)
    }),
    ("logdet", |m, args| {
        matrix(m, args, "logdet", |m, a| {
            let det = decompose::det(m, a)?;
            m.call_named("log", &[det])
        })
    }),
    ("dot", dot),
    ("norm", norm),
    ("normalize", normalize),
    ("cross", cross),
    ("diag", diag),
    ("diagm", diagm),
    ("kron", kron),
    ("issymmetric", |m, args| {
        matrix(m, args, "issymmetric", |m, a| symmetric(m, a, "transpose"))
    }),
    ("ishermitian", |m, args| {
        matrix(m, args, "ishermitian", |m, a| symmetric(m, a, "adjoint"))
    }),
    ("isdiag", |m, args| {
        shape_test(m, args, "isdiag", |row, column| row == column)
    }),
    ("istriu", |m, args| {
        shape_test(m, args, "istriu", |row, column| row <= column)
    }),
    ("istril", |m, args| {
        shape_test(m, args, "istril", |row, column| row >= column)
    }),
    ("triu", |m, args| {
        triangle(m, args, "triu", |row, column| row <= column)
    }),
    ("tril", |m, args| {
        triangle(m, args, "tril", |row, column| row >= column)
    }),
];

fn matrix(
    m: &mut dyn Machine,
    args: &[Value],
    name: &str,
    f: fn(&mut dyn Machine, &Value) -> Outcome,
) -> Outcome {
    match args {
        [a] if sequence::is_array(a) || a.kind() == Kind::Eigen => f(m, a),
        [x] if Num::of(x).is_some()
            && matches!(name, "det" | "tr" | "issymmetric" | "ishermitian") =>
        {
            match name {
                "det" | "tr" => Ok(x.clone()),
                _ => Ok(Value::Bool(true)),
            }
        }
        _ => Err(method_error(m, name, args)),
    }
}

fn mul_into(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [c, a, b] => linalg::mul_into(m, c, a, b, None, None),
        [c, a, b, alpha, beta] => linalg::mul_into(m, c, a, b, Some(alpha), Some(beta)),
        _ => Err(method_error(m, "mul!", args)),
    }
}

fn det(m: &mut dyn Machine, a: &Value) -> Outcome {
    if let Some(object) = a.as_kind(Kind::Eigen) {
        let values = object.field(0).unwrap_or(Value::Nothing);
        return m.call_named("prod", &[values]);
    }
    decompose::det(m, a)
}

fn trace(m: &mut dyn Machine, a: &Value) -> Outcome {
    let dims = sequence::dims(m, a)?;
    match dims[..] {
        [rows, columns] if rows != columns => Err(dimension_mismatch(
            m,
            format!("matrix is not square: dimensions are ({rows}, {columns})"),
        )),
        [0, 0] => {
            let eltype = sequence::eltype(m, a);
            m.call_named("zero", &[Value::Type(eltype)])
        }
        [n, _] => {
            m.burn(n as u64)?;
            let mut total = sequence::element(m, a, 0)?;
            for k in 1..n {
                let next = sequence::element(m, a, k + k * n)?;
                total = m.call_named("+", &[total, next])?;
            }
            Ok(total)
        }
        _ => Err(method_error(m, "tr", std::slice::from_ref(a))),
    }
}

fn dot(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [a, b] if sequence::is_array(a) && sequence::is_array(b) => linalg::dot(m, a, b),
        [a, b] if Num::of(a).is_some() => m.call_named("*", &[a.clone(), b.clone()]),
        [Value::Tuple(_), Value::Tuple(_)] => {
            let (a, b) = (
                m.call_named("collect", &args[..1])?,
                m.call_named("collect", &args[1..])?,
            );
            linalg::dot(m, &a, &b)
        }
        _ => Err(method_error(m, "dot", args)),
    }
}

/// `norm(x, p = 2)`, scaled so that large elements do not overflow.
fn norm(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let (x, p) = match args {
        [x] => (x, 2.0),
        [x, p] if Num::of(p).is_some() => (x, Num::of(p).map_or(2.0, Num::to_f64)),
        _ => return Err(method_error(m, "norm", args)),
    };
    let items = sequence::collect(m, x)?;
    m.burn(items.len() as u64)?;
    let mut sizes = Vec::with_capacity(items.len());
    let mut single = !items.is_empty();
    for item in &items {
        single &= matches!(item, Value::Float32(_));
        let size = match Num::of(item) {
            Some(size) => size.to_f64().abs(),
            None => {
                let f = if sequence::is_array(item) {
                    "norm"
                } else {
                    "abs"
                };
                let size = m.call_named(f, std::slice::from_ref(item))?;
                Num::of(&size).map_or(f64::NAN, Num::to_f64)
            }
        };
        sizes.push(size);
    }
    let largest = sizes.iter().fold(0.0f64, |a, &b| {
        if a.is_nan() || b.is_nan() {
            f64::NAN
        } else {
            a.max(b)
        }
    });
    let result = if p == f64::INFINITY {
        largest
    } else if p == 1.0 {
        sizes.iter().sum()
    } else if p == 0.0 {
        sizes.iter().filter(|&&x| x != 0.0).count() as f64
    } else if p == 2.0 {
        let plain: f64 = sizes.iter().map(|x| x * x).sum();
        if plain.is_finite() && plain > f64::MIN_POSITIVE || largest == 0.0 || !largest.is_finite()
        {
            plain.sqrt()
        } else {
            largest
                * sizes
                    .iter()
                    .map(|x| (x / largest).powi(2))
                    .sum::<f64>()
                    .sqrt()
        }
    } else {
        sizes.iter().map(|x| x.powf(p)).sum::<f64>().powf(1.0 / p)
    };
    Ok(if single {
        Value::Float32(result as f32)
    } else {
        Value::Float64(result)
    })
}

fn normalize(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [x] if sequence::is_array(x) => {
            let size = norm(m, args)?;
            m.call_named("/", &[x.clone(), size])
        }
        _ => Err(method_error(m, "normalize", args)),
    }
}

fn cross(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [a, b] = args else {
        return Err(method_error(m, "cross", args));
    };
    let (a, b) = (sequence::collect(m, a)?, sequence::collect(m, b)?);
    if a.len() != 3 || b.len() != 3 {
        return Err(dimension_mismatch(
            m,
            "cross product is only defined for vectors of length 3",
        ));
    }
    let mut parts = Vec::with_capacity(3);
    for k in 0..3 {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        let (x, y) = (
            m.call_named("*", &[a[i].clone(), b[j].clone()])?,
            m.call_named("*", &[a[j].clone(), b[i].clone()])?,
        );
        parts.push(m.call_named("-", &[x, y])?);
    }
    Ok(sequence::array_of(m, smallvec![3], parts))
}

/// `diag(A, k = 0)`.
fn diag(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let (a, k) = match args {
        [a] => (a, 0),
        [a, k] if k.as_i64().is_some() => (a, k.as_i64().unwrap_or(0)),
        _ => return Err(method_error(m, "diag", args)),
    };
    let dims = if sequence::is_array(a) {
        sequence::dims(m, a)?
    } else {
        smallvec![]
    };
    let [rows, columns] = dims[..] else {
        return Err(method_error(m, "diag", args));
    };
    let dense = sequence::dense(m, a)?;
    let (down, right) = (k.min(0).unsigned_abs() as usize, k.max(0) as usize);
    let count = rows.saturating_sub(down).min(columns.saturating_sub(right));
    let storage = dense
        .storage()
        .gather((0..count).map(|at| at + down + (at + right) * rows));
    Ok(Value::Array(super::super::array::Array::new(
        m.types(),
        dense.eltype(),
        smallvec![count],
        storage,
    )))
}

/// `diagm(v)` and `diagm(k => v, …)`.
fn diagm(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let mut bands = Vec::new();
    for arg in args {
        match arg
            .as_kind(Kind::Pair)
            .map(|pair| (pair.field(0), pair.field(1)))
        {
            Some((Some(k), Some(v))) => {
                bands.push((k.as_i64().unwrap_or(0), sequence::dense(m, &v)?))
            }
            _ if sequence::is_array(arg) => bands.push((0, sequence::dense(m, arg)?)),
            _ => return Err(method_error(m, "diagm", args)),
        }
    }
    let n = bands
        .iter()
        .map(|(k, v)| v.len() + k.unsigned_abs() as usize)
        .max()
        .unwrap_or(0);
    let Some(eltype) = bands
        .iter()
        .map(|(_, v)| v.eltype())
        .reduce(|a, b| super::convert::promote_types(m.types(), a, b))
    else {
        return Err(method_error(m, "diagm", args));
    };
    let zero = m.call_named("zero", &[Value::Type(eltype)])?;
    let mut values = vec![zero; n * n];
    for (k, v) in bands {
        for at in 0..v.len() {
            let (row, column) = (at + (-k).max(0) as usize, at + k.max(0) as usize);
            let item = sequence::element(m, &Value::Array(v.clone()), at)?;
            let cell = &mut values[row + column * n];
            *cell = m.call_named("+", &[cell.clone(), item])?;
        }
    }
    let storage = Storage::from_values(eltype, values.into_iter());
    Ok(Value::Array(super::super::array::Array::new(
        m.types(),
        eltype,
        smallvec![n, n],
        storage,
    )))
}

fn kron(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [a, b] = args else {
        return Err(method_error(m, "kron", args));
    };
    if !sequence::is_array(a) || !sequence::is_array(b) {
        return Err(method_error(m, "kron", args));
    }
    let (da, db) = (sequence::dims(m, a)?, sequence::dims(m, b)?);
    let at = |dims: &[usize], k: usize| dims.get(k).copied().unwrap_or(1);
    let (rows, columns) = (at(&da, 0) * at(&db, 0), at(&da, 1) * at(&db, 1));
    sequence::check_size(m, &[rows, columns])?;
    let (x, y) = (sequence::values(m, a)?, sequence::values(m, b)?);
    m.burn((rows * columns) as u64)?;
    let mut values = Vec::with_capacity(rows * columns);
    for column in 0..columns {
        for row in 0..rows {
            let (i, k) = (row / at(&db, 0), row % at(&db, 0));
            let (j, l) = (column / at(&db, 1), column % at(&db, 1));
            let product = [x[i + j * at(&da, 0)].clone(), y[k + l * at(&db, 0)].clone()];
            values.push(m.call_named("*", &product)?);
        }
    }
    let dims = if da.len() == 1 && db.len() == 1 {
        smallvec![rows]
    } else {
        smallvec![rows, columns]
    };
    Ok(sequence::array_of(m, dims, values))
}

fn symmetric(m: &mut dyn Machine, a: &Value, flip: &str) -> Outcome {
    let dims = sequence::dims(m, a)?;
    if dims.len() != 2 || dims[0] != dims[1] {
        return Ok(Value::Bool(false));
    }
    let other = m.call_named(flip, std::slice::from_ref(a))?;
    m.call_named("==", &[a.clone(), other])
}

fn shape_test(
    m: &mut dyn Machine,
    args: &[Value],
    name: &str,
    stored: fn(usize, usize) -> bool,
) -> Outcome {
    match args {
        [a] if sequence::is_array(a) => {
            let rows = sequence::dims(m, a)?.first().copied().unwrap_or(1).max(1);
            let items = sequence::values(m, a)?;
            let zero = |x: &Value| Num::of(x).is_some_and(|x| x.to_f64() == 0.0);
            Ok(Value::Bool(
                items
                    .iter()
                    .enumerate()
                    .all(|(at, x)| stored(at % rows, at / rows) || zero(x)),
            ))
        }
        _ => Err(method_error(m, name, args)),
    }
}

fn triangle(
    m: &mut dyn Machine,
    args: &[Value],
    name: &str,
    stored: fn(usize, usize) -> bool,
) -> Outcome {
    match args {
        [a] if sequence::is_array(a) => {
            let copy = sequence::dense(m, a)?.copy();
            let rows = copy.dims().first().copied().unwrap_or(1).max(1);
            let zero = m.call_named("zero", &[Value::Type(copy.eltype())])?;
            for at in 0..copy.len() {
                if !stored(at % rows, at / rows) {
                    copy.set(at, zero.clone());
                }
            }
            Ok(Value::Array(copy))
        }
        _ => Err(method_error(m, name, args)),
    }
}
