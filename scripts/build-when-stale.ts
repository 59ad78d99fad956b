import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { layBeside, putAside } from "./earlier-assets.ts";

const STAMP = "build/stamp";
const ASSETS = "build/client/assets";
// not in build/, which every build empties whole
const EARLIER = ".earlier-assets";
const SOURCES = [
  "src",
  "scripts/build-worker.ts",
  "public",
  "vite.config.ts",
  "react-router.config.ts",
  "package-lock.json",
];

/** Builds the pages unless the build already matches the sources. A deployed image has no sources' tools and brings its build along. */
export function buildWhenStale(): void {
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === fingerprint()) return;
  console.log("Building the shop's pages…");
  build();
}

/** Builds the pages, for browser and server, and the worker; files of earlier builds stay for tabs that are still open. */
export function build(): void {
  putAside(ASSETS, EARLIER, new Date());
  run("node_modules/@react-router/dev/bin.js", "build");
  run("--import", "tsx", "scripts/build-worker.ts");
  layBeside(ASSETS, EARLIER, new Date());
  for (const file of filesIn("build/client")) compress(file);
  writeFileSync(STAMP, fingerprint());
}

function run(...command: string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: "utf8" });
  if (status !== 0) throw new Error(`The pages could not be built.\n${stdout}\n${stderr}`);
}

/** Smaller than the server could make it in passing, and made once. */
function compress(file: string): void {
  if (/\.(js|css|svg|txt)$/.test(file)) writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
}

function fingerprint(): string {
  const hash = createHash("sha256");
  for (const file of SOURCES.flatMap(filesIn).sort()) hash.update(file).update(readFileSync(file));
  return hash.digest("hex");
}

function filesIn(path: string): string[] {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path).flatMap((name) => filesIn(join(path, name)));
}
