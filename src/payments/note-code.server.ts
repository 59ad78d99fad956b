import { and, eq, isNotNull, sql } from "drizzle-orm";
import { lockCart } from "../cart/queries.server.ts";
import type { NoteCode } from "../ordering/place-order.server.ts";
import { TEXTS as ORDER_TEXTS } from "../ordering/rules.ts";
import { orders } from "../ordering/tables.server.ts";
import { type Tx, transaction } from "../platform/db.server.ts";
import { newId } from "../platform/id.server.ts";
import { addJob } from "../platform/jobs.server.ts";
import { TooMany } from "../platform/limits.server.ts";
import { draftOf } from "./begin-payment.server.ts";
import { unfoundOf } from "./code-limits.server.ts";
import { addDiscrepancy } from "./discrepancies.server.ts";
import { FIRST_LOOK, TILL, whatIsKnownOf } from "./expect-code.server.ts";
import type { Payment } from "./provider.server.ts";
import { payments } from "./tables.server.ts";

/**
 * Keeps a code that was typed for a checkout whose order is paid: its money is looked for like any other and, once found,
 * given back. One row per code, however often it is typed; what belongs to another shopper is told to the owner alone.
 * Gives false when the order is not paid, or is of other goods.
 * @throws ShopError 429 too many codes that nobody has found
 */
export const noteCode: NoteCode = (db, { userId, orderId, code, items }) =>
  transaction(db, async (tx) => {
    // of two codes at once the second sees the first, and an order being paid just now is paid
    await lockCart(tx, userId);
    const paid = await paidOf(tx, orderId);
    const ordered = paid?.payment.lines.map((line) => ({ ...line, _id: line.productId }));
    if (!paid || !ordered || draftOf(ordered) !== draftOf(items)) return false;
    const [known] = await tx
      .select({ userId: payments.userId })
      .from(payments)
      .where(sql`${payments.reference} = ${TILL + code} or ${payments.receipt} = ${code}`);
    if (known && known.userId !== userId) await tellOfOther(tx, paid.payment, code);
    if (!known) await add(tx, paid, code);
    return true;
  });

/** The payment that an order was paid by, and the name of its checkout. */
async function paidOf(tx: Tx, orderId: string) {
  const [paid] = await tx
    .select({ payment: payments, key: orders.idempotencyKey })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(and(eq(payments.orderId, orderId), isNotNull(payments.paidAt)));
  return paid;
}

async function add(tx: Tx, { payment, key }: { payment: Payment; key: string | null }, code: string) {
  const { userId, address, lines, subtotal, deliveryFee, amount } = payment;
  const { wait } = await unfoundOf(tx, userId);
  if (wait > 0) throw new TooMany(wait, ORDER_TEXTS.tooManyCodes);
  const { here } = await whatIsKnownOf(tx, code);
  const seconds = here === null ? FIRST_LOOK : 0;
  const id = newId();
  const added = await tx
    .insert(payments)
    .values({
      id,
      userId,
      method: "cod",
      state: "pending",
      active: false,
      // whose order is there: what is found is one too many
      checkout: key ?? payment.checkout,
      draft: id,
      address,
      lines,
      subtotal,
      deliveryFee,
      amount,
      reference: `${TILL}${code}`,
      nextCheckAt: sql`now() + make_interval(secs => ${seconds})`,
    })
    .onConflictDoNothing({ target: payments.reference })
    .returning({ id: payments.id });
  if (added.length > 0) await addJob(tx, "payment", id, seconds);
}

/** Whose money it is, only a person can say. */
async function tellOfOther(tx: Tx, { id }: Payment, code: string): Promise<void> {
  await addDiscrepancy(tx, {
    key: `code:${id}:${code}`,
    kind: "contradiction",
    paymentId: id,
    method: "cod",
    what: "a code typed for its paid checkout belongs to another shopper",
  });
}
