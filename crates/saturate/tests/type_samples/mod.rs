//! Generated types over Julia's own families, and ways to widen them.

use saturate::ir::Type;
use saturate_embedded::types::{family, ty, Param, Tail, TypeData, TypeTable, Value};

/// Closed types, all different, the same on every run.
pub fn sample(t: &TypeTable, random: &mut Random, count: usize) -> Vec<Type> {
    let mut types = vec![ty::any(), ty::bottom(), ty::int64(), ty::function()];
    types.push(t.function_type("sin".into()));
    types.extend([family::data_type(), family::union_all(), family::type_()].map(|f| t.wrapper(f)));
    while types.len() < count {
        let made = generate(t, random, 3, &mut Vec::new());
        if t.is_closed(made) && !types.contains(&made) && t.show(made).len() < 120 {
            types.push(made);
        }
    }
    types
}

/// A small generator of pseudo-random numbers (splitmix64): the same types on every machine.
pub struct Random(pub u64);

impl Random {
    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % limit as u64) as usize
    }

    /// One of these.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// A type without parameters.
pub fn leaf(random: &mut Random) -> Type {
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
pub fn generate(t: &TypeTable, random: &mut Random, depth: usize, scope: &mut Vec<Type>) -> Type {
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
pub fn widen(t: &TypeTable, random: &mut Random, made: Type) -> Type {
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
