//! The text form of the IR: everything that is printed reads back as the same text and verifies; what is wrong is
//! refused with its position.

use saturate::diag::Source;
use saturate::ir::parse::parse;
use saturate::ir::print::print;
use saturate::ir::verify::verify_types;
use saturate_embedded::Embedded;
use std::path::{Path, PathBuf};

fn julia_files(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).expect("the folder is part of the repository");
    let mut entries: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            julia_files(&entry, files);
        } else if entry.extension().is_some_and(|ending| ending == "jl") {
            files.push(entry);
        }
    }
}

/// Prints, parses and prints again; the functions of all examples and text tests.
#[test]
fn what_is_printed_reads_back() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    julia_files(&root.join("examples"), &mut files);
    julia_files(&root.join("filetests"), &mut files);
    let mut functions = 0;
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let mut host = Embedded::new();
        host.load(Source::new(file.display().to_string(), text));
        for special in host.typed_as_declared(None).into_iter().flatten() {
            let first = print(&special.function, &mut host);
            let shown = file.display();
            verify_types(&special.function, &mut host)
                .unwrap_or_else(|error| panic!("{shown}: {error}\n{first}"));
            let read = parse(&Source::new("text", first.clone()), &mut host)
                .unwrap_or_else(|error| panic!("{shown}: {error}\n{first}"));
            assert_eq!(read.len(), 1, "{shown}");
            verify_types(&read[0], &mut host)
                .unwrap_or_else(|error| panic!("{shown}: read back: {error}\n{first}"));
            assert_eq!(print(&read[0], &mut host), first, "{shown}");
            functions += 1;
        }
    }
    assert!(functions > 100, "only {functions} functions were seen");
}

/// Every kind of statement and terminator, as text that must come back unchanged.
#[test]
fn every_form_reads_back() {
    let text = r#"function all(%1 x::Union{Nothing, Int64}, %2 rest...::Tuple)::Any
    %memory _3 m::Any
b0:
    %3 = +(1, 2)::Int64 = 3
    %4 = %new Some{Int64}(%3)::Some{Int64}
    %5 = %opaque the_exception()::Any
    %6 = %opaque foreigncall(%3) with :payload::Any
    %7 = %global x::Any
    %8 = %global Base.var"my name"::Any
    %9 = %store _3 "a, (b"::String
    %10 = %load _3::Any
    %11 = %isdefined _3::Bool
    %12 = %inbounds getindex(%2, 1)::Any
    %13 = ===(%1, nothing)::Bool
    goto b1 if %13 else b2
b1:
    %14 = π(%1, Nothing)::Nothing
    goto b3('(', 1.5)
b2:
    %15 = π(%1, !Nothing)::Int64
    try b4 catch b5
b3(%16 y::Char, %17::Float64):
    return %16
b4:
    %18 = %leave 1::Nothing
    unreachable
b5:
    %19 = %leave 1::Nothing
    %20 = %pop_exception nothing::Nothing
    return :sym
end
"#;
    let mut host = Embedded::new();
    let functions = parse(&Source::new("text", text), &mut host).unwrap();
    verify_types(&functions[0], &mut host).unwrap();
    assert_eq!(print(&functions[0], &mut host), text);
}

/// Several functions, comments and any numbering: printing gives the canonical one.
#[test]
fn numbers_and_names_are_free() {
    let text = "# a comment\nfunction f(%7 x::Int64)::Int64\nb9:\n  goto b4(%7)\nb4(%2::Int64):\n\n  return %2\nend\n\
                function var\"f g\"()::Int64\nb0:\n    return 1\nend\n";
    let mut host = Embedded::new();
    let functions = parse(&Source::new("text", text), &mut host).unwrap();
    assert_eq!(
        print(&functions[0], &mut host),
        "function f(%1 x::Int64)::Int64\nb0:\n    goto b1(%1)\nb1(%2::Int64):\n    return %2\nend\n"
    );
    assert_eq!(functions[1].name.as_str(), "f g");
}

/// Bodies that must not be accepted, each with the message that says why.
fn assert_refused(cases: &[(&str, &str)]) {
    let mut wrong = String::new();
    for (body, expected) in cases {
        let found = refusal(body);
        if found != *expected {
            wrong.push_str(&format!(
                "{body}\n  found:    {found}\n  expected: {expected}\n"
            ));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

fn refusal(body: &str) -> String {
    let text = if body.starts_with("function") || body.starts_with('!') {
        body.trim_start_matches('!').to_string()
    } else {
        format!("function f(%1 x::Int64, %2 c::Bool)::Int64\n{body}end\n")
    };
    let mut host = Embedded::new();
    let error = match parse(&Source::new("t", text.as_str()), &mut host) {
        Err(error) => error,
        Ok(functions) => {
            let refused = functions
                .iter()
                .find_map(|function| Some((verify_types(function, &mut host).err()?, function)));
            match refused {
                Some((error, function)) => error.diagnostic(function),
                None => return "accepted".into(),
            }
        }
    };
    error.to_string()
}

#[test]
fn text_that_is_not_ir_is_refused_with_its_position() {
    assert_refused(&[
        ("!hello\n", "t:1:1: expected `function `"),
        ("!function (", "t:1:10: expected a name"),
        ("function f(%1 x::Int64)\n", "t:1:24: expected `::`"),
        ("function f(x::Int64)::Int64\n", "t:1:12: expected `%`"),
        ("function f(%1 x)::Int64\n", "t:1:16: expected `::`"),
        (
            "function f(%1 x::Intt)::Int64\nb0:\n",
            "t:1:18: unknown type `Intt` (did you mean `Int`?)",
        ),
        (
            "function f(%1 x::Int64 %2 y::Int64)::Int64\n",
            "t:1:18: expected a newline or `;` after the expression, found `y`",
        ),
        (
            "function f()::Int64\nb0:\n    return 1\n",
            "t:4:1: the function `f` has no `end`",
        ),
        (
            "    return 1\n",
            "t:2:5: expected a block label such as `b1:`",
        ),
        ("b0\n    return 1\n", "t:2:3: expected `:`"),
        (
            "b0(%3::Int64):\n    return 1\n",
            "t:2:1: the entry block takes its parameters from the function",
        ),
        (
            "b0:\n    goto b0\nb0:\n    return 1\n",
            "t:4:1: b0 appears twice",
        ),
        ("b0:\n    goto b7\n", "t:3:10: there is no block b7"),
        ("b0:\n    goto c\n", "t:3:10: expected `b`"),
        ("b0:\n    goto b\n", "t:3:10: expected a block such as `b1`"),
        ("b0:\n    return %9\n", "t:3:12: %9 is not defined"),
        (
            "b0:\n    %1 = +(1, 2)::Int64\n    return 1\n",
            "t:3:5: %1 is defined twice",
        ),
        (
            "b0:\n    %x = +(1, 2)::Int64\n    return 1\n",
            "t:3:5: expected a value such as `%1`",
        ),
        (
            "b0:\n    %3 = +(1, 2)\n    return 1\n",
            "t:3:17: expected `::`",
        ),
        (
            "b0:\n    %3 = +(1, 2::Int64\n    return 1\n",
            "t:3:23: expected `,`",
        ),
        (
            "b0:\n    %3 = +(, 2)::Int64\n    return 1\n",
            "t:3:12: expected an expression, found `,`",
        ),
        (
            "b0:\n    %3 = nonsense(1)::Int64\n    return 1\n",
            "t:3:10: UndefVarError: `nonsense` not defined",
        ),
        (
            "b0:\n    %3 = %leave x::Nothing\n    return 1\n",
            "t:3:17: expected how many regions to leave",
        ),
        (
            "b0:\n    %3 = %load _5::Any\n    return 1\n",
            "t:3:16: there is no `%memory _5` line",
        ),
        (
            "b0:\n    %3 = %load x::Any\n    return 1\n",
            "t:3:16: expected `_`",
        ),
        ("    %memory _x m::Any\n", "t:2:14: expected a slot number"),
        (
            "b0:\n    jump b1\n",
            "t:3:5: expected a statement, goto, return, try or unreachable",
        ),
        (
            "b0:\n    return 1 2\n",
            "t:3:12: expected a newline or `;` after the expression, found `2`",
        ),
        (
            "b0:\n    unreachable now\n",
            "t:3:17: unexpected text at the end of the line",
        ),
        (
            "b0:\n    %3 = +(1, 2)::Int64\n",
            "t:5:1: b0 does not end in goto, return, try or unreachable",
        ),
        (
            "b0:\n    goto b1 if %2\nb1:\n    return 1\n",
            "t:3:18: expected `else `",
        ),
        (
            "b0:\n    try b1\nb1:\n    return 1\n",
            "t:3:11: expected `catch `",
        ),
        ("", "t:2:1: the function `f` has no blocks"),
    ]);
}

#[test]
fn the_verifier_refuses() {
    assert_refused(&[
        // Control flow.
        (
            "b0:\n    goto b1\nb1:\n    goto b0\n",
            "t:5:5: invalid IR in `f`, b1: it jumps to the entry",
        ),
        (
            "b0:\n    return 1\nb1:\n    return 2\n",
            "t:5:5: invalid IR in `f`, b1: it is unreachable",
        ),
        (
            "b0:\n    goto b1(%1)\nb1:\n    return 2\n",
            "t:3:5: invalid IR in `f`, b0: it passes 1 arguments to b1, which takes 0",
        ),
        (
            "b0:\n    goto b1\nb1(%3::Int64):\n    return %3\n",
            "t:3:5: invalid IR in `f`, b0: it passes 0 arguments to b1, which takes 1",
        ),
        // Dominance: a later statement, another branch, a block parameter outside its block, itself.
        (
            "b0:\n    %3 = +(%4, 1)::Int64\n    %4 = +(%1, 1)::Int64\n    return %3\n",
            "t:3:5: invalid IR in `f`, b0: %3 uses %4, which is not available there",
        ),
        (
            "b0:\n    goto b1 if %2 else b2\nb1:\n    %3 = +(%1, 1)::Int64\n    return %3\nb2:\n    return %3\n",
            "t:8:5: invalid IR in `f`, b2: the terminator uses %3, which is not available there",
        ),
        (
            "b0:\n    goto b1(1) if %2 else b2\nb1(%3::Int64):\n    return %3\nb2:\n    goto b3(%3)\nb3(%4::Int64):\n    return %4\n",
            "t:7:5: invalid IR in `f`, b2: the terminator uses %3, which is not available there",
        ),
        (
            "b0:\n    %3 = +(%3, 1)::Int64\n    return %3\n",
            "t:3:5: invalid IR in `f`, b0: %3 uses %3, which is not available there",
        ),
        // Types.
        (
            "b0:\n    goto b1 if %1 else b1\nb1:\n    return 1\n",
            "t:3:5: invalid IR in `f`, b0: the condition is of type Int64, never a Bool",
        ),
        (
            "b0:\n    return \"a\"\n",
            "t:3:5: invalid IR in `f`, b0: it returns a String, but the function returns Int64",
        ),
        (
            "b0:\n    goto b1(%2)\nb1(%3::Int64):\n    return %3\n",
            "t:3:5: invalid IR in `f`, b0: it passes a Bool to b1, which takes a Int64",
        ),
        (
            "b0:\n    %3 = +(1, 2)::Int64 = 3.0\n    return %3\n",
            "t:3:5: invalid IR in `f`, b0: a value of type Int64 is said to be 3.0",
        ),
    ]);
}
