import type { Db } from "../platform/database/db.server.ts";
import type { Http } from "../platform/http/http.server.ts";
import { route } from "../platform/http/route.server.ts";
import { ShopError } from "../platform/shop-error.ts";
import * as contract from "./contract.ts";
import type { MailLinks } from "./mail-links.server.ts";
import { type ExpectPayment, type NoteCode, type Noted, placeOrder } from "./place-order.server.ts";
import { listOrders } from "./queries.server.ts";
import { type Method, ORDER_TEXTS } from "./rules.ts";

const about = { tag: "orders", signedIn: true } as const;

type Parts = {
  db: Db;
  methods: readonly Method[];
  expectPayment: ExpectPayment;
  noteCode: NoteCode;
  links: MailLinks | undefined;
  /** A shopper's payments that are no order yet, newest first: those that wait for a person, and those under way. */
  listUnsettled: (
    db: Db,
    userId: string,
  ) => Promise<{ held: contract.HeldPayment[]; underWay: contract.PendingPayment[] }>;
  /** Until when M-Pesa must know the typed code of a shopper's order, in milliseconds since 1970, by the order's id. */
  codesUntil: (db: Db, userId: string) => Promise<Map<string, number>>;
};

/** What is said when another code was stored for an order. */
export const CODE_NOTED: Record<Noted, string> = {
  paid: "This order is already paid. We have noted your code: if its money reached us too, we will refund it.",
  unpaid: "We have noted this code for your order too. It is paid once we find the money of one of them.",
  cancelled: "This order was cancelled. We have noted your code: if its money reached us, we will refund it.",
};

/** POST /api/order/* (specification §7). */
export function orderingApi(http: Http, parts: Parts) {
  const { db, methods, expectPayment, noteCode, links, listUnsettled, codesUntil } = parts;
  route(
    http,
    contract.placeOrder,
    { ...about, summary: "Place a cash-on-order order, once per Idempotency-Key and per code" },
    async ({ userId, headers, body }) => {
      if (!methods.includes("cod")) throw new ShopError(409, ORDER_TEXTS.codOff);
      const { orderId, noted } = await placeOrder(db, {
        userId,
        idempotencyKey: headers["idempotency-key"],
        body,
        expectPayment,
        noteCode,
        links,
      });
      if (!noted) return { message: "Order placed", orderId };
      return { message: CODE_NOTED[noted], orderId, noted: true as const };
    },
  );

  for (const spelling of [contract.userOrders, contract.userOrdersLowerCase]) {
    route(
      http,
      spelling,
      { ...about, summary: "My orders, newest first, 50 to a page; and my payments that are none yet" },
      async ({ userId, body }) => {
        // before the orders: what becomes one meanwhile is then in both, and not in neither
        const { held, underWay } = await listUnsettled(db, userId);
        const found = await listOrders(db, userId, body?.page ?? 1);
        const until = await codesUntil(db, userId);
        const orders = found.map((order) => {
          const codeUntil = until.get(order._id);
          return codeUntil === undefined ? order : { ...order, codeUntil };
        });
        return {
          message: "Orders found",
          orders,
          ...(held.length > 0 ? { held } : {}),
          ...(underWay.length > 0 ? { underWay } : {}),
        };
      },
    );
  }
}
