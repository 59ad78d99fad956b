import { z } from "zod";
import { LINE_MAX } from "../../cart/rules.ts";
import { orderAddress, orderDelivery } from "../../ordering/contract.ts";
import { METHODS, STATUSES } from "../../ordering/rules.ts";
import { answered, day, int4, listOf, repeated, text } from "../../platform/input.ts";

// Calls of /api/staff/orders. Times are milliseconds since 1970, money is whole KES, `version` is what the screen showed:
// another one is refused (409) with `current`, `by` and `at`.

const version = int4;
const reason = z.string().trim().pipe(text(500));
const words = (max: number) => z.string().trim().pipe(text(max));
const status = z.enum(STATUSES);

const row = z.object({
  _id: z.string(),
  shortId: z.string(),
  date: z.int(),
  name: z.string(),
  town: z.string(),
  phone: z.string(),
  amount: z.int(),
  /** The code of its coupon. */
  coupon: z.string().nullable(),
  status,
  payment: z.boolean(),
  refund: z.string().nullable(),
  /** Not in a packer's answer. */
  paymentMethod: z.enum(METHODS).optional(),
  /** The name of the pick-up point. */
  pickUp: z.string().optional(),
  version,
});
export type OrderRow = z.output<typeof row>;

/** Newest first. `method` needs the right to see how orders are paid. `from`, `to`: days in Nairobi; `after`: the `next` of a page. */
export const listOrders = {
  method: "GET",
  path: "/api/staff/orders",
  summary: "Orders, newest first, searched and filtered",
  ...listOf(row, {
    q: text(200).optional(),
    status: repeated(status),
    method: z.enum(METHODS).optional(),
    /** `kept`: it is paid, and not all of that is refunded. */
    paid: z.enum(["true", "false", "kept"]).optional(),
    from: day.optional(),
    to: day.optional(),
  }),
} as const;

const item = z.object({
  line: z.int(),
  _id: z.string(),
  name: z.string(),
  price: z.int(),
  size: z.string(),
  quantity: z.int(),
  /** Pieces that were returned and are in stock again. */
  returned: z.int(),
  image: z.string(),
});

const event = z.object({
  at: z.int(),
  kind: z.string(),
  from: status.nullable(),
  to: status.nullable(),
  note: z.string().nullable(),
  by: z.string().nullable(),
  public: z.boolean(),
});

/** What staff see of one order; a packer's answer has no e-mail and nothing of how it was paid. */
const order = z.object({
  _id: z.string(),
  shortId: z.string(),
  date: z.int(),
  status,
  payment: z.boolean(),
  refund: z.string().nullable(),
  /** Nothing of its money is left: all of it was refunded, or is being refunded. */
  allRefunded: z.boolean(),
  paymentMethod: z.enum(METHODS).optional(),
  mpesaCode: z.string().nullable(),
  subtotal: z.int(),
  deliveryFee: z.int(),
  discount: z.int(),
  coupon: z.object({ id: z.string(), code: z.string(), source: z.string() }).nullable(),
  amount: z.int(),
  /** KES that a paid order still owes. */
  owed: z.int(),
  /** The account's e-mail, or the one a guest gave. */
  account: z.string().optional(),
  /** It was ordered without an account. */
  guest: z.boolean(),
  address: orderAddress.partial().nullable(),
  delivery: orderDelivery,
  courier: z.string().nullable(),
  tracking: z.string().nullable(),
  version: z.int(),
  items: z.array(item),
  events: z.array(event),
  payments: z.array(
    z.object({
      _id: z.string(),
      method: z.enum(METHODS),
      state: z.string(),
      amount: z.int(),
      code: z.string().nullable(),
      /** The sum that paid it, by its id. */
      money: z.string().nullable(),
      refunds: z.array(
        z.object({
          _id: z.string(),
          amount: z.int(),
          state: z.enum(["due", "sent", "unknown", "failed", "done", "given up"]),
        }),
      ),
      date: z.int(),
    }),
  ),
  mails: z.array(z.object({ subject: z.string(), state: z.string(), at: z.int() })),
  notes: z.array(z.object({ at: z.int(), by: z.string().nullable(), text: z.string() })),
});
export type StaffOrder = z.output<typeof order>;

const withOrder = answered.extend({ order });

export const showOrder = {
  method: "GET",
  path: "/api/staff/orders/:id",
  summary: "An order with its items, history, payments, mails and notes",
  answer: withOrder,
} as const;

/** Of what refunds money the first answer is 409 with `confirm` (what is refunded, to whom and how), and `seen`: this, or true. */
export const confirmed = z.union([z.boolean(), text(50)]).optional();

/** `reason`: why the owner packs an unpaid order, or ships one whose money is refunded. A step to "Cancelled" is `cancelOrder`. */
export const stepOrder = {
  path: "/api/staff/orders/:id/step",
  summary: "Move an order on by one step; its mail leaves two minutes later",
  body: z.object({
    to: status,
    version,
    courier: words(100).optional(),
    tracking: words(100).optional(),
    reason: reason.optional(),
    confirmed,
  }),
  answer: withOrder,
} as const;

export const undoStep = {
  path: "/api/staff/orders/:id/undo",
  summary: "Take one's own last step back, within two minutes; its mail is never sent",
  body: z.object({ version }),
  answer: withOrder,
} as const;

/** Most orders in one such call. */
const MOVED_MAX = 50;
/** `orders`: those of `done`, with their new versions. */
const eachMoved = answered.extend({
  done: z.array(z.string()),
  orders: z.array(z.object({ id: z.string(), version })),
  refused: z.array(z.object({ id: z.string(), why: z.string() })),
});

/** Each order separately: those that cannot be moved are returned with the reason. */
export const stepOrders = {
  path: "/api/staff/orders/step",
  summary: "Move several orders on, each by itself",
  body: z.object({ ids: z.array(text(64)).min(1).max(MOVED_MAX), to: status.exclude(["Cancelled"]) }),
  answer: eachMoved,
} as const;

/** As `undoStep` for several orders, named as in `orders` of the answer to stepOrders. */
export const undoSteps = {
  path: "/api/staff/orders/undo",
  summary: "Take one's own last steps of several orders back, each by itself",
  body: z.object({
    orders: z
      .array(z.object({ id: text(64), version }))
      .min(1)
      .max(MOVED_MAX),
  }),
  answer: eachMoved,
} as const;

export const addNote = {
  path: "/api/staff/orders/:id/note",
  summary: "Write a note for the others who work here",
  body: z.object({ text: words(1_000).pipe(z.string().min(1, "Write a note.")) }),
  answer: withOrder,
} as const;

export const changeAddress = {
  path: "/api/staff/orders/:id/address",
  summary: "Correct the address of an order that has not been shipped",
  body: z.object({ address: orderAddress, version }),
  answer: withOrder,
} as const;

/** Refunds a paid order's money; `reason` is for the audit log. */
export const cancelOrder = {
  path: "/api/staff/orders/:id/cancel",
  summary: "Cancel an order that has not left; what was paid goes back",
  body: z.object({
    version,
    reason: reason.pipe(z.string().min(1, "Say why.")),
    confirmed,
  }),
  answer: withOrder,
} as const;

/** Pieces of a line that staff typed. */
export const pieces = z
  .int("Enter a whole number of pieces.")
  .min(1, "Enter at least 1 piece.")
  .max(LINE_MAX, `Enter at most ${LINE_MAX} pieces.`);
const newItem = z.object({ _id: text(64).min(1), size: text(20).min(1), quantity: pieces });

/** `difference` in KES: below 0 is refunded; above 0 is still to be paid, and nothing changes. `preview` only reports it. */
export const editOrder = {
  path: "/api/staff/orders/:id/edit",
  summary: "Change the goods of an order that has not left",
  body: z.object({
    items: z.array(newItem).min(1).max(50),
    version,
    preview: z.boolean().optional(),
    confirmed,
  }),
  answer: withOrder.extend({ difference: z.int() }),
} as const;

/** Most orders in one document; `ids` are separated by commas. */
const PRINTED_MAX = 50;
const printed = z.object({
  ids: text(2_000)
    .transform((ids) => ids.split(",").filter(Boolean))
    .pipe(z.array(z.string()).max(PRINTED_MAX, `At most ${PRINTED_MAX} orders can be printed at once.`)),
});
const toPrint = { method: "GET", query: printed, document: "text/html; charset=utf-8" } as const;
export const slips = {
  ...toPrint,
  path: "/api/staff/orders/slips",
  summary: "Packing slips to print, a page for each order",
} as const;
export const receipts = {
  ...toPrint,
  path: "/api/staff/orders/receipts",
  summary: "Receipts to print, a page for each order",
} as const;
