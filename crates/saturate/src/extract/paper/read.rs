//! From chosen placements to an answer of P: types follow from the choice.

use super::graph::{roots, Graph};
use crate::extract::dag::ExtractError;
use crate::extract::place::Place;
use crate::extract::problem::{Answer, Effort, Item, Kind, Origin, Owner, Run, Source, UseId};
use cranelift_entity::EntityRef;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Reads an answer of P from the chosen placements.
pub(super) struct Reader<'a> {
    graph: &'a Graph<'a>,
    chosen: &'a dyn Fn(usize, usize) -> bool,
    answer: Answer,
    /// What a class is at a statement, once that is known; nothing while it is being found.
    known: FxHashMap<(u32, u32), Option<(Item, Source)>>,
    statement_of: FxHashMap<(Place, u8), u32>,
}

impl<'a> Reader<'a> {
    pub fn new(graph: &'a Graph<'a>, chosen: &'a dyn Fn(usize, usize) -> bool) -> Reader<'a> {
        let problem = graph.problem;
        Reader {
            graph,
            chosen,
            answer: Answer {
                runs: Vec::new(),
                uses: problem.uses.keys().map(|_| None).collect(),
                alternatives: problem.statements.keys().map(|_| 0).collect(),
                cost: 0.0,
                bound: f64::NEG_INFINITY,
                optimal: false,
                effort: Effort::default(),
            },
            known: FxHashMap::default(),
            statement_of: roots(problem)
                .iter()
                .enumerate()
                .filter(|(_, (_, rank, _))| *rank > 0)
                .map(|(number, &(place, rank, _))| ((place, rank), number as u32))
                .collect(),
        }
    }

    pub fn read(&mut self) -> Result<Answer, ExtractError> {
        let problem = self.graph.problem;
        // Parameters of blocks further up come first: arguments are met before they are used.
        let mut order: Vec<UseId> = problem.uses.keys().collect();
        order.sort_by_key(|&id| problem.uses[id].place);
        for id in order {
            let data = &problem.uses[id];
            let needed = match data.owner {
                Owner::Always => true,
                Owner::Alternative(_, number) => number == 0,
                Owner::Join(_) => false,
            };
            if needed {
                self.meet(id)?;
            }
        }
        let mut answer = self.answer.clone();
        answer.only_needed(problem);
        Ok(answer)
    }

    fn statement(&self, id: UseId) -> Result<u32, ExtractError> {
        let data = &self.graph.problem.uses[id];
        let rank = if matches!(data.owner, Owner::Alternative(..)) {
            1
        } else {
            2
        };
        let found = self.statement_of.get(&(data.place, rank)).copied();
        found.ok_or_else(|| invalid("a use belongs to no statement"))
    }

    fn meet(&mut self, id: UseId) -> Result<(), ExtractError> {
        if self.answer.uses[id].is_some() {
            return Ok(());
        }
        let data = &self.graph.problem.uses[id];
        let first = data
            .items
            .first()
            .ok_or_else(|| invalid("a use that nothing meets"))?;
        let class = self.graph.class_of[first.index()];
        let class = class.ok_or_else(|| invalid("a use of a class that is not reachable"))?;
        let (item, source) = self.find(class, self.statement(id)?)?;
        if !data.items.contains(&item) {
            return Err(invalid("what was chosen has no type that its use accepts"));
        }
        self.answer.uses[id] = Some(source);
        Ok(())
    }

    /// What a class is at a statement. Depth of the recursion: the height of the chosen term, on a stack that grows.
    fn find(&mut self, class: u32, statement: u32) -> Result<(Item, Source), ExtractError> {
        match self.known.get(&(class, statement)) {
            Some(Some(known)) => return Ok(known.clone()),
            Some(None) => return Err(invalid("the chosen nodes are cyclic")),
            None => {}
        }
        self.known.insert((class, statement), None);
        let found = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.make(class, statement))?;
        self.known.insert((class, statement), Some(found.clone()));
        Ok(found)
    }

    fn make(&mut self, class: u32, statement: u32) -> Result<(Item, Source), ExtractError> {
        let graph = self.graph;
        let members = &graph.classes[class as usize];
        let of = &graph.statements[statement as usize];
        // Where it was computed already, if it was.
        for &above in &of.dominators {
            if members
                .iter()
                .any(|&n| (self.chosen)(above as usize, n as usize))
            {
                return self.find(class, above);
            }
        }
        let here = members
            .iter()
            .find(|&&n| (self.chosen)(statement as usize, n as usize));
        let &node = here.ok_or_else(|| invalid("a class that is needed has no node"))?;
        self.instance(node, statement)
    }

    /// The instance of a node whose operands are what was chosen for its children.
    fn instance(&mut self, node: u32, statement: u32) -> Result<(Item, Source), ExtractError> {
        let graph = self.graph;
        let problem = graph.problem;
        let instances = &graph.nodes[node as usize].instances;
        let place = graph.statements[statement as usize].place;
        let operands = &problem.instances[instances[0]].operands;
        let mut items: SmallVec<[Item; 4]> = SmallVec::new();
        let mut sources: SmallVec<[Source; 4]> = SmallVec::new();
        for operand in operands {
            let class = graph.class_of[operand.item.index()];
            let class = class.ok_or_else(|| invalid("an operand that is not reachable"))?;
            let (item, source) = self.find(class, statement)?;
            items.push(item);
            sources.push(source);
        }
        for &instance in instances {
            let data = &problem.instances[instance];
            let fits = data.operands.iter().zip(&items);
            if !fits
                .into_iter()
                .all(|(operand, item)| operand.item == *item)
            {
                continue;
            }
            let origin = match &data.kind {
                Kind::Free(_) | Kind::Lent => Origin::Instance(instance),
                &Kind::Param(join) => {
                    let arguments = problem.joins[join].uses.clone();
                    if arguments.into_iter().any(|id| self.meet(id).is_err()) {
                        continue;
                    }
                    Origin::Instance(instance)
                }
                Kind::Coerce(_) => {
                    let mut source = sources[0].clone();
                    source.coercions.insert(0, instance);
                    return Ok((data.item, source));
                }
                Kind::Run { region, .. } => {
                    if !problem.may_stand(region, place) {
                        continue;
                    }
                    self.answer.runs.push(Run {
                        instance,
                        place,
                        operands: sources.clone(),
                    });
                    Origin::Run(self.answer.runs.len() as u32 - 1)
                }
            };
            let source = Source {
                coercions: SmallVec::new(),
                origin,
            };
            return Ok((data.item, source));
        }
        Err(invalid("the chosen nodes have no method together"))
    }
}

fn invalid(what: &str) -> ExtractError {
    ExtractError::Problem(format!("no answer from the paper's formulation: {what}"))
}
