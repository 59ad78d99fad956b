import { beforeEach, expect, test } from "vitest";
import { addProduct } from "../../../../test/goods.ts";
import { brokenInvariants, holdsInvariants } from "../../../../test/invariants.ts";
import { PLACE } from "../../../../test/orders.ts";
import { expectOneOrder, moneyOf, outcomeOf, stockOf, toldStaff } from "../../../../test/outcome.ts";
import { listedOf, paidShop, paymentOf, phoneOf, push, pushOf, standing } from "../../../../test/payments.ts";
import { customer, orderOf, type Person } from "../../../../test/people.ts";

const shop = paidShop();
beforeEach(async () => {
  await shop.query("update payments set next_check_at = null");
  await shop.query("delete from rate_limits");
  await shop.pass(15, 15);
});

const WAITING = { ResultCode: null, ResultDesc: "Waiting for M-Pesa", status: "pending" };
const HOUR = 3_600;
const promptsOf = (phone: string) => shop.daraja.payments().filter((prompt) => prompt.phone === phone);
const prompted = (phone: string) => expect.poll(() => promptsOf(phone).length).toBe(1);
const requests = () => shop.daraja.requests("processrequest").length;
const begun = (buyer: Person) =>
  expect.poll(async () => (await paymentOf(shop, buyer)).state).toBe("submitting");

/** Nobody says how it went: it is asked about for a day; the goods are kept five minutes. */
const NEVER = [
  {
    scenario: "019",
    about: "503 and a page: nobody knows, so nothing is sent again",
    first: "submit_unknown",
    // there is no id to ask by
    queries: 0,
  },
  {
    scenario: "036",
    about: "a code nobody knows is no end, and is for a person",
    first: "pending",
    queries: 8,
  },
];

test.each(NEVER)("$scenario $about", async ({ scenario, first, queries }) => {
  const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
  const [pushes, asked] = [requests(), shop.daraja.requests("stkpushquery").length];
  const id = await push(shop, buyer, pushOf(tee, phoneOf(scenario)));
  expect(id).toMatch(scenario === "019" ? /^ATT-/ : /^ws_CO_/);
  await shop.pass(15);
  const told = {
    ...WAITING,
    ...(scenario === "036" && { code: "7777", codeTimes: expect.any(Number) }),
  };
  expect(await standing(shop, buyer, id)).toEqual(told);
  expect(await outcomeOf(shop, buyer)).toEqual({ states: [first], orders: [], mails: [] });
  expect(await stockOf(shop, tee)).toEqual({ shelf: 2, held: 1, sold: 0 });
  await shop.pass(300, 60);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 3, held: 0, sold: 0 });
  expect(await brokenInvariants(shop)).toEqual([]);

  await shop.pass(25 * HOUR, 2 * HOUR);
  await shop.pass(60, 15);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 3, held: 0, sold: 0 });
  expect(await standing(shop, buyer, id)).toEqual(told);
  expect(await outcomeOf(shop, buyer)).toEqual({ states: ["needs_review"], orders: [], mails: [] });
  expect(await toldStaff(shop, buyer)).toEqual(["nobody could say whether it was paid"]);
  const { id: payment } = await paymentOf(shop, buyer);
  expect(await listedOf(shop, String(payment))).toMatchObject([{ amount: 1501 }]);
  expect(requests() - pushes).toBe(1);
  expect(shop.daraja.requests("stkpushquery").length - asked).toBeGreaterThanOrEqual(queries);
  expect(await brokenInvariants(shop)).toEqual([]);

  // what is under review, over or held for so long bars no other payment
  shop.daraja.scenario({ phone: phoneOf(scenario), scenario: "001" });
  const again = await shop.post("/token/stkpush", pushOf(tee, phoneOf(scenario)), buyer.token);
  expect(again.status).toBe(200);
  await shop.pass(15);
  await expectOneOrder(shop, buyer, tee);
});

test.each([
  {
    silence: "whom nobody could ask again",
    mode: { mode: "busy", path: "stkpushquery" },
    last: "needs_review",
  },
  { silence: "which M-Pesa, asked again, did not take back", mode: { mode: "normal" }, last: "failed" },
] as const)("003 a push that may still be paid, $silence: $last", async ({ mode, last }) => {
  const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
  await push(shop, buyer, pushOf(tee, phoneOf("003")));
  await shop.pass(45);
  expect((await paymentOf(shop, buyer)).state).toBe("failed");
  shop.daraja.mode(mode);
  await shop.pass(25 * HOUR + 600, 4 * HOUR);
  shop.daraja.mode({ mode: "normal" });
  expect(await outcomeOf(shop, buyer)).toEqual({ states: [last], orders: [], mails: [] });
  const isOwners = last === "needs_review";
  expect(await toldStaff(shop, buyer)).toEqual(isOwners ? ["nobody could say whether it was paid"] : []);
  const { id } = await paymentOf(shop, buyer);
  expect(await listedOf(shop, String(id))).toHaveLength(isOwners ? 1 : 0);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 3, held: 0, sold: 0 });
});

test("A callback before the push's answer is stored under its own address", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
  const answer = shop.post("/token/stkpush", pushOf(tee, phoneOf("016")), buyer.token);
  await prompted(phoneOf("016"));
  await begun(buyer);
  await shop.pass(1, 1);
  // paid, while nobody has answered the push yet
  const payment = await paymentOf(shop, buyer);
  expect(payment.state).toBe("paid");
  expect(await standing(shop, buyer, `ATT-${payment.id}`)).toMatchObject({ ResultCode: "0", status: "paid" });
  await shop.pass(1, 1);
  const { CheckoutRequestID } = (await answer).body;
  expect(CheckoutRequestID).toBe(promptsOf(phoneOf("016"))[0]?.checkoutRequestId);
  expect(await standing(shop, buyer, String(CheckoutRequestID))).toMatchObject({ ResultCode: "0" });
  await expectOneOrder(shop, buyer, tee);
  expect(promptsOf(phoneOf("016"))).toHaveLength(1);
});

test("A push is sent once, whatever happens to its request", async () => {
  for (const mode of [
    { mode: "all-5xx", status: 500 },
    { mode: "down", processed: true },
  ] as const) {
    const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
    // the breaker of a path that failed five times would answer instead
    await shop.pass(15, 15);
    shop.daraja.mode({ ...mode, path: "processrequest" });
    const before = requests();
    const phone = `2547111000${String(10 + (before % 80)).padStart(2, "0")}`;
    expect(await push(shop, buyer, pushOf(tee, phone))).toMatch(/^ATT-/);
    shop.daraja.mode({ mode: "normal" });
    await shop.pass(70);
    expect(requests() - before).toBe(1);
    expect((await paymentOf(shop, buyer)).checkout_request_id === null).toBe(promptsOf(phone).length === 0);
  }
});

const ask = (buyer: Person, body: object, key = "") =>
  shop.post("/token/stkpush", body, buyer.token, key ? { "idempotency-key": key } : {});

test("a prompt nobody answered: the same for three minutes, then another, once M-Pesa was asked", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
  const phone = shop.phone("035");
  const one = await push(shop, buyer, pushOf(tee, phone), "checkout-a");
  await shop.pass(140, 70);
  expect((await ask(buyer, pushOf(tee, phone))).body.CheckoutRequestID).toBe(one);
  await shop.pass(50, 50);
  const [before, asked] = [requests(), shop.daraja.requests("stkpushquery").length];
  // another phone: the first one still shows its prompt
  const two = await push(shop, buyer, pushOf(tee, shop.phone(null)), "checkout-b");
  expect(two).not.toBe(one);
  expect(requests() - before).toBe(1);
  expect(shop.daraja.requests("stkpushquery").length - asked).toBe(1);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 2, held: 1, sold: 0 });
});

test("A changed total is named before any prompt is sent", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
  const body = pushOf(tee, shop.phone("013"));
  const before = requests();
  await shop.query("update products set price = 1600 where id = $1", [tee._id]);
  const refused = await ask(buyer, body);
  const text = "The total has changed. Please review your cart.";
  expect({ status: refused.status, body: refused.body }).toEqual({
    status: 409,
    body: { success: false, message: text, error: text, amount: 1601 },
  });
  expect(requests()).toBe(before);
  expect(await paymentOf(shop, buyer)).toEqual({});
  await push(shop, buyer, { ...body, amount: "1601" });
  await shop.query("update products set price = 9999, published = false where id = $1", [tee._id]);
  await shop.pass(15);
  await expectOneOrder(shop, buyer, tee, 1601);
  expect(shop.daraja.payments().at(-1)?.amount).toBe(1601);
});

test("Late money is refunded when the items are sold, and shopper and staff are notified", async () => {
  shop.daraja.switches({ secondCallback: true });
  const tee = await addProduct(shop, { stock: { M: 1 } });
  const [buyer, rival] = [await customer(shop), await customer(shop)];
  const id = await push(shop, buyer, pushOf(tee, shop.phone("029")));
  await shop.pass(45);
  expect(await standing(shop, buyer, id)).toMatchObject({ ResultCode: "1037", status: "failed" });
  expect((await shop.post(PLACE, orderOf(tee), rival.token)).status).toBe(200);
  await shop.pass(30);
  const [cancelled] = (await outcomeOf(shop, buyer)).orders;
  expect(cancelled).toMatchObject({ payment: true, status: "Cancelled", amount: 1501 });
  expect(await standing(shop, buyer, id)).toMatchObject({ ResultCode: "0", orderId: cancelled?.id });
  await shop.pass(60);
  expect(await outcomeOf(shop, buyer)).toEqual({
    states: ["paid"],
    orders: [{ ...cancelled, refund: "done" }],
    mails: ["refund-due", "refunded"],
  });
  expect(await moneyOf(shop, buyer)).toMatchObject([{ amount: 1501, state: "refunded" }]);
  expect(await toldStaff(shop, buyer)).toEqual(["refund due: the goods were sold out meanwhile"]);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 0, held: 1, sold: 0 });
});

test("Late money becomes the order while the items are in stock", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 1 } });
  const id = await push(shop, buyer, pushOf(tee, shop.phone("029")));
  await shop.pass(45);
  expect(await standing(shop, buyer, id)).toMatchObject({ ResultCode: "1037", status: "failed" });
  expect(await stockOf(shop, tee)).toEqual({ shelf: 1, held: 0, sold: 0 });
  await shop.pass(30);
  await expectOneOrder(shop, buyer, tee);
});

holdsInvariants(() => shop);
