import { and, count, eq, lt, ne, sql } from "drizzle-orm";
import type { Db } from "../../platform/database/db.server.ts";
import type { Payment } from "../core/provider.server.ts";
import { payments } from "../core/tables.server.ts";
import type { Daraja } from "./daraja.server.ts";
import { fieldsOf, textOf } from "./fields.ts";
import { signature } from "./send-push.server.ts";
import { providerTurns } from "./tables.server.ts";

/**
 * Reserves the next query, for all processes together: Daraja limits how many it answers (docs/payments.md, "Push query").
 * @returns 0, or the seconds until another may be sent
 */
export async function reserveQuery(db: Db, every: number): Promise<number> {
  const next = sql`now() + make_interval(secs => ${every}::double precision)`;
  const taken = await db
    .insert(providerTurns)
    .values({ name: NAME, nextAt: next })
    .onConflictDoUpdate({
      target: providerTurns.name,
      set: { nextAt: next },
      setWhere: sql`${providerTurns.nextAt} <= now()`,
    })
    .returning({ name: providerTurns.name });
  if (taken.length > 0) return 0;
  const [row] = await db
    .select({ wait: sql<string>`extract(epoch from ${providerTurns.nextAt} - now())` })
    .from(providerTurns)
    .where(eq(providerTurns.name, NAME));
  return Math.max(0.1, Number(row?.wait ?? 0));
}

const NAME = "mpesa query";

/**
 * Seconds until a payment that could not reserve a query tries again: the more of them wait, the longer, with random jitter.
 * If all of them tried each time, that would cost more than everything else the shop does.
 */
export async function untilNextTry(
  db: Db,
  { id, callback }: Payment,
  { wait, every }: { wait: number; every: number },
): Promise<number> {
  // a callback has said how this payment ended: it tries again as soon as a query is free
  if (callback !== null) return wait;
  const [others] = await db
    .select({ waiting: count() })
    .from(payments)
    .where(
      and(
        lt(payments.nextCheckAt, sql`now() + interval '5 minutes'`),
        eq(payments.method, "mpesa"),
        ne(payments.id, id),
      ),
    );
  return wait + Math.random() * every * (others?.waiting ?? 0);
}

/** Seconds to pause after M-Pesa said it was asked too often (its sandbox: five in a minute, one at a time). */
const TOO_OFTEN = 12;

/** Keeps all processes from sending queries for a while; returns for how many seconds. */
export async function pauseQueries(db: Db): Promise<number> {
  await db
    .update(providerTurns)
    .set({ nextAt: sql`now() + make_interval(secs => ${TOO_OFTEN})` })
    .where(eq(providerTurns.name, NAME));
  return TOO_OFTEN;
}

/**
 * The ResultCode of a push, whatever the HTTP status of the answer; undefined when none was given, "limited" when we
 * asked too often, "away" when M-Pesa could not answer. It gives neither amount nor receipt.
 */
export async function queryPush(
  daraja: Daraja,
  checkoutRequestId: string,
): Promise<string | "limited" | "away" | undefined> {
  const reply = await daraja.post({
    path: "/mpesa/stkpushquery/v1/query",
    json: { ...signature(daraja.merchant), CheckoutRequestID: checkoutRequestId },
    seconds: 10,
  });
  if (reply.type !== "response") return "away";
  if (reply.status === 429) return "limited";
  const { CheckoutRequestID, ResultCode, errorCode } = fieldsOf(reply.body);
  const error = textOf(errorCode);
  // an HTML page, half an answer, or an error of their own system
  if (error === undefined ? ResultCode === undefined : /^500\.003\./.test(error)) return "away";
  const isOther = CheckoutRequestID !== undefined && CheckoutRequestID !== checkoutRequestId;
  return isOther || errorCode !== undefined ? undefined : textOf(ResultCode);
}
