import { type BuildOptions, build } from "esbuild";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { OfflineDocument } from "../src/offline/offline-document.tsx";

// run by the build of the pages: build/client/sw.js, one file with the offline page in it, so that both arrive or neither

const shared = { bundle: true, minify: true, write: false, target: "es2022" } satisfies BuildOptions;
const { outputFiles } = await build({
  ...shared,
  entryPoints: ["src/offline/offline.css"],
  // the page needs no other file
  loader: { ".woff2": "dataurl" },
});
const css = outputFiles[0]?.text.trim() ?? "";
const page = `<!doctype html>${renderToStaticMarkup(createElement(OfflineDocument, { css }))}`;
await build({
  ...shared,
  write: true,
  format: "iife",
  entryPoints: ["src/offline/worker.ts"],
  define: { OFFLINE_PAGE: JSON.stringify(page) },
  outfile: "build/client/sw.js",
});
