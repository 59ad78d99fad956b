import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http";

/** Answers the request and gives true, or leaves it untouched to the next and gives false. Must not throw. */
export type Front = (request: IncomingMessage, response: ServerResponse) => boolean;

/** A server that asks each of `front`, in order, before the request goes the usual way. */
export function createFrontServer(
  options: ServerOptions & { connectionTimeout: number },
  front: readonly Front[],
  usual: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  const server = createServer(options, (request, response) => {
    for (const takes of front) if (takes(request, response)) return;
    usual(request, response);
  });
  server.setTimeout(options.connectionTimeout);
  return server;
}
