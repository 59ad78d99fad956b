import { findSignedIn } from "../accounts/sign-in/session.server.ts";
import type { DeliverySettings } from "../delivery/rules.ts";
import type { Db } from "../platform/database/db.server.ts";
import type { Http } from "../platform/http/http.server.ts";
import { addressKey, type Limits } from "../platform/http/limits.server.ts";
import { route } from "../platform/http/route.server.ts";
import { refused } from "../platform/input.ts";
import * as contract from "./contract.ts";
import { limitGuesses } from "./coupons/limit-guesses.server.ts";
import { hashKey } from "./order-key.server.ts";
import { quoteOrder } from "./purchase.server.ts";

export type OrderingParts = {
  db: Db;
  limits: Limits;
  /** What delivery costs by now. */
  delivery: () => DeliverySettings;
};

/** POST /api/order/quote. Each way to pay has the call that begins its order (src/payments). */
export function orderingApi(http: Http, { db, limits, delivery }: OrderingParts) {
  const readCoupon = limitGuesses(db, limits);
  route(
    http,
    contract.quote,
    { tag: "orders", refusals: { "4xx": refused.loose() } },
    async ({ body, headers, request }) => {
      const userId = body.coupon === undefined ? undefined : await findSignedIn(db, request);
      const keyHash = hashKey(userId, headers["idempotency-key"]);
      const coupon = await readCoupon(body.coupon, { userId, place: addressKey(request.ip) });
      const quoted = await quoteOrder(db, delivery(), { ...body, coupon, keyHash });
      return { message: "Quoted", ...quoted };
    },
  );
}
