// node build.mjs OUT: bundles src/main.ts and puts script and style into template.html. What is left open, {{title}},
// {{body}} and {{data}}, is filled by C++ (standfast/report/page.cc).
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { notices } from "./notices.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2] ?? join(here, "dist", "template.html");

const result = await build({
  absWorkingDir: here,
  entryPoints: [join(here, "src", "main.ts")],
  bundle: true,
  minify: true,
  format: "iife",
  target: ["es2021"],
  charset: "ascii",
  legalComments: "none", // few packages have any; notices.mjs has the texts of all
  metafile: true,
  write: false,
});
// "</script" and "<!--" inside a string would end the element that holds the bundle.
const script = result.outputFiles[0].text.trim().replaceAll(/<\/(script)/gi, "<\\/$1").replaceAll("<!--", "<\\!--");
const slots = {
  style: readFileSync(join(here, "style.css"), "utf8"),
  script,
  "script-hash": `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  notices: notices(here, result.metafile),
};
const page = readFileSync(join(here, "template.html"), "utf8")
  .replaceAll(/\{\{([a-z-]+)\}\}/g, (slot, name) => (Object.hasOwn(slots, name) ? slots[name] : slot));
writeFileSync(out, page);
