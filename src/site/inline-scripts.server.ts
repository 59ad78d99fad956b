import { createHash } from "node:crypto";

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script\s*>/gi;
const OUTSIDE = /\ssrc=/i;
/** Blocks of data; a policy lets them stand. */
const DATA = /\stype="application\/(?:ld\+)?json"/i;

/**
 * What the content policy must allow of a page's own inline scripts: those rendered with our `nonce`, each as a source
 * like `'sha256-…'`. The HTML comes back without the nonce, so that it is the same for everybody and can be kept. A
 * script without the nonce was not put there by us: it gets no hash, and browsers refuse it.
 */
export function allowInlineScripts(html: string, nonce: string): { html: string; hashes: string[] } {
  const mark = ` nonce="${nonce}"`;
  const hashes = new Set<string>();
  for (const [, attributes = "", code = ""] of html.matchAll(SCRIPT)) {
    if (!attributes.includes(mark) || OUTSIDE.test(attributes) || DATA.test(attributes)) continue;
    hashes.add(`'sha256-${createHash("sha256").update(code).digest("base64")}'`);
  }
  return { html: html.replaceAll(mark, ""), hashes: [...hashes] };
}
