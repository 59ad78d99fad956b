import { useEffect } from "react";
import { Navigate } from "react-router";
import type { Sentence } from "../../language/t.ts";
import { toast } from "../../ui/toast.ts";

const LOGGED_OUT =
  "You logged out, so we closed that checkout. Please check your cart and start again." satisfies Sentence;

/** Redirects from a checkout page without an order; `loggedOut` says that a logout ended the checkout. */
export function Redirect({ to, loggedOut }: { to: "/cart" | "/orders"; loggedOut: boolean }) {
  useEffect(() => {
    if (loggedOut) toast("info", LOGGED_OUT);
  }, [loggedOut]);
  return <Navigate to={to} replace />;
}
