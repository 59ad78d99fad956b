import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { broken, cut } from "./api.ts";
import type { Books, Call } from "./books.ts";

/** Virtual seconds an answer takes in the slow mode. */
const SLOW = 30;

/** Keeps the log of calls, and lets the chosen mode befall those whose path contains its own. */
export function befall(http: FastifyInstance, books: Books): void {
  const entries = new WeakMap<FastifyRequest, Call>();
  http.addHook("onRequest", async (request, reply) => {
    if (isOwn(request)) return;
    const entry = { at: books.clock.now(), method: request.method, path: request.url, status: null };
    entries.set(request, entry);
    books.calls.push(entry);
    if (request.url.includes(books.mode.path)) return strike(books, request, reply);
  });
  http.addHook("onSend", async (request, reply, payload) => {
    const isSpoiled = books.mode.mode === "malformed" && request.url.includes(books.mode.path);
    if (!isSpoiled || isOwn(request) || typeof payload !== "string") return payload;
    // what was asked is done all the same; only the answer is spoiled
    reply.code(200).removeHeader("content-length");
    return cut(payload);
  });
  http.addHook("onResponse", async (request, reply) => {
    const entry = entries.get(request);
    if (entry) entry.status = reply.statusCode;
  });
}

function isOwn({ url }: FastifyRequest): boolean {
  return url.startsWith("/__sim");
}

async function strike(books: Books, request: FastifyRequest, reply: FastifyReply) {
  switch (books.mode.mode) {
    case "all-5xx":
      return broken(books, reply);
    case "rate-limited":
      return reply.code(429).send({ status: "error", message: "Too many requests", data: null });
    case "slow":
      await books.agenda.wait(SLOW);
      return;
    case "down":
      reply.hijack();
      request.raw.socket.destroy();
      return reply;
  }
}
