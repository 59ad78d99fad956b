import { countEmailTaken, rememberOrdered } from "../../../accounts/guest/order-as-guest.server.ts";
import type { Config } from "../../../config.server.ts";
import { placeOrder } from "../../../ordering/contract.ts";
import { limitGuesses } from "../../../ordering/coupons/limit-guesses.server.ts";
import { readDestination } from "../../../ordering/destination.server.ts";
import { hashKey } from "../../../ordering/order-key.server.ts";
import { type Method, ORDER_TEXTS } from "../../../ordering/rules.ts";
import type { Http } from "../../../platform/http/http.server.ts";
import { addressKey, hashedAddress, type Limits } from "../../../platform/http/limits.server.ts";
import { route } from "../../../platform/http/route.server.ts";
import { ShopError } from "../../../platform/shop-error.ts";
import type { PaymentContext } from "../../core/payment-context.server.ts";
import { orderByCode } from "./order-by-code.server.ts";
import { canAskAboutCodes } from "./provider.server.ts";

type Parts = { context: PaymentContext; config: Config; methods: () => readonly Method[]; limits: Limits };

/** POST /api/order/placeOrder (specification §7). */
export function codeCall(http: Http, { context, config, methods, limits }: Parts) {
  const { db, links, delivery } = context;
  const readCoupon = limitGuesses(db, limits);
  const canAsk = canAskAboutCodes(config);
  route(http, placeOrder, { tag: "orders", signedIn: true }, async ({ userId, headers, body, request }) => {
    if (!config.PAYMENT_METHODS.includes("cod")) throw new ShopError(409, ORDER_TEXTS.codOff);
    const { email } = body.address;
    const { isGuest, ip } = request;
    if (isGuest) await countEmailTaken({ db, limits }, { email, userId, address: ip });
    const ordered = await orderByCode(db, {
      userId,
      isGuest,
      keyHash: hashKey(userId, headers["idempotency-key"]),
      body,
      coupon: await readCoupon(body.coupon, { userId, place: addressKey(ip) }),
      destination: readDestination(delivery(), body),
      links,
      placedFrom: hashedAddress(ip),
      // who was shown the till may have paid there: the code is kept for the owner
      closed: methods().includes("cod") ? undefined : new ShopError(409, ORDER_TEXTS.codClosed),
      canAsk,
    });
    if (isGuest) await rememberOrdered(limits, email, ip);
    return ordered;
  });
}
