import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { loggedPath } from "../http/address.server.ts";
import type { PreRoutingHandler } from "../http/pre-routing.server.ts";
import type { Log } from "../log.server.ts";
import { encodingFor, matchesEtag } from "./representation.server.ts";
import type { CacheEntry, ResponseCache } from "./response-cache.server.ts";

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
  /** The cache key of a request; undefined when its response is never cached. */
  cacheKeyOf: (url: string, headers: IncomingHttpHeaders) => string | undefined;
  log: Log;
  isClosing: () => boolean;
  /** Also serves stale entries that this request would otherwise have to render again. */
  allowDueForRefresh?: boolean;
}): PreRoutingHandler {
  const lookUp = ({ url = "", headers }: IncomingMessage) => {
    const key = cacheKeyOf(url, headers);
    const entry = key === undefined ? undefined : cache.find(key);
    return entry?.rawHeaders && (allowDueForRefresh || !cache.isDue(entry)) ? entry : undefined;
  };
  return (request, response) => {
    if (isClosing() || !isSimple(request)) return false;
    const entry = lookUp(request);
    const sent = entry && bodyFor(request, entry);
    if (!sent) return false;
    const id = randomUUID();
    if (log.isLevelEnabled("debug")) logResponse(log, id, request, response);
    response.writeHead(sent.status, [...(entry.rawHeaders ?? []), "x-request-id", id, ...sent.headers]);
    response.end(request.method === "HEAD" ? undefined : sent.bytes);
    return true;
  };
}

type Sent = { status: number; headers: string[]; bytes?: Buffer };

/** Status, headers and bytes; undefined when the encoding is not compressed yet: then the route does that. */
function bodyFor({ headers }: IncomingMessage, { etag, compressed }: CacheEntry): Sent | undefined {
  const ifNoneMatch = headers["if-none-match"];
  if (ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, etag)) return { status: 304, headers: [] };
  const encoding = compressed.effectiveEncoding(encodingFor(headers["accept-encoding"]));
  const bytes = compressed.variants[encoding];
  if (!bytes) return undefined;
  const length = ["content-length", String(bytes.length)];
  return {
    status: 200,
    headers: encoding === "identity" ? length : ["content-encoding", encoding, ...length],
    bytes,
  };
}

/** A same-origin GET or HEAD without a body. All other requests are handled by the router. */
function isSimple({ method, headers }: IncomingMessage): boolean {
  return (
    (method === "GET" || method === "HEAD") &&
    headers.origin === undefined &&
    headers["transfer-encoding"] === undefined &&
    (headers["content-length"] ?? "0") === "0"
  );
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
