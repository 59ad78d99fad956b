import { type FormEvent, useState } from "react";
import { useLoaderData, useRevalidator } from "react-router";
import { readForm } from "../../accounts/form-focus.ts";
import { nameDevice } from "../../accounts/profile/device-name.ts";
import { PASSWORD_MIN } from "../../accounts/rules.ts";
import { formatMoment } from "../../ordering/dates.ts";
import { Field } from "../../ui/field.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { ActionFailure } from "../app/calls/action-failure.tsx";
import { useAction } from "../app/calls/use-action.ts";
import { type LoaderArgs, pageTitle } from "../app/page.ts";
import { readStaff } from "../app/read-staff.ts";
import type * as contract from "./contract.ts";

export function loader(args: LoaderArgs) {
  return readStaff<typeof contract.listSessions>(args, "/api/staff/sessions");
}

export function meta() {
  return pageTitle("Devices");
}

/** Where people are signed in; a lost phone is signed out here. */
export default function DevicesPage() {
  const { rows } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Devices</h1>
      <table className="table-cards">
        <thead>
          <tr>
            <th scope="col">Person</th>
            <th scope="col">Device</th>
            <th scope="col">Address</th>
            <th scope="col">Signed in</th>
            <th scope="col">Last seen</th>
            <th scope="col">End</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((session) => (
            <SessionRow key={session._id} session={session} />
          ))}
        </tbody>
      </table>
      <ChangePassword />
    </>
  );
}

type Session = Awaited<ReturnType<typeof loader>>["rows"][number];

function SessionRow({ session }: { session: Session }) {
  const { _id, person, agent, ip, begun, seen, current } = session;
  const hydrated = useHydrated();
  const { revalidate } = useRevalidator();
  const { busy, failure, start } = useAction();
  const end = () =>
    start<typeof contract.endSession>(
      { method: "DELETE", path: "/api/staff/sessions/:id", params: { id: _id } },
      revalidate,
    );
  return (
    <tr>
      <th scope="row">{person.name}</th>
      <td data-label="Device">{nameDevice(agent)}</td>
      <td data-label="Address">{ip}</td>
      <td data-label="Signed in">{formatMoment(begun)}</td>
      <td data-label="Last seen">{formatMoment(seen)}</td>
      <td>
        {current ? (
          <span className="badge badge-success">This device</span>
        ) : (
          <button type="button" className="button button-danger" disabled={!hydrated || busy} onClick={end}>
            Sign out this device
          </button>
        )}
        <ActionFailure failure={failure} />
      </td>
    </tr>
  );
}

/** A new password of one's own; it signs out every other device. */
function ChangePassword() {
  const off = !useHydrated();
  const { revalidate } = useRevalidator();
  const { busy, failure, faults, start } = useAction();
  const [isDone, setDone] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setDone(false);
    const form = event.currentTarget;
    const { password = "", newPassword = "" } = readForm(form);
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
      <form className="stack" method="post" onSubmit={submit} noValidate>
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
        <button type="submit" className="button" disabled={off} aria-disabled={busy || undefined}>
          Change password
        </button>
      </form>
    </section>
  );
}
