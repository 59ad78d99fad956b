import { and, type Column, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Value } from "../../platform/database/compiled.server.ts";
import type { Db } from "../../platform/database/db.server.ts";
import { users } from "../tables.server.ts";

/**
 * For `user_id = …` where something is counted per shopper: the shopper, and of a guest every guest with the same e-mail or
 * phone, since another guest costs nothing. An account is itself alone: nobody uses up its limits from outside.
 */
export function sameShopper(userId: Value<string>): SQL {
  return sql`any(array(${twins(userId)}))`;
}

/**
 * Guests who share an e-mail or phone without the network address may be strangers: limits that would keep a person from
 * ordering are so many times as wide for all of them together.
 */
export const LOOSER = 3;

/** Whether `owner` is this shopper, or a guest from the same network address. */
export function isNearby(owner: SQL | Column, userId: Value<string>): SQL<boolean> {
  return sql<boolean>`(${owner} = ${userId} or exists (select from ${users} other join ${users} me
    on me.guest_from = other.guest_from where other.id = ${owner} and me.id = ${userId}))`;
}

/** The e-mail that a guest gave, in small letters; undefined for an account. */
export async function emailOfGuest(db: Db, userId: string): Promise<string | undefined> {
  const [guest] = await db
    .select({ email: sql<string>`lower(${users.guestEmail})` })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.guestEmail)));
  return guest?.email;
}

/** Their ids as rows. */
function twins(userId: Value<string>): SQL {
  const me = (column: SQL) => sql`(select ${column} from users me where me.id = ${userId})`;
  return sql`select ${userId}::text as id
    union select id from ${users} where guest_email is not null and lower(guest_email) = ${me(sql`lower(me.guest_email)`)}
    union select id from ${users} where guest_email is not null and guest_phone = ${me(sql`me.guest_phone`)}`;
}
