import { acceptPaid, checkNow, closeUnpaid } from "../../payments/staff/act-on-attempt.server.ts";
import { closeByStaff, tryAgain } from "../../payments/staff/act-on-exception.server.ts";
import { closeMoney, refundMoney } from "../../payments/staff/act-on-money.server.ts";
import { checkRefund, markRefunded, repeatByStaff } from "../../payments/staff/act-on-refund.server.ts";
import { allocateMoney } from "../../payments/staff/allocate-money.server.ts";
import { listMoney, shownRefundState } from "../../payments/staff/list-money.server.ts";
import { listExceptions } from "../../payments/staff/needs-decision.server.ts";
import type { Http } from "../../platform/http/http.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import type { StaffContext } from "../staff-context.server.ts";
import { staffRoutes } from "../staff-route.server.ts";
import * as contract from "./contract.ts";
import { findMoneyFor, withoutNulls } from "./find-money.server.ts";

const tag = "money";
const read = { tag, right: "payments.read" } as const;
const decide = { tag, right: "payments.decide", money: true } as const;
const refunds = { tag, right: "refunds", money: true } as const;

/** /api/staff/money and /api/staff/attempts: every sum that came, and what only a person can decide. */
export function moneyApi(http: Http, context: StaffContext): void {
  const { db } = context;
  const route = staffRoutes(http, context);
  route(contract.listMoney, read, async ({ query: { needs, ...query } }) => {
    const { rows, ...totals } = await listMoney(db, { ...query, open: needs === "decision" });
    return { rows: rows.map(withoutNulls), ...totals };
  });
  route(contract.listExceptions, read, async () => ({
    rows: (await listExceptions(db)).map(withoutEmpty),
  }));
  route(contract.showMoney, read, async ({ params: { id }, session }) => {
    const found = await findMoneyFor(context.payments, id, session.role);
    if (!found) throw new ShopError(404, "There is no such payment.");
    return found;
  });
  sumCalls(http, context);
  refundCalls(http, context);
  attemptCalls(http, context);
  exceptionCalls(http, context);
}

function withoutEmpty(row: Awaited<ReturnType<typeof listExceptions>>[number]) {
  const { amount, receipt, order, transaction, ...exception } = row;
  return {
    ...exception,
    ...(amount !== null && { amount }),
    ...(receipt && { receipt }),
    ...(order && { order }),
    ...(transaction && { money: transaction }),
  };
}

function sumCalls(http: Http, context: StaffContext): void {
  const { payments } = context;
  const route = staffRoutes(http, context);
  route(contract.refundMoney, refunds, async ({ params, body, by, idempotencyKey: key }) => {
    const { id, amount, state, way } = await refundMoney(payments, params.id, {
      ...body,
      by,
      ...(key ? { key } : {}),
    });
    return { refund: { _id: id, amount, state: shownRefundState(state), method: way } };
  });
  route(contract.closeMoney, decide, async ({ params, body, by }) => {
    await closeMoney(payments, params.id, { ...body, by });
    return {};
  });
  route(contract.allocateMoney, decide, async ({ params, body, by }) => {
    await allocateMoney(payments, params.id, { ...body, by });
    return {};
  });
}

function refundCalls(http: Http, context: StaffContext): void {
  const { payments } = context;
  const route = staffRoutes(http, context);
  route(
    contract.checkRefund,
    { tag, right: "payments.check" },
    async ({ params: { id: money, refund }, by }) => ({
      state: shownRefundState(await checkRefund(payments, { money, refund, by })),
    }),
  );
  route(contract.repeatRefund, refunds, async ({ params: { id: money, refund }, body, by }) => {
    const { firstFailed = false, confirmed } = body ?? {};
    await repeatByStaff(payments, { money, refund, firstFailed, confirmed, by });
    return {};
  });
  route(contract.refundDone, refunds, async ({ params: { id: money, refund }, body, by }) => {
    await markRefunded(payments, { money, refund, code: body?.code, confirmed: body?.confirmed, by });
    return {};
  });
}

function attemptCalls(http: Http, context: StaffContext): void {
  const { payments } = context;
  const route = staffRoutes(http, context);
  route(contract.checkAttempt, { tag, right: "payments.check" }, async ({ params, by }) => {
    const { isAsked } = await checkNow(payments, params.id, by);
    return { message: isAsked ? "The provider was asked." : "The provider could not be asked just now." };
  });
  route(contract.attemptPaid, decide, async ({ params, body, by }) => {
    await acceptPaid(payments, params.id, { ...body, by });
    return {};
  });
  route(contract.attemptUnpaid, decide, async ({ params, body, by }) => {
    await closeUnpaid(payments, params.id, { reason: body.reason, by });
    return {};
  });
}

function exceptionCalls(http: Http, context: StaffContext): void {
  const { payments } = context;
  const route = staffRoutes(http, context);
  route(contract.closeException, decide, async ({ params, body, by }) => {
    await closeByStaff(payments, params.id, { reason: body.reason, by });
    return {};
  });
  route(contract.tryAgain, decide, async ({ params, by }) => {
    await tryAgain(payments, params.id, by);
    return {};
  });
}
