import { afterAll, expect, test } from "vitest";
import { untilCached } from "../../../test/cached-pages.ts";
import { openPages } from "../../../test/pages.ts";
import { openTestShop } from "../../../test/shop.ts";

const TOKEN = "a token for Prometheus, 32 characters";
const bearer = { authorization: `Bearer ${TOKEN}` };

const shop = await openTestShop({ METRICS_TOKEN: TOKEN });
const pages = await openPages(shop, { METRICS_TOKEN: TOKEN });
afterAll(() => shop.close());

const scrape = async () => (await shop.get("/metrics", bearer)).text;
/** The value of the one line that begins so. */
const readingOf = (text: string, start: string) =>
  Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${start} `))
      ?.split(" ")
      .at(-1),
  );

test("Only the token's bearer reads the metrics", async () => {
  for (const headers of [
    {},
    { authorization: TOKEN },
    { authorization: `Bearer ${TOKEN}x` },
    { token: TOKEN },
  ])
    expect(await shop.get("/metrics", headers as Record<string, string>)).toMatchObject({
      status: 401,
      text: expect.stringContaining("The token is missing or wrong."),
    });
  const answer = await shop.get("/metrics", bearer);
  expect(answer).toMatchObject({
    status: 200,
    headers: { "cache-control": "no-store", "content-type": expect.stringContaining("text/plain") },
  });
});

test("without a token in the settings there is no such address", async () => {
  const other = await openTestShop();
  expect((await other.get("/metrics", bearer)).status).toBe(404);
  await other.close();
});

test("Metrics name route patterns and no person", async () => {
  const series = (status: string, route: string) =>
    `http_request_duration_seconds_count{method="GET",route="${route}",status="${status}"}`;
  const before = await scrape();
  await shop.get("/api/health");
  await shop.get("/api/health?phone=0712345678");
  await shop.get("/0712345678/secret");
  await shop.get("/api/order/mine-0712345678");
  const after = await scrape();
  const more = (name: string) => readingOf(after, name) - (readingOf(before, name) || 0);
  expect(more(series("2xx", "/api/health"))).toBe(2);
  expect(more(series("4xx", "none"))).toBe(2);
  expect(after).not.toMatch(/0712345678|secret|mine-/);
});

test("what the owner alerts on stands in the database's counts, read again after 15 seconds", async () => {
  const text = await scrape();
  for (const list of ["money", "exceptions", "codes"])
    expect(readingOf(text, `payments_waiting_for_person{list="${list}"}`)).toBe(0);
  const none = "refunds_due mails_waiting mails_failed oldest_unsettled_payment_seconds checks_due".split(
    " ",
  );
  for (const name of none) expect(readingOf(text, name)).toBe(0);
  for (const name of ["jobs_waiting", "nodejs_eventloop_lag_seconds", "process_resident_memory_bytes"])
    expect(readingOf(text, name)).toBeGreaterThanOrEqual(0);
  expect(readingOf(text, `database_pool_connections{state="total"}`)).toBeGreaterThanOrEqual(1);
  expect(readingOf(text, `database_pool_connections{state="waiting"}`)).toBe(0);
  const types = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
  expect(new Set(types).size).toBe(types.length);
});

test("mails, refunds and payments that wait are counted", async () => {
  const other = await openTestShop({ METRICS_TOKEN: TOKEN });
  for (const [at, state] of ["waiting", "sending", "failed", "unknown", "sent"].entries())
    await other.query(
      "insert into outbox (id, event, recipient, subject, html, text, state) values ($1, $1, 'a@example.com', 's', 'h', 't', $2)",
      [`mail ${at}`, state],
    );
  await other.query(
    `insert into transactions (id, provider, receipt, amount, unallocated, refunding, source, verified)
     values ('a', 'mpesa', 'UK5AB12CD3', 7, 2, 5, 'c2b', true)`,
  );
  await other.query("insert into refunds (id, transaction_id, amount, reason) values ('a', 'a', 5, 'test')");
  await other.query("insert into exceptions (id, key, kind, text) values ('e', 'e', 'message', 'not read')");
  await other.query(
    "insert into users (id, name, email, password_hash) values ('u', 'Wanjiku', 'w@example.com', '')",
  );
  await other.query(
    `with awaiting as (
       insert into orders (id, user_id, phase, subtotal, delivery_fee, amount, payment_method, key_hash, request_hash, contents_hash)
       values ('an order', 'u', 'awaiting', 5, 1, 6, 'mpesa', 'c', 'c', 'c'))
     insert into payments (id, order_id, method, state, amount, reference, created_at, next_check_at)
     values ('p', 'an order', 'mpesa', 'pending', 6, 'r', now() - interval '90 seconds', now())`,
  );
  await other.query(
    "insert into jobs (kind, key, due_at, tries) values ('refund', 'a', now(), 2), ('refund', 'b', now(), 3)",
  );
  const { text } = await other.get("/metrics", bearer);
  expect(readingOf(text, "jobs_failing")).toBe(1);
  expect(readingOf(text, "mails_waiting")).toBe(2);
  expect(readingOf(text, "mails_failed")).toBe(2);
  expect(readingOf(text, "refunds_due")).toBe(1);
  expect(readingOf(text, "checks_due")).toBe(1);
  for (const list of ["money", "exceptions"])
    expect(readingOf(text, `payments_waiting_for_person{list="${list}"}`)).toBe(1);
  expect(readingOf(text, "oldest_unsettled_payment_seconds")).toBeGreaterThanOrEqual(90);
  expect(text).not.toContain("example.com");
  await other.close();
});

test("pages from the cache are counted, though no route sees them", async () => {
  await untilCached(pages);
  const count = async () => {
    const { body } = await pages.ask("/metrics", bearer);
    return readingOf(body.toString(), `http_responses_before_routing_total{by="cache",status="2xx"}`);
  };
  const before = await count();
  for (let n = 0; n < 5; n++) await pages.ask("/");
  expect(await count()).toBe(before + 5);
});
