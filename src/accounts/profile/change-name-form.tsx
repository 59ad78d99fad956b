import { type FormEvent, useState } from "react";
import { t } from "../../language/t.ts";
import { call, messageOf } from "../../platform/browser/call.ts";
import { useBusy } from "../../platform/browser/use-busy.ts";
import { Field } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import type { updateProfile } from "../contract.ts";
import { focusFault, readForm } from "../form-focus.ts";
import { nameFault } from "../form-rules.ts";
import { token } from "../sign-in/sign-in.ts";
import { endsSignIn } from "../sign-in/sign-in-fault.ts";

/** `onChanged` hears the name as it is now kept. */
export function ChangeNameForm({ name, onChanged }: { name: string; onChanged: (name: string) => void }) {
  const [fault, setFault] = useState<string>();
  const [busy, run] = useBusy();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = (readForm(event.currentTarget).name ?? "").trim();
    setFault(nameFault(typed));
    if (nameFault(typed)) return focusFault(event.currentTarget);
    run(async () => {
      const signedIn = token.read();
      try {
        const { message, user } = await call<typeof updateProfile>("/api/user/update-profile", {
          name: typed,
        });
        onChanged(user.name);
        toast("success", message);
      } catch (error) {
        if (endsSignIn(error, signedIn)) return;
        setFault(messageOf(error));
      }
    });
  };
  return (
    <form className="form" onSubmit={submit} noValidate>
      <Field
        label={t("Name")}
        name="name"
        autoComplete="name"
        maxLength={100}
        defaultValue={name}
        required
        fault={fault}
      />
      <button type="submit" className="button" aria-disabled={busy}>
        {busy ? t("Saving…") : t("Save name")}
      </button>
    </form>
  );
}
