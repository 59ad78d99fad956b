import { z } from "zod";
import type { Reply } from "../../platform/ask.server.ts";
import type { RefundStep } from "../provider.server.ts";

/**
 * What an answer to "give it back" means (payments reference 2.5). They know no idempotency key, so whatever leaves a
 * doubt is `unknown` and never sent again by itself. `amount` in whole KES.
 */
export function readRefund(reply: Reply, amount: number): RefundStep {
  if (reply.is === "unsent") return { is: "failed", why: reply.why, again: true };
  if (reply.is === "cut") return { is: "unknown", why: reply.why };
  const { status, body } = reply;
  if (status === 429 || status === 401 || status === 403)
    return { is: "failed", why: `answered ${status}`, again: true };
  const said = refusal.safeParse(body);
  if (status >= 400 && status < 500 && said.success) {
    const why = said.data.message.slice(0, 200);
    // the balance fills again with the next sales
    return { is: "failed", why, ...(/balance|insufficient/i.test(why) ? { again: true } : {}) };
  }
  const given = status >= 200 && status < 300 ? answer.safeParse(body) : undefined;
  if (!given?.success) return { is: "unknown", why: `answered ${status}` };
  if (given.data.data.amount_refunded !== amount)
    return { is: "unknown", why: "another amount was given back" };
  return stepOf(given.data.data);
}

/** How a refund that is under way went; no answer to believe means that it still is. */
export function readRefundState(reply: Reply, reference: string): RefundStep {
  const said = reply.is === "answer" && reply.status === 200 ? answer.safeParse(reply.body) : undefined;
  if (!said?.success || String(said.data.data.id) !== reference) return { is: "sent", reference };
  return stepOf(said.data.data);
}

const refusal = z.object({ status: z.literal("error"), message: z.string() });
const answer = z.object({
  status: z.literal("success"),
  data: z.object({ id: z.int().positive(), amount_refunded: z.number(), status: z.string() }),
});

/** "completed", "completed-mpgs" and the like are over; "failed", "disburse-failed" too; all else is on its way. */
function stepOf({ id, status }: { id: number; status: string }): RefundStep {
  const reference = String(id);
  if (status.startsWith("completed")) return { is: "done", reference };
  if (status.includes("failed")) return { is: "failed", why: `the refund's state is ${status.slice(0, 50)}` };
  return { is: "sent", reference };
}
