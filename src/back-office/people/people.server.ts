import { and, asc, eq, isNotNull, isNull, ne, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Actor } from "../../platform/audit/actor.server.ts";
import { lastAction } from "../../platform/audit/read-audit.server.ts";
import { writeAudit } from "../../platform/audit/write-audit.server.ts";
import { ConfigError } from "../../platform/config.server.ts";
import { type Db, isDuplicate, type Tx, transaction } from "../../platform/database/db.server.ts";
import { newId } from "../../platform/id.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import type { Role } from "../rights.ts";
import { endSessions } from "../sign-in/staff-session.server.ts";
import { addWelcomeLink, endWelcomeLinks } from "../sign-in/welcome.server.ts";
import { staff, staffSessions } from "../tables.server.ts";
import type { addPerson as contract } from "./contract.ts";

type PersonAction = { id: string; by: Actor };

/** Everybody, by name; disabled people last. */
export async function listPeople(db: Db) {
  const found = await db
    .select({
      _id: staff.id,
      name: staff.name,
      email: staff.email,
      role: staff.role,
      disabled: sql<boolean>`${staff.disabledAt} is not null`,
      ready: sql<boolean>`${staff.totpSecret} is not null`,
      seen: sql<
        number | null
      >`(select extract(epoch from max(s.seen_at))::float8 * 1000 from ${staffSessions} s
        where s.staff_id = ${staff}.id and s.code_at is not null)`,
    })
    .from(staff)
    .orderBy(asc(sql`${staff.disabledAt} is not null`), asc(sql`lower(${staff.name})`));
  return found.map((person) => ({ ...person, seen: person.seen === null ? null : Math.round(person.seen) }));
}

/** Adds a person and gives the welcome link. @throws ShopError 409 the e-mail is somebody's */
export async function addPerson(
  db: Db,
  { name, email, role }: z.infer<typeof contract.body>,
  { publicUrl, by }: { publicUrl: string; by: Actor },
): Promise<{ id: string; link: string }> {
  const id = newId();
  try {
    return await transaction(db, async (tx) => {
      await tx.insert(staff).values({ id, name, email, role });
      await writeAudit(tx, by, { ...about(id, "person.add"), after: { name, email, role } });
      return { id, link: await addWelcomeLink(tx, id, publicUrl) };
    });
  } catch (error) {
    if (!isDuplicate(error, "staff_email")) throw error;
    throw new ShopError(409, "Somebody has this e-mail already.", await standingByEmail(db, email));
  }
}

async function standingByEmail(db: Db, email: string) {
  const [has] = await db
    .select({ id: staff.id })
    .from(staff)
    .where(sql`lower(${staff.email}) = lower(${email})`);
  return has && personStanding(db, has.id);
}

const CHANGES = ["person.add", "person.disable", "person.enable", "person.change-role"];

/** What a person may do now, who changed that last, and when (milliseconds since 1970). */
export async function personStanding(db: Db, id: string) {
  const [person] = await db.select().from(staff).where(eq(staff.id, id));
  if (!person) return undefined;
  const { by, at } = await lastAction(db, "person", id, CHANGES);
  const { name, role, disabledAt, createdAt } = person;
  return { current: { name, role, disabled: disabledAt !== null }, by, at: at ?? createdAt.getTime() };
}

/** A person who is disabled is signed out, and their welcome links end. @throws ShopError 404, 409 the last owner */
export async function disablePerson(db: Db, { id, by }: PersonAction): Promise<void> {
  await change(db, id, async (tx, person) => {
    if (person.disabledAt) return;
    await demandAnotherOwner(tx, person);
    await tx.update(staff).set({ disabledAt: sql`now()` }).where(eq(staff.id, id));
    await endSessions(tx, id);
    await endWelcomeLinks(tx, id);
    await writeAudit(tx, by, about(id, "person.disable"));
  });
}

/** @throws ShopError 404 */
export async function enablePerson(db: Db, { id, by }: PersonAction): Promise<void> {
  await change(db, id, async (tx, person) => {
    if (!person.disabledAt) return;
    await tx.update(staff).set({ disabledAt: null }).where(eq(staff.id, id));
    await writeAudit(tx, by, about(id, "person.enable"));
  });
}

/** @throws ShopError 404, 409 the last owner */
export async function changeRole(db: Db, { id, role, by }: PersonAction & { role: Role }): Promise<void> {
  await change(db, id, async (tx, person) => {
    if (person.role === role) return;
    await demandAnotherOwner(tx, person);
    await tx.update(staff).set({ role }).where(eq(staff.id, id));
    await writeAudit(tx, by, {
      ...about(id, "person.change-role"),
      before: { role: person.role },
      after: { role },
    });
  });
}

/** A link for a new password and second factor; until it is used, the old ones go on. @throws ShopError 404, 409 disabled */
export async function resetPerson(
  db: Db,
  { id, publicUrl, by }: PersonAction & { publicUrl: string },
): Promise<string> {
  return change(db, id, async (tx, person) => {
    if (person.disabledAt) throw new ShopError(409, "This person is disabled. Enable them first.");
    await writeAudit(tx, by, about(id, "person.reset"));
    return addWelcomeLink(tx, id, publicUrl);
  });
}

/** @throws ConfigError somebody works here, and no secret opens their second factors */
export async function demandStaffSecret(db: Db, secret: string | undefined): Promise<void> {
  if (secret) return;
  const [anybody] = await db.select({ id: staff.id }).from(staff).limit(1);
  if (anybody)
    throw new ConfigError(
      "STAFF_SECRET is missing: the back office needs the one its people were added with.",
    );
}

type Person = typeof staff.$inferSelect;

/** All owners are locked too, in one order, so that two changes at once never take the last two of them. */
async function change<T>(db: Db, id: string, work: (tx: Tx, person: Person) => Promise<T>): Promise<T> {
  return transaction(db, async (tx) => {
    const locked = await tx
      .select()
      .from(staff)
      .where(sql`${staff.id} = ${id} or ${staff.role} = 'owner'`)
      .orderBy(staff.id)
      .for("update");
    const person = locked.find((one) => one.id === id);
    if (!person) throw new ShopError(404, "There is no such person.");
    return work(tx, person);
  });
}

async function demandAnotherOwner(tx: Tx, person: Person): Promise<void> {
  if (person.role !== "owner" || person.disabledAt) return;
  // a person who has not used the welcome link cannot sign in
  const ready = and(eq(staff.role, "owner"), isNull(staff.disabledAt), isNotNull(staff.totpSecret));
  const others = await tx
    .select({ id: staff.id })
    .from(staff)
    .where(and(ready, ne(staff.id, person.id)));
  if (others.length === 0)
    throw new ShopError(409, "This is the last owner. Make somebody else an owner first.");
}

function about(id: string, action: string) {
  return { action, subjectKind: "person", subjectId: id };
}
