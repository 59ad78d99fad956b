import { addPerson, listPeople, resetPerson } from "../../src/back-office/people/people.server.ts";
import { COMMAND } from "../../src/platform/audit/actor.server.ts";
import type { Db } from "../../src/platform/database/db.server.ts";

const OWNER = { name: "Demo owner", email: "owner@sauti.example", role: "owner" } as const;

/** Where the demo's owner goes: a welcome link (one hour, once) until somebody used one, then the sign-in. */
export async function openCounter(db: Db, publicUrl: string): Promise<string> {
  const by = { ...COMMAND, name: "npm run demo" };
  const owner = (await listPeople(db)).find(({ email }) => email === OWNER.email);
  if (!owner) return (await addPerson(db, OWNER, { publicUrl, by })).link;
  if (!owner.ready) return await resetPerson(db, { id: owner._id, by, publicUrl });
  return `${publicUrl}/staff`;
}
