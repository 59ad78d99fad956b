import { scriptJson } from "../script-json.ts";

const PRELOAD = /<link rel="modulepreload"[^>]*?href="([^"]+)"[^>]*>/g;

/** A style sheet to stand in the document: its address, and what it says. */
type Sheet = { href: string; text: string };

/**
 * Splits a page that React Router rendered with `nonce` into head, body and its inline scripts, with the script of its
 * data. The sheets stand in the head as React would have put them there. With `deferScripts` the scripts are text that
 * does not run, the module marked `data-as`, and the head preloads nothing: `modules` are the addresses it would have
 * preloaded.
 * @throws Error when the page does not look as expected
 */
export function splitDocument(
  html: string,
  nonce: string,
  { data, sheets, deferScripts }: { data: string; sheets: readonly Sheet[]; deferScripts: boolean },
) {
  // only head and scripts are changed: copying the body between them, most of the page, is expensive
  const bodyAt = html.indexOf("</head>");
  const scriptsAt = html.indexOf(`<script nonce="${nonce}"`, bodyAt);
  if (bodyAt === -1 || scriptsAt === -1) throw new Error("React Router's scripts are not where they were");
  const head = html.slice(0, bodyAt);
  const styles = sheets.map(styleTag).join("");
  const body = html.slice(bodyAt, scriptsAt);
  const scripts = withData(html.slice(scriptsAt), data, nonce);
  if (!deferScripts) return { head: head + styles, body, scripts, modules: [] };
  return {
    head: head.replaceAll(PRELOAD, "") + styles,
    body,
    scripts: asText(scripts, nonce),
    modules: [...head.matchAll(PRELOAD)].map(([, href = ""]) => href),
  };
}

/** Known by these attributes, React skips it while hydrating, and puts later sheets behind it. */
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

/**
 * Gives React Router in the browser the data of its page, as its own scripts do in a page that is streamed.
 * @param html the end of a page, or all of it
 * @param data as React Router writes them
 * @throws Error when it does not end as expected
 */
export function withData(html: string, data: string, nonce: string): string {
  const end = html.lastIndexOf("</body>");
  if (end === -1) throw new Error("The page does not end where it did");
  const controller = "window.__reactRouterContext.streamController";
  const script = `<script nonce="${nonce}">${controller}.enqueue(${scriptJson(data)});${controller}.close();</script>`;
  return html.slice(0, end) + script + html.slice(end);
}

/** How React marks a part that it left to the browser, because it failed or waited for something. */
const LEFT = "<!--$!-->";

/** @throws Error when a part of the page is missing: it would be sent, and kept, without it */
export function assertWhole(html: string): void {
  if (html.includes(LEFT)) throw new Error("A part of the page failed, or waited, while it was rendered");
}
