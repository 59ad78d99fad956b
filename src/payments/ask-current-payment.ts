import type { z } from "zod";
import { type CheckoutState, itemsOf } from "../ordering/checkout/checkout-state.ts";
import { call } from "../platform/browser/call.ts";
import type { currentPayment } from "./contract.ts";

/** A payment of this account that is under way, or just over. */
export type CurrentPayment = NonNullable<z.output<typeof currentPayment.answer>["payment"]>;

/**
 * The account's payment of the last half hour, whatever its method. With the order carried here, the answer says whether it
 * is for that one. @throws CallError
 */
export async function askCurrentPayment(carried?: CheckoutState): Promise<CurrentPayment | null> {
  const asked = carried && { checkout: carried.checkoutId, items: itemsOf(carried.order) };
  const { payment } = await call<typeof currentPayment>("/api/payment/current", asked);
  return payment;
}
