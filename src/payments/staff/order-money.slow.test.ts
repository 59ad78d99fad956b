import { beforeAll, expect, test } from "vitest";
import { counterOn, OTIENO, WAMBUI } from "../../../test/counter.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { untilWaiting } from "../../../test/locks.ts";
import { mailText, stockOf } from "../../../test/outcome.ts";
import { paidShop, payBy } from "../../../test/payments.ts";
import { ADDRESS, freshCode } from "../../../test/people.ts";
import { confirmationOf, tellOfMoney, tillHook } from "../../../test/till.ts";
import { cancelOrder } from "../../ordering/change-status.server.ts";
import { changeAddress } from "../../ordering/staff/change-address.server.ts";
import { editOrder } from "../../ordering/staff/edit-order.server.ts";
import { CODE_OUTCOMES } from "../../ordering/track/track-html.server.ts";
import { transaction } from "../../platform/database/db.server.ts";
import { markRefunded } from "./act-on-refund.server.ts";
import { rejectTypedCode } from "./decide-code.server.ts";
import { orderMoney } from "./order-money.server.ts";

const shop = paidShop();
const counter = counterOn(shop);
let money: ReturnType<typeof orderMoney>;
beforeAll(async () => {
  money = orderMoney(shop.context);
});

const because = { reason: "edited", confirmed: true, by: WAMBUI };
const { refund, cancel } = counter;
const edit = (id: string, { _id, size }: { _id: string; size: string }, quantity: number, version = 0) =>
  editOrder(shop.db, { id, items: [{ _id, size, quantity }], version, confirmed: true, by: WAMBUI, money });

test("a part is owed in the commit of the action; all that is left is said first, and owed with the cancel", async () => {
  const { orderId, money: id, tx_ref } = await counter.paidByCard();
  const undone = transaction(shop.db, async (tx) => {
    await money.owePart(tx, { orderId, amount: 200, ...because });
    throw new Error("no");
  });
  await expect(undone).rejects.toThrow("no");
  expect(await shop.query("select from refunds where transaction_id = $1", [id])).toEqual([]);
  await transaction(shop.db, (tx) => money.owePart(tx, { orderId, amount: 200, ...because }));
  const tooMuch = transaction(shop.db, (tx) => money.owePart(tx, { orderId, amount: 1_302, ...because }));
  await expect(tooMuch).rejects.toMatchObject({
    status: 409,
    message: "No more than Ksh 1,301 of this order's money is left.",
  });
  const all = { orderId, reason: "cancelled", by: OTIENO };
  await expect(transaction(shop.db, (tx) => money.oweAll(tx, all))).rejects.toMatchObject({
    status: 409,
    fields: {
      confirm: {
        amount: 1_301,
        to: `refunded to ${ADDRESS.firstName} ${ADDRESS.lastName}`,
        method: "provider",
        conflicts: ["Ksh 200 may be on its way already."],
      },
    },
  });
  await transaction(shop.db, async (tx) => {
    await money.lock(tx, orderId);
    expect(await money.oweAll(tx, { ...all, confirmed: true })).toMatchObject({
      amount: 1_301,
    });
    expect(await cancelOrder(tx, orderId)).toBe(true);
  });
  await shop.work();
  expect(await counter.standing(orderId)).toEqual({ status: "Cancelled", refund: "done", state: "paid" });
  expect(counter.backOf(tx_ref)).toBe(1_501);
  expect((await counter.auditOf(id)).at(-1)).toEqual({ action: "payment.refund", staff_name: "Otieno" });
  const again = await transaction(shop.db, (tx) => money.oweAll(tx, { orderId, ...because }));
  expect(again).toBeUndefined();
  const nothing = transaction(shop.db, (tx) => money.owePart(tx, { orderId, amount: 1, ...because }));
  await expect(nothing).rejects.toMatchObject({ status: 409 });
});

test("an unpaid order is cancelled: its code is waited for no more, and its money is refunded should it come", async () => {
  const { orderId, code } = await counter.typed();
  const close = () =>
    transaction(shop.db, async (tx) => {
      const closed = await money.closeWaiting(tx, orderId, WAMBUI);
      await cancelOrder(tx, orderId);
      return closed;
    });
  expect(await close()).toBe(true);
  expect(await close()).toBe(false);
  const [event] = await shop.query(
    "select event, by_name from payment_events where to_state = 'failed' order by id desc limit 1",
  );
  expect(event).toEqual({ event: "close", by_name: "Wambui" });
  expect(await transaction(shop.db, (tx) => money.oweAll(tx, { orderId, ...because }))).toBeUndefined();
  await tellOfMoney(shop, code);
  await shop.pass(30);
  expect(await counter.standing(orderId)).toMatchObject({ status: "Cancelled", refund: "due" });
});

test("a code typed while staff cancel its order is noted for a cancelled order", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 5 } });
  const type = () => payBy(shop, "cod", buyer, tee, { key: "cancelled-now" });
  const orderId = String((await type()).body.orderId);
  let typed: ReturnType<typeof type> | undefined;
  await transaction(shop.db, async (tx) => {
    await money.lock(tx, orderId);
    typed = type();
    await untilWaiting(shop, 1);
    await cancelOrder(tx, orderId);
  });
  expect(await typed).toMatchObject({ body: { noted: true, message: CODE_OUTCOMES.cancelled } });
});

test("too little for the order as it was is enough for the order as it is now", async () => {
  const { orderId, code } = await counter.typed();
  await tellOfMoney(shop, code, { TransAmount: "1000.00" });
  expect(await counter.standing(orderId)).toMatchObject({ state: "paid_held" });
  await transaction(shop.db, async (tx) => {
    await tx.execute(`update order_items set price = 999 where order_id = '${orderId}'`);
    await tx.execute(`update orders set subtotal = 999, amount = 1000 where id = '${orderId}'`);
    expect(await money.expectAmount(tx, orderId)).toBe(true);
  });
  await shop.pass(30);
  expect(await counter.standing(orderId)).toEqual({ status: "Order Placed", refund: null, state: "paid" });
});

test("money of a rejected code that was just reported pays its order, though staff change it before anybody looks", async () => {
  const { id, orderId, tee, code } = await counter.typed();
  await rejectTypedCode(shop.context, id, { reason: "not in the statement", by: WAMBUI });
  await shop.post(tillHook(shop), confirmationOf(code));
  await shop.jobs.tasks.webhook?.("c2b");
  // the same goods, so that the total stays
  expect(await edit(orderId, tee, 1)).toMatchObject({ changed: true, difference: 0 });
  await shop.pass(30);
  expect(await counter.standing(orderId)).toEqual({ status: "Order Placed", refund: null, state: "paid" });
});

test("pieces that a refund names stay in their line, and go on the shelf once", async () => {
  const { money: id, orderId, tee } = await counter.paidByPush(3);
  const lines = [{ line: 1, quantity: 2, restock: true }];
  const part = await refund(id, 1_500, { lines });
  await expect(edit(orderId, tee, 1)).rejects.toMatchObject({
    status: 409,
    message: "Pieces of this order are given back by a refund: they stay in it.",
    fields: { by: "the shop", current: { version: 0 } },
  });
  expect(await stockOf(shop, tee)).toEqual({ shelf: 2, held: 0, sold: 3 });
  expect(await edit(orderId, tee, 2)).toMatchObject({ changed: true, difference: -1_500 });
  expect(await stockOf(shop, tee)).toEqual({ shelf: 3, held: 0, sold: 2 });
  await markRefunded(shop.context, {
    money: id,
    refund: part.id,
    code: "UKX5Y5Z5A1",
    confirmed: true,
    by: WAMBUI,
  });
  expect(await stockOf(shop, tee)).toEqual({ shelf: 5, held: 0, sold: 0 });
});

test("the mail of a cancelled order names what is refunded by that, not what it cost", async () => {
  const { money: id, orderId } = await counter.paidByCard();
  await refund(id, 501);
  await shop.work();
  await cancel(orderId);
  expect(await mailText(shop, `cancelled:${orderId}`)).toContain(
    "We're refunding Ksh 1,000 the way you paid.",
  );

  const all = await counter.paidByCard();
  await refund(all.money, 1_501);
  await shop.work();
  await cancel(all.orderId);
  expect(await mailText(shop, `cancelled:${all.orderId}`)).toContain(
    "We've refunded what you paid, or the refund is on its way.",
  );
});

test("news of an order's money goes to the e-mail the order has now", async () => {
  const { money: id, orderId } = await counter.paidByCard();
  const address = { ...ADDRESS, email: "njeri@elsewhere.example" };
  await changeAddress(shop.db, { id: orderId, address, version: 0, by: WAMBUI, money });
  const { id: part } = await refund(id, 501);
  await shop.work();
  const mails = await shop.query("select event, recipient from outbox where event like $1 order by event", [
    `%${part}`,
  ]);
  expect(mails).toEqual([
    { event: `refund-due:${part}`, recipient: address.email },
    { event: `refunded:${part}`, recipient: address.email },
  ]);
});

test("a second code, typed before staff made the order smaller, is held against the total of now", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 5 } });
  const asked = { key: "edited", quantity: 2 };
  const { body } = await payBy(shop, "cod", buyer, tee, asked);
  const orderId = String(body.orderId);
  const mpesaCode = freshCode();
  expect((await payBy(shop, "cod", buyer, tee, { ...asked, mpesaCode })).body).toMatchObject({ noted: true });
  await edit(orderId, tee, 1);
  await tellOfMoney(shop, mpesaCode);
  await shop.pass(30);
  expect(await counter.standing(orderId)).toEqual({ status: "Order Placed", refund: null, state: "paid" });
  expect(await stockOf(shop, tee)).toEqual({ shelf: 4, held: 0, sold: 1 });
});

test("a rest that was closed stays closed while parts of the order's money go back", async () => {
  const { code, orderId } = await counter.typed();
  await tellOfMoney(shop, code, { TransAmount: "2000.00" });
  const id = await counter.rowOf(code);
  await counter.close(id);
  await expect(refund(id, 300, { confirmed: false })).rejects.toMatchObject({
    fields: { confirm: { amount: 300, conflicts: [] } },
  });
  expect(await refund(id, 300)).toMatchObject({ orderId });
  expect(await refund(id, 600)).toMatchObject({ orderId });
  const lines = [{ line: 1, quantity: 1, restock: true }];
  expect(await refund(id, 100, { lines })).toMatchObject({ orderId });
  expect(await counter.sumsOf(id)).toEqual({
    allocated: 501,
    refunded: 0,
    refunding: 1_000,
    unallocated: 499,
  });
  const closed = await shop.query("select closed_at is not null as closed from transactions where id = $1", [
    id,
  ]);
  expect(closed).toEqual([{ closed: true }]);
  expect(await counter.standing(orderId)).toMatchObject({ refund: "due" });
});

holdsInvariants(() => shop);
