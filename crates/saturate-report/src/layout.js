"use strict";
// Layered layout, from left to right: boxes {width, height}, edges [from, to] by index. Users stand left of what they use.
// Edges that close a cycle are ignored; boxes of a column are ordered by the positions of their neighbours.
function layout(boxes, edges, gap) {
  const out = boxes.map(() => []);
  for (const [a, b] of edges) if (a !== b) out[a].push(b);
  const state = boxes.map(() => 0), finished = [], forward = boxes.map(() => []);
  const used = new Set(edges.filter(([a, b]) => a !== b).map(([, b]) => b));
  const starts = boxes.map((_, i) => i).sort((a, b) => used.has(a) - used.has(b));
  for (const start of starts) {
    if (state[start]) continue;
    const stack = [[start, 0]];
    state[start] = 1;
    while (stack.length) {
      const top = stack[stack.length - 1];
      if (top[1] < out[top[0]].length) {
        const next = out[top[0]][top[1]++];
        if (state[next] !== 1) forward[top[0]].push(next);
        if (!state[next]) { state[next] = 1; stack.push([next, 0]); }
      } else {
        state[top[0]] = 2;
        finished.push(top[0]);
        stack.pop();
      }
    }
  }
  const layer = boxes.map(() => 0), back = boxes.map(() => []);
  for (const at of finished.reverse()) for (const next of forward[at]) {
    layer[next] = Math.max(layer[next], layer[at] + 1);
    back[next].push(at);
  }
  // What is used only from far away moves next to its closest user's column; what uses moves next to what it uses.
  for (const at of finished.slice().reverse())
    if (forward[at].length) layer[at] = Math.max(layer[at], Math.min(...forward[at].map(next => layer[next])) - 1);
  const columns = [];
  for (const at of finished) (columns[layer[at]] ||= []).push(at);
  const full = columns.filter(Boolean);
  const y = boxes.map(() => 0);
  for (const column of full) stack(column);
  const mean = (list, or) => list.length ? list.reduce((sum, at) => sum + y[at] + boxes[at].height / 2, 0) / list.length : or;
  for (let sweep = 0; sweep < 12; sweep++) {
    const down = sweep % 2 === 0;
    for (const column of down ? full : full.slice().reverse()) {
      const want = new Map(column.map(at => [at, mean(down ? back[at] : forward[at], y[at] + boxes[at].height / 2)]));
      column.sort((a, b) => want.get(a) - want.get(b));
      place(column, want);
    }
  }
  let x = 0;
  const place_x = boxes.map(() => 0);
  for (const column of full) {
    for (const at of column) place_x[at] = x;
    x += Math.max(...column.map(at => boxes[at].width)) + gap.x;
  }
  const top = Math.min(...y);
  return boxes.map((_, i) => ({x: place_x[i], y: y[i] - top}));

  function stack(column) {
    let at = 0;
    for (const box of column) { y[box] = at; at += boxes[box].height + gap.y; }
  }
  // As close to where they want to be as their order and the gaps allow: runs of boxes that touch share the average wish.
  function place(column, want) {
    const runs = [];
    for (const at of column) {
      const wish = want.get(at) - boxes[at].height / 2;
      let run = {members: [at], size: boxes[at].height + gap.y, sum: wish, count: 1};
      run.at = wish;
      while (runs.length && runs[runs.length - 1].at + runs[runs.length - 1].size > run.at) {
        const left = runs.pop();
        run = {members: left.members.concat(run.members), size: left.size + run.size,
               sum: left.sum + run.sum - left.size * run.count, count: left.count + run.count};
        run.at = run.sum / run.count;
      }
      runs.push(run);
    }
    for (const run of runs) {
      let at = run.at;
      for (const box of run.members) { y[box] = at; at += boxes[box].height + gap.y; }
    }
  }
}
