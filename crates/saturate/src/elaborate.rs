//! Elaboration: from a choice of goals back to a function.
//!
//! The blocks and the statements that stay are those of the original; between them stands what was chosen to run,
//! each instance once, at the place of its goal or further down:
//!
//! - An instance that still serves all the uses of the statement it comes from stays where that statement was, so that
//!   without rules the function comes back as it was, up to value numbering.
//! - Where a rewrite took some uses away, and for code that only rules make, it moves down to the closest place above
//!   the uses that are left: into the one branch that still needs it, never into a loop or another epoch.
//!
//! All walks have explicit stacks.

use crate::effects::Effects;
use crate::egraph::analysis::effects;
use crate::egraph::convert::{LeafDef, Role, Skeleton};
use crate::egraph::language::{ENode, Op};
use crate::egraph::EGraph;
use crate::extract::dag::{ClassId, Solution};
use crate::extract::goals::{leaf_place, Goal, Goals, Use, Way};
use crate::extract::place::{Place, Places};
use crate::ir::cleanup;
use crate::ir::{Block, Function, Inst, InstKind, Terminator, Type, Value, ValueDef};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, SecondaryMap};
use egg::Language;
use rustc_hash::FxHashMap;

/// Builds the function that a solution describes.
pub fn elaborate(
    egraph: &EGraph<'_>,
    skeleton: &Skeleton,
    places: &Places,
    goals: &Goals,
    solution: &Solution,
) -> Function {
    let mut plan = Plan::new(egraph, skeleton, places, goals, solution);
    plan.find_runs();
    plan.restore();
    plan.settle();
    let mut builder = Builder::new(&plan);
    builder.run();
    let mut function = builder.function;
    let mut ret = None;
    for &block in &function.layout {
        if let Terminator::Return(value) = function.blocks[block].term {
            let ty = function.values[value].ty;
            let host = &mut egraph.analysis.oracle().host;
            ret = Some(ret.map_or(ty, |other| host.join(other, ty)));
        }
    }
    function.ret = ret.unwrap_or(function.ret);
    cleanup::remove_unreachable_blocks(&mut function);
    cleanup::remove_trivial_params(&mut function);
    cleanup::remove_forwarders(&mut function);
    cleanup::merge_blocks(&mut function);
    function
}

/// What runs, and where.
struct Plan<'a, 'h> {
    egraph: &'a EGraph<'h>,
    skeleton: &'a Skeleton,
    places: &'a Places,
    goals: &'a Goals,
    solution: &'a Solution,
    /// The goal that meets each use.
    uses: FxHashMap<Use, Goal>,
    /// What runs instead of a statement.
    instead: FxHashMap<Inst, (&'a ENode, &'a [Goal])>,
    /// Parameters of joins that are needed, with their types.
    params: FxHashMap<Block, Vec<(Value, Type)>>,
    /// Goals whose way is to run, operands before users.
    runs: Vec<Goal>,
    is_run: SecondaryMap<Goal, bool>,
    /// The place where a run is available from: its goal's, or the one the source had it at.
    home: SecondaryMap<Goal, PackedOption<Place>>,
    /// The place where a run finally stands.
    place: SecondaryMap<Goal, PackedOption<Place>>,
    original_uses: SecondaryMap<Value, PackedOption<Place>>,
    /// The statement of the original program that computes a node.
    origin: FxHashMap<ENode, Vec<Inst>>,
}

impl<'a, 'h> Plan<'a, 'h> {
    fn new(
        egraph: &'a EGraph<'h>,
        skeleton: &'a Skeleton,
        places: &'a Places,
        goals: &'a Goals,
        solution: &'a Solution,
    ) -> Plan<'a, 'h> {
        let mut origin: FxHashMap<ENode, Vec<Inst>> = FxHashMap::default();
        for &block in skeleton.dominators.preorder() {
            for &inst in &skeleton.function.blocks[block].insts {
                if let Some(statement) = &skeleton.statements[inst] {
                    let node = statement
                        .node
                        .clone()
                        .map_children(|child| egraph.find(child));
                    origin.entry(node).or_default().push(inst);
                }
            }
        }
        Plan {
            egraph,
            skeleton,
            places,
            goals,
            solution,
            uses: FxHashMap::default(),
            instead: FxHashMap::default(),
            params: FxHashMap::default(),
            runs: Vec::new(),
            is_run: SecondaryMap::new(),
            home: SecondaryMap::new(),
            place: SecondaryMap::new(),
            original_uses: original_uses(skeleton, places),
            origin,
        }
    }

    fn chosen(&self, class: ClassId) -> &'a Way {
        let node = self
            .solution
            .choice(class)
            .expect("a goal that is needed is met");
        &self.goals.ways[node.index()]
    }

    /// The goal behind a chain of inheriting and coercing.
    fn source(&self, mut goal: Goal) -> Goal {
        loop {
            match self.chosen(self.goals.class(goal)) {
                Way::Inherit(next) | Way::Coerce(next) => goal = *next,
                Way::Free(_) | Way::Run(..) | Way::Param(_) | Way::Keep | Way::Instead(..) => {
                    return goal
                }
            }
        }
    }

    /// Lists the goals that run, each after its operands, and the parameters that are needed.
    fn find_runs(&mut self) {
        let mut arguments: FxHashMap<(Block, u32, Type), Vec<usize>> = FxHashMap::default();
        for &(inst, class) in &self.goals.alternatives {
            if let Way::Instead(node, operands) = self.chosen(class) {
                self.instead.insert(inst, (node, operands));
            }
        }
        let mut work = Vec::new();
        for (at, (what, ..)) in self.goals.uses.iter().enumerate() {
            match *what {
                Use::JoinArgument(block, side, number, ty) => {
                    let targets = self.skeleton.function.blocks[block].term.targets();
                    let target = targets.map(|target| target.block).nth(side as usize);
                    let target = target.expect("the use names a target of the block");
                    arguments.entry((target, number, ty)).or_default().push(at);
                }
                Use::Operand(inst, _) if self.instead.contains_key(&inst) => {}
                _ => work.push(at),
            }
        }
        work.reverse();
        let mut goals: Vec<Goal> = Vec::new();
        for (inst, _) in &self.goals.alternatives {
            if let Some((_, operands)) = self.instead.get(inst) {
                goals.extend(operands.iter().map(|&operand| self.source(operand)));
            }
        }
        goals.reverse();
        loop {
            let goal = match (goals.pop(), work.pop()) {
                (Some(goal), at) => {
                    work.extend(at);
                    goal
                }
                (None, Some(at)) => {
                    let (what, class, _) = &self.goals.uses[at];
                    let Way::Coerce(goal) = self.chosen(*class) else {
                        continue;
                    };
                    let goal = self.source(*goal);
                    self.uses.insert(*what, goal);
                    goal
                }
                (None, None) => break,
            };
            let mut stack = vec![(goal, 0)];
            while let Some((goal, next)) = stack.pop() {
                if next == 0 && self.is_run[goal] {
                    continue;
                }
                let operands = match self.chosen(self.goals.class(goal)) {
                    Way::Run(_, operands) => operands,
                    Way::Param(param) => {
                        let ty = self.goals.goals[goal].member;
                        let ValueDef::Param(block, number) =
                            self.skeleton.function.values[*param].def
                        else {
                            continue;
                        };
                        let needed = self.params.entry(block).or_default();
                        if !needed.contains(&(*param, ty)) {
                            needed.push((*param, ty));
                            work.extend(arguments.get(&(block, number, ty)).into_iter().flatten());
                        }
                        continue;
                    }
                    _ => continue,
                };
                match operands.get(next) {
                    Some(&operand) => {
                        stack.push((goal, next + 1));
                        stack.push((self.source(operand), 0));
                    }
                    None if !self.is_run[goal] => {
                        self.is_run[goal] = true;
                        self.runs.push(goal);
                    }
                    None => {}
                }
            }
        }
        for needed in self.params.values_mut() {
            needed.sort_unstable();
        }
    }

    /// Moves runs up to where the source computed the same from the same, where that costs no more: extraction does not
    /// care which of two places of one weight it takes.
    fn restore(&mut self) {
        for &goal in &self.runs {
            let data = self.goals.goals[goal];
            self.home[goal] = data.place.into();
            let Way::Run(node, operands) = self.chosen(self.goals.class(goal)) else {
                continue;
            };
            let origin = self.origin.get(node).map_or(&[][..], |origin| origin);
            let here = &self.places.places[data.place];
            let better = origin
                .iter()
                .map(|&inst| self.places.of(inst))
                .find(|&above| {
                    let there = &self.places.places[above];
                    above != data.place
                        && self.places.dominates(above, data.place)
                        && there.weight <= here.weight
                        && (node.tag().epoch().is_none() && data.clean || there.epoch == here.epoch)
                        && operands
                            .iter()
                            .all(|&operand| self.available(operand, above))
                });
            if let Some(above) = better {
                self.home[goal] = above.into();
            }
        }
    }

    /// Whether an operand is there at a place; operands come before users in `runs`.
    fn available(&self, operand: Goal, place: Place) -> bool {
        let operand = self.source(operand);
        match self.chosen(self.goals.class(operand)) {
            Way::Run(..) => self.home[operand]
                .expand()
                .is_some_and(|home| self.places.dominates(home, place)),
            Way::Free(node) => match node.op() {
                Op::Leaf(leaf) => {
                    leaf_place(self.skeleton, self.places, self.skeleton.leaves[leaf])
                        .0
                        .is_none_or(|home| self.places.dominates(home, place))
                }
                Op::Const(_) => true,
                _ => node.tag().site().is_some_and(|site| {
                    let after = self.places.after(self.skeleton.sites[site]);
                    self.places.dominates(after, place)
                }),
            },
            Way::Param(param) => leaf_place(self.skeleton, self.places, LeafDef::Value(*param))
                .0
                .is_none_or(|home| self.places.dominates(home, place)),
            Way::Inherit(_) | Way::Coerce(_) | Way::Keep | Way::Instead(..) => false,
        }
    }

    /// Decides where each run stands; users come before operands.
    fn settle(&mut self) {
        let mut needed: SecondaryMap<Goal, PackedOption<Place>> = SecondaryMap::new();
        let mut need = |places: &Places, goal: Goal, at: Place| {
            let at = needed[goal]
                .expand()
                .map_or(at, |other| places.common(other, at));
            needed[goal] = at.into();
        };
        for (&what, &goal) in &self.uses {
            need(self.places, goal, self.place_of_use(what));
        }
        for (&inst, (_, operands)) in &self.instead {
            let at = self.places.inside(inst).unwrap_or(self.places.of(inst));
            for &operand in *operands {
                need(self.places, self.source(operand), at);
            }
        }
        let mut final_place: SecondaryMap<Goal, PackedOption<Place>> = SecondaryMap::new();
        for &goal in self.runs.iter().rev() {
            let home = self.home[goal]
                .expand()
                .unwrap_or(self.goals.goals[goal].place);
            let Way::Run(node, operands) = self.chosen(self.goals.class(goal)) else {
                continue;
            };
            let lowest = needed_place(&needed, goal).unwrap_or(home);
            let place = self.settle_one(goal, node, home, lowest);
            final_place[goal] = place.into();
            for &operand in operands {
                let operand = self.source(operand);
                let at = needed[operand]
                    .expand()
                    .map_or(place, |other| self.places.common(other, place));
                needed[operand] = at.into();
            }
        }
        self.place = final_place;
    }

    fn place_of_use(&self, what: Use) -> Place {
        match what {
            Use::Operand(inst, _) => self.places.of(inst),
            Use::Terminator(block) | Use::Argument(block, ..) | Use::JoinArgument(block, ..) => {
                self.places.at_end(block)
            }
        }
    }

    fn settle_one(&self, goal: Goal, node: &ENode, home: Place, lowest: Place) -> Place {
        if self.is_detached(node) || self.skeleton.strict && self.may_not_return(node) {
            return home;
        }
        // Where the source had it, if it still serves what it served there.
        let statement = self.statement_at(node, home);
        if let Some(inst) = statement {
            if self
                .uses_of(inst)
                .is_none_or(|uses| self.places.dominates(lowest, uses))
            {
                return home;
            }
        }
        let epoch = self.places.places[home].epoch;
        let reads = node.tag().epoch().is_some() || !self.goals.goals[goal].clean;
        let mut place = lowest;
        // Up again, out of loops and epochs that it must not be in.
        while place != home {
            let data = &self.places.places[place];
            let same_loops = match self.skeleton.loops.header(data.block) {
                None => true,
                Some(header) => self
                    .skeleton
                    .loops
                    .contains(header, self.places.places[home].block),
            };
            if same_loops && (!reads || data.epoch == epoch) {
                break;
            }
            match data.parent.expand() {
                Some(parent) => place = parent,
                None => return home,
            }
        }
        place
    }

    fn may_not_return(&self, node: &ENode) -> bool {
        effects(self.egraph, node).is_none_or(Effects::may_not_return)
    }

    fn is_detached(&self, node: &ENode) -> bool {
        node.tag().site().is_some_and(|site| {
            let inst = self.skeleton.sites[site];
            self.skeleton.statements[inst]
                .as_ref()
                .is_some_and(|statement| statement.role == Role::Detached)
        })
    }

    /// The closest place above all uses of a statement's value in the source.
    fn uses_of(&self, inst: Inst) -> Option<Place> {
        self.original_uses[self.skeleton.function.insts[inst].result].expand()
    }

    /// The statement of the source that computes a node at a place.
    fn statement_at(&self, node: &ENode, place: Place) -> Option<Inst> {
        let origin = self.origin.get(node)?;
        origin
            .iter()
            .copied()
            .find(|&inst| self.places.of(inst) == place)
    }
}

/// The closest place above all uses of each value in the source.
fn original_uses(skeleton: &Skeleton, places: &Places) -> SecondaryMap<Value, PackedOption<Place>> {
    let function = &skeleton.function;
    let mut uses: SecondaryMap<Value, PackedOption<Place>> = SecondaryMap::new();
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

fn needed_place(needed: &SecondaryMap<Goal, PackedOption<Place>>, goal: Goal) -> Option<Place> {
    needed[goal].expand()
}

/// Writes the function.
struct Builder<'p, 'a, 'h> {
    plan: &'p Plan<'a, 'h>,
    function: Function,
    blocks: SecondaryMap<Block, PackedOption<Block>>,
    /// New values of parameters and of results of statements that stay.
    values: SecondaryMap<Value, PackedOption<Value>>,
    /// New parameters of joins.
    joins: FxHashMap<(Value, Type), Value>,
    /// New values of goals that run.
    results: SecondaryMap<Goal, PackedOption<Value>>,
    /// Runs by place, in the order of the source where they come from it.
    by_place: SecondaryMap<Place, Vec<Goal>>,
}

impl<'p, 'a, 'h> Builder<'p, 'a, 'h> {
    fn new(plan: &'p Plan<'a, 'h>) -> Builder<'p, 'a, 'h> {
        let original = &plan.skeleton.function;
        let mut function = Function::new(original.name, original.ret);
        function.has_self = original.has_self;
        function.is_va = original.is_va;
        function.source = original.source.clone();
        function.memory = original.memory.clone();
        let mut by_place: SecondaryMap<Place, Vec<Goal>> = SecondaryMap::new();
        for &goal in &plan.runs {
            if let Some(place) = plan.place[goal].expand() {
                by_place[place].push(goal);
            }
        }
        Builder {
            plan,
            function,
            blocks: SecondaryMap::new(),
            values: SecondaryMap::new(),
            joins: FxHashMap::default(),
            results: SecondaryMap::new(),
            by_place,
        }
    }

    fn run(&mut self) {
        let original = &self.plan.skeleton.function;
        let live = |block: &&Block| self.plan.skeleton.is_live(**block);
        for &block in original.layout.iter().filter(live) {
            let new = self.function.add_block();
            self.blocks[block] = new.into();
            if self.plan.skeleton.is_join(block) {
                for &(param, ty) in self.plan.params.get(&block).into_iter().flatten() {
                    let name = original.values[param].name;
                    let value = self.function.add_param(new, ty, name);
                    self.joins.insert((param, ty), value);
                }
                continue;
            }
            for &param in original.params(block) {
                let data = &original.values[param];
                let value = self.function.add_param(new, data.ty, data.name);
                self.function.values[value].constant = data.constant;
                self.values[param] = value.into();
            }
        }
        // Dominators first, so that every operand has been written when it is used.
        let live = |block: &&Block| self.plan.skeleton.is_live(**block);
        for &block in self.plan.skeleton.dominators.preorder().iter().filter(live) {
            self.block(block);
        }
    }

    fn block(&mut self, block: Block) {
        let skeleton = self.plan.skeleton;
        let mut place = self.plan.places.at_start(block);
        self.emit_place(place, block);
        for &inst in &skeleton.function.blocks[block].insts {
            let role = skeleton.statements[inst]
                .as_ref()
                .map(|statement| statement.role);
            match role {
                Some(Role::Effect | Role::Fixed) => {
                    if let Some(inside) = self.plan.places.inside(inst) {
                        self.emit_place(inside, block);
                    }
                    self.statement(block, inst);
                }
                Some(Role::Detached) => {}
                _ => continue,
            }
            place = Place::new(place.index() + 1);
            self.emit_place(place, block);
        }
        self.terminator(block);
    }

    /// Writes what runs at a place: in the order of the source, operands before users.
    fn emit_place(&mut self, place: Place, block: Block) {
        let mut goals = std::mem::take(&mut self.by_place[place]);
        let position = |goal: Goal| match self.plan.chosen(self.plan.goals.class(goal)) {
            Way::Run(node, _) => self
                .plan
                .statement_at(node, place)
                .map_or(u32::MAX, |inst| inst.as_u32()),
            _ => u32::MAX,
        };
        // A detached call that is kept ends its place.
        goals.sort_by_key(
            |&goal| match self.plan.chosen(self.plan.goals.class(goal)) {
                Way::Run(node, _) if self.plan.is_detached(node) => (1, 0),
                _ => (0, position(goal)),
            },
        );
        for goal in goals {
            let mut stack = vec![(goal, 0)];
            while let Some((goal, next)) = stack.pop() {
                if self.results[goal].is_some() {
                    continue;
                }
                let Way::Run(node, operands) = self.plan.chosen(self.plan.goals.class(goal)) else {
                    continue;
                };
                match operands.get(next) {
                    Some(&operand) => {
                        stack.push((goal, next + 1));
                        stack.push((self.plan.source(operand), 0));
                    }
                    None => self.emit(goal, node, operands, block),
                }
            }
        }
    }

    fn emit(&mut self, goal: Goal, node: &ENode, operands: &[Goal], block: Block) {
        let kind = self.kind(node, operands);
        let data = self.plan.goals.goals[goal];
        let origin = self
            .plan
            .origin
            .get(node)
            .and_then(|origin| origin.first().copied());
        let original = &self.plan.skeleton.function;
        let span = origin
            .map(|inst| original.insts[inst].span)
            .unwrap_or_default();
        let inst = self.function.make_inst(kind, data.member, span);
        let new_block = self.new_block(block);
        self.function.blocks[new_block].insts.push(inst);
        self.function.insts[inst].inbounds = node.tag().inbounds();
        let result = self.function.insts[inst].result;
        // Objects of equal contents are not one constant.
        let mutable = self
            .plan
            .egraph
            .analysis
            .oracle()
            .may_be_mutable(data.member);
        let value = &mut self.function.values[result];
        value.constant = self.plan.egraph[data.class]
            .data
            .member(data.member)
            .and_then(|known| known.constant)
            .filter(|_| !mutable);
        value.name = origin.and_then(|inst| original.values[original.insts[inst].result].name);
        self.results[goal] = result.into();
    }

    /// The statement that a node becomes.
    fn kind(&mut self, node: &ENode, operands: &[Goal]) -> InstKind {
        let mut values: Vec<Value> = operands
            .iter()
            .map(|&operand| self.value(operand))
            .collect();
        match node.op() {
            Op::Call { callee, .. } => {
                let callee = self.constant(callee);
                InstKind::Call {
                    callee,
                    args: self.function.list(&values),
                }
            }
            Op::Apply { .. } => {
                let callee = values.remove(0);
                InstKind::Call {
                    callee,
                    args: self.function.list(&values),
                }
            }
            _ => {
                let ty = values.remove(0);
                InstKind::New {
                    ty,
                    args: self.function.list(&values),
                }
            }
        }
    }

    fn new_block(&self, block: Block) -> Block {
        self.blocks[block].expect("every reachable block was made")
    }

    fn constant(&mut self, constant: crate::ir::Const) -> Value {
        let ty = self.plan.egraph.analysis.oracle().constant(constant).ty;
        self.function.constant(constant, ty)
    }

    /// The new value of a goal.
    fn value(&mut self, goal: Goal) -> Value {
        let goal = self.plan.source(goal);
        match self.plan.chosen(self.plan.goals.class(goal)) {
            Way::Run(..) => self.results[goal].expect("operands are written before users"),
            Way::Free(node) => self.free(node),
            Way::Param(param) => self.joins[&(*param, self.plan.goals.goals[goal].member)],
            Way::Inherit(_) | Way::Coerce(_) | Way::Keep | Way::Instead(..) => {
                unreachable!("the source of a goal runs or is free")
            }
        }
    }

    fn free(&mut self, node: &ENode) -> Value {
        let skeleton = self.plan.skeleton;
        let old = match node.op() {
            Op::Const(constant) => return self.constant(constant),
            Op::Leaf(leaf) => match skeleton.leaves[leaf] {
                LeafDef::Value(value) => value,
                LeafDef::Result(inst) => skeleton.function.insts[inst].result,
            },
            _ => {
                let site = node
                    .tag()
                    .site()
                    .expect("a call that is free has run at its site");
                skeleton.function.insts[skeleton.sites[site]].result
            }
        };
        self.old_value(old)
    }

    /// The new value of a parameter, a constant, or the result of a statement that stays.
    fn old_value(&mut self, old: Value) -> Value {
        let data = &self.plan.skeleton.function.values[old];
        match data.def {
            ValueDef::Const(constant) => self.function.constant(constant, data.ty),
            _ => self.values[old].expect("values that stay are written before their uses"),
        }
    }

    /// The new value of an operand of something that stays.
    fn operand(&mut self, what: Use, old: Value) -> Value {
        match self.plan.uses.get(&what) {
            Some(&goal) => self.value(goal),
            None => self.old_value(old),
        }
    }

    fn statement(&mut self, block: Block, inst: Inst) {
        let original = &self.plan.skeleton.function;
        let data = &original.insts[inst];
        if let Some(&(node, operands)) = self.plan.instead.get(&inst) {
            let kind = self.kind(node, operands);
            self.stay(block, inst, kind);
            return;
        }
        let olds: Vec<Value> = original.operands(inst).collect();
        let mut operands: Vec<Value> = Vec::with_capacity(olds.len());
        for (number, &old) in olds.iter().enumerate() {
            operands.push(self.operand(Use::Operand(inst, number as u32), old));
        }
        let kind = match &data.kind {
            InstKind::Call { .. } => InstKind::Call {
                callee: operands[0],
                args: self.function.list(&operands[1..]),
            },
            InstKind::New { .. } => InstKind::New {
                ty: operands[0],
                args: self.function.list(&operands[1..]),
            },
            InstKind::Pi { narrowing, .. } => InstKind::Pi {
                value: operands[0],
                narrowing: *narrowing,
            },
            InstKind::Opaque { head, payload, .. } => InstKind::Opaque {
                head: *head,
                args: self.function.list(&operands),
                payload: *payload,
            },
            InstKind::SetSlot(slot, _) => InstKind::SetSlot(*slot, operands[0]),
            InstKind::PopException(_) => InstKind::PopException(operands[0]),
            same @ (InstKind::GetGlobal { .. }
            | InstKind::GetSlot(_)
            | InstKind::IsDefined(_)
            | InstKind::Leave(_)) => same.clone(),
        };
        self.stay(block, inst, kind);
    }

    /// Writes what stands for a statement that stays.
    fn stay(&mut self, block: Block, inst: Inst, kind: InstKind) {
        let original = &self.plan.skeleton.function;
        let data = &original.insts[inst];
        let result = &original.values[data.result];
        let new = self.function.make_inst(kind, result.ty, data.span);
        let new_block = self.new_block(block);
        self.function.blocks[new_block].insts.push(new);
        self.function.insts[new].inbounds = data.inbounds;
        let value = self.function.insts[new].result;
        self.function.values[value].constant = result.constant;
        self.function.values[value].name = result.name;
        self.values[data.result] = value.into();
    }

    fn terminator(&mut self, block: Block) {
        let original = &self.plan.skeleton.function;
        let mut term = original.blocks[block].term.clone();
        let mut first = 0;
        if self.plan.skeleton.is_decided(block) {
            if let Some((side, target)) = self.plan.skeleton.live_targets(block).next() {
                first = side;
                term = Terminator::Jump(target.clone());
            }
        }
        if let Terminator::Branch { cond: value, .. } | Terminator::Return(value) = &mut term {
            *value = self.operand(Use::Terminator(block), *value);
        }
        for (side, target) in (first..).zip(term.targets_mut()) {
            let mut args = Vec::new();
            let olds = original.slice(&target.args);
            if self.plan.skeleton.is_join(target.block) {
                for &(param, ty) in self.plan.params.get(&target.block).into_iter().flatten() {
                    let ValueDef::Param(_, number) = original.values[param].def else {
                        continue;
                    };
                    let what = Use::JoinArgument(block, side as u8, number, ty);
                    args.push(self.operand(what, olds[number as usize]));
                }
            } else {
                for (number, &old) in olds.iter().enumerate() {
                    args.push(self.operand(Use::Argument(block, side as u8, number as u32), old));
                }
            }
            target.args = self.function.list(&args);
            target.block = self.new_block(target.block);
        }
        let new = self.new_block(block);
        self.function.blocks[new].term = term;
        self.function.blocks[new].term_span = original.blocks[block].term_span;
    }
}
