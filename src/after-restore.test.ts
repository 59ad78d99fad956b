import { afterAll, expect, test } from "vitest";
import { ask } from "../test/ask.ts";
import { openBackups, restore } from "../test/backups.ts";
import { addProduct } from "../test/goods.ts";
import { brokenInvariants } from "../test/invariants.ts";
import { PLACE } from "../test/orders.ts";
import { intent, openPaidShop, type PaidShop, phoneOf, push, pushOf } from "../test/payments.ts";
import { customer, orderOf } from "../test/people.ts";
import { signInStaff } from "../test/support/back-office.ts";
import { adaptRestored } from "./after-restore.server.ts";
import { COMMAND } from "./platform/audit/actor.server.ts";

const BY = { ...COMMAND, name: "npm run restore" };
const TAKEN = "2026-11-23T10:00:00.000Z";

const restored = (statement: string) => ask(into, statement);

const [shop, backups] = await Promise.all([openPaidShop(), openBackups()]);
const buyer = await customer(shop);
await trade();
const owner = await signInStaff(shop);
await shop.post("/api/user/register", {
  name: "Njeri",
  email: "njeri@example.com",
  password: "jembe na nyundo 7",
});
const into = await backups.emptyDatabase();
const folder = await backups.take(shop.connection);
const lines =
  (await restore(into, folder, { adapt: (tx) => adaptRestored(tx, { by: BY, takenAt: TAKEN }) })) ?? [];
afterAll(async () => {
  await shop.close();
  await backups.close();
});

/** Orders, payments of every kind under way, mails of every state, and refunds. */
async function trade(): Promise<void> {
  const tee = await addProduct(shop, { stock: { M: 50 } });
  await shop.post(PLACE, orderOf(tee), buyer.token);
  await push(shop, buyer, pushOf(tee, phoneOf("001")));
  await intent(shop, await customer(shop), tee);
  const others = await Promise.all([1, 2, 3, 4].map(() => customer(shop)));
  for (const [at, other] of others.entries()) {
    await shop.post(PLACE, orderOf(tee), other.token);
    const state = ["due", "sending", "sent", "done"][at];
    await shop.query(
      `with came as (insert into transactions (id, provider, receipt, amount, allocated, refunding, refunded, unallocated,
           source, verified, order_id, payment_id)
         select id, 'mpesa', typed_code, amount, 0, case $2 when 'done' then 0 else amount end,
           case $2 when 'done' then amount else 0 end, 0, 'c2b', true, order_id, id from payments
           where order_id in (select id from orders where user_id = $1)
         returning id, amount, order_id),
       paid as (update payments set state = 'paid', transaction_id = id, paid_at = now(), code = '0', active = false,
         next_check_at = null where id = (select id from came)),
       refunded as (update orders set payment = true, refund = case $2 when 'done' then 'done' else 'due' end, all_refunded = true
         where id = (select order_id from came)),
       owed as (insert into refunds (id, transaction_id, order_id, amount, reason, state)
         select id, id, order_id, amount, 'test', $2 from came returning id, amount)
       insert into refund_attempts (id, refund_id, way, amount, state)
       select id, id, 'provider', amount, $2 from owed where $2 <> 'due'`,
      [other.userId, state],
    );
  }
  // a paid order's goods are sold, not kept
  await shop.query(
    `with sold as (delete from holds where order_id in (select order_id from refunds) returning product_id, size)
     update stock s set held = held - (select count(*) from sold where sold.product_id = s.product_id and sold.size = s.size)`,
  );
  await shop.query("update payments set lease_until = now() + interval '1 minute' where state = 'pending'");
  await shop.query(
    "insert into provider_tokens (provider, token, expires_at) values ('test', 'secret', now() + interval '1 hour')",
  );
  for (const state of ["waiting", "sending", "sent", "failed"])
    await shop.query(
      "insert into outbox (id, event, recipient, subject, html, text, state) values ($1, $1, 'a@example.com', $1, 'h', 't', $2)",
      [`a mail ${state}`, state],
    );
}

test("After a restore no mail is sent a second time", async () => {
  expect(await restored("select id, state from outbox where id like 'a mail %' order by id")).toEqual([
    { id: "a mail failed", state: "failed" },
    { id: "a mail sending", state: "held" },
    { id: "a mail sent", state: "sent" },
    { id: "a mail waiting", state: "held" },
  ]);
  expect(await restored("select id from outbox where state in ('waiting', 'sending')")).toEqual([]);
  expect(lines).toEqual(
    expect.arrayContaining(["  a@example.com: a mail waiting", "  a@example.com: a mail sending"]),
  );
  expect(lines).not.toContain("  a@example.com: a mail sent");
});

test("After a restore unsettled payments are checked", async () => {
  const states = await restored(
    "select method, count(*)::int as count from payments where state = 'pending' group by 1 order by 1",
  );
  expect(states).toEqual([
    { method: "cod", count: 1 },
    { method: "flutterwave", count: 1 },
    { method: "mpesa", count: 1 },
  ]);
  expect(
    await restored(
      "select id from payments where state = 'pending' and (next_check_at > now() or next_check_at is null or lease_until is not null)",
    ),
  ).toEqual([]);
  expect(await restored("select * from provider_tokens")).toEqual([]);
  expect(await restored("select key from jobs where kind <> 'notices'")).toEqual([]);
});

test("After a restore no refund is sent a second time unasked", async () => {
  const states = "select state, next_try_at <= now() as due from refunds order by state";
  expect(await restored(states)).toEqual([
    { state: "done", due: true },
    { state: "sent", due: true },
    { state: "unknown", due: null },
    { state: "unknown", due: null },
  ]);
  const notices = "select what from owner_notices where what like '%after the backup%'";
  expect(await restored(notices)).toEqual(
    Array(2).fill({ what: "it may have been refunded after the backup was made" }),
  );
});

test("counts and invariants are those of the shop, and the log says that it was restored", async () => {
  for (const table of ["users", "orders", "order_items", "products", "stock", "holds", "payments"])
    expect(await restored(`select count(*) from ${table}`)).toEqual(
      await shop.query(`select count(*) from ${table}`),
    );
  const query = async <Row>(text: string) => (await restored(text)) as Row[];
  expect(await brokenInvariants({ query: query as PaidShop["query"] })).toEqual([]);
  expect(
    await restored("select staff_name, action, subject_id from audit where action !~ '^person'"),
  ).toEqual([{ staff_name: "npm run restore", action: "shop.restore", subject_id: TAKEN }]);
});

test("After a restore nobody is signed in", async () => {
  const counts = `select (select count(*)::int from sessions) as sessions, (select count(*)::int from staff_sessions) as staff,
    (select count(*)::int from mail_links where expires_at > now()) as links,
    (select count(*)::int from staff_links where expires_at > now()) as welcomes`;
  expect(await shop.query(counts)).toEqual([
    { sessions: expect.any(Number), staff: 1, links: 1, welcomes: 1 },
  ]);
  expect((await owner.get("/me")).status).toBe(200);
  expect(await restored(counts)).toEqual([{ sessions: 0, staff: 0, links: 0, welcomes: 0 }]);
  expect(await restored("select name from staff")).toEqual([{ name: owner.name }]);
});
