import { createHash, randomBytes } from "node:crypto";
import fastq from "fastq";
import type { ReactNode } from "react";
import { prerenderToNodeStream } from "react-dom/static";
import {
  type AppLoadContext,
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  ServerRouter,
} from "react-router";
import { inLanguage } from "../../language/language.server.ts";
import type { Language } from "../../language/languages.ts";

const OUTSIDE = /\ssrc=/i;
/** Blocks of data, which a content policy does not restrict. */
const DATA = /\stype="application\/(?:ld\+)?json"/i;

/**
 * The sources that the content policy must allow for a page's own inline scripts: those rendered with our `nonce`, each as
 * `'sha256-…'`. The HTML is returned without the nonce, so that it is the same for everybody and can be cached. A
 * script without the nonce is not ours: it gets no hash, and browsers refuse it.
 */
export function allowInlineScripts(html: string, nonce: string): { html: string; hashes: string[] } {
  const mark = ` nonce="${nonce}"`;
  const hashes = new Set<string>();
  // searched by the nonce, which only we can write: reading every tag of a long page costs a tenth of rendering it
  for (let at = html.indexOf(mark); at !== -1; at = html.indexOf(mark, at + 1)) {
    const tag = html.slice(html.lastIndexOf("<", at), html.indexOf(">", at));
    if (!tag.startsWith("<script ") || OUTSIDE.test(tag) || DATA.test(tag)) continue;
    const code = html.slice(html.indexOf(">", at) + 1, html.indexOf("</script", at));
    hashes.add(`'sha256-${createHash("sha256").update(code).digest("base64")}'`);
  }
  return { html: html.replaceAll(mark, ""), hashes: [...hashes] };
}

/** A rendered page before it is sent; `nonce` marks our own inline scripts. */
export type RenderedDocument = { html: string; path: string; context: EntryContext; nonce: string };

type Page = { context: EntryContext; url: string; language: Language };

/** Milliseconds that one page may take, as one that never finishes would block the queue. */
const LONGEST = 5_000;

/** Event loop ticks between two pages: each accepts only one new connection (libuv since 1.45). */
const TURNS = 10;

/**
 * React Router's entry on the server: renders a page completely before sending, so that it can be cached, and gets an ETag and
 * the right status. `finish` returns the document as it is sent.
 */
export function createDocumentRenderer(finish: (page: RenderedDocument) => string) {
  /** Replaced by hashes before the page is sent. */
  const nonce = randomBytes(16).toString("base64url");
  /**
   * One page at a time: rendering is CPU-bound, so several at once finish no sooner, and orders between them would wait at
   * each of their statements.
   */
  const rendering = fastq.promise(async ({ url, context, language }: Page) => {
    const page = <ServerRouter context={context} url={url} nonce={nonce} />;
    const html = await inLanguage(language, () => renderWhole(page));
    await turns(TURNS);
    return html;
  }, 1);
  return async (
    request: Request,
    status: number,
    headers: Headers,
    context: EntryContext,
    { give, language }: AppLoadContext,
  ): Promise<Response> => {
    const html = await rendering.push({ context, url: request.url, language });
    const whole = finish({ html, path: new URL(request.url).pathname, context, nonce });
    headers.set("content-type", "text/html; charset=utf-8");
    // the service worker stores a copy for each language by this header; the back office has one language
    if (language) headers.set("content-language", language);
    // passed on beside the Response, as its body would be copied several times
    give(allowInlineScripts(whole, nonce));
    return new Response(null, { status, headers });
  };
}

/** @throws what any part of the page throws; otherwise a broken page would be sent and stored */
async function renderWhole(page: ReactNode): Promise<string> {
  const failures: unknown[] = [];
  const { prelude } = await prerenderToNodeStream(page, {
    onError: (error) => void failures.push(error),
    signal: AbortSignal.timeout(LONGEST),
    // no limit: every part is written in its own place, however large
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  });
  // reads the stream itself: the first call of stream/consumers makes Node read the source map of the whole server
  let html = "";
  for await (const chunk of prelude.setEncoding("utf8")) html += chunk;
  if (failures.length > 0) throw failures[0];
  return html;
}

function turns(count: number): Promise<void> {
  return new Promise((resolve) => {
    const next = (left: number) => (left > 0 ? setImmediate(next, left - 1) : resolve());
    next(count);
  });
}

/**
 * Logs what a loader or a page throws, without the address, which may contain a secret. An address that no route matches is no
 * error of ours: not even "*" matches one with a line break in it.
 */
export const reportError: HandleErrorFunction = (error, { request, context }) => {
  const isMissing = isRouteErrorResponse(error) && error.status < 500;
  if (!request.signal.aborted && !isMissing) (context as AppLoadContext).report(error);
};
