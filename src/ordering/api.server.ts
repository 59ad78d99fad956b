import type { SQL } from "drizzle-orm";
import { countEmailTaken, rememberOrdered } from "../accounts/guest/count-email.server.ts";
import { findSignedIn } from "../accounts/sign-in/session.server.ts";
import type { DeliverySettings } from "../delivery/rules.ts";
import type { Db } from "../platform/database/db.server.ts";
import type { Http } from "../platform/http/http.server.ts";
import { addressKey, hashedAddress, type Limits } from "../platform/http/limits.server.ts";
import { route } from "../platform/http/route.server.ts";
import { refused } from "../platform/input.ts";
import { ShopError } from "../platform/shop-error.ts";
import * as contract from "./contract.ts";
import { limitGuesses } from "./coupons/limit-guesses.server.ts";
import { readDestination } from "./destination.server.ts";
import type { MailLinks } from "./mail-links.server.ts";
import { findOwnOrder, listOrders } from "./my-orders/list-orders.server.ts";
import { type ExpectPayment, type NoteCode, type Noted, placeOrder } from "./place-order.server.ts";
import { quoteOrder } from "./quote.server.ts";
import { type Method, ORDER_TEXTS } from "./rules.ts";

const about = { tag: "orders", signedIn: true } as const;

export type OrderingParts = {
  db: Db;
  limits: Limits;
  /** Those on offer now; and whether this server is set up for typed codes, which the owner may have switched off. */
  methods: () => readonly Method[];
  takesCodes: boolean;
  /** What delivery costs by now. */
  delivery: () => DeliverySettings;
  expectPayment: ExpectPayment;
  noteCode: NoteCode;
  /** A query for the ids of all payments of a checkout, by the name that its browser gave it. */
  paymentsNamed: (checkout: string) => SQL;
  links: MailLinks | undefined;
  /** A shopper's payments that are no order yet, newest first: those that wait for a person, and those under way. */
  listUnsettled: (
    db: Db,
    userId: string,
  ) => Promise<{ held: contract.HeldPayment[]; underWay: contract.PendingPayment[] }>;
  /** Until when M-Pesa must know the typed code of a shopper's order, in milliseconds since 1970, by the order's id. */
  codesUntil: (db: Db, userId: string) => Promise<Map<string, number>>;
  /** What is known of the money of these orders, by the order's id. */
  moneyOf: (db: Db, orderIds: string[]) => Promise<Map<string, OrderMoney>>;
};

/** The verified name of an order's money; and that the right M-Pesa code is asked for, `until` then the order is kept. */
export type OrderMoney = { receipt: string | null; codeAsked: { until: number | null } | undefined };

/** What is said when another code was stored for an order. */
export const CODE_NOTED: Record<Noted, string> = {
  paid: "This order is already paid. We've saved your code: if that money reached us too, we'll refund it.",
  unpaid: "We've added this code to your order. It's paid once we find the money for one of them.",
  cancelled: "This order was cancelled. We've saved your code: if that money reached us, we'll refund it.",
};

/** POST /api/order/* (specification §7). */
export function orderingApi(http: Http, parts: OrderingParts) {
  const { db, methods, takesCodes, delivery, expectPayment, noteCode, links, listUnsettled } = parts;
  const readCoupon = limitGuesses(db, parts.limits);
  route(
    http,
    contract.placeOrder,
    { ...about, summary: "Place a cash-on-order order, once per Idempotency-Key and per code" },
    async ({ userId, headers, body, request }) => {
      if (!takesCodes) throw new ShopError(409, ORDER_TEXTS.codOff);
      const { email } = body.address;
      const { isGuest, ip } = request;
      if (isGuest) await countEmailTaken(parts, { email, userId, address: ip });
      const asked = {
        userId,
        isGuest,
        idempotencyKey: headers["idempotency-key"],
        body,
        coupon: await readCoupon(body.coupon, { userId, place: addressKey(request.ip) }),
        destination: readDestination(delivery(), body),
        expectPayment,
        noteCode,
        links,
        placedFrom: hashedAddress(request.ip),
        // who was shown the till may have paid there: the code is kept for the owner
        closed: methods().includes("cod") ? undefined : new ShopError(409, ORDER_TEXTS.codClosed),
      };
      const { orderId, noted } = await placeOrder(db, asked);
      if (isGuest) await rememberOrdered(parts.limits, email, ip);
      if (!noted) return { message: "Order placed", orderId };
      return { message: CODE_NOTED[noted], orderId, noted: true as const };
    },
  );

  route(
    http,
    contract.quote,
    {
      tag: "orders",
      summary: "What goods come to where they go: subtotal, discount, fee, total and days",
      refusals: { "4xx": refused.loose() },
    },
    async ({ body, headers, request }) => {
      const checkout = headers["idempotency-key"];
      const sharedWith = checkout === undefined ? undefined : parts.paymentsNamed(checkout);
      const userId = body.coupon === undefined ? undefined : await findSignedIn(db, request);
      const coupon = await readCoupon(body.coupon, { userId, place: addressKey(request.ip) });
      const quoted = await quoteOrder(db, delivery(), { ...body, coupon, sharedWith });
      return { message: "Quoted", ...quoted };
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
        const listed = await listOrders(db, userId, body?.page ?? 1);
        const isElsewhere = body?.order && !listed.some(({ _id }) => _id === body.order);
        const asked = isElsewhere ? await findOwnOrder(db, userId, body.order ?? "") : undefined;
        const withMoney = await moneyAdder(parts, userId, asked ? [...listed, asked] : listed);
        return {
          message: "Orders found",
          orders: listed.map(withMoney),
          ...(asked ? { order: withMoney(asked) } : {}),
          ...(held.length > 0 ? { held } : {}),
          ...(underWay.length > 0 ? { underWay } : {}),
        };
      },
    );
  }
}

/** Adds to one of these orders how its money stands. */
async function moneyAdder(
  { db, links, codesUntil, moneyOf }: OrderingParts,
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
      ...(codeUntil === undefined ? {} : { codeUntil }),
      ...(receipt ? { receipt } : {}),
      ...(codeAsked ? { codeAsked: askedAs(codeAsked, links?.track(order._id)) } : {}),
    };
  };
}

function askedAs({ until }: { until: number | null }, url: string | undefined) {
  return { ...(until === null ? {} : { until }), ...(url ? { url } : {}) };
}
