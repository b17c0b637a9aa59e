// Headless Chromium through chromedriver, for tests: one session, and what they do with it. Needs nothing but Node.
import {spawn} from "node:child_process";
import {mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";

export function expect(holds, what) {
  if (!holds) throw new Error(what);
}
const sleep = ms => new Promise(wake => setTimeout(wake, ms));

// Runs `use` with a browser; screenshots go to a folder, if there is one.
export async function withBrowser(screenshots, use) {
  const port = 20000 + process.pid % 20000;
  const profile = mkdtempSync(join(tmpdir(), "browser-"));
  const driver = spawn("chromedriver", [`--port=${port}`], {stdio: "ignore"});
  const ask = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {method, body: body && JSON.stringify(body)});
    const {value} = await answer.json();
    if (value && value.error) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  };
  try {
    for (let tries = 0; ; tries++) {
      try { if ((await ask("GET", "/status")).ready) break; } catch { /* not yet */ }
      expect(tries < 200, "chromedriver does not answer");
      await sleep(100);
    }
    const {sessionId} = await ask("POST", "/session", {capabilities: {alwaysMatch: {
      browserName: "chrome", "goog:loggingPrefs": {browser: "ALL"},
      "goog:chromeOptions": {args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
        "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", `--user-data-dir=${profile}`]},
    }}});
    try {
      await use(browser(`/session/${sessionId}`, ask, screenshots));
    } finally {
      await ask("DELETE", `/session/${sessionId}`);
    }
  } finally {
    driver.kill();
    rmSync(profile, {recursive: true, force: true, maxRetries: 5});
  }
}

function browser(here, ask, screenshots) {
  const post = (path, body) => ask("POST", here + path, body);
  const run = (script, ...args) => post("/execute/sync", {script, args});
  const find = async css => Object.values(await post("/element", {using: "css selector", value: css}))[0];
  const self = {
    run,
    size: (width, height = 1000) => post("/window/rect", {width, height}),
    open: url => post("/url", {url}),
    click: async css => post(`/element/${await find(css)}/click`, {}),
    press: async element => post(`/element/${Object.values(element)[0]}/click`, {}),
    // Types where the cursor is. What WebDriver types into an element may go to its end instead, whatever has the focus.
    type: async text => {
      const keys = [...text].map(key => key === "\n" ? "\uE007" : key);
      const actions = keys.flatMap(value => [{type: "keyDown", value}, {type: "keyUp", value}]);
      await post("/actions", {actions: [{type: "key", id: "keyboard", actions}]});
    },
    read: css => run("return document.querySelector(arguments[0]).textContent", css),
    // Waits until a script gives something true, and gives that. It may throw at first: a page that is still being made lacks elements.
    until: async (what, script, ...args) => {
      let failure = "";
      for (let tries = 0; tries < 400; tries++) {
        try {
          const value = await run(script, ...args);
          if (value) return value;
        } catch (error) {
          failure = `: ${error.message}`;
        }
        await sleep(50);
      }
      throw new Error(`it never came to it that ${what}${failure}`);
    },
    shoot: async name => {
      if (screenshots) writeFileSync(join(screenshots, name), Buffer.from(await ask("GET", here + "/screenshot"), "base64"));
    },
    // What something sees on paper.
    printed: async look => {
      const media = name => post("/goog/cdp/execute", {cmd: "Emulation.setEmulatedMedia", params: {media: name}});
      await media("print");
      const seen = await look();
      await media("");
      return seen;
    },
    // How many pages it prints on.
    pages: async () => {
      const pdf = Buffer.from(await post("/print", {}), "base64").toString("latin1");
      return (pdf.match(/\/Type\s*\/Page\b/g) || []).length;
    },
    // Nothing on the console since the last time.
    quiet: async () => {
      const log = await post("/se/log", {type: "browser"});
      expect(log.length === 0, `on the console: ${JSON.stringify(log)}`);
    },
  };
  return self;
}
