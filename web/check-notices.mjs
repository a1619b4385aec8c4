// node check-notices.mjs TEMPLATE: does the page carry the licence text of every package that is in its script?
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { bundledPackages, licenceText } from "./notices.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const page = readFileSync(process.argv[2], "utf8");
const { metafile } = await build({
  absWorkingDir: here,
  entryPoints: [join(here, "src", "main.ts")],
  bundle: true,
  metafile: true,
  write: false,
  outdir: here,
});
const packages = bundledPackages(metafile);
const missing = packages.filter((folder) => {
  const { name, version } = JSON.parse(readFileSync(join(here, folder, "package.json"), "utf8"));
  return !page.includes(`${name} ${version}`) || !page.includes(licenceText(here, folder));
});
console.log(`${packages.length} packages in the script, ${missing.length} without their notice`, ...missing);
process.exit(packages.length > 0 && missing.length === 0 ? 0 : 1);
