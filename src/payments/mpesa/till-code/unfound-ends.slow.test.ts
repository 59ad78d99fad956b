import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { CARDS } from "../../../../simulators/flutterwave/cards.ts";
import { counterOn, WAMBUI } from "../../../../test/counter.ts";
import { type Goods, restock } from "../../../../test/goods.ts";
import { holdsInvariants } from "../../../../test/invariants.ts";
import { PLACE } from "../../../../test/orders.ts";
import { mailText, outcomeOf, stockOf, toldStaff } from "../../../../test/outcome.ts";
import {
  NO_OPERATOR,
  paidShop,
  payBy,
  paymentOf,
  push,
  pushOf,
  secondProcess,
} from "../../../../test/payments.ts";
import { freshCode, guestOf, orderOf, type Person } from "../../../../test/people.ts";
import { type StaffPerson, signInStaff } from "../../../../test/support/back-office.ts";
import { orderStanding, queued, tellOfMoney } from "../../../../test/till.ts";
import { formatMoment } from "../../../ordering/dates.ts";
import { shortId } from "../../../ordering/rules.ts";
import { acceptPaid, closeUnpaid } from "../../staff/act-on-attempt.server.ts";
import { eatStamp } from "../password.ts";
import { addWakingHours } from "./waking-hours.ts";

// nobody can be asked about a code here: an order on one ends after waking hours
const CARD = CARDS.find((card) => !card.fails && !card.quirk)?.number ?? "";
let owner: StaffPerson;
const shop = paidShop(NO_OPERATOR);
const counter = counterOn(shop);
const other = secondProcess(shop);
beforeAll(async () => {
  owner = await signInStaff(shop);
});
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

type Ends = { created: number; warns: number; ends: number; warned: number | null; now: number };
/** When a code was typed, when its shopper is warned, and when its order ends, in milliseconds since 1970. */
async function endsOf({ paymentId }: Pick<TypedOrder, "paymentId">): Promise<Ends> {
  const [row] = await shop.query<Ends>(
    `select floor(extract(epoch from created_at) * 1000)::float8 as created, extract(epoch from warns_at)::float8 * 1000 as warns,
       extract(epoch from ends_at)::float8 * 1000 as ends, extract(epoch from now())::float8 * 1000 as now,
       floor(extract(epoch from warned_at) * 1000)::float8 as warned
     from payments where id = $1`,
    [paymentId],
  );
  if (!row) throw new Error("no such payment");
  return row;
}
const orderRow = async ({ orderId }: TypedOrder) =>
  (await shop.query("select payment, status, refund, all_refunded from orders where id = $1", [orderId]))[0];
/** Time goes by until so many seconds after the warning, or the end. */
async function pass(begun: TypedOrder, to: "warns" | "ends", seconds: number): Promise<void> {
  const at = await endsOf(begun);
  const wait = (at[to] - at.now) / 1_000 + seconds;
  await shop.pass(wait, wait);
}
const toEnd = async (begun: TypedOrder) => {
  await pass(begun, "warns", 5);
  await pass(begun, "ends", 5);
};
const ordersOf = async ({ token }: Person) =>
  (await shop.post("/api/order/userOrders", {}, token)).body.orders as {
    codeUntil?: number;
    codeAsked?: object;
  }[];
const accept = (id: string) =>
  acceptPaid(shop.context, id, { reason: "seen in the statement", confirmed: true, by: WAMBUI });
/** The money of a code that was paid as it was typed, reported only now. */
const lateMoney = async (begun: TypedOrder, code = begun.code, change: object = {}) => {
  const { created, now } = await endsOf(begun);
  const paidAt = new Date(Date.now() - (now - created));
  await tellOfMoney(shop, code, { TransTime: eatStamp(paidAt), ...change });
};

test("Where M-Pesa cannot be asked, an unfound code's order ends after six waking hours, announced before", async () => {
  const begun = await begin();
  const { tee, buyer, orderId, paymentId, code } = begun;
  const { created, warns, ends } = await endsOf(begun);
  expect([warns, ends]).toEqual([addWakingHours(created, 4), addWakingHours(created, 6)]);
  expect(await mailText(shop, `placed:${orderId}`)).toContain(
    `If we can't find your payment by ${formatMoment(ends)}, we cancel this order.`,
  );
  expect((await ordersOf(buyer))[0]?.codeUntil).toBe(ends);
  expect(await queued(shop, code)).toMatchObject([{ endsAt: ends }]);

  await pass(begun, "warns", -30);
  expect((await outcomeOf(shop, buyer)).mails).toEqual(["placed"]);
  await pass(begun, "warns", 5);
  expect((await outcomeOf(shop, buyer)).mails).toEqual(["placed", "code-ends"]);
  const until = formatMoment((await endsOf(begun)).ends);
  expect(await mailText(shop, `code-ends:${paymentId}`)).toContain(
    `If we can't find it by ${until}, we cancel the order.`,
  );
  expect((await ordersOf(buyer))[0]?.codeAsked).toEqual({
    until: Math.floor((await endsOf(begun)).ends),
    url: expect.stringContaining("/track/"),
  });
  await pass(begun, "ends", -30);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 2, held: 1, sold: 0 });
  await shop.pass(30, 30);
  await Promise.all([shop.work(), shop.work(other)]);
  expect(await outcomeOf(shop, buyer)).toEqual({
    states: ["failed"],
    orders: [{ id: orderId, payment: false, status: "Cancelled", refund: null, amount: 1501 }],
    mails: ["placed", "code-ends", "code-rejected"],
  });
  expect(await stockOf(shop, tee)).toEqual({ shelf: 3, held: 0, sold: 0 });
  expect(await queued(shop, code)).toEqual([]);
  expect(await toldStaff(shop, buyer)).toEqual([]);
});

test("nor does it end while money was seen of the prompt that its checkout had begun with", async () => {
  const { tee, buyer } = await shop.sale();
  const key = { "idempotency-key": "prompt-then-code" };
  await push(shop, buyer, pushOf(tee, shop.phone("035")), key["idempotency-key"]);
  await shop.pass(190, 190);
  const { body } = await shop.post(PLACE, orderOf(tee), buyer.token, key);
  const orderId = String(body.orderId);
  const code = await paymentOf(shop, buyer);
  await shop.query(
    "update payments set state = 'paid_held', reason = 'amount differs', next_check_at = null where method = 'mpesa' and order_id in (select id from orders where user_id = $1)",
    [buyer.userId],
  );
  const at = await endsOf({ paymentId: String(code.id) });
  await shop.pass((at.ends - at.now) / 1_000 + 60, 3_600);
  await shop.pass(8 * 3_600, 3_600);
  expect(await orderStanding(shop, orderId)).toMatchObject({ status: "Order Placed" });
});

test("A new number of hours changes no earlier order", async () => {
  const before = await begin();
  const saved = async (value: object, version: number) =>
    (await owner.post("/settings/payments", { value, version })).status;
  const methods = ["cod", "mpesa", "flutterwave"];
  const value = { methods, till: "555111" };
  for (const codeHours of [2, 73, 4.5, "6", null])
    expect([codeHours, await saved({ ...value, codeHours }, 0)]).toEqual([codeHours, 400]);
  expect(await saved({ ...value, codeHours: 30 }, 0)).toBe(200);
  await expect
    .poll(async () => {
      const { created, warns, ends } = await endsOf(await begin());
      return [warns === addWakingHours(created, 28), ends === addWakingHours(created, 30)];
    })
    .toEqual([true, true]);
  const { created, ends } = await endsOf(before);
  expect(ends).toBe(addWakingHours(created, 6));
  await shop.query("delete from settings");
  await expect
    .poll(async () => {
      const now = await endsOf(await begin());
      return now.ends === addWakingHours(now.created, 6);
    })
    .toBe(true);
});

test("money that does not fit is seen: a person decides, and nothing ends by the clock", async () => {
  const begun = await begin();
  await lateMoney(begun, begun.code, { TransAmount: "1000.00" });
  await toEnd(begun);
  expect(await orderStanding(shop, begun.orderId)).toMatchObject({
    status: "Order Placed",
    state: "paid_held",
  });
  expect((await outcomeOf(shop, begun.buyer)).mails).toEqual(["placed"]);
});

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
  const type = (quantity: number) =>
    shop.post(PLACE, orderOf(tee, { quantity, mpesaCode: code }), buyer.token);
  expect((await type(12)).status).toBe(409);
  const paymentId = String((await paymentOf(shop, buyer)).id);
  const refused = { tee, buyer, orderId: "", paymentId, code };
  await toEnd(refused);
  await lateMoney(refused, code, { TransAmount: "1400.00" });
  const again = await type(1);
  expect(again.status).toBe(200);
  const begun = { ...refused, orderId: String(again.body.orderId) };
  await shop.work();
  await counter.cancel(begun.orderId);
  await accept(paymentId);
  expect(await orderStanding(shop, begun.orderId)).toMatchObject({ status: "Cancelled", refund: "due" });
  expect(await stockOf(shop, tee)).toEqual({ shelf: 40, held: 0, sold: 0 });
});

test("where no process ran in time, nobody ends without a warning and two hours more", async () => {
  const begun = await begin();
  await shop.query(
    `update payments set warns_at = now() - interval '3 days', ends_at = now() - interval '2 days' where id = $1`,
    [begun.paymentId],
  );
  await shop.work();
  const { ends, warned } = await endsOf(begun);
  expect(ends).toBe(addWakingHours(warned ?? 0, 2));
  expect((await outcomeOf(shop, begun.buyer)).mails).toEqual(["placed", "code-ends"]);
  await pass(begun, "ends", 5);
  expect(await orderStanding(shop, begun.orderId)).toMatchObject({ status: "Cancelled" });
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

test("Money found after an order's end resumes it while its items are in stock", async () => {
  const begun = await begin();
  await toEnd(begun);
  await lateMoney(begun);
  expect(await orderStanding(shop, begun.orderId)).toMatchObject({
    payment: true,
    status: "Order Placed",
    refund: null,
    state: "paid",
    receipt: begun.code,
  });
  expect(await stockOf(shop, begun.tee)).toEqual({ shelf: 2, held: 0, sold: 1 });
  expect((await outcomeOf(shop, begun.buyer)).mails).toEqual(["placed", "code-ends", "code-rejected"]);
  expect(await mailText(shop, `paid:${begun.orderId}`)).toContain("We have your payment of Ksh 1,501");
});

/** An order that ended, and then money of its code that says it came just now, hours after the code was typed. */
async function heldAfterEnd(): Promise<TypedOrder> {
  const begun = await begin();
  await toEnd(begun);
  await tellOfMoney(shop, begun.code);
  expect(await orderStanding(shop, begun.orderId)).toMatchObject({
    status: "Cancelled",
    state: "paid_held",
    reason: "paid at another time",
  });
  return begun;
}

test("so does money that was held, when the owner accepts it, or when a second code is found", async () => {
  const resumed = { payment: true, status: "Order Placed", refund: null, state: "paid" };
  const accepted = await heldAfterEnd();
  await accept(accepted.paymentId);
  expect(await orderStanding(shop, accepted.orderId)).toMatchObject({ ...resumed, receipt: accepted.code });
  expect(await stockOf(shop, accepted.tee)).toEqual({ shelf: 2, held: 0, sold: 1 });

  const second = await addCode(await heldAfterEnd());
  await lateMoney(second);
  expect(await orderStanding(shop, second.orderId)).toMatchObject({ ...resumed, receipt: second.code });
  expect(await stockOf(shop, second.tee)).toEqual({ shelf: 2, held: 0, sold: 1 });
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
  const key = randomUUID();
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
  const key = randomUUID();
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
  const again = await shop.post(PLACE, orderOf(begun.tee, { mpesaCode: begun.code }), begun.buyer.token);
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
