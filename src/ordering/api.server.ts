import { countEmailTaken, rememberOrdered } from "../accounts/guest/order-as-guest.server.ts";
import { findSignedIn } from "../accounts/sign-in/session.server.ts";
import type { DeliverySettings } from "../delivery/rules.ts";
import type { Db } from "../platform/database/db.server.ts";
import type { Http } from "../platform/http/http.server.ts";
import { addressKey, hashedAddress, type Limits } from "../platform/http/limits.server.ts";
import { route } from "../platform/http/route.server.ts";
import { refused } from "../platform/input.ts";
import { ShopError } from "../platform/shop-error.ts";
import * as contract from "./contract.ts";
import { limitGuesses } from "./coupons/limit-guesses.server.ts";
import { readDestination } from "./destination.server.ts";
import { placeOrder } from "./place/place-order.server.ts";
import { quoteOrder } from "./purchase.server.ts";
import { type Method, ORDER_TEXTS } from "./rules.ts";

export type OrderingParts = Pick<Parameters<typeof placeOrder>[1], "expectPayment" | "noteCode" | "links"> & {
  db: Db;
  limits: Limits;
  /** Those on offer now; and whether this server is set up for typed codes, which the owner may have switched off. */
  methods: () => readonly Method[];
  takesCodes: boolean;
  /** What delivery costs by now. */
  delivery: () => DeliverySettings;
  /** A query for the ids of all payments of a checkout, by the name that its browser gave it. */
};

/** POST /api/order/placeOrder (specification §7) and /quote. */
export function orderingApi(http: Http, parts: OrderingParts) {
  const { db, methods, takesCodes, delivery, expectPayment, noteCode, links } = parts;
  const readCoupon = limitGuesses(db, parts.limits);
  route(
    http,
    contract.placeOrder,
    {
      tag: "orders",
      signedIn: true,
      summary: "Place a cash-on-order order, once per Idempotency-Key and per code",
    },
    async ({ userId, headers, body, request }) => {
      if (!takesCodes) throw new ShopError(409, ORDER_TEXTS.codOff);
      const { email } = body.address;
      const { isGuest, ip } = request;
      if (isGuest) await countEmailTaken(parts, { email, userId, address: ip });
      const order = {
        userId,
        isGuest,
        idempotencyKey: headers["idempotency-key"],
        body,
        coupon: await readCoupon(body.coupon, { userId, place: addressKey(request.ip) }),
        destination: readDestination(delivery(), body),
        expectPayment,
        noteCode,
        links,
        placedFrom: hashedAddress(request.ip),
        // who was shown the till may have paid there: the code is kept for the owner
        closed: methods().includes("cod") ? undefined : new ShopError(409, ORDER_TEXTS.codClosed),
      };
      const placed = await placeOrder(db, order);
      if (isGuest) await rememberOrdered(parts.limits, email, ip);
      return placed;
    },
  );

  route(
    http,
    contract.quote,
    {
      tag: "orders",
      summary: "What items come to where they go: subtotal, discount, fee, total and days",
      refusals: { "4xx": refused.loose() },
    },
    async ({ body, headers, request }) => {
      const checkout = headers["idempotency-key"];
      const userId = body.coupon === undefined ? undefined : await findSignedIn(db, request);
      const coupon = await readCoupon(body.coupon, { userId, place: addressKey(request.ip) });
      const quoted = await quoteOrder(db, delivery(), { ...body, coupon, checkout });
      return { message: "Quoted", ...quoted };
    },
  );
}
