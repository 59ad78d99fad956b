import { and, eq } from "drizzle-orm";
import type { CheckoutStanding } from "../ordering/contract.ts";
import { orders } from "../ordering/tables.server.ts";
import type { Db } from "../platform/db.server.ts";
import { draftOf } from "./begin-payment.server.ts";
import { type Aged, activeOf } from "./queries.server.ts";
import { hiddenPhone, RETRY_AFTER } from "./rules.ts";

type Asked = {
  userId: string;
  checkout: string;
  items: { _id: string; size: string; quantity: number }[] | undefined;
};

/** Seconds for which a prompt keeps other ways to pay shut while nobody knows whether M-Pesa took it. */
const UNSURE = 60;
/** Seconds for which money that was seen, and is not proven, does so for its own checkout. */
const SEEN = 600;

/**
 * How this shopper's checkout stands, from our own tables alone: whether money may be asked for, and if not, why. A
 * payment counts when it is for the same checkout, or for the same goods from another device.
 */
export async function standingOfCheckout(
  db: Db,
  { userId, checkout, items }: Asked,
): Promise<CheckoutStanding> {
  const [order] = await db
    .select({ orderId: orders.id, paid: orders.payment })
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.idempotencyKey, checkout)));
  if (order) return { status: "ordered", ...order };
  const draft = items && draftOf(items);
  const own = (await activeOf(db, userId)).filter(
    (payment) => payment.checkout === checkout || payment.draft === draft,
  );
  const seen = own.find((payment) => isSeen(payment) && payment.age < SEEN);
  if (seen) return { status: "confirming", method: seen.method, amount: seen.amount };
  const prompt = own.find((payment) => secondsLeft(payment) > 0);
  if (prompt) return paying(prompt);
  return { status: "open", ...(own.some(mayComeLate) && { late: true as const }) };
}

function paying(prompt: Aged): CheckoutStanding {
  const { method, amount, phone } = prompt;
  const seconds = secondsLeft(prompt);
  return { status: "paying", method, amount, seconds, ...(phone && { phone: hiddenPhone(phone) }) };
}

/** Somebody said that the money is there. */
function isSeen({ state, callback }: Aged): boolean {
  return state === "paid_held" || callback?.code === "0";
}

/** How long a prompt still keeps other ways to pay shut; 0 for one that M-Pesa's callback has ended, and for a card's page. */
function secondsLeft(payment: Aged): number {
  if (payment.method !== "mpesa" || payment.callback || payment.state === "paid_held") return 0;
  const bars = payment.checkoutRequestId === null ? UNSURE : RETRY_AFTER;
  return Math.max(0, Math.ceil(bars - payment.age));
}

/** Its money may still come: it then becomes the order, or goes back. */
function mayComeLate(payment: Aged): boolean {
  return payment.method === "mpesa" && (payment.callback === null || isSeen(payment));
}
