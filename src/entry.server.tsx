import { randomBytes } from "node:crypto";
import { Writable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import fastq from "fastq";
import { renderToPipeableStream } from "react-dom/server";
import { type AppLoadContext, type EntryContext, type HandleErrorFunction, ServerRouter } from "react-router";
import { finishDocument } from "./site/document.server.ts";
import { allowInlineScripts } from "./site/inline-scripts.server.ts";

/** Marks what we put into the page ourselves; it never leaves this process. */
const nonce = randomBytes(16).toString("base64url");

/** Renders a page whole before a byte leaves, so that it can be kept, tagged, and answered with the right status. */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  { give }: AppLoadContext,
): Promise<Response> {
  const page = await rendering.push({ context, url: request.url });
  const whole = finishDocument(page, new URL(request.url).pathname, context, nonce);
  headers.set("content-type", "text/html; charset=utf-8");
  // on its way through a Response it would be copied again and again
  give(allowInlineScripts(whole, nonce));
  return new Response(null, { status, headers });
}

/** Turns of the event loop between two pages: each takes in one new connection, and no more (libuv since 1.45). */
const TURNS = 10;

/** Milliseconds one page may take. */
const LONGEST = 5_000;

/**
 * One page after the other: all of it is work for the processor, so that several at once are done no sooner, and every
 * order between them waits at each of its statements.
 */
const rendering = fastq.promise(async ({ context, url }: { context: EntryContext; url: string }) => {
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
    // a page that never gets done must not keep all others from being begun
    const limit = setTimeout(abort, LONGEST);
  });
  const html = Buffer.concat(parts).toString();
  for (let turn = 0; turn < TURNS; turn += 1) await setImmediate();
  return html;
}, 1);

/** What a loader or a page throws goes into the shop's log, without the address, which may hold a secret. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) (context as AppLoadContext).report(error);
};
