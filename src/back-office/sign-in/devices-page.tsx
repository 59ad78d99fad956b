import { useState } from "react";
import { useLoaderData } from "react-router";
import { nameDevice } from "../../accounts/profile/device-name.ts";
import { PASSWORD_MIN } from "../../accounts/rules.ts";
import { formatMoment } from "../../ordering/dates.ts";
import { Field } from "../../ui/field.tsx";
import { ActionButton, ActionFailure, useAction } from "../app/action.tsx";
import { StaffForm } from "../app/fields.tsx";
import { type LoaderArgs, readStaff, titled } from "../app/page.ts";
import { type Column, RowsTable } from "../app/tables.tsx";
import type * as contract from "./contract.ts";

export function loader(args: LoaderArgs) {
  return readStaff<typeof contract.listSessions>(args, "/api/staff/sessions");
}

export const meta = titled("Devices");

/** Where people are signed in; a lost phone is signed out here. */
export default function DevicesPage() {
  const { rows } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Devices</h1>
      <RowsTable className="table-cards" columns={COLUMNS} rows={rows} keyOf={({ _id }) => _id} />
      <ChangePassword />
    </>
  );
}

type Session = Awaited<ReturnType<typeof loader>>["rows"][number];

const COLUMNS: Column<Session>[] = [
  { name: "Person", head: true, cell: ({ person }) => person.name },
  { name: "Device", cell: ({ agent }) => nameDevice(agent) },
  { name: "Address", cell: ({ ip }) => ip },
  { name: "Signed in", cell: ({ begun }) => formatMoment(begun) },
  { name: "Last seen", cell: ({ seen }) => formatMoment(seen) },
  {
    name: "End",
    label: "",
    cell: ({ _id, current }) =>
      current ? <span className="badge badge-success">This device</span> : <EndSession id={_id} />,
  },
];

function EndSession({ id }: { id: string }) {
  const { busy, failure, start } = useAction();
  const end = () =>
    start<typeof contract.endSession>({
      method: "DELETE",
      path: `/api/staff/sessions/${id}`,
    });
  return (
    <>
      <ActionButton className="button button-danger" busy={busy} onClick={end}>
        Sign out this device
      </ActionButton>
      <ActionFailure failure={failure} />
    </>
  );
}

/** A new password of one's own; it signs out every other device. */
function ChangePassword() {
  const { busy, failure, faults, start, revalidate } = useAction();
  const [isDone, setDone] = useState(false);
  const change = ({ password = "", newPassword = "" }: Record<string, string>, form: HTMLFormElement) => {
    setDone(false);
    start<typeof contract.changePassword>(
      { path: "/api/staff/password", body: { password, newPassword } },
      () => {
        form.reset();
        setDone(true);
        return revalidate();
      },
    );
  };
  return (
    <section className="panel stack form-narrow" aria-labelledby="change-password">
      <h2 id="change-password">Change my password</h2>
      <StaffForm onSubmit={(typed, { currentTarget }) => change(typed, currentTarget)}>
        <Field
          label="Current password"
          name="password"
          type="password"
          autoComplete="current-password"
          fault={faults.password}
        />
        <Field
          label="New password"
          name="newPassword"
          type="password"
          autoComplete="new-password"
          hint={`At least ${PASSWORD_MIN} characters. Your other devices are signed out.`}
          fault={faults.newPassword}
        />
        <ActionFailure failure={failure} />
        <p role="status">{isDone && "Your password is changed, and your other devices are signed out."}</p>
        <ActionButton type="submit" busy={busy}>
          Change password
        </ActionButton>
      </StaffForm>
    </section>
  );
}
