//! The reader: constructs, error messages with their positions, recovery, and input that no one meant to write.

mod syntax_cases;

use saturate::diag::Source;
use saturate::syntax::{parse, parse_bytes, parse_expression, print, sexpr, Parsed, MAX_NESTING};

fn read(text: &str) -> Parsed {
    parse(Source::new("t.jl", text))
}

fn trees(parsed: &Parsed) -> Vec<String> {
    let roots = parsed.toplevel.iter();
    roots
        .map(|&root| sexpr::to_string(&parsed.ast, root))
        .collect()
}

fn messages(parsed: &Parsed) -> Vec<String> {
    parsed.diagnostics.iter().map(|d| d.to_string()).collect()
}

#[test]
fn constructs_read_as_julia_reads_them() {
    for (kind, cases) in syntax_cases::CASES {
        for (source, expected) in *cases {
            let parsed = read(source);
            assert_eq!(messages(&parsed), [""; 0], "{kind}: {source}");
            assert_eq!(trees(&parsed), *expected, "{kind}: {source}");
        }
    }
}

#[test]
fn constructs_print_and_read_back() {
    let bare = |parsed: &Parsed| -> Vec<String> {
        let roots = parsed.toplevel.iter();
        roots
            .map(|&root| sexpr::without_lines(&parsed.ast, root))
            .collect()
    };
    for (kind, cases) in syntax_cases::CASES {
        for (source, _) in *cases {
            let parsed = read(source);
            let printed = print::file(&parsed.ast, &parsed.toplevel);
            let again = read(&printed);
            assert_eq!(
                messages(&again),
                [""; 0],
                "{kind}: {source} printed as {printed}"
            );
            assert_eq!(
                bare(&again),
                bare(&parsed),
                "{kind}: {source} printed as {printed}"
            );
        }
    }
}

/// Printing has no excess parentheses and keeps the usual spacing.
#[test]
fn printing_is_readable() {
    for source in [
        "f(x) = 2x + 1",
        "a + b * c - d / (e + f)",
        "-x^2 + (-x)^2 + 2^-1",
        "(a + b) + c",
        "x -> x + 1",
        "a ? b : c",
        "a[end - 1, 1:n]",
        "f(x, y...; k = 1)",
        "[1 -2; 3 4]",
        "A{T} where T",
        "f(x::T) where {T<:Real} = x",
        "@inline f(x) = @m(x) + 1",
        "x || return y",
        "a.b.c'",
        "map(+, xs)",
        "Base.:+(a, b) = c",
        "\"a \\$b $(c + 1) $d\"",
        "r\"a\\b\"i",
        ":(a + b)",
        "[x^2 for x in xs if x > 0]",
        "function f(x; y = 1)\n    if x > y\n        return x\n    else\n        y\n    end\nend",
        "struct A{T} <: B\n    x::T\nend",
        "for i in 1:n, j in 1:m\n    a[i, j] += 1\nend",
        "map(xs) do x\n    x\nend",
        "import A.B: c, @d as e",
    ] {
        let parsed = read(source);
        assert_eq!(messages(&parsed), [""; 0], "{source}");
        assert_eq!(print::to_string(&parsed.ast, parsed.toplevel[0]), source);
    }
}

/// What a fuzzer has found: printed, these read as something else, or not at all.
#[test]
fn what_is_printed_reads_as_the_same_tree() {
    for source in [
        "@m a (in)(b)",
        "@m a (in)(b)::T",
        "@m a (*)(x::T)::T",
        "@m a (*)(x)::T = x",
        "@m a (in) $ (x, y)",
        "@m a ((===)(===))(b)::Bool",
        "[a (in)(b)::T]",
        ":(@:)",
        "0 * @:",
        "x. 99999999999999999999",
        "global ()",
        "local ()",
    ] {
        let parsed = read(source);
        assert_eq!(messages(&parsed), [""; 0], "{source}");
        let tree = sexpr::without_lines(&parsed.ast, parsed.toplevel[0]);
        let printed = print::to_string(&parsed.ast, parsed.toplevel[0]);
        let again = read(&printed);
        assert_eq!(messages(&again), [""; 0], "{source}: {printed}");
        assert_eq!(again.toplevel.len(), 1, "{source}: {printed}");
        let after = sexpr::without_lines(&again.ast, again.toplevel[0]);
        assert_eq!(after, tree, "{source}: {printed}");
    }
}

#[rustfmt::skip]
const ERRORS: &[(&str, &str)] = &[
    ("f(x", "t.jl:1:4: expected `,` or `)` in the argument list, found the end of the input"),
    ("f(x]", "t.jl:1:4: expected `,` or `)` in the argument list, found `]`"),
    ("f(x y)", "t.jl:1:5: expected `,` or `)` in the argument list, found `y`"),
    ("[1, 2", "t.jl:1:6: expected `,` or the closing bracket of the array, found the end of the input"),
    ("[1, 2 3]", "t.jl:1:7: expected `,` or the closing bracket of the array, found `3`"),
    ("[1 2, 3]", "t.jl:1:5: expected an element or the closing bracket of the array, found `,`"),
    ("(a b)", "t.jl:1:4: expected `)` or `,`, found `b`"),
    ("(a", "t.jl:1:3: expected `)` or `,`, found the end of the input"),
    ("{a", "t.jl:1:3: expected an element or the closing bracket of the array, found the end of the input"),
    ("a +", "t.jl:1:4: expected an expression, found the end of the input"),
    ("a = ", "t.jl:1:5: expected an expression, found the end of the input"),
    ("a ? b", "t.jl:1:6: expected `:` of the conditional expression, found the end of the input"),
    ("a ? b c", "t.jl:1:7: expected `:` of the conditional expression, found `c`"),
    ("a? b : c", "t.jl:1:2: expected a space before `?`"),
    ("a ?b : c", "t.jl:1:4: expected a space after the `?` of a conditional expression"),
    ("a b", "t.jl:1:3: expected a newline or `;` after the expression, found `b`"),
    ("a 1", "t.jl:1:3: expected a newline or `;` after the expression, found `1`"),
    ("function f(x) x", "t.jl:1:16: expected `end` to close the `function` at line 1, found the end of the input"),
    ("function f x end", "t.jl:1:12: expected `(` or `end` after the name in the `function`, found `x`"),
    ("function end", "t.jl:1:10: expected an expression, found `end`"),
    ("if a b", "t.jl:1:7: expected `end` to close the `if` at line 1, found the end of the input"),
    ("if\n a end", "t.jl:1:3: expected a condition after `if`, found a newline"),
    ("if a; else if b; end end", "t.jl:1:12: `else if` needs an `end` of its own: write `elseif`"),
    ("while a", "t.jl:1:8: expected `end` to close the `while` at line 1, found the end of the input"),
    ("for i; end", "t.jl:1:6: expected `=`, `in` or `∈` after the loop variable, found `;`"),
    ("for i in a", "t.jl:1:11: expected `end` to close the `for` at line 1, found the end of the input"),
    ("begin a", "t.jl:1:8: expected `end` to close the `begin` at line 1, found the end of the input"),
    ("let a b end", "t.jl:1:7: expected `;` or a newline after the variables of `let`, found `b`"),
    ("try a end", "t.jl:1:7: expected `catch` or `finally` in the `try` at line 1, found `end`"),
    ("try a; catch 1; end", "t.jl:1:14: expected a name or a newline after `catch`"),
    ("struct A", "t.jl:1:9: expected `end` to close the `struct` at line 1, found the end of the input"),
    ("struct end", "t.jl:1:8: expected the name of the `struct`, found `end`"),
    ("abstract type A", "t.jl:1:16: expected `end` to close the `abstract type` at line 1, found the end of the input"),
    ("const a", "t.jl:1:7: expected an assignment after `const`"),
    ("module M", "t.jl:1:9: expected `end` to close the `module` at line 1, found the end of the input"),
    ("end", "t.jl:1:1: expected an expression, found `end`"),
    ("a end", "t.jl:1:3: expected a newline or `;` after the expression, found `end`"),
    (")", "t.jl:1:1: expected an expression, found `)`"),
    ("]", "t.jl:1:1: expected an expression, found `]`"),
    (r#""abc"#, "t.jl:1:1: this string is not closed"),
    (r#""a $(b""#, "t.jl:1:7: this string is not closed"),
    (r#""a $1""#, r#"t.jl:1:4: expected a name or `(` after `$` in a string: write `\$` for a dollar sign"#),
    (r#""\q""#, r#"t.jl:1:2: `\q` is not an escape sequence"#),
    (r#""\u""#, r#"t.jl:1:2: expected the hexadecimal number of a character after `\u`"#),
    (r#""\400""#, r#"t.jl:1:2: an octal escape is at most `\377`"#),
    ("'ab'", r#"t.jl:1:1: a character literal has more than one character: strings have `"` around them"#),
    ("''", "t.jl:1:1: a character literal is empty"),
    ("'a", "t.jl:1:1: a character literal is not closed by `'`"),
    ("`a", "t.jl:1:1: this command is not closed"),
    ("#= a", "t.jl:1:1: a comment that begins with `#=` is not closed by `=#`"),
    ("1.+2", "t.jl:1:1: `1.+` is ambiguous: put a space before the `.`"),
    ("0xg", "t.jl:1:1: invalid numeric constant `0xg`"),
    ("1e400", "t.jl:1:1: overflow in numeric constant `1e400`"),
    ("1.2.3", "t.jl:1:1: invalid numeric constant `1.2.`"),
    ("a ** b", "t.jl:1:3: `**` is not an operator: write `^` for powers and `...` for splatting"),
    ("a -- b", "t.jl:1:3: `--` is not an operator"),
    ("x.'", "t.jl:1:2: `.'` is no longer an operator"),
    ("f (x)", "t.jl:1:3: a space is not allowed before `(` here"),
    ("a [1]", "t.jl:1:3: a space is not allowed before `[` here"),
    (": a", "t.jl:1:3: white space is not allowed after a `:` that quotes"),
    ("using A as B", "t.jl:1:9: `using` a whole module cannot rename it: write `import … as …`"),
    ("using A: b: c", "t.jl:1:11: `:` in `using` follows a single module: write one line for each"),
    ("export 1", "t.jl:1:8: expected a name after `export`"),
    ("import 1", "t.jl:1:8: expected a name after `import`"),
    ("@ m", "t.jl:1:3: expected the name of a macro right after `@`"),
    ("@(a + b) x", "t.jl:1:3: this is not the name of a macro"),
    (r#"x"a" 1"#, "t.jl:1:6: expected a newline or `;` after the expression, found `1`"),
    (r#""a"b"#, "t.jl:1:4: a string cannot be multiplied by writing it next to something"),
    (r#"2"a""#, "t.jl:1:2: a string cannot be multiplied by writing it next to something"),
    (r#"var"a"b"#, r#"t.jl:1:7: nothing may follow `var"…"` without a space"#),
    ("a.'b", "t.jl:1:2: `.'` is no longer an operator"),
    ("a \u{200B} b", "t.jl:1:3: invisible character U+200B"),
    ("break 1", "t.jl:1:7: expected a newline, `;` or `end` after `break`, found `1`"),
    ("do x end", "t.jl:1:1: `do` cannot begin an expression"),
    ("a::", "t.jl:1:4: expected an expression, found the end of the input"),
    ("a where", "t.jl:1:8: expected an expression, found the end of the input"),
    ("*x", "t.jl:1:1: `*` is not a unary operator"),
    ("a:", "t.jl:1:3: expected the last part of the range after `:`, found the end of the input"),
    ("?", "t.jl:1:1: expected an expression, found `?`"),
    ("const", "t.jl:1:6: expected an expression, found the end of the input"),
    ("return )", "t.jl:1:8: expected a newline or `;` after the expression, found `)`"),
    ("function f(x)\n x +\nend", "t.jl:3:1: expected an expression, found `end`"),
    ("f(x, y\ng(1)", "t.jl:2:1: expected `,` or `)` in the argument list, found `g`"),
];

#[test]
fn errors_say_where_and_what_was_expected() {
    for (source, expected) in ERRORS {
        let found = messages(&read(source));
        assert_eq!(
            found.first().map(String::as_str),
            Some(*expected),
            "{source}"
        );
        assert!(
            parse_expression(Source::new("t.jl", *source)).is_err(),
            "{source}"
        );
    }
}

#[test]
fn one_expression() {
    assert!(parse_expression(Source::new("arg", "1 + 1 # two")).is_ok());
    let message = |text: &str| {
        parse_expression(Source::new("arg", text))
            .err()
            .map(|d| d.to_string())
    };
    let nothing = "arg:1:2: expected an expression, found nothing";
    assert_eq!(message(" ").as_deref(), Some(nothing));
    let another = "arg:2:1: expected one expression, found another after it";
    assert_eq!(message("a\nb").as_deref(), Some(another));
}

/// An error costs the expression it is in and no other.
#[test]
fn reading_goes_on_after_an_error() {
    for (source, names) in [
        ("a = 1\nb = (\nc = 2\n", vec!["a", "c"]),
        (
            "function f(x\n    x\nend\nfunction g(x)\n    x\nend\n",
            vec!["g"],
        ),
        (
            "function f(x)\n    if x\n    x\nfunction g(x)\n    x\nend\nh = 1\n",
            vec!["g", "h"],
        ),
        (
            "a = 1\nfunction f(x)\n    x y\nend\nb = 2\n",
            vec!["a", "b"],
        ),
        ("a = \"abc\nfunction g(x)\n    x\nend\n", vec!["g"]),
        ("a = 1)\nb = 2", vec!["b"]),
        ("a = 1\n#= open\nb = 2\n", vec!["a", "b"]),
    ] {
        let parsed = read(source);
        assert!(!parsed.diagnostics.is_empty(), "{source}");
        let found = trees(&parsed).join("\n");
        for name in &names {
            assert!(
                found.contains(&format!("(= {name} "))
                    || found.contains(&format!("(function (call {name} ")),
                "{source}: {name} is lost in {found}"
            );
        }
    }
}

#[test]
fn an_error_in_a_module_leaves_the_module() {
    let source = "module M\na = 1\nfunction f(x)\n    x y\nend\nb = 2\nend\nc = 3\n";
    let parsed = read(source);
    assert_eq!(
        messages(&parsed),
        ["t.jl:4:7: expected a newline, `;` or `end` after the statement, found `y`"]
    );
    let expected = "(module true! M (block (line 1) (line 2) (= a 1) (line 3) (line 6) (= b 2)))";
    assert_eq!(trees(&parsed), [expected, "(= c 3)"]);
}

#[test]
fn spans_cover_the_text() {
    let source = "f(x) = αβ + g(y, z)[1]";
    let parsed = read(source);
    let text = |id| {
        let span = parsed.ast.span(id);
        &source[span.start as usize..span.end as usize]
    };
    let root = parsed.toplevel[0];
    assert_eq!(text(root), source);
    let (_, sides) = parsed.ast.as_expr(root).unwrap();
    assert_eq!(text(sides[0]), "f(x)");
    let (_, body) = parsed.ast.as_expr(sides[1]).unwrap();
    let (_, sum) = parsed.ast.as_expr(body[1]).unwrap();
    assert_eq!(
        [text(sum[0]), text(sum[1]), text(sum[2])],
        ["+", "αβ", "g(y, z)[1]"]
    );
}

#[test]
fn bytes_that_are_not_utf8() {
    let parsed = parse_bytes("t.jl", b"a = 1\nb = \"x\xffy\"\nc = 3\n");
    assert_eq!(messages(&parsed), ["t.jl:2:7: invalid UTF-8: byte 0xff"]);
    assert_eq!(parsed.toplevel.len(), 3);
}

#[test]
fn nul_bytes() {
    let parsed = parse_bytes("t.jl", b"a = 1\n\0\nb = 2\n\"\0\"\n");
    assert_eq!(messages(&parsed), ["t.jl:2:1: invisible character U+0000"]);
    assert_eq!(trees(&parsed).len(), 3);
}

/// Every prefix of a text with all kinds of constructs, and every text with one byte missing.
#[test]
fn truncated_files() {
    let source: String = syntax_cases::CASES
        .iter()
        .flat_map(|(_, cases)| cases.iter().map(|(source, _)| format!("{source}\n")))
        .collect();
    for end in 0..source.len() {
        parse_bytes("t.jl", &source.as_bytes()[..end]);
    }
    let bytes = source.as_bytes();
    for missing in (0..bytes.len()).step_by(7) {
        parse_bytes("t.jl", &[&bytes[..missing], &bytes[missing + 1..]].concat());
    }
}

#[test]
fn long_lines() {
    let sum = "a + ".repeat(250_000) + "a";
    assert_eq!(read(&sum).toplevel.len(), 1);
    let difference = "a - ".repeat(100_000) + "a";
    let parsed = read(&difference);
    assert_eq!(messages(&parsed), [""; 0]);
    assert_eq!(
        print::to_string(&parsed.ast, parsed.toplevel[0]),
        difference
    );
    for text in [
        "x".repeat(1_000_000),
        "1".repeat(1_000_000),
        format!("\"{}\"", "x".repeat(1_000_000)),
        format!("[{}]", "1, ".repeat(300_000)),
        format!("[{}]", "1 ".repeat(300_000)),
        format!("f({})", "x, ".repeat(300_000)),
        "a.".repeat(100_000) + "a",
        "a'".to_string() + &"'".repeat(100_000),
        "f".to_string() + &"()".repeat(100_000),
        "x = ".repeat(100_000) + "1",
        "if a; elseif b;".to_string() + &" elseif c;".repeat(50_000) + " end",
        "a < ".repeat(100_000) + "b",
        "a where T".to_string() + &" where T".repeat(50_000),
        "a::b".to_string() + &"::b".repeat(50_000),
        format!("f(x){} = 1", " where T".repeat(50_000)),
        format!("function f(x){} end", " where T".repeat(50_000)),
        format!("f(a{})", "; b".repeat(100_000)),
    ] {
        let parsed = read(&text);
        assert_eq!(messages(&parsed), [""; 0], "{}", &text[..20]);
        sexpr::to_string(&parsed.ast, parsed.toplevel[0]);
        let printed = print::to_string(&parsed.ast, parsed.toplevel[0]);
        assert!(!printed.is_empty());
    }
}

/// Many errors take no longer than one each.
#[test]
fn many_errors() {
    for (line, count) in [
        (")\n", 200_000),
        ("function f(\n", 20_000),
        ("function f()\n", 20_000),
        ("a = (\n", 20_000),
        ("\"\"\"\n", 100_001),
        ("module M\n", 20_000),
        ("if\n", 20_000),
        ("\0", 100_000),
    ] {
        let parsed = read(&line.repeat(count));
        assert!(!parsed.diagnostics.is_empty(), "{line}");
    }
}

#[test]
fn deep_nesting() {
    for (open, inner, close) in [
        ("(", "x", ")"),
        ("[", "x", "]"),
        ("{", "x", "}"),
        ("f(", "x", ")"),
        ("a[", "x", "]"),
        ("A{", "x", "}"),
        ("begin ", "x", " end"),
        ("if a; ", "x", " end"),
        ("x -> ", "x", ""),
        ("-", "x", ""),
        ("!", "x", ""),
        (":", "x", ""),
        ("$", "x", ""),
        ("a^", "x", ""),
        ("a => ", "x", ""),
        ("a ? b : ", "x", ""),
        ("a && ", "x", ""),
        ("@m ", "x", ""),
        ("\"$(", "x", ")\""),
        ("quote ", "x", " end"),
        ("f(x) do y; ", "x", " end"),
        ("(a, ", "x", ")"),
        ("[x for x in ", "y", "]"),
        ("let a = ", "x", "; end"),
        ("module M\n", "x", "\nend"),
    ] {
        let text = |depth: usize| open.repeat(depth) + inner + &close.repeat(depth);
        let deep = 5_000;
        let parsed = read(&text(deep));
        if !(open == "-" || open == ":") {
            assert_eq!(messages(&parsed), [""; 0], "{open}");
            let root = parsed.toplevel[0];
            let before = sexpr::without_lines(&parsed.ast, root);
            let printed = print::to_string(&parsed.ast, root);
            let again = read(&printed);
            let after = again
                .toplevel
                .first()
                .map(|&root| sexpr::without_lines(&again.ast, root));
            assert!(after.as_ref() == Some(&before), "{open}");
        }
        // Far too deep is an error, with a position, and not the end of the process.
        let parsed = read(&text(2 * MAX_NESTING as usize));
        assert!(!parsed.diagnostics.is_empty(), "{open}");
        let parsed = read(&open.repeat(2 * MAX_NESTING as usize));
        assert!(!parsed.diagnostics.is_empty(), "{open}");
    }
    let parsed = read(&("(".repeat(30_000) + "x" + &")".repeat(30_000)));
    let expected = format!(
        "t.jl:1:{}: expressions are nested more than {MAX_NESTING} deep here",
        MAX_NESTING + 1
    );
    assert_eq!(messages(&parsed), [expected]);
}
