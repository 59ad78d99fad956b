import { useGuest } from "../../accounts/guest/use-guest.ts";
import { useSignedIn } from "../../accounts/use-account.ts";
import { currentCheckout } from "../../cart/checkout-storage.ts";
import { t, tMessage } from "../../language/t.ts";
import { Link } from "../../ui/link.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ORDER_TEXTS } from "../rules.ts";
import { CheckoutLoginLink } from "./checkout-login-link.tsx";
import { GuestsPayment, MayBePaid } from "./may-be-paid.tsx";

/** Whether a refusal says that whoever was signed in on this device before has the order (order-elsewhere.server.ts). */
export function isElsewhere(status: number, said: unknown): boolean {
  return status === 409 && (said === ORDER_TEXTS.inAccount || said === ORDER_TEXTS.placedBefore);
}

/** Refusals whose message is in their panel. That of any other is a toast, and its panel says what to do. */
export const SAID_BY_PANEL: readonly string[] = ["ordered-lately", "elsewhere", "other-phone"];

/** Why no money is asked for: somebody else has ordered in this checkout, or has a payment for it under way. */
export function PaidElsewhere({ said }: { said: string }) {
  if (isElsewhere(409, said)) return <OrderElsewhere said={said} />;
  return (
    <Notice title={t("You may have already paid")} action={<NewOrder />}>
      <MayBePaid />
    </Notice>
  );
}

/** Where the order of this checkout is, and that it is not paid again; other goods are a new order. */
export function OrderElsewhere({ said }: { said: string }) {
  const isSignedIn = useSignedIn();
  const isGuest = useGuest();
  const inAccount = said === ORDER_TEXTS.inAccount;
  const orders = (
    <Link className="button button-primary" to="/orders">
      {t("See my orders")}
    </Link>
  );
  return (
    <Notice
      kind="error"
      title={inAccount ? t("This order is in your account") : t("This order was already sent")}
      action={
        <>
          {isSignedIn && !isGuest ? (
            orders
          ) : (
            <CheckoutLoginLink className="button button-primary">{t("Log in or sign up")}</CheckoutLoginLink>
          )}
          <NewOrder />
        </>
      }
    >
      <p>{tMessage(said)}</p>
      {!inAccount && <GuestsPayment />}
    </Notice>
  );
}

function NewOrder() {
  return (
    <Link className="button" to="/cart" onClick={() => currentCheckout.write(null)}>
      {t("Start a new order")}
    </Link>
  );
}
