//! What the prelude says of its functions, against what they do.
//!
//! Every method of the prelude is called on values that its signature admits, drawn from a pool of special ones: numbers of all kinds
//! at their ends, `NaN`, `-0.0`, empty and thin arrays, wrappers, ranges, strings, tuples, functions, types. The host checks each
//! call (`interp::checked`): the result is of the inferred type, and the call did only what its effects allow.

use dag_extract::random::Random;
use saturate::host::Host;
use saturate::ir::Type;
use saturate_embedded::interp::{Thrown, Value};
use saturate_embedded::{Embedded, Output, Run};
use std::collections::BTreeMap;
use std::fmt;
use std::panic::{catch_unwind, AssertUnwindSafe};

const POOL: &[&str] = &[
    "true",
    "false",
    "0",
    "1",
    "-1",
    "2",
    "3",
    "typemin(Int64)",
    "typemax(Int64)",
    "Int8(-128)",
    "Int8(-1)",
    "Int8(127)",
    "Int16(-3)",
    "Int32(7)",
    "Int128(5)",
    "0x00",
    "0x03",
    "0xff",
    "UInt16(9)",
    "UInt32(4)",
    "typemax(UInt64)",
    "UInt128(2)",
    "0.0",
    "-0.0",
    "1.5",
    "-2.5",
    "NaN",
    "Inf",
    "-Inf",
    "1.0e308",
    "0.0f0",
    "1.5f0",
    "-2.0f0",
    "NaN32",
    "Inf32",
    "nothing",
    "missing",
    "'a'",
    "'é'",
    "\"\"",
    "\"abc\"",
    "\"12\"",
    ":a",
    ":U",
    "()",
    "(1,)",
    "(1, 2.0)",
    "([1, 2], 3)",
    "(a = 1, b = 2.0)",
    "1 => 2",
    "Some(1)",
    "Ref(1)",
    "Ref([1])",
    "Val(2)",
    "Int64[]",
    "[1]",
    "[3, 1, 2]",
    "Float64[]",
    "[1.5, -0.0, NaN]",
    "[1.0, 2.0]",
    "Float32[1.5, 2.0]",
    "Int8[1, -2]",
    "UInt8[1, 2]",
    "[true, false]",
    "Any[1, 2.0]",
    "[[1], [2]]",
    "[missing, 1]",
    "[\"b\", \"a\"]",
    "UInt16[]",
    "Union{Int64, Float64}[]",
    "(Int8(-1), 0x03)",
    "(1.5f0, NaN32)",
    "(true, false)",
    "zeros(0, 3)",
    "[1.0 2.0]",
    "[1 2; 3 4]",
    "[1.0 2.0; 3.0 4.0]",
    "[2.0 1.0; 1.0 3.0]",
    "reshape([1.0, 2.0], 2, 1)",
    "Float32[1.0 2.0; 3.0 5.0]",
    "zeros(2, 2, 2)",
    "trues(2)",
    "[1, 2] .> 1",
    "[1 2; 3 4] .> 2",
    "transpose([1.0 2.0; 3.0 4.0])",
    "[1.0, 2.0]'",
    "[1.0 2.0; 3.0 4.0]'",
    "Symmetric([2.0 1.0; 1.0 3.0])",
    "Diagonal([1.0, 2.0])",
    "UpperTriangular([1.0 2.0; 3.0 4.0])",
    "view([1.0, 2.0, 3.0], 1:2)",
    "view([1.0 2.0; 3.0 4.0], :, 1)",
    "I",
    "eigen(Symmetric([2.0 1.0; 1.0 3.0]))",
    "1:0",
    "1:3",
    "2:2:7",
    "1:10^12",
    "typemin(Int64):typemax(Int64)",
    "3:-1:1",
    "0.0:0.5:2.0",
    "'a':'c'",
    "0x01:0x03",
    "Base.OneTo(3)",
    "1 + 2im",
    "1.0 - 0.5im",
    "π",
    "Dict(1 => 2)",
    "Dict(\"a\" => [1])",
    "Set([1, 2])",
    "keys(Dict(1 => 2))",
    "(x for x in [1, 2])",
    "zip([1, 2], [3, 4])",
    "enumerate([1, 2])",
    "IOBuffer()",
    "CartesianIndex(1, 2)",
    "stdout",
    ":",
    "sin",
    "+",
    "isodd",
    "identity",
    "abs",
    "x -> x + 1",
    "(x, y) -> x * y",
    "x -> [x]",
    "Base.broadcasted(+, [1, 2], 1)",
    "Base.broadcasted(sin, [1.0])",
    "Base.broadcasted(>, [1, 2], 1)",
    "undef",
    "Int64",
    "Float64",
    "Bool",
    "UInt8",
    "Int8",
    "Float32",
    "String",
    "Real",
    "Any",
    "Vector{Int64}",
    "Vector{Float64}",
    "Matrix{Float64}",
    "Array{Float64}",
    "Array{Any}",
    "Array",
    "Ref{Int64}",
    "Complex{Float64}",
    "Dict{Int64, Int64}",
    "Set{Int64}",
    "Tuple{Int64}",
    "ArgumentError(\"x\")",
    "UnitRange{Int64}",
    "NamedTuple{(:a,)}",
];

/// Steps of one call.
const FUEL: u64 = 1_000_000;

/// How many arguments a variadic method takes beyond those it names.
const MORE: usize = 2;

struct Pool {
    values: Vec<(Value, Type)>,
}

impl Pool {
    fn new(host: &mut Embedded) -> Pool {
        let mut values = Vec::new();
        for text in POOL {
            let value = host
                .eval(text)
                .unwrap_or_else(|error| panic!("{text}: {error}"));
            let ty = dispatch_type(host, &value);
            values.push((value, ty));
        }
        Pool { values }
    }

    /// The values that a parameter of this type admits.
    fn under(&self, host: &mut Embedded, declared: Type) -> Vec<Value> {
        let mut found = Vec::new();
        for (value, ty) in &self.values {
            if host.subtype(*ty, declared) {
                found.push(value.clone());
            }
        }
        found
    }
}

fn dispatch_type(host: &mut Embedded, value: &Value) -> Type {
    let constant = host.intern(value);
    host.type_of(constant)
}

/// A copy, so that what one call writes no other one sees.
fn fresh(host: &mut Embedded, value: &Value) -> Value {
    match value {
        Value::Array(_) | Value::Object(_) | Value::Tuple(_) => {
            let copied = host.call_value(&Value::function("deepcopy"), std::slice::from_ref(value));
            copied.unwrap_or_else(|_| value.clone())
        }
        _ => value.clone(),
    }
}

/// What came of it.
#[derive(Default)]
pub struct Findings {
    /// Methods that were called.
    pub methods: usize,
    /// Calls.
    pub calls: usize,
    /// Calls that returned a value.
    pub returned: usize,
    /// Claims that do not hold, each once for a method.
    pub failures: Vec<String>,
}

impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for failure in &self.failures {
            writeln!(f, "{failure}")?;
        }
        write!(
            f,
            "{} methods of the prelude, {} calls, {} of them returned, {} claims do not hold",
            self.methods,
            self.calls,
            self.returned,
            self.failures.len()
        )
    }
}

/// Calls every method of the prelude `calls` times.
pub fn check_prelude(seed: u64, calls: usize) -> Findings {
    let mut host = Embedded::new();
    let pool = Pool::new(&mut host);
    let mut random = Random::new(seed);
    let mut findings = Findings::default();
    let mut failures: BTreeMap<String, String> = BTreeMap::new();
    for id in host.prelude_methods() {
        let (name, is_va) = (host.method(id).name, host.method(id).is_va);
        let declared = host.declared_types(id);
        let named = Value::Function(name);
        let named_type = dispatch_type(&mut host, &named);
        let callees = if host.subtype(named_type, declared[0]) {
            vec![named]
        } else {
            pool.under(&mut host, declared[0])
        };
        let params: Vec<Vec<Value>> = declared[1..]
            .iter()
            .map(|&of| pool.under(&mut host, of))
            .collect();
        let before = findings.calls;
        for _ in 0..calls {
            let mut chosen: Vec<&Vec<Value>> = params.iter().collect();
            if let (true, Some(rest)) = (is_va, params.last()) {
                chosen.pop();
                let more = random.below(MORE + 1);
                chosen.extend(std::iter::repeat_n(rest, more));
            }
            let picked: Option<Vec<Value>> = chosen
                .iter()
                .map(|values| random.pick(values).cloned())
                .collect();
            let (Some(picked), Some(callee)) = (picked, random.pick(&callees).cloned()) else {
                break;
            };
            findings.calls += 1;
            for message in call(&mut host, &callee, &picked, &mut findings.returned) {
                let table = host.type_table();
                let shown: Vec<String> = declared.iter().map(|&of| table.show(of)).collect();
                let kind = message.split(" is claimed ").last().unwrap_or("");
                let key = format!("{name} ({}): {kind}", shown.join(", "));
                failures.entry(key).or_insert(message);
            }
        }
        findings.methods += usize::from(findings.calls > before);
    }
    findings.failures = failures.into_values().collect();
    findings
}

/// Makes one call on copies of its arguments; the claims that do not hold.
fn call(host: &mut Embedded, callee: &Value, args: &[Value], returned: &mut usize) -> Vec<String> {
    host.set_checked(false);
    host.run = Run::new(Output::Captured(String::new()), FUEL);
    let args: Vec<Value> = args.iter().map(|value| fresh(host, value)).collect();
    let callee = fresh(host, callee);
    host.set_checked(true);
    host.run = Run::new(Output::Captured(String::new()), FUEL);
    let outcome = catch_unwind(AssertUnwindSafe(|| host.call_value(&callee, &args)));
    let mut messages = host.take_failed_claims();
    let outcome = outcome.unwrap_or_else(|_| {
        // The calls that the panic left behind have not ended.
        drop(saturate_embedded::interp::checked::watch::suspend());
        let types: Vec<String> = args.iter().map(|arg| host.show(arg)).collect();
        let callee = host.show(&callee);
        Err(Thrown::Claim(format!(
            "{callee}({}) panics",
            types.join(", ")
        )))
    });
    match outcome {
        Err(Thrown::Claim(message)) => messages.push(message),
        Ok(_) => *returned += 1,
        Err(_) => {}
    }
    messages
}
