import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { holdsInvariants } from "../../../test/invariants.ts";
import { stockOf } from "../../../test/outcome.ts";
import { ASKED_FREELY, intent, paidShop, push, pushOf } from "../../../test/payments.ts";
import type { Person } from "../../../test/people.ts";
import { transaction } from "../../platform/database/db.server.ts";
import { newId } from "../../platform/id.server.ts";
import { sweepPayments } from "../jobs.server.ts";

const shop = paidShop(ASKED_FREELY);

/** Somebody waits for a row that another has changed. */
const WAITS = "select from pg_locks where not granted and locktype = 'transactionid' limit 1";

const orderOfBuyer = async ({ userId }: Person) =>
  (
    await shop.query<{ id: string; phase: string }>("select id, phase from orders where user_id = $1", [
      userId,
    ])
  )[0];

const grow = ({ userId }: Person) =>
  shop.query("update orders set placed_at = placed_at - interval '2 minutes' where user_id = $1", [userId]);

test("an order ends once nobody is asked about its only prompt, and not while another attempt begins", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 1 } });
  await push(shop, buyer, pushOf(tee, shop.phone()));
  await shop.query(
    "update payments set state = 'failed', active = false, next_check_at = null where order_id in (select id from orders where user_id = $1)",
    [buyer.userId],
  );
  await grow(buyer);
  const order = await orderOfBuyer(buyer);
  let round: Promise<void> | undefined;
  await transaction(shop.db, async (tx) => {
    // as whoever begins to pay it again does
    await tx.execute(sql`select from orders where id = ${order?.id} for update`);
    round = shop.work();
    await vi.waitFor(async () => expect(await shop.query(WAITS)).toHaveLength(1), 20_000);
    await tx.execute(sql`update orders set placed_at = now() where id = ${order?.id}`);
    await tx.execute(sql`insert into payments (id, order_id, method, state, amount, phone, reference, next_check_at)
      select ${newId()}, order_id, method, 'pending', amount, phone, 'again', now() + interval '1 minute' from payments
      where order_id = ${order?.id}`);
  });
  await round;
  expect(await orderOfBuyer(buyer)).toMatchObject({ phase: "awaiting" });
  expect(await stockOf(shop, tee)).toEqual({ shelf: 0, held: 1, sold: 0 });
  await shop.query(
    "update payments set state = 'failed', next_check_at = null where order_id in (select id from orders where user_id = $1)",
    [buyer.userId],
  );
  await grow(buyer);
  await shop.work();
  expect(await orderOfBuyer(buyer)).toMatchObject({ phase: "ended" });
  expect(await stockOf(shop, tee)).toEqual({ shelf: 1, held: 0, sold: 0 });
});

test("a prompt that fails lets the goods go also where the card's page before it may still be paid", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 1 } });
  await intent(shop, buyer, tee);
  await push(shop, buyer, pushOf(tee, shop.phone("002")));
  await shop.pass(30);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 1, held: 0, sold: 0 });
});

test("an order that ended without money is gone after 90 days, and one whose money was seen stays", async () => {
  const ended = async () => {
    const { tee, buyer } = await shop.sale();
    await push(shop, buyer, pushOf(tee, shop.phone("002")));
    await shop.pass(15);
    await shop.query("update payments set next_check_at = null where state = 'failed'");
    await grow(buyer);
    await shop.work();
    expect(await orderOfBuyer(buyer)).toMatchObject({ phase: "ended" });
    return buyer;
  };
  const [gone, seen, young] = [await ended(), await ended(), await ended()];
  await shop.query("update orders set placed_at = now() - interval '91 days' where user_id = any($1)", [
    [gone.userId, seen.userId],
  ]);
  await shop.query(
    `insert into exceptions (id, key, kind, text, payment_id) select 'seen', 'seen', 'contradiction', 'seen', p.id
     from payments p join orders o on o.id = p.order_id where o.user_id = $1`,
    [seen.userId],
  );
  await sweepPayments(shop.context);
  expect(await orderOfBuyer(gone)).toBeUndefined();
  for (const stays of [seen, young]) expect(await orderOfBuyer(stays)).toMatchObject({ phase: "ended" });
});

holdsInvariants(() => shop);
