"use strict";
// The explorer: two editors, and the report of what they hold. A change is computed after a pause; a newer one ends the older.
const PAUSE = 300, LONGEST_LINK = 200000;
const SYMBOLS = {alpha: "α", beta: "β", gamma: "γ", delta: "δ", epsilon: "ϵ", eta: "η", theta: "θ", lambda: "λ", mu: "μ", pi: "π", rho: "ρ", sigma: "σ", tau: "τ",
  phi: "ϕ", varphi: "φ", psi: "ψ", omega: "ω", Delta: "Δ", Sigma: "Σ", Omega: "Ω", cup: "∪", cap: "∩", in: "∈", notin: "∉", circ: "∘", le: "≤", ge: "≥", ne: "≠", approx: "≈",
  cdot: "⋅", times: "×", div: "÷", sqrt: "√", nabla: "∇", partial: "∂", infty: "∞", _1: "₁", _2: "₂", _i: "ᵢ", "^2": "²"};

// A text area with line numbers and marked positions.
class Editor {
  constructor(element, label, changed) {
    this.gutter = h("div", {class: "gutter", "aria-hidden": "true"});
    this.marks = h("pre", {"aria-hidden": "true"});
    this.input = h("textarea", {spellcheck: "false", autocapitalize: "off", autocomplete: "off", wrap: "off", "aria-label": label});
    element.append(this.gutter, h("div", {class: "area"}, this.marks, this.input));
    this.notes = [];
    this.input.addEventListener("input", () => { this.notes = []; this.draw(); changed(); });
    this.input.addEventListener("scroll", () => this.follow());
    this.input.addEventListener("keydown", event => this.key(event));
    this.draw();
  }
  get text() { return this.input.value; }
  set text(value) { this.input.value = value; this.notes = []; this.draw(); }

  key(event) {
    if (event.key !== "Tab" || event.shiftKey || event.ctrlKey || event.altKey) return;
    const {selectionStart: start, selectionEnd: end, value} = this.input;
    const name = /\\([A-Za-z]+|_\w|\^\w)$/.exec(value.slice(0, start));
    // Julia's way to type symbols; without a name, four spaces. Escape leaves the editor, for those who move by keys.
    if (name && SYMBOLS[name[1]] && start === end) {
      event.preventDefault();
      this.input.setSelectionRange(start - name[0].length, start);
      document.execCommand("insertText", false, SYMBOLS[name[1]]);
    } else if (!this.left) {
      event.preventDefault();
      document.execCommand("insertText", false, "    ");
    }
  }

  mark(notes) { this.notes = notes; this.draw(); }
  draw() {
    const lines = this.text.split("\n");
    const kinds = new Map();
    for (const note of this.notes) if (kinds.get(note.start[0]) !== "wrong") kinds.set(note.start[0], note.kind);
    this.gutter.replaceChildren(...lines.map((_, i) => h("div", {class: kinds.get(i + 1) || ""}, String(i + 1))), h("div", {style: "height: 40px"}));
    this.marks.replaceChildren(...lines.map((line, i) => {
      const row = h("div", {class: kinds.get(i + 1) || ""});
      const note = this.notes.find(note => note.start[0] === i + 1);
      if (!note) { row.append(line || " "); return row; }
      const from = at(line, note.start[1]), to = note.end[0] > i + 1 ? line.length : at(line, note.end[1]);
      row.append(line.slice(0, from), h("mark", {}, line.slice(from, Math.max(to, from + 1)) || " "), line.slice(Math.max(to, from + 1)));
      return row;
    }), h("div", {style: "height: 40px"}));
    this.follow();
  }
  follow() {
    this.gutter.scrollTop = this.marks.scrollTop = this.input.scrollTop;
    this.marks.scrollLeft = this.input.scrollLeft;
  }
  // Puts the cursor on a note.
  go(note) {
    const lines = this.text.split("\n"), before = lines.slice(0, note.start[0] - 1).reduce((sum, line) => sum + line.length + 1, 0);
    const start = before + at(lines[note.start[0] - 1] || "", note.start[1]);
    this.input.focus();
    this.input.setSelectionRange(start, start + (note.end[0] === note.start[0] ? note.end[1] - note.start[1] : 0));
    this.input.scrollTop = Math.max(0, (note.start[0] - 4) * 18);
  }
}
// Where a column begins, that counts characters.
const at = (line, column) => [...line].slice(0, column - 1).join("").length;

const find = id => document.getElementById(id);
const editors = {"source.jl": new Editor(find("source"), "Program", changed), "rules.jl": new Editor(find("rules"), "Rules", changed)};
const program = editors["source.jl"], rules = editors["rules.jl"], strict = find("strict"), right = document.querySelector(".right");
for (const editor of [program, rules]) {
  editor.input.addEventListener("keydown", event => { editor.left = event.key === "Escape" || (editor.left && event.key === "Shift"); }, true);
  editor.input.addEventListener("focus", () => { editor.left = false; });
}
const page = Array.from(crypto.getRandomValues(new Uint32Array(2)), n => n.toString(36)).join("");
let timer = null, running = null;

function say(text, wrong) {
  const status = find("status");
  status.textContent = text;
  status.className = wrong ? "wrong" : "";
}
function changed() {
  right.classList.add("stale");
  clearTimeout(timer);
  timer = setTimeout(compute, PAUSE);
}

async function compute() {
  if (running) running.abort();
  const mine = running = new AbortController();
  say("computing…");
  right.classList.add("stale");
  const start = performance.now();
  let answer;
  try {
    const response = await fetch("/api/explore", {method: "POST", headers: {"Content-Type": "application/json"}, signal: mine.signal,
      body: JSON.stringify({page, source: program.text, rules: rules.text, strict: strict.checked})});
    if (response.status === 409) return;
    answer = await response.json();
  } catch (error) {
    if (!mine.signal.aborted) say("the server does not answer", true);
    return;
  }
  if (mine.signal.aborted) return;
  running = null;
  keepLink();
  if (answer.error) return say(answer.error, true);
  problems(answer);
  if (!answer.page) return say(count(answer.errors.length, "error"), true);
  const was = data && data.entries[+find("page").dataset.entry || 0], top = right.scrollTop;
  const same = was ? answer.page.entries.findIndex(entry => entry.name === was.name) : -1;
  showReport(find("page"), answer.page, Math.max(0, same));
  // The program is in the editor.
  for (const part of find("page").querySelectorAll("details")) part.open = false;
  right.scrollTop = top;
  right.classList.remove("stale");
  const costs = answer.page.entries.map(({outcome: o}) => o.kept === null ? `${cost(o.cost_before)} → ${cost(o.cost_after)}` : "unchanged");
  say(`cost ${costs.join(", ")}; ${Math.round(performance.now() - start)} ms`);
}
const count = (number, what) => `${number} ${what}${number === 1 ? "" : "s"}`;

function problems(answer) {
  const notes = answer.errors.map(note => ({...note, kind: "wrong"})).concat(answer.warnings.map(note => ({...note, kind: "doubt"})));
  for (const [file, editor] of Object.entries(editors)) editor.mark(notes.filter(note => note.file === file));
  find("problems").replaceChildren(...notes.map(note => h("li", {class: note.kind}, h("button", {onclick: () => editors[note.file] && editors[note.file].go(note)},
    h("b", {}, note.file ? `${note.file}:${note.start.join(":")}` : ""), note.message, note.help ? h("span", {class: "dim"}, ` (${note.help})`) : ""))));
}

// Program and rules in the address behind #, which no browser sends to a server: deflated, in letters that addresses may have.
async function pack(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}
async function unpack(text) {
  const bytes = Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), c => c.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
}
let link = "";
async function keepLink() {
  const packed = await pack(JSON.stringify({source: program.text, rules: rules.text, strict: strict.checked}));
  link = packed.length <= LONGEST_LINK ? "#v1=" + packed : "";
  history.replaceState(null, "", link || location.pathname);
}
async function fromLink() {
  const packed = /^#v1=([\w-]+)$/.exec(location.hash);
  if (!packed) return location.hash ? say("this link holds no program", true) : false;
  if (location.hash === link) return true;
  try {
    const held = JSON.parse(await unpack(packed[1]));
    program.text = String(held.source);
    rules.text = String(held.rules);
    strict.checked = held.strict === true;
  } catch {
    say("this link is damaged: it holds no program", true);
    return false;
  }
  await compute();
  return true;
}

async function open(query) {
  const response = await fetch("/api/open?" + query), answer = await response.json();
  if (answer.error) return say(answer.error, true);
  program.text = answer.source;
  rules.text = answer.rules || hint;
  delete find("page").dataset.entry;
  data = null;
  right.scrollTop = 0;
  clearTimeout(timer);
  await compute();
}
let hint = "";
async function start() {
  find("share").addEventListener("click", async () => {
    await keepLink();
    if (!link) return say("too long for a link", true);
    try { await navigator.clipboard.writeText(location.href); say("link copied"); } catch { say("the link is in the address bar"); }
  });
  strict.addEventListener("change", compute);
  window.addEventListener("hashchange", fromLink);
  const menu = find("menu"), list = await (await fetch("/api/menu")).json();
  hint = `# More rules, one per line, such as  ~x * 1 --> ~x\n# The library has the sets ${list.library.join(", ")}.\n`;
  const group = (label, names, kind) => names.length && menu.append(h("optgroup", {label}, ...names.map(name => h("option", {value: `${kind}=${encodeURIComponent(name)}`}, name))));
  group("Examples", list.examples, "example");
  group(list.more ? "Files (the first)" : "Files", list.files, "file");
  menu.addEventListener("change", () => { if (menu.value) open(menu.value); });
  if (await fromLink()) return;
  menu.value = "example=" + list.examples[0];
  if (!location.hash) await open(menu.value);
}
start();
