import type { z } from "zod";
import type { Language } from "../../language/languages.ts";
import type { Db, Tx } from "../../platform/database/db.server.ts";
import type { ShopError } from "../../platform/shop-error.ts";
import type { Address, placeOrder } from "../contract.ts";
import type { TypedCoupon } from "../coupons/limit-guesses.server.ts";
import type { Destination } from "../destination.server.ts";
import type { Sharers } from "../holds.server.ts";
import type { Ending } from "../mails/confirmation-mail.server.ts";
import type { MailLinks } from "../mails/mail-links.server.ts";
import type { Purchase } from "../purchase.server.ts";

export type PlaceRequest = {
  userId: string;
  isGuest: boolean;
  idempotencyKey: string | undefined;
  body: z.infer<typeof placeOrder.body>;
  coupon: TypedCoupon | undefined;
  /** Where it goes, by the rules of this moment. */
  destination: Destination<Address>;
  /** Called within the order's transaction, for the payment that the typed code should prove. */
  expectPayment: ExpectPayment;
  /** Called when the checkout has an order already: stores another code typed for it. */
  noteCode: NoteCode;
  links: MailLinks | undefined;
  /** The hash of the network address it comes from, as limits count addresses. */
  placedFrom: string;
  /** Why no new order is taken; one that was placed before is still found by the same request. */
  closed: ShopError | undefined;
};

/** Reads what is known of a code, its shopper, whose row is locked, and the browser's checkout. */
export type ExpectPayment = (tx: Tx, typed: TypedCode) => Promise<ExpectedPayment>;
type TypedCode = { userId: string; code: string; checkoutId: string | undefined; placedFrom: string };
export type ExpectedPayment = {
  /** With whose orders on unfound codes it shares a part of each size; undefined: it may have what is there. */
  sharesSizes: (purchase: Purchase) => Sharers | undefined;
  /** When the order is cancelled where nobody has found the money by then; undefined: it is not. */
  ending: (purchase: Purchase) => Ending | undefined;
  /**
   * Why this purchase cannot be made with this code. Its money may have come all the same, so the code is stored.
   * @throws ShopError when the code is another payment's
   */
  admit: (purchase: Purchase) => ShopError | undefined;
  /** Stores the code of a refused order for the owner. */
  keep: (refused: PaidPurchase) => Promise<void>;
  write: (order: PaidPurchase & { id: string }) => Promise<void>;
};

/** `language`: what the shopper has chosen. */
type PaidPurchase = { address: Address; purchase: Purchase; language: Language };

/**
 * Stores another code typed for an order; `sameOrder`: everything but the code is the same. Returns the order's state, or
 * undefined when the code is not for it: the items differ, or it is unpaid and not the same order.
 */
export type NoteCode = (
  db: Db,
  typed: {
    userId: string;
    orderId: string;
    code: string;
    items: PlaceRequest["body"]["items"];
    sameOrder: boolean;
  },
) => Promise<Noted | undefined>;
export type Noted = "paid" | "unpaid" | "cancelled";

/** What is said when another code was stored for an order. */
export const CODE_NOTED: Record<Noted, string> = {
  paid: "This order is already paid. We've saved your code: if that money reached us too, we'll refund it.",
  unpaid: "We've added this code to your order. It's paid once we find the money for one of them.",
  cancelled: "This order was cancelled. We've saved your code: if that money reached us, we'll refund it.",
};
