// Measures the processor time of a redraw of a map in a report, in all processes of headless Chromium (which
// draws without a graphics card). A study with [map] points = 20000 has such a map, of 20,000 documents.
//
// usage: node --experimental-websocket bench/map_redraw.mjs RUN/report.html [SCALE]     SCALE: pixels of the screen in one of the page
//
// Each line is the mean of 40 changes, a frame after each; take the empty frame off. The hover is the time of the page's own
// listener, by the clock.
import { resolve } from "node:path";

import { openChromium } from "./chromium.mjs";

const [page, scale] = [resolve(process.argv[2]), process.argv[3] ?? "1"];
const { ask, askBrowser, run, close } = await openChromium("--window-size=1400,1000", `--force-device-scale-factor=${scale}`);
const seconds = async () => (await askBrowser("SystemInfo.getProcessInfo")).processInfo.reduce((sum, one) => sum + one.cpuTime, 0);

await ask("Page.addScriptToEvaluateOnNewDocument", { source: `window.hovers = [];
  const add = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (kind, then, options) {
    return add.call(this, kind, kind !== "pointermove" ? then : function (event) { const start = performance.now(); then.call(this, event); hovers.push(performance.now() - start); }, options);
  };` });
await ask("Page.navigate", { url: `file://${page}` });
await run(`await new Promise((ready) => addEventListener("load", ready) ?? setTimeout(ready, 1500)); document.querySelector('figure[data-figure="map"]').scrollIntoView();
  while (!document.querySelector(".maps canvas")) await new Promise((done) => setTimeout(done, 50));`);
console.log(await run(`return document.querySelector(".maps canvas").getAttribute("aria-label");`), `scale ${scale}`);

const frame = "await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));";
const choose = (by) => `{ const select = document.querySelector(".maps select"); select.value = "${by}"; select.dispatchEvent(new Event("change")); }`;
async function measure(name, change) {
  const n = 40, before = await seconds();
  await run(`for (let i = 0; i < ${n}; ++i) { ${change} ${frame} }`);
  await new Promise((done) => setTimeout(done, 300));
  console.log(`${name}: ${((1000 * (await seconds() - before)) / n).toFixed(1)} ms CPU`);
}
await new Promise((done) => setTimeout(done, 1000));
await measure("empty frame", "");
const ways = await run(`return [...document.querySelectorAll(".maps select option")].map((one) => one.value);`);
for (const by of ways) {
  await measure(`colour by ${by}`, choose(by));
  await measure(`hide or show a ${by}`, `document.querySelector(".maps .groups button").click();`);
}
const [x, y, side] = await run(`const box = document.querySelector(".maps canvas").getBoundingClientRect(); return [box.x, box.y, Math.min(box.width, box.height, innerHeight - box.y)];`);
for (let i = 0; i < 100; ++i) await ask("Input.dispatchMouseEvent", { type: "mouseMoved", x: x + (side * ((i * 37) % 100)) / 100, y: y + (side * ((i * 61) % 100)) / 100 });
const hovers = JSON.parse(await run("return JSON.stringify(window.hovers);")).sort((a, b) => a - b);
console.log(`hover: median ${hovers[hovers.length >> 1]?.toFixed(2)} ms, 95 % of ${hovers.length} below ${hovers[Math.floor(0.95 * hovers.length)]?.toFixed(2)} ms`);
await close();
