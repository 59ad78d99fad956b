import type { PaymentContext } from "../../payments/core/payment-context.server.ts";
import { findPayment } from "../../payments/core/queries.server.ts";
import { acceptPayment, checkNow, closePayment } from "../../payments/staff/counter-deeds.server.ts";
import { confirmRefunded } from "../../payments/staff/mark-refunded.server.ts";
import {
  type RefundStanding,
  type RefundWish,
  refundPayment,
} from "../../payments/staff/refund-payment.server.ts";
import { listForStaff, showToStaff } from "../../payments/staff/staff-list.server.ts";
import { closeByStaff } from "../../payments/staff/staff-money.server.ts";
import { refundByStaff } from "../../payments/staff/staff-refund.server.ts";
import type { Actor } from "../../platform/audit/actor.server.ts";
import type { Http } from "../../platform/http/http.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import type { StaffContext } from "../staff-context.server.ts";
import { staffRoutes } from "../staff-route.server.ts";
import * as contract from "./contract.ts";
import { findPaymentFor, findRefundBeside } from "./find-payment.server.ts";

const tag = "payments";

/** /api/staff/payments: what only a person can decide, and every payment. */
export function paymentsApi(http: Http, context: StaffContext): void {
  const route = staffRoutes(http, context);
  const { db } = context;
  route(
    contract.listPayments,
    { tag, right: "payments.read", summary: "Payments in doubt, money that fits none, refunds, or all" },
    async ({ query: { which, after, limit } }) => {
      const { rows, total, next = null } = await listForStaff(db, which, { after, limit });
      const shown = rows.map(({ id, ofId, createdAt, account: _, ...row }) => ({
        ...row,
        // a refund is shown with what it gives back
        _id: ofId ?? id,
        ...(ofId ? { refundId: id } : {}),
        date: createdAt.getTime(),
      }));
      return { rows: shown, next, ...(which === "all" ? {} : { total }) };
    },
  );
  route(
    contract.showPayment,
    {
      tag,
      right: "payments.read",
      summary: "A payment with its history, refunds and, for the owner, raw messages",
    },
    async ({ params, session }) => {
      const payment = await findPaymentFor(context.payments, params.id, session.role);
      if (!payment) throw new ShopError(404, "There is no such payment.");
      return { payment };
    },
  );
  decisionsApi(http, context);
  refundsApi(http, context);
}

function decisionsApi(http: Http, context: StaffContext): void {
  const route = staffRoutes(http, context);
  const { payments } = context;
  const decide = { tag, right: "payments.decide", money: true } as const;
  route(
    contract.checkPayment,
    { tag, right: "payments.check", summary: "Ask the provider now how a payment went" },
    async ({ params, by }) => {
      const { isAsked } = await checkNow(payments, params.id, by);
      return {
        message: isAsked ? "The provider was asked." : "The provider is being asked, or cannot be asked now.",
      };
    },
  );
  route(
    contract.acceptPayment,
    { ...decide, summary: "The money was seen: the payment becomes its order" },
    async ({ params, body, by }) => {
      await acceptPayment(payments, params.id, { ...body, by });
      return {};
    },
  );
  route(
    contract.closePayment,
    { ...decide, summary: "No money came: what was kept for it is free again" },
    async ({ params, body, by }) => {
      await closeMoney(payments, params.id, { ...body, by });
      return {};
    },
  );
}

function refundsApi(http: Http, context: StaffContext): void {
  const route = staffRoutes(http, context);
  const { db, payments } = context;
  const about = { tag, right: "refunds", money: true } as const;
  route(
    contract.refundPayment,
    { ...about, summary: "Give money back, all or a part; named lines go back on the shelf once it is back" },
    async ({ params, body, by, idempotencyKey }) => {
      const refund = await refundMoney(payments, params.id, { ...body, by, key: idempotencyKey });
      return { refund: standing(refund) };
    },
  );
  route(
    contract.markRefunded,
    { ...about, summary: "It was given back by hand, under this code" },
    async ({ params, body, by }) => {
      const known = await showToStaff(db, params.id);
      if (!known?.refunds.some(({ id }) => id === body.refund))
        throw new ShopError(404, "There is no such refund.");
      const refund = standing(await confirmRefunded(payments, body.refund, { code: body.code, by }));
      return { refund };
    },
  );
}

/** A payment is closed; so is what was noted beside all payments, and money at the till. */
async function closeMoney(
  context: PaymentContext,
  id: string,
  { reason, by }: { reason: string; by: Actor },
) {
  if (await findPayment(context.db, id)) await closePayment(context, id, { reason, by });
  else if (!(await closeByStaff(context, id, reason, by))) throw decided();
}

/** Likewise given back. */
async function refundMoney(context: PaymentContext, id: string, wish: RefundWish): Promise<RefundStanding> {
  if (await findPayment(context.db, id)) return refundPayment(context, id, wish);
  const { amount, receipt, reason, by } = wish;
  if (!(await refundByStaff(context, id, reason, { amount, receipt }, by))) throw decided();
  const refund = await findRefundBeside(context.db, id);
  if (!refund) throw decided();
  return refund;
}

function decided(): ShopError {
  return new ShopError(409, "There is nothing to decide about it any more.");
}

function standing({ id, state, way, amount }: RefundStanding) {
  return { _id: id, state, way, amount };
}
