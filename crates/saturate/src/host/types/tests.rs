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
