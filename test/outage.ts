import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestShop } from "./shop.ts";

/** What calls through a broken line are answered, by their status. */
const FAULTS = {
  "503": ["text/html", "<html><h1>503 Service Unavailable</h1></html>"],
  "429": ["application/json", '{"status":"error","message":"Too many requests"}'],
} as const;

/** A line from the shop to a provider's simulator that can fail. `to`: the provider's address. */
export async function layLine() {
  let outage: keyof typeof FAULTS | undefined;
  let from = "";
  let to = "";
  let failed = 0;
  let server: Server;

  const open = async (port: number) => {
    server = createServer((request, response) => {
      if (!outage || !request.url?.includes(from)) return void pass(to, request, response);
      failed += 1;
      const [type, body] = FAULTS[outage];
      response.writeHead(Number(outage), { "content-type": type }).end(body);
    });
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    return (server.address() as AddressInfo).port;
  };
  const shut = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const port = await open(0);

  return {
    url: `http://127.0.0.1:${port}`,
    connect: (url: string) => {
      to = url;
    },
    /** Calls that failed since it was broken; one to a closed port is not seen. */
    failed: () => failed,
    /** Breaks calls whose path contains `path`; "down", a closed port, all of them. */
    async breaks(how: keyof typeof FAULTS | "down", path = "") {
      failed = 0;
      if (how === "down") return shut();
      outage = how;
      from = path;
    },
    async mend() {
      outage = undefined;
      if (!server.listening) await open(port);
    },
    close: async () => {
      if (server.listening) await shut();
    },
  };
}

/** For an hour nobody has a turn to ask M-Pesa about a prompt. */
export async function takeTurns(shop: Pick<TestShop, "query">): Promise<void> {
  await shop.query(
    `insert into provider_turns values ('mpesa query', now() + interval '1 hour')
     on conflict (name) do update set next_at = excluded.next_at`,
  );
}

async function pass(to: string, request: IncomingMessage, response: ServerResponse) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { authorization = "", "content-type": type = "" } = request.headers;
  try {
    const answer = await fetch(`${to}${request.url}`, {
      method: request.method ?? "GET",
      headers: { authorization, ...(type ? { "content-type": type } : {}) },
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    });
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    response.end(Buffer.from(await answer.arrayBuffer()));
  } catch {
    request.socket.resetAndDestroy();
  }
}
