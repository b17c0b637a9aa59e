//! Random problems P, to cross-check extractors against each other: branches, loops, epochs, anchors, objects made once,
//! member types, coercions, parameters, alternatives, cycles, several roots.

use super::place::{Loop, LoopData, Place, Places};
use super::problem::{
    Alternative, InstanceData, Item, JoinData, Kind, Operand, Owner, Problem, Region,
    StatementData, UseData, UseId,
};
use crate::egraph::language::Epoch;
use crate::ir::Type;
use cranelift_entity::{EntityRef, PrimaryMap};
use dag_extract::random::Random;
use egg::Id;
use smallvec::SmallVec;

/// What a random problem may contain.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Places, at most.
    pub places: usize,
    /// Items, at most.
    pub items: usize,
    /// Instances per item, at most.
    pub instances: usize,
    /// Whether everything is pure, of one type, without loops, parameters and alternatives: what the paper's
    /// formulation treats.
    pub plain: bool,
}

/// A random problem; perhaps without an answer.
pub fn random_problem(shape: Shape, random: &mut Random) -> Problem {
    let mut problem = Problem::new(random_places(shape, random));
    let places = problem.places.places.len();
    let items = 1 + random.below(shape.items);
    let classes = if shape.plain {
        items
    } else {
        items.div_ceil(2)
    };
    for item in 0..items {
        // The items of a class are its member types.
        problem.add_item(
            Id::from(item % classes),
            Type::from_u32((item / classes) as u32),
        );
    }
    let some_place = |random: &mut Random| Place::new(random.below(places));
    let mut joins = PrimaryMap::new();
    for item in 0..items {
        let count = 1 + random.below(shape.instances);
        for _ in 0..count {
            let (kind, arity) = match random.below(if shape.plain { 8 } else { 12 }) {
                0 => (Kind::Free(None), 0),
                1 => (Kind::Free(Some(some_place(random))), 0),
                8 if joins.len() < 2 => {
                    let join = joins.push(some_place(random));
                    (Kind::Param(join), 0)
                }
                10 => (Kind::Lent, 0),
                9 => {
                    let epoch = Epoch::from_u32(random.below(2) as u32);
                    (Kind::Coerce((!random.one_in(4)).then_some(epoch)), 1)
                }
                _ => {
                    let arity = random.below(3);
                    (random_run(shape, random, places), arity)
                }
            };
            // A coercion leads upwards, so that coercions are acyclic.
            let low = if matches!(kind, Kind::Coerce(_)) {
                item + 1
            } else {
                0
            };
            if low >= items {
                continue;
            }
            let operands = (0..arity)
                .map(|_| Operand {
                    item: Item::new(low + random.below(items - low)),
                    carries: shape.plain || !random.one_in(3),
                })
                .collect();
            let item = Item::new(item);
            problem.add_instance(InstanceData {
                item,
                node: 0,
                ty: problem.items[item].member,
                kind,
                operands,
            });
        }
    }
    random_uses(shape, random, &mut problem, joins);
    problem
}

fn random_places(shape: Shape, random: &mut Random) -> Places {
    let count = 1 + random.below(shape.places);
    let mut loops: PrimaryMap<Loop, LoopData> = PrimaryMap::new();
    let mut tree: Vec<(Option<Place>, Epoch, f64, Option<Loop>)> = Vec::new();
    for number in 0..count {
        let parent = (number > 0).then(|| random.below(number));
        let outer = parent.and_then(|parent| tree[parent].3);
        let mut innermost = outer;
        if let (Some(current), true) = (outer, random.one_in(4)) {
            innermost = loops[current].outer.expand();
        }
        if !shape.plain && number > 0 && random.one_in(4) {
            let data = LoopData::new(Place::new(number), innermost);
            innermost = Some(loops.push(data));
        }
        let mut weight = 1.0;
        let mut at = innermost;
        while let Some(current) = at {
            weight *= 10.0;
            at = loops[current].outer.expand();
        }
        let epochs = if shape.plain { 1 } else { 2 };
        let epoch = Epoch::from_u32(random.below(epochs) as u32);
        tree.push((parent.map(Place::new), epoch, weight, innermost));
    }
    Places::synthetic(&tree, loops)
}

fn random_run(shape: Shape, random: &mut Random, places: usize) -> Kind {
    let some_place = |random: &mut Random| Place::new(random.below(places));
    let mut region = Region::default();
    let mut aliases = false;
    if !shape.plain {
        if random.one_in(4) {
            region.epoch = Some(Epoch::from_u32(random.below(2) as u32));
        }
        if random.one_in(3) {
            let count = 1 + random.below(2);
            let anchors: SmallVec<[Place; 2]> = (0..count).map(|_| some_place(random)).collect();
            region.anchors = Some(anchors);
        }
        if random.one_in(8) {
            let count = 1 + random.below(2);
            region.exactly = Some((0..count).map(|_| some_place(random)).collect());
        }
        if random.one_in(8) {
            region.only = Some(some_place(random));
        }
        aliases = random.one_in(2);
    }
    let cost = match random.below(4) {
        0 => 0.0,
        1 => 1.0,
        _ => random.below(10) as f64,
    };
    Kind::Run {
        cost,
        region,
        aliases,
    }
}

fn random_uses(
    shape: Shape,
    random: &mut Random,
    problem: &mut Problem,
    joins: PrimaryMap<super::problem::Join, Place>,
) {
    let places = problem.places.places.len();
    let items = problem.items.len();
    let one_use =
        |problem: &mut Problem, random: &mut Random, place: Place, owner: Owner| -> UseId {
            let count = if shape.plain { 1 } else { 1 + random.below(2) };
            let mut accepted: Vec<Item> =
                (0..count).map(|_| Item::new(random.below(items))).collect();
            accepted.dedup();
            problem.uses.push(UseData {
                place,
                items: accepted,
                owner,
            })
        };
    for (join, &place) in joins.iter() {
        // Arguments come from places that the parameter's place is not above, so that nothing is circular.
        let outside: Vec<Place> = (0..places)
            .map(Place::new)
            .filter(|&other| !problem.places.dominates(place, other) && other < place)
            .collect();
        let mut uses = Vec::new();
        if !outside.is_empty() {
            for _ in 0..1 + random.below(2) {
                let at = outside[random.below(outside.len())];
                uses.push(one_use(problem, random, at, Owner::Join(join)));
            }
        }
        problem.joins.push(JoinData { place, uses });
    }
    let roots = 1 + random.below(3);
    for _ in 0..roots {
        let place = Place::new(random.below(places));
        one_use(problem, random, place, Owner::Always);
    }
    if !shape.plain && random.one_in(3) {
        let place = Place::new(random.below(places));
        let statement = problem.statements.push(StatementData {
            place,
            alternatives: Vec::new(),
        });
        for number in 0..1 + random.below(2) as u32 {
            let owner = Owner::Alternative(statement, number);
            let uses = (0..random.below(3))
                .map(|_| one_use(problem, random, place, owner))
                .collect();
            let cost = random.below(5) as f64;
            let data = &mut problem.statements[statement];
            data.alternatives.push(Alternative { cost, uses });
        }
    }
}
