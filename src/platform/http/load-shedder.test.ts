import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { addProduct, onHand } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { PLACE } from "../../../test/orders.ts";
import { crowd, orderOf } from "../../../test/people.ts";
import { openTestShop, patient, type TestShop } from "../../../test/shop.ts";

const BUSY = { success: false, message: "The shop is very busy. Please try again in a moment." };
const LIST = "/api/product/list";

let shop: TestShop;
let door: string;
let asked = 0;

beforeAll(async () => {
  shop = await openTestShop({ CORS_ORIGINS: "https://shop.co.ke", TRUST_PROXY: "1" });
  await patient(shop);
  door = `http://127.0.0.1:${await shop.listen()}`;
});
afterAll(() => shop.close());
afterEach(() => reopen());

let reopen = async () => {};

/** Closes the catalogue, or these tables, so that whoever asks for what is in them stays at work until it is opened. */
async function closeCatalogue(tables = "products") {
  const client = await shop.looking.connect();
  await client.query("begin");
  await client.query(`lock table ${tables} in access exclusive mode`);
  reopen = async () => {
    reopen = async () => {};
    await client.query("rollback");
    client.release();
  };
  return () => reopen();
}

/** How long a slow machine may take to answer a crowd, in milliseconds. */
const SOON = { timeout: 15_000 };

/** Many at once, each asking what nobody has asked; gives what came back and, at any moment, the statuses so far. */
function many(count: number, ask: (index: number) => Promise<Response>) {
  const answered: Response[] = [];
  const all = Array.from({ length: count }, async (_, index) => {
    const response = await ask(index);
    answered.push(response);
    return response;
  });
  return { all: Promise.all(all), answered };
}

const browse = () => {
  asked += 1;
  return fetch(`${door}${LIST}?search=${asked}`);
};
/** Somebody nobody knows; of limits by address each has his own. */
const logIn = (body: object = {}, address = "10.0.0.1") =>
  fetch(`${door}/api/user/login`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": address },
    body: JSON.stringify(body),
  });
const statuses = async (all: Promise<Response[]>) => (await all).map((response) => response.status);

describe("more at once than can be done", () => {
  test("most of it browses, the rest is told at once, and a fifth is kept for orders, each of which counts", async () => {
    const tee = await addProduct(shop, { stock: { M: 200 } });
    // more than there are places, also where a busy machine has let in no more than a fifth to browse
    const people = await crowd(shop, 100);
    const open = await closeCatalogue();
    const browsing = many(150, browse);
    // whoever is not let in hears so while the others still wait
    await expect.poll(() => browsing.answered.length, SOON).toBeGreaterThanOrEqual(70);
    const refused = browsing.answered.slice();
    expect(new Set(refused.map((response) => response.status))).toEqual(new Set([503]));
    expect(await refused[0]?.json()).toEqual(BUSY);
    expect(refused[0]?.headers.get("retry-after")).toBe("2");

    const ordering = many(100, (index) =>
      fetch(`${door}${PLACE}`, {
        method: "POST",
        headers: { "content-type": "application/json", token: people[index]?.token ?? "" },
        body: JSON.stringify(orderOf(tee)),
      }),
    );
    // as many as there is no place for hear so at once; crowd-places.test.ts counts the places
    await expect.poll(() => ordering.answered.length, SOON).toBeGreaterThan(0);
    await open();

    const seen = await statuses(browsing.all);
    const found = seen.filter((status) => status === 200).length;
    expect(found).toBeGreaterThanOrEqual(20);
    expect(seen.filter((status) => status === 503)).toHaveLength(150 - found);
    const orders = await statuses(ordering.all);
    const placed = orders.filter((status) => status === 200).length;
    expect(placed).toBeGreaterThanOrEqual(20);
    expect(orders.filter((status) => status === 503)).toHaveLength(100 - placed);
    expect(await onHand(shop, tee)).toBe(200 - placed);
    // and it is over when it is over
    expect((await browse()).status).toBe(200);
  });

  test("a page is refused as a small page that tries again, a push with `error`, another site's call readably", async () => {
    const open = await closeCatalogue();
    const browsing = many(120, browse);
    await expect.poll(() => browsing.answered.length, SOON).toBeGreaterThanOrEqual(40);
    // longer than a page may take: from then on fewer and fewer are let in
    await new Promise((resolve) => setTimeout(resolve, 800));
    const page = await fetch(`${door}/collection`);
    expect(page.status).toBe(503);
    expect(Object.fromEntries(page.headers)).toMatchObject({
      "cache-control": "no-store",
      "content-type": "text/html; charset=utf-8",
      "retry-after": "2",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    });
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(await page.text()).toMatch(
      /<meta http-equiv="refresh" content="[2-5]">.*Many people are in the shop/,
    );
    const head = await fetch(`${door}/collection`, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([503, ""]);
    const call = await fetch(`${door}${LIST}`, { headers: { origin: "https://shop.co.ke" } });
    expect(call.headers.get("access-control-allow-origin")).toBe("https://shop.co.ke");
    const foreign = await fetch(`${door}${LIST}`, { headers: { origin: "https://evil.example" } });
    expect(foreign.headers.get("access-control-allow-origin")).toBeNull();

    // who watches over the shop, a browser's question ahead, and checkout are heard
    expect((await fetch(`${door}/api/health`)).status).toBe(200);
    expect((await fetch(`${door}/api/ready`)).status).toBe(200);
    expect((await fetch(`${door}${LIST}`, { method: "OPTIONS" })).status).not.toBe(503);
    expect((await logIn()).status).toBe(400);
    expect((await fetch(`${door}/hooks/card`, { method: "POST" })).status).not.toBe(503);
    await open();
    await browsing.all;
  });
});

test("callbacks and orders find a place whatever logging in and browsing take", async () => {
  const open = await closeCatalogue("products, users");
  const logins = many(130, (at) =>
    logIn({ email: `nobody${at}@example.com`, password: "jembe" }, `10.0.1.${at}`),
  );
  await expect.poll(() => logins.answered.length, SOON).toBeGreaterThanOrEqual(30);
  expect(new Set(logins.answered.map(({ status }) => status))).toEqual(new Set([503]));
  await expect.poll(async () => (await logIn()).status, SOON).toBe(503);
  const callback = await fetch(`${door}/hooks/card`, { method: "POST" });
  expect(callback.status).toBe(401);
  await open();
  expect(await statuses(logins.all)).not.toContain(500);
});

holdsInvariants(() => shop);
