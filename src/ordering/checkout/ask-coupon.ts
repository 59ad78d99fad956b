import type { z } from "zod";
import { currentCheckout } from "../../cart/checkout-storage.ts";
import { call, isOffline, messageOf } from "../../platform/browser/call.ts";
import { watchLine } from "../../platform/browser/line-back.ts";
import type { quote } from "../contract.ts";
import type { CouponRule } from "../coupons/rules.ts";

/** A coupon that counts, as the server says. */
type Counting = CouponRule & { code: string; source: string };

/** `refusal`: why it does not count; `lost`: the connection broke, and it will be asked again. */
export type CouponAnswer = { counting?: Counting; refusal?: string; lost?: true };

/** Asks whether a code counts until the server answers, also when the connection breaks. Returns a function that stops it. */
export function askCoupon(
  about: z.input<(typeof quote)["body"]>,
  tell: (answer: CouponAnswer) => void,
): () => void {
  const line = watchLine();
  let current = true;
  const askUntilAnswered = async () => {
    let answer: CouponAnswer;
    do {
      answer = await askOnce(about);
      if (current) tell(answer);
    } while (answer.lost && (await line.back()));
    line.end();
  };
  void askUntilAnswered();
  return () => {
    current = false;
    line.end();
  };
}

async function askOnce(about: z.input<(typeof quote)["body"]>): Promise<CouponAnswer> {
  // a use of the coupon by an earlier payment of this checkout counts as its own
  const checkout = currentCheckout.read();
  const headers: Record<string, string> = checkout ? { "idempotency-key": checkout } : {};
  try {
    const { coupon } = await call<typeof quote>("/api/order/quote", about, headers);
    return coupon ? { counting: coupon } : {};
  } catch (error) {
    // offline is no refusal: the order would go on at the full price without a message
    return isOffline(error) ? { lost: true } : { refusal: messageOf(error) };
  }
}
