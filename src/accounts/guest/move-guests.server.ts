import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Tx } from "../../platform/database/db.server.ts";
import { users } from "../tables.server.ts";

/** From guests to the account of their e-mail; `here`: the guest of the browser by which the mailbox was proven. */
export type Move = { from: string[]; to: string; email: string; here: string | undefined };

/** The records of guests in features that the accounts feature must not import. */
export type GuestRecords = {
  /** Each moves its feature's records of these guests that were made with this e-mail. */
  moves: ((tx: Tx, move: Move) => Promise<void>)[];
  /** A query for the ids of users, accounts too, who have an order with this e-mail. */
  orderedUnder: (email: string) => SQL;
  /** Whether a row of `users` still has such records. */
  hasAny: SQL;
};

/**
 * Moves to an account what was ordered without one under its e-mail, once its mailbox is proven: orders and what belongs to them,
 * also of guests who have changed their e-mail since. Anybody can type an e-mail, so addresses, and what is no order yet, move
 * only from this browser's own guest (`here`). Guests without anything left are deleted with their sessions; others stay. Guests
 * and account are locked, so that an order in progress is moved too, or finds no guest.
 */
export async function moveGuests(
  tx: Tx,
  { moves, hasAny, orderedUnder }: GuestRecords,
  { id, email }: { id: string; email: string },
  here?: string,
): Promise<void> {
  const isGuest = sql`${users.id} = any(array(
    select id from ${users} where lower(guest_email) = ${email.toLowerCase()}
    union select u.id from (${orderedUnder(email)}) ordered (id) join ${users} u using (id) where u.guest_email is not null))`;
  const [some] = await tx.select({ id: users.id }).from(users).where(isGuest).limit(1);
  if (!some) return;
  const lock = (which: SQL) =>
    tx.select({ id: users.id }).from(users).where(which).orderBy(users.id).for("update");
  await lock(eq(users.id, id));
  const from = (await lock(isGuest)).map((guest) => guest.id);
  const move: Move = { from, to: id, email, here: from.find((guest) => guest === here) };
  for (const records of moves) await records(tx, move);
  await tx.delete(users).where(and(inArray(users.id, from), sql`not ${hasAny}`));
}
