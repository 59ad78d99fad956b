import type { Goods } from "./goods.ts";
import { addProduct } from "./goods.ts";
import { type PaidShop, paymentOf, push, pushOf } from "./payments.ts";
import { customer, type Person } from "./people.ts";
import type { TestApp } from "./shop.ts";

export type Pushed = {
  buyer: Person;
  tee: Goods;
  /** Its request id, and our own row's. */
  id: string;
  payment: string;
  /** Where its callbacks go. */
  path: string;
  /** A callback of success, its metadata changed as said. */
  text: (change?: object) => string;
};

/** The answer to M-Pesa for an accepted callback. */
export const ACCEPTED = { status: 200, body: { ResultCode: 0, ResultDesc: "Accepted" } };

/** Begins pushes that are out on phones 25471Nxxxxxx, each another shopper's, of a product with three on the shelf. */
export function pusher(shop: () => PaidShop, block: number) {
  let phones = 0;
  return async (): Promise<Pushed> => {
    phones += 1;
    const number = String(phones).padStart(6, "0");
    // one machine asks for all of them
    await shop().query("delete from rate_limits");
    const buyer = await customer(shop());
    const tee = await addProduct(shop(), { stock: { M: 3 } });
    const id = await push(shop(), buyer, pushOf(tee, `25471${block}${number}`));
    const made = shop().daraja.payments().at(-1);
    if (!made) throw new Error("no prompt");
    const text = (change: object = {}) => {
      const values = {
        Amount: made.amount,
        MpesaReceiptNumber: `UK${block}0${number}`,
        PhoneNumber: Number(made.phone),
        ...change,
      };
      const Item = Object.entries(values).map(([Name, Value]) => ({ Name, Value }));
      const { merchantRequestId: MerchantRequestID, checkoutRequestId: CheckoutRequestID } = made;
      const stkCallback = { MerchantRequestID, CheckoutRequestID, ResultCode: 0, CallbackMetadata: { Item } };
      return JSON.stringify({ Body: { stkCallback } });
    };
    const payment = String((await paymentOf(shop(), buyer)).id);
    return { buyer, tee, id, payment, path: new URL(made.callbackUrl).pathname, text };
  };
}

/** POSTs these very words to a hook, as providers do. */
export function knockAt(shop: () => PaidShop) {
  return (
    path: string,
    body?: string | Buffer,
    app: TestApp = shop(),
    headers: Record<string, string> = {},
  ) =>
    app.send({
      method: "POST",
      url: path,
      headers: { "content-type": "application/json;charset=UTF-8", ...headers },
      ...(body === undefined ? {} : { payload: body }),
    });
}
