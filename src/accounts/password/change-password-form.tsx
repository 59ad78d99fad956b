import { type FormEvent, useState } from "react";
import { t, tMessage } from "../../language/t.ts";
import { call, messageOf } from "../../platform/browser/call.ts";
import { useBusy } from "../../platform/browser/use-busy.ts";
import { toast } from "../../ui/toast.ts";
import type { changePassword } from "../contract.ts";
import { focusFault, readForm } from "../form-focus.ts";
import { newPasswordFaults, PASSWORD_MISSING } from "../form-rules.ts";
import { thisDevice } from "../profile/this-device.ts";
import { token } from "../sign-in/sign-in.ts";
import { endsSignIn } from "../sign-in/sign-in-fault.ts";
import { NewPasswordFields, PasswordField } from "./password-field.tsx";

/**
 * Ends every other sign-in of the account; this device goes on with the fresh token in the answer. `onChanged` hears of
 * it.
 */
export function ChangePasswordForm({ email, onChanged }: { email: string; onChanged: () => void }) {
  const [faults, setFaults] = useState<{ current?: string; password?: string; confirmation?: string }>({});
  const [failure, setFailure] = useState<string>();
  const [busy, run] = useBusy();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const { current = "", password = "", confirmation = "" } = readForm(form);
    const found = {
      ...(current ? {} : { current: PASSWORD_MISSING }),
      ...newPasswordFaults(password, confirmation),
    };
    setFaults(found);
    setFailure(undefined);
    if (Object.keys(found).length > 0) return focusFault(form);
    run(async () => {
      const signedIn = token.read();
      try {
        const answer = await call<typeof changePassword>("/api/user/change-password", {
          currentPassword: current,
          newPassword: password,
          device: thisDevice(),
        });
        token.write(answer.token);
        form.reset();
        onChanged();
        toast("success", answer.message);
      } catch (error) {
        if (endsSignIn(error, signedIn)) return;
        setFailure(messageOf(error));
      }
    });
  };

  return (
    <form className="form" onSubmit={submit} noValidate>
      {/* tells password managers whose password this is */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        label={t("Current password")}
        name="current"
        autoComplete="current-password"
        required
        fault={faults.current}
      />
      <NewPasswordFields
        faults={faults}
        hint={t("At least 8 characters. We sign out your other devices.")}
        confirm={t("Confirm new password")}
      />
      {failure && (
        <p className="form-message form-message-error" role="alert">
          {tMessage(failure)}
        </p>
      )}
      <button type="submit" className="button" aria-disabled={busy}>
        {busy ? t("Saving…") : t("Change password")}
      </button>
    </form>
  );
}
