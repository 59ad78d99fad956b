import type { ErrorFields } from "../../../platform/http/error-response.server.ts";
import type { Http } from "../../../platform/http/http.server.ts";
import { addressKey, type Limit } from "../../../platform/http/limits.server.ts";
import { route } from "../../../platform/http/route.server.ts";
import { mpesaOrder, stkPush, stkQuery } from "../../contract.ts";
import { about, offered, type Parts, readPurchase, rememberPaid } from "../../purchase-call.server.ts";
import { PAYMENT_TEXTS, readShown } from "../../rules.ts";
import { confirmPush } from "../../status/confirm.server.ts";
import { pushStatusOf } from "../../status/payment-status.server.ts";
import { readPrompt, startPush } from "./push.server.ts";

/** Many phones share one address in Kenya, so that this only stops a machine. */
const BY_ADDRESS: Limit = { name: "push", times: 100, seconds: 600 };

/** `demandPoll` counts questions of one shopper. */
export function pushCalls(http: Http, parts: Parts, demandPoll: (userId: string) => Promise<void>) {
  const { context, limits } = parts;
  route(
    http,
    stkPush,
    {
      ...about,
      signedOut: PAYMENT_TEXTS.signedOut,
    },
    async ({ body, ...call }) => {
      const { provider, closed } = offered(parts, "mpesa");
      const prompt = readPrompt(body);
      const purchase = await readPurchase(parts, { ...call, body: { ...body, address: body.address } });
      await limits.demand(BY_ADDRESS, addressKey(call.request.ip));
      const asked = { ...body, ...purchase, ...prompt, closed };
      const { checkoutRequestId, merchantRequestId, ...went } = await startPush(context, provider, asked);
      const message = "Success. Request accepted for processing";
      return {
        message,
        data: {
          MerchantRequestID: merchantRequestId,
          CheckoutRequestID: checkoutRequestId,
          ResponseCode: "0" as const,
          ResponseDescription: message,
          CustomerMessage: message,
        },
        CheckoutRequestID: checkoutRequestId,
        ...went,
      };
    },
  );

  route(http, stkQuery, about, async ({ userId, body }) => {
    await demandPoll(userId);
    const data = await pushStatusOf(context, userId, body.checkoutRequestID);
    return { message: "Payment found", data };
  });

  route(http, mpesaOrder, about, async ({ userId, body, request }) => {
    const amount = body.amount === undefined ? undefined : readShown(body.amount);
    const confirmed = await confirmPush(context, { ...body, userId, amount });
    await rememberPaid(parts, request);
    return { message: "Order placed", ...confirmed };
  });
}

/**
 * Extra fields of the push call's errors: `error` (specification §7), and the seconds to wait, which its page counts down on
 * the Pay button.
 */
export const pushErrorFields: ErrorFields = (path, { message, retryAfter }) =>
  path === stkPush.path ? { error: message, retryAfter } : undefined;
