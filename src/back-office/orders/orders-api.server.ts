import { addNote } from "../../ordering/staff/add-note.server.ts";
import { cancelByStaff } from "../../ordering/staff/cancel-by-staff.server.ts";
import { changeAddress } from "../../ordering/staff/change-address.server.ts";
import { editOrder } from "../../ordering/staff/edit-order.server.ts";
import { findForStaff, findOrder } from "../../ordering/staff/find-order.server.ts";
import { listForStaff } from "../../ordering/staff/list-orders.server.ts";
import { receiptsFor, slipsFor } from "../../ordering/staff/slips.server.ts";
import { stepOrder, stepOrders, undoStep, undoSteps } from "../../ordering/staff/step-order.server.ts";
import { paymentsOfOrder } from "../../payments/staff/list-money.server.ts";
import { orderMoney } from "../../payments/staff/order-money.server.ts";
import type { Actor } from "../../platform/audit/actor.server.ts";
import type { Db } from "../../platform/database/db.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { demandFresh, demandRight } from "../guard-staff.server.ts";
import { may, type Role } from "../rights.ts";
import type { Session } from "../sign-in/staff-session.server.ts";
import type { StaffContext } from "../staff-context.server.ts";
import type { Route } from "../staff-route.server.ts";
import * as contract from "./contract.ts";

/** /api/staff/orders: the list, an order, its steps, notes, address and goods. */
export function ordersApi(route: Route, context: StaffContext): void {
  const { db } = context;
  route(contract.listOrders, { right: "orders.read" }, async ({ query, session }) => {
    if (query.method) demandRight(session.role, "orders.private");
    return listForStaff(db, { ...query, withPrivate: may(session.role, "orders.private") });
  });
  route(contract.showOrder, { right: "orders.read" }, async ({ params, session }) => ({
    order: await orderFor(db, params.id, session.role),
  }));
  route(contract.slips, { right: "orders.read" }, ({ query }) => slipsFor(db, query.ids));
  route(contract.receipts, { right: "orders.private" }, ({ query }) => receiptsFor(db, query.ids));
  stepsApi(route, context);
  changesApi(route, context);
}

function stepsApi(route: Route, context: StaffContext): void {
  const { db, trackUrl } = context;
  const about = { right: "orders.step" } as const;
  route(contract.stepOrder, about, async ({ params: { id }, body, by, session }) => {
    const { version, reason = NO_REASON, confirmed } = body;
    if (body.to === "Cancelled") await cancelFor(context, session, { id, version, reason, confirmed, by });
    else await stepOrder(db, { id, ...body, to: body.to, by, trackUrl });
    return { order: await orderFor(db, id, session.role) };
  });
  route(contract.undoStep, about, async ({ params: { id }, body, by, session }) => {
    await undoStep(db, { id, version: body.version, by });
    return { order: await orderFor(db, id, session.role) };
  });
  route(contract.stepOrders, about, ({ body, by }) => stepOrders(db, { ...body, by, trackUrl }));
  route(contract.undoSteps, about, ({ body, by }) => undoSteps(db, { ...body, by }));
}

/** The audit's reason for a cancellation that came as a step, without a reason. */
const NO_REASON = "no reason was given";

function changesApi(route: Route, context: StaffContext): void {
  const { db, payments } = context;
  const money = orderMoney(payments);
  const note = { right: "orders.note" } as const;
  route(contract.addNote, note, async ({ params: { id }, body, by, session, idempotencyKey: key }) => {
    await addNote(db, { id, text: body.text, by, key });
    return { order: await orderFor(db, id, session.role) };
  });
  const address = { right: "orders.address" } as const;
  route(contract.changeAddress, address, async ({ params: { id }, body, by, session }) => {
    await changeAddress(db, { id, ...body, by, delivery: payments.delivery(), money });
    return { order: await orderFor(db, id, session.role) };
  });
  route(contract.cancelOrder, { right: "orders.cancel" }, async ({ params: { id }, body, by, session }) => {
    await cancelFor(context, session, { id, ...body, by });
    return { order: await orderFor(db, id, session.role) };
  });
  const edit = { right: "orders.edit", money: true } as const;
  route(contract.editOrder, edit, async ({ params: { id }, body, by, session }) => {
    const { difference } = await editOrder(db, { id, ...body, by, delivery: payments.delivery(), money });
    return { order: await orderFor(db, id, session.role), difference };
  });
}

/** An order as a role may see it. @throws ShopError 404 */
async function orderFor(db: Db, id: string, role: Role) {
  const isPrivate = may(role, "orders.private");
  const found = await findForStaff(db, id, isPrivate ? paymentsOfOrder : undefined);
  if (!found) throw new ShopError(404, "There is no such order.");
  if (isPrivate) return found;
  const { email: _, ...address } = found.address ?? {};
  const hidden = { account: undefined, paymentMethod: undefined, mpesaCode: null, mails: [] };
  return { ...found, ...hidden, address: found.address && address };
}

type Cancel = {
  id: string;
  version: number;
  reason: string;
  confirmed?: boolean | string | undefined;
  by: Actor;
};

/**
 * Cancels an order; also called for a step to "Cancelled". @throws ShopError as cancelByStaff; 409 `confirm` until a paid one is
 * confirmed; 403 `right`, or `code`: it is paid, and the second factor was given too long ago
 */
async function cancelFor(
  { db, payments, trackUrl }: StaffContext,
  session: Session,
  cancel: Cancel,
): Promise<void> {
  demandRight(session.role, "orders.cancel");
  const givesBack = may(session.role, "orders.cancel-paid");
  // otherwise an order that was paid meanwhile would be refunded without the right, or without a fresh second factor
  const unpaidOnly = !givesBack || !session.fresh;
  if (givesBack && (await findOrder(db, cancel.id))?.payment) demandFresh(session);
  await cancelByStaff(db, { ...cancel, money: orderMoney(payments), trackUrl, unpaidOnly });
}
