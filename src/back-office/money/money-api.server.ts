import { acceptPaid, checkNow, closeUnpaid } from "../../payments/staff/act-on-attempt.server.ts";
import { closeByStaff, tryAgain } from "../../payments/staff/act-on-exception.server.ts";
import { closeMoney, refundMoney } from "../../payments/staff/act-on-money.server.ts";
import { checkRefund, markRefunded, repeatByStaff } from "../../payments/staff/act-on-refund.server.ts";
import { allocateMoney } from "../../payments/staff/allocate-money.server.ts";
import { listMoney, shownRefundState } from "../../payments/staff/list-money.server.ts";
import { listExceptions, waitingIn } from "../../payments/staff/needs-decision.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import type { StaffContext } from "../staff-context.server.ts";
import type { Route } from "../staff-route.server.ts";
import * as contract from "./contract.ts";
import { findMoneyFor, withoutNulls } from "./find-money.server.ts";

const read = { right: "payments.read" } as const;
const decide = { right: "payments.decide", money: true } as const;
const refunds = { right: "refunds", money: true } as const;

/** /api/staff/money and /api/staff/attempts: every sum that came, and what only a person can decide. */
export function moneyApi(route: Route, context: StaffContext): void {
  const { db } = context;
  route(contract.listMoney, read, async ({ query: { needs, ...query } }) => {
    const { rows, ...totals } = await listMoney(db, { ...query, open: needs === "decision" });
    return { rows: rows.map(withoutNulls), ...totals };
  });
  route(contract.listExceptions, read, async () => ({
    rows: (await listExceptions(db)).map(withoutEmpty),
    total: (await waitingIn(db, "exceptions", { canAsk: false })).rows,
  }));
  route(contract.showMoney, read, async ({ params: { id }, session }) => {
    const found = await findMoneyFor(context.payments, id, session.role);
    if (!found) throw new ShopError(404, "There is no such payment.");
    return found;
  });
  sumCalls(route, context);
  refundCalls(route, context);
  attemptCalls(route, context);
  exceptionCalls(route, context);
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

function sumCalls(route: Route, context: StaffContext): void {
  const { payments } = context;
  route(contract.refundMoney, refunds, async ({ params, body, by, idempotencyKey: key }) => {
    const { id, amount, state, way } = await refundMoney(payments, params.id, {
      ...body,
      by,
      ...(key ? { key } : {}),
    });
    return { refund: { _id: id, amount, state: shownRefundState(state), method: way } };
  });
  route(contract.closeMoney, decide, ({ params, body, by }) =>
    closeMoney(payments, params.id, { ...body, by }),
  );
  route(contract.allocateMoney, decide, ({ params, body, by }) =>
    allocateMoney(payments, params.id, { ...body, by }),
  );
}

function refundCalls(route: Route, context: StaffContext): void {
  const { payments } = context;
  route(contract.checkRefund, { right: "payments.check" }, async ({ params: { id: money, refund }, by }) => ({
    state: shownRefundState(await checkRefund(payments, { money, refund, by })),
  }));
  route(contract.repeatRefund, refunds, async ({ params: { id: money, refund }, body, by }) => {
    const { firstFailed = false, confirmed } = body ?? {};
    await repeatByStaff(payments, { money, refund, firstFailed, confirmed, by });
  });
  route(contract.refundDone, refunds, ({ params: { id: money, refund }, body, by }) =>
    markRefunded(payments, { money, refund, code: body?.code, confirmed: body?.confirmed, by }),
  );
}

function attemptCalls(route: Route, context: StaffContext): void {
  const { payments } = context;
  route(contract.checkAttempt, { right: "payments.check" }, async ({ params, by }) => {
    const { isAnswered } = await checkNow(payments, params.id, by);
    return { message: isAnswered ? "The provider was asked." : "No answer from the provider yet." };
  });
  route(contract.attemptPaid, decide, async ({ params, body, by }) => {
    await acceptPaid(payments, params.id, { ...body, by });
  });
  route(contract.attemptUnpaid, decide, async ({ params, body, by }) => {
    await closeUnpaid(payments, params.id, { reason: body.reason, by });
  });
}

function exceptionCalls(route: Route, context: StaffContext): void {
  const { payments } = context;
  route(contract.closeException, decide, ({ params, body, by }) =>
    closeByStaff(payments, params.id, { reason: body.reason, by }),
  );
  route(contract.tryAgain, decide, ({ params, by }) => tryAgain(payments, params.id, by));
}
