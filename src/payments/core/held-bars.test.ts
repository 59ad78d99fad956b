import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addProduct, type Goods } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { outcomeOf, stockOf } from "../../../test/outcome.ts";
import { age, openPaidShop, type PaidShop, paymentOf, push, pushOf } from "../../../test/payments.ts";
import { ADDRESS, customer, type Person } from "../../../test/people.ts";
import { PAYMENT_TEXTS } from "../rules.ts";

let shop: PaidShop;
beforeAll(async () => {
  shop = await openPaidShop({ MPESA_QUERY_EVERY: "0" });
  shop.daraja.switches({ queryLimit: false });
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.query("update payments set next_check_at = null");
  await shop.query("delete from rate_limits");
});

let phones = 0;
const phone = (scenario: string | null = null) => {
  phones += 1;
  const number = `254737${String(phones).padStart(6, "0")}`;
  shop.daraja.scenario({ phone: number, scenario });
  return number;
};
const byCard = (buyer: Person, goods: Goods, checkout: string) =>
  shop.post(
    "/api/payment/flutterwave/intent",
    {
      items: [{ _id: goods._id, size: goods.size, quantity: 1 }],
      address: ADDRESS,
      amount: goods.price + 1,
    },
    buyer.token,
    { "idempotency-key": checkout },
  );
const byPush = (buyer: Person, goods: Goods, checkout: string) =>
  shop.post("/token/stkpush", pushOf(goods, phone()), buyer.token, { "idempotency-key": checkout });
const WAYS = { push: byPush, card: byCard };

/** A charge of one shilling on the shopper's own reference. */
async function heldCard(buyer: Person, goods: Goods, checkout: string) {
  const { body } = await byCard(buyer, goods, checkout);
  const { tx_ref } = body.data as { tx_ref: string };
  await shop.flutterwave.pay({ tx_ref, amount: 1, card: "5061460166976054667" });
  await shop.pass(10);
}
/** A callback, and an answer, that do not say the same. */
async function heldPush(buyer: Person, goods: Goods, checkout: string) {
  await push(shop, buyer, pushOf(goods, phone("031")), checkout);
  await shop.pass(15);
}

test.each([
  { held: "card", way: "push", hold: heldCard },
  { held: "card", way: "card", hold: heldCard },
  { held: "push", way: "push", hold: heldPush },
  { held: "push", way: "card", hold: heldPush },
] as const)(
  "Held money blocks only its own checkout, for ten minutes at most: $held, $way",
  async ({ held, way, hold }) => {
    const [tee, mug] = [
      await addProduct(shop, { stock: { M: 1 } }),
      await addProduct(shop, { stock: { M: 1 } }),
    ];
    const [buyer, again] = [await customer(shop), WAYS[way]];
    await hold(buyer, tee, "held");
    expect(await paymentOf(shop, buyer)).toMatchObject({ state: "paid_held" });
    const kept = await stockOf(shop, tee);

    // the same checkout, and the same goods by another name
    for (const checkout of ["held", "another name"])
      expect(await again(buyer, tee, checkout)).toMatchObject({
        status: 409,
        body: {
          success: false,
          message: PAYMENT_TEXTS.stillChecking,
          method: held === "card" ? "flutterwave" : "mpesa",
        },
      });
    expect(await again(buyer, mug, "held")).toMatchObject({
      status: 409,
      body: { message: PAYMENT_TEXTS.stillChecking },
    });
    expect((await outcomeOf(shop, buyer)).states).toEqual(["paid_held"]);
    expect(await stockOf(shop, tee)).toEqual(kept);

    // another one, at once
    expect((await again(buyer, mug, "other")).status).toBe(200);
    expect(await stockOf(shop, mug)).toEqual({ shelf: 0, held: 1, sold: 0 });
    expect(await stockOf(shop, tee)).toEqual(kept);
    if (way === "push") {
      await shop.daraja.cancel(String((await paymentOf(shop, buyer)).checkout_request_id));
      await shop.pass(5);
    }

    await age(shop, 601);
    await shop.work();
    expect((await again(buyer, tee, "held")).status).toBe(200);
    expect(await stockOf(shop, tee)).toEqual({ shelf: 0, held: 1, sold: 0 });
    expect((await outcomeOf(shop, buyer)).states[0]).toBe("paid_held");
  },
);

holdsInvariants(() => shop);
