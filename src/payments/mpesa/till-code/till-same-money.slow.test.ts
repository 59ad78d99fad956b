import { beforeEach, expect, test, vi } from "vitest";
import { counterOn, WAMBUI } from "../../../../test/counter.ts";
import { addProduct } from "../../../../test/goods.ts";
import { holdsInvariants } from "../../../../test/invariants.ts";
import { PLACE } from "../../../../test/orders.ts";
import { breaksOf, outcomeOf, toldStaff } from "../../../../test/outcome.ts";
import { paidShop, paymentOf, push, pushOf, standing } from "../../../../test/payments.ts";
import { customer, freshCode, orderOf, type Person } from "../../../../test/people.ts";
import { heldFor, moneyUnder, orderStanding, tellOfMoney, typeCode } from "../../../../test/till.ts";
import { ORDER_TEXTS } from "../../../ordering/rules.ts";
import { acceptPaid } from "../../staff/act-on-attempt.server.ts";
import { refundMoney } from "../../staff/act-on-money.server.ts";
import { repeatByStaff } from "../../staff/act-on-refund.server.ts";
import { allocateMoney } from "../../staff/allocate-money.server.ts";
import { eatStamp } from "../password.ts";

const shop = paidShop();
const counter = counterOn(shop);
beforeEach(async () => {
  // each test's push is the only one of its minutes
  await shop.query(
    "update payments set next_check_at = null, submitted_at = submitted_at - interval '1 hour'",
  );
  await shop.query(
    "update transactions set paid_at = paid_at - interval '1 hour', created_at = created_at - interval '1 hour'",
  );
  await shop.query("delete from provider_turns");
});

const BY_OWNER = { confirmed: true, by: WAMBUI };
const OF_A_PROMPT = "its money may be that of a prompt";
const OF_A_CODE = "its money may have paid an order by its code";

/** A push whose callback never comes; `settled` once M-Pesa was asked: then paid, its code unknown. `from`: its phone, masked. */
async function silentPush(settled: boolean) {
  const { tee, buyer } = await shop.sale({ stock: { M: 9 } });
  const phone = shop.phone("013");
  const id = await push(shop, buyer, pushOf(tee, phone));
  await shop.pass(9, 9);
  if (settled) await shop.pass(9, 9);
  expect(await standing(shop, buyer, id)).toMatchObject({ status: settled ? "paid" : "pending" });
  const prompt = shop.daraja.payments().at(-1);
  const { id: paymentId, reference } = await paymentOf(shop, buyer);
  const code = String(prompt?.receipt);
  const from = { MSISDN: `2547 ***** ${phone.slice(-3)}` };
  return { tee, buyer, id, paymentId: String(paymentId), reference: String(reference), code, from };
}

const pushRow = async (id: string) =>
  (
    await shop.query(
      "select p.state, t.receipt from payments p left join transactions t on t.id = p.transaction_id where p.id = $1",
      [id],
    )
  )[0];

async function paidOrders(buyer: Person) {
  return (await outcomeOf(shop, buyer)).orders.filter((order) => order.payment).length;
}

test.each([
  { how: "its money is reported as the push left", ago: 0 },
  // a clock is minutes wrong
  { how: "its money seems to have moved before the push left", ago: 300_000 },
  { how: "by another shopper, and by M-Pesa's answer about the code", byOther: true },
])("A push's code also typed at the till pays one order: $how", async ({ ago, byOther }) => {
  const { tee, buyer, code, paymentId, from } = await silentPush(true);
  const who = byOther ? await customer(shop) : buyer;
  const { orderId } = await typeCode(shop, who, tee, code);
  if (ago !== undefined)
    await tellOfMoney(shop, code, { ...from, TransTime: eatStamp(new Date(Date.now() - ago)) });
  await shop.pass(60, 15);
  expect(await orderStanding(shop, orderId)).toMatchObject(heldFor(OF_A_PROMPT));
  expect(await pushRow(paymentId)).toEqual({ state: "paid", receipt: null });
  expect(await toldStaff(shop, who)).toEqual([`${OF_A_PROMPT} (${code})`]);
  expect(await paidOrders(buyer)).toBe(1);
});

test("M-Pesa names the push with its money: the push gets its code, which nobody can type any more", async () => {
  const { tee, buyer, code, reference, paymentId } = await silentPush(true);
  await tellOfMoney(shop, code, { BillRefNumber: reference });
  expect(await pushRow(paymentId)).toEqual({ state: "paid", receipt: code });
  const refused = await shop.post(PLACE, orderOf(tee, { mpesaCode: code }), buyer.token);
  expect(refused).toMatchObject({ status: 409, body: { message: ORDER_TEXTS.codeUsed } });
  expect(await breaksOf(shop, buyer)).toEqual([]);
});

test("the code is typed while the push is still open and names nobody: the order is paid, the push waits for staff", async () => {
  const { tee, buyer, code, id, paymentId, from } = await silentPush(false);
  const { orderId } = await typeCode(shop, buyer, tee, code);
  await tellOfMoney(shop, code, from);
  expect(await orderStanding(shop, orderId)).toMatchObject({
    payment: true,
    state: "paid",
    receipt: code,
  });
  await shop.pass(10);
  expect(await pushRow(paymentId)).toEqual({ state: "paid_held", receipt: null });
  expect(await standing(shop, buyer, id)).toMatchObject({ status: "pending" });
  await shop.post("/api/order/mpesa", { checkoutRequestID: id }, buyer.token);
  await shop.pass(60, 15);
  expect(await toldStaff(shop, buyer)).toEqual([OF_A_CODE]);
  expect(await breaksOf(shop, buyer)).toEqual(["its order was paid in another way", OF_A_CODE]);
  expect(await paidOrders(buyer)).toBe(1);
});

test("the code is typed while the push is open, and M-Pesa names the push: the push pays the order of both", async () => {
  const { tee, buyer, code, reference, paymentId } = await silentPush(false);
  const { orderId } = await typeCode(shop, buyer, tee, code);
  await tellOfMoney(shop, code, { BillRefNumber: reference });
  await shop.pass(10);
  expect(await pushRow(paymentId)).toEqual({ state: "paid", receipt: code });
  expect(await orderStanding(shop, orderId)).toMatchObject({ payment: true, receipt: code });
  expect((await outcomeOf(shop, buyer)).orders).toHaveLength(1);
});

test("other money is not held: of another sum, phone, number or hour, or after a push that failed", async () => {
  const { tee, from } = await silentPush(true);
  const dearer = await addProduct(shop, { price: 1600 });
  const other = await typeCode(shop, await customer(shop), dearer);
  await tellOfMoney(shop, other.code, { ...from, TransAmount: "1601.00" });
  expect(await orderStanding(shop, other.orderId)).toMatchObject({ payment: true });

  const then = { ...from, TransTime: eatStamp(new Date(Date.now() - 600_000)) };
  for (const change of [then, { MSISDN: "2547 ***** 999" }, { MSISDN: "a".repeat(64) }]) {
    const typed = await typeCode(shop, await customer(shop), tee);
    await tellOfMoney(shop, typed.code, change);
    expect(await orderStanding(shop, typed.orderId)).toMatchObject({ payment: true });
  }

  const code = freshCode();
  await tellOfMoney(shop, code, { ...from, BusinessShortCode: "600111" });
  expect(await moneyUnder(shop, code)).toMatchObject({ payment_id: null, unallocated: 1501 });

  await shop.query("update payments set submitted_at = submitted_at - interval '1 hour'");
  const buyer = await customer(shop);
  await push(shop, buyer, pushOf(tee, "254700000002"));
  await shop.pass(10);
  const failed = await typeCode(shop, buyer, tee);
  await tellOfMoney(shop, failed.code, { MSISDN: "2547 ***** 002" });
  expect(await orderStanding(shop, failed.orderId)).toMatchObject({ payment: true, state: "paid" });
});

const accept = (id: string, confirmed?: true, receipt?: string) =>
  acceptPaid(shop.context, id, { reason: "both are on the statement", confirmed, receipt, by: WAMBUI });
const SAME_IS_SPENT = {
  status: 409,
  message: expect.stringContaining("which is spent. Wait until its receipt"),
};

test.each([true, false])(
  "a time that is still to come is none: the money is the prompt's, asked about before: %s",
  async (settled) => {
    const { code, paymentId, from } = await silentPush(settled);
    await tellOfMoney(shop, code, { ...from, TransTime: eatStamp(new Date(Date.now() + 600_000)) });
    await shop.pass(10);
    expect(await pushRow(paymentId)).toEqual({ state: "paid", receipt: code });
  },
);

test("staff who see two payments on the statement accept the code, by a second word", async () => {
  const { tee, buyer, code, from } = await silentPush(true);
  const typed = await typeCode(shop, buyer, tee, code);
  await tellOfMoney(shop, code, from);
  const other = "a payment of Ksh 1,501 without a receipt";
  const named = expect.stringContaining(`It may be the same payment as ${other} (order `);
  const asked = { confirm: { amount: 1501, conflicts: ["Its money may be that of a prompt.", named] } };
  await expect(accept(typed.paymentId)).rejects.toMatchObject({ status: 409, fields: asked });
  await accept(typed.paymentId, true);
  expect(await orderStanding(shop, typed.orderId)).toMatchObject({ payment: true, receipt: code });
});

test("the code was held for a push, and its order is cancelled: its money goes back by nobody's word", async () => {
  const { tee, code, from } = await silentPush(true);
  const { orderId, paymentId } = await typeCode(shop, await customer(shop), tee, code);
  await tellOfMoney(shop, code, from);
  await counter.cancel(orderId);
  const before = [await orderStanding(shop, orderId), await moneyUnder(shop, code)];
  expect(before).toMatchObject([{ status: "Cancelled", state: "paid_held" }, { unallocated: 1501 }]);
  for (const confirmed of [undefined, true] as const)
    await expect(accept(paymentId, confirmed)).rejects.toMatchObject(SAME_IS_SPENT);
  expect([await orderStanding(shop, orderId), await moneyUnder(shop, code)]).toEqual(before);
});

test("staff accept a push of which nobody knows which of two sums it brought, by a second word", async () => {
  const { code, paymentId, from } = await silentPush(false);
  const other = freshCode();
  for (const each of [code, other]) await tellOfMoney(shop, each, from);
  const named = [code, other].map((each) => `It may be the same payment as ${each}.`);
  const asked = { confirm: { amount: 1501, method: "order", conflicts: expect.arrayContaining(named) } };
  await expect(accept(paymentId)).rejects.toMatchObject({ status: 409, fields: asked });
  expect(await pushRow(paymentId)).toEqual({ state: "pending", receipt: null });
  await accept(paymentId, true);
  expect(await pushRow(paymentId)).toEqual({ state: "paid", receipt: null });
});

test("staff who see two payments on the statement accept the push by its receipt, and know that it goes back", async () => {
  const silent = await silentPush(false);
  const own = freshCode();
  const second = await typeCode(shop, silent.buyer, silent.tee, own);
  await tellOfMoney(shop, own, silent.from);
  await shop.pass(10);
  expect(await pushRow(silent.paymentId)).toEqual({ state: "paid_held", receipt: null });
  await expect(accept(silent.paymentId, true)).rejects.toMatchObject(SAME_IS_SPENT);
  expect(await pushRow(silent.paymentId)).toEqual({ state: "paid_held", receipt: null });
  const conflicts = ["It pays no order: this checkout has its order already."];
  const asked = { confirm: { amount: 1501, conflicts } };
  await expect(accept(silent.paymentId, undefined, silent.code)).rejects.toMatchObject({ fields: asked });
  await accept(silent.paymentId, true, silent.code);
  expect(await pushRow(silent.paymentId)).toEqual({ state: "paid", receipt: silent.code });
  expect(await moneyUnder(shop, own)).toMatchObject({ order_id: second.orderId, allocated: 1501 });
  expect(await toldStaff(shop, silent.buyer)).toContain("refund due: this checkout has its order already");
});

test("the push was held for a code, and its own money is reported: it is paid without anybody's word", async () => {
  const silent = await silentPush(false);
  const own = freshCode();
  await typeCode(shop, silent.buyer, silent.tee, own);
  await tellOfMoney(shop, own, silent.from);
  await shop.pass(10);
  expect(await pushRow(silent.paymentId)).toEqual({ state: "paid_held", receipt: null });
  await tellOfMoney(shop, silent.code, silent.from);
  // a turn to ask may not be free at once
  await shop.pass(90, 30);
  expect(await pushRow(silent.paymentId)).toEqual({ state: "paid", receipt: silent.code });
  expect(await moneyUnder(shop, own)).toMatchObject({ allocated: 1501 });
  expect(await moneyUnder(shop, silent.code)).toMatchObject({ allocated: 0, unallocated: 0 });
  expect(await paidOrders(silent.buyer)).toBe(1);
});

test("the code was held for a push, and the push's own money is reported: the order is paid", async () => {
  const { tee, buyer, code, paymentId, from } = await silentPush(true);
  const own = freshCode();
  const { orderId } = await typeCode(shop, buyer, tee, own);
  await tellOfMoney(shop, own, from);
  expect(await orderStanding(shop, orderId)).toMatchObject({ payment: false, reason: OF_A_PROMPT });
  await tellOfMoney(shop, code, from);
  await shop.work();
  expect(await pushRow(paymentId)).toEqual({ state: "paid", receipt: code });
  expect(await orderStanding(shop, orderId)).toMatchObject({ payment: true, receipt: own });
});

test("a sum that either of two pushes may have brought is one row with that whose callback comes late", async () => {
  const [one, two] = [await silentPush(true), await silentPush(true)];
  await tellOfMoney(shop, one.code, { MSISDN: "" });
  const stray = await moneyUnder(shop, one.code);
  expect(stray).toMatchObject({ payment_id: null, unallocated: 1501 });
  const refused = { status: 409, message: expect.stringContaining("may be the same payment") };
  const { orderId: order } = await typeCode(shop, await customer(shop), one.tee);
  for (const move of [
    () => refundMoney(shop.context, String(stray?.id), { amount: 1501, reason: "a stranger's", ...BY_OWNER }),
    () => allocateMoney(shop.context, String(stray?.id), { order, ...BY_OWNER }),
  ])
    await expect(move()).rejects.toMatchObject(refused);
  expect(await moneyUnder(shop, one.code)).toMatchObject({ unallocated: 1501 });
  expect(await shop.daraja.callback({ checkoutRequestId: one.id })).toBe(200);
  await shop.work();
  expect(await pushRow(one.paymentId)).toEqual({ state: "paid", receipt: one.code });
  expect(await moneyUnder(shop, one.code)).toMatchObject({ payment_id: one.paymentId, allocated: 1501 });
  // and what is left is the other's
  await tellOfMoney(shop, two.code, { MSISDN: "" });
  expect(await pushRow(two.paymentId)).toEqual({ state: "paid", receipt: two.code });
  expect(await shop.query("select from transactions where id = $1", [stray?.id])).toEqual([]);
});

test("a sum whose time nobody can read may be a prompt's, however wrong the clock of the process that read it", async () => {
  const { code, paymentId, from } = await silentPush(true);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 3 * 3_600_000 });
  await tellOfMoney(shop, code, { ...from, TransTime: "yesterday" });
  vi.useRealTimers();
  const stray = await moneyUnder(shop, code);
  expect(stray).toMatchObject({ payment_id: null, paid_at: null, unallocated: 1501 });
  const refused = { status: 409, message: expect.stringContaining("may be the same payment") };
  const wish = { amount: 1501, reason: "a stranger's", ...BY_OWNER };
  await expect(refundMoney(shop.context, String(stray?.id), wish)).rejects.toMatchObject(refused);
  expect(await moneyUnder(shop, code)).toEqual(stray);
  expect(await pushRow(paymentId)).toEqual({ state: "paid", receipt: null });
});

test("a sum goes back only by a second word while a push that may have brought it is open", async () => {
  const { code, paymentId, from } = await silentPush(false);
  await tellOfMoney(shop, code, from);
  const stray = String((await moneyUnder(shop, code))?.id);
  const wish = { amount: 1501, reason: "a stranger's", by: WAMBUI };
  const asked = { confirm: { conflicts: [expect.stringContaining("whose end nobody knows yet")] } };
  await expect(refundMoney(shop.context, stray, wish)).rejects.toMatchObject({ status: 409, fields: asked });
  await shop.pass(10);
  expect(await pushRow(paymentId)).toEqual({ state: "paid", receipt: code });
});

test("a sum whose refund failed is not sent back again once a push that it may have paid is accepted", async () => {
  const { code, paymentId, from } = await silentPush(false);
  await tellOfMoney(shop, code, from);
  const stray = String((await moneyUnder(shop, code))?.id);
  shop.daraja.refundMode("invalid");
  const wish = { amount: 1501, reason: "a stranger's", ...BY_OWNER };
  const { id } = await refundMoney(shop.context, stray, wish);
  await shop.pass(10);
  const refunds = () => shop.query("select state, next_try_at from refunds where id = $1", [id]);
  const failed = [{ state: "failed", next_try_at: null }];
  expect(await refunds()).toEqual(failed);
  expect(await pushRow(paymentId)).toEqual({ state: "paid_held", receipt: null });
  await accept(paymentId, true);
  shop.daraja.refundMode("ok");
  const again = { money: stray, refund: id, firstFailed: false, ...BY_OWNER };
  await expect(repeatByStaff(shop.context, again)).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("This may be the same payment as a payment of Ksh 1,501 without"),
  });
  await shop.pass(10);
  expect(await refunds()).toEqual(failed);
  expect(shop.daraja.ledger().find(({ receipt }) => receipt === code)?.reversed).toBe(false);
});

holdsInvariants(() => shop);
