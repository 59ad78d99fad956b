import { and, desc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { inLanguage } from "../../language/language.server.ts";
import type { Actor } from "../../platform/audit/actor.server.ts";
import { writeAudit } from "../../platform/audit/write-audit.server.ts";
import { type Db, pipelined, type Tx, transaction } from "../../platform/database/db.server.ts";
import { enqueueMail, withdrawMail } from "../../platform/mail/outbox.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { changeStatus } from "../change-status.server.ts";
import { emailOfOrder, stepMail } from "../mails/order-mails.server.ts";
import { pickUpOf } from "../order-text.ts";
import { KEEPS_MONEY } from "../queries.server.ts";
import {
  mayFollow,
  STEP_MAILS,
  type Status,
  type StepStatus,
  statusesBefore,
  UNDO_WITHIN,
} from "../rules.ts";
import { orderEvents, orders } from "../tables.server.ts";
import { conflict } from "./change-guard.server.ts";

type Step = {
  id: string;
  to: StepStatus;
  /** The order's version that staff saw; without one, whatever it is now. */
  version?: number | undefined;
  courier?: string | undefined;
  tracking?: string | undefined;
  /** Why the owner has an order packed that is not paid, or shipped though its money is refunded. */
  reason?: string | undefined;
  by: Actor;
  /** The address where the shopper follows an order. */
  trackUrl?: ((id: string) => string) | undefined;
};

/**
 * Moves an order on by one step, as `NEXT_STATUSES` allows. Its mail leaves two minutes later, unless the step is undone. An
 * order that is not paid, or whose money is all refunded, is packed only if the owner gives a reason; the same holds for
 * shipping, or handing over, an order whose money has all been refunded since.
 * @returns the order's new version
 * @throws ShopError 404; 409 `current`, `by`, `at`: its status does not allow the step, another version, or it is not paid
 */
export async function stepOrder(db: Db, step: Step): Promise<{ version: number }> {
  return transaction(db, async (tx) => {
    const { id, to, courier, tracking, reason, by } = step;
    const isForced = by.role === "owner" && reason !== undefined && reason.trim() !== "";
    const [moved] = await changeStatus(
      tx,
      and(isVersion(step), isForced ? undefined : moneyAllows(to), mustBeDelivered(to)),
      {
        kind: "step",
        from: statusesBefore(to),
        to,
        columns: { ...(courier ? { courier } : {}), ...(tracking ? { tracking } : {}) },
        by,
      },
    );
    if (!moved) throw await refusedStep(tx, step);
    await pipelined([
      () =>
        writeAudit(tx, by, {
          action: "order.step",
          subjectKind: "order",
          subjectId: id,
          before: { status: moved.was },
          after: { status: to, ...(courier ? { courier } : {}), ...(tracking ? { tracking } : {}) },
          ...(reason ? { reason } : {}),
        }),
      () => mailStep(tx, moved, step),
    ]);
    return { version: moved.version };
  });
}

function isVersion({ id, version }: Pick<Step, "id" | "version">): SQL | undefined {
  return and(eq(orders.id, id), version === undefined ? undefined : eq(orders.version, version));
}

/** What a step asks of the order's money: to be packed it is paid; to be shipped, or handed over at pick-up, not all is refunded. */
function moneyAllows(to: Status): SQL | undefined {
  if (to === "Packing") return KEEPS_MONEY;
  const isPickedUp = sql`${orders.delivery} -> 'pickUp' is not null`;
  if (to === "Shipped") return sql`(not ${orders.allRefunded} or ${isPickedUp})`;
  return to === "Delivered" ? sql`not (${orders.allRefunded} and ${isPickedUp})` : undefined;
}

/** An order that is picked up cannot be out for delivery. */
function mustBeDelivered(to: Status): SQL | undefined {
  return to === "Out for delivery" ? sql`${orders.delivery} -> 'pickUp' is null` : undefined;
}

async function refusedStep(tx: Tx, { id, to, version }: Step): Promise<ShopError> {
  const refused = await conflict(tx, id, "Somebody has changed this order meanwhile.");
  const current = refused.fields.current as { status: Status; version: number; payment: boolean };
  if (version !== undefined && version !== current.version) return refused;
  return new ShopError(409, whyNoStep(current, to), refused.fields);
}

function whyNoStep({ status, payment }: { status: Status; payment: boolean }, to: Status): string {
  if (!mayFollow(status, to)) return `An order that is "${status}" cannot become "${to}".`;
  if (to === "Out for delivery") return "This order is picked up: nobody brings it.";
  return payment ? "Its money is going back, or is back." : "This order is not paid yet.";
}

type Moved = Awaited<ReturnType<typeof changeStatus>>[number];

async function mailStep(tx: Tx, moved: Moved, { id, to, trackUrl }: Step): Promise<void> {
  const mail = STEP_MAILS[to];
  if (!mail) return;
  const { courier, tracking } = moved;
  const stepped = { id, courier, tracking, pickUp: pickUpOf(moved), trackUrl: trackUrl?.(id) };
  await enqueueMail(tx, {
    event: `${mail}:${id}`,
    to: await emailOfOrder(tx, moved),
    delay: UNDO_WITHIN,
    ...inLanguage(moved.language, () => stepMail(mail, stepped)),
  });
}

/**
 * Undoes the last step of an order, and withdraws its mail: within two minutes, by the person who made it.
 * @returns the order's new version
 * @throws ShopError 404; 409 `current`, `by`, `at`: another version, somebody else's step, none, or too late
 */
export async function undoStep(
  db: Db,
  { id, version, by }: { id: string; version: number; by: Actor },
): Promise<{ version: number }> {
  return transaction(db, async (tx) => {
    const last = await lastMove(tx, id);
    const mail = last?.to ? STEP_MAILS[last.to] : undefined;
    const isOwn =
      last?.kind === "step" && isSame(last, by) && (!mail || (await withdrawMail(tx, `${mail}:${id}`)));
    const [undone] =
      isOwn && last.to && last.from
        ? await changeStatus(tx, and(isVersion({ id, version }), isYoung(last.id)), {
            kind: "undo",
            from: [last.to],
            to: last.from,
            columns: last.to === "Shipped" ? { courier: null, tracking: null } : {},
            by,
          })
        : [];
    if (!undone || !last)
      throw await conflict(tx, id, "Only your own last step can be undone, within two minutes.");
    await pipelined([
      // the shopper does not see a step that was undone
      () => tx.update(orderEvents).set({ public: false }).where(eq(orderEvents.id, last.id)),
      () =>
        writeAudit(tx, by, {
          action: "order.undo",
          subjectKind: "order",
          subjectId: id,
          before: { status: undone.was },
          after: { status: last.from },
        }),
    ]);
    return { version: undone.version };
  });
}

/** The last change of an order's status. */
async function lastMove(tx: Tx, id: string) {
  const [last] = await tx
    .select()
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, id), isNotNull(orderEvents.to)))
    .orderBy(desc(orderEvents.id))
    .limit(1);
  return last;
}

function isSame({ byId, byName }: { byId: string | null; byName: string | null }, { id, name }: Actor) {
  return byId === id && byName === name;
}

/** Checked by the database's clock, as the mail is: while a step can be undone, its mail has not left. */
function isYoung(event: number): SQL {
  return sql`exists (select from ${orderEvents} taken where taken.id = ${event}
    and taken.at > now() - make_interval(secs => ${UNDO_WITHIN}))`;
}

type Versioned = { id: string; version: number };
/** `orders`: those of `done` with their new versions, by which the step can be undone. */
type Outcome = { done: string[]; orders: Versioned[]; refused: { id: string; why: string }[] };

/** Moves orders on, one by one: those that cannot are returned with the reason, and do not stop the others. */
export async function stepOrders(
  db: Db,
  { ids, ...step }: Pick<Step, "to" | "by" | "trackUrl"> & { ids: string[] },
): Promise<Outcome> {
  return oneByOne(
    [...new Set(ids)].map((id) => ({ id })),
    (order) => stepOrder(db, { ...order, ...step }),
  );
}

/** Undoes the last steps of several orders, each as `undoStep` does. */
export async function undoSteps(
  db: Db,
  { orders, by }: { orders: Versioned[]; by: Actor },
): Promise<Outcome> {
  return oneByOne(orders, (order) => undoStep(db, { ...order, by }));
}

async function oneByOne<T extends { id: string }>(
  wanted: T[],
  work: (order: T) => Promise<{ version: number }>,
): Promise<Outcome> {
  const outcome: Outcome = { done: [], orders: [], refused: [] };
  for (const order of wanted) {
    const { id } = order;
    try {
      const { version } = await work(order);
      outcome.done.push(id);
      outcome.orders.push({ id, version });
    } catch (error) {
      if (!(error instanceof ShopError)) throw error;
      outcome.refused.push({ id, why: error.message });
    }
  }
  return outcome;
}
