import { t } from "../../language/t.ts";
import "../accounts.css";
import { useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { refreshCart } from "../../cart/cart-store.ts";
import { call } from "../../platform/browser/call.ts";
import { privateMeta } from "../../site/document/page-meta.ts";
import { Link } from "../../ui/link.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SHORT_PAGE } from "../../ui/short-page.ts";
import { toast } from "../../ui/toast.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { FormFailure, SubmitButton, useAccountForm } from "../account-form.tsx";
import type { resetPassword } from "../contract.ts";
import { newPasswordFaults } from "../form-rules.ts";
import { NewPasswordFields } from "./password-field.tsx";

export const handle = SHORT_PAGE;

export function meta() {
  return privateMeta(t("Set a new password"), { name: "referrer", content: "no-referrer" });
}

/** Where the mailed link leads: a new password, twice. */
export default function ResetPasswordPage() {
  const hydrated = useHydrated();
  const [search] = useSearchParams();
  const [link] = useState(search.get("token") ?? "");
  const navigate = useNavigate();
  const { faults, failure, busy, submit } = useAccountForm({
    check: newPasswordFaults,
    async send({ password = "" }) {
      const body = { token: link, password };
      const answer = await call<typeof resetPassword>("/api/user/reset-password", body);
      // a sign-in to this account has ended here too; one to another account goes on
      await refreshCart();
      // last, as a toast stays when the page changes
      toast("success", answer.message);
      navigate("/login", { replace: true });
    },
  });

  // removes the secret from the address bar, the history and what a referrer could show
  useEffect(() => {
    if (link) window.history.replaceState(window.history.state, "", window.location.pathname);
  }, [link]);

  const askAgain = (
    <Link className="button" to="/forgot-password">
      {t("Ask for a new link")}
    </Link>
  );

  return (
    <div className="page-narrow stack">
      <h1>{t("Set a new password")}</h1>
      {hydrated && !link ? (
        <Notice kind="error" title={t("This link is incomplete")} action={askAgain}>
          <p>{t("Open the link in the email again, or ask for a new one. Your password has not changed.")}</p>
        </Notice>
      ) : (
        <form className="form panel" onSubmit={submit} noValidate>
          <NewPasswordFields faults={faults} />
          {failure && (
            <div className="stack">
              <FormFailure text={failure} />
              {askAgain}
            </div>
          )}
          <SubmitButton busy={busy}>{busy ? t("Saving…") : t("Save new password")}</SubmitButton>
        </form>
      )}
    </div>
  );
}
