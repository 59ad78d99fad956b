import { and, eq, sql } from "drizzle-orm";
import { sameShopper } from "../accounts/guest/same-shopper.server.ts";
import { ACCOUNT_TEXTS } from "../accounts/rules.ts";
import { users } from "../accounts/tables.server.ts";
import { compiled } from "../platform/database/compiled.server.ts";
import type { Db, Tx } from "../platform/database/db.server.ts";
import { ShopError } from "../platform/shop-error.ts";
import type { Cart, Line } from "./rules.ts";
import { cartLines } from "./tables.server.ts";

export async function readCart(db: Db | Tx, userId: string): Promise<Cart> {
  const lines = await db
    .select()
    .from(cartLines)
    .where(eq(cartLines.userId, userId))
    .orderBy(cartLines.productId, cartLines.size);
  const cart: Cart = {};
  for (const line of lines) cart[line.productId] = { ...cart[line.productId], [line.size]: line.quantity };
  return cart;
}

type Owner = { provenEmail: string | undefined; isGuest: boolean };

/**
 * Locks the account's row, so that one cart change, order or payment of a shopper runs at a time. Returns the verified e-mail.
 * @throws ShopError 401 a guest has become an account since the request began
 */
export async function lockUser(tx: Tx, userId: string): Promise<Owner> {
  const owner = await lockUserIfAny(tx, userId);
  if (!owner) throw new ShopError(401, ACCOUNT_TEXTS.signedOut);
  return owner;
}

/**
 * As lockUser, with all rows that the same limits count (`sameShopper`): for a guest also those of other guests, in the order of
 * their ids, so that of two parallel requests the second sees the first.
 */
export async function lockShopper(tx: Tx, userId: string): Promise<Owner> {
  const { rows } = await tx.execute<OwnerRow & { id: string }>(LOCK_SHOPPER({ userId }));
  const owner = rows.find(({ id }) => id === userId);
  if (!owner) throw new ShopError(401, ACCOUNT_TEXTS.signedOut);
  return ownerOf(owner);
}

/** As lockUser, but undefined when the guest is gone, as everything of theirs now belongs to an account. */
export async function lockUserIfAny(tx: Tx, userId: string): Promise<Owner | undefined> {
  const [owner] = await tx.select(OWNER).from(users).where(eq(users.id, userId)).for("update");
  return owner && ownerOf(owner);
}

const OWNER = {
  email: users.email,
  isVerified: sql<boolean>`${users.verifiedAt} is not null`,
  isGuest: sql<boolean>`${users.guestEmail} is not null`,
};
type OwnerRow = { email: string; isVerified: boolean; isGuest: boolean };

const LOCK_SHOPPER = compiled<{ userId: string }>(
  ({ userId }) => sql`
    select id, email, ${OWNER.isVerified} as "isVerified", ${OWNER.isGuest} as "isGuest"
    from ${users} where id = ${sameShopper(userId)} order by id for update`,
);

function ownerOf({ email, isVerified, isGuest }: OwnerRow): Owner {
  return { provenEmail: isVerified ? email : undefined, isGuest };
}

export async function setLine(tx: Tx, userId: string, line: Line): Promise<void> {
  await tx
    .insert(cartLines)
    .values({ userId, ...line })
    .onConflictDoUpdate({
      target: [cartLines.userId, cartLines.productId, cartLines.size],
      set: { quantity: sql`excluded.quantity` },
    });
}

export async function removeLine(
  tx: Tx | Db,
  userId: string,
  line: { productId: string; size: string },
): Promise<void> {
  await tx
    .delete(cartLines)
    .where(
      and(
        eq(cartLines.userId, userId),
        eq(cartLines.productId, line.productId),
        eq(cartLines.size, line.size),
      ),
    );
}
