//! Laws of the type lattice, on generated types.

mod type_samples;

use saturate::diag::Source;
use saturate::ir::Type;
use saturate::syntax::parse_expression;
use saturate_embedded::types::{ty, TypeTable};
use type_samples::{leaf, sample, widen, Random};

/// A sample with, for each type, two wider ones: enough related types for the laws to say something.
fn related(t: &TypeTable, count: usize) -> Vec<Type> {
    let mut random = Random(11);
    let mut types = sample(t, &mut random, count);
    for at in 0..count {
        let wide = widen(t, &mut random, types[at]);
        types.extend([wide, widen(t, &mut random, wide)]);
    }
    types
}

#[test]
fn subtype_is_a_preorder() {
    let t = TypeTable::new();
    let types = related(&t, 120);
    for &a in &types {
        assert!(t.subtype(a, a) && t.subtype(ty::bottom(), a) && t.subtype(a, ty::any()));
    }
    let mut chains = 0;
    for &a in &types {
        for &b in types.iter().filter(|&&b| t.subtype(a, b)) {
            for &c in types.iter().filter(|&&c| t.subtype(b, c)) {
                chains += usize::from(a != b && b != c && c != ty::any());
                assert!(
                    t.subtype(a, c),
                    "{} <: {} <: {}",
                    t.show(a),
                    t.show(b),
                    t.show(c)
                );
            }
        }
    }
    assert!(chains > 1000, "{chains} chains say something");
}

#[test]
fn joins_and_unions_are_above_and_meets_catch_what_is_below() {
    let t = TypeTable::new();
    let types = related(&t, 80);
    for &a in &types {
        for &b in &types {
            let (join, union, meet) = (t.typejoin(a, b), t.union(&[a, b]), t.intersect(a, b));
            let text = || format!("{}  and  {}", t.show(a), t.show(b));
            assert!(
                t.subtype(a, join) && t.subtype(b, join),
                "join of {}",
                text()
            );
            assert!(
                t.subtype(a, union) && t.subtype(b, union),
                "union of {}",
                text()
            );
            assert_eq!(union, t.union(&[b, a]), "{}", text());
            assert_eq!(t.union(&[union, a]), union, "{}", text());
            for &c in types.iter().step_by(7) {
                if t.subtype(c, a) && t.subtype(c, b) {
                    let met = t.show(meet);
                    assert!(
                        t.subtype(c, meet),
                        "{} is in {} but not in {met}",
                        t.show(c),
                        text()
                    );
                }
            }
        }
    }
}

#[test]
fn subtraction_keeps_the_rest() {
    let t = TypeTable::new();
    let mut random = Random(3);
    for _ in 0..500 {
        let parts: Vec<Type> = (0..4).map(|_| leaf(&mut random)).collect();
        let (whole, away) = (t.union(&parts), leaf(&mut random));
        let rest = t.subtract(whole, away);
        assert!(t.subtype(rest, whole));
        assert!(t.subtype(whole, t.union(&[rest, away])));
        assert!(t.union_types(rest).iter().all(|&m| !t.subtype(m, away)));
    }
}

#[test]
fn what_is_shown_reads_back_as_the_same_type() {
    let t = TypeTable::new();
    for &made in &related(&t, 400) {
        let text = t.show(made);
        let (ast, node) = parse_expression(Source::new("type", text.as_str())).expect("parses");
        match t.eval_type(&ast, node, &|_| None) {
            Ok(read) => assert_eq!(read, made, "{text} reads as {}", t.show(read)),
            Err(why) => panic!("{text}: {why}"),
        }
    }
}

#[test]
fn a_diagonal_variable_may_be_bounded_by_another() {
    let t = TypeTable::new();
    let of = |text: &str| {
        let (ast, node) = parse_expression(Source::new("type", text)).expect("it parses");
        t.eval_type(&ast, node, &|_| None).expect("it is a type")
    };
    let pair = of("Tuple{T, T} where {S<:Real, T<:AbstractArray{S, 1}}");
    let both = of("Tuple{AbstractArray{Int64, 1}, Real}");
    let arrays = of("Tuple{AbstractArray, AbstractArray}");
    assert!(!t.intersect_is_empty(pair, arrays));
    t.intersect(pair, both);
    t.intersect(both, pair);
}
