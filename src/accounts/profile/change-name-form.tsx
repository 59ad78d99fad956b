import { t } from "../../language/t.ts";
import { call } from "../../platform/browser/call.ts";
import { Field } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { useAccountForm } from "../account-form.tsx";
import type { updateProfile } from "../contract.ts";
import { nameFault } from "../form-rules.ts";

/** Calls `onChanged` with the name as it is stored now. */
export function ChangeNameForm({ name, onChanged }: { name: string; onChanged: (name: string) => void }) {
  const { faults, failure, busy, submit } = useAccountForm({
    check: ({ name }) => ({ name: nameFault(name?.trim()) }),
    async send({ name = "" }) {
      const body = { name: name.trim() };
      const { message, user } = await call<typeof updateProfile>("/api/user/update-profile", body);
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
