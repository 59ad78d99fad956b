import type { StaffContext } from "../staff-context.server.ts";
import type { Route } from "../staff-route.server.ts";
import * as contract from "./contract.ts";
import * as people from "./people.server.ts";

const read = { right: "people" } as const;
const write = { ...read, money: true } as const;

/** /api/staff/people: the owner adds people, changes roles, disables. */
export function peopleApi(route: Route, context: StaffContext): void {
  const { db, publicUrl } = context;
  route(contract.listPeople, read, async () => ({
    rows: await people.listPeople(db),
  }));
  route(contract.addPerson, write, async ({ body, by }) => {
    const { link } = await people.addPerson(db, body, { publicUrl, by });
    return { link };
  });
  route(contract.disablePerson, write, ({ params, by }) => people.disablePerson(db, { id: params.id, by }));
  route(contract.enablePerson, write, ({ params, by }) => people.enablePerson(db, { id: params.id, by }));
  route(contract.changeRole, write, ({ params, body, by }) =>
    people.changeRole(db, { id: params.id, role: body.role, by }),
  );
  route(contract.resetPerson, write, async ({ params, by }) => ({
    link: await people.resetPerson(db, { id: params.id, publicUrl, by }),
  }));
}
