import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";
import { TARGETS } from "../src/platform/browser/oldest-browsers.ts";
import { bootstrapScript, loadWatch } from "../src/site/document/bootstrap-script.server.ts";
import { buildWhenStale } from "./build-when-stale.ts";
import { newerNames } from "./check-browsers/names.ts";
import { NEWER_SELECTORS, NEWER_UNITS } from "./check-browsers/newer.ts";
import { filesIn } from "./fingerprint.mjs";

// npm run check:browsers: the built scripts and styles hold nothing that the oldest browsers lack (oldest-browsers.ts):
// syntax and regular expressions by esbuild's tables, names of interfaces and methods by MDN's. Prints what is too new and
// exits with 1.

/** Newer names that the code asks for before it uses them, and what it does without. */
const ASKED_FOR: Record<string, string> = {
  randomUUID: "random numbers make the id (platform/browser/new-id.ts)",
  submitter: "the button clicked last sent the form (platform/browser/submitter.ts)",
  showModal: "a library opens dialogs (ui/open-modal.ts)",
  HTMLDialogElement: "that library asks whether it is there",
  requestIdleCallback: "a pause takes its place (platform/browser/when-idle.ts)",
  cancelIdleCallback: "and its end",
  locks: "each tab sends its pictures for itself (use-picture-queue.ts)",
  share: "WhatsApp's link is opened (site/share-on-whatsapp.tsx)",
  connection: "nobody asked to save data (platform/browser/saves-data.ts)",
  preloadResponse: "the page is asked for once the worker is there (offline/worker.ts)",
  navigationPreload: "and is not asked for before",
  canParse: "asked of Firefox alone, where 115 has it (load-watch.server.ts)",
  startViewTransition: "React changes the page without a transition",
};

/** Members of our own objects, and of libraries', that newer browsers have of theirs by the same name. */
const OURS = [
  "ariaLabel",
  "canIntercept",
  "drop",
  "fetchPriority",
  "imageSizes",
  "loading",
  "movementX",
  "movementY",
  "navigationType",
  "show",
  "viewTransition",
];

/** Newer pseudo-classes, and whole selectors, of rules that only add to others, and what is there without them. */
const ADDITIONS: Record<string, string> = {
  "focus-visible": "Safari before 15.4 draws its own ring",
  marker: "list marks keep their colour",
  selection: "iOS has its own colours",
  backdrop: "Safari before 15.4 has the library's (ui/open-modal.ts)",
  "body:has(dialog[open])": "the page can be scrolled behind a dialog",
  "html:has(dialog[open])": "the page may move by a scrollbar when one opens",
  "html:has(.offline-note:not(:empty))": "what is jumped to stands nearer to the note",
  "html:has(.summary-bar)": "what has the keyboard may lie under the bar until one scrolls",
  ".filters .field:has([type=search])": "the field to search in is as wide as the others",
  ".page:has(>.receipts)>h1": "the page's heading is printed above the receipts",
};

/** What is too new in a script, as "what it is: where". */
export function newInScript(code: string): string[] {
  const lookbehind = [...code.matchAll(/.{0,20}\(\?<[=!].{0,20}/g)].map(([found]) => `lookbehind: ${found}`);
  const names = [...newerNames(code)].filter((name) => !(name in ASKED_FOR) && !OURS.includes(name));
  return [...syntaxIn(code, "js"), ...lookbehind, ...names.map((name) => `name: ${name}`)];
}

/** What is too new in a style sheet: syntax, selectors, and units without an older value before them. */
export function newInStyles(css: string): string[] {
  const found = syntaxIn(css, "css");
  const always = css.replace(/@supports[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, "");
  for (const [, selector = "", block = ""] of always.matchAll(/([^{}]*)\{([^{}]*)\}/g)) {
    const news = [...selector.matchAll(/::?([a-z][a-z-]*)/g)].some(
      ([, name = ""]) => NEWER_SELECTORS.has(name) && !(name in ADDITIONS),
    );
    if ((news || /:not\([^()]*,/.test(selector)) && !(selector.trim() in ADDITIONS))
      found.push(`selector: ${selector.trim()}`);
    const known = new Set<string>();
    for (const [declaration, property = "", value = ""] of block.matchAll(/([\w-]+):([^;]*)/g)) {
      if (!NEWER_UNITS.test(value)) known.add(property);
      else if (!known.has(property) || property.startsWith("--")) found.push(`unit: ${declaration}`);
    }
  }
  return found;
}

/** Dated by esbuild from their last part on: names of newer scripts of Unicode, and a spread argument behind `?.`. */
const OLDER = { "regexp-unicode-property-escapes": true, "optional-chain": true };

/** What esbuild would write otherwise for the oldest browsers, or cannot. */
function syntaxIn(code: string, loader: "js" | "css"): string[] {
  const options = { loader, charset: "utf8", legalComments: "none", logLevel: "silent" } as const;
  try {
    const theirs = transformSync(code, { ...options, target: TARGETS, supported: OLDER }).code;
    // it puts more functions in parentheses for them, which changes nothing
    const plain = (line: string) => line.replace(/[()]/g, "");
    const known = new Set(theirs.split("\n").map(plain));
    const lines = transformSync(code, { ...options, target: "esnext" }).code.split("\n");
    return lines
      .filter((line) => !known.has(plain(line)))
      .map((line) => `syntax: ${line.trim().slice(0, 120)}`);
  } catch (error) {
    return [`syntax: ${String(error)}`];
  }
}

const APPS = [
  { client: "build/client", earlier: ".earlier-assets" },
  { client: "build/staff/client", earlier: ".earlier-assets/staff" },
];

/** The scripts and styles of this build: files of earlier ones lie beside them for tabs that are still open. */
function builtFiles(): string[] {
  return APPS.flatMap(({ client, earlier }) =>
    filesIn(client).filter((file) => /\.(js|css)$/.test(file) && !existsSync(join(earlier, basename(file)))),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildWhenStale();
  const texts = builtFiles().map((file) => [file, readFileSync(file, "utf8")] as const);
  const inline = [
    ["load-watch.server.ts", loadWatch()],
    ["bootstrap-script.server.ts", bootstrapScript([], true)],
  ] as const;
  for (const [file, text] of [...texts, ...inline])
    for (const what of file.endsWith(".css") ? newInStyles(text) : newInScript(text)) {
      console.error(`${file}: ${what}`);
      process.exitCode = 1;
    }
}
