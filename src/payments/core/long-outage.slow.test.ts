import { expect, test } from "vitest";
import { addProduct, type Goods } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { expectOneOrder } from "../../../test/outcome.ts";
import { age, paidShop, paymentOf, push, pushOf } from "../../../test/payments.ts";
import { customer, type Person } from "../../../test/people.ts";

const shop = paidShop({ MPESA_QUERY_EVERY: "1" });

test("Prompts paid before the shop was away for a day are each asked about before any of them ends", async () => {
  // only the turns of our own are short: M-Pesa answers each question
  shop.daraja.switches({ queryLimit: false });
  const bought: { buyer: Person; tee: Goods; payment: unknown }[] = [];
  for (let nth = 0; nth < 2; nth += 1) {
    const [buyer, tee] = [await customer(shop), await addProduct(shop)];
    await push(shop, buyer, pushOf(tee, shop.phone("013")));
    bought.push({ buyer, tee, payment: (await paymentOf(shop, buyer)).id });
  }
  await shop.clock.advance(10_000);
  await age(shop, 26 * 3_600);
  await shop.query("update payments set next_check_at = now()");
  await shop.work();
  await shop.pass(60);
  const ends = await shop.query(
    "select to_state from payment_events where payment_id = any($1) and to_state in ('expired_unknown', 'needs_review')",
    [bought.map(({ payment }) => payment)],
  );
  expect(ends).toEqual([]);
  for (const { buyer, tee } of bought) await expectOneOrder(shop, buyer, tee);
});

holdsInvariants(() => shop);
