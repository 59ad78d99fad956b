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
import { seedWhenEmpty } from "../../src/catalogue/seed.server.ts";
import { connectDatabase } from "../../src/platform/database/db.server.ts";
import { migrateDatabase } from "../../src/platform/database/migrate.server.ts";
import { startEmbeddedPostgres } from "../../src/platform/postgres/embedded.server.ts";
import { seedRatings } from "../../src/reviews/seed.server.ts";
import { freePort } from "../../test/free-port.ts";

export type Stage = Awaited<ReturnType<typeof openStage>>;
/**
 * One line of the table: `budget` is the most it may be, `atLeast` the least, `peers` what others reach. Without a figure
 * it says why.
 */
export type Figure = {
  what: string;
  got: number;
  budget?: number;
  atLeast?: number;
  unit: string;
  peers?: string;
  skipped?: string;
};
/** A shop in a process of its own. */
export type Running = { url: string; child: ChildProcess };

/** As the image and the README's command for production have it (decision 42). */
const ALLOCATOR = { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "131072" };

/** A real PostgreSQL with the sample goods, both providers with a clock that stands still, and the shop's settings. */
export async function openStage() {
  const folder = await mkdtemp(join(tmpdir(), "sauti-bench-"));
  // as root, the account that runs the database must be able to enter
  await chmod(folder, 0o755);
  const log = { info: () => {}, warn: () => {} };
  const engine = await startEmbeddedPostgres({ folder, log });
  await migrateDatabase(engine.connection, resolve("migrations"));
  const filling = connectDatabase(engine.connection, log);
  await seedWhenEmpty(filling.db, seedRatings);
  await filling.close();
  const pool = new pg.Pool({ ...engine.connection, max: 4 });
  const clock = createClock({ scale: 0 });
  const daraja = await startDaraja({ clock, queryLimit: false });
  const flutterwave = await startFlutterwave({ clock });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = {
    ...settingsFor({ shop: url, daraja: daraja.url, flutterwave: flutterwave.url }),
    // as at Safaricom's production
    MPESA_QUERY_EVERY: "1",
    LOG_LEVEL: "warn",
    HOST: "127.0.0.1",
    PORT: String(port),
    // every shopper has an address of his own
    TRUST_PROXY: "1",
  };
  const query = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await pool.query<Row>(text, values)).rows;
  const children: ChildProcess[] = [];

  return {
    folder,
    connection: engine.connection,
    settings,
    url,
    clock,
    daraja,
    query,
    /** The shop as `npm start` runs it, in a process of its own, with these settings besides. */
    async startShop(given: Record<string, string> = {}): Promise<Running> {
      const own = { ...settings, DATABASE_URL: addressOf(engine.connection), ...given };
      const child = spawn(process.execPath, ["scripts/serve.mjs"], {
        env: { PATH: process.env.PATH, ...ALLOCATOR, ...own },
        stdio: ["ignore", "ignore", "inherit"],
      });
      children.push(child);
      const running = { url: `http://127.0.0.1:${own.PORT}`, child };
      await untilReady(running.url);
      return running;
    },
    async stopShop() {
      for (const child of children.splice(0)) {
        child.kill("SIGTERM");
        if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      }
    },
    /** Another database on the same server, with the shop's tables and so many products of five sizes each. */
    async openCatalogue(products: number) {
      const database = `catalogue_${products}`;
      await query(`create database ${database}`);
      return fillCatalogue({ ...engine.connection, database }, products);
    },
    async close() {
      await this.stopShop();
      await daraja.close();
      await flutterwave.close();
      clock.close();
      await pool.end();
      await engine.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilReady(url: string): Promise<void> {
  for (let tries = 0; tries < 900; tries += 1) {
    const ready = await fetch(`${url}/api/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return;
    await pause(100);
  }
  throw new Error("The shop did not open.");
}

async function fillCatalogue(connection: pg.ClientConfig, products: number): Promise<string> {
  await migrateDatabase(connection, resolve("migrations"));
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(MANY_PRODUCTS, [products]);
  await client.query(THEIR_STOCK);
  await client.query("vacuum analyze");
  await client.end();
  return addressOf(connection);
}

// names and prices repeat, as they do in shops
const MANY_PRODUCTS = `
  insert into products (id, name, description, price, category, sub_category, sizes, images, colour, trending, bestseller)
  select '01' || lpad(n::text, 24, '0'),
    (array['Hoodie','Tee','Jacket','Skirt','Parka','Jogger','Vest','Cardigan'])[1 + n % 8] || ' '
      || (array['Kilifi','Lamu','Nanyuki','Kisumu','Naivasha','Mombasa','Nyeri'])[1 + n % 7] || ' ' || n,
    'Brushed cotton, cut wide, printed in Nairobi. Wash cold and inside out.', 500 + (n * 37) % 5000,
    (array['Men','Women','Unisex'])[1 + n % 3], (array['Topwear','Bottomwear','Winterwear'])[1 + n / 3 % 3],
    '{S,M,L,XL,XXL}', '{/images/sample.svg}', '#cccccc', n % 50 = 0, n % 70 = 0
  from generate_series(1, $1::int) as n`;
const THEIR_STOCK = `
  insert into stock (product_id, size, on_hand, received)
  select id, size, 1000, 1000 from products, unnest(sizes) as size`;

/** The address a shop finds this database by. */
export function addressOf({ host, port, user, password, database }: pg.ClientConfig): string {
  const socket = new URLSearchParams({ host: String(host), port: String(port ?? 5432) });
  return `postgres://${user}:${encodeURIComponent(String(password ?? ""))}@/${database}?${socket}`;
}
