//! Control-flow graphs, dominators and loop nests against their definitions.
//!
//! A graph is a string: `0>1 1>2,3 2>1` are edges from block 0 to 1, from 1 to 2 and 3, and so on.

use saturate::ir::cfg::Cfg;
use saturate::ir::dominance::{Dominators, Loops};
use saturate::ir::{Block, Const, Function, Terminator, Type};
use saturate::sym::Sym;

/// A function with these edges; a block without any returns.
fn function(edges: &[Vec<usize>]) -> Function {
    let ty = Type::from_u32(0);
    let mut function = Function::new(Sym::new("f"), ty);
    let blocks: Vec<Block> = edges.iter().map(|_| function.add_block()).collect();
    let value = function.constant(Const::from_u32(0), ty);
    for (from, to) in edges.iter().enumerate() {
        let term = match to[..] {
            [] => Terminator::Return(value),
            [to] => Terminator::Jump(function.target(blocks[to], &[])),
            [then, otherwise] => Terminator::Branch {
                cond: value,
                then: function.target(blocks[then], &[]),
                otherwise: function.target(blocks[otherwise], &[]),
            },
            _ => panic!("a block has at most two successors"),
        };
        function.blocks[blocks[from]].term = term;
    }
    function
}

fn graph(text: &str) -> Vec<Vec<usize>> {
    let mut edges: Vec<Vec<usize>> = Vec::new();
    for word in text.split_whitespace() {
        let (from, to) = word.split_once('>').expect("an edge has an arrow");
        let from: usize = from.parse().unwrap();
        let to: Vec<usize> = to.split(',').map(|to| to.parse().unwrap()).collect();
        let size = to.iter().copied().max().unwrap_or(0).max(from) + 1;
        if edges.len() < size {
            edges.resize(size, Vec::new());
        }
        edges[from] = to;
    }
    edges
}

/// Blocks that `start` reaches without going through `without`.
fn reaches(edges: &[Vec<usize>], start: usize, without: Option<usize>) -> Vec<bool> {
    let mut seen = vec![false; edges.len()];
    let mut work = vec![start];
    while let Some(block) = work.pop() {
        if Some(block) != without && !std::mem::replace(&mut seen[block], true) {
            work.extend(&edges[block]);
        }
    }
    seen
}

/// Compares all answers with the definitions.
fn check(edges: &[Vec<usize>]) {
    let function = function(edges);
    let cfg = Cfg::new(&function);
    let dominators = Dominators::new(&function, &cfg);
    let loops = Loops::new(&cfg, &dominators);
    let block = |number: usize| Block::from_u32(number as u32);
    let reachable = reaches(edges, 0, None);
    let count = edges.len();
    for (b, &reached) in reachable.iter().enumerate() {
        assert_eq!(cfg.is_reachable(block(b)), reached, "{edges:?} b{b}");
    }
    let nodes: Vec<usize> = (0..count).filter(|&b| reachable[b]).collect();
    assert_eq!(cfg.order.len(), nodes.len());

    // `a` dominates `b` if `b` is not reached without it.
    let mut dominates = vec![vec![false; count]; count];
    for &a in &nodes {
        let without = reaches(edges, 0, Some(a));
        for &b in &nodes {
            dominates[a][b] = !without[b];
            let found = dominators.dominates(block(a), block(b));
            assert_eq!(found, !without[b], "{edges:?}: b{a} over b{b}");
        }
    }
    for &b in &nodes {
        let strict: Vec<usize> = nodes
            .iter()
            .copied()
            .filter(|&a| a != b && dominates[a][b])
            .collect();
        let closest = strict
            .iter()
            .copied()
            .find(|&a| strict.iter().all(|&other| dominates[other][a]));
        assert_eq!(
            dominators.idom(block(b)),
            closest.map(block),
            "{edges:?}: idom of b{b}"
        );
        assert_eq!(dominators.depth(block(b)) as usize, strict.len());
    }
    let mut seen = vec![false; count];
    for &b in dominators.preorder() {
        assert!(dominators
            .idom(b)
            .is_none_or(|parent| seen[parent.as_u32() as usize]));
        seen[b.as_u32() as usize] = true;
    }

    // The loop of a header: what reaches one of its back edges without going through the header.
    let mut depth = vec![0; count];
    for &h in &nodes {
        let sources: Vec<usize> = nodes
            .iter()
            .copied()
            .filter(|&u| edges[u].contains(&h) && dominates[h][u])
            .collect();
        for &b in &nodes {
            let from = reaches(edges, b, Some(h));
            let inside = !sources.is_empty() && (b == h || sources.iter().any(|&u| from[u]));
            depth[b] += u32::from(inside);
            let found = loops.contains(block(h), block(b));
            assert_eq!(found, inside, "{edges:?}: loop of b{h}, b{b}");
        }
    }
    for &b in &nodes {
        assert_eq!(loops.depth(block(b)), depth[b], "{edges:?}: depth of b{b}");
    }
}

#[test]
fn small_graphs() {
    for text in [
        "0>1",
        "0>1,2 1>3 2>3",
        // A loop, a loop of one block, two exits.
        "0>1 1>2,3 2>1",
        "0>1 1>1,2",
        "0>1 1>2,4 2>3,4 3>1",
        // Nested loops; inner and outer share a latch; three deep.
        "0>1 1>2,5 2>3,4 3>2 4>1",
        "0>1 1>2 2>3 3>2,4 4>1,5",
        "0>1 1>2,9 2>3,8 3>4,7 4>3 7>2 8>1",
        // Two back edges to one header.
        "0>1 1>2,5 2>3,4 3>1 4>1",
        // Two loops in a row; a loop in one branch.
        "0>1 1>1,2 2>2,3",
        "0>1,2 1>1,3 2>3",
        // Irreducible: two entries into a cycle; the same inside a loop; a loop inside it.
        "0>1,2 1>2 2>1",
        "0>1 1>2,3 2>3 3>2,4 4>1,5",
        "0>1,2 1>2,3 2>1 3>3,4",
        // A branch with both sides to one block; unreachable blocks, one of them jumping into live code.
        "0>1,1 1>2",
        "0>2 1>2 2>3 4>4",
        "0>1 1>2 2>1",
    ] {
        check(&graph(text));
    }
}

#[test]
fn random_graphs() {
    let mut state = 1u64;
    let mut random = |below: usize| {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 33) as usize % below
    };
    for _ in 0..3_000 {
        let count = 2 + random(9);
        let edges = (0..count)
            .map(|_| (0..random(3)).map(|_| 1 + random(count - 1)).collect())
            .collect::<Vec<Vec<usize>>>();
        check(&edges);
    }
}

/// 20,000 nested loops neither overflow the stack nor take quadratic time.
#[test]
fn deep_nests() {
    let depth = 20_000;
    // b1 … bd are headers; the latch of each follows in reverse order.
    let mut edges: Vec<Vec<usize>> = vec![vec![1]];
    edges.extend((1..depth).map(|header| vec![header + 1]));
    edges.push(vec![depth + 1]);
    for latch in 0..depth {
        let header = depth - latch;
        edges.push(vec![header, depth + latch + 2]);
    }
    edges.push(Vec::new());
    let function = function(&edges);
    let cfg = Cfg::new(&function);
    let dominators = Dominators::new(&function, &cfg);
    let loops = Loops::new(&cfg, &dominators);
    assert_eq!(loops.depth(Block::from_u32(depth as u32)), depth as u32);
    assert_eq!(loops.depth(Block::from_u32(2 * depth as u32 + 1)), 0);
}
