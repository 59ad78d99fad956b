import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

export type Tagged = { body: string | Buffer; etag: string };

/** A body with the ETag of its bytes; weak, because compression changes the bytes on the wire. */
export function tag(body: string | Buffer): Tagged {
  return { body, etag: `W/"${createHash("sha1").update(body).digest("base64url")}"` };
}

/** Sends the body, or 304 without it to a caller who has it already. The content type is set before. */
export function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag }: Tagged,
): FastifyReply {
  reply.header("etag", etag);
  if (request.headers["if-none-match"] === etag) return reply.code(304).send();
  // the bytes are final: no serializer may touch them
  return reply.serializer((final: string) => final).send(body);
}
