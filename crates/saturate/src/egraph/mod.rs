//! The e-graph: nodes, types, matching, saturation.
//!
//! The engine knows terms, not programs: a [`policy`] says what holds in a program with memory.
//!
//! ```
//! use saturate::egraph::{language::Tag, policy::AllowAll, EGraph, ENode, Inference, Limits};
//! use saturate::{diag::Source, host::untyped::Untyped, rules};
//!
//! let mut host = Untyped::new();
//! let text = "and(~a, ~b) --> and(~b, ~a)\nand(~a, not(~a)) --> false";
//! let logic = rules::read(Source::new("logic.jl", text), &mut host).unwrap();
//!
//! let [and, not, x, no] = ["and", "not", "x", "false"].map(|name| host.name(name));
//! let mut egraph = EGraph::new(Inference::new(&mut host));
//! let x = egraph.add(ENode::constant(x));
//! let not_x = egraph.add(ENode::call(not, Tag::NONE, &[x]));
//! let both = egraph.add(ENode::call(and, Tag::NONE, &[not_x, x]));
//! let report = saturate::egraph::saturate(&mut egraph, &logic, &mut AllowAll, &Limits::default());
//!
//! let no = egraph.add(ENode::constant(no));
//! assert_eq!(egraph.find(both), egraph.find(no));
//! assert_eq!(report.rules["logic.2"].applied, 1);
//! ```
//!
//! | file | what |
//! |---|---|
//! | [`convert`], [`memory`], [`regions`], [`alias`] | from a function to an e-graph and a skeleton; epochs; regions; objects |
//! | [`language`] | e-nodes |
//! | [`facts`] | member types and values of a class |
//! | [`cache`] | the host's answers, remembered |
//! | [`analysis`] | inference over the e-graph |
//! | [`index`] | the e-graph as one iteration of search sees it |
//! | [`matcher`], [`matches`], [`known`] | e-matching, what it finds, and what of that is known already |
//! | [`guard`], [`uses`] | conditions of rules; which uses of a value can run together |
//! | [`sketch`], [`apply`], [`policy`] | right sides as they would be, and as they are; who says whether they may be added |
//! | [`soundness`], [`clauses`] | the policy for programs with memory; its rules, as switches for tests |
//! | [`schedule`], [`order`], [`mod@saturate`] | the loop and its limits; what comes first where rules explode |
//! | [`report`] | what happened, as data |
//! | [`provenance`] | which rules led where |

pub mod alias;
pub mod analysis;
pub mod apply;
pub mod cache;
pub mod clauses;
pub mod control;
pub mod convert;
pub mod facts;
pub mod guard;
pub mod index;
mod inspected;
pub mod known;
pub mod language;
pub mod ledger;
pub mod matcher;
pub mod matches;
pub mod memory;
pub mod order;
pub mod policy;
pub mod provenance;
pub mod regions;
pub mod report;
pub mod saturate;
pub mod schedule;
pub mod skeleton;
pub mod sketch;
pub mod soundness;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
pub mod uses;

pub use analysis::Inference;
pub use clauses::{Clauses, Freedoms, Switches};
pub use language::{ENode, Site};
pub use report::{Report, StopReason};
pub use saturate::{saturate, Limits, Progress};

use egg::Language;
use provenance::Cause;

/// The e-graph of a function: egg's, over our nodes and inference.
pub type EGraph<'h> = egg::EGraph<ENode, Inference<'h>>;

/// A node as the e-graph looks it up: with the ids that its children have by now.
pub fn canonical(egraph: &EGraph<'_>, node: &ENode) -> ENode {
    let node = node.clone();
    node.map_children(|child| egraph.find(child))
}

/// Makes two classes equal and notes why; whether they were not equal before.
pub fn unite(egraph: &mut EGraph<'_>, a: egg::Id, b: egg::Id, cause: Cause) -> bool {
    if egraph.find(a) == egraph.find(b) {
        return false;
    }
    egraph.analysis.log.get_mut().union(a, b, cause);
    egraph.union(a, b)
}
