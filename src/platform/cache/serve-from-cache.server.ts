import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { loggedPath } from "../http/address.server.ts";
import type { Front } from "../http/pre-routing.server.ts";
import type { Log } from "../log.server.ts";
import { type Encoding, encodingFor } from "./encoding.server.ts";
import { matchesTag } from "./etag.server.ts";
import type { Keep, Kept } from "./response-cache.server.ts";

/** What has stood for so many milliseconds is worth the best packing. */
const SETTLED = 1_000;

/** Answers what is kept, before any routing: the same headers and bytes as the usual way, under an id of its own. */
export function answerKept({
  keep,
  keptAs,
  log,
  isClosing,
  due = false,
}: {
  keep: Keep;
  /** The address that a page is kept under, when it is. */
  keptAs: (url: string) => string | undefined;
  log: Log;
  isClosing: () => boolean;
  /** Also what is due to be made anew. */
  due?: boolean;
}): Front {
  const keptAt = (url: string) => {
    // an answer's own address needs no look
    const address = keep.find(url) ? url : keptAs(url);
    if (address === undefined) return undefined;
    const kept = keep.find(address);
    if (!kept?.head) return undefined;
    return due || !keep.isDue(address, kept) ? kept : undefined;
  };
  return (request, response) => {
    if (isClosing() || !isPlain(request)) return false;
    const kept = keptAt(request.url ?? "");
    if (!kept) return false;
    const encoding = isKnown(request, kept)
      ? undefined
      : kept.as(encodingFor(request.headers["accept-encoding"]));
    const bytes = encoding && kept.ready[encoding];
    // to be packed first
    if (encoding && !bytes) return false;
    const id = randomUUID();
    if (log.isLevelEnabled("debug")) tellLog(log, id, request, response);
    response.writeHead(encoding ? 200 : 304, headOf(kept, encoding, id));
    response.end(request.method === "HEAD" ? undefined : bytes);
    if (encoding === "br") polishSettled(kept);
    return true;
  };
}

/** Without a body, and not from a page of another site: for those the usual way has rules. */
function isPlain({ method, headers }: IncomingMessage): boolean {
  return (
    (method === "GET" || method === "HEAD") &&
    headers.origin === undefined &&
    headers["transfer-encoding"] === undefined &&
    (headers["content-length"] ?? "0") === "0"
  );
}

function isKnown({ headers }: IncomingMessage, { etag }: Kept): boolean {
  const asked = headers["if-none-match"];
  return asked !== undefined && matchesTag(asked, etag);
}

function polishSettled(kept: Kept): void {
  if (!kept.isPolished() && performance.now() - kept.since > SETTLED) void kept.polish().catch(() => {});
}

/** The line every answer has in the log. */
function tellLog(log: Log, reqId: string, request: IncomingMessage, response: ServerResponse): void {
  const begun = performance.now();
  response.once("finish", () => {
    const { method, url = "" } = request;
    const ms = Math.round(performance.now() - begun);
    log.debug({ reqId, method, path: loggedPath(url), status: response.statusCode, ms }, "answered");
  });
}

function headOf({ head = [], ready }: Kept, encoding: Encoding | undefined, id: string): string[] {
  if (encoding === undefined) return head.concat("x-request-id", id);
  const length = String(ready[encoding]?.length);
  if (encoding === "identity") return head.concat("x-request-id", id, "content-length", length);
  return head.concat("x-request-id", id, "content-encoding", encoding, "content-length", length);
}
