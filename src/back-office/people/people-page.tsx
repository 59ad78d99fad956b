import { type FormEvent, useState } from "react";
import { useLoaderData, useRevalidator } from "react-router";
import type { z } from "zod";
import { readForm } from "../../accounts/form-focus.ts";
import { formatMoment } from "../../ordering/dates.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Field } from "../../ui/field.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { ActionFailure } from "../app/calls/action-failure.tsx";
import { useAction } from "../app/calls/use-action.ts";
import { SelectField } from "../app/fields.tsx";
import { type LoaderArgs, pageTitle } from "../app/page.ts";
import { readStaff } from "../app/read-staff.ts";
import { ROLES, type Role } from "../rights.ts";
import type * as contract from "./contract.ts";

export function loader(args: LoaderArgs) {
  return readStaff<typeof contract.listPeople>(args, "/api/staff/people");
}

export function meta() {
  return pageTitle("People");
}

/** Who works here, and what the owner may change about it. */
export default function PeoplePage() {
  const { rows } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>People</h1>
      <table className="table-cards">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Email</th>
            <th scope="col">Role</th>
            <th scope="col">Last seen</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((person) => (
            <PersonRow key={person._id} person={person} />
          ))}
        </tbody>
      </table>
      <AddPerson />
    </>
  );
}

/** A new person gets a link, and chooses the password there. */
function AddPerson() {
  const hydrated = useHydrated();
  const { busy, failure, faults, start } = useAction();
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
        <ActionFailure failure={failure} />
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

type Person = z.output<typeof contract.listPeople.answer>["rows"][number];

/** A person, with the role, a way out and a new link. */
function PersonRow({ person }: { person: Person }) {
  const { name, email, disabled } = person;
  const { link, busy, failure, changeRole, switchDisabled, reset } = usePersonDeeds(person);
  const off = !useHydrated() || busy;
  return (
    <tr>
      <th scope="row">
        {name} {disabled && <span className="badge badge-warning">Disabled</span>}
      </th>
      <td data-label="Email">{email}</td>
      <td data-label="Role">
        <select
          className="input"
          aria-label={`Role of ${name}`}
          value={person.role}
          disabled={off}
          onChange={({ target }) => changeRole(target.value as Role)}
        >
          {ROLES.map((role) => (
            <option key={role}>{role}</option>
          ))}
        </select>
      </td>
      <td data-label="Last seen">{seenOf(person)}</td>
      <td>
        <div className="row">
          <button
            type="button"
            className="link-button"
            disabled={off}
            aria-label={`${disabled ? "Enable" : "Disable"} ${name}`}
            onClick={switchDisabled}
          >
            {disabled ? "Enable" : "Disable"}
          </button>
          <button
            type="button"
            className="link-button"
            disabled={off}
            aria-label={`New welcome link for ${name}`}
            onClick={reset}
          >
            New link
          </button>
        </div>
        {link && <WelcomeLink link={link} name={name} />}
        <ActionFailure failure={failure} />
      </td>
    </tr>
  );
}

function usePersonDeeds({ _id, disabled }: Person) {
  const { busy, failure, start } = useAction();
  const { revalidate } = useRevalidator();
  const [link, setLink] = useState<string>();
  const params = { id: _id };
  return {
    link,
    busy,
    failure,
    changeRole: (role: Role) =>
      start<typeof contract.changeRole>(
        { path: "/api/staff/people/:id/role", params, body: { role } },
        revalidate,
      ),
    switchDisabled: () =>
      disabled
        ? start<typeof contract.enablePerson>({ path: "/api/staff/people/:id/enable", params }, revalidate)
        : start<typeof contract.disablePerson>({ path: "/api/staff/people/:id/disable", params }, revalidate),
    reset: () =>
      start<typeof contract.resetPerson>({ path: "/api/staff/people/:id/reset", params }, (answer) =>
        setLink(answer.link),
      ),
  };
}

function seenOf({ ready, seen }: Person): string {
  if (!ready) return "Has not opened the link";
  return seen === null ? "Never" : formatMoment(seen);
}

/** A welcome link, to send on; nobody can read it again later. */
function WelcomeLink({ link, name }: { link: string; name: string }) {
  return (
    <div className="notice" role="status">
      <p>
        Send this link to {name}. It works once, within an hour, and is shown this once:
        <br />
        <strong className="welcome-link">{link}</strong>
      </p>
      <CopyButton text={link} label="Copy link" />
    </div>
  );
}
