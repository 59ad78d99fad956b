import { beforeAll, beforeEach, expect, test } from "vitest";
import { addProduct } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { refusal, written } from "../../../test/orders.ts";
import { expectOneOrder, outcomeOf } from "../../../test/outcome.ts";
import { confirm, intent, paidShop, paymentOf, push, pushOf } from "../../../test/payments.ts";
import { ADDRESS, customer, type Person } from "../../../test/people.ts";
import { ORDER_TEXTS } from "../../ordering/rules.ts";
import { registerTillUrls } from "../mpesa/register.server.ts";
import { tillSecret } from "../mpesa/till-code/secret.server.ts";
import { PAYMENT_TEXTS } from "../rules.ts";

let owner: Person;
let thief: Person;
const shop = paidShop();
beforeAll(async () => {
  const till = `${shop.url}/hooks/mm/c2b/${tillSecret(shop.config)}`;
  const urls = { confirmation: `${till}/confirm`, validation: `${till}/validate` };
  expect(await registerTillUrls(shop, urls)).toEqual({ type: "done" });
});
beforeEach(async () => {
  await shop.query("delete from rate_limits");
  owner = await customer(shop);
  thief = await customer(shop);
});

const GOOD = "5061460166976054667";
const claimCard = (who: Person, body: object) => shop.post("/api/order/flutterwave", body, who.token);
/** What stays the same whatever a thief tries. */
const untouched = async () => [
  await written(shop),
  await shop.query("select id, state, order_id, claimed_at, transaction_id from payments order by id"),
  await shop.query(
    "select id, receipt, amount, payment_id, order_id, allocated from transactions order by id",
  ),
];

test("Another shopper's push is as unknown as one that never was", async () => {
  const tee = await addProduct(shop);
  const id = await push(shop, owner, pushOf(tee, shop.phone("001")));
  const paid = await paymentOf(shop, owner);
  await shop.pass(15);
  const before = await untouched();
  const unknown = {
    query: (await shop.post("/token/query", { checkoutRequestID: "ws_CO_1" }, thief.token)).text,
    order: (await confirm(shop, thief, { checkoutRequestID: "ws_CO_1" })).text,
  };
  expect(JSON.parse(unknown.query)).toEqual({ success: false, message: PAYMENT_TEXTS.unknownPayment });
  expect(unknown.order).toBe(unknown.query);
  for (const checkoutRequestID of [
    id,
    `ATT-${paid.id}`,
    String(paid.id),
    String(paid.reference),
    `${id.slice(0, -1)}0`,
    `${id}%`,
    "ATT-",
    "ATT-%",
    "",
    "' or true --",
  ]) {
    const query = await shop.post("/token/query", { checkoutRequestID }, thief.token);
    expect({ checkoutRequestID, status: query.status, text: query.text }).toEqual({
      checkoutRequestID,
      status: 404,
      text: unknown.query,
    });
    const order = await confirm(shop, thief, { checkoutRequestID, amount: 1501, address: ADDRESS });
    expect({ checkoutRequestID, status: order.status, text: order.text }).toEqual({
      checkoutRequestID,
      status: 404,
      text: unknown.order,
    });
  }
  // nor by its total alone
  expect(await confirm(shop, thief, { amount: 1501 })).toMatchObject(refusal(409, PAYMENT_TEXTS.notPaidYet));
  expect((await shop.post("/api/payment/current", {}, thief.token)).body.payment).toBeNull();
  expect(await untouched()).toEqual(before);
});

test("a push's own shopper is refused with another total, and gets the snapshot whatever else the call says", async () => {
  const [tee, mug] = [await addProduct(shop), await addProduct(shop, { price: 9 })];
  const id = await push(shop, owner, pushOf(tee, shop.phone("001")));
  await shop.pass(15);
  const other = refusal(409, PAYMENT_TEXTS.otherOrder);
  for (const amount of [1, 1500, "1502", "", "NaN", -1501])
    expect(await confirm(shop, owner, { checkoutRequestID: id, amount })).toMatchObject(other);
  const items = [{ _id: mug._id, size: "M", quantity: 20, price: 1 }];
  const more = { items, payment: true, status: "Delivered", userId: thief.userId, orderId: "x" };
  expect((await confirm(shop, owner, { checkoutRequestID: id, amount: "1501", ...more })).status).toBe(200);
  await expectOneOrder(shop, owner, tee);
  expect(await outcomeOf(shop, thief)).toEqual({ states: [], orders: [], mails: [] });
});

test("No call can name another price", async () => {
  const tee = await addProduct(shop);
  const sent = shop.daraja.requests("processrequest").length;
  const body = pushOf(tee, shop.phone("001"));
  for (const amount of ["1", 1500, "1502"])
    expect(await shop.post("/token/stkpush", { ...body, amount }, owner.token)).toMatchObject({
      status: 409,
      body: { success: false, error: ORDER_TEXTS.totalChanged, amount: 1501 },
    });
  expect(shop.daraja.requests("processrequest").length).toBe(sent);
  expect(await paymentOf(shop, owner)).toEqual({});
  const items = [{ _id: tee._id, size: "M", quantity: 1, price: 1, name: "Free" }];
  const more = { items, state: "paid", userId: thief.userId, id: "x", price: 1, payment: true };
  await push(shop, owner, { ...body, ...more });
  expect(shop.daraja.payments().at(-1)?.amount).toBe(1501);
  await shop.pass(15);
  await expectOneOrder(shop, owner, tee);
});

test("Another shopper's card reference or transaction is refused and changes nothing", async () => {
  const [tee, cup] = [await addProduct(shop), await addProduct(shop)];
  const [his, mine] = [await intent(shop, owner, tee), await intent(shop, thief, cup)];
  const paid = await shop.flutterwave.pay({ tx_ref: his.tx_ref, card: GOOD });
  const foreign = await shop.flutterwave.pay({ tx_ref: "another-shop-1", card: GOOD });
  const refused = refusal(400, PAYMENT_TEXTS.cardNotPaid);
  for (const body of [
    { transactionId: paid.transaction_id },
    { transactionId: paid.transaction_id, tx_ref: mine.tx_ref },
    { transactionId: paid.transaction_id, tx_ref: his.tx_ref },
    { tx_ref: his.tx_ref },
    { transactionId: foreign.transaction_id, tx_ref: mine.tx_ref },
    { tx_ref: "sauti-0" },
    {},
  ])
    expect({ sent: body, ...(await claimCard(thief, body)) }).toMatchObject({ sent: body, ...refused });
  // of one's own that nobody knows of yet: asked on, and nothing more
  for (const transactionId of [4711, "4711/../../x"])
    expect(
      (await claimCard(thief, { transactionId, tx_ref: mine.tx_ref, status: "successful" })).body,
    ).toEqual({ success: true, message: PAYMENT_TEXTS.beingConfirmed, pending: true });
  expect(await outcomeOf(shop, thief)).toEqual({ states: ["pending"], orders: [], mails: [] });
  // the owner's goes on
  expect((await claimCard(owner, { transactionId: paid.transaction_id })).status).toBe(200);
  await expectOneOrder(shop, owner, tee);
  // and is used up, also by himself for another cart
  const mug = await addProduct(shop);
  const other = await intent(shop, owner, mug);
  expect(await claimCard(owner, { transactionId: paid.transaction_id, tx_ref: other.tx_ref })).toMatchObject(
    refused,
  );
  expect(await claimCard(thief, { transactionId: paid.transaction_id })).toMatchObject(refused);
  await shop.pass(5);
  await expectOneOrder(shop, owner, tee);
});

test("A browser that claims the whole after paying less gets no order", async () => {
  const tee = await addProduct(shop);
  const { tx_ref } = await intent(shop, thief, tee);
  const paid = await shop.flutterwave.pay({ tx_ref, card: GOOD, amount: 1 });
  const claim = { transactionId: paid.transaction_id, tx_ref, amount: 1501 };
  for (let again = 0; again < 2; again += 1)
    expect(await claimCard(thief, claim)).toMatchObject(refusal(400, PAYMENT_TEXTS.held));
  await shop.pass(70);
  expect(await outcomeOf(shop, thief)).toEqual({ states: ["paid_held"], orders: [], mails: [] });
});

holdsInvariants(() => shop);
