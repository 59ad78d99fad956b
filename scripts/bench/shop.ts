import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { createClock } from "../../simulators/clock.ts";
import { startDaraja } from "../../simulators/daraja/simulator.ts";
import { startFlutterwave } from "../../simulators/flutterwave/simulator.ts";
import { settingsFor } from "../../simulators/settings.ts";
import { connectDatabase } from "../../src/platform/database/db.server.ts";
import { migrateDatabase } from "../../src/platform/database/migrate.server.ts";
import { startEmbeddedPostgres } from "../../src/platform/postgres/embedded.server.ts";
import { seedWhenEmpty } from "../../src/seed.server.ts";
import { databaseUrl } from "../../test/database-url.ts";
import { freePort } from "../../test/free-port.ts";

export type Bench = Awaited<ReturnType<typeof openBench>>;
/** A product of the bench: its price in KES, in size M. */
export type Item = { id: string; price: number };

/** As large as a catalogue gets (README). */
const PRODUCTS = 10_000;
/** Milliseconds within which a shop opens on a slow machine. */
const OPENS_WITHIN = 90_000;
/** As the image and docs/running.md's command set them (decision 42). */
const ALLOCATOR = { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "131072" };

/** PostgreSQL with the sample goods and 10,000 products besides, both providers simulated, and shops on them. */
export async function openBench() {
  const folder = await mkdtemp(join(tmpdir(), "sauti-bench-"));
  // as root, the account that runs the database must be able to enter
  await chmod(folder, 0o755);
  const log = { info: () => {}, warn: () => {} };
  const postgres = await startEmbeddedPostgres({ folder, log });
  await migrateDatabase(postgres.connection, resolve("migrations"));
  const { db, close: closeDatabase } = connectDatabase(postgres.connection, log);
  await seedWhenEmpty(db);
  await closeDatabase();
  const pool = new pg.Pool({ ...postgres.connection, max: 4 });
  await addProducts(pool);
  // lookups of typed codes are taken in and stay unanswered, as their clock does not move
  const clock = createClock({ scale: 0 });
  const daraja = await startDaraja({ clock, queryLimit: false });
  const flutterwave = await startFlutterwave({ clock });
  const shops: ChildProcess[] = [];

  return {
    folder,
    connection: postgres.connection,
    query: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await pool.query<Row>(text, values)).rows,
    /** The products, the newest first. */
    items: async (): Promise<Item[]> =>
      (await pool.query("select id, price from products where id like '01000%' order by id desc")).rows,
    /** The shop as `npm start` runs it, in its own process, with all three ways to pay; it has served its first page. */
    async startShop(): Promise<{ url: string; child: ChildProcess }> {
      const port = String(await freePort());
      const url = `http://127.0.0.1:${port}`;
      const child = runShop("scripts/serve.mjs", {
        ...settingsFor({ shop: url, daraja: daraja.url, flutterwave: flutterwave.url }),
        ...ALLOCATOR,
        MPESA_QUERY_EVERY: "1",
        DATABASE_URL: databaseUrl(postgres.connection),
        PORT: port,
      });
      shops.push(child);
      await untilAnswered(`${url}/`, child);
      return { url, child };
    },
    async close(): Promise<void> {
      for (const child of shops) await stopShop(child);
      await daraja.close();
      await flutterwave.close();
      clock.close();
      await pool.end();
      await postgres.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts the script with these settings and none of this process. */
export function runShop(script: string, settings: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [script], {
    env: { PATH: process.env.PATH, LOG_LEVEL: "warn", HOST: "127.0.0.1", ...settings },
    stdio: ["ignore", "ignore", "inherit"],
  });
}

export async function stopShop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

/** Asks until the answer is 200. @throws Error when the process ends or the answer does not come */
export async function untilAnswered(address: string, child: ChildProcess): Promise<void> {
  const until = performance.now() + OPENS_WITHIN;
  while (performance.now() < until && child.exitCode === null) {
    const isOpen = await fetch(address).then(
      async (answer) => (await answer.arrayBuffer()) && answer.ok,
      () => false,
    );
    if (isOpen) return;
    await pause(5);
  }
  throw new Error("The shop did not open.");
}

/** Names and prices repeat, as they do in shops. */
async function addProducts(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into products (id, name, description, price, category, sub_category, sizes, images, colour, trending, bestseller)
     select '01' || lpad(n::text, 24, '0'),
       (array['Hoodie','Tee','Jacket','Skirt','Parka','Jogger','Vest','Cardigan'])[1 + n % 8] || ' '
         || (array['Kilifi','Lamu','Nanyuki','Kisumu','Naivasha','Mombasa','Nyeri'])[1 + n % 7] || ' ' || n,
       'Brushed cotton, cut wide, printed in Nairobi. Wash cold and inside out.', 500 + (n * 37) % 5000,
       (array['Men','Women','Unisex'])[1 + n % 3], (array['Topwear','Bottomwear','Winterwear'])[1 + n / 3 % 3],
       '{S,M,L,XL,XXL}', '{/images/sample.svg}', '#cccccc', n % 50 = 0, n % 70 = 0
     from generate_series(1, $1::int) as n`,
    [PRODUCTS],
  );
  await pool.query(
    `insert into stock (product_id, size, on_hand, received)
     select id, size, 100000, 100000 from products, unnest(sizes) as size where id like '01000%'`,
  );
  await pool.query("vacuum analyze");
}
