import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { EntryContext } from "react-router";
import { bootstrapScript } from "./bootstrap-script.server.ts";

/** Browsing pages, whose scripts are loaded late; on those to pay or log in they load at once. */
const BROWSING = /^\/(?:$|about|contact|collection|product)/;
const PRELOAD = /<link rel="modulepreload"[^>]*?href="([^"]+)"[^>]*>/g;

/**
 * Makes the first view need only the document: styles are inlined, and the scripts of browsing pages are loaded by the
 * bootstrap script. Unchanged in development, where Vite serves both.
 */
export function finishDocument(html: string, path: string, context: EntryContext, nonce: string): string {
  if (import.meta.env.DEV) return html;
  // only head and scripts are changed: copying the body between them, most of the page, is expensive
  const bodyAt = html.indexOf("</head>");
  const scriptsAt = html.indexOf(`<script nonce="${nonce}"`, bodyAt);
  if (bodyAt === -1 || scriptsAt === -1) throw new Error("React Router's scripts are not where they were");
  const [head, scripts] = [html.slice(0, bodyAt), html.slice(scriptsAt)];
  const wait = BROWSING.test(path);
  const files = wait ? [...head.matchAll(PRELOAD)].map(([, href = ""]) => href) : [];
  return [
    wait ? head.replaceAll(PRELOAD, "") : head,
    ...sheetsOf(context).map(
      (href) => `<style data-precedence="page" data-href="${href}">${sheetText(href)}</style>`,
    ),
    `<script nonce="${nonce}">${bootstrapScript(files, wait)}</script>`,
    html.slice(bodyAt, scriptsAt),
    wait ? asText(scripts, nonce) : scripts,
  ].join("");
}

/** Makes React Router's inline scripts inert until the bootstrap script runs them: at once they would delay the first paint. */
function asText(scripts: string, nonce: string): string {
  const plain = `<script nonce="${nonce}">`;
  const module = `<script nonce="${nonce}" type="module" async="">`;
  if (!scripts.startsWith(plain) || scripts.split(module).length !== 2)
    throw new Error("React Router's scripts are not what they were");
  return scripts
    .replaceAll(plain, `<script nonce="${nonce}" type="text/plain">`)
    .replace(module, `<script nonce="${nonce}" type="text/plain" data-as="module">`);
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
