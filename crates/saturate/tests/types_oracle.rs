//! The type lattice against Julia's own: subtype, join, intersection and specificity of generated types.
//!
//! Known differences, all of which the test prints:
//! - subtype: where a variable must stand for several members of a union at once, Julia gives up and says no, as in
//!   `Vector{Union{Int64, Array{Float64}}} <: Vector{Union{Int64, A}} where A`; here it is yes;
//! - typejoin: a variable that would become diagonal in the join is replaced by its bound, because Julia's answer
//!   is then not above both;
//! - typeintersect: Julia does not see that `Pair{Union{Int64,A},A} where A` and `Pair{Union{Int64,String},Nothing}`
//!   are disjoint; the other way round, an intersection here may be wider than necessary;
//! - morespecific: rare orders between unions, and between a diagonal signature and a partly abstract one.
//!
//! Runs where a Julia is found (`SATURATE_JULIA`, `julia` on `PATH`, or the one `scripts/install-julia.sh` unpacks);
//! elsewhere it says so and passes.

#[allow(dead_code)]
mod oracle;
mod type_samples;

use saturate_embedded::types::TypeTable;
use std::fmt::Write;
use std::path::Path;
use type_samples::{sample, widen, Random};

const TYPES: usize = 420;
const QUESTIONS: usize = 40_000;

/// Not asked: Julia 1.5's `typeintersect` recurses without end, and where the stack overflows inside the allocator, the
/// handler that would report it waits for the allocator for ever.
const ENDLESS: [(&str, &str); 1] = [(
    "AbstractVector{Base.RefValue{Union{Int8, A}}} where A",
    "AbstractVector{Base.RefValue{Union{Float64, A}}} where A<:Signed",
)];

#[test]
fn agrees_with_julia() {
    let Some(julia) = oracle::julia() else {
        eprintln!("no Julia found: the type lattice was not compared (scripts/install-julia.sh unpacks one)");
        return;
    };
    let t = TypeTable::new();
    let mut random = Random(7);
    let mut types = sample(&t, &mut random, TYPES);
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
    let mut endless = 0;
    for (i, j) in related {
        let (first, second) = (t.show(types[i]), t.show(types[j]));
        if ENDLESS.contains(&(first.as_str(), second.as_str())) {
            endless += 1;
            continue;
        }
        let join = t.typejoin(types[i], types[j]);
        _ = writeln!(text, "{}\t{}\t{}", i + 1, j + 1, t.show(join));
        pairs.push((types[i], types[j], join));
    }
    assert_eq!(endless, ENDLESS.len(), "a pair that is no longer generated");
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("types-oracle.txt");
    std::fs::write(&file, text).expect("the target folder is writable");
    let script = oracle::root().join("scripts/types-oracle.jl");
    let answers = oracle::ask(&julia, &script, &[&file], "").expect("Julia answers");
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
    for (what, least) in [(0, 0.999), (1, 0.999), (2, 0.999), (3, 0.99), (4, 0.999)] {
        assert!(share(what) >= least, "{}", names[what]);
    }
}
