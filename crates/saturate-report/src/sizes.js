// Costs over sizes: what each variant is predicted to cost, which is the cheapest, and what was measured, if it was.
const VARIANT_COLOURS = ["#1d4ed8", "#b45309", "#15803d", "#9333ea", "#be123c", "#0e7490", "#4d7c0f", "#a16207", "#475569"];
const PLOT = {width: 760, height: 320, left: 64, right: 64, top: 14, bottom: 40};

// What the session that wrote the page has measured: `[{what, at, seconds}]`, all sizes being equal.
function measuredCosts() {
  const element = document.getElementById("measured");
  return (element && JSON.parse(element.textContent)) || [];
}

// From values to places on an axis, both by their logarithms.
function logAxis(values, from, to) {
  const least = Math.log(Math.min(...values)), most = Math.max(Math.log(Math.max(...values)), least + 1e-9);
  return value => from + (to - from) * (Math.log(value) - least) / (most - least);
}

// The powers of ten between two values, at most six of them.
function decades(values) {
  const first = Math.ceil(Math.log10(Math.min(...values)) - 1e-9), last = Math.floor(Math.log10(Math.max(...values)) + 1e-9);
  const step = Math.max(1, Math.ceil((last - first + 1) / 6)), found = [];
  for (let power = first; power <= last; power += step) found.push(10 ** power);
  return found;
}

const duration = s => s >= 1 ? `${+s.toPrecision(2)} s` : s >= 1e-3 ? `${+(s * 1e3).toPrecision(2)} ms` : s >= 1e-6 ? `${+(s * 1e6).toPrecision(2)} µs` : `${+(s * 1e9).toPrecision(2)} ns`;
const power = value => { const p = Math.round(Math.log10(value)); return p >= 0 && p < 4 ? String(10 ** p) : `1e${p}`; };

function sizesPlot(curve, colour) {
  const {width, height, left, right, top, bottom} = PLOT, measured = curve.size === null ? measuredCosts() : [];
  const canvas = svg("svg", {class: "plot", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `Predicted costs over ${curve.size || "all sizes"}`});
  const positive = value => Math.max(value, 1e-12), all = curve.costs.flat().map(positive), x = logAxis(curve.at, left, width - right), y = logAxis(all, height - bottom, top);
  const text = (at, down, words, anchor, kind) => canvas.append(svg("text", {x: at, y: down, "text-anchor": anchor, class: kind || ""}, words));
  // Where a variant is the cheapest, the strip below the curves has its colour.
  curve.at.forEach((at, i) => {
    const costs = curve.costs.map(of => of[i]), best = costs.indexOf(Math.min(...costs));
    const begin = i ? (x(curve.at[i - 1]) + x(at)) / 2 : x(at), end = i + 1 < curve.at.length ? (x(at) + x(curve.at[i + 1])) / 2 : x(at);
    canvas.append(svg("rect", {x: begin, y: height - bottom + 2, width: Math.max(0, end - begin), height: 5, fill: colour(best)}));
  });
  for (const value of decades(all)) {
    canvas.append(svg("line", {x1: left, x2: width - right, y1: y(value), y2: y(value), class: "grid"}));
    text(left - 6, y(value) + 4, power(value), "end");
  }
  curve.at.forEach((at, i) => { if (i % 2 === 0) text(x(at), height - bottom + 21, number(at), "middle"); });
  text((left + width - right) / 2, height - 4, curve.size === null ? "all sizes" : `${curve.size}, all others 100`, "middle", "axis");
  text(12, top + 4, "cost", "start", "axis");
  curve.costs.forEach((costs, variant) => {
    const points = costs.map((value, i) => `${x(curve.at[i])},${y(positive(value))}`).join(" ");
    canvas.append(svg("polyline", {points, stroke: colour(variant)}, svg("title", {}, `variant ${variant + 1}`)));
  });
  if (measured.length) {
    const all = measured.flatMap(of => of.seconds), times = logAxis(all, height - bottom, top);
    for (const value of decades(all)) text(width - right + 6, times(value) + 4, duration(value), "start");
    measured.forEach((of, kind) => of.at.forEach((at, i) => {
      if (at < curve.at[0] || at > curve.at[curve.at.length - 1]) return;
      const seconds = of.seconds[i], said = `${of.what}, ${number(at)}: ${duration(seconds)}`;
      canvas.append(svg("circle", {cx: x(at), cy: times(seconds), r: 4, class: kind ? "measured now" : "measured"}, svg("title", {}, said)));
    }));
  }
  return canvas;
}

function sizesSection(entry) {
  const {list, curves} = entry.variants;
  if (!curves.length) return "";
  const colour = variant => VARIANT_COLOURS[variant % VARIANT_COLOURS.length], place = h("div", {class: "scroll"});
  const choice = h("select", {id: "plotted-size", "aria-label": "Size"}, ...curves.map((curve, i) => h("option", {value: String(i)}, curve.size || "all sizes")));
  const show = () => place.replaceChildren(sizesPlot(curves[+choice.value], colour));
  choice.addEventListener("change", show);
  show();
  const range = ([name, from, to]) => `${name} ${number(Math.round(from))} to ${number(Math.round(to))}`;
  const measured = measuredCosts();
  return h("section", {id: "sizes"}, h("h2", {}, "Costs over sizes"),
    h("p", {class: "dim"}, `The function picks among ${list.length} programs at entry, by what they are predicted to cost. The strip below the curves shows the cheapest; the source is left only for a gain of more than 5 %.` +
      (measured.length ? ` Dots are measured times, on the right axis: white ${measured[0].what}, black ${measured[1].what}.` : "")),
    h("div", {class: "bar"}, h("label", {for: "plotted-size"}, "over "), choice), place,
    table([["variant"], ["predicted cost"], ["of the sizes tried", "n"], ["picked mostly for"]], list.map((variant, i) =>
      [h("span", {}, h("span", {class: "key", style: `background: ${colour(i)}`}), `${i + 1}${variant.is_source ? ", the source" : ""}`),
        h("code", {}, variant.cost), `${Math.round(100 * variant.share)} %`, variant.ranges.map(range).join(", ")])));
}
