import { connect, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { addProduct, onHand } from "../../test/goods.ts";
import { holdsInvariants } from "../../test/invariants.ts";
import { PLACE } from "../../test/orders.ts";
import { crowd, orderOf } from "../../test/people.ts";
import { openTestShop, patient, type TestShop } from "../../test/shop.ts";

const BUSY = { success: false, message: "The shop is very busy. Please try again in a moment." };
const LIST = "/api/product/list";

let shop: TestShop;
let door: string;
let asked = 0;

beforeAll(async () => {
  shop = await openTestShop({ CORS_ORIGINS: "https://shop.co.ke", TRUST_PROXY: "1" });
  patient(shop);
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
const SOON = { timeout: 10_000 };

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

const search = (given: RequestInit) => {
  asked += 1;
  return fetch(`${door}${LIST}?search=${asked}`, given);
};
const browse = () => search({});
/** The status of one more who browses; 0 for one who found a place and waits in it. */
const oneMore = async () =>
  (await search({ signal: AbortSignal.timeout(500) }).catch(() => ({ status: 0 }))).status;
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
    const people = await crowd(shop, 60);
    const open = await closeCatalogue();
    const browsing = many(150, browse);
    // whoever is not let in hears so while the others still wait
    await expect.poll(() => browsing.answered.length, SOON).toBeGreaterThanOrEqual(70);
    const refused = browsing.answered.slice();
    expect(new Set(refused.map((response) => response.status))).toEqual(new Set([503]));
    expect(await refused[0]?.json()).toEqual(BUSY);
    expect(refused[0]?.headers.get("retry-after")).toBe("2");
    const inside = 150 - refused.length;

    const ordering = many(60, (index) =>
      fetch(`${door}${PLACE}`, {
        method: "POST",
        headers: { "content-type": "application/json", token: people[index]?.token ?? "" },
        body: JSON.stringify(orderOf(tee)),
      }),
    );
    await expect
      .poll(() => ordering.answered.length, SOON)
      .toBe(60 - Math.max(20, Math.min(60, 100 - inside)));
    await open();

    const seen = await statuses(browsing.all);
    expect(seen.filter((status) => status === 200)).toHaveLength(inside);
    const orders = await statuses(ordering.all);
    const placed = orders.filter((status) => status === 200).length;
    expect(placed).toBeGreaterThanOrEqual(20);
    expect(orders.filter((status) => status === 503)).toHaveLength(60 - placed);
    expect(await onHand(shop, tee)).toBe(200 - placed);
    // and it is over when it is over
    expect((await browse()).status).toBe(200);
  });

  test("those who only wait on others keep a fifth for browsing", async () => {
    const tee = await addProduct(shop);
    const people = await crowd(shop, 120);
    const open = await closeCatalogue();
    const ordering = many(120, (index) =>
      fetch(`${door}${PLACE}`, {
        method: "POST",
        headers: { "content-type": "application/json", token: people[index]?.token ?? "" },
        body: JSON.stringify(orderOf(tee)),
      }),
    );
    await expect.poll(() => ordering.answered.length, SOON).toBe(20);
    const browsing = many(30, () => fetch(`${door}/api/cart/get`, { method: "POST" }));
    expect(await statuses(browsing.all)).not.toContain(503);
    await open();
    expect((await statuses(ordering.all)).filter((status) => status === 200)).toHaveLength(100);
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

test("connections whose requests come one behind the other take one place each", async () => {
  const port = Number(new URL(door).port);
  const open = await closeCatalogue();
  const sockets = Array.from({ length: 40 }, (_, at) => {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    const requests = Array.from(
      { length: 16 },
      (_, turn) => `GET ${LIST}?search=left${at}.${turn} HTTP/1.1\r\nHost: shop\r\n\r\n`,
    );
    socket.write(requests.join(""));
    return socket;
  });
  // they have been taken in when one who came after them waits
  expect(await oneMore()).toBe(0);
  for (const socket of sockets) socket.destroy();
  await open();
  await expect.poll(async () => (await browse()).status, SOON).toBe(200);
});

test("callbacks and orders find a place whatever logging in and browsing take", async () => {
  const open = await closeCatalogue("products, users");
  const logins = many(130, (at) =>
    logIn({ email: `nobody${at}@example.com`, password: "jembe" }, `10.0.1.${at}`),
  );
  await expect.poll(() => logins.answered.length, SOON).toBeGreaterThanOrEqual(30);
  expect(new Set(logins.answered.map(({ status }) => status))).toEqual(new Set([503]));
  expect((await logIn()).status).toBe(503);
  const callback = await fetch(`${door}/hooks/card`, { method: "POST" });
  expect(callback.status).toBe(401);
  await open();
  expect(await statuses(logins.all)).not.toContain(500);
});

test("what somebody asked for who hangs up counts until it is made", async () => {
  const open = await closeCatalogue();
  const leaving = new AbortController();
  const left = Promise.allSettled(
    Array.from({ length: 150 }, (_, at) => fetch(`${door}${LIST}?search=gone${at}`, leaving)),
  );
  await expect.poll(oneMore, SOON).toBe(503);
  leaving.abort();
  await left;
  await expect.poll(oneMore, SOON).toBe(503);
  await open();
  await expect.poll(async () => (await browse()).status, SOON).toBe(200);
});

test("a question that announces a body counts until it is answered", async () => {
  const port = Number(new URL(door).port);
  const open = await closeCatalogue();
  const sockets = Array.from({ length: 120 }, (_, at) => {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    socket.write(`GET ${LIST}?search=body${at} HTTP/1.1\r\nHost: shop\r\nContent-Length: 1\r\n\r\n`);
    return socket;
  });
  await expect.poll(oneMore, SOON).toBe(503);
  // longer than a body may take
  await new Promise((resolve) => setTimeout(resolve, 300));
  await expect.poll(oneMore, SOON).toBe(503);
  for (const socket of sockets) socket.destroy();
  await open();
  await expect.poll(async () => (await browse()).status, SOON).toBe(200);
});

test("bodies that never end keep nobody out, and those that end late are answered", async () => {
  const port = Number(new URL(door).port);
  const head =
    "POST /api/user/login HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{";
  const sockets: Socket[] = [];
  let answers = 0;
  for (let count = 0; count < 120; count += 1) {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    socket.write(head);
    socket.on("data", (bytes) => {
      if (bytes.toString().startsWith("HTTP/1.1 400")) answers += 1;
    });
    sockets.push(socket);
  }
  await expect.poll(async () => (await logIn()).status, SOON).toBe(400);
  for (const socket of sockets) socket.write("}");
  await expect.poll(() => answers, SOON).toBeGreaterThanOrEqual(100);
  await expect.poll(async () => (await logIn()).status, SOON).toBe(400);
  for (const socket of sockets) socket.destroy();
});

holdsInvariants(() => shop);
