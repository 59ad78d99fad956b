import { confirmCode } from "../../payments/staff/act-on-attempt.server.ts";
import { listCodes } from "../../payments/staff/code-queue.server.ts";
import { askAgain, rejectTypedCode } from "../../payments/staff/decide-code.server.ts";
import { rejectCodesOf } from "../../payments/staff/reject-codes.server.ts";
import type { StaffContext } from "../staff-context.server.ts";
import type { Route } from "../staff-route.server.ts";
import * as contract from "./contract.ts";

const decide = { right: "codes.decide", money: true } as const;

/** /api/staff/codes: the typed M-Pesa codes that wait for a person. */
export function codesApi(route: Route, context: StaffContext): void {
  const { db, payments } = context;
  const canAsk = payments.provider("cod")?.askAnew !== undefined;
  route(contract.listCodes, { right: "codes.read" }, async ({ query }) => {
    const { rows, total, next = null } = await listCodes(db, { ...query, canAsk });
    return { rows: rows.map(({ paymentId, ...code }) => ({ _id: paymentId, ...code })), total, next };
  });
  route(contract.confirmCode, decide, async ({ params, body, by }) => {
    await confirmCode(payments, params.payment, { ...body, by });
  });
  route(contract.rejectCode, decide, async ({ params, body, by }) => {
    await rejectTypedCode(payments, params.payment, { reason: body.reason, by });
  });
  route(contract.rejectAll, decide, async ({ body, by }) => ({
    rejected: await rejectCodesOf(payments, body.account, { confirmed: body.confirmed, by }),
  }));
  route(contract.askAgain, { right: "codes.ask" }, ({ params, by }) =>
    askAgain(payments, params.payment, by),
  );
}
