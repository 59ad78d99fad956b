import { useState } from "react";
import { useLoaderData } from "react-router";
import type { z } from "zod";
import { formatMoment } from "../../ordering/dates.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Field } from "../../ui/field.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { ActionButton, ActionFailure, useAction } from "../app/action.tsx";
import { SelectField, StaffForm } from "../app/fields.tsx";
import { type LoaderArgs, readStaff, titled } from "../app/page.ts";
import { type Column, RowsTable } from "../app/tables.tsx";
import { ROLES, type Role } from "../rights.ts";
import type * as contract from "./contract.ts";

export function loader(args: LoaderArgs) {
  return readStaff<typeof contract.listPeople>(args, "/api/staff/people");
}

export const meta = titled("People");

/** Who works here, and what the owner may change about it. */
export default function PeoplePage() {
  const { rows } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>People</h1>
      <RowsTable className="table-cards" columns={COLUMNS} rows={rows} keyOf={({ _id }) => _id} />
      <AddPerson />
    </>
  );
}

/** A new person gets a link, and chooses the password there. */
function AddPerson() {
  const { busy, failure, faults, start, revalidate } = useAction();
  const [added, setAdded] = useState<{ name: string; link: string }>();
  const add = ({ name = "", email = "", role = "" }: Record<string, string>, form: HTMLFormElement) =>
    start<typeof contract.addPerson>(
      { path: "/api/staff/people", body: { name, email, role: role as Role } },
      ({ link }) => {
        setAdded({ name, link });
        form.reset();
        return revalidate();
      },
    );
  return (
    <section className="panel stack form-narrow" aria-labelledby="add-person">
      <h2 id="add-person">Add a person</h2>
      <StaffForm onSubmit={(typed, { currentTarget }) => add(typed, currentTarget)}>
        <Field label="Name" name="name" autoComplete="off" fault={faults.name} />
        <Field label="Email" name="email" type="email" autoComplete="off" fault={faults.email} />
        <SelectField label="Role" name="role" defaultValue="packer" options={ROLES} />
        <ActionFailure failure={failure} />
        <ActionButton type="submit" className="button button-primary" busy={busy}>
          Add
        </ActionButton>
      </StaffForm>
      {added && <WelcomeLink {...added} />}
    </section>
  );
}

type Person = z.output<typeof contract.listPeople.answer>["rows"][number];

const COLUMNS: Column<Person>[] = [
  {
    name: "Name",
    head: true,
    cell: ({ name, disabled }) => (
      <>
        {name} {disabled && <span className="badge badge-warning">Disabled</span>}
      </>
    ),
  },
  { name: "Email", cell: ({ email }) => email },
  { name: "Role", cell: (person) => <ChangeRole person={person} /> },
  { name: "Last seen", cell: seenOf },
  { name: "Change", label: "", cell: (person) => <ChangePerson person={person} /> },
];

type PersonProps = { person: Person };

function ChangeRole({ person: { _id, name, role } }: PersonProps) {
  const hydrated = useHydrated();
  const { busy, failure, start } = useAction();
  const change = (to: Role) =>
    start<typeof contract.changeRole>({
      path: `/api/staff/people/${_id}/role`,
      body: { role: to },
    });
  return (
    <>
      <select
        className="input"
        aria-label={`Role of ${name}`}
        value={role}
        disabled={!hydrated || busy}
        onChange={({ target }) => change(target.value as Role)}
      >
        {ROLES.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
      <ActionFailure failure={failure} />
    </>
  );
}

/** A way out, and a new link. */
function ChangePerson({ person: { _id, name, disabled } }: PersonProps) {
  const { busy, failure, start } = useAction();
  const [link, setLink] = useState<string>();
  const switchDisabled = () =>
    disabled
      ? start<typeof contract.enablePerson>({ path: `/api/staff/people/${_id}/enable` })
      : start<typeof contract.disablePerson>({ path: `/api/staff/people/${_id}/disable` });
  const reset = () =>
    start<typeof contract.resetPerson>({ path: `/api/staff/people/${_id}/reset` }, (answer) =>
      setLink(answer.link),
    );
  const action = disabled ? "Enable" : "Disable";
  return (
    <>
      <div className="row">
        <ActionButton
          className="link-button"
          busy={busy}
          aria-label={`${action} ${name}`}
          onClick={switchDisabled}
        >
          {action}
        </ActionButton>
        {!disabled && (
          <ActionButton
            className="link-button"
            busy={busy}
            aria-label={`New welcome link for ${name}`}
            onClick={reset}
          >
            New link
          </ActionButton>
        )}
      </div>
      {link && <WelcomeLink link={link} name={name} />}
      <ActionFailure failure={failure} />
    </>
  );
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
