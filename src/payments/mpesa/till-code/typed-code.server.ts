import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { orders } from "../../../ordering/tables.server.ts";
import { compiled, type Value } from "../../../platform/database/compiled.server.ts";
import type { Tx } from "../../../platform/database/db.server.ts";
import { addJob } from "../../../platform/jobs/jobs.server.ts";
import { codeHoursNow } from "../../../settings/current-settings.server.ts";
import { UNFOUND_CODES } from "../../../shop.ts";
import { type CodePayment, changeState, insertCodePayment } from "../../core/change-state.server.ts";
import { countsTowardsLimitsOf } from "../../core/limit-scope.server.ts";

import { noteMismatch } from "../../core/queries.server.ts";
import { HAS_ENDED_ORDER, payments, UNFOUND } from "../../core/tables.server.ts";
import { transactions } from "../../transactions/tables.server.ts";
import { addWakingHours } from "./waking-hours.ts";

/** A code typed to pay an order of `amount` KES; `here`: what came to the till under it so far, in KES. */
export type TypedCode = {
  id: string;
  userId: string;
  code: string;
  here: number | null;
  orderId: string;
  /** The order had a code already. */
  added: boolean;
  amount: number;
  /** The hash of the network address that the order was placed from. */
  placedFrom: string | null;
} & Ends;

/** When its shopper is warned, and when its order ends; null where it has no such time. */
export type Ends = { warnsAt: Date | null; endsAt: Date | null };

/** Of a code typed now (milliseconds) where only the owner can look: after so many hours in which somebody may have looked. */
export function endsFrom(now: number): Ends {
  const hours = codeHoursNow();
  return {
    warnsAt: new Date(addWakingHours(now, hours - UNFOUND_CODES.warnedBefore)),
    endsAt: new Date(addWakingHours(now, hours)),
  };
}

/** The payment that a typed code promises, as it is written at first. */
function newPayment(typed: TypedCode, isRefused: boolean): CodePayment {
  return { ...columnsOf(typed), isRefused, firstLook: firstLook(typed) };
}

function columnsOf(typed: TypedCode) {
  const { id, orderId, added, amount, placedFrom, warnsAt, endsAt } = typed;
  return { id, orderId, added, amount, placedFrom, warnsAt, endsAt, reference: referenceOf(typed) };
}

function referenceOf({ code }: TypedCode): string {
  return `till:${code}`;
}

/**
 * Seconds before M-Pesa is asked about a code: by then it has reported most of the money without being asked. Money that comes
 * at the very moment of the order is also found then.
 */
const FIRST_LOOK = 15;

/** Seconds until its money is first looked for. */
function firstLook({ here }: TypedCode): number {
  return here === null ? FIRST_LOOK : 0;
}

/** Adds a job for a code whose money is here; any other is checked when that is due. */
export async function lookAtOnce(tx: Tx, id: string, here: number | null): Promise<void> {
  if (here !== null) await addJob(tx, "payment", id);
}

/** Most unfound codes of refused orders, of one shopper and of one network address, as anybody can make up codes. */
const REFUSED_CODES = { ofShopper: 5, ofAddress: 20 };

/**
 * Stores the code of an order that is refused for a limit on codes, as its money may be at the till: it is looked for, and
 * the owner decides about it. Once per code; under the lock of the shopper's account. `addOrder` writes the order that was
 * refused, so that the owner sees for which goods the money was.
 */
export async function storeRefusedCode(
  tx: Tx,
  typed: TypedCode,
  addOrder?: () => Promise<void>,
): Promise<void> {
  const waiting = (whose: SQL) => tx.$count(payments, and(whose, isNotNull(payments.refusedAt), UNFOUND));
  if ((await waiting(countsTowardsLimitsOf(typed.userId))) >= REFUSED_CODES.ofShopper) return;
  if ((await waiting(eq(payments.placedFrom, typed.placedFrom ?? ""))) >= REFUSED_CODES.ofAddress) return;
  if (await tx.$count(payments, eq(payments.reference, referenceOf(typed)))) return;
  await addOrder?.();
  const added = await insertCodePayment(tx, newPayment(typed, true));
  if (added) await lookAtOnce(tx, typed.id, typed.here);
}

/**
 * Inserts the payment that a code promises; where its order was refused before, that payment (`refusedId`) becomes this one.
 * Returns false where another shopper has typed the same code meanwhile.
 */
export async function writeTypedCode(tx: Tx, typed: TypedCode, refusedId: string | null): Promise<boolean> {
  if (refusedId) return reuseRefusedCode(tx, typed);
  return insertCodePayment(tx, newPayment(typed, false));
}

async function reuseRefusedCode(tx: Tx, typed: TypedCode): Promise<true> {
  await noteMismatch(tx, typed.id, "its order was refused, and it was typed again");
  await changeState(tx, "retype", eq(payments.id, typed.id), {
    ...columnsOf(typed),
    // the columns that a new payment has
    method: "cod",
    active: false,
    nextCheckAt: sql`now() + make_interval(secs => ${firstLook(typed)})`,
    // `typedAt` keeps the first time, so that money paid then is not late; `createdAt` gives the new order a day of its own
    typedAt: sql`coalesce(${payments.typedAt}, ${payments.createdAt})`,
    createdAt: sql`now()`,
    refusedAt: null,
    warnedAt: null,
    reason: null,
    leaseUntil: null,
  });
  return true;
}

/** The code of a refused order that neither the owner nor M-Pesa has ended. */
export const IS_REFUSED_CODE = sql<boolean>`(${payments.refusedAt} is not null and ${payments.state} in ('pending', 'needs_review', 'paid_held'))`;

/**
 * `isReceipt`: the code is the receipt of a payment we have; `here`: what came to the till under it so far, in KES; `refusedId`:
 * the payment of this shopper's refused order by it, which is locked; `endedOrder`: this shopper's order by it that ended because
 * nobody found its money; `now`: the database's time in milliseconds since 1970.
 */
export async function findTypedCode(tx: Tx, userId: string, code: string): Promise<KnownCode> {
  const { rows } = await tx.execute<KnownCode>(TYPED_CODE({ userId, code }));
  const [found] = rows;
  if (!found) throw new Error("a select without FROM gave no row");
  return found;
}

const IS_RECEIPT = (code: Value<string>) =>
  sql`(${transactions.provider} = 'mpesa' and ${transactions.receipt} = ${code})`;

/** It has paid an attempt, or the owner allocated it to an order. */
const IS_TAKEN = sql`(${transactions.allocated} > 0
  or exists (select from ${payments} its where its.transaction_id = ${transactions.id}))`;

const TYPED_CODE = compiled<{ userId: string; code: string }>(
  ({ userId, code }) => sql`
    select exists(select from ${transactions} where ${IS_RECEIPT(code)} and ${IS_TAKEN}) as "isReceipt",
      (select ${transactions.amount} from ${transactions} where ${IS_RECEIPT(code)} and ${transactions.verified}
        and ${transactions.unallocated} = ${transactions.amount} and ${transactions.closedAt} is null) as here,
      (select ${payments.id} from ${payments} join ${orders} on ${orders.id} = ${payments.orderId} where ${payments.typedCode} = ${code}
        and ${orders.userId} = ${userId} and ${IS_REFUSED_CODE} for update of payments) as "refusedId",
      (select ${payments.orderId} from ${payments} join ${orders} on ${orders.id} = ${payments.orderId} where ${payments.typedCode} = ${code}
        and ${orders.userId} = ${userId} and ${HAS_ENDED_ORDER}) as "endedOrder",
      floor(extract(epoch from now()) * 1000)::float8 as now`,
);

export type KnownCode = {
  isReceipt: boolean;
  here: number | null;
  refusedId: string | null;
  endedOrder: string | null;
  now: number;
};
