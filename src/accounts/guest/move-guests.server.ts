import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Tx } from "../../platform/database/db.server.ts";
import { users } from "../tables.server.ts";

/** From guests to the account of their e-mail. */
export type Move = { from: string[]; to: string; email: string };

/** What guests leave in features that accounts may not know. */
export type GuestRecords = {
  /** Each moves what it has of these guests, as far as it was made under this e-mail. */
  moves: ((tx: Tx, move: Move) => Promise<void>)[];
  /** Whether a row of `users` still has such records. */
  hasAny: SQL;
};

/**
 * Gives an account what was ordered without one under its e-mail, once its mailbox is proven: orders, payments under way,
 * and what hangs on them. The guests are gone then, and their sessions with them; one with orders under another e-mail
 * stays, and sees those alone. Guests and account are locked, so that an order on its way comes along or finds no guest.
 */
export async function moveGuests(
  tx: Tx,
  { moves, hasAny }: GuestRecords,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const isGuest = eq(sql`lower(${users.guestEmail})`, email.toLowerCase());
  const [some] = await tx.select({ id: users.id }).from(users).where(isGuest).limit(1);
  if (!some) return;
  const lock = (which: SQL) =>
    tx.select({ id: users.id }).from(users).where(which).orderBy(users.id).for("update");
  await lock(eq(users.id, id));
  const from = (await lock(isGuest)).map((guest) => guest.id);
  for (const move of moves) await move(tx, { from, to: id, email });
  await tx.delete(users).where(and(inArray(users.id, from), sql`not ${hasAny}`));
}
