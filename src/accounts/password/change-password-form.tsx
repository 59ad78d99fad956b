import { t } from "../../language/t.ts";
import { call } from "../../platform/browser/call.ts";
import { toast } from "../../ui/toast.ts";
import { FormFailure, useAccountForm } from "../account-form.tsx";
import type { changePassword } from "../contract.ts";
import { newPasswordFaults, PASSWORD_MISSING } from "../form-rules.ts";
import { thisDevice } from "../profile/this-device.ts";
import { token } from "../sign-in/sign-in.ts";
import { NewPasswordFields, PasswordField } from "./password-field.tsx";

/**
 * Ends every other sign-in of the account; this device goes on with the fresh token in the answer. Calls `onChanged` then.
 */
export function ChangePasswordForm({ email, onChanged }: { email: string; onChanged: () => void }) {
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
      {/* for password managers: whose password this is */}
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
      <FormFailure text={failure} />
      <button type="submit" className="button" aria-disabled={busy}>
        {busy ? t("Saving…") : t("Change password")}
      </button>
    </form>
  );
}
