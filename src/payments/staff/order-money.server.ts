import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { formatPrice } from "../../catalogue/rules.ts";
import { ordersBeside } from "../../ordering/queries.server.ts";
import type { Method } from "../../ordering/rules.ts";
import type { LinePieces } from "../../ordering/stock.server.ts";
import { orders } from "../../ordering/tables.server.ts";
import type { Actor } from "../../platform/audit/actor.server.ts";
import { writeAudit } from "../../platform/audit/write-audit.server.ts";
import type { Db, Tx } from "../../platform/database/db.server.ts";
import { addJob } from "../../platform/jobs/jobs.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { changeState } from "../core/change-state.server.ts";
import type { PaymentContext } from "../core/payment-context.server.ts";
import type { Refund } from "../core/provider.server.ts";
import { findPayment, lockPayments } from "../core/queries.server.ts";
import { payments, UNFOUND } from "../core/tables.server.ts";
import { addRefund, mailRefundDue } from "../transactions/add-refund.server.ts";
import type { Transaction } from "../transactions/queries.server.ts";
import { wayOf } from "../transactions/returned-money.server.ts";
import { refunds, transactions } from "../transactions/tables.server.ts";
import { MONEY_IS_HERE } from "./act-on-attempt.server.ts";
import { SHOWN_REFUND_STATE, type ShownRefundState } from "./list-money.server.ts";
import { doubtsOf } from "./money-guards.server.ts";
import { demandConfirmed } from "./refusals.server.ts";

/** Why an order's money goes back; `amount` in whole KES. `confirmed`: who says so was shown the sum, to whom and how. */
type Owing = {
  orderId: string;
  amount: number;
  reason: string;
  by: Actor;
  confirmed?: boolean | undefined;
};

/** What ordering's actions of staff need of the money, in the transaction of the action. */
export function orderMoney(context: PaymentContext) {
  return {
    lock: (tx: Tx, orderId: string) => lockPayments(tx, eq(payments.orderId, orderId), payments.id),
    /** A part of a paid order's money is to go back; the order goes on. @throws ShopError 409 it cannot be owed */
    owePart: async (tx: Tx, owing: Owing) => {
      const refund = await owe(context, tx, owing);
      if (!refund) throw new ShopError(409, "Nothing is left to give back of this order's money.");
      return refund;
    },
    /** All that is left of a paid order's money is to go back. Undefined: it is not paid, or nothing is left. */
    oweAll: (tx: Tx, owing: Omit<Owing, "amount">) => owe(context, tx, owing),
    closeWaiting,
    piecesGivenBack,
    expectAmount,
  };
}

/**
 * The payments of an order, and those asked for its checkout that have become none, oldest first, each with its refunds; then
 * sums that staff let pay it besides. Of less than was asked for the amount is what came.
 */
export async function paymentsOfOrder(db: Db, orderId: string) {
  const found = await db
    .select({
      _id: payments.id,
      method: payments.method,
      state: payments.state,
      amount: sql<number>`coalesce((select least(t.amount, ${payments.amount}) from ${transactions} t where t.id = ${payments}.transaction_id), ${payments.amount})`,
      code: sql<
        string | null
      >`coalesce((select t.receipt from ${transactions} t where t.id = ${payments}.transaction_id), ${payments.typedCode})`,
      money: payments.transactionId,
      // the list's table is named, lest its id be taken for the refund's
      refunds: sql<
        { _id: string; amount: number; state: ShownRefundState }[]
      >`coalesce((select json_agg(json_build_object('_id', r.id, 'amount', r.amount, 'state', ${SHOWN_REFUND_STATE}) order by r.created_at, r.id)
        from ${refunds} r join ${transactions} t on t.id = r.transaction_id where t.payment_id = ${payments}.id), '[]')`,
      createdAt: payments.createdAt,
    })
    .from(payments)
    .where(sql`${payments.orderId} in (${ordersBeside(orderId)})`)
    .orderBy(asc(payments.createdAt));
  const sums = [...found, ...(await sumsBeside(db, orderId))];
  return sums.map(({ createdAt, ...payment }) => ({ ...payment, date: createdAt.getTime() }));
}

/** Sums that pay an order and proved no attempt at it. */
async function sumsBeside(db: Db, orderId: string) {
  const isOfOrder = sql`r.transaction_id = ${transactions}.id and r.order_id = ${orderId} and (r.given_up_at is null or r.state = 'done')`;
  return db
    .select({
      _id: transactions.id,
      method: sql<Method>`case ${transactions.provider} when 'card' then 'flutterwave' else 'cod' end`,
      state: sql<string>`'paid'`,
      amount: sql<number>`(${transactions.allocated} + coalesce((select sum(r.amount) from ${refunds} r where ${isOfOrder}), 0))::int`,
      code: transactions.receipt,
      money: transactions.id,
      refunds: sql<
        { _id: string; amount: number; state: ShownRefundState }[]
      >`coalesce((select json_agg(json_build_object('_id', r.id, 'amount', r.amount, 'state', ${SHOWN_REFUND_STATE}) order by r.created_at, r.id)
        from ${refunds} r where ${isOfOrder}), '[]')`,
      createdAt: transactions.createdAt,
    })
    .from(transactions)
    .where(
      sql`${transactions.orderId} = ${orderId}
        and not exists (select from ${payments} p where p.transaction_id = ${transactions}.id)`,
    )
    .orderBy(asc(transactions.createdAt));
}

/** @throws ShopError 409 more than is left; 409 `confirm` first: nothing is written without */
async function owe(
  context: PaymentContext,
  tx: Tx,
  { orderId, amount, reason, by, confirmed }: Omit<Owing, "amount"> & { amount?: number },
): Promise<Refund | undefined> {
  const its = await tx
    .select()
    .from(transactions)
    .where(eq(transactions.orderId, orderId))
    .orderBy(transactions.id)
    .for("update");
  const left = its.reduce((sum, { allocated }) => sum + allocated, 0);
  if (left === 0) return undefined;
  if (amount !== undefined && amount > left)
    throw new ShopError(409, `No more than ${formatPrice(left)} of this order's money is left.`);
  const parts = partsOf(its, amount ?? left);
  demandConfirmed(confirmed, {
    amount: amount ?? left,
    to: `refunded to ${await nameOf(tx, orderId)}`,
    method: parts.some((part) => wayOf(context, part.money, { ...part, byStaff: true }) === "hand")
      ? "hand"
      : "provider",
    conflicts: await doubtsOfAll(tx, its),
  });
  let last: Refund | undefined;
  for (const { money, amount: part } of parts) {
    last = await addRefund(context, tx, money, { amount: part, orderId, reason, by });
    const payment = money.paymentId ? await findPayment(tx, money.paymentId) : undefined;
    if (payment) await mailRefundDue(context, tx, payment, last);
    await writeAudit(tx, by, {
      action: "payment.refund",
      subjectKind: "transaction",
      subjectId: money.id,
      after: { refund: formatPrice(part), order: orderId },
      reason,
    });
  }
  return last && { ...last, amount: amount ?? left };
}

/** What of each sum goes back, the oldest first. */
function partsOf(its: Transaction[], amount: number): { money: Transaction; amount: number }[] {
  let rest = amount;
  return its.flatMap((money) => {
    const part = Math.min(rest, money.allocated);
    rest -= part;
    return part > 0 ? [{ money, amount: part }] : [];
  });
}

async function nameOf(tx: Tx, orderId: string): Promise<string> {
  const [order] = await tx.select({ address: orders.address }).from(orders).where(eq(orders.id, orderId));
  const { firstName = "", lastName = "" } = order?.address ?? {};
  return `${firstName} ${lastName}`.trim() || "whoever paid";
}

async function doubtsOfAll(tx: Tx, its: Transaction[]): Promise<string[]> {
  const doubts: string[] = [];
  for (const money of its) {
    const payment = money.paymentId ? await findPayment(tx, money.paymentId) : undefined;
    doubts.push(...(await doubtsOf(tx, money, payment)));
  }
  return doubts;
}

/**
 * The code of an unpaid order is waited for no more. Money that was seen of it stays with the owner, and money that still
 * comes goes back. Gives whether one waited.
 */
async function closeWaiting(tx: Tx, orderId: string, by: Actor): Promise<boolean> {
  const closed = await changeState(
    tx,
    "close",
    and(eq(payments.orderId, orderId), eq(payments.added, false), sql`${UNFOUND} and not (${MONEY_IS_HERE})`),
    { active: false, nextCheckAt: null, leaseUntil: null, reason: "its order was cancelled by staff" },
    { by },
  );
  return closed.length > 0;
}

/** Pieces of an order's lines that refunds name which are not given up. */
async function piecesGivenBack(tx: Tx, orderId: string): Promise<LinePieces[]> {
  const named = await tx
    .select({ lines: refunds.lines })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), isNull(refunds.givenUpAt)));
  return named.flatMap(({ lines }) => lines);
}

/**
 * An unpaid order costs something else by now: its codes are held against the new total, also where too little had come for
 * the one before. Called when the order and its lines are written. Gives whether one waits.
 */
async function expectAmount(tx: Tx, orderId: string, amount: number): Promise<boolean> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  if (order?.amount !== amount) throw new Error("the order is not written with its new total yet");
  const expecting = await tx
    .update(payments)
    .set({
      amount,
      nextCheckAt: sql`case when ${payments.state} in ('pending', 'needs_review', 'paid_held') then now() end`,
      leaseUntil: null,
    })
    .where(and(eq(payments.orderId, orderId), eq(payments.method, "cod"), isNull(payments.paidAt)))
    .returning({ id: payments.id });
  for (const { id } of expecting) await addJob(tx, "payment", id);
  return expecting.length > 0;
}
