//! Our engine, on terms of symbols and numbers.

use super::{Case, Outcome, Stopwatch, Until};
use saturate::diag::Source;
use saturate::effects::Effects;
use saturate::egraph::language::Tag;
use saturate::egraph::policy::AllowAll;
use saturate::egraph::schedule::Backoff;
use saturate::egraph::{EGraph, ENode, Inference, Limits};
use saturate::host::{Builtin, CallInfo, Global, Host, Known};
use saturate::ir::slots::Literal;
use saturate::ir::{Const, Narrowing, Type};
use saturate::rules;
use saturate::sym::Sym;
use saturate::syntax::ast::{Ast, Node, NodeId};

/// Runs a rule set on a start expression; the time is that of saturation alone.
pub fn run(case: &Case, start: &str, until: Until) -> Outcome {
    let mut host = Terms {
        values: Vec::new(),
        symbols: type_named(case.symbols).expect("a type of the benchmark"),
    };
    let rules = rules::read(Source::new("bench.jl", case.ours), &mut host)
        .unwrap_or_else(|errors| panic!("{errors:?}"));
    let (ast, root) = saturate::syntax::parse_expression(Source::new("start.jl", start))
        .unwrap_or_else(|error| panic!("{error}"));
    let mut egraph = EGraph::new(Inference::new(&mut host));
    // As in egg: a literal is one node, whatever the type of what rules say it is.
    egraph.analysis.literals_apart = false;
    add(&mut egraph, &ast, root);
    let limits = Limits {
        iterations: until.iterations,
        nodes: until.nodes,
        work: u64::MAX,
        time: None,
        reserve: 0.0,
        backoff: if until.backoff {
            Backoff::default()
        } else {
            Backoff::NEVER
        },
        incremental: true,
        explain: false,
        refusals: false,
        progress: None,
    };
    let watch = Stopwatch::start();
    let report = saturate::egraph::saturate(&mut egraph, &rules, &mut AllowAll, &limits);
    let time = watch.stop();
    Outcome {
        time,
        nodes: egraph.total_number_of_nodes(),
        classes: egraph.number_of_classes(),
        size: egraph.total_size(),
        phases: report.times_us.map(|time| time as f64 / 1e6),
    }
}

fn add(egraph: &mut EGraph<'_>, ast: &Ast, id: NodeId) -> egg::Id {
    let literal = match ast.node(id) {
        Node::Float64(value) => Literal::Float64(*value),
        Node::Bool(value) => Literal::Bool(*value),
        Node::Quote(name) => Literal::Symbol(ast.as_symbol(*name).expect("a symbol")),
        Node::Expr(..) => {
            let parts = ast.as_expr(id).expect("a call").1;
            let callee = ast.as_symbol(parts[0]).expect("a name");
            let callee = egraph.analysis.cache().host.global(None, callee);
            let Global::Constant(callee) = callee else {
                panic!("every name is a function");
            };
            let args: Vec<egg::Id> = parts[1..]
                .iter()
                .map(|&arg| add(egraph, ast, arg))
                .collect();
            return egraph.add(ENode::call(callee, Tag::NONE, &args));
        }
        other => panic!("unexpected {other:?}"),
    };
    let constant = egraph.analysis.cache().host.literal(&literal);
    egraph.add(ENode::constant(constant))
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Value {
    Function(Sym),
    Symbol(Sym),
    Float(f64),
    Bool(bool),
}

/// Functions, symbols, numbers: the host of the benchmark, which folds arithmetic.
struct Terms {
    values: Vec<Value>,
    symbols: Type,
}

const TYPES: [&str; 5] = ["Union{}", "Any", "Symbol", "Float64", "Bool"];

fn type_named(name: &str) -> Option<Type> {
    let at = TYPES.iter().position(|&known| known == name)?;
    Some(Type::from_u32(at as u32))
}

impl Terms {
    fn intern(&mut self, value: Value) -> Const {
        let at = self.values.iter().position(|&known| known == value);
        let at = at.unwrap_or_else(|| {
            self.values.push(value);
            self.values.len() - 1
        });
        Const::from_u32(at as u32)
    }

    fn value(&self, constant: Const) -> Value {
        self.values[constant.as_u32() as usize]
    }

    fn fold(&mut self, callee: Const, args: &[Known]) -> Option<Const> {
        let Value::Function(name) = self.value(callee) else {
            return None;
        };
        let value = |at: usize| {
            let constant = args.get(at)?.constant?;
            Some(self.value(constant))
        };
        let float = |at| match value(at)? {
            Value::Float(number) => Some(number),
            _ => None,
        };
        let bool = |at| match value(at)? {
            Value::Bool(value) => Some(value),
            _ => None,
        };
        // As egg's analysis does: `or` of true and an unknown is true.
        let value = match name.as_str() {
            "+" => Value::Float(float(0)? + float(1)?),
            "-" => Value::Float(float(0)? - float(1)?),
            "*" => Value::Float(float(0)? * float(1)?),
            "/" if float(1)? != 0.0 => Value::Float(float(0)? / float(1)?),
            "!=" => Value::Bool(value(0)? != value(1)?),
            "and" => Value::Bool(bool(0)? && bool(1)?),
            "or" => Value::Bool(bool(0)? || bool(1)?),
            "not" => Value::Bool(!bool(0)?),
            "implies" => Value::Bool(!bool(0)? || bool(1)?),
            _ => return None,
        };
        Some(self.intern(value))
    }
}

/// What a function returns, known value or not: of one type, as in Julia code that is fast.
fn result_type(name: Sym) -> Type {
    Type::from_u32(match name.as_str() {
        "!=" | "and" | "or" | "not" | "implies" => 4,
        _ => 3,
    })
}

impl Host for Terms {
    fn any(&mut self) -> Type {
        Type::from_u32(1)
    }

    fn bottom(&mut self) -> Type {
        Type::from_u32(0)
    }

    fn bool(&mut self) -> Type {
        Type::from_u32(4)
    }

    fn subtype(&mut self, a: Type, b: Type) -> bool {
        a == b || a == self.bottom() || b == self.any()
    }

    fn join(&mut self, a: Type, b: Type) -> Type {
        self.typejoin(a, b)
    }

    fn typejoin(&mut self, a: Type, b: Type) -> Type {
        if a == b {
            a
        } else {
            self.any()
        }
    }

    fn union_types(&mut self, ty: Type) -> Vec<Type> {
        vec![ty]
    }

    fn narrow(&mut self, ty: Type, _narrowing: Narrowing) -> Type {
        ty
    }

    fn singleton(&mut self, _ty: Type) -> Option<Const> {
        None
    }

    fn may_be_mutable(&mut self, _ty: Type) -> bool {
        false
    }

    fn type_of(&mut self, constant: Const) -> Type {
        Type::from_u32(match self.value(constant) {
            Value::Symbol(_) => return self.symbols,
            Value::Function(_) => 1,
            Value::Float(_) => 3,
            Value::Bool(_) => 4,
        })
    }

    fn as_type(&mut self, _constant: Const) -> Option<Type> {
        None
    }

    fn as_bool(&mut self, constant: Const) -> Option<bool> {
        match self.value(constant) {
            Value::Bool(value) => Some(value),
            _ => None,
        }
    }

    fn literal(&mut self, literal: &Literal) -> Const {
        self.intern(match literal {
            Literal::Float64(value) => Value::Float(*value),
            Literal::Bool(value) => Value::Bool(*value),
            Literal::Symbol(name) => Value::Symbol(*name),
            other => panic!("no such literal in the benchmark: {other:?}"),
        })
    }

    fn global(&mut self, _module: Option<Sym>, name: Sym) -> Global {
        Global::Constant(self.intern(Value::Function(name)))
    }

    fn builtin(&mut self, _constant: Const) -> Option<Builtin> {
        None
    }

    fn call(&mut self, callee: Known, args: &[Known]) -> Option<CallInfo> {
        let folded = callee.constant.and_then(|callee| self.fold(callee, args));
        let ty = match callee.constant.map(|callee| self.value(callee)) {
            Some(Value::Function(name)) => result_type(name),
            _ => self.any(),
        };
        Some(CallInfo {
            result: Known {
                ty,
                constant: folded,
            },
            effects: Effects::PURE,
        })
    }

    fn new_object(&mut self, _ty: Known, _args: &[Known]) -> CallInfo {
        panic!("no objects in the benchmark")
    }

    fn opaque(&mut self, _head: Sym, _args: &[Known], _payload: Option<Const>) -> CallInfo {
        panic!("no opaque forms in the benchmark")
    }

    fn show_type(&mut self, ty: Type) -> String {
        TYPES[ty.as_u32() as usize].into()
    }

    fn show_constant(&mut self, constant: Const) -> String {
        format!("{:?}", self.value(constant))
    }

    fn parse_type(&mut self, text: &str) -> Result<Type, String> {
        type_named(text).ok_or_else(|| format!("unknown type `{text}`"))
    }

    fn parse_constant(&mut self, text: &str) -> Result<Const, String> {
        Err(format!("no constant `{text}`"))
    }
}
