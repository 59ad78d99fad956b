import { and, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import type { PgInsertValue, PgUpdateSetSource } from "drizzle-orm/pg-core";
import { freeUses } from "../../ordering/coupons/coupon-uses.server.ts";
import { orders } from "../../ordering/tables.server.ts";
import type { Actor } from "../../platform/audit/actor.server.ts";
import { compiled } from "../../platform/database/compiled.server.ts";
import type { Db, Tx } from "../../platform/database/db.server.ts";
import type { Attempt } from "./provider.server.ts";
import { EVENTS, type State, type StateEvent, statesTaking } from "./state.ts";
import { paymentEvents, payments } from "./tables.server.ts";

type Columns = Omit<PgUpdateSetSource<typeof payments>, "state">;

/** Inserts a payment with the first row of its history. */
export async function insertPayment(tx: Tx | Db, payment: PgInsertValue<typeof payments>): Promise<Attempt> {
  const added = tx.$with("added").as(tx.insert(payments).values(payment).returning());
  const history = tx.$with("history", {}).as(addBegin());
  const [written] = await tx.with(added, history).select().from(added);
  if (!written) throw new Error("the payment was not written");
  return written;
}

/** The columns of an attempt by typed code. `firstLook`: seconds until its first check; `isRefused`: its order was refused. */
export type CodePayment = Pick<
  Attempt,
  "id" | "orderId" | "added" | "amount" | "reference" | "placedFrom" | "warnsAt" | "endsAt"
> & { firstLook: number; isRefused: boolean };

/** Inserts it with the first row of its history. Returns false, and inserts nothing, where its reference exists already. */
export async function insertCodePayment(tx: Tx | Db, payment: CodePayment): Promise<boolean> {
  const { rowCount } = await tx.execute(INSERT_CODE_PAYMENT(payment));
  return rowCount === 1;
}

const INSERT_CODE_PAYMENT = compiled<CodePayment>(
  (row) => sql`
    with added as (
      insert into ${payments} (id, method, state, active, order_id, added, amount, reference, next_check_at, refused_at,
        placed_from, warns_at, ends_at)
      values (${row.id}, 'cod', 'pending', false, ${row.orderId}, ${row.added}, ${row.amount}, ${row.reference},
        now() + make_interval(secs => ${row.firstLook}), case when ${row.isRefused}::boolean then now() end,
        ${row.placedFrom}, ${row.warnsAt}, ${row.endsAt})
      on conflict (reference) do nothing
      returning id, state, reason, code
    )
    ${addBegin()}`,
);

function addBegin(): SQL {
  return addHistory("added", { event: "begin", was: sql`null` });
}

/**
 * The only function that changes a payment's state: applies an event (docs/payments.md, "States") to the payments that `which`
 * selects, sets `columns` in them, and writes their history in the same statement. Where that leaves nobody able to pay an order,
 * its use of a coupon is freed too. Before an event that decides a payment the caller must lock its order: this statement does
 * not see what commits while it waits.
 * `beside`: an SQL value to return with each payment; `by`: who of the staff did it.
 * @returns the payments that took the event, as they are now; one in a state that does not take it is left unchanged
 */
export async function changeState<Beside = null>(
  tx: Tx | Db,
  event: StateEvent,
  which: SQL | undefined,
  columns: Columns = {},
  { beside = sql<Beside>`null`, by }: { beside?: SQL<Beside>; by?: Actor | undefined } = {},
): Promise<(Attempt & { beside: Beside })[]> {
  const before = tx.$with("before").as(
    tx
      .select({ id: payments.id, was: sql<State>`${payments.state}`.as("was") })
      .from(payments)
      .where(and(which, inArray(payments.state, statesTaking(event))))
      .for("update"),
  );
  const changed = tx.$with("changed").as(
    tx
      .update(payments)
      .set({ ...columns, state: nextIn(event) })
      .from(before)
      .where(eq(payments.id, before.id))
      .returning({ ...getTableColumns(payments), was: before.was, beside: beside.as("beside") }),
  );
  // an order without an undecided attempt, as nobody can pay it any more, keeps no use of its coupon
  const freed = freeUses(
    tx,
    sql`(select order_id as id, id as attempt, was, state from changed)`,
    NOBODY_PAYS,
  );
  return tx
    .with(
      before,
      changed,
      tx.$with("history", {}).as(addHistory("changed", { event, was: sql`was`, by })),
      freed,
    )
    .select()
    .from(changed);
}

const UNDECIDED: State[] = [
  "created",
  "submitting",
  "submit_unknown",
  "pending",
  "paid_held",
  "needs_review",
];

const NOBODY_PAYS = sql`ended.was in ${UNDECIDED} and ended.state not in ${UNDECIDED}
  and exists (select from ${orders} o where o.id = ended.id and o.phase <> 'placed')
  and not exists (select from ${payments} other where other.order_id = ended.id and other.id <> ended.attempt
    and other.state in ${UNDECIDED})`;

/** The new state, computed from the row itself: after a wait for another change, state and columns are those of one moment. */
function nextIn(event: StateEvent): SQL {
  const moves = Object.entries(EVENTS[event]).map(([from, to]) => sql`when ${from} then ${to}`);
  return sql`case ${payments.state} ${sql.join(moves, sql` `)} end`;
}

/** Inserts a row of history for each payment of `rows` whose state differs from `was`. */
function addHistory(
  rows: "added" | "changed",
  { event, was, by }: { event: string; was: SQL; by?: Actor | undefined },
): SQL {
  return sql`insert into ${paymentEvents} (payment_id, event, from_state, to_state, note, by_id, by_name)
    select id, ${event}, ${was}, state, coalesce(reason, code), ${by?.id ?? null}::text, ${by?.name ?? null}::text
    from ${sql.identifier(rows)} where state is distinct from ${was}`;
}
