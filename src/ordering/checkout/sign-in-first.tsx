import { useState } from "react";
import { useSignedIn } from "../../accounts/use-account.ts";
import { t } from "../../language/t.ts";
import type { CheckoutState } from "./checkout-state.ts";
import { SignedOut } from "./signed-out.tsx";

/** Before a till, a prompt or a card window is shown to anybody; a log-in leads back here with the order. */
export function SignInFirst({ carried }: { carried: CheckoutState }) {
  return <SignedOut carried={carried} leftTitle={t("Log in to pay")} />;
}

/**
 * Whether somebody is, or on this page was, signed in: a sign-in that ends meanwhile must not turn the page away while it says
 * so.
 */
export function useCameSignedIn(): boolean {
  const now = useSignedIn() === true;
  const [came, setCame] = useState(now);
  if (now && !came) setCame(true);
  return now || came;
}
