//! Structured code: `if`, `while`, `for`, `break` and `continue` in place of labels and jumps.
//!
//! ```text
//! b1: goto b2 if n > 0 else b3                while n > 0
//! b2: …; goto b1                becomes           …
//! b3: return a                                end
//!                                             return a
//! ```
//!
//! The dominator tree says how blocks nest (Ramsey, Beyond Relooper, 2022): a block that is reached in one way stands where it
//! is reached; one that is reached in several stands behind the block that dominates it, and whoever reaches it falls through to it.
//! A loop is a `while true` around what leads back to its header. What neither falling through nor `break` and `continue` of the innermost
//! loop can say stays a jump. A function that has a loop with two entries, or that nests deeper than [`MAX_DEPTH`], keeps all its jumps.
//!
//! A `try` is a branch whose arms are the protected code and its handler. What control reaches from inside them, and what is not inside them, stands behind the `try`.

use super::conditions::MAX_CONDITION;
use super::regions::Frame;
use super::text::Text;
use crate::ir::domtree::DomTree;
use crate::syntax::operators::Level;
use rustc_hash::{FxHashMap, FxHashSet};

/// Deeper nesting than this stays jumps: Julia's own lowering is recursive.
const MAX_DEPTH: usize = 60;

/// What decides a branch.
#[derive(Clone, Debug)]
pub(super) struct Condition {
    /// An expression.
    pub text: Text,
    /// Whether the opposite of it is meant.
    pub is_negated: bool,
}

impl Condition {
    /// The opposite.
    pub fn negated(mut self) -> Condition {
        self.is_negated = !self.is_negated;
        self
    }

    /// How it is written.
    pub fn code(&self) -> String {
        match self.is_negated {
            true => self.text.opposite(),
            false => self.text.code.clone(),
        }
    }

    /// The condition as part of a larger one.
    pub fn at(&self, level: Level) -> String {
        match self.is_negated {
            true => self.text.opposite(),
            false => self.text.at(level),
        }
    }
}

/// How a block with two ways chooses.
#[derive(Clone, Debug)]
pub(super) enum Choice {
    /// The first way if this holds.
    If(Condition),
    /// The first way for each element, with its name, of a collection; the second behind the last.
    For(String, String),
    /// The first way; the second where it throws.
    Try,
}

/// A line of code: what it assigns, and all of it.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The variables that it assigns.
    pub assigns: Vec<String>,
    /// The text.
    pub code: String,
    /// What is assigned, where it is one variable that gets a value.
    pub value: Option<Text>,
    /// Whether control does not come behind it.
    pub leaves: bool,
}

impl Line {
    /// Whether it only gives one variable a number, or what another variable has.
    pub fn is_plain(&self) -> bool {
        let is_plain = |c: char| c.is_alphanumeric() || "-._".contains(c);
        let value = self.value.as_ref();
        self.assigns.len() == 1 && value.is_some_and(|it| it.code.chars().all(is_plain))
    }
}

impl PartialEq for Line {
    fn eq(&self, other: &Line) -> bool {
        self.code == other.code
    }
}

/// Straight code and the ways to leave it: lines of the jump, and where it goes.
#[derive(Clone, Debug)]
pub(super) struct Straight {
    /// The lines.
    pub lines: Vec<Line>,
    /// Of two ways, which.
    pub choice: Option<Choice>,
    /// None, one, or two.
    pub ways: Vec<(Vec<Line>, usize)>,
    /// The regions around it.
    pub frames: Vec<Frame>,
}

/// A piece of structured code.
#[derive(Clone, Debug)]
pub(super) enum Item {
    /// A line.
    Line(Line),
    /// A branch.
    If(Condition, Vec<Item>, Vec<Item>),
    /// A loop; without a condition, one that is left from inside.
    While(Option<Condition>, Vec<Item>),
    /// A loop over a collection.
    For(String, String, Vec<Item>),
    /// Protected code, and its handler with its variable.
    Try(Vec<Item>, Option<String>, Vec<Item>),
    /// Where a jump goes.
    Label(usize),
    /// A jump.
    Goto(usize),
    /// Leaves the innermost loop.
    Break,
    /// Goes on with the innermost loop.
    Continue,
}

/// Where control goes from the end of what is being written: the block that follows, and what `continue` and `break` mean.
#[derive(Clone, Copy)]
struct Around {
    next: Option<usize>,
    header: Option<usize>,
    behind: Option<usize>,
}

struct Structure {
    blocks: Vec<Straight>,
    /// The blocks that stand behind each.
    placed: Vec<Vec<usize>>,
    is_placed: Vec<bool>,
    /// Of each loop, by its header.
    members: FxHashMap<usize, FxHashSet<usize>>,
    /// Headers of the loops that are being written.
    open: FxHashSet<usize>,
    /// Labels that a jump goes to.
    used: FxHashSet<usize>,
    depth: usize,
}

/// The code of blocks, of which the first is the entry; nothing where it cannot be said without jumps throughout.
pub(super) fn structured(mut blocks: Vec<Straight>) -> Option<Vec<Item>> {
    jump_at_once(&mut blocks);
    merge_conditions(&mut blocks);
    let mut structure = Structure::new(blocks)?;
    let nowhere = Around {
        next: None,
        header: None,
        behind: None,
    };
    let mut out = Vec::new();
    structure.write(&mut out, 0, nowhere)?;
    Some(without_labels(out, &structure.used))
}

/// Blocks one after the other, with jumps; nothing where some of them are protected, which jumps cannot say.
pub(super) fn flat(blocks: Vec<Straight>) -> Option<Vec<Item>> {
    if blocks.iter().any(|block| !block.frames.is_empty()) {
        return None;
    }
    let mut out = Vec::new();
    let used: FxHashSet<usize> = blocks
        .iter()
        .flat_map(|block| block.ways.iter().map(|way| way.1))
        .collect();
    for (number, block) in blocks.into_iter().enumerate() {
        out.push(Item::Label(number));
        out.extend(block.lines.into_iter().map(Item::Line));
        let arms = block.ways.into_iter().map(|(moves, next)| {
            let mut arm: Vec<Item> = moves.into_iter().map(Item::Line).collect();
            arm.push(Item::Goto(next));
            arm
        });
        let arms: Vec<Vec<Item>> = arms.collect();
        match (block.choice, &arms[..]) {
            (Some(Choice::If(condition)), [yes, no]) => {
                out.push(Item::If(condition, yes.clone(), no.clone()));
            }
            (_, arms) => out.extend(arms.iter().flatten().cloned()),
        }
    }
    Some(without_labels(out, &used))
}

/// Where there is nothing but a jump, it is made by those who would come there. Behind the end of a region, it may also assign: that cannot throw.
fn jump_at_once(blocks: &mut [Straight]) {
    for n in 0..blocks.len() {
        for way in 0..blocks[n].ways.len() {
            // An endless loop has no end.
            for _ in 0..blocks.len() {
                let next = &blocks[blocks[n].ways[way].1];
                let is_outside = next.frames.len() < blocks[n].frames.len();
                let (true, None, [(moves, target)]) =
                    (next.lines.is_empty(), &next.choice, &next.ways[..])
                else {
                    break;
                };
                let does_fit = is_outside && moves.iter().all(Line::is_plain);
                if !(moves.is_empty() || does_fit) {
                    break;
                }
                let (moves, target) = (moves.clone(), *target);
                blocks[n].ways[way].0.extend(moves);
                blocks[n].ways[way].1 = target;
            }
        }
    }
}

/// `a && b` and `a || b` in a condition: two branches with a target in common, of which the second has nothing before it.
fn merge_conditions(blocks: &mut [Straight]) {
    let mut reached = vec![0; blocks.len()];
    for block in blocks.iter() {
        block.ways.iter().for_each(|way| reached[way.1] += 1);
    }
    for n in (0..blocks.len()).rev() {
        let Some(Choice::If(first)) = blocks[n].choice.clone() else {
            continue;
        };
        for (arm, sign, level) in [(0, "&&", Level::And), (1, "||", Level::Or)] {
            let (moves, next) = &blocks[n].ways[arm];
            let inner = &blocks[*next];
            let Some(Choice::If(second)) = &inner.choice else {
                continue;
            };
            let is_same = blocks[n].ways[1 - arm] == inner.ways[1 - arm];
            let is_alone = moves.is_empty() && *next != n && reached[*next] == 1;
            if !is_alone || !inner.lines.is_empty() || !is_same {
                continue;
            }
            let code = format!("{} {sign} {}", first.at(level.tighter()), second.at(level));
            // A condition has an end.
            if code.len() > MAX_CONDITION {
                continue;
            }
            let ways = inner.ways.clone();
            blocks[n].choice = Some(Choice::If(Condition {
                text: Text::new(code, level),
                is_negated: false,
            }));
            blocks[n].ways = ways;
            break;
        }
    }
}

impl Structure {
    /// Says which blocks stand behind which; nothing where a loop has two entries.
    fn new(blocks: Vec<Straight>) -> Option<Structure> {
        let count = blocks.len();
        let next = |block: u32| {
            let ways = &blocks[block as usize].ways;
            ways.iter().map(|way| way.1 as u32)
        };
        let order = reverse_postorder(&blocks);
        let mut position = vec![usize::MAX; count];
        let mut before = vec![Vec::new(); count];
        for (at, &block) in order.iter().enumerate() {
            position[block] = at;
            for way in &blocks[block].ways {
                before[way.1].push(block as u32);
            }
        }
        let tree = DomTree::new(
            count,
            0,
            next,
            |block| before[block as usize].iter().copied(),
            order.iter().map(|&block| block as u32),
        );
        let mut reached = vec![0; count];
        let mut members: FxHashMap<usize, FxHashSet<usize>> = FxHashMap::default();
        for &block in &order {
            for &(_, next) in &blocks[block].ways {
                if position[next] > position[block] {
                    // What is reached from inside a `try` stands behind it.
                    let is_outside = blocks[block].frames.len() > blocks[next].frames.len();
                    reached[next] += if is_outside { 2 } else { 1 };
                } else if tree.dominates(next as u32, block as u32) {
                    let inside = members.entry(next).or_default();
                    inside.extend([next, block]);
                } else {
                    return None;
                }
            }
        }
        for (&header, inside) in &mut members {
            let mut work: Vec<usize> = inside.iter().copied().collect();
            while let Some(block) = work.pop() {
                if block == header {
                    continue;
                }
                for &pred in &before[block] {
                    if inside.insert(pred as usize) {
                        work.push(pred as usize);
                    }
                }
            }
        }
        let (mut placed, mut is_placed) = (vec![Vec::new(); count], vec![false; count]);
        for &block in &order[1..] {
            if let (true, Some(mut above)) = (reached[block] >= 2, tree.idom(block as u32)) {
                // The block that enters a region dominates all code inside.
                while blocks[above as usize].frames.len() > blocks[block].frames.len() {
                    above = tree.idom(above)?;
                }
                placed[above as usize].push(block);
                is_placed[block] = true;
            }
        }
        // The only way out of a loop stands behind the loop, wherever it is reached from.
        let mut headers: Vec<usize> = members.keys().copied().collect();
        headers.sort_by_key(|&header| std::cmp::Reverse(position[header]));
        for header in headers {
            let inside = &members[&header];
            let mut exits: Vec<usize> = inside
                .iter()
                .flat_map(|&block| blocks[block].ways.iter().map(|way| way.1))
                .filter(|next| !inside.contains(next))
                .collect();
            exits.sort_unstable();
            exits.dedup();
            // Behind a loop over a collection stands what follows its last element.
            let exit = match (&blocks[header].choice, &exits[..]) {
                (Some(Choice::For(..)), _) => blocks[header].ways[1].1,
                (_, &[only]) => only,
                _ => continue,
            };
            // The way out may be the next turn of the loop around it, whose header does not stand behind.
            let is_behind = position[exit] > position[header];
            if is_behind && !is_placed[exit] && blocks[exit].frames == blocks[header].frames {
                placed[header].push(exit);
                is_placed[exit] = true;
                placed[header].sort_by_key(|&block| position[block]);
            }
        }
        Some(Structure {
            blocks,
            placed,
            is_placed,
            members,
            open: FxHashSet::default(),
            used: FxHashSet::default(),
            depth: 0,
        })
    }

    /// Writes a block and what stands behind it; nothing where it nests too deep.
    fn write(&mut self, out: &mut Vec<Item>, block: usize, around: Around) -> Option<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let mut block = block;
        // The last block that stands behind is written in this loop, not in a call: a long program is no deep one.
        loop {
            if self.is_placed[block] || self.members.contains_key(&block) {
                out.push(Item::Label(block));
            }
            let mut behind = self.placed[block].clone();
            if let Some(members) = self.members.get(&block) {
                let inside: Vec<usize> = behind
                    .iter()
                    .copied()
                    .filter(|it| members.contains(it))
                    .collect();
                behind.retain(|it| !members.contains(it));
                let after = behind.first().copied().or(around.next);
                self.open.insert(block);
                let header = Some(block);
                let mut body = Vec::new();
                match self.blocks[block].choice.clone() {
                    Some(Choice::For(name, collection)) => {
                        let (first, last) =
                            (self.blocks[block].ways[0].1, self.blocks[block].ways[1].1);
                        let within = Around {
                            next: header,
                            header,
                            behind: Some(last),
                        };
                        self.within(&mut body, &inside, within, |this, body, around| {
                            this.go(body, first, around)
                        })?;
                        self.open.remove(&block);
                        body.push(Item::Label(self.end_of_body(block)));
                        out.push(Item::For(name, collection, body));
                        let outside = Around {
                            next: after,
                            ..around
                        };
                        self.go(out, last, outside)?;
                    }
                    _ => {
                        let within = Around {
                            next: header,
                            header,
                            behind: after,
                        };
                        self.within(&mut body, &inside, within, |this, body, around| {
                            this.block(body, block, around)
                        })?;
                        self.open.remove(&block);
                        out.push(while_loop(body));
                    }
                }
            } else {
                let next = behind.first().copied().or(around.next);
                self.block(out, block, Around { next, ..around })?;
            }
            let Some((&last, rest)) = behind.split_last() else {
                break;
            };
            for (n, &one) in rest.iter().enumerate() {
                let next = Some(behind[n + 1]);
                self.write(out, one, Around { next, ..around })?;
            }
            block = last;
        }
        self.depth -= 1;
        Some(())
    }

    /// The label at the end of the body of a `for` with this header: a jump there goes on with the next element.
    fn end_of_body(&self, header: usize) -> usize {
        self.blocks.len() + header
    }

    /// The body of a loop: what `first` writes, and the blocks that stand behind it.
    fn within(
        &mut self,
        out: &mut Vec<Item>,
        behind: &[usize],
        around: Around,
        first: impl FnOnce(&mut Self, &mut Vec<Item>, Around) -> Option<()>,
    ) -> Option<()> {
        let next = |n: usize| behind.get(n).copied().or(around.next);
        first(
            self,
            out,
            Around {
                next: next(0),
                ..around
            },
        )?;
        for (n, &block) in behind.iter().enumerate() {
            let next = next(n + 1);
            self.write(out, block, Around { next, ..around })?;
        }
        Some(())
    }

    fn block(&mut self, out: &mut Vec<Item>, block: usize, around: Around) -> Option<()> {
        let straight = self.blocks[block].clone();
        out.extend(straight.lines.into_iter().map(Item::Line));
        let mut arms = Vec::new();
        for (moves, next) in straight.ways {
            let mut arm: Vec<Item> = moves.into_iter().map(Item::Line).collect();
            self.go(&mut arm, next, around)?;
            arms.push(arm);
        }
        match (straight.choice, &arms[..]) {
            (Some(Choice::If(condition)), [yes, no]) => branch(out, &condition, yes, no),
            (Some(Choice::Try), [body, handler]) => {
                out.push(Item::Try(body.clone(), None, handler.clone()));
            }
            (_, arms) => out.extend(arms.iter().flatten().cloned()),
        }
        Some(())
    }

    /// Goes to a block: by falling through to it, by `continue` or `break`, by a jump, or by writing it here.
    fn go(&mut self, out: &mut Vec<Item>, block: usize, around: Around) -> Option<()> {
        let to = Some(block);
        if to == around.next {
        } else if to == around.header {
            out.push(Item::Continue);
        } else if to == around.behind {
            out.push(Item::Break);
        } else if self.is_placed[block] || self.open.contains(&block) {
            let is_for = matches!(self.blocks[block].choice, Some(Choice::For(..)));
            // A jump to a `for` from inside would begin with the first element again.
            let label = match is_for && self.open.contains(&block) {
                true => self.end_of_body(block),
                false => block,
            };
            self.used.insert(label);
            out.push(Item::Goto(label));
        } else {
            self.write(out, block, around)?;
        }
        Some(())
    }
}

fn reverse_postorder(blocks: &[Straight]) -> Vec<usize> {
    let (mut seen, mut order) = (vec![false; blocks.len()], Vec::new());
    seen[0] = true;
    let mut stack = vec![(0, 0)];
    while let Some((block, at)) = stack.pop() {
        match blocks[block].ways.get(at) {
            Some(&(_, next)) => {
                stack.push((block, at + 1));
                if !std::mem::replace(&mut seen[next], true) {
                    stack.push((next, 0));
                }
            }
            None => order.push(block),
        }
    }
    order.reverse();
    order
}

fn leaves(items: &[Item]) -> bool {
    match items.last() {
        Some(Item::Line(line)) => line.leaves,
        Some(Item::Goto(_) | Item::Break | Item::Continue) => true,
        Some(Item::Try(body, _, handler)) => leaves(body) && leaves(handler),
        _ => false,
    }
}

/// A branch: an arm that leaves needs no `else` behind it.
fn branch(out: &mut Vec<Item>, condition: &Condition, yes: &[Item], no: &[Item]) {
    let (mut condition, mut yes, mut no) = (condition.clone(), yes.to_vec(), no.to_vec());
    let is_other_way = match (leaves(&yes), leaves(&no)) {
        (true, true) => condition.is_negated,
        (false, true) => true,
        (true, false) => false,
        (false, false) => yes.is_empty() || (condition.is_negated && !no.is_empty()),
    };
    if is_other_way {
        condition = condition.negated();
        std::mem::swap(&mut yes, &mut no);
    }
    if yes.is_empty() {
        out.push(Item::Line(Line {
            assigns: Vec::new(),
            code: condition.text.code,
            value: None,
            leaves: false,
        }));
        return;
    }
    let behind = match leaves(&yes) {
        true => std::mem::take(&mut no),
        false => Vec::new(),
    };
    out.push(Item::If(condition, yes, no));
    out.extend(behind);
}

/// `while true; if !c break end; … end` is `while c; … end`.
fn while_loop(mut body: Vec<Item>) -> Item {
    let first = body
        .iter()
        .position(|item| !matches!(item, Item::Label(_)))
        .unwrap_or(0);
    if let Some(Item::If(condition, arm, other)) = body.get(first) {
        if matches!(arm[..], [Item::Break]) && other.is_empty() {
            let condition = condition.clone().negated();
            body.remove(first);
            return Item::While(Some(condition), body);
        }
    }
    Item::While(None, body)
}

/// Labels that no jump goes to go, at any depth.
fn without_labels(items: Vec<Item>, used: &FxHashSet<usize>) -> Vec<Item> {
    let kept = items.into_iter().filter_map(|item| {
        Some(match item {
            Item::Label(block) if !used.contains(&block) => return None,
            Item::If(condition, yes, no) => Item::If(
                condition,
                without_labels(yes, used),
                without_labels(no, used),
            ),
            Item::While(condition, body) => Item::While(condition, without_labels(body, used)),
            Item::For(name, collection, body) => {
                Item::For(name, collection, without_labels(body, used))
            }
            Item::Try(body, name, handler) => Item::Try(
                without_labels(body, used),
                name,
                without_labels(handler, used),
            ),
            other => other,
        })
    });
    kept.collect()
}
