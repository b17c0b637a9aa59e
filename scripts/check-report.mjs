// Opens reports in headless Chromium and uses them as a reader would: reads the optimised code, follows a changed line to its
// rules, clicks a node, moves the slider, searches.
//
//   node scripts/check-report.mjs REPORT.html=TEXT… [--screenshots DIR]
//
// TEXT must be in the optimised code. Fails on any error on the console, and on any request that leaves the page.
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

    // No two boxes may overlap, and no label may leave its box.
    const faults = await run(`
      const boxes = [...document.querySelectorAll("#egraph .class > .box")].map(b => b.getBoundingClientRect());
      let faults = 0;
      boxes.forEach((a, i) => boxes.slice(i + 1).forEach(b => {
        if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom) faults++;
      }));
      document.querySelectorAll("#egraph .class").forEach(c => {
        const box = c.querySelector(".box").getBoundingClientRect();
        c.querySelectorAll("text").forEach(t => { if (t.getBoundingClientRect().right > box.right + 1) faults++; });
      });
      return [boxes.length, faults]`);
    expect(faults[0] > 0, "the picture is empty");
    expect(faults[1] === 0, `${faults[1]} boxes or labels overlap at ${width}`);

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
    await browser.type("#search", rule + "\uE007");
    expect(/^[1-9]/.test(await read("#found")), `search does not find the rule ${rule}`);
    expect(await run("return document.querySelectorAll('#egraph .row.hit').length") > 0, "search marks nothing");
    await pick("#egraph .row.hit rect");
    expect((await read("#node")).includes(rule), "a node that is found does not say its rule");

    const later = () => run("return document.querySelectorAll('#egraph .row.later').length");
    expect(await later() === 0, "nodes are pale at the last iteration");
    await run("const s = document.querySelector('#iteration'); s.value = 0; s.dispatchEvent(new Event('input'))");
    expect(await later() > 0, "the slider does not fade younger nodes");
    expect((await read("#iteration-text")).startsWith("Before the first"), "the slider does not change the text");
    await run("const s = document.querySelector('#iteration'); s.value = 1; s.dispatchEvent(new Event('input')); s.scrollIntoView({block: 'center'})");
    expect((await read("#iteration-text")).startsWith("After iteration 1 "), "the slider does not change the text");
    await shoot(`${name}-${width}-bottom.png`);

    expect(await run("return performance.getEntriesByType('resource').length") === 0, "the page asks for more than itself");
    await browser.quiet();
  }
  const ms = await run("return performance.getEntriesByType('navigation')[0].loadEventEnd");
  console.log(`${name}: ok, drawn in ${Math.round(ms)} ms`);
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
