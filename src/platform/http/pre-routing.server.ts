import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import { pipelined } from "./pipelining.server.ts";

/** Answers the request and gives true, or leaves it untouched to the next and gives false. Must not throw. */
export type Front = (request: IncomingMessage, response: ServerResponse) => boolean;

/** A server that asks each of `front`, in order, before the request goes the usual way; of a connection one at a time. */
export function createFrontServer(
  options: ServerOptions & { connectionTimeout: number },
  front: readonly Front[],
  usual: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  const handle = pipelined((request, response) => {
    for (const takes of front) if (takes(request, response)) return;
    usual(request, response);
  });
  const server = createServer(options, handle);
  server.setTimeout(options.connectionTimeout);
  return server;
}
