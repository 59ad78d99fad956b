import { z } from "zod";
import { isSameSecret } from "../../platform/id.server.ts";

/** What a webhook is about. Nothing in it is believed: it only says what to ask for (docs/payments.md, "Webhook"). */
export type CardWebhook = {
  kind: "charge" | "refund" | "other";
  /** The transaction; for a refund, the one that was refunded. */
  transactionId?: string;
  txRef?: string;
  /** The charge's status as the webhook states it; `paid`: the webhook says that it was charged. */
  status?: string;
  paid?: true;
  /** The name of an event that is none of charges and refunds, where it has one to keep. */
  event?: string;
  /** Only for a refund: its id, and its amount in KES. */
  refundId?: string;
  refunded?: number;
};

/**
 * Whether the header verif-hash is the secret set in the dashboard. It is a static secret and no signature, so it only decides
 * whether we ask. Compared in constant time; false when no secret is set.
 */
export function isOurWebhook(given: unknown, secret: string | undefined): boolean {
  if (!secret || typeof given !== "string") return false;
  return isSameSecret(given, secret);
}

/** Reads all known forms: nested, flat, and of refunds; undefined when it names nothing to ask for. */
export function readWebhook(body: string): CardWebhook | undefined {
  const parsed = outer.safeParse(parse(body));
  if (!parsed.success) return undefined;
  const about = { ...parsed.data, ...(parsed.data.data ?? {}) };
  const isRefund = about.AmountRefunded !== undefined || about.TransactionId !== undefined;
  if (isRefund) return readRefund(about);
  const transactionId = numberIn(about.id);
  const txRef = textIn(about.tx_ref ?? about.txRef);
  const names = { ...(transactionId && { transactionId }), ...(txRef && { txRef }) };
  // the nested shape names both, the flat one the second alone
  const kind = about.event || about["event.type"];
  const event = textIn(kind);
  if (kind && !/^(charge\.completed|card_transaction)$/i.test(event ?? ""))
    return { kind: "other", ...(event && { event }), ...names };
  if (!transactionId && !txRef) return undefined;
  const status = textIn(about.status);
  const paid = status === "successful" && ({ paid: true } as const);
  return { kind: "charge", ...names, ...(status && { status }), ...paid };
}

function readRefund(about: Record<string, unknown>): CardWebhook | undefined {
  const transactionId = numberIn(about.TransactionId);
  const refunded = Number(about.AmountRefunded);
  const sum = Number.isInteger(refunded) && refunded > 0 ? { refunded } : {};
  const refundId = numberIn(about.id);
  return transactionId === undefined
    ? undefined
    : { kind: "refund", transactionId, ...(refundId && { refundId }), ...sum };
}

const fields = z.looseObject({});
const outer = z.looseObject({ data: fields.nullish().catch(undefined) });

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function numberIn(value: unknown): string | undefined {
  const text = typeof value === "number" || typeof value === "string" ? String(value) : "";
  return /^\d{1,20}$/.test(text) ? text : undefined;
}

function textIn(value: unknown): string | undefined {
  const text = typeof value === "number" || typeof value === "string" ? String(value) : "";
  // a name that the database cannot store counts as none
  return /^[\x20-\x7e]{1,100}$/.test(text) ? text : undefined;
}
