import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request that a fake provider received. */
type ReceivedRequest = {
  method: string;
  path: string;
  headers: Record<string, unknown>;
  body: Record<string, unknown>;
};

/** Writes the response to one request. */
export type FakeResponse = (response: ServerResponse, request: ReceivedRequest) => void;

export const json =
  (status: number, body: unknown): FakeResponse =>
  (response) =>
    void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

export const plain =
  (status: number, body: string, headers: Record<string, string> = {}): FakeResponse =>
  (response) =>
    void response.writeHead(status, { "content-type": "text/html", ...headers }).end(body);

/** Half of the announced body, then the connection is closed. */
export const truncated: FakeResponse = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "500" });
  response.write('{"ResponseCode":"0","Check', () => response.destroy());
};

export const reset: FakeResponse = (response) => response.socket?.resetAndDestroy();

export const silent: FakeResponse = () => {};

/** A byte every 20 ms, for ever. */
export const drip: FakeResponse = (response) => {
  response.writeHead(200, { "content-type": "application/json" });
  const timer = setInterval(() => response.write(" "), 20);
  response.on("close", () => clearInterval(timer));
};

/** A provider on this machine that answers each path with the responses queued for it; the last one is repeated. */
export async function startFakeProvider() {
  const received: ReceivedRequest[] = [];
  const responses = new Map<string, FakeResponse[]>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const path = request.url ?? "";
    const one = {
      method: request.method ?? "",
      path,
      headers: request.headers,
      body: text ? JSON.parse(text) : {},
    };
    received.push(one);
    const queued = responses.get(path) ?? [plain(404, "")];
    const respond = queued.length > 1 ? queued.shift() : queued[0];
    respond?.(response, one);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    /** The requests received on one path. */
    on: (path: string) => received.filter((one) => one.path === path),
    /** Queues the responses of one path. */
    play: (path: string, ...queued: FakeResponse[]) => void responses.set(path, queued),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
