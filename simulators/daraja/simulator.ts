import Fastify, { type FastifyReply, type FastifyRequest } from "fastify";
import { type Clock, createAgenda, createClock } from "../clock.ts";
import { type Answer, textOf } from "./answers.ts";
import { answerCall } from "./calls.ts";
import { type Control, createControl, serveControl } from "./control.ts";
import { createIds } from "./ids.ts";
import { blankState, HARSH, type Setup, type Switches, type World } from "./world.ts";

/** The sandbox's shop, and names and secrets of nobody's for the rest. */
export const DARAJA: Omit<Setup, "till"> = {
  shortcode: "174379",
  passkey: "bfb279f9aa9bdbcf158e97dd71a467cd2e0c893059b10f78e6b72ada1ed2c919",
  consumerKey: "simulated-consumer-key",
  consumerSecret: "simulated-consumer-secret",
  initiator: "apiop1",
  securityCredential: "c2ltdWxhdGVkLXNlY3VyaXR5LWNyZWRlbnRpYWw=",
};

/** A `port` of 0 is any free one; what is left out of the switches is the harsher way. */
export type DarajaOptions = Partial<Switches> & {
  port?: number;
  clock?: Clock;
  till?: string;
  /** Repeats the same ids and receipts from start to start. */
  seed?: number;
};

export type Daraja = { url: string; clock: Clock; control: Control; close(): Promise<void> };

/** Daraja on 127.0.0.1: the provider's paths and JSON, and /__sim to drive it. Nothing outlives the process. */
export async function startDaraja(options: DarajaOptions = {}): Promise<Daraja> {
  const { port = 0, clock = createClock(), till, seed, ...switches } = options;
  const initial = { ...HARSH, ...switches };
  const setup = { ...DARAJA, till };
  const agenda = createAgenda(clock);
  const world: World = { ...blankState(initial), setup, clock, agenda, ids: createIds(seed) };
  const control = createControl(world, initial);

  const http = Fastify({ forceCloseConnections: true });
  http.removeAllContentTypeParsers();
  // read as it came: what is wrong with it is Daraja's to say
  http.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
  serveControl(http, control);
  http.setNotFoundHandler((request, reply) => answer(world, request, reply));
  const url = await http.listen({ port, host: "127.0.0.1" });

  return {
    url,
    clock,
    control,
    async close() {
      agenda.clear();
      await http.close();
      if (!options.clock) clock.close();
    },
  };
}

async function answer(world: World, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { pathname, searchParams } = new URL(request.url, "http://daraja");
  const made = await answerCall(world, {
    method: request.method,
    path: pathname,
    search: searchParams,
    authorization: request.headers.authorization,
    contentType: request.headers["content-type"],
    text: typeof request.body === "string" ? request.body : "",
  });
  send(request, reply, made);
}

function send(request: FastifyRequest, reply: FastifyReply, made: Answer): void {
  if (made.reset) {
    reply.hijack();
    request.raw.socket.resetAndDestroy();
    return;
  }
  const type = made.type ?? "application/json";
  reply.code(made.status).header("content-type", type).send(textOf(made));
}
