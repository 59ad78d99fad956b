import { createHash, randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import type { InjectOptions } from "fastify";
import pg from "pg";
import type { DestinationStream } from "pino";
import { inject } from "vitest";
import { buildApp } from "../src/app.server.ts";
import { readConfig } from "../src/config.server.ts";
import { placeOrder } from "../src/ordering/contract.ts";
import { connectDatabase } from "../src/platform/database/db.server.ts";
import { createLog } from "../src/platform/log.server.ts";
import { ask } from "./ask.ts";

export type TestShop = Awaited<ReturnType<typeof openTestShop>>;
export type TestApp = Awaited<ReturnType<typeof openApp>>;
export type Answer = {
  status: number;
  body: Record<string, unknown> & { success: boolean; message: string };
  text: string;
  headers: Record<string, unknown>;
};

type Settings = Record<string, string>;
/** Where the app finds its database and writes its log, when not as usual. */
type Around = { server?: pg.ClientConfig; log?: DestinationStream };

/** Of processes beside a shop: how each is closed, for as long as it is open. */
type Beside = Set<() => Promise<void>>;

/** Closes a process once, when a test does or else with the shop that it is beside. */
export function closeWith(beside: Beside, work: () => Promise<unknown>): () => Promise<void> {
  const close = async (): Promise<void> => {
    if (beside.delete(close)) await work();
  };
  beside.add(close);
  return close;
}

/**
 * A whole shop for one test file: the real app on its own copy of the sample database. Close it in afterAll, which closes
 * the processes opened beside it too.
 */
export async function openTestShop(settings: Settings = {}, around: Around = {}) {
  const server: pg.ClientConfig = inject("server");
  const database = `shop_${randomUUID().replaceAll("-", "")}`;
  await ask(server, `create database ${database} template ${inject("template")}`);
  const app = await openApp({ ...server, ...around.server, database }, settings, around.log);
  const looking = new pg.Pool({ ...server, database, max: 4 });
  looking.on("error", () => {});
  const beside: Beside = new Set();

  /** One statement on the shop's database, past the app, for looking at what was really written. */
  const query = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await looking.query<Row>(text, values)).rows;

  return {
    ...app,
    /** The shop's database, as another process would reach it. */
    connection: { ...server, database },
    looking,
    query,
    /** Another process's app on the same database, in miniature. */
    second: async (other: Settings = {}): Promise<TestApp> => {
      const opened = await openApp({ ...server, database }, { ...settings, ...other });
      return { ...opened, close: closeWith(beside, opened.close) };
    },
    beside,
    close: async () => {
      // whose pool a test has closed already says so
      await Promise.allSettled([...beside].map((close) => close()));
      await app.close();
      await looking.end();
      await ask(server, `drop database ${database} with (force)`);
    },
  };
}

/** Lets these apps wait as long as it takes: for tests of being right, not fast, on a machine that may be slow. */
export async function patient(...apps: TestApp[]): Promise<void> {
  for (const pool of apps.flatMap(({ database }) => [database.pool, database.readers]))
    await renew(pool, {
      connectionTimeoutMillis: 60_000,
      query_timeout: 60_000,
      options: "-c TimeZone=UTC -c statement_timeout=60s -c lock_timeout=60s",
    });
}

/** While `work` is done the app waits for a lock for a fifth of a second, and not for two. */
export async function impatiently<T>({ database: { pool } }: TestApp, work: () => Promise<T>): Promise<T> {
  const { options = "" } = pool.options;
  await renew(pool, { options: `${options} -c lock_timeout=200` });
  try {
    return await work();
  } finally {
    await renew(pool, { options });
  }
}

/** Connections that were opened before keep their own limits: these are closed. */
async function renew(pool: TestApp["database"]["pool"], limits: pg.PoolConfig): Promise<void> {
  Object.assign(pool.options, limits);
  const opened = await Promise.all(Array.from({ length: pool.idleCount }, () => pool.connect()));
  for (const client of opened) client.release(true);
}

async function openApp(connection: pg.ClientConfig, settings: Settings, destination?: DestinationStream) {
  const config = readConfig({
    LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
    PUBLIC_URL: "http://localhost:3000",
    STAFF_SECRET: "a secret of tests, 32 characters long",
    PASSWORD_HASH_MEMORY: "64",
    ...settings,
  });
  const log = createLog(config.LOG_LEVEL, destination);
  const database = connectDatabase(connection, log);
  const { http, jobs, mailbox = "" } = await buildApp({ config, log, database });
  await http.ready();

  const send = async (options: InjectOptions): Promise<Answer> => {
    const response = await http.inject(options);
    const isJson = String(response.headers["content-type"]).startsWith("application/json");
    return {
      status: response.statusCode,
      body: (isJson && response.body ? response.json() : {}) as Answer["body"],
      text: response.body,
      headers: response.headers,
    };
  };

  return {
    http,
    jobs,
    /** The path of the mailbox with its key, if there is one. */
    mailbox,
    config,
    log,
    database,
    db: database.db,
    send,
    get: (url: string, headers: Record<string, string> = {}) => send({ method: "GET", url, headers }),
    /** POSTs JSON, signed in when a token is given. Each shopper orders from a network address of their own. */
    post: (url: string, payload?: object, token?: string, headers: Record<string, string> = {}) =>
      send({
        method: "POST",
        url,
        ...(token && url === placeOrder.path ? { remoteAddress: addressOf(token) } : {}),
        ...(payload === undefined ? {} : { payload }),
        headers: { "content-type": "application/json", ...(token ? { token } : {}), ...headers },
      }),
    /** Opens the real door, on this machine only, and gives its port. */
    listen: async (port = 0) => {
      await http.listen({ port, host: "127.0.0.1" });
      return (http.server.address() as AddressInfo).port;
    },
    close: async () => {
      await http.close();
      await database.close();
    },
  };
}

function addressOf(token: string): string {
  return `10.${[...createHash("sha256").update(token).digest().subarray(0, 3)].join(".")}`;
}
