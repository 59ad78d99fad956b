import type { FastifyReply, FastifyRequest } from "fastify";
import { compressedVariants, encodingFor, etagOf, matchesEtag } from "./representation.server.ts";
import type { CacheEntry, RenderedResponse } from "./response-cache.server.ts";

/** Sends a response from within a route: compressed, or 304 without a body when the client has the same ETag. */
export async function sendResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  response: RenderedResponse | CacheEntry,
) {
  reply.code(response.status);
  for (const [name, value] of response.headers) reply.header(name, value);
  reply.header("vary", withAcceptEncoding(reply.getHeader("vary")));
  const entry = "compressed" in response ? response : undefined;
  if (response.status === 200) {
    const etag = entry?.etag ?? etagOf(response.body);
    reply.header("etag", etag);
    if (entry) storeHeaders(request, reply, entry);
    const ifNoneMatch = request.headers["if-none-match"];
    if (ifNoneMatch && matchesEtag(ifNoneMatch, etag)) return reply.code(304).send();
  }
  const { compress, effectiveEncoding } = entry?.compressed ?? compressedVariants(response.body);
  const encoding = effectiveEncoding(encodingFor(request.headers["accept-encoding"]));
  const bytes = await compress(encoding);
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return reply.send(bytes);
}

const OF_ONE_CLIENT = ["x-request-id", "connection", "set-cookie"];

/** Stores the headers that are the same for every client. Cross-origin requests add headers of their own: not stored. */
function storeHeaders(request: FastifyRequest, reply: FastifyReply, entry: CacheEntry): void {
  if (entry.rawHeaders || request.headers.origin !== undefined) return;
  entry.rawHeaders = Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    value === undefined || OF_ONE_CLIENT.includes(name) ? [] : [name, String(value)],
  );
}

function withAcceptEncoding(vary: unknown): string {
  return vary ? `${vary}, accept-encoding` : "accept-encoding";
}
