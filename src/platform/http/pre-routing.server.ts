import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import { stopParsing } from "../internals/stop-parsing.server.ts";

/** Most unanswered requests of one connection. */
const UNANSWERED_MAX = 16;
/** Milliseconds between the last response and closing the connection, so that the client can still read it. */
const LINGER = 1_000;

type Handle = (request: IncomingMessage, response: ServerResponse) => void;
/** The requests of one connection: how many are unanswered, and those not started yet, in order of arrival. */
type Queue = { unanswered: number; waiting: (() => void)[]; isFull: boolean };

/**
 * Handles pipelined requests (RFC 9112, 9.3.2) one after the other, so that a connection costs no more than a client
 * that waits for each response. At the seventeenth unanswered request reading stops: the sixteen before it are
 * answered, and the connection is closed.
 */
function serializePipelined(handle: Handle): Handle {
  const queues = new WeakMap<Socket, Queue>();
  return (request, response) => {
    const { socket } = request;
    const queue = queues.get(socket) ?? { unanswered: 0, waiting: [], isFull: false };
    if (queue.isFull) return;
    if (queue.unanswered === UNANSWERED_MAX) {
      queue.isFull = true;
      socket.pause();
      return stopParsing(socket);
    }
    if (queue.unanswered === 0) queues.set(socket, queue);
    queue.unanswered += 1;
    // "finish": the operating system has taken the whole response
    response.once("finish", () => {
      queue.unanswered -= 1;
      // a response may have closed the connection: the requests after it were never started (RFC 9112, 9.6)
      if (!socket.writable) return;
      const next = queue.waiting.shift();
      if (next) next();
      else if (queue.isFull) endSoon(socket);
    });
    if (queue.unanswered > 1) queue.waiting.push(() => handle(request, response));
    else handle(request, response);
  };
}

function endSoon(socket: Socket): void {
  socket.end();
  setTimeout(() => socket.destroy(), LINGER).unref();
}

/** Answers the request and returns true, or leaves it untouched and returns false. Must not throw. */
export type PreRoutingHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * A server that offers each request to the pre-routing handlers, in order, and then to the router.
 * Each connection has one request in progress at a time.
 */
export function createPreRoutingServer(
  options: ServerOptions & { connectionTimeout: number },
  preRouting: readonly PreRoutingHandler[],
  route: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  const handle = serializePipelined((request, response) => {
    for (const tryAnswer of preRouting) if (tryAnswer(request, response)) return;
    route(request, response);
  });
  const server = createServer(options, handle);
  server.setTimeout(options.connectionTimeout);
  return server;
}
