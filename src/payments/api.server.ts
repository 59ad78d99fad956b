import { checkoutStanding } from "../ordering/contract.ts";
import { feeAt } from "../ordering/destination.server.ts";
import { hashKey } from "../ordering/order-key.server.ts";
import type { Http } from "../platform/http/http.server.ts";
import { hashedAddress, type Limit, memoryLimit } from "../platform/http/limits.server.ts";
import { route } from "../platform/http/route.server.ts";
import { cardCalls } from "./card/api.server.ts";
import { currentPayment } from "./contract.ts";
import { pushCalls } from "./mpesa/push/api.server.ts";
import { codeCall } from "./mpesa/till-code/api.server.ts";
import { canAskAboutCodes } from "./mpesa/till-code/provider.server.ts";
import { about, type Parts } from "./purchase-call.server.ts";
import { standingOfCheckout } from "./status/checkout-standing.server.ts";
import { currentPaymentOf } from "./status/payment-status.server.ts";

/** A page asks every 3 s; a few pages may be open. */
const POLLS: Limit = { name: "poll", times: 120, seconds: 60 };

/** The calls of the three ways to pay, and how a payment stands (specification §7). */
export function paymentsApi(http: Http, parts: Parts) {
  const { context, config } = parts;
  const demandPoll = memoryLimit(POLLS);
  const canAsk = canAskAboutCodes(config);
  codeCall(http, parts);
  pushCalls(http, parts, demandPoll);
  cardCalls(http, parts);

  route(http, currentPayment, about, async ({ userId, body }) => {
    const payment = await currentPaymentOf(context, userId, body ?? {});
    return { message: payment ? "Payment found" : "No payment", payment };
  });

  route(http, checkoutStanding, about, async ({ userId, body, request }) => {
    await demandPoll(userId);
    const standing = await standingOfCheckout(context.db, {
      userId,
      keyHash: hashKey(userId, body.checkout),
      items: body.items,
      feeFor: (subtotal) => feeAt(context.delivery(), body, subtotal),
      placedFrom: canAsk ? undefined : hashedAddress(request.ip),
    });
    return { message: "Checkout found", standing };
  });
}
