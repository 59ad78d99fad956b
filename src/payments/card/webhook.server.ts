import { createHash, timingSafeEqual } from "node:crypto";
import { z } from "zod";

/** What a webhook is about; nothing in it is believed, it only says what to ask for (docs/payments.md, "Webhook"). */
export type CardWebhook = {
  kind: "charge" | "refund";
  /** The transaction; of a refund, the one given back. */
  transactionId?: string;
  txRef?: string;
  /** It says that the card was charged. */
  paid?: true;
};

/**
 * Whether the header verif-hash is the secret set in the dashboard. A static secret and no signature, so it only decides
 * whether to look. Compared in constant time; no secret set means no.
 */
export function isOurWebhook(given: unknown, secret: string | undefined): boolean {
  if (!secret || typeof given !== "string") return false;
  return timingSafeEqual(digest(given), digest(secret));
}

/** Reads all shapes seen: nested, flat, and of refunds; undefined when it names nothing to ask for. */
export function readWebhook(body: string): CardWebhook | undefined {
  const parsed = outer.safeParse(parse(body));
  if (!parsed.success) return undefined;
  const about = { ...parsed.data, ...(parsed.data.data ?? {}) };
  const isRefund = about.AmountRefunded !== undefined || about.TransactionId !== undefined;
  if (isRefund) {
    const transactionId = numberIn(about.TransactionId);
    return transactionId === undefined ? undefined : { kind: "refund", transactionId };
  }
  const transactionId = numberIn(about.id);
  const txRef = textIn(about.tx_ref ?? about.txRef);
  if (!transactionId && !txRef) return undefined;
  const paid = about.status === "successful" && ({ paid: true } as const);
  return { kind: "charge", ...(transactionId && { transactionId }), ...(txRef && { txRef }), ...paid };
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
  // what no table can keep is no name
  return /^[\x20-\x7e]{1,100}$/.test(text) ? text : undefined;
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
