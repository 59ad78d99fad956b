import { and, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db, Tx } from "../platform/database/db.server.ts";
import { hashSecret, newSecret } from "../platform/id.server.ts";
import { mailLinks, users } from "./tables.server.ts";

type Purpose = "verify" | "reset";

/** Makes a link good for `hours`, and gives its secret. Without a `userId` it writes nothing, by the same statement. */
export async function addMailLink(
  tx: Tx,
  link: { userId: string | undefined; purpose: Purpose; hours: number },
): Promise<string> {
  const secret = newSecret();
  await tx.execute(sql`
    insert into ${mailLinks} (token_hash, user_id, purpose, expires_at)
    select ${hashSecret(secret)}, ${users.id}, ${link.purpose}, now() + make_interval(hours => ${link.hours})
    from ${users} where ${users.id} = ${link.userId ?? ""}`);
  return secret;
}

/** Whose link this is while it can be used, without using it. */
export async function ownerOfLink(db: Db, secret: string, purpose: Purpose) {
  const [owner] = await db
    .select({
      id: users.id,
      email: users.email,
      passwordHash: users.passwordHash,
      contested: users.contested,
    })
    .from(mailLinks)
    .innerJoin(users, eq(users.id, mailLinks.userId))
    .where(usable(secret, purpose));
  return owner;
}

/** Uses the link up, once, and gives whose it was; undefined when unknown, expired or used. */
export async function takeMailLink(tx: Tx, secret: string, purpose: Purpose): Promise<string | undefined> {
  // the account first, always: two links of one account used at once would otherwise wait for each other
  await tx
    .select({ id: users.id })
    .from(users)
    .where(
      eq(
        users.id,
        tx
          .select({ userId: mailLinks.userId })
          .from(mailLinks)
          .where(eq(mailLinks.tokenHash, hashSecret(secret))),
      ),
    )
    .for("no key update");
  const [taken] = await tx
    .update(mailLinks)
    .set({ usedAt: sql`now()` })
    .where(usable(secret, purpose))
    .returning({ userId: mailLinks.userId });
  return taken?.userId;
}

/** Ends all links of the account: those of one purpose once one of them was used, or every one. */
export async function endMailLinks(tx: Tx, userId: string, purpose?: Purpose): Promise<void> {
  await tx
    .update(mailLinks)
    .set({ usedAt: sql`coalesce(${mailLinks.usedAt}, now())` })
    .where(and(eq(mailLinks.userId, userId), purpose && eq(mailLinks.purpose, purpose)));
}

/**
 * True when the verification link was used, or ended with another of its account, and would still be good otherwise: a
 * reload, or a tap on the same mail later. Its e-mail is verified.
 */
export async function hasVerified(tx: Tx, secret: string): Promise<boolean> {
  const [link] = await tx
    .select({ one: sql`1` })
    .from(mailLinks)
    .where(
      and(
        eq(mailLinks.tokenHash, hashSecret(secret)),
        eq(mailLinks.purpose, "verify"),
        isNotNull(mailLinks.usedAt),
        gt(mailLinks.expiresAt, sql`now()`),
      ),
    );
  return link !== undefined;
}

function usable(secret: string, purpose: Purpose) {
  return and(
    eq(mailLinks.tokenHash, hashSecret(secret)),
    eq(mailLinks.purpose, purpose),
    isNull(mailLinks.usedAt),
    gt(mailLinks.expiresAt, sql`now()`),
  );
}
