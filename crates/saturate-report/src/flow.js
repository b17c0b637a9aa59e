// The skeleton: blocks as boxes from top to bottom, what became of their statements, and where those of the result stand.
const FLOW_TEXT = 46, FLOW_ROWS = 30, FLOW_BLOCKS = 300, FLOW_TABLE = 2000;
const ROLES = {
  effect: ["■", "stays: has an effect"], fixed: ["■", "stays: part of the skeleton"], detached: ["◇", "detached by a relaxed rule"],
  optional: ["○", "optional: here or later, or not at all"], floating: ["·", "floats: no effect"],
};

// A printed function by blocks and values.
function parseFunction(text) {
  const blocks = [], values = new Map();
  for (const line of text.split("\n")) {
    const head = /^b(\d+)(\(.*\))?:$/.exec(line);
    if (head) blocks.push({name: "b" + head[1], params: (head[2] || "").replace(/::.*?(?=, %|\)$)/g, ""), end: ""});
    else if (blocks.length && line.startsWith("    ")) {
      const value = /^ +%(\d+) = /.exec(line);
      if (value) values.set(+value[1], line.trim());
      else blocks[blocks.length - 1].end = line.trim();
    }
  }
  return {blocks, values};
}
// Without its type, as far as that can be told from text: behind the last parenthesis that closes.
const untyped = line => line.replace(/^(.*[)\]"'\w])::[^()]*(\([^()]*\)[^()]*)*$/u, "$1");

function flowRows(entry, before, after) {
  const {blocks, statements, result} = entry.picture.flow;
  const own = blocks.map(() => []), made = blocks.map(() => []);
  for (const s of statements) own[s.block].push(s);
  for (const line of result) if (line.how !== null) made[line.block].push(line);
  return blocks.slice(0, FLOW_BLOCKS).map((block, number) => {
    const rows = own[number].map(s => {
      const fate = s.fate || "";
      const kind = fate === "dropped" ? "dropped" : fate === "replaced" ? "replaced" : /^(hoisted|moved)/.test(fate) ? "moved" : "stays";
      return {kind, sign: ROLES[s.role][0], text: before.values.get(s.value) || "%" + s.value, note: kind === "stays" ? "" : fate.replace(/ to /, " → "),
              title: `${ROLES[s.role][1]}; ${fate || "nothing was chosen"}`, class: s.class, node: null};
    });
    for (const line of made[number]) {
      rows.push({kind: "new", sign: "+", text: after.values.get(line.value) || "%" + line.value, note: line.how.replace(/ from /, " ← "), title: `in the result: ${line.how}`,
                 class: line.node && line.node[0], node: line.node && line.node[1]});
    }
    const name = before.blocks[number] || {name: "b" + number, params: "", end: ""};
    const notes = [block.depth ? `in ${block.depth === 1 ? "a loop" : block.depth + " loops"}` : "", block.live ? "" : "never runs"].filter(Boolean).join(", ");
    return {head: cut(name.name + name.params, 30) + (notes ? "  " + notes : ""), rows: rows.slice(0, FLOW_ROWS), more: rows.length - FLOW_ROWS, end: name.end, live: block.live};
  });
}

function drawFlow(entry, view) {
  const boxes = flowRows(entry, parseFunction(entry.before), parseFunction(entry.after));
  for (const box of boxes) {
    const lengths = box.rows.map(row => Math.min([...untyped(row.text)].length, FLOW_TEXT) + 3 + (row.note ? [...row.note].length + 2 : 0));
    const lines = box.rows.length + (box.more > 0) + 1;
    box.wide = Math.ceil(Math.max([...box.head].length, Math.min([...box.end].length, FLOW_TEXT) + 3, ...lengths, 12) * CHAR) + 16;
    box.high = HEAD + lines * ROW + 6;
  }
  const edges = entry.picture.flow.blocks.slice(0, boxes.length).flatMap((block, from) => block.edges.map((edge, side) => ({...edge, from, side, of: block.edges.length})))
    .filter(edge => edge.to < boxes.length);
  // How deep each block is, so that an edge over several rows gets a lane of its own in each of them.
  const level = boxes.map(() => 0), down = edges.filter(e => !e.back);
  for (let changed = true, round = 0; changed && round <= boxes.length; round++) {
    changed = false;
    for (const e of down) if (level[e.to] <= level[e.from]) { level[e.to] = level[e.from] + 1; changed = true; }
  }
  const shapes = boxes.map(box => ({width: box.high, height: box.wide})), links = [];
  for (const e of down) {
    e.lanes = [];
    let from = e.from;
    for (let row = level[e.from] + 1; row < level[e.to] && shapes.length < 5000; row++) {
      e.lanes.push(shapes.length);
      links.push([from, shapes.length]);
      from = shapes.length;
      shapes.push({width: 10, height: 10});
    }
    links.push([from, e.to]);
  }
  // The layout goes from left to right; turned, it goes from top to bottom. It puts first what it sees last.
  const places = layout(shapes, links.reverse(), {x: 34, y: 26}).map(({x, y}) => ({x: y, y: x}));
  // A row is as high as its highest block, and a lane goes all the way through.
  const rows = new Map();
  boxes.forEach((box, i) => rows.set(places[i].y, Math.max(rows.get(places[i].y) || 0, box.high)));
  const right = Math.max(...boxes.map((box, i) => places[i].x + box.wide)), bottom = Math.max(...boxes.map((box, i) => places[i].y + box.high));
  // Edges that close loops go around what they enclose, each a little further out.
  edges.filter(e => e.back).forEach((e, number) => {
    const top = places[e.to].y, low = places[e.from].y + boxes[e.from].high;
    const beside = boxes.map((box, i) => places[i].y < low && places[i].y + box.high > top ? places[i].x + box.wide : 0);
    e.out = Math.max(...beside) + 20 + 8 * (number % 6);
  });
  const width = Math.max(right, ...edges.filter(e => e.back).map(e => e.out)) + 16, height = bottom + 16;
  const picture = svg("svg", {id: "flow", class: "flow", width, height, viewBox: `-8 -8 ${width} ${height}`, role: "img", "aria-label": "The control flow"},
    svg("defs", {}, svg("marker", {id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto-start-reverse"}, svg("path", {d: "M0,0 L8,4 L0,8 z"}))));
  for (const edge of edges) {
    const a = places[edge.from], b = places[edge.to], from = boxes[edge.from], to = boxes[edge.to];
    let d;
    if (edge.back) {
      const x1 = a.x + from.wide, y1 = a.y + from.high - 14, x2 = b.x + to.wide, y2 = b.y + 10, out = edge.out;
      d = `M${x1},${y1} C${out},${y1} ${out},${y1} ${out},${y1 - 16} L${out},${y2 + 16} C${out},${y2} ${out},${y2} ${x2},${y2}`;
    } else {
      let x = a.x + from.wide * (edge.side + 1) / (edge.of + 1), y = a.y + from.high;
      const to_point = (nextX, nextY) => {
        const bend = Math.min(40, Math.max(16, (nextY - y) / 2));
        d += ` C${x},${y + bend} ${nextX},${nextY - bend} ${nextX},${nextY}`;
        x = nextX;
        y = nextY;
      };
      d = `M${x},${y}`;
      for (const lane of edge.lanes) {
        to_point(places[lane].x + 5, places[lane].y);
        y += Math.max(10, rows.get(places[lane].y) || 0);
        d += ` L${x},${y}`;
      }
      to_point(b.x + to.wide / 2, b.y);
    }
    picture.append(svg("path", {class: "edge" + (edge.back ? " back" : "") + (edge.live ? "" : " dead") + (edge.exception ? " exception" : ""), d, "marker-end": "url(#arrow)"}));
  }
  boxes.forEach((box, i) => {
    const group = svg("g", {class: "block" + (box.live ? "" : " dead"), transform: `translate(${places[i].x},${places[i].y})`});
    group.append(svg("rect", {class: "box", width: box.wide, height: box.high, rx: 5}), svg("rect", {class: "head", x: 1, y: 1, width: box.wide - 2, height: HEAD - 2, rx: 4}),
      svg("text", {class: "head-text", x: 7, y: 14}, box.head));
    box.rows.forEach((row, number) => {
      const line = svg("g", {class: "row " + row.kind, transform: `translate(0,${HEAD + number * ROW})`});
      const area = svg("rect", {x: 2, width: box.wide - 4, height: ROW - 1, rx: 3});
      area.append(svg("title", {}, `${row.text}\n${row.title}`));
      const drawn = row.class !== null && row.class !== undefined && !view.inline[row.class];
      if (drawn) {
        area.classList.add("link");
        area.addEventListener("click", () => {
          view.canvas.scrollIntoView({block: "center"});
          view.reveal(row.class, true);
          if (row.node !== null) view.select(row.class, row.node);
        });
      }
      line.append(area, svg("text", {class: "sign", x: 8, y: 14}, row.sign), svg("text", {class: "text", x: 8 + 2 * CHAR, y: 14}, cut(untyped(row.text), FLOW_TEXT)));
      if (row.note) line.append(svg("text", {class: "note", x: box.wide - 8, y: 14, "text-anchor": "end"}, row.note));
      group.append(line);
    });
    const last = HEAD + box.rows.length * ROW;
    if (box.more > 0) group.append(svg("text", {class: "head-text", x: 8, y: last + 14}, `${box.more} more in the table below`));
    group.append(svg("text", {class: "head-text end", x: 8 + 2 * CHAR, y: last + (box.more > 0 ? ROW : 0) + 14}, cut(box.end, FLOW_TEXT)));
    picture.append(group);
  });
  return picture;
}

function flowSection(entry, view) {
  const flow = entry.picture.flow, before = parseFunction(entry.before);
  const rows = flow.statements.slice(0, FLOW_TABLE).map(s => ["b" + s.block, h("code", {}, cut(before.values.get(s.value) || "", 70)), ROLES[s.role][1], s.fate || "kept",
    s.class === null ? "" : view.inline[s.class] ? h("code", {}, view.argument(s.class)) : h("a", {class: "jump", onclick: () => {
      view.canvas.scrollIntoView({block: "center"});
      view.reveal(s.class, true);
    }}, view.name(s.class))]);
  const key = (kind, text) => [h("span", {class: "key flow-" + kind}), text];
  return h("section", {id: "skeleton"}, h("h2", {}, "Control flow"),
    h("p", {class: "dim"}, "The skeleton of the source, with its statements: ■ stays at its place, ◇ detached by a relaxed rule, ○ runs here or later or not at all, · floats.",
      ...key("replaced", "replaced"), ...key("dropped", "dropped"), ...key("moved", "runs in another block"),
      ...key("new", "+ stands here in the result, with its number there. Click a line for its class.")),
    h("div", {class: "scroll flow-scroll"}, drawFlow(entry, view)),
    flow.blocks.length > FLOW_BLOCKS ? h("p", {class: "dim"}, `The first ${FLOW_BLOCKS} of ${number(flow.blocks.length)} blocks are drawn.`) : "",
    rows.length ? h("details", {style: "margin-top: 6px"}, h("summary", {},
      rows.length < flow.statements.length ? `The first ${number(rows.length)} of ${number(flow.statements.length)} statements as a table` : `The ${number(rows.length)} statements as a table`),
      table([["block"], ["statement"], ["how it takes part"], ["fate"], ["class"]], rows)) : "");
}
