import { beforeEach, expect, test } from "vitest";
import { counterOn, WAMBUI } from "../../../../test/counter.ts";
import { type Goods, restock } from "../../../../test/goods.ts";
import { holdsInvariants } from "../../../../test/invariants.ts";
import { mailText, outcomeOf, stockOf, toldStaff } from "../../../../test/outcome.ts";
import { NO_OPERATOR, paidShop, payBy, paymentOf } from "../../../../test/payments.ts";
import { freshCode, guestOf, type Person } from "../../../../test/people.ts";
import { endsOn, heldFor, orderStanding, paidUnder, queued, tellOfMoney } from "../../../../test/till.ts";
import { shortId } from "../../../ordering/rules.ts";
import { acceptPaid, closeUnpaid } from "../../staff/act-on-attempt.server.ts";
import { eatStamp } from "../password.ts";
import { addWakingHours } from "./waking-hours.ts";

// what comes for an order whose hours are over: its money, another code, or staff
const CARD = "5061460166976054667";
const shop = paidShop(NO_OPERATOR);
const counter = counterOn(shop);
const { endsOf, pass } = endsOn(shop);
beforeEach(() => shop.query("update payments set warns_at = null, ends_at = null, next_check_at = null"));

type TypedOrder = { tee: Goods; buyer: Person; orderId: string; paymentId: string; code: string };
/** A code as the page of this checkout sends it: the first places its order, another is added to that. */
async function type(tee: Goods, buyer: Person, key = "its checkout"): Promise<TypedOrder> {
  const code = freshCode();
  const { status, body, text } = await payBy(shop, "cod", buyer, tee, { key, mpesaCode: code });
  expect(status, text).toBe(200);
  const [row] = await shop.query<{ id: string }>("select id from payments where typed_code = $1", [code]);
  return { tee, buyer, orderId: String(body.orderId), paymentId: String(row?.id), code };
}
async function begin(stock = 3): Promise<TypedOrder> {
  const { tee, buyer } = await shop.sale({ stock: { M: stock } });
  return type(tee, buyer);
}
/** Another code for its order. */
async function addCode({ tee, buyer, orderId }: TypedOrder): Promise<TypedOrder> {
  const added = await type(tee, buyer);
  expect(added.orderId).toBe(orderId);
  return added;
}
const orderRow = async ({ orderId }: TypedOrder) =>
  (await shop.query("select payment, status, refund, all_refunded from orders where id = $1", [orderId]))[0];
const toEnd = async (begun: TypedOrder) => {
  await pass(begun, "warns", 5);
  await pass(begun, "ends", 5);
};
const accept = (id: string) =>
  acceptPaid(shop.context, id, { reason: "seen in the statement", confirmed: true, by: WAMBUI });
/** The money of a code that was paid as it was typed, reported only now. */
const lateMoney = async (begun: TypedOrder, change: object = {}) => {
  const { created, now } = await endsOf(begun);
  const paidAt = new Date(Date.now() - (now - created));
  await tellOfMoney(shop, begun.code, { TransTime: eatStamp(paidAt), ...change });
};

test("an order that is being packed is left to staff, who are notified; cancelled by them, its money goes back", async () => {
  const begun = await begin();
  await pass(begun, "warns", 5);
  await shop.query("update orders set status = 'Packing' where id = $1", [begun.orderId]);
  await pass(begun, "ends", 5);
  expect(await orderStanding(shop, begun.orderId)).toMatchObject({
    status: "Packing",
    state: "needs_review",
  });
  expect(await toldStaff(shop, begun.buyer)).toEqual([
    expect.stringContaining("nobody found its money in time, and the order is packing"),
  ]);
  await counter.cancel(begun.orderId);
  await lateMoney(begun);
  expect(await orderStanding(shop, begun.orderId)).toMatchObject({ status: "Cancelled", refund: "due" });
  expect(await mailText(shop, `refund-due:${begun.paymentId}`)).toContain("but the order was cancelled");
});

test("an order that staff cancel stays so, though a code that was added to it was not found in time", async () => {
  const begun = await begin();
  await addCode(begun);
  await pass(begun, "warns", 5);
  await shop.query("update orders set status = 'Packing' where id = $1", [begun.orderId]);
  await pass(begun, "ends", 5);
  await counter.cancel(begun.orderId);
  await lateMoney(begun);
  expect(await orderStanding(shop, begun.orderId)).toMatchObject({ status: "Cancelled", refund: "due" });
  expect(await stockOf(shop, begun.tee)).toEqual({ shelf: 3, held: 0, sold: 0 });
});

test("nor does one come back whose code had run out with an order that was refused, before it was typed for this one", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 40 } });
  const code = freshCode();
  const retype = (quantity: number) => payBy(shop, "cod", buyer, tee, { quantity, mpesaCode: code });
  expect((await retype(12)).status).toBe(409);
  const paymentId = String((await paymentOf(shop, buyer)).id);
  const refused = { tee, buyer, orderId: "", paymentId, code };
  await toEnd(refused);
  await lateMoney(refused, { TransAmount: "1400.00" });
  const again = await retype(1);
  expect(again.status).toBe(200);
  const begun = { ...refused, orderId: String(again.body.orderId) };
  await shop.work();
  await counter.cancel(begun.orderId);
  await accept(paymentId);
  expect(await orderStanding(shop, begun.orderId)).toMatchObject({ status: "Cancelled", refund: "due" });
  expect(await stockOf(shop, tee)).toEqual({ shelf: 40, held: 0, sold: 0 });
});

test("a code that is added to an order leaves the list with it; one added after its end, six waking hours later", async () => {
  const begun = await begin();
  const early = await addCode(begun);
  expect((await endsOf(early)).ends).toBe((await endsOf(begun)).ends);
  await toEnd(begun);
  await pass(early, "ends", 5);
  const late = await addCode(begun);
  const { created, ends } = await endsOf(late);
  expect(ends).toBe(addWakingHours(created, 6));
  await pass(late, "ends", 5);
  for (const { code } of [begun, early, late]) expect(await queued(shop, code)).toEqual([]);
  expect((await outcomeOf(shop, begun.buyer)).mails).toEqual(["placed", "code-ends", "code-rejected"]);
});

/** Its order goes on, paid under this code. */
async function expectResumed({ orderId, code, tee }: TypedOrder) {
  const goesOn = { status: "Order Placed", refund: null, ...paidUnder(code) };
  expect(await orderStanding(shop, orderId)).toMatchObject(goesOn);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 2, held: 0, sold: 1 });
}

test("Money found after an order's end resumes it while its items are in stock", async () => {
  const begun = await begin();
  await toEnd(begun);
  await lateMoney(begun);
  await expectResumed(begun);
  expect((await outcomeOf(shop, begun.buyer)).mails).toEqual(["placed", "code-ends", "code-rejected"]);
  expect(await mailText(shop, `paid:${begun.orderId}`)).toContain("We have your payment of Ksh 1,501");
});

/** An order that ended, and then money of its code that says it came just now, hours after the code was typed. */
async function heldAfterEnd(): Promise<TypedOrder> {
  const begun = await begin();
  await toEnd(begun);
  await tellOfMoney(shop, begun.code);
  const held = { status: "Cancelled", ...heldFor("paid at another time") };
  expect(await orderStanding(shop, begun.orderId)).toMatchObject(held);
  return begun;
}

test("so does money that was held, when the owner accepts it, or when a second code is found", async () => {
  const accepted = await heldAfterEnd();
  await accept(accepted.paymentId);
  await expectResumed(accepted);

  const second = await addCode(await heldAfterEnd());
  await lateMoney(second);
  await expectResumed(second);
});

test("once staff have closed its first code, a second one resumes it no more", async () => {
  const begun = await heldAfterEnd();
  await closeUnpaid(shop.context, begun.paymentId, { reason: "not in the statement", by: WAMBUI });
  await lateMoney(await addCode(begun));
  expect(await orderStanding(shop, begun.orderId)).toMatchObject({ payment: false, status: "Cancelled" });
  expect(await stockOf(shop, begun.tee)).toEqual({ shelf: 3, held: 0, sold: 0 });
});

test("Money found after an order's end is refunded when its items are sold", async () => {
  const begun = await begin(1);
  await toEnd(begun);
  await restock(shop, begun.tee, 0);
  await lateMoney(begun);
  expect(await orderStanding(shop, begun.orderId)).toMatchObject({
    status: "Cancelled",
    refund: "due",
    state: "paid",
  });
  expect((await outcomeOf(shop, begun.buyer)).mails).toContain("refund-due");
});

test("nor is its refund state that of other money, which went back while its items were sold", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 1 } });
  const key = crypto.randomUUID();
  const { body } = await payBy(shop, "flutterwave", buyer, tee, { key });
  await shop.pass(31 * 60, 31 * 60);
  const begun = await type(tee, buyer, key);
  await toEnd(begun);
  await restock(shop, tee, 0);
  await shop.flutterwave.pay({ tx_ref: (body.data as { tx_ref: string }).tx_ref, card: CARD });
  await shop.pass(120, 60);
  expect(await orderRow(begun)).toMatchObject({ status: "Cancelled", refund: "done", all_refunded: true });
  await restock(shop, tee, 1);
  await lateMoney(begun);
  expect(await orderRow(begun)).toEqual({
    payment: true,
    status: "Order Placed",
    refund: "part",
    all_refunded: false,
  });
});

test("Late money of a guest's attempt revives no order of its checkout that was paid and then cancelled", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
  const key = crypto.randomUUID();
  const { body } = await payBy(shop, "flutterwave", await guestOf(shop), tee, { key });
  await shop.pass(31 * 60, 31 * 60);
  const [begun, added] = [await type(tee, buyer, key), await type(tee, buyer, key)];
  await toEnd(begun);
  await lateMoney(added);
  expect(await orderRow(begun)).toMatchObject({ payment: true, status: "Order Placed" });
  await counter.cancel(begun.orderId);
  await shop.flutterwave.pay({ tx_ref: (body.data as { tx_ref: string }).tx_ref, card: CARD });
  await shop.pass(30, 15);
  expect(await orderRow(begun)).toMatchObject({ status: "Cancelled", all_refunded: true });
  expect(await stockOf(shop, tee)).toEqual({ shelf: 3, held: 0, sold: 0 });
});

test("who orders again with the code of an order that ended learns which order it is with", async () => {
  const begun = await begin();
  await toEnd(begun);
  const again = await payBy(shop, "cod", begun.buyer, begun.tee, { mpesaCode: begun.code });
  expect([again.status, again.body]).toEqual([
    409,
    {
      success: false,
      message: `This code is with your order ${shortId(begun.orderId)}, which we cancelled because we couldn't find its payment. Please call us: once we find it, that order goes on.`,
    },
  ]);
  expect((await outcomeOf(shop, begun.buyer)).orders).toHaveLength(1);
});

holdsInvariants(() => shop);
