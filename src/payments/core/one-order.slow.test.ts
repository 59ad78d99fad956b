import { expect, test } from "vitest";
import { holdsInvariants } from "../../../test/invariants.ts";
import { PLACE } from "../../../test/orders.ts";
import { moneyOf, outcomeOf, stockOf } from "../../../test/outcome.ts";
import { ASKED_FREELY, confirm, paidShop, push, pushOf } from "../../../test/payments.ts";
import { freshCode, orderOf, type Person } from "../../../test/people.ts";
import { CODE_NOTED } from "../../ordering/track/track-html.server.ts";

const shop = paidShop(ASKED_FREELY);

/** A prompt that bars no other any more, and may still be paid. */
async function past(buyer: Person, body: object, key?: string): Promise<string> {
  const id = await push(shop, buyer, body, key);
  await shop.pass(190, 190);
  return id;
}

async function approve(...ids: string[]): Promise<void> {
  for (const id of ids) {
    await shop.daraja.approve(id);
    await shop.pass(15);
  }
  await shop.pass(60);
}

const statesOf = async (buyer: Person) => (await moneyOf(shop, buyer)).map(({ state }) => state);

test("a prompt for a checkout that has its order by a code is another order, and the old prompt's late money pays the code's", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 5 } });
  const key = "code-then-prompt";
  const one = await past(buyer, pushOf(tee, shop.phone("035")), key);
  await shop.post(PLACE, orderOf(tee), buyer.token, { "idempotency-key": key });
  const two = await push(shop, buyer, { ...pushOf(tee, shop.phone()), again: true }, key);
  await approve(one, two);
  expect((await outcomeOf(shop, buyer)).orders).toMatchObject([{ payment: true }, { payment: true }]);
  expect(await statesOf(buyer)).toEqual(["paid", "paid"]);
});

test("a code typed while a prompt may still be paid places the order that awaits it, and either pays it", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 5 } });
  const key = { "idempotency-key": "prompt-then-code" };
  const one = await past(buyer, pushOf(tee, shop.phone("035")), key["idempotency-key"]);
  const [awaiting] = await shop.query("select id from orders where user_id = $1", [buyer.userId]);
  const { body } = await shop.post(PLACE, orderOf(tee), buyer.token, key);
  expect(body).toMatchObject({ success: true, orderId: awaiting?.id });
  expect(await stockOf(shop, tee)).toEqual({ shelf: 4, held: 1, sold: 0 });
  expect(await shop.query("select kind from order_events where order_id = $1", [body.orderId])).toEqual([
    { kind: "placed" },
  ]);
  await approve(one);
  expect((await outcomeOf(shop, buyer)).orders).toMatchObject([{ id: body.orderId, payment: true }]);
  expect(await statesOf(buyer)).toEqual(["paid"]);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 4, held: 0, sold: 1 });
});

test("a prompt that never left lets go of nothing that an order by a code holds since", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 5 } });
  const key = "unsent-then-code";
  await push(shop, buyer, pushOf(tee, shop.phone("035")), key);
  // as where its process dies before it asks
  await shop.query(
    `update payments set state = 'created', checkout_request_id = null, merchant_request_id = null
     where order_id = (select id from orders where user_id = $1)`,
    [buyer.userId],
  );
  await shop.post(PLACE, orderOf(tee), buyer.token, { "idempotency-key": key });
  await shop.pass(90, 90);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 4, held: 1, sold: 0 });
});

test("where staff have made that order dearer since, the prompt's late money goes back, and another code pays what it costs by now", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 5 } });
  const key = "prompt-code-dearer";
  const order = orderOf(tee);
  const one = await past(buyer, pushOf(tee, shop.phone("035")), key);
  const { body } = await shop.post(PLACE, order, buyer.token, { "idempotency-key": key });
  await shop.query("update orders set delivery_fee = delivery_fee + 99, amount = amount + 99 where id = $1", [
    body.orderId,
  ]);
  await shop.query("update payments set amount = amount + 99 where order_id = $1 and method = 'cod'", [
    body.orderId,
  ]);
  await approve(one);
  expect((await outcomeOf(shop, buyer)).orders).toMatchObject([{ amount: 1600, payment: false }]);
  expect(await statesOf(buyer)).toEqual(["refunded"]);
  const right = await shop.post(PLACE, { ...order, mpesaCode: freshCode() }, buyer.token, {
    "idempotency-key": key,
  });
  expect(right.body).toMatchObject({ noted: true, message: CODE_NOTED.unpaid });
  expect(
    await shop.query("select amount from payments where order_id = $1 and added", [body.orderId]),
  ).toEqual([{ amount: 1600 }]);
});

test.each([
  ["from a second tab", "tab-one", "tab-two"],
  ["where no tab names its checkout", undefined, undefined],
])("the same goods at another price, asked for %s, are one order", async (_where, first, second) => {
  const { tee, buyer } = await shop.sale({ stock: { M: 5 } });
  const one = await past(buyer, pushOf(tee, shop.phone("035")), first);
  await shop.query("update products set price = 1600 where id = $1", [tee._id]);
  const two = await push(shop, buyer, pushOf({ ...tee, price: 1600 }, shop.phone()), second);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 4, held: 1, sold: 0 });
  await approve(two, one);
  expect((await outcomeOf(shop, buyer)).orders).toMatchObject([{ amount: 1601, payment: true }]);
  expect(await statesOf(buyer)).toEqual(["paid", "refunded"]);
});

test("what a checkout had begun before is its own still where another tab goes on with it", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 5 } });
  const one = await past(buyer, pushOf(tee, shop.phone("035"), { quantity: 2 }), "went-on-a");
  const two = await past(buyer, pushOf(tee, shop.phone("035")), "went-on-a");
  const three = await push(shop, buyer, pushOf(tee, shop.phone()), "went-on-b");
  await approve(three, two, one);
  expect((await outcomeOf(shop, buyer)).orders).toMatchObject([{ amount: 1501, payment: true }]);
  expect(await statesOf(buyer)).toEqual(["paid", "refunded", "refunded"]);
});

test("a second prompt that names no place leaves the one that was named", async () => {
  const { tee, buyer } = await shop.sale();
  const one = await past(buyer, pushOf(tee, shop.phone("035")));
  await push(shop, buyer, pushOf(tee, shop.phone(), { address: false }));
  await approve(one);
  const [order] = await shop.query("select address from orders where user_id = $1", [buyer.userId]);
  expect(order).toMatchObject({ address: { street: expect.any(String) } });
});

test("two prompts of one order are paid: a call without a request id finds it, and My orders names the money that it has", async () => {
  const { tee, buyer } = await shop.sale();
  const one = await past(buyer, pushOf(tee, shop.phone("035")));
  const two = await push(shop, buyer, pushOf(tee, shop.phone()));
  await approve(two, one);
  const [order] = (await outcomeOf(shop, buyer)).orders;
  const [money] = await shop.query("select receipt from transactions where order_id = $1", [order?.id]);
  const { body } = await confirm(shop, buyer, { amount: "1501" });
  expect(body).toMatchObject({ success: true, orderId: order?.id });
  const mine = await shop.post("/api/order/userOrders", {}, buyer.token);
  expect(mine.body.orders).toMatchObject([{ receipt: money?.receipt }]);
});

holdsInvariants(() => shop);
