// Measures how soon a telephone shows the first screen of a report. As in Lighthouse, the telephone has a screen of 412 x 915
// pixels and a processor four times as slow as the machine's. The page is read from the disk.
//
// usage: node --experimental-websocket bench/first_screen.mjs RUN/report.html [SLOWER]     SLOWER: 4
//
// Prints the medians of five loads: the first text or figure painted; the page loaded; all packed parts unpacked.
import { resolve } from "node:path";

import { openChromium } from "./chromium.mjs";

const [page, slower] = [resolve(process.argv[2]), Number(process.argv[3] ?? 4)];
const { ask, run, close } = await openChromium();
await ask("Emulation.setDeviceMetricsOverride", { width: 412, height: 915, deviceScaleFactor: 2.625, mobile: true });
await ask("Emulation.setCPUThrottlingRate", { rate: slower });

const times = { painted: [], loaded: [], unpacked: [] };
for (let i = 0; i < 5; ++i) {
  await ask("Page.navigate", { url: "about:blank" });
  await ask("Page.navigate", { url: `file://${page}` });
  const got = JSON.parse(await run(`
    const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
    while (document.readyState !== "complete") await sleep(5);
    const paints = () => performance.getEntriesByName("first-contentful-paint");
    while (paints().length === 0) await sleep(5);
    while (document.querySelector("div.packed") !== null) await sleep(5);
    return JSON.stringify({ painted: paints()[0].startTime, loaded: performance.getEntriesByType("navigation")[0].loadEventStart,
      unpacked: performance.now() });`));
  for (const name in times) times[name].push(got[name]);
}
await close();
const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];
for (const name in times) console.log(`${name}: ${Math.round(median(times[name]))} ms`);
