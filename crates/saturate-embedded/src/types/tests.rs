//! Laws of the lattice, on tables of types.

use super::*;
use crate::ir::Type;

fn types() -> TypeTable {
    TypeTable::new()
}

fn var(t: &TypeTable, name: &str) -> Type {
    t.variable(name.into())
}

fn vector(t: &TypeTable, element: Type) -> Type {
    t.apply(family::array(), &[element, t.int(1)]).unwrap()
}

/// `body where T`.
fn for_all(t: &TypeTable, name: &str, body: Type) -> Type {
    t.where_(var(t, name), ty::bottom(), ty::any(), body)
}

#[test]
fn fixed_handles_have_their_names() {
    let t = types();
    assert_eq!(t.show(ty::int64()), "Int64");
    assert_eq!(t.show(ty::boxed()), "Core.Box");
    assert_eq!(t.show(t.wrapper(family::ref_value())), "Base.RefValue");
    assert_eq!(t.show(t.wrapper(family::tuple())), "Tuple");
    assert!(t.subtype(ty::int64(), ty::number()));
    assert!(!t.subtype(ty::number(), ty::int64()));
}

#[test]
fn parameters_are_invariant_and_tuples_covariant() {
    let t = types();
    let (ints, integers) = (vector(&t, ty::int64()), vector(&t, ty::integer()));
    assert!(!t.subtype(ints, integers));
    assert!(t.subtype(t.tuple(&[ty::int64()]), t.tuple(&[ty::integer()])));
    let tv = var(&t, "T");
    let bounded = t.where_(tv, ty::bottom(), ty::integer(), vector(&t, tv));
    assert!(t.subtype(ints, bounded) && t.subtype(integers, bounded));
    assert_eq!(t.show(bounded), "Vector{<:Integer}");
}

#[test]
fn variables_are_named_by_position_only() {
    let t = types();
    let a = for_all(&t, "T", vector(&t, var(&t, "T")));
    let b = for_all(&t, "S", vector(&t, var(&t, "S")));
    assert_eq!(a, b);
    assert_eq!(t.show(a), "Vector");
    assert_eq!(for_all(&t, "T", ty::int64()), ty::int64());
    assert_eq!(for_all(&t, "T", var(&t, "T")), ty::any());
}

#[test]
fn a_diagonal_variable_is_concrete() {
    let t = types();
    let tv = var(&t, "T");
    let diagonal = for_all(&t, "T", t.tuple(&[tv, tv]));
    let pair = |a, b| t.tuple(&[a, b]);
    assert!(t.subtype(pair(ty::int64(), ty::int64()), diagonal));
    assert!(!t.subtype(pair(ty::int64(), ty::string()), diagonal));
    assert!(!t.subtype(pair(ty::real(), ty::real()), diagonal));
    assert!(t.subtype(diagonal, pair(ty::any(), ty::any())));
    // An invariant occurrence lifts the rule.
    let free = for_all(&t, "T", t.tuple(&[tv, tv, vector(&t, tv)]));
    let args = t.tuple(&[ty::int64(), ty::string(), vector(&t, ty::any())]);
    assert!(t.subtype(args, free));
}

#[test]
fn the_left_splits_before_the_right_is_chosen() {
    let t = types();
    let either = t.union(&[ty::int64(), ty::string()]);
    let one = |x| t.tuple(&[x]);
    let apart = t.union(&[one(ty::int64()), one(ty::string())]);
    assert!(t.type_equal(one(either), apart));
    assert!(t.type_equal(vector(&t, one(either)), vector(&t, apart)));
}

#[test]
fn signatures_bind_their_variables() {
    let t = types();
    let (tv, nv) = (var(&t, "T"), var(&t, "N"));
    let array = t.apply(family::array(), &[tv, nv]).unwrap();
    let sig = t.rewrap_where(
        t.tuple(&[array]),
        &[
            (tv, ty::bottom(), ty::real()),
            (nv, ty::bottom(), ty::any()),
        ],
    );
    let args = t.tuple(&[vector(&t, ty::float64())]);
    let bound = t.match_with_vars(sig, args).unwrap();
    assert_eq!(bound, [Some(ty::float64()), Some(t.int(1))]);
    let args = t.tuple(&[vector(&t, ty::string())]);
    assert_eq!(t.match_with_vars(sig, args), None);
}

#[test]
fn joins_are_common_ancestors() {
    let t = types();
    let (ints, floats) = (vector(&t, ty::int64()), vector(&t, ty::float64()));
    assert_eq!(t.typejoin(ty::int64(), ty::float64()), ty::real());
    assert_eq!(t.show(t.typejoin(ints, floats)), "Vector");
    assert_eq!(t.typejoin(ty::int64(), ty::string()), ty::any());
    assert_eq!(t.typejoin(ty::bottom(), ints), ints);
    let longer = t.tuple(&[ty::int64(), ty::int8()]);
    let joined = t.typejoin(t.tuple(&[ty::int64()]), longer);
    assert_eq!(t.show(joined), "Tuple{Int64, Vararg{Int8}}");
}

#[test]
fn definitions_have_fields_supertypes_and_bounds() {
    let t = types();
    let tv = var(&t, "T");
    let matrix = t.apply(family::array(), &[tv, t.int(2)]).unwrap();
    let supertype = t.apply(family::abstract_array(), &[tv, t.int(2)]).unwrap();
    let definition = Definition {
        name: "Dense".into(),
        params: vec![FamilyParam {
            name: "T".into(),
            lower: ty::bottom(),
            upper: ty::real(),
        }],
        supertype,
        layout: Layout::Struct,
        fields: vec![("weights".into(), matrix), ("scale".into(), tv)],
    };
    let dense = t.define(definition.clone()).unwrap();
    assert_eq!(t.define(definition), Ok(dense));
    let of_floats = t.apply(dense, &[ty::float32()]).unwrap();
    assert_eq!(t.show(of_floats), "Dense{Float32}");
    assert_eq!(t.show(t.supertype(of_floats)), "AbstractMatrix{Float32}");
    assert_eq!(
        t.show(t.field_type(of_floats, 0).unwrap()),
        "Matrix{Float32}"
    );
    assert_eq!(t.field_index(of_floats, "scale".into()), Some(1));
    assert_eq!(t.field_type(t.wrapper(dense), 1), Some(ty::real()));
    assert!(t.is_concrete(of_floats) && t.may_contain_mutable(of_floats));
    assert_eq!(t.eltype(of_floats), ty::float32());
    assert_eq!(
        t.apply(dense, &[ty::string()]).unwrap_err().to_string(),
        "in `Dense`, expected T<:Real, got `String`"
    );
    assert_eq!(
        t.apply(dense, &[ty::float32(), ty::float32()])
            .unwrap_err()
            .to_string(),
        "the type `Dense` takes at most 1 parameters"
    );
}

#[test]
fn instances_are_classified() {
    let t = types();
    let val = t.apply(family::val(), &[t.int(2)]).unwrap();
    let sin = t.function_type("sin".into());
    for singleton in [ty::nothing(), val, sin, t.tuple(&[]), t.tuple(&[val, sin])] {
        assert!(t.is_singleton(singleton), "{}", t.show(singleton));
    }
    let complex = t.apply(family::complex(), &[ty::float64()]).unwrap();
    for not in [ty::int64(), complex, ty::any(), vector(&t, ty::int64())] {
        assert!(!t.is_singleton(not), "{}", t.show(not));
    }
    for frozen in [ty::int64(), ty::string(), ty::symbol(), complex, sin, val] {
        assert!(!t.may_contain_mutable(frozen), "{}", t.show(frozen));
    }
    let reference = t.apply(family::ref_value(), &[ty::int64()]).unwrap();
    for thawed in [ty::any(), ty::real(), reference, t.tuple(&[reference])] {
        assert!(t.may_contain_mutable(thawed), "{}", t.show(thawed));
    }
    assert!(t.is_mutable(reference) && !t.is_mutable(ty::string()));
}

#[test]
fn questions_with_many_choices_end() {
    let t = types();
    let either = t.union(&[ty::int64(), ty::string(), ty::nothing()]);
    let tv = var(&t, "T");
    let args = t.tuple(&[either; 30]);
    let diagonal = for_all(&t, "T", t.vararg_tuple(tv));
    assert!(!t.subtype(args, diagonal));
    // Each element can be either side, so that only 2^30 parts would tell; the answer is on the safe side.
    let alternatives: Vec<Type> = (0..30)
        .map(|at| {
            let mut elements = [either; 30];
            elements[at] = t.union(&[ty::int64(), ty::nothing()]);
            t.tuple(&elements)
        })
        .collect();
    let before = t.exhausted();
    assert!(!t.subtype(args, t.union(&alternatives)));
    assert!(t.exhausted() > before);
    // The next question has all its steps.
    assert!(t.subtype(t.tuple(&[ty::int64(), ty::int64()]), diagonal));
}

#[test]
fn types_as_deep_as_they_get_are_compared_and_shown() {
    let t = types();
    let mut deep = ty::int64();
    let mut wide = var(&t, "T");
    let error = loop {
        wide = t.apply(family::ref_value(), &[wide]).unwrap_or(wide);
        match t.apply(family::ref_value(), &[deep]) {
            Ok(made) => deep = made,
            Err(error) => break error,
        }
    };
    assert_eq!(error, TypeError::TooDeep);
    let wide = for_all(&t, "T", wide);
    assert!(t.subtype(deep, wide));
    assert_eq!(t.show(deep).matches('{').count(), 199);
    assert_eq!(t.typejoin(deep, deep), deep);
    let mut nested = ty::int64();
    for _ in 0..1000 {
        nested = t.tuple(&[nested]);
    }
    assert!(t.show(nested).contains("Any"), "widened, not refused");
}

#[test]
fn large_unions_stay_sorted_and_absorbed() {
    let t = types();
    let vals: Vec<Type> = (0..300)
        .map(|n| t.apply(family::val(), &[t.int(n)]).unwrap())
        .collect();
    let backwards: Vec<Type> = vals.iter().rev().copied().collect();
    let union = t.union(&vals);
    assert_eq!(union, t.union(&backwards));
    assert_eq!(t.union_types(union).len(), 300);
    let all = t.wrapper(family::val());
    assert_eq!(t.union(&[union, all]), all);
    assert_eq!(t.subtract(union, all), ty::bottom());
}

#[test]
fn intersections_narrow() {
    let t = types();
    let tv = var(&t, "T");
    let reals = t.where_(tv, ty::bottom(), ty::real(), vector(&t, tv));
    let ints = t.apply(family::abstract_array(), &[ty::int64()]).unwrap();
    assert_eq!(t.intersect(reals, ints), vector(&t, ty::int64()));
    let diagonal = for_all(&t, "T", t.tuple(&[tv, tv]));
    let half = t.tuple(&[ty::int64(), ty::any()]);
    assert_eq!(t.intersect(diagonal, half), t.tuple(&[ty::int64(); 2]));
    let maybe = t.union(&[ty::nothing(), ty::int64()]);
    assert_eq!(t.intersect(maybe, ty::integer()), ty::int64());
    assert_eq!(t.subtract(maybe, ty::nothing()), ty::int64());
    assert!(t.intersect_is_empty(ty::int64(), ty::string()));
    assert!(t.intersect_is_empty(t.tuple(&[ty::int64()]), t.tuple(&[])));
}
