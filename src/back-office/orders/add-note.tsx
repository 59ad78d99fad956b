import type { FormEvent } from "react";
import { useRevalidator } from "react-router";
import { readForm } from "../../accounts/form-focus.ts";
import { Field } from "../../ui/field.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { ActionFailure } from "../app/calls/action-failure.tsx";
import { useAction } from "../app/calls/use-action.ts";
import type * as contract from "./contract.ts";

/** A word for colleagues; the shopper never sees it. */
export function AddNote({ id }: { id: string }) {
  const off = !useHydrated();
  const { revalidate } = useRevalidator();
  const { busy, failure, faults, start } = useAction();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const body = { text: readForm(form).text ?? "" };
    start<typeof contract.addNote>({ path: "/api/staff/orders/:id/note", params: { id }, body }, () => {
      form.reset();
      return revalidate();
    });
  };
  return (
    // one of the forms of the page is open at a time: this one at first
    <details className="panel" name="order-form" open>
      <summary>Write to colleagues</summary>
      <form className="stack" method="post" onSubmit={submit} noValidate>
        <Field label="Note" name="text" autoComplete="off" hint="For colleagues alone." fault={faults.text} />
        <ActionFailure failure={failure} />
        <button type="submit" className="button" disabled={off} aria-disabled={busy || undefined}>
          Save
        </button>
      </form>
    </details>
  );
}
