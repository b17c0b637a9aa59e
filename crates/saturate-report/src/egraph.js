// The picture of the e-graph: boxes, pan and zoom, search, the node that is looked at.
const SVG = "http://www.w3.org/2000/svg";
const ROW = 20, HEAD = 20, CHAR = 7.25, MAX_LABEL = 46, SOME_ROWS = 5, ALL_AT_ONCE = 40, FEW_NODES = 160, AT_FIRST = 200;

function svg(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes || {})) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const cut = (text, length) => [...text].length > length ? [...text].slice(0, length - 1).join("") + "…" : text;
const cost = value => value === null || value === undefined ? "–" : String(Math.round(value * 100) / 100);

class EGraphView {
  constructor(picture, canvas, panel, status) {
    Object.assign(this, {picture, canvas, panel, status, iteration: Infinity, selected: null, hits: new Set(), elements: new Map(), edges: [], places: new Map()});
    this.inline = picture.classes.map(c => c.nodes.every(n => n.leaf));
    this.open = new Set();
    this.world = svg("g");
    canvas.append(this.world);
    this.view = {x: 0, y: 0, scale: 1};
    this.listen();
  }

  // The program: what was written and what was chosen. Everything, if that is little.
  program() {
    const all = this.picture.classes.map((_, i) => i).filter(i => !this.inline[i]);
    const nodes = all.reduce((sum, i) => sum + this.picture.classes[i].nodes.length, 0);
    if (all.length <= ALL_AT_ONCE && nodes <= FEW_NODES) return all;
    const part = all.filter(i => this.picture.classes[i].nodes.some(n => n.chosen || n.value !== null));
    if (part.length <= AT_FIRST) return part;
    // Of a long program, what rules made comes first.
    const made = part.filter(i => this.picture.classes[i].nodes.some(n => n.chosen && n.rule !== null));
    return made.concat(part.filter(i => !made.includes(i))).slice(0, AT_FIRST);
  }
  // Draws it, once the canvas is on the page: only then it has a size.
  start() {
    this.shown = new Set(this.program());
    this.open.clear();
    this.draw();
    this.fit();
    // The first thing to look at: something that a rule made and that was chosen.
    for (const wanted of [n => n.chosen && n.rule !== null, n => n.chosen]) {
      for (const index of this.shown) {
        const number = this.picture.classes[index].nodes.findIndex(wanted);
        if (number >= 0) return this.select(index, number);
      }
    }
  }
  everything() {
    this.shown = new Set(this.picture.classes.map((_, i) => i).filter(i => !this.inline[i]));
    this.draw();
    this.fit();
  }

  name(index) { return index === null ? "…" : "c" + this.picture.classes[index].id; }
  argument(index) {
    if (index === null || !this.inline[index]) return this.name(index);
    return this.picture.classes[index].nodes[0].op;
  }
  label(node) {
    if (node.leaf) return node.op;
    const args = node.children.map(child => cut(this.argument(child), 18));
    const operator = /^[^\w\s(){}:."'#]+$/u.test(node.op) && !/[\p{L}]/u.test(node.op) && args.length === 2;
    return operator ? `${args[0]} ${node.op} ${args[1]}` : `${node.op}(${args.join(", ")})`;
  }

  // Rows of a class: chosen nodes and those of the source first, the rest when it is open.
  rows(index) {
    const nodes = this.picture.classes[index].nodes.map((node, number) => ({node, number}));
    const rank = ({node}) => node.chosen ? 0 : node.value !== null ? 1 : node.cost !== null ? 2 : 3;
    nodes.sort((a, b) => rank(a) - rank(b) || a.node.born - b.node.born);
    const few = this.open.has(index) || nodes.length <= SOME_ROWS + 1 ? nodes.length : SOME_ROWS;
    const hit = nodes.slice(few).filter(({number}) => this.hits.has(index + "." + number));
    return {rows: nodes.slice(0, few).concat(hit), more: nodes.length - few - hit.length};
  }

  draw() {
    const order = [...this.shown].sort((a, b) => a - b);
    const at = new Map(order.map((index, position) => [index, position]));
    const boxes = order.map(index => {
      const of = this.picture.classes[index];
      const {rows, more} = this.rows(index);
      const head = `${this.name(index)}  ${cut(of.ty || "?", 20)}  cost ${cost(of.cost)}`;
      const labels = rows.map(({node}) => cut(this.label(node), MAX_LABEL));
      // Equal calls of one class differ in what they read or make.
      const twice = labels.map((label, i) => labels.indexOf(label) !== i || labels.lastIndexOf(label) !== i);
      rows.forEach(({node}, i) => {
        if (!twice[i]) return;
        labels[i] += (node.epoch === null ? "" : " @" + node.epoch) + (node.site === null ? "" : " #" + node.site) + (node.inbounds ? " inbounds" : "");
      });
      const length = Math.max([...head].length * 0.93, ...labels.map(l => [...l].length + 1));
      return {index, rows, more, head, labels, width: Math.ceil(length * CHAR) + 16,
              height: HEAD + (rows.length + (more > 0 ? 1 : 0)) * ROW + 4};
    });
    const lines = [];
    boxes.forEach((box, from) => box.rows.forEach(({node}, row) => new Set(node.children).forEach(child => {
      if (at.has(child) && child !== box.index) lines.push({from, row, to: at.get(child), node});
    })));
    const places = layout(boxes, lines.map(l => [l.from, l.to]), {x: 48, y: 16});
    this.world.replaceChildren();
    this.elements = new Map();
    this.edges = [];
    this.places = new Map();
    for (const {from, row, to, node} of lines) {
      const x1 = places[from].x + boxes[from].width, y1 = places[from].y + HEAD + row * ROW + ROW / 2;
      const x2 = places[to].x, y2 = places[to].y + HEAD / 2, bend = Math.max(30, Math.abs(x2 - x1) / 2);
      const edge = svg("path", {class: x2 > x1 ? "edge" : "edge back", d: `M${x1},${y1} C${x1 + bend},${y1} ${x2 - bend},${y2} ${x2},${y2}`});
      const target = this.picture.classes[boxes[to].index];
      if (node.chosen && target.nodes.some(n => n.chosen)) edge.classList.add("chosen");
      this.edges.push({edge, key: boxes[from].index + "." + boxes[from].rows[row].number, node});
      this.world.append(edge);
    }
    boxes.forEach((box, i) => {
      const {x, y} = places[i], of = this.picture.classes[box.index];
      this.places.set(box.index, {x, y, width: box.width, height: box.height});
      const group = svg("g", {class: "class" + (of.nodes.some(n => n.chosen) ? " is-chosen" : ""), transform: `translate(${x},${y})`});
      group.append(svg("rect", {class: "box", width: box.width, height: box.height, rx: 5}));
      const head = svg("rect", {class: "head", x: 1, y: 1, width: box.width - 2, height: HEAD - 2, rx: 4});
      head.append(svg("title", {}, `${of.ty}\nclick: fewer or all nodes`));
      head.addEventListener("click", () => this.toggle(box.index));
      group.append(head, svg("text", {class: "head-text", x: 7, y: 14}, box.head));
      box.rows.forEach(({node, number}, row) => {
        const key = box.index + "." + number;
        const line = svg("g", {class: "row" + (node.chosen ? " chosen" : ""), transform: `translate(0,${HEAD + row * ROW})`, "data-key": key});
        const area = svg("rect", {x: 2, width: box.width - 4, height: ROW - 1, rx: 3});
        area.addEventListener("click", () => this.select(box.index, number));
        line.append(area, svg("text", {x: 8, y: 14}, box.labels[row]));
        this.elements.set(key, {line, node});
        group.append(line);
      });
      if (box.more > 0) {
        const line = svg("g", {class: "row more", transform: `translate(0,${HEAD + box.rows.length * ROW})`});
        const area = svg("rect", {x: 2, width: box.width - 4, height: ROW - 1, rx: 3});
        area.addEventListener("click", () => this.toggle(box.index));
        line.append(area, svg("text", {x: 8, y: 14}, `${box.more} more`));
        group.append(line);
      }
      this.world.append(group);
    });
    this.mark();
    const count = order.reduce((sum, i) => sum + this.picture.classes[i].nodes.length, 0);
    const all = this.picture.classes.filter((_, i) => !this.inline[i]);
    const nodes = all.reduce((sum, c) => sum + c.nodes.length, 0);
    const parts = [`${order.length} of ${all.length} classes shown, with ${count} of ${nodes} nodes`];
    if (order.length < all.length) parts.push("the rest: “Everything”, or search");
    const plain = this.picture.classes.length - all.length;
    if (plain) parts.push(`${plain} classes of constants and arguments only are written where they are used`);
    if (this.picture.left_out) parts.push(`${this.picture.left_out} nodes are not in this file`);
    this.status.textContent = parts.join("; ") + ".";
  }

  mark() {
    for (const [key, {line, node}] of this.elements) {
      line.classList.toggle("later", node.born > this.iteration);
      line.classList.toggle("hit", this.hits.has(key));
      line.classList.toggle("selected", key === this.selected);
    }
    for (const {edge, key, node} of this.edges) {
      edge.classList.toggle("later", node.born > this.iteration);
      edge.classList.toggle("lit", key === this.selected);
    }
  }

  toggle(index) {
    if (!this.open.delete(index)) this.open.add(index);
    this.keep(index, () => this.draw());
  }
  // Draws anew without moving a class on the screen.
  keep(index, change) {
    const before = this.places.get(index);
    change();
    const after = this.places.get(index);
    if (before && after) {
      this.view.x += (before.x - after.x) * this.view.scale;
      this.view.y += (before.y - after.y) * this.view.scale;
      this.move();
    }
  }
  reveal(index, center) {
    if (this.inline[index]) return;
    if (!this.shown.has(index)) { this.shown.add(index); this.draw(); }
    if (center) {
      const place = this.places.get(index), box = this.canvas.getBoundingClientRect();
      this.view.scale = Math.max(this.view.scale, 0.8);
      this.view.x = box.width / 2 - (place.x + place.width / 2) * this.view.scale;
      this.view.y = box.height / 2 - (place.y + Math.min(place.height, 200) / 2) * this.view.scale;
      this.move();
    }
  }

  select(index, number) {
    this.selected = index + "." + number;
    const of = this.picture.classes[index], node = of.nodes[number], rule = this.picture.rules[node.rule];
    const list = h("dl");
    const add = (name, ...value) => list.append(h("dt", {}, name), h("dd", {}, ...value));
    add("node", h("code", {}, this.label(node)));
    add("class", this.name(index) + `, ${of.nodes.length} ${of.nodes.length === 1 ? "node" : "nodes"}`);
    add("type", h("code", {}, of.ty || "?"));
    add("cost", node.cost === null ? "no program may run it here" : `${cost(node.cost)} to run; the cheapest term of the class ${cost(of.cost)}`);
    add("chosen", node.chosen ? "yes" + (node.blocks.length ? ", runs in " + node.blocks.join(", ") : ", costs nothing") : "no");
    add("rule", ...(rule ? [h("b", {}, rule.name), h("br"), h("code", {}, rule.text), h("br"), h("span", {class: "dim"}, rule.at || "")]
      : [node.born ? "none: inferred" : "none: it is in the source"]));
    add("iteration", node.born ? String(node.born) : "before the first");
    if (node.value !== null) add("statement", "%" + node.value);
    if (node.epoch !== null) add("epoch", node.epoch);
    if (node.site !== null) add("object", `made at site ${node.site}, with an identity of its own`);
    const children = [...new Set(node.children)].filter(child => child !== null);
    if (children.length) {
      add("operands", ...children.flatMap(child => [this.inline[child] ? h("code", {}, this.argument(child))
        : h("a", {class: "jump", onclick: () => this.reveal(child, true)}, this.name(child)), " "]));
    }
    const users = this.picture.classes.map((c, i) => c.nodes.some(n => n.children.includes(index)) ? i : -1).filter(i => i >= 0);
    if (users.length) {
      add("used by", ...users.slice(0, 30).flatMap(user => [h("a", {class: "jump", onclick: () => this.reveal(user, true)}, this.name(user)), " "]),
        users.length > 30 ? `and ${users.length - 30} more` : "");
    }
    this.panel.replaceChildren(list);
    this.mark();
  }

  // Nodes whose operator, rule or type holds the text. How many, and shows the first.
  search(text) {
    this.hits.clear();
    const want = text.trim().toLowerCase();
    const classes = [];
    if (want) this.picture.classes.forEach((of, index) => of.nodes.forEach((node, number) => {
      const rule = this.picture.rules[node.rule];
      if (this.label(node).toLowerCase().includes(want) || (rule && (rule.name + " " + rule.text).toLowerCase().includes(want))) {
        this.hits.add(index + "." + number);
        if (!this.inline[index] && !classes.includes(index)) classes.push(index);
      }
    }));
    this.draw();
    return {nodes: this.hits.size, classes, hidden: classes.filter(index => !this.shown.has(index))};
  }

  move() { this.world.setAttribute("transform", `translate(${this.view.x},${this.view.y}) scale(${this.view.scale})`); }
  fit(least) {
    const all = [...this.places.values()];
    if (!all.length) return;
    const width = Math.max(...all.map(p => p.x + p.width)), height = Math.max(...all.map(p => p.y + p.height));
    this.canvas.style.height = Math.min(560, Math.max(240, height + 40)) + "px";
    const box = this.canvas.getBoundingClientRect();
    const whole = Math.min((box.width - 24) / width, (box.height - 24) / height, 1.1);
    // Labels must be readable: a large graph starts at its left, where the results are.
    const scale = Math.max(whole, least || 0.8);
    this.view = {scale, x: Math.max(12, (box.width - width * scale) / 2), y: (box.height - height * scale) / 2};
    if (this.view.y < 12) {
      const first = all.reduce((a, b) => b.x < a.x ? b : a);
      this.view.y = box.height / 2 - (first.y + Math.min(first.height, box.height) / 2) * scale;
    }
    this.move();
  }
  zoom(factor, x, y) {
    const scale = Math.min(3, Math.max(0.05, this.view.scale * factor)), ratio = scale / this.view.scale;
    this.view = {scale, x: x - (x - this.view.x) * ratio, y: y - (y - this.view.y) * ratio};
    this.move();
  }
  listen() {
    const canvas = this.canvas;
    canvas.addEventListener("wheel", event => {
      event.preventDefault();
      const box = canvas.getBoundingClientRect();
      this.zoom(Math.exp(-event.deltaY * 0.0015), event.clientX - box.left, event.clientY - box.top);
    }, {passive: false});
    // The pointer is taken only once it moves, so that a click on a node stays a click.
    let last = null;
    const end = () => { last = null; canvas.classList.remove("moving"); };
    canvas.addEventListener("pointerdown", event => { if (event.button === 0) last = event; });
    canvas.addEventListener("pointermove", event => {
      if (!last || !event.buttons) return end();
      if (Math.abs(event.clientX - last.clientX) + Math.abs(event.clientY - last.clientY) < 2) return;
      canvas.setPointerCapture(event.pointerId);
      canvas.classList.add("moving");
      this.view.x += event.clientX - last.clientX;
      this.view.y += event.clientY - last.clientY;
      last = event;
      this.move();
    });
    canvas.addEventListener("pointerup", end);
    canvas.addEventListener("pointercancel", end);
  }
}
