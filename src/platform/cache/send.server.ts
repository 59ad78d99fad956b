import type { FastifyReply, FastifyRequest } from "fastify";
import { packedOf } from "./compressed-variants.server.ts";
import { encodingFor } from "./encoding.server.ts";
import { matchesTag, tagOf } from "./etag.server.ts";
import type { Answer, Kept } from "./response-cache.server.ts";

/** Sends an answer the usual way: packed, or 304 without a body to who has it already. */
export async function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer) {
  reply.code(answer.status);
  for (const [name, value] of answer.headers) reply.header(name, value);
  reply.header("vary", withPacking(reply.getHeader("vary")));
  const { kept } = answer;
  if (answer.status === 200) {
    const etag = kept?.etag ?? tagOf(answer.body);
    reply.header("etag", etag);
    if (kept) noteHead(request, reply, kept);
    const asked = request.headers["if-none-match"];
    if (asked && matchesTag(asked, etag)) return reply.code(304).send();
  }
  const packed = kept ?? packedOf(answer.body);
  const encoding = packed.as(encodingFor(request.headers["accept-encoding"]));
  const bytes = await packed.pack(encoding);
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return reply.send(bytes);
}

/** The headers as they are for everybody; who comes from another site is answered for himself. */
function noteHead(request: FastifyRequest, reply: FastifyReply, kept: Kept): void {
  if (kept.head || request.headers.origin !== undefined) return;
  kept.head = Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    value === undefined || name === "x-request-id" || name === "connection" ? [] : [name, String(value)],
  );
}

function withPacking(vary: unknown): string {
  return vary ? `${vary}, accept-encoding` : "accept-encoding";
}
