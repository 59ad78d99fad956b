import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Actor } from "../platform/audit/actor.server.ts";
import type { Value } from "../platform/database/compiled.server.ts";
import type { Db, Tx } from "../platform/database/db.server.ts";
import { type ORDER_EVENTS, orderEvents } from "./tables.server.ts";

type Kind = (typeof ORDER_EVENTS)[number];

/** The kinds of events that shoppers see; the others are internal. */
const PUBLIC: ReadonlySet<Kind> = new Set(["placed", "paid", "step", "cancel", "refund"]);

type OrderEvent = {
  kind: Kind;
  by?: Actor | undefined;
  note?: string | undefined;
  /** The Idempotency-Key of who wrote it. */
  key?: string | undefined;
};
/** With the status before and after, and a condition that excludes orders, as SQL over the rows it is written for. */
type RowEvent = Omit<OrderEvent, "key" | "note"> & {
  note?: Value<string> | undefined;
  from?: SQL;
  to?: SQL;
  when?: SQL;
};

/**
 * A part of a statement that writes events, in the order given, for each order of its part `rows`, which has their ids: so that
 * history and change are committed together.
 */
export function eventsFor(tx: Tx | Db, rows: string, events: RowEvent[]) {
  return tx.$with("events", {}).as(insertEvents(rows, events));
}

/** The same as the INSERT that ends a statement. */
export function insertEvents(rows: string, events: RowEvent[]): SQL {
  const selects = events.map(({ from, to, when, ...event }) => {
    const { kind, note, byId, byName, public: isPublic } = columnsOf(event);
    return sql`select id, ${kind}, ${from ?? sql`null`}, ${to ?? sql`null`}, ${note}::text, ${byId}::text, ${byName}::text,
      ${isPublic}::boolean from ${sql.identifier(rows)} where ${when ?? sql`true`}`;
  });
  return sql`
    insert into ${orderEvents} (order_id, kind, from_status, to_status, note, by_id, by_name, public)
    ${sql.join(selects, sql` union all `)}`;
}

/** Writes an event that changes no status. Returns false where one with its key exists. */
export async function addEvent(tx: Tx, orderId: string, event: OrderEvent): Promise<boolean> {
  const written = await tx
    .insert(orderEvents)
    .values({ orderId, ...columnsOf(event), idempotencyKey: event.key ?? null })
    .onConflictDoNothing()
    .returning({ id: orderEvents.id });
  return written.length > 0;
}

function columnsOf({ kind, by, note }: Pick<RowEvent, "kind" | "by" | "note">) {
  return {
    kind,
    note: note ?? null,
    byId: by?.id ?? null,
    byName: by?.name ?? null,
    public: PUBLIC.has(kind),
  };
}

/** A step as shoppers see it: a status, or that it was paid; `date` is milliseconds since 1970. */
export type OrderStep = { name: string; date: number };

/** The steps of these orders after they were placed, oldest first, by the order's id. Undone ones are not among them. */
export async function stepsOf(db: Db, ids: string[]): Promise<Map<string, OrderStep[]>> {
  const rows = await db
    .select({ id: orderEvents.orderId, kind: orderEvents.kind, to: orderEvents.to, at: orderEvents.at })
    .from(orderEvents)
    .where(
      and(
        inArray(orderEvents.orderId, ids),
        eq(orderEvents.public, true),
        inArray(orderEvents.kind, ["paid", "step", "cancel"]),
      ),
    )
    .orderBy(asc(orderEvents.id));
  const steps = new Map<string, OrderStep[]>();
  for (const { id, kind, to, at } of rows) {
    const name = kind === "paid" ? "Paid" : to;
    if (name) steps.set(id, [...(steps.get(id) ?? []), { name, date: at.getTime() }]);
  }
  return steps;
}
