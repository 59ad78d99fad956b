import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { loggedPath } from "../http/address.server.ts";
import type { PreRoutingHandler } from "../http/pre-routing.server.ts";
import type { Log } from "../log.server.ts";
import type { CacheEntry } from "./cache-entries.server.ts";
import { type Encoding, encodingFor } from "./encoding.server.ts";
import { matchesEtag } from "./etag.server.ts";
import type { ResponseCache } from "./response-cache.server.ts";

/**
 * A pre-routing handler that serves cache hits: the headers and bytes that the route would send, with a request id of
 * its own.
 */
export function serveFromCache({
  cache,
  cacheKeyOf,
  log,
  isClosing,
  allowDueForRefresh = false,
}: {
  cache: ResponseCache;
  /** The cache key of a request; undefined when its response is never cached. Without a cookie it may be the URL itself. */
  cacheKeyOf: (url: string, headers: IncomingHttpHeaders) => string | undefined;
  log: Log;
  isClosing: () => boolean;
  /** Also serves entries that are due for a refresh. */
  allowDueForRefresh?: boolean;
}): PreRoutingHandler {
  const lookUp = (url: string, headers: IncomingHttpHeaders) => {
    // most URLs are their own key: skip parsing them
    const key = headers.cookie === undefined && cache.find(url) ? url : cacheKeyOf(url, headers);
    if (key === undefined) return undefined;
    const entry = cache.find(key);
    if (!entry?.rawHeaders) return undefined;
    return allowDueForRefresh || !cache.isDueForRefresh(key, entry) ? entry : undefined;
  };
  return (request, response) => {
    if (isClosing() || !isSimple(request)) return false;
    const entry = lookUp(request.url ?? "", request.headers);
    if (!entry) return false;
    const encoding = isNotModified(request, entry)
      ? undefined
      : entry.effectiveEncoding(encodingFor(request.headers["accept-encoding"]));
    const bytes = encoding && entry.variants[encoding];
    // not compressed yet: the route does that
    if (encoding && !bytes) return false;
    const id = randomUUID();
    if (log.isLevelEnabled("debug")) logResponse(log, id, request, response);
    response.writeHead(encoding ? 200 : 304, headersOf(entry, encoding, id));
    response.end(request.method === "HEAD" ? undefined : bytes);
    if (encoding === "br") recompressWhenOldEnough(entry);
    return true;
  };
}

/** A same-origin GET or HEAD without a body. All other requests have rules in the router. */
function isSimple({ method, headers }: IncomingMessage): boolean {
  return (
    (method === "GET" || method === "HEAD") &&
    headers.origin === undefined &&
    headers["transfer-encoding"] === undefined &&
    (headers["content-length"] ?? "0") === "0"
  );
}

function isNotModified({ headers }: IncomingMessage, { etag }: CacheEntry): boolean {
  const ifNoneMatch = headers["if-none-match"];
  return ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, etag);
}

function recompressWhenOldEnough(entry: CacheEntry): void {
  if (!entry.isRecompressed() && performance.now() >= entry.recompressAt)
    void entry.recompress().catch(() => {});
}

/** The same log line that the router writes for each response. */
function logResponse(log: Log, reqId: string, request: IncomingMessage, response: ServerResponse): void {
  const startedAt = performance.now();
  response.once("finish", () => {
    const { method, url = "" } = request;
    const ms = Math.round(performance.now() - startedAt);
    log.debug({ reqId, method, path: loggedPath(url), status: response.statusCode, ms }, "answered");
  });
}

function headersOf(
  { rawHeaders = [], variants }: CacheEntry,
  encoding: Encoding | undefined,
  id: string,
): string[] {
  if (encoding === undefined) return rawHeaders.concat("x-request-id", id);
  const length = String(variants[encoding]?.length);
  if (encoding === "identity") return rawHeaders.concat("x-request-id", id, "content-length", length);
  return rawHeaders.concat("x-request-id", id, "content-encoding", encoding, "content-length", length);
}
