import { confirmCode } from "../../payments/staff/act-on-attempt.server.ts";
import { listCodes } from "../../payments/staff/code-queue.server.ts";
import { askAgain, rejectTypedCode } from "../../payments/staff/decide-code.server.ts";
import { rejectCodesOf } from "../../payments/staff/reject-codes.server.ts";
import type { Http } from "../../platform/http/http.server.ts";
import type { StaffContext } from "../staff-context.server.ts";
import { staffRoutes } from "../staff-route.server.ts";
import * as contract from "./contract.ts";

const tag = "codes";
const decide = { tag, right: "codes.decide", money: true } as const;

/** /api/staff/codes: the typed M-Pesa codes that wait for a person. */
export function codesApi(http: Http, context: StaffContext): void {
  const route = staffRoutes(http, context);
  const { db, payments } = context;
  const canAsk = payments.provider("cod")?.askAnew !== undefined;
  route(contract.listCodes, { tag, right: "codes.read" }, async ({ query }) => {
    const { rows, total, next = null } = await listCodes(db, { ...query, canAsk });
    return { rows: rows.map(({ paymentId, ...code }) => ({ _id: paymentId, ...code })), total, next };
  });
  route(contract.confirmCode, decide, async ({ params, body, by }) => {
    await confirmCode(payments, params.payment, { ...body, by });
    return {};
  });
  route(contract.rejectCode, decide, async ({ params, body, by }) => {
    await rejectTypedCode(payments, params.payment, { reason: body.reason, by });
    return {};
  });
  route(contract.rejectAll, decide, async ({ body, by }) => ({
    rejected: await rejectCodesOf(payments, body.account, { confirmed: body.confirmed, by }),
  }));
  route(contract.askAgain, { tag, right: "codes.ask" }, async ({ params, by }) => {
    await askAgain(payments, params.payment, by);
    return {};
  });
}
