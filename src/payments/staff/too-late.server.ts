import { and, desc, eq } from "drizzle-orm";
import type { Tx } from "../../platform/database/db.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import type { Payment } from "../core/provider.server.ts";
import { paymentEvents } from "../core/tables.server.ts";

/** Why a deed comes too late: how the payment stands by now, and who brought it there, and when. */
export async function tooLate(tx: Tx, { id, state, createdAt }: Payment): Promise<ShopError> {
  const [last] = await tx
    .select()
    .from(paymentEvents)
    .where(and(eq(paymentEvents.paymentId, id), eq(paymentEvents.to, state)))
    .orderBy(desc(paymentEvents.id))
    .limit(1);
  const by = last?.byName ?? "the shop";
  const at = (last?.at ?? createdAt).getTime();
  return new ShopError(409, `Nothing was changed: this payment is ${WORDS[state]} by now (${by}).`, {
    current: state,
    by,
    at,
  });
}

const WORDS: Record<Payment["state"], string> = {
  created: "not sent yet",
  submitting: "being sent",
  pending: "waiting for its money",
  rejected: "refused",
  submit_unknown: "in doubt",
  failed: "closed",
  expired_unknown: "unanswered",
  paid_held: "held for you",
  ordered: "paid",
  refund_pending: "on its way back",
  refunded: "given back",
  refund_failed: "to be given back",
  needs_review: "waiting for you",
};

/** Why somebody decided, as one line that a table and a list can keep. @throws ShopError 400 none is given */
export function readReason(typed: string): string {
  const reason = typed
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, 200);
  if (reason === "") throw new ShopError(400, "Say why.", { fields: { reason: "Say why." } });
  return reason;
}
