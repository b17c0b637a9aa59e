//! The order in which the classes of an exploding e-graph are searched: the smallest terms first.
//!
//! A right side makes classes, and two matches that say the same in different words make two, which are one only when other rules have said so. What
//! is made of them exists twice by then. How often that happens depends on the order in which matches are applied:
//!
//! ```text
//! ((a * b) * c) * d    (~a * ~b) * ~c --> ~a * (~b * ~c)
//!
//! the whole first:     (a * b) * (c * d), a * ((b * c) * d)     (b * c) * d and b * (c * d) are two classes, and so is all that is made of
//!                      a * (b * (c * d))                        them, until the rule is applied to the first
//! the smallest first:  a * (b * c), then (b * c) * d == b * (c * d), then what is made of that one class
//! ```
//!
//! For a product of eighty matrices, 32,000 of 117,000 applications are for nothing in this order; in the order of the classes' numbers 154,000 of 239,000 were.
//! As long as no rule explodes there is nothing to gain, and the order of the numbers stays.

use super::EGraph;
use egg::{Id, Language};

/// For each class, by its number, about how many nodes its smallest term has. One walk over the nodes in the order in which they were added: what became
/// smaller by a later union counts for what comes behind it only.
pub fn sizes(egraph: &EGraph<'_>) -> Vec<u32> {
    let mut sizes = vec![u32::MAX; egraph.nodes().len()];
    for (number, node) in egraph.nodes().iter().enumerate() {
        let size = node.children().iter().fold(1_u32, |size, &child| {
            size.saturating_add(sizes[usize::from(egraph.find(child))])
        });
        let class = usize::from(egraph.find(Id::from(number)));
        sizes[class] = sizes[class].min(size);
    }
    sizes
}

/// Classes from the smallest to the largest; of the same size, as they come.
pub fn in_order(classes: impl Iterator<Item = Id>, sizes: &[u32]) -> impl Iterator<Item = Id> {
    let mut classes: Vec<Id> = classes.collect();
    classes.sort_by_key(|&class| sizes[usize::from(class)]);
    classes.into_iter()
}
