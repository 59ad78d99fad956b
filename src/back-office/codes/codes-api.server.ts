import { askAgain, rejectTypedCode } from "../../payments/staff/code-deeds.server.ts";
import { listCodes } from "../../payments/staff/code-queue.server.ts";
import { confirmCode } from "../../payments/staff/counter-deeds.server.ts";
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
  route(
    contract.listCodes,
    { tag, right: "codes.read", summary: "Codes that wait for a person, oldest first" },
    async ({ query }) => {
      const { rows, total, next = null } = await listCodes(db, { ...query, canAsk });
      return { rows: rows.map(({ paymentId, ...code }) => ({ _id: paymentId, ...code })), total, next };
    },
  );
  route(
    contract.confirmCode,
    { ...decide, summary: "The money of a code was seen: its order is paid" },
    async ({ params, body, by }) => {
      await confirmCode(payments, params.payment, { ...body, by });
      return {};
    },
  );
  route(
    contract.rejectCode,
    {
      ...decide,
      summary: "No money came by a code: its shopper is asked for the right one",
    },
    async ({ params, body, by }) => {
      await rejectTypedCode(payments, params.payment, { reason: body.reason, by });
      return {};
    },
  );
  route(
    contract.askAgain,
    { tag, right: "codes.ask", summary: "Ask M-Pesa about a code once more" },
    async ({ params, by }) => {
      await askAgain(payments, params.payment, by);
      return {};
    },
  );
}
