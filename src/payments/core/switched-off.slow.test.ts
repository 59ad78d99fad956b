import { beforeAll, beforeEach, expect, test } from "vitest";
import { CARDS } from "../../../simulators/flutterwave/cards.ts";
import { counterOn } from "../../../test/counter.ts";
import { addProduct, type Goods } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { PLACE } from "../../../test/orders.ts";
import { expectOneOrder, moneyOf, outcomeOf, stockOf, toldStaff } from "../../../test/outcome.ts";
import { confirm, intent, paidShop, payBy, phoneOf, push, pushOf, standing } from "../../../test/payments.ts";
import { customer, freshCode, orderOf, type Person } from "../../../test/people.ts";
import { type StaffPerson, signInStaff } from "../../../test/support/back-office.ts";
import { orderStanding, tellOfMoney, typeCode } from "../../../test/till.ts";
import { MISSING } from "../../ordering/methods.ts";
import { ORDER_TEXTS } from "../../ordering/rules.ts";
import { METHODS, type Method } from "../../shop.ts";

// the owner switches a way to pay off while somebody is paying by it

const PAYS = CARDS.find((card) => !card.fails && !card.quirk)?.number ?? "";

let owner: StaffPerson;
let tee: Goods;
const shop = paidShop({
  MPESA_QUERY_EVERY: "0",
  MPESA_TILL_NUMBER: "555111",
  MPESA_TRANSACTION_TYPE: "CustomerPayBillOnline",
});
const counter = counterOn(shop);
beforeAll(async () => {
  owner = await signInStaff(shop);
});
beforeEach(async () => {
  tee = await addProduct(shop, { stock: { M: 3 } });
  await save(METHODS);
  for (const method of METHODS) await expectClosed(method, false);
});

async function save(methods: readonly Method[]): Promise<void> {
  const { setting } = (await owner.get("/settings/payments")).body as { setting?: { version: number } };
  const value = { methods, till: "555111" };
  const saved = await owner.post("/settings/payments", { value, version: setting?.version ?? 0 });
  expect(saved.status, saved.text).toBe(200);
}

/** The owner switches a method off, and the shop has heard of it. */
async function switchOff(method: Method): Promise<void> {
  await save(METHODS.filter((each) => each !== method));
  await expectClosed(method, true);
}

/** Prompts and cards are asked for more pieces than there are, so that none begins; codes by others, of goods of their own. */
async function expectClosed(method: Method, isClosed: boolean): Promise<void> {
  const other = await addProduct(shop);
  const ask = async () => {
    const buyer = await customer(shop);
    const { body } = await (method === "cod" ? begin(method, buyer, 1, other) : begin(method, buyer, 9));
    return body.message === CLOSED[method];
  };
  await expect.poll(ask, { interval: 50 }).toBe(isClosed);
}

const CLOSED = { cod: ORDER_TEXTS.codClosed, mpesa: MISSING.mpesa, flutterwave: MISSING.flutterwave };
const begin = (method: Method, buyer: Person, quantity = 1, goods = tee) =>
  payBy(shop, method, buyer, goods, { quantity, phone: phoneOf("001") });

test("A prompt out when M-Pesa is switched off becomes one order", async () => {
  const buyer = await customer(shop);
  const body = pushOf(tee, phoneOf("001"));
  const id = await push(shop, buyer, body);
  await switchOff("mpesa");
  expect(await push(shop, buyer, body)).toBe(id);
  expect(await standing(shop, buyer, id)).toMatchObject({ ResultCode: null });
  await shop.pass(15);
  expect(await standing(shop, buyer, id)).toMatchObject({ ResultCode: "0", orderId: expect.any(String) });
  await expectOneOrder(shop, buyer, tee);
  expect((await confirm(shop, buyer, { checkoutRequestID: id })).status).toBe(200);
  await expectOneOrder(shop, buyer, tee);
});

test("A card page open when cards are switched off becomes one order", async () => {
  const buyer = await customer(shop);
  const { tx_ref } = await intent(shop, buyer, tee);
  await switchOff("flutterwave");
  expect((await intent(shop, buyer, tee)).tx_ref).toBe(tx_ref);
  const paid = await shop.flutterwave.pay({ tx_ref, card: PAYS });
  const told = { transactionId: paid.transaction_id, tx_ref, status: "successful", amount: tee.price + 1 };
  const answer = await shop.post("/api/order/flutterwave", told, buyer.token);
  expect(answer.body).toMatchObject({ success: true, message: "Order placed" });
  await shop.pass(10);
  await expectOneOrder(shop, buyer, tee);
});

test("A card paid after cards were switched off and stock sold is one refund", async () => {
  const buyer = await customer(shop);
  const { tx_ref } = await intent(shop, buyer, tee);
  await switchOff("flutterwave");
  // the hold has run out, and others have bought the rest
  await shop.query("delete from holds where order_id in (select id from orders where user_id = $1)", [
    buyer.userId,
  ]);
  await shop.query("update stock set on_hand = 0, held = 0, received = received - 3 where product_id = $1", [
    tee._id,
  ]);
  await shop.flutterwave.pay({ tx_ref, card: PAYS });
  await shop.pass(120);
  const { states, orders } = await outcomeOf(shop, buyer);
  expect(states).toEqual(["paid"]);
  expect(orders).toMatchObject([{ payment: true, status: "Cancelled", refund: "done" }]);
  expect(await moneyOf(shop, buyer)).toMatchObject([{ amount: tee.price + 1, state: "refunded" }]);
  const refunds = "select r.amount from refunds r join orders o on o.id = r.order_id where o.user_id = $1";
  expect(await shop.query(refunds, [buyer.userId])).toEqual([{ amount: tee.price + 1 }]);
});

test("A typed code is found paid after the till is switched off", async () => {
  const buyer = await customer(shop);
  const code = freshCode();
  const { orderId } = await typeCode(shop, buyer, tee, code);
  await switchOff("cod");
  const same = await shop.post(PLACE, orderOf(tee, { mpesaCode: code }), buyer.token);
  expect([same.status, same.body.orderId]).toEqual([200, orderId]);
  await tellOfMoney(shop, code, { TransAmount: `${tee.price + 1}.00`, BusinessShortCode: "555111" });
  expect(await orderStanding(shop, orderId)).toMatchObject({ payment: true, status: "Order Placed" });
});

test("A code after the till is switched off is refused and stored, for the owner to refund", async () => {
  const buyer = await customer(shop);
  const code = freshCode();
  await switchOff("cod");
  const late = await shop.post(PLACE, orderOf(tee, { mpesaCode: code }), buyer.token);
  expect([late.status, late.body.message]).toEqual([409, ORDER_TEXTS.codClosed]);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 3, held: 0, sold: 0 });
  await tellOfMoney(shop, code, { TransAmount: `${tee.price + 1}.00`, BusinessShortCode: "555111" });
  expect(await outcomeOf(shop, buyer)).toEqual({ states: ["paid_held"], orders: [], mails: [] });
  // the owner is told, and says whether it becomes the order or goes back
  expect(await toldStaff(shop, buyer)).toEqual([`an order by its code was refused (${code})`]);
  const amount = tee.price + 1;
  expect(await moneyOf(shop, buyer)).toEqual([{ receipt: code, amount, state: "unallocated" }]);
  await counter.refund(await counter.rowOf(code), amount);
  expect(await moneyOf(shop, buyer)).toEqual([{ receipt: code, amount, state: "refunding" }]);
  expect((await outcomeOf(shop, buyer)).orders).toEqual([]);
});

test.each(METHODS)("Nothing new begins by a switched-off way to pay: %s", async (method) => {
  const buyer = await customer(shop);
  await switchOff(method);
  const { status, body } = await begin(method, buyer);
  expect([status, body.message]).toEqual([409, CLOSED[method]]);
  expect((await outcomeOf(shop, buyer)).orders).toEqual([]);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 3, held: 0, sold: 0 });
});

holdsInvariants(() => shop);
