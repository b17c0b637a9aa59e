//! The elementary cycles of a directed graph, by Johnson's algorithm (SIAM J. Comput. 4(1), 1975).
//!
//! There may be exponentially many; a limit says how many are wanted. Explicit stacks, no recursion.

/// Elementary cycles, at most `limit` of them, each from its lowest vertex; and whether these are all.
///
/// `edges[v]` lists the successors of `v`, without repetition. A self-loop is a cycle.
pub fn elementary_cycles(edges: &[Vec<u32>], limit: usize) -> (Vec<Vec<u32>>, bool) {
    let count = edges.len();
    let mut found = Vec::new();
    for start in 0..count as u32 {
        let component = component_of(edges, start);
        if component.iter().filter(|&&inside| inside).count() == 1
            && !edges[start as usize].contains(&start)
        {
            continue;
        }
        let mut search = Search {
            edges,
            component,
            blocked: vec![false; count],
            waiting: vec![Vec::new(); count],
        };
        if !search.run(start, limit, &mut found) {
            return (found, false);
        }
    }
    (found, true)
}

/// The vertices from `start` on that reach it and are reached by it.
fn component_of(edges: &[Vec<u32>], start: u32) -> Vec<bool> {
    let mut back: Vec<Vec<u32>> = vec![Vec::new(); edges.len()];
    for (from, targets) in edges.iter().enumerate().skip(start as usize) {
        for &to in targets.iter().filter(|&&to| to >= start) {
            back[to as usize].push(from as u32);
        }
    }
    let reach = |next: &dyn Fn(u32) -> Vec<u32>| {
        let mut seen = vec![false; edges.len()];
        let mut stack = vec![start];
        while let Some(at) = stack.pop() {
            if !std::mem::replace(&mut seen[at as usize], true) {
                stack.extend(next(at));
            }
        }
        seen
    };
    let forward = reach(&|at| {
        let targets = edges[at as usize].iter().copied();
        targets.filter(|&to| to >= start).collect()
    });
    let backward = reach(&|at| back[at as usize].clone());
    let both = forward.iter().zip(&backward);
    both.map(|(&a, &b)| a && b).collect()
}

struct Search<'a> {
    edges: &'a [Vec<u32>],
    component: Vec<bool>,
    blocked: Vec<bool>,
    /// Who is to be unblocked with a vertex.
    waiting: Vec<Vec<u32>>,
}

impl Search<'_> {
    /// The cycles through `start`; false if the limit was reached.
    fn run(&mut self, start: u32, limit: usize, found: &mut Vec<Vec<u32>>) -> bool {
        // A vertex of the path, its next successor, and whether a cycle was closed below it.
        let mut path: Vec<(u32, usize, bool)> = vec![(start, 0, false)];
        self.blocked[start as usize] = true;
        while let Some((vertex, next, closed)) = path.last_mut() {
            let at = *vertex;
            match self.edges[at as usize].get(*next).copied() {
                Some(to) => {
                    *next += 1;
                    if !self.component[to as usize] {
                        continue;
                    }
                    if to == start {
                        *closed = true;
                        if found.len() == limit {
                            return false;
                        }
                        found.push(path.iter().map(|&(vertex, ..)| vertex).collect());
                    } else if !self.blocked[to as usize] {
                        self.blocked[to as usize] = true;
                        path.push((to, 0, false));
                    }
                }
                None => {
                    let closed = *closed;
                    path.pop();
                    if closed {
                        self.unblock(at);
                        if let Some((.., above)) = path.last_mut() {
                            *above = true;
                        }
                    } else {
                        for &to in &self.edges[at as usize] {
                            let waiting = &mut self.waiting[to as usize];
                            if self.component[to as usize] && !waiting.contains(&at) {
                                waiting.push(at);
                            }
                        }
                    }
                }
            }
        }
        true
    }

    fn unblock(&mut self, vertex: u32) {
        let mut stack = vec![vertex];
        while let Some(at) = stack.pop() {
            if std::mem::replace(&mut self.blocked[at as usize], false) {
                stack.append(&mut self.waiting[at as usize]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cycles(edges: &[&[u32]]) -> Vec<Vec<u32>> {
        let edges: Vec<Vec<u32>> = edges.iter().map(|targets| targets.to_vec()).collect();
        let (mut found, all) = elementary_cycles(&edges, 1000);
        assert!(all);
        found.sort();
        found
    }

    #[test]
    fn finds_each_cycle_once() {
        assert_eq!(cycles(&[&[1], &[2], &[]]), Vec::<Vec<u32>>::new());
        assert_eq!(cycles(&[&[0]]), [vec![0]]);
        assert_eq!(
            cycles(&[&[1, 2], &[0, 2], &[0]]),
            [vec![0, 1], vec![0, 1, 2], vec![0, 2]]
        );
        // Two components, and a bridge that is in no cycle.
        assert_eq!(
            cycles(&[&[1], &[0, 2], &[3], &[2]]),
            [vec![0, 1], vec![2, 3]]
        );
    }

    #[test]
    fn a_complete_graph_has_as_many_as_counted() {
        // Σ over k of C(5, k) (k - 1)! = 10 + 20 + 30 + 24, and no self-loops
        let edges: Vec<Vec<u32>> = (0..5)
            .map(|v| (0..5).filter(|&to| to != v).collect())
            .collect();
        assert_eq!(elementary_cycles(&edges, 1000).0.len(), 84);
        let (some, all) = elementary_cycles(&edges, 10);
        assert!(some.len() == 10 && !all);
    }
}
