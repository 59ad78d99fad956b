import { and, asc, eq, or, sql } from "drizzle-orm";
import { EMAIL } from "../../accounts/queries.server.ts";
import { users } from "../../accounts/tables.server.ts";
import type { Db, Tx } from "../../platform/database/db.server.ts";
import { mailsOf } from "../../platform/mail/outbox.server.ts";
import { fieldFault, ShopError } from "../../platform/shop-error.ts";
import { deliveryOfOrder } from "../destination.server.ts";
import { itemsOf, PLACED } from "../queries.server.ts";
import { shortId } from "../rules.ts";
import { orderEvents, orders } from "../tables.server.ts";

/** How the `event` of a mail of the outbox begins; the id of the order, payment or refund it is about follows. */
const MAILS =
  "placed paid shipped delivered cancelled code-ends code-wrong code-rejected refund-due refunded".split(" ");

/** A payment, with its refunds: mails may be about either. */
type Paid = { _id: string; refunds?: { _id: string }[] };
type PaymentsOf<P> = (db: Db, orderId: string) => Promise<P[]>;

/**
 * An order as staff see it; undefined when there is none. `paymentsOf` gives what is to be shown of its payments. Times are
 * milliseconds since 1970, money is whole KES.
 */
export async function findForStaff<P extends Paid>(
  db: Db,
  id: string,
  paymentsOf: PaymentsOf<P> = async () => [],
) {
  const order = await findOrder(db, id);
  if (!order) return undefined;
  const [payments, items, events] = await Promise.all([
    paymentsOf(db, id),
    itemsOf(db, [id]),
    eventsOf(db, id),
  ]);
  const subjects = [
    id,
    ...payments.flatMap(({ _id, refunds = [] }) => [_id, ...refunds.map((back) => back._id)]),
  ];
  const mails = await mailsOf(
    db,
    subjects.flatMap((subject) => MAILS.map((mail) => `${mail}:${subject}`)),
  );
  const notes = events
    .filter(({ kind }) => kind === "note")
    .map(({ at, by, note }) => ({ at, by, text: note ?? "" }));
  const shown = items.map(({ productId, ...item }) => ({ _id: productId, ...item }));
  return { ...order, items: shown, events, mails, notes, payments };
}

/** The order itself, without its payments, lines and events; undefined when there is none. */
export async function findOrder(db: Db, id: string) {
  const [found] = await db
    .select({ order: ORDER, account: EMAIL, guest: sql<boolean>`${users.guestEmail} is not null` })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(and(PLACED, eq(orders.id, id)));
  if (!found) return undefined;
  const { placedAt, ...order } = found.order;
  return {
    ...order,
    delivery: deliveryOfOrder(order),
    shortId: shortId(id),
    date: placedAt.getTime(),
    account: found.account,
    guest: found.guest,
  };
}

const ORDER = {
  _id: orders.id,
  placedAt: orders.placedAt,
  status: orders.status,
  payment: orders.payment,
  refund: orders.refund,
  allRefunded: orders.allRefunded,
  paymentMethod: orders.paymentMethod,
  mpesaCode: orders.mpesaCode,
  subtotal: orders.subtotal,
  deliveryFee: orders.deliveryFee,
  discount: orders.discount,
  coupon: orders.coupon,
  amount: orders.amount,
  owed: orders.owed,
  address: orders.address,
  delivery: orders.delivery,
  courier: orders.courier,
  tracking: orders.tracking,
  version: orders.version,
};

async function eventsOf(db: Db, id: string) {
  const rows = await db
    .select({
      at: orderEvents.at,
      kind: orderEvents.kind,
      from: orderEvents.from,
      to: orderEvents.to,
      note: orderEvents.note,
      by: orderEvents.byName,
      public: orderEvents.public,
    })
    .from(orderEvents)
    .where(eq(orderEvents.orderId, id))
    .orderBy(asc(orderEvents.id));
  return rows.map((row) => ({ ...row, at: row.at.getTime() }));
}

/** The id of an order by its number, whole or as pages show it. @throws ShopError 400 no order has it, or several end with it */
export async function findByNumber(tx: Tx, named: string): Promise<string> {
  const typed = named.trim().replace(/^#/, "").toUpperCase();
  const found = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(or(eq(orders.id, typed), and(sql`${typed} <> ''`, eq(sql`right(${orders.id}, 8)`, typed))))
    .limit(2);
  const [order, another] = found;
  if (another)
    throw fieldFault("order", "Two orders end so: type the whole number, as in the address of its page.");
  if (!order) throw fieldFault("order", "There is no such order. Its number has 8 letters and digits.");
  return order.id;
}

/** @throws ShopError 404 */
export async function lockPlaced(tx: Tx, id: string) {
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(PLACED, eq(orders.id, id)))
    .for("update");
  if (!order) throw new ShopError(404, "There is no such order.");
  return order;
}
