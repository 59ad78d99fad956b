import { randomUUID } from "node:crypto";
import type { InjectOptions } from "fastify";
import pg from "pg";
import { inject } from "vitest";
import { buildApp } from "../src/app.server.ts";
import { readConfig } from "../src/platform/config.server.ts";
import { connectDatabase } from "../src/platform/db.server.ts";
import { createLog } from "../src/platform/log.server.ts";

export type TestShop = Awaited<ReturnType<typeof openTestShop>>;
type Answer = {
  status: number;
  body: Record<string, unknown> & { success: boolean; message: string };
  headers: Record<string, unknown>;
};

/** A whole shop for one test file: the real app on its own copy of the sample database. Close it in afterAll. */
export async function openTestShop(settings: Record<string, string> = {}) {
  const name = `shop_${randomUUID().replaceAll("-", "")}`;
  const server = inject("server");
  await onServer(server, `create database ${name} template ${inject("template")}`);
  const config = readConfig({
    LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
    PUBLIC_URL: "http://localhost:3000",
    ...settings,
  });
  const log = createLog(config.LOG_LEVEL);
  const database = connectDatabase({ ...server, database: name }, log);
  const http = await buildApp({ config, log, database });
  await http.ready();

  /** One statement on the shop's database, for looking at what was really written. */
  const query = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await database.pool.query<Row>(text, values)).rows;

  const send = async (options: InjectOptions): Promise<Answer> => {
    const response = await http.inject(options);
    return {
      status: response.statusCode,
      body: response.body ? JSON.parse(response.body) : {},
      headers: response.headers,
    };
  };

  return {
    http,
    config,
    log,
    database,
    db: database.db,
    query,
    get: (url: string) => send({ method: "GET", url }),
    /** POSTs JSON, signed in when a token is given. */
    post: (url: string, payload?: object, token?: string, headers: Record<string, string> = {}) =>
      send({
        method: "POST",
        url,
        ...(payload === undefined ? {} : { payload }),
        headers: { "content-type": "application/json", ...(token ? { token } : {}), ...headers },
      }),
    close: async () => {
      await http.close();
      await database.close();
      await onServer(server, `drop database ${name} with (force)`);
    },
  };
}

async function onServer(server: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  await client.query(statement);
  await client.end();
}
