import { WithMpesa } from "../../../language/rich.tsx";
import { t, tMessage } from "../../../language/t.ts";
import type { CheckoutState } from "../../../ordering/checkout/checkout-state.ts";
import { useSettings } from "../../../settings/use-settings.ts";
import { Link } from "../../../ui/link.tsx";
import { Notice } from "../../../ui/notice.tsx";

/** Why no code can order this cart just now, said before anybody pays at the till; and the other ways to pay. */
export function NotByCode({ said, checkoutState }: { said: string; checkoutState: CheckoutState }) {
  const offered = useSettings()?.methods ?? [];
  return (
    <Notice
      title={t("Please don't pay at our till now")}
      action={
        <>
          {offered.includes("mpesa") && (
            <Link className="button button-primary" to="/mpesa" state={checkoutState}>
              {t("Pay by M-Pesa prompt")}
            </Link>
          )}
          {offered.includes("flutterwave") && (
            <Link className="button" to="/flutterwave" state={checkoutState}>
              {t("Pay by card")}
            </Link>
          )}
          <Link className="button" to="/cart">
            {t("Change your cart")}
          </Link>
        </>
      }
    >
      <p>
        <WithMpesa>{tMessage(said)}</WithMpesa>
      </p>
    </Notice>
  );
}
