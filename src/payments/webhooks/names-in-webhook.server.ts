import { readWebhook } from "../card/webhook.server.ts";
import { readTillPayment } from "../mpesa/confirmation.ts";
import type { webhookInbox } from "./tables.server.ts";

/**
 * The names in a webhook by which its payment finds it: that of the money, and ours for the payment. What came to an address
 * of its own needs none.
 */
export function namesIn({ kind, body }: Pick<typeof webhookInbox.$inferSelect, "kind" | "body">): {
  receipt: string | null;
  reference: string | null;
} {
  if (kind === "c2b") {
    const { code, billRef } = readTillPayment(body) ?? {};
    return { receipt: code ?? null, reference: billRef || null };
  }
  if (kind !== "card") return { receipt: null, reference: null };
  const { transactionId, txRef } = readWebhook(body) ?? {};
  return { receipt: transactionId ?? null, reference: txRef ?? null };
}
