//! Where each run of an answer stands.

use crate::effects::Effects;
use crate::egraph::analysis::effects;
use crate::egraph::language::ENode;
use crate::egraph::ledger::Role;
use crate::egraph::skeleton::Skeleton;
use crate::egraph::{canonical, EGraph};
use crate::extract::build::{Built, Use};
use crate::extract::place::{Place, Places};
use crate::extract::problem::{Answer, Kind, Origin, Run, Source};
use crate::ir::{Block, Inst, Type, Value, ValueDef};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;
use smallvec::{smallvec, SmallVec};

/// What runs, and where.
pub(super) struct Plan<'a, 'h> {
    pub egraph: &'a EGraph<'h>,
    pub skeleton: &'a Skeleton,
    pub built: &'a Built,
    pub answer: &'a Answer,
    pub places: &'a Places,
    /// What meets each use.
    pub uses: FxHashMap<Use, &'a Source>,
    /// The node that runs instead of a statement, and the number of the alternative.
    pub instead: FxHashMap<Inst, (&'a ENode, u32)>,
    /// Parameters of joins that are needed, with their types.
    pub params: FxHashMap<Block, Vec<(Value, Type)>>,
    /// Whether a run makes, or consumes, a value that is good in its epoch only.
    bound_to_epoch: Vec<bool>,
    /// The place where a run is available from: its own, or the one the source had it at.
    home: Vec<Place>,
    /// The place where a run finally stands.
    pub place: Vec<Place>,
    original_uses: SecondaryMap<Value, PackedOption<Place>>,
    /// The statements of the original program that compute one node, in the order of the walk over the dominators.
    origins: Vec<SmallVec<[Inst; 1]>>,
    /// Those of a run's node.
    origin: Vec<Option<u32>>,
}

impl<'a, 'h> Plan<'a, 'h> {
    pub fn new(
        egraph: &'a EGraph<'h>,
        skeleton: &'a Skeleton,
        built: &'a Built,
        answer: &'a Answer,
    ) -> Plan<'a, 'h> {
        let statements = skeleton.function.insts.len();
        let mut numbers: FxHashMap<ENode, u32> = FxHashMap::default();
        numbers.reserve(statements);
        let mut origins: Vec<SmallVec<[Inst; 1]>> = Vec::with_capacity(statements);
        for &block in skeleton.dominators.preorder() {
            for &inst in &skeleton.function.blocks[block].insts {
                if let Some(statement) = skeleton.statement(inst) {
                    let node = canonical(egraph, &statement.node);
                    let number = *numbers.entry(node).or_insert(origins.len() as u32) as usize;
                    match origins.get_mut(number) {
                        Some(origin) => origin.push(inst),
                        None => origins.push(smallvec![inst]),
                    }
                }
            }
        }
        let problem = &built.problem;
        let mut uses = FxHashMap::default();
        uses.reserve(answer.uses.len());
        let mut params: FxHashMap<Block, Vec<(Value, Type)>> = FxHashMap::default();
        for (id, source) in answer.uses.iter() {
            if let Some(source) = source {
                uses.insert(built.uses[id], source);
            }
        }
        for (join, data) in problem.joins.iter() {
            let (param, ty) = built.joins[join];
            let needed = data.uses.iter().any(|&id| answer.uses[id].is_some());
            if let (ValueDef::Param(block, _), true) = (skeleton.function.values[param].def, needed)
            {
                params.entry(block).or_default().push((param, ty));
            }
        }
        for needed in params.values_mut() {
            needed.sort_unstable();
        }
        let mut instead = FxHashMap::default();
        for (statement, &taken) in answer.alternatives.iter() {
            let (inst, nodes) = &built.statements[statement];
            if let Some(number) = taken.checked_sub(1) {
                instead.insert(*inst, (&nodes[number as usize], taken));
            }
        }
        let places = &problem.places;
        let node = |run: &Run| &built.nodes[problem.instances[run.instance].node as usize];
        let runs = answer.runs.iter();
        let origin = runs.map(|run| numbers.get(node(run)).copied()).collect();
        Plan {
            egraph,
            skeleton,
            built,
            answer,
            places,
            uses,
            instead,
            params,
            bound_to_epoch: bound_to_epoch(built, answer),
            home: answer.runs.iter().map(|run| run.place).collect(),
            place: answer.runs.iter().map(|run| run.place).collect(),
            original_uses: original_uses(skeleton, places),
            origins,
            origin,
        }
    }

    /// The node of a run.
    pub fn node(&self, run: &Run) -> &'a ENode {
        &self.built.nodes[self.built.problem.instances[run.instance].node as usize]
    }

    /// The statements of the original program that compute what a run computes.
    pub fn origin(&self, number: usize) -> &[Inst] {
        self.origin[number].map_or(&[], |origin| &self.origins[origin as usize])
    }

    /// Moves runs up to where the source computed the same from the same, where that costs no more: extraction does not
    /// care which of two places of one weight it takes.
    pub fn restore(&mut self) {
        for (number, run) in self.answer.runs.iter().enumerate() {
            let node = self.node(run);
            let here = &self.places.places[run.place];
            let is_bound = self.bound_to_epoch[number];
            let reads = node.tag().epoch();
            let better = self
                .origin(number)
                .iter()
                .map(|&inst| self.places.of(inst))
                .find(|&above| {
                    let there = &self.places.places[above];
                    above != run.place
                        && self.places.dominates(above, run.place)
                        && there.weight <= here.weight
                        && (!is_bound || there.epoch == here.epoch)
                        && reads.is_none_or(|epoch| self.places.is_in(above, epoch))
                        && run
                            .operands
                            .iter()
                            .all(|source| self.available(source, above))
                });
            if let Some(above) = better {
                self.home[number] = above;
            }
        }
    }

    /// Whether a source is there at a place; operands come before users.
    fn available(&self, source: &Source, place: Place) -> bool {
        let problem = &self.built.problem;
        let home = match source.origin {
            Origin::Run(number) => Some(self.home[number as usize]),
            Origin::Instance(instance) => match problem.instances[instance].kind {
                Kind::Free(home) => home,
                Kind::Lent => None,
                Kind::Param(join) => Some(problem.joins[join].place),
                _ => return false,
            },
        };
        home.is_none_or(|home| self.places.dominates(home, place))
    }

    /// Decides where each run stands; users come before operands.
    pub fn settle(&mut self) {
        let runs = &self.answer.runs;
        let mut needed: Vec<Option<Place>> = vec![None; runs.len()];
        let need = |needed: &mut Vec<Option<Place>>, source: &Source, at: Place| {
            if let Origin::Run(number) = source.origin {
                let entry = &mut needed[number as usize];
                *entry = Some(entry.map_or(at, |other| self.places.common(other, at)));
            }
        };
        for (id, source) in self.answer.uses.iter() {
            if let Some(source) = source {
                need(&mut needed, source, self.built.problem.uses[id].place);
            }
        }
        let mut settled = self.place.clone();
        for (number, run) in runs.iter().enumerate().rev() {
            let lowest = needed[number].unwrap_or(self.home[number]);
            let place = self.settle_one(number, self.node(run), lowest);
            settled[number] = place;
            for source in &run.operands {
                need(&mut needed, source, place);
            }
        }
        self.place = settled;
    }

    fn settle_one(&self, number: usize, node: &ENode, lowest: Place) -> Place {
        let home = self.home[number];
        if self.is_detached(node) || self.skeleton.contract.strict && self.may_not_return(node) {
            return home;
        }
        // Where the source had it, if it still serves what it served there.
        let statement = self.statement_at(number, home);
        if let Some(inst) = statement {
            if self
                .uses_of(inst)
                .is_none_or(|uses| self.places.dominates(lowest, uses))
            {
                return home;
            }
        }
        // Up again, out of loops and epochs that it must not be in.
        let places = self.places;
        let fits = |&place: &Place| {
            place == home || places.dominates(home, place) && places.in_same_loops(home, place)
        };
        let all = places.places[home].epoch;
        let bound = Some(all).filter(|_| self.bound_to_epoch[number]);
        let place = match bound.or(node.tag().epoch()) {
            Some(epoch) => places.in_epoch(epoch, lowest).find(fits),
            None => std::iter::successors(Some(lowest), |&at| places.before_loop(at)).find(fits),
        };
        place.unwrap_or(home)
    }

    fn may_not_return(&self, node: &ENode) -> bool {
        effects(self.egraph, node).is_none_or(Effects::may_not_return)
    }

    pub fn is_detached(&self, node: &ENode) -> bool {
        node.tag().site().is_some_and(|site| {
            let inst = self.skeleton.maker(site);
            self.skeleton
                .statement(inst)
                .is_some_and(|statement| statement.role == Role::Detached)
        })
    }

    /// The closest place above all uses of a statement's value in the source.
    fn uses_of(&self, inst: Inst) -> Option<Place> {
        self.original_uses[self.skeleton.function.insts[inst].result].expand()
    }

    /// The statement of the source that computes at a place what a run computes.
    pub fn statement_at(&self, number: usize, place: Place) -> Option<Inst> {
        // They are in order, as places are numbered.
        let origin = self.origin(number);
        let at = origin.partition_point(|&inst| self.places.of(inst) < place);
        let inst = *origin.get(at)?;
        (self.places.of(inst) == place).then_some(inst)
    }
}

/// Which runs make or consume a value that is good in one epoch only.
fn bound_to_epoch(built: &Built, answer: &Answer) -> Vec<bool> {
    let instances = &built.problem.instances;
    let mut dirty: Vec<bool> = Vec::with_capacity(answer.runs.len());
    let mut bound = Vec::with_capacity(answer.runs.len());
    for run in &answer.runs {
        let consumes = run.operands.iter().any(|source| {
            let coerced = source.coercions.iter();
            let mut coerced = coerced.map(|&instance| &instances[instance].kind);
            coerced.any(|kind| matches!(kind, Kind::Coerce(Some(_))))
                || match source.origin {
                    Origin::Run(number) => dirty[number as usize],
                    Origin::Instance(instance) => instances[instance].kind == Kind::Lent,
                }
        });
        let aliases = matches!(
            instances[run.instance].kind,
            Kind::Run { aliases: true, .. }
        );
        dirty.push(consumes && aliases);
        bound.push(consumes);
    }
    bound
}

/// The closest place above all uses of each value in the source.
fn original_uses(skeleton: &Skeleton, places: &Places) -> SecondaryMap<Value, PackedOption<Place>> {
    let function = &skeleton.function;
    let mut uses: SecondaryMap<Value, PackedOption<Place>> = SecondaryMap::new();
    uses.resize(function.values.len());
    let mut add = |value: Value, place: Place| {
        let common = uses[value]
            .expand()
            .map_or(place, |other| places.common(other, place));
        uses[value] = common.into();
    };
    for &block in &function.layout {
        let data = &function.blocks[block];
        for &user in &data.insts {
            for operand in function.operands(user) {
                add(operand, places.of(user));
            }
        }
        let arguments = data
            .term
            .targets()
            .flat_map(|target| function.slice(&target.args));
        for operand in data.term.operand().into_iter().chain(arguments.copied()) {
            add(operand, places.at_end(block));
        }
    }
    uses
}
