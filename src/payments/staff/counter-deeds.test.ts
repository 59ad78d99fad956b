import { expect, test } from "vitest";
import { counterOn, OTIENO, WAMBUI } from "../../../test/counter.ts";
import { addProduct } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { paidShop } from "../../../test/payments.ts";
import { customer, freshCode } from "../../../test/people.ts";
import { tellOfMoney, typeCode } from "../../../test/till.ts";
import { cancelByStaff } from "../../ordering/staff/cancel-by-staff.server.ts";
import { listCodes } from "./code-queue.server.ts";
import { acceptPayment, confirmCode } from "./counter-deeds.server.ts";
import { rejectTypedCode } from "./decide-code.server.ts";
import { orderMoney } from "./order-money.server.ts";

const shop = paidShop();
const counter = counterOn(shop);

async function typed() {
  const buyer = await customer(shop);
  return typeCode(shop, buyer, await addProduct(shop, { stock: { M: 5 } }));
}

const rowOf = async (id: string) =>
  (await shop.query("select state, receipt, why, next_check_at from payments where id = $1", [id]))[0];
const refundsOf = (id: string) =>
  shop.query("select amount, reason from refunds where payment_id = $1", [id]);

/** A code with too little money under it, whose order staff cancelled. */
async function cancelledWithTooLittle() {
  const made = await typed();
  await tellOfMoney(shop, made.code, { TransAmount: "1000.00" });
  await shop.pass(30);
  const money = orderMoney(shop.context);
  await cancelByStaff(shop.db, {
    id: made.orderId,
    version: 0,
    reason: "out of cloth",
    by: WAMBUI,
    money,
  });
  expect(await rowOf(made.paymentId)).toMatchObject({ state: "paid_held" });
  return made;
}

test("too little is accepted for an order that was cancelled: what came goes back, not the total", async () => {
  const { paymentId } = await cancelledWithTooLittle();
  await acceptPayment(shop.context, paymentId, { reason: "seen in the statement", by: WAMBUI });
  expect(await refundsOf(paymentId)).toEqual([{ amount: 1_000, reason: "the order was cancelled" }]);
  const [mail] = await shop.query<{ text: string }>("select text from outbox where event = $1", [
    `refund-due:${paymentId}`,
  ]);
  expect(mail?.text).toContain("1,000");
});

test("other money is accepted for an order that was cancelled: that goes back, not what came before it", async () => {
  const { paymentId } = await cancelledWithTooLittle();
  const receipt = freshCode();
  await tellOfMoney(shop, receipt, { TransAmount: "1501.00" });
  await acceptPayment(shop.context, paymentId, { receipt, reason: "seen in the statement", by: WAMBUI });
  expect(await refundsOf(paymentId)).toEqual([{ amount: 1_501, reason: "the order was cancelled" }]);
});

test("a code confirmed with another payment's receipt: refused, and it waits in the queue as before", async () => {
  const [paid, waiting] = [await typed(), await typed()];
  await confirmCode(shop.context, paid.paymentId, { by: WAMBUI });
  const before = await rowOf(waiting.paymentId);
  const confirmed = confirmCode(shop.context, waiting.paymentId, { receipt: paid.code, by: WAMBUI });
  await expect(confirmed).rejects.toMatchObject({
    status: 409,
    message: "This receipt belongs to another payment.",
  });
  expect(await rowOf(waiting.paymentId)).toEqual(before);
  expect((await listCodes(shop.db)).rows.map((row) => row.paymentId)).toContain(waiting.paymentId);
  expect(await counter.auditOf(waiting.paymentId)).toEqual([]);
  await rejectTypedCode(shop.context, waiting.paymentId, { reason: "not in the statement", by: OTIENO });
});

test("a code confirmed by two simultaneously with different receipts: the second learns who did it, and no money is recorded", async () => {
  const { paymentId } = await typed();
  const receipts = [freshCode(), freshCode()] as const;
  const asked = await Promise.allSettled([
    confirmCode(shop.context, paymentId, { receipt: receipts[0], by: WAMBUI }),
    confirmCode(shop.context, paymentId, { receipt: receipts[1], by: OTIENO }),
  ]);
  const won = asked.findIndex(({ status }) => status === "fulfilled");
  expect(asked[1 - won]).toMatchObject({
    status: "rejected",
    reason: { status: 409, fields: { current: "ordered", by: [WAMBUI, OTIENO][won]?.name } },
  });
  expect(await rowOf(paymentId)).toMatchObject({ state: "paid", receipt: receipts[won] });
  expect(await shop.query("select what from discrepancies where payment_id = $1", [paymentId])).toEqual([]);
});

holdsInvariants(() => shop);
