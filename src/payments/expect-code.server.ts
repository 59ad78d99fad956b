import { eq, sql } from "drizzle-orm";
import type { ExpectPayment } from "../ordering/place-order.server.ts";
import { TEXTS as ORDER_TEXTS } from "../ordering/rules.ts";
import { newId } from "../platform/id.server.ts";
import { addJob } from "../platform/jobs.server.ts";
import { ShopError } from "../platform/shop-error.ts";
import { payments } from "./tables.server.ts";

/** What stands before a typed code in a payment's reference. */
export const TILL = "till:";

/**
 * Writes the payment that a typed code promises, within its order's transaction; it is looked for from then on.
 * @throws ShopError 409 a code that is the receipt of a payment we have.
 */
export const expectCode: ExpectPayment = async (tx, { id: orderId, userId, address, code, purchase }) => {
  const [known] = await tx.select({ id: payments.id }).from(payments).where(eq(payments.receipt, code));
  if (known) throw new ShopError(409, ORDER_TEXTS.codeUsed);
  const id = newId();
  await tx.insert(payments).values({
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
    nextCheckAt: sql`now()`,
  });
  await addJob(tx, "payment", id);
};
