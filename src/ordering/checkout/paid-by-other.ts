import { token } from "../../accounts/sign-in/sign-in.ts";
import { fetchCheckoutStatus } from "./fetch-checkout-status.ts";
import { claimPayment, mayBePaidByOther } from "./payment-begun.ts";

/**
 * Whether somebody else may have paid for this checkout. The shop is asked how it stands for whoever is signed in now: where
 * nobody else has it under way or ordered, what was begun here is theirs, after another log-in or from guest to account, or it
 * has ended unpaid. Without an answer it may be paid. Never throws.
 */
export async function isPaidByOther(checkoutId: string | undefined): Promise<boolean> {
  if (!mayBePaidByOther(checkoutId)) return false;
  const signedIn = token.read();
  const standing = signedIn && checkoutId ? await fetchCheckoutStatus(checkoutId) : undefined;
  if (!standing || standing.status === "elsewhere" || token.read() !== signedIn) return true;
  claimPayment(checkoutId);
  return false;
}
