// The licence notices of the npm packages in a bundle: their texts ask to travel with every copy, and a report is one.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

// Folders below node_modules of the packages that a bundle took code from, by esbuild's account of it.
export function bundledPackages(metafile) {
  const packages = new Set();
  for (const output of Object.values(metafile.outputs))
    for (const [file, { bytesInOutput }] of Object.entries(output.inputs)) {
      const found = /^(?:.*\/)?(node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file);
      if (found !== null && bytesInOutput > 0) packages.add(found[1]);
    }
  return [...packages].sort();
}

export function licenceText(root, packageFolder) {
  const folder = join(root, packageFolder);
  const name = existsSync(folder) && readdirSync(folder).find((file) => /^(licen[cs]e|copying)(\.|$)/i.test(file));
  if (!name) throw new Error(`${packageFolder} has no file LICENSE; its notice must stand in the page`);
  return readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n").trim();
}

// One HTML comment. Packages with the same text share it.
export function notices(root, metafile) {
  const packagesOf = new Map();
  for (const packageFolder of bundledPackages(metafile)) {
    const { name, version } = JSON.parse(readFileSync(join(root, packageFolder, "package.json"), "utf8"));
    const text = licenceText(root, packageFolder);
    packagesOf.set(text, [...(packagesOf.get(text) ?? []), `${name} ${version}`]);
  }
  const parts = [...packagesOf].map(([text, packages]) => `== ${packages.join(", ")}\n\n${text}\n`);
  const comment = `The script of this page holds code of these packages.\n\n${parts.join("\n")}`;
  if (/<!--|--!?>/.test(comment)) throw new Error("a licence text would end the comment that holds it");
  return `<!--\n${comment}-->\n`;
}
