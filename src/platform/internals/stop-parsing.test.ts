import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { stopParsing } from "./stop-parsing.server.ts";

let server: Server;
let handled: number;
let parsed: number;
beforeEach(async () => {
  [handled, parsed] = [0, 0];
  server = createServer(({ socket }) => {
    handled += 1;
    if (handled > 1) return;
    stopParsing(socket);
    countParsed(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function countParsed(socket: Socket) {
  const { parser } = socket as Socket & { parser?: { onIncoming?: () => number } };
  const stop = parser?.onIncoming;
  if (!parser || !stop) return;
  parser.onIncoming = () => {
    parsed += 1;
    return stop();
  };
}

test("Node's parser stops where it is told to: the requests behind that are neither handled nor parsed", async () => {
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  const [connection]: [Socket] = (await once(server, "connection")) as [Socket];
  const requests = "GET / HTTP/1.1\r\nHost: shop\r\n\r\n".repeat(1_000);
  socket.write(requests);
  await expect.poll(() => connection.bytesRead).toBe(requests.length);
  expect({ handled, parsed }).toEqual({ handled: 1, parsed: 1 });
  socket.destroy();
});
