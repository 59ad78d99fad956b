import type { FastifyReply, FastifyRequest } from "fastify";
import { matchesTag, tagOf } from "./answers/tag.server.ts";

export type Tagged = { body: Buffer; etag: string };

/** A body with the ETag of its bytes. */
export function tag(body: string | Buffer): Tagged {
  const bytes = Buffer.from(body);
  return { body: bytes, etag: tagOf(bytes) };
}

/** Sends the body, or 304 without it to a caller who has it already. The content type is set before. */
export function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag }: Tagged,
): FastifyReply {
  reply.header("etag", etag);
  const asked = request.headers["if-none-match"];
  if (asked && matchesTag(asked, etag)) return reply.code(304).send();
  return reply.send(body);
}
