import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import { type Clock, createClock } from "../clock.ts";
import { broken, cut, serveApi } from "./api.ts";
import { type Books, type Call, clearBooks, openBooks } from "./books.ts";
import { type Control, controlOf, NotPossible, serveControl } from "./control.ts";
import { serveModal } from "./modal.ts";

/** Virtual seconds an answer takes in the slow mode. */
const SLOW = 30;

/** Keeps the log of calls, and lets the chosen mode befall those whose path contains its own. */
function befall(http: FastifyInstance, books: Books): void {
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

/** The test account's keys. */
export const FLUTTERWAVE = {
  publicKey: "FLWPUBK_TEST-5a1e0c7d9b3f48266c2d8e4f0a917b35-X",
  secretKey: "FLWSECK_TEST-c04b7f6e21d98a3550e6a7b1f83d2c94-X",
  webhookHash: "simulated-webhook-hash",
} as const;

/**
 * Flutterwave v3 as a shop meets it, on 127.0.0.1: the script and its modal, verify, refunds and webhooks, and a
 * control API under /__sim. `url` is the base of the shop's calls. The clock is closed with it unless it was given.
 */
export async function startFlutterwave(
  options: { port?: number; clock?: Clock; seed?: number } = {},
): Promise<{ url: string; scriptUrl: string; clock: Clock; close(): Promise<void>; control: Control }> {
  const clock = options.clock ?? createClock();
  const books = openBooks(FLUTTERWAVE, clock, options.seed);
  const control = controlOf(books);
  const http = Fastify({ forceCloseConnections: true });
  takeJson(http);
  answerErrors(http);
  befall(http, books);
  serveApi(http, books);
  serveModal(http, books);
  serveControl(http, control);
  const url = await http.listen({ port: options.port ?? 0, host: "127.0.0.1" });
  return {
    url,
    scriptUrl: `${url}/v3.js`,
    clock,
    control,
    async close() {
      clearBooks(books);
      if (!options.clock) clock.close();
      await http.close();
    },
  };
}

/** An empty body of JSON counts as none. */
function takeJson(http: FastifyInstance): void {
  http.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) => {
    try {
      done(null, body ? JSON.parse(String(body)) : undefined);
    } catch {
      done(new NotPossible("The body is not JSON"));
    }
  });
}

function answerErrors(http: FastifyInstance): void {
  http.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ status: "error", message: "Not found", data: null }),
  );
  http.setErrorHandler((error: FastifyError, _request, reply) => {
    const status = error instanceof NotPossible ? 400 : (error.statusCode ?? 500);
    return reply.code(status).send({ status: "error", message: error.message, data: null });
  });
}
