//! Random programs in the IR itself: the same function in a shape that no structured source has.
//!
//! Source gives tidy graphs: loops with one entry, values that are used where they are defined. What comes from real Julia
//! need not be like that (`@goto`, inlined code, other compilers' passes), and the optimiser must not count on it. A scrambled
//! function does what the original does, step by step; so the original, run from its source, is what it is compared with.
//!
//! | edit | what it makes |
//! |---|---|
//! | every live value becomes a parameter of every block | parameters that all say the same, long argument lists |
//! | a block is written twice, and the jumps to it are dealt out | loops with two entries, equal code in two places |
//! | a jump becomes a branch to both copies, on whatever is at hand | joins that do not depend on their condition |
//! | a block is split | empty blocks, chains of jumps |
//! | blocks are laid out in another order | jumps backwards that are no loops |
//!
//! ```text
//! b1(n): c = n > 0; goto b2 if c else b3        b1(n): c = n > 0; goto b4(n) if c else b3(n)
//! b2: goto b1(n - 1)                            b4(n): goto b5(n - 1)
//! b3: return n                                  b5(n): c = n > 0; goto b4(n) if c else b3(n)      a second header
//! ```

use crate::random::Random;
use saturate::diag::Span;
use saturate::host::Host;
use saturate::ir::cfg::Cfg;
use saturate::ir::infer::{infer, Inferred};
use saturate::ir::{Block, Function, InstKind, Target, Terminator, Value, ValueDef, Values};
use saturate::sym::Sym;
use saturate_embedded::interp;
use saturate_embedded::types::ty;
use saturate_embedded::Embedded;
use std::collections::{BTreeSet, HashMap};

/// New names of values.
type Names = HashMap<Value, Value>;

/// The function in another shape, with its types inferred anew.
pub fn scramble(
    original: &Function,
    random: &mut Random,
    host: &mut Embedded,
) -> (Function, Inferred) {
    let mut function = original.clone();
    // What a handler may see is decided where its region is entered: regions stay in one piece.
    let has_handlers = (function.layout.iter())
        .any(|&block| matches!(function.blocks[block].term, Terminator::Enter { .. }));
    if !has_handlers && random.percent(75) {
        pass_everything(&mut function);
        for _ in 0..1 + random.below(4) {
            duplicate(&mut function, random, host);
        }
    }
    for _ in 0..random.below(4) {
        split(&mut function, random);
    }
    for at in (2..function.layout.len()).rev() {
        let other = 1 + random.below(at);
        function.layout.swap(at, other);
    }
    let inferred = infer(&mut function, host);
    (function, inferred)
}

/// Makes every value that is live at the start of a block a parameter of it.
fn pass_everything(function: &mut Function) {
    let live = live_values(function);
    let entry = function.entry();
    let mut names: HashMap<Block, Names> = HashMap::new();
    for block in function.layout.clone() {
        let own = names.entry(block).or_default();
        if block != entry {
            for &value in &live[&block] {
                let data = &function.values[value];
                let (ty, name) = (data.ty, data.name);
                own.insert(value, function.add_param(block, ty, name));
            }
        }
    }
    for block in function.layout.clone() {
        let own = &names[&block];
        for inst in function.blocks[block].insts.clone() {
            let kind = function.insts[inst].kind.clone();
            function.insts[inst].kind = renamed(function, &kind, own);
        }
        let term = function.blocks[block].term.clone();
        let mut term = renamed_terminator(function, &term, own);
        for target in term.targets_mut() {
            for value in &live[&target.block] {
                let here = own.get(value).copied().unwrap_or(*value);
                target.args.push(here, &mut function.pool);
            }
        }
        function.blocks[block].term = term;
    }
}

/// The values that each block needs from the blocks before it, in order.
fn live_values(function: &Function) -> HashMap<Block, BTreeSet<Value>> {
    let mut live: HashMap<Block, BTreeSet<Value>> = (function.layout.iter())
        .map(|&block| (block, BTreeSet::new()))
        .collect();
    let needed = |value: &Value| !matches!(function.values[*value].def, ValueDef::Const(_));
    let mut changed = true;
    while changed {
        changed = false;
        for &block in function.layout.iter().rev() {
            let data = &function.blocks[block];
            let mut here: BTreeSet<Value> = data.term.operand().into_iter().collect();
            for target in data.term.targets() {
                here.extend(function.slice(&target.args));
                here.extend(&live[&target.block]);
            }
            for &inst in data.insts.iter().rev() {
                here.remove(&function.insts[inst].result);
                here.extend(function.operands(inst));
            }
            for param in function.params(block) {
                here.remove(param);
            }
            here.retain(needed);
            if here != live[&block] {
                live.insert(block, here);
                changed = true;
            }
        }
    }
    live
}

/// Writes a block twice and deals out the jumps to it. All values that it uses are its own or constants.
fn duplicate(function: &mut Function, random: &mut Random, host: &mut Embedded) {
    let mut candidates: Vec<Block> = function.layout[1..].to_vec();
    // A loop with two entries needs two of its header.
    let cfg = Cfg::new(function);
    let headers: Vec<Block> = (candidates.iter().copied())
        .filter(|&block| {
            (cfg.preds(block).iter()).any(|&pred| cfg.position(pred) >= cfg.position(block))
        })
        .collect();
    if !headers.is_empty() && random.percent(60) {
        candidates = headers;
    }
    let Some(&block) = random.pick(&candidates) else {
        return;
    };
    let copy = function.add_block();
    let mut names = Names::new();
    for param in function.params(block).to_vec() {
        let data = &function.values[param];
        let (ty, name) = (data.ty, data.name);
        names.insert(param, function.add_param(copy, ty, name));
    }
    for inst in function.blocks[block].insts.clone() {
        let data = function.insts[inst].clone();
        let kind = renamed(function, &data.kind, &names);
        let ty = function.values[data.result].ty;
        let name = function.values[data.result].name;
        let inst = function.make_inst(kind, ty, data.span);
        function.insts[inst].inbounds = data.inbounds;
        let result = function.insts[inst].result;
        function.values[result].name = name;
        function.blocks[copy].insts.push(inst);
        names.insert(data.result, result);
    }
    let term = function.blocks[block].term.clone();
    function.blocks[copy].term = renamed_terminator(function, &term, &names);
    function.blocks[copy].term_span = function.blocks[block].term_span;
    for pred in function.layout.clone() {
        let mut term = function.blocks[pred].term.clone();
        if let Terminator::Jump(target) = &term {
            if target.block == block && random.percent(60) {
                let args = function.slice(&target.args).to_vec();
                if let Some(cond) = truth(function, pred, random, host) {
                    function.blocks[pred].term = Terminator::Branch {
                        cond,
                        then: function.target(block, &args),
                        otherwise: function.target(copy, &args),
                    };
                    continue;
                }
            }
        }
        for target in term.targets_mut() {
            if target.block == block && random.percent(50) {
                target.block = copy;
            }
        }
        function.blocks[pred].term = term;
    }
    // The last jump may have gone to the copy.
    let cfg = Cfg::new(function);
    function.layout.retain(|&block| cfg.is_reachable(block));
}

/// A truth value at the end of a block: one that is there, or whether some number is 1.
fn truth(
    function: &mut Function,
    block: Block,
    random: &mut Random,
    host: &mut Embedded,
) -> Option<Value> {
    let results = (function.blocks[block].insts.iter()).map(|&inst| function.insts[inst].result);
    let known = function.params(block).iter().copied().chain(results);
    let fits: Vec<Value> = known
        .filter(|&value| [ty::bool(), ty::int64()].contains(&function.values[value].ty))
        .collect();
    let &value = random.pick(&fits)?;
    if function.values[value].ty == ty::bool() {
        return Some(value);
    }
    let egal = host.function(Sym::new("==="))?;
    let [egal, one] = [egal, interp::Value::Int64(1)].map(|known| {
        let constant = host.intern(&known);
        let ty = host.type_of(constant);
        function.constant(constant, ty)
    });
    let args = function.list(&[value, one]);
    let call = InstKind::Call { callee: egal, args };
    Some(function.append(block, call, ty::bool(), Span::default()))
}

/// Cuts a block in two.
fn split(function: &mut Function, random: &mut Random) {
    let Some(&block) = random.pick(&function.layout.clone()) else {
        return;
    };
    let at = random.below(function.blocks[block].insts.len() + 1);
    let rest = function.add_block();
    let jump = Terminator::Jump(function.target(rest, &[]));
    let data = &mut function.blocks[block];
    let (insts, term) = (
        data.insts.split_off(at),
        std::mem::replace(&mut data.term, jump),
    );
    let term_span = data.term_span;
    let data = &mut function.blocks[rest];
    (data.insts, data.term, data.term_span) = (insts, term, term_span);
}

/// The list with other names, as a list of its own.
fn renamed_list(function: &mut Function, values: &Values, names: &Names) -> Values {
    let values: Vec<Value> = (function.slice(values).iter())
        .map(|value| names.get(value).copied().unwrap_or(*value))
        .collect();
    function.list(&values)
}

fn renamed(function: &mut Function, kind: &InstKind, names: &Names) -> InstKind {
    let name = |value: Value| names.get(&value).copied().unwrap_or(value);
    match kind {
        InstKind::Call { callee, args } => InstKind::Call {
            callee: name(*callee),
            args: renamed_list(function, args, names),
        },
        InstKind::New { ty, args } => InstKind::New {
            ty: name(*ty),
            args: renamed_list(function, args, names),
        },
        InstKind::Opaque {
            head,
            args,
            payload,
        } => InstKind::Opaque {
            head: *head,
            args: renamed_list(function, args, names),
            payload: *payload,
        },
        InstKind::Pi { value, narrowing } => InstKind::Pi {
            value: name(*value),
            narrowing: *narrowing,
        },
        InstKind::SetSlot(slot, value) => InstKind::SetSlot(*slot, name(*value)),
        InstKind::PopException(value) => InstKind::PopException(name(*value)),
        InstKind::GetGlobal { .. }
        | InstKind::GetSlot(_)
        | InstKind::IsDefined(_)
        | InstKind::Leave(_) => kind.clone(),
    }
}

fn renamed_terminator(function: &mut Function, term: &Terminator, names: &Names) -> Terminator {
    let name = |value: Value| names.get(&value).copied().unwrap_or(value);
    let mut target = |target: &Target| Target {
        block: target.block,
        args: renamed_list(function, &target.args, names),
    };
    match term {
        Terminator::Jump(to) => Terminator::Jump(target(to)),
        Terminator::Branch {
            cond,
            then,
            otherwise,
        } => Terminator::Branch {
            cond: name(*cond),
            then: target(then),
            otherwise: target(otherwise),
        },
        Terminator::Return(value) => Terminator::Return(name(*value)),
        Terminator::Unreachable => Terminator::Unreachable,
        Terminator::Enter { body, handler } => Terminator::Enter {
            body: target(body),
            handler: target(handler),
        },
    }
}
