import { writeAudit } from "../../platform/audit/write-audit.server.ts";
import { transaction } from "../../platform/database/db.server.ts";
import { releaseMail, unsentMails } from "../../platform/mail/outbox.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import type { StaffContext } from "../staff-context.server.ts";
import type { Route } from "../staff-route.server.ts";
import * as contract from "./contract.ts";

/** /api/staff/mails: which mails did not leave, and why; held ones are sent or dropped. */
export function mailsApi(route: Route, context: StaffContext): void {
  route(contract.listUnsent, { right: "mails" }, async ({ query }) => {
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
  });
  for (const [call, what] of [
    [contract.sendMail, "send"],
    [contract.dropMail, "drop"],
  ] as const)
    route(call, { right: "mails" }, async ({ params: { id }, by }) => {
      await transaction(context.db, async (tx) => {
        if (!(await releaseMail(tx, id, what))) throw new ShopError(409, "This mail is not held any more.");
        await writeAudit(tx, by, { action: `mail.${what}`, subjectKind: "mail", subjectId: id });
      });
    });
}
