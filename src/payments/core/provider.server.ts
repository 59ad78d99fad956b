import type { DeliverySettings } from "../../delivery/rules.ts";
import type { TypedCoupon } from "../../ordering/coupons/limit-guesses.server.ts";
import type { Destination } from "../../ordering/destination.server.ts";
import type { MailLinks } from "../../ordering/mails/mail-links.server.ts";
import type { Method } from "../../ordering/rules.ts";
import type { orders } from "../../ordering/tables.server.ts";
import type { Db, Tx } from "../../platform/database/db.server.ts";
import type { Log } from "../../platform/log.server.ts";
import type { ShopError } from "../../platform/shop-error.ts";
import type { Payer, Source } from "../transactions/rules.ts";
import type { refunds, TransactionDetails } from "../transactions/tables.server.ts";
import type { CallbackFacts, payments } from "./tables.server.ts";

/** A row of `payments`: an attempt. */
export type Attempt = typeof payments.$inferSelect;
/** An attempt with whose its order is, and what it is for. */
export type Payment = Attempt &
  Pick<
    Order,
    | "userId"
    | "guestEmail"
    | "keyHash"
    | "phase"
    | "status"
    | "address"
    | "subtotal"
    | "deliveryFee"
    | "delivery"
    | "coupon"
    | "language"
    | "contentsHash"
  > & {
    isOrderPaid: boolean;
    /** Since it was asked for, by the database's clock. */
    ageSeconds: number;
  };
type Order = typeof orders.$inferSelect;
export type Refund = typeof refunds.$inferSelect;

/** What a way to pay must be able to do; each has a `provider.server.ts` under `src/payments`. */
export type Provider = {
  method: Method;
  /** Seconds after the start at which we ask by ourselves how it went. */
  schedule: readonly number[];
  /** Seconds for which the goods are kept for it. */
  holdFor: number;
  /**
   * Asks for the money. `sending` commits that the request is about to leave: before it nothing was asked for, after it
   * only a clear answer says what happened. Absent where the shopper pays by himself. Never throws.
   */
  start?(payment: Payment, secret: string, sending: () => Promise<void>): Promise<Started>;
  /** Asks how it went, and compares that with the callbacks so far. Never throws for what the provider does. */
  check(payment: Payment): Promise<ProviderResult>;
  /** Ends a locked payment that its provider does not know (result `unknown`). */
  endUnknown?(tx: Tx, payment: Payment, links: MailLinks | undefined): Promise<void>;
  /** Asks once more where the answer comes later; absent where nobody can be asked. False: it was not taken. */
  askAnew?(payment: Payment): Promise<boolean>;
  /** What the callback of a prompt says; undefined when it is nonsense. What cards send is read by card-webhook.server.ts. */
  readCallback?(body: string): CallbackFacts | undefined;
  /** Whether a code, of a callback or of `check`, is not in the list of known codes. */
  isUnlisted?(code: string): boolean;
  /** Whether a callback's code is final: the prompt is gone from the phone. */
  isFinalNo?(code: string): boolean;
  /** Gives the money back; absent where that is not set up. `secret` is the last part of the result's address. */
  refund?(money: Receipt, secret: string): Promise<RefundStep>;
  /** A part of the money can go back by it. */
  refundsParts?: true;
  /** Asks how a refund went that was sent, by the provider's name for it; absent where the result comes by itself. */
  checkRefund?(reference: string | null): Promise<RefundStep>;
  /** Asks whether the money went back since then, where an attempt's answer was lost; absent where there is no such call. */
  wasRefunded?(money: EarlierRefund, secret: string): Promise<RefundAnswer>;
};

/** What all code about payments works with: the database, the log, where mails lead to, and each method's provider. */
export type PaymentContext = {
  db: Db;
  log: Log;
  links: MailLinks | undefined;
  /** What delivery costs, as the request or job at work began with it. */
  delivery: () => DeliverySettings;
  provider: (method: Method) => Provider | undefined;
  /** The numbers at which M-Pesa takes money for the shop. */
  tills: () => string[];
};

export type Started =
  | { type: "accepted"; checkoutRequestId: string; merchantRequestId: string }
  /** Nothing was asked for. `code` is what /token/query tells another tab. */
  | { type: "refused"; status: 409 | 429 | 502 | 503; message: string; code: string }
  | { type: "unknown" };

/** What proves that an attempt was paid. Without `amount` (KES) it is what was asked for. */
export type Proof = {
  source: Source;
  receipt?: string | undefined;
  amount?: number | undefined;
  paidAt?: Date | undefined;
  till?: string | undefined;
  payer?: Payer | undefined;
  details?: TransactionDetails | undefined;
};

/** Money by its own name; KES, where it came in whole shillings. `verified`: by our own question or at our own address. */
export type SeenMoney = Pick<Proof, "source" | "paidAt" | "till" | "payer"> & {
  receipt: string | null;
  amount?: number;
  verified: boolean;
};

export type ProviderResult =
  | ({ type: "paid" } & Proof)
  /** Final by the provider's own list. With `watch` it is asked again later: the money may still come. */
  | { type: "failed"; code: string; watch?: boolean }
  /**
   * Money was seen, but something does not fit: a person or a later answer decides. `final`: no later answer can.
   * `tell`: the owner is notified at once. `waits`: only the provider's answer is missing. `in` as below. `money`: its receipt
   * and amount, where the provider names them.
   */
  | {
      type: "held";
      reason: string;
      final?: boolean;
      tell?: boolean;
      waits?: true;
      in?: number;
      money?: SeenMoney;
    }
  /** The provider, asked late enough to count, knows nothing of it: an order on it comes to its end. */
  | { type: "unknown" }
  /**
   * No answer yet. `in`: seconds until it may be asked again, when sooner or later than the schedule says. `code`: what was
   * said, where that decides nothing. `notAsked`: nobody was asked, so this ends nothing.
   */
  | { type: "open"; in?: number; code?: string; notAsked?: true };

/** Money by its own name, and how much of it, in KES. */
type Receipt = { receipt: string | null; amount: number };

/**
 * An attempt whose answer was lost, `age` in seconds by the database's clock; `others`: the provider's names for other refunds
 * of the same money.
 */
type EarlierRefund = Receipt & { since: Date; age: number; others: string[] };

export type RefundStep =
  /** `already`: it had been given back before this was asked. */
  | { type: "done"; reference?: string; already?: true }
  /** Under way; the result comes later. */
  | { type: "sent"; reference: string }
  /** Surely not done; may be tried again. */
  | { type: "failed"; reason: string; again?: boolean }
  /** It may have gone through; never sent again without a person. */
  | { type: "unknown"; reason: string };

/** A refund as its provider tells of it, whoever asked for it; KES, where a sum is named. */
export type ReportedRefund = { reference: string; amount: number | undefined; step: RefundStep };

/** Whether an earlier attempt went through, as the provider answers. */
export type RefundAnswer =
  /** The answer comes later, to the address given. */
  | { type: "asked"; reference: string }
  | { type: "went through"; step: RefundStep & { type: "done" | "sent" } }
  | { type: "did not" }
  /** No answer to rely on. */
  | { type: "silent"; reason: string };

export type Item = { _id: string; size: string; quantity: number };
/** What a payment is begun with. */
export type Begin = {
  userId: string;
  isGuest: boolean;
  method: Method;
  /** What is bought; the account's cart when missing. */
  items?: Item[] | undefined;
  destination: Destination;
  coupon: TypedCoupon | undefined;
  /** KES the shopper saw; refused when it is another total. */
  shown: number | undefined;
  phone?: string;
  clientAttemptId?: string | undefined;
  /** Of the Idempotency-Key that its browser sent. */
  keyHash: string | undefined;
  /** The shopper wants the same goods once more. */
  again?: boolean | undefined;
  /** Why no payment begins; one under way goes on. */
  closed: ShopError | undefined;
  /** The hash of the network address it is asked for from, as limits count addresses. */
  placedFrom: string;
  reference: string;
  secretHash?: string;
  limits?: AttemptLimits;
};

/** What keeps people from asking too often in one way: taken before goods are locked, and asked once the total (KES) is known. */
type AttemptLimits = {
  lock: (tx: Tx) => Promise<void>;
  /** @throws ShopError 429 */
  demand: (tx: Tx, amount: number) => Promise<void>;
};
