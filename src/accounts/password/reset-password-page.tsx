import { t, tMessage } from "../../language/t.ts";
import "../accounts.css";
import { type FormEvent, useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { refreshCart } from "../../cart/cart-store.ts";
import { call, messageOf } from "../../platform/browser/call.ts";
import { useBusy } from "../../platform/browser/use-busy.ts";
import { privateMeta } from "../../site/document/page-meta.ts";
import { Link } from "../../ui/link.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SHORT_PAGE } from "../../ui/short-page.ts";
import { toast } from "../../ui/toast.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import type { resetPassword } from "../contract.ts";
import { focusFault, readForm } from "../form-focus.ts";
import { type Faults, newPasswordFaults } from "../form-rules.ts";
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
  const [faults, setFaults] = useState<Faults>({});
  const [failure, setFailure] = useState<string>();
  const [busy, run] = useBusy();
  const navigate = useNavigate();

  // the secret leaves the address bar, the history and what a referrer could show
  useEffect(() => {
    if (link) window.history.replaceState(window.history.state, "", window.location.pathname);
  }, [link]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { password = "", confirmation = "" } = readForm(event.currentTarget);
    const found = newPasswordFaults(password, confirmation);
    setFaults(found);
    setFailure(undefined);
    if (Object.keys(found).length > 0) return focusFault(event.currentTarget);
    run(async () => {
      try {
        const answer = await call<typeof resetPassword>("/api/user/reset-password", {
          token: link,
          password,
        });
        // a sign-in to this account has ended here too; one to another account stays
        await refreshCart();
        // last: a toast stays over the change of the page that comes with it
        toast("success", answer.message);
        navigate("/login", { replace: true });
      } catch (error) {
        setFailure(messageOf(error));
      }
    });
  };

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
              <p className="form-message form-message-error" role="alert">
                {tMessage(failure)}
              </p>
              {askAgain}
            </div>
          )}
          <button
            type="submit"
            className="button button-primary"
            disabled={!hydrated}
            aria-disabled={busy || undefined}
          >
            {busy ? t("Saving…") : t("Save new password")}
          </button>
        </form>
      )}
    </div>
  );
}
