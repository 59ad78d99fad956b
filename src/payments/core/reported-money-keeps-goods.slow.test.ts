import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addProduct, type Goods } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { PLACE } from "../../../test/orders.ts";
import { expectNothingBroken, expectOneOrder, outcomeOf, stockOf } from "../../../test/outcome.ts";
import { age, openPaidShop, type PaidShop, paymentOf, push, pushOf } from "../../../test/payments.ts";
import { customer, orderOf, type Person } from "../../../test/people.ts";
import { acceptPaid } from "../staff/decide-payment.server.ts";
import { createPaymentContext } from "./payment-context.server.ts";

let shop: PaidShop;
beforeAll(async () => {
  shop = await openPaidShop({ MPESA_QUERY_EVERY: "0" });
  shop.daraja.switches({ queryLimit: false });
});
afterAll(() => shop.close());
beforeEach(async () => {
  shop.daraja.mode({ mode: "normal" });
  await shop.query("update payments set next_check_at = null");
  await shop.query("delete from rate_limits");
});

let phones = 0;
const phone = (scenario: string | null) => {
  phones += 1;
  const number = `254739${String(phones).padStart(6, "0")}`;
  shop.daraja.scenario({ phone: number, scenario });
  return number;
};
const STILL_HELD = { shelf: 0, held: 1, sold: 0 };

test("Stock stays held while a push's success was reported and M-Pesa is away", async () => {
  const tee = await addProduct(shop, { stock: { M: 1 } });
  const [buyer, rival] = [await customer(shop), await customer(shop)];
  shop.daraja.mode({ mode: "rate-limited", path: "stkpushquery" });
  await push(shop, buyer, pushOf(tee, phone("001")));
  await shop.pass(10);
  expect(await paymentOf(shop, buyer)).toMatchObject({ state: "paid_held" });
  for (const seconds of [300, 3_600, 14_400]) {
    await shop.pass(seconds, seconds / 2);
    expect(await stockOf(shop, tee)).toEqual(STILL_HELD);
    await expectNothingBroken(shop);
  }
  const refused = await shop.post(PLACE, orderOf(tee), rival.token);
  expect(refused.status).toBe(409);
  shop.daraja.mode({ mode: "normal" });
  const app = await shop.second();
  await age(shop, 4 * 3_600);
  await shop.work(app);
  await app.close();
  await expectOneOrder(shop, buyer, tee);
});

test("nor does it lapse while the question waits for its turn, or the callback for its reader", async () => {
  const tee = await addProduct(shop, { stock: { M: 1 } });
  const buyer = await customer(shop);
  const id = await push(shop, buyer, pushOf(tee, phone(null)));
  await age(shop, 290);
  await shop.query(
    "insert into provider_turns values ('mpesa query', now() + interval '1 hour') on conflict (name) do update set next_at = excluded.next_at",
  );
  await shop.daraja.approve(id);
  await age(shop, 30);
  await shop.work();
  expect(await paymentOf(shop, buyer)).toMatchObject({ state: "pending", callback: { code: "0" } });
  expect(await stockOf(shop, tee)).toEqual(STILL_HELD);
  await shop.query("update provider_turns set next_at = now() + interval '1 hour'");
  await age(shop, 600);
  await shop.work();
  expect(await stockOf(shop, tee)).toEqual(STILL_HELD);
  await shop.query("delete from provider_turns");
  await age(shop, 3_600);
  await shop.work();
  await expectOneOrder(shop, buyer, tee);
});

test("what nobody has paid is kept no longer than before", async () => {
  const tee = await addProduct(shop, { stock: { M: 1 } });
  const buyer = await customer(shop);
  shop.daraja.mode({ mode: "rate-limited", path: "stkpushquery" });
  await push(shop, buyer, pushOf(tee, phone("035")));
  await shop.pass(301);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 1, held: 0, sold: 0 });
});

test("Stock stays held for a day at most where M-Pesa denies a reported success", async () => {
  const tees = await Promise.all([1, 2].map(() => addProduct(shop, { stock: { M: 1 } })));
  const buyers = await Promise.all(tees.map(() => customer(shop)));
  for (const [nth, tee] of tees.entries()) await push(shop, buyers[nth] as Person, pushOf(tee, phone("030")));
  await shop.pass(15);
  for (const [seconds, step] of [
    [301, 100],
    [3_600, 1_800],
  ] as const) {
    await shop.pass(seconds, step);
    for (const [nth, tee] of tees.entries()) {
      expect((await outcomeOf(shop, buyers[nth] as Person)).states).toEqual(["paid_held"]);
      expect(await stockOf(shop, tee)).toEqual(STILL_HELD);
    }
  }
  const [[tee, left], [buyer]] = [tees as [Goods, Goods], buyers as [Person]];
  expect((await shop.post(PLACE, orderOf(tee), (await customer(shop)).token)).status).toBe(409);
  // the owner has seen the money
  const { id } = await paymentOf(shop, buyer);
  expect(await acceptPaid(createPaymentContext(shop), String(id), "UKX0000012")).toBe(true);
  await expectOneOrder(shop, buyer, tee);
  await shop.pass(25 * 3_600, 6 * 3_600);
  await shop.pass(60);
  expect(await stockOf(shop, left)).toEqual({ shelf: 1, held: 0, sold: 0 });
});

test("money was reported, and M-Pesa is asked no more: kept no longer", async () => {
  const tee = await addProduct(shop, { stock: { M: 1 } });
  const buyer = await customer(shop);
  shop.daraja.mode({ mode: "rate-limited", path: "stkpushquery" });
  await push(shop, buyer, pushOf(tee, phone("002")));
  const { id } = await paymentOf(shop, buyer);
  await shop.query(
    `insert into till_payments (code, amount, shortcode, bill_ref)
     select 'UKX0000013', amount, '174379', reference from payments where id = $1`,
    [id],
  );
  await shop.pass(20, 10);
  expect(await paymentOf(shop, buyer)).toMatchObject({
    state: "paid_held",
    why: "waiting for M-Pesa's word",
  });
  await shop.pass(400, 100);
  expect(await stockOf(shop, tee)).toEqual(STILL_HELD);
  // as where the owner decided about that money, and M-Pesa's last answer was "no"
  await shop.query("update payments set next_check_at = null where id = $1", [id]);
  await shop.pass(900, 100);
  expect(await paymentOf(shop, buyer)).toMatchObject({ state: "paid_held", next_check_at: null });
  expect(await stockOf(shop, tee)).toEqual({ shelf: 1, held: 0, sold: 0 });
});

holdsInvariants(() => shop);
