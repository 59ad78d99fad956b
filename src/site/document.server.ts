import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { EntryContext } from "react-router";
import { startScript } from "./start-script.server.ts";

/** Pages for looking around, whose scripts can wait; whoever pays or logs in waits for nothing. */
const BROWSING = /^\/(?:$|about|contact|collection|product)/;
const FIRST_PRELOAD = '<link rel="modulepreload"';
const PRELOAD = /<link rel="modulepreload"[^>]*?href="([^"]+)"[^>]*>/g;
const PAGE_SCRIPT = /<script([^>]*?) type="module" async=""(?=[^>]*>)/;

/**
 * Makes the first view need nothing but the document: the page's styles stand in it, and the scripts of browsing pages
 * are fetched by the start script. Unchanged while developing, when Vite brings both.
 */
export function finishDocument(html: string, path: string, context: EntryContext, nonce: string): string {
  if (import.meta.env.DEV) return html;
  const styles = sheetsOf(context).map(
    (href) => `<style data-precedence="page" data-href="${href}">${sheetText(href)}</style>`,
  );
  const wait = BROWSING.test(path);
  const endOfHead = html.indexOf("</head>");
  // React Router's scripts stand behind what is to be seen, of which there is much
  const goods = html.slice(endOfHead, html.indexOf(FIRST_PRELOAD));
  const scripts = html.slice(endOfHead + goods.length);
  const files = wait ? [...scripts.matchAll(PRELOAD)].map(([, href = ""]) => href) : [];
  const start = `${styles.join("")}<script nonce="${nonce}">${startScript(files, wait)}</script>`;
  return html.slice(0, endOfHead) + start + goods + (wait ? withoutScripts(scripts) : scripts);
}

function withoutScripts(html: string): string {
  if (!PAGE_SCRIPT.test(html)) throw new Error("React Router's script is not where it was");
  return html.replaceAll(PRELOAD, "").replace(PAGE_SCRIPT, '<script$1 id="page-script" type="text/plain"');
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
