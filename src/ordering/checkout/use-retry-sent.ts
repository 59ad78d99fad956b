import { useState } from "react";
import { token } from "../../accounts/sign-in/sign-in.ts";
import { endOf } from "../../cart/checkout-storage.ts";
import { useRetryOnline } from "../../platform/browser/line-back.ts";

/** A checkout's request as it left: in whose name, and for which checkout. */
type Sent = { signedIn: string | null; checkoutId: string | undefined };
/** Why it is not repeated: somebody else is here by now, or the checkout is over. */
type Bar = "left" | "over";

/**
 * As useRetryOnline, for what was sent for a checkout. Another person who has signed in on this phone since would pay for it as
 * well: then nothing is repeated, and `left` is true.
 */
export function useRetrySent(lost: object | undefined, sent: Sent, retry: () => void) {
  const [barred, setBarred] = useState<{ lost: object; by: Bar }>();
  const stopped = useRetryOnline(lost, () => {
    const by = barOf(sent);
    if (!by) return retry();
    if (lost) setBarred({ lost, by });
  });
  return { stopped, left: lost !== undefined && barred?.lost === lost && barred.by === "left" };
}

function barOf({ signedIn, checkoutId }: Sent): Bar | undefined {
  const end = endOf(checkoutId);
  if (token.read() !== signedIn || end === "left") return "left";
  return end && "over";
}
