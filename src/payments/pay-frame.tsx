import { type ReactNode, useEffect, useState } from "react";
import { Navigate } from "react-router";
import { useSignedIn } from "../accounts/sign-in/sign-in.ts";
import { NeedsScript } from "../cart/needs-script.tsx";
import { WithMpesa } from "../language/rich.tsx";
import { type Sentence, t } from "../language/t.ts";
import { type CheckoutState, useCheckoutState } from "../ordering/checkout/checkout-state.ts";
import { SignedOut } from "../ordering/checkout/signed-out.tsx";
import { toast } from "../ui/toast.ts";

type Redirected = Extract<ReturnType<typeof useCheckoutState>, { type: "redirect" }>;

type PayFrameProps = {
  title: string;
  loading: ReactNode;
  /** Whether somebody signed in stays on the page without an order, as a payment may be under way. */
  stays?: (redirect: Redirected) => boolean;
  children: (carried: CheckoutState | undefined, redirect: Partial<Redirected>) => ReactNode;
};

/** A payment page for somebody who is signed in, with the order carried to it or, where `stays`, without; else to the cart. */
export function PayFrame({ title, loading, stays, children }: PayFrameProps) {
  const found = useCheckoutState();
  const signedIn = useCameSignedIn();
  if (found.type === "redirect" && !(signedIn && stays?.(found)))
    return <Redirect to={found.to} loggedOut={found.loggedOut} />;
  return (
    <div className="page-narrow stack">
      <h1>
        <WithMpesa>{title}</WithMpesa>
      </h1>
      <NeedsScript />
      {found.type === "loading" && loading}
      {/* shown instead of the till, the prompt or the card window; a log-in leads back here with the order */}
      {found.type === "ready" && !signedIn && (
        <SignedOut carried={found.state} leftTitle={t("Log in to pay")} />
      )}
      {signedIn && found.type === "ready" && children(found.state, {})}
      {signedIn && found.type === "redirect" && children(undefined, found)}
    </div>
  );
}

const LOGGED_OUT =
  "You logged out, so we closed that checkout. Please check your cart and start again." satisfies Sentence;

/** Redirects from a checkout page without an order; `loggedOut` says that a logout ended the checkout. */
export function Redirect({ to, loggedOut }: { to: "/cart" | "/orders"; loggedOut: boolean }) {
  useEffect(() => {
    if (loggedOut) toast("info", LOGGED_OUT);
  }, [loggedOut]);
  return <Navigate to={to} replace />;
}

/**
 * Whether somebody is signed in, or was on this page: when the sign-in ends meanwhile, the page stays to say so, and does not
 * redirect.
 */
function useCameSignedIn(): boolean {
  const now = useSignedIn() === true;
  const [came, setCame] = useState(now);
  if (now && !came) setCame(true);
  return now || came;
}
