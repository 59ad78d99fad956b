import { useLoaderData, useRevalidator } from "react-router";
import { nameDevice } from "../../../accounts/profile/device-name.ts";
import { formatMoment } from "../../../ordering/dates.ts";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import type * as contract from "../../sign-in/contract.ts";
import { DeedFailure } from "../calls/deed-failure.tsx";
import { useDeed } from "../calls/use-deed.ts";
import type { LoaderArgs } from "../load-context.ts";
import { pageTitle } from "../page-title.ts";
import { readStaff } from "../read-staff.ts";
import { ChangePassword } from "./change-password.tsx";

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
  const { busy, failure, start } = useDeed();
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
        <DeedFailure failure={failure} />
      </td>
    </tr>
  );
}
