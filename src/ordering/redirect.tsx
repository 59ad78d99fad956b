import { useEffect } from "react";
import { Navigate } from "react-router";
import { toast } from "../ui/toast.ts";

const LEFT = "You logged out, so that checkout was closed. Please check your cart and start it again.";

/** Leaves a page that carries no order; `left`: and says why, when a logout has ended the checkout. */
export function Elsewhere({ to, left }: { to: "/cart" | "/orders"; left: boolean }) {
  useEffect(() => {
    if (left) toast("info", LEFT);
  }, [left]);
  return <Navigate to={to} replace />;
}
