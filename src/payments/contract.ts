import { z } from "zod";
import { address, again, coupon, delivery, orderItem } from "../ordering/contract.ts";
import { METHODS } from "../ordering/rules.ts";
import { answered, faultless, oncePerKey, text, typed } from "../platform/input.ts";
import { nameFault } from "../platform/text-rules.ts";

const items = z.array(orderItem).min(1).max(50);
/** The shown total in KES, as number or text. */
const amount = z.union([text(20), z.number()]);

/**
 * POST /token/stkpush (specification §7; docs/payments.md, "Push call"). Without `items` the account's cart is meant.
 * The header Idempotency-Key names the checkout, `clientAttemptId` one tap on Pay. A refusal carries the message as `error`
 * too, and a 429 the seconds of Retry-After as `retryAfter`.
 */
export const stkPush = {
  path: "/token/stkpush",
  summary: "Ask for an M-Pesa payment by push, once per tap and per cart",
  headers: oncePerKey,
  body: z.object({
    amount,
    phoneNumber: text(30),
    clientAttemptId: text(64).min(1).optional(),
    items: items.optional(),
    address: address.optional(),
    delivery,
    coupon,
    again,
  }),
  answer: answered.extend({
    data: z.object({
      MerchantRequestID: z.string(),
      CheckoutRequestID: z.string(),
      ResponseCode: z.literal("0"),
      ResponseDescription: z.string(),
      CustomerMessage: z.string(),
    }),
    CheckoutRequestID: z.string(),
    /** Where the prompt went, as 2547…678, middle hidden. */
    phone: z.string().optional(),
    /** It is an earlier prompt for the same cart, which went to another phone than the one named now. */
    otherPhone: z.literal(true).optional(),
  }),
} as const;

/** It is paid, and its money goes back: the goods sold out meanwhile, or it was one payment too many. */
const refund = z.literal(true).optional();

/** Money came and does not fit its order: somebody of the shop looks into it. */
const held = z.literal(true).optional();

/** While it is pending: a code of the provider that is in no list, and how many times in a row it came. */
const unlisted = { code: z.string().optional(), codeTimes: z.int().optional() };

/** The status of a push; ResultCode is null while it is pending. */
const standing = z.object({
  ResultCode: z.string().nullable(),
  ResultDesc: z.string(),
  status: z.enum(["pending", "paid", "failed"]),
  orderId: z.string().optional(),
  refund,
  held,
  ...unlisted,
});

export const stkQuery = {
  path: "/token/query",
  summary: "How a push of mine stands; ResultCode is null while it is pending",
  body: z.object({ checkoutRequestID: text(100) }),
  answer: answered.extend({ data: standing }),
} as const;

/** Order data and, from our own pages, which push it is about. Only the request's id, the total and the address are read. */
export const mpesaOrder = {
  path: "/api/order/mpesa",
  summary: "The order my push payment has become",
  body: z.object({
    checkoutRequestID: text(100).optional(),
    amount: amount.optional(),
    address: address.optional(),
  }),
  answer: answered.extend({ orderId: z.string(), refund }),
} as const;

/** POST /api/payment/flutterwave/intent (docs/payments.md, "Card call"). `expiresAt` is milliseconds since 1970. */
export const cardIntent = {
  path: "/api/payment/flutterwave/intent",
  summary: "Begin a card payment: what the provider's checkout is to ask for",
  headers: oncePerKey,
  body: z.object({
    items: items.optional(),
    address,
    delivery,
    coupon,
    amount: amount.optional(),
    name: typed
      .pipe(text(300).min(1))
      .check(faultless((name) => nameFault("name", name)))
      .optional(),
    email: z.email().max(254).optional(),
    phone: text(30).optional(),
    again,
  }),
  answer: answered.extend({
    data: z.object({
      tx_ref: z.string(),
      amount: z.int(),
      currency: z.literal("KES"),
      public_key: z.string(),
      payload_hash: z.string(),
      customer: z.object({ email: z.string(), name: z.string(), phone_number: z.string() }),
      expiresAt: z.int(),
    }),
  }),
} as const;

/** Every payment field is a hint: the transaction is verified by our own call (specification §3). */
export const cardOrder = {
  path: "/api/order/flutterwave",
  summary: "The order my card payment has become, verified with the provider",
  body: z.object({
    transactionId: z.union([text(50), z.int()]).optional(),
    tx_ref: text(100).optional(),
  }),
  answer: answered.extend({
    orderId: z.string().optional(),
    pending: z.literal(true).optional(),
    refund,
  }),
} as const;

/** POST /api/payment/current: the payment a reload, the back button or a second tab finds again. */
export const currentPayment = {
  path: "/api/payment/current",
  summary: "My payment under way, else the last one of half an hour",
  /** The order that the page carries; the answer says whether the payment is for it. */
  body: z.object({ checkout: text(255).optional(), items: items.optional() }).nullish(),
  answer: answered.extend({
    payment: z
      .object({
        method: z.enum(METHODS),
        /** Names a push to /token/query. */
        checkoutRequestID: z.string(),
        /** Names a card payment. */
        tx_ref: z.string().optional(),
        amount: z.int(),
        /** The phone as 2547…678, middle hidden. */
        phone: z.string().optional(),
        /** Seconds since it was asked for. */
        age: z.int(),
        resultCode: z.string().nullable(),
        status: z.enum(["pending", "paid", "failed"]),
        /** It is for the checkout asked about; and for just those goods, whatever their order. */
        sameCheckout: z.literal(true).optional(),
        sameGoods: z.literal(true).optional(),
        orderId: z.string().optional(),
        refund,
        held,
        ...unlisted,
        /** Says why, where its money goes back. */
        resultDesc: z.string().optional(),
      })
      .nullable(),
  }),
} as const;
