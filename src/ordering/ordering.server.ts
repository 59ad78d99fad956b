import { findSignedIn } from "../accounts/sign-in/session.server.ts";
import type { DeliverySettings } from "../delivery/rules.ts";
import type { Db } from "../platform/database/db.server.ts";
import type { Feature } from "../platform/feature.server.ts";
import type { Http } from "../platform/http/http.server.ts";
import { addressKey, type Limits } from "../platform/http/limits.server.ts";
import { route } from "../platform/http/route.server.ts";
import { refused } from "../platform/input.ts";
import * as contract from "./contract.ts";
import { limitGuesses } from "./coupons/limit-guesses.server.ts";
import { trackLinks } from "./mails/mail-links.server.ts";
import { mailNewOrders } from "./mails/new-order-mail.server.ts";
import { type MyOrdersParts, myOrdersApi } from "./my-orders/my-orders-api.server.ts";
import { hashKey } from "./order-key.server.ts";
import { quoteOrder } from "./purchase.server.ts";
import { trackPage } from "./track/track-page.server.ts";

type OrderingParts = {
  db: Db;
  limits: Limits;
  /** What delivery costs by now. */
  delivery: () => DeliverySettings;
};

type Parts = OrderingParts &
  MyOrdersParts &
  Omit<Parameters<typeof trackPage>[1], "links"> & { secret: string | undefined; publicUrl: string };

/** The calls of orders and their addresses, the page that mails link to where there is a secret, and the owner's mail of new orders. */
export async function orderingFeature(http: Http, parts: Parts): Promise<Feature> {
  const { db, secret, publicUrl, links } = parts;
  orderingApi(http, parts);
  myOrdersApi(http, parts);
  if (secret) await trackPage(http, { ...parts, links: trackLinks(secret, publicUrl) });
  return { minute: [() => mailNewOrders(db, links)] };
}

/** POST /api/order/quote. Each way to pay has the call that begins its order (src/payments). */
function orderingApi(http: Http, { db, limits, delivery }: OrderingParts) {
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
