import { z } from "zod";
import { checkoutStanding } from "../ordering/contract.ts";
import { MISSING } from "../ordering/methods.ts";
import type { Config } from "../platform/config.server.ts";
import { SIGNED_IN } from "../platform/http/docs.server.ts";
import type { Http } from "../platform/http/http.server.ts";
import { addressKey, type Limit, type Limits, limitHere } from "../platform/http/limits.server.ts";
import { refused, text } from "../platform/input.ts";
import { ShopError } from "../platform/shop-error.ts";
import { confirmCard, startCard } from "./card/card.server.ts";
import type { FlutterwaveProvider } from "./card/provider.server.ts";
import * as contract from "./contract.ts";
import { confirmPush } from "./core/confirm.server.ts";
import type { PaymentContext } from "./core/payment-context.server.ts";
import { startPush } from "./mpesa/push/push.server.ts";
import { readShown, TEXTS } from "./rules.ts";
import { standingOfCheckout } from "./status/checkout-standing.server.ts";
import { currentOf, standingOf } from "./status/standing.server.ts";

const about = { tags: ["payments"], security: SIGNED_IN };
const refusals = { "4xx": refused.loose(), "5xx": refused.loose() };
const headers = z.object({ "idempotency-key": text(255).min(1).optional() });

/** Many phones share one address in Kenya, so that this only stops a machine. */
const BY_ADDRESS: Limit = { name: "push", times: 100, seconds: 600 };
const CARDS: Limit = { name: "card", times: 10, seconds: 3_600 };
/** A page asks every 3 s; a few pages may be open. */
const POLLS: Limit = { name: "poll", times: 120, seconds: 60 };
/** Verifications a browser may cause: its page asks every 5 s while a payment is being confirmed. */
const VERIFIES: Limit = { name: "verify", times: 900, seconds: 3_600 };

type Parts = { context: PaymentContext; config: Config; limits: Limits };

/** The push and card calls (specification §7). */
export function paymentsApi(http: Http, { context, config, limits }: Parts) {
  const offered = (method: "mpesa" | "flutterwave") => {
    const provider = config.PAYMENT_METHODS.includes(method) ? context.provider(method) : undefined;
    if (!provider) throw new ShopError(409, MISSING[method]);
    return provider;
  };

  const demandPoll = limitHere(POLLS);

  http.post(
    contract.stkPush.path,
    {
      config: { signedOut: TEXTS.signedOut },
      schema: {
        ...about,
        summary: "Ask for an M-Pesa payment by push, once per tap and per cart",
        headers,
        body: contract.stkPush.body,
        response: { 200: contract.stkPush.answer, ...refusals },
      },
    },
    async (request) => {
      const provider = offered("mpesa");
      const { checkoutRequestId, merchantRequestId, ...went } = await startPush(context, provider, {
        ...request.body,
        userId: request.userId,
        checkout: request.headers["idempotency-key"],
        items: request.body.items,
        address: request.body.address,
        clientAttemptId: request.body.clientAttemptId,
        again: request.body.again,
        mayAsk: () => limits.demand(BY_ADDRESS, addressKey(request.ip)),
      });
      const message = "Success. Request accepted for processing";
      return {
        success: true as const,
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

  http.post(
    contract.stkQuery.path,
    {
      schema: {
        ...about,
        summary: "How a push of mine stands; ResultCode is null while it is pending",
        body: contract.stkQuery.body,
        response: { 200: contract.stkQuery.answer, ...refusals },
      },
    },
    async (request) => {
      await demandPoll(request.userId);
      const data = await standingOf(context, request.userId, request.body.checkoutRequestID);
      return { success: true as const, message: "Payment found", data };
    },
  );

  http.post(
    contract.mpesaOrder.path,
    {
      schema: {
        ...about,
        summary: "The order my push payment has become",
        body: contract.mpesaOrder.body,
        response: { 200: contract.mpesaOrder.answer, ...refusals },
      },
    },
    async ({ userId, body: { checkoutRequestID, amount, address } }) => ({
      success: true as const,
      message: "Order placed",
      ...(await confirmPush(context, {
        userId,
        checkoutRequestID,
        amount: amount === undefined ? undefined : readShown(amount),
        address,
      })),
    }),
  );

  http.post(
    contract.cardIntent.path,
    {
      schema: {
        ...about,
        summary: "Begin a card payment: what the provider's checkout is to ask for",
        headers,
        body: contract.cardIntent.body,
        response: { 200: contract.cardIntent.answer, ...refusals },
      },
    },
    async (request) => {
      const provider = offered("flutterwave") as FlutterwaveProvider;
      await limits.demand(CARDS, request.userId);
      const { items, address, amount, name, email, phone, again } = request.body;
      const data = await startCard(context, provider, config, {
        userId: request.userId,
        items,
        address,
        amount,
        name,
        email,
        phone,
        again,
        checkout: request.headers["idempotency-key"],
      });
      return { success: true as const, message: "Payment begun", data };
    },
  );

  http.post(
    contract.cardOrder.path,
    {
      schema: {
        ...about,
        summary: "The order my card payment has become, verified with the provider",
        body: contract.cardOrder.body,
        response: { 200: contract.cardOrder.answer, ...refusals },
      },
    },
    async (request) => {
      const provider = context.provider("flutterwave") as FlutterwaveProvider | undefined;
      if (!provider) throw new ShopError(409, MISSING.flutterwave);
      await limits.demand(VERIFIES, request.userId);
      const confirmed = await confirmCard(context, provider, { ...request.body, userId: request.userId });
      const message = "pending" in confirmed ? TEXTS.beingConfirmed : "Order placed";
      return { success: true as const, message, ...confirmed };
    },
  );

  http.post(
    contract.currentPayment.path,
    {
      schema: {
        ...about,
        summary: "My payment under way, else the last one of half an hour",
        body: contract.currentPayment.body,
        response: { 200: contract.currentPayment.answer, ...refusals },
      },
    },
    async (request) => {
      const payment = await currentOf(context, request.userId, request.body ?? {});
      return { success: true as const, message: payment ? "Payment found" : "No payment", payment };
    },
  );

  http.post(
    checkoutStanding.path,
    {
      schema: {
        ...about,
        summary: "Whether money may be asked for this checkout of mine, and if not, why",
        body: checkoutStanding.body,
        response: { 200: checkoutStanding.answer, ...refusals },
      },
    },
    async ({ userId, body }) => {
      await demandPoll(userId);
      const standing = await standingOfCheckout(context.db, {
        userId,
        checkout: body.checkout,
        items: body.items,
      });
      return { success: true as const, message: "Checkout found", standing };
    },
  );
}
