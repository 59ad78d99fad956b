import { and, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import type { Db, Tx } from "../platform/db.server.ts";
import { newId } from "../platform/id.server.ts";
import { NO_PASSWORD } from "./password.server.ts";
import { users } from "./tables.server.ts";

export type User = typeof users.$inferSelect;

/** The account of an e-mail in whatever case, and whether it was opened within the last minute. */
export async function findUserByEmail(db: Db | Tx, email: string) {
  const [user] = await db
    .select({
      ...getTableColumns(users),
      justJoined: sql<boolean>`${users.joinedAt} > now() - interval '1 minute'`,
    })
    .from(users)
    .where(eq(sql`lower(${users.email})`, sql`lower(${email})`));
  return user;
}

export async function findUser(db: Db | Tx, id: string): Promise<User | undefined> {
  const [user] = await db.select().from(users).where(eq(users.id, id));
  return user;
}

/** Makes the commit wait for the disk though no row may be written: so it takes as long as one that writes a mail. */
export async function costAWrite(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_logical_emit_message(true, 'sauti', '')`);
}

/** Adds the account, or gives undefined when the e-mail has one. */
export async function addUser(
  tx: Tx,
  user: { name: string; email: string; passwordHash: string },
): Promise<User | undefined> {
  const [added] = await tx
    .insert(users)
    .values({ id: newId(), ...user })
    .onConflictDoNothing()
    .returning();
  return added;
}

/** The e-mail is proven; gives whose account that newly verified, if any. */
export async function markVerified(tx: Tx, userId: string): Promise<User | undefined> {
  const [verified] = await tx
    .update(users)
    .set({ verifiedAt: sql`now()` })
    .where(and(eq(users.id, userId), isNull(users.verifiedAt)))
    .returning();
  return verified;
}

/** No password opens the account until its owner sets one by mail. */
export async function voidPassword(tx: Tx, userId: string): Promise<void> {
  await tx.update(users).set({ passwordHash: NO_PASSWORD }).where(eq(users.id, userId));
}

export async function renameUser(db: Db, userId: string, name: string): Promise<User | undefined> {
  const [user] = await db.update(users).set({ name }).where(eq(users.id, userId)).returning();
  return user;
}

/** Changes the password from the one that was checked; false when it is another by now. */
export async function replacePassword(
  tx: Tx,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const changed = await tx
    .update(users)
    .set({ passwordHash: to })
    .where(and(eq(users.id, userId), eq(users.passwordHash, from)))
    .returning({ id: users.id });
  return changed.length === 1;
}

/** Sets the password by a mailed link, which proves the e-mail as well. */
export async function resetPasswordOf(
  tx: Tx,
  userId: string,
  passwordHash: string,
): Promise<User | undefined> {
  const [user] = await tx
    .update(users)
    .set({ passwordHash, verifiedAt: sql`coalesce(${users.verifiedAt}, now())` })
    .where(eq(users.id, userId))
    .returning();
  return user;
}
