import { useLoaderData } from "react-router";
import type * as contract from "../../people/contract.ts";
import type { LoaderArgs } from "../load-context.ts";
import { pageTitle } from "../page-title.ts";
import { readStaff } from "../read-staff.ts";
import { AddPerson } from "./add-person.tsx";
import { PersonRow } from "./person-row.tsx";

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
