import { expect, test } from "vitest";
import { WAMBUI } from "../../../test/counter.ts";
import { addProduct } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { PLACE } from "../../../test/orders.ts";
import { paidShop, paymentOf } from "../../../test/payments.ts";
import { ADDRESS, customer, freshCode, orderOf, type Person } from "../../../test/people.ts";
import { tellOfMoney } from "../../../test/till.ts";
import { trackLinks } from "../../ordering/mails/mail-links.server.ts";
import { rejectTypedCode } from "../staff/decide-code.server.ts";

const shop = paidShop();

async function placed() {
  const [buyer, tee, code] = [await customer(shop), await addProduct(shop), freshCode()];
  const { body } = await shop.post(PLACE, orderOf(tee, { mpesaCode: code }), buyer.token);
  return { buyer, tee, code, orderId: String(body.orderId) };
}
const list = async ({ token }: Person, body: object = {}) =>
  (await shop.post("/api/order/userOrders", body, token)).body;

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
  const { buyer, orderId } = await placed();
  const paymentId = String((await paymentOf(shop, buyer)).id);
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
    expect(await list(other.buyer, { page: 2, order })).toEqual({
      success: true,
      message: "Orders found",
      orders: [],
    });
});

holdsInvariants(() => shop);
