import { beforeAll, beforeEach, expect, test } from "vitest";
import { counterOn, OTIENO, WAMBUI } from "../../../test/counter.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { untilWaiting, whileLocked } from "../../../test/locks.ts";
import { mailText, outcomeOf, stockOf, toldStaff } from "../../../test/outcome.ts";
import { paidShop, paymentOf, push, pushOf } from "../../../test/payments.ts";
import { freshCode } from "../../../test/people.ts";
import { patient } from "../../../test/shop.ts";
import { tellOfMoney } from "../../../test/till.ts";
import { confirmCode } from "./act-on-attempt.server.ts";
import { markRefunded } from "./act-on-refund.server.ts";
import { allocateMoney } from "./allocate-money.server.ts";

const shop = paidShop();
const counter = counterOn(shop);
// twenty at once wait for each other
beforeAll(() => patient(shop));
beforeEach(() => shop.flutterwave.refundMode({ mode: "completed" }));

const { refund, close, cancel, waits } = counter;
const NONE = { allocated: 0, refunded: 0, refunding: 0, unallocated: 0 };
const refundsOf = (money: string) =>
  shop.query("select amount, state, way from refunds where transaction_id = $1 order by created_at, id", [
    money,
  ]);

test("Refunds of a payment never exceed what came, in the database neither; a part leaves the order unchanged", async () => {
  const { money, orderId, tee, tx_ref, buyer } = await counter.paidByCard();
  const goods = await stockOf(shop, tee);
  expect(await refund(money, 500)).toMatchObject({ state: "due", way: "provider", amount: 500 });
  const paid = { status: "Order Placed", state: "paid" };
  expect(await counter.standing(orderId)).toEqual({ ...paid, refund: "due" });
  await shop.work();
  expect(await counter.standing(orderId)).toEqual({ ...paid, refund: "part" });
  expect(counter.backOf(tx_ref)).toBe(500);
  await expect(refund(money, 1_002, { by: OTIENO })).rejects.toMatchObject({
    status: 409,
    message: "No more than Ksh 1,001 is left: Ksh 500 of Ksh 1,501 is refunded or being refunded.",
  });
  await expect(
    shop.query("update transactions set refunding = refunding + 1002 where id = $1", [money]),
  ).rejects.toThrow("sums_add_up");
  await refund(money, 1_001, { by: OTIENO });
  await shop.work();
  expect(await counter.standing(orderId)).toEqual({ ...paid, refund: "done" });
  expect(await counter.sumsOf(money)).toEqual({ ...NONE, refunded: 1_501 });
  expect(counter.backOf(tx_ref)).toBe(1_501);
  expect(await stockOf(shop, tee)).toEqual(goods);
  await expect(refund(money, 1)).rejects.toMatchObject({
    status: 409,
    message: "Nothing is left to refund: Ksh 1,501 of Ksh 1,501 is refunded or being refunded.",
  });
  expect((await outcomeOf(shop, buyer)).mails).toEqual([
    "placed",
    "refund-due",
    "refunded",
    "refund-due",
    "refunded",
  ]);
  expect(await counter.auditOf(money)).toEqual([
    { action: "payment.refund", staff_name: "Wambui" },
    { action: "payment.refund", staff_name: "Otieno" },
  ]);
});

test("A refund requested twenty times at once is sent once", async () => {
  const { money, tx_ref } = await counter.paidByCard();
  const before = counter.cardRequests();
  const given = await Promise.all(Array.from({ length: 20 }, () => refund(money, 500, { key: "tap-1" })));
  expect(new Set(given.map(({ id }) => id)).size).toBe(1);
  const other = await shop.second();
  await shop.work(shop, other);
  await other.close();
  expect(counter.cardRequests() - before).toBe(1);
  expect(counter.backOf(tx_ref)).toBe(500);
  expect(await counter.auditOf(money)).toHaveLength(1);
  await expect(refund(money, 501, { key: "tap-1" })).rejects.toMatchObject({
    status: 409,
    message: "This Idempotency-Key was used for another refund.",
  });
  // another person's key is another key
  await refund(money, 501, { key: "tap-1", by: OTIENO });
  expect(await refundsOf(money)).toHaveLength(2);
});

test("Twenty simultaneous partial refunds never exceed what came", async () => {
  const { money, tx_ref } = await counter.paidByCard();
  const asked = await Promise.allSettled(Array.from({ length: 20 }, () => refund(money, 400)));
  expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  await shop.work();
  expect(counter.backOf(tx_ref)).toBe(1_200);
});

test("Refunded items return to stock once, when the refund is done", async () => {
  const { money, tee, orderId } = await counter.paidByCard(3);
  const lines = (quantity: number, restock = true, line = 1) => ({ lines: [{ line, quantity, restock }] });
  for (const wrong of [lines(0), lines(-1), lines(1.5), lines(1, true, 2)])
    await expect(refund(money, 10, wrong)).rejects.toMatchObject({ status: 400 });
  await expect(refund(money, 10, lines(4))).rejects.toMatchObject({ status: 409 });
  await refund(money, 1_500, { key: "one", ...lines(1) });
  await refund(money, 10, lines(1, false));
  expect(await stockOf(shop, tee)).toEqual({ shelf: 2, held: 0, sold: 3 });
  await expect(refund(money, 10, lines(3))).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("no more than 2 can come back"),
  });
  await shop.work();
  await shop.work();
  await refund(money, 1_500, { key: "one", ...lines(1) });
  await shop.work();
  expect(await stockOf(shop, tee)).toEqual({ shelf: 3, held: 0, sold: 2 });
  expect(await shop.query("select returned from order_items where order_id = $1", [orderId])).toEqual([
    { returned: 1 },
  ]);
  // what is back already does not come back again when the rest is cancelled
  await cancel(orderId);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 5, held: 0, sold: 0 });
});

test("of more than the total each part is refunded by itself: the surplus, then the order's", async () => {
  const { code, orderId, buyer } = await counter.typed();
  await tellOfMoney(shop, code, { TransAmount: "2000.00" });
  expect(await toldStaff(shop, buyer)).toEqual([`more than the total was paid (${code})`]);
  const money = await counter.rowOf(code);
  await expect(refund(money, 500)).rejects.toMatchObject({
    status: 409,
    message: "Ksh 499 of it belongs to no order: refund that first, by itself.",
  });
  expect(await refund(money, 499)).toMatchObject({ orderId: null, way: "hand" });
  expect(await counter.standing(orderId)).toMatchObject({ refund: null, state: "paid" });
  expect(await refund(money, 501)).toMatchObject({ orderId });
  expect(await counter.standing(orderId)).toMatchObject({ refund: "due" });
  expect(await counter.sumsOf(money)).toEqual({ ...NONE, allocated: 1_000, refunding: 1_000 });
});

test("a failed refund restocks nothing, and holds its sum until the owner gives it up: the order goes on", async () => {
  shop.flutterwave.refundMode({ mode: "refused" });
  const { money, tee, orderId } = await counter.paidByCard();
  const lines = [{ line: 1, quantity: 1, restock: true }];
  await refund(money, 500, { lines });
  await shop.work();
  expect(await counter.standing(orderId)).toEqual({ status: "Order Placed", refund: "due", state: "paid" });
  expect(await waits(money)).toBe(true);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 4, held: 0, sold: 1 });
  await expect(refund(money, 1_200)).rejects.toMatchObject({ status: 409 });
  // beside it there is room for the rest
  await refund(money, 1_001);
  await shop.work();
  expect(await refundsOf(money)).toMatchObject([{ state: "failed" }, { state: "failed" }]);
  await close(money);
  expect(await counter.standing(orderId)).toEqual({ status: "Order Placed", refund: null, state: "paid" });
  expect(await counter.sumsOf(money)).toMatchObject({ allocated: 1_501, refunding: 0 });
  expect(await waits(money)).toBe(false);
  await expect(close(money, { by: OTIENO })).rejects.toMatchObject({ status: 409, fields: { by: "Wambui" } });
  shop.flutterwave.refundMode({ mode: "completed" });
  await refund(money, 1_501, { lines });
  await shop.work();
  expect(await counter.standing(orderId)).toMatchObject({ status: "Order Placed", refund: "done" });
  expect(await stockOf(shop, tee)).toEqual({ shelf: 5, held: 0, sold: 0 });
});

test("the owner leaves it at a part of a cancelled order's money: the rest is closed", async () => {
  shop.flutterwave.refundMode({ mode: "refused" });
  const { money, orderId } = await counter.paidByCard();
  await cancel(orderId);
  await shop.work();
  expect(await counter.standing(orderId)).toMatchObject({ status: "Cancelled", refund: "due" });
  expect(await waits(money)).toBe(true);
  await close(money);
  expect(await counter.sumsOf(money)).toEqual({ ...NONE, unallocated: 1_501 });
  expect(await waits(money)).toBe(false);
  expect((await counter.auditOf(money)).at(-1)).toEqual({ action: "payment.close", staff_name: "Wambui" });
  // closed is not lost: a refund opens it again
  shop.flutterwave.refundMode({ mode: "completed" });
  await refund(money, 500);
  await shop.work();
  expect(await counter.sumsOf(money)).toMatchObject({ refunded: 500, unallocated: 1_001 });
  expect(await waits(money)).toBe(true);
});

test("a refund whose answer was lost is not given up before its provider was asked", async () => {
  shop.flutterwave.refundMode({ mode: "lost" });
  const { money, orderId } = await counter.paidByCard();
  await refund(money, 1_501);
  await shop.work();
  await expect(close(money)).rejects.toMatchObject({
    status: 409,
    fields: { current: "unknown", by: "Wambui" },
  });
  expect(await counter.standing(orderId)).toMatchObject({ refund: "due" });
});

/** A prompt whose money is held, for another sum came by M-Pesa's word than was asked for. */
async function heldPrompt() {
  const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
  const phone = shop.phone();
  await push(shop, buyer, pushOf(tee, phone));
  const { id, order_id: orderId, reference } = await paymentOf(shop, buyer);
  const receipt = freshCode();
  await tellOfMoney(shop, receipt, { BillRefNumber: reference, TransAmount: "1000.00" });
  await shop.query(
    "update payments set state = 'paid_held', next_check_at = null, reason = 'less came', active = false where id = $1",
    [id],
  );
  return { buyer, tee, id: String(id), orderId: String(orderId), money: await counter.rowOf(receipt) };
}
/** How it ends, by what becomes of its sum of Ksh 1,000. */
const DECIDED: [about: string, decide: (money: string) => Promise<unknown>, attempt: object][] = [
  [
    "the last part of it is refunded",
    async (money) => {
      await refund(money, 400);
      expect(await waits(money)).toBe(true);
      await refund(money, 600);
    },
    { state: "paid" },
  ],
  [
    "a part is refunded and the rest is closed",
    async (money) => {
      await refund(money, 400);
      await shop.query("update refunds set state = 'done', next_try_at = null where transaction_id = $1", [
        money,
      ]);
      await shop.query(
        "update transactions set refunded = refunded + refunding, refunding = 0 where id = $1",
        [money],
      );
      await close(money);
    },
    { state: "paid" },
  ],
  ["it is closed", (money) => close(money), { state: "failed" }],
  [
    "it pays another order, whose shopper is notified",
    async (money) => {
      const other = await counter.typed();
      await allocateMoney(shop.context, money, { order: other.orderId, confirmed: true, by: WAMBUI });
      expect(await counter.standing(other.orderId)).toMatchObject({ state: "paid" });
      expect(await mailText(shop, `paid:${other.orderId}`)).not.toBe("");
    },
    { state: "failed", reason: "its money paid another order" },
  ],
];
test.each(DECIDED)("an attempt that was held for a sum ends when %s", async (_about, decide, attempt) => {
  const { id, money } = await heldPrompt();
  await decide(money);
  expect(await counter.exceptions()).not.toContain(id);
  expect(await shop.query("select state, reason from payments where id = $1", [id])).toMatchObject([attempt]);
});

test("money that came to another number is not ours to refund, nor does it pay an order", async () => {
  const [typed, other] = [await counter.typed(), await counter.typed()];
  await tellOfMoney(shop, typed.code, { BusinessShortCode: "999999" });
  expect(await counter.standing(typed.orderId)).toMatchObject({ state: "paid_held" });
  const money = await counter.rowOf(typed.code);
  const refused = { status: 409, message: "This money came to another number." };
  await expect(refund(money, 1_501)).rejects.toMatchObject(refused);
  const allocate = { order: other.orderId, confirmed: true, by: WAMBUI };
  await expect(allocateMoney(shop.context, money, allocate)).rejects.toMatchObject(refused);
  expect(await counter.sumsOf(money)).toMatchObject({ unallocated: 1_501 });
  await close(money);
  expect(await waits(money)).toBe(false);
});

test("two sums of one order that go back at the same moment are both back, and its rest is kept with it", async () => {
  const { id, code, orderId } = await counter.typed();
  await tellOfMoney(shop, code, { TransAmount: "100.00" });
  await confirmCode(shop.context, id, { by: WAMBUI, confirmed: true });
  const first = await counter.rowOf(code);
  const rest = await counter.stray({ TransAmount: "1401.00" });
  const order = async () =>
    (await shop.query("select refund, all_refunded as all from orders where id = $1", [orderId]))[0];
  await refund(first, 100);
  expect(await order()).toEqual({ refund: "due", all: true });
  await allocateMoney(shop.context, rest.money, { order: orderId, confirmed: true, by: WAMBUI });
  expect(await order()).toEqual({ refund: "due", all: false });
  await refund(rest.money, 1_401);
  const [one, two] = await shop.query<{ id: string }>(
    "update refunds set way = 'hand', next_try_at = null where order_id = $1 returning id",
    [orderId],
  );
  const mark = (money: string, id = "", code = "") =>
    markRefunded(shop.context, { money, refund: id, code, confirmed: true, by: WAMBUI });
  const done = await whileLocked(shop, "lock table audit in share mode", async () => {
    const both = [mark(first, one?.id, "UKSENT0001"), mark(rest.money, two?.id, "UKSENT0002")];
    await untilWaiting(shop, 2);
    return both;
  });
  await Promise.all(done);
  expect(await order()).toEqual({ refund: "done", all: true });
  // also of the sum that followed, of which the shopper made no attempt
  const mailed = await shop.query<{ what: string }>(
    "select split_part(event, ':', 1) as what from outbox where split_part(event, ':', 2) = any($1) order by 1",
    [[one?.id, two?.id]],
  );
  expect(mailed.map(({ what }) => what)).toEqual(["refund-due", "refund-due", "refunded", "refunded"]);
});

holdsInvariants(() => shop);
