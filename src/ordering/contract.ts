import { z } from "zod";
import { LINE_MAX, LINES_MAX } from "../cart/rules.ts";
import { CATEGORIES } from "../catalogue/rules.ts";
import { compactPhone, PHONE_INVALID, readMobile } from "../phone-rules.ts";
import { answered, faultless, oncePerKey, text, typed } from "../platform/input.ts";
import { nameFault, placeFault } from "../platform/text-rules.ts";
import { COUPON_KINDS, COUPON_TYPED_MAX, readCouponCode } from "./coupons/rules.ts";
import { AMOUNT_MAX, FIELD_NAMES, METHODS, ORDER_TEXTS, REFUND_STATES, readCode, STATUSES } from "./rules.ts";

const required = (max: number) => typed.pipe(text(max).min(1));
const name = (max: number, field: keyof typeof FIELD_NAMES) =>
  required(max).check(faultless((name) => nameFault(FIELD_NAMES[field], name)));
const place = (max: number, field: keyof typeof FIELD_NAMES) =>
  required(max).check(faultless((place) => placeFault(FIELD_NAMES[field], place)));
const digits = (max: number, message: string) =>
  required(max).refine((value) => /^\+?\d+$/.test(value), message);

/**
 * An order's address as the back office shows and changes it: all required, zip code and phone numeric, the rest plain text. Its
 * phone may be of any kind, as in orders from before the checkout asked for a Kenyan mobile number.
 */
export const orderAddress = z.object({
  firstName: name(100, "firstName"),
  lastName: name(300, "lastName"),
  email: required(254).pipe(z.email(ORDER_TEXTS.emailInvalid)),
  street: place(200, "street"),
  city: place(100, "city"),
  state: place(100, "state"),
  zipCode: digits(20, ORDER_TEXTS.zipNotDigits),
  country: place(100, "country"),
  phone: z.string().overwrite(compactPhone).pipe(digits(20, ORDER_TEXTS.phoneNotDigits)),
});

/**
 * Delivery address (specification §3, §5). Its phone is a Kenyan mobile number in any common form (src/phone-rules.ts), and
 * is stored as typed, without the signs between its digits.
 */
export const address = orderAddress.extend({
  phone: required(30)
    .transform(compactPhone)
    .refine((phone) => readMobile(phone) !== undefined, PHONE_INVALID),
});
export type Address = z.infer<typeof address>;

/** An address as it was typed at the time: today's rules may be stricter. */
const typedAddress = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  street: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  country: z.string(),
  phone: z.string(),
});

/** The addresses of a shopper's last orders, at most five, the newest first; what one never had is empty. */
export const savedAddresses = {
  path: "/api/user/addresses",
  summary: "The addresses of my last orders, at most five, newest first",
  query: z.object({}),
  answer: answered.extend({ addresses: z.array(typedAddress.extend({ _id: z.string() })) }),
} as const;
export type SavedAddress = z.infer<typeof savedAddresses.answer>["addresses"][number];

export const removeAddress = {
  path: "/api/user/remove-address",
  summary: "Forget one of my addresses",
  body: z.object({ id: text(64).min(1) }),
  answer: answered,
} as const;

/** Items are product copies; only id, size and quantity are read, as the server knows the rest. */
export const orderItem = z.object({
  _id: text(64).min(1),
  size: text(20).min(1),
  quantity: z.int().min(1).max(LINE_MAX),
});

// As in accounts: a fault with a sentence of its own is looked for on the whole body, and is then all the answer says.

/**
 * The shopper has said that the same items are wanted once more. Without it, items ordered in the last ten minutes under
 * another Idempotency-Key, or unpaid under this one, answer 409 with `again: true`, `orderId` and `minutes`.
 */
export const again = z.boolean().optional();

/** The name of the pick-up point where the order is fetched; without it, it goes to the address. */
export const delivery = text(100).min(1).optional();

/** The code of a coupon in any spelling; an empty one means none. A code that does not count is refused (`coupon`: why). */
export const coupon = text(COUPON_TYPED_MAX)
  .transform((typed) => readCouponCode(typed) || undefined)
  .optional();

/** `amount` is the total the shopper was shown, in KES. */
export const placeOrder = {
  path: "/api/order/placeOrder",
  summary: "Place a cash-on-order order, once per Idempotency-Key and per code",
  headers: oncePerKey,
  body: z
    .object({
      address,
      items: z.array(orderItem).max(LINES_MAX),
      amount: z.int().min(1),
      mpesaCode: z.string().trim(),
      paymentMethod: z.literal("cod"),
      delivery,
      coupon,
      again,
    })
    .refine((body) => body.items.length > 0, ORDER_TEXTS.cartEmpty)
    .refine((body) => body.amount <= AMOUNT_MAX, ORDER_TEXTS.amountTooLarge)
    .refine((body) => body.mpesaCode !== "", ORDER_TEXTS.codeMissing)
    .refine((body) => readCode(body.mpesaCode) !== undefined, ORDER_TEXTS.codeMalformed)
    .transform((body) => ({ ...body, mpesaCode: readCode(body.mpesaCode) ?? "" })),
  /** `noted`: the checkout had its order before; the code is kept beside it. */
  answer: answered.extend({ orderId: z.string(), noted: z.literal(true).optional() }),
} as const;

/** A coupon as its shopper sees it. `source`: the episode that named it, or who pays for it; may be empty. */
const appliedCoupon = z.object({ code: z.string(), source: z.string() });

/** What is known of where items go, for their fee. */
const toPlace = {
  state: typed.pipe(text(100)).optional(),
  city: typed.pipe(text(100)).optional(),
  delivery,
};

/**
 * What items cost where they go, in whole KES, by the current rules: the sum that all three ways to pay ask for. `discount` is
 * what `coupon` takes off. Where the place is not fully known, the fee is the highest possible. Uses of the coupon by payments
 * of the checkout that the Idempotency-Key names count as its own.
 */
export const quote = {
  path: "/api/order/quote",
  summary: "What items come to where they go: subtotal, discount, fee, total and days",
  headers: oncePerKey,
  body: z.object({
    items: z.array(orderItem).min(1).max(LINES_MAX),
    ...toPlace,
    coupon,
  }),
  answer: answered.extend({
    subtotal: z.int(),
    discount: z.int(),
    deliveryFee: z.int(),
    amount: z.int(),
    /** With its rule, from which a page can compute the discount. */
    coupon: appliedCoupon
      .extend({ kind: z.enum(COUPON_KINDS), value: z.int(), category: z.enum(CATEGORIES).nullable() })
      .optional(),
    /** From order to parcel, weekends not counted. */
    days: z.object({ from: z.int(), to: z.int() }),
  }),
} as const;

/**
 * The delivery that an order was promised when it was placed, whatever the shop promises today: the fee in KES, the days from
 * order to parcel, weekends not counted, and the point where it is picked up, whose place the address has.
 */
export const orderDelivery = z.object({
  fee: z.int(),
  /** Missing where the place is not known. */
  days: z.object({ from: z.int(), to: z.int() }).optional(),
  pickUp: z.object({ name: z.string(), hours: z.string() }).optional(),
});

const order = z.object({
  _id: z.string(),
  items: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      price: z.int(),
      size: z.string(),
      quantity: z.int(),
      image: z.array(z.string()),
    }),
  ),
  /** What `coupon` has taken off, in KES. */
  discount: z.int().optional(),
  coupon: appliedCoupon.optional(),
  amount: z.int(),
  status: z.enum(STATUSES),
  payment: z.boolean(),
  /** What is still to be paid of `amount` though the order counts as paid, in KES: staff accepted less. */
  owed: z.int().optional(),
  /** How far its money is refunded, where that has begun. */
  refund: z.enum(REFUND_STATES).optional(),
  /** When the shop cancels it, unless M-Pesa knows its typed code by then; milliseconds since 1970. */
  codeUntil: z.int().optional(),
  /** Its typed M-Pesa code could not be found: the shopper is asked for the right one, at the address `url` where there is one. */
  codeAsked: z.object({ until: z.int().optional(), url: z.string().optional() }).optional(),
  paymentMethod: z.enum(METHODS),
  /** The M-Pesa code as the shopper typed it. */
  mpesaCode: z.string().optional(),
  /** The provider's id of the money, once it has come: an M-Pesa code, or the card transaction's number. */
  receipt: z.string().optional(),
  address: typedAddress.partial().optional(),
  date: z.int(),
  /** What happened since it was placed, oldest first: that it was paid, and each status. */
  steps: z.array(z.object({ name: z.string(), date: z.int() })).optional(),
  courier: z.string().optional(),
  tracking: z.string().optional(),
  delivery: orderDelivery,
});
export type Order = z.infer<typeof order>;

/** Money that came and fits no order; staff look into it. `amount` in KES is what was asked for. */
const heldPayment = z.object({ paymentMethod: z.enum(METHODS), amount: z.int(), date: z.int() });
export type HeldPayment = z.infer<typeof heldPayment>;

/**
 * A payment that is no order yet; `amount` in KES, `date`: when it began. `waiting`: a prompt is on a phone; `unheard`: no answer
 * to it is known in time; `card-open`: a card's page may be open; `confirming`: a report said that the money is there.
 */
const pendingPayment = heldPayment.extend({
  state: z.enum(["waiting", "unheard", "card-open", "confirming"]),
});
export type PendingPayment = z.infer<typeof pendingPayment>;

export const userOrders = {
  path: "/api/order/userOrders",
  summary: "My orders, newest first, 50 to a page; and my payments that are none yet",
  /** `order`: the id of an order to return as well, if it is the shopper's and not on the page. */
  body: z.object({ page: z.int().min(1).max(10_000).default(1), order: text(64).optional() }).nullish(),
  answer: answered.extend({
    orders: z.array(order),
    order: order.optional(),
    held: z.array(heldPayment).optional(),
    underWay: z.array(pendingPayment).optional(),
  }),
} as const;

/** The same call by its other spelling (specification §7). */
export const userOrdersLowerCase = { ...userOrders, path: "/api/order/userorders" } as const;

/**
 * POST /api/payment/checkout (src/payments answers it): whether money may be asked for a checkout, as the browser names it,
 * and its items. `ordered`: it has its order; `paying`: a prompt is out, for `seconds` more; `confirming`: money was seen;
 * `elsewhere`: another customer has ordered in it, or is paying (`message`); `open` otherwise. `late`: an earlier prompt may
 * still be paid; `codeRefused`: why an order by a typed code would be refused now.
 */
export const checkoutStanding = {
  path: "/api/payment/checkout",
  summary: "Whether money may be asked for this checkout of mine, and if not, why",
  body: z.object({
    checkout: text(255).min(1),
    items: z.array(orderItem).min(1).max(50).optional(),
    ...toPlace,
  }),
  answer: answered.extend({
    standing: z.discriminatedUnion("status", [
      z.object({
        status: z.literal("open"),
        late: z.literal(true).optional(),
        codeRefused: z.string().optional(),
      }),
      z.object({
        status: z.literal("paying"),
        method: z.enum(METHODS),
        amount: z.int(),
        seconds: z.int(),
        /** As 2547…678, middle hidden. */
        phone: z.string().optional(),
      }),
      z.object({ status: z.literal("confirming"), method: z.enum(METHODS), amount: z.int() }),
      z.object({ status: z.literal("ordered"), orderId: z.string(), paid: z.boolean() }),
      z.object({ status: z.literal("elsewhere"), message: z.string() }),
    ]),
  }),
} as const;
export type CheckoutStatus = z.infer<typeof checkoutStanding.answer>["standing"];
