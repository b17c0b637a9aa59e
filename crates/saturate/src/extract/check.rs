//! The independent checker of [P](super::problem): is this an answer, and is its cost what it claims?
//!
//! It follows the definition, point by point, on the data alone. It shares no code with the extractors, not even the
//! dominance test of places: it numbers the tree itself. No recursion.

use super::place::Place;
use super::problem::{
    Answer, Instance, Item, Kind, Origin, Owner, Problem, Source, Statement, UseId,
};
use crate::egraph::language::Epoch;
use cranelift_entity::EntityRef;
use std::collections::BTreeMap;
use std::fmt;

/// Relative difference up to which two sums of the same costs count as equal.
const COST_TOLERANCE: f64 = 1e-9;

/// What is wrong with an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Violation {
    /// It is one of another problem.
    WrongSize,
    /// The use is needed and nothing meets it.
    Unmet(UseId),
    /// The use is met although nobody needs it.
    Unneeded(UseId),
    /// The use does not accept this item.
    Refused(UseId, Item),
    /// The run's operand is not of the item that the instance consumes.
    WrongOperand(u32, usize),
    /// The instance neither runs nor coerces as the answer has it.
    WrongKind(Instance),
    /// The run uses something that comes after it.
    Order(u32),
    /// The run stands where it may not.
    Misplaced(u32),
    /// The instance or run is used at a place where it is not available.
    Unavailable(Place),
    /// A value that is good in one epoch only is used elsewhere.
    Outlived(Epoch, Place),
    /// The runs could be one.
    Repeated(u32, u32),
    /// A run makes again what one above has made. The program is right; a random choice may be like that.
    Wasteful(u32, u32),
    /// There is no such alternative.
    WrongAlternative(Statement),
    /// Nothing uses the run.
    Unused(u32),
    /// Sum of the costs, and what the answer claims.
    WrongCost(f64, f64),
    /// The bound does not fit the cost and the claim.
    WrongBound(f64, f64),
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongSize => write!(f, "the answer is one of another problem"),
            Self::Unmet(id) => write!(f, "{id} is not met"),
            Self::Unneeded(id) => write!(f, "{id} is met but not needed"),
            Self::Refused(id, item) => write!(f, "{id} does not accept {item}"),
            Self::WrongOperand(run, n) => write!(f, "operand {n} of run {run} is another item"),
            Self::WrongKind(instance) => write!(f, "{instance} is not of the kind it is used as"),
            Self::Order(run) => write!(f, "run {run} uses what comes after it"),
            Self::Misplaced(run) => write!(f, "run {run} stands where it may not"),
            Self::Unavailable(place) => write!(f, "a value is used at {place}, where it is not"),
            Self::Outlived(epoch, place) => {
                write!(f, "a value that is good in {epoch} is used at {place}")
            }
            Self::Repeated(a, b) => write!(f, "run {b} makes the object of run {a} once more"),
            Self::Wasteful(a, b) => write!(f, "run {b} makes again what run {a} has made above it"),
            Self::WrongAlternative(statement) => write!(f, "{statement} has no such alternative"),
            Self::Unused(run) => write!(f, "nothing uses run {run}"),
            Self::WrongCost(real, claimed) => write!(f, "the cost is {real}, not {claimed}"),
            Self::WrongBound(bound, cost) => write!(f, "the bound {bound} belies the cost {cost}"),
        }
    }
}

impl std::error::Error for Violation {}

/// Proves that `answer` is valid and costs what it claims, or says what is wrong.
pub fn check(problem: &Problem, answer: &Answer) -> Result<(), Violation> {
    if answer.uses.len() != problem.uses.len()
        || answer.alternatives.len() != problem.statements.len()
    {
        return Err(Violation::WrongSize);
    }
    let mut checker = Checker {
        problem,
        answer,
        subtrees: subtrees(problem),
        dirty: Vec::new(),
        used: vec![false; answer.runs.len()],
        params: vec![false; problem.joins.len()],
    };
    for number in 0..answer.runs.len() as u32 {
        checker.run(number)?;
    }
    checker.repeated(false)?;
    checker.uses()?;
    if let Some(unused) = checker.used.iter().position(|used| !used) {
        return Err(Violation::Unused(unused as u32));
    }
    checker.cost()?;
    // Last, so that an answer that is only wasteful is known to be right otherwise.
    checker.repeated(true)
}

struct Checker<'a> {
    problem: &'a Problem,
    answer: &'a Answer,
    /// By place: its number in a preorder of the tree, and the first number behind its subtree.
    subtrees: Vec<(u32, u32)>,
    /// The epoch that each run so far is good in, if it is not clean.
    dirty: Vec<Option<Epoch>>,
    used: Vec<bool>,
    /// Parameters whose arguments are needed.
    params: Vec<bool>,
}

impl Checker<'_> {
    fn is_above(&self, above: Place, place: Place) -> bool {
        let (from, to) = self.subtrees[above.index()];
        let (at, _) = self.subtrees[place.index()];
        from <= at && at < to
    }

    fn run(&mut self, number: u32) -> Result<(), Violation> {
        let run = &self.answer.runs[number as usize];
        let data = &self.problem.instances[run.instance];
        let above = |above: Place, place: Place| self.is_above(above, place);
        if !stands_well(self.problem, run.instance, run.place, above)? {
            return Err(Violation::Misplaced(number));
        }
        if run.operands.len() != data.operands.len() {
            return Err(Violation::WrongOperand(number, run.operands.len()));
        }
        let mut dirty = None;
        for (n, (source, operand)) in run.operands.iter().zip(&data.operands).enumerate() {
            if let Origin::Run(of) = source.origin {
                if of >= number {
                    return Err(Violation::Order(number));
                }
            }
            let epoch = self.source(source, operand.item, run.place, |_| {
                Violation::WrongOperand(number, n)
            })?;
            if let Some(epoch) = epoch {
                if !operand.carries {
                    return Err(Violation::Outlived(epoch, run.place));
                }
                dirty = Some(epoch);
            }
        }
        let Kind::Run {
            aliases, region, ..
        } = &data.kind
        else {
            return Err(Violation::WrongKind(run.instance));
        };
        let dirty = dirty.filter(|_| *aliases);
        // There is one such object, so it must be good for all its uses.
        if let (Some(epoch), Some(_)) = (dirty, region.only) {
            return Err(Violation::Outlived(epoch, run.place));
        }
        self.dirty.push(dirty);
        Ok(())
    }

    /// Points 2, 4 and 5: that a source makes an item, here. The epoch that it is good in, if it is not clean.
    fn source(
        &mut self,
        source: &Source,
        wanted: Item,
        place: Place,
        wrong: impl Fn(Item) -> Violation,
    ) -> Result<Option<Epoch>, Violation> {
        let here = self.problem.places.places[place].epoch;
        let mut item = wanted;
        let mut dirty = None;
        for &instance in &source.coercions {
            let data = &self.problem.instances[instance];
            let Kind::Coerce(within) = data.kind else {
                return Err(Violation::WrongKind(instance));
            };
            if data.item != item {
                return Err(wrong(data.item));
            }
            if let Some(epoch) = within {
                if !self.problem.places.is_in(place, epoch) {
                    return Err(Violation::Outlived(epoch, place));
                }
                dirty = Some(here);
            }
            item = data.operands[0].item;
        }
        let instance = match source.origin {
            Origin::Instance(instance) => {
                let home = match self.problem.instances[instance].kind {
                    Kind::Free(home) => home,
                    Kind::Lent => {
                        dirty = Some(here);
                        None
                    }
                    Kind::Param(join) => {
                        self.params[join.index()] = true;
                        Some(self.problem.joins[join].place)
                    }
                    _ => return Err(Violation::WrongKind(instance)),
                };
                if home.is_some_and(|home| !self.is_above(home, place)) {
                    return Err(Violation::Unavailable(place));
                }
                instance
            }
            Origin::Run(number) => {
                let run = self.answer.runs.get(number as usize);
                let run = run.ok_or(Violation::Order(number))?;
                if !self.is_above(run.place, place) {
                    return Err(Violation::Unavailable(place));
                }
                self.used[number as usize] = true;
                if let Some(epoch) = self.dirty[number as usize] {
                    if epoch != here {
                        return Err(Violation::Outlived(epoch, place));
                    }
                    dirty = Some(epoch);
                }
                run.instance
            }
        };
        let made = self.problem.instances[instance].item;
        if made != item {
            return Err(wrong(made));
        }
        Ok(dirty)
    }

    /// Point 6.
    fn repeated(&self, wasteful: bool) -> Result<(), Violation> {
        let mut by_item: BTreeMap<Item, Vec<usize>> = BTreeMap::new();
        for (number, run) in self.answer.runs.iter().enumerate() {
            let item = self.problem.instances[run.instance].item;
            by_item.entry(item).or_default().push(number);
        }
        let place = |run: usize| self.answer.runs[run].place;
        let runs_once = |run: usize| {
            let instance = self.answer.runs[run].instance;
            match &self.problem.instances[instance].kind {
                Kind::Run { region, .. } => region.only.is_some(),
                _ => false,
            }
        };
        // Runs at the current place or above it.
        let mut around: Vec<usize> = Vec::new();
        for runs in by_item.values_mut() {
            runs.sort_by_key(|&run| self.subtrees[place(run).index()].0);
            around.clear();
            for &b in runs.iter() {
                while (around.last()).is_some_and(|&a| !self.is_above(place(a), place(b))) {
                    around.pop();
                }
                for &a in &around {
                    if runs_once(a) && runs_once(b) {
                        return Err(Violation::Repeated(a as u32, b as u32));
                    }
                    let same_dirt = self.dirty[a] == self.dirty[b];
                    let further_up = place(a) != place(b) && self.dirty[a].is_none();
                    if wasteful && (same_dirt || further_up) {
                        return Err(Violation::Wasteful(a as u32, b as u32));
                    }
                }
                around.push(b);
            }
        }
        Ok(())
    }

    /// Point 1.
    fn uses(&mut self) -> Result<(), Violation> {
        for (statement, &taken) in self.answer.alternatives.iter() {
            if taken as usize >= self.problem.statements[statement].alternatives.len() {
                return Err(Violation::WrongAlternative(statement));
            }
        }
        let mut needed = vec![false; self.problem.uses.len()];
        let mut work: Vec<UseId> = Vec::new();
        let mut arguments: Vec<Vec<UseId>> = vec![Vec::new(); self.problem.joins.len()];
        for (id, data) in self.problem.uses.iter() {
            let now = match data.owner {
                Owner::Always => true,
                Owner::Join(join) => {
                    arguments[join.index()].push(id);
                    self.params[join.index()]
                }
                Owner::Alternative(statement, number) => {
                    self.answer.alternatives[statement] == number
                }
            };
            if now {
                work.push(id);
            }
        }
        while let Some(id) = work.pop() {
            if std::mem::replace(&mut needed[id.index()], true) {
                continue;
            }
            let source = self.answer.uses[id].as_ref().ok_or(Violation::Unmet(id))?;
            self.meets(id, source)?;
            // Arguments may need parameters themselves.
            if let Origin::Instance(instance) = source.origin {
                if let Kind::Param(join) = self.problem.instances[instance].kind {
                    work.append(&mut arguments[join.index()]);
                }
            }
        }
        let met = |id: &UseId| self.answer.uses[*id].is_some() && !needed[id.index()];
        match self.problem.uses.keys().find(met) {
            Some(id) => Err(Violation::Unneeded(id)),
            None => Ok(()),
        }
    }

    fn meets(&mut self, id: UseId, source: &Source) -> Result<(), Violation> {
        let data = &self.problem.uses[id];
        let first = match (source.coercions.first(), source.origin) {
            (Some(&instance), _) | (None, Origin::Instance(instance)) => instance,
            (None, Origin::Run(number)) => {
                let run = self.answer.runs.get(number as usize);
                run.ok_or(Violation::Order(number))?.instance
            }
        };
        let item = self.problem.instances[first].item;
        if !data.items.contains(&item) {
            return Err(Violation::Refused(id, item));
        }
        let dirty = self.source(source, item, data.place, |made| {
            Violation::Refused(id, made)
        })?;
        match dirty {
            Some(epoch) => Err(Violation::Outlived(epoch, data.place)),
            None => Ok(()),
        }
    }

    fn cost(&self) -> Result<(), Violation> {
        let mut parts = Vec::new();
        for run in &self.answer.runs {
            let Kind::Run { cost, .. } = self.problem.instances[run.instance].kind else {
                return Err(Violation::WrongKind(run.instance));
            };
            parts.push(cost * self.problem.places.places[run.place].weight);
        }
        for (statement, &taken) in self.answer.alternatives.iter() {
            let data = &self.problem.statements[statement];
            let weight = self.problem.places.places[data.place].weight;
            parts.push(data.alternatives[taken as usize].cost * weight);
        }
        let total: f64 = parts.iter().sum();
        let slack = COST_TOLERANCE * parts.iter().map(|part| part.abs()).sum::<f64>().max(1e-300);
        let claimed = self.answer.cost;
        // Said so that what is not a number is not close to anything.
        let close = (total - claimed).abs() <= slack;
        if !close {
            return Err(Violation::WrongCost(total, claimed));
        }
        let bound = self.answer.bound;
        let below = bound <= claimed + slack;
        if below && (!self.answer.optimal || bound >= claimed - slack) {
            Ok(())
        } else {
            Err(Violation::WrongBound(bound, claimed))
        }
    }
}

/// Numbers the places: parents come before their children in the list, so that sizes add up from behind.
fn subtrees(problem: &Problem) -> Vec<(u32, u32)> {
    let places = &problem.places.places;
    let mut sizes = vec![1u32; places.len()];
    for (place, data) in places.iter().rev() {
        if let Some(parent) = data.parent.expand() {
            sizes[parent.index()] += sizes[place.index()];
        }
    }
    // The first number that is free in each subtree.
    let mut next = vec![0u32; places.len()];
    let mut numbers = vec![(0, 0); places.len()];
    let mut roots = 0;
    for (place, data) in places.iter() {
        let free = match data.parent.expand() {
            Some(parent) => &mut next[parent.index()],
            None => &mut roots,
        };
        let number = *free;
        *free += sizes[place.index()];
        numbers[place.index()] = (number, number + sizes[place.index()]);
        next[place.index()] = number + 1;
    }
    numbers
}

/// Whether a place is another one, or above it.
#[cfg(any(test, feature = "testing"))]
pub(super) fn is_above(problem: &Problem, above: Place, place: Place) -> bool {
    let mut at = Some(place);
    while let Some(current) = at {
        if current == above {
            return true;
        }
        at = problem.places.places[current].parent.expand();
    }
    false
}

/// Point 3: whether a run may stand at a place. `is_above` tells which places are above which.
pub(super) fn stands_well(
    problem: &Problem,
    instance: Instance,
    place: Place,
    is_above: impl Fn(Place, Place) -> bool,
) -> Result<bool, Violation> {
    let Kind::Run { region, .. } = &problem.instances[instance].kind else {
        return Err(Violation::WrongKind(instance));
    };
    let in_epoch = match region.epoch {
        Some(epoch) => problem.places.is_in(place, epoch),
        None => true,
    };
    let at_site = match region.only {
        Some(only) => only == place,
        None => true,
    };
    let anchored = match &region.anchors {
        None => true,
        Some(anchors) => anchors
            .iter()
            .any(|&anchor| is_above(anchor, place) && no_loop_between(problem, anchor, place)),
    };
    let in_list = match &region.exactly {
        Some(places) => places.contains(&place),
        None => true,
    };
    Ok(in_epoch && at_site && anchored && in_list)
}

/// Whether no loop is around `place` that is not around `anchor`.
fn no_loop_between(problem: &Problem, anchor: Place, place: Place) -> bool {
    let around = |place: Place| {
        let mut loops = Vec::new();
        let mut at = problem.places.places[place].innermost.expand();
        while let Some(current) = at {
            loops.push(current);
            at = problem.places.loops[current].outer.expand();
        }
        loops
    };
    let there = around(anchor);
    around(place).iter().all(|inner| there.contains(inner))
}
