import type { Http } from "../../platform/http/http.server.ts";
import { unsentMails } from "../../platform/mail/outbox.server.ts";
import type { StaffContext } from "../staff-context.server.ts";
import { staffRoutes } from "../staff-route.server.ts";
import * as contract from "./contract.ts";

/** GET /api/staff/mails: which mails did not leave, and why. */
export function mailsApi(http: Http, context: StaffContext): void {
  const route = staffRoutes(http, context);
  route(
    contract.listUnsent,
    { tag: "mails", right: "mails", summary: "Mails that did not leave, newest first" },
    async ({ query }) => {
      const { mails, next } = await unsentMails(context.db, query);
      const rows = mails.map(({ id, createdAt, to, subject, state, fault }) => ({
        _id: id,
        at: createdAt.getTime(),
        to,
        subject,
        certain: state === "failed",
        why: fault ?? "",
      }));
      return { rows, next };
    },
  );
}
