import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { EntryContext } from "react-router";
import { splitDocument } from "../../platform/internals/rendered-document.server.ts";
import { bootstrapScript, loadWatch } from "./bootstrap-script.server.ts";
import type { RenderedDocument } from "./render-document.server.tsx";

/** Pages for browsing, whose scripts are loaded late; pages to pay or log in load theirs immediately. */
const BROWSING = /^\/(?:$|about|contact|collection|product)/;

/**
 * Makes the first view need only the document: styles are inlined, and the bootstrap script loads the scripts of pages for
 * browsing. In development Vite serves both.
 */
export function finishDocument({ html, path, context, nonce }: RenderedDocument): string {
  if (import.meta.env.DEV) return html;
  // React Router's inline scripts would delay the first paint if they ran immediately
  const wait = BROWSING.test(path);
  const sheets = sheetsOf(context).map((href) => ({ href, text: sheetText(href) }));
  const { head, body, scripts, modules } = splitDocument(html, nonce, {
    sheets,
    deferScripts: wait,
  });
  const first = [loadWatch(), bootstrapScript(modules, wait)].map(
    (script) => `<script nonce="${nonce}">${script}</script>`,
  );
  return [head, ...first, body, scripts].join("");
}

function sheetsOf({ manifest, staticHandlerContext }: EntryContext): string[] {
  const sheets = staticHandlerContext.matches.flatMap(({ route }) => manifest.routes[route.id]?.css ?? []);
  return [...new Set(sheets)];
}

const texts = new Map<string, string>();

function sheetText(href: string): string {
  const text = texts.get(href) ?? readFileSync(resolve(`build/client${href}`), "utf8");
  texts.set(href, text);
  return text;
}
