import { type BuildOptions, build } from "esbuild";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { kiswahili } from "../src/language/kiswahili.ts";
import type { Language } from "../src/language/languages.ts";
import { t, translateFrom } from "../src/language/t.ts";
import { OfflineDocument } from "../src/offline/offline-document.tsx";
import { SCRIPT_TARGETS } from "../src/platform/browser/oldest-browsers.ts";

// run by the build of the pages: build/client/sw.js, one file with the offline page in it, so that both arrive or neither

const shared = { bundle: true, minify: true, write: false, target: SCRIPT_TARGETS } satisfies BuildOptions;
const { outputFiles } = await build({
  ...shared,
  entryPoints: ["src/offline/offline.css"],
  // the page needs no other file
  loader: { ".woff2": "dataurl" },
});
const css = outputFiles[0]?.text.trim() ?? "";

function pageIn(language: Language) {
  translateFrom(() => (language === "sw" ? kiswahili : undefined));
  // the styles, with a font in them, are there once for both
  const html = `<!doctype html>${renderToStaticMarkup(createElement(OfflineDocument, { css: "/*css*/" }))}`;
  return { html, seen: t("Pages you've opened still work") };
}

await build({
  ...shared,
  write: true,
  format: "iife",
  entryPoints: ["src/offline/worker.ts"],
  define: {
    OFFLINE_PAGES: JSON.stringify({ en: pageIn("en"), sw: pageIn("sw") }),
    OFFLINE_CSS: JSON.stringify(css),
  },
  outfile: "build/client/sw.js",
});
