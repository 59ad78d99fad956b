import { rememberOrdered } from "../../../accounts/guest/order-as-guest.server.ts";
import { placeOrder } from "../../../ordering/contract.ts";
import { ORDER_TEXTS } from "../../../ordering/rules.ts";
import type { Http } from "../../../platform/http/http.server.ts";
import { route } from "../../../platform/http/route.server.ts";
import { ShopError } from "../../../platform/shop-error.ts";
import { type Parts, readPurchase } from "../../purchase-call.server.ts";
import { orderByCode } from "./order-by-code.server.ts";
import { canAskAboutCodes } from "./provider.server.ts";

/** POST /api/order/placeOrder (specification §7). */
export function codeCall(http: Http, parts: Parts) {
  const { context, config, methods, limits } = parts;
  const canAsk = canAskAboutCodes(config);
  route(http, placeOrder, { tag: "orders", signedIn: true }, async (call) => {
    if (!config.PAYMENT_METHODS.includes("cod")) throw new ShopError(409, ORDER_TEXTS.codOff);
    const { body, request } = call;
    // who was shown the till may have paid there: the code is kept for the owner
    const closed = methods().includes("cod") ? undefined : new ShopError(409, ORDER_TEXTS.codClosed);
    const purchase = await readPurchase(parts, call);
    const ordered = await orderByCode(context, { ...purchase, body, closed, canAsk });
    if (request.isGuest) await rememberOrdered(limits, body.address.email, request.ip);
    return ordered;
  });
}
