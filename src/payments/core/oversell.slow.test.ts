import { beforeAll, expect, test } from "vitest";
import { addProduct, type Goods, onHand } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { PLACE } from "../../../test/orders.ts";
import { ASKED_FREELY, paidShop, pushOf, secondProcess } from "../../../test/payments.ts";
import { ADDRESS, crowd, orderOf, type Person } from "../../../test/people.ts";
import { type Answer, patient } from "../../../test/shop.ts";

// all of them stand behind one address
const shop = paidShop(ASKED_FREELY);
const second = secondProcess(shop);
beforeAll(() => patient(shop, second));

const SOLD_OUT = "409 Drop (size M): just sold out.";
const KEPT_FOR_CODES =
  "409 Drop (size M): too many are waiting for a payment right now, so we can't take this order. Please order fewer, try again later, or choose another way to pay.";

const phones = new Set<string>();
/** A phone of no scenario, another for each shopper: its owner decides. */
function phoneOf(index: number): string {
  const phone = `2547${String(20_000_000 + phones.size * 1_000 + (index % 1_000)).padStart(8, "0")}`;
  phones.add(phone);
  return phone;
}

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
  const mine = people.map((_person, index) => phoneOf(index));
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
  const mine = people.map((_person, index) => phoneOf(index));
  const items = [{ _id: drop._id, size: drop.size, quantity: 1 }];
  const answers = await Promise.all(
    people.map((person, index) => {
      if (index % 3 === 0) return ask(index, "/token/stkpush", pushOf(drop, mine[index] ?? ""), person);
      if (index % 3 === 1)
        return ask(
          index,
          "/api/payment/flutterwave/intent",
          { items, address: ADDRESS, amount: drop.price + 1 },
          person,
        );
      return ask(index, PLACE, orderOf(drop), person);
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
    const { tx_ref, amount, payload_hash, customer } = body.data as {
      tx_ref: string;
      amount: number;
      payload_hash: string;
      customer: { email: string };
    };
    await shop.flutterwave.pay({
      tx_ref,
      amount,
      payload_hash,
      email: customer.email,
      card: "4000000000000001",
    });
  }
  await shop.pass(10);
  expect(await sold(drop)).toEqual({ orders: 10, buyers: 10, paid: 10 - cash.length });
  expect(await onHand(shop, drop)).toBe(0);
  expect(await deadlocks()).toEqual(before);
});

test("shoppers who change their mind, each between two carts in the other's order: all are answered, none with a 5xx", async () => {
  const [a, b] = [await addProduct(shop, { name: "A" }), await addProduct(shop, { name: "B" })];
  const people = await crowd(shop, 16);
  const intent = (product: Goods) => ({
    items: [{ _id: product._id, size: product.size, quantity: 1 }],
    address: ADDRESS,
    amount: product.price + 1,
  });
  const path = "/api/payment/flutterwave/intent";
  const before = await deadlocks();
  for (const turn of [0, 1, 2]) {
    const answers = await Promise.all(
      people.map((person, index) => ask(index, path, intent((index + turn) % 2 ? a : b), person)),
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

holdsInvariants(() => shop);
