const PRELOAD = /<link rel="modulepreload"[^>]*?href="([^"]+)"[^>]*>/g;

/** A style sheet to put into the document: its address and its text. */
type Sheet = { href: string; text: string };

/**
 * Splits a page that React Router rendered with `nonce` into head, body and its inline scripts. The sheets stand in the head as React would have put them there. With `deferScripts` the scripts are text that
 * does not run, the module marked `data-as`, and the head preloads nothing: `modules` are the addresses it would have
 * preloaded.
 * @throws Error when the page does not look as expected
 */
export function splitDocument(
  html: string,
  nonce: string,
  { sheets, deferScripts }: { sheets: readonly Sheet[]; deferScripts: boolean },
) {
  // only head and scripts are changed: copying the body between them, most of the page, is expensive
  const bodyAt = html.indexOf("</head>");
  const scriptsAt = html.indexOf(`<script nonce="${nonce}"`, bodyAt);
  if (bodyAt === -1 || scriptsAt === -1) throw new Error("React Router's scripts are not where they were");
  const head = html.slice(0, bodyAt);
  const styles = sheets.map(styleTag).join("");
  const body = html.slice(bodyAt, scriptsAt);
  const scripts = html.slice(scriptsAt);
  if (!deferScripts) return { head: head + styles, body, scripts, modules: [] };
  return {
    head: head.replaceAll(PRELOAD, "") + styles,
    body,
    scripts: asText(scripts, nonce),
    modules: [...head.matchAll(PRELOAD)].map(([, href = ""]) => href),
  };
}

/** React recognises it by these attributes: it skips it while hydrating, and puts later sheets behind it. */
function styleTag({ href, text }: Sheet): string {
  return `<style data-precedence="page" data-href="${href}">${text}</style>`;
}

function asText(scripts: string, nonce: string): string {
  const plain = `<script nonce="${nonce}">`;
  const module = `<script nonce="${nonce}" type="module" async="">`;
  if (!scripts.startsWith(plain) || scripts.split(module).length !== 2)
    throw new Error("React Router's scripts are not what they were");
  return scripts
    .replaceAll(plain, `<script nonce="${nonce}" type="text/plain">`)
    .replace(module, `<script nonce="${nonce}" type="text/plain" data-as="module">`);
}
