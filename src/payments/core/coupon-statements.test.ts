import { afterAll, beforeAll, expect, test } from "vitest";
import { addCoupon } from "../../../test/coupons.ts";
import { addProduct, type Goods } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { PLACE } from "../../../test/orders.ts";
import { openPaidShop, type PaidShop, pushOf } from "../../../test/payments.ts";
import { ADDRESS, customer, freshMobile, orderOf } from "../../../test/people.ts";
import { recorded } from "../../../test/recorded.ts";

let shop: PaidShop;
let tee: Goods;
beforeAll(async () => {
  shop = await openPaidShop();
  tee = await addProduct(shop, { price: 1_000, stock: { M: 100 } });
  // what is read once by each process
  await begin("code");
  await begin("push");
  await begin("card");
});
afterAll(() => shop.close());

type Way = "code" | "push" | "card";

/** What the shop sends to the database while somebody orders or begins to pay, begin and commit counted. */
async function begin(way: Way, coupon?: string): Promise<number> {
  const buyer = await customer(shop);
  const address = { ...ADDRESS, email: buyer.email, phone: freshMobile() };
  const amount = coupon ? 901 : 1_001;
  const told = { address, ...(coupon ? { coupon } : {}) };
  const items = [{ _id: tee._id, size: tee.size, quantity: 1 }];
  const [path, body] = {
    code: [PLACE, { ...orderOf(tee), ...told, amount }],
    push: ["/token/stkpush", { ...pushOf(tee, address.phone), ...told, amount: String(amount) }],
    card: ["/api/payment/flutterwave/intent", { items, ...told, amount }],
  }[way] as [string, object];
  const sent = await recorded(async () => {
    const key = { "idempotency-key": crypto.randomUUID() };
    const answer = await shop.post(path, body, buyer.token, key);
    expect(answer.status, answer.text).toBe(200);
  });
  return sent.length;
}

test.each([
  ["code", 19],
  ["push", 23],
  ["card", 20],
] as const)("An order without a coupon costs no statement for coupons: %s, %i", async (way, count) => {
  const { code } = await addCoupon(shop, { maxUses: 100, perShopper: 1 });
  expect(await begin(way)).toBe(count);
  // wrong codes from there are counted, of ten minutes and of a day, the coupon looked up, read and locked, its use written
  expect(await begin(way, code)).toBe(count + 6);
});

holdsInvariants(() => shop);
