//! Random numbers from a seeded generator, so that a run can be repeated.
//!
//! The generator is xorshift64* (Vigna 2016): small, and good enough for tests and examples; the numbers are not the
//! ones Julia gives for the same seed.

use super::super::array::{Array, Dims, Storage};
use super::super::exception::{self, method_error};
use super::super::machine::{Machine, Native, Outcome};
use super::super::sequence;
use super::super::value::Value;
use crate::types::ty;

/// Natives of this file.
pub const NATIVES: &[(&str, Native)] = &[
    ("rand", rand),
    ("randn", randn),
    ("seed!", seed),
    ("shuffle", shuffle),
    ("randperm", randperm),
];

/// The state of the generator.
#[derive(Clone, Debug)]
pub struct Generator(u64);

impl Generator {
    /// A generator that always gives the same numbers for the same seed.
    pub fn new(seed: u64) -> Generator {
        // Spread small seeds over all bits; zero is the one state the generator cannot leave.
        let mixed = (seed ^ 0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        Generator(mixed | 1)
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// Uniform in `[0, 1)`.
    pub fn uniform(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Standard normal, by Box and Muller.
    pub fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.uniform()).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.uniform()).cos()
    }

    /// Uniform in `0..n`.
    pub fn below(&mut self, n: usize) -> usize {
        ((self.next_u64() as u128 * n as u128) >> 64) as usize
    }
}

impl Default for Generator {
    fn default() -> Generator {
        Generator::new(0)
    }
}

/// `rand([rng], [S], dims...)`: `S` is a type or a collection.
fn rand(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let args = without_generator(args);
    match args {
        [Value::Type(of), dims @ ..] => {
            let of = *of;
            let single = of == ty::float32();
            if !(single || of == ty::float64() || of == ty::bool() || of == ty::int64()) {
                return Err(method_error(m, "rand", args));
            }
            fill(m, args, dims, move |m| {
                let random = m.random();
                Ok(if single {
                    Value::Float32((random.next_u64() >> 40) as f32 / (1u64 << 24) as f32)
                } else if of == ty::bool() {
                    Value::Bool(random.next_u64() >> 63 == 1)
                } else if of == ty::int64() {
                    Value::Int64(random.next_u64() as i64)
                } else {
                    Value::Float64(random.uniform())
                })
            })
        }
        [] | [Value::Int64(_), ..] => {
            fill(m, args, args, |m| Ok(Value::Float64(m.random().uniform())))
        }
        // A lone tuple of integers is dimensions only after a collection, as in Julia.
        [from, dims @ ..] => {
            let items = sequence::collect(m, from)?;
            if items.is_empty() {
                return Err(super::super::exception::argument_error(
                    m,
                    "collection must be non-empty",
                ));
            }
            fill(m, args, dims, move |m| {
                let at = m.random().below(items.len());
                Ok(items[at].clone())
            })
        }
    }
}

fn randn(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let args = without_generator(args);
    match args {
        [Value::Type(of), dims @ ..] if *of == ty::float32() => fill(m, args, dims, |m| {
            Ok(Value::Float32(m.random().normal() as f32))
        }),
        [Value::Type(of), dims @ ..] if *of == ty::float64() => {
            fill(m, args, dims, |m| Ok(Value::Float64(m.random().normal())))
        }
        _ => fill(m, args, args, |m| Ok(Value::Float64(m.random().normal()))),
    }
}

fn without_generator(args: &[Value]) -> &[Value] {
    match args {
        [rng, rest @ ..] if rng.kind() == super::super::kind::Kind::MersenneTwister => rest,
        _ => args,
    }
}

/// One number without dimensions, else an array of them.
fn fill(
    m: &mut dyn Machine,
    args: &[Value],
    dims: &[Value],
    mut next: impl FnMut(&mut dyn Machine) -> Outcome,
) -> Outcome {
    if dims.is_empty() {
        return next(m);
    }
    let Some(dims) = sequence::dims_of(dims) else {
        return Err(method_error(m, "rand", args));
    };
    sequence::check_size(m, &dims)?;
    let len = dims.iter().product();
    m.burn(len as u64)?;
    let mut values = Vec::with_capacity(len);
    for _ in 0..len {
        values.push(next(m)?);
    }
    let eltype = match values.first() {
        Some(first) => first.type_of(m.types()),
        None => ty::float64(),
    };
    let storage = Storage::from_values(eltype, values.into_iter());
    Ok(Value::Array(Array::new(
        m.types(),
        eltype,
        Dims::from(dims),
        storage,
    )))
}

fn seed(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match without_generator(args) {
        [seed] if seed.as_i64().is_some() => {
            *m.random() = Generator::new(seed.as_i64().unwrap_or(0) as u64);
            Ok(Value::Nothing)
        }
        _ => Err(method_error(m, "seed!", args)),
    }
}

fn permutation(m: &mut dyn Machine, len: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..len).collect();
    for last in (1..len).rev() {
        let at = m.random().below(last + 1);
        order.swap(last, at);
    }
    order
}

fn shuffle(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match without_generator(args) {
        [items] if sequence::is_array(items) => {
            let array = sequence::dense(m, items)?;
            let order = permutation(m, array.len());
            let storage = array.storage().gather(order.into_iter());
            Ok(Value::Array(Array::new(
                m.types(),
                array.eltype(),
                array.dims(),
                storage,
            )))
        }
        _ => Err(method_error(m, "shuffle", args)),
    }
}

fn randperm(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match without_generator(args) {
        [n] if n.as_i64().is_some_and(|n| n >= 0) => {
            let n = n.as_i64().unwrap_or(0) as usize;
            if n > sequence::MAX_ELEMENTS {
                return Err(exception::raise(m, "OutOfMemoryError", []));
            }
            let order = permutation(m, n);
            let values = order.into_iter().map(|at| Value::from(at + 1)).collect();
            Ok(Array::vector(m.types(), ty::int64(), values))
        }
        _ => Err(method_error(m, "randperm", args)),
    }
}
