import type { APIRequestContext } from "@playwright/test";
import { shop } from "../src/shop.ts";
import { ADDRESS } from "../test/people.ts";
import { chargeCard, chargesFor } from "./cards.ts";
import { plentiful } from "./goods.ts";
import { freshCode, post, signUp } from "./people.ts";
import { postAsStaff } from "./staff.ts";

/** An order with a typed code, otherwise `changes`, of a new shopper where none is named; gives its id and the code. */
export async function placeOrder(request: APIRequestContext, n: number, changes: object = {}, by?: Shopper) {
  const { token, order } = await newOrder(request, n, by);
  const mpesaCode = freshCode();
  const data = { ...order, mpesaCode, paymentMethod: "cod", ...changes };
  const { orderId } = await post(request, "/api/order/placeOrder", data, token);
  return { id: String(orderId), code: mpesaCode };
}

/** A new shopper's order, paid by card; gives its id, what is in it, the shopper's token, and the charge. */
export async function payByCard(request: APIRequestContext, n: number) {
  const { token, order, product } = await newOrder(request, n);
  const { tx_ref } = (await post(request, "/api/payment/flutterwave/intent", order, token)).data;
  await chargeCard(request, { tx_ref, amount: order.amount });
  const [charge] = (await chargesFor(request, tx_ref)) as { id: number }[];
  const { orderId } = await post(request, "/api/order/flutterwave", { transactionId: charge?.id }, token);
  return { id: String(orderId), product, token, charge: charge?.id };
}

/** Brings a paid order to its buyer, as staff do. */
export async function deliver(request: APIRequestContext, id: string): Promise<void> {
  for (const to of ["Packing", "Shipped", "Delivered"]) {
    const { order } = await (await request.get(`/api/staff/orders/${id}`)).json();
    await postAsStaff(request, `/orders/${id}/step`, { to, version: order.version });
  }
}

type Shopper = Awaited<ReturnType<typeof signUp>>;

async function newOrder(request: APIRequestContext, n: number, by?: Shopper) {
  const { product, size } = await plentiful(request, n);
  const { email, token } = by ?? (await signUp(request));
  const address = { ...ADDRESS, email };
  const items = [{ _id: product._id, size, quantity: 1 }];
  return { token, product, order: { address, items, amount: product.price + shop.deliveryFee } };
}
