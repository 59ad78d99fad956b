import { type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import type pg from "pg";
import type { DestinationStream } from "pino";
import { buildApp } from "../src/app.server.ts";
import { readConfig } from "../src/config.server.ts";
import { connectDatabase } from "../src/platform/database/db.server.ts";
import { createLog } from "../src/platform/log.server.ts";
import { builtPages, builtStaffPages } from "./built-pages.ts";
import { closeWith, type TestShop } from "./shop.ts";

export type OpenPages = Awaited<ReturnType<typeof openPages>>;
export type PageAnswer = { status: number; headers: IncomingHttpHeaders; names: string[]; body: Buffer };

/** One more process in miniature on the shop's database, with the built pages and its door open on this machine. */
export async function openPages(
  shop: Pick<TestShop, "connection"> & Partial<Pick<TestShop, "config" | "beside">>,
  settings: Record<string, string> = {},
  destination?: DestinationStream,
) {
  const build = await builtPages();
  const config = readConfig({
    LOG_LEVEL: "silent",
    PUBLIC_URL: "http://localhost:3000",
    // it reads the cookies of staff that the shop signs
    STAFF_SECRET: shop.config?.STAFF_SECRET,
    ...settings,
  });
  const log = createLog(config.LOG_LEVEL, destination);
  const database = connectDatabase(shop.connection, log);
  const ears = new Set<pg.Client>();
  const listenerClient = () => {
    const ear = database.listenerClient();
    ears.add(ear);
    ear.on("end", () => ears.delete(ear));
    return ear;
  };
  const pages = {
    build,
    mode: "production",
    clientFolder: resolve("build/client"),
    staff: { build: builtStaffPages, mode: "production", clientFolder: resolve("build/staff/client") },
  } as const;
  const { http } = await buildApp({ config, log, database: { ...database, listenerClient }, pages });
  await http.listen({ port: 0, host: "127.0.0.1" });
  const { port } = http.server.address() as AddressInfo;

  /** Asks at the door and gives the bytes as they came. */
  const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    new Promise<PageAnswer>((done, failed) => {
      const asking = request({ host: "127.0.0.1", port, path, method, headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part) => parts.push(part));
        answer.on("end", () =>
          done({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            names: answer.rawHeaders.filter((_, at) => at % 2 === 0),
            body: Buffer.concat(parts),
          }),
        );
      });
      asking.on("error", failed).end();
    });

  return {
    http,
    port,
    database,
    ask,
    /** Once every note that was sent before is here: the answer on the connection that listens comes after them. */
    heard: async () => {
      await Promise.allSettled([...ears].map((ear) => ear.query("select 1 as heard")));
    },
    text: async (path: string) => (await ask(path)).body.toString(),
    close: closeWith(shop.beside ?? new Set(), async () => {
      await http.close();
      await database.close();
    }),
  };
}
