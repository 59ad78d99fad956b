import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import type pg from "pg";

/** A wire between the shop and its database that can be cut, frozen and mended. */
export async function layWire(server: pg.ClientConfig) {
  const pairs = new Set<[Socket, Socket]>();
  let state: "whole" | "cut" | "frozen" = "whole";
  let cuts = 0;
  let watch: ((bytes: Buffer) => "cut" | undefined) | undefined;

  const door = createServer((near) => {
    if (state === "cut") {
      near.destroy();
      return;
    }
    const far = server.host?.startsWith("/")
      ? connect(`${server.host}/.s.PGSQL.${server.port ?? 5432}`)
      : connect(server.port ?? 5432, server.host);
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    near.on("data", (bytes) => {
      if (state === "frozen") return;
      far.write(bytes);
      // the server has it, the shop will never hear of it
      if (watch?.(bytes) === "cut") drop(pair);
    });
    far.on("data", (bytes) => state !== "frozen" && near.write(bytes));
    for (const end of pair) {
      end.on("error", () => {});
      end.on("close", () => drop(pair));
    }
  });
  await new Promise<void>((resolve) => door.listen(0, "127.0.0.1", resolve));

  function drop(pair: [Socket, Socket]) {
    pairs.delete(pair);
    pair[0].destroy();
    // what was sent still arrives
    pair[1].destroySoon();
  }

  return {
    server: { ...server, host: "127.0.0.1", port: (door.address() as AddressInfo).port },
    /** Ends every connection and refuses new ones. */
    cut() {
      state = "cut";
      for (const pair of [...pairs]) drop(pair);
    },
    /** Connections stay, and nothing comes through. */
    freeze() {
      state = "frozen";
    },
    mend() {
      state = "whole";
      watch = undefined;
    },
    /** Cuts a connection right after the shop has sent this word on it. */
    cutAfter(word: string) {
      cuts = 0;
      watch = (bytes) => {
        if (!bytes.toString("latin1").includes(word)) return undefined;
        cuts += 1;
        return "cut";
      };
    },
    /** How often it was cut after the word. */
    cuts: () => cuts,
    close() {
      this.cut();
      door.close();
    },
  };
}
