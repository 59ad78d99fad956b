import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../platform/database/db.server.ts";
import { users } from "../tables.server.ts";

/**
 * For `user_id = …` where something is counted per shopper: the shopper, and of a guest every guest with the same e-mail or
 * phone, since another guest costs nothing. An account is itself alone: nobody uses up its limits from outside.
 */
export function sameShopper(userId: string): SQL {
  return sql`any(array(${twins(userId)}))`;
}

/** The same for limits that are counted by a name: an account's id, and of a guest the e-mail. */
export async function countedAs(db: Db, userId: string): Promise<string> {
  const [guest] = await db
    .select({ email: sql<string>`lower(${users.guestEmail})` })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.guestEmail)));
  return guest?.email ?? userId;
}

/** Their ids as rows. */
function twins(userId: string): SQL {
  const me = (column: SQL) => sql`(select ${column} from users me where me.id = ${userId})`;
  return sql`select ${userId}::text as id
    union select id from ${users} where guest_email is not null and lower(guest_email) = ${me(sql`lower(me.guest_email)`)}
    union select id from ${users} where guest_email is not null and guest_phone = ${me(sql`me.guest_phone`)}`;
}
