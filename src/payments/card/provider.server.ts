import type { Config } from "../../config.server.ts";
import type { Db } from "../../platform/database/db.server.ts";
import {
  createProviderClient,
  type ProviderClient,
  type ProviderReply,
} from "../../platform/http-client/provider-client.server.ts";
import type { Log } from "../../platform/log.server.ts";
import type { Payment, Provider, ProviderResult, SeenMoney } from "../core/provider.server.ts";
import {
  findRefund,
  type ListedRefund,
  listRefunds,
  readNamedRefund,
  readRefund,
  readRefundState,
} from "./refund.server.ts";
import { listCharges, readVerify, type VerifyAnswer } from "./transaction.server.ts";
import { moneyOf, SESSION, verifyTransaction } from "./verify-transaction.server.ts";

export type VerifiedTransaction =
  /**
   * `resultFor` compares it with a payment, which should be the one whose reference is `txRef`. Its "failed" is about this
   * attempt only: while the checkout page is open another may follow.
   */
  | {
      type: "found";
      id: string;
      txRef: string;
      resultFor(payment: Payment): ProviderResult;
      /** Set when the charge went through. */
      money?: SeenMoney;
    }
  /** They know no such transaction, or the id is malformed; a card charged just now: ask again in 2 s. */
  | { type: "missing" }
  | { type: "away"; in?: number };

/** Flutterwave v3: the shopper pays on their page, and only the answer of verify is believed. */
export type FlutterwaveProvider = Provider & {
  /** Asks about one transaction by the id that a browser or a webhook named. Never throws. */
  verify(transactionId: string | number): Promise<VerifiedTransaction>;
  /** Seconds a checkout stays open. */
  session: number;
  /** All charges of these days ("2026-11-28", both included). Never throws. */
  list(days: { from: string; to: string }): ReturnType<typeof listCharges>;
  /** All refunds since this day. Never throws. */
  listRefunds(from: string): ReturnType<typeof listRefunds>;
  /** The refund that a webhook names. Never throws. */
  lookUpRefund(reference: string): Promise<ListedRefund | "missing" | "away">;
};

/** Seconds after the start at which we ask; then every hour for a day. */
const SCHEDULE = [60, 180, 600, 1800, ...Array.from({ length: 24 }, (_, hour) => (hour + 1) * 3600)];
/** Seconds to wait for the answer to a query; and to a refund, which must not be sent twice. */
const QUESTION = 10;
const REFUND = 30;

/** Why a payment is held: a webhook says that it was charged, and the query by reference that it failed. */
export const SOURCES_DISAGREE = "sources disagree";

/** Without its settings nothing can be asked, and every result is "open". */
export function flutterwaveProvider(parts: { db: Db; config: Config; log: Log }): FlutterwaveProvider {
  const { FLW_BASE_URL: baseUrl = "", FLW_SECRET_KEY: secretKey = "" } = parts.config;
  const ask = asking(createProviderClient({ name: "flutterwave", baseUrl, log: parts.log }), secretKey);
  const live = !secretKey.startsWith("FLWSECK_TEST");
  const resultOf = (found: VerifyAnswer, payment: Payment, by: "id" | "reference") =>
    verifyTransaction(found, payment, { by, live, age: ageOf(payment) });

  return {
    method: "flutterwave",
    schedule: SCHEDULE,
    // a checkout opened in the intent's last minute still has its full length
    holdFor: SESSION + 5 * 60,
    session: SESSION,

    async check(payment) {
      const query = new URLSearchParams({ tx_ref: payment.reference });
      const reply = await ask("GET", `/v3/transactions/verify_by_reference?${query}`, QUESTION);
      const result = resultOf(readVerify(reply), payment, "reference");
      // a webhook names a charge by its id; a query by reference may answer with another attempt
      const isHeard = payment.callback?.code === "0";
      return result.type === "failed" && isHeard
        ? { type: "held", reason: SOURCES_DISAGREE, tell: true }
        : result;
    },

    async verify(transactionId) {
      const id = String(transactionId);
      if (!isTransactionId(id)) return { type: "missing" };
      const reply = await ask("GET", `/v3/transactions/${id}/verify`, QUESTION);
      const found = readVerify(reply);
      if (found.type !== "found") return found;
      // another transaction than the one asked for proves nothing
      if (found.transaction.id !== id) return { type: "away" };
      return {
        type: "found",
        id,
        txRef: found.transaction.txRef,
        resultFor: (payment) => resultOf(found, payment, "id"),
        ...(found.transaction.status === "successful" ? { money: moneyOf(found.transaction) } : {}),
      };
    },

    list: (days) => listCharges((path) => ask("GET", path, QUESTION), days),
    listRefunds: (from) => listRefunds((path) => ask("GET", path, QUESTION), from),

    async lookUpRefund(reference) {
      return isTransactionId(reference)
        ? readNamedRefund(await ask("GET", `/v3/refunds/${reference}`, QUESTION), reference)
        : "missing";
    },

    refundsParts: true,
    async refund({ receipt, amount }) {
      if (!isTransactionId(receipt ?? "")) return { type: "failed", reason: "no transaction is known" };
      const path = `/v3/transactions/${receipt}/refund`;
      return readRefund(await ask("POST", path, REFUND, { amount }), amount);
    },

    async checkRefund(reference) {
      if (!isTransactionId(reference ?? "")) return { type: "unknown", reason: "the refund has no name" };
      return readRefundState(await ask("GET", `/v3/refunds/${reference}`, QUESTION), String(reference));
    },

    wasRefunded: (money) => findRefund((path) => ask("GET", path, QUESTION), money),
  };
}

/** Seconds between the start of a payment and this query; both times are of the database's clock. */
function ageOf({ createdAt, askedAt }: Payment): number {
  return ((askedAt ?? createdAt).getTime() - createdAt.getTime()) / 1000;
}

/** Whether this is the id of a transaction or refund, so that it may be put into a path. */
export function isTransactionId(text: string): boolean {
  return /^\d{1,20}$/.test(text);
}

function asking(ask: ProviderClient, secretKey: string) {
  const headers = { authorization: `Bearer ${secretKey}` };
  return (method: "GET" | "POST", path: string, seconds: number, json?: unknown): Promise<ProviderReply> =>
    ask({ method, path, headers, seconds, ...(json === undefined ? {} : { json }) });
}
