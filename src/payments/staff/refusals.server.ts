import { formatPrice } from "../../catalogue/rules.ts";
import type { Tx } from "../../platform/database/db.server.ts";
import { fieldFault, ShopError } from "../../platform/shop-error.ts";
import type { Payment } from "../core/provider.server.ts";
import { paymentStanding } from "../core/standing.server.ts";

/** Why a deed comes too late: how the payment stands by now, and who brought it there, and when. */
export async function tooLate(tx: Tx, payment: Payment): Promise<ShopError> {
  const standing = await paymentStanding(tx, payment);
  const words = `${WORDS[payment.state]} by now (${standing.by})`;
  return new ShopError(409, `Nothing was changed: this payment is ${words}.`, standing);
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
  paid: "paid",
  needs_review: "waiting for you",
};

/** Why somebody decided, as one line that a table and a list can keep. @throws ShopError 400 none is given */
export function readReason(typed: string): string {
  const reason = typed
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, 200);
  if (reason === "") throw fieldFault("reason", "Say why.");
  return reason;
}

/** What an action would do: KES, to whom, by what way, and what speaks against it. */
export type Question = { amount: number; to: string; method: string; conflicts: string[] };

/** No money moves at one touch. @throws ShopError 409 `confirm`, until the action is sent again with `confirmed` */
export function demandConfirmed(confirmed: boolean | undefined, confirm: Question): void {
  if (confirmed) return;
  const { amount, to, conflicts } = confirm;
  throw new ShopError(409, [`${formatPrice(amount)}, ${to}.`, ...conflicts].join(" "), { confirm });
}
