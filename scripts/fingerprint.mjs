import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const STAMP = "build/stamp";
const SOURCES = [
  "src",
  "public",
  "scripts/build-when-stale.ts",
  "scripts/build-worker.ts",
  "scripts/earlier-assets.ts",
  "scripts/open-shop.ts",
  "scripts/run-command.ts",
  "vite.config.ts",
  "react-router.config.ts",
  "package-lock.json",
];

/** True when the build matches the sources. A deployed image has no sources' tools and brings its build along. */
export function isBuilt() {
  return existsSync(STAMP) && readFileSync(STAMP, "utf8") === fingerprint();
}

/** Says that the build matches the sources that had this fingerprint when it began. @param {string} sources */
export function stampBuild(sources) {
  writeFileSync(STAMP, sources);
}

/** One line that changes with any file the build is made of. Tests are none of them, nor types made by npm run dev. */
export function fingerprint() {
  const hash = createHash("sha256");
  const files = SOURCES.flatMap(filesIn).filter(
    (file) => !/\.test\.tsx?$|[\\/]\.react-router[\\/]/.test(file),
  );
  for (const file of files.sort()) hash.update(file).update(readFileSync(file));
  return hash.digest("hex");
}

/** @param {string} path @returns {string[]} */
export function filesIn(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path).flatMap((name) => filesIn(join(path, name)));
}
