import { z } from "zod";
import type { Db } from "../platform/database/db.server.ts";
import { SIGNED_IN } from "../platform/http/docs.server.ts";
import type { Http } from "../platform/http/http.server.ts";
import { refused, text } from "../platform/input.ts";
import { ShopError } from "../platform/shop-error.ts";
import * as contract from "./contract.ts";
import { type ExpectPayment, type NoteCode, type Noted, placeOrder } from "./place-order.server.ts";
import { listOrders } from "./queries.server.ts";
import { type Method, TEXTS } from "./rules.ts";

const about = { tags: ["orders"], security: SIGNED_IN };
const headers = z.object({ "idempotency-key": text(255).min(1).optional() });

type Parts = {
  db: Db;
  methods: readonly Method[];
  expectPayment: ExpectPayment;
  noteCode: NoteCode;
  /** A shopper's payments that are no order yet, newest first: those that wait for a person, and those under way. */
  listUnsettled: (
    db: Db,
    userId: string,
  ) => Promise<{ held: contract.HeldPayment[]; underWay: contract.PaymentUnderWay[] }>;
  /** Until when M-Pesa must know the typed code of a shopper's order, in milliseconds since 1970, by the order's id. */
  codesUntil: (db: Db, userId: string) => Promise<Map<string, number>>;
};

const CODE_NOTED: Record<Noted, string> = {
  paid: "This order is already paid. We have noted your code: if its money reached us too, we will refund it.",
  unpaid: "We have noted this code for your order too. It is paid once we find the money of one of them.",
  cancelled: "This order was cancelled. We have noted your code: if its money reached us, we will refund it.",
};

/** POST /api/order/* (specification §7). */
export function orderingApi(http: Http, parts: Parts) {
  const { db, methods, expectPayment, noteCode, listUnsettled, codesUntil } = parts;
  http.post(
    contract.placeOrder.path,
    {
      schema: {
        ...about,
        summary: "Place a cash-on-order order, once per Idempotency-Key and per code",
        headers,
        body: contract.placeOrder.body,
        response: { 200: contract.placeOrder.answer, "4xx": refused },
      },
    },
    async (request) => {
      if (!methods.includes("cod")) throw new ShopError(409, TEXTS.codOff);
      const { orderId, noted } = await placeOrder(db, {
        userId: request.userId,
        idempotencyKey: request.headers["idempotency-key"],
        body: request.body,
        expectPayment,
        noteCode,
      });
      if (!noted) return { success: true as const, message: "Order placed", orderId };
      return { success: true as const, message: CODE_NOTED[noted], orderId, noted: true as const };
    },
  );

  for (const path of contract.userOrders.paths) {
    http.post(
      path,
      {
        schema: {
          ...about,
          summary: "My orders, newest first, 50 to a page; and my payments that are none yet",
          body: contract.userOrders.body,
          response: { 200: contract.userOrders.answer, "4xx": refused },
        },
      },
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
          success: true as const,
          message: "Orders found",
          orders,
          ...(held.length > 0 ? { held } : {}),
          ...(underWay.length > 0 ? { underWay } : {}),
        };
      },
    );
  }
}
