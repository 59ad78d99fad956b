import type { Db } from "../../platform/database/db.server.ts";
import type { Http } from "../../platform/http/http.server.ts";
import { route } from "../../platform/http/route.server.ts";
import * as contract from "../contract.ts";
import type { MailLinks } from "../mails/mail-links.server.ts";
import { listAddresses, removeAddress } from "../saved-addresses.server.ts";
import { findOwnOrder, listOrders } from "./list-orders.server.ts";

const about = { tag: "orders", signedIn: true } as const;

export type MyOrdersParts = {
  db: Db;
  links: MailLinks | undefined;
  /** A shopper's payments that have no order yet, newest first: those that staff must look at, and those under way. */
  listUnsettled: (
    db: Db,
    userId: string,
  ) => Promise<{ held: contract.HeldPayment[]; underWay: contract.PendingPayment[] }>;
  /** By the order's id: until when the money of its typed code must be found, in milliseconds since 1970. */
  codesUntil: (db: Db, userId: string) => Promise<Map<string, number>>;
  /** What is known of the money of these orders, by the order's id. */
  moneyOf: (db: Db, orderIds: string[]) => Promise<Map<string, OrderMoney>>;
};

/** The verified receipt of an order's money; and that the right M-Pesa code is asked for, the order being kept `until` then. */
type OrderMoney = { receipt: string | null; codeAsked: { until: number | null } | undefined };

/** POST /api/order/userOrders (specification §7), and a shopper's saved addresses. */
export function myOrdersApi(http: Http, parts: MyOrdersParts): void {
  const { db, listUnsettled } = parts;
  for (const spelling of [contract.userOrders, contract.userOrdersLowerCase]) {
    route(http, spelling, about, async ({ userId, body }) => {
      // before the orders: a payment that becomes one meanwhile is then in both lists, rather than in neither
      const { held, underWay } = await listUnsettled(db, userId);
      const page = await listOrders(db, userId, body?.page ?? 1);
      const isOnPage = page.some(({ _id }) => _id === body?.order);
      const other = body?.order && !isOnPage ? await findOwnOrder(db, userId, body.order) : undefined;
      const withMoney = await moneyAdder(parts, userId, other ? [...page, other] : page);
      return {
        message: "Orders found",
        orders: page.map(withMoney),
        ...(other && { order: withMoney(other) }),
        ...(held.length > 0 && { held }),
        ...(underWay.length > 0 && { underWay }),
      };
    });
  }

  route(http, contract.savedAddresses, about, async ({ userId }) => ({
    message: "Addresses found",
    addresses: await listAddresses(db, userId),
  }));

  route(http, contract.removeAddress, about, async ({ userId, body }) => {
    await removeAddress(db, userId, body.id);
    return { message: "Address removed" };
  });
}

/** A function that adds to one of these orders what is known of its money. */
async function moneyAdder(
  { db, links, codesUntil, moneyOf }: MyOrdersParts,
  userId: string,
  listed: contract.Order[],
) {
  const until = await codesUntil(db, userId);
  const money = await moneyOf(
    db,
    listed.map(({ _id }) => _id),
  );
  return (order: contract.Order): contract.Order => {
    const { receipt, codeAsked } = money.get(order._id) ?? {};
    const codeUntil = until.get(order._id);
    return {
      ...order,
      ...(codeUntil !== undefined && { codeUntil }),
      ...(receipt && { receipt }),
      ...(codeAsked && {
        codeAsked: { until: codeAsked.until ?? undefined, url: links?.track(order._id) },
      }),
    };
  };
}
