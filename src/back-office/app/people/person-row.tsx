import { useState } from "react";
import { useRevalidator } from "react-router";
import type { z } from "zod";
import { formatMoment } from "../../../ordering/dates.ts";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import type * as contract from "../../people/contract.ts";
import { ROLES, type Role } from "../../rights.ts";
import { DeedFailure } from "../calls/deed-failure.tsx";
import { useDeed } from "../calls/use-deed.ts";
import { WelcomeLink } from "./welcome-link.tsx";

type Person = z.output<typeof contract.listPeople.answer>["rows"][number];

/** A person, with the role, a way out and a new link. */
export function PersonRow({ person }: { person: Person }) {
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
        <DeedFailure failure={failure} />
      </td>
    </tr>
  );
}

function usePersonDeeds({ _id, disabled }: Person) {
  const { busy, failure, start } = useDeed();
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
