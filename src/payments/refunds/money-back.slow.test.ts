import { beforeEach, expect, test } from "vitest";
import { WAMBUI } from "../../../test/counter.ts";
import { addProduct, type Goods } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { PLACE } from "../../../test/orders.ts";
import { moneyOf, outcomeOf } from "../../../test/outcome.ts";
import { confirm, intent, paidShop, paymentOf, push, pushOf, standing } from "../../../test/payments.ts";
import { customer, orderOf, type Person } from "../../../test/people.ts";
import { PAYMENT_TEXTS } from "../rules.ts";
import { refundMoney } from "../staff/act-on-money.server.ts";

/** Paid, but the money goes back: whoever asks hears that, and not that all is well. */

const shop = paidShop();
beforeEach(async () => {
  await shop.query("delete from rate_limits");
  await shop.pass(15, 15);
});

const GOOD = "5061460166976054667";
const claimCard = (buyer: Person, body: object) => shop.post("/api/order/flutterwave", body, buyer.token);
const current = async (buyer: Person) =>
  (await shop.post("/api/payment/current", {}, buyer.token)).body.payment;

/** The goods are free again, and another takes the last piece. */
async function sellElsewhere(tee: Goods) {
  await shop.query("update holds set until = now() - interval '1 second' where until is not null");
  await shop.work();
  const rival = await customer(shop);
  expect((await shop.post(PLACE, orderOf(tee), rival.token)).status).toBe(200);
}

async function expectPushSays(buyer: Person, id: string, orderId: unknown, message: string) {
  expect(await standing(shop, buyer, id)).toEqual({
    ResultCode: "0",
    ResultDesc: message,
    status: "paid",
    orderId,
    refund: true,
  });
  const claimed = await confirm(shop, buyer, { checkoutRequestID: id });
  expect({ status: claimed.status, body: claimed.body }).toEqual({
    status: 200,
    body: { success: true, message, orderId, refund: true },
  });
}

test("a push whose items sold out meanwhile, before and after the money is back", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 1 } });
  const id = await push(shop, buyer, pushOf(tee, shop.phone(null)));
  await sellElsewhere(tee);
  await shop.daraja.approve(id);
  await shop.pass(15);
  const [cancelled] = (await outcomeOf(shop, buyer)).orders;
  expect(cancelled).toMatchObject({ status: "Cancelled" });
  await expectPushSays(buyer, id, cancelled?.id, PAYMENT_TEXTS.soldOut);
  expect(await current(buyer)).toMatchObject({
    status: "paid",
    refund: true,
    resultDesc: PAYMENT_TEXTS.soldOut,
  });
  await shop.pass(60);
  expect((await outcomeOf(shop, buyer)).states).toEqual(["paid"]);
  expect(await moneyOf(shop, buyer)).toMatchObject([{ amount: 1501, state: "refunded" }]);
  await expectPushSays(buyer, id, cancelled?.id, PAYMENT_TEXTS.soldOut);
});

test("a card whose items sold out meanwhile", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 1 } });
  const { tx_ref } = await intent(shop, buyer, tee);
  await sellElsewhere(tee);
  const paid = await shop.flutterwave.pay({ tx_ref, card: GOOD });
  const told = await claimCard(buyer, { transactionId: paid.transaction_id, tx_ref });
  const [cancelled] = (await outcomeOf(shop, buyer)).orders;
  const body = { success: true, message: PAYMENT_TEXTS.soldOut, orderId: cancelled?.id, refund: true };
  expect({ status: told.status, body: told.body }).toEqual({ status: 200, body });
  expect((await claimCard(buyer, { tx_ref })).body).toEqual(body);
  expect(await current(buyer)).toMatchObject({
    tx_ref,
    status: "paid",
    orderId: cancelled?.id,
    refund: true,
    resultDesc: PAYMENT_TEXTS.soldOut,
  });
});

test("one that staff give back names no reason of theirs; one that stands says nothing of the kind", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
  const id = await push(shop, buyer, pushOf(tee, shop.phone("001")));
  await shop.pass(15);
  expect(await current(buyer)).not.toHaveProperty("refund");
  const { transaction_id: money, order_id } = await paymentOf(shop, buyer);
  const torn = { amount: 1501, reason: "the tee was torn", confirmed: true, by: WAMBUI };
  await refundMoney(shop.context, String(money), torn);
  await expectPushSays(buyer, id, order_id, PAYMENT_TEXTS.moneyBack);
});

test("money refunded without ever an order: the card page and the push say so", async () => {
  const tee = await addProduct(shop, { stock: { M: 3 } });
  const [one, two] = [await customer(shop), await customer(shop)];
  const { tx_ref } = await intent(shop, one, tee);
  const id = await push(shop, two, pushOf(tee, shop.phone("035")));
  const both = [one.userId, two.userId];
  await shop.query(
    `with came as (insert into transactions (id, provider, receipt, amount, unallocated, refunding, source, verified, payment_id)
         select 'came ' || id, case method when 'mpesa' then 'mpesa' else 'card' end, 'R' || id, amount, 0, amount, 'query', true, id
         from payments where order_id in (select id from orders where user_id in ($1, $2)) returning id, payment_id, amount),
       due as (insert into refunds (id, transaction_id, amount, reason, next_try_at)
         select 'due ' || id, id, amount, 'paid elsewhere', null from came)
     update payments set state = 'paid', transaction_id = came.id, active = false, next_check_at = null
     from came where came.payment_id = payments.id`,
    both,
  );
  const answer = await claimCard(one, { tx_ref });
  expect({ status: answer.status, body: answer.body }).toEqual({
    status: 200,
    body: { success: true, message: PAYMENT_TEXTS.moneyBack, refund: true },
  });
  expect(await current(one)).toMatchObject({ refund: true, resultDesc: PAYMENT_TEXTS.moneyBack });
  expect(await standing(shop, two, id)).toMatchObject({ refund: true, ResultDesc: PAYMENT_TEXTS.moneyBack });
  expect(await confirm(shop, two, { checkoutRequestID: id })).toMatchObject({
    status: 409,
    body: { success: false, message: PAYMENT_TEXTS.moneyBack },
  });
});

holdsInvariants(() => shop);
