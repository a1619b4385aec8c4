// Headless Chromium (which draws without a graphics card) under the DevTools protocol, for benchmarks of the report.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

async function connect(address) {
  const socket = new WebSocket(address), answers = new Map();
  await new Promise((open) => (socket.onopen = open));
  socket.onmessage = ({ data }) => { const { id, result } = JSON.parse(data); answers.get(id)?.(result); };
  return (method, params = {}) => new Promise((done) => { answers.set(answers.size + 1, done); socket.send(JSON.stringify({ id: answers.size, method, params })); });
}

// Starts a browser. Returns ask and askBrowser, which send a command of the protocol to the page or to the browser; run, which
// evaluates the body of an async function in the page; and close.
export async function openChromium(...options) {
  const profile = mkdtempSync(join(tmpdir(), "chromium-"));
  const chromium = spawn("chromium", ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--remote-debugging-port=0",
    `--user-data-dir=${profile}`, ...options, "about:blank"], { stdio: ["ignore", "ignore", "pipe"] });
  const browser = await new Promise((found) => {
    let log = "";
    chromium.stderr.on("data", (text) => { log += text; const at = /ws:\/\/\S+/.exec(log); if (at) found(at[0]); });
  });
  const targets = await (await fetch(`http://127.0.0.1:${new URL(browser).port}/json`)).json();
  const ask = await connect(targets.find((one) => one.type === "page").webSocketDebuggerUrl), askBrowser = await connect(browser);
  const run = async (expression) => (await ask("Runtime.evaluate", { expression: `(async () => { ${expression} })()`, awaitPromise: true, returnByValue: true })).result.value;
  const close = async () => {
    const gone = new Promise((done) => chromium.on("exit", done));
    chromium.kill();
    await gone;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  await ask("Page.enable");
  return { ask, askBrowser, run, close };
}
