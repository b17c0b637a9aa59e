//! Factorisations of dense matrices: LU, least squares, eigenvalues.
//!
//! LU with partial pivoting is written out, because a zero pivot must be reported by its column. Symmetric
//! eigenvalues, singular values and the Schur form are nalgebra's. Eigenvectors of a general matrix are found by back
//! substitution in the complex Schur form `A = Q T Q'`: `T v = λ v`, then `Q v`.
//!
//! Signs: an eigenvector is unique up to a factor; ours has norm one and, where it is real, a last component that is
//! not negative.

use super::array::Dims;
use super::exception::{argument_error, dimension_mismatch, method_error, singular};
use super::kind::Kind;
use super::linalg::{float_array, Floats};
use super::machine::{Machine, Outcome, Thrown};
use super::sequence;
use super::typing::{self, Param};
use super::value::{Object, Value};
use crate::ir::Type;
use crate::types::{family, ty};
use nalgebra::{Complex, DMatrix, DVector, Schur, SymmetricEigen, SVD};
use smallvec::smallvec;

/// Steps that an iterative eigenvalue routine may take per row.
const MAX_STEPS_PER_ROW: usize = 100;

/// Relative size below which a singular value counts as zero in least squares.
const RANK_TOLERANCE: f64 = 1e-14;

fn floats(m: &mut dyn Machine, f: &str, a: &Value) -> Result<Floats, Thrown> {
    if !sequence::is_array(a) {
        return Err(method_error(m, f, std::slice::from_ref(a)));
    }
    match Floats::of(m, a)? {
        Some(floats) => Ok(floats),
        None => {
            let eltype = sequence::eltype(m, a);
            let of = m.types().show(eltype);
            Err(Thrown::Unsupported(format!("`{f}` of a matrix of {of}")))
        }
    }
}

/// An LU factorisation `P A = L U`.
struct Lu {
    n: usize,
    /// `L` below the diagonal, `U` on and above it, column by column.
    data: Vec<f64>,
    /// Row `i` of `P A` is row `rows[i]` of `A`.
    rows: Vec<usize>,
    sign: f64,
    /// The first column without a pivot, from 0.
    singular: Option<usize>,
}

impl Lu {
    fn new(a: &Floats) -> Lu {
        let n = a.rows;
        let mut lu = Lu {
            n,
            data: a.data.clone(),
            rows: (0..n).collect(),
            sign: 1.0,
            singular: None,
        };
        for k in 0..n {
            let pivot = (k..n).fold(k, |best, row| {
                if lu.data[row + k * n].abs() > lu.data[best + k * n].abs() {
                    row
                } else {
                    best
                }
            });
            if lu.data[pivot + k * n] == 0.0 {
                lu.singular.get_or_insert(k);
                continue;
            }
            if pivot != k {
                for column in 0..n {
                    lu.data.swap(k + column * n, pivot + column * n);
                }
                lu.rows.swap(k, pivot);
                lu.sign = -lu.sign;
            }
            let inverse = 1.0 / lu.data[k + k * n];
            for row in k + 1..n {
                lu.data[row + k * n] *= inverse;
            }
            for column in k + 1..n {
                let factor = lu.data[k + column * n];
                for row in k + 1..n {
                    lu.data[row + column * n] -= lu.data[row + k * n] * factor;
                }
            }
        }
        lu
    }

    fn det(&self) -> f64 {
        (0..self.n).fold(self.sign, |product, k| product * self.data[k + k * self.n])
    }

    /// The inverse, in LAPACK's order of operations: `U⁻¹` first, then `X L = U⁻¹` from the right, then the columns.
    fn inverse(&self) -> Vec<f64> {
        let n = self.n;
        let mut x = vec![0.0; n * n];
        for column in 0..n {
            let pivot = 1.0 / self.data[column + column * n];
            // The column of `U` times the inverse so far.
            for k in 0..column {
                let factor = self.data[k + column * n];
                for row in 0..k {
                    x[row + column * n] += factor * x[row + k * n];
                }
                x[k + column * n] = factor * x[k + k * n];
            }
            for row in 0..column {
                x[row + column * n] *= -pivot;
            }
            x[column + column * n] = pivot;
        }
        for column in (0..n).rev() {
            for k in column + 1..n {
                let factor = self.data[k + column * n];
                for row in 0..n {
                    x[row + column * n] -= x[row + k * n] * factor;
                }
            }
        }
        let mut inverse = vec![0.0; n * n];
        for (column, &target) in self.rows.iter().enumerate() {
            inverse[target * n..(target + 1) * n].copy_from_slice(&x[column * n..(column + 1) * n]);
        }
        inverse
    }

    fn solve(&self, b: &mut [f64]) {
        let n = self.n;
        let permuted: Vec<f64> = self.rows.iter().map(|&row| b[row]).collect();
        b.copy_from_slice(&permuted);
        for column in 0..n {
            let x = b[column];
            let below = &self.data[column * n + column + 1..(column + 1) * n];
            for (b, factor) in b[column + 1..].iter_mut().zip(below) {
                *b -= factor * x;
            }
        }
        for column in (0..n).rev() {
            b[column] /= self.data[column + column * n];
            let x = b[column];
            let above = &self.data[column * n..column * n + column];
            for (b, factor) in b[..column].iter_mut().zip(above) {
                *b -= factor * x;
            }
        }
    }
}

fn triangular(matrix: &Floats) -> bool {
    let n = matrix.rows;
    let zero = |at: usize| matrix.data[at] == 0.0;
    (0..n * n).all(|at| at % n <= at / n || zero(at))
        || (0..n * n).all(|at| at % n >= at / n || zero(at))
}

/// `det(A)`.
pub fn det(m: &mut dyn Machine, a: &Value) -> Outcome {
    let matrix = floats(m, "det", a)?;
    let n = matrix.square(m)?;
    m.burn((n * n * n) as u64)?;
    // A triangular matrix needs no factorisation, and its determinant no rounding of one.
    let det = if triangular(&matrix) {
        (0..n).map(|k| matrix.data[k + k * n]).product()
    } else {
        Lu::new(&matrix).det()
    };
    Ok(if matrix.eltype == ty::float32() {
        Value::Float32(det as f32)
    } else {
        Value::Float64(det)
    })
}

/// `A \ B`: LU for a square matrix, least squares otherwise.
pub fn solve(m: &mut dyn Machine, a: &Value, b: &Value) -> Outcome {
    let (matrix, mut right) = (floats(m, "\\", a)?, floats(m, "\\", b)?);
    let vector = sequence::dims(m, b)?.len() == 1;
    if matrix.rows != right.rows {
        let message = format!(
            "B has leading dimension {}, but needs {}",
            right.rows, matrix.rows
        );
        return Err(dimension_mismatch(m, message));
    }
    m.burn((matrix.rows * matrix.columns * (matrix.columns + right.columns)) as u64)?;
    if matrix.eltype == ty::float64() {
        right.eltype = ty::float64();
    }
    if matrix.rows == matrix.columns {
        let n = matrix.rows;
        let lu = Lu::new(&matrix);
        if let Some(column) = lu.singular {
            return Err(singular(m, column + 1));
        }
        for column in 0..right.columns {
            lu.solve(&mut right.data[column * n..(column + 1) * n]);
        }
        return Ok(right.value(m, vector));
    }
    // Without equations, nothing is the least solution.
    if matrix.data.is_empty() {
        let solution = Floats {
            rows: matrix.columns,
            columns: right.columns,
            data: vec![0.0; matrix.columns * right.columns],
            eltype: right.eltype,
        };
        return Ok(solution.value(m, vector));
    }
    let rhs = DMatrix::from_column_slice(right.rows, right.columns, &right.data);
    let data = match least_squares(&matrix, &rhs) {
        Some(Ok(x)) => x.as_slice().to_vec(),
        Some(Err(problem)) => return Err(argument_error(m, problem)),
        None => vec![f64::NAN; matrix.columns * right.columns],
    };
    let solution = Floats {
        rows: matrix.columns,
        columns: right.columns,
        data,
        eltype: right.eltype,
    };
    Ok(solution.value(m, vector))
}

/// The least solution; `None` where numbers that are not finite leave none.
fn least_squares(
    matrix: &Floats,
    rhs: &DMatrix<f64>,
) -> Option<Result<DMatrix<f64>, &'static str>> {
    let dense = DMatrix::from_column_slice(matrix.rows, matrix.columns, &matrix.data);
    let steps = MAX_STEPS_PER_ROW * (matrix.rows + matrix.columns);
    // Not ordered: an order of values that are not finite is a panic.
    let svd = SVD::try_new_unordered(dense, true, true, 5.0 * f64::EPSILON, steps)?;
    if !svd.singular_values.iter().all(|value| value.is_finite()) {
        return None;
    }
    let tolerance = svd.singular_values.max() * RANK_TOLERANCE;
    Some(svd.solve(rhs, tolerance))
}

/// `inv(A)`.
pub fn inverse(m: &mut dyn Machine, a: &Value) -> Outcome {
    let matrix = floats(m, "inv", a)?;
    let n = matrix.square(m)?;
    m.burn((2 * n * n * n) as u64)?;
    if a.kind() == Kind::Diagonal {
        for k in 0..n {
            if matrix.data[k + k * n] == 0.0 {
                return Err(singular(m, k + 1));
            }
        }
        let diagonal = (0..n).map(|k| 1.0 / matrix.data[k + k * n]).collect();
        let diagonal = float_array(m, matrix.eltype, smallvec![n], diagonal);
        let of = typing::apply(m.types(), "Diagonal", &[]);
        return m.call(&Value::Type(of), &[diagonal]);
    }
    let lu = Lu::new(&matrix);
    if let Some(column) = lu.singular {
        return Err(singular(m, column + 1));
    }
    let mut data = vec![0.0; n * n];
    if triangular(&matrix) {
        for k in 0..n {
            data[k + k * n] = 1.0;
            lu.solve(&mut data[k * n..(k + 1) * n]);
        }
    } else {
        data = lu.inverse();
    }
    let inverse = Floats { data, ..matrix }.value(m, false);
    // The inverse of a triangular matrix is one, that of a symmetric one too.
    let wrapper = match a.kind() {
        Kind::UpperTriangular => "UpperTriangular",
        Kind::LowerTriangular => "LowerTriangular",
        Kind::Symmetric => "Symmetric",
        _ => return Ok(inverse),
    };
    let of = typing::apply(m.types(), wrapper, &[]);
    m.call(&Value::Type(of), &[inverse])
}

fn is_symmetric(matrix: &Floats) -> bool {
    let n = matrix.rows;
    (0..n * n).all(|at| matrix.data[at] == matrix.data[at / n + at % n * n])
}

/// Eigenvalues and, if asked, eigenvectors: columns in the order of the values.
enum Spectrum {
    Real(Vec<f64>, Vec<f64>),
    Complex(Vec<Complex<f64>>, Vec<Complex<f64>>),
}

fn spectrum(m: &mut dyn Machine, f: &str, a: &Value) -> Result<(Floats, Spectrum), Thrown> {
    let matrix = floats(m, f, a)?;
    let n = matrix.square(m)?;
    m.burn((10 * n * n * n) as u64)?;
    if matrix.data.iter().any(|x| !x.is_finite()) {
        return Err(argument_error(m, "matrix contains Infs or NaNs"));
    }
    let dense = DMatrix::from_column_slice(n, n, &matrix.data);
    let steps = MAX_STEPS_PER_ROW * n.max(1);
    if is_symmetric(&matrix) {
        let Some(eigen) = SymmetricEigen::try_new(dense, f64::EPSILON, steps) else {
            return Err(argument_error(
                m,
                "the eigenvalue iteration did not converge",
            ));
        };
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by(|&i, &j| eigen.eigenvalues[i].total_cmp(&eigen.eigenvalues[j]));
        let values = order.iter().map(|&k| eigen.eigenvalues[k]).collect();
        let mut vectors = Vec::with_capacity(n * n);
        for &k in &order {
            let column = eigen.eigenvectors.column(k);
            let sign = if column[n - 1] < 0.0 { -1.0 } else { 1.0 };
            vectors.extend(column.iter().map(|x| x * sign));
        }
        return Ok((matrix, Spectrum::Real(values, vectors)));
    }
    let complex = dense.map(|x| Complex::new(x, 0.0));
    let (Some(real), Some(schur)) = (
        Schur::try_new(dense, f64::EPSILON, steps),
        Schur::try_new(complex, f64::EPSILON, steps),
    ) else {
        return Err(argument_error(
            m,
            "the eigenvalue iteration did not converge",
        ));
    };
    // The real form knows exactly which eigenvalues are real.
    let exact = real.complex_eigenvalues();
    let (q, t) = schur.unpack();
    let mut pairs = back_substitute(&q, &t);
    for (value, _) in &mut pairs {
        let distance = |x: &&Complex<f64>| (**x - *value).norm();
        if let Some(&near) = exact
            .iter()
            .min_by(|a, b| distance(a).total_cmp(&distance(b)))
        {
            *value = near;
        }
    }
    pairs.sort_by(|(a, _), (b, _)| a.re.total_cmp(&b.re).then(a.im.total_cmp(&b.im)));
    if exact.iter().all(|value| value.im == 0.0) {
        let values = pairs.iter().map(|(value, _)| value.re).collect();
        let mut vectors = Vec::with_capacity(n * n);
        for (_, vector) in &pairs {
            // Turn the vector until its largest component is real.
            let turned = turn(vector);
            let sign = if turned[n - 1].re < 0.0 { -1.0 } else { 1.0 };
            vectors.extend(turned.iter().map(|x| x.re * sign));
        }
        return Ok((matrix, Spectrum::Real(values, vectors)));
    }
    let values = pairs.iter().map(|(value, _)| *value).collect();
    let vectors = pairs
        .iter()
        .flat_map(|(_, vector)| turn(vector).iter().copied().collect::<Vec<_>>())
        .collect();
    Ok((matrix, Spectrum::Complex(values, vectors)))
}

/// A vector of norm one whose largest component is real and positive.
fn turn(vector: &DVector<Complex<f64>>) -> DVector<Complex<f64>> {
    let largest = vector
        .iter()
        .max_by(|a, b| a.norm().total_cmp(&b.norm()))
        .copied()
        .unwrap_or(Complex::new(1.0, 0.0));
    let phase = if largest.norm() > 0.0 {
        largest.conj() / largest.norm()
    } else {
        Complex::new(1.0, 0.0)
    };
    let norm = vector.norm();
    vector.map(|x| x * phase / norm)
}

/// Eigenvalues and eigenvectors of `Q T Q'` with an upper triangular `T`.
fn back_substitute(
    q: &DMatrix<Complex<f64>>,
    t: &DMatrix<Complex<f64>>,
) -> Vec<(Complex<f64>, DVector<Complex<f64>>)> {
    let n = t.nrows();
    let small = f64::EPSILON * t.norm().max(f64::MIN_POSITIVE);
    (0..n)
        .map(|k| {
            let value = t[(k, k)];
            let mut v = DVector::from_element(n, Complex::new(0.0, 0.0));
            v[k] = Complex::new(1.0, 0.0);
            for row in (0..k).rev() {
                let sum: Complex<f64> = (row + 1..=k).map(|j| t[(row, j)] * v[j]).sum();
                let mut pivot = value - t[(row, row)];
                // A repeated eigenvalue: perturb, as LAPACK does.
                if pivot.norm() < small {
                    pivot = Complex::new(small, 0.0);
                }
                v[row] = sum / pivot;
            }
            (value, q * v)
        })
        .collect()
}

fn complex_array(m: &mut dyn Machine, dims: Dims, data: &[Complex<f64>]) -> Value {
    let of = m
        .types()
        .apply(family::complex(), &[ty::float64()])
        .unwrap_or(ty::any());
    let values = data
        .iter()
        .map(|x| Object::create(m.types(), of, [Value::Float64(x.re), Value::Float64(x.im)]))
        .collect();
    sequence::array_of(m, dims, values)
}

fn values_of(m: &mut dyn Machine, matrix: &Floats, spectrum: &Spectrum) -> Value {
    let n = matrix.rows;
    match spectrum {
        Spectrum::Real(values, _) => float_array(m, matrix.eltype, smallvec![n], values.clone()),
        Spectrum::Complex(values, _) => complex_array(m, smallvec![n], values),
    }
}

fn vectors_of(m: &mut dyn Machine, matrix: &Floats, spectrum: &Spectrum) -> Value {
    let n = matrix.rows;
    match spectrum {
        Spectrum::Real(_, vectors) => {
            float_array(m, matrix.eltype, smallvec![n, n], vectors.clone())
        }
        Spectrum::Complex(_, vectors) => complex_array(m, smallvec![n, n], vectors),
    }
}

/// `eigvals(A)`.
pub fn eigvals(m: &mut dyn Machine, a: &Value) -> Outcome {
    if let Some(object) = a.as_kind(Kind::Eigen) {
        return Ok(object.field(0).unwrap_or(Value::Nothing));
    }
    let (matrix, spectrum) = spectrum(m, "eigvals", a)?;
    Ok(values_of(m, &matrix, &spectrum))
}

/// `eigvecs(A)`.
pub fn eigvecs(m: &mut dyn Machine, a: &Value) -> Outcome {
    if let Some(object) = a.as_kind(Kind::Eigen) {
        return Ok(object.field(1).unwrap_or(Value::Nothing));
    }
    let (matrix, spectrum) = spectrum(m, "eigvecs", a)?;
    Ok(vectors_of(m, &matrix, &spectrum))
}

/// `eigen(A)`.
pub fn eigen(m: &mut dyn Machine, a: &Value) -> Outcome {
    let (matrix, spectrum) = spectrum(m, "eigen", a)?;
    let (values, vectors) = (
        values_of(m, &matrix, &spectrum),
        vectors_of(m, &matrix, &spectrum),
    );
    let eltype = |m: &mut dyn Machine, x: &Value| Param::Type(sequence::eltype(m, x));
    let of = |m: &mut dyn Machine, x: &Value| -> Type { x.type_of(m.types()) };
    let params = [
        eltype(m, &vectors),
        eltype(m, &values),
        Param::Type(of(m, &vectors)),
        Param::Type(of(m, &values)),
    ];
    let ty = typing::apply(m.types(), "Eigen", &params);
    Ok(Object::create(m.types(), ty, [values, vectors]))
}

/// `f(A)` of a symmetric matrix through its eigenvalues.
pub fn spectral_function(m: &mut dyn Machine, name: &str, a: &Value) -> Outcome {
    let (matrix, spectrum) = spectrum(m, name, a)?;
    let n = matrix.rows;
    let (Spectrum::Real(values, vectors), true) = (&spectrum, is_symmetric(&matrix)) else {
        return Err(Thrown::Unsupported(format!(
            "`{name}` of a matrix that is not symmetric"
        )));
    };
    let mut mapped = Vec::with_capacity(n);
    for &value in values {
        let result = m.call_named(name, &[Value::Float64(value)])?;
        mapped.push(super::number::Num::of(&result).map_or(f64::NAN, super::number::Num::to_f64));
    }
    let mut data = vec![0.0; n * n];
    for (k, value) in mapped.iter().enumerate() {
        for (at, out) in data.iter_mut().enumerate() {
            *out += vectors[at % n + k * n] * value * vectors[at / n + k * n];
        }
    }
    Ok(Floats { data, ..matrix }.value(m, false))
}
