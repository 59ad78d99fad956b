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
/** An attempt with the columns of its order that say whose it is and what it pays for. */
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
  /** Seconds after the start at which the shop checks the outcome automatically. */
  schedule: readonly number[];
  /** Seconds for which the goods are held for it. */
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
  /** Sends a question whose answer comes later by callback; absent where nobody can be asked. False: it was not accepted. */
  askAnew?(payment: Payment): Promise<boolean>;
  /** What the callback of a prompt says; undefined when it is nonsense. What cards send is read by card-webhook.server.ts. */
  readCallback?(body: string): CallbackFacts | undefined;
  /** Whether a code, of a callback or of `check`, is not in the list of known codes. */
  isUnlisted?(code: string): boolean;
  /** Whether a callback's code is final: the prompt is gone from the phone. */
  isFinalNo?(code: string): boolean;
  /** Refunds the money; absent where that is not set up. `secret` ends the address that the result comes to. */
  refund?(money: Receipt, secret: string): Promise<RefundStep>;
  /** Set where it can refund a part of the money. */
  refundsParts?: true;
  /** Asks for the outcome of a refund that was sent, by the provider's id for it; absent where the result comes by callback. */
  checkRefund?(reference: string | null): Promise<RefundStep>;
  /** Asks whether the money was refunded by an attempt whose answer was lost; absent where there is no such call. */
  wasRefunded?(money: EarlierRefund, secret: string): Promise<RefundAnswer>;
};

/** What all code about payments works with: the database, the log, where mails lead to, and each method's provider. */
export type PaymentContext = {
  db: Db;
  log: Log;
  links: MailLinks | undefined;
  /** The delivery settings that the current request or job began with. */
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

/** What proves that an attempt was paid. Without `amount` (KES) exactly the amount asked for was paid. */
export type Proof = {
  source: Source;
  receipt?: string | undefined;
  amount?: number | undefined;
  paidAt?: Date | undefined;
  till?: string | undefined;
  payer?: Payer | undefined;
  details?: TransactionDetails | undefined;
};

/** Money as its provider names it; `amount` in whole KES, absent for other sums. `verified`: by our query or secret address. */
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
  /** The provider, asked late enough to rely on, does not know the payment: an order that stands on it is ended. */
  | { type: "unknown" }
  /**
   * No answer yet. `in`: seconds until it may be asked again, where that differs from the schedule. `code`: a provider's code
   * that decides nothing. `notAsked`: the provider was not asked, so this must not end the payment.
   */
  | { type: "open"; in?: number; code?: string; notAsked?: true };

/** The provider's receipt of the money, and how much of it, in KES. */
type Receipt = { receipt: string | null; amount: number };

/**
 * An attempt whose answer was lost, `age` in seconds by the database's clock; `others`: the provider's names for other refunds
 * of the same money.
 */
type EarlierRefund = Receipt & { since: Date; age: number; others: string[] };

export type RefundStep =
  /** `already`: it had been refunded before this request. */
  | { type: "done"; reference?: string; already?: true }
  /** Under way; the result comes later. */
  | { type: "sent"; reference: string }
  /** Surely not done; may be tried again. */
  | { type: "failed"; reason: string; again?: boolean }
  /** It may have gone through; never sent again without a person. */
  | { type: "unknown"; reason: string };

/** A refund as its provider reports it, even if the shop did not request it; `amount` in KES, where one is named. */
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
  /** The total in KES that the shopper saw; another total is refused. */
  shown: number | undefined;
  phone?: string;
  clientAttemptId?: string | undefined;
  /** Hash of the Idempotency-Key that the browser sent. */
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

/** Limits how often one may pay by a method: `lock` comes before goods are locked, `demand` once the total (KES) is known. */
type AttemptLimits = {
  lock: (tx: Tx) => Promise<void>;
  /** @throws ShopError 429 */
  demand: (tx: Tx, amount: number) => Promise<void>;
};
