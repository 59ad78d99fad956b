import { and, desc, eq, sql } from "drizzle-orm";
import type { Move } from "../accounts/guest/move-guests.server.ts";
import { normalisePhone } from "../phone-rules.ts";
import { compiled } from "../platform/database/compiled.server.ts";
import { type Db, pipelined, type Tx } from "../platform/database/db.server.ts";
import { newId } from "../platform/id.server.ts";
import type { Address, SavedAddress } from "./contract.ts";
import type { Destination } from "./destination.server.ts";
import { addresses } from "./tables.server.ts";

/** How many addresses of a shopper are stored. */
const KEPT = 5;

/** Stores where this shopper's order goes, within the order's transaction, which has locked the shopper's row. */
export async function saveAddress(tx: Tx, userId: string, address: Address): Promise<void> {
  const text = JSON.stringify({ ...address, phone: normalisePhone(address.phone) });
  await tx.execute(SAVE_ADDRESS({ id: newId(), userId, text }));
}

/**
 * One row for the same address, whatever the form of its phone; the latest spelling is stored. Deletes all but the saved one and
 * those used last before it, as the statement does not see its own new row.
 */
const SAVE_ADDRESS = compiled<{ id: string; userId: string; text: string }>(
  ({ id, userId, text }) => sql`
    with saved_address as (
      insert into ${addresses} (id, user_id, address) values (${id}, ${userId}, ${text}::jsonb)
      on conflict (user_id, same_as) do update set address = excluded.address, used_at = excluded.used_at
      returning id)
    delete from ${addresses} where user_id = ${userId} and id in (
      select id from ${addresses} where user_id = ${userId} and id not in (select id from saved_address)
      order by used_at desc, id desc offset ${sql.raw(`${KEPT - 1}`)})`,
);

/** As saveAddress, but not for an order that is picked up: the pick-up point's address is not the shopper's. */
export async function saveDestination(
  tx: Tx,
  userId: string,
  { address, pickUp }: Destination,
): Promise<void> {
  if (address && !pickUp) await saveAddress(tx, userId, address);
}

/** A shopper's addresses, the last used first. */
export async function listAddresses(db: Db, userId: string): Promise<SavedAddress[]> {
  const found = await db
    .select({ id: addresses.id, address: addresses.address })
    .from(addresses)
    .where(eq(addresses.userId, userId))
    .orderBy(desc(addresses.usedAt), desc(addresses.id))
    .limit(KEPT);
  return found.map(({ id, address }) => ({ _id: id, ...address }));
}

/** Deletes one of the shopper's own addresses; one that is gone already is no error. */
export async function removeAddress(db: Db, userId: string, id: string): Promise<void> {
  await db.delete(addresses).where(and(eq(addresses.userId, userId), eq(addresses.id, id)));
}

/**
 * Moves the addresses with this e-mail from the browser's own guest to its account, which keeps the newest of both. Those of
 * other guests stay: anybody could have typed this e-mail.
 */
export async function moveAddresses(tx: Tx, { to, email, here }: Move): Promise<void> {
  if (here === undefined) return;
  await pipelined([
    () =>
      tx.execute(sql`with moved as (
          delete from ${addresses} where ${addresses.userId} = ${here}
            and lower(address->>'email') = lower(${email}) returning id, address, used_at, same_as)
        insert into ${addresses} (id, user_id, address, used_at)
          select distinct on (same_as) id, ${to}, address, used_at from moved order by same_as, used_at desc
        on conflict (user_id, same_as) do update
          set used_at = greatest(${addresses.usedAt}, excluded.used_at)`),
    () =>
      tx.execute(sql`delete from ${addresses} where id in (
        select id from ${addresses} where user_id = ${to} order by used_at desc, id desc offset ${KEPT})`),
  ]);
}
