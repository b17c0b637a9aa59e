//! Broadcasting: lazy trees, evaluated when materialised.
//!
//! ```text
//! σ.(W * x .+ b)    =    materialize(broadcasted(σ, broadcasted(+, W * x, b)))
//! ```
//!
//! `broadcasted` only records the call. `materialize` finds the common shape (a dimension of length one stretches),
//! flattens the tree into a list of steps and runs it once per element, so nothing in between is allocated. A result
//! without dimensions is the value itself; arguments that are all tuples or scalars give a tuple; `Bool` results are
//! a `BitArray`.

use super::super::array::{self, Array, Dims, Storage};
use super::super::exception::{argument_error, dimension_mismatch, method_error};
use super::super::kind::Kind;
use super::super::machine::{Machine, Native, Outcome, Thrown};
use super::super::number::Num;
use super::super::sequence;
use super::super::typing::{self, Param};
use super::super::value::{Object, Value};
use super::{build, index, range};
use crate::ir::Type;
use crate::types::ty;
use std::rc::Rc;

/// Natives of this file.
pub const NATIVES: &[(&str, Native)] = &[
    ("broadcasted", broadcasted),
    ("broadcastable", broadcastable),
    ("materialize", materialize),
    ("materialize!", materialize_into),
    ("instantiate", |m, args| match args {
        [tree] => Ok(tree.clone()),
        _ => Err(method_error(m, "instantiate", args)),
    }),
    ("dotview", |m, args| dotview(m, args)),
];

/// `broadcasted(f, args...)`. Shifting or scaling an integer range gives a range at once, as in Julia.
fn broadcasted(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [f, rest @ ..] = args else {
        return Err(method_error(m, "broadcasted", args));
    };
    if let (Value::Function(name), [a, b]) = (f, rest) {
        let unit = |x: &Value| {
            x.kind() == Kind::UnitRange && matches!(range::element(x, 0), Value::Int64(_))
        };
        match (name.as_str(), a, b) {
            ("+", r, Value::Int64(_)) if unit(r) => return range::shift(m, r, b, false),
            ("+", Value::Int64(_), r) if unit(r) => return range::shift(m, r, a, false),
            ("-", r, Value::Int64(_)) if unit(r) => return range::shift(m, r, b, true),
            _ => {}
        }
    }
    let args = Value::tuple(rest.iter().cloned());
    // A type that is called is known by its parameter, so that the elements' type is.
    let ft = match f {
        Value::Type(of) => m.types().type_of_type(*of),
        f => f.type_of(m.types()),
    };
    let at = args.type_of(m.types());
    let params = [ty::nothing(), ty::nothing(), ft, at].map(Param::Type);
    let of = typing::apply(m.types(), "Broadcasted", &params);
    Ok(Object::create(
        m.types(),
        of,
        [f.clone(), args, Value::Nothing],
    ))
}

fn broadcastable(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [x] => Ok(x.clone()),
        _ => Err(method_error(m, "broadcastable", args)),
    }
}

/// What an argument of a broadcast is.
enum Leaf {
    Scalar(Value),
    Tuple(Vec<Value>),
    Array(Rc<Array>),
}

fn leaf(m: &mut dyn Machine, value: &Value) -> Result<Leaf, Thrown> {
    Ok(match value {
        Value::Tuple(items) => Leaf::Tuple(items.to_vec()),
        _ if sequence::is_array(value) => Leaf::Array(sequence::dense(m, value)?),
        Value::Object(object) => match object.kind {
            Kind::RefValue | Kind::Some => Leaf::Scalar(object.field(0).unwrap_or(Value::Nothing)),
            Kind::Val
            | Kind::Complex
            | Kind::Irrational
            | Kind::CartesianIndex
            | Kind::Pair
            | Kind::UniformScaling => Leaf::Scalar(value.clone()),
            Kind::Dict | Kind::NamedTuple => {
                return Err(argument_error(
                    m,
                    "broadcasting over dictionaries and `NamedTuple`s is reserved",
                ))
            }
            Kind::Plain => {
                let of = object.ty;
                let scalar = [ty::function(), ty::number(), ty::exception()]
                    .iter()
                    .any(|&above| m.types().subtype(of, above));
                if scalar {
                    Leaf::Scalar(value.clone())
                } else if m.has_own_method(
                    crate::sym::Sym::new("broadcastable"),
                    std::slice::from_ref(value),
                ) {
                    let other = m.call_named("broadcastable", std::slice::from_ref(value))?;
                    return leaf(m, &other);
                } else {
                    // As in Julia: what is not an array is collected, and what cannot be is a `MethodError`.
                    let collected = m.call_named("collect", std::slice::from_ref(value))?;
                    return leaf(m, &collected);
                }
            }
            _ => {
                let collected = m.call_named("collect", std::slice::from_ref(value))?;
                return leaf(m, &collected);
            }
        },
        _ => Leaf::Scalar(value.clone()),
    })
}

/// One step of a flattened tree.
enum Step {
    /// Pushes a constant.
    Scalar(Value),
    /// Pushes an element, found by strides over the result's dimensions; 0 where the dimension is stretched.
    Load { list: Rc<Array>, strides: Dims },
    /// Replaces the last `count` values by a call's result.
    Call { f: Value, count: usize },
}

fn is_identity(f: &Value) -> bool {
    matches!(f, Value::Function(name) if name.as_str() == "identity")
}

struct Plan {
    steps: Vec<Step>,
    shape: Dims,
    /// Whether some argument is an array, and whether some is a tuple.
    arrays: bool,
    tuples: bool,
}

fn join_shapes(m: &mut dyn Machine, a: &[usize], b: &[usize]) -> Result<Dims, Thrown> {
    let rank = a.len().max(b.len());
    let mut joined = Dims::with_capacity(rank);
    for k in 0..rank {
        let (x, y) = (
            a.get(k).copied().unwrap_or(1),
            b.get(k).copied().unwrap_or(1),
        );
        joined.push(match (x, y) {
            _ if x == y => x,
            (1, _) => y,
            (_, 1) => x,
            _ => {
                let message = format!("arrays could not be broadcast to a common size; got a dimension with lengths {x} and {y}");
                return Err(dimension_mismatch(m, message));
            }
        });
    }
    Ok(joined)
}

fn plan(m: &mut dyn Machine, tree: &Value) -> Result<Plan, Thrown> {
    let mut plan = Plan {
        steps: Vec::new(),
        shape: Dims::new(),
        arrays: false,
        tuples: false,
    };
    // Depth-first with an explicit stack: a call is emitted after its arguments.
    enum Todo {
        Visit(Value),
        Emit(Value, usize),
    }
    let mut todo = vec![Todo::Visit(tree.clone())];
    while let Some(next) = todo.pop() {
        match next {
            Todo::Emit(f, count) => plan.steps.push(Step::Call { f, count }),
            Todo::Visit(value) => {
                if let Some(object) = value.as_kind(Kind::Broadcasted) {
                    let (f, args) = (
                        object.field(0).unwrap_or(Value::Nothing),
                        object.field(1).unwrap_or(Value::Nothing),
                    );
                    let args = args.as_tuple().unwrap_or(&[]);
                    todo.push(Todo::Emit(f, args.len()));
                    todo.extend(args.iter().rev().map(|arg| Todo::Visit(arg.clone())));
                    continue;
                }
                match leaf(m, &value)? {
                    Leaf::Scalar(value) => {
                        plan.steps.push(Step::Scalar(value));
                    }
                    Leaf::Tuple(items) => {
                        plan.tuples = true;
                        plan.shape = join_shapes(m, &plan.shape, &[items.len()])?;
                        let len = items.len();
                        let Value::Array(list) =
                            sequence::array_of(m, smallvec::smallvec![len], items)
                        else {
                            continue;
                        };
                        plan.steps.push(Step::Load {
                            list,
                            strides: Dims::new(),
                        });
                    }
                    Leaf::Array(list) => {
                        plan.arrays = true;
                        plan.shape = join_shapes(m, &plan.shape, &list.dims())?;
                        plan.steps.push(Step::Load {
                            list,
                            strides: Dims::new(),
                        });
                    }
                }
            }
        }
    }
    plan.set_strides();
    Ok(plan)
}

impl Plan {
    /// The one value that `dest .= value` stores everywhere: Julia converts it once and fills.
    fn same_for_all(&self) -> Option<Value> {
        match self.steps.as_slice() {
            [Step::Scalar(value), Step::Call { f, count: 1 }] if is_identity(f) => {
                Some(value.clone())
            }
            [Step::Load { list, .. }, Step::Call { f, count: 1 }]
                if list.ndims() == 0 && is_identity(f) =>
            {
                list.get(0)
            }
            _ => None,
        }
    }

    /// Strides of every load over the dimensions of the result.
    fn set_strides(&mut self) {
        for step in &mut self.steps {
            if let Step::Load { list, strides } = step {
                let dims = list.dims();
                let mut stride = 1;
                *strides = (0..self.shape.len())
                    .map(|k| {
                        let len = dims.get(k).copied().unwrap_or(1);
                        let own = if len == 1 { 0 } else { stride };
                        stride *= len;
                        own
                    })
                    .collect();
            }
        }
    }
}

/// The shape of a lazy broadcast.
pub fn shape(m: &mut dyn Machine, tree: &Value) -> Result<Dims, Thrown> {
    Ok(plan(m, tree)?.shape)
}

fn offset(at: usize, shape: &[usize], strides: &[usize]) -> usize {
    let (mut rest, mut offset) = (at, 0);
    for (&len, &stride) in shape.iter().zip(strides) {
        offset += rest % len * stride;
        rest /= len;
    }
    offset
}

/// Runs the plan over floats, where it consists of `+ - * /` on `Float64` alone.
fn run_floats(plan: &Plan, len: usize) -> Option<Vec<f64>> {
    enum Op<'a> {
        Scalar(f64),
        Load(std::cell::Ref<'a, Storage>, &'a [usize]),
        Neg,
        Binary(u8),
    }
    let mut ops = Vec::with_capacity(plan.steps.len());
    for step in &plan.steps {
        ops.push(match step {
            Step::Scalar(Value::Float64(x)) => Op::Scalar(*x),
            Step::Load { list, strides } if list.eltype() == ty::float64() => {
                Op::Load(list.storage(), strides)
            }
            Step::Call {
                f: Value::Function(name),
                count,
            } => match (name.as_str(), count) {
                ("-", 1) => Op::Neg,
                ("+" | "-" | "*" | "/", 2) => Op::Binary(name.as_str().as_bytes()[0]),
                _ => return None,
            },
            _ => return None,
        });
    }
    let mut stack: Vec<f64> = Vec::with_capacity(ops.len());
    let mut results = Vec::with_capacity(len);
    for at in 0..len {
        for op in &ops {
            match op {
                Op::Scalar(x) => stack.push(*x),
                Op::Load(storage, strides) => match &**storage {
                    Storage::F64(data) => stack.push(data[offset(at, &plan.shape, strides)]),
                    _ => return None,
                },
                Op::Neg => {
                    let x = stack.pop()?;
                    stack.push(-x);
                }
                Op::Binary(op) => {
                    let (b, a) = (stack.pop()?, stack.pop()?);
                    stack.push(match op {
                        b'+' => a + b,
                        b'-' => a - b,
                        b'*' => a * b,
                        _ => a / b,
                    });
                }
            }
        }
        results.push(stack.pop()?);
    }
    Some(results)
}

fn run(m: &mut dyn Machine, plan: &Plan, at: usize) -> Outcome {
    m.burn(plan.steps.len() as u64)?;
    let mut stack: Vec<Value> = Vec::with_capacity(plan.steps.len());
    for step in &plan.steps {
        match step {
            Step::Scalar(value) => stack.push(value.clone()),
            Step::Load { list, strides } => {
                let position = offset(at, &plan.shape, strides);
                // A function that was called for an element before may have shortened the array.
                if position >= list.len() {
                    let array = Value::Array(list.clone());
                    let index = [Value::from(position + 1)];
                    return Err(super::super::exception::bounds_error(m, &array, &index));
                }
                match list.get(position) {
                    Some(value) => stack.push(value),
                    None => return Err(super::super::exception::undef_ref_error(m)),
                }
            }
            Step::Call { f, count } => {
                let from = stack.len() - count;
                let result = m.call(f, &stack[from..])?;
                stack.truncate(from);
                stack.push(result);
            }
        }
    }
    Ok(stack.pop().unwrap_or(Value::Nothing))
}

fn run_all(m: &mut dyn Machine, plan: &Plan) -> Result<Vec<Value>, Thrown> {
    let len = sequence::check_size(m, &plan.shape)?;
    let mut results = Vec::with_capacity(len);
    for at in 0..len {
        results.push(run(m, plan, at)?);
    }
    Ok(results)
}

/// The inferred element type, for a result without elements.
fn result_type(m: &mut dyn Machine, plan: &Plan) -> Type {
    let mut stack: Vec<Type> = Vec::with_capacity(plan.steps.len());
    for step in &plan.steps {
        match step {
            Step::Scalar(value) => stack.push(value.type_of(m.types())),
            Step::Load { list, .. } => stack.push(list.eltype()),
            Step::Call { f, count } => {
                let from = stack.len() - count;
                let result = m.result_type(f, &stack[from..]);
                stack.truncate(from);
                stack.push(result);
            }
        }
    }
    stack.pop().unwrap_or(ty::any())
}

fn materialize(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [tree] = args else {
        return Err(method_error(m, "materialize", args));
    };
    if tree.kind() != Kind::Broadcasted {
        return Ok(tree.clone());
    }
    let plan = plan(m, tree)?;
    if !plan.arrays && !plan.tuples {
        return run(m, &plan, 0);
    }
    if plan.arrays {
        let len = sequence::check_size(m, &plan.shape)?;
        m.burn((len * plan.steps.len()) as u64 / 8)?;
        if let Some(data) = run_floats(&plan, len) {
            return Ok(Array::of_f64(m.types(), plan.shape, data));
        }
    }
    let results = run_all(m, &plan)?;
    if !plan.arrays {
        return Ok(Value::tuple(results));
    }
    if results.is_empty() {
        let eltype = result_type(m, &plan);
        if eltype == ty::bool() {
            return Ok(build::make_bits(m, plan.shape, Vec::new()));
        }
        return Ok(Value::Array(array::zeroed(m.types(), eltype, plan.shape)));
    }
    let bools: Option<Vec<bool>> = results
        .iter()
        .map(|result| match result {
            Value::Bool(x) => Some(*x),
            _ => None,
        })
        .collect();
    match bools {
        Some(bools) => Ok(build::make_bits(m, plan.shape, bools)),
        None => Ok(sequence::array_of(m, plan.shape, results)),
    }
}

/// `materialize!(dest, tree)`: all results are computed before the first is stored, so the destination may be read.
fn materialize_into(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    let [dest, tree] = args else {
        return Err(method_error(m, "materialize!", args));
    };
    if dest.kind() == Kind::RefValue {
        let value = materialize(m, std::slice::from_ref(tree))?;
        return m.call_named("setindex!", &[dest.clone(), value]);
    }
    if !sequence::is_array(dest) {
        return Err(method_error(m, "materialize!", args));
    }
    let tree = match tree.kind() {
        Kind::Broadcasted => tree.clone(),
        _ => broadcasted(m, &[Value::function("identity"), tree.clone()])?,
    };
    let mut plan = plan(m, &tree)?;
    let target = sequence::dims(m, dest)?;
    let fits = (0..plan.shape.len().max(target.len())).all(|k| {
        let (own, room) = (
            plan.shape.get(k).copied().unwrap_or(1),
            target.get(k).copied().unwrap_or(1),
        );
        own == room || own == 1
    });
    if !fits {
        return Err(dimension_mismatch(
            m,
            "array could not be broadcast to match destination",
        ));
    }
    let len: usize = target.iter().product();
    plan.shape = target;
    plan.set_strides();
    if let Value::Array(array) = dest {
        m.burn((len * plan.steps.len()) as u64 / 8)?;
        if array.eltype() == ty::float64() {
            if let Some(data) = run_floats(&plan, len) {
                *array.storage_mut() = Storage::F64(data);
                return Ok(dest.clone());
            }
        }
    }
    if let Some(value) = plan.same_for_all() {
        return m.call_named("fill!", &[dest.clone(), value]);
    }
    let results = run_all(m, &plan)?;
    for (at, value) in results.iter().enumerate() {
        index::set_element(m, dest, at, value)?;
    }
    Ok(dest.clone())
}

/// The destination of `A[i...] .= x`: a view; of `A .= x` without indices, the array.
fn dotview(m: &mut dyn Machine, args: &[Value]) -> Outcome {
    match args {
        [Value::Object(object), ..] if object.kind == Kind::Dict => m.call_named("getindex", args),
        _ if args.len() > 1 && args[1..].iter().all(|index| Num::of(index).is_some()) => {
            m.call_named("getindex", args)
        }
        _ => m.call_named("view", args),
    }
}
