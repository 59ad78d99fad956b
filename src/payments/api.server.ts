import type { FastifyRequest } from "fastify";
import { countEmailTaken, rememberOrdered } from "../accounts/guest/order-as-guest.server.ts";
import { emailOfGuest } from "../accounts/guest/same-shopper.server.ts";
import type { Config } from "../config.server.ts";
import { checkoutStanding } from "../ordering/contract.ts";
import { limitGuesses } from "../ordering/coupons/limit-guesses.server.ts";
import { feeAt } from "../ordering/destination.server.ts";
import { MISSING } from "../ordering/methods.ts";
import { hashKey } from "../ordering/order-key.server.ts";
import type { Method } from "../ordering/rules.ts";
import type { Http } from "../platform/http/http.server.ts";
import {
  addressKey,
  hashedAddress,
  type Limit,
  type Limits,
  memoryLimit,
} from "../platform/http/limits.server.ts";
import { route } from "../platform/http/route.server.ts";
import { refused } from "../platform/input.ts";
import { ShopError } from "../platform/shop-error.ts";
import { confirmCard, startCard } from "./card/card.server.ts";
import type { FlutterwaveProvider } from "./card/provider.server.ts";
import * as contract from "./contract.ts";
import type { PaymentContext } from "./core/payment-context.server.ts";
import { startPush } from "./mpesa/push/push.server.ts";
import { codeCall } from "./mpesa/till-code/api.server.ts";
import { canAskAboutCodes } from "./mpesa/till-code/provider.server.ts";
import { PAYMENT_TEXTS, readShown } from "./rules.ts";
import { standingOfCheckout } from "./status/checkout-standing.server.ts";
import { confirmPush } from "./status/confirm.server.ts";
import { currentPaymentOf, pushStatusOf } from "./status/payment-status.server.ts";

const refusals = { "4xx": refused.loose(), "5xx": refused.loose() };
const about = { tag: "payments", signedIn: true, refusals } as const;

/** Many phones share one address in Kenya, so that this only stops a machine. */
const BY_ADDRESS: Limit = { name: "push", times: 100, seconds: 600 };
const CARDS: Limit = { name: "card", times: 10, seconds: 3_600 };
/** Of guests, another of whom costs nothing: with one e-mail at one network address, and of an address. */
const CARDS_HERE: Limit = { ...CARDS, name: "card-here" };
const CARDS_BY_ADDRESS: Limit = { name: "card-address", times: 100, seconds: 600 };
/** A page asks every 3 s; a few pages may be open. */
const POLLS: Limit = { name: "poll", times: 120, seconds: 60 };
/** Verifications a browser may cause: its page asks every 5 s while a payment is being confirmed. */
const VERIFIES: Limit = { name: "verify", times: 900, seconds: 3_600 };

type Parts = { context: PaymentContext; config: Config; methods: () => readonly Method[]; limits: Limits };

type PushParts = Parts & { demandPoll: (subject: string) => Promise<void> };

/** The calls of the three ways to pay (specification §7). */
export function paymentsApi(http: Http, parts: Parts) {
  const demandPoll = memoryLimit(POLLS);
  codeCall(http, parts);
  pushCalls(http, { ...parts, demandPoll });
  cardCalls(http, parts);
  statusCalls(http, { ...parts, demandPoll });
}

function pushCalls(http: Http, parts: PushParts) {
  const { context, limits, demandPoll } = parts;
  const readCoupon = limitGuesses(context.db, limits);
  route(
    http,
    contract.stkPush,
    { ...about, signedOut: PAYMENT_TEXTS.signedOut },
    async ({ userId, headers, body, request }) => {
      const { provider, closed } = offered(parts, "mpesa");
      await countEmail(parts, request, body.address?.email);
      const place = addressKey(request.ip);
      const asked = {
        ...body,
        userId,
        isGuest: request.isGuest,
        closed,
        keyHash: hashKey(userId, headers["idempotency-key"]),
        items: body.items,
        address: body.address,
        delivery: body.delivery,
        coupon: await readCoupon(body.coupon, { userId, place }),
        clientAttemptId: body.clientAttemptId,
        again: body.again,
        placedFrom: hashedAddress(request.ip),
        mayAsk: () => limits.demand(BY_ADDRESS, place),
      };
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

  route(http, contract.stkQuery, about, async ({ userId, body }) => {
    await demandPoll(userId);
    const data = await pushStatusOf(context, userId, body.checkoutRequestID);
    return { message: "Payment found", data };
  });

  route(
    http,
    contract.mpesaOrder,
    about,
    async ({ userId, body: { checkoutRequestID, amount, address }, request }) => {
      const confirmed = await confirmPush(context, {
        userId,
        checkoutRequestID,
        amount: amount === undefined ? undefined : readShown(amount),
        address,
      });
      await rememberPaid(parts, request);
      return { message: "Order placed", ...confirmed };
    },
  );
}

function cardCalls(http: Http, parts: Parts) {
  const { context, config, limits } = parts;
  const readCoupon = limitGuesses(context.db, limits);
  route(http, contract.cardIntent, about, async ({ userId, headers, body, request }) => {
    const { provider, closed } = offered(parts, "flutterwave");
    const place = addressKey(request.ip);
    await countCard(parts, userId, place);
    await countEmail(parts, request, body.address.email);
    const { items, address, delivery, amount, name, email, phone, again } = body;
    const asked = {
      userId,
      isGuest: request.isGuest,
      items,
      address,
      delivery,
      coupon: await readCoupon(body.coupon, { userId, place }),
      amount,
      name,
      email,
      phone,
      again,
      placedFrom: hashedAddress(request.ip),
      closed,
      keyHash: hashKey(userId, headers["idempotency-key"]),
    };
    const data = await startCard(context, provider as FlutterwaveProvider, config, asked);
    return { message: "Payment begun", data };
  });

  route(http, contract.cardOrder, about, async ({ userId, body, request }) => {
    const provider = context.provider("flutterwave") as FlutterwaveProvider | undefined;
    if (!provider) throw new ShopError(409, MISSING.flutterwave);
    await limits.demand(VERIFIES, userId);
    const confirmed = await confirmCard(context, provider, { ...body, userId });
    if (!("pending" in confirmed)) await rememberPaid(parts, request);
    const message = "pending" in confirmed ? PAYMENT_TEXTS.beingConfirmed : "Order placed";
    return { message, ...confirmed };
  });
}

/** A guest takes the e-mail of the address they order to. @throws ShopError 429 */
async function countEmail(
  { context: { db }, limits }: Parts,
  { isGuest, userId, ip: address }: FastifyRequest,
  email: string | undefined,
): Promise<void> {
  if (isGuest && email) await countEmailTaken({ db, limits }, { email, userId, address });
}

/** What a guest paid for has become an order. */
async function rememberPaid(
  { context, limits }: Parts,
  { isGuest, userId, ip }: FastifyRequest,
): Promise<void> {
  const email = isGuest ? await emailOfGuest(context.db, userId) : undefined;
  if (email) await rememberOrdered(limits, email, ip);
}

/** @throws ShopError 429 */
async function countCard({ context, limits }: Parts, userId: string, place: string): Promise<void> {
  await limits.demand(CARDS, userId);
  const email = await emailOfGuest(context.db, userId);
  if (email === undefined) return;
  await limits.demand(CARDS_HERE, `${place} ${email}`);
  await limits.demand(CARDS_BY_ADDRESS, place);
}

function statusCalls(http: Http, { context, config, demandPoll }: PushParts) {
  const canAsk = canAskAboutCodes(config);
  route(http, contract.currentPayment, about, async ({ userId, body }) => {
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

/**
 * The provider of a method that this server is set up for; `closed`, where the owner has switched it off: why no payment
 * begins. One under way goes on. @throws ShopError 409
 */
function offered({ context, methods }: Parts, method: "mpesa" | "flutterwave") {
  const provider = context.provider(method);
  if (!provider) throw new ShopError(409, MISSING[method]);
  const closed = methods().includes(method) ? undefined : new ShopError(409, MISSING[method]);
  return { provider, closed };
}
