import { randomBytes } from "node:crypto";
import { Writable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import fastq from "fastq";
import { renderToPipeableStream } from "react-dom/server";
import { type AppLoadContext, type EntryContext, type HandleErrorFunction, ServerRouter } from "react-router";
import { inLanguage } from "../../language/language.server.ts";
import type { Language } from "../../language/languages.ts";
import { allowInlineScripts } from "./inline-scripts.server.ts";

/** A rendered page on its way out; `nonce` marks our own inline scripts. */
export type RenderedDocument = { html: string; path: string; context: EntryContext; nonce: string };

/** Event loop ticks between two pages: each accepts only one new connection (libuv since 1.45). */
const TURNS = 10;

/** Milliseconds one page may take. */
const LONGEST = 5_000;

/**
 * React Router's entry on the server: renders a page completely before sending, so that it can be cached, get an ETag and
 * the right status. `finish` gives the document as it is sent.
 */
export function createDocumentRenderer(finish: (page: RenderedDocument) => string) {
  /** It is replaced by hashes before the page is sent. */
  const nonce = randomBytes(16).toString("base64url");
  /**
   * One page at a time: rendering is CPU-bound, so several at once finish no sooner, and orders between them would wait at
   * each of their statements.
   */
  const rendering = fastq.promise(
    ({ context, url, language }: { context: EntryContext; url: string; language: Language }) =>
      inLanguage(language, () => render(context, url, nonce)),
    1,
  );
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
    // the service worker keeps a copy for each language by it; the back office speaks one
    if (language) headers.set("content-language", language);
    // not as the Response's body, which would copy it several times
    give(allowInlineScripts(whole, nonce));
    return new Response(null, { status, headers });
  };
}

async function render(context: EntryContext, url: string, nonce: string): Promise<string> {
  const parts: Buffer[] = [];
  const page = new Writable({
    write(part, _encoding, done) {
      parts.push(part);
      done();
    },
  });
  await new Promise<void>((resolve, reject) => {
    page.on("finish", resolve).on("error", reject);
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={context} url={url} nonce={nonce} />,
      {
        nonce,
        onAllReady() {
          clearTimeout(limit);
          pipe(page);
        },
        onShellError: reject,
        onError: reject,
      },
    );
    // a page that never finishes must not block the queue
    const limit = setTimeout(abort, LONGEST);
  });
  const html = Buffer.concat(parts).toString();
  for (let turn = 0; turn < TURNS; turn += 1) await setImmediate();
  return html;
}

/** What a loader or a page throws goes into the shop's log, without the address, which may hold a secret. */
export const reportError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) (context as AppLoadContext).report(error);
};
