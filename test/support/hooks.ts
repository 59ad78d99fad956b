import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Where Daraja calls back: keeps every body by its path and thanks for it. */
export async function openHooks() {
  const bodies = new Map<string, string[]>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const path = request.url ?? "";
    bodies.set(path, [...(bodies.get(path) ?? []), Buffer.concat(chunks).toString()]);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ ResultCode: 0, ResultDesc: "Accepted" }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** What came to one path, oldest first. */
    on: (path: string) => bodies.get(path) ?? [],
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
