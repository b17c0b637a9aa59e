// Opens reports in headless Chromium and uses them as a reader would: reads the optimised code, follows a changed line to its
// rules, finds a statement in the control flow, clicks a node, moves the slider, searches, prints.
//
//   node scripts/check-report.mjs REPORT.html=TEXT… [--screenshots DIR]
//
// TEXT must be in the optimised code. Fails on any error on the console, and on any request that leaves the page.
import {statSync} from "node:fs";
import {basename, resolve} from "node:path";
import {pathToFileURL} from "node:url";
import {expect, withBrowser} from "./browser.mjs";

const args = process.argv.slice(2);
const at = args.indexOf("--screenshots");
const screenshots = at < 0 ? null : args.splice(at, 2)[1];

async function check(browser, file, text) {
  const {run, click, read, shoot} = browser;
  // A click on the first one in the visible part of the picture.
  const pick = async css => {
    const element = await run(`
      const canvas = document.querySelector("#egraph").getBoundingClientRect();
      const inside = e => { const b = e.getBoundingClientRect(), x = (b.left + b.right) / 2, y = (b.top + b.bottom) / 2;
        return x > canvas.left && x < canvas.right && y > canvas.top && y < canvas.bottom; };
      document.querySelector("#egraph").scrollIntoView({block: "center"});
      return [...document.querySelectorAll(arguments[0])].find(inside)`, css);
    expect(element, `the picture shows no ${css}`);
    await browser.press(element);
  };
  // Boxes that overlap, and labels that leave their box.
  const faults = (picture, group) => run(`
    const boxes = [...document.querySelectorAll(arguments[0] + " " + arguments[1] + " > .box")].map(b => b.getBoundingClientRect());
    let faults = 0;
    boxes.forEach((a, i) => boxes.slice(i + 1).forEach(b => {
      if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom) faults++;
    }));
    document.querySelectorAll(arguments[0] + " " + arguments[1]).forEach(c => {
      const box = c.querySelector(".box").getBoundingClientRect();
      c.querySelectorAll("text").forEach(t => { if (t.getBoundingClientRect().right > box.right + 1) faults++; });
    });
    // Two texts of one line.
    document.querySelectorAll(arguments[0] + " .row").forEach(row => {
      const texts = [...row.querySelectorAll("text")].map(t => t.getBoundingClientRect());
      texts.forEach((a, i) => texts.slice(i + 1).forEach(b => { if (a.left < b.right && b.left < a.right) faults++; }));
    });
    return [boxes.length, faults]`, picture, group);
  const name = basename(file, ".html");
  for (const width of [1280, 800]) {
    await browser.size(width);
    await browser.open(pathToFileURL(resolve(file)).href);
    expect((await read("#after")).includes(text), `the optimised code does not have ${text}`);
    const wide = await run("return document.documentElement.scrollWidth - window.innerWidth");
    expect(wide <= 0, `at ${width} the page is ${wide} pixels too wide`);
    await shoot(`${name}-${width}-top.png`);

    await click("#before .changed, #before .dropped");
    expect(/is now|not needed/.test(await read("#chain")), "a changed line does not say why");
    if (await run("return document.querySelectorAll('#after .new').length")) {
      await click("#after .new");
      expect(/Made by|replaces/.test(await read("#chain")), "a new line does not say who made it");
      expect(/belongs to what replaced/.test(await read("#chain")), "a new line does not say what it is for");
    }

    // The skeleton: all blocks and statements, and a line of it leads to the e-graph.
    const [blocks, misdrawn] = await faults("#flow", ".block");
    expect(blocks === await run("return Math.min(300, data.entries[0].picture.flow.blocks.length)"), "blocks are missing");
    expect(misdrawn === 0, `${misdrawn} blocks or labels overlap at ${width}`);
    await run("document.querySelector('#skeleton').scrollIntoView()");
    await shoot(`${name}-${width}-flow.png`);
    const marked = await run("return document.querySelectorAll('#flow .row:not(.stays)').length");
    expect(marked > 0, "nothing became of any statement");
    const row = await run("return [...document.querySelectorAll('#flow .row.new rect.link')][0] || document.querySelector('#flow .row rect.link')");
    if (row) {
      await run("document.querySelector('#node').replaceChildren()");
      await browser.press(row);
      expect(await run("const b = document.querySelector('#egraph').getBoundingClientRect(); return b.top < innerHeight && b.bottom > 0"), "a statement does not lead to the e-graph");
    }

    const [boxes, overlaps] = await faults("#egraph", ".class");
    expect(boxes > 0, "the picture is empty");
    expect(overlaps === 0, `${overlaps} boxes or labels overlap at ${width}`);
    expect(/ of .* classes shown/.test(await read("#egraph-status")), "the picture does not say what it shows");

    await click("#show-program");
    await run("document.querySelector('#egraph').scrollIntoView({block: 'center'})");
    await shoot(`${name}-${width}-egraph.png`);
    await pick("#egraph .row.chosen rect");
    const node = await read("#node");
    for (const field of ["type", "cost", "rule", "iteration"]) expect(node.includes(field), `a node does not say its ${field}`);
    expect(/chosenyes/.test(node), "a chosen node does not say so");

    await click("#show-all");
    const rule = await run(`
      const rules = new Set(data.entries[0].picture.classes.flatMap(c => c.nodes.map(n => n.rule)).filter(r => r !== null));
      return data.entries[0].picture.rules[[...rules][0]].name`);
    await browser.click("#search");
    await browser.type(rule + "\uE007");
    expect(/^[1-9]/.test(await read("#found")), `search does not find the rule ${rule}`);
    expect(await run("return document.querySelectorAll('#egraph .row.hit').length") > 0, "search marks nothing");
    await pick("#egraph .row.hit rect");
    expect((await read("#node")).includes(rule), "a node that is found does not say its rule");
    // An operator that reads memory says when.
    const reader = await run("return (data.entries[0].picture.classes.flatMap(c => c.nodes).find(n => n.epoch !== null && !n.leaf) || {op: null}).op");
    if (reader !== null) {
      await run("const s = document.querySelector('#search'); s.value = arguments[0]; s.dispatchEvent(new Event('input')); s.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter'}))", reader);
      await pick("#egraph .row.hit rect");
      expect((await read("#node")).includes(reader), `search does not find the operator ${reader}`);
      expect(/epoch/.test(await read("#node")), "a node that reads memory does not say its epoch");
    }

    const later = () => run("return document.querySelectorAll('#egraph .row.later').length");
    expect(await later() === 0, "nodes are pale at the last iteration");
    await run("const s = document.querySelector('#iteration'); s.value = 0; s.dispatchEvent(new Event('input'))");
    expect(await later() > 0, "the slider does not fade younger nodes");
    expect((await read("#iteration-text")).startsWith("Before the first"), "the slider does not change the text");
    await run("const s = document.querySelector('#iteration'); s.value = 1; s.dispatchEvent(new Event('input')); s.scrollIntoView({block: 'center'})");
    expect((await read("#iteration-text")).startsWith("After iteration 1 "), "the slider does not change the text");
    await shoot(`${name}-${width}-bottom.png`);
    expect(await run("return document.querySelectorAll('.times .bar-fill').length") === 7, "phases have no bars");

    expect(await run("return performance.getEntriesByType('resource').length") === 0, "the page asks for more than itself");
    // On paper nothing is cut off: the source is as high as it is, and every change is listed.
    const paper = await browser.printed(() => run(`
      const source = document.querySelector("#source"), changes = Math.min(200, data.entries[0].explanation.changes.length);
      return [source.scrollHeight - source.clientHeight, changes - document.querySelectorAll(".print-only .panel").length, document.querySelector(".print-only").offsetHeight > 0]`));
    expect(paper[0] <= 0 && paper[1] === 0 && paper[2], `on paper something is missing: ${paper}`);
    expect(await browser.pages() > 0, "it cannot be printed");
    await browser.quiet();
  }
  // Loaded anew, as a reader does first: until something is painted, and until all of it is there. What else the machine does at that
  // moment says nothing of the page, so the best of several loads counts.
  let first = Infinity;
  for (let load = 0; load < 5 && first >= 1000; load++) {
    await browser.open("about:blank");
    await browser.open(pathToFileURL(resolve(file)).href);
    const painted = await browser.until("something is painted", "return (performance.getEntriesByName('first-contentful-paint')[0] || {}).startTime");
    const loaded = await run("return performance.getEntriesByType('navigation')[0].loadEventEnd");
    first = Math.min(first, Math.round(Math.max(painted, loaded)));
  }
  const {size} = statSync(file);
  const nodes = await run("return Math.max(...data.entries.map(e => e.outcome.saturation.nodes))");
  expect(first < 1000, `the first picture takes ${first} ms at best`);
  if (nodes < 2000) expect(size < 2e6, `${size} bytes for ${nodes} nodes`);
  console.log(`${name}: ok; ${nodes} e-nodes, ${Math.round(size / 1000)} kB, first picture after ${first} ms`);
}

await withBrowser(screenshots, async browser => {
  for (const arg of args) {
    const [file, text] = arg.split(/=(.*)/s);
    await check(browser, file, text).catch(error => {
      console.error(`${file}: ${error.message}`);
      process.exitCode = 1;
    });
  }
});
