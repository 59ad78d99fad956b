import { Link } from "react-router";
import type { CheckoutState } from "../../../ordering/checkout/checkout-state.ts";
import { useSettings } from "../../../ordering/use-settings.ts";
import { WithMpesa } from "../../../ordering/with-mpesa.tsx";
import { Notice } from "../../../ui/notice.tsx";

/** Why no code can order this cart just now, said before anybody pays at the till; and the other ways to pay. */
export function NotByCode({ said, checkoutState }: { said: string; checkoutState: CheckoutState }) {
  const offered = useSettings()?.methods ?? [];
  return (
    <Notice
      title="Please do not pay at our till now"
      action={
        <>
          {offered.includes("mpesa") && (
            <Link className="button button-primary" to="/mpesa" state={checkoutState}>
              Pay by M-Pesa prompt
            </Link>
          )}
          {offered.includes("flutterwave") && (
            <Link className="button" to="/flutterwave" state={checkoutState}>
              Pay by card
            </Link>
          )}
          <Link className="button" to="/cart">
            Change your cart
          </Link>
        </>
      }
    >
      <p>
        <WithMpesa>{said}</WithMpesa>
      </p>
    </Notice>
  );
}
