import { afterAll, beforeAll, expect, test } from "vitest";
import { addProduct } from "../../../../test/goods.ts";
import { holdsInvariants } from "../../../../test/invariants.ts";
import { openPaidShop, type PaidShop, phoneOf, push, pushOf } from "../../../../test/payments.ts";
import { customer, type Person } from "../../../../test/people.ts";

let shop: PaidShop;
beforeAll(async () => {
  shop = await openPaidShop();
});
afterAll(() => shop.close());

const ask = async (buyer: Person, body: object) =>
  (await shop.post("/token/stkpush", body, buyer.token, { "idempotency-key": "one-cart" })).body;
const requests = () => shop.daraja.requests("processrequest").length;

test("the answer says where the prompt went, also when that is an earlier one's phone; no second one is sent", async () => {
  const tee = await addProduct(shop, { stock: { M: 3 } });
  const buyer = await customer(shop);
  const wrong = phoneOf("035");
  const first = await ask(buyer, pushOf(tee, wrong));
  expect(first).toMatchObject({ success: true, phone: "2547…035" });
  expect(first).not.toHaveProperty("otherPhone");
  const sent = requests();
  const again = await ask(buyer, pushOf(tee, wrong));
  expect(again).toEqual(first);
  const corrected = await ask(buyer, pushOf(tee, "254711222135"));
  expect(corrected).toEqual({ ...first, otherPhone: true });
  expect(requests()).toBe(sent);
});

test("once the prompt on the wrong phone is refused there, Pay goes to the corrected one", async () => {
  const tee = await addProduct(shop, { stock: { M: 3 } });
  const buyer = await customer(shop);
  const id = await push(shop, buyer, pushOf(tee, phoneOf("135")), "one-cart");
  await shop.daraja.cancel(id);
  await shop.pass(15);
  const sent = requests();
  const corrected = await ask(buyer, pushOf(tee, "254711222335"));
  expect(corrected.CheckoutRequestID).not.toBe(id);
  expect(corrected).toMatchObject({ success: true, phone: "2547…335" });
  expect(corrected).not.toHaveProperty("otherPhone");
  expect(requests()).toBe(sent + 1);
  expect(shop.daraja.payments().at(-1)).toMatchObject({ phone: "254711222335" });
});

test("the same while M-Pesa answers no question: its callback's final no is enough", async () => {
  const tee = await addProduct(shop, { stock: { M: 3 } });
  const buyer = await customer(shop);
  const id = await push(shop, buyer, pushOf(tee, phoneOf("235")), "another-cart");
  shop.daraja.mode({ mode: "rate-limited", path: "stkpushquery" });
  await shop.daraja.cancel(id);
  await shop.pass(15);
  const corrected = await ask(buyer, pushOf(tee, "254711222435"));
  shop.daraja.mode({ mode: "normal" });
  expect(corrected).toMatchObject({ success: true, phone: "2547…435" });
  expect(corrected).not.toHaveProperty("otherPhone");
});

holdsInvariants(() => shop);
