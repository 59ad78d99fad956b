import type { FormEvent } from "react";
import { Navigate, useLocation, useNavigate } from "react-router";
import { refreshCart } from "../cart/cart-store.ts";
import { call } from "../platform/call.ts";
import { toast } from "../ui/toast.ts";
import type { placeOrder } from "./contract.ts";
import { CODE_MAX, TEXTS } from "./rules.ts";

export default function MpesaVerificationPage() {
  const { state } = useLocation();
  const navigate = useNavigate();
  if (!state?.order) return <Navigate to="/cart" replace />;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const mpesaCode = String(new FormData(event.currentTarget).get("code")).trim().toUpperCase();
    if (!mpesaCode) return toast("error", TEXTS.codeMissing);
    try {
      await call<typeof placeOrder>("/api/order/placeOrder", {
        ...state.order,
        mpesaCode,
        paymentMethod: "cod",
      });
      await refreshCart();
      navigate("/orders");
    } catch (error) {
      toast("error", error instanceof Error ? error.message : TEXTS.placeFailed);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <h1>Pay to our till</h1>
      <label>
        M-Pesa transaction code <input name="code" maxLength={CODE_MAX} />
      </label>
      <button type="submit">Place order</button>
    </form>
  );
}
