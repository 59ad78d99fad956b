import { type APIRequestContext, expect } from "@playwright/test";
import { shop } from "../src/shop.ts";
import { plentiful } from "./goods.ts";
import { freshCode, signUp } from "./people.ts";

/** A new shopper's order with a typed code; gives its id and the code. */
export async function placeOrder(request: APIRequestContext, n: number) {
  const { product, size } = await plentiful(request, n);
  const { email, token } = await signUp(request);
  const mpesaCode = freshCode();
  const address = {
    firstName: "Wanjiku",
    lastName: "Otieno",
    email,
    street: "12 Langata Road",
    city: "Nairobi",
    state: "Nairobi",
    zipCode: "00100",
    country: "Kenya",
    phone: "0712345678",
  };
  const data = {
    address,
    items: [{ _id: product._id, size, quantity: 1 }],
    amount: product.price + shop.deliveryFee,
    mpesaCode,
    paymentMethod: "cod",
  };
  const answer = await (await request.post("/api/order/placeOrder", { data, headers: { token } })).json();
  expect(answer, JSON.stringify(answer)).toMatchObject({ success: true });
  return { id: String(answer.orderId), code: mpesaCode };
}
