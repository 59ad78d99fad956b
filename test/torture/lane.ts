import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { type Clock, createClock } from "../../simulators/clock.ts";
import { DARAJA, startDaraja } from "../../simulators/daraja/simulator.ts";
import { startFlutterwave } from "../../simulators/flutterwave/simulator.ts";
import { settingsFor } from "../../simulators/settings.ts";
import { tillSecret } from "../../src/payments/till/secret.server.ts";
import { readConfig } from "../../src/platform/config.server.ts";
import { age } from "../payments.ts";
import type { Files } from "./bundle.ts";
import { diceOf } from "./dice.ts";
import { type Death, runShop, type Shop } from "./shop.ts";

export type Lane = Awaited<ReturnType<typeof openLane>>;
export type Server = { server: pg.ClientConfig; template: string };

/** Virtual seconds per step of the clock, and real milliseconds between two: sixty times as fast as life. */
const STEP = 3;
const EVERY = 50;
/** Virtual seconds of a run that may pass while a process is away; a supervisor is faster. */
const AWAY_MAX = 45;

/**
 * One shop of one process or two on one database, and both providers at the other end of the wire. Nothing stands still: the
 * providers' clock runs, and a process that dies is started again.
 */
export async function openLane(parts: Server & { files: Files; seed: number }) {
  const { server, template, files, seed } = parts;
  const database = `torture_${randomUUID().replaceAll("-", "")}`;
  await onServer(server, `create database ${database} template ${template}`);
  const clock = rebasable(createClock({ scale: 0 }));
  const daraja = await startDaraja({ clock, seed, queryLimit: false, anyTimestamp: true, retries: 3 });
  const flutterwave = await startFlutterwave({ clock, seed });
  const ports = [await freePort(), ...(diceOf(seed).chance(50) ? [await freePort()] : [])];
  const home = `http://127.0.0.1:${ports[0]}`;
  const settings = {
    ...settingsFor({ daraja: daraja.url, flutterwave: flutterwave.url, shop: home }),
    MPESA_QUERY_EVERY: "0",
    LOG_LEVEL: "warn",
    HOST: "127.0.0.1",
    DATABASE_URL: urlOf(server, database),
  };
  const config = readConfig(settings);
  await registerTill(daraja.url, home, tillSecret(config) ?? "");
  flutterwave.control.webhookUrl({ url: `${home}/hooks/card` });
  const looking = new pg.Pool({ ...server, database, max: 8 });
  looking.on("error", () => {});
  const query = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await looking.query<Row>(text, values)).rows;

  const deaths: Death[] = [];
  const lines: string[] = [];
  const shops: Shop[] = ports.map((port) =>
    runShop({
      files,
      env: { ...settings, PORT: String(port) },
      onEnd: () => {
        // one crash at a time
        for (const shop of shops) shop.disarm();
      },
      onDeath: (death) => deaths.push(death),
      onLine: (line) => lines.push(line),
    }),
  );

  let open = true;
  let aged = 0;
  let away = 0;
  const ticking = tick();

  /** The providers' time runs, but for a stop longer than any supervisor takes. */
  async function tick() {
    while (open) {
      const all = shops.every((shop) => shop.isUp());
      if (!all) away += STEP;
      if (all || away <= AWAY_MAX) await clock.advance(STEP * 1000);
      await pause(EVERY);
    }
  }

  /** Rows become older by what the providers' clock is ahead of the database's. */
  async function catchUp(): Promise<void> {
    const ahead = Math.floor((clock.now() - Date.now()) / 1000 - aged);
    if (ahead <= 0) return;
    aged += ahead;
    // a time that M-Pesa tells is compared with a row's, and ages with it
    for (const paid of daraja.control.ledger()) paid.at -= ahead * 1000;
    await persist("update till_payments set paid_at = paid_at - make_interval(secs => $1)", [ahead]);
    await persist(
      `update code_checks set result = jsonb_set(result, '{initiated}', to_jsonb(to_char(
         to_timestamp(result->>'initiated', 'YYYYMMDDHH24MISS') - make_interval(secs => $1), 'YYYYMMDDHH24MISS')))
       where result->>'initiated' is not null`,
      [ahead],
    );
    await age({ query: persist }, ahead);
  }

  /** Whoever changes all rows at once may meet a payment under way the other way round, and gives way. */
  async function persist<Row extends pg.QueryResultRow>(
    text: string,
    values: unknown[] = [],
  ): Promise<Row[]> {
    try {
      return await query<Row>(text, values);
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === "40P01") return persist(text, values);
      throw error;
    }
  }

  /** Some worker does the minute's round, as the clock tells it to; again when its process died over it. */
  async function round(): Promise<void> {
    for (;;) {
      await Promise.all(shops.map((shop) => shop.whenUp()));
      const starts = shops.map((shop) => shop.starts()).join();
      const [job] = await query<{ id: string }>(
        "select id from graphile_worker.add_job('minute', max_attempts := 1)",
      );
      while (starts === shops.map((shop) => shop.starts()).join()) {
        const [left] = await query<{ last_error: string | null }>(
          "select last_error from graphile_worker._private_jobs where id = $1",
          [job?.id],
        );
        if (!left || left.last_error !== null) return;
        await pause(5);
      }
    }
  }

  return {
    clock,
    query,
    shops,
    deaths,
    lines,
    daraja: daraja.control,
    flutterwave: flutterwave.control,
    /** A new run: the providers' time is the machine's again. */
    begin(): void {
      clock.rebase();
      aged = 0;
      away = 0;
    },
    /** Time goes by for providers and rows alike, and what falls due is done. */
    async pass(seconds: number): Promise<void> {
      await clock.advance(seconds * 1000);
      // what has just come is read at the time it came
      const unread = "select 1 from hook_inbox where processed_at is null limit 1";
      if ((await query(unread)).length > 0) await round();
      await catchUp();
      await round();
    },
    async close(): Promise<void> {
      open = false;
      await Promise.all(shops.map((shop) => shop.close()));
      await ticking;
      await daraja.close();
      await flutterwave.close();
      clock.close();
      await looking.end();
      await onServer(server, `drop database ${database} with (force)`);
    },
  };
}

/** A clock that can be set back to the machine's time; what is planned on it stays as far off as it is. */
function rebasable(clock: Clock) {
  let ahead = 0;
  return {
    ...clock,
    now: () => clock.now() - ahead,
    rebase(): void {
      ahead = clock.now() - Date.now();
    },
  };
}

/** Tells Daraja where payments at the till are reported, as the owner does once. */
async function registerTill(daraja: string, home: string, secret: string): Promise<void> {
  const basic = Buffer.from(`${DARAJA.consumerKey}:${DARAJA.consumerSecret}`).toString("base64");
  const token = await fetch(`${daraja}/oauth/v1/generate?grant_type=client_credentials`, {
    headers: { authorization: `Basic ${basic}` },
  });
  const { access_token } = (await token.json()) as { access_token: string };
  const registered = await fetch(`${daraja}/mpesa/c2b/v2/registerurl`, {
    method: "POST",
    headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json" },
    body: JSON.stringify({
      ShortCode: DARAJA.shortcode,
      ResponseType: "Completed",
      ConfirmationURL: `${home}/hooks/mm/c2b/${secret}/confirm`,
      ValidationURL: `${home}/hooks/mm/c2b/${secret}/validate`,
    }),
  });
  if (registered.status !== 200) throw new Error(`not registered: ${await registered.text()}`);
}

function urlOf({ user, password, host, port }: pg.ClientConfig, database: string): string {
  const place = new URLSearchParams({ host: String(host), port: String(port ?? 5432) });
  return `postgres://${user}:${encodeURIComponent(String(password ?? ""))}@/${database}?${place}`;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

async function onServer(server: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  await client.query(statement);
  await client.end();
}
