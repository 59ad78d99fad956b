import { beforeEach, expect, test } from "vitest";
import { addProduct } from "../../../../test/goods.ts";
import { holdsInvariants } from "../../../../test/invariants.ts";
import { PLACE } from "../../../../test/orders.ts";
import { breaksOf, expectNothingBroken, outcomeOf, toldStaff } from "../../../../test/outcome.ts";
import { paidShop, paymentOf, push, pushOf, standing } from "../../../../test/payments.ts";
import { customer, freshCode, orderOf, type Person } from "../../../../test/people.ts";
import { orderStanding, tellOfMoney, typeCode } from "../../../../test/till.ts";
import { ORDER_TEXTS } from "../../../ordering/rules.ts";
import { acceptPaid } from "../../staff/decide-payment.server.ts";
import { eatStamp } from "../password.ts";

const shop = paidShop();
beforeEach(async () => {
  // each test's push is the only one of its minutes
  await shop.query(
    "update payments set next_check_at = null, submitted_at = submitted_at - interval '1 hour'",
  );
  await shop.query("update till_payments set paid_at = paid_at - interval '1 hour'");
  await shop.query("delete from provider_turns");
});

const OF_A_PUSH = "its money may be that of a push";
const OF_A_CODE = "its money may have paid an order by its code";

/** A push whose callback never comes; `settled` once M-Pesa was asked: then paid, its code unknown. */
async function silentPush(settled: boolean) {
  const { tee, buyer } = await shop.sale({ stock: { M: 5 } });
  const id = await push(shop, buyer, pushOf(tee, shop.phone("013")));
  await shop.pass(9, 9);
  if (settled) await shop.pass(9, 9);
  expect(await standing(shop, buyer, id)).toMatchObject({ status: settled ? "paid" : "pending" });
  const prompt = shop.daraja.payments().at(-1);
  const { id: paymentId, reference } = await paymentOf(shop, buyer);
  const code = String(prompt?.receipt);
  return { tee, buyer, id, paymentId: String(paymentId), reference: String(reference), code };
}

const pushRow = async (id: string) =>
  (await shop.query("select state, receipt from payments where id = $1", [id]))[0];

async function paidOrders(buyer: Person) {
  return (await outcomeOf(shop, buyer)).orders.filter((order) => order.payment).length;
}

test("A push's code also typed at the till pays one order", async () => {
  const { tee, buyer, code, paymentId } = await silentPush(true);
  const { orderId } = await typeCode(shop, buyer, tee, code);
  await tellOfMoney(shop, code);
  expect(await orderStanding(shop, orderId)).toMatchObject({
    payment: false,
    state: "paid_held",
    why: OF_A_PUSH,
  });
  expect(await pushRow(paymentId)).toEqual({ state: "paid", receipt: null });
  await shop.pass(60, 15);
  expect(await toldStaff(shop, buyer)).toEqual([OF_A_PUSH]);
  expect(await paidOrders(buyer)).toBe(1);
});

test("the same by M-Pesa's answer about the code, and by another shopper", async () => {
  const { tee, code } = await silentPush(true);
  const thief = await customer(shop);
  const { orderId } = await typeCode(shop, thief, tee, code);
  await shop.pass(20);
  expect(await orderStanding(shop, orderId)).toMatchObject({
    payment: false,
    state: "paid_held",
    why: OF_A_PUSH,
  });
  expect(await toldStaff(shop, thief)).toEqual([OF_A_PUSH]);
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
  const { tee, buyer, code, id, paymentId } = await silentPush(false);
  const { orderId } = await typeCode(shop, buyer, tee, code);
  await tellOfMoney(shop, code);
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
  expect(await breaksOf(shop, buyer)).toEqual([OF_A_CODE]);
  expect(await paidOrders(buyer)).toBe(1);
});

test("the code is typed while the push is open, and M-Pesa names the push: the push is paid, the order waits", async () => {
  const { tee, buyer, code, reference, paymentId } = await silentPush(false);
  const { orderId } = await typeCode(shop, buyer, tee, code);
  await tellOfMoney(shop, code, { BillRefNumber: reference });
  await shop.pass(10);
  expect(await pushRow(paymentId)).toEqual({ state: "paid", receipt: code });
  expect(await orderStanding(shop, orderId)).toMatchObject({ payment: false, state: "paid_held" });
  expect(await paidOrders(buyer)).toBe(1);
});

test("the callback brings the code after it paid an order: the push waits for staff", async () => {
  const { tee, buyer, code, id, paymentId } = await silentPush(false);
  const { orderId } = await typeCode(shop, buyer, tee, code);
  await tellOfMoney(shop, code);
  expect(await shop.daraja.callback({ checkoutRequestId: id })).toBe(200);
  await shop.pass(15);
  expect(await pushRow(paymentId)).toEqual({ state: "paid_held", receipt: null });
  expect(await orderStanding(shop, orderId)).toMatchObject({ payment: true });
  expect(await toldStaff(shop, buyer)).toEqual(["its receipt belongs to another payment"]);
});

test("other money is not held: of another sum, of another hour, or after a push that failed", async () => {
  const { tee } = await silentPush(true);
  const dearer = await addProduct(shop, { price: 1600 });
  const other = await typeCode(shop, await customer(shop), dearer);
  await tellOfMoney(shop, other.code, { TransAmount: "1601.00" });
  expect(await orderStanding(shop, other.orderId)).toMatchObject({ payment: true });

  const earlier = await typeCode(shop, await customer(shop), tee);
  const then = eatStamp(new Date(Date.now() - 600_000));
  await tellOfMoney(shop, earlier.code, { TransTime: then });
  expect(await orderStanding(shop, earlier.orderId)).toMatchObject({ payment: true });

  await shop.query("update payments set submitted_at = submitted_at - interval '1 hour'");
  const buyer = await customer(shop);
  await push(shop, buyer, pushOf(tee, "254700000002"));
  await shop.pass(10);
  const { orderId, code } = await typeCode(shop, buyer, tee);
  await tellOfMoney(shop, code);
  expect(await orderStanding(shop, orderId)).toMatchObject({ payment: true, state: "paid" });
});

test("staff who see two payments on the statement accept the code", async () => {
  const { tee, buyer, code } = await silentPush(true);
  const typed = await typeCode(shop, buyer, tee, code);
  await tellOfMoney(shop, code);
  expect(await acceptPaid(shop.context, typed.paymentId, undefined)).toBe(true);
  expect(await orderStanding(shop, typed.orderId)).toMatchObject({ payment: true, receipt: code });
});

test("staff who see two payments on the statement accept the push", async () => {
  const silent = await silentPush(false);
  const own = freshCode();
  const second = await typeCode(shop, silent.buyer, silent.tee, own);
  await tellOfMoney(shop, own);
  await shop.pass(10);
  expect(await pushRow(silent.paymentId)).toEqual({ state: "paid_held", receipt: null });
  expect(await acceptPaid(shop.context, silent.paymentId, undefined)).toBe(true);
  expect(await pushRow(silent.paymentId)).toEqual({ state: "paid", receipt: null });
  expect(await orderStanding(shop, second.orderId)).toMatchObject({ payment: true, receipt: own });
  await expectNothingBroken(shop);
});

holdsInvariants(() => shop);
