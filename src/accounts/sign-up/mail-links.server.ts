import { and, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/database/db.server.ts";
import { hashSecret, newSecret } from "../../platform/id.server.ts";
import { mailLinks, users } from "../tables.server.ts";

type Purpose = "verify" | "reset";

/** Creates a link valid for `hours` and returns its secret. Without a `userId` the same statement writes nothing. */
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

/** The account of a valid link, without consuming it. */
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

/** Consumes a single-use link and returns its account's id; undefined when it is unknown, expired or used. */
export async function consumeMailLink(tx: Tx, secret: string, purpose: Purpose): Promise<string | undefined> {
  // the account's row is always locked first: two links of one account would otherwise deadlock
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

/** Invalidates all links of the account, or those of one purpose. */
export async function endMailLinks(tx: Tx, userId: string, purpose?: Purpose): Promise<void> {
  await tx
    .update(mailLinks)
    .set({ usedAt: sql`coalesce(${mailLinks.usedAt}, now())` })
    .where(and(eq(mailLinks.userId, userId), purpose && eq(mailLinks.purpose, purpose)));
}

/**
 * True when the verification link was used, or invalidated by the use of another, and has not expired: the page was reloaded,
 * or the mail's link opened again. Its e-mail is verified.
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
