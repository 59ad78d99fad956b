import { beforeAll, beforeEach, expect, test } from "vitest";
import { holdsInvariants } from "../../../../test/invariants.ts";
import { PLACE } from "../../../../test/orders.ts";
import { mailText, outcomeOf, stockOf, toldStaff } from "../../../../test/outcome.ts";
import { NO_OPERATOR, paidShop, paymentOf, push, pushOf, secondProcess } from "../../../../test/payments.ts";
import { orderOf, type Person } from "../../../../test/people.ts";
import { type StaffPerson, signInStaff } from "../../../../test/support/back-office.ts";
import { endsOn, orderStanding, queued, tellOfMoney, typeCode } from "../../../../test/till.ts";
import { formatMoment } from "../../../ordering/dates.ts";
import { addWakingHours } from "./waking-hours.ts";

// nobody can be asked about a code here: an order on one ends after waking hours
let owner: StaffPerson;
const shop = paidShop(NO_OPERATOR);
const other = secondProcess(shop);
const { endsOf, pass } = endsOn(shop);
beforeAll(async () => {
  owner = await signInStaff(shop);
});
beforeEach(() => shop.query("update payments set warns_at = null, ends_at = null, next_check_at = null"));

async function begin() {
  const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
  return { tee, buyer, ...(await typeCode(shop, buyer, tee)) };
}
const ordersOf = async ({ token }: Person) =>
  (await shop.post("/api/order/userOrders", {}, token)).body.orders as {
    codeUntil?: number;
    codeAsked?: object;
  }[];

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
  await tellOfMoney(shop, begun.code, { TransAmount: "1000.00" });
  await pass(begun, "warns", 5);
  await pass(begun, "ends", 5);
  expect(await orderStanding(shop, begun.orderId)).toMatchObject({
    status: "Order Placed",
    state: "paid_held",
  });
  expect((await outcomeOf(shop, begun.buyer)).mails).toEqual(["placed"]);
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

holdsInvariants(() => shop);
