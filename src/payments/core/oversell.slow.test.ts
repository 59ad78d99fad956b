import { beforeAll, expect, test } from "vitest";
import { addProduct, type Goods, onHand } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { PLACE } from "../../../test/orders.ts";
import { moneyOf, outcomeOf, stockOf } from "../../../test/outcome.ts";
import {
  ASKED_FREELY,
  confirm,
  paidShop,
  payBy,
  push,
  pushOf,
  secondProcess,
} from "../../../test/payments.ts";
import { crowd, freshCode, orderOf, type Person } from "../../../test/people.ts";
import { type Answer, patient } from "../../../test/shop.ts";
import { CODE_OUTCOMES } from "../../ordering/track/track-html.server.ts";

// all of them stand behind one address
const shop = paidShop(ASKED_FREELY);
const second = secondProcess(shop);
beforeAll(() => patient(shop, second));

const INTENT = "/api/payment/flutterwave/intent";
const SOLD_OUT = "409 Drop (size M): just sold out.";
const KEPT_FOR_CODES =
  "409 Drop (size M): too many are waiting for a payment right now, so we can't take this order. Please order fewer, try again later, or choose another way to pay.";

const asked = (answers: Answer[]) =>
  answers.map(({ status, body }) => (status === 200 ? "200" : `${status} ${body.message ?? body.error}`));

async function deadlocks(): Promise<unknown> {
  const [row] = await shop.query("select deadlocks from pg_stat_database where datname = current_database()");
  return row?.deadlocks;
}

/** Half of them meet one process, half the other; each from an address of his own. */
function ask(index: number, path: string, body: object, { token }: Person): Promise<Answer> {
  return (index % 2 ? second : shop).send({
    method: "POST",
    url: path,
    payload: body,
    headers: { "content-type": "application/json", token },
    remoteAddress: `10.0.${index >> 8}.${index % 256}`,
  });
}

const prompts = (phoneNumbers: Set<string>) =>
  shop.daraja.payments().filter(({ phone }) => phoneNumbers.has(phone));

/** Everybody whose phone rings pays. */
async function payAll(phoneNumbers: Set<string>): Promise<void> {
  for (const { checkoutRequestId } of prompts(phoneNumbers)) await shop.daraja.approve(checkoutRequestId);
  await shop.pass(10);
  await shop.work(shop, second);
}

async function sold(product: Goods) {
  const [row] = await shop.query(
    `select count(*)::int as orders, count(distinct o.user_id)::int as buyers, count(*) filter (where o.payment)::int as paid
     from order_items i join orders o on o.id = i.order_id where i.product_id = $1 and o.status <> 'Cancelled'`,
    [product._id],
  );
  return row;
}

test("40 buyers of 4 units by push make 4 orders and ring four phones", async () => {
  const drop = await addProduct(shop, { name: "Drop", stock: { M: 4 } });
  const people = await crowd(shop, 40);
  const before = await deadlocks();
  const mine = people.map(() => shop.phone());
  const answers = await Promise.all(
    people.map((person, index) => ask(index, "/token/stkpush", pushOf(drop, mine[index] ?? ""), person)),
  );
  const said = asked(answers);
  expect(said.filter((answer) => answer === "200")).toHaveLength(4);
  expect(new Set(said.filter((answer) => answer !== "200"))).toEqual(new Set([SOLD_OUT]));
  const ringing = new Set(mine);
  expect(prompts(ringing)).toHaveLength(4);
  expect(new Set(prompts(ringing).map(({ phone }) => phone)).size).toBe(4);
  expect(await onHand(shop, drop)).toBe(0);
  await payAll(ringing);
  expect(await sold(drop)).toEqual({ orders: 4, buyers: 4, paid: 4 });
  expect(await onHand(shop, drop)).toBe(0);
  expect(await shop.query("select 1 from refunds")).toEqual([]);
  expect(await deadlocks()).toEqual(before);
});

test("Nothing is sold twice with all three ways to pay at once", async () => {
  const drop = await addProduct(shop, { name: "Drop", stock: { M: 10 } });
  const people = await crowd(shop, 30);
  const before = await deadlocks();
  const mine = people.map(() => shop.phone());
  const answers = await Promise.all(
    people.map((person, index) => {
      if (index % 3 === 0) return ask(index, "/token/stkpush", pushOf(drop, mine[index] ?? ""), person);
      return ask(index, index % 3 === 1 ? INTENT : PLACE, orderOf(drop), person);
    }),
  );
  const said = asked(answers);
  expect(said.filter((answer) => answer === "200")).toHaveLength(10);
  // by code no more than half can be had while nobody has found the money
  const refused = said.filter((answer) => answer !== "200" && answer !== KEPT_FOR_CODES);
  expect(new Set(refused)).toEqual(new Set([SOLD_OUT]));
  const cards = answers.filter(({ status }, index) => status === 200 && index % 3 === 1);
  const cash = answers.filter(({ status }, index) => status === 200 && index % 3 === 2);
  expect(cash.length).toBeLessThanOrEqual(5);
  await payAll(new Set(mine));
  for (const { body } of cards) {
    const { tx_ref } = body.data as { tx_ref: string };
    await shop.flutterwave.pay({ tx_ref, card: "4000000000000001" });
  }
  await shop.pass(10);
  expect(await sold(drop)).toEqual({ orders: 10, buyers: 10, paid: 10 - cash.length });
  expect(await onHand(shop, drop)).toBe(0);
  expect(await deadlocks()).toEqual(before);
});

test("shoppers who change their mind, each between two carts in the other's order: all are answered, none with a 5xx", async () => {
  const [a, b] = [await addProduct(shop, { name: "A" }), await addProduct(shop, { name: "B" })];
  const people = await crowd(shop, 16);
  const before = await deadlocks();
  for (const turn of [0, 1, 2]) {
    const answers = await Promise.all(
      people.map((person, index) => ask(index, INTENT, orderOf((index + turn) % 2 ? a : b), person)),
    );
    expect(new Set(asked(answers))).toEqual(new Set(["200"]));
  }
  expect(await deadlocks()).toEqual(before);
  const [kept] = await shop.query("select sum(held)::int as held from stock where product_id in ($1, $2)", [
    a._id,
    b._id,
  ]);
  expect(kept).toEqual({ held: 16 });
});

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
  const { body } = await shop.post(PLACE, orderOf(tee), buyer.token, { "idempotency-key": key });
  await shop.query("update orders set placed_at = placed_at - interval '3 hours' where id = $1", [
    body.orderId,
  ]);
  expect(await payBy(shop, "mpesa", buyer, tee, { key })).toMatchObject({
    status: 409,
    body: {
      message: "You ordered the same items 3 hours ago. Order again?",
      ...{ again: true, orderId: body.orderId, minutes: 180 },
    },
  });
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
  expect(right.body).toMatchObject({ noted: true, message: CODE_OUTCOMES.unpaid });
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
