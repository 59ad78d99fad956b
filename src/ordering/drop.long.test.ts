import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { buildWhenStale } from "../../scripts/build-when-stale.ts";
import { databaseUrl } from "../../test/database-url.ts";
import { freePort } from "../../test/free-port.ts";
import { addProduct, hasCome, onHand } from "../../test/goods.ts";
import { brokenInvariants } from "../../test/invariants.ts";
import { PLACE } from "../../test/orders.ts";
import { orderOf, type Person, regulars } from "../../test/people.ts";
import { openTestShop } from "../../test/shop.ts";

const BUYERS = 240;
const PIECES = 50;
/** Until the moment, once both processes are open, in seconds. */
const AHEAD = 6;

const started: ChildProcess[] = [];
await buildWhenStale();
const shop = await openTestShop();
afterAll(async () => {
  for (const child of started) {
    child.kill("SIGTERM");
    if (child.exitCode === null) await once(child, "exit");
  }
  await shop.close();
});

/** The shop as it is run, in a process of its own, on the database of the test; gives its address. */
async function start(): Promise<string> {
  const port = String(await freePort());
  const settings = {
    DATABASE_URL: databaseUrl(shop.connection),
    PORT: port,
    HOST: "127.0.0.1",
    TRUST_PROXY: "1",
  };
  const url = `http://127.0.0.1:${port}`;
  started.push(
    spawn(process.execPath, ["scripts/serve.mjs"], {
      env: {
        PATH: process.env.PATH,
        LOG_LEVEL: "warn",
        PUBLIC_URL: url,
        PAYMENT_METHODS: "cod",
        ...settings,
      },
      stdio: ["ignore", "ignore", "inherit"],
    }),
  );
  const isReady = () =>
    fetch(`${url}/api/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isReady, { timeout: 60_000, interval: 100 }).toBe(true);
  return url;
}

const UNKNOWN = "An item in your cart (size M) is no longer on sale.";

test("Two processes serve nobody before a drop and sell exactly its pieces", async () => {
  const urls = [await start(), await start()];
  const people = await regulars(shop, BUYERS);
  const drop = await addProduct(shop, { name: "Dropped hoodie", stock: { M: PIECES }, onSaleIn: AHEAD });
  let early = 0;
  const seen = urls.map(() => 0);

  /** Looks at the page until it is there. */
  const look = async (url: string, at: number) => {
    for (;;) {
      const { status } = await fetch(`${url}/product/${drop._id}`);
      if (status === 200) break;
      expect([404, 503]).toContain(status);
      seen[at] = (seen[at] ?? 0) + 1;
      await pause(20);
    }
    // asked afterwards: a page in time means that the moment had come before
    if (!(await hasCome(shop, drop))) early += 1;
  };

  /** Orders until there is an answer that is none of before the moment, nor of a shop that has too much to do. */
  const buy = async ({ token, userId }: Person, index: number) => {
    const url = urls[index % 2];
    const headers = {
      "content-type": "application/json",
      "idempotency-key": userId,
      "x-forwarded-for": `10.0.0.${index}`,
      token,
    };
    const body = JSON.stringify(orderOf(drop));
    for (let tries = 1; ; tries += 1) {
      const answer = await fetch(`${url}${PLACE}`, { method: "POST", headers, body });
      const { message } = (await answer.json()) as { message: string };
      if (answer.status === 200) return { isBought: true, tries };
      const isEarly = answer.status === 409 && message === UNKNOWN;
      if (!isEarly && answer.status !== 503) {
        expect([answer.status, message]).toEqual([409, expect.stringContaining("Dropped hoodie")]);
        return { isBought: false, tries };
      }
      await pause(200 + 400 * Math.random());
    }
  };

  const [bought] = await Promise.all([Promise.all(people.map(buy)), Promise.all(urls.map(look))]);
  expect(early).toBe(0);
  for (const looks of seen) expect(looks).toBeGreaterThan(0);
  // they had asked before it
  expect(bought.filter(({ tries }) => tries > 1).length).toBeGreaterThan(BUYERS / 2);
  expect(bought.filter(({ isBought }) => isBought)).toHaveLength(PIECES);
  expect(await onHand(shop, drop)).toBe(0);
  const placed = await shop.query<{ early: boolean }>(
    `select o.placed_at < p.on_sale_from as early from orders o join order_items i on i.order_id = o.id
     join products p on p.id = i.product_id where p.id = $1`,
    [drop._id],
  );
  expect(placed).toEqual(Array(PIECES).fill({ early: false }));
  expect(await brokenInvariants(shop)).toEqual([]);
}, 180_000);
