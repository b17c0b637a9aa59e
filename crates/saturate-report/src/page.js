// The page: one tab per entry point, and what is known about it.
function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") element.style.cssText = value;
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

const MOST_PRINTED = 200, MOST_REFUSED = 500;
// What is shown: the data of a page.
let data = null;
const number = value => value.toLocaleString("en-US");
const table = (heads, rows) => h("div", {class: "scroll"}, h("table", {},
  h("thead", {}, h("tr", {}, ...heads.map(([text, kind]) => h("th", {class: kind || ""}, text)))),
  h("tbody", {}, ...rows.map(cells => h("tr", {}, ...cells.map((cell, i) => h("td", {class: heads[i][1] || ""}, cell)))))));
const place = at => at ? `${at.file}:${at.line}:${at.column}` : "";

// A position; in this file, whose lines are given, a click leads to it.
function sourceLink(at, lines) {
  const line = at && at.file === data.file && lines[at.line - 1];
  if (!line) return place(at);
  return h("a", {class: "jump", onclick: () => {
    line.closest("details").open = true;
    line.scrollIntoView({block: "center"});
    document.querySelectorAll(".code .selected").forEach(other => other.classList.remove("selected"));
    line.classList.add("selected");
  }}, place(at));
}

function steps(change) {
  const list = h("ol", {class: "chain"}, ...change.steps.map(step =>
    h("li", {}, h("b", {}, step.rule), " ", h("code", {}, step.text), " ", h("span", {class: "dim"}, place(step.at)))));
  if (change.more) list.append(h("li", {}, `and ${change.more} more steps`));
  return list;
}

function showChange(panel, change) {
  panel.replaceChildren(
    h("h3", {}, `%${change.value}`, change.at ? `, ${place(change.at)}` : ""),
    h("p", {}, h("code", {}, change.before), change.after === null ? " is not needed any more." : " is now ",
      change.after === null ? "" : h("code", {}, change.after)),
    change.steps.length ? steps(change) : h("p", {class: "dim"}, "No rule was needed: nothing uses its value any more, or an equal value was known."));
}

// Typed SSA, a line at a time; `mark` gives a line a class and something to do on a click.
function code(text, mark) {
  return h("pre", {class: "code"}, ...text.replace(/\n$/, "").split("\n").map((line, index) => {
    const typed = /^(function .*\))(::.*)$/.exec(line) || /^(\s+%\d+ = .*?\))(::.*)$/.exec(line) || /^(\s+%\d+ = .*?)(::\S.*)$/.exec(line);
    const parts = typed ? [typed[1], h("span", {class: "type", title: typed[2]}, typed[2])] : [line];
    const element = h("div", {}, ...(parts[0] === "" ? ["\u00a0"] : parts));
    mark(element, line, index);
    return element;
  }));
}

function codeSection(entry, panel) {
  const changes = entry.explanation ? entry.explanation.changes : [];
  const by = new Map(changes.map(change => [change.value, change]));
  const select = element => {
    document.querySelectorAll(".code .selected").forEach(other => other.classList.remove("selected"));
    element.classList.add("selected");
  };
  const choose = (element, change) => {
    select(element);
    showChange(panel, change);
  };
  const link = (element, change) => {
    element.classList.add(change.after === null ? "dropped" : "changed");
    element.title = "click: why";
    element.addEventListener("click", () => choose(element, change));
  };
  const before = code(entry.before, (element, line) => {
    const value = /^\s+%(\d+) = /.exec(line);
    if (value && by.has(+value[1])) link(element, by.get(+value[1]));
  });
  const flow = entry.picture.flow, written = new Map(flow.result.map(line => [line.value, line]));
  const texts = parseFunction(entry.after).values;
  const classes = new Map(flow.statements.map(s => [s.value, s.class]));
  // The replaced statements that a line of the result is for: those of its class, or of what uses it.
  const purpose = value => {
    const seen = new Set([value]), found = new Set();
    for (const at of seen) {
      const line = written.get(at), own = line && line.node ? changes.filter(c => c.after !== null && classes.get(c.value) === line.node[0]) : [];
      own.forEach(change => found.add(change));
      if (!own.length) for (const [user, text] of texts) if (new RegExp(`%${at}\\b`).test(text)) seen.add(user);
    }
    return [...found];
  };
  const after = code(entry.after, (element, line) => {
    const made = /^\s+%(\d+) = /.exec(line), here = made && written.get(+made[1]);
    if (!here || here.how === null) return;
    const moved = here.from !== null && !here.how.startsWith("replaces");
    element.classList.add(moved ? "moved" : "new");
    element.title = "click: why";
    element.addEventListener("click", () => {
      select(element);
      const node = here.node && entry.picture.classes[here.node[0]].nodes[here.node[1]], rule = node && entry.picture.rules[node.rule];
      panel.replaceChildren(h("h3", {}, `%${here.value} of the result: ${here.how}, in b${here.block}`));
      if (rule) panel.append(h("p", {}, "Made by ", h("b", {}, rule.name), ` in iteration ${node.born}: `, h("code", {}, rule.text), " ", h("span", {class: "dim"}, rule.at || "")));
      else if (moved) panel.append(h("p", {}, `It is %${here.from} of the source, in another block.`));
      const into = purpose(here.value);
      if (into.length) panel.append(h("p", {class: "dim"}, "It belongs to what replaced:"));
      for (const change of into) { const part = h("div"); showChange(part, change); panel.append(part); }
    });
  });
  const lines = new Map();
  for (const change of changes) if (change.at && change.at.file === data.file) lines.set(change.at.line, change);
  const source = code(data.source, (element, _, index) => {
    element.prepend(h("span", {class: "number"}, String(index + 1)));
    if (lines.has(index + 1)) link(element, lines.get(index + 1));
  });
  source.id = "source"; before.id = "before"; after.id = "after";
  const section = h("section", {}, h("h2", {}, "Code"),
    h("div", {class: "bar"},
      h("span", {class: "dim"}, h("span", {class: "key", style: "background: var(--hit-bg)"}), "replaced",
        h("span", {class: "key", style: "background: var(--drop-bg)"}), "not needed any more",
        h("span", {class: "key", style: "background: var(--chosen-bg)"}), "new",
        h("span", {class: "key", style: "background: var(--move-bg)"}), "moved. Click a marked line for the rules."),
      h("button", {"aria-pressed": "false", onclick: event => {
        const on = section.classList.toggle("full-types");
        event.target.setAttribute("aria-pressed", String(on));
      }}, "Full types")),
    h("details", {open: ""}, h("summary", {}, "Source"), source),
    ...(entry.through.length ? [h("ul", {id: "through"}, ...entry.through.map(line => h("li", {}, line)))] : []),
    h("div", {class: "columns", style: "margin-top: 10px"},
      h("div", {}, h("h3", {}, entry.through.length ? "Typed SSA before, with this in place" : "Typed SSA before"), before), h("div", {}, h("h3", {}, "Typed SSA after"), after)),
    panel);
  // On paper nobody can click.
  if (changes.length) section.append(h("div", {class: "print-only"}, ...changes.slice(0, MOST_PRINTED).map(change => {
    const part = h("div", {class: "panel"});
    showChange(part, change);
    return part;
  }), changes.length > MOST_PRINTED ? `and ${changes.length - MOST_PRINTED} more changes` : ""));
  if (entry.julia) section.append(h("details", {style: "margin-top: 10px"}, h("summary", {}, "The result as Julia source"), h("pre", {class: "code"}, ...entry.julia.split("\n").map(l => h("div", {}, l || "\u00a0")))));
  return section;
}

function cards(entry) {
  const o = entry.outcome, s = o.saturation;
  const card = (value, what, good) => h("div", {class: "card" + (good ? " good" : "")}, h("b", {}, value), h("span", {class: "dim"}, what));
  const proof = o.kept !== null ? "unchanged: " + o.kept : o.optimal ? "proved to be the cheapest in this e-graph" : `not proved; no choice costs less than ${cost(o.bound)}`;
  return h("div", {class: "cards"},
    card(`${cost(o.cost_before)} → ${cost(o.cost_after)}`, "cost before → after", o.cost_after < o.cost_before),
    card(o.kept !== null ? "kept" : o.optimal ? "optimal" : "not proved", proof, o.optimal && o.kept === null),
    card(`${number(s.nodes)} / ${number(s.classes)}`, "e-nodes / classes"),
    card(String(s.iterations.length), "iterations; " + stop(s)));
}
const stop = s => ({saturated: "saturated: no rule has more to say", iterations: "stopped by the limit on iterations", nodes: "stopped by the limit on e-nodes",
  work: "stopped by the limit on work", time: "stopped by the limit on time"})[s.stop];

function egraphSection(entry) {
  const canvas = svg("svg", {class: "canvas", id: "egraph", tabindex: "0", role: "img", "aria-label": "The e-graph"});
  const panel = h("div", {class: "panel", id: "node"}, h("p", {class: "dim"}, "Click a node for its rule, type, cost and epoch."));
  const status = h("p", {class: "dim", id: "egraph-status"}), found = h("span", {class: "dim", id: "found"});
  let view = null;
  const search = h("input", {type: "search", id: "search", placeholder: "operator or rule", "aria-label": "Search operator or rule"});
  const show = reveal => {
    const result = view.search(search.value);
    found.textContent = !search.value.trim() ? "" : `${result.nodes} nodes in ${result.classes.length} classes` +
      (result.hidden.length ? `, ${result.hidden.length} not shown: Enter shows them` : "");
    if (reveal && result.classes.length) {
      result.hidden.slice(0, 60).forEach(index => view.shown.add(index));
      if (result.hidden.length) view.draw();
      view.reveal(result.classes[0], true);
      if (result.hidden.length) show(false);
    }
  };
  search.addEventListener("input", () => show(false));
  search.addEventListener("keydown", event => { if (event.key === "Enter") show(true); });
  const zoom = factor => { const box = canvas.getBoundingClientRect(); view.zoom(factor, box.width / 2, box.height / 2); };
  const section = h("section", {}, h("h2", {}, "E-graph"),
    h("p", {class: "dim"}, "A box is a class of equal values; a line in it is one way to compute the value.",
      h("span", {class: "key", style: "background: var(--chosen-bg)"}), "chosen",
      h("span", {class: "key", style: "background: #fde68a"}), "found. Drag to move, wheel to zoom, click a box's head for all its nodes."),
    h("div", {class: "bar"}, search, found,
      h("button", {id: "show-program", onclick: () => view.start()}, "The program"),
      h("button", {id: "show-all", onclick: () => view.everything()}, "Everything"),
      h("button", {onclick: () => view.fit(0.05)}, "Fit"),
      h("button", {"aria-label": "Larger", onclick: () => zoom(1.3)}, "+"),
      h("button", {"aria-label": "Smaller", onclick: () => zoom(1 / 1.3)}, "−")),
    h("div", {class: "egraph"}, canvas, panel), status);
  return {section, open: () => (view = new EGraphView(entry.picture, canvas, panel, status))};
}

function saturationSection(entry, view) {
  const s = entry.outcome.saturation, rules = entry.picture.rules, last = s.iterations.length;
  const most = Math.max(1, ...s.iterations.map(i => i.nodes));
  const chart = h("div", {class: "chart", "aria-hidden": "true"});
  const bars = s.iterations.map((iteration, i) => h("div", {title: `iteration ${i + 1}: ${iteration.nodes} nodes, ${iteration.classes} classes`,
    style: `height: ${100 * iteration.nodes / most}%`, onclick: () => go(i + 1)}, h("i", {style: `height: ${100 * iteration.classes / Math.max(1, iteration.nodes)}%`})));
  chart.append(...bars);
  const slider = h("input", {type: "range", id: "iteration", min: "0", max: String(last), value: String(last), "aria-label": "Iteration"});
  const text = h("p", {id: "iteration-text"}), detail = h("div");
  const go = at => { slider.value = String(at); update(); };
  const update = () => {
    const at = +slider.value;
    view.iteration = at === last ? Infinity : at;
    view.mark();
    bars.forEach((bar, i) => bar.classList.toggle("now", i + 1 === at));
    if (at === 0) {
      text.textContent = "Before the first iteration: the program as it was written. Nodes that rules add are pale in the picture above.";
      detail.replaceChildren();
      return;
    }
    const iteration = s.iterations[at - 1];
    text.textContent = `After iteration ${at} of ${last}: ${number(iteration.nodes)} e-nodes in ${number(iteration.classes)} classes; ` +
      `${number(iteration.matches)} ${iteration.matches === 1 ? "match" : "matches"}, ${number(iteration.applied)} changed something.` + (at === last ? ` Then ${stop(s)}.` : "");
    const turns = iteration.rules.slice().sort((a, b) => b.applied - a.applied || b.matches - a.matches);
    detail.replaceChildren(turns.length ? table([["rule"], ["matches", "n"], ["changed something", "n"], ["held back"]], turns.map(turn =>
      [h("span", {title: rules[turn.rule].text}, rules[turn.rule].name), number(turn.matches), number(turn.applied), turn.banned ? "yes" : ""]))
      : h("p", {class: "dim"}, "No rule found anything new."));
  };
  slider.addEventListener("input", update);
  const section = h("section", {}, h("h2", {}, "Saturation"), last ? chart : "",
    h("p", {class: "dim"}, "One bar per iteration: e-nodes, and the darker part classes. The slider also fades nodes in the picture that are younger."),
    slider, text, detail);
  update();
  return section;
}

function rulesSection(entry) {
  const s = entry.outcome.saturation, lines = new Map(entry.picture.rules.map(rule => [rule.name, rule]));
  const all = Object.entries(s.rules), fired = all.filter(([, r]) => r.matches || r.banned);
  const rows = fired.sort((a, b) => b[1].applied - a[1].applied || b[1].matches - a[1].matches).map(([name, r]) => {
    const refused = Object.entries(r.refused).map(([why, count]) => `${count} × ${why}`).join("; ");
    return [name, h("code", {}, (lines.get(name) || {text: ""}).text), number(r.matches), number(r.applied), number(r.banned), refused, number(r.work)];
  });
  const idle = all.filter(([, r]) => !r.matches && !r.banned).map(([name]) => name);
  const section = h("section", {}, h("h2", {}, "Rules"), table([["rule"], ["as written"], ["matches", "n"], ["changed", "n"], ["held back", "n"], ["refused"], ["work", "n"]], rows));
  if (idle.length) section.append(h("details", {style: "margin-top: 6px"}, h("summary", {}, `${idle.length} rules never matched`), h("p", {class: "mono"}, idle.join(", "))));
  return section;
}

function refusedSection(entry) {
  const refused = entry.explanation ? entry.explanation.refused : [], lines = document.querySelectorAll("#source > div");
  return h("section", {id: "refused"}, h("h2", {}, "Refused matches"), refused.length
    ? table([["rule"], ["reason"], ["at"], ["code"]], refused.slice(0, MOST_REFUSED).map(r => [h("span", {title: `${r.rule.text}\n${place(r.rule.at)}`}, r.rule.rule), r.reason, sourceLink(r.at, lines), h("code", {}, r.at ? r.at.text : "")]))
    : h("p", {class: "dim"}, entry.explanation ? "None. A match that changed nothing said what was known already." : "Not listed, because the original was kept; the table of rules counts them."),
    refused.length > MOST_REFUSED ? h("p", {class: "dim"}, `The first ${MOST_REFUSED} of ${number(refused.length)}; the table of rules counts all.`) : "");
}

function timesSection(entry) {
  const t = entry.outcome.times, s = entry.outcome.saturation.times_us, ms = us => `${(us / 1000).toFixed(2)} ms`;
  const rows = [["build the e-graph", t.build], ["saturate", t.saturate], ["· search", s.search], ["· apply", s.apply], ["· rebuild", s.rebuild],
    ["extract", t.extract], ["elaborate", t.elaborate]];
  const most = Math.max(1, ...rows.map(([, us]) => us)), all = t.build + t.saturate + t.extract + t.elaborate;
  return h("section", {}, h("h2", {}, "Time"), h("div", {class: "times"}, ...rows.flatMap(([name, us]) =>
    [h("span", {}, name), h("div", {class: "bar-fill", style: `width: ${100 * us / most}%`}), h("span", {class: "mono"}, ms(us))])),
    h("p", {class: "dim"}, `The optimiser took ${ms(all)}.` + (data.read ? ` Before it, the program and the library were read, and types inferred, in ${ms(data.read)}.` : "")));
}

// Shows a report in an element; `which` is the entry point to begin with. What was there goes.
function showReport(page, content, which = 0) {
  data = content;
  page.dataset.entry = String(which);
  const entry = data.entries[which];
  const panel = h("div", {class: "panel", id: "chain"}, h("p", {class: "dim"}, "Click a marked line for the chain of rules that changed it."));
  const egraph = egraphSection(entry);
  page.replaceChildren(h("h1", {}, `${entry.name}`, h("span", {class: "dim"}, `  ${data.file}`)));
  if (data.entries.length > 1) page.append(h("div", {class: "tabs", role: "tablist"}, ...data.entries.map((other, i) =>
    h("button", {role: "tab", "aria-selected": String(i === which), onclick: () => showReport(page, data, i)}, other.name))));
  page.append(cards(entry), codeSection(entry, panel), sizesSection(entry));
  const view = egraph.open();
  page.append(flowSection(entry, view), egraph.section, saturationSection(entry, view), rulesSection(entry), refusedSection(entry), timesSection(entry));
  view.start();
  let seen = null;
  window.onbeforeprint = () => { seen = view.view; view.fit(0.05); };
  window.onafterprint = () => { view.view = seen; view.move(); };
}
