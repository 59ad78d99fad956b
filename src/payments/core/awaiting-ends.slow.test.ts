import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { WAMBUI } from "../../../test/counter.ts";
import { onHand } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { untilWaiting, whileLocked } from "../../../test/locks.ts";
import { PLACE } from "../../../test/orders.ts";
import { moneyOf, outcomeOf, stockOf } from "../../../test/outcome.ts";
import {
  ASKED_FREELY,
  changePayments,
  intent,
  paidShop,
  payBy,
  paymentOf,
  push,
  pushOf,
} from "../../../test/payments.ts";
import { ADDRESS, freshCode, orderOf, type Person } from "../../../test/people.ts";
import { tellOfMoney } from "../../../test/till.ts";
import { cancelByStaff } from "../../ordering/staff/cancel-by-staff.server.ts";
import { transaction } from "../../platform/database/db.server.ts";
import { newId } from "../../platform/id.server.ts";
import { sweepPayments } from "../delete-ended.server.ts";
import { orderMoney } from "../staff/order-money.server.ts";

const shop = paidShop(ASKED_FREELY);

/** Somebody waits for a row that another has changed. */
const WAITS = "select from pg_locks where not granted and locktype = 'transactionid' limit 1";

const orderOfBuyer = async ({ userId }: Person) =>
  (await shop.query("select id, phase, payment, address from orders where user_id = $1", [userId]))[0];

const grow = ({ userId }: Person) =>
  shop.query("update orders set placed_at = placed_at - interval '2 minutes' where user_id = $1", [userId]);

test("an order ends once nobody is asked about its only prompt, and not while another attempt begins", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 1 } });
  await push(shop, buyer, pushOf(tee, shop.phone()));
  await changePayments(shop, buyer, "state = 'failed', active = false, next_check_at = null");
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
  await changePayments(shop, buyer, "state = 'failed', next_check_at = null");
  await grow(buyer);
  await shop.work();
  expect(await orderOfBuyer(buyer)).toMatchObject({ phase: "ended" });
  expect(await stockOf(shop, tee)).toEqual({ shelf: 1, held: 0, sold: 0 });
});

test("a prompt that fails lets the goods go also where the card's page before it may still be paid", async () => {
  const { tee, buyer } = await shop.cardPage({ stock: { M: 1 } });
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

test("the address last given is where the items go, also when the payment under way was begun with another", async () => {
  const { tee, buyer, tx_ref } = await shop.cardPage();
  const address = { ...ADDRESS, street: "7 Moi Avenue", email: "right@example.com" };
  const again = await payBy(shop, "flutterwave", buyer, tee, { address });
  expect(again.body.data).toMatchObject({ tx_ref });
  await shop.flutterwave.pay({ tx_ref, amount: 1501, card: "5061460166976054667" });
  await shop.pass(10);
  expect(await orderOfBuyer(buyer)).toMatchObject({ phase: "placed", payment: true, address });
  expect(
    await shop.query("select 1 from outbox where recipient = 'right@example.com' and event like 'placed:%'"),
  ).toHaveLength(1);
});

test("money that was seen and does not fit is not forgotten when a later try fails", async () => {
  const { buyer, tx_ref } = await shop.cardPage();
  await shop.flutterwave.pay({ tx_ref, amount: 1501, card: "4000000000000007" });
  await shop.pass(10);
  expect(await paymentOf(shop, buyer)).toMatchObject({ state: "paid_held", reason: "amount differs" });
  shop.flutterwave.switches({ byReference: "last" });
  await shop.flutterwave.pay({ tx_ref, amount: 1501, card: "5551651630381384" });
  await shop.pass(1_900, 1_900);
  await shop.post("/api/order/flutterwave", { tx_ref }, buyer.token);
  shop.flutterwave.switches({ byReference: "first" });
  expect(await paymentOf(shop, buyer)).toMatchObject({ state: "paid_held" });
  expect(await moneyOf(shop, buyer)).toMatchObject([{ amount: 1500, state: "unallocated" }]);
});

test("who begins to pay again and again keeps nothing from others, and still gets what is there when he pays", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 5 } });
  for (const quantity of [1, 2, 3, 4]) await intent(shop, buyer, tee, quantity);
  expect(await onHand(shop, tee)).toBe(1);
  const { tx_ref } = await intent(shop, buyer, tee, 5);
  expect(await onHand(shop, tee)).toBe(5);
  await shop.flutterwave.pay({ tx_ref, amount: 7501, card: "5061460166976054667" });
  await shop.pass(10);
  const { orders } = await outcomeOf(shop, buyer);
  expect(orders).toMatchObject([{ payment: true, status: "Order Placed" }]);
  expect(await onHand(shop, tee)).toBe(0);
});

/** While it waits for the order, its attempts are free for whoever has that locked: no two wait for each other. */
async function waitsFree(orderId: string, act: () => Promise<unknown>): Promise<void> {
  const lock = { text: "select from orders where id = $1 for no key update", values: [orderId] };
  const { acting } = await whileLocked(shop, lock, async (holder) => {
    const acting = act();
    await untilWaiting(shop, 1);
    await holder.query("select from payments where order_id = $1 for update nowait", [orderId]);
    return { acting };
  });
  await acting;
}

async function begun(key: string) {
  const { tee, buyer } = await shop.sale({ stock: { M: 5 } });
  await push(shop, buyer, pushOf(tee, shop.phone("035")), key);
  await shop.pass(190, 190);
  const { order_id: id } = await paymentOf(shop, buyer);
  return { tee, buyer, key, id: String(id) };
}

test("who asks for a second prompt locks the order before the attempts", async () => {
  const { tee, buyer, key, id } = await begun("second-prompt");
  await waitsFree(id, () => push(shop, buyer, pushOf(tee, shop.phone()), key));
  expect(await shop.query("select from payments where order_id = $1", [id])).toHaveLength(2);
});

test("a card page is not gone on with once a code has paid its order, or placed another in its place", async () => {
  const [{ tee, buyer }, other] = [await shop.sale({ stock: { M: 9 } }), await shop.sale()];
  const byCard = (who: Person, key: string) => payBy(shop, "flutterwave", who, tee, { key });
  const [key, code] = ["page-then-paid", freshCode()];
  expect(await byCard(buyer, key)).toMatchObject({ status: 200 });
  const { orderId } = (await payBy(shop, "cod", buyer, tee, { key, mpesaCode: code })).body;
  await tellOfMoney(shop, code);
  expect(await byCard(buyer, key)).toMatchObject({ status: 409, body: { orderId } });
  expect(await byCard(buyer, "another-tab")).toMatchObject({ status: 409, body: { again: true, orderId } });
  const page = (await byCard(other.buyer, "page-then-other")).body.data;
  const placed = await payBy(shop, "cod", other.buyer, other.tee, { key: "page-then-other" });
  expect(placed.status).toBe(200);
  const { status, body } = await byCard(other.buyer, "another-tab");
  expect([status, body.data]).not.toEqual([200, page]);
  expect(status).toBe(200);
});

test("so do staff who change it", async () => {
  const { tee, buyer, key, id } = await begun("staff-cancel");
  await shop.post(PLACE, orderOf(tee), buyer.token, { "idempotency-key": key });
  const money = orderMoney(shop.context);
  await waitsFree(id, () =>
    cancelByStaff(shop.db, { id, version: 0, reason: "out of cloth", by: WAMBUI, money }),
  );
  expect(await shop.query("select status from orders where id = $1", [id])).toEqual([
    { status: "Cancelled" },
  ]);
});

holdsInvariants(() => shop);
