import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { createClock } from "../../simulators/clock.ts";
import { DARAJA, startDaraja } from "../../simulators/daraja/simulator.ts";
import { startFlutterwave } from "../../simulators/flutterwave/simulator.ts";
import { settingsFor } from "../../simulators/settings.ts";
import { readConfig } from "../../src/config.server.ts";
import { tillSecret } from "../../src/payments/mpesa/till-code/secret.server.ts";
import { createPaymentContext } from "../../src/payments/providers.server.ts";
import { listCodes, type QueuedCode } from "../../src/payments/staff/code-queue.server.ts";
import { listMoney } from "../../src/payments/staff/list-money.server.ts";
import { listExceptions } from "../../src/payments/staff/needs-decision.server.ts";
import { connectDatabase, isDatabaseAway } from "../../src/platform/database/db.server.ts";
import { createLog } from "../../src/platform/log.server.ts";
import { freePort } from "../free-port.ts";
import { ageRows } from "./ageing.ts";
import type { Books } from "./books.ts";
import type { Files } from "./bundle.ts";
import { rebasable } from "./clock.ts";
import { type Kind, openDatabase } from "./database.ts";
import { killPostgres, type Victim } from "./kill-postgres.ts";
import { type Death, runShop, type Shop } from "./shop.ts";

export type Environment = Awaited<ReturnType<typeof openEnvironment>>;

/** Virtual seconds per step of the clock, and real milliseconds between two: sixty times as fast as life. */
const STEP = 3;
const EVERY = 50;
/** Virtual seconds of a run that may pass while a process or the database is away; a supervisor is faster. */
const AWAY_MAX = 45;
/** A till that pays into the shop's shortcode. */
const TILL = "600966";
/** Real milliseconds within which the shop must be back without help. */
const BACK_WITHIN = 60_000;

/**
 * One shop of one process or two, its database, and both providers at the other end of the wire. Nothing stands still: the
 * providers' clock runs, and a process that dies is started again.
 */
export async function openEnvironment(parts: {
  template: string;
  files: Files;
  seed: number;
  kind: Kind;
  processes: number;
  /** The shop has a till of its own: M-Pesa then reports prompts without their reference. */
  till?: boolean;
}) {
  const { template, files, seed, kind, processes, till = false } = parts;
  const database = await openDatabase(template, kind);
  const clock = rebasable(createClock({ scale: 0 }));
  const daraja = await startDaraja({
    clock,
    seed,
    queryLimit: false,
    anyTimestamp: true,
    retries: 3,
    ...(till ? { till: TILL } : {}),
  });
  const flutterwave = await startFlutterwave({ clock, seed });
  const ports = await Promise.all(Array.from({ length: processes }, freePort));
  const home = `http://127.0.0.1:${ports[0]}`;
  const settings = {
    ...settingsFor({ daraja: daraja.url, flutterwave: flutterwave.url, shop: home }),
    ...database.settings,
    MPESA_QUERY_EVERY: "0",
    ...(till ? { MPESA_TILL_NUMBER: TILL } : {}),
    STAFF_SECRET: "a secret of fault injection, long enough",
    LOG_LEVEL: "warn",
    HOST: "127.0.0.1",
  };
  const config = readConfig(settings);
  await registerTill(daraja.url, home, tillSecret(config) ?? "");
  flutterwave.control.webhookUrl({ url: `${home}/hooks/card` });

  const deaths: Death[] = [];
  const lines: string[] = [];
  const faults: string[] = [];
  const disarm = () => {
    for (const shop of shops) shop.disarm();
  };
  const shops: Shop[] = ports.map((port) =>
    runShop({
      files,
      mayFailToStart: kind === "server",
      env: { ...settings, CRASH_DATA: database.data, PORT: String(port) },
      // one crash at a time
      onEnd: disarm,
      onDeath: (death) => deaths.push(death),
      onDatabaseKilled: (at, victim) => void databaseDied(at, victim),
      onLine: (line) => lines.push(line),
    }),
  );
  await Promise.all(shops.map((shop) => shop.whenUp()));
  const pool = new pg.Pool({ ...database.connection, max: 8 });
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const log = createLog("silent");
  const counter = connectDatabase({ ...database.connection, max: 4 }, log);
  const { db } = counter;

  let open = true;
  let away = 0;
  let aged = 0;
  let agedTimes = 0;
  let databaseDeaths = 0;
  let recovery: Promise<void> | undefined;
  const ticking = tick();

  /** Waits for a database that was killed; a statement that changes something must bear being sent twice. */
  async function query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    for (const until = performance.now() + BACK_WITHIN; ; await pause(100)) {
      try {
        return (await pool.query<Row>(text, values)).rows;
      } catch (error) {
        if (!isDatabaseAway(error) || performance.now() > until) throw error;
      }
    }
  }

  /** What the counter shows the owner as his to decide, whole. */
  async function ownersLists(): Promise<Books["open"]> {
    await whenUp();
    const sums = new Set<string>();
    for (let page = 1, total = 1; sums.size < total; page++) {
      const shown = await listMoney(db, { open: true, page });
      for (const { _id } of shown.rows) sums.add(_id);
      total = shown.rows.length === 0 ? 0 : shown.total;
    }
    const codes: QueuedCode[] = [];
    for (let after: string | undefined = ""; after !== undefined; ) {
      const shown = await listCodes(db, { after: after || undefined, limit: 1_000 });
      codes.push(...shown.rows);
      after = shown.next;
    }
    return { sums, exceptions: await listExceptions(db), codes };
  }

  async function databaseDied(at: string, victim: Victim): Promise<void> {
    disarm();
    databaseDeaths += 1;
    // until then a connection may still answer whose server is gone
    recovery = pause(200)
      .then(untilReady)
      .then((isBack) => {
        recovery = undefined;
        if (!isBack) faults.push(`the shop was not back a minute after the end of its ${victim} at ${at}`);
        deaths.push({ at, victim });
      });
  }

  /** Every process answers that its database answers again. */
  async function untilReady(): Promise<boolean> {
    const until = performance.now() + BACK_WITHIN;
    for (const shop of shops) {
      while (!(await shop.isReady())) {
        if (performance.now() > until || !open) return false;
        await pause(50);
      }
    }
    return true;
  }

  /** The providers' time runs, but for a stop longer than any supervisor takes. */
  async function tick() {
    while (open) {
      const all = !recovery && shops.every((shop) => shop.isUp());
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
    for (const paid of daraja.control.ledger()) paid.at -= ahead * 1000;
    agedTimes += 1;
    await ageRows(pool, ahead, agedTimes);
  }

  /** Some worker does the minute's round, as the clock tells it to; again when its process or database died over it. */
  async function round(): Promise<void> {
    const lives = () => [databaseDeaths, ...shops.map((shop) => shop.starts())].join();
    for (;;) {
      await whenUp();
      const before = lives();
      // the process that had it may have died: its lease is not waited for
      await query("update jobs set leased_until = null where kind = 'minute'");
      await query("select add_job('minute', '', 0)");
      while (before === lives()) {
        const [ended] = await query(
          "select from jobs where kind = 'minute' and leased_until is null and due_at > now()",
        );
        if (ended) return;
        await pause(15);
      }
    }
  }

  async function whenUp(): Promise<void> {
    await Promise.all(shops.map((shop) => shop.whenUp()));
    await recovery;
  }

  return {
    config,
    query,
    /** Past the shop's own processes: what the counter does for its owner. */
    db,
    log,
    context: createPaymentContext({ db, config, log }),
    ownersLists,
    shops,
    deaths,
    lines,
    /** What no run may see of the shop's own recovery. */
    faults,
    daraja: daraja.control,
    flutterwave: flutterwave.control,
    whenUp,
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
      const unread = "select 1 from webhook_inbox where processed_at is null limit 1";
      if ((await query(unread)).length > 0) await round();
      await catchUp();
      await round();
    },
    /** Ends it now; done when the shop is back. */
    async kill(victim: Victim, shop: Shop): Promise<void> {
      await whenUp();
      if (victim !== "shop") killPostgres(database.data, victim);
      if (victim === "shop" || victim === "everything") return shop.kill(victim);
      await databaseDied("any moment", victim);
      await recovery;
    },
    async close(): Promise<void> {
      open = false;
      await Promise.all(shops.map((shop) => shop.close()));
      await ticking;
      await recovery;
      await daraja.close();
      await flutterwave.close();
      clock.close();
      await pool.end();
      await counter.close();
      await database.close();
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
