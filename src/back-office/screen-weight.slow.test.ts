import { brotliDecompressSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { addInventedOrders } from "../../scripts/seed/invented-orders.ts";
import { inventCoupons } from "../../test/coupons.ts";
import { openPages } from "../../test/pages.ts";
import { inventReviews } from "../../test/reviews.ts";
import { openTestShop } from "../../test/shop.ts";
import { signInStaff } from "../../test/support/back-office.ts";

// what a screen brings to a phone, as sent: kB of 1,000 bytes
const HTML_MAX = 20;
const FIRST_LOAD_MAX = 160;

const shop = await openTestShop();
// enough for fifty rows of each list
await addInventedOrders(shop.connection, 600);
await shop.query(`update payments set state = 'needs_review', reason = null, paid_at = null, transaction_id = null
  where id in (select id from payments where method = 'cod' and typed_code is not null limit 60)`);
await inventReviews(shop);
await inventCoupons(shop, { coupons: 60, uses: 1 });
const pages = await openPages(shop);
const cookie = (await signInStaff(shop)).cookie;
afterAll(() => shop.close());

/** A file or a document: what it weighs as sent, and its text. */
async function fetched(path: string) {
  const { status, headers, body } = await pages.ask(path, { cookie, "accept-encoding": "br" });
  expect(status, path).toBe(200);
  const text = headers["content-encoding"] === "br" ? brotliDecompressSync(body).toString() : "";
  return { weight: body.length / 1_000, text };
}

/** Screens share most of their files: each is asked for once. */
const kept = new Map<string, ReturnType<typeof fetched>>();
function fetchedOnce(file: string) {
  const known = kept.get(file) ?? fetched(file);
  kept.set(file, known);
  return known;
}

const named = (text: string) => text.match(/\/staff\/assets\/[\w.-]+\.(js|css|woff2)/g) ?? [];

/** What the files weigh that a document asks for, and those its style sheets do. */
async function weighFiles(document: string): Promise<number[]> {
  const files = new Set(named(document));
  for (const style of [...files].filter((file) => file.endsWith(".css")))
    for (const file of named((await fetchedOnce(style)).text)) files.add(file);
  return Promise.all([...files].map(async (file) => (await fetchedOnce(file)).weight));
}

async function firstOf(list: string): Promise<string> {
  const { body } = await shop.send({ method: "GET", url: `/api/staff/${list}`, headers: { cookie } });
  const rows = body.rows as { _id: string }[];
  expect(rows, list).toHaveLength(list === "people" ? 1 : 50);
  return rows[0]?._id ?? "";
}

test("Every screen of the back office is light", async () => {
  const [order, payment] = [await firstOf("orders"), await firstOf("money")];
  const screens = ["", "/orders", `/orders/${order}`, "/codes", "/money?state=paid"]
    .concat("/money", `/money/${payment}`, "/people", "/devices", "/audit", "/reviews")
    .concat("/settings", "/settings/shop", "/settings/banner", "/settings/payments", "/settings/alerts")
    .concat("/settings/policies")
    .concat("/settings/delivery")
    .concat("/episodes")
    .concat("/coupons", "/coupons/new", `/coupons/${await firstOf("coupons")}`)
    .concat("/goods", "/goods/new", "/goods/import", `/goods/${await firstOf("goods")}`)
    .concat("/sign-in", "/second-factor", "/welcome?token=x");
  await firstOf("codes");
  await firstOf("reviews");
  for (const screen of screens) {
    const path = `/staff${screen}`;
    const { weight: html, text } = await fetched(path);
    expect(html, path).toBeLessThanOrEqual(HTML_MAX);
    const files = await weighFiles(text);
    expect(files.length, path).toBeGreaterThan(4);
    expect(html + files.reduce((sum, each) => sum + each, 0), path).toBeLessThanOrEqual(FIRST_LOAD_MAX);
  }
});

test("more codes than a page has wait behind it", async () => {
  const { body } = await shop.send({ method: "GET", url: "/api/staff/codes", headers: { cookie } });
  const { next, total } = body as unknown as { next: string; total: number };
  expect(total).toBeGreaterThan(55);
  expect(await placeOn("/staff/codes")).toBe(`1 of 50, ${total} wait in all`);
  const second = await placeOn(`/staff/codes?${new URLSearchParams({ after: next })}`);
  expect(second).toBe(`1 of ${total - 50}, ${total} wait in all`);
});

/** What a page of the queue says of where it stands. */
async function placeOn(path: string): Promise<string | undefined> {
  const { body } = await pages.ask(path, { cookie });
  return /\b1 of \d+[^<]*/.exec(body.toString())?.[0];
}
