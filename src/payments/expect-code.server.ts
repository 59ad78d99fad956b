import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { ExpectPayment } from "../ordering/place-order.server.ts";
import { TEXTS as ORDER_TEXTS } from "../ordering/rules.ts";
import { type Tx, together } from "../platform/db.server.ts";
import { newId } from "../platform/id.server.ts";
import { addJob } from "../platform/jobs.server.ts";
import { TooMany } from "../platform/limits.server.ts";
import { ShopError } from "../platform/shop-error.ts";
import { payments, tillPayments } from "./tables.server.ts";

/** What stands before a typed code in a payment's reference. */
export const TILL = "till:";

/**
 * Looks up a typed code and its shopper; then writes the payment that the code promises, within its order's transaction.
 * M-Pesa's word of its money is taken from then on; we ask when none has come for a while.
 * @throws ShopError 409 a code that is the receipt of a payment we have; 429 the sixth code of an hour while nobody has
 * found the money of five (payments reference 3.5): invented codes must not empty the shelves.
 */
export const expectCode: ExpectPayment = async (tx, userId, code) => {
  const [{ isKnown, isHere }, wait] = await together([
    () => whatIsKnownOf(tx, code),
    () => untilNextCode(tx, userId),
  ]);
  const seconds = isHere ? 0 : FIRST_LOOK;
  return async ({ id: orderId, address, purchase }) => {
    if (isKnown) throw new ShopError(409, ORDER_TEXTS.codeUsed);
    if (wait > 0) throw new TooMany(wait, ORDER_TEXTS.tooManyCodes);
    const id = newId();
    await together([
      () =>
        tx.insert(payments).values({
          id,
          userId,
          method: "cod",
          state: "pending",
          active: false,
          checkout: orderId,
          draft: orderId,
          address,
          ...purchase,
          reference: `${TILL}${code}`,
          orderId,
          nextCheckAt: sql`now() + make_interval(secs => ${seconds})`,
        }),
      () => addJob(tx, "payment", id, seconds),
    ]);
  };
};

/**
 * Seconds M-Pesa's own word of the money is waited for before it is asked: most codes need no question then. Money that
 * comes in the very moment of the order is found after them too.
 */
export const FIRST_LOOK = 15;

/** Whether the code is the receipt of a payment we have, and whether its money came to the till already. */
async function whatIsKnownOf(tx: Tx, code: string): Promise<{ isKnown: boolean; isHere: boolean }> {
  const { rows } = await tx.execute<{ isKnown: boolean; isHere: boolean }>(sql`
    select exists(select from ${payments} where ${payments.receipt} = ${code}) as "isKnown",
      exists(select from ${tillPayments} where ${tillPayments.code} = ${code}) as "isHere"`);
  return rows[0] ?? { isKnown: false, isHere: false };
}

/** Codes of one shopper that may wait unfound, and for how many seconds each counts. */
const CODES = 5;
const COUNTED = 3_600;

/** Seconds until the oldest of this shopper's last unfound codes counts no more; 0 when there is room. His cart is locked. */
async function untilNextCode(tx: Tx, userId: string): Promise<number> {
  const left = sql<number>`ceil(${COUNTED}::int - extract(epoch from now() - ${payments.createdAt}))::int`;
  const [oldest] = await tx
    .select({ left })
    .from(payments)
    .where(and(eq(payments.userId, userId), eq(payments.method, "cod"), isNull(payments.paidAt)))
    .orderBy(desc(payments.createdAt))
    .offset(CODES - 1)
    .limit(1);
  return Math.max(0, oldest?.left ?? 0);
}
