import { beforeAll, expect, test } from "vitest";
import { counterOn, WAMBUI } from "../../../test/counter.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { PLACE } from "../../../test/orders.ts";
import { stockOf } from "../../../test/outcome.ts";
import { paidShop } from "../../../test/payments.ts";
import { ADDRESS, freshCode, orderOf } from "../../../test/people.ts";
import { tellOfMoney } from "../../../test/till.ts";
import { cancelByStaff } from "../../ordering/staff/cancel-by-staff.server.ts";
import { changeAddress } from "../../ordering/staff/change-address.server.ts";
import { editOrder } from "../../ordering/staff/edit-order.server.ts";
import { markRefunded } from "./act-on-refund.server.ts";
import { orderMoney } from "./order-money.server.ts";
import { refundPayment } from "./refund-payment.server.ts";

const shop = paidShop();
const counter = counterOn(shop);
let money: ReturnType<typeof orderMoney>;
beforeAll(async () => {
  money = orderMoney(shop.context);
});

const cancel = (id: string, version = 0) =>
  cancelByStaff(shop.db, { id, version, reason: "out of cloth", by: WAMBUI, money });
const mailText = async (event: string) =>
  (await shop.query<{ text: string }>("select text from outbox where event = $1", [event]))[0]?.text;

test("pieces that a refund names stay in their line, and go on the shelf once", async () => {
  const { id, orderId, tee } = await counter.paidByPush(3);
  const line = (quantity: number) => [{ _id: tee._id, size: tee.size, quantity }];
  const edit = (quantity: number, version: number) =>
    editOrder(shop.db, { id: orderId, items: line(quantity), version, by: WAMBUI, money });
  const lines = [{ line: 1, quantity: 2, restock: true }];
  const part = await refundPayment(shop.context, id, { amount: 1_500, reason: "torn", lines, by: WAMBUI });
  await expect(edit(1, 0)).rejects.toMatchObject({
    status: 409,
    message: "Pieces of this order are given back by a refund: they stay in it.",
    fields: { by: "the shop", current: { version: 0 } },
  });
  expect(await stockOf(shop, tee)).toEqual({ shelf: 2, held: 0, sold: 3 });
  expect(await edit(2, 0)).toMatchObject({ changed: true, difference: -1_500 });
  expect(await stockOf(shop, tee)).toEqual({ shelf: 3, held: 0, sold: 2 });
  expect(await markRefunded(shop.context, part.id, "UKX5Y5Z5A1", WAMBUI)).toBe(true);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 5, held: 0, sold: 0 });
});

test("the mail of a cancelled order names what goes back by that, not what it cost", async () => {
  const { id, orderId } = await counter.paidByCard();
  await refundPayment(shop.context, id, { amount: 501, reason: "torn", by: WAMBUI });
  await shop.work();
  await cancel(orderId);
  expect(await mailText(`cancelled:${orderId}`)).toContain("We're refunding Ksh 1,000 the way you paid.");

  const all = await counter.paidByCard();
  await refundPayment(shop.context, all.id, { amount: 1_501, reason: "torn", by: WAMBUI });
  await shop.work();
  await cancel(all.orderId);
  expect(await mailText(`cancelled:${all.orderId}`)).toContain(
    "We've refunded what you paid, or the refund is on its way.",
  );
});

test("news of an order's money goes to the e-mail the order has now", async () => {
  const { id, orderId } = await counter.paidByCard();
  const address = { ...ADDRESS, email: "njeri@elsewhere.example" };
  await changeAddress(shop.db, { id: orderId, address, version: 0, by: WAMBUI, money });
  const { id: refund } = await refundPayment(shop.context, id, {
    amount: 501,
    reason: "torn",
    by: WAMBUI,
  });
  await shop.work();
  const mails = await shop.query("select event, recipient from outbox where event like $1 order by event", [
    `%${refund}`,
  ]);
  expect(mails).toEqual([
    { event: `refund-due:${refund}`, recipient: "njeri@elsewhere.example" },
    { event: `refunded:${refund}`, recipient: "njeri@elsewhere.example" },
  ]);
});

/** An unpaid order of two shirts on a code that nobody found, sent again with another; staff make it one shirt. */
async function edited(when: "before" | "after") {
  const { tee, buyer } = await shop.sale({ stock: { M: 5 } });
  const key = { "idempotency-key": `edited-${when}` };
  const type = (mpesaCode: string) =>
    shop.post(PLACE, orderOf(tee, { mpesaCode, quantity: 2 }), buyer.token, key);
  const orderId = String((await type(freshCode())).body.orderId);
  const second = freshCode();
  if (when === "before") expect((await type(second)).body).toMatchObject({ noted: true });
  const items = [{ _id: tee._id, size: tee.size, quantity: 1 }];
  await editOrder(shop.db, { id: orderId, items, version: 0, by: WAMBUI, money });
  if (when === "after") expect((await type(second)).body).toMatchObject({ noted: true });
  return { orderId, second, tee };
}

test.each(["before", "after"] as const)(
  "a second code, typed %s staff made the order smaller, is held against the total of now",
  async (when) => {
    const { orderId, second, tee } = await edited(when);
    await tellOfMoney(shop, second);
    await shop.pass(30);
    expect(await counter.standing(orderId)).toEqual({
      status: "Order Placed",
      refund: null,
      state: "paid",
    });
    expect(await stockOf(shop, tee)).toEqual({ shelf: 4, held: 0, sold: 1 });
  },
);

holdsInvariants(() => shop);
