import { t } from "../../language/t.ts";
import { Link } from "../../ui/link.tsx";
import { signUpLink } from "./sign-up-link.ts";

/** To a guest in place of a password: how their orders stay with them. */
export function KeepOrders({ email }: { email: string }) {
  return (
    <section className="panel stack" aria-labelledby="keep-orders">
      <h2 id="keep-orders">{t("Keep your orders in an account")}</h2>
      <p>
        {t(
          "You're ordering as a guest, so your orders show on this device only. Sign up with your email, and we move them to your account once you verify it.",
        )}
      </p>
      <p>
        <Link className="button" to={signUpLink(email)}>
          {t("Sign up")}
        </Link>
      </p>
    </section>
  );
}
