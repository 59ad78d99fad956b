import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Value } from "../../platform/database/compiled.server.ts";
import type { Db } from "../../platform/database/db.server.ts";
import { users } from "../tables.server.ts";

/**
 * For `user_id = …` where something is limited per shopper: the shopper, and for a guest every guest with the same e-mail or
 * phone from the same network address, as anybody can become another guest. Guests from another address may be strangers, and do
 * not count. An account counts for itself only.
 */
export function sameShopper(userId: Value<string>): SQL {
  const isNear = sql`guest_from = ${ofGuest(userId, "guest_from")}`;
  return sql`any(array(${guestsLike(userId, isNear)}))`;
}

/** The same from any network address: only for a question that the shopper may answer with yes, never for a limit. */
export function sameContact(userId: Value<string>): SQL {
  return sql`any(array(${guestsLike(userId, sql`true`)}))`;
}

/** The e-mail that a guest gave, in small letters; undefined for an account. */
export async function emailOfGuest(db: Db, userId: string): Promise<string | undefined> {
  const [guest] = await db
    .select({ email: sql<string>`lower(${users.guestEmail})` })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.guestEmail)));
  return guest?.email;
}

/** The ids of such guests, as rows. */
function guestsLike(userId: Value<string>, which: SQL): SQL {
  return sql`select ${userId}::text as id
    union select id from ${users} where guest_email is not null and lower(guest_email) = lower(${ofGuest(userId, "guest_email")}) and ${which}
    union select id from ${users} where guest_email is not null and guest_phone = ${ofGuest(userId, "guest_phone")} and ${which}`;
}

/** A column of this shopper's row as a guest; null for an account. */
export function ofGuest(userId: Value<string>, column: "guest_email" | "guest_phone" | "guest_from"): SQL {
  return sql`(select me.${sql.identifier(column)} from ${users} me where me.id = ${userId})`;
}
