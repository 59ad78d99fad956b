import { type FormEvent, useState } from "react";
import { useRevalidator } from "react-router";
import { readForm } from "../../../accounts/form-focus.ts";
import { Field } from "../../../ui/field.tsx";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import type * as contract from "../../people/contract.ts";
import { ROLES, type Role } from "../../rights.ts";
import { DeedFailure } from "../calls/deed-failure.tsx";
import { useDeed } from "../calls/use-deed.ts";
import { SelectField } from "../select-field.tsx";
import { WelcomeLink } from "./welcome-link.tsx";

/** A new person gets a link, and chooses the password there. */
export function AddPerson() {
  const hydrated = useHydrated();
  const { busy, failure, faults, start } = useDeed();
  const { revalidate } = useRevalidator();
  const [added, setAdded] = useState<{ name: string; link: string }>();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const { name = "", email = "", role: chosen = "" } = readForm(form);
    const body = { name, email, role: chosen as Role };
    start<typeof contract.addPerson>({ path: "/api/staff/people", body }, ({ link }) => {
      setAdded({ name, link });
      form.reset();
      return revalidate();
    });
  };

  return (
    <section className="panel stack form-narrow" aria-labelledby="add-person">
      <h2 id="add-person">Add a person</h2>
      <form className="stack" method="post" onSubmit={submit} noValidate>
        <Field label="Name" name="name" autoComplete="off" fault={faults.name} />
        <Field label="Email" name="email" type="email" autoComplete="off" fault={faults.email} />
        <SelectField label="Role" name="role" defaultValue="packer" options={ROLES} />
        <DeedFailure failure={failure} />
        <button
          type="submit"
          className="button button-primary"
          disabled={!hydrated}
          aria-disabled={busy || undefined}
        >
          Add
        </button>
      </form>
      {added && <WelcomeLink {...added} />}
    </section>
  );
}
