import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import { serializePipelined } from "./pipelining.server.ts";

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
