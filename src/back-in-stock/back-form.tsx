import { type FormEvent, useState } from "react";
import { focusField } from "../accounts/form-focus.ts";
import { emailFault } from "../accounts/form-rules.ts";
import { t, tMessage } from "../language/t.ts";
import { call, messageOf } from "../platform/browser/call.ts";
import { useBusy } from "../platform/browser/use-busy.ts";
import { Field, Labelled } from "../ui/field.tsx";
import type { tellWhenBack, tellWhenOpen } from "./contract.ts";

type BackFormProps = {
  productId: string;
  /** Missing for a drop that is announced. */
  sizes?: string[];
};

/** Asks for one mail when one of these sold-out sizes of a product is there again, or when a drop is on sale. */
export function BackForm({ productId, sizes }: BackFormProps) {
  const [fault, setFault] = useState<string>();
  const [said, setSaid] = useState("");
  const [busy, run] = useBusy();
  const ask = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = new FormData(form);
    const email = String(typed.get("email"));
    const found = emailFault(email);
    setFault(found);
    setSaid("");
    if (found) return focusField(form.querySelector("input"));
    run(async () => {
      try {
        const body = { productId, email };
        const { message } = sizes
          ? await call<typeof tellWhenBack>("/api/product/tell-when-back", {
              ...body,
              size: String(typed.get("size")),
            })
          : await call<typeof tellWhenOpen>("/api/product/tell-when-open", body);
        setSaid(message);
      } catch (error) {
        setFault(messageOf(error));
      }
    });
  };
  return (
    <form className="stack" onSubmit={ask} noValidate>
      {sizes && (
        <Labelled label={t("Size")}>
          {(described) => (
            <select {...described} name="size">
              {sizes.map((size) => (
                <option key={size} value={size}>
                  {size === "One size" ? t("One size") : size}
                </option>
              ))}
            </select>
          )}
        </Labelled>
      )}
      <Field
        label={t("Email")}
        name="email"
        type="email"
        autoComplete="email"
        hint={t("We email you once. No account needed.")}
        fault={fault}
      />
      <button type="submit" className="button" aria-disabled={busy}>
        {busy ? t("Sending…") : t("Tell me")}
      </button>
      <p role="status">{tMessage(said)}</p>
    </form>
  );
}
