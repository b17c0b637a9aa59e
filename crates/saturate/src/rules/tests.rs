//! Every form of rule, and every error at definition with its position.

use super::*;
use crate::diag::Source;
use crate::effects::Effects;
use crate::egraph::testing::Toy;
use crate::host::untyped::Untyped;
use crate::host::Host;

fn errors(text: &str) -> Vec<String> {
    let mut host = Toy::default();
    match read(Source::new("r.jl", text), &mut host) {
        Ok(rules) => panic!("no error: {rules}"),
        Err(errors) => errors.iter().map(|error| error.to_string()).collect(),
    }
}

fn set(text: &str) -> RuleSet {
    let mut host = Toy::default();
    read(Source::new("r.jl", text), &mut host).unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// Both sides of the first rule as text, lowered on a host that knows every name.
fn sides(text: &str) -> (String, String) {
    let mut host = Untyped::new();
    let rules =
        read(Source::new("r.jl", text), &mut host).unwrap_or_else(|errors| panic!("{errors:?}"));
    let rule = rules.rule(RuleId::from_u32(0));
    let Rhs::Term(rhs) = &rule.rhs else {
        panic!("a dynamic rule");
    };
    (show(&rule.lhs, rule, &mut host), show(rhs, rule, &mut host))
}

fn show(term: &Term, rule: &Rule, host: &mut dyn Host) -> String {
    let mut texts: Vec<String> = Vec::new();
    for (_, node) in term.iter() {
        let list = |args: &std::ops::Range<u32>| {
            let args = term.args(args).iter();
            let args: Vec<&str> = args.map(|arg| &texts[arg.as_u32() as usize][..]).collect();
            args.join(", ")
        };
        let text = match node {
            TermNode::Var(var) => format!("~{}", rule.vars[*var].name),
            TermNode::Splat(var) => format!("~{}...", rule.vars[*var].name),
            TermNode::Const(constant) => host.show_constant(*constant),
            TermNode::Call(callee, args) => {
                format!("{}({})", texts[callee.as_u32() as usize], list(args))
            }
            TermNode::New(ty, args) => {
                format!("new {}({})", texts[ty.as_u32() as usize], list(args))
            }
        };
        texts.push(text);
    }
    texts.pop().unwrap_or_default()
}

fn left(text: &str) -> String {
    sides(&format!("{text} --> 0")).0
}

#[test]
fn sides_are_lowered_as_source_is() {
    assert_eq!(
        left("sin(~x)^2"),
        "literal_pow(^, sin(~x), apply_type(Val, 2)())"
    );
    assert_eq!(left("(~A)'"), "adjoint(~A)");
    assert_eq!(left("sin.(~x)"), "materialize(broadcasted(sin, ~x))");
    assert_eq!(
        left("~a .+ sin.(~x)"),
        "materialize(broadcasted(+, ~a, broadcasted(sin, ~x)))"
    );
    assert_eq!(
        left("(~C .= ~a)"),
        "materialize!(~C, broadcasted(identity, ~a))"
    );
    assert_eq!(left("f(~p.x)"), "f(getproperty(~p, :x))");
    assert_eq!(left("f((~a)[1])"), "f(getindex(~a, 1))");
    assert_eq!(left("[~a, ~b]"), "vect(~a, ~b)");
    assert_eq!(left("[~a ~b]"), "hcat(~a, ~b)");
    assert_eq!(left("[~a ~b; ~c ~d]"), "hvcat(tuple(2, 2), ~a, ~b, ~c, ~d)");
    assert_eq!(left("~a:~b"), ":(~a, ~b)");
    assert_eq!(left("\"a$(~x)\""), "string(\"a\", ~x)");
    assert_eq!(left("(~a, ~b)"), "tuple(~a, ~b)");
    assert_eq!(left("LinearAlgebra.det(~A)"), "LinearAlgebra.det(~A)");
}

#[test]
fn a_tilde_belongs_to_the_name_behind_it() {
    assert_eq!(left("~x^2"), left("(~x)^2"));
    assert_eq!(left("~A'"), "adjoint(~A)");
    assert_eq!(left("~x[1]"), "getindex(~x, 1)");
    assert_eq!(left("~a.b"), "getproperty(~a, :b)");
    assert_eq!(left("~f.(~x)"), "materialize(broadcasted(~f, ~x))");
    assert_eq!(left("~f(~x)"), "~f(~x)");
    assert_eq!(left("~x::Any + ~y"), "+(~x, ~y)");
}

#[test]
fn functions_and_segments_are_variables_too() {
    assert_eq!(left("broadcasted(~f, ~xs...)"), "broadcasted(~f, ~xs...)");
    assert_eq!(left("f(~x, ~xs..., ~y)"), "f(~x, ~xs..., ~y)");
    assert_eq!(left("(~f)(~x)"), "~f(~x)");
    // A variable and a function may have one name.
    assert_eq!(left("f(~f)"), "f(~f)");
}

#[test]
fn one_line_is_one_rule_or_two() {
    let rules = set("@rules both begin\n    f(~x) == g(~x)\n    g(~x) --> ~x\nend");
    let names: Vec<&str> = rules.iter().map(|(_, rule)| rule.name.as_str()).collect();
    assert_eq!(names, ["both.1", "both.1'", "both.2"]);
    assert_eq!(rules.rule(RuleId::from_u32(2)).text(), "g(~x) --> ~x");
}

#[test]
fn types_and_constants_constrain_variables() {
    let mut host = Toy::default();
    let int = host.ty("Int");
    let text = "f(~x::Int) --> ~x\ng(~x::Comptime{Int}) => ~x\nh(~x::Comptime, ~y) => ~x";
    let rules = read(Source::new("r.jl", text), &mut host).unwrap();
    let constraint = |rule| {
        let vars = &rules.rule(RuleId::from_u32(rule)).vars;
        vars[Var::from_u32(0)].constraint
    };
    assert_eq!(constraint(0), Some(Constraint::Type(int)));
    assert_eq!(constraint(1), Some(Constraint::Comptime(int)));
    assert_eq!(constraint(2), Some(Constraint::Comptime(host.any())));
}

#[test]
fn relaxed_rules_and_guards() {
    let text = "@relaxed f(~x) --> ~x\nif known(~x)\n    if one_use(~x)\n        g(~x) --> ~x\n    end\n    f(~x) --> 1\nend";
    let rules = set(text);
    let relaxed: Vec<bool> = rules.iter().map(|(_, rule)| rule.relaxed).collect();
    assert_eq!(relaxed, [true, false, false]);
    let guards: Vec<usize> = rules.iter().map(|(_, rule)| rule.guards.len()).collect();
    assert_eq!(guards, [0, 2, 1]);
}

#[test]
fn declarations() {
    let mut host = Toy::default();
    let text = "@arg(f, 2) => 7\n@cost f 10\n@cost h(::Matrix, ::Int) 1.5\n@effects f reads alloc\n@effects g(::Matrix) pure";
    let rules = read(Source::new("r.jl", text), &mut host).unwrap();
    let arg = rules.args().next().unwrap();
    assert_eq!((arg.index, arg.value), (2, host.constant("7")));
    let costs: Vec<f64> = rules.costs().map(|cost| cost.cost.nominal()).collect();
    assert_eq!(costs, [10.0, 1.5]);
    let second = rules.costs().nth(1).unwrap();
    let types = Some(vec![host.ty("Matrix"), host.ty("Int")]);
    assert_eq!(second.calls.args, types);
    let effects: Vec<Effects> = rules.effects().map(|rule| rule.effects).collect();
    assert_eq!(
        effects,
        [
            Effects::READS | Effects::ALLOCATES | Effects::GLOBAL,
            Effects::PURE
        ]
    );
}

#[test]
fn sets_compose_and_print_as_written() {
    let a = "@rules a begin\n    # as written\n    f(~x)  -->  ~x\nend";
    let b = "@rules b begin g(~x) --> ~x end";
    let mut host = Toy::default();
    let mut read = |text: &str| read(Source::new("r.jl", text), &mut host).unwrap();
    let (a_set, b_set) = (read(a), read(b));
    let union = a_set.union(&b_set).union(&a_set);
    assert_eq!(union.len(), 2);
    assert_eq!(union.name(), "a ∪ b");
    assert_eq!(union.to_string(), format!("{a}\n{b}"));
    assert_eq!(union.rule(RuleId::from_u32(0)).name, "a.1");
    // A file that is named twice is read twice; its rules are still there once. The same rule of another file is another.
    let union = a_set.union(&read(a));
    assert_eq!((union.len(), union.to_string()), (1, a.to_owned()));
    assert_eq!(a_set.union(&read(&format!("\n{a}"))).len(), 2);
}

#[test]
fn definition_errors_have_a_position() {
    for (text, expected) in [
        ("nofun(~x) --> ~x", "r.jl:1:1: unknown name `nofun`"),
        ("f(~x::Nope) --> ~x", "r.jl:1:7: unknown type `Nope`"),
        ("f(~x) --> g(~y)", "r.jl:1:14: unbound variable `~y` on the right side"),
        (
            "~x --> f(~x)",
            "r.jl:1:1: the left side is a bare variable: it would match everything",
        ),
        (
            "f(~x) == ~x",
            "r.jl:1:10: the left side is a bare variable: it would match everything",
        ),
        ("1 --> 2", "r.jl:1:1: the left side is a constant: there is nothing to match"),
        (
            "f(~x) => ~x",
            "r.jl:1:1: a dynamic rule needs a compile-time constant on its left side (write `~x::Comptime{T}`)",
        ),
        (
            "h(~x::Comptime, ~y) => ~y",
            "r.jl:1:25: `~y` has no value when the rule is applied (write `~y::Comptime{T}` on the left side)",
        ),
        ("f(~x::Comptime) => nonsense(~x)", "r.jl:1:20: `nonsense` is not defined"),
        (
            "@effects f reeds",
            "r.jl:1:12: unknown effect `reeds` (known are pure, inconsistent, throws, diverges, reads, alloc, writes, other, aliases, identity, global, leaks, unknown)",
        ),
        (
            "@cost f cheap",
            "r.jl:1:9: `cheap` is no argument of the call (the arguments have no names: write `f(A::T, …)`)",
        ),
        ("@cost f -1", "r.jl:1:9: a cost is a number from 0 to 1e12"),
        ("@cost f 1e308", "r.jl:1:9: a cost is a number from 0 to 1e12"),
        ("@cost f 1e999", "r.jl:1:9: overflow in numeric constant `1e999`"),
        (
            "if ~y isa Int\n    f(~x) --> ~x\nend",
            "r.jl:1:5: `~y` of the guard is not on the left side of the rule",
        ),
        ("if nonsense(~x)\n    f(~x) --> ~x\nend", "r.jl:1:4: unknown name `nonsense`"),
        ("if 1 < 2\n    f(~x) --> ~x\nend", "r.jl:1:4: the guard is about no variable of the rule"),
        (
            "f(~x) --> known(~x) ? ~x : 1",
            "r.jl:1:1: `?` takes the arrow into its condition (put the right side into parentheses)",
        ),
        (
            "f(~x) --> (~x && ~x)",
            "r.jl:1:12: control flow is no part of a rule: `&&`, `||`, `? :` and chained comparisons",
        ),
        ("f(~(g(1))) --> 1", "r.jl:1:3: `~` must stand directly before a name"),
        ("f(2 ~x) --> 1", "r.jl:1:3: `a ~ b` is no product: write `a * ~b`"),
        (
            "f(~x) + 1",
            "r.jl:1:1: not a rule: expected `-->` (or `→`), `==`, `=>` (or `⇒`), `if`, `@relaxed`, `@arg`, `@cost`, `@shape`, `@effects`, `@opaque`, `@transparent` or `@generic`",
        ),
        (
            "h(~x, ~y) == f(~x)",
            "r.jl:1:8: `~y` is only on the left side: `==` goes both ways, write `-->`",
        ),
        ("many(~xs...) --> f(~xs)", "r.jl:1:21: `~xs` is followed by `...` on one side only"),
        ("f(~x::Int) --> g(~x::Float)", "r.jl:1:22: `~x` has two different types"),
        ("f(counter) --> 1", "r.jl:1:1: `counter` is a variable of the module: only constants can stand in a rule"),
        ("@arg(f, 0) => 1", "r.jl:1:9: the number of an argument counts from 1"),
        ("if known(~x)\n f(~x) --> 1\nelse\n g(~x) --> 2\nend", "r.jl:1:1: `if` around rules has no `else`"),
    ] {
        assert_eq!(errors(text), [expected], "{text}");
    }
}

#[test]
fn all_errors_come_at_once() {
    assert_eq!(
        errors("nofun(~x) --> 1\nf(~x) --> ~y\ng(~x) --> ~x").len(),
        2
    );
}
