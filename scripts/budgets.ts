import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync } from "node:zlib";
import type { ServerBuild } from "react-router";

// npm run budgets: what a first visit weighs, brotli; over budget fails. Run after npm run build.

type App = { folder: string; address: string; pages: string[]; budget: { js: number; css: number } };

/** Budgets in kB (1,000 bytes) of scripts and of styles that one page may bring. */
const APPS: App[] = [
  {
    folder: "build",
    address: "/",
    pages: ["site/pages/home-page", "catalogue/collection-page", "catalogue/product-page"],
    budget: { js: 118, css: 12 },
  },
  // every screen; 160 kB with its document, 20 kB at most, and the display face
  { folder: "build/staff", address: "/staff/", pages: [], budget: { js: 124, css: 9.5 } },
];

for (const app of APPS) await weighApp(app);

async function weighApp({ folder, address, pages, budget }: App): Promise<void> {
  const { assets }: ServerBuild = await import(pathToFileURL(resolve(`${folder}/server/index.js`)).href);
  const weigh = (files: (string | undefined)[]) =>
    kilobytes(files.flatMap((file) => (file ? [`${folder}/client/${file.slice(address.length)}`] : [])));
  const screens = Object.keys(assets.routes).filter((id) => id !== "root");
  for (const page of pages.length > 0 ? pages : screens) {
    const parts = [assets.entry, assets.routes.root, assets.routes[page]];
    const js = weigh(parts.flatMap((part) => [part?.module, ...(part?.imports ?? [])]).concat(assets.url));
    const css = weigh(parts.flatMap((part) => (part && "css" in part ? (part.css ?? []) : [])));
    const over = js > budget.js || css > budget.css;
    console.log(
      `${over ? "OVER" : "ok  "} ${page}: ${js.toFixed(1)} kB of ${budget.js} scripts, ${css.toFixed(1)} kB of ${budget.css} styles`,
    );
    if (over) process.exitCode = 1;
  }
}

function kilobytes(files: string[]): number {
  const sizes = [...new Set(files)].map((file) => brotliCompressSync(readFileSync(file)).length);
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}
