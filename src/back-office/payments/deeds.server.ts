import { sql } from "drizzle-orm";
import type { Method } from "../../ordering/rules.ts";
import { nextState } from "../../payments/core/state.ts";
import type { discrepancies } from "../../payments/core/tables.server.ts";
import { hasRunningOrder } from "../../payments/refunds/refund-sums.server.ts";
import { ANSWER_MAX } from "../../payments/staff/mark-refunded.server.ts";
import { type showToStaff, TILL_UNMATCHED } from "../../payments/staff/staff-list.server.ts";
import { RETURNABLE } from "../../payments/staff/staff-refund.server.ts";
import type { Db } from "../../platform/database/db.server.ts";
import type { Deed } from "./contract.ts";

export type Known = NonNullable<Awaited<ReturnType<typeof showToStaff>>>;
type Payment = NonNullable<Known["payment"]>;
type Discrepancy = typeof discrepancies.$inferSelect;
type Refund = Known["refunds"][number];

/** What the calls would do about it as it stands, whoever asks: rights are looked at apart. */
export async function deedsOf(
  db: Db,
  { payment, discrepancy, tillMoney, refunds }: Known,
  canAsk: (method: Method) => boolean,
): Promise<Deed[]> {
  if (payment) {
    const runs = await hasRunningOrder(db, payment);
    return deedsOfPayment(payment, { refunds, runs, canAsk: canAsk(payment.method) });
  }
  if (discrepancy) return deedsOfDiscrepancy(discrepancy);
  if (!tillMoney) return [];
  const unmatched = await db.execute(sql`${TILL_UNMATCHED} and t.code = ${tillMoney.code}`);
  return unmatched.rows.length > 0 ? ["close", "refund"] : [];
}

type Around = { refunds: Refund[]; runs: boolean; canAsk: boolean };

function deedsOfPayment(payment: Payment, { refunds, runs, canAsk }: Around): Deed[] {
  const { state } = payment;
  const deeds: Record<Deed, boolean> = {
    check: canAsk && nextState(state, "ask") !== undefined,
    accept: nextState(state, "complete") !== undefined,
    close: nextState(state, "close") !== undefined || isEndable(payment, refunds, runs),
    refund: RETURNABLE.includes(state) || state === "refund_pending",
  };
  return (Object.keys(deeds) as Deed[]).filter((deed) => deeds[deed]);
}

/** Whether it can be left at what is back: a refund failed, and an order goes on or a part is back. */
function isEndable({ state }: Payment, refunds: Refund[], runs: boolean): boolean {
  const open = refunds.filter((refund) => refund.state !== "done" && !refund.givenUpAt);
  if (state === "ordered") return open.some((refund) => refund.state === "failed");
  const isPartBack = refunds.some((refund) => refund.state === "done");
  return (
    state === "refund_failed" && open.every((refund) => refund.state === "failed") && (isPartBack || runs)
  );
}

function deedsOfDiscrepancy({ kind, state, method, closedAt }: Discrepancy): Deed[] {
  if (closedAt || (state !== "open" && state !== "refund_failed")) return [];
  const isMoney = method !== null && (kind === "second_charge" || kind === "unmatched_money");
  return isMoney ? ["close", "refund"] : ["close"];
}

/** Whether a person may say that it was sent by hand: no request to a provider about it is under way, or may be. */
export function isMarkable({ state, givenUpAt, id }: Refund, attempts: Known["attempts"]): boolean {
  if (givenUpAt) return false;
  if (state !== "unknown") return state === "due" || state === "failed";
  const latest = attempts.findLast(({ refundId, way }) => refundId === id && way === "provider");
  return !latest || Date.now() - latest.startedAt.getTime() > ANSWER_MAX * 60_000;
}
