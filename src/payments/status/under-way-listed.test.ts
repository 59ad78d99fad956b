import { afterEach, beforeEach, expect, test } from "vitest";
import { WAMBUI } from "../../../test/counter.ts";
import { addProduct, type Goods } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { age, changePayments, intent, paidShop, paymentOf, push, pushOf } from "../../../test/payments.ts";
import { ADDRESS, customer, type Person } from "../../../test/people.ts";
import { tellOfMoney, typeCode } from "../../../test/till.ts";
import { trackLinks } from "../../ordering/mails/mail-links.server.ts";
import { rejectTypedCode } from "../staff/decide-code.server.ts";

let tee: Goods;
let buyer: Person;
const shop = paidShop();
beforeEach(async () => {
  buyer = await customer(shop);
  tee = await addProduct(shop);
});

// what is kept for too long is let go
afterEach(() => shop.work());

const NOTHING = { success: true, message: "Orders found", orders: [] };
/** My orders as this shopper gets them; `asked`: what the call says. */
const list = async ({ token } = buyer, asked: object = {}, path = "userOrders") =>
  (await shop.post(`/api/order/${path}`, asked, token)).body;
const begunAt = async (who = buyer) => ((await paymentOf(shop, who)).created_at as Date).getTime();

test("a push is listed from its first second until it is the order, and for nobody else", async () => {
  const id = await push(shop, buyer, pushOf(tee, shop.phone("035")));
  const listed = { paymentMethod: "mpesa", amount: 1501, date: await begunAt(), state: "waiting" };
  for (const path of ["userOrders", "userorders"])
    expect(await list(buyer, {}, path)).toEqual({ ...NOTHING, underWay: [listed] });
  expect((await list(await customer(shop))).underWay).toBeUndefined();
  await age(shop, 121);
  expect(await list()).toMatchObject({ underWay: [{ state: "unheard" }] });
  await shop.daraja.approve(id);
  await shop.pass(30);
  const { order_id } = await paymentOf(shop, buyer);
  const after = await list();
  expect(after).toMatchObject({ orders: [{ _id: order_id, payment: true }] });
  expect(after.underWay).toBeUndefined();
});

test("one of which nobody knows whether it went out is listed, one that was cancelled is not", async () => {
  await push(shop, buyer, pushOf(tee, shop.phone("021")));
  expect(await list()).toMatchObject({ underWay: [{ state: "unheard" }] });
  buyer = await customer(shop);
  await push(shop, buyer, pushOf(tee, shop.phone("002")));
  await shop.pass(30);
  expect((await list()).underWay).toBeUndefined();
});

test("money that was seen is being confirmed", async () => {
  await push(shop, buyer, pushOf(tee, shop.phone("035")));
  await changePayments(shop, buyer, "state = 'paid_held'");
  const confirming = await list();
  expect(confirming).toMatchObject({ underWay: [{ state: "confirming" }] });
  expect(confirming.held).toBeUndefined();
});

test("a card's page is listed while it may be open, and gives way to a push", async () => {
  await intent(shop, buyer, tee);
  expect(await list()).toMatchObject({ underWay: [{ paymentMethod: "flutterwave", state: "card-open" }] });
  await push(shop, buyer, pushOf(tee, shop.phone("035")));
  expect(await list()).toMatchObject({ underWay: [{ paymentMethod: "mpesa" }] });
  expect((await list()).underWay).toHaveLength(1);
  buyer = await customer(shop);
  await intent(shop, buyer, tee);
  await age(shop, 1_801);
  expect((await list()).underWay).toBeUndefined();
});

test("after a day without a word, and beside a typed code, nothing is", async () => {
  await push(shop, buyer, pushOf(tee, shop.phone("035")));
  await age(shop, 24 * 3_600 + 1);
  expect((await list()).underWay).toBeUndefined();
  buyer = await customer(shop);
  await typeCode(shop, buyer, tee);
  expect((await list()).underWay).toBeUndefined();
});

const TAKES_A_SHILLING_LESS = "4000000000000007";

/** Somebody whose card was charged a shilling too little. */
async function payerTooShort(): Promise<Person> {
  const buyer = await customer(shop);
  const { tx_ref } = await intent(shop, buyer, await addProduct(shop));
  await shop.flutterwave.pay({ tx_ref, card: TAKES_A_SHILLING_LESS });
  await shop.pass(10);
  expect(await paymentOf(shop, buyer)).toMatchObject({ state: "paid_held", reason: "amount differs" });
  return buyer;
}

test("money that fits no order stands beside its payer's orders, newest first, and beside nobody else's", async () => {
  const buyer = await payerTooShort();
  const card = { paymentMethod: "flutterwave", amount: 1501, date: await begunAt(buyer) };
  for (const path of ["userOrders", "userorders"])
    expect(await list(buyer, {}, path)).toEqual({ ...NOTHING, held: [card] });
  const other = await customer(shop);
  expect(await list(other, { userId: buyer.userId })).toEqual(NOTHING);

  // another payment of theirs, held too
  await changePayments(shop, buyer, "active = false");
  await push(shop, buyer, pushOf(await addProduct(shop), "254719900001"));
  expect(await list(buyer)).toMatchObject({ ...NOTHING, held: [card] });
  const { id } = await paymentOf(shop, buyer);
  await shop.query("update payments set state = 'paid_held', next_check_at = null where id = $1", [id]);
  const pushed = { paymentMethod: "mpesa", amount: 1501, date: await begunAt(buyer) };
  expect(await list(buyer)).toEqual({ ...NOTHING, held: [pushed, card] });
});

test("a typed code whose money is short has its order, and stands nowhere besides", async () => {
  const { buyer, orderId, code } = await placed();
  await tellOfMoney(shop, code, { TransAmount: "1500.00" });
  expect(await paymentOf(shop, buyer)).toMatchObject({ method: "cod", state: "paid_held" });
  const { orders, held } = await list(buyer);
  expect(orders).toMatchObject([{ _id: orderId, payment: false }]);
  expect(held).toBeUndefined();
});

async function placed() {
  const buyer = await customer(shop);
  return { buyer, ...(await typeCode(shop, buyer, await addProduct(shop))) };
}

test("My orders have the typed code and the address, and the receipt once the money is found", async () => {
  const { buyer, code, orderId } = await placed();
  const [waiting] = (await list(buyer)).orders as object[];
  expect(waiting).toMatchObject({ _id: orderId, payment: false, mpesaCode: code, address: ADDRESS });
  expect(waiting).not.toHaveProperty("receipt");
  expect(waiting).not.toHaveProperty("codeAsked");
  await tellOfMoney(shop, code);
  await shop.pass(30);
  expect((await list(buyer)).orders).toMatchObject([{ _id: orderId, payment: true, receipt: code }]);
});

test("an order whose code was rejected says until when it is kept, and where the right code is sent", async () => {
  const { buyer, orderId, paymentId } = await placed();
  await rejectTypedCode(shop.context, paymentId, { reason: "not in the statement", by: WAMBUI });
  const { config } = shop;
  const url = trackLinks(config.STAFF_SECRET ?? "", config.PUBLIC_URL).urlOf(orderId);
  const [order] = (await list(buyer)).orders as { codeAsked: { until: number; url: string } }[];
  expect(order?.codeAsked).toEqual({ until: expect.any(Number), url });
  expect(order?.codeAsked.until).toBeGreaterThan(Date.now());
});

test("An order's number finds it for its own shopper only", async () => {
  const [mine, other] = [await placed(), await placed()];
  const farPage = { page: 2, order: mine.orderId };
  expect(await list(mine.buyer, farPage)).toMatchObject({ orders: [], order: { _id: mine.orderId } });
  // it is on the page
  expect(await list(mine.buyer, { order: mine.orderId })).not.toHaveProperty("order");
  for (const order of [mine.orderId, "01NOBODYS0ORDER", ""])
    expect(await list(other.buyer, { page: 2, order })).toEqual(NOTHING);
});

holdsInvariants(() => shop);
