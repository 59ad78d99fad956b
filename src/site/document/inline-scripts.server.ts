import { createHash } from "node:crypto";

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
  // looked for by the mark, which only we can write: reading every tag of a long page costs a tenth of making it
  for (let at = html.indexOf(mark); at !== -1; at = html.indexOf(mark, at + 1)) {
    const tag = html.slice(html.lastIndexOf("<", at), html.indexOf(">", at));
    if (!tag.startsWith("<script ") || OUTSIDE.test(tag) || DATA.test(tag)) continue;
    const code = html.slice(html.indexOf(">", at) + 1, html.indexOf("</script", at));
    hashes.add(`'sha256-${createHash("sha256").update(code).digest("base64")}'`);
  }
  return { html: html.replaceAll(mark, ""), hashes: [...hashes] };
}
