import { useNavigate } from "react-router";
import type { z } from "zod";
import { t, tMessage } from "../../language/t.ts";
import { call } from "../../platform/browser/call.ts";
import { Field } from "../../ui/field.tsx";
import { Link } from "../../ui/link.tsx";
import { Notice } from "../../ui/notice.tsx";
import { toast } from "../../ui/toast.ts";
import { FormFailure, useAccountForm } from "../account-form.tsx";
import type * as contract from "../contract.ts";
import type { changePassword } from "../contract.ts";
import { nameFault, newPasswordFaults, PASSWORD_MISSING } from "../form-rules.ts";
import { NewPasswordFields, PasswordField } from "../password/password-field.tsx";
import { signUpLink } from "../sign-in/login-link.tsx";
import { dropSignIn, signOut, token } from "../sign-in/sign-in.ts";
import { thisDevice } from "./this-device.ts";

/** An account, or a guest, as its owner sees it. */
export type User = z.output<typeof contract.profile.answer>["user"];

/** @throws CallError */
export async function askProfile(): Promise<User> {
  return (await call<typeof contract.profile>("/api/user/profile")).user;
}

type AccountFormsProps = { user: User; onRenamed: (name: string) => void; onPasswordChanged: () => void };

/** Forms to change the account; a guest sees how to get an account in place of the password. */
export function AccountForms({ user, onRenamed, onPasswordChanged }: AccountFormsProps) {
  return (
    <>
      <section className="panel stack" aria-labelledby="change-name">
        <h2 id="change-name">{t("Change your name")}</h2>
        <ChangeNameForm name={user.name} onChanged={onRenamed} />
      </section>
      {user.guest ? (
        <KeepOrders email={user.email} />
      ) : (
        <section className="panel stack" aria-labelledby="change-password">
          <h2 id="change-password">{t("Change your password")}</h2>
          <ChangePasswordForm email={user.email} onChanged={onPasswordChanged} />
        </section>
      )}
    </>
  );
}

/** Links to other pages, and the log-out. */
export function QuickActions() {
  const logOut = () => {
    void call<typeof contract.logout>("/api/user/logout").catch(() => {
      // the sign-in ends on this device whether or not the call reached the server
    });
    signOut();
  };
  return (
    <nav className="panel stack" aria-label={t("Quick actions")}>
      <ul className="quick-actions">
        <li>
          <Link className="button" to="/orders">
            {t("My orders")}
          </Link>
        </li>
        <li>
          <Link className="button" to="/collection">
            {t("Collection")}
          </Link>
        </li>
        <li>
          <Link className="button" to="/cart">
            {t("Cart")}
          </Link>
        </li>
        <li>
          <button type="button" className="button button-danger" onClick={logOut}>
            {t("Logout")}
          </button>
        </li>
      </ul>
    </nav>
  );
}

/** Shown instead of a profile that could not be loaded. */
export function Failed({ fault, onRetry }: { fault: string; onRetry: () => void }) {
  const navigate = useNavigate();
  const goToLogin = () => {
    // the login page redirects everyone who holds a sign-in, even an invalid one
    dropSignIn(token.read());
    void navigate("/login", { replace: true });
  };
  return (
    <Notice
      kind="error"
      title={t("We couldn't open your profile")}
      action={
        <>
          <button type="button" className="button" onClick={onRetry}>
            {t("Try again")}
          </button>
          <button type="button" className="button" onClick={goToLogin}>
            {t("Go to Login")}
          </button>
        </>
      }
    >
      <p>{t("{fault} Your account and your orders are safe.", { fault: tMessage(fault) })}</p>
    </Notice>
  );
}

/** Calls `onChanged` with the name as it is stored now. */
function ChangeNameForm({ name, onChanged }: { name: string; onChanged: (name: string) => void }) {
  const { faults, failure, busy, submit } = useAccountForm({
    check: ({ name }) => ({ name: nameFault(name?.trim()) }),
    async send({ name = "" }) {
      const body = { name: name.trim() };
      const { message, user } = await call<typeof contract.updateProfile>("/api/user/update-profile", body);
      onChanged(user.name);
      toast("success", message);
    },
  });
  return (
    <form className="form" onSubmit={submit} noValidate>
      <Field
        label={t("Name")}
        name="name"
        autoComplete="name"
        maxLength={100}
        defaultValue={name}
        required
        fault={faults.name ?? failure}
      />
      <button type="submit" className="button" aria-disabled={busy}>
        {busy ? t("Saving…") : t("Save name")}
      </button>
    </form>
  );
}

/** Shown to a guest in place of the password: how to keep their orders in an account. */
function KeepOrders({ email }: { email: string }) {
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

/**
 * Changes the password, which ends every other sign-in; this one goes on with the new token of the answer. Then calls `onChanged`.
 */
function ChangePasswordForm({ email, onChanged }: { email: string; onChanged: () => void }) {
  const { faults, failure, busy, submit } = useAccountForm({
    check: ({ current, ...fields }) => ({
      current: current ? undefined : PASSWORD_MISSING,
      ...newPasswordFaults(fields),
    }),
    async send({ current = "", password = "" }, form) {
      const body = { currentPassword: current, newPassword: password, device: thisDevice() };
      const answer = await call<typeof changePassword>("/api/user/change-password", body);
      token.write(answer.token);
      form.reset();
      onChanged();
      toast("success", answer.message);
    },
  });

  return (
    <form className="form" onSubmit={submit} noValidate>
      {/* tells password managers whose password this is */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        label={t("Current password")}
        name="current"
        autoComplete="current-password"
        fault={faults.current}
      />
      <NewPasswordFields
        faults={faults}
        hint={t("At least 8 characters. We sign out your other devices.")}
        confirm={t("Confirm new password")}
      />
      <FormFailure text={failure} />
      <button type="submit" className="button" aria-disabled={busy}>
        {busy ? t("Saving…") : t("Change password")}
      </button>
    </form>
  );
}
