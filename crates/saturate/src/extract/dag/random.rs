//! Random problems, to cross-check extractors against each other.

use super::{ClassId, Problem, ProblemBuilder};
use cranelift_entity::EntityRef;

/// A small generator of random numbers (SplitMix64), the same on every machine.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator with this seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.bits() % n.max(1) as u64) as usize
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

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
