import { beforeAll, expect, test } from "vitest";
import { addCoupon } from "../../../test/coupons.ts";
import { addProduct, type Goods } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { paidShop, payBy } from "../../../test/payments.ts";
import { ADDRESS, customer, freshMobile } from "../../../test/people.ts";
import { recorded } from "../../../test/recorded.ts";
import { METHODS, type Method } from "../../shop.ts";

let tee: Goods;
const shop = paidShop();
beforeAll(async () => {
  tee = await addProduct(shop, { price: 1_000, stock: { M: 100 } });
  // what is read once by each process
  for (const method of METHODS) await begin(method);
});

/** What the shop sends to the database while somebody orders or begins to pay, begin and commit counted. */
async function begin(method: Method, coupon?: string): Promise<number> {
  const buyer = await customer(shop);
  const address = { ...ADDRESS, email: buyer.email, phone: freshMobile() };
  const amount = coupon ? 901 : 1_001;
  const asked = { address, amount: method === "mpesa" ? String(amount) : amount, ...(coupon && { coupon }) };
  const sent = await recorded(async () => {
    const answer = await payBy(shop, method, buyer, tee, { key: crypto.randomUUID(), ...asked });
    expect(answer.status, answer.text).toBe(200);
  });
  return sent.length;
}

test.each([
  ["cod", 16],
  ["mpesa", 20],
  ["flutterwave", 17],
] as const)("An order without a coupon costs no statement for coupons: %s, %i", async (way, count) => {
  const { code } = await addCoupon(shop, { maxUses: 100, perShopper: 1 });
  expect(await begin(way)).toBe(count);
  // wrong codes from there are counted, of ten minutes and of a day, the coupon looked up, read and locked, its use written
  expect(await begin(way, code)).toBe(count + 6);
});

holdsInvariants(() => shop);
