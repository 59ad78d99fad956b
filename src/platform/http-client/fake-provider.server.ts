import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a played provider heard. */
export type Heard = {
  method: string;
  path: string;
  headers: Record<string, unknown>;
  body: Record<string, unknown>;
};

/** How it answers one request. */
export type Turn = (response: ServerResponse, heard: Heard) => void;

export const json =
  (status: number, body: unknown): Turn =>
  (response) =>
    void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

export const plain =
  (status: number, body: string, headers: Record<string, string> = {}): Turn =>
  (response) =>
    void response.writeHead(status, { "content-type": "text/html", ...headers }).end(body);

/** Half of what was promised, then nothing but a closed connection. */
export const brokenOff: Turn = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "500" });
  response.write('{"ResponseCode":"0","Check', () => response.destroy());
};

export const reset: Turn = (response) => response.socket?.resetAndDestroy();

export const silent: Turn = () => {};

/** A byte now and then, for ever. */
export const drip: Turn = (response) => {
  response.writeHead(200, { "content-type": "application/json" });
  const timer = setInterval(() => response.write(" "), 20);
  response.on("close", () => clearInterval(timer));
};

/** A provider on this machine that answers each path by the turns given for it; the last one stays. */
export async function playProvider() {
  const heard: Heard[] = [];
  const plays = new Map<string, Turn[]>();
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
    heard.push(one);
    const turns = plays.get(path) ?? [plain(404, "")];
    const turn = turns.length > 1 ? turns.shift() : turns[0];
    turn?.(response, one);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    /** What it heard on one path. */
    on: (path: string) => heard.filter((one) => one.path === path),
    play: (path: string, ...turns: Turn[]) => void plays.set(path, turns),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
