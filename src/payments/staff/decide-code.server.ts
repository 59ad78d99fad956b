import { and, eq, sql } from "drizzle-orm";
import type { Actor } from "../../platform/audit/actor.server.ts";
import { writeAudit } from "../../platform/audit/write-audit.server.ts";
import { type Tx, transaction } from "../../platform/database/db.server.ts";
import { addJob } from "../../platform/jobs/jobs.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { REJECTED_CODE_HOURS } from "../../shop.ts";
import { changeState } from "../core/change-state.server.ts";
import { mailShopper } from "../core/mails.server.ts";
import type { Payment, PaymentContext } from "../core/provider.server.ts";
import { lockPayment, noteMismatch } from "../core/queries.server.ts";
import { payments } from "../core/tables.server.ts";
import { codeWrongMail } from "../mpesa/till-code/code-mails.server.ts";
import { codeStanding } from "../mpesa/till-code/retype-code.server.ts";
import { codeChecks, IS_SOUGHT } from "../mpesa/till-code/tables.server.ts";
import { readReason, tooLate } from "./refusals.server.ts";

/** Reason of a payment whose code staff rejected. */
const REJECTED = "its code was rejected by staff";

/**
 * Staff could not find the money of a typed code. Its order stays: its shopper is asked for the right code by mail, and a job
 * cancels the order after REJECTED_CODE_HOURS without one.
 * @throws ShopError 400 no reason; 404; 409 `{current, by, at}` it is decided, or its money came meanwhile
 */
export async function rejectTypedCode(
  { db, links }: PaymentContext,
  id: string,
  { reason, by }: { reason: string; by: Actor },
): Promise<Payment> {
  const why = readReason(reason);
  return transaction(db, async (tx) => {
    const before = await lockCode(tx, id);
    const [rejected] = await changeState(
      tx,
      "close",
      and(eq(payments.id, id), IS_SOUGHT),
      { active: false, nextCheckAt: null, leaseUntil: null, reason: REJECTED, rejectedAt: sql`now()` },
      { by },
    );
    if (!rejected) throw await tooLate(tx, before);
    await writeAudit(tx, by, {
      action: "code.reject",
      subjectKind: "payment",
      subjectId: id,
      before: { state: before.state },
      after: { state: rejected.state },
      reason: why,
    });
    await askForRightCode(tx, before, links);
    return { ...before, ...rejected };
  });
}

async function askForRightCode(tx: Tx, payment: Payment, links: PaymentContext["links"]): Promise<void> {
  const { id, orderId } = payment;
  if ((await codeStanding(tx, orderId))?.type !== "asked") return;
  await addJob(tx, "rejected-code", id, REJECTED_CODE_HOURS * 3_600);
  await mailShopper(tx, payment, { event: `code-wrong:${id}`, write: () => codeWrongMail(orderId, links) });
}

/** Seconds between two questions about one code at the request of staff. */
const ASK_APART = 60;

/**
 * Asks M-Pesa once more about a typed code; its answer comes within minutes, and is processed like any other.
 * @throws ShopError 404; 409 `{current, by, at}` it is decided; 409 M-Pesa cannot be asked here, or was just now; 503 it
 * could not be reached
 */
export async function askAgain(context: PaymentContext, id: string, by: Actor): Promise<void> {
  const { askAnew } = context.provider("cod") ?? {};
  if (!askAnew) throw new ShopError(409, "M-Pesa cannot be asked here: look into its app or statement.");
  const payment = await transaction(context.db, async (tx) => {
    const locked = await lockCode(tx, id);
    if (locked.state !== "pending" && locked.state !== "needs_review") throw await tooLate(tx, locked);
    const [lately] = await tx
      .select({ at: codeChecks.askedAt })
      .from(codeChecks)
      .where(
        and(
          eq(codeChecks.paymentId, id),
          sql`${codeChecks.askedAt} > now() - make_interval(secs => ${ASK_APART})`,
        ),
      );
    const at = lately?.at.getTime();
    if (at) throw new ShopError(409, "M-Pesa was asked just now.", { current: "asked", by: "the shop", at });
    await writeAudit(tx, by, { action: "code.ask-again", subjectKind: "payment", subjectId: id });
    return locked;
  });
  if (await askAnew(payment)) return;
  await noteMismatch(context.db, id, "M-Pesa could not be asked about its code");
  throw new ShopError(503, "M-Pesa could not be asked. Please try again in a minute.");
}

async function lockCode(tx: Tx, id: string): Promise<Payment> {
  const payment = await lockPayment(tx, id);
  if (payment?.method !== "cod") throw new ShopError(404, "There is no such code.");
  return payment;
}
