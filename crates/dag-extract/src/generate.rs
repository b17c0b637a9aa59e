//! Random problems, to cross-check extractors against each other.

use super::{ClassId, Problem, ProblemBuilder};
use crate::random::Random;
use cranelift_entity::EntityRef;

/// What a random problem may contain.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Largest number of classes.
    pub classes: usize,
    /// Largest number of nodes per class, on average.
    pub members: usize,
    /// Whether children may come before their class, so that cycles arise.
    pub cycles: bool,
    /// Whether costs may be negative.
    pub negative: bool,
}

/// A random problem: several roots, shared children, zero and tied costs; perhaps infeasible.
pub fn random_problem(shape: Shape, random: &mut Random) -> Problem {
    let mut b = ProblemBuilder::new();
    let classes = 1 + random.below(shape.classes);
    b.add_classes(classes);
    let fractions = random.one_in(3);
    for class in 0..classes {
        let members = random.below(shape.members + 1) + usize::from(!random.one_in(16));
        for _ in 0..members {
            let low = if shape.cycles && random.one_in(2) {
                0
            } else {
                class + 1
            };
            let wanted = if random.one_in(5) {
                0
            } else {
                1 + random.below(3)
            };
            let children: Vec<ClassId> = (0..if low < classes { wanted } else { 0 })
                .map(|_| ClassId::new(low + random.below(classes - low)))
                .collect();
            let mut cost = match random.below(4) {
                0 => 0.0,
                1 => 1.0,
                _ => random.below(10) as f64,
            };
            if fractions {
                cost += random.below(1000) as f64 / 999.0;
            }
            if shape.negative && random.one_in(3) {
                cost = -cost;
            }
            b.node(ClassId::new(class), cost, &children);
        }
    }
    b.root(ClassId::new(0));
    while random.one_in(3) {
        b.root(ClassId::new(random.below(classes)));
    }
    b.build().expect("generated problems are well formed")
}
