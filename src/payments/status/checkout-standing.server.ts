import { and, eq, isNotNull, or } from "drizzle-orm";
import { toLines } from "../../cart/rules.ts";
import type { CheckoutStatus } from "../../ordering/contract.ts";
import { findFullSizes, sizesFull } from "../../ordering/holds.server.ts";
import { hashContents, PLACED, totalsOf } from "../../ordering/queries.server.ts";
import { orders } from "../../ordering/tables.server.ts";
import { hiddenPhone } from "../../phone-rules.ts";
import type { Db } from "../../platform/database/db.server.ts";
import {
  findUnsettled,
  isConfirming,
  isSamePurchase,
  isSeen,
  secondsLeft,
} from "../core/active-payments.server.ts";
import { refusedBecauseOfOthers } from "../core/payment-of-others.server.ts";
import type { Payment } from "../core/provider.server.ts";
import { payments } from "../core/tables.server.ts";
import { noRoomFor, sharersOf, unfoundFrom, unfoundOf } from "../mpesa/till-code/code-limits.server.ts";
import { mayStillBePaid } from "./advice.ts";

type StatusRequest = {
  userId: string;
  keyHash: string;
  items: Items | undefined;
  /** The delivery fee for a subtotal, in KES, by what the shopper has entered so far. */
  feeFor: (subtotal: number) => number;
  /** The hash of the network address asked from; undefined where M-Pesa can be asked about codes, for it has no limit there. */
  placedFrom: string | undefined;
};
type Items = { _id: string; size: string; quantity: number }[];

/**
 * The status of this key's checkout, from our own tables alone: whether money may be asked for, and if not, why. A payment
 * counts when it is under the same key, or for the same goods from another device; so does found money of a code that was
 * refused under it. Another customer's payment under this key blocks it, but is not shown.
 */
export async function standingOfCheckout(
  db: Db,
  { userId, keyHash, items, feeFor, placedFrom }: StatusRequest,
): Promise<CheckoutStatus> {
  const [order] = await db
    .select({ orderId: orders.id, paid: orders.payment })
    .from(orders)
    .where(and(PLACED, eq(orders.userId, userId), eq(orders.keyHash, keyHash)));
  if (order) return { status: "ordered", ...order };
  const contentsHash = items && hashContents(toLines(items));
  const [unsettled, codeRefused, elsewhere] = await Promise.all([
    findUnsettled(db, userId, keyHash),
    items && refusalOfCode(db, { userId, items, feeFor, placedFrom }),
    refusedBecauseOfOthers(db, userId, keyHash),
  ]);
  const own = unsettled.filter((payment) => isSamePurchase(payment, { keyHash, contentsHash }));
  const seen = own.find(isConfirming);
  if (seen) return { status: "confirming", method: seen.method, amount: seen.amount };
  const prompt = own.find((payment) => secondsLeft(payment) > 0);
  if (prompt) return paying(prompt);
  if (elsewhere) return { status: "elsewhere", message: elsewhere };
  const late = own.some(mayComeLate) || (await isWatched(db, { userId, keyHash, contentsHash }));
  return {
    status: "open",
    ...(late && { late: true as const }),
    ...(codeRefused && { codeRefused }),
  };
}

/** Why an order of these goods by a code would be refused now; shown before the shopper pays at the till. */
async function refusalOfCode(
  db: Db,
  {
    userId,
    items,
    feeFor,
    placedFrom,
  }: Pick<StatusRequest, "userId" | "feeFor" | "placedFrom"> & { items: Items },
): Promise<string | undefined> {
  const wanted = toLines(items);
  const [unfound, totals, nearby] = await Promise.all([
    unfoundOf(db, userId),
    totalsOf(db, wanted, feeFor),
    placedFrom === undefined ? undefined : unfoundFrom(db, placedFrom),
  ]);
  const refused = noRoomFor(unfound, totals, nearby);
  if (refused) return refused.message;
  const share = sharersOf(unfound, placedFrom === undefined);
  const full = share ? await findFullSizes(db, wanted, share) : [];
  return full.length > 0 ? sizesFull(full) : undefined;
}

function paying(prompt: Payment): CheckoutStatus {
  const { method, amount, phone } = prompt;
  const seconds = secondsLeft(prompt);
  return { status: "paying", method, amount, seconds, ...(phone && { phone: hiddenPhone(phone) }) };
}

/** Its money may still come: it then becomes the order, or goes back. */
function mayComeLate(payment: Payment): boolean {
  const { method, callback, unlistedCode } = payment;
  const isPossible = callback === null || unlistedCode !== null || mayStillBePaid(callback.code);
  return method === "mpesa" && (isPossible || isSeen(payment));
}

/** Whether M-Pesa says that a prompt for this has ended but it is still checked: such prompts have turned out paid. */
async function isWatched(
  db: Db,
  { userId, keyHash, contentsHash }: { userId: string; keyHash: string; contentsHash: string | undefined },
): Promise<boolean> {
  const [found] = await db
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(
        eq(orders.userId, userId),
        eq(payments.method, "mpesa"),
        eq(payments.state, "failed"),
        isNotNull(payments.nextCheckAt),
        or(
          eq(orders.keyHash, keyHash),
          contentsHash === undefined ? undefined : eq(orders.contentsHash, contentsHash),
        ),
      ),
    )
    .limit(1);
  return found !== undefined;
}
