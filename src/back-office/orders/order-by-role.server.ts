import { cancelByStaff } from "../../ordering/staff/cancel-by-staff.server.ts";
import { findForStaff, findOrder } from "../../ordering/staff/find-order.server.ts";
import { orderMoney, paymentsOfOrder } from "../../payments/staff/order-money.server.ts";
import type { Actor } from "../../platform/audit/actor.server.ts";
import type { Db } from "../../platform/database/db.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { demandFresh, demandRight } from "../guard-staff.server.ts";
import { may, type Role } from "../rights.ts";
import type { Session } from "../sign-in/staff-session.server.ts";
import type { StaffContext } from "../staff-context.server.ts";

/** An order as a role may see it. @throws ShopError 404 */
export async function orderFor(db: Db, id: string, role: Role) {
  const isPrivate = may(role, "orders.private");
  const found = await findForStaff(db, id, isPrivate ? paymentsOfOrder : undefined);
  if (!found) throw new ShopError(404, "There is no such order.");
  if (isPrivate) return found;
  const { email: _, ...address } = found.address ?? {};
  const hidden = { account: undefined, paymentMethod: undefined, mpesaCode: null, mails: [] };
  return { ...found, ...hidden, address: found.address && address };
}

type Cancel = { id: string; version: number; reason: string; confirmed?: boolean | undefined; by: Actor };

/**
 * A step to "Cancelled" is this as well.
 * @throws ShopError 409 `confirm` of a paid one, until that is confirmed; 403 `right`, or `code`: it is paid, and the second factor was given too long ago; as cancelByStaff
 */
export async function cancelFor(
  { db, payments, trackUrl }: StaffContext,
  session: Session,
  cancel: Cancel,
): Promise<void> {
  demandRight(session.role, "orders.cancel");
  const givesBack = may(session.role, "orders.cancel-paid");
  // an order that was paid meanwhile is left as it is
  const unpaidOnly = !givesBack || !session.fresh;
  if (givesBack && (await findOrder(db, cancel.id))?.payment) demandFresh(session);
  await cancelByStaff(db, { ...cancel, money: orderMoney(payments), trackUrl, unpaidOnly });
}
