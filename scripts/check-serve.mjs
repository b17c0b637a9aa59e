// Starts `saturate serve` and uses it in headless Chromium as a rule author would: opens examples, types a rule with an error and
// sees where it is, repairs it and sees the code change, follows a shared link.
//
//   node scripts/check-serve.mjs PROGRAM [--screenshots DIR]
//
// Fails on any error on the console, and on any request to somebody else.
import {spawn} from "node:child_process";
import {once} from "node:events";
import {expect, withBrowser} from "./browser.mjs";

const args = process.argv.slice(2);
const at = args.indexOf("--screenshots");
const screenshots = at < 0 ? null : args.splice(at, 2)[1];
const server = spawn(args[0], ["serve", "examples", "--port", "0"], {stdio: ["ignore", "pipe", "inherit"]});
const [line] = await once(server.stdout, "data");
const url = /http:\S+/.exec(String(line))[0];

async function check(browser) {
  const {run, read, type, click, shoot} = browser;
  const computed = what => browser.until(what, "return /^cost/.test(document.querySelector('#status').textContent) && !document.querySelector('.right.stale')");
  const choose = async value => {
    await run("const menu = document.querySelector('#menu'); menu.value = arguments[0]; menu.dispatchEvent(new Event('change'))", value);
    await browser.until(`${value} is open`, "return document.querySelector('#status').textContent === 'computing…' || true");
    await browser.until(`${value} is computed`, `return /^cost/.test(document.querySelector('#status').textContent)
      && data && data.source === document.querySelector('#source textarea').value && !document.querySelector('.right.stale')`);
  };
  // Types at the end of a line of an editor, as a person does.
  const typeAt = async (editor, line, text) => {
    await run(`const input = document.querySelector(arguments[0] + ' textarea'), lines = input.value.split("\\n").slice(0, arguments[1]);
      input.focus(); input.setSelectionRange(lines.join("\\n").length, lines.join("\\n").length)`, editor, line);
    await type(text);
  };
  for (const width of [1280, 800]) {
    await browser.size(width, 900);
    await browser.open(url);
    await browser.open(url + "?" + width);
    await computed("the first example is computed");
    expect((await read("#after")).includes("sum(%4)"), "the first example is not optimised");
    const wide = await run("return document.documentElement.scrollWidth - window.innerWidth");
    expect(wide <= 0, `at ${width} the page is ${wide} pixels too wide`);
    await shoot(`serve-${width}-start.png`);

    await choose("example=transforms2d");
    expect(/return %1/.test(await read("#after")), "the 2D example is not optimised");
    await shoot(`serve-${width}-2d.png`);

    // A rule with an error: its position is marked, and the report is not taken for the answer.
    await run("document.querySelector('#source textarea').value = 'f(x) = x * 8 + 0\\n@saturate mine f(::Int64)\\n'");
    await run("document.querySelector('#rules textarea').value = '@rules mine begin\\n    ~x::Int64 + 0 --> ~x\\nend\\n'");
    await typeAt("#rules", 2, "\n~x::Int64 * 8 --> (~x << 3");
    await browser.until("the error is shown", "return /^rules.jl:4:1/.test((document.querySelector('#problems button') || {}).textContent || '')");
    expect(/1 error/.test(await read("#status")), "the status does not say that there is an error");
    await browser.until("the line is marked", "return (document.querySelector('#rules .gutter .wrong') || {}).textContent === '4'");
    expect(await run("return document.querySelectorAll('#rules pre .wrong mark').length") === 1, "the place is not marked");
    expect(await run("return document.querySelector('.right').classList.contains('stale')"), "the old report looks current");
    await shoot(`serve-${width}-error.png`);
    await click("#problems button");
    expect(await run("return document.activeElement === document.querySelector('#rules textarea')"), "a click on the error does not lead to it");

    // Repaired, the code changes.
    await typeAt("#rules", 3, ")");
    await computed("the repaired rule is computed");
    expect(await run("return document.querySelectorAll('#problems li').length") === 0, "the error is still shown");
    const costly = await read("#after");
    expect(/\*\(%1, 8\)|<<\(%1, 3\)/.test(costly), `unexpected code: ${costly}`);
    await typeAt("#rules", 3, "\n@cost *(::Int64, ::Int64) 10");
    await browser.until("the code changes", "return /<<\\(%1, 3\\)/.test((document.querySelector('#after') || {}).textContent || '') && !/\\*\\(/.test(document.querySelector('#after').textContent)");
    await computed("the cost is computed");

    // Symbols as Julia types them.
    await typeAt("#rules", 5, "\n# \\cup\uE004");
    await browser.until("the symbol is there", "return document.querySelector('#rules textarea').value.includes('# ∪')");
    await computed("the comment is computed");

    // A link holds both texts.
    await click("#share");
    // The address follows the text after a pause.
    const link = await browser.until("the link holds both texts", `return (async () => {
      const packed = /^#v1=([\\w-]+)$/.exec(location.hash), held = packed && JSON.parse(await unpack(packed[1]));
      return held && held.source === document.querySelector("#source textarea").value && held.rules === document.querySelector("#rules textarea").value
        && location.href;
    })()`);
    const held = await run("return [document.querySelector('#source textarea').value, document.querySelector('#rules textarea').value]");
    await browser.open("about:blank");
    await browser.open(link);
    await computed("the linked program is computed");
    const got = await run("return [document.querySelector('#source textarea').value, document.querySelector('#rules textarea').value]");
    expect(JSON.stringify(got) === JSON.stringify(held), "the link does not hold program and rules");
    expect(/<<\(%1, 3\)/.test(await read("#after")), "the linked program is not optimised");
    await browser.open(url + "#v1=damaged");
    await browser.until("a damaged link says so", "return /damaged/.test(document.querySelector('#status').textContent)");

    // Keys come faster than answers: the last one counts.
    await browser.open(url + "?again" + width);
    await computed("the first example is computed again");
    await choose("file=pow.jl").catch(() => {});
    await browser.until("a program without an entry point says so", "return /no entry point/.test(document.querySelector('#problems').textContent)");
    await choose("file=forward.jl");
    expect((await read("#after")).includes("fused_dense(%4, %2, %1, %3)"), "a file of the folder is not optimised");

    const elsewhere = await run("return performance.getEntriesByType('resource').map(r => r.name).filter(n => !n.startsWith(location.origin) && !n.startsWith('data:'))");
    expect(elsewhere.length === 0, `requests to ${elsewhere}`);
    await browser.quiet();
  }
  console.log("serve: ok");
}

try {
  await withBrowser(screenshots, check);
} catch (error) {
  console.error(`serve: ${error.message}`);
  process.exitCode = 1;
} finally {
  server.kill("SIGTERM");
  const [code] = await once(server, "exit");
  if (code !== 0) { console.error(`serve: ended with ${code}`); process.exitCode = 1; }
}
