import type { Method } from "../../ordering/rules.ts";
import type { Actor } from "../../platform/audit/actor.server.ts";
import type { PaymentContext } from "../core/payment-context.server.ts";
import type { Refund } from "../core/provider.server.ts";

/** `whole`: all of the money, in KES; `by`: who of the staff owes it. */
type Going = { method: Method; amount: number; whole: number; by: Actor | undefined };

/** By whom a refund goes: M-Pesa reverses a payment in whole, never a part of it (docs/payments.md, "Reversal"). */
export function wayOf(context: PaymentContext, { method, amount, whole, by }: Going): Refund["way"] {
  const provider = context.provider(method);
  if (provider && !provider.refundsParts && amount !== whole) return "hand";
  // what the shop owes by itself waits for the day when refunds are set up; what staff owe, they send
  return !provider?.refund && by ? "hand" : "provider";
}
