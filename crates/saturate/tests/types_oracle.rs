//! The type lattice against Julia's own: subtype, join, intersection and specificity of generated types.
//!
//! Runs where a Julia is found (`SATURATE_JULIA`, `julia` on `PATH`, or the one `scripts/install-julia.sh` unpacks);
//! elsewhere it says so and passes.

use saturate::host::types::{family, ty, Param, Tail, TypeData, TypeTable, Value};
use saturate::ir::Type;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

const TYPES: usize = 420;
const QUESTIONS: usize = 40_000;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn julia() -> Option<PathBuf> {
    let candidates = [
        std::env::var_os("SATURATE_JULIA").map(PathBuf::from),
        Some("julia".into()),
        Some(repository().join("target/julia/bin/julia")),
    ];
    candidates.into_iter().flatten().find(|path| {
        let version = Command::new(path).arg("--version").output();
        version.is_ok_and(|out| out.status.success())
    })
}

/// A small generator of pseudo-random numbers (splitmix64): the same types on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % limit as u64) as usize
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

fn leaf(random: &mut Random) -> Type {
    random.pick(&[
        ty::int64(),
        ty::int64(),
        ty::float64(),
        ty::int8(),
        ty::string(),
        ty::nothing(),
        ty::bool(),
        ty::symbol(),
        ty::number(),
        ty::real(),
        ty::integer(),
        ty::signed(),
        ty::abstract_string(),
        ty::any(),
    ])
}

/// A type of at most `depth` levels that may mention the variables in scope.
fn generate(t: &TypeTable, random: &mut Random, depth: usize, scope: &mut Vec<Type>) -> Type {
    if depth == 0 || random.below(6) == 0 {
        return match scope.last() {
            Some(_) if random.below(2) == 0 => random.pick(scope),
            _ => leaf(random),
        };
    }
    let apply = |name, params: &[Type]| t.apply(name, params).expect("parameters fit");
    match random.below(16) {
        0..=3 => {
            let name = random.pick(&[family::array(), family::abstract_array()]);
            let element = generate(t, random, depth - 1, scope);
            match random.below(4) {
                0 => apply(name, &[element, t.int(2)]),
                1 => apply(name, &[element]),
                _ => apply(name, &[element, t.int(1)]),
            }
        }
        4..=7 => {
            let elements: Vec<Type> = (0..random.below(4))
                .map(|_| generate(t, random, depth - 1, scope))
                .collect();
            let tail = (random.below(4) == 0).then(|| Tail {
                element: generate(t, random, depth - 1, scope),
                count: None,
            });
            t.tuple_with(&elements, tail)
        }
        8 | 9 => {
            let members: Vec<Type> = (0..2 + random.below(2))
                .map(|_| generate(t, random, depth - 1, scope))
                .collect();
            t.union(&members)
        }
        10 => {
            let first = generate(t, random, depth - 1, scope);
            let second = generate(t, random, depth - 1, scope);
            apply(family::pair(), &[first, second])
        }
        11 => {
            let name = random.pick(&[
                family::ref_(),
                family::ref_value(),
                family::abstract_range(),
                family::type_(),
            ]);
            let param = generate(t, random, depth - 1, scope);
            apply(name, &[param])
        }
        12 => match random.below(4) {
            0 => apply(family::val(), &[t.int(random.below(3) as i64)]),
            1 => apply(family::val(), &[t.value(Value::Sym("x".into()))]),
            2 => apply(family::complex(), &[ty::float64()]),
            _ => t.named_tuple(&["a".into()], &[leaf(random)]),
        },
        _ => {
            let variable = t.variable(["T", "S", "U", "V"][scope.len() % 4].into());
            let upper = match random.below(3) {
                0 => generate(t, random, 1, &mut Vec::new()),
                _ => ty::any(),
            };
            scope.push(variable);
            let body = generate(t, random, depth, scope);
            scope.pop();
            t.where_(variable, ty::bottom(), upper, body)
        }
    }
}

/// A type that has mostly all instances of `made`, and others: parts replaced by supertypes, unions, variables.
fn widen(t: &TypeTable, random: &mut Random, made: Type) -> Type {
    let (body, outer) = t.unwrap_where(made);
    let mut variables = Vec::new();
    let wide = widen_part(t, random, body, true, &mut variables);
    let inner = t.rewrap_where(wide, &variables);
    t.rewrap_where(inner, &outer)
}

fn widen_part(
    t: &TypeTable,
    random: &mut Random,
    part: Type,
    covariant: bool,
    variables: &mut Vec<(Type, Type, Type)>,
) -> Type {
    if !matches!(t.param(part), Param::Type(_)) || !t.is_closed(part) {
        return part;
    }
    if random.below(5) == 0 {
        if variables.is_empty() || random.below(2) == 0 {
            let name = ["A", "B", "C", "D", "E"][variables.len() % 5];
            let upper = if random.below(2) == 0 {
                t.supertype(part)
            } else {
                ty::any()
            };
            if variables.len() < 5 {
                variables.push((t.variable(name.into()), ty::bottom(), upper));
            }
        }
        return random.pick(variables).0;
    }
    if covariant {
        match random.below(8) {
            0 => return t.supertype(part),
            1 => return t.union(&[part, leaf(random)]),
            _ => {}
        }
    }
    match t.data(part) {
        TypeData::Tuple(elements, mut tail) => {
            let mut wide: Vec<Type> = elements
                .iter()
                .map(|&e| widen_part(t, random, e, covariant, variables))
                .collect();
            if let (None, Some(&element), 0) = (tail, wide.last(), random.below(3)) {
                wide.pop();
                tail = Some(Tail {
                    element,
                    count: None,
                });
            }
            t.tuple_with(&wide, tail)
        }
        TypeData::Nominal(name, params)
            if name != family::complex() && name != family::named_tuple() =>
        {
            let wide: Vec<Type> = params
                .iter()
                .map(|&p| widen_part(t, random, p, false, variables))
                .collect();
            t.apply(name, &wide).unwrap_or(part)
        }
        TypeData::Union(members) => {
            let wide: Vec<Type> = members
                .iter()
                .map(|&m| widen_part(t, random, m, covariant, variables))
                .collect();
            t.union(&wide)
        }
        _ => part,
    }
}

#[test]
fn agrees_with_julia() {
    let Some(julia) = julia() else {
        eprintln!("no Julia found: the type lattice was not compared (scripts/install-julia.sh unpacks one)");
        return;
    };
    let t = TypeTable::new();
    let mut random = Random(7);
    let mut types = vec![ty::any(), ty::bottom(), ty::int64(), ty::function()];
    types.push(t.function_type("sin".into()));
    types.extend([family::data_type(), family::union_all(), family::type_()].map(|f| t.wrapper(f)));
    while types.len() < TYPES {
        let made = generate(&t, &mut random, 3, &mut Vec::new());
        if t.is_closed(made) && !types.contains(&made) && t.show(made).len() < 120 {
            types.push(made);
        }
    }
    // Related pairs: what is independent of each other is mostly unrelated.
    let mut related = Vec::new();
    for at in 0..types.len() {
        for _ in 0..12 {
            let (one, two) = (
                widen(&t, &mut random, types[at]),
                widen(&t, &mut random, types[at]),
            );
            if t.show(one).len() + t.show(two).len() < 200 {
                related.push((at, types.len()));
                related.push((types.len(), types.len() + 1));
                related.push((types.len() + 1, types.len()));
                types.extend([one, two]);
            }
        }
    }
    let mut text = format!("{}\n", types.len());
    for &made in &types {
        _ = writeln!(text, "{}", t.show(made));
    }
    let mut pairs = Vec::new();
    related.extend((0..QUESTIONS).map(|_| (random.below(TYPES), random.below(TYPES))));
    for (i, j) in related {
        let join = t.typejoin(types[i], types[j]);
        _ = writeln!(text, "{}\t{}\t{}", i + 1, j + 1, t.show(join));
        pairs.push((types[i], types[j], join));
    }
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("types-oracle.txt");
    std::fs::write(&file, text).expect("the target folder is writable");
    let script = repository().join("scripts/types-oracle.jl");
    let out = Command::new(julia)
        .arg("--startup-file=no")
        .arg(script)
        .arg(&file)
        .output()
        .expect("Julia starts");
    assert!(
        out.status.success(),
        "{}",
        String::from_utf8_lossy(&out.stderr)
    );
    let answers = String::from_utf8_lossy(&out.stdout).into_owned();
    assert_eq!(answers.lines().count(), pairs.len());

    let names = [
        "subtype",
        "typejoin",
        "disjoint",
        "morespecific",
        "join is a bound",
    ];
    let mut agree = [0usize; 5];
    let mut asked = [0usize; 5];
    let (mut unsound, mut yes) = (0, 0);
    let mut differences = String::new();
    for (line, &(a, b, join)) in answers.lines().zip(&pairs) {
        let ours_disjoint = t.intersect_is_empty(a, b);
        yes += usize::from(t.subtype(a, b));
        let ours = [
            t.subtype(a, b),
            true,
            ours_disjoint,
            t.morespecific(a, b),
            true,
        ];
        for (what, (digit, ours)) in line.bytes().zip(ours).enumerate() {
            // Julia orders disjoint signatures, too; nothing depends on that.
            if digit == b'2' || (what == 3 && ours_disjoint) {
                continue;
            }
            asked[what] += 1;
            if (digit == b'1') == ours {
                agree[what] += 1;
            } else {
                // Claiming that nothing is common where something is would be wrong; the reverse is only imprecise.
                unsound += usize::from(what == 2 && ours);
                _ = writeln!(
                    differences,
                    "{}: {}  |  {}  ours {ours} (join {})",
                    names[what],
                    t.show(a),
                    t.show(b),
                    t.show(join)
                );
            }
        }
    }
    println!(
        "{} types, {} pairs, {yes} subtypes",
        types.len(),
        pairs.len()
    );
    for what in 0..5 {
        let share = 100.0 * agree[what] as f64 / asked[what] as f64;
        println!(
            "{:16} {:6} of {:6}  {share:.3} %",
            names[what], agree[what], asked[what]
        );
    }
    println!(
        "disjoint claimed wrongly: {unsound}, out of steps: {}",
        t.exhausted()
    );
    println!("{differences}");
    let share = |what: usize| agree[what] as f64 / asked[what] as f64;
    assert!(share(0) >= 0.999, "subtype");
}
