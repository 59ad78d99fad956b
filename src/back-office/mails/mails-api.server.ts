import { writeAudit } from "../../platform/audit/write-audit.server.ts";
import { transaction } from "../../platform/database/db.server.ts";
import type { Http } from "../../platform/http/http.server.ts";
import { releaseMail, unsentMails } from "../../platform/mail/outbox.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import type { StaffContext } from "../staff-context.server.ts";
import { staffRoutes } from "../staff-route.server.ts";
import * as contract from "./contract.ts";

/** /api/staff/mails: which mails did not leave, and why; held ones are sent or dropped. */
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
        held: state === "held",
        why: fault ?? "",
      }));
      return { rows, next };
    },
  );
  for (const [contractOf, what, summary] of [
    [contract.sendMail, "send", "Send a mail that was held"],
    [contract.dropMail, "drop", "Drop a mail that was held"],
  ] as const)
    route(contractOf, { tag: "mails", right: "mails", summary }, async ({ params: { id }, by }) => {
      await transaction(context.db, async (tx) => {
        if (!(await releaseMail(tx, id, what))) throw new ShopError(409, "This mail is not held any more.");
        await writeAudit(tx, by, { action: `mail.${what}`, subjectKind: "mail", subjectId: id });
      });
    });
}
