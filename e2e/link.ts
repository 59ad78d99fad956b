import { createServer, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A link to the shop that can fail as real ones do, for what a worker or the browser itself asks: no route of a page sees that. */
export async function openLink(shop: string) {
  const faults: { hangs?: RegExp; missing?: RegExp } = {};
  const hanging = new Set<ServerResponse>();
  const { hostname, port } = new URL(shop);
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? "/";
    if (faults.hangs?.test(path)) return void hanging.add(outgoing);
    if (faults.missing?.test(path)) return void outgoing.writeHead(404).end();
    const asked = request(
      { hostname, port, path, method: incoming.method, headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    asked.on("error", () => outgoing.destroy());
    incoming.pipe(asked);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Paths whose requests are never answered, or answered with 404. */
    faults,
    /** Works again; what hung is cut off. */
    recover: () => {
      delete faults.hangs;
      for (const answer of hanging) answer.destroy();
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
