import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Tx } from "../../platform/database/db.server.ts";
import { users } from "../tables.server.ts";

/** From guests to the account of their e-mail; `here`: the guest that the browser is, from which the mailbox was proven. */
export type Move = { from: string[]; to: string; email: string; here: string | undefined };

/** What guests leave in features that accounts may not know. */
export type GuestRecords = {
  /** Each moves what it has of these guests, as far as it was made under this e-mail. */
  moves: ((tx: Tx, move: Move) => Promise<void>)[];
  /** The ids of users, accounts too, who have an order under this e-mail. */
  orderedUnder: (email: string) => SQL;
  /** Whether a row of `users` still has such records. */
  hasAny: SQL;
};

/**
 * Gives an account what was ordered without one under its e-mail, once its mailbox is proven: orders, and what hangs on
 * them, of guests who have changed their e-mail since too. Anybody can type an e-mail, so that what is no order yet, and addresses, come along only from the guest that this
 * browser is (`here`). Guests of whom nothing is left are gone then, and their sessions with them; others stay, and see
 * what is left alone. Guests and account are locked, so that an order on its way comes along or finds no guest.
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
