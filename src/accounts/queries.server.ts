import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Db, Tx } from "../platform/db.server.ts";
import { hashSecret, newId, newSecret } from "../platform/id.server.ts";
import { mailLinks, users } from "./tables.server.ts";

export type User = typeof users.$inferSelect;

export async function findUserByEmail(db: Db | Tx, email: string): Promise<User | undefined> {
  const [user] = await db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.toLowerCase()));
  return user;
}

export async function findUser(db: Db | Tx, id: string): Promise<User | undefined> {
  const [user] = await db.select().from(users).where(eq(users.id, id));
  return user;
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

/** Makes a link good for `hours`, and gives its secret. */
export async function addMailLink(
  tx: Tx,
  link: { userId: string; purpose: "verify" | "reset"; hours: number },
): Promise<string> {
  const token = newSecret();
  await tx.insert(mailLinks).values({
    tokenHash: hashSecret(token),
    userId: link.userId,
    purpose: link.purpose,
    expiresAt: sql`now() + make_interval(hours => ${link.hours})`,
  });
  return token;
}

/** Uses the link up, once: gives whose it was, or undefined when it is unknown, expired or used. */
export async function useMailLink(
  tx: Tx,
  token: string,
  purpose: "verify" | "reset",
): Promise<string | undefined> {
  const [used] = await tx
    .update(mailLinks)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(mailLinks.tokenHash, hashSecret(token)),
        eq(mailLinks.purpose, purpose),
        isNull(mailLinks.usedAt),
        gt(mailLinks.expiresAt, sql`now()`),
      ),
    )
    .returning({ userId: mailLinks.userId });
  return used?.userId;
}

/** True when the link was used within the last ten minutes: a reload or a second click, not an attack. */
export async function wasJustUsed(db: Db | Tx, token: string): Promise<boolean> {
  const [link] = await db
    .select({ one: sql`1` })
    .from(mailLinks)
    .where(
      and(
        eq(mailLinks.tokenHash, hashSecret(token)),
        gt(mailLinks.usedAt, sql`now() - interval '10 minutes'`),
      ),
    );
  return link !== undefined;
}

export async function markVerified(tx: Tx, userId: string): Promise<void> {
  await tx
    .update(users)
    .set({ verifiedAt: sql`coalesce(${users.verifiedAt}, now())` })
    .where(eq(users.id, userId));
}
