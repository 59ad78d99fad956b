import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync } from "node:zlib";
import type { ServerBuild } from "react-router";

// npm run budgets: what a first visit weighs, brotli; over budget fails. Run after npm run build.

/** kB (1,000 bytes) of scripts and of styles that one page may bring. */
const BUDGET = { js: 110, css: 12 };
const PAGES = ["site/pages/home-page", "catalogue/collection-page", "catalogue/product-page"];

const { assets }: ServerBuild = await import(pathToFileURL(resolve("build/server/index.js")).href);

for (const page of PAGES) {
  const parts = [assets.entry, assets.routes.root, assets.routes[page]];
  const js = weigh(parts.flatMap((part) => [part?.module, ...(part?.imports ?? [])]).concat(assets.url));
  const css = weigh(parts.flatMap((part) => (part && "css" in part ? (part.css ?? []) : [])));
  const over = js > BUDGET.js || css > BUDGET.css;
  console.log(
    `${over ? "OVER" : "ok  "} ${page}: ${js.toFixed(1)} kB of ${BUDGET.js} scripts, ${css.toFixed(1)} kB of ${BUDGET.css} styles`,
  );
  if (over) process.exitCode = 1;
}

function weigh(files: (string | undefined)[]): number {
  const distinct = [...new Set(files.filter((file) => file !== undefined))];
  return (
    distinct.reduce((sum, file) => sum + brotliCompressSync(readFileSync(`build/client${file}`)).length, 0) /
    1000
  );
}
