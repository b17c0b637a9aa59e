//! Passes over SSA, text in and text out: clean-ups, inference, and construction from source.

use saturate::diag::Source;
use saturate::host::Host;
use saturate::ir::parse::parse;
use saturate::ir::print::print;
use saturate::ir::slots::{Operand, SlotCode, StmtKind};
use saturate::ir::ssa::{construct, SsaError};
use saturate::ir::verify::{verify, verify_types};
use saturate::ir::{cleanup, infer, Function, Stmt};
use saturate::sym::Sym;
use saturate::syntax::lower::{lower_file, Item};
use saturate_embedded::Embedded;

/// The body after a pass, without the header and `end`; the result must verify.
fn after(params: &str, body: &str, pass: impl FnOnce(&mut Function, &mut Embedded)) -> String {
    let mut host = Embedded::new();
    let text = format!("function f({params})::Any\n{body}end\n");
    let mut functions = parse(&Source::new("t", text), &mut host).unwrap_or_else(|e| panic!("{e}"));
    pass(&mut functions[0], &mut host);
    verify_types(&functions[0], &mut host).unwrap_or_else(|e| panic!("{e}"));
    let printed = print(&functions[0], &mut host);
    let (_, rest) = printed.split_once('\n').expect("a header");
    rest.trim_end_matches("end\n").to_string()
}

fn cleaned(body: &str, pass: fn(&mut Function)) -> String {
    after("%1 x::Int64, %2 c::Bool", body, |function, _| {
        pass(function)
    })
}

#[test]
fn unused_pis_go_and_used_ones_stay() {
    assert_eq!(
        cleaned(
            "b0:\n    %3 = π(%1, Int64)::Int64\n    %4 = π(%3, Int64)::Int64\n    %5 = π(%1, Int64)::Int64\n    return %5\n",
            cleanup::remove_dead_pis
        ),
        "b0:\n    %3 = π(%1, Int64)::Int64\n    return %3\n"
    );
}

#[test]
fn a_parameter_that_is_always_the_same_value_goes() {
    // Also through a loop that passes it on, and where two parameters feed each other.
    assert_eq!(
        cleaned(
            "b0:\n    goto b1(%1, %1)\nb1(%3::Int64, %4::Int64):\n    goto b1(%4, %3) if %2 else b2\nb2:\n    return %3\n",
            cleanup::remove_trivial_params
        ),
        "b0:\n    goto b1(%1, %1)\nb1(%3::Int64, %4::Int64):\n    goto b1(%4, %3) if %2 else b2\nb2:\n    return %3\n",
        "a cycle of two parameters is kept: one at a time, neither is trivial"
    );
    assert_eq!(
        cleaned(
            "b0:\n    goto b1(%1, 1)\nb1(%3::Int64, %4::Int64):\n    %5 = +(%3, %4)::Int64\n    goto b1(%3, %5) if %2 else b2\nb2:\n    return %3\n",
            cleanup::remove_trivial_params
        ),
        "b0:\n    goto b1(1)\nb1(%3::Int64):\n    %4 = +(%1, %3)::Int64\n    goto b1(%4) if %2 else b2\nb2:\n    return %1\n"
    );
    // The two sides differ: it stays.
    let differs = "b0:\n    goto b1(1) if %2 else b1(2)\nb1(%3::Int64):\n    return %3\n";
    assert_eq!(cleaned(differs, cleanup::remove_trivial_params), differs);
}

#[test]
fn jumps_through_empty_blocks_are_shortened() {
    assert_eq!(
        cleaned(
            "b0:\n    goto b1 if %2 else b2\nb1:\n    goto b3(1)\nb2:\n    goto b4\nb4:\n    goto b3(2)\nb3(%3::Int64):\n    return %3\n",
            cleanup::remove_forwarders
        ),
        "b0:\n    goto b1(1) if %2 else b1(2)\nb1(%3::Int64):\n    return %3\n"
    );
    // A loop that never ends stays a loop.
    let endless = "b0:\n    goto b1\nb1:\n    goto b1\n";
    assert_eq!(cleaned(endless, cleanup::remove_forwarders), endless);
}

#[test]
fn blocks_that_only_a_jump_separates_are_one() {
    assert_eq!(
        cleaned(
            "b0:\n    goto b1(%1)\nb1(%3::Int64):\n    %4 = +(%3, 1)::Int64\n    goto b2(%4)\nb2(%5::Int64):\n    return %5\n",
            cleanup::merge_blocks
        ),
        "b0:\n    %3 = +(%1, 1)::Int64\n    return %3\n"
    );
    let join = "b0:\n    goto b1 if %2 else b1\nb1:\n    return 1\n";
    assert_eq!(cleaned(join, cleanup::merge_blocks), join);
}

#[test]
fn inference_finds_types_constants_and_dead_code() {
    let infer = |function: &mut Function, host: &mut Embedded| {
        infer::infer(function, host);
    };
    // Types flow through a loop and are joined at its head.
    assert_eq!(
        after(
            "%1 n::Int64",
            "b0:\n    goto b1(0)\nb1(%2::Any):\n    %3 = <(%2, %1)::Any\n    goto b2 if %3 else b3\nb2:\n    %4 = +(%2, 1.5)::Any\n    goto b1(%4)\nb3:\n    return %2\n",
            infer
        ),
        "b0:\n    goto b1(0)\nb1(%2::Union{Float64, Int64}):\n    %3 = <(%2, %1)::Bool\n    goto b2 if %3 else b3\nb2:\n    %4 = +(%2, 1.5)::Float64\n    goto b1(%4)\nb3:\n    return %2\n"
    );
    // A condition that is known makes a jump, and what it guards goes.
    assert_eq!(
        after(
            "%1 n::Int64",
            "b0:\n    %2 = <(1, 2)::Any\n    goto b1 if %2 else b2\nb1:\n    return %1\nb2:\n    %3 = sqrt(%1)::Any\n    return %3\n",
            infer
        ),
        "b0:\n    %2 = <(1, 2)::Bool = true\n    return %1\n"
    );
    // Nothing comes behind a call that never returns.
    assert_eq!(
        after(
            "%1 n::Int64",
            "b0:\n    %2 = error(\"no\")::Any\n    %3 = +(%1, 1)::Any\n    return %3\n",
            infer
        ),
        "b0:\n    %2 = error(\"no\")::Union{}\n    unreachable\n"
    );
    // A π that narrows nothing goes; one that does stays.
    assert_eq!(
        after(
            "%1 n::Union{Nothing, Int64}",
            "b0:\n    %2 = isa(%1, Int64)::Any\n    goto b1 if %2 else b2\nb1:\n    %3 = π(%1, Int64)::Any\n    %4 = π(%3, Integer)::Any\n    %5 = +(%3, %4)::Any\n    return %5\nb2:\n    return 0\n",
            infer
        ),
        "b0:\n    %2 = isa(%1, Int64)::Bool\n    goto b1 if %2 else b2\nb1:\n    %3 = π(%1, Int64)::Int64\n    %4 = +(%3, %3)::Int64\n    return %4\nb2:\n    return 0\n"
    );
}

#[test]
fn inference_reports_calls_without_a_method() {
    after(
        "%1 s::String",
        "b0:\n    %2 = +(%1, 1)::Any\n    return %2\n",
        |function, host| {
            let inferred = infer::infer(function, host);
            assert_eq!(inferred.no_method.len(), 1);
        },
    );
}

/// The SSA form of the first method of a text, untyped.
fn ssa(text: &str) -> String {
    let mut parsed = saturate::syntax::parse(Source::new("t.jl", text));
    let lowered = lower_file(&mut parsed.ast, &parsed.toplevel);
    assert!(lowered.diagnostics.is_empty(), "{:?}", lowered.diagnostics);
    let method = lowered.items.iter().find_map(|item| match item {
        Item::Method(method) => Some(method),
        _ => None,
    });
    let code = &method.expect("a method").code;
    let mut host = Embedded::new();
    host.load(Source::new("t.jl", text));
    let any = host.any();
    let mut types = vec![any; code.nargs as usize];
    types[0] = host.parse_type("typeof(+)").unwrap();
    let function = construct(code, &types, &[], &mut host).unwrap();
    verify(&function).unwrap();
    let printed = print(&function, &mut host).replace("::Any", "");
    let (_, rest) = printed.split_once('\n').expect("a header");
    rest.trim_end_matches("end\n").to_string()
}

#[test]
fn a_variable_assigned_once_makes_no_parameter() {
    let text = ssa("function f(c)\n    x = c + 1\n    if c\n        g()\n    end\n    while c\n        g()\n    end\n    x\nend\ng() = 1");
    assert!(!text.contains("b1("), "{text}");
    assert!(text.contains("return %2"), "{text}");
}

#[test]
fn variables_meet_in_parameters_where_they_are_live() {
    assert_eq!(
        ssa("function f(c)\n    if c\n        x = 1\n        dead = 1\n    else\n        x = 2\n        dead = 2\n    end\n    x\nend"),
        "b0:\n    goto b1(1) if %1 else b1(2)\nb1(%2 x):\n    return %2\n"
    );
    // A swap in a loop is a parallel assignment.
    assert_eq!(
        ssa("function f(a, b, c)\n    while c\n        a, b = b, a\n    end\n    (a, b)\nend"),
        "b0:\n    goto b1(%1, %2)\nb1(%4 a, %5 b):\n    goto b1(%5, %4) if %3 else b2\nb2:\n    %6 = tuple(%4, %5)\n    return %6\n"
    );
}

#[test]
fn variables_that_may_be_undefined_or_are_seen_by_a_handler_stay_in_memory() {
    let text = ssa("function f(c)\n    if c\n        x = 1\n    end\n    x\nend");
    assert!(
        text.contains("%memory _2 x") && text.contains("%load _2"),
        "{text}"
    );
    let text = ssa("function f(c)\n    x = 1\n    try\n        x = 2\n        g()\n    catch\n        return x\n    end\n    0\nend\ng() = 1");
    assert!(
        text.contains("%store _2 2") && text.contains("%load _2"),
        "{text}"
    );
    // Assigned before the region only: an ordinary value.
    let text = ssa("function f(c)\n    x = c + 1\n    try\n        g()\n    catch\n        return x\n    end\n    0\nend\ng() = 1");
    assert!(!text.contains("%memory"), "{text}");
}

#[test]
fn tests_narrow_below_them() {
    for (condition, then, otherwise) in [
        ("x isa Int64", Some("π(%1, Int64)"), Some("π(%1, !Int64)")),
        (
            "!(x isa Int64)",
            Some("π(%1, !Int64)"),
            Some("π(%1, Int64)"),
        ),
        (
            "x === nothing",
            Some("π(%1, Nothing)"),
            Some("π(%1, !Nothing)"),
        ),
        ("x === 1", Some("π(%1, Int64)"), None),
        ("x == 1", None, None),
    ] {
        let text = ssa(&format!("f(x) = {condition} ? (1, x) : (2, x)"));
        for (number, expected) in [(1, then), (2, otherwise)] {
            let uses = text
                .lines()
                .find(|line| line.contains(&format!("tuple({number}, ")));
            let value = uses
                .and_then(|line| line.split([',', ')']).nth(1))
                .unwrap()
                .trim();
            let narrowed = text
                .lines()
                .find(|line| line.trim_start().starts_with(&format!("{value} = π")));
            let found = narrowed
                .and_then(|line| line.split_once(" = "))
                .map(|(_, pi)| pi.split("::").next().unwrap_or(pi));
            assert_eq!(found, expected, "{condition}, {number}:\n{text}");
        }
    }
}

#[test]
fn slot_code_that_is_wrong_is_an_error() {
    let span = saturate::diag::Span::default();
    let build = |kinds: Vec<StmtKind>| {
        let mut code = SlotCode::new(Sym::new("f"));
        for kind in kinds {
            code.push(kind, span);
        }
        let mut host = Embedded::new();
        let of = host.parse_type("typeof(+)").unwrap();
        construct(&code, &[of], &[], &mut host).map(|_| ())
    };
    let stmt = Stmt::from_u32;
    let value = || Operand::Literal(saturate::ir::slots::Literal::Int(1));
    assert_eq!(build(vec![]), Err(SsaError::BadJump(stmt(0))));
    assert_eq!(
        build(vec![StmtKind::Value(value())]),
        Err(SsaError::BadJump(stmt(0)))
    );
    assert_eq!(
        build(vec![StmtKind::Goto(stmt(7))]),
        Err(SsaError::BadJump(stmt(0)))
    );
    assert_eq!(
        build(vec![StmtKind::GotoIfNot(value(), stmt(0))]),
        Err(SsaError::BadJump(stmt(0)))
    );
    assert_eq!(
        build(vec![
            StmtKind::Return(Operand::Stmt(stmt(1))),
            StmtKind::Value(value()),
            StmtKind::Return(value())
        ]),
        Err(SsaError::BadUse(stmt(0)))
    );
    assert_eq!(
        build(vec![StmtKind::Leave(1), StmtKind::Return(value())]),
        Err(SsaError::BadRegion(stmt(0)))
    );
    assert_eq!(build(vec![StmtKind::Return(value())]), Ok(()));
}
